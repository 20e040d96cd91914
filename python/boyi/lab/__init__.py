"""The laboratory: comparisons and matches of configurations, what they say, suites and openings, views of tables and
trees.

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

from boyi.lab.blame import Blame
from boyi.lab.changes import Change, Stability
from boyi.lab.claims import Claims, claims, measured_rates
from boyi.lab.compare import compare
from boyi.lab.comparison import Comparison
from boyi.lab.elo import elo, llr, normalized_elo
from boyi.lab.frames import TableSummary, entries_frame, table_summary
from boyi.lab.grid import grid
from boyi.lab.making import make_openings
from boyi.lab.match import match
from boyi.lab.openings import opening_sets, openings
from boyi.lab.rows import branching_factor
from boyi.lab.scoresheet import Game, Match
from boyi.lab.setup import Setup
from boyi.lab.stability import stability
from boyi.lab.stats import Interval, geometric_mean, mean, ratio, share
from boyi.lab.suites import suite, suite_data, suites
from boyi.lab.trace import trace
from boyi.lab.tree import Tree

__all__ = [
    "Blame",
    "Change",
    "Claims",
    "Comparison",
    "Game",
    "Interval",
    "Match",
    "Setup",
    "Stability",
    "TableSummary",
    "Tree",
    "branching_factor",
    "claims",
    "compare",
    "elo",
    "entries_frame",
    "geometric_mean",
    "grid",
    "llr",
    "make_openings",
    "match",
    "mean",
    "measured_rates",
    "normalized_elo",
    "opening_sets",
    "openings",
    "ratio",
    "share",
    "stability",
    "suite",
    "suite_data",
    "suites",
    "table_summary",
    "trace",
]
