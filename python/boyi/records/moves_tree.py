"""Games of binary files that keep moves as a tree: each move, then what follows it, then the moves in its place."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from boyi.errors import RecordError
from boyi.records.game import Game, Node, joined_comments
from boyi.xiangqi import Position

__all__ = ["Step", "game_of_steps"]


class Step(NamedTuple):
    """A record of such a file: a move, or the start of the game."""

    squares: tuple[int, int]
    """From and to, each nine times the rank plus the file, rank 0 red's back rank; meaningless at the start."""
    comment: str
    follows: bool
    """Whether a move follows this one; its record comes next."""
    others: bool
    """Whether another move in the place of this one has its record behind all that follows this one."""


def game_of_steps(pieces: dict[int, str], turn: str, steps: Iterator[Step], rules: str) -> Game:
    """The game of a start position and records, of which no more are taken than belong to the game.

    Args:
        pieces: letters of FEN by square, numbered as :attr:`Step.squares` are.
        turn: ``"w"`` if red is to move, else ``"b"``; the piece that moves first knows better.
        steps: the start first.
        rules: of the positions.

    Raises:
        RecordError: for a start that has another start in its place.
        BoyiError: for a position or a move that is none, and what ``steps`` raises.
    """
    start = next(steps)
    if start.others:
        raise RecordError("another start stands beside the start: expected one")
    first = [next(steps)] if start.follows else []
    mover = pieces.get(first[0].squares[0], "") if first else ""
    if mover:
        turn = "b" if mover.islower() else "w"
    position = Position(f"{_rows(pieces)} {turn} - - 0 1", rules=rules)
    game = Game(position)
    game.root.comment = start.comment
    if first:
        _grow(game.root, position, chain(first, steps))
    return game


def _rows(pieces: dict[int, str]) -> str:
    """The pieces as FEN."""
    rows = "/".join("".join(pieces.get(9 * rank + file, ".") for file in range(9)) for rank in range(9, -1, -1))
    for empty in range(9, 0, -1):
        rows = rows.replace("." * empty, str(empty))
    return rows


def _grow(root: Node, start: Position, steps: Iterable[Step]) -> None:
    """Adds the moves; the stack, not Python's own, holds where those are to go that are still to come."""
    waiting: list[tuple[Node, Position]] = [(root, start)]
    for step in steps:
        parent, position = waiting.pop()
        move = position.parse("".join(f"{'abcdefghi'[square % 9]}{square // 9}" for square in step.squares), "uci")
        child = next((child for child in parent.children if child.move == move), None)
        if child is None:
            child = Node(parent, move)
            parent.children.append(child)
        child.comment = joined_comments([child.comment, step.comment])
        if step.others:
            waiting.append((parent, position))
        if step.follows:
            waiting.append((child, position.play(move)))
        if not waiting:
            return
