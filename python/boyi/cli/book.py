"""The commands for opening books: ``boyi book make`` and ``boyi book show``."""

import argparse
from pathlib import Path

from boyi import records, xiangqi
from boyi.cli import options
from boyi.errors import BoyiError, OptionError

__all__ = ["add", "read_games"]

BookGame = tuple[xiangqi.Position, str | None]
RESULTS = records.RESULTS

_RECORDS = {suffix for format in records.FORMATS.values() if format.game == "xiangqi" for suffix in format.suffixes}
"""Suffixes of game files."""


def add(command: options.AddCommand) -> None:
    """Adds the commands."""
    sub = command("book", _help, "make an opening book of xiangqi, or show what one has for a position")
    sub.set_defaults(parser=sub)
    actions = sub.add_subparsers(metavar="ACTION")
    make = actions.add_parser(
        "make",
        help="make a book from games",
        description="Makes a book from games: game files that 'boyi convert' reads, known by their suffixes, or files "
        "with a game on each line, its moves from the start position in any notation and then its result (1-0, 0-1, "
        "1/2-1/2, *) if it is known. What follows a # is a comment.",
    )
    make.set_defaults(run=_make)
    make.add_argument("games", nargs="+", metavar="FILE", help="files of games")
    make.add_argument("--out", required=True, metavar="BOOK", help="the book to write")
    make.add_argument("--plies", type=int, default=20, help="plies of each game that count (default: %(default)s)")
    make.add_argument(
        "--min-count", type=int, default=1, metavar="N", help="games a move must occur in (default: %(default)s)"
    )
    show = actions.add_parser(
        "show", help="show what a book has for a position", description="Shows what a book has for a position."
    )
    show.set_defaults(run=_show, game="xiangqi", rule=None, size=None)
    show.add_argument("fen", nargs="*", metavar="FEN", help="the position; the start position if left out")
    show.add_argument("--moves", default="", help="moves to play from there, such as 'h2e2 h9g7'")
    show.add_argument("--book", metavar="FILE", help="the book (default: the one that ships)")


def _help(arguments: argparse.Namespace) -> None:
    arguments.parser.print_help()


def _make(arguments: argparse.Namespace) -> None:
    games = [game for path in arguments.games for game in read_games(path)]
    book = xiangqi.Book.from_games(games, plies=arguments.plies, min_count=arguments.min_count)
    book.save(arguments.out)
    print(f"{arguments.out}: {len(book)} positions, {len(book.entries())} entries, from {len(games)} games")


def _show(arguments: argparse.Namespace) -> None:
    position = options.position(arguments)
    book = xiangqi.Book.shipped() if arguments.book is None else xiangqi.Book.load(arguments.book)
    moves = book.probe(position)
    if not moves:
        print(f"Not among the {len(book)} positions of the book: {position.fen}")
        return
    total = sum(weight for _, weight in moves)
    print(f"{position}\n\nmove    weight   share")
    for move, weight in moves:
        print(f"{move:<6}  {weight:>6}  {weight / total:>6.1%}  {position.format(move, 'chinese')}")


def read_games(path: str | Path) -> list[BookGame]:
    """The games of a file, each as its last position and its result or None; see ``boyi book make --help``.

    Raises:
        IllegalMoveError, MoveTextError, RecordError: for what cannot be played, with the file and the line.
        OptionError: for a file that is no text.
    """
    if Path(path).suffix.lower() in _RECORDS:
        return [(game.final(), game.result) for game in records.read(path)]  # type: ignore[misc]
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise OptionError(f"{path}: expected games as text in UTF-8: {error}") from None
    games: list[BookGame] = []
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        result = words.pop() if words[-1] in RESULTS else None
        try:
            games.append((xiangqi.Position().play_all(words), result))
        except BoyiError as error:
            raise type(error)(f"{path}:{number}: {error}") from None
    return games
