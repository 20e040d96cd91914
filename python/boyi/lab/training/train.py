"""Trains evaluations on games of self-play."""

import json
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from boyi.lab.plots import new_figure
from boyi.lab.self_play.games import Games
from boyi.lab.training.network import NetworkRecipe
from boyi.lab.training.samples import Quiet, Source
from boyi.run import arguments
from boyi.run.arguments import MAX_NODES
from boyi.run.extras import rows_frame
from boyi.run.progress import progress_bar
from boyi.run.provenance import provenance
from boyi.run.tasks import cores

__all__ = ["Training", "train"]

CHUNK = 8192
"""Number of games whose positions are shuffled together."""

LOSS = np.dtype([("epoch", "<i4"), ("positions", "<i8"), ("training", "<f8"), ("validation", "<f8")])


@dataclass(frozen=True)
class Training:
    """A trained evaluation and how the training went.

    ``evaluation`` is what a :class:`boyi.Searcher` takes, ``losses`` a structured array with a row for each epoch:
    ``epoch``, ``positions`` learned from so far, and the mean squared error of the win probability on ``training``
    positions while they were learned and on ``validation`` positions, which are never learned.
    """

    evaluation: Any
    losses: npt.NDArray[np.void]
    metadata: dict[str, Any]

    def __repr__(self) -> str:
        last = self.losses[-1]
        loss = f"validation loss {last['validation']:.5f} after {last['epoch']} epochs"
        return f"<training of {self.evaluation!r}: {loss}>"

    def frame(self) -> Any:
        """The losses as a pandas DataFrame."""
        return rows_frame(self.losses)

    def plot(self) -> Any:
        """A matplotlib Figure of both losses over the positions learned from.

        Raises:
            MissingExtraError: if matplotlib is missing.
        """
        figure, [axes] = new_figure(1, 3)
        for name in ("training", "validation"):
            axes.plot(self.losses["positions"], self.losses[name], marker="o", label=name)
        axes.set_xlabel("positions learned from")
        axes.set_ylabel("squared error of the win probability")
        axes.legend()
        return figure


def train(
    games: Games | list[Games],
    recipe: NetworkRecipe | None = None,
    *,
    quiet: Quiet | None = None,
    validation: float = 0.05,
    seed: int = 0,
    threads: int | None = None,
    progress: bool = True,
) -> Training:
    """Trains an evaluation on the positions of games.

    The same arguments give the same evaluation with one thread; with more, sums are added in another order.

    Args:
        games: Games of self-play of xiangqi, or a list of them.
        recipe: what is trained and how. None: a :class:`NetworkRecipe`.
        quiet: which positions are learned from.
        validation: share of the games that are not learned from, on whose positions the loss is measured, 0.001 to 0.5.
            Positions of a game share its result, so the games are split, not the positions.
        seed: number of the draw of first parameters, order of games and reflections.
        threads: how many threads share the work. None: one per core.
        progress: show a progress bar with the losses.

    Raises:
        OptionError: for a value that is not as described, or games without quiet positions.
        GameMismatchError: for games of another game.
        MissingExtraError: if a package is missing that ``pip install 'boyi[train]'`` installs.
    """
    recipe = NetworkRecipe() if recipe is None else recipe
    bar_type = progress_bar(progress)
    source = Source.of(games, Quiet() if quiet is None else quiet, "xiangqi")
    share = arguments.between("validation", validation, 0.001, 0.5)
    rng = np.random.default_rng(arguments.whole("seed", seed, MAX_NODES, 0))
    threads = cores() if threads is None else arguments.whole("threads", threads, 256)
    order = rng.permutation(len(source))
    kept = max(round(share * len(order)), 1)
    held_out, learned = source.samples(order[:kept]), order[kept:]
    estimate = len(held_out) / kept * len(learned) / recipe.batch
    trainer = recipe.trainer(seed, int(recipe.epochs * (estimate + 1)), threads)
    losses, seen = [], 0
    with bar_type(total=recipe.epochs * len(learned), unit="game") as bar:
        for epoch in range(1, recipe.epochs + 1):
            total, positions = 0.0, 0
            numbers = rng.permutation(learned)
            for first in range(0, len(numbers), CHUNK):
                chunk = source.samples(numbers[first : first + CHUNK])
                rows, mirrored = rng.permutation(len(chunk)), rng.random(len(chunk)) < 0.5
                for begin in range(0, len(chunk), recipe.batch):
                    part = slice(begin, begin + recipe.batch)
                    batch = chunk.taken(rows[part], mirrored[part])
                    total += trainer.learn(batch) * len(batch)
                    positions += len(batch)
                bar.update(len(numbers[first : first + CHUNK]))
            seen += positions
            losses.append((epoch, seen, total / positions, trainer.loss(held_out)))
            bar.set_postfix_str(f"loss {losses[-1][2]:.5f}, validation {losses[-1][3]:.5f}")
    metadata = provenance() | {
        "recipe": asdict(recipe),
        "quiet": asdict(source.quiet),
        "validation": share,
        "seed": seed,
        "games": len(source),
        "positions": seen // recipe.epochs,
        "data": [each.metadata for each in source.files],
    }
    return Training(trainer.evaluation(_about(metadata)), np.array(losses, LOSS), metadata)


def _about(metadata: dict[str, Any]) -> str:
    """What a network says of itself: all but the openings of its games."""
    data = [{key: value for key, value in each.items() if key != "openings"} for each in metadata["data"]]
    return json.dumps(metadata | {"data": data}, ensure_ascii=False, separators=(",", ":"))
