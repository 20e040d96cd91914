"""boyi (博弈), a game-tree search laboratory for xiangqi and gomoku.

Every heuristic of the search is a switch that can be measured:

>>> import boyi
>>> position = boyi.xiangqi.Position()
>>> searcher = boyi.Searcher(boyi.Config.preset("boyi").replace(killers=0))
>>> result = searcher.search(position, depth=4)
>>> position.is_legal(result.move), result.depth
(True, 4)
>>> searcher.table.probe(position).move == result.move
True

``boyi.lab`` compares configurations over sets of positions; it loads when it is first used and wants the packages
that ``pip install 'boyi[lab]'`` brings. Everything else needs numpy only.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from boyi import connect4, gomoku, xiangqi
from boyi._core import (
    Clock,
    Config,
    Move,
    Run,
    Score,
    Searcher,
    TableFile,
    TranspositionTable,
    Weights,
    __version__,
    kill_search,
)
from boyi.bound import Bound
from boyi.errors import (
    BookFileError,
    BoyiError,
    EvaluationFileError,
    ForkError,
    GameMismatchError,
    IllegalMoveError,
    InternalError,
    MissingExtraError,
    MissingFileError,
    MoveTextError,
    NetworkFileError,
    OptionError,
    OptionTypeError,
    PositionError,
    RecordError,
    ResultFileError,
    SearcherBusyError,
    TableFileError,
    WorkerError,
)
from boyi.pieces import set_pieces
from boyi.position import Position
from boyi.values import Bounds, Entry, Iteration, KillResult, Line, Outcome, Proof, Result

if TYPE_CHECKING:
    from boyi import aio, lab, records
    from boyi.board import view

__all__ = [
    "BookFileError",
    "Bound",
    "Bounds",
    "BoyiError",
    "Clock",
    "Config",
    "Entry",
    "EvaluationFileError",
    "ForkError",
    "GameMismatchError",
    "IllegalMoveError",
    "InternalError",
    "Iteration",
    "KillResult",
    "Line",
    "MissingExtraError",
    "MissingFileError",
    "Move",
    "MoveTextError",
    "NetworkFileError",
    "OptionError",
    "OptionTypeError",
    "Outcome",
    "Position",
    "PositionError",
    "Proof",
    "RecordError",
    "Result",
    "ResultFileError",
    "Run",
    "Score",
    "Searcher",
    "SearcherBusyError",
    "TableFile",
    "TableFileError",
    "TranspositionTable",
    "Weights",
    "WorkerError",
    "__version__",
    "aio",
    "connect4",
    "gomoku",
    "kill_search",
    "lab",
    "records",
    "set_pieces",
    "view",
    "xiangqi",
]


def __getattr__(name: str) -> Any:
    if name in ("aio", "lab", "records"):
        return import_module(f"boyi.{name}")
    if name == "view":
        return import_module("boyi.board").view
    raise AttributeError(f"module 'boyi' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
