"""Fitting of the hand-written evaluation, :class:`boyi.xiangqi.Classic`, to positions of self-play.

One design matrix, piece squares and counts of the terms, is weighed by the phase twice, and one logistic regression
finds both weights of every column. The counts come from the code that evaluates.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from boyi import _core, xiangqi
from boyi.errors import OptionError
from boyi.lab.training.piece_square import HALF, KINDS, design
from boyi.lab.training.samples import Samples, win_probability
from boyi.run import arguments
from boyi.run.extras import need

__all__ = ["ClassicRecipe"]

Vector = npt.NDArray[np.float64]

SQUARES = KINDS * 90
"""Number of columns of piece squares; the column of the move stands behind them, then those of the terms."""

TERMS = tuple(xiangqi.Classic().terms)
ENDINGS = tuple(xiangqi.Classic().endings)


@dataclass(frozen=True)
class ClassicRecipe:
    """How a hand-written evaluation is fitted; see :func:`boyi.lab.train`.

    The weights are those that predict win probabilities best, of all whose piece squares are symmetrical left to right,
    found by the L-BFGS-B method of scipy. ``ClassicRecipe(terms=[])`` fits piece squares with two phases and no terms.

    >>> from boyi import lab
    >>> lab.ClassicRecipe(terms=["hollow_cannon"]).terms
    ('hollow_cannon',)
    """

    terms: Sequence[str] | None = None
    """Names of the terms that get weights; the others have weights of zero. None: all terms of
    ``boyi.xiangqi.Classic.describe()``."""
    endings: bool = True
    """Whether factors of the endings are fitted; without, every advantage counts in full."""
    positions: int = 500_000
    """Largest number of positions to fit to, from so many games as it takes."""
    ridge: float = 30.0
    """Strength of the pull of every square's value towards the mean of its kind, of every term's weight towards zero
    and of every factor towards 1, as a number of positions."""
    scale: int = 95
    """Evaluation units in a logit, the logarithm of the odds of winning."""
    score_weight: float = 0.7
    """Weight of the score against the result of the game in what is learned, 0 to 1."""

    def __post_init__(self) -> None:
        given = TERMS if self.terms is None else self.terms
        if isinstance(given, str) or not isinstance(given, Sequence):
            raise OptionError(f"terms={given!r}: expected a list of names of terms, or None")
        for name in given:
            if name not in TERMS:
                raise OptionError(f"terms: {name!r}: expected names of boyi.xiangqi.Classic().terms, {list(TERMS)}")
        object.__setattr__(self, "terms", tuple(name for name in TERMS if name in given))
        arguments.whole("positions", self.positions, 2**31)
        arguments.whole("scale", self.scale, 10_000)
        arguments.between("ridge", self.ridge, 0, 1e9)
        arguments.between("score_weight", self.score_weight, 0, 1)

    def fit(self, samples: Samples) -> Vector:
        """The best weights in logits, by phase and column, and the factors of the endings behind them."""
        scipy = need("scipy.optimize")
        rows = Rows.of(samples)
        targets = samples.targets(self.scale, self.score_weight).astype(float)
        columns = rows.matrix.shape[1]
        pull = _Pull.of(rows, self.ridge)
        # What the minimiser sees: steps of equal effect in all weights, which takes it a fifth of the iterations.
        steps = rows.steps()

        def loss(scaled: Vector) -> tuple[float, Vector]:
            values = scaled * steps
            weights, factors = _parts(values)
            raw = rows.raw(weights)
            ahead = rows.ahead(raw)
            factor = factors[ahead]
            probability = win_probability(raw * factor)
            limited = probability.clip(1e-12, 1 - 1e-12)
            surprise = -(targets * np.log(limited) + (1 - targets) * np.log(1 - limited)).sum()
            wrong = probability - targets
            gradient = np.empty_like(values)
            by_phase = rows.shares * (wrong * factor)[:, None]
            gradient[: 2 * columns] = (rows.matrix.T @ by_phase).T.ravel()
            gradient[2 * columns :] = np.bincount(ahead, wrong * raw, len(ENDINGS) + 1)[:-1]
            strain, slope = pull.of_values(values)
            return float(surprise + strain) / len(targets), (gradient + slope) * steps / len(targets)

        start = np.concatenate([np.zeros(2 * columns), 1 / steps[2 * columns :]])
        used = np.concatenate([np.ones(SQUARES + 1, bool), np.isin(TERMS, self.terms or ())])
        free = [(None, None) if each else (0, 0) for each in used]
        bounds = [*free, *free, *[(0 if self.endings else whole, whole) for whole in start[2 * columns :]]]
        options = {"maxiter": 500, "maxfun": 1000, "maxcor": 20, "ftol": 1e-9}
        found = scipy.minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options)
        values: Vector = found.x * steps
        return values

    def evaluation(self, values: Vector, about: str = "{}") -> xiangqi.Classic:
        """The weights as an evaluation, in sixteenths of a unit."""
        weights, factors = _parts(values)
        weights = weights * self.scale
        tables = weights[:, :SQUARES].reshape(2, KINDS, 90)[:, :, HALF.ravel()]
        terms = {name: (float(weights[0, at]), float(weights[1, at])) for at, name in enumerate(TERMS, SQUARES + 1)}
        tempo = float(weights[0, SQUARES]), float(weights[1, SQUARES])
        endings = dict(zip(ENDINGS, factors[:-1].tolist(), strict=True))
        return xiangqi.Classic(tables.reshape(2, KINDS, 10, 9), terms, tempo, endings, about=about)

    def loss(self, samples: Samples, values: Vector) -> float:
        """Mean squared error of the win probability."""
        said = win_probability(Rows.of(samples).logits(values))
        return float(np.mean((said - samples.targets(self.scale, self.score_weight)) ** 2))


@dataclass(frozen=True)
class Rows:
    """Positions as rows of the regression, in the view of the side to move."""

    matrix: Any
    """Sparse: piece squares, 1 for the move, counts of the terms; all the mover's less the opponent's."""
    shares: Vector
    """What the middlegame and the endgame count for in each position."""
    endings: npt.NDArray[np.int8]
    """The ending of each position if the mover is ahead, and if the opponent is."""

    @classmethod
    def of(cls, samples: Samples) -> "Rows":
        """The rows of positions."""
        sparse = need("scipy.sparse")
        counted = _core.xiangqi_classic_features(samples.inputs, samples.starts)
        terms = sparse.csr_matrix(counted["terms"].astype(float))
        phase = counted["phase"].astype(float)
        matrix = sparse.hstack([design(samples), terms], format="csr")
        return cls(matrix, np.stack([phase, 1 - phase], axis=1), counted["endings"])

    def steps(self) -> Vector:
        """A step of each weight and factor that changes logits about as much as any other."""
        squares = self.matrix.multiply(self.matrix).T @ self.shares**2 / len(self.shares)
        return np.concatenate([1 / np.sqrt(squares).clip(0.02).T.ravel(), np.full(len(ENDINGS), 3.0)])

    def raw(self, weights: Vector) -> Vector:
        """What weights by phase and column say, before the factors of the endings."""
        said: Vector = ((self.matrix @ weights.T) * self.shares).sum(axis=1)
        return said

    def ahead(self, raw: Vector) -> npt.NDArray[np.int8]:
        """The ending for the side that is ahead."""
        return np.where(raw > 0, self.endings[:, 0], self.endings[:, 1])

    def logits(self, values: Vector) -> Vector:
        """Evaluations of positions, as logits of the win probability for the side to move."""
        weights, factors = _parts(values)
        raw = self.raw(weights)
        return raw * factors[self.ahead(raw)]


@dataclass(frozen=True)
class _Pull:
    """The pull of weights towards what they are without evidence."""

    ridge: float
    kind: npt.NDArray[np.intp]
    reached: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, rows: Rows, ridge: float) -> "_Pull":
        reached = np.asarray(abs(rows.matrix).sum(axis=0)).ravel() > 0
        return cls(ridge, np.repeat(np.arange(KINDS), 90), reached)

    def of_values(self, values: Vector) -> tuple[float, Vector]:
        """The penalty and its gradient."""
        weights, factors = _parts(values)
        away = np.zeros_like(weights)
        reached = self.reached[:SQUARES]
        count = np.bincount(self.kind[reached], minlength=KINDS).clip(1)
        for phase in range(2):
            squares = weights[phase, :SQUARES] * reached
            away[phase, :SQUARES] = squares - (np.bincount(self.kind, squares, KINDS) / count)[self.kind] * reached
        away[:, SQUARES + 1 :] = weights[:, SQUARES + 1 :]
        all_away = np.concatenate([away.ravel(), factors[:-1] - 1])
        return float(0.5 * self.ridge * (all_away**2).sum()), self.ridge * all_away


def _parts(values: Vector) -> tuple[Vector, Vector]:
    """Weights by phase and column, and the factors of the endings with a 1 for every other position."""
    weights = values[: -len(ENDINGS)].reshape(2, -1)
    return weights, np.append(values[-len(ENDINGS) :], 1.0)
