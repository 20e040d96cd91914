"""The games of self-play, and their file.

The file begins with the metadata, a line of JSON whose last field ``crc`` is the CRC-32 of the line without that field.
Blocks follow, each written at once:

=========  ======  ==============================================================
bytes      type    what
=========  ======  ==============================================================
4          text    ``GAME``
4          u4      number of the block's first game
4          u4      number of games
4          u4      number of plies of these games together
4          u4      CRC-32 of the rest of the block
8 a game   GAME    the games, as rows of :data:`GAME`
4 a ply    PLY     their moves, as rows of :data:`PLY`, game after game
=========  ======  ==============================================================

All numbers are little-endian. Blocks stand in the order in which they were finished. A block that is cut off at the end
of the file is left out.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import Any, Self
from zlib import crc32

import numpy as np
import numpy.typing as npt

from boyi import Move
from boyi.errors import MissingFileError, ResultFileError
from boyi.games import game_names, game_of
from boyi.run import arguments, journal
from boyi.run.own_file import replace

__all__ = ["Games"]

FORMAT = "boyi games 1"
"""Name and version of the format, as the metadata state them."""

GAME = np.dtype([("opening", "<u4"), ("plies", "<u2"), ("winner", "i1"), ("end", "u1")])
"""A game: index of its opening in the metadata, number of plies after it, who has won (0 the side that moves first in
the game's start position, 1 the other, -1 nobody), and how it ended: 0 by the rules, 1 its score was decided, 2 broken
off at the largest number of plies."""

PLY = np.dtype([("move", "<u2"), ("score", "<i2")])
"""A ply: the code of the move, and the score of the position before it for the side to move, in evaluation units, or
:data:`NO_SCORE`. Scores from 9700 are wins, see :class:`boyi.Score`."""

NO_SCORE = -(2**15)
"""The score of a position in which a random move was played without a search."""

_HEAD = np.dtype([("magic", "S4"), ("first", "<u4"), ("games", "<u4"), ("plies", "<u4"), ("crc", "<u4")])
_MAGIC = b"GAME"

_METADATA: dict[str, Any] = {"version": "", "commit": "", "game": "", "openings": [{"start_fen": ""}], "terms": {}}
"""The model of what the metadata must have."""


@dataclass(frozen=True)
class Block:
    """Games that were finished together."""

    first: int
    games: npt.NDArray[np.void]
    plies: npt.NDArray[np.void]

    def encoded(self) -> bytes:
        """The block as bytes of the file."""
        body = self.games.tobytes() + self.plies.tobytes()
        head = np.array((_MAGIC, self.first, len(self.games), len(self.plies), crc32(body)), _HEAD)
        return head.tobytes() + body


class Games:
    """Games of self-play, made by :func:`selfplay` or read from a file; ``len`` is their number.

    ``games`` is a structured array with a row for each game, in order of number: ``opening`` u4 (index in
    ``openings``), ``plies`` u2, ``winner`` i1 (0 the side that moves first in the game's start position, 1 the other,
    -1 nobody) and ``end`` u1 (0 by the rules, 1 the score was decided, 2 broken off). ``plies`` has the rows of all
    games one after another: ``move`` u2 (:attr:`boyi.Move.code`) and ``score`` i2, the score of the position before the
    move for the side to move, in evaluation units, or -32768 where a random move was played. The plies of game ``n``
    are ``plies[starts[n] : starts[n + 1]]``.

    >>> from boyi import lab
    >>> made = lab.selfplay("boyi", game="xiangqi", games=2, nodes=50, max_plies=20, progress=False)
    >>> len(made), made.plies.dtype.names, made.position(1).ply
    (2, ('move', 'score'), 20)
    """

    def __init__(self, metadata: dict[str, Any], blocks: list[Block]) -> None:
        self.metadata = metadata
        ordered = sorted(blocks, key=lambda block: block.first)
        self.games: npt.NDArray[np.void] = np.concatenate([np.empty(0, GAME), *(block.games for block in ordered)])
        self.plies: npt.NDArray[np.void] = np.concatenate([np.empty(0, PLY), *(block.plies for block in ordered)])
        self.games.flags.writeable = self.plies.flags.writeable = False

    def __len__(self) -> int:
        return len(self.games)

    def __repr__(self) -> str:
        return f"<{len(self)} games of {self.game}, {len(self.plies)} plies>"

    @property
    def game(self) -> str:
        """The name of the game that is played."""
        return str(self.metadata["game"])

    @cached_property
    def openings(self) -> list[Any]:
        """The positions from which the games begin."""
        return [game_of(self.game).restored(opening) for opening in self.metadata["openings"]]

    @cached_property
    def starts(self) -> npt.NDArray[np.int64]:
        """Index in ``plies`` of each game's first ply, and the number of all plies as the last item."""
        return np.concatenate([[0], np.cumsum(self.games["plies"], dtype=np.int64)])

    def position(self, number: int, plies: int | None = None) -> Any:
        """The position of a game after so many plies, with its history; None: the last one.

        Raises:
            OptionError: for a number of a game or plies that it does not have.
        """
        number = arguments.whole("number", number, len(self) - 1, 0)
        row = self.games[number]
        count = int(row["plies"]) if plies is None else arguments.whole("plies", plies, int(row["plies"]), 0)
        codes = self.plies["move"][self.starts[number] :][:count].tolist()
        return self.openings[row["opening"]].play_all([Move.from_code(code, self.game) for code in codes])

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Reads a file of games; a block that is cut off at its end is left out.

        Raises:
            MissingFileError: if there is no such file.
        ResultFileError: if the file cannot be read, holds something else, or is damaged.
        """
        metadata, blocks, _ = read(path)
        return cls(metadata, blocks)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes all games to a file, over an older one.

        Raises:
            ResultFileError: if an experiment is writing the file, or it cannot be written.
        """
        head = journal.json_line({"format": FORMAT} | self.metadata) + "\n"
        whole = [Block(0, self.games, self.plies).encoded()] if len(self) else []
        replace(path, b"".join([head.encode(), *whole]))


def read(path: str | PathLike[str]) -> tuple[dict[str, Any], list[Block], int]:
    """The metadata and the blocks of a file of games, and how many bytes of it are whole.

    Raises:
        MissingFileError: if there is no such file.
        ResultFileError: if the file cannot be read, holds something else, or is damaged.
    """
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError as error:
        raise MissingFileError.of(path, "a file of games") from error
    except OSError as error:
        raise ResultFileError(f"{path} cannot be read, {error.strerror}: expected a file of games") from error
    line = data.partition(b"\n")[0]
    text = line.decode(errors="replace")
    metadata = journal.parsed_line(text) if line.startswith(b"{") else None
    if metadata is None or metadata.pop("format", None) != FORMAT or not _fits(metadata):
        raise ResultFileError(f"{path} does not hold games: expected a first line of format {FORMAT!r}")
    if (reason := journal.changed(text)) is not None:
        raise ResultFileError(f"line 1 of {path} is damaged: expected the metadata as they were written, {reason}")
    blocks: list[Block] = []
    at = len(line) + 1
    while (block := _block(path, data, at, len(metadata["openings"]))) is not None:
        blocks.append(block)
        at += len(block.encoded())
    numbers = sorted((block.first, block.first + len(block.games)) for block in blocks)
    if any(end > first for (_, end), (first, _) in pairwise(numbers)):
        raise ResultFileError(f"{path} holds games twice: expected every game once")
    return metadata, blocks, at


def _fits(metadata: dict[str, Any]) -> bool:
    found = {key: metadata.get(key) for key in _METADATA}
    openings, terms = found.pop("openings"), found.pop("terms")
    return (
        journal.fits(found, {key: _METADATA[key] for key in found})
        and metadata["game"] in game_names()
        and isinstance(terms, dict)
        and isinstance(openings, list)
        and all(isinstance(opening, dict) for opening in openings)
        and len(openings) > 0
    )


def _block(path: str | PathLike[str], data: bytes, at: int, openings: int) -> Block | None:
    """The block that begins at a byte; None at the end of the file, or where it is cut off."""
    if len(data) < at + _HEAD.itemsize:
        return None
    head = np.frombuffer(data, _HEAD, 1, at)[0]
    games_at = at + _HEAD.itemsize
    plies_at = games_at + int(head["games"]) * GAME.itemsize
    end = plies_at + int(head["plies"]) * PLY.itemsize
    if head["magic"] != _MAGIC:
        raise ResultFileError(f"{path} is damaged at byte {at}: expected a block of games")
    if end > len(data):
        return None
    games = np.frombuffer(data, GAME, int(head["games"]), games_at)
    plies = np.frombuffer(data, PLY, int(head["plies"]), plies_at)
    whole = (
        crc32(data[games_at:end]) == head["crc"]
        and games["plies"].sum(dtype=np.int64) == len(plies)
        and bool((games["opening"] < openings).all())
    )
    if not whole:
        raise ResultFileError(f"{path} is damaged at byte {at}: expected games as they were written")
    return Block(int(head["first"]), games, plies)
