"""Xiangqi games as XQF, the binary files of XQStudio: version 1.0, by its author's description of 2001.

Files of later versions are scrambled by keys that no description by their author tells; they are refused by name.
"""

import struct
from collections.abc import Iterator

from boyi.errors import BoyiError, RecordError
from boyi.records.game import RESULTS, Game, Node
from boyi.xiangqi import Position

__all__ = ["read"]

_VERSION = 0x0A
"""The version whose files are not scrambled."""

_PIECES = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
"""The pieces in the order of the start position."""

_TEXTS = {
    "Title": (0x50, 64),
    "Event": (0xD0, 64),
    "Date": (0x110, 16),
    "Site": (0x120, 16),
    "Red": (0x130, 16),
    "Black": (0x140, 16),
    "TimeControl": (0x150, 64),
    "RedTime": (0x190, 16),
    "BlackTime": (0x1A0, 16),
    "Annotator": (0x1D0, 16),
    "Author": (0x1E0, 16),
}
"""Headers: where their texts stand, a byte with the length first, and how many bytes are theirs."""

_MOVES = 0x400


def read(data: bytes, rules: str) -> Iterator[Game | RecordError]:
    """The game of a file, or the error if it cannot be read."""
    try:
        yield _game(data, rules)
    except BoyiError as error:
        yield RecordError(error.reason if isinstance(error, RecordError) else str(error))


def _game(data: bytes, rules: str) -> Game:
    if not data.startswith(b"XQ"):
        raise RecordError('not an XQF file: expected one that begins with "XQ"')
    if len(data) < _MOVES + 8:
        raise RecordError(f"it ends after {len(data)} bytes: expected {_MOVES + 8} or more")
    if data[2] > _VERSION:
        raise RecordError(
            f"XQF of version {data[2]} is scrambled: expected version {_VERSION} (XQF 1.0), or another format"
        )
    headers = {name: _text(data[at : at + length], name) for name, (at, length) in _TEXTS.items()}
    game = Game(_start(data, rules), headers={name: text for name, text in headers.items() if text})
    if data[0x33] > 3:
        raise RecordError(f"result {data[0x33]}: expected 0 to 3")
    game.result = ("*", *RESULTS[:3])[data[0x33]]
    _moves(game, data)
    return game


def _text(field: bytes, name: str) -> str:
    length = field[0]
    if length >= len(field):
        raise RecordError(f"the text {name} has {length} bytes: expected {len(field) - 1} at most")
    return " ".join(_decoded(field[1 : 1 + length], name).split())


def _decoded(text: bytes, name: str) -> str:
    try:
        return text.decode("gb18030")
    except UnicodeDecodeError:
        raise RecordError(f"the text {name} is not GB18030: {text[:20]!r}") from None


def _start(data: bytes, rules: str) -> Position:
    board = [["."] * 9 for _ in range(10)]
    for piece, place in zip(_PIECES, data[0x10:0x30], strict=True):
        if place == 0xFF:
            continue
        file, rank = divmod(place, 10)
        if file > 8 or board[9 - rank][file] != ".":
            raise RecordError(f"no free square {place} for {piece}: expected ten times the file plus the rank")
        board[9 - rank][file] = piece
    rows = "/".join("".join(row) for row in board)
    for empty in range(9, 0, -1):
        rows = rows.replace("." * empty, str(empty))
    first = _record(data, _MOVES)[3]
    mover = "."
    if data[_MOVES + 2] & 0xF0 and len(data) >= first + 8:
        file, rank = divmod(_square(data[first], 24), 10)
        mover = board[9 - rank][file]
    return Position(f"{rows} {'b' if mover.islower() else 'w'} - - 0 1", rules=rules)


def _record(data: bytes, at: int) -> tuple[int, int, bytes, int]:
    """Both squares of a record of a move, its comment, and where the next one begins."""
    if len(data) < at + 8:
        raise RecordError(f"it ends after {len(data)} bytes, within its moves")
    (length,) = struct.unpack_from("<I", data, at + 4)
    end = at + 8 + length
    if end > len(data):
        raise RecordError(f"a comment of {length} bytes does not fit into the {len(data)} bytes of the file")
    return data[at], data[at + 1], data[at + 8 : end], end


def _square(byte: int, shift: int) -> int:
    place = (byte - shift) % 256
    if place >= 90:
        raise RecordError(f"{byte} is no square: expected {shift} to {shift + 89}")
    return place


def _moves(game: Game, data: bytes) -> None:
    """Adds the moves, of which version 1.0 has one line."""
    _, _, comment, at = _record(data, _MOVES)
    game.root.comment = _decoded(comment, "of the start")
    node, position, goes_on = game.root, game.start, data[_MOVES + 2] & 0xF0
    while goes_on:
        start, end, comment, after = _record(data, at)
        squares = [divmod(_square(byte, shift), 10) for byte, shift in ((start, 24), (end, 32))]
        text = "".join(f"{'abcdefghi'[file]}{rank}" for file, rank in squares)
        move = position.parse(text, "uci")
        position = position.play(move)
        child = Node(node, move)
        child.comment = _decoded(comment, f"of move {position.ply}")
        node.children.append(child)
        node, goes_on, at = child, data[at + 2] & 0xF0, after
    if data[at:].strip(b"\0"):
        raise RecordError(f"{len(data) - at} bytes behind the last move")
