"""``boyi annotate``."""

import argparse
import sys
from pathlib import Path

from boyi import records
from boyi.cli import game_files, options, programs
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
        "Writes the games with comments, in notation and encoding of their file, and a page without need of a network: "
        "board, graph of the score, moves with ?, ??, ?! and !, best lines to play through, accuracy of both players. "
        "Several games get an index, and a page each in a folder beside it. Needs pip install 'boyi[lab]'.",
    )
    sub.add_argument("files", nargs="+", metavar="FILE", help="game files or matches, see 'boyi convert'")
    sub.add_argument(
        "--out",
        "-o",
        action="append",
        metavar="FILE",
        help="file to write, a game file or a page (.html); several times for both "
        "(default: beside the first file, ending in .annotated and .html)",
    )
    sub.add_argument(
        "--language",
        choices=("en", "zh"),
        help="of comments and pages (default: zh for games in Chinese notation, else en)",
    )
    sub.add_argument("--notation", help="of moves, such as wxf (default: that of the file, else the usual one)")
    sub.add_argument(
        "--to-encoding",
        metavar="ENCODING",
        help="encoding of game files to write, such as gb18030 (default: that of the first file; UTF-8 for Big5, which "
        "has no simplified characters)",
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
    from boyi import lab

    options.positive(arguments, "jobs")
    bad: list[RecordError] = []

    def tell(error: RecordError) -> None:
        bad.append(error)
        print(f"boyi: {error}", file=sys.stderr)

    games = [game for path in arguments.files for game in game_files.read(path, tell)]
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
            language=arguments.language,
            notation=arguments.notation,
            **{name: limit for name, limit in options.limits(arguments, nodes=DEMO_NODES).items() if name != "clock"},
        )
    encoding = game_files.encoding_to_write(arguments.to_encoding or game_files.SAME, arguments.files[0])
    if arguments.to_encoding is None and encoding == "big5":
        encoding = "utf-8"
    for out in arguments.out or _usual_files(Path(arguments.files[0]), kind):
        files = noted.save(out, encoding=encoding)
        more = f", with {files - 1} pages in {Path(out).with_suffix('')}" if files > 1 else ""
        print(f"{out}: {len(games)} games{more}" + (f", {len(bad)} could not be read" if bad else ""))
    return 1 if bad else 0


def _usual_files(first: Path, game: str) -> list[Path]:
    """What is written where no file is named: a game file, if the game has a format of them, and a page."""
    format = game_of(game).record_format
    page = first.with_suffix(".html")
    return [page] if format is None else [first.with_suffix(f".annotated{records.FORMATS[format].suffixes[0]}"), page]
