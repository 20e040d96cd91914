"""The result of a stability check: positions whose result the table changed, by cause, and the price in nodes."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from boyi import Config, Move, Score
from boyi.lab.instability.blame import Blame, blame
from boyi.lab.render import OPEN_MARK, Shown, estimate
from boyi.lab.stats import Interval, ratio, share
from boyi.run import arguments
from boyi.run.extras import need, rows_frame

__all__ = ["CAUSES", "CURES", "Change", "Stability"]

_NO_DEEPER: dict[str, Any] = {"table_depth": "equal"}
_NO_PATH: dict[str, Any] = {"repetition": 0, "move_limit": False}

_NO_NUDGE: dict[str, Any] = {"path_scores": "ignore"}

NUDGING = ("tutorial", "chain")
"""The values of ``path_scores`` that move evaluations off the draw score."""

CURES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("nudge", _NO_NUDGE),
    ("depth", _NO_DEEPER),
    ("path", _NO_PATH),
    ("depth and path", _NO_DEEPER | _NO_PATH),
    ("nudge", _NO_DEEPER | _NO_PATH | _NO_NUDGE),
)
"""Causes of a change, each with the fields that remove it, in the order in which they are tried."""

CAUSES = ("same", "tie", *dict(CURES), "order")
"""The causes that :func:`boyi.lab.stability` may find for a position; ``"same"`` means no change."""


def tableless(config: Config) -> Config:
    """The configuration of a search without a table."""
    return config.replace(table="off")


@dataclass(frozen=True)
class Change:
    """The result of one position with the table and without it, and the cause of a difference."""

    index: int
    """Number of the position, from 0."""
    cause: str
    """One of ``boyi.lab.instability.result.CAUSES``."""
    score: Score
    """Score of the root, with the table."""
    move: Move
    """Best move, with the table."""
    plain_score: Score
    """Score of the root, without a table."""
    plain_move: Move
    """Best move, without a table."""
    answers: int
    """Number of table cutoffs of the search with the table."""
    nodes: int
    """Nodes of the search with the table."""
    ignore_nodes: int
    """Nodes of the search with the table and ``path_scores="ignore"``."""
    plain_nodes: int
    """Nodes of the search without a table."""


class Stability(Shown):
    """The result of :func:`boyi.lab.stability`; ``str`` and a notebook show it as tables."""

    def __init__(self, config: Config, depth: int, positions: Sequence[Any], changes: Sequence[Change]) -> None:
        self.config = config
        """The configuration with the table."""
        self.depth = depth
        """Depth of the searches in plies."""
        self.positions: tuple[Any, ...] = tuple(positions)
        """The positions that were searched."""
        self.changes: tuple[Change, ...] = tuple(changes)
        """A :class:`Change` for each position, in order, the unchanged ones too."""

    @property
    def counts(self) -> dict[str, int]:
        """Positions by cause; ``"same"`` is none."""
        causes = [change.cause for change in self.changes]
        return {cause: causes.count(cause) for cause in CAUSES}

    @property
    def changed(self) -> list[Change]:
        """The positions whose score or move the table has changed, ties included."""
        return [change for change in self.changes if change.cause != "same"]

    @cached_property
    def rows(self) -> npt.NDArray[np.void]:
        """The changes as a read-only structured array: the fields of :class:`Change`, scores as 16-bit numbers, moves
        as texts."""
        types = {"cause": "U14", "score": "i4", "plain_score": "i4", "move": "U8", "plain_move": "U8"}
        names = [field.name for field in fields(Change)]
        rows = np.zeros(len(self.changes), dtype=[(name, types.get(name, "i8")) for name in names])
        for number, change in enumerate(self.changes):
            values = dict(zip(names, astuple(change), strict=True))
            texts = {name: str(values[name]) for name in ("move", "plain_move")}
            scores = {name: int(values[name]) for name in ("score", "plain_score")}
            rows[number] = tuple((values | texts | scores).values())
        rows.flags.writeable = False
        return rows

    def frame(self) -> Any:
        """The rows as a pandas DataFrame.

        Raises:
            MissingExtraError: if pandas is missing.
        """
        return rows_frame(self.rows)

    def summary(self) -> Any:
        """Counts and shares of the causes with 95 % intervals (Wilson), as a pandas DataFrame.

        Raises:
            MissingExtraError: if pandas is missing.
        """
        total = len(self.changes)
        data = [(count, *share(count, total)) for count in self.counts.values()]
        index = need("pandas").Index(self.counts, name="cause")
        return need("pandas").DataFrame(data, index=index, columns=["count", "share", "low", "high"])

    @cached_property
    def price(self) -> dict[str, Interval]:
        """Nodes of this search over those without a table and over those with ``path_scores="ignore"``.

        Geometric means over the positions with 95 % intervals, by ``"no table"`` and ``"ignore"``; without ends where
        the positions do not decide, see :class:`boyi.lab.Interval`.

        Raises:
            MissingExtraError: if scipy is missing.
        """
        nodes = self.rows["nodes"]
        return {"no table": ratio(nodes, self.rows["plain_nodes"]), "ignore": ratio(nodes, self.rows["ignore_nodes"])}

    def blame(self, index: int) -> Blame:
        """The table cutoff that changed the result of a position, found by bisection.

        The search is repeated with only its first n table cutoffs (``table_answers``), until an n is found with the
        result of the search without a table, whereas n + 1 cutoffs give another result. There may be more such cutoffs.

        Args:
            index: number of the position, from 0.

        Raises:
            OptionError: if there is no such position.
        """
        index = arguments.whole("index", index, len(self.positions) - 1, 0)
        change = self.changes[index]
        wanted = (change.plain_score, change.plain_move)
        return blame(self.config, self.positions[index], self.depth, wanted)

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """The tables: counts by cause, price in nodes, and the positions whose result changed."""
        total = len(self.changes)
        counts = [[cause, str(count), _percent(share(count, total))] for cause, count in self.counts.items()]
        price = [[name, estimate(interval, 1)] for name, interval in self.price.items()]
        changed = [
            [str(c.index), c.cause, str(c.plain_score), str(c.plain_move), str(c.score), str(c.move)]
            for c in self.changed
        ]
        caption = (
            f"{total} position{'' if total == 1 else 's'}, depth {self.depth}, path_scores={self.config.path_scores!r}"
        )
        shown = [
            (f"{caption}: the root's result, with the table and without", ["cause", "positions", "%"], counts),
            (f"Nodes, as a ratio; {OPEN_MARK} after intervals that include 1", ["against", "nodes"], price),
        ]
        header = ["position", "cause", "score without", "move", "score with", "move"]
        return [*shown, ("What the table has changed", header, changed)] if changed else shown


def _percent(interval: Interval) -> str:
    value, low, high = (100 * end for end in interval)
    return f"{value:.0f} [{low:.0f}, {high:.0f}]"
