"""``boyi truth``."""

import argparse
import os
from pathlib import Path
from typing import Any

from boyi.cli import options
from boyi.games import GAMES, game_of

__all__ = ["add"]

NODES = 1000
"""Nodes of each search if the user sets no limit."""

VERDICTS = ("win", "draw", "loss")


def add(command: options.AddCommand) -> None:
    """Adds the command."""
    having = [game for game in GAMES if game.oracles is not None]
    sub = command(
        "truth",
        _truth,
        "judge configurations by positions whose exact value is known",
        "Each configuration searches positions, and an oracle tells what its moves and scores are worth: wins thrown "
        "away, draws lost, and scores that claim what is not so, with 95 % intervals. Prints tables and writes a "
        "picture. Needs pip install 'boyi[lab]'.",
    )
    sub.epilog = (
        "Examples: 'boyi truth --game gomoku --oracle 3x4x3 --presets wizard boyi --nodes 50 500'; "
        "'boyi truth --game connect4 --oracle 16 --vary killers=0,2 --verdict draw --positions 100'."
    )
    names = "; ".join(f"{game.name}: {game.oracles}" for game in having)
    sub.add_argument("--game", choices=[game.name for game in having], required=True, help="game of the oracle")
    sub.add_argument("--oracle", required=True, metavar="NAME", help=f"what knows the values. {names}")
    options.add_variants(sub)
    options.add_config(sub)
    limit = sub.add_mutually_exclusive_group()
    several: dict[str, Any] = {"type": int, "nargs": "+", "metavar": "N"}
    limit.add_argument("--nodes", help=f"nodes of each search, or several numbers (default: {NODES})", **several)
    limit.add_argument("--depth", help="plies of each search, or several numbers", **several)
    sub.add_argument("--positions", type=int, default=200, metavar="N", help="how many to draw (default: %(default)s)")
    sub.add_argument("--verdict", choices=VERDICTS, help="only positions of this value for the side to move")
    sub.add_argument("--seed", type=int, default=0, help="of the draw (default: %(default)s)")
    sub.add_argument("--jobs", type=int, metavar="N", help="searches at a time (default: one per core)")
    sub.add_argument("--path", metavar="FILE", help="keep the rows in this file, and continue what it has begun")
    sub.add_argument("--out", default="out", metavar="FOLDER", help="folder of the picture (default: %(default)s)")
    sub.add_argument("--quiet", action="store_true", help="no progress bar")


def _truth(arguments: argparse.Namespace) -> None:
    from boyi import lab
    from boyi.run.extras import need

    os.environ.setdefault("MPLBACKEND", "Agg")
    for package in ("scipy.stats", "pandas", "matplotlib.pyplot", *([] if arguments.quiet else ["tqdm"])):
        need(package)  # for the tables and the picture: better now than after the last search
    options.positive(arguments, "jobs", "positions")
    configs = options.variants(arguments, arguments.game)
    if configs is None:
        configs = {arguments.preset: options.config(arguments, arguments.game)}
    oracle = game_of(arguments.game).oracle(arguments.oracle)
    limits: dict[str, Any] = {"nodes": arguments.nodes, "depth": arguments.depth}
    if arguments.nodes is arguments.depth is None:
        limits["nodes"] = NODES
    with options.workers(arguments.jobs) as executor:
        found = lab.truth(
            configs,
            oracle,
            positions=oracle.positions(arguments.positions, verdict=arguments.verdict, seed=arguments.seed),
            executor=executor,
            progress=not arguments.quiet,
            path=arguments.path,
            **limits,
        )
    print(f"{found}\n")
    path = Path(arguments.out) / "truth.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    found.plot().savefig(path, dpi=150)
    print(f"Picture: {path}")
