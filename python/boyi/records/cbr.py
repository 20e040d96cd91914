"""Xiangqi games as CBR and CBL, the binary files of CCBridge (象棋桥): one game, and a library of many.

A game has a head of 2,214 bytes with texts in UTF-16, the board and the result; a tree of moves and comments follows
it. A library has an index and then games, each at a multiple of 4,096 bytes behind the index. What lies between the
fields means nothing: the program writes there what its memory held. Described on Zhihu (zhuanlan.zhihu.com/p/682174695)
and, with corrections from real files, in the documents of public readers.
"""

from collections.abc import Iterator
from itertools import pairwise

from boyi.errors import BoyiError, RecordError
from boyi.records.game import RESULTS, Game
from boyi.records.moves_tree import Step, game_of_steps

__all__ = ["GAME_SIGN", "LIBRARY_SIGN", "read", "read_library"]

GAME_SIGN, LIBRARY_SIGN = b"CCBridge Record\0", b"CCBridgeLibrary\0"
"""What a game and a library begin with."""

_TEXTS = {
    "Title": (180, 128),
    "Category": (308, 256),
    "Source": (564, 64),
    "Event": (692, 64),
    "Round": (756, 64),
    "Group": (820, 32),
    "Board": (852, 32),
    "Date": (884, 64),
    "Site": (948, 64),
    "TimeControl": (1012, 64),
    "Red": (1076, 64),
    "RedTeam": (1140, 64),
    "RedTime": (1204, 64),
    "Black": (1300, 64),
    "BlackTeam": (1364, 64),
    "BlackTime": (1428, 64),
    "Referee": (1524, 64),
    "Recorder": (1588, 64),
    "Annotator": (1652, 64),
    "Author": (1780, 64),
    "Termination": (2080, 32),
}
"""Headers: where their texts stand, and how many bytes are theirs."""

_KIND, _RESULT, _FIRST, _BOARD, _MOVES = 19, 2076, 2112, 2120, 2214

_KNOWN_KIND = 2
"""The kind of a game whose moves follow its head."""

_RESULT_WORDS = ("*", *RESULTS[:3], "*")
"""Results by number; the last one is that of a game with several."""

_KINDS = ".rnbakcp"
"""Letters of black's pieces by the lower half of a square's byte; the upper half is 1 for red and 2 for black."""

_INDEX, _ENTRY, _SLOT = 66624, 276, 4096


def read(data: bytes, rules: str) -> Iterator[Game | RecordError]:
    """The game of a CBR file, or the error if it cannot be read."""
    try:
        yield _game(data, rules)
    except BoyiError as error:
        yield RecordError(error.reason if isinstance(error, RecordError) else str(error))


def read_library(data: bytes, rules: str) -> Iterator[Game | RecordError]:
    """The games of a CBL file in their order, and the errors of those that cannot be read.

    Records without any piece are headings between the games, and left out.
    """
    if not data.startswith(LIBRARY_SIGN):
        yield RecordError('not a CBL file: expected one that begins with "CCBridgeLibrary"')
        return
    first = _INDEX + _ENTRY * int.from_bytes(data[60:64], "little")
    if len(data) < first:
        yield RecordError(f"it ends after {len(data)} bytes, within its index")
        return
    # A long game goes on in the slots behind its own, which do not begin as a game does.
    starts = [at for at in range(first, len(data), _SLOT) if data.startswith(GAME_SIGN, at)]
    if data[first:].strip(b"\0") and first not in starts:
        yield RecordError(f"no game begins behind the index, at byte {first}")
        return
    for start, end in pairwise([*starts, len(data)]):
        board = data[start + _BOARD : start + _BOARD + 90]
        if len(board) < 90 or any(board):
            yield from read(data[start:end], rules)


def _game(data: bytes, rules: str) -> Game:
    if not data.startswith(GAME_SIGN):
        raise RecordError('not a CBR file: expected one that begins with "CCBridge Record"')
    if len(data) < _MOVES + 4:
        raise RecordError(f"it ends after {len(data)} bytes: expected {_MOVES + 4} or more")
    if data[_KIND] != _KNOWN_KIND:
        raise RecordError(f"CBR of kind {data[_KIND]}: expected {_KNOWN_KIND}, or another format")
    if data[_RESULT] >= len(_RESULT_WORDS):
        raise RecordError(f"result {data[_RESULT]}: expected 0 to {len(_RESULT_WORDS) - 1}")
    if data[_FIRST] not in (1, 2):
        raise RecordError(f"side to move {data[_FIRST]}: expected 1 for red or 2 for black")
    headers = {name: " ".join(_text(data[at : at + length], name).split()) for name, (at, length) in _TEXTS.items()}
    game = game_of_steps(_pieces(data[_BOARD : _BOARD + 90]), " wb"[data[_FIRST]], _steps(data), rules)
    game.headers = {name: text for name, text in headers.items() if text}
    game.result = _RESULT_WORDS[data[_RESULT]]
    return game


def _text(field: bytes, name: str) -> str:
    """The text of a field, which ends at a null."""
    units = (field[at : at + 2] for at in range(0, len(field), 2))
    text = b"".join(iter(lambda: next(units, b"\0\0"), b"\0\0"))
    try:
        return text.decode("utf-16-le")
    except UnicodeDecodeError:
        raise RecordError(f"the text {name} is not UTF-16: {text[:20]!r}") from None


def _square(byte: int) -> int:
    """Nine times the rank plus the file, of a number that counts from black's back rank."""
    if byte >= 90:
        raise RecordError(f"{byte} is no square: expected 0 to 89")
    return (9 - byte // 9) * 9 + byte % 9


def _pieces(board: bytes) -> dict[int, str]:
    """Letters of FEN by square, nine times the rank plus the file."""
    found: dict[int, str] = {}
    for at, byte in enumerate(board):
        side, kind = divmod(byte, 16)
        if byte == 0:
            continue
        if side not in (1, 2) or not 1 <= kind < len(_KINDS):
            raise RecordError(f"{byte:#04x} on square {at} is no piece: expected 0x11 to 0x17 or 0x21 to 0x27")
        found[_square(at)] = _KINDS[kind].upper() if side == 1 else _KINDS[kind]
    return found


def _steps(data: bytes) -> Iterator[Step]:
    """The records of the start and of the moves, which end where nothing follows."""
    at, number = _MOVES, 0
    while True:
        (flags, _, start, end), at = _taken(data, at, 4, number)
        comment = b""
        if flags & 4:
            length, at = _taken(data, at, 4, number)
            comment, at = _taken(data, at, int.from_bytes(length, "little"), number)
        name = f"of move record {number}" if number else "of the start"
        squares = (_square(start), _square(end)) if number else (0, 0)
        yield Step(squares, _text(comment, name), not flags & 1, bool(flags & 2))
        number += 1


def _taken(data: bytes, at: int, count: int, number: int) -> tuple[bytes, int]:
    """So many bytes, and where the next ones begin."""
    if count > len(data) - at:
        raise RecordError(f"record {number} of the moves needs {count} bytes of the {len(data) - at} left in the file")
    return data[at : at + count], at + count
