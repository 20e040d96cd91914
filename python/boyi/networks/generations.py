"""Generations of networks: each learns from games that the one before has played, and is tested against it."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from boyi import Config, lab, xiangqi
from boyi.errors import OptionError, ResultFileError
from boyi.run import arguments
from boyi.run.extras import need

__all__ = ["Generation", "Grown", "Plan", "grow"]

MOST_GAMES = 10_000_000


@dataclass(frozen=True)
class Generation:
    """What one generation plays and learns."""

    games: int
    """Games of self-play, by the evaluation before."""
    nodes: int = 600
    """Nodes of a move of these games."""
    learned: int = 1
    """From how many generations' games it learns: its own, and those of the last ones before."""
    recipe: lab.NetworkRecipe = field(default_factory=lab.NetworkRecipe)

    def __post_init__(self) -> None:
        arguments.whole("games", self.games, MOST_GAMES)
        arguments.whole("nodes", self.nodes, arguments.MAX_NODES)
        arguments.whole("learned", self.learned, 1000)


@dataclass(frozen=True)
class Plan:
    """The generations of a network of xiangqi."""

    generations: tuple[Generation, ...]
    config: Config = field(default_factory=lambda: Config.preset("boyi", "xiangqi"))
    """The search of self-play and of the tests."""
    first: Literal["material", "piece-square", "classic", "network"] = "material"
    """The evaluation that plays the games of the first generation."""
    test_games: int = 200
    test_nodes: int = 10_000
    seed: int = 0


@dataclass(frozen=True)
class Grown:
    """A generation that has grown up."""

    number: int
    network: xiangqi.Network
    games: int
    positions: int
    """Positions that it has learned from."""
    validation: float
    """Mean squared error of the win probability on positions that it has not learned from."""
    match: lab.Match
    """Games against the evaluation before, at equal nodes."""

    def __str__(self) -> str:
        match, elo = self.match, self.match.elo
        return (
            f"generation {self.number}: {self.games} games, {self.positions} positions, validation loss "
            f"{self.validation:.5f}; against the one before {match.wins} + {match.draws} = {match.losses} -, "
            f"{elo.value:+.0f} Elo [{elo.low:+.0f}, {elo.high:+.0f}]"
        )


def grow(plan: Plan, path: str | PathLike[str], *, progress: bool = True) -> Iterator[Grown]:
    """Grows the generations of a plan, one after another, and keeps games, networks and matches in a folder.

    Interrupted, it goes on where it was: with the same plan and the same version of boyi.

    Args:
        plan: what is played and learned.
        path: the folder.
        progress: show progress bars.

    Raises:
        OptionError: for a plan without generations.
        ResultFileError: if the folder holds the generations of another plan.
        MissingExtraError: if a package is missing that ``pip install 'boyi[train]'`` installs.
    """
    if not plan.generations:
        raise OptionError("plan without generations: expected at least one")
    for package in ("jax", "optax"):  # named before the work begins
        need(package, "train")
    folder = Path(path)
    folder.mkdir(parents=True, exist_ok=True)
    before: xiangqi.Network | None = None
    played: list[lab.Games] = []
    for number, generation in enumerate(plan.generations, 1):
        config = plan.config if before is not None else plan.config.replace(evaluation=plan.first)
        games = lab.selfplay(
            config.replace(table_mb=1),
            evaluation=before,
            games=generation.games,
            nodes=generation.nodes,
            game="xiangqi",
            seed=plan.seed + number,
            progress=progress,
            path=folder / f"{number}.games",
        )
        played.append(games)
        network, report = _trained(folder / f"{number}", generation, played[-generation.learned :], plan.seed, progress)
        match = lab.match(
            lab.Setup(plan.config, evaluation=network),
            lab.Setup(config, evaluation=before),
            names=("network", "before"),
            game="xiangqi",
            games=plan.test_games,
            nodes=plan.test_nodes,
            progress=progress,
            path=folder / f"{number}.match",
        )
        yield Grown(number, network, len(games), report["positions"], report["validation"], match)
        before = network


def _trained(
    stem: Path, generation: Generation, games: list[lab.Games], seed: int, progress: bool
) -> tuple[xiangqi.Network, dict[str, Any]]:
    """The network of a generation, trained unless its file is there, and its report."""
    made_of = {"recipe": asdict(generation.recipe), "games": [len(each) for each in games], "seed": seed}
    network_path, report_path = stem.with_suffix(".network"), stem.with_suffix(".json")
    if report_path.exists():
        report: dict[str, Any] = json.loads(report_path.read_text(encoding="utf-8"))
        if report.get("made_of") != made_of:
            raise ResultFileError(f"{report_path} is of another plan: expected {made_of}; give another folder")
        return xiangqi.Network.load(network_path), report
    training = lab.train(games, generation.recipe, seed=seed, progress=progress)
    training.evaluation.save(network_path)
    report = {
        "made_of": made_of,
        "positions": int(training.losses["positions"][0]),
        "validation": float(training.losses["validation"][-1]),
        "losses": training.losses.tolist(),
    }
    report_path.write_text(json.dumps(report, indent=1), encoding="utf-8")
    return training.evaluation, report
