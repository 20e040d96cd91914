"""The command ``boyi``.

>>> main(["perft", "--depth", "2"])  # doctest: +ELLIPSIS
depth          nodes   CPU s       nodes/s
    1             44 ...
    2           1920 ...
0
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from difflib import get_close_matches

from boyi import Config, __version__
from boyi._core import bench, build_info
from boyi.cli import (
    annotate,
    book,
    claims,
    compare,
    heuristics,
    match,
    networks,
    options,
    play,
    positions,
    protocols,
    records,
    tablebase,
    tournament,
    truth,
)
from boyi.errors import BoyiError, OptionError
from boyi.fields import by_level
from boyi.games import DEFAULT_GAME, game_names

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code: 0, 1 if something was left out, 2 for an error, 130 for an interrupt.

    Args:
        argv: the arguments after the command's name; None takes those of the process.
    """
    parser = _parser()
    arguments = parser.parse_args(argv)
    try:
        return arguments.run(arguments) or 0
    except (BoyiError, OSError) as error:
        if isinstance(error, BrokenPipeError):  # whoever read our output, such as head, has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        print(f"boyi: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt as error:
        print(". ".join(["boyi: interrupted", *getattr(error, "__notes__", [])]), file=sys.stderr)
        return 130


def _bench(arguments: argparse.Namespace) -> None:
    start = time.process_time()
    nodes = bench(arguments.game)
    seconds = time.process_time() - start
    for name, value in build_info().items():
        print(f"{name:<10} {value}")
    print(f"{seconds:.2f} CPU seconds, {nodes / max(seconds, 1e-9):,.0f} nodes per CPU second")
    print(f"Bench: {arguments.game} {nodes}")


def _presets(arguments: argparse.Namespace) -> None:
    if arguments.name:
        print(Config.preset(arguments.name, arguments.game).explain(arguments.game))
    else:
        for name, sentence in Config.preset_sentences().items():
            print(f"{name}\n    {sentence}")


def _fields(arguments: argparse.Namespace) -> None:
    word = arguments.word.lower()
    chosen = [field for field in by_level(Config.fields()) if word in f"{field['name']} {field['sentence']}".lower()]
    if not chosen:
        near = get_close_matches(word, [field["name"] for field in Config.fields()], n=1)
        hint = f"did you mean {near[0]!r}?" if near else "'boyi fields' lists them all"
        raise OptionError(f"no field mentions {arguments.word!r}: {hint}")
    for field in chosen:
        values = (" to " if field["type"] == "int" else ", ").join(map(str, field["range"]))
        boyi = {game: getattr(Config.preset("boyi", game), field["name"]) for game in game_names()}
        told = ", ".join(f"{value} in {game}" for game, value in boyi.items() if game not in field["without_meaning"])
        print(f"{field['name']}  ({field['level']}; {field['type']}: {values}; boyi: {told})\n    {field['sentence']}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="boyi",
        description="A game-tree search laboratory for xiangqi and gomoku, with Connect Four for teaching: every "
        "heuristic is a switch to measure.",
        epilog="'boyi COMMAND --help' tells more about a command.",
    )
    parser.add_argument("--version", action="version", version=f"boyi {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(
        name: str, run: options.RunCommand, sentence: str, more: str = "", *, aliases: Sequence[str] = ()
    ) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name,
            aliases=aliases,
            help=sentence,
            description=f"{sentence[0].upper()}{sentence[1:]}. {more}".strip(),
        )
        sub.set_defaults(run=run)
        return sub

    for commands_of in (
        compare,
        truth,
        play,
        match,
        tournament,
        claims,
        book,
        records,
        annotate,
        networks,
        positions,
        protocols,
        tablebase,
    ):
        commands_of.add(command)
    sub = command("bench", _bench, "search fixed positions and print the signature: their number of nodes")
    sub.add_argument("--game", default=DEFAULT_GAME.name, help="game to search (default: %(default)s)")
    sub = command("presets", _presets, "list the named configurations, or tell what one of them does")
    sub.add_argument("name", nargs="?", help="a preset to explain")
    sub.add_argument("--game", help="the game to explain it for")
    sub = command("fields", _fields, "list the fields of a configuration: every switch and parameter of the search")
    sub.add_argument("word", nargs="?", default="", help="only fields that mention this word")
    heuristics.add(command)
    return parser
