"""``boyi compare``."""

import argparse
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boyi import Config
from boyi.cli import options
from boyi.cli.positions import show_table
from boyi.errors import OptionError
from boyi.fields import field_value

if TYPE_CHECKING:
    from boyi.lab import Comparison

__all__ = ["add"]

Fields = dict[str, bool | int | str]


@dataclass(frozen=True)
class Demo:
    """The demonstration of a game: steps that are compared if the user names neither presets nor fields."""

    title: str
    """Heading above the table."""
    why: str
    """Sentence that says which heuristics are off in all steps, and why."""
    off: Fields
    """The fields that switch these heuristics off."""
    first: Fields
    """The fields of the first step."""
    steps: dict[str, Fields]
    """What each step adds to the one before, by name."""
    depth: int
    """Depth of the searches, in plies, if the user sets no limit."""
    table_depth: int
    """Depth in plies of the search whose transposition table is shown: deeper, so that there is more to show."""


_XIANGQI = Demo(
    title="What move ordering is worth, step by step. The rows differ in nothing else.",
    why="Reductions, null move, pruning and what learns from scores are off in all rows: they would make the order "
    "change what is searched.",
    off={
        "lmr": False,
        "null_move": False,
        "reverse_futility": False,
        "futility": False,
        "late_move_pruning": False,
        "razoring": False,
        "poor_history": False,
        "see_pruning": False,
        "delta_pruning": False,
        "internal_reduction": False,
        "correction_history": False,
        "refined_evaluation": False,
        "see_captures": False,
        "capture_history": False,
        "continuation_history": 0,
    },
    first={
        "mvv_lva": False,
        "qsearch_mvv_lva": False,
        "hash_move": False,
        "killers": 0,
        "counter_moves": False,
        "history": "off",
    },
    steps={
        "generation order": {},
        "MVV/LVA": {"mvv_lva": True, "qsearch_mvv_lva": True},
        "+ hash move": {"hash_move": True},
        "+ killers, history": {"killers": 2, "counter_moves": True, "history": "gravity"},
    },
    depth=5,
    table_depth=7,
)
_GOMOKU = Demo(
    title="What three ideas of Song Zixing's gomoku report are worth, step by step. The rows differ in nothing else.\n"
    "Moves ordered by point score; only the best 15; kill search beyond the horizon, which costs nodes and sees more.",
    why="Reductions and pruning are off in all rows, and so are the orders that learn (killers, history) and threat "
    "stages.",
    off={
        "lmr": False,
        "reverse_futility": False,
        "razoring": False,
        "futility": False,
        "late_move_pruning": False,
        "threat_stages": False,
        "horizon_evasions": False,
        "forced_replies": False,
        "killers": 0,
        "counter_moves": False,
        "history": "off",
    },
    first={"static_order": 0, "width": 0, "kill_horizon": "off"},
    steps={
        "generation order": {},
        "point scores": {"static_order": 1},
        "+ width 15": {"width": 15},
        "+ kill search": {"kill_horizon": "threats", "kill_plies": 6, "kill_nodes": 50},
    },
    depth=5,
    table_depth=6,
)
_DEMOS = {"xiangqi": _XIANGQI, "gomoku": _GOMOKU}


def add(command: options.AddCommand) -> None:
    """Adds the command."""
    sub = command(
        "compare",
        _compare,
        "search a set of positions with several configurations and compare them",
        "Without options it shows what move ordering is worth, step by step: generation order; captures by MVV/LVA; "
        f"the hash move; killers, counter moves and history. {_XIANGQI.why} With --game gomoku it shows what point "
        "scores, a limited width and kill search are worth. "
        "Prints a table with 95 % intervals, then what the transposition table holds after one search, and writes a "
        "picture. Needs pip install 'boyi[lab]'.",
    )
    sub.epilog = (
        "Examples: 'boyi compare --presets boyi wizard-table --depth 5' sets presets side by side; "
        "'boyi compare --vary killers=0,2 --vary lmr=on,off' takes the preset boyi in four variants."
    )
    what = sub.add_mutually_exclusive_group()
    what.add_argument("--presets", nargs="+", metavar="NAME", help="compare these presets")
    what.add_argument(
        "--vary",
        action="append",
        type=options.assignment,
        metavar="FIELD=V1,V2,…",
        help="compare the values of a field; once more for all combinations with another field's",
    )
    options.add_config(sub)
    options.add_game(sub, None, "(default: the suite's, or xiangqi)")
    sub.add_argument("--suite", metavar="NAME", help="set of positions (default: the middlegames of the game)")
    sub.add_argument("--first", type=int, metavar="N", help="only the first N positions")
    sub.add_argument(
        "--depth",
        type=int,
        help=f"plies of each search (default without --nodes: {_XIANGQI.depth}, in gomoku {_GOMOKU.depth})",
    )
    sub.add_argument("--nodes", type=int, help="nodes of each search")
    sub.add_argument("--jobs", type=int, metavar="N", help="searches at a time (default: one per core)")
    sub.add_argument("--path", metavar="FILE", help="keep the rows in this file, and continue what it has begun")
    sub.add_argument("--out", default="out", metavar="FOLDER", help="folder of the picture (default: %(default)s)")
    sub.add_argument("--quiet", action="store_true", help="no progress bar")


def _compare(arguments: argparse.Namespace) -> None:
    from boyi import lab
    from boyi.run.extras import need

    os.environ.setdefault("MPLBACKEND", "Agg")
    for package in ("scipy.stats", "pandas", "matplotlib.pyplot"):
        need(package)  # for the table and the picture: better now than after the last search
    options.positive(arguments, "first", "jobs")
    positions = lab.suite(_suite(arguments))[: arguments.first]
    demo = _DEMOS[positions[0].game]
    limits = {"depth": arguments.depth, "nodes": arguments.nodes}
    unlimited = all(limit is None for limit in limits.values())
    if unlimited:
        limits["depth"] = demo.depth
    with options.workers(arguments.jobs) as executor:
        comparison = lab.compare(
            _configs(arguments, positions[0].game),
            positions,
            executor=executor,
            progress=not arguments.quiet,
            path=arguments.path,
            **limits,
        )
    if not (arguments.presets or arguments.vary or demo.off.keys() & dict(arguments.set)):
        print(f"{demo.title}\n{demo.why}\n")
    print(f"{comparison}\n")
    name = comparison.configs[-1]
    config = Config.from_dict(comparison.metadata["configs"][name])
    show_table(name, config, positions[0], {"depth": demo.table_depth} if unlimited else limits)
    print(f"\nPicture: {_save_picture(comparison, arguments.out)}")


def _suite(arguments: argparse.Namespace) -> str:
    """Name of the suite: the one given, else the middlegames of the game."""
    if arguments.suite is None:
        return f"{arguments.game or 'xiangqi'}/middlegame"
    if arguments.game not in (None, arguments.suite.partition("/")[0]):
        raise OptionError(f"--game {arguments.game} with --suite {arguments.suite}: expected a suite of that game")
    return str(arguments.suite)


def _configs(arguments: argparse.Namespace, game: str) -> dict[str, Config] | list[str]:
    """The configurations to compare: presets, a sweep, or the steps of the game's demonstration."""
    from boyi import lab

    if arguments.presets:
        return list(arguments.presets)
    if arguments.vary:
        values = {name: [field_value(name, value) for value in text.split(",")] for name, text in arguments.vary}
        return lab.grid(options.config(arguments, game), **values)
    demo = _DEMOS[game]
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
