"""Options that several commands share, and how their values are read."""

import argparse
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from boyi import Clock, Config
from boyi.errors import OptionError
from boyi.fields import field_value
from boyi.games import DEFAULT_GAME, GAMES, game_names, game_of

LIMITS = ("depth", "nodes", "time", "cpu_time", "clock")
"""Options that limit a search, of which every command has some."""

RunCommand = Callable[[argparse.Namespace], int | None]
AddCommand = Callable[..., argparse.ArgumentParser]
"""Adds a command from its name, what runs it, a sentence and more about it."""


def assignment(text: str) -> tuple[str, str]:
    """A field's name and value from ``"NAME=VALUE"``.

    >>> assignment("killers=0")
    ('killers', '0')
    """
    name, sign, value = text.partition("=")
    if not (name and sign and value):
        raise argparse.ArgumentTypeError(f"{text!r}: expected FIELD=VALUE, such as killers=0")
    return name, value


def clock(text: str) -> Clock:
    """A clock from ``"SECONDS"``, ``"SECONDS+INCREMENT"`` or ``"MOVES/SECONDS"``, as tournaments write it.

    >>> clock("60+0.5").increment, clock("40/900").moves_to_go, clock("1.5").remaining
    (0.5, 40, 1.5)
    """
    found = re.fullmatch(r"(?:(\d+)/)?([\d.]+)(?:\+([\d.]+))?", text)
    try:
        if found is None:
            raise ValueError
        return Clock(float(found[2]), float(found[3] or 0), None if found[1] is None else int(found[1]))
    except (ValueError, OptionError):
        raise argparse.ArgumentTypeError(f"{text!r}: expected SECONDS, SECONDS+INCREMENT or MOVES/SECONDS") from None


# Adding options


def add_game(
    sub: argparse.ArgumentParser, default: str | None = DEFAULT_GAME.name, more: str = "(default: %(default)s)"
) -> None:
    """Adds ``--game``."""
    sub.add_argument("--game", choices=game_names(), default=default, help=f"{' or '.join(game_names())} {more}")


def add_board(sub: argparse.ArgumentParser) -> None:
    """Adds ``--rule`` and ``--size``, for games that have them among their options."""
    rules = [rule for game in GAMES if "rule" in game.options for rule in game.rules]
    sub.add_argument("--rule", choices=rules, help=f"rule of {_with('rule')} (default: the first of these)")
    sub.add_argument("--size", type=int, help=f"size of the board of {_with('size')}, 5 to 22 (default: 15)")


def _with(option: str) -> str:
    """The games that have an option."""
    return " or ".join(game.name for game in GAMES if option in game.options)


def add_position(sub: argparse.ArgumentParser) -> None:
    """Adds the options that describe a position: FEN, ``--moves``, ``--game``, ``--rule`` and ``--size``."""
    sub.add_argument("fen", nargs="*", metavar="FEN", help="the position; the start position if left out")
    sub.add_argument("--moves", default="", help="moves to play from there, such as 'h2e2 h9g7', or 'h8 i9' in gomoku")
    add_game(sub)
    add_board(sub)


def add_config(sub: argparse.ArgumentParser) -> None:
    """Adds the options that describe a configuration: ``--preset`` and ``--set``."""
    sub.add_argument(
        "--preset", default="boyi", metavar="NAME", help="configuration, see 'boyi presets' (default: %(default)s)"
    )
    sub.add_argument(
        "--set",
        action="append",
        type=assignment,
        default=[],
        metavar="FIELD=VALUE",
        help="change a field of the configuration, such as killers=0; 'boyi fields' lists them, everyday ones first",
    )


def add_variants(sub: argparse.ArgumentParser) -> None:
    """Adds the options that name several configurations: ``--presets`` or ``--vary``."""
    what = sub.add_mutually_exclusive_group()
    what.add_argument("--presets", nargs="+", metavar="NAME", help="compare these presets")
    what.add_argument(
        "--vary",
        action="append",
        type=assignment,
        metavar="FIELD=V1,V2,…",
        help="compare the values of a field; once more for all combinations with another field's",
    )


def add_limits(sub: argparse.ArgumentParser, default: str) -> None:
    """Adds the limits of a search: ``--depth``, ``--nodes`` and ``--time``."""
    sub.add_argument("--depth", type=int, help=f"deepest iteration in plies; without any limit: {default}")
    sub.add_argument("--nodes", type=int, help="nodes after which the search stops")
    sub.add_argument("--time", type=float, metavar="SECONDS", help="seconds after which the search stops")


# Reading them


def position(arguments: argparse.Namespace) -> Any:
    """The position that the options describe; a FEN may come as one argument or as several words."""
    game, text, given = game_of(arguments.game), " ".join(arguments.fen), board(arguments)
    if text and "size" in given:
        raise OptionError(f"--size {arguments.size}: expected without a position, which has its own")
    return (game.read(text, **given) if text else game.start(**given)).play_all(arguments.moves)


def board(arguments: argparse.Namespace) -> dict[str, Any]:
    """What was given of ``--rule`` and ``--size``; refuses what the game does not have, with an OptionError."""
    known = () if arguments.game is None else game_of(arguments.game).options
    given = {name: getattr(arguments, name) for name in ("rule", "size") if getattr(arguments, name) is not None}
    for name in given.keys() - known:
        raise OptionError(f"--{name} {given[name]}: expected with --game {_with(name)} only, not with {arguments.game}")
    return given


def limits(arguments: argparse.Namespace, **default: Any) -> dict[str, Any]:
    """The limits of a search, or the default if there are none."""
    given = {name: getattr(arguments, name) for name in LIMITS if name in arguments}
    return given if any(limit is not None for limit in given.values()) else given | default


def positive(arguments: argparse.Namespace, *names: str) -> None:
    """Refuses options below 1; those that are left out are None."""
    for name in names:
        value = getattr(arguments, name)
        if value is not None and value < 1:
            raise OptionError(f"--{name} {value}: expected 1 or more")


def whole(name: str, text: str) -> int:
    """A whole number from its text.

    >>> whole("games", "40")
    40
    """
    try:
        return int(text)
    except ValueError:
        raise OptionError(f"{name}={text}: expected a whole number") from None


def config(arguments: argparse.Namespace, game: str, **changes: bool | int | str) -> Config:
    """The preset with these changes; fields that the user sets win over them."""
    given = {name: field_value(name, text) for name, text in arguments.set}
    return Config.preset(arguments.preset, game).replace(**changes | given)


def variants(arguments: argparse.Namespace, game: str) -> dict[str, Config] | list[str] | None:
    """The configurations that ``--presets`` or ``--vary`` name; None without them."""
    from boyi import lab

    if arguments.presets:
        return list(arguments.presets)
    if arguments.vary:
        values = {name: [field_value(name, value) for value in text.split(",")] for name, text in arguments.vary}
        return lab.grid(config(arguments, game), **values)
    return None


@contextmanager
def workers(jobs: int | None) -> Iterator[ThreadPoolExecutor | None]:
    """A pool of ``jobs`` threads; None, which means one thread per core, if ``jobs`` is None."""
    if jobs is None:
        yield None
        return
    with ThreadPoolExecutor(jobs) as executor:
        yield executor
