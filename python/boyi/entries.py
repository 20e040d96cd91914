"""Entries of transposition tables, counted by depth and bound."""

from collections import Counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boyi._core import TableFile, TranspositionTable
from boyi.bound import Bound

__all__ = ["Survey", "bounds_of", "by_deepest_bound", "survey"]

_SINGLE = [("key", "u8"), ("move", "u2"), ("score", "i2"), ("depth", "i1"), ("bound", "u1"), ("age", "u1")]
"""Fields of rows of one bound."""

_PIECE = 1 << 20
"""Rows of a table that are looked at together."""


class Survey(NamedTuple):
    """What a walk over a table has found; of two bounds of a position the deeper one counts."""

    entries: int
    counts: dict[int, dict[str, int]]
    """Entries by depth in plies, then by the name of their bound."""
    deepest: npt.NDArray[np.void]
    """The deepest entries, those in the first slots first."""


def survey(table: TranspositionTable | TableFile, n: int = 0) -> Survey:
    """Walks over a table piece by piece, and keeps the ``n`` deepest entries."""
    found: Counter[tuple[int, int]] = Counter()
    deepest: npt.NDArray[np.void] | None = None
    for piece in table.entries(chunk=_PIECE):
        rows = by_deepest_bound(piece)
        pairs, numbers = np.unique(rows[["depth", "bound"]], return_counts=True)
        found.update(dict(zip(pairs.tolist(), numbers.tolist(), strict=True)))
        together = rows if deepest is None else np.concatenate([deepest, rows])
        deepest = together[np.argsort(-together["depth"].astype(int), kind="stable")[:n]]
    counts: dict[int, dict[str, int]] = {}
    for (depth, bound), number in sorted(found.items()):
        counts.setdefault(depth, {})[Bound(bound).name.lower()] = number
    return Survey(found.total(), counts, np.zeros(0, dtype=_SINGLE) if deepest is None else deepest)


def bounds_of(counts: dict[int, dict[str, int]]) -> list[str]:
    """The names of the bounds that occur, the exact ones first."""
    present = {bound for of_depth in counts.values() for bound in of_depth}
    return [bound.name.lower() for bound in sorted(Bound, reverse=True) if bound.name.lower() in present]


def by_deepest_bound(rows: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """Rows of any layout as rows of one bound: of two bounds the deeper one, and the exact score where they meet."""
    if "bound" in (rows.dtype.names or ()):
        return rows
    single = np.zeros(len(rows), dtype=_SINGLE)
    for name in ("key", "move", "age"):
        single[name] = rows[name]
    lower_depth, upper_depth = rows["lower_depth"], rows["upper_depth"]
    exact, upper = rows["lower"] == rows["upper"], upper_depth > lower_depth
    single["score"] = np.where(upper, rows["upper"], rows["lower"])
    single["depth"] = np.where(exact, np.minimum(lower_depth, upper_depth), np.maximum(lower_depth, upper_depth))
    single["bound"] = np.select([exact, upper, lower_depth >= 0], [Bound.EXACT, Bound.UPPER, Bound.LOWER], Bound.NONE)
    single["depth"] = np.maximum(single["depth"], 0)
    return single
