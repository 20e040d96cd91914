"""Transposition tables as tidy tables for people."""

from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from boyi import Bound, Position, Score, TableFile, TranspositionTable
from boyi.entries import bounds_of, survey
from boyi.errors import OptionError
from boyi.lab.plots import new_figure
from boyi.lab.render import Shown, short
from boyi.lab.tables.paths import Paths
from boyi.run.extras import need, rows_frame

__all__ = ["TableSummary", "entries_frame", "table_summary"]


@dataclass(frozen=True, repr=False)
class TableSummary(Shown):
    """A summary of the entries of a transposition table; ``str`` and a notebook show it as tables."""

    entries: int
    """Filled slots."""
    capacity: int
    """All slots."""
    counts: dict[int, dict[str, int]]
    """Entries by depth in plies, then by the name of their bound."""
    deepest: list[dict[str, Any]]
    """The deepest entries as dicts with ``key depth bound score move age``."""

    @property
    def fill(self) -> float:
        """Share of the slots that are filled, from 0 to 1."""
        return self.entries / self.capacity if self.capacity else 0.0

    @property
    def bounds(self) -> list[str]:
        """The names of the bounds that occur, the exact ones first."""
        return bounds_of(self.counts)

    def frame(self) -> Any:
        """The counts as a pandas DataFrame: a row for each depth, a column for each bound.

        Raises:
            MissingExtraError: if pandas is missing.
        """
        table = need("pandas").DataFrame.from_dict(self.counts, orient="index", columns=self.bounds)
        return table.fillna(0).astype(int).rename_axis(index="depth", columns="bound").sort_index(ascending=False)

    def plot(self) -> Any:
        """The counts as a heat map over depth and bound with the numbers in it, as a matplotlib Figure.

        The colours are logarithmic: from one depth to the next the numbers differ by a factor. Cells without entries
        stay white.

        Raises:
            MissingExtraError: if matplotlib is missing.
        """
        colors = need("matplotlib.colors")
        depths = sorted(self.counts, reverse=True)
        figure, axes = new_figure(1, 1.2 + 0.28 * max(len(depths), 1))
        counts = np.array([[self.counts[depth].get(bound, 0) for bound in self.bounds] for depth in depths])
        if counts.size:
            most = max(int(counts.max()), 2)
            filled = np.ma.masked_equal(counts, 0)
            picture = axes[0].imshow(filled, cmap="Blues", norm=colors.LogNorm(1, most), aspect="auto")
            figure.colorbar(picture, ax=axes[0], label="entries")
            for (row, column), number in np.ndenumerate(counts):
                shade = "white" if number**2 > most else "black"
                axes[0].text(
                    column, row, short(number) if number > 999 else number, color=shade, ha="center", va="center"
                )
        axes[0].set_xticks(range(len(self.bounds)), self.bounds)
        axes[0].set_yticks(range(len(depths)), depths)
        axes[0].set(xlabel="bound", ylabel="depth (plies)", title="What the table holds")
        return figure

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """Caption, header and cells of two tables: entries by depth and bound, and the deepest entries."""
        fill = f"{self.entries} of {self.capacity} slots filled ({100 * self.fill:.1f} %)"
        by_depth = [
            [str(depth), *(str(counts.get(bound, 0)) for bound in self.bounds), str(sum(counts.values()))]
            for depth, counts in sorted(self.counts.items(), reverse=True)
        ]
        rows = [
            [f"{row['key']:016x}", *(str(row[name]) for name in ("depth", "bound", "score", "move", "age"))]
            for row in self.deepest
        ]
        return [
            (f"{fill}; entries by depth and bound", ["depth", *self.bounds, "all"], by_depth),
            (f"The {len(rows)} deepest entries", ["key", "depth", "bound", "score", "move", "age"], rows),
        ]


def table_summary(table: TranspositionTable | TableFile, n: int = 10) -> TableSummary:
    """Summarises a transposition table: how full it is, its entries by depth and bound, and its ``n`` deepest entries.

    Raises:
        OptionError: for a negative ``n``.

    >>> import boyi
    >>> from boyi import lab
    >>> searcher = boyi.Searcher("boyi")
    >>> result = searcher.search(boyi.xiangqi.Position(), depth=4)
    >>> summary = lab.table_summary(searcher.table, n=3)
    >>> summary.entries == len(searcher.table), len(summary.deepest)
    (True, 3)
    """
    if index(n) < 0:
        raise OptionError(f"n={n}: expected 0 or more rows")
    found = survey(table, n)
    return TableSummary(found.entries, table.capacity, found.counts, _readable(table, found.deepest))


def entries_frame(
    table: TranspositionTable | TableFile,
    rows: npt.NDArray[np.void] | None = None,
    *,
    root: Position | None = None,
) -> Any:
    """Entries of a table as a pandas DataFrame, with moves and kinds of bounds as texts; two bounds stay numbers.

    Args:
        table: the table that the rows come from.
        rows: rows of ``table.entries()`` or ``table.sample(n)``, or one of the pieces of a :class:`boyi.TableFile`;
            None: all entries.
        root: the position that was searched. The frame then has only entries of positions that can be reached from it
            through the table (:meth:`TranspositionTable.explore`), the nearest first, with the columns ``plies``,
            ``path`` (the moves from the root, as one text) and ``fen``; ``frame.attrs["unreachable"]`` is the number of
            the others.

    Raises:
        MissingExtraError: if pandas is missing.
        GameMismatchError: if the table was filled with another game or board than the root's.
        OptionError: for a :class:`boyi.TableFile` without rows, or with a root.

    >>> import boyi
    >>> from boyi import lab
    >>> searcher, start = boyi.Searcher(), boyi.xiangqi.Position()
    >>> result = searcher.search(start, depth=4)
    >>> frame = lab.entries_frame(searcher.table, root=start)
    >>> len(frame) + frame.attrs["unreachable"] == len(searcher.table)
    True
    >>> last = frame.iloc[-1]
    >>> start.play_all(last["path"]).fen == last["fen"]
    True
    """
    if isinstance(table, TableFile):
        if rows is None or root is not None:
            raise OptionError("a table in a file: expected rows=, a piece of entries(), and no root=; load() the table")
        return _frame(table, rows)
    chosen = table.entries() if rows is None else rows
    if root is None:
        return _frame(table, chosen)
    paths = Paths(table, root)
    places = paths.places(chosen["key"])
    reachable = np.flatnonzero(places >= Paths.ROOT)
    order = reachable[np.argsort(places[reachable], kind="stable")]
    frame = _frame(table, chosen[order])
    for column, values in paths.columns(places[order]).items():
        frame[column] = values
    frame.attrs["unreachable"] = len(chosen) - len(order)
    return frame


def _frame(table: TranspositionTable | TableFile, chosen: npt.NDArray[np.void]) -> Any:
    frame = rows_frame(chosen)
    if "bound" in frame:
        frame["bound"] = [Bound(bound).name.lower() for bound in chosen["bound"].tolist()]
    frame["move"] = table.move_text(chosen)
    return frame


def _readable(table: TranspositionTable | TableFile, rows: npt.NDArray[np.void]) -> list[dict[str, Any]]:
    return [
        {
            "key": int(row["key"]),
            "depth": int(row["depth"]),
            "bound": Bound(int(row["bound"])).name.lower(),
            "score": str(Score(int(row["score"]), "red")),  # the text is the same for all sides and games
            "move": move,
            "age": int(row["age"]),
        }
        for row, move in zip(rows, table.move_text(rows), strict=True)
    ]
