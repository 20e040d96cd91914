"""Ratings of several players from all their games, with intervals (scipy).

The model is that of Bradley and Terry ("Rank analysis of incomplete block designs: I", Biometrika 39, 1952): a player
whose rating is d Elo higher scores 1 / (1 + 10^(-d / 400)) of a game on the average. A draw is half a win and half a
loss, so draws need no parameter of their own. The ratings are the likeliest ones, and at them every player's points are
those that the model expects.

The likelihood takes games to be independent and never drawn, and would give intervals that are too wide. They come
from the spread that the pairs of games really have (the sandwich estimate: Halbert White, "Maximum likelihood
estimation of misspecified models", Econometrica 50, 1982): pairs are independent, the two games of a pair are not. The
ends are those of Student's t and Hall's transformation on the scale of scores, as in :func:`boyi.lab.elo`. With two
players, the difference and its interval are exactly those of :func:`boyi.lab.elo`. In simulations of round robins of 3,
4 and 8 players and of gauntlets of 5, with 2 to 40 pairs in each match, 10 to 95 % of even games drawn, and openings
that favour one side by 200 Elo, nominal 95 % intervals of ratings covered at least 94 %.

Where no points lead from one player to another, as from one who has lost every game, the likeliest difference is
infinite. Players between whom points lead both ways form a group. The ratings of the largest group have mean 0; those
of other players are infinite, or NaN where nothing compares them with it.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from boyi.lab.matches.elo import logistic_elo
from boyi.lab.stats import LEVEL, Interval, checked_level, skewed_t
from boyi.run.extras import need

__all__ = ["Ratings"]

Array = npt.NDArray[np.float64]

ELO = math.log(10) / 400
"""Natural logarithm of the odds that a point of Elo is worth."""

NO_SPREAD = 1e-12
"""Pairs whose squared surplus of points is on the average less than this are all alike, but for rounding."""

_SCORES = np.array([0, 0.25, 0.5, 0.75, 1])


class Ratings:
    """Ratings from the five counts of pairings, see :func:`boyi.lab.elo`.

    Args:
        players: the names.
        counts: of each pairing of two names the five counts, from the view of the first.

    >>> rated = Ratings(["a", "b", "c"], {("a", "b"): [0, 2, 3, 5, 0], ("b", "c"): [1, 2, 3, 2, 2]})
    >>> [round(end) for end in rated.rating("a")], round(rated.difference("a", "b").value)
    ([47, -48, 149], 53)
    """

    def __init__(self, players: Sequence[str], counts: Mapping[tuple[str, str], npt.ArrayLike]) -> None:
        self._number = {name: number for number, name in enumerate(players)}
        numbers = [[self._number[first], self._number[second]] for first, second in counts]
        self._pairings: npt.NDArray[np.int64] = np.array(numbers, dtype=np.int64).reshape(-1, 2)
        self._counts: Array = np.array(list(counts.values()), dtype=float).reshape(-1, len(_SCORES))

    def rating(self, player: str, *, level: float = LEVEL) -> Interval:
        """A player's rating in Elo with its interval; the mean of the largest group is 0."""
        level, number = checked_level(level), self._number[player]
        main = max((set(group) for group in self._groups), key=len)
        if number not in main:
            return _without_end(self._leads[number, min(main)], self._leads[min(main), number])
        others = sorted(main - {number})
        if not others:
            return Interval(0.0, math.nan, math.nan)
        lead = self._interval([number], others, level)
        return Interval(*(end * len(others) / len(main) for end in lead))

    def difference(self, player: str, other: str, *, level: float = LEVEL) -> Interval:
        """By how much Elo one player is rated above another, with the interval of the difference."""
        level, first, second = checked_level(level), self._number[player], self._number[other]
        if first == second:
            return Interval(0.0, 0.0, 0.0)
        if not (self._leads[first, second] and self._leads[second, first]):
            return _without_end(self._leads[first, second], self._leads[second, first])
        return self._interval([first], [second], level)

    @cached_property
    def _leads(self) -> npt.NDArray[np.bool_]:
        """Whether points lead from one player to another: the first has scored against the second, or against one who
        has, and so on."""
        leads = np.eye(len(self._number), dtype=bool)
        for (first, second), counts in zip(self._pairings, self._counts, strict=True):
            leads[first, second] |= bool(counts[1:].any())
            leads[second, first] |= bool(counts[:-1].any())
        for middle in range(len(leads)):
            leads |= leads[:, middle, None] & leads[middle]
        return leads

    @cached_property
    def _groups(self) -> list[list[int]]:
        """The players between whom points lead both ways, in groups."""
        both = self._leads & self._leads.T
        return [np.flatnonzero(row).tolist() for number, row in enumerate(both) if row.argmax() == number]

    @cached_property
    def _strengths(self) -> Array:
        """Ratings in natural logarithms of odds, of each group by itself."""
        found = np.zeros(len(self._number))
        for group in self._groups:
            if len(group) > 1:
                found[group] = self._fitted(group)
        return found

    @cached_property
    def _inside(self) -> npt.NDArray[np.bool_]:
        """Which pairings are between players of one group: the others fit any ratings, if they lie far enough apart."""
        first, second = self._pairings.T
        inside: npt.NDArray[np.bool_] = self._leads[first, second] & self._leads[second, first]
        return inside

    def _fitted(self, group: list[int]) -> Array:
        """The likeliest strengths of a group, by Newton's method in a trust region; the mean is 0."""
        chosen = self._inside & np.isin(self._pairings[:, 0], group)
        first, second = np.searchsorted(group, self._pairings[chosen]).T
        pairs = self._counts[chosen].sum(axis=1)
        points = self._counts[chosen] @ _SCORES
        design = np.zeros((len(pairs), len(group)))
        design[range(len(pairs)), first] = 1
        design[range(len(pairs)), second] -= 1
        free = design[:, 1:]  # the first player's strength is 0

        def loss(strengths: Array) -> float:
            leads = free @ strengths
            return float(pairs @ np.logaddexp(0, leads) - points @ leads)

        def slope(strengths: Array) -> Array:
            gradient: Array = free.T @ (pairs * _expected(free @ strengths) - points)
            return gradient

        def curvature(strengths: Array) -> Array:
            expected = _expected(free @ strengths)
            hessian: Array = free.T @ (free * (pairs * expected * (1 - expected))[:, None])
            return hessian

        start, optimize = np.zeros(len(group) - 1), need("scipy.optimize")
        options = {"gtol": 1e-9 * pairs.sum(), "maxiter": 1000}
        found = optimize.minimize(loss, start, jac=slope, hess=curvature, method="trust-exact", options=options).x
        strengths = np.concatenate([[0.0], found])
        centred: Array = strengths - strengths.mean()
        return centred

    @cached_property
    def _covariance(self) -> Array:
        """The inverse of the information of all pairs: how a surplus of points moves the strengths."""
        first, second = self._pairings[self._inside].T
        expected = _expected(self._strengths[first] - self._strengths[second])
        weights = self._counts[self._inside].sum(axis=1) * expected * (1 - expected)
        information = np.zeros((len(self._number),) * 2)
        for one, other, weight in zip(first, second, weights, strict=True):
            information[one, one] += weight
            information[other, other] += weight
            information[one, other] -= weight
            information[other, one] -= weight
        covariance: Array = np.linalg.pinv(information, hermitian=True).astype(float)
        return covariance

    def _interval(self, above: list[int], below: list[int], level: float) -> Interval:
        """By how much Elo the mean of some players is above that of others of their group."""
        contrast = np.zeros(len(self._number))
        contrast[above] = 1 / len(above)
        contrast[below] = -1 / len(below)
        first, second = self._pairings[self._inside].T
        counts = self._counts[self._inside]
        moves = contrast @ self._covariance
        surplus = _SCORES - _expected(self._strengths[first] - self._strengths[second])[:, None]
        weights = (moves[first] - moves[second])[:, None]
        effects = weights * surplus  # of a pair with each of the five results
        spread, skew = (float((counts * effects**power).sum()) for power in (2, 3))
        score = float(_expected(contrast @ self._strengths))
        sample = min(self._pairs_of(player) for player in (*above, *below))
        if sample < 2 or spread <= NO_SPREAD * float((counts * weights**2).sum()):
            return Interval(logistic_elo(score), math.nan, math.nan)
        # The sum of the effects as the mean of a sample: of so many pairs as the one has played who has played least.
        deviation = score * (1 - score) * sample * math.sqrt(spread / (sample - 1))
        ends = skewed_t(score, deviation, math.sqrt(sample) * skew / spread**1.5, sample, level)
        return Interval(*(logistic_elo(min(max(end, 0.0), 1.0)) for end in (score, *ends)))

    def _pairs_of(self, player: int) -> float:
        """How many pairs that count for its group a player has played."""
        return float(self._counts[self._inside & (self._pairings == player).any(axis=1)].sum())


def _expected(leads: npt.ArrayLike) -> Array:
    """The score that a lead in strength lets expect."""
    expected: Array = 0.5 * (1 + np.tanh(np.asarray(leads) / 2))
    return expected


def _without_end(scored: bool, conceded: bool) -> Interval:
    """The difference of two players of different groups: one of them has scored against the other, or neither."""
    value = math.nan if scored == conceded else math.inf if scored else -math.inf
    return Interval(value, math.nan, math.nan)
