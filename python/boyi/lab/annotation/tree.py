"""The positions of a page: the main line, the best lines and the variations of the file, as one tree of numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from boyi import Move
from boyi.games import game_of
from boyi.lab.annotation.notes import MOST_MOVES, Note
from boyi.lab.annotation.pictures import Pictures
from boyi.records import Node

__all__ = ["Line", "Places", "variations"]

MOST_LINES = 20
"""Variations of the file that are shown at a move."""


@dataclass(frozen=True)
class Line:
    """Moves that can be played on the board instead of those of the game."""

    first: int
    """Number of the position after the first move."""
    texts: list[str]
    """The moves in the notation of the page, with their numbers."""
    comments: list[str]
    """What the file says of each of them."""


@dataclass
class Places:
    """Positions by number: 0 is the start, then the main line, then all lines."""

    pictures: Pictures
    notation: str
    shown: list[int] = field(default_factory=list)
    """The picture of each position."""
    parents: list[int] = field(default_factory=list)
    offset: int = 0
    """1 if the second side makes the first move."""
    following: list[int] = field(default_factory=list)
    """The position after the next move of the same line; -1 at its end."""

    def main(self, places: Sequence[Any]) -> None:
        """Adds the positions of the main line."""
        self.offset = int(places[0].turn != game_of(places[0]).sides[0])
        for number, place in enumerate(places):
            self._add(place, number - 1)
            if number:
                self.following[number - 1] = number

    def line(self, at: int, place: Any, moves: Sequence[Move], comments: Sequence[str] = ()) -> Line:
        """Adds a line that leaves the main line at a position."""
        first, texts = len(self.shown), []
        for number, move in enumerate(moves):
            texts.append(self.count(at + number, number == 0) + place.format(move, self.notation))
            place = place.play(move)
            parent = len(self.shown) - 1 if number else at
            self._add(place, parent)
            if number:
                self.following[parent] = parent + 1
        return Line(first, texts, [*comments, *[""] * (len(texts) - len(comments))])

    def count(self, at: int, always: bool = False) -> str:
        """The number of the move after the position ``at`` of the main line, such as ``"3. "``; where the second side
        moves it is empty, or ``"3… "`` if the number is always told."""
        number, second = divmod(at + self.offset, 2)
        return f"{number + 1}{'…' if second else '.'} " if always or not second else ""

    def _add(self, place: Any, parent: int) -> None:
        self.shown.append(self.pictures.add(place))
        self.parents.append(parent)
        self.following.append(-1)


def best_moves(note: Note) -> Sequence[Move]:
    """The best line as far as it is shown."""
    return note.line[:MOST_MOVES]


def variations(node: Node) -> list[tuple[list[Move], list[str]]]:
    """The lines of the file that leave the main line instead of a node's move: moves and comments, each to its end."""
    assert node.parent is not None
    found: list[tuple[list[Move], list[str]]] = []
    waiting = [[other] for other in reversed(node.parent.children) if other is not node]
    while waiting and len(found) < MOST_LINES:
        path = waiting.pop()
        if path[-1].children:
            waiting += [[*path, child] for child in reversed(path[-1].children)]
            continue
        comments = ["; ".join(filter(None, (each.comment_before, each.comment))) for each in path]
        found.append(([each.move for each in path if each.move is not None], comments))
    return found
