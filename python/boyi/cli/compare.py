"""``boyi compare``."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boyi import Config
from boyi.cli import options
from boyi.cli.positions import show_table
from boyi.errors import OptionError
from boyi.games import DEFAULT_GAME, GAMES, game_of
from boyi.games.demo import Demo

if TYPE_CHECKING:
    from boyi.lab import Comparison

__all__ = ["add"]

DEPTH = 5
"""Plies of each search if the user sets no limit."""


def add(command: options.AddCommand) -> None:
    """Adds the command."""
    sub = command(
        "compare",
        _compare,
        "search a set of positions with several configurations and compare them",
        f"Without options it shows what ideas of the search are worth, step by step. {_shown()} "
        "Prints a table with 95 % intervals, then what the transposition table holds after one search, and writes a "
        "picture. Needs pip install 'boyi[lab]'.",
    )
    sub.epilog = (
        "Examples: 'boyi compare --presets boyi wizard-table --depth 5' sets presets side by side; "
        "'boyi compare --vary killers=0,2 --vary lmr=on,off' takes the preset boyi in four variants."
    )
    options.add_variants(sub)
    options.add_config(sub)
    options.add_game(sub, None, f"(default: the suite's, or {DEFAULT_GAME.name})")
    sub.add_argument("--suite", metavar="NAME", help="set of positions (default: the usual one of the game)")
    sub.add_argument("--first", type=int, metavar="N", help="only the first N positions")
    sub.add_argument("--depth", type=int, help=f"plies of each search (default without --nodes: {DEPTH})")
    sub.add_argument("--nodes", type=int, help="nodes of each search")
    sub.add_argument("--jobs", type=int, metavar="N", help="searches at a time (default: one per core)")
    sub.add_argument("--path", metavar="FILE", help="keep the rows in this file, and continue what it has begun")
    sub.add_argument("--out", default="out", metavar="FOLDER", help="folder of the picture (default: %(default)s)")
    sub.add_argument("--quiet", action="store_true", help="no progress bar")


def _shown() -> str:
    """Steps of the demonstrations of all games."""
    demos = [(game.name, game.demo) for game in GAMES if game.demo is not None]
    return " ".join(f"With --game {name} it shows {demo.shows}. {demo.why}" for name, demo in demos)


def _compare(arguments: argparse.Namespace) -> None:
    from boyi import lab
    from boyi.run.extras import need

    os.environ.setdefault("MPLBACKEND", "Agg")
    for package in ("scipy.stats", "pandas", "matplotlib.pyplot"):
        need(package)  # for the table and the picture: better now than after the last search
    options.positive(arguments, "first", "jobs")
    positions = lab.suite(_suite(arguments))[: arguments.first]
    demo = game_of(positions[0]).demo
    limits = {"depth": arguments.depth, "nodes": arguments.nodes}
    unlimited = all(limit is None for limit in limits.values())
    if unlimited:
        limits["depth"] = DEPTH
    with options.workers(arguments.jobs) as executor:
        comparison = lab.compare(
            _configs(arguments, positions[0].game),
            positions,
            executor=executor,
            progress=not arguments.quiet,
            path=arguments.path,
            **limits,
        )
    if demo and not (arguments.presets or arguments.vary or demo.off.keys() & dict(arguments.set)):
        print(f"{demo.title}\n{demo.why}\n")
    print(f"{comparison}\n")
    name = comparison.configs[-1]
    config = Config.from_dict(comparison.metadata["configs"][name])
    show_table(name, config, positions[0], {"depth": demo.table_depth} if demo and unlimited else limits)
    print(f"\nPicture: {_save_picture(comparison, arguments.out)}")


def _suite(arguments: argparse.Namespace) -> str:
    """Name of the suite: the one given, else the usual one of the game."""
    if arguments.suite is None:
        game = DEFAULT_GAME if arguments.game is None else game_of(arguments.game)
        return str(game.part("suite", "suite of positions"))
    if arguments.game not in (None, arguments.suite.partition("/")[0]):
        raise OptionError(f"--game {arguments.game} with --suite {arguments.suite}: expected a suite of that game")
    return str(arguments.suite)


def _configs(arguments: argparse.Namespace, game: str) -> dict[str, Config] | list[str]:
    """The configurations to compare: presets, a sweep, or the steps of the game's demonstration."""
    if (variants := options.variants(arguments, game)) is not None:
        return variants
    demo: Demo = game_of(game).part("demo", "demonstration", "--presets or --vary")
    base = options.config(arguments, game, **demo.off)
    configs: dict[str, Config] = {}
    fields: dict[str, Any] = demo.first
    for name, step in demo.steps.items():
        fields = fields | step
        configs[name] = base.replace(**fields)
    return configs


def _save_picture(comparison: "Comparison", folder: str) -> Path:
    path = Path(folder) / "compare.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    comparison.plot().savefig(path, dpi=150)
    return path
