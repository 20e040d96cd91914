"""The laboratory: experiments with configurations, position suites and openings, views of tables and search trees.

>>> from boyi import lab
>>> configs = lab.grid("boyi", null_move=[False, True])
>>> comparison = lab.compare(configs, "xiangqi/bench", depth=3, progress=False)
>>> comparison.rows["nodes"].shape
(24,)

>>> match = lab.match("boyi", "wizard-table", openings="gomoku/renju", games=2, nodes=500, progress=False)
>>> len(match.games), match.games[0].players
(2, {'black': 'boyi', 'white': 'wizard-table'})

Summaries, frames, plots and progress bars want the packages of ``pip install 'boyi[lab]'``.
"""

from boyi.lab.annotation.annotate import annotate
from boyi.lab.annotation.annotations import Annotations
from boyi.lab.annotation.notes import Note
from boyi.lab.annotation.summary import PlayerSummary
from boyi.lab.board_row import Boards, boards
from boyi.lab.comparison.compare import compare
from boyi.lab.comparison.result import Comparison
from boyi.lab.comparison.rows import branching_factor
from boyi.lab.engines.engine import Engine
from boyi.lab.instability.blame import Blame
from boyi.lab.instability.result import Change, Stability
from boyi.lab.instability.stability import stability
from boyi.lab.judging.result import Truth
from boyi.lab.judging.truth import truth
from boyi.lab.matches.adjudication import Adjudication
from boyi.lab.matches.elo import elo, llr, normalized_elo
from boyi.lab.matches.match import match
from boyi.lab.matches.result import Forfeit, Game, Match
from boyi.lab.position_sets.making import make_openings
from boyi.lab.position_sets.sets import opening_sets, openings, suite, suite_data, suites
from boyi.lab.self_play.games import Games
from boyi.lab.self_play.play import selfplay
from boyi.lab.setup import Setup
from boyi.lab.stats import Interval, geometric_mean, mean, ratio, share
from boyi.lab.sweep import grid
from boyi.lab.tables.summary import TableSummary, entries_frame, table_summary
from boyi.lab.tournaments.result import Tournament
from boyi.lab.tournaments.tournament import tournament
from boyi.lab.tracing.node import Node
from boyi.lab.tracing.trace import trace
from boyi.lab.tracing.tree import Tree
from boyi.lab.training.classic import ClassicRecipe
from boyi.lab.training.lines import LinesRecipe
from boyi.lab.training.network import NetworkRecipe
from boyi.lab.training.piece_square import PieceSquareRecipe
from boyi.lab.training.samples import Quiet
from boyi.lab.training.train import Training, train
from boyi.lab.tuning.result import Tuning
from boyi.lab.tuning.screen import screen
from boyi.lab.tuning.screening import Screening
from boyi.lab.tuning.tune import tune

__all__ = [
    "Adjudication",
    "Annotations",
    "Blame",
    "Boards",
    "Change",
    "ClassicRecipe",
    "Comparison",
    "Engine",
    "Forfeit",
    "Game",
    "Games",
    "Interval",
    "LinesRecipe",
    "Match",
    "NetworkRecipe",
    "Node",
    "Note",
    "PieceSquareRecipe",
    "PlayerSummary",
    "Quiet",
    "Screening",
    "Setup",
    "Stability",
    "TableSummary",
    "Tournament",
    "Training",
    "Tree",
    "Truth",
    "Tuning",
    "annotate",
    "boards",
    "branching_factor",
    "compare",
    "elo",
    "entries_frame",
    "geometric_mean",
    "grid",
    "llr",
    "make_openings",
    "match",
    "mean",
    "normalized_elo",
    "opening_sets",
    "openings",
    "ratio",
    "screen",
    "selfplay",
    "share",
    "stability",
    "suite",
    "suite_data",
    "suites",
    "table_summary",
    "tournament",
    "trace",
    "train",
    "truth",
    "tune",
]


def __dir__() -> list[str]:
    return __all__
