"""Entries of transposition tables, counted by depth and bound."""

import numpy as np
import numpy.typing as npt

from boyi.bound import Bound

__all__ = ["bounds_of", "by_deepest_bound", "counts_of"]


def counts_of(rows: npt.NDArray[np.void]) -> dict[int, dict[str, int]]:
    """Entries by depth in plies, then by the name of their bound; of rows that have one bound each."""
    counts: dict[int, dict[str, int]] = {}
    pairs, numbers = np.unique(rows[["depth", "bound"]], return_counts=True)
    for (depth, bound), number in zip(pairs.tolist(), numbers.tolist(), strict=True):
        counts.setdefault(depth, {})[Bound(bound).name.lower()] = number
    return counts


def bounds_of(counts: dict[int, dict[str, int]]) -> list[str]:
    """The names of the bounds that occur, the exact ones first."""
    present = {bound for of_depth in counts.values() for bound in of_depth}
    return [bound.name.lower() for bound in sorted(Bound, reverse=True) if bound.name.lower() in present]


def by_deepest_bound(rows: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """Rows of any layout as rows of one bound: of two bounds the deeper one, and the exact score where they meet."""
    if "bound" in (rows.dtype.names or ()):
        return rows
    kinds = [("key", "u8"), ("move", "u2"), ("score", "i2"), ("depth", "i1"), ("bound", "u1"), ("age", "u1")]
    single = np.zeros(len(rows), dtype=kinds)
    for name in ("key", "move", "age"):
        single[name] = rows[name]
    lower_depth, upper_depth = rows["lower_depth"], rows["upper_depth"]
    exact, upper = rows["lower"] == rows["upper"], upper_depth > lower_depth
    single["score"] = np.where(upper, rows["upper"], rows["lower"])
    single["depth"] = np.where(exact, np.minimum(lower_depth, upper_depth), np.maximum(lower_depth, upper_depth))
    single["bound"] = np.select([exact, upper, lower_depth >= 0], [Bound.EXACT, Bound.UPPER, Bound.LOWER], Bound.NONE)
    single["depth"] = np.maximum(single["depth"], 0)
    return single
