"""Gomoku: its position, networks, and small boards that are solved.

>>> from boyi import gomoku
>>> position = gomoku.Position("h8 i9 h9 i8 h10 i7")
>>> position.threats()["black"]["h11"], position.threats()["white"]["i10"]
('open_four', 'open_four')
>>> import boyi
>>> boyi.Searcher().search(position, depth=4).score.mate
2
"""

from boyi._core import GomokuNetwork as Network
from boyi._core import GomokuPosition as Position
from boyi.solved_board import SolvedBoard

__all__ = ["RULES", "Network", "Position", "SolvedBoard"]

RULES = ("freestyle", "standard", "renju")
"""The rules: five or more win; exactly five win; exactly five win for black, who has forbidden points."""


def __dir__() -> list[str]:
    return __all__
