"""Samples of figures: each function keeps the measured numbers that one statistical method needs.

Cases with NaN are left out, and numbers are kept to six digits, so that files stay small and give the same intervals
when they are read.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from boyi.lab.matches.result import Match
from boyi_studies.claims.verdicts import Sample

Values = npt.ArrayLike

DIGITS = 6
"""Significant digits of a number in a sample."""


def number(value: float) -> Sample:
    """A count or an extreme, which has no interval.

    >>> number(7).interval().value
    7
    """
    return Sample("number", (_short(value),))


def mean(values: Values) -> Sample:
    """The values of an arithmetic mean.

    >>> mean([1.0, float("nan"), 2.5])
    Sample(method='mean', parts=([1, 2.5],))
    """
    return Sample("mean", _columns(values))


def mean_share(values: Values) -> Sample:
    """The values of a mean of shares, which lies between 0 and 1."""
    return Sample("mean share", _columns(values))


def median(values: Values) -> Sample:
    """The values of a median."""
    return Sample("median", _columns(values))


def geometric_mean(ratios: Values) -> Sample:
    """The ratios of a geometric mean."""
    return Sample("geometric mean", _columns(ratios))


def difference(values: Values, baseline: Values) -> Sample:
    """The sample of a mean difference of pairs.

    >>> difference([3, 5], [1, float("nan")])
    Sample(method='difference', parts=([3], [1]))
    """
    return Sample("difference", _columns(values, baseline))


def ratio(values: Values, baseline: Values) -> Sample:
    """The sample of a ratio of geometric means of pairs of positive numbers."""
    return Sample("ratio", _columns(values, baseline))


def ratio_of_sums(values: Values, baseline: Values) -> Sample:
    """The sample of a ratio of sums of pairs of counts."""
    return Sample("ratio of sums", _columns(values, baseline))


def share(hits: int, total: int) -> Sample:
    """A share of cases, for the exact (Clopper-Pearson) interval.

    >>> [round(end, 3) for end in share(19, 20).interval()]
    [0.95, 0.751, 0.999]
    """
    return Sample("share", (int(hits), int(total)))


def pooled_share(hits: Values, totals: Values) -> Sample:
    """A share of cases that come in groups of which each is alike, such as the moves of a tree: the groups are the
    sample.

    >>> pooled_share([3, 0, 4], [5, 0, 9])
    Sample(method='pooled share', parts=([3, 4], [5, 9]))
    """
    groups = np.array([hits, totals], dtype=float)
    return Sample("pooled share", _columns(*groups[:, groups[1] > 0]))


def rate(hits: Values) -> Sample:
    """The share of the cases that are true, of those that are not NaN.

    >>> rate([1, 0, float("nan"), 1]).parts
    (2, 3)
    """
    known = np.asarray(hits, dtype=float)
    known = known[~np.isnan(known)]
    return share(int(known.sum()), len(known))


def rate_difference(first: Values, second: Values) -> Sample:
    """The difference of the shares of the same cases that are true in two trials, the first less the second.

    >>> rate_difference([1, 1, 1, 0], [1, 0, 0, 1]).parts
    (2, 1, 4)
    """
    one, other = np.asarray(first, dtype=bool), np.asarray(second, dtype=bool)
    return Sample("difference of shares", (int((one & ~other).sum()), int((other & ~one).sum()), len(one)))


def match_elo(match: Match) -> Sample:
    """The sample of an Elo difference: the five counts of the pairs of a match."""
    return Sample("elo", (match.pairs,))


def evidence(match: Match) -> Sample:
    """The log likelihood ratio of a match's sequential test; NaN without one."""
    return Sample("log likelihood ratio", (match.llr if match.llr is not None else np.nan,))


def node_cost(match: Match) -> Sample:
    """How much longer a node takes the first player than the second one, game by game; from the clock."""
    rows = match.rows
    per_node = [rows[f"time_{side}"] / np.maximum(rows[f"nodes_{side}"], 1) for side in "ab"]
    ratios = per_node[0] / np.maximum(per_node[1], 1e-12)
    return geometric_mean(ratios[ratios > 0])


def _columns(*values: Values) -> tuple[list[Any], ...]:
    """The columns of a sample, without the cases of which a column does not know the value."""
    table = np.array([np.asarray(column, dtype=float) for column in values])
    known = table[:, ~np.isnan(table).any(axis=0)]
    return tuple([_short(value) for value in column] for column in known.tolist())


def _short(value: float) -> float:
    """A number of six digits at most, whole if it can be."""
    rounded = float(f"{value:.{DIGITS}g}")
    return int(rounded) if rounded.is_integer() else rounded
