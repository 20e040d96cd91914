"""Means and ratios over positions, with bootstrap intervals (scipy).

The positions are the sample: an interval says what other positions of the same kind might have given. Node counts
spread over orders of magnitude, so they are averaged as logarithms, and two configurations are compared position by
position before the mean is taken. Intervals are 95 % intervals of the bias-corrected and accelerated bootstrap, from a
fixed seed.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boyi.lab.extras import need

__all__ = ["Interval", "geometric_mean", "mean", "ratio", "share"]

Values = npt.ArrayLike

_RESAMPLES = 4999
_NORMAL = 1.959964
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""


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
    ends = bootstrap((sample,), np.mean, n_resamples=_RESAMPLES, rng=np.random.default_rng(0)).confidence_interval
    return Interval(value, float(ends.low), float(ends.high))


def share(hits: int, total: int) -> Interval:
    """The share of some cases in all, with the interval of Wilson (1927), which keeps inside 0 and 1.

    >>> [round(end, 3) for end in share(0, 10)], share(5, 10).value
    ([0.0, 0.0, 0.278], 0.5)
    """
    if total == 0:
        return Interval(np.nan, np.nan, np.nan)
    rate, weight = hits / total, _NORMAL**2 / total
    middle = (rate + weight / 2) / (1 + weight)
    reach = np.sqrt(weight * (rate * (1 - rate) + weight / 4)) / (1 + weight)
    return Interval(rate, float(max(0.0, middle - reach)), float(min(1.0, middle + reach)))


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
