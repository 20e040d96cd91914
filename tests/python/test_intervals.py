"""Intervals keep their promise: simulations of positions, most of which a heuristic may leave as they are."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

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
