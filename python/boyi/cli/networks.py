"""``boyi network``."""

import argparse
from dataclasses import replace

from boyi.cli import options
from boyi.errors import unknown

__all__ = ["add"]


def add(command: options.AddCommand) -> None:
    """Adds the command."""
    sub = command(
        "network",
        _network,
        "make a network that ships with boyi, from the rules and the simplest evaluation alone",
        "Each generation plays games against itself, learns from them and is tested against the one before. The whole "
        "takes hours; interrupted, the same command goes on. Needs pip install 'boyi[train]'.",
    )
    options.add_game(sub)
    sub.add_argument("--path", "--out", metavar="FOLDER", default="out/network", help="folder (default: %(default)s)")
    sub.add_argument(
        "--share",
        type=float,
        default=1.0,
        help="play only so large a share of the games, of generations and tests, 0 to 1 (default: %(default)s)",
    )
    sub.add_argument("--quiet", action="store_true", help="no progress bars")


def _network(arguments: argparse.Namespace) -> None:
    from boyi.run.arguments import between
    from boyi_studies import networks

    share = between("share", arguments.share, 0, 1)
    if arguments.game not in networks.SHIPPED:
        raise unknown("plan of a network for", arguments.game, networks.SHIPPED)
    plan = networks.SHIPPED[arguments.game]
    smaller = [replace(each, games=max(round(share * each.games), 1)) for each in plan.generations]
    games = max(round(share * plan.test_games / 2), 1) * 2
    for grown in networks.grow(
        replace(plan, generations=tuple(smaller), test_games=games), arguments.path, progress=not arguments.quiet
    ):
        print(grown, flush=True)
    print(f"\nNetworks: {arguments.path}")
