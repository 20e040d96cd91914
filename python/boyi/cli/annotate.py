"""``boyi annotate``."""

import argparse
import sys
from pathlib import Path

from boyi.cli import options, programs
from boyi.cli.match import player
from boyi.errors import OptionError, RecordError
from boyi.games import game_of

__all__ = ["add"]

DEMO_NODES = 100_000
"""Nodes of each search where no limit is given."""


def add(command: options.AddCommand) -> None:
    """Adds the command."""
    sub = command(
        "annotate",
        _annotate,
        "say of each move of game files what it was worth: score, best line, loss",
        "Writes the games with comments, in the notation of their file, and a page with a graph of the scores and "
        "boards to step through. Needs pip install 'boyi[lab]'.",
    )
    sub.add_argument("files", nargs="+", metavar="FILE", help="game files, see 'boyi convert'")
    sub.add_argument(
        "--out",
        "-o",
        action="append",
        metavar="FILE",
        help="file to write, a game file or a page (.html); several times for both "
        "(default: beside the first file, ending in .annotated and .html)",
    )
    sub.add_argument("--player", default="boyi", metavar="PLAYER", help="a preset, or PRESET:FIELD=VALUE,…")
    programs.add(sub, "", "search with this program, with its arguments, instead")
    sub.add_argument("--depth", type=int, help="plies of each search")
    sub.add_argument("--nodes", type=int, help=f"nodes of each search (default without other limits: {DEMO_NODES})")
    sub.add_argument("--time", type=float, metavar="SECONDS", help="wall seconds of each search")
    sub.add_argument("--cpu-time", type=float, metavar="SECONDS", help="CPU seconds of each search")
    sub.add_argument("--jobs", type=int, metavar="N", help="searches at a time (default: one per core)")
    sub.add_argument("--path", metavar="FILE", help="keep what was found in this file, and continue what it has begun")
    sub.add_argument("--quiet", action="store_true", help="no progress bar")


def _annotate(arguments: argparse.Namespace) -> int:
    from boyi import lab, records

    options.positive(arguments, "jobs")
    bad: list[RecordError] = []

    def tell(error: RecordError) -> None:
        bad.append(error)
        print(f"boyi: {error}", file=sys.stderr)

    games = [game for path in arguments.files for game in records.read(path, bad=tell)]
    if not games:
        raise OptionError(f"no game in {' '.join(arguments.files)}: expected one or more")
    kind = games[0].game
    engine = programs.given(arguments, "", kind)
    with options.workers(arguments.jobs) as executor:
        noted = lab.annotate(
            games,
            engine or player(arguments.player, kind),
            executor=executor,
            progress=not arguments.quiet,
            path=arguments.path,
            **{name: limit for name, limit in options.limits(arguments, nodes=DEMO_NODES).items() if name != "clock"},
        )
    first = Path(arguments.files[0])
    suffix = records.FORMATS[game_of(kind).part("record_format", "format of game files")].suffixes[0]
    for out in arguments.out or [first.with_suffix(f".annotated{suffix}"), first.with_suffix(".html")]:
        noted.save(out)
        print(f"{out}: {len(games)} games" + (f", {len(bad)} could not be read" if bad else ""))
    return 1 if bad else 0
