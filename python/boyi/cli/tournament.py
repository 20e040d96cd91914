"""``boyi tournament``."""

import argparse
from typing import TYPE_CHECKING, Any

from boyi import Config
from boyi.cli import options, programs
from boyi.cli.match import add_terms, game_meant, openings_of, player, terms
from boyi.errors import OptionError
from boyi.games import DEFAULT_GAME, game_of

if TYPE_CHECKING:
    from boyi.lab import Engine

__all__ = ["add"]

DEMO_GAMES = 40
"""Games of each match of a tournament."""


def add(command: options.AddCommand) -> None:
    """Adds the command."""
    sub = command(
        "tournament",
        _tournament,
        "let several configurations, or programs, play each other, and rate them",
        "Everybody meets everybody, or one player all others. Prints ratings with 95 % intervals from all games, and a "
        "crosstable. Needs pip install 'boyi[lab]'.",
    )
    sub.epilog = (
        "Examples: 'boyi tournament boyi fruit wizard-table' plays presets; 'boyi tournament new old boyi "
        "--engine new=./new --engine old=./old --gauntlet new --time 0.1' plays a program against two others."
    )
    sub.add_argument(
        "players", nargs="+", metavar="PLAYER", help="a preset, PRESET:FIELD=VALUE,…, or the name of an --engine"
    )
    sub.add_argument(
        "--engine",
        action="append",
        default=[],
        type=_named,
        metavar="NAME=COMMAND",
        help="the player of this name is a program, with its arguments; once for each program",
    )
    sub.add_argument("--protocol", metavar="PROTOCOL", help="protocol of the programs (default: the usual of the game)")
    sub.add_argument(
        "--option",
        action="append",
        default=[],
        type=options.assignment,
        metavar="NAME=VALUE",
        help="an option of all programs; with gomocup a key of INFO",
    )
    sub.add_argument("--gauntlet", metavar="PLAYER", help="the player that meets all others")
    sub.add_argument(
        "--games",
        type=int,
        help=f"games of each match, an even number (default: {DEMO_GAMES}, with --make all openings)",
    )
    add_terms(sub)


def _named(text: str) -> tuple[str, str]:
    name, sign, command = text.partition("=")
    if not (name and sign and command):
        raise argparse.ArgumentTypeError(f"{text!r}: expected NAME=COMMAND, such as new=./my-engine")
    return name, command


def _tournament(arguments: argparse.Namespace) -> None:
    from boyi import lab
    from boyi.run.extras import need

    need("scipy.stats")  # for the intervals: better now than after the last game
    options.positive(arguments, "jobs", "make")
    games = arguments.games
    if games is None and arguments.make is None and not arguments.swap2:
        games = DEMO_GAMES
    with options.workers(arguments.jobs) as executor:
        tournament = lab.tournament(
            _players(arguments),
            gauntlet=arguments.gauntlet,
            openings=openings_of(arguments),
            games=games,
            executor=executor,
            **terms(arguments),
        )
    print(tournament)


def _players(arguments: argparse.Namespace) -> "dict[str, Config | Engine | str]":
    """The players by the names that they were given."""
    game, engines = game_meant(arguments), dict(arguments.engine)
    for name in engines:
        if name not in arguments.players:
            raise OptionError(f"--engine {name}={engines[name]}: expected {name} among the players too")
    if not engines and (arguments.protocol or arguments.option):
        raise OptionError("--protocol and --option: expected with --engine")
    found: dict[str, Any] = {}
    for name in arguments.players:
        if name in found:
            raise OptionError(f"player {name!r} occurs twice: expected every player once")
        found[name] = _program(arguments, engines[name], game) if name in engines else player(name, game)
    return found


def _program(arguments: argparse.Namespace, command: str, game: str | None) -> "Engine":
    from boyi.lab import Engine

    described = DEFAULT_GAME if game is None else game_of(game)
    protocol = arguments.protocol or described.part("protocols", "protocol of programs")[0]
    return Engine(programs.words("", command), protocol, options=dict(arguments.option))
