"""What a move was worth: the expected points that it lost, the mark that it gets, and a player's accuracy.

*Expected points* are the share of a game's point that a side expects in a position: 1 for a win, half for a draw, by
:meth:`boyi.games.Description.expected_points` of the score of a search. What a move loses of them says how much it
mattered: a pawn is much in a level game, and nothing in one that is won. The thresholds are those of the article "How
are moves classified?" of chess.com's help centre: an inaccuracy loses 0.05 to 0.10 expected points, a mistake 0.10 to
0.20, a blunder more.
"""

from collections.abc import Sequence
from math import exp
from typing import Any

from boyi.games import game_of
from boyi.lab.engines.answer import WON

__all__ = ["LEAST_LOSSES", "accuracy", "expected", "mark"]

LEAST_LOSSES = {"??": 0.20, "?": 0.10, "?!": 0.05}
"""Marks of bad moves, and the expected points that a move loses at least to get one."""

FOUND = "!"
"""Mark of a best move that is hard to see: at first sight (the first iteration of the search) another move looked
better that loses as many expected points as a mistake."""

BEST = 0.02
"""Expected points that a move may lose and still count as a best one."""


def expected(place: Any, points: int) -> float:
    """The expected points, 0 to 1, of the side with a score in a position."""
    if abs(points) >= WON:
        return float(points > 0)
    return game_of(place).expected_points(place, points)


def mark(lost: float, sight: float) -> str:
    """The mark of a move, empty for an ordinary one.

    Args:
        lost: expected points that the move lost.
        sight: expected points that the move loses that looked best at first sight.

    >>> mark(0.25, 0), mark(0.1, 0), mark(0.06, 0), mark(0, 0), mark(0, 0.3)
    ('??', '?', '?!', '', '!')
    """
    if lost <= BEST and sight >= LEAST_LOSSES["?"]:
        return FOUND
    return next((sign for sign, least in LEAST_LOSSES.items() if lost >= least), "")


def accuracy(losses: Sequence[float]) -> float | None:
    """The accuracy of moves in per cent, 0 to 100, by the expected points that each lost; None without moves.

    The mean over the moves of 103.1668 exp(-4.354 loss) - 3.1669, lichess.org's curve ("Lichess Accuracy metric",
    https://lichess.org/page/accuracy), which was fitted on games of chess. That site weighs the moves of a game
    further; a plain mean is easier to understand.

    >>> accuracy([0.0, 0.0]), round(accuracy([0.1]))
    (100.0, 64)
    """
    if not losses:
        return None
    curve = (103.1668 * exp(-4.354 * loss) - 3.1669 for loss in losses)
    return sum(max(0.0, min(100.0, round(value, 3))) for value in curve) / len(losses)
