"""Ends of games that the referee declares: both players agree about the result, or one is far ahead in material."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from boyi.errors import OptionError
from boyi.games import game_of
from boyi.run import arguments

__all__ = ["Adjudication"]

MOST_POINTS = 1_000_000
"""Largest number of points."""


@dataclass(frozen=True)
class Adjudication:
    """When a referee ends a game of :func:`boyi.lab.match` before its end by the rules.

    Points are hundredths of a pawn in xiangqi, as programs report them by UCI and UCCI, and units of boyi's evaluation
    in gomoku. A program that reports no score, such as those by Gomocup, agrees to nothing.

    >>> from boyi import lab
    >>> given = {"game": "xiangqi", "games": 2, "depth": 1, "progress": False}
    >>> match = lab.match("boyi", "plain", adjudication=lab.Adjudication(draw=100_000, draw_after=0, moves=2), **given)
    >>> [(game.reason, len(game.moves)) for game in match.games]
    [('agreed draw', 4), ('agreed draw', 4)]

    Raises:
        OptionError: for a number out of its range, or without anything to decide.
    """

    win: int | None = None
    """A player has won when both say that it is ahead by so many points, at least 1."""
    draw: int | None = None
    """A game is drawn when both players say that nobody is ahead by more points, at least 0."""
    material: int | None = None
    """A player has won when its pieces are worth so many points more, at least 1; in xiangqi only.

    A chariot has 900, a cannon 450, a horse 400, an advisor and an elephant 200, a pawn 100.
    """
    moves: int = 4
    """Number of moves of each player, one after the other, for which that must be so."""
    draw_after: int = 80
    """Number of plies after the opening before which no game is drawn for its scores."""

    def __post_init__(self) -> None:
        for name, least, most in (("win", 1, MOST_POINTS), ("draw", 0, MOST_POINTS), ("material", 1, MOST_POINTS)):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, arguments.whole(name, value, most, least))
        object.__setattr__(self, "moves", arguments.whole("moves", self.moves, 1000))
        object.__setattr__(self, "draw_after", arguments.whole("draw_after", self.draw_after, MOST_POINTS, 0))
        if self.win is self.draw is self.material is None:
            raise OptionError("an adjudication that decides nothing: expected win=, draw= or material= (points)")

    def plain(self) -> dict[str, int | None]:
        """The fields as plain data."""
        return asdict(self)


class Judge:
    """Watches one game. Players are 0 and 1."""

    def __init__(self, adjudication: Adjudication | None) -> None:
        self._asked = adjudication
        self._agreed: dict[tuple[str, int], int] = {}
        self._plies = 0

    def see(self, mover: int, score: int | None, place: Any) -> tuple[int, str] | None:
        """Sees a move.

        Args:
            mover: the player who made it.
            score: what the player said of the position before it, in points from its own view; None if nothing.
            place: the position after it.

        Returns:
            The winner, -1 for a draw, and the reason; None as long as the game goes on.
        """
        asked = self._asked
        if asked is None:
            return None
        self._plies += 1
        level = score is not None and asked.draw is not None and abs(score) <= asked.draw
        claims = {("agreed draw", -1): level and self._plies > asked.draw_after}
        for player in (0, 1):
            ahead = None if score is None else (score if player == mover else -score)
            claims["agreed win", player] = None not in (ahead, asked.win) and (ahead or 0) >= (asked.win or 0)
            if asked.material is not None:
                # The mover is not to move any more.
                lead = -material(place) if player == mover else material(place)
                claims["material", player] = lead >= asked.material
        for claim, holds in claims.items():
            self._agreed[claim] = self._agreed.get(claim, 0) + 1 if holds else 0
        ended = [claim for claim, plies in self._agreed.items() if plies >= 2 * asked.moves]
        return (ended[0][1], ended[0][0]) if ended else None


def material(place: Any) -> int:
    """By how many points the pieces of the side to move are worth more than the opponent's.

    Positive numbers of ``to_array()`` are pieces of the side that makes the first move of a game.

    >>> from boyi.xiangqi import Position
    >>> material(Position()), material(Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 b"))
    (0, -1800)
    """
    game, pieces = game_of(place), place.to_array()
    lead = int((np.sign(pieces) * np.array((0, *game.piece_points))[abs(pieces)]).sum())
    return lead if place.turn == game.sides[0] else -lead
