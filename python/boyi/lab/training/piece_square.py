"""Fitting of piece squares, :class:`boyi.xiangqi.Evaluation`, to positions of self-play, by logistic regression."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from boyi import xiangqi
from boyi.lab.training.samples import Samples, win_probability
from boyi.run import arguments
from boyi.run.extras import need

__all__ = ["PieceSquareRecipe"]

_SQUARES = np.arange(90).reshape(10, 9)
HALF = np.minimum(_SQUARES, _SQUARES[:, ::-1])
"""Of each square and its mirror image the one on the left."""

KINDS = 7
ROAMING = (3, 4, 5)
"""Horse, chariot and cannon: the kinds that can stand on every square."""


@dataclass(frozen=True)
class PieceSquareRecipe:
    """How piece squares are fitted; see :func:`boyi.lab.train`.

    The values are those under which a sum over the pieces predicts win probabilities best, of all that are symmetrical
    left to right: a convex problem, solved by the L-BFGS method of scipy.
    """

    positions: int = 500_000
    """Largest number of positions to fit to, from so many games as it takes."""
    ridge: float = 30.0
    """Strength of the pull of every value towards the mean of its kind, as a number of positions."""
    scale: int = 95
    """Evaluation units in a logit, the logarithm of the odds of winning."""
    score_weight: float = 0.7
    """Weight of the score against the result of the game in what is learned, 0 to 1."""

    def __post_init__(self) -> None:
        arguments.whole("positions", self.positions, 2**31)
        arguments.whole("scale", self.scale, 10_000)
        arguments.between("ridge", self.ridge, 0, 1e9)
        arguments.between("score_weight", self.score_weight, 0, 1)

    def fit(self, samples: Samples) -> npt.NDArray[np.float64]:
        """The best values in logits, by kind and square, and the value of the move as the last item."""
        scipy = need("scipy.optimize")
        matrix, targets = design(samples), samples.targets(self.scale, self.score_weight).astype(float)
        kind = np.repeat(np.arange(KINDS), 90)
        reached = np.asarray(abs(matrix).sum(axis=0)).ravel()[:-1] > 0
        count = np.bincount(kind[reached], minlength=KINDS).clip(1)

        def loss(values: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
            probability = win_probability(matrix @ values)
            limited = probability.clip(1e-12, 1 - 1e-12)
            surprise = -(targets * np.log(limited) + (1 - targets) * np.log(1 - limited)).sum()
            gradient = matrix.T @ (probability - targets)
            mean = (np.bincount(kind, values[:-1] * reached, KINDS) / count)[kind]
            away = (values[:-1] - mean) * reached
            gradient[:-1] += self.ridge * away
            return surprise + 0.5 * self.ridge * (away**2).sum(), gradient

        found: npt.NDArray[np.float64] = scipy.minimize(loss, np.zeros(matrix.shape[1]), jac=True, method="L-BFGS-B").x
        # A square on which no game had a piece is worth what the others are, where the piece can stand there at all.
        mean = (np.bincount(kind, found[:-1] * reached, KINDS) / count)[kind]
        found[:-1] = np.where(np.isin(kind, ROAMING) & ~reached, mean, found[:-1])
        return found

    def evaluation(self, values: npt.NDArray[np.float64]) -> xiangqi.Evaluation:
        """The values as an evaluation in whole numbers."""
        whole = np.rint(values * self.scale).astype(int)
        tables = whole[:-1].reshape(KINDS, 90)[:, HALF.ravel()]
        return xiangqi.Evaluation(tables.reshape(KINDS, 10, 9), int(whole[-1]))

    def loss(self, samples: Samples, values: npt.NDArray[np.float64]) -> float:
        """Mean squared error of the win probability."""
        said = win_probability(design(samples) @ values)
        return float(np.mean((said - samples.targets(self.scale, self.score_weight)) ** 2))


def design(samples: Samples) -> Any:
    """Positions as rows of a sparse matrix.

    Columns count the pieces of each kind on each square of the left half as their owners see it, the mover's less the
    opponent's; the last one is 1, for the move.
    """
    sparse = need("scipy.sparse")
    piece, square = np.divmod(samples.inputs, 90)
    kind, is_enemy = np.divmod(piece, 2)
    own = np.where(is_enemy == 1, 89 - square, square)
    columns = kind * 90 + HALF.ravel()[own]
    shape = (len(samples), KINDS * 90)
    squares = sparse.csr_matrix((1.0 - 2.0 * is_enemy, columns, samples.starts), shape)
    return sparse.hstack([squares, np.ones((len(samples), 1))], format="csr")
