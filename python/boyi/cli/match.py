"""``boyi match``."""

import argparse
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boyi import Config, records
from boyi.cli import options, programs
from boyi.errors import OptionError
from boyi.fields import field_value
from boyi.games import game_of

if TYPE_CHECKING:
    from boyi.lab import Adjudication

__all__ = ["add"]

SEATS = ("a", "b")
"""The letters of the two players."""

DEMO_NODES = 10_000
"""Nodes of a move in a match without limits."""

DEMO_GAMES = 100
"""Games of a match that has no sequential test to end it."""


def add(command: options.AddCommand) -> None:
    """Adds the command."""
    sub = command(
        "match",
        _match,
        "play two configurations, or programs, against each other",
        "Each opening is played twice, with colours swapped. Prints the score, Elo with 95 % intervals, and the "
        "results of the pairs. With limits in nodes or depth the same match gives the same games. "
        "Needs pip install 'boyi[lab]'.",
    )
    sub.epilog = (
        "Examples: 'boyi match boyi wizard-table --game gomoku' plays presets; 'boyi match boyi boyi:lmr=off,killers=0 "
        "--game xiangqi --sprt 0 20 --make 2000' tests changes of one until it is clear whether they matter; "
        "'boyi match boyi --engine-b fairy-stockfish --option-b Hash=16 --time 0.1' plays against a program."
    )
    sub.add_argument(
        "players", nargs="*", metavar="PLAYER", help="a preset, or PRESET:FIELD=VALUE,… for one with changes"
    )
    for name in SEATS:
        programs.add(sub, f"-{name}", f"player {name.upper()} is this program, with its arguments")
    sub.add_argument(
        "--games",
        type=int,
        help=f"games, an even number (default: {DEMO_GAMES}, with --make, --sprt or --swap2 all openings)",
    )
    sub.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("NELO0", "NELO1"),
        help="stop as soon as it is clear which of two values of normalized Elo is nearer the truth",
    )
    add_terms(sub)


def add_terms(sub: argparse.ArgumentParser) -> None:
    """Adds what matches and tournaments have in common: game, openings, limits, ends of games, and where they run."""
    options.add_game(sub, None, "(default: the game of the openings or of the presets)")
    options.add_board(sub)
    sub.add_argument("--openings", metavar="NAME", help="set of openings (default: the one that ships for the game)")
    sub.add_argument(
        "--make", type=int, metavar="N", help="make N openings instead, by the rule on the board of --size"
    )
    sub.add_argument("--seed", type=int, default=0, help="number of the draw of --make (default: %(default)s)")
    sub.add_argument("--nodes", type=int, help=f"nodes of each move (default without other limits: {DEMO_NODES})")
    sub.add_argument("--time", type=float, metavar="SECONDS", help="wall seconds of each move")
    sub.add_argument(
        "--cpu-time", type=float, metavar="SECONDS", help="CPU seconds of each move, fair on a loaded machine too"
    )
    sub.add_argument(
        "--clock",
        type=options.clock,
        metavar="SECONDS+INCREMENT",
        help="the clock of each player in a game, such as 60+0.5, or 40/900 for 40 moves in 900 seconds and so on",
    )
    sub.add_argument("--depth", type=int, help="plies of each search")
    sub.add_argument(
        "--swap2", action="store_true", help="gomoku: openings of three stones, and the players choose colours by swap2"
    )
    sub.add_argument(
        "--max-plies", type=int, default=400, help="plies after which a game is drawn (default: %(default)s)"
    )
    sub.add_argument(
        "--adjudicate",
        action="append",
        type=options.assignment,
        metavar="NAME=NUMBER",
        help="end games early: win=600 and draw=20 for scores that both agree on, material=900, moves=4, draw_after=80",
    )
    sub.add_argument("--jobs", type=int, metavar="N", help="pairs of games at a time (default: one per core)")
    sub.add_argument("--path", metavar="FILE", help="keep the games in this file, and continue what it has begun")
    sub.add_argument(
        "--out",
        "-o",
        metavar="FILE",
        help="write the games with the players' scores as comments to this game file too: .pgn, .dhtmlxq or .sgf",
    )
    sub.add_argument("--quiet", action="store_true", help="no progress bar")


def _match(arguments: argparse.Namespace) -> None:
    from boyi import lab
    from boyi.run.extras import need

    if arguments.out is not None:
        records.format_of(arguments.out)
    need("scipy.stats")  # for the intervals: better now than after the last game
    options.positive(arguments, "jobs", "make")
    game = game_meant(arguments)
    texts = _texts(arguments)
    engines = {name: programs.given(arguments, f"-{name}", game) for name in SEATS}
    a, b = (engines[name] or player(text, game) for name, text in texts.items())
    openings, games = openings_of(arguments), arguments.games
    if games is None and arguments.sprt is None and arguments.make is None and not arguments.swap2:
        games = DEMO_GAMES
    with options.workers(arguments.jobs) as executor:
        match = lab.match(
            a,
            b,
            openings=openings,
            games=games,
            sprt=arguments.sprt,
            names=None if texts["a"] == texts["b"] else (texts["a"], texts["b"]),
            executor=executor,
            **terms(arguments),
        )
    if arguments.out is not None:
        count = records.write(match.records(), arguments.out)
        print(f"{arguments.out}: {count} games")
    print(match)


def terms(arguments: argparse.Namespace) -> dict[str, Any]:
    """The arguments of :func:`boyi.lab.match` that the options of :func:`add_terms` give, openings aside."""
    return {
        "swap2": arguments.swap2,
        "game": arguments.game,
        "max_plies": arguments.max_plies,
        "adjudication": _adjudication(arguments),
        "progress": not arguments.quiet,
        "path": arguments.path,
    } | options.limits(arguments, nodes=DEMO_NODES)


def game_meant(arguments: argparse.Namespace) -> str | None:
    """The game that the options name, by ``--game`` or ``--openings``, if they do."""
    return arguments.game or ((arguments.openings or "").partition("/")[0] or None)


def _adjudication(arguments: argparse.Namespace) -> "Adjudication | None":
    """When games end before their end by the rules."""
    from boyi.lab import Adjudication

    given = {name: options.whole(name, text) for name, text in arguments.adjudicate or []}
    known = [field.name for field in fields(Adjudication)]
    for name in given:
        if name not in known:
            raise OptionError(f"--adjudicate {name}={given[name]}: expected {', '.join(known)}")
    return Adjudication(**given) if given else None


def _texts(arguments: argparse.Namespace) -> dict[str, str]:
    """What the players are called: programs by their files, the others as they are given, in their order."""
    given = iter(arguments.players)
    commands = {name: getattr(arguments, f"engine_{name}") for name in SEATS}
    others = sum(command is None for command in commands.values())
    if others and not arguments.players:
        raise OptionError(
            f"no players: expected {others} of them, such as `boyi match boyi fruit`; a preset with changes is "
            "boyi:killers=0, another program stands behind --engine-a or --engine-b"
        )
    if len(arguments.players) != others:
        raise OptionError(
            f"{len(arguments.players)} players: expected {others}, for two players with --engine-a and -b"
        )
    return {
        name: next(given) if command is None else Path(programs.words(f"-{name}", command)[0]).name
        for name, command in commands.items()
    }


def player(text: str, game: str | None = None) -> Config | str:
    """The player that a text such as ``"boyi"`` or ``"boyi:killers=0,lmr=off"`` names: a preset, or one with changes.

    >>> player("boyi:killers=0").killers, player("boyi")
    (0, 'boyi')
    """
    name, _, changes = text.partition(":")
    if not changes:
        return name
    fields: dict[str, Any] = {}
    for change in changes.split(","):
        try:
            field, value = options.assignment(change)
        except argparse.ArgumentTypeError as error:
            raise OptionError(f"player {text!r}: {error}") from None
        fields[field] = field_value(field, value)
    return Config.preset(name, game).replace(**fields)


def openings_of(arguments: argparse.Namespace) -> Any:
    """The openings: made, by name, or None for those that ship for the game."""
    from boyi import lab

    given = options.board(arguments)
    if arguments.make is not None:
        if arguments.game is None or arguments.openings is not None:
            raise OptionError(f"--make {arguments.make}: expected with --game, and without --openings")
        return lab.make_openings(arguments.game, arguments.make, seed=arguments.seed, **given)
    if arguments.openings is not None or not given:
        if given:
            raise OptionError(f"--openings {arguments.openings}: expected without --rule and --size")
        return arguments.openings
    if arguments.size is not None:
        raise OptionError(f"--size {arguments.size}: expected with --make N, which makes openings of that size")
    return game_of(arguments.game).opening_set(arguments.rule)
