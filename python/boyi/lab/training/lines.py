"""Training of a network on lines, :class:`boyi.gomoku.Network`, on positions of self-play.

A position has a hundred points with four of 7366 windows each, seen by two players: the sums of vectors and their
gradients are products of sparse matrices (scipy). What follows is small, and differentiated by hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from boyi import _core, gomoku
from boyi.lab.self_play.games import Games
from boyi.lab.training.samples import Quiet, Scored, win_probability
from boyi.run import arguments
from boyi.run.extras import need

__all__ = ["LinesRecipe"]

ROLES, ROWS, CHANNELS, HIDDEN = 4, 7366, 16, 16
"""Roles of players, rows and numbers of the vectors of windows of each, and hidden units of the heads."""

_OTHER = np.array([0, 1, 3, 2])
"""The role of the opponent."""

_THREATS = (3, 2, 2, 3, 2, 3, 2, 2, 3)
THREATS = int(np.prod(_THREATS))
"""Classes of positions by who holds which threats."""

_ONE = 255
"""What stands for 1 in a window's vector of the quantised network."""
_MOST_WINDOW = 4.0
_POOL = 16
"""What divides the sums of views before the head."""

Array = npt.NDArray[np.float32]
Parameters = dict[str, Array]


@dataclass(frozen=True, kw_only=True)
class LineSamples(Scored):
    """Positions of gomoku as rows of windows round their points, with the points played.

    ``own`` and ``other`` have four rows for each point, as the side to move and its opponent see them; the points of
    position n are ``starts[n]`` to ``starts[n + 1]``, and ``played[n]`` counts from the first of them, or is -1.
    ``threats[n]`` says who holds which threats, and ``roles[n]`` in which role the side to move plays.
    """

    GAME: ClassVar[str] = "gomoku"
    QUIET: ClassVar[Quiet] = Quiet(most=10_000)
    """Forced wins and losses are learned from as well: a search evaluates such positions all the time."""

    own: npt.NDArray[np.uint16]
    other: npt.NDArray[np.uint16]
    starts: npt.NDArray[np.int32]
    played: npt.NDArray[np.int32]
    threats: npt.NDArray[np.uint16]
    roles: npt.NDArray[np.uint8]

    @classmethod
    def read(cls, games: Games, rows: bytes, plies: bytes, quiet: Quiet) -> dict[str, npt.NDArray[Any]]:
        """The positions of some games of a file, given as bytes."""
        return _core.gomoku_samples(games.openings, rows, plies, in_check=quiet.in_check, most=quiet.most)

    @classmethod
    def joined(cls, parts: Sequence[dict[str, npt.NDArray[Any]]]) -> "LineSamples":
        """The positions of all parts, one after another."""
        points = np.cumsum([0, *(len(part["own"]) for part in parts)])
        starts = [np.zeros(1, np.int64), *(part["starts"][1:] + at for part, at in zip(parts, points, strict=False))]
        names = ("own", "other", "played", "threats", "roles", "scores", "results")
        joined = {name: np.concatenate([part[name] for part in parts]) for name in names}
        return cls(starts=np.concatenate(starts).astype(np.int32), **joined)

    def taken(self, rows: npt.NDArray[np.intp], _mirrored: npt.NDArray[np.bool_]) -> "LineSamples":
        """Some of the positions in this order. Mirrored, they would be the same: windows have no direction."""
        lengths = np.diff(self.starts)[rows]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
        at = np.arange(starts[-1]) + np.repeat(self.starts[rows] - starts[:-1], lengths)
        return LineSamples(
            own=self.own[at],
            other=self.other[at],
            starts=starts,
            played=self.played[rows],
            threats=self.threats[rows],
            roles=self.roles[rows],
            scores=self.scores[rows],
            results=self.results[rows],
        )


@dataclass(frozen=True)
class LinesRecipe:
    """How a network on lines is trained, for gomoku; see :func:`boyi.lab.train`.

    The value learns to be what score and result say, as in :class:`NetworkRecipe`, and the scores of moves to foretell
    the move that the search has played. The optimiser is Adam with decoupled weight decay (Loshchilov and Hutter 2019);
    its rate grows over the first fifty steps and then falls to zero along a cosine. The network is the mean of what it
    was after each of the last steps (Izmailov et al. 2018).
    """

    epochs: int = 3
    """How often every position is learned from."""
    batch: int = 1024
    """Positions of a step."""
    rate: float = 0.004
    """Largest learning rate."""
    decay: float = 0.05
    """Weight decay of the vectors of windows."""
    scale: int = 100
    """Evaluation units in a logit, the logarithm of the odds of winning."""
    score_weight: float = 0.6
    """Weight of the score against the result of the game in what is learned, 0 to 1."""
    policy_weight: float = 0.05
    """Weight of the cross entropy of the moves played against the squared error of the value."""
    mean: float = 0.5
    """Share of the steps, the last ones, over which the mean is taken, 0 to 1; 0 is the last step alone."""

    def __post_init__(self) -> None:
        arguments.whole("epochs", self.epochs, 10_000)
        arguments.whole("batch", self.batch, 2**24)
        arguments.whole("scale", self.scale, 10_000)
        arguments.between("rate", self.rate, 0, 1)
        arguments.between("decay", self.decay, 0, 100)
        arguments.between("score_weight", self.score_weight, 0, 1)
        arguments.between("policy_weight", self.policy_weight, 0, 1000)
        arguments.between("mean", self.mean, 0, 1)

    def trainer(self, seed: int, steps: int, start: gomoku.Network | None = None) -> "LinesTrainer":
        """What learns, before its first step of so many; ``start`` learns on."""
        return LinesTrainer(self, seed, steps, start)


def _drawn(seed: int) -> dict[str, npt.NDArray[np.float64]]:
    """The first parameters of a network that has learned nothing: those of all roles are equal."""
    rng = np.random.default_rng(seed)
    windows = rng.uniform(-0.1, 0.15, (ROWS + 1, CHANNELS))
    windows[ROWS] = 0  # windows without a stone
    one = {
        "windows": windows,
        "first": rng.normal(0, 0.2, (2 * CHANNELS, HIDDEN)),
        "first_bias": np.full(HIDDEN, 0.1),
        "output": rng.normal(0, 0.2, HIDDEN),
        "direct": np.zeros(2 * CHANNELS),
        "output_bias": np.zeros(()),
        "threats": np.zeros(THREATS),
        "policy": np.zeros(2 * CHANNELS),
    }
    return {name: np.repeat(value[None], ROLES, axis=0) for name, value in one.items()}


def _of_network(network: gomoku.Network) -> dict[str, npt.NDArray[Any]]:
    """The parameters of a network that learns on."""
    windows = np.zeros((ROLES, ROWS + 1, CHANNELS))
    windows[:, :ROWS] = network.windows / _ONE
    names = ("first", "first_bias", "output", "direct", "output_bias", "policy")
    arrays: dict[str, npt.NDArray[Any]] = {name: getattr(network, name) for name in names}
    return arrays | {"windows": windows, "threats": network.threats.reshape(ROLES, THREATS)}


class LinesTrainer:
    """A network on lines in training. ``parameters`` are those of the newest step, ``learned`` is their mean."""

    def __init__(self, recipe: LinesRecipe, seed: int, steps: int, start: gomoku.Network | None = None) -> None:
        self.recipe = recipe
        parameters = _drawn(seed) if start is None else _of_network(start)
        self.parameters: Parameters = {name: value.astype(np.float32) for name, value in parameters.items()}
        self.learned: Parameters = self.parameters
        self._steps, self._step, self._added = steps, 0, 0
        self._means = {name: np.zeros_like(value) for name, value in self.parameters.items()}
        self._squares = {name: np.zeros_like(value) for name, value in self.parameters.items()}

    def learn(self, samples: LineSamples) -> float:
        """Takes a step and returns the loss before it."""
        loss, gradient = self.gradient(samples)
        recipe, step = self.recipe, self._step
        rate = recipe.rate * min(1, step / 50) * (0.5 + 0.5 * np.cos(np.pi * min(step / max(self._steps, 1), 1)))
        self._step = step = step + 1
        for name, value in self.parameters.items():
            mean, square = self._means[name], self._squares[name]
            mean += 0.1 * (gradient[name] - mean)
            square += 0.001 * (gradient[name] ** 2 - square)
            value -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        windows = self.parameters["windows"]
        windows[np.unique(samples.roles)] *= 1 - rate * recipe.decay  # others learn nothing, and forget nothing
        np.clip(windows, -_MOST_WINDOW, _MOST_WINDOW, out=windows)
        self._add_to_mean()
        return loss

    def _add_to_mean(self) -> None:
        """Counts the newest step in the mean, from the first of the last ones on."""
        if self._step <= (1 - self.recipe.mean) * self._steps:
            return
        self._added += 1
        if self._added == 1:
            self.learned = {name: value.copy() for name, value in self.parameters.items()}
        for name, value in self.learned.items():
            value += (self.parameters[name] - value) / self._added

    def loss(self, samples: LineSamples) -> float:
        """Mean squared error of the win probability."""
        aims = samples.targets(self.recipe.scale, self.recipe.score_weight)
        return float(np.mean((win_probability(self.logits(samples)) - aims) ** 2))

    def logits(self, samples: LineSamples) -> Array:
        """What the network says of positions."""
        steps = range(0, len(samples), 4096)
        everything = np.arange(len(samples))
        parts = [samples.taken(everything[at : at + 4096], np.zeros(0, bool)) for at in steps]
        return np.concatenate([Pass(self.learned, part).logits for part in parts])

    def gradient(self, samples: LineSamples) -> tuple[float, Parameters]:
        """Mean squared error of the win probability, and the gradient of the loss by all parameters."""
        done = Pass(self.parameters, samples)
        aims = samples.targets(self.recipe.scale, self.recipe.score_weight)
        expected = win_probability(done.logits)
        error = expected - aims
        by_logit = (2 * error * expected * (1 - expected) / len(samples)).astype(np.float32)
        return float(np.mean(error**2)), done.gradient(by_logit, self.recipe.policy_weight)

    def evaluation(self, about: str) -> gomoku.Network:
        """The network with its vectors in whole numbers."""
        weights = dict(self.learned)
        windows = np.rint(weights.pop("windows")[:, :ROWS] * _ONE).astype(np.int16)
        weights["threats"] = weights["threats"].reshape(ROLES, *_THREATS)
        return gomoku.Network(windows, scale=self.recipe.scale, about=about, **weights)


class Pass:
    """What a network computes for positions, kept for the gradient."""

    def __init__(self, parameters: Parameters, samples: LineSamples) -> None:
        sparse = need("scipy.sparse")
        self._parameters, self._samples = parameters, samples
        points, lengths = len(samples.own), np.diff(samples.starts)
        self._position = np.repeat(np.arange(len(samples)), lengths)
        ones, ends = np.ones(4 * points, np.float32), np.arange(0, 4 * points + 1, 4)
        windows = parameters["windows"].reshape(-1, CHANNELS)
        self._seen = []
        for rows, roles in ((samples.own, samples.roles), (samples.other, _OTHER[samples.roles])):
            at = rows + (roles.astype(np.int32) * (ROWS + 1))[self._position, None]
            self._seen.append(sparse.csr_matrix((ones, at.ravel(), ends), (points, len(windows))))
        self._sums = np.concatenate([seen @ windows for seen in self._seen], axis=1)
        self._views = np.clip(self._sums, 0, 1)
        add = sparse.csr_matrix(
            (np.ones(points, np.float32), np.arange(points), samples.starts), (len(samples), points)
        )
        self._pool = (add @ self._views) / _POOL
        roles = samples.roles
        self._before = np.einsum("ni,nij->nj", self._pool, parameters["first"][roles]) + parameters["first_bias"][roles]
        self._hidden = np.maximum(self._before, 0)
        self.logits: Array = (
            np.einsum("nj,nj->n", self._hidden, parameters["output"][roles])
            + np.einsum("ni,ni->n", self._pool, parameters["direct"][roles])
            + parameters["output_bias"][roles]
            + parameters["threats"][roles, samples.threats]
        )

    def chances(self) -> Array:
        """The chance of each point to be played in its position, by the scores of moves."""
        samples = self._samples
        policy, starts = self._parameters["policy"][samples.roles][self._position], samples.starts[:-1]
        scores = np.einsum("pi,pi->p", self._views, policy)
        powers = np.exp(scores - np.maximum.reduceat(scores, starts)[self._position])
        chances: Array = powers / np.add.reduceat(powers, starts)[self._position]
        return chances

    def gradient(self, by_logit: Array, policy_weight: float) -> Parameters:
        """The gradient by all parameters, from that by the logits and the cross entropy of the moves played."""
        parameters, samples = self._parameters, self._samples
        roles, position = samples.roles, self._position
        by_hidden = by_logit[:, None] * parameters["output"][roles] * (self._before > 0)
        by_pool = np.einsum("nj,nij->ni", by_hidden, parameters["first"][roles])
        by_pool = (by_pool + by_logit[:, None] * parameters["direct"][roles]) / _POOL
        known = samples.played >= 0
        by_score = self.chances()
        by_score[samples.starts[:-1][known] + samples.played[known]] -= 1
        by_score *= (policy_weight * known / max(known.sum(), 1)).astype(np.float32)[position]
        by_view = by_pool[position] + by_score[:, None] * parameters["policy"][roles][position]
        by_sum = by_view * ((self._sums > 0) & (self._sums < 1))
        windows = self._seen[0].T @ by_sum[:, :CHANNELS] + self._seen[1].T @ by_sum[:, CHANNELS:]
        windows = windows.reshape(ROLES, ROWS + 1, CHANNELS)
        windows[:, ROWS] = 0
        others = {name: np.zeros_like(value) for name, value in parameters.items() if name != "windows"}
        gradient = {"windows": windows} | others
        for role in np.unique(roles):
            at = roles == role
            gradient["first"][role] = self._pool[at].T @ by_hidden[at]
            gradient["first_bias"][role] = by_hidden[at].sum(axis=0)
            gradient["output"][role] = self._hidden[at].T @ by_logit[at]
            gradient["direct"][role] = self._pool[at].T @ by_logit[at]
            gradient["output_bias"][role] = by_logit[at].sum()
            gradient["threats"][role] = np.bincount(samples.threats[at], by_logit[at], THREATS)
            points = at[position]
            gradient["policy"][role] = self._views[points].T @ by_score[points]
        return gradient
