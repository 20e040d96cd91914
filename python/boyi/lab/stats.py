"""Means, ratios, medians and shares over positions, with intervals that hold for small samples too (scipy).

The positions are the sample: an interval says what other positions of the same kind might have given. Node counts
spread over orders of magnitude, so they are averaged as logarithms, and two configurations are compared position by
position before the mean is taken. Intervals are 95 % intervals unless another level is asked for, and they are computed
without random numbers.

**How the interval of a mean is made.** Many heuristics change some positions and leave the others exactly as they were.
How many they change and by how much are therefore estimated apart: the share of the changed positions by the exact
interval (Clopper and Pearson 1934), their mean effect by Student's t interval, widened where the sample is skewed to
what Hall's transformation of t gives (Peter Hall, "On the removal of skewness by transformation", Journal of the Royal
Statistical Society B 54, 1992). The interval of the mean reaches from the smallest to the largest product of the two.

**What was tried.** Coverage of nominal 95 % intervals in simulations: 6, 12 and 48 positions; 10, 20, 50 and 100 % of
them changed; effects normal (mean 1, standard deviation 0.05, 0.3 and 1; mean 0), exponential of either sign,
log-normal (sigma 0.5 and 1), Laplace, t with 3 degrees of freedom, uniform, and of both signs. The figures are the
lowest coverages, where an interval without ends counts as covering:

=================================================================  ====  ====  ====  =====
method                                                             10 %  20 %  50 %  100 %
=================================================================  ====  ====  ====  =====
bias-corrected and accelerated bootstrap over all positions          28    49    75     79
Student's t over all positions                                       78    78    81     82
share and effect apart, each at 95 %, without Hall's part            95    95    95     82
share and effect apart, each at 97.5 %, without it                   97    97    97     87
share and effect apart, each at 95 %, with it                        97    96    95     88
share and effect apart, each at 95 %, with a bootstrap-t instead     98    96    96     89
share at 95 % and effect at 98 %, with Hall's part: the one used     98    98    98     94
=================================================================  ====  ====  ====  =====

Levels need not be raised for being two: the errors of two factors, added, are spread less than the sum of the half
widths allows for. The effect's level is 98 % because samples of skewed effects understate their spread. Nothing helps
where a rare large effect is missing from the sample: of effects that are 1 and once in five times 4, six positions show
no 4 in a quarter of all samples, and coverage is 75 %. The price: where no position ties and effects are normal, with a
standard deviation equal to their mean, intervals are 1.5 (6 positions) to 1.2 times (48) as long as Student's.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from boyi.errors import OptionError
from boyi.run import arguments
from boyi.run.extras import need

__all__ = [
    "LEVEL",
    "Interval",
    "difference",
    "geometric_mean",
    "mean",
    "median",
    "pooled_share",
    "ratio",
    "ratio_of_sums",
    "share",
    "share_difference",
]

Values = npt.ArrayLike
Sample = npt.NDArray[np.float64]
Ends = tuple[float, float]

LEVEL = 0.95
"""The level of intervals, if no other is asked for."""

SKEW_ALLOWANCE = 0.4
"""The mean effect gets this part of the errors that the whole interval may make, so that skewed effects are covered."""

NO_SPREAD = 1e-12
"""Values that differ by less than this part of the largest are equal but for rounding."""

NO_ENDS: Ends = (np.nan, np.nan)

MOST_CASES = 2**53
"""Largest count of cases: a float holds every whole number up to it."""


class Interval(NamedTuple):
    """An estimate and the interval around it.

    The ends are NaN where the sample does not decide: fewer than two values, or values that are all equal, since a
    sample without spread says nothing about how far other values may lie. Such an interval is printed *undecided*.
    """

    value: float
    low: float
    high: float

    @property
    def undecided(self) -> bool:
        """Whether there is no interval.

        >>> from boyi.lab import Interval
        >>> Interval(1.0, float("nan"), float("nan")).undecided, Interval(1.0, 0.5, 2.0).undecided
        (True, False)
        """
        return bool(np.isnan(self.low) or np.isnan(self.high))

    def includes(self, value: float) -> bool:
        """Whether a value is not ruled out; without an interval no value is.

        >>> from boyi.lab import Interval
        >>> Interval(1.2, 1.1, 1.3).includes(1), Interval(1.2, 0.9, 1.5).includes(1)
        (False, True)
        """
        return self.undecided or self.low <= value <= self.high


def mean(values: Values, *, level: float = LEVEL, within: Ends = (-np.inf, np.inf)) -> Interval:
    """The arithmetic mean; NaN values are left out.

    Values that are exactly 0 stand for "no effect" and are counted apart from the others, see the module's text.

    Args:
        values: the sample.
        level: how often the interval holds, above 0 and below 1.
        within: the least and the greatest value that there can be, such as 0 and 1 for shares.

    Raises:
        OptionError: for infinite values, those that are not ``within``, or anything else than is described above.

    >>> mean([0.5, 0.5, 0.5])
    Interval(value=0.5, low=nan, high=nan)
    >>> [round(end, 2) for end in mean([0.4, 0.5, 0.6])]
    [0.5, 0.1, 0.9]
    >>> [round(end, 2) for end in mean([0.8, 0.9, 1.0], within=(0, 1))]
    [0.9, 0.5, 1.0]
    """
    level, (least, most) = checked_level(level), _ends(within)
    sample = _known(_numbers("values", values, f"numbers{_between(least, most)}", _finite_within(least, most)))
    found = _centre(sample, level, ties_possible=bool((sample == 0).any()))
    return Interval(found.value, *(float(end) for end in np.clip(found[1:], least, most)))


def difference(values: Values, baseline: Values, *, level: float = LEVEL) -> Interval:
    """The mean difference of paired values: each value goes with the baseline at its place; NaN values are left out.

    Raises:
        OptionError: for infinite values, a baseline of another length, or a level that is not above 0 and below 1.

    >>> difference([4, 6, 8, 9], [3, 4, 5, 5]).value
    2.5
    """
    level = checked_level(level)
    over, under = _pairs("values", values, "baseline", baseline, "numbers", np.isfinite)
    return _centre(_known(over - under), level, ties_possible=True)


def geometric_mean(values: Values, *, level: float = LEVEL) -> Interval:
    """The geometric mean of positive values; NaN values are left out.

    Values that are exactly 1 stand for "no effect" and are counted apart from the others, see the module's text.

    Raises:
        OptionError: for values that are not above 0, infinite ones, or a level that is not above 0 and below 1.

    >>> round(geometric_mean([1, 100]).value, 6)
    10.0
    """
    return _powers(mean(np.log(_numbers("values", values, "numbers above 0", _positive)), level=level))


def ratio(values: Values, baseline: Values, *, level: float = LEVEL) -> Interval:
    """The ratio of geometric means of paired positive values: each value goes with the baseline at its place.

    Pairs with a NaN are left out.

    Raises:
        OptionError: for values that are not above 0, infinite ones, a baseline of another length, or a level that is
            not above 0 and below 1.

    >>> ratio([1, 10, 200], [2, 20, 400])
    Interval(value=0.5, low=nan, high=nan)
    >>> [round(end, 2) for end in ratio([1, 9, 210, 3000], [2, 20, 400, 5000])]
    [0.52, 0.39, 0.87]
    """
    level = checked_level(level)
    over, under = _pairs("values", values, "baseline", baseline, "numbers above 0", _positive)
    equal = over == under  # exactly no effect, which the difference of two rounded logarithms need not be
    logarithms = np.where(equal, 0.0, np.log(over) - np.log(under))
    return _powers(_centre(_known(logarithms), level, ties_possible=True))


def ratio_of_sums(values: Values, baseline: Values, *, level: float = LEVEL) -> Interval:
    """The sum of counts over the sum of their baselines, paired by case; pairs with a NaN are left out.

    The interval is made by the delta method (a case's influence on the ratio is its residual over the mean baseline),
    with the cases that equal their baseline apart from the others, see the module's text. Its upper end is that of the
    ratio's logarithm where that lies further out, since ratios are skewed. Lowest coverage in simulations of 6, 12 and
    48 cases whose baselines are small whole numbers or log-normal (sigma 0.5), with 10, 20, 50 and 100 % of the cases
    changed by eight distributions of factors and summands: 93 % (89 % with exponential baselines). That of the
    percentile bootstrap was 21 %, and that of the delta method over all cases 36 %, both with few changed cases.

    Raises:
        OptionError: for counts below 0, infinite ones, a baseline of another length, or a level that is not above 0 and
            below 1.

    >>> ratio_of_sums([2, 4, 6], [1, 2, 3])
    Interval(value=2.0, low=nan, high=nan)
    >>> [round(end, 2) for end in ratio_of_sums([5, 4, 6, 3, 4, 6], [3, 2, 4, 2, 3, 3])]
    [1.65, 1.15, 2.13]
    """
    level = checked_level(level)
    over, under, value, influence = _ratio(*_pairs("values", values, "baseline", baseline, "counts", _count))
    if np.isnan(value):
        return Interval(value, *NO_ENDS)
    equal = over == under
    ties = _t_ends(influence[equal], level)
    if np.isnan(ties[0]):
        ties = (float(influence[equal].mean()) if equal.any() else 1 - value,) * 2
    below, above = _mixed(influence, equal, ties, level)
    if np.isnan(below):
        return Interval(value, *NO_ENDS)
    with np.errstate(over="ignore"):  # an end beyond all numbers is infinite
        return Interval(value, max(value + below, 0.0), float(max(value + above, value * np.exp(above / value))))


def pooled_share(hits: Values, totals: Values, *, level: float = LEVEL) -> Interval:
    """The share of hits among the cases of all groups, where the groups are the sample.

    It is for cases that come in groups of which each is alike, such as the moves of a tree. The interval is made by the
    delta method for a ratio of sums, as in :func:`ratio_of_sums`, over all groups. Groups with a NaN are left out.

    Raises:
        OptionError: for counts below 0, more hits than cases, or a level that is not above 0 and below 1.

    >>> [round(end, 2) for end in pooled_share([3, 4, 6, 5], [5, 9, 11, 8])]
    [0.55, 0.0, 0.73]
    """
    level = checked_level(level)
    met, cases = _pairs("hits", hits, "totals", totals, "counts", _count)
    for place in np.flatnonzero(met > cases):
        raise OptionError(f"hits[{place}]={met[place]:g}: expected at most totals[{place}]={cases[place]:g}")
    _, _, value, influence = _ratio(met, cases)
    if np.isnan(value):
        return Interval(value, *NO_ENDS)
    return Interval(value, *(float(end) for end in np.clip(np.add(value, _effect(influence, level)), 0, 1)))


def median(values: Values, *, level: float = LEVEL) -> Interval:
    """The median, with the interval of its order statistics; NaN values are left out.

    Values that are only known to lie beyond all others, as those of a search that was not pushed further, do no harm;
    they may be infinite.

    Raises:
        OptionError: for what is no number, or a level that is not above 0 and below 1.

    >>> median(range(1, 26))
    Interval(value=13.0, low=8.0, high=18.0)
    >>> median([5] * 25)
    Interval(value=5.0, low=nan, high=nan)
    """
    level = checked_level(level)
    sample = np.sort(_known(_numbers("values", values, "numbers", lambda sample: sample == sample)))
    if len(sample) == 0:
        return Interval(np.nan, *NO_ENDS)
    # The largest number of values below the median that is rarer than half the errors allowed.
    outer = int(need("scipy.stats").binom.ppf((1 - level) / 2, len(sample), 0.5)) - 1
    ends = (float(sample[outer]), float(sample[-1 - outer])) if outer >= 0 else NO_ENDS
    return Interval(float(np.median(sample)), *(ends if ends[0] < ends[1] else NO_ENDS))


def share(hits: int, total: int, *, method: str = "wilson", level: float = LEVEL) -> Interval:
    """The share of some cases in all, with an interval that keeps inside 0 and 1.

    Args:
        hits: how many cases count.
        total: how many there are.
        method: ``"wilson"`` (1927), which holds its level on the average, or ``"exact"`` (Clopper and Pearson 1934),
            which holds at least its level always and is wider.
        level: how often the interval holds, above 0 and below 1.

    Raises:
        OptionError: for counts below 0, more hits than cases, an unknown method, or any other level.
        MissingExtraError: if scipy is missing.

    >>> [round(end, 3) for end in share(0, 10)], share(5, 10).value
    ([0.0, 0.0, 0.278], 0.5)
    """
    level = checked_level(level)
    total = arguments.whole("total", total, MOST_CASES, 0)
    hits = arguments.whole("hits", hits, total, 0)
    if method not in ("wilson", "exact"):
        raise OptionError(f"method={method!r}: expected 'wilson' or 'exact'")
    if total == 0:
        return Interval(np.nan, *NO_ENDS)
    need("scipy.stats")  # a share may be known already, but a missing package is always named
    return Interval(hits / total, *_share_ends(hits, total, method, level))


def share_difference(gained: int, lost: int, total: int, *, level: float = LEVEL) -> Interval:
    """The difference of two shares of the same cases, from the cases in which they differ.

    The share of the differing cases and the share of the gains among them have exact intervals; the interval reaches
    from the smallest to the largest product. It has ends even where no case differs.

    Args:
        gained: cases that count in the first share only.
        lost: cases that count in the second share only.
        total: all cases, those that count in both and in neither too.
        level: how often the interval holds, above 0 and below 1.

    Raises:
        OptionError: for counts below 0, more differing cases than there are, or any other level.

    >>> [round(end, 3) for end in share_difference(0, 0, 42)]
    [0.0, -0.084, 0.084]
    >>> [round(end, 3) for end in share_difference(20, 2, 100)]
    [0.18, 0.06, 0.307]
    """
    total = arguments.whole("total", total, MOST_CASES, 0)
    gained = arguments.whole("gained", gained, total, 0)
    lost = arguments.whole("lost", lost, total - gained, 0)
    differing = share(gained + lost, total, method="exact", level=level)
    if not gained + lost:
        return Interval(0.0 * differing.value, -differing.high, differing.high)
    balance = [2 * end - 1 for end in share(gained, gained + lost, method="exact", level=level)]
    corners = [one * other for one in differing[1:] for other in balance[1:]]
    return Interval(differing.value * balance[0], min(corners), max(corners))


def skewed_t(centre: float, deviation: float, skewness: float, number: float, level: float) -> Ends:
    """The ends of Student's t interval of a mean, or those of Hall's transformation where they lie further out.

    Args:
        centre: mean of the sample.
        deviation: its standard deviation, with ``number - 1`` degrees of freedom.
        skewness: its third central moment over the cube of its standard deviation.
        number: its size, at least 2.
        level: how often the interval holds.
    """
    reach = float(need("scipy.special").stdtrit(number - 1, (1 + level) / 2)) / np.sqrt(number)
    ends = [-reach, reach]
    if abs(skewness) > 1e-6:  # the inverse of Hall's cubic; it is the identity where nothing is skewed
        shift = skewness**2 / (6 * number)
        ends += [3 / skewness * (np.cbrt(1 + skewness * end - shift) - 1) for end in (-reach, reach)]
    return float(centre - deviation * max(ends)), float(centre - deviation * min(ends))


@lru_cache(maxsize=4096)
def _share_ends(hits: int, total: int, method: str, level: float) -> Ends:
    """The ends of :func:`share`, which the same few counts are asked for again and again."""
    ends = need("scipy.stats").binomtest(hits, total).proportion_ci(level, method=method)
    return float(ends.low), float(ends.high)


def checked_level(level: Any) -> float:
    """The level of an interval: above 0 and below 1, so that 95 is not taken for 95 %.

    >>> checked_level(0.95)
    0.95
    """
    if not isinstance(level, int | float | np.floating) or not 0 < level < 1:
        raise OptionError(f"level={level!r}: expected a number above 0 and below 1, such as {LEVEL}")
    return float(level)


def _ends(within: Any) -> Ends:
    """The least and the greatest value that an argument ``within`` allows."""
    try:
        least, most = (float(end) for end in within)
    except (TypeError, ValueError):
        least, most = NO_ENDS
    if not least < most:
        raise OptionError(f"within={within!r}: expected two numbers, the smaller one first")
    return least, most


def _between(least: float, most: float) -> str:
    return "" if np.isinf(least) and np.isinf(most) else f" from {least:g} to {most:g}"


Fits = Callable[[Sample], npt.NDArray[np.bool_]]
"""Tells of each value whether a figure can be computed from it."""


def _finite_within(least: float, most: float) -> Fits:
    return lambda sample: np.isfinite(sample) & (sample >= least) & (sample <= most)


def _positive(sample: Sample) -> npt.NDArray[np.bool_]:
    return np.isfinite(sample) & (sample > 0)


def _count(sample: Sample) -> npt.NDArray[np.bool_]:
    return np.isfinite(sample) & (sample >= 0)


def _numbers(name: str, given: Any, expected: str, fits: Fits) -> Sample:
    """The values of an argument, each of which fits or is NaN, that is, not known."""
    try:
        sample = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise OptionError(f"{name}={given!r}: expected {expected}") from None
    if sample.ndim != 1:
        raise OptionError(f"{name}={given!r}: expected {expected} in one row, found {sample.ndim} dimensions")
    for place in np.flatnonzero(~(fits(sample) | np.isnan(sample))):
        raise OptionError(f"{name}[{place}]={sample[place]:g}: expected {expected}")
    return sample


def _pairs(name: str, given: Any, other: str, others: Any, expected: str, fits: Fits) -> tuple[Sample, Sample]:
    """The values of two arguments that go together."""
    one, two = _numbers(name, given, expected, fits), _numbers(other, others, expected, fits)
    if len(one) != len(two):
        raise OptionError(f"{other} has {len(two)} values: expected {len(one)}, as many as {name}")
    return one, two


def _known(sample: Sample) -> Sample:
    return sample[~np.isnan(sample)]


def _ratio(over: Sample, under: Sample) -> tuple[Sample, Sample, float, Sample]:
    """Values and baselines without NaN, the ratio of their sums, and the influence of each case on it."""
    known = ~np.isnan(over + under)
    over, under = over[known], under[known]
    if len(under) == 0 or under.sum() == 0:
        return over, under, np.nan, over
    value = float(over.sum() / under.sum())
    return over, under, value, (over - value * under) / under.mean()


def _powers(interval: Interval) -> Interval:
    return Interval(*(float(end) for end in np.exp(interval)))


def _centre(sample: Sample, level: float, *, ties_possible: bool) -> Interval:
    """The mean of a sample, with the zeros apart if there may be any."""
    if len(sample) == 0:
        return Interval(np.nan, *NO_ENDS)
    ends = _mixed(sample, sample == 0, (0.0, 0.0), level) if ties_possible else _effect(sample, level)
    return Interval(float(sample.mean()), *ends)


def _mixed(sample: Sample, ties: npt.NDArray[np.bool_], tie: Ends, level: float) -> Ends:
    """The interval of the mean of a sample of ties and others, given that of the mean of the ties."""
    effect = _effect(sample[~ties], level)
    if np.isnan(effect[0]):
        return NO_ENDS
    shares = share(int((~ties).sum()), len(sample), method="exact", level=level)[1:]
    corners = [part * end + (1 - part) * still for part in shares for end in effect for still in tie]
    return min(corners), max(corners)


def _effect(sample: Sample, level: float) -> Ends:
    """The interval of the mean of values that are no ties."""
    return _t_ends(sample, 1 - SKEW_ALLOWANCE * (1 - level))


def _t_ends(sample: Sample, level: float) -> Ends:
    """The interval of a mean, or none if the values are fewer than two or all equal."""
    if len(sample) < 2 or np.ptp(sample) <= NO_SPREAD * np.abs(sample).max():
        return NO_ENDS
    centre, spread = float(sample.mean()), float(sample.std())
    skewness = float((((sample - centre) / spread) ** 3).mean())
    return skewed_t(centre, float(sample.std(ddof=1)), skewness, len(sample), level)
