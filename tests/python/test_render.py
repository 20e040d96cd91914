"""Tables show whether an interval includes the value of no difference."""

import math

import pytest

from boyi.lab.render import beside, estimate, short, signed
from boyi.lab.stats import Interval


@pytest.mark.parametrize(
    ("ends", "text"),
    [
        ((1.2, 1.0417, 1.4), "1.20 [1.04, 1.40]"),
        ((0.9, 0.8, 0.9996), "0.900 [0.800, 0.9996]"),
        ((0.99986, 0.99979, 0.99992), "0.9999 [0.9998, 0.9999]"),
        ((0.99986, 0.99979, 1.0), "0.9999 [0.9998, 1.00] ?"),
        ((1.0, 0.98, 1.00001), "1.00 [0.980, 1.00001] ?"),
        ((1.0, math.nan, math.nan), "1.00 undecided"),
        ((math.nan, math.nan, math.nan), "-"),
        ((1500.0, 1000.4, 2000.0), "1.50k [1.00k, 2.00k]"),
    ],
)
def test_ends_show_their_side_of_one(ends: tuple[float, float, float], text: str) -> None:
    assert estimate(Interval(*ends), 1) == text


@pytest.mark.parametrize(
    ("ends", "text"),
    [
        ((12.0, 0.04, 24.0), "+12.0 [+0.04, +24.0]"),
        ((12.0, -0.004, 24.0), "+12.0 [-0.004, +24.0] ?"),
        ((math.inf, 150.0, math.inf), "+∞ [+150.0, +∞]"),
        ((0.0, math.nan, math.nan), "+0.0 undecided"),
    ],
)
def test_ends_of_elo_show_their_side_of_zero(ends: tuple[float, float, float], text: str) -> None:
    assert estimate(Interval(*ends), 0, signed, 1) == text


def test_without_a_neutral_value_digits_are_few_and_nothing_is_marked() -> None:
    assert estimate(Interval(1.00001, 0.99999, 1.1)) == "1.00 [1.00, 1.10]"


@pytest.mark.parametrize("write", [short, signed])
@pytest.mark.parametrize("neutral", [-1.0, 0.0, 1.0, 1000.0, 2.5e6])
def test_any_two_numbers_are_told_apart(write, neutral: float) -> None:
    for step in (0.3, 1e-3, 1e-6):
        for sign in (-1, 1):
            value = neutral + sign * step * max(1, abs(neutral))
            assert beside(value, neutral, write) != write(neutral, 3), (value, neutral)
