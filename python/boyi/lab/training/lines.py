"""Training of a network on lines, :class:`boyi.gomoku.Network`, on positions of self-play.

A position has a hundred points with four of 7366 windows each, seen by two players: the sums of vectors and their
gradients are products of sparse matrices (scipy), and jax differentiates what follows.
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
_ROUND = 2**14
"""Points are filled up to a multiple of this number, since jax compiles anew for every number of them."""

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
        jax, optax = need("jax", "train"), need("optax", "train")
        self.recipe = recipe
        parameters = _drawn(seed) if start is None else _of_network(start)
        self.parameters: Parameters = {name: value.astype(np.float32) for name, value in parameters.items()}
        self.learned: Parameters = self.parameters
        self._steps, self._step, self._added = steps, 0, 0
        cosine, warm = optax.cosine_decay_schedule(recipe.rate, max(steps, 1)), optax.linear_schedule(0, 1, 50)
        decayed = {name: name == "windows" for name in self.parameters}
        optimiser = optax.adamw(lambda at: cosine(at) * warm(at), b2=0.999, weight_decay=recipe.decay, mask=decayed)
        self._state = optimiser.init(self.parameters)
        self._update = jax.jit(optimiser.update)
        self._head = jax.jit(jax.value_and_grad(_loss, argnums=(0, 1), has_aux=True))
        self._value = jax.jit(_logits)

    def learn(self, samples: LineSamples) -> float:
        """Takes a step and returns the loss before it."""
        loss, gradient = self.gradient(samples)
        steps, self._state = self._update(gradient, self._state, self.parameters)
        moved = {name: value + np.asarray(steps[name]) for name, value in self.parameters.items()}
        absent = np.setdiff1d(np.arange(ROLES), samples.roles)  # which would forget, by weight decay
        moved["windows"][absent] = self.parameters["windows"][absent]
        np.clip(moved["windows"], -_MOST_WINDOW, _MOST_WINDOW, out=moved["windows"])
        self.parameters = moved
        self._step += 1
        self._added += self._step > (1 - self.recipe.mean) * self._steps
        mean = self.learned if self._added > 1 else moved
        self.learned = {name: value + (moved[name] - value) / max(self._added, 1) for name, value in mean.items()}
        return loss

    def loss(self, samples: LineSamples) -> float:
        """Mean squared error of the win probability."""
        aims = samples.targets(self.recipe.scale, self.recipe.score_weight)
        return float(np.mean((win_probability(self.logits(samples)) - aims) ** 2))

    def logits(self, samples: LineSamples) -> Array:
        """Evaluations of positions, as logits of the win probability for the side to move."""
        everything, found = np.arange(len(samples)), []
        for at in range(0, len(samples), 4096):
            part = samples.taken(everything[at : at + 4096], np.zeros(0, bool))
            found.append(self._value(_head(self.learned), *_sums(self.learned, part)[1:]))
        return np.concatenate(found)

    def gradient(self, samples: LineSamples) -> tuple[float, Parameters]:
        """Mean squared error of the win probability, and the gradient of the loss by all parameters."""
        (own, other), sums, known = _sums(self.parameters, samples)
        aims = samples.targets(self.recipe.scale, self.recipe.score_weight)
        (_, error), (gradient, by_sums) = self._head(
            _head(self.parameters), sums, known, aims, self.recipe.policy_weight
        )
        by_own, by_other = np.split(np.asarray(by_sums)[: len(samples.own)], 2, axis=1)
        windows = (own.T @ by_own + other.T @ by_other).reshape(self.parameters["windows"].shape)
        windows[:, ROWS] = 0
        return float(error), {"windows": windows, **{name: np.asarray(value) for name, value in gradient.items()}}

    def evaluation(self, about: str) -> gomoku.Network:
        """The network with its vectors in whole numbers."""
        weights = dict(self.learned)
        windows = np.rint(weights.pop("windows")[:, :ROWS] * _ONE).astype(np.int16)
        weights["threats"] = weights["threats"].reshape(ROLES, *_THREATS)
        return gomoku.Network(windows, scale=self.recipe.scale, about=about, **weights)


def _head(parameters: Parameters) -> Parameters:
    """The parameters behind the sums."""
    return {name: value for name, value in parameters.items() if name != "windows"}


def _sums(parameters: Parameters, samples: LineSamples) -> tuple[list[Any], Array, dict[str, npt.NDArray[Any]]]:
    """The windows round all points as sparse matrices, as the side to move and its opponent see them; the sums of their
    vectors side by side, filled up with rows of zeros; and what the head is told of the positions."""
    sparse = need("scipy.sparse")
    points, windows = len(samples.own), parameters["windows"].reshape(-1, CHANNELS)
    ones, ends = np.ones(4 * points, np.float32), np.arange(0, 4 * points + 1, 4)
    sums = np.zeros((points + -points % _ROUND, 2, CHANNELS), windows.dtype)
    position = np.full(len(sums), len(samples), np.int32)
    position[:points] = np.repeat(np.arange(len(samples)), np.diff(samples.starts))
    seen = []
    for side, (rows, roles) in enumerate(((samples.own, samples.roles), (samples.other, _OTHER[samples.roles]))):
        at = rows + (roles.astype(np.int32) * (ROWS + 1))[position[:points], None]
        seen.append(sparse.csr_matrix((ones, at.ravel(), ends), (points, len(windows))))
        sums[:points, side] = seen[-1] @ windows
    known = {name: getattr(samples, name) for name in ("roles", "threats", "played")}
    known |= {"position": position, "starts": samples.starts[:-1]}
    return seen, sums.reshape(-1, 2 * CHANNELS), known


def _logits(head: Parameters, sums: Any, known: Any) -> Any:
    """Evaluations of positions, as logits, from the sums of all points."""
    jax, jnp = need("jax"), need("jax.numpy")
    roles = known["roles"]
    pool = _by_position(jax.ops.segment_sum, jnp.clip(sums, 0, 1), known) / _POOL
    hidden = jax.nn.relu(jnp.einsum("ni,nij->nj", pool, head["first"][roles]) + head["first_bias"][roles])
    value = (hidden * head["output"][roles]).sum(axis=1) + (pool * head["direct"][roles]).sum(axis=1)
    return value + head["output_bias"][roles] + head["threats"][roles, known["threats"]]


def _by_position(pool: Any, values: Any, known: Any) -> Any:
    """The values of all points, pooled over the points of each position; rows that fill up belong to none."""
    return pool(values, known["position"], len(known["roles"]) + 1, indices_are_sorted=True)[:-1]


def _loss(head: Parameters, sums: Any, known: Any, aims: Any, policy_weight: float) -> tuple[Any, Any]:
    """The squared error of the value plus the cross entropy of the moves played; and the squared error alone."""
    jax, jnp = need("jax"), need("jax.numpy")
    error = ((jax.nn.sigmoid(_logits(head, sums, known)) - aims) ** 2).mean()
    position = jnp.minimum(known["position"], len(aims) - 1)
    scores = (jnp.clip(sums, 0, 1) * head["policy"][known["roles"]][position]).sum(axis=1)
    most = jax.lax.stop_gradient(_by_position(jax.ops.segment_max, scores, known))
    powers = _by_position(jax.ops.segment_sum, jnp.exp(scores - most[position]), known)
    played = known["played"] >= 0
    missed = jnp.where(played, jnp.log(powers) + most - scores[known["starts"] + known["played"]], 0)
    return error + policy_weight * missed.sum() / jnp.maximum(played.sum(), 1), error
