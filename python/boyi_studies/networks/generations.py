"""Generations of networks: each learns from games that the one before has played, and is tested against it."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from boyi import Config, Position, gomoku, lab, xiangqi
from boyi.errors import OptionError, ResultFileError
from boyi.games import game_of
from boyi.run import arguments
from boyi.run.extras import need

__all__ = ["Generation", "Grown", "Plan", "grow"]

MOST_GAMES = 10_000_000

Network = xiangqi.Network | gomoku.Network


@dataclass(frozen=True)
class Generation:
    """What one generation plays and learns."""

    games: int
    """Games of self-play, by the evaluation before."""
    nodes: int = 600
    """Nodes of a move of these games."""
    learned: int = 1
    """From how many generations' games it learns: its own, and those of the last ones before."""
    recipe: lab.NetworkRecipe | lab.LinesRecipe = field(default_factory=lab.NetworkRecipe)
    learns_on: bool = False
    """Whether the network before learns on, in place of a new one; with a LinesRecipe only."""
    random_plies: tuple[int, int] | None = None
    """Least and largest number of random moves that begin a game of self-play; None: those of the plan."""
    margin: int | None = None
    """Largest score, either way, of the position after the random moves; None: that of the plan."""
    openings: tuple[Position, ...] | None = None
    """The positions from which games of self-play begin, in turn; None: those of the plan."""

    def __post_init__(self) -> None:
        arguments.whole("games", self.games, MOST_GAMES)
        arguments.whole("nodes", self.nodes, arguments.MAX_NODES)
        arguments.whole("learned", self.learned, 1000)


@dataclass(frozen=True)
class Plan:
    """The generations of a network."""

    generations: tuple[Generation, ...]
    game: str = "xiangqi"
    config: Config | None = None
    """The search of self-play and of the tests; None: the preset ``boyi`` of the game."""
    first: Literal["material", "piece-square", "classic", "network", "patterns"] = "material"
    """The evaluation that plays the games of the first generation."""
    openings: tuple[Position, ...] | None = None
    """The positions from which games of self-play begin, in turn; None: the start of the game."""
    random_plies: tuple[int, int] = (6, 11)
    """Least and largest number of random moves that begin a game of self-play."""
    margin: int = 120
    """Largest score, either way, of the position after the random moves."""
    test_games: int = 200
    test_nodes: int = 10_000
    seed: int = 0


@dataclass(frozen=True)
class Grown:
    """A generation that has grown up."""

    number: int
    network: Network
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
    by_lines = [isinstance(each.recipe, lab.LinesRecipe) for each in plan.generations]
    if any(each.learns_on and not lines for each, lines in zip(plan.generations, [False, *by_lines[1:]], strict=True)):
        raise OptionError("learns_on=True: expected it with a LinesRecipe only, and not of the first generation")
    for package in ("scipy",) if all(by_lines) else ("jax", "optax"):  # named before the work begins
        need(package, "train")
    folder = Path(path)
    folder.mkdir(parents=True, exist_ok=True)
    before: Network | None = None
    searched = Config.preset("boyi", plan.game) if plan.config is None else plan.config
    played: list[lab.Games] = []
    for number, generation in enumerate(plan.generations, 1):
        config = searched if before is not None else searched.replace(evaluation=plan.first)
        games = lab.selfplay(
            config.replace(table_mb=1),
            evaluation=before,
            games=generation.games,
            nodes=generation.nodes,
            game=plan.game,
            openings=generation.openings or plan.openings,
            random_plies=generation.random_plies or plan.random_plies,
            margin=plan.margin if generation.margin is None else generation.margin,
            seed=plan.seed + number,
            progress=progress,
            path=folder / f"{number}.games",
        )
        played.append(games)
        start = before if generation.learns_on and isinstance(before, gomoku.Network) else None
        learned = played[-generation.learned :]
        network, report = _trained(folder / f"{number}", generation, learned, start, plan, progress)
        match = lab.match(
            lab.Setup(searched, evaluation=network),
            lab.Setup(config, evaluation=before),
            names=("network", "before"),
            game=plan.game,
            games=plan.test_games,
            nodes=plan.test_nodes,
            progress=progress,
            path=folder / f"{number}.match",
        )
        yield Grown(number, network, len(games), report["positions"], report["validation"], match)
        before = network


def _trained(
    stem: Path,
    generation: Generation,
    games: list[lab.Games],
    start: gomoku.Network | None,
    plan: Plan,
    progress: bool,
) -> tuple[Network, dict[str, Any]]:
    """The network of a generation, trained unless its file is there, and its report."""
    made_of = {"recipe": asdict(generation.recipe), "games": [len(each) for each in games], "seed": plan.seed}
    if start is not None:
        made_of["start"] = start.fingerprint
    network_path, report_path = stem.with_suffix(".network"), stem.with_suffix(".json")
    if report_path.exists():
        report: dict[str, Any] = json.loads(report_path.read_text(encoding="utf-8"))
        if report.get("made_of") != made_of:
            raise ResultFileError(f"{report_path} is of another plan: expected {made_of}; give another folder")
        return game_of(plan.game).part("network", "network").load(network_path), report
    training = lab.train(games, generation.recipe, seed=plan.seed, start=start, progress=progress)
    training.evaluation.save(network_path)
    report = {
        "made_of": made_of,
        "positions": int(training.losses["positions"][0]),
        "validation": float(training.losses["validation"][-1]),
        "losses": training.losses.tolist(),
    }
    report_path.write_text(json.dumps(report, indent=1), encoding="utf-8")
    return training.evaluation, report
