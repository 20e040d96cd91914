"""Xiangqi games as XQF, the binary files of XQStudio, of all versions: 10 (1.0) plain, 11 to 18 scrambled.

A head of 1,024 bytes has the keys, the pieces and the texts; a tree of moves and comments follows it. The author of the
format, Dong Shiwei, described version 1.0 in 2001 and published the source of XQStudio in 2008, which tells the rest.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from boyi.errors import BoyiError, RecordError
from boyi.records.game import RESULTS, Game
from boyi.records.moves_tree import Step, game_of_steps

__all__ = ["read"]

_NEWEST = 18
"""The version of the last XQStudio."""

_SCRAMBLED = 11
"""The first version that hides squares and lengths behind keys, and leaves out the lengths of absent comments."""

_ROTATED = 12
"""The first version that also rotates the list of pieces."""

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

_PHRASE = b"[(C) Copyright Mr. Dong Shiwei.]"
"""What the bytes behind the head are scrambled with, in part."""


@dataclass(frozen=True)
class _Keys:
    """Numbers that are subtracted from what a file holds; the file's head gives them."""

    pieces: int = 0
    start: int = 0
    end: int = 0
    length: int = 0

    @classmethod
    def of(cls, data: bytes) -> "_Keys":
        if data[2] < _SCRAMBLED:
            return cls()
        total, pieces, start, end = data[12:16]

        def blurred(key: int) -> int:
            return 54 * key * key + 221

        pieces_key = blurred(pieces) * pieces % 256
        start_key = blurred(start) * pieces_key % 256
        end_key = blurred(end) * start_key % 256
        return cls(pieces_key, start_key, end_key, (256 * total + pieces) % 32000 + 767)


def read(data: bytes, rules: str) -> Iterator[Game | RecordError]:
    """The game of a file, or the error if it cannot be read."""
    try:
        yield _game(data, rules)
    except BoyiError as error:
        yield RecordError(error.reason if isinstance(error, RecordError) else str(error))


def _game(data: bytes, rules: str) -> Game:
    _check(data)
    headers = {name: _text(data[at : at + length], name) for name, (at, length) in _TEXTS.items()}
    keys = _Keys.of(data)
    tree = _Tree(_plain(data), data[2], keys)
    game = game_of_steps(_pieces(data, keys), "b" if data[0x32] == 1 else "w", tree, rules)
    if data[2] < _SCRAMBLED and tree.data[tree.at :].strip(b"\0"):
        raise RecordError(f"{len(tree.data) - tree.at} bytes behind the last move")
    game.headers = {name: text for name, text in headers.items() if text}
    game.result = ("*", *RESULTS[:3])[data[0x33]]
    return game


def _check(data: bytes) -> None:
    """Refuses a head that is none."""
    if not data.startswith(b"XQ"):
        raise RecordError('not an XQF file: expected one that begins with "XQ"')
    if len(data) < _MOVES + 4:
        raise RecordError(f"it ends after {len(data)} bytes: expected {_MOVES + 4} or more")
    if data[2] > _NEWEST:
        raise RecordError(f"XQF of version {data[2]}: expected {_NEWEST} or less, or another format")
    if sum(data[12:16]) % 256:
        raise RecordError(f"the keys {[*data[12:16]]} have the sum {sum(data[12:16])}: expected a multiple of 256")
    if data[0x33] > 3:
        raise RecordError(f"result {data[0x33]}: expected 0 to 3")


def _plain(data: bytes) -> bytes:
    """The bytes behind the head without the key that runs along them; it begins anew every 32 bytes."""
    mask = data[3]
    key = [byte & (data[12 + at % 4] & mask | data[8 + at % 4]) for at, byte in enumerate(_PHRASE)]
    body = np.frombuffer(data, np.uint8, offset=_MOVES)
    return (body - np.resize(np.array(key, np.uint8), len(body))).tobytes()


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


def _pieces(data: bytes, keys: _Keys) -> dict[int, str]:
    """Letters of FEN by square, nine times the rank plus the file."""
    places = list(data[0x10:0x30])
    if data[2] >= _ROTATED:
        turned = (keys.pieces + 1) % 32
        places = places[32 - turned :] + places[: 32 - turned]
    found: dict[int, str] = {}
    for piece, hidden in zip(_PIECES, places, strict=True):
        place = (hidden - keys.pieces) % 256
        if place >= 90:  # off the board
            continue
        square = _square(place)
        if square in found:
            raise RecordError(f"{found[square]} and {piece} both stand on square {place}")
        found[square] = piece
    return found


def _square(place: int) -> int:
    """Nine times the rank plus the file, of ten times the file plus the rank."""
    return place % 10 * 9 + place // 10


class _Tree:
    """The records behind the head, one after another."""

    def __init__(self, data: bytes, version: int, keys: _Keys) -> None:
        self.data = data
        self.at = 0
        self._scrambled = version >= _SCRAMBLED
        self._keys = keys
        self._number = 0

    def __iter__(self) -> "_Tree":
        return self

    def __next__(self) -> Step:
        start, end, flags, _ = self._take(4)
        if self._scrambled:
            follows, others, length = bool(flags & 0x80), bool(flags & 0x40), 0
            if flags & 0x20:
                (length,) = struct.unpack("<I", self._take(4))
                length -= self._keys.length
        else:
            follows, others = bool(flags & 0xF0), bool(flags & 0x0F)
            (length,) = struct.unpack("<I", self._take(4))
        name = f"of record {self._number}" if self._number else "of the start"
        comment = _decoded(self._take(length), name)
        squares = (0, 0)
        if self._number:  # the first record is no move, whatever its squares
            squares = self._moved(start, 24 + self._keys.start), self._moved(end, 32 + self._keys.end)
        self._number += 1
        return Step(squares, comment, follows, others)

    def _moved(self, byte: int, key: int) -> int:
        place = (byte - key) % 256
        if place >= 90:
            raise RecordError(f"record {self._number} has the square {place}: expected 0 to 89")
        return _square(place)

    def _take(self, count: int) -> bytes:
        """The next bytes; a length that is none tells what it would be."""
        left = len(self.data) - self.at
        if not 0 <= count <= left:
            raise RecordError(f"record {self._number} of the moves needs {count} bytes of the {left} left in the file")
        self.at += count
        return self.data[self.at - count : self.at]
