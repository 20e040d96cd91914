"""Xiangqi: its position, its evaluations, opening books and endgame tables.

>>> from boyi import xiangqi
>>> position = xiangqi.Position().play("h2e2")
>>> position.turn, len(position.legal_moves())
('black', 45)
>>> xiangqi.Position(xiangqi.START) == xiangqi.Position()
True
"""

from boyi._core import Book, Classic, Evaluation, Network, Tablebase
from boyi._core import XiangqiPosition as Position

__all__ = ["CENTIPAWNS", "KINDS", "START", "Book", "Classic", "Evaluation", "Network", "Position", "Tablebase"]

CENTIPAWNS = 4.5
"""Centipawns in one unit of boyi's evaluation, in which a chariot is worth 200 units, or nine pawns."""

KINDS = ("king", "advisor", "elephant", "horse", "chariot", "cannon", "pawn")
"""The kinds of pieces in the order of ``Evaluation.piece_square`` and of the numbers 1 to 7 of ``to_array()``."""

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
"""The position at the start of a game as FEN."""


def __dir__() -> list[str]:
    return __all__
