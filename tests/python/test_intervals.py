"""Intervals keep their promise: simulations of positions, most of which a heuristic may leave as they are."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

import boyi
from boyi import lab
from boyi.lab import stats
from boyi.lab.stats import Interval

Generator = np.random.Generator
Sample = np.ndarray

SIZES = (6, 12, 48)
"""Positions of a comparison."""

CHANGED = (0.1, 0.2, 0.5, 1.0)
"""Shares of the positions that a heuristic changes."""

PROMISE = 0.93
"""Coverage that simulations of intervals of 95 % must show at least."""

REPETITIONS = 150

EFFECTS: dict[str, tuple[Callable[[Generator, int], Sample], float]] = {
    "steady": (lambda random, size: random.normal(0.5, 0.15, size), 0.5),
    "varied": (lambda random, size: random.normal(-0.4, 0.5, size), -0.4),
    "of both signs": (lambda random, size: random.normal(0, 0.7, size), 0.0),
    "skewed": (lambda random, size: -random.exponential(0.6, size), -0.6),
    "log-normal": (lambda random, size: random.lognormal(-1, 0.6, size), float(np.exp(-1 + 0.6**2 / 2))),
    "heavy-tailed": (lambda random, size: 0.3 + 0.3 * random.standard_t(3, size), 0.3),
}
"""What changed positions get, as a logarithm of a ratio, and its mean."""


def paired(random: Generator, effect: str, size: int, changed: float) -> tuple[Sample, Sample]:
    """Node counts of two configurations, of which the first differs in some of the positions."""
    baseline = random.lognormal(10, 1.5, size)
    draw, _ = EFFECTS[effect]
    return np.where(random.random(size) < changed, baseline * np.exp(draw(random, size)), baseline), baseline


def counts(random: Generator, effect: str, size: int, changed: float) -> tuple[Sample, Sample]:
    """Counts of mates by two configurations, of which the first finds others in some of the positions."""
    baseline = random.integers(0, 7, size).astype(float)
    other = np.maximum(baseline + np.round(4 * EFFECTS[effect][0](random, size)), 0)
    return np.where(random.random(size) < changed, other, baseline), baseline


def covered(interval: Interval, truth: float) -> bool:
    """Whether the truth is inside, or the interval claims nothing."""
    return not (interval.low > truth or interval.high < truth)


def cells() -> Iterator[tuple[str, int, float]]:
    return ((effect, size, changed) for effect in EFFECTS for size in SIZES for changed in CHANGED)


def report(found: dict[tuple[str, int, float], list[tuple[bool, bool]]]) -> dict[tuple[str, int, float], float]:
    """Prints coverage and the share of intervals without ends; returns the coverage of each cell."""
    coverage = {}
    for cell, hits in found.items():
        inside, open_ended = np.mean(hits, axis=0)
        coverage[cell] = float(inside)
        print(f"{cell[0]:15} n={cell[1]:2} changed={cell[2]:4.0%} covered {inside:6.1%} undecided {open_ended:6.1%}")
    return coverage


def simulated(
    figure: Callable[..., Interval], draw: Callable[..., tuple[Sample, Sample]], truth: Callable[[str, float], float]
) -> dict[tuple[str, int, float], float]:
    """Coverage by effect, number of positions and share of those changed."""
    random = np.random.default_rng(2026)
    found = {}
    for effect, size, changed in cells():
        aim = truth(effect, changed)
        found[effect, size, changed] = hits = []
        for _ in range(REPETITIONS):
            interval = figure(*draw(random, effect, size, changed))
            hits.append((covered(interval, aim), not np.isfinite([interval.low, interval.high]).all()))
    return report(found)


def kept(coverage: dict[tuple[str, int, float], float]) -> None:
    """Every effect, size and share keeps the promise."""
    broken = {cell: share for cell, share in coverage.items() if share < PROMISE}
    assert not broken


FIGURES: dict[str, Callable[[Sample, Sample], Interval]] = {
    "ratio": lab.ratio,
    "geometric_mean": lambda values, baseline: lab.geometric_mean(values / baseline),
}


@pytest.mark.parametrize("figure", FIGURES)
def test_ratios_of_partly_equal_positions_are_covered(figure: str) -> None:
    kept(simulated(FIGURES[figure], paired, lambda effect, changed: float(np.exp(changed * EFFECTS[effect][1]))))


def test_ratios_of_sums_of_partly_equal_counts_are_covered() -> None:
    random, most = np.random.default_rng(1), 400_000
    alone = {effect: counts(random, effect, most, 1.0) for effect in EFFECTS}
    ratios = {effect: float(over.sum() / under.sum()) for effect, (over, under) in alone.items()}
    truth = lambda effect, changed: 1 + changed * (ratios[effect] - 1)  # noqa: E731
    kept(simulated(stats.ratio_of_sums, counts, truth))


EQUAL: dict[str, Callable[[], Interval]] = {
    "a mean": lambda: lab.mean([3.0] * 8),
    "a mean of zeros": lambda: lab.mean([0.0] * 8),
    "a mean of one other value": lambda: lab.mean([0.0] * 7 + [5.0]),
    "a mean of thirds": lambda: lab.mean([1 / 3, 2 / 3 - 1 / 3, 1 - 2 / 3]),
    "a difference": lambda: stats.difference([5, 6, 7, 8], [3, 4, 5, 6]),
    "a geometric mean": lambda: lab.geometric_mean([7.0] * 5),
    "a ratio": lambda: lab.ratio([3.0, 6.0, 9.0], [1.0, 2.0, 3.0]),
    "a ratio of equal counts": lambda: lab.ratio([4.0] * 8, [4.0] * 8),
    "a ratio of sums": lambda: stats.ratio_of_sums([2, 4, 6], [1, 2, 3]),
    "a ratio of equal sums": lambda: stats.ratio_of_sums([1, 2, 3, 4, 5, 6, 0, 1], [1, 2, 3, 4, 5, 6, 0, 1]),
    "a median": lambda: stats.median([4.0] * 30),
    "pairs of a match": lambda: lab.elo([0, 0, 9, 0, 0]),
    "pairs won": lambda: lab.normalized_elo([0, 0, 0, 0, 9]),
}


@pytest.mark.parametrize("figure", EQUAL)
def test_equal_values_decide_nothing(figure: str) -> None:
    interval = EQUAL[figure]()
    assert interval.undecided and interval.includes(1), "no spread is no certainty"


def test_a_share_of_all_or_none_has_an_interval() -> None:
    for hits in (0, 20):
        value, low, high = stats.share(hits, 20, method="exact")
        assert value == hits / 20 and high - low > 0.1
    value, low, high = stats.share_difference(0, 0, 20)
    assert value == 0 and low == -high and 0.1 < high < 0.2


def test_differences_of_shares_are_covered() -> None:
    random = np.random.default_rng(3)
    for total in SIZES:
        for gain, loss in ((0.02, 0.0), (0.3, 0.1), (0.5, 0.5), (0.9, 0.05)):
            draws = random.multinomial(total, [gain, loss, 1 - gain - loss], size=300)
            found = [stats.share_difference(int(more), int(less), total) for more, less, _ in draws]
            assert np.mean([covered(interval, gain - loss) for interval in found]) >= PROMISE


def test_shares_of_cases_in_groups_are_covered() -> None:
    """Cases of one group are alike: to take each of them for one of the sample covers half as often as it says."""
    random = np.random.default_rng(6)
    for groups in (6, 12, 48):
        pooled, single = [], []
        for _ in range(200):
            totals = np.maximum(random.lognormal(4, 0.7, groups), 1).astype(int)
            hits = random.binomial(totals, random.beta(3, 2, groups))
            pooled.append(covered(stats.pooled_share(hits, totals), 0.6))
            single.append(covered(stats.share(int(hits.sum()), int(totals.sum())), 0.6))
        assert np.mean(pooled) >= PROMISE > 0.6 > np.mean(single), groups


def test_a_higher_level_is_a_wider_interval() -> None:
    random = np.random.default_rng(4)
    values, baseline = paired(random, "varied", 24, 0.5)
    figures: dict[str, Callable[[float], Interval]] = {
        "mean": lambda level: lab.mean(values, level=level),
        "difference": lambda level: stats.difference(values, baseline, level=level),
        "geometric mean": lambda level: lab.geometric_mean(values, level=level),
        "ratio": lambda level: lab.ratio(values, baseline, level=level),
        "ratio of sums": lambda level: stats.ratio_of_sums(values, baseline, level=level),
        "median": lambda level: stats.median(values, level=level),
        "share": lambda level: lab.share(3, 24, level=level),
        "pooled share": lambda level: stats.pooled_share([3, 1, 4, 2, 5], [9, 8, 9, 7, 9], level=level),
        "share difference": lambda level: stats.share_difference(9, 3, 24, level=level),
        "elo": lambda level: lab.elo([1, 2, 9, 4, 2], level=level),
        "normalized elo": lambda level: lab.normalized_elo([1, 2, 9, 4, 2], level=level),
    }
    for name, figure in figures.items():
        (value, low, high), (same, lower, higher) = figure(0.95), figure(0.995)
        assert value == same and lower < low < value < high < higher, name


def test_intervals_are_no_wider_than_is_useful() -> None:
    """Where no position ties and effects vary as much as they are large, Student's interval is not far shorter."""
    from scipy.stats import t

    random = np.random.default_rng(5)
    for size, most in ((6, 2.0), (12, 1.6), (48, 1.35)):
        widths = []
        for _ in range(200):
            sample = random.normal(0.5, 0.5, size)
            _, low, high = lab.mean(sample)
            widths.append((high - low) / (2 * t.ppf(0.975, size - 1) * sample.std(ddof=1) / size**0.5))
        assert np.median(widths) < most, size


LEVELLED: dict[str, Callable[..., Interval]] = {
    "mean": lambda **level: lab.mean([1, 2, 4], **level),
    "mean of nothing": lambda **level: lab.mean([], **level),
    "difference": lambda **level: stats.difference([1, 2, 4], [2, 4, 4], **level),
    "geometric mean": lambda **level: lab.geometric_mean([1, 2, 4], **level),
    "ratio": lambda **level: lab.ratio([1, 2, 4], [2, 4, 4], **level),
    "ratio of sums": lambda **level: stats.ratio_of_sums([1, 2, 4], [2, 4, 4], **level),
    "median": lambda **level: stats.median([1, 2, 4], **level),
    "share": lambda **level: lab.share(3, 24, **level),
    "share of nothing": lambda **level: lab.share(0, 0, **level),
    "pooled share": lambda **level: stats.pooled_share([3, 1], [9, 8], **level),
    "share difference": lambda **level: stats.share_difference(9, 3, 24, **level),
    "elo": lambda **level: lab.elo([1, 2, 9, 4, 2], **level),
    "normalized elo": lambda **level: lab.normalized_elo([1, 2, 9, 4, 2], **level),
}


@pytest.mark.parametrize("level", [95, 1, 0, -0.95, float("nan"), float("inf"), "0.95", None, True])
@pytest.mark.parametrize("figure", LEVELLED)
def test_a_level_that_is_none_is_refused(figure: str, level: object) -> None:
    LEVELLED[figure](level=0.9)
    with pytest.raises(boyi.OptionError, match=rf"level={level!r}: expected a number above 0 and below 1"):
        LEVELLED[figure](level=level)


NAN, INFINITE = float("nan"), float("inf")

NONSENSE: dict[str, tuple[Callable[[], Interval], str]] = {
    "a mean of what is infinite": (lambda: lab.mean([1, INFINITE]), r"values\[1\]=inf: expected numbers"),
    "a mean of texts": (lambda: lab.mean(["a"]), r"values=\['a'\]: expected numbers"),
    "a mean of one number": (lambda: lab.mean(3), "values=3: .* in one row, found 0 dimensions"),
    "a mean of rows": (lambda: lab.mean([[1, 2], [3, 4]]), "in one row, found 2 dimensions"),
    "a share above 1": (lambda: lab.mean([0.5, 1.5], within=(0, 1)), r"values\[1\]=1.5: expected numbers from 0 to 1"),
    "ends that are none": (lambda: lab.mean([0.5], within=(1, 0)), r"within=\(1, 0\): expected two numbers"),
    "three ends": (lambda: lab.mean([0.5], within=(0, 1, 2)), "expected two numbers"),
    "a difference to one value": (lambda: stats.difference([1, 2], [1]), "baseline has 1 values: expected 2"),
    "an infinite difference": (lambda: stats.difference([1, 2], [1, -INFINITE]), r"baseline\[1\]=-inf"),
    "a geometric mean of -1": (lambda: lab.geometric_mean([-1, 2, 4]), r"values\[0\]=-1: expected numbers above 0"),
    "a geometric mean of 0": (lambda: lab.geometric_mean([1, 0]), r"values\[1\]=0: expected numbers above 0"),
    "a geometric mean of what is infinite": (lambda: lab.geometric_mean([1, INFINITE]), "=inf: expected"),
    "a ratio to 0": (lambda: lab.ratio([1, 2], [1, 0]), r"baseline\[1\]=0: expected numbers above 0"),
    "a ratio of -1": (lambda: lab.ratio([1, -1], [1, -1]), r"values\[1\]=-1: expected numbers above 0"),
    "a ratio to one value": (lambda: lab.ratio([1, 2], [2]), "baseline has 1 values"),
    "a ratio of sums of -1": (lambda: stats.ratio_of_sums([1, -1], [1, 1]), r"values\[1\]=-1: expected counts"),
    "more hits than cases": (
        lambda: stats.pooled_share([1, 9], [2, 8]),
        r"hits\[1\]=9: expected at most totals\[1\]=8",
    ),
    "a median of texts": (lambda: stats.median(["b"]), "values=.*: expected numbers"),
    "a share of more than all": (lambda: lab.share(5, 3), "hits=5: expected 0 to 3"),
    "a share of -1": (lambda: lab.share(-1, 3), "hits=-1: expected 0 to 3"),
    "a share of less than nothing": (lambda: lab.share(0, -3), "total=-3: expected 0 to"),
    "a share of half a case": (lambda: lab.share(0.5, 3), "hits=0.5: expected a whole number"),
    "an unknown method": (lambda: lab.share(1, 3, method="wald"), "method='wald': expected 'wilson' or 'exact'"),
    "more lost than there are": (lambda: stats.share_difference(3, 3, 5), "lost=3: expected 0 to 2"),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_refused_by_name(what: str) -> None:
    figure, expected = NONSENSE[what]
    with pytest.raises(boyi.OptionError, match=expected):
        figure()


def test_what_is_not_known_is_left_out() -> None:
    assert lab.mean([1, NAN, 3]) == lab.mean([1, 3])
    assert lab.geometric_mean([1, NAN, 4]).value == pytest.approx(2)
    assert lab.ratio([1, NAN, 4], [2, 3, 8]).value == lab.ratio([1, 4, 3], [2, 8, NAN]).value == pytest.approx(0.5)
    assert lab.ratio([1e-300, 2e-300], [1e300, 2e300]).value == 0, "no quotient overflows"
    assert stats.median([1, NAN, INFINITE, 2, -INFINITE]).value == 1.5
    assert stats.pooled_share([1, NAN], [2, 8]).value == stats.ratio_of_sums([1, 3], [2, NAN]).value == 0.5
