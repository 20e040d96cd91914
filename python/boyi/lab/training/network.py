"""Training of a network, :class:`boyi.xiangqi.Network`, on positions of self-play.

The first layer sees 20 of 1260 inputs at a time. Where jax has an accelerator, all layers run there. On a processor,
products of sparse matrices (scipy) are five times as fast as gathers and scatters of jax, so that the first layer is
computed by them, and jax differentiates what follows.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from boyi import xiangqi
from boyi.errors import OptionError
from boyi.lab.training.samples import INPUTS, OTHER, Samples, win_probability
from boyi.run import arguments
from boyi.run.extras import need

__all__ = ["NetworkRecipe"]

BUCKETS = 8
"""Number of sets of output weights."""

_ONE, _OUTPUT_ONE = 255, 64
"""What stands for 1 in a sum of hidden units and in an output weight of the quantised network."""
_TICKS = _ONE * _OUTPUT_ONE
_MOST_INPUT, _MOST_OUTPUT, _MOST_SUM = 960 / _ONE, 127 / _OUTPUT_ONE, 33_000 / _OUTPUT_ONE

Parameters = dict[str, Any]
Array = npt.NDArray[np.float32]


@dataclass(frozen=True)
class NetworkRecipe:
    """How a network is trained; see :func:`boyi.lab.train`.

    The optimiser is Adam with decoupled weight decay (Loshchilov and Hutter 2019); its rate grows over the first
    hundredth of the steps and then falls to zero along a cosine.
    """

    hidden: int = 64
    """Hidden units of each side, a multiple of 32, 32 to 1024."""
    epochs: int = 6
    """How often every position is learned from."""
    batch: int = 16_384
    """Positions of a step."""
    rate: float = 0.002
    """Largest learning rate."""
    decay: float = 0.1
    """Weight decay of the input weights."""
    scale: int = 95
    """Evaluation units in a logit, the logarithm of the odds of winning."""
    score_weight: float = 0.7
    """Weight of the score against the result of the game in what is learned, 0 to 1."""

    def __post_init__(self) -> None:
        if arguments.whole("hidden", self.hidden, 1024) % 32:
            raise OptionError(f"hidden={self.hidden}: expected a multiple of 32, 32 to 1024")
        arguments.whole("epochs", self.epochs, 10_000)
        arguments.whole("batch", self.batch, 2**24)
        arguments.whole("scale", self.scale, 10_000)
        arguments.between("rate", self.rate, 0, 1)
        arguments.between("decay", self.decay, 0, 100)
        arguments.between("score_weight", self.score_weight, 0, 1)

    def trainer(self, seed: int, steps: int, threads: int) -> "Trainer":
        """What learns, before its first step of so many."""
        return Trainer(self, seed, steps, threads)


class Trainer:
    """A network in training."""

    def __init__(self, recipe: NetworkRecipe, seed: int, steps: int, threads: int) -> None:
        self.recipe = recipe
        self._threads = threads
        jax, optax = need("jax", "train"), need("optax", "train")
        rng = np.random.default_rng(seed)
        hidden = recipe.hidden
        # The columns behind the hidden units are the values of pieces on squares, one for each set of output weights.
        first = np.zeros((INPUTS, hidden + BUCKETS), np.float32)
        first[:, :hidden] = rng.uniform(-0.2, 0.2, (INPUTS, hidden))
        self.parameters: Parameters = {
            "first": first,
            "bias": np.full(hidden, 0.2, np.float32),
            "output": rng.uniform(-0.1, 0.1, (BUCKETS, 2 * hidden)).astype(np.float32),
            "output_bias": np.zeros(BUCKETS, np.float32),
        }
        warm = max(steps // 100, 1)
        schedule = optax.warmup_cosine_decay_schedule(0.0, recipe.rate, warm, max(steps, warm + 1))
        decayed = {"first": True, "bias": False, "output": False, "output_bias": False}
        optimiser = optax.adamw(schedule, b2=0.999, weight_decay=recipe.decay, mask=decayed)
        self._state = optimiser.init(self.parameters)
        self._update = jax.jit(_updater(optimiser))
        self._head = jax.jit(jax.value_and_grad(_head_loss, argnums=(0, 1, 2)))
        self._value = jax.jit(_logits)
        self._whole = jax.jit(jax.value_and_grad(_whole_loss))
        self.accelerated: bool = jax.default_backend() != "cpu"

    def learn(self, samples: Samples) -> float:
        """Takes a step and returns the loss before it."""
        targets = samples.targets(self.recipe.scale, self.recipe.score_weight)
        loss, gradient = self.gradient(samples, targets)
        updated, self._state = self._update(self.parameters, gradient, self._state)
        self.parameters = {name: np.asarray(value) for name, value in updated.items()}
        return loss

    def loss(self, samples: Samples) -> float:
        """Mean squared error of the win probability."""
        targets = samples.targets(self.recipe.scale, self.recipe.score_weight)
        return float(np.mean((win_probability(self.logits(samples)) - targets) ** 2))

    def logits(self, samples: Samples) -> Array:
        """Evaluations of positions, as logits of the win probability for the side to move."""
        with ThreadPoolExecutor(self._threads) as pool:
            own, other = _products(pool, _matrices(samples, self._threads), self.parameters["first"])
        return np.asarray(self._value(_head(self.parameters), own, other, _buckets(samples)))

    def gradient(self, samples: Samples, targets: Array) -> tuple[float, Parameters]:
        """Loss and gradient of all parameters."""
        if self.accelerated:
            loss, whole = self._whole(self.parameters, _padded(samples), _buckets(samples), targets)
            return float(loss), whole
        with ThreadPoolExecutor(self._threads) as pool:
            parts = _matrices(samples, self._threads)
            own, other = _products(pool, parts, self.parameters["first"])
            loss, (gradient, by_own, by_other) = self._head(
                _head(self.parameters), own, other, _buckets(samples), targets
            )
            by_own, by_other = np.asarray(by_own), np.asarray(by_other)
            sums = pool.map(lambda part: part[1].T @ by_own[part[0]] + part[2].T @ by_other[part[0]], parts)
            first = sum(sums)
        return float(loss), {"first": first, **{name: np.asarray(value) for name, value in gradient.items()}}

    def evaluation(self, about: str) -> xiangqi.Network:
        """The network in whole numbers."""
        return quantised(self.parameters, self.recipe, about)


def quantised(parameters: Parameters, recipe: NetworkRecipe, about: str) -> xiangqi.Network:
    """Parameters in whole numbers."""
    hidden = recipe.hidden
    first = parameters["first"]

    def whole(values: Array, one: int) -> npt.NDArray[np.int32]:
        return np.rint(values * one).astype(np.int32)

    return xiangqi.Network(
        whole(first[:, :hidden], _ONE).reshape(7, 2, 10, 9, hidden),
        whole(parameters["bias"], _ONE),
        whole(parameters["output"], _OUTPUT_ONE).reshape(BUCKETS, 2, hidden),
        whole(parameters["output_bias"], _TICKS),
        whole(first[:, hidden:], _TICKS).reshape(7, 2, 10, 9, BUCKETS),
        scale=recipe.scale,
        about=about,
    )


def _head(parameters: Parameters) -> Parameters:
    """The parameters behind the first layer."""
    return {name: value for name, value in parameters.items() if name != "first"}


def _buckets(samples: Samples) -> npt.NDArray[np.int32]:
    return (samples.pieces - 1) // 4


def _logits(head: Parameters, own: Any, other: Any, buckets: Any) -> Any:
    """Logits from the first layer's products of both sides: hidden units, then square values."""
    jnp = need("jax.numpy")
    hidden = head["bias"].shape[0]
    sums = jnp.concatenate([own[:, :hidden] + head["bias"], other[:, :hidden] + head["bias"]], axis=1)
    units = jnp.clip(sums, 0, 1) ** 2
    by_bucket = units @ head["output"].T + head["output_bias"] + own[:, hidden:] - other[:, hidden:]
    chosen = buckets[:, None] == jnp.arange(BUCKETS)
    return jnp.where(chosen, by_bucket, 0).sum(axis=1)


def _head_loss(head: Parameters, own: Any, other: Any, buckets: Any, targets: Any) -> Any:
    return ((need("jax.nn").sigmoid(_logits(head, own, other, buckets)) - targets) ** 2).mean()


def _whole_loss(parameters: Parameters, inputs: Any, buckets: Any, targets: Any) -> Any:
    """The loss from rows of inputs, by jax alone."""
    jnp = need("jax.numpy")
    first = jnp.concatenate([parameters["first"], jnp.zeros_like(parameters["first"][:1])])
    other = jnp.asarray(np.append(OTHER, INPUTS))[inputs]
    return _head_loss(_head(parameters), first[inputs].sum(axis=1), first[other].sum(axis=1), buckets, targets)


def _padded(samples: Samples) -> npt.NDArray[np.int32]:
    """The inputs as rows of 32, filled up with an input that does not exist."""
    rows = np.full((len(samples), 32), INPUTS, np.int32)
    rows[np.arange(32) < samples.pieces[:, None]] = samples.inputs
    return rows


def _updater(optimiser: Any) -> Callable[[Parameters, Parameters, Any], tuple[Parameters, Any]]:
    """A step of the optimiser that keeps the parameters within what the quantised network can hold."""

    def update(parameters: Parameters, gradient: Parameters, state: Any) -> tuple[Parameters, Any]:
        jnp = need("jax.numpy")
        steps, state = optimiser.update(gradient, state, parameters)
        moved = need("optax").apply_updates(parameters, steps)
        hidden = moved["bias"].shape[0]
        units = jnp.clip(moved["first"][:, :hidden], -_MOST_INPUT, _MOST_INPUT)
        moved["first"] = jnp.concatenate([units, moved["first"][:, hidden:]], axis=1)
        moved["bias"] = jnp.clip(moved["bias"], -_MOST_INPUT, _MOST_INPUT)
        output = jnp.clip(moved["output"], -_MOST_OUTPUT, _MOST_OUTPUT)
        total = jnp.abs(output).sum(axis=1, keepdims=True)
        moved["output"] = output * jnp.minimum(1, _MOST_SUM / jnp.maximum(total, 1e-9))
        return moved, state

    return update


Part = tuple[slice, Any, Any]


def _matrices(samples: Samples, threads: int) -> list[Part]:
    """The inputs as sparse matrices of both sides, for slices of the positions, one for each thread."""
    sparse = need("scipy.sparse")
    edges = np.linspace(0, len(samples), threads + 1).astype(int)
    parts = []
    for begin, end in pairwise(edges):
        first, last = samples.starts[begin], samples.starts[end]
        inputs, starts = samples.inputs[first:last], samples.starts[begin : end + 1] - first
        ones = np.ones(len(inputs), np.float32)
        shape = (int(end - begin), INPUTS)
        own, other = (sparse.csr_matrix((ones, of, starts), shape) for of in (inputs, OTHER[inputs]))
        parts.append((slice(int(begin), int(end)), own, other))
    return parts


def _products(pool: ThreadPoolExecutor, parts: list[Part], first: Array) -> tuple[Array, Array]:
    """The first layer's products of both sides."""
    found = list(pool.map(lambda part: (part[1] @ first, part[2] @ first), parts))
    return np.concatenate([own for own, _ in found]), np.concatenate([other for _, other in found])
