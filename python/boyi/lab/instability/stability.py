"""How often the transposition table changes what a search finds, and by what cause."""

from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from boyi import Config, Result, Searcher
from boyi.errors import OptionError
from boyi.lab.instability.result import CURES, NUDGING, Change, Stability, tableless
from boyi.lab.position_sets.given import Positions, checked_positions
from boyi.run import arguments
from boyi.run.arguments import MAX_DEPTH
from boyi.run.journal import Record
from boyi.run.runner import Runner
from boyi.run.tasks import Search

__all__ = ["stability"]


def stability(
    config: Config | str,
    positions: Positions,
    depth: int,
    *,
    executor: Executor | None = None,
    progress: bool = True,
) -> Stability:
    """Counts how often the table changes the score or the move of the root against the same search without it.

    Every position is searched to the same depth with the configuration and with ``table="off"``, each time by a new
    searcher. Where the two disagree, the cause is the first of these that applies:

    * ``"tie"``: the score is the same, and the search without a table gives the other move that score too when it is
      the only one to choose from;
    * ``"nudge"``: the policy is one of those that move evaluations off the draw score, and with
      ``path_scores="ignore"`` the table changes nothing;
    * ``"depth"``: with ``table_depth="equal"`` the table changes nothing, so that a deeper entry has answered;
    * ``"path"``: where neither repetitions nor the limit of moves are judged, on both sides, the table changes
      nothing, so that a score of one path has answered on another;
    * ``"depth and path"``: only the two cures together do it; where that takes ``path_scores="ignore"`` too, the cause
      is again called ``"nudge"``;
    * ``"order"``: none of it does. With a table, moves are tried in another order, and heuristics of the class
      approximate (reductions, null move, pruning) see another tree. It never happens with exact heuristics alone.

    To agree means the same score, and the same move or a tie. What this can tell is limited. A change that either of
    two cures heals is put down to the first one. A cure searches another tree, and beside approximate heuristics it may
    heal or spoil by chance. Tables that are kept from search to search are not examined. Ctrl-C stops the searches.

    Args:
        config: a Config with a table, or the name of a preset.
        positions: positions or FEN texts, or the name of a suite. None of them may be a finished game.
        depth: plies to search, 1 to 96.
        executor: where the searches run, any ``concurrent.futures.Executor``; None: threads, one per core.
        progress: show a progress bar.

    Raises:
        OptionError: without a position, for a configuration without a table, for a finished game, or for a number out
            of range.
        PositionError: for a text that is not a position.
        MissingExtraError: if the progress bar's package is missing.

    >>> from boyi import Config, lab
    >>> exact = Config.preset("plain").replace(iterative=True, table="bucket", table_depth="equal", hash_move=True)
    >>> found = lab.stability(exact, "xiangqi/bench", depth=2, progress=False)
    >>> found.counts["same"] + found.counts["tie"] == len(found.rows)
    True
    """
    runner = Runner(executor, progress, "position")
    places = checked_positions(positions)
    chosen = arguments.config("config", config, places[0].game)
    if chosen.table == "off":
        raise OptionError("config: its table is 'off', expected a configuration with a table")
    depth = arguments.whole("depth", depth, MAX_DEPTH)
    tasks = (StabilityTask(index, place, chosen, depth) for index, place in enumerate(places))
    records: list[Record] = []
    runner.run(tasks, records.append, total=len(places))
    changes = sorted((Change(**record) for record in records), key=lambda change: change.index)
    return Stability(chosen, depth, tuple(places), tuple(changes))


@dataclass(frozen=True)
class StabilityTask:
    """The searches of one position."""

    index: int
    position: Any
    config: Config
    depth: int

    def work(self, search: Search) -> dict[str, Any]:
        """Searches with and without the table, and looks for the cause of a difference."""
        with_table, without = self._pair(search, {})
        ignoring = with_table
        if self.config.path_scores != "ignore":
            ignoring = self._search(search, self.config.replace(path_scores="ignore"))
        return {
            "index": self.index,
            "cause": self._cause(search, with_table, without),
            "score": with_table.score,
            "move": with_table.move,
            "plain_score": without.score,
            "plain_move": without.move,
            "answers": with_table.counters["table_cutoffs"],
            "nodes": with_table.nodes,
            "ignore_nodes": ignoring.nodes,
            "plain_nodes": without.nodes,
        }

    def _cause(self, search: Search, with_table: Result, without: Result) -> str:
        if (with_table.score, with_table.move) == (without.score, without.move):
            return "same"
        if self._agree(search, with_table, without, {}):
            return "tie"
        for cause, cure in CURES:
            possible = cause != "nudge" or self.config.path_scores in NUDGING
            if possible and self._agree(search, *self._pair(search, cure), cure):
                return cause
        return "order"

    def _pair(self, search: Search, cure: dict[str, Any]) -> tuple[Result, Result]:
        cured = self.config.replace(**cure)
        return self._search(search, cured), self._search(search, tableless(cured))

    def _agree(self, search: Search, with_table: Result, without: Result, cure: dict[str, Any]) -> bool:
        """Whether the score is the same, and the move the same or as good."""
        if with_table.score != without.score or with_table.move == without.move:
            return with_table.score == without.score
        only = self._search(search, tableless(self.config.replace(**cure)), root_moves=[with_table.move])
        return only.score == without.score

    def _search(self, search: Search, config: Config, **limits: Any) -> Result:
        return search(Searcher(config), self.position, depth=self.depth, **limits)
