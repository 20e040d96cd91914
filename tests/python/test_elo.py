"""Elo, normalized Elo and the sequential test, against published values and by simulation."""

import math

import numpy as np
import pytest

import boyi
from boyi import lab
from boyi.lab.matches.elo import BOUND, Sequential, llrs

GOLDEN = [379, 10170, 21828, 10640, 343]
"""The pairs of a published test of 86,720 games with hypotheses 0 and 2; what it came to stands below."""


def test_the_published_test() -> None:
    assert lab.elo(GOLDEN) == pytest.approx((1.59, 0.39, 2.80), abs=0.006)
    value, low, high = lab.normalized_elo(GOLDEN)
    assert value == pytest.approx(3.0505, abs=5e-5) and (high - low) / 2 == pytest.approx(2.31, abs=0.005)
    assert lab.llr(GOLDEN, 0, 2) == pytest.approx(2.9455, abs=5e-5)
    assert pytest.approx(2.944, abs=5e-4) == BOUND
    assert Sequential(0, 2).verdict(lab.llr(GOLDEN, 0, 2)) == "normalized Elo 2 accepted"
    close = _close_form(GOLDEN, 0, 2)
    assert close == pytest.approx(2.94598, abs=5e-6) and lab.llr(GOLDEN, 0, 2) == pytest.approx(close, rel=1e-3)


def _close_form(pairs: list[int], nelo0: float, nelo1: float) -> float:
    """The approximation for small effects and many pairs."""
    counts, scores = np.array(pairs), np.linspace(0, 1, 5)
    mean = counts @ scores / counts.sum()
    variance = counts @ (scores - mean) ** 2 / counts.sum()
    means = [0.5 + nelo * math.sqrt(2 * variance) * math.log(10) / 800 for nelo in (nelo0, nelo1)]
    return counts.sum() / 2 * math.log((variance + (mean - means[0]) ** 2) / (variance + (mean - means[1]) ** 2))


def test_what_is_likeliest_is_found_by_a_plain_search_too() -> None:
    """The distribution under a hypothesis, by an optimizer that knows nothing of its form."""
    optimize = pytest.importorskip("scipy.optimize")
    counts, scores = np.array([3, 10, 40, 25, 12]), np.linspace(0, 1, 5)

    def likelihood(nelo: float) -> float:
        def condition(shares: np.ndarray) -> float:
            mean = shares @ scores
            return (mean - 0.5) / math.sqrt(2 * (shares @ scores**2 - mean**2)) * 800 / math.log(10) - nelo

        constraints = [{"type": "eq", "fun": lambda shares: shares.sum() - 1}, {"type": "eq", "fun": condition}]
        found = optimize.minimize(
            lambda shares: -(counts @ np.log(shares)) / 90,
            counts / 90,
            bounds=[(1e-6, 1)] * 5,
            constraints=constraints,
            method="SLSQP",
            options={"ftol": 1e-14, "maxiter": 500},
        )
        assert found.success
        return -90 * found.fun

    for nelo0, nelo1 in ((0, 50), (-100, 100), (20, 200)):
        assert lab.llr(counts, nelo0, nelo1) == pytest.approx(likelihood(nelo1) - likelihood(nelo0), abs=1e-4)


def test_the_two_sides_mirror_each_other() -> None:
    pairs = [2, 7, 30, 11, 5]
    assert lab.llr(pairs, -10, 30) == pytest.approx(-lab.llr(pairs[::-1], -30, 10))
    for estimate in (lab.elo, lab.normalized_elo):
        (value, low, high), (other, other_low, other_high) = estimate(pairs), estimate(pairs[::-1])
        assert (value, low, high) == pytest.approx((-other, -other_high, -other_low)) and low < value < high


def test_logistic_elo() -> None:
    assert lab.elo([0, 0, 1, 1, 0]).value == pytest.approx(400 * math.log10(0.625 / 0.375))
    assert lab.elo([5, 0, 10, 0, 5]).value == 0


RESULTS = {
    "even": [0.1, 0.2, 0.4, 0.2, 0.1],
    "clear": [0.05, 0.15, 0.4, 0.25, 0.15],
    "one-sided": [0, 0.01, 0.04, 0.15, 0.8],
    "nearly all won": [0, 0, 0.02, 0.03, 0.95],
    "nearly all drawn": [0, 0, 0.9, 0.1, 0],
    "all or nothing": [0.1, 0, 0, 0, 0.9],
}
"""How likely the five results of a pair are."""


@pytest.mark.parametrize("results", RESULTS)
def test_intervals_cover_what_they_should(results: str) -> None:
    """A 95 % interval of few pairs or of one-sided ones holds the truth, or says that it has no ends."""
    shares, scores = np.array(RESULTS[results]), np.linspace(0, 1, 5)
    mean = shares @ scores
    elo = -400 * math.log10(1 / mean - 1)
    nelo = (mean - 0.5) / math.sqrt(2 * (shares @ (scores - mean) ** 2)) * 800 / math.log(10)
    random = np.random.default_rng(1)
    for pairs in (5, 12, 50):
        samples = random.multinomial(pairs, shares, size=400)
        for estimate, truth, promise in ((lab.elo, elo, 0.94), (lab.normalized_elo, nelo, 0.91)):
            found = [estimate(sample) for sample in samples]
            inside = np.mean([not (low > truth or high < truth) for _, low, high in found])
            undecided = np.mean([interval.undecided for interval in found])
            print(f"{estimate.__name__} {results}, {pairs} pairs: {inside:.1%} covered, {undecided:.1%} undecided")
            assert inside >= promise
            assert undecided == np.mean([(sample == pairs).any() for sample in samples])


def test_without_spread_there_is_no_interval() -> None:
    nothing = [0, 0, 0, 0, 0]
    assert np.isnan(lab.elo(nothing)).all() and np.isnan(lab.normalized_elo(nothing)).all()
    assert lab.elo([0, 0, 0, 0, 3])[0] == math.inf and lab.elo([4, 0, 0, 0, 0])[0] == -math.inf
    assert np.isnan(lab.elo([0, 0, 7, 0, 0])[1:]).all() and lab.elo([0, 0, 7, 0, 0]).value == 0
    assert np.isnan(lab.normalized_elo([0, 0, 0, 9, 0])).all()
    assert lab.llr(nothing, 0, 10) == pytest.approx(0, abs=1e-4)
    with np.errstate(all="raise"):
        assert lab.llr([0, 0, 0, 0, 500], -200, 200) > 100 and lab.llr([0, 0, 500, 0, 0], 0, 200) < -100


def test_rows_are_as_good_as_one_at_a_time() -> None:
    rows = np.random.default_rng(2).multinomial(1, [0.1, 0.2, 0.3, 0.3, 0.1], size=60).cumsum(axis=0)
    assert llrs(rows, 0, 30) == pytest.approx([lab.llr(row, 0, 30) for row in rows], abs=1e-6)


@pytest.mark.parametrize("nelo", [0, 100])
def test_the_test_errs_as_often_as_it_says(nelo: float) -> None:
    shares = np.array([0.1, 0.2, 0.4, 0.2, 0.1]) * np.exp({0: 0.0, 100: 1.476}[nelo] * np.linspace(0, 1, 5))
    shares /= shares.sum()
    assert lab.normalized_elo(np.round(shares * 1e6).astype(int)).value == pytest.approx(nelo, abs=1)
    test, random, wrong = Sequential(0, 100), np.random.default_rng(3), 0
    for _ in range(100):
        rows = random.multinomial(1, shares, size=300).cumsum(axis=0)
        end = test.end(rows)
        assert end is not None and end >= 5
        wrong += test.verdict(test.llr(rows[end - 1])) != f"normalized Elo {nelo} accepted"
    assert wrong <= 10


@pytest.mark.parametrize(
    "pairs", [[1, 2, 3], [1, 2, 3, 4, -1], [0.5, 0, 0, 0, 0], [[1, 2, 3, 4, 5]], [[1], [2, 3]], "pairs", None]
)
def test_anything_else_is_no_five_counts(pairs: object) -> None:
    with pytest.raises(boyi.OptionError, match=r"pairs=.*: expected five counts"):
        lab.elo(pairs)
    with pytest.raises(boyi.OptionError, match=r"pairs=.*: expected five counts"):
        lab.normalized_elo(pairs)
    with pytest.raises(boyi.OptionError, match=r"pairs=.*: expected five counts"):
        lab.llr(pairs, 0, 10)


@pytest.mark.parametrize("nelo", [float("nan"), float("inf"), 201, "5"])
def test_a_test_of_what_no_match_can_show_is_refused(nelo: float) -> None:
    with pytest.raises(boyi.OptionError, match=rf"nelo1={nelo!r}: expected a number from -200 to 200"):
        lab.llr([1, 2, 3, 4, 5], 0, nelo)
    with pytest.raises(boyi.OptionError, match=r"ratio=nan: expected a log likelihood ratio"):
        Sequential(0, 10).verdict(float("nan"))
    with pytest.raises(boyi.OptionError, match=r"pairs=.*: expected five counts"):
        Sequential(0, 10).end([[1, 2, 3, 4, 5], [1, 2, 3, 4, -5]])
