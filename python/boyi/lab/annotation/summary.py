"""The players of a reviewed game: accuracy, average loss, marks, and the moves on which the game turned."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from boyi.games import game_of
from boyi.lab.annotation.judgement import LEAST_LOSSES, accuracy
from boyi.lab.annotation.notes import Note

__all__ = ["PlayerSummary", "summaries", "turning_points"]

MOST_TURNS = 3
"""Turning points of a game that are told."""


@dataclass(frozen=True)
class PlayerSummary:
    """How a player has played in a game, see :meth:`Annotations.players`."""

    side: str
    moves: int
    """Moves that were searched."""
    accuracy: float | None
    """In per cent, 0 to 100; None without moves: the mean of 103.1668 exp(-4.354 loss) - 3.1669 over the moves, with
    the loss in expected points."""
    average_loss: float
    """Mean loss of a move in points, NaN without moves."""
    average_lost: float
    """Mean loss of a move in expected points, 0 to 1, NaN without moves."""
    marks: dict[str, int]
    """How many moves got each of the marks ``"!"``, ``"?!"``, ``"?"`` and ``"??"``."""


def summaries(game: str, notes: Sequence[Note]) -> list[PlayerSummary]:
    """The two players of a game, the one who moves first at the start of the game first."""
    return [_summary(side, [note for note in notes if note.side == side]) for side in game_of(game).sides]


def _summary(side: str, notes: Sequence[Note]) -> PlayerSummary:
    marks = Counter(note.mark for note in notes)
    count = len(notes)
    return PlayerSummary(
        side=side,
        moves=count,
        accuracy=accuracy([note.lost for note in notes]),
        average_loss=sum(note.loss for note in notes) / count if count else float("nan"),
        average_lost=sum(note.lost for note in notes) / count if count else float("nan"),
        marks={sign: marks[sign] for sign in ("!", "?!", "?", "??")},
    )


def turning_points(notes: Sequence[Note]) -> list[Note]:
    """The moves that lost most expected points, at most three and each at least a mistake, in the order of the game."""
    turned = [note for note in notes if note.lost >= LEAST_LOSSES["?"]]
    worst = sorted(turned, key=lambda note: note.lost, reverse=True)[:MOST_TURNS]
    return sorted(worst, key=lambda note: note.ply)
