"""Means and ratios over positions, with bootstrap intervals, and shares (scipy).

The positions are the sample: an interval says what other positions of the same kind might have given. Node counts
spread over orders of magnitude, so they are averaged as logarithms, and two configurations are compared position by
position before the mean is taken. Intervals are 95 % intervals of the bias-corrected and accelerated bootstrap, from a
fixed seed.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boyi.lab.extras import need

__all__ = ["Interval", "geometric_mean", "mean", "median", "ratio", "ratio_of_sums", "share"]

Values = npt.ArrayLike

RESAMPLES = 4999
"""Resamples of a bootstrap."""


class Interval(NamedTuple):
    """An estimate and the 95 % interval around it; the ends are NaN where there are fewer than two values."""

    value: float
    low: float
    high: float


def mean(values: Values) -> Interval:
    """The arithmetic mean; NaN values are left out.

    >>> mean([0.5, 0.5, 0.5])
    Interval(value=0.5, low=0.5, high=0.5)
    """
    sample = np.asarray(values, dtype=float)
    sample = sample[~np.isnan(sample)]
    if len(sample) == 0:
        return Interval(np.nan, np.nan, np.nan)
    value = float(sample.mean())
    if len(sample) == 1:
        return Interval(value, np.nan, np.nan)
    if np.ptp(sample) == 0:
        return Interval(value, value, value)
    bootstrap = need("scipy.stats").bootstrap
    ends = bootstrap((sample,), np.mean, n_resamples=RESAMPLES, rng=np.random.default_rng(0)).confidence_interval
    return Interval(value, float(ends.low), float(ends.high))


def share(hits: int, total: int, *, method: str = "wilson") -> Interval:
    """The share of some cases in all, with an interval that keeps inside 0 and 1.

    Args:
        hits: how many cases count.
        total: how many there are.
        method: ``"wilson"`` (1927), which holds 95 % on the average, or ``"exact"`` (Clopper and Pearson 1934), which
            holds at least 95 % always and is wider.

    Raises:
        MissingExtraError: if scipy is missing.

    >>> [round(end, 3) for end in share(0, 10)], share(5, 10).value
    ([0.0, 0.0, 0.278], 0.5)
    """
    if total == 0:
        return Interval(np.nan, np.nan, np.nan)
    ends = need("scipy.stats").binomtest(hits, total).proportion_ci(method=method)
    return Interval(hits / total, float(ends.low), float(ends.high))


def geometric_mean(values: Values) -> Interval:
    """The geometric mean of positive values; NaN values are left out.

    >>> round(geometric_mean([1, 100]).value, 6)
    10.0
    """
    return Interval(*(float(end) for end in np.exp(mean(np.log(np.asarray(values, dtype=float))))))


def ratio(values: Values, baseline: Values) -> Interval:
    """The ratio of geometric means of paired positive values: each value goes with the baseline at its place.

    >>> ratio([1, 10, 200], [2, 20, 400])
    Interval(value=0.5, low=0.5, high=0.5)
    """
    return geometric_mean(np.asarray(values, dtype=float) / np.asarray(baseline, dtype=float))


def ratio_of_sums(values: Values, baseline: Values) -> Interval:
    """The sum of values over that of their baselines, with a bootstrap interval over the cases; from a fixed seed.

    >>> ratio_of_sums([2, 4, 6], [1, 2, 3])
    Interval(value=2.0, low=2.0, high=2.0)
    """
    pairs = np.array([values, baseline], dtype=float)
    if pairs[1].sum() == 0:
        return Interval(np.nan, np.nan, np.nan)
    drawn = np.random.default_rng(0).integers(pairs.shape[1], size=(RESAMPLES, pairs.shape[1]))
    sums = pairs[:, drawn].sum(axis=2)
    low, high = np.quantile(sums[0] / np.maximum(sums[1], 1e-12), [0.025, 0.975])
    return Interval(float(pairs[0].sum() / pairs[1].sum()), float(low), float(high))


def median(values: Values) -> Interval:
    """The median, with the 95 % interval of its order statistics; NaN values are left out.

    Values that are only known to lie beyond all others, as those of a search that was not pushed further, do no harm.

    >>> median(range(1, 26))
    Interval(value=13.0, low=8.0, high=18.0)
    """
    sample = np.sort(np.asarray(values, dtype=float))
    sample = sample[~np.isnan(sample)]
    if len(sample) == 0:
        return Interval(np.nan, np.nan, np.nan)
    # The largest number of values below the median that is rarer than 2.5 % either way.
    outer = int(need("scipy.stats").binom.ppf(0.025, len(sample), 0.5)) - 1
    if outer < 0:
        return Interval(float(np.median(sample)), np.nan, np.nan)
    return Interval(float(np.median(sample)), float(sample[outer]), float(sample[-1 - outer]))
