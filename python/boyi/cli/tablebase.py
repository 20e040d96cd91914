"""The command ``boyi tablebase``: exact values of xiangqi endgames."""

import argparse
import time
from itertools import product

import numpy as np

from boyi.cli import options
from boyi.errors import OptionError
from boyi.xiangqi import Position, Tablebase

__all__ = ["add"]

_GUARDS = ["".join(pair) for pair in product(("", "A", "AA"), ("", "E", "EE"))]
"""Advisors and elephants of a side, from none to all."""


def add(command: options.AddCommand) -> None:
    """Adds the command."""
    sub = command(
        "tablebase",
        _run,
        "make endgame tables of xiangqi, and show what they say",
        "A class of endgames is named by its pieces: R-AAEE is a chariot against two advisors and two elephants; "
        "attackers are R, C, H and P, at most two, with advisors A and elephants E of their own. With a FEN, tells the "
        "exact value of that position and of each move.",
    )
    sub.add_argument("material", nargs="?", metavar="CLASS", help="the class, such as R-AAEE or HPA-E")
    sub.add_argument(
        "--list", action="store_true", help="list the classes with one attacker and the sizes of their tables"
    )
    sub.add_argument("--folder", metavar="DIR", help="folder in which tables are kept (default: they are made anew)")
    sub.add_argument("--fen", metavar="FEN", help="a position of the class, or of one with fewer pieces")


def _run(arguments: argparse.Namespace) -> None:
    if arguments.list:
        _list()
        return
    if arguments.material is None:
        raise OptionError("boyi tablebase: no class given: expected one such as R-AAEE, or --list")
    begun = time.process_time()
    table = Tablebase(arguments.material, folder=arguments.folder, progress=True)
    print(f"{table.material}: {len(table):,} placings, {time.process_time() - begun:.1f} CPU s")
    if arguments.fen is not None:
        _show(table, Position(arguments.fen))
        return
    summary = table.summary()
    for side in ("attackers", "defenders"):
        counts = summary[side]
        words = ", ".join(f"{count:,} {verdict}" for verdict, count in counts.items())
        print(f"{side} to move: {words}")
    if summary["longest"]:
        longest = np.isin(table.values(), (summary["longest"], 128 + summary["longest"]))
        row, column = np.argwhere(longest)[0]
        position = table.position(int(row), bool(column))
        assert position is not None
        print(f"longest win: {summary['longest']} moves, {position.fen}")


def _list() -> None:
    print("class          bytes  with its parts")
    for attackers, own, other in product("RCHP", _GUARDS, _GUARDS):
        sizes = Tablebase.sizes(f"{attackers}{own}-{other}")
        print(
            f"{attackers + own + '-' + other:10} {sizes[attackers + own + '-' + other]:>10,} {sum(sizes.values()):>15,}"
        )


def _show(table: Tablebase, position: Position) -> None:
    value = table.probe(position)
    if value is None:
        raise OptionError(
            f"--fen {position.fen!r}: expected a position of {table.material} or with fewer of its pieces"
        )
    print(f"{position.turn} to move: {value.verdict}{_in(value.plies)}")
    for move in position.legal_moves():
        after = table.probe(position.play(move))
        assert after is not None
        mine = {"win": "loses", "loss": "wins", "draw": "draws"}[after.verdict]
        print(f"  {position.format(move, 'chinese')}  {move}  {mine}{_in(after.plies)}")


def _in(plies: int | None) -> str:
    return "" if plies is None else f" in {plies} plies"
