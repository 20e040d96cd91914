"""The commands that talk with other programs: ``boyi gomocup``, ``boyi uci`` and ``boyi ucci``."""

import argparse

from boyi.cli import options

__all__ = ["add"]


def add(command: options.AddCommand) -> None:
    """Adds the commands."""
    sub = command(
        "gomocup",
        _gomocup,
        "play gomoku by the Gomocup (piskvork) protocol on standard input and output",
        "Rules freestyle, exactly five and renju; boards of 5 to 22 points.",
    )
    options.add_config(sub)
    sub.add_argument("--depth", type=int, help="plies of each search, besides the limits in time of the manager")
    sub.add_argument("--nodes", type=int, help="nodes of each search, besides the limits in time of the manager")
    sub = command(
        "uci",
        _uci,
        "play xiangqi by the UCI protocol on standard input and output",
        "Every field of the configuration is an option; option Ranks chooses how moves are written.",
    )
    options.add_config(sub)
    sub = command(
        "ucci",
        _ucci,
        "play xiangqi by the UCCI protocol on standard input and output",
        "Every field of the configuration is an option; times are seconds until option usemillisec is set.",
    )
    options.add_config(sub)


def _gomocup(arguments: argparse.Namespace) -> None:
    from boyi.protocols import gomocup

    gomocup.serve(options.config(arguments, "gomoku"), depth=arguments.depth, nodes=arguments.nodes)


def _uci(arguments: argparse.Namespace) -> None:
    from boyi.protocols import uci

    uci.serve(options.config(arguments, "xiangqi"))


def _ucci(arguments: argparse.Namespace) -> None:
    from boyi.protocols import ucci

    ucci.serve(options.config(arguments, "xiangqi"))
