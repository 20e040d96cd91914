"""The move that a player chooses, with its cost; and losses by misconduct, such as an illegal move or a crash."""

from typing import NamedTuple

from boyi import Clock, Move
from boyi.games import Description

TIME = "time"
"""Reason of a loss by time: the player exceeded the limit of a move, or its clock ran out."""

WON = 100_000
"""Points of a proved win, more than any evaluation."""


def score_text(points: int, mate: int = 0) -> str:
    """Points as text: units with a sign, or the moves to mate.

    >>> score_text(35), score_text(-100_000), score_text(0, 3)
    ('+0.35', '-M', '+M3')
    """
    if mate or abs(points) >= WON:
        return f"{'-' if points < 0 else '+'}M{abs(mate) or ''}"
    return f"{points / 100:+.2f}"


FARTHEST_WIN = 9704
"""Score, in evaluation units, of a win of unknown length: 'mate? in 48', the longest that :class:`boyi.Score` knows."""


def units(points: int, game: Description) -> int:
    """A score in points as evaluation units, as :class:`boyi.Score` has them; wins are those of unknown length.

    >>> from boyi.games import game_of
    >>> [units(points, game_of("xiangqi")) for points in (900, -WON)]
    [200, -9704]
    """
    return max(-FARTHEST_WIN, min(FARTHEST_WIN, round(points / game.points_per_unit)))


class Answer(NamedTuple):
    """The move that a player has chosen, and what it cost."""

    move: Move
    nodes: int
    """Nodes of the search; 0 if the player does not tell them."""
    time: float
    """CPU seconds of all threads."""
    depth: int
    """Depth of the last iteration in plies; 0 if the player does not tell it."""
    wall: float
    """Wall seconds, which the clock of the game counts."""
    score: int | None
    """The player's score of the position from its own view, in points of :class:`Adjudication`; it may give none."""
    iterations: tuple[tuple[int, int], ...] = ()
    """Depth and nodes of each iteration that a program has reported, in their order."""
    line: tuple[Move, ...] = ()
    """The line that the player expects, which begins with its move; a program may report none."""
    mate: int | None = None
    """Moves to the mate that a program has reported at last, negative if it is mated; None without one."""


class Opened(NamedTuple):
    """The stones that a player puts by the opening rule swap2, and their cost as in :class:`Answer`."""

    moves: tuple[Move, ...]
    """None: the player takes black."""
    nodes: int
    time: float
    wall: float


class Misdeed(Exception):
    """Ends a game that a player loses by its conduct and not by the rules of the game."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        """Kind of misconduct, such as ``"illegal move"``."""
        self.player = -1
        """Who did it: 0 or 1, once that is known."""
        self.transcript: list[str] = []
        """The last lines of the conversation with the program."""


Clocks = tuple[Clock, Clock] | None
"""The clocks of the side to move and of its opponent; None in a game without clocks."""
