"""``boyi claims``."""

import argparse

from boyi.cli import options

__all__ = ["add"]


def add(command: options.AddCommand) -> None:
    """Adds the command."""
    sub = command(
        "claims",
        _claims,
        "measure what documents claim about game-tree search, and print our number beside theirs",
        "Each claim gets figures with intervals and a verdict by a fixed rule. A second is a number of nodes, so "
        "that the figures are the same on every machine. The whole takes ten minutes to half an hour; with --path, an "
        "interrupted run is continued by the same command. Needs pip install 'boyi[lab]'.",
    )
    options.add_game(sub, "gomoku")
    sub.add_argument(
        "--path",
        "--out",
        metavar="FILE",
        help="keep the results in this file, and continue what it has begun (default: none)",
    )
    sub.add_argument("--quick", action="store_true", help="a small sample, which decides little, in seconds")
    sub.add_argument(
        "--here", action="store_true", help="let a second be what it is on this machine, measured first (a minute)"
    )
    sub.add_argument(
        "--size",
        action="append",
        type=options.assignment,
        default=[],
        metavar="NAME=N",
        help="another number of positions, milliseconds, games, nodes (of a move), boards and so on",
    )
    sub.add_argument("--quiet", action="store_true", help="no progress bar")


def _claims(arguments: argparse.Namespace) -> None:
    from boyi_studies import claims

    found = claims.measure(
        arguments.game,
        quick=arguments.quick,
        sizes={name: options.whole(name, text) for name, text in arguments.size},
        rates=claims.measured_rates(arguments.game) if arguments.here else None,
        progress=not arguments.quiet,
        path=arguments.path,
    )
    print(found)
    print(f"\n{found.metadata['rule']}")
    if arguments.path is not None:
        print(f"\nResults: {arguments.path}")
