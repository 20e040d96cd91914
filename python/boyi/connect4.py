"""Connect Four, the small game: its trees can be drawn whole, and its values are known.

>>> from boyi import Searcher, connect4
>>> position = connect4.Position("ddcc")
>>> Searcher().search(position, depth=8).score.mate
2
"""

from boyi._core import Connect4Position as Position
from boyi.connect4_solver import Solver

__all__ = ["Position", "Solver"]


def __dir__() -> list[str]:
    return __all__
