"""Gomoku games as lines of points: ``h8 i9 j10`` or ``h8i9j10``, a game in each."""

import re
from collections.abc import Iterable, Iterator

from boyi.errors import BoyiError, OptionError, RecordError
from boyi.gomoku import Position
from boyi.records.game import Game

__all__ = ["is_line", "read", "write"]

_POINT = r"[a-v](?:1[0-9]|2[0-2]|[1-9])"
_SIZE = 15


def is_line(text: str) -> bool:
    """Whether a text is a line of points.

    >>> is_line("h8i9"), is_line("1. h2e2")
    (True, False)
    """
    return re.fullmatch(rf"(?:{_POINT}[\s,;]*)+", text.strip().lower()) is not None


def read(pieces: Iterable[str], rules: str) -> Iterator[Game | RecordError]:
    """The games of a file that is read piece by piece, and the errors of those that cannot be read."""
    for number, line in enumerate(_split(pieces), 1):
        if line.strip():
            yield _game(line.strip(), rules, number)


def _split(pieces: Iterable[str]) -> Iterator[str]:
    """The lines of a text."""
    parts: list[str] = []
    for piece in pieces:
        first, *others = piece.split("\n")
        parts.append(first)
        for other in others:
            yield "".join(parts)
            parts = [other]
    yield "".join(parts)


def _game(line: str, rules: str, number: int) -> Game | RecordError:
    points = re.findall(_POINT, line.lower())
    if not is_line(line):
        return RecordError(f'unreadable {line[:60]!r}: expected points such as "h8 i9"', line=number)
    size = max(_SIZE, *(max(ord(point[0]) - 96, int(point[1:])) for point in points))
    try:
        return Game.from_moves(points, Position(size=size, rule=rules))
    except BoyiError as error:
        return RecordError(str(error), line=number)


def write(game: Game, _notation: str) -> str:
    """A game as a line; only moves have a place there."""
    nodes = list(game.nodes())
    start = game.start
    bare = not any(node.comment or node.comment_before or node.glyphs or len(node.children) > 1 for node in nodes)
    size = getattr(start, "rows", 0), getattr(start, "cols", 0)
    moves = game.moves
    reach = max([_SIZE, *(max(ord(str(move)[0]) - 96, int(str(move)[1:])) for move in moves)])
    if (
        not bare
        or game.headers
        or game.result != "*"
        or start.moves
        or "X" in start.fen
        or size != (reach, reach)
        or not moves
    ):
        raise OptionError(
            "a line of points has no place for comments, variations, headers, results, set-up stones and other boards"
        )
    return " ".join(map(str, moves)) + "\n"
