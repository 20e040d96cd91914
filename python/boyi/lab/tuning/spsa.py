"""Simultaneous perturbation stochastic approximation (James Spall 1992): the arithmetic of tuning, without games.

Every pair of games compares two points on either side of the current one, in a direction drawn for all fields at once;
the winner's side pulls the current point towards itself. Distances and pulls shrink as the pairs go on, by the powers
that Spall recommends. The gains are set by their values at the end, as Fishtest, Stockfish's testing framework, does.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from boyi import Config
from boyi.run.journal import Record

GAIN_POWER, DISTANCE_POWER = 0.602, 0.101
"""Powers of the number of a pair by which pulls and distances shrink."""

STABILITY = 0.1
"""Share of all pairs that is added to the number of a pair, so that the first pulls are not too strong."""

Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Spsa:
    """The rule by which the values of fields are changed after each pair of games."""

    names: tuple[str, ...]
    first: Values
    """The values at the beginning."""
    ranges: npt.NDArray[np.int64]
    """Least and largest value of each field."""
    steps: Values
    """Distance of the compared points from the current one at the end."""
    rate: float
    """How far a win of one game pulls at the end, as a share of the distance."""
    pairs: int
    seed: int

    def distances(self, pair: int) -> Values:
        """Distance of the compared points from the current one, for the pair of this number, from 0."""
        return self.steps * (self.pairs / (pair + 1)) ** DISTANCE_POWER

    def pulls(self, pair: int) -> Values:
        """How far a point of difference moves each field."""
        stability = STABILITY * self.pairs
        gain = self.rate * ((stability + self.pairs) / (stability + pair + 1)) ** GAIN_POWER
        return gain * self.steps**2 / self.distances(pair)

    def signs(self, pair: int) -> Values:
        """The direction of a pair: 1 or -1 for each field."""
        return np.random.default_rng([self.seed, pair]).choice((-1.0, 1.0), len(self.names))

    def compared(self, values: Values, pair: int) -> tuple[list[int], list[int]]:
        """The two points of a pair, in whole numbers: values between two of them are rounded up or down by chance."""
        rng = np.random.default_rng([self.seed, pair, 1])
        away = self.signs(pair) * self.distances(pair)
        chance = rng.random(len(values))

        def whole(point: Values) -> list[int]:
            return [int(value) for value in np.floor(self.inside(point) + chance).clip(*self.ranges.T)]

        return whole(values + away), whole(values - away)

    def inside(self, values: Values) -> Values:
        """Values moved into the ranges of their fields."""
        return values.clip(*self.ranges.T)

    def moved(self, values: Values, pair: int, won: int) -> Values:
        """The values after the pair of this number, by what its first point has won more than the second, in games."""
        return self.inside(values + won * self.signs(pair) * self.pulls(pair))

    def config(self, base: Config, values: Sequence[float] | Values) -> Config:
        """A configuration with these values, rounded."""
        return base.replace(**{name: round(value) for name, value in zip(self.names, values, strict=True)})


class Course:
    """The values of a tuning as its pairs end, which move them in the order of their numbers, however they arrive."""

    decided: bool = False
    """A tuning plays all its pairs."""

    def __init__(self, spsa: Spsa, records: Iterable[Record] = ()) -> None:
        self._spsa = spsa
        self._waiting: dict[int, int] = {}
        self.points: list[Values] = [spsa.first]
        """The first values, and those after each pair; pairs behind one that is missing are left out."""
        for record in records:
            self.add(record)

    def add(self, record: Record) -> None:
        """Takes the record of a pair."""
        self._waiting[record["pair"]] = record["won"]
        while (pair := len(self.points) - 1) in self._waiting:
            self.points.append(self._spsa.moved(self.points[-1], pair, self._waiting.pop(pair)))

    def __str__(self) -> str:
        return " ".join(f"{name}={value:.1f}" for name, value in zip(self._spsa.names, self.points[-1], strict=True))
