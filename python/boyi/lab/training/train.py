"""Trains evaluations on games of self-play."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from boyi import gomoku
from boyi.errors import OptionError, OptionTypeError
from boyi.games import DEFAULT_GAME, game_of
from boyi.lab.plots import new_figure
from boyi.lab.self_play.games import Games
from boyi.lab.training.classic import ClassicRecipe
from boyi.lab.training.lines import LineSamples, LinesRecipe, LinesTrainer
from boyi.lab.training.network import NetworkRecipe, Trainer
from boyi.lab.training.piece_square import PieceSquareRecipe
from boyi.lab.training.samples import Quiet, Samples, Source
from boyi.run import arguments
from boyi.run.arguments import MAX_NODES
from boyi.run.extras import rows_frame
from boyi.run.progress import progress_bar
from boyi.run.provenance import provenance
from boyi.run.tasks import cores

__all__ = ["Training", "train"]

RECIPES: dict[type[Any], type[Samples | LineSamples]] = {
    NetworkRecipe: Samples,
    ClassicRecipe: Samples,
    PieceSquareRecipe: Samples,
    LinesRecipe: LineSamples,
}
"""The recipes, each with the positions that it learns from, which say the game; the first one of a game is usual."""

CHUNK = 8192
"""Number of games whose positions are shuffled together."""

Loss = tuple[int, int, float, float]

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
    recipe: NetworkRecipe | ClassicRecipe | PieceSquareRecipe | LinesRecipe | None = None,
    *,
    quiet: Quiet | None = None,
    validation: float = 0.05,
    seed: int = 0,
    threads: int | None = None,
    start: gomoku.Network | None = None,
    progress: bool = True,
) -> Training:
    """Trains an evaluation on the positions of games.

    The same arguments give the same evaluation with one thread; with more, sums are added in another order.

    Args:
        games: Games of self-play, or a list of them.
        recipe: what is trained and how: for xiangqi a :class:`NetworkRecipe`, a :class:`ClassicRecipe` or a
            :class:`PieceSquareRecipe`, for gomoku a :class:`LinesRecipe`. None: the first of the game.
        quiet: which positions are learned from. None: ``Quiet()`` for xiangqi, ``Quiet(most=10_000)`` for gomoku.
        validation: share of the games that are not learned from, on whose positions the loss is measured, 0.001 to 0.5.
            Positions of a game share its result, so the games are split, not the positions.
        seed: number of the draw of first parameters, order of games and reflections.
        threads: how many threads share the work. None: one per core.
        start: a network that learns on, with a :class:`LinesRecipe`. None: the first parameters are drawn.
        progress: show a progress bar with the losses.

    Raises:
        OptionError: for a value that is not as described, or games without quiet positions.
        OptionTypeError: if ``start`` is no network of gomoku.
        GameMismatchError: for games of another game.
        MissingExtraError: if a package is missing that ``pip install 'boyi[train]'`` installs.
    """
    recipe = _usual(games) if recipe is None else recipe
    kind = RECIPES.get(type(recipe))
    if kind is None:
        raise OptionError(f"recipe={recipe!r}: expected a {', '.join(each.__name__ for each in RECIPES)} or None")
    _check_start(start, recipe)
    bar_type = progress_bar(progress)
    source = Source.of(games, kind.QUIET if quiet is None else quiet, kind)
    share = arguments.between("validation", validation, 0.001, 0.5)
    seed = arguments.whole("seed", seed, MAX_NODES, 0)
    threads = cores() if threads is None else arguments.whole("threads", threads, 256)
    lesson = Lesson.of(source, share, seed)
    metadata = (
        provenance()
        | {
            "recipe": asdict(recipe),
            "quiet": asdict(source.quiet),
            "validation": share,
            "seed": seed,
            "games": len(source),
            "data": [each.metadata for each in source.files],
        }
        | ({} if start is None else {"start": start.fingerprint})
    )
    if isinstance(recipe, PieceSquareRecipe):
        values, losses = lesson.fit(recipe)
        evaluation: Any = recipe.evaluation(values)
    elif isinstance(recipe, ClassicRecipe):
        values, losses = lesson.fit(recipe)
        evaluation = recipe.evaluation(values, _about(metadata))
    else:
        steps = lesson.steps(recipe)
        if isinstance(recipe, LinesRecipe):
            trainer: LinesTrainer | Trainer = recipe.trainer(seed, steps, start)
        else:
            trainer = recipe.trainer(seed, steps, threads)
        losses = lesson.teach(trainer, bar_type)
        evaluation = trainer.evaluation(_about(metadata))
    return Training(evaluation, np.array(losses, LOSS), metadata)


def _usual(games: Any) -> Any:
    """The recipe for games if none is named."""
    first = games[0] if isinstance(games, list | tuple) and games else games
    game = first.game if isinstance(first, Games) else DEFAULT_GAME.name
    for recipe, kind in RECIPES.items():
        if game == kind.GAME:
            return recipe()
    raise game_of(game).lacks("recipe of an evaluation to train")


def _check_start(start: Any, recipe: Any) -> None:
    """Refuses what cannot learn on."""
    if start is None:
        return
    if not isinstance(start, gomoku.Network):
        raise OptionTypeError(f"start={start!r}: expected a boyi.gomoku.Network or None")
    if not isinstance(recipe, LinesRecipe):
        raise OptionError(f"start={start!r} with {type(recipe).__name__}: expected a LinesRecipe")


@dataclass
class Lesson:
    """The games, split into those that are learned from and those that measure the loss."""

    source: Source
    rng: np.random.Generator
    learned: npt.NDArray[np.intp]
    kept: npt.NDArray[np.intp]
    held_out: Any
    """Positions of the games that are kept."""

    @classmethod
    def of(cls, source: Source, share: float, seed: int) -> "Lesson":
        """Splits the games by a draw.

        Raises:
            OptionError: if either part has no quiet position.
        """
        rng = np.random.default_rng(seed)
        order = rng.permutation(len(source))
        kept, learned = np.split(order, [max(round(share * len(order)), 1)])
        held_out = source.samples(kept)
        if not len(learned) or not len(held_out):
            raise OptionError(f"games=… of {len(order)} games: expected enough for quiet positions in both parts")
        return cls(source, rng, learned, kept, held_out)

    def fit(self, recipe: ClassicRecipe | PieceSquareRecipe) -> tuple[npt.NDArray[np.float64], list[Loss]]:
        """Fits weights to the positions of as many games as it takes."""
        games = int(recipe.positions / len(self.held_out) * len(self.kept)) + 1
        samples = self.source.samples(self.learned[:games])
        values = recipe.fit(samples)
        loss = (1, len(samples), recipe.loss(samples, values), recipe.loss(self.held_out, values))
        return values, [loss]

    def steps(self, recipe: NetworkRecipe | LinesRecipe) -> int:
        """About how many steps the epochs have."""
        positions = len(self.held_out) / len(self.kept) * len(self.learned)
        return int(recipe.epochs * (positions / recipe.batch + 1))

    def teach(self, trainer: Trainer | LinesTrainer, bar_type: Any) -> list[Loss]:
        """Lets a network learn from all positions, epoch after epoch, and returns the losses."""
        recipe: NetworkRecipe | LinesRecipe = trainer.recipe
        losses, seen = [], 0
        with bar_type(total=recipe.epochs * len(self.learned), unit="game") as bar:
            for epoch in range(1, recipe.epochs + 1):
                total, positions = 0.0, 0
                for batch in self._batches(recipe.batch, bar):
                    total += trainer.learn(batch) * len(batch)
                    positions += len(batch)
                seen += positions
                losses.append((epoch, seen, total / max(positions, 1), trainer.loss(self.held_out)))
                bar.set_postfix_str(f"loss {losses[-1][2]:.5f}, validation {losses[-1][3]:.5f}")
        return losses

    def _batches(self, size: int, bar: Any) -> Iterator[Any]:
        """All positions in an order drawn anew, in batches, half of them mirrored."""
        numbers = self.rng.permutation(self.learned)
        for first in range(0, len(numbers), CHUNK):
            chunk = self.source.samples(numbers[first : first + CHUNK])
            rows, mirrored = self.rng.permutation(len(chunk)), self.rng.random(len(chunk)) < 0.5
            for begin in range(0, len(chunk), size):
                part = slice(begin, begin + size)
                yield chunk.taken(rows[part], mirrored[part])
            bar.update(len(numbers[first : first + CHUNK]))


def _about(metadata: dict[str, Any]) -> str:
    """What an evaluation says of itself: all but the openings of its games."""
    data = [{key: value for key, value in each.items() if key != "openings"} for each in metadata["data"]]
    return json.dumps(metadata | {"data": data}, ensure_ascii=False, separators=(",", ":"))
