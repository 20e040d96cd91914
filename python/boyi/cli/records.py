"""``boyi convert``: game files from one format to another."""

import argparse
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from boyi import records
from boyi.cli import game_files, options
from boyi.errors import RecordError
from boyi.run.progress import progress_bar

__all__ = ["add"]


def add(command: options.AddCommand) -> None:
    """Adds the command."""
    sub = command(
        "convert",
        _convert,
        "convert game files: PGN, DhtmlXQ, XQF, CBR and CBL of xiangqi, SGF, PSQ and lines of points of gomoku",
        "Formats follow from the suffixes and contents; the files of matches ('boyi match --path') are read too. "
        "Games that cannot be read are told with file, number and line, "
        "and do not stop the others; the exit code is then 1.",
    )
    sub.add_argument("files", nargs="+", metavar="FILE", help="files to read")
    sub.add_argument("--out", "-o", required=True, metavar="FILE", help="file to write, all games into one")
    sub.add_argument("--from", dest="source", metavar="FORMAT", help=f"format to read: {', '.join(records.FORMATS)}")
    sub.add_argument("--to", metavar="FORMAT", help="format to write")
    sub.add_argument(
        "--notation", help="notation of moves in PGN: chinese (the usual one), chinese-traditional, wxf, iccs"
    )
    sub.add_argument("--encoding", help="encoding to read (default: UTF-8, GB18030 or Big5, by the contents)")
    sub.add_argument(
        "--to-encoding",
        default="utf-8",
        metavar="ENCODING",
        help="encoding to write, such as gb18030, or 'same' for that of the first file (default: %(default)s)",
    )
    sub.add_argument(
        "--bare",
        action="store_true",
        help="moves only: without headers, results, comments and variations, for which PSQ and lines have no place",
    )
    sub.add_argument("--rules", help="rules of the games' positions, such as renju")
    sub.add_argument("--quiet", action="store_true", help="no progress bar")


def _convert(arguments: argparse.Namespace) -> int:
    bad: list[RecordError] = []

    def tell(error: RecordError) -> None:
        bad.append(error)
        print(f"boyi: {error}", file=sys.stderr)

    def counted(bar: Any) -> Iterator[records.Game]:
        good = 0
        for path in arguments.files:
            found = game_files.read(
                path, tell, format=arguments.source, encoding=arguments.encoding, rules=arguments.rules
            )
            for game in found:
                yield records.Game.from_moves(game.moves, game.start) if arguments.bare else game
                good += 1
                bar.update()
        # An error here leaves the file that is written as it was. What cannot be read must not be lost from its file.
        if bad and not good:
            raise RecordError(f"no game could be read: {arguments.out} is not written, expected games")
        if bad and any(_is_same(path, arguments.out) for path in arguments.files):
            raise RecordError(f"{len(bad)} games could not be read: {arguments.out}, which has them, is not written")

    # The bar is a comfort here: without its package the command works all the same.
    shown = not arguments.quiet and find_spec("tqdm") is not None
    with progress_bar(shown)(unit=" games", desc="converted") as bar:
        count = records.write(
            counted(bar),
            arguments.out,
            format=arguments.to,
            notation=arguments.notation,
            encoding=game_files.encoding_to_write(arguments.to_encoding, arguments.files[0]),
        )
    print(f"{arguments.out}: {count} games" + (f", {len(bad)} could not be read" if bad else ""))
    return 1 if bad else 0


def _is_same(one: str, other: str) -> bool:
    """Whether two paths lead to one file that exists."""
    return Path(one).exists() and Path(other).exists() and Path(one).samefile(other)
