"""Options that name a program of others as a player, and how they are read."""

import argparse
import shlex
from typing import TYPE_CHECKING

from boyi.cli import options
from boyi.errors import OptionError
from boyi.games import DEFAULT_GAME, GAMES, game_of

if TYPE_CHECKING:
    from boyi.lab import Engine

__all__ = ["add", "given", "words"]


def add(sub: argparse.ArgumentParser, suffix: str, sentence: str) -> None:
    """Adds ``--engine``, ``--protocol`` and ``--option`` with a suffix such as ``"-a"``."""
    sub.add_argument(f"--engine{suffix}", metavar="COMMAND", help=sentence)
    sub.add_argument(
        f"--protocol{suffix}",
        metavar="PROTOCOL",
        help=f"{', '.join(name for game in GAMES for name in game.protocols)} (default: the usual one of the game)",
    )
    sub.add_argument(
        f"--option{suffix}",
        action="append",
        type=options.assignment,
        metavar="NAME=VALUE",
        help="an option of the program; with gomocup a key of INFO",
    )


def words(suffix: str, command: str) -> list[str]:
    """A program and its arguments, from how a shell writes them."""
    try:
        found = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"--engine{suffix} {command}: {error}; expected a program and its arguments") from None
    if not found:
        raise OptionError(f"--engine{suffix} {command!r}: expected a program and its arguments")
    return found


def given(arguments: argparse.Namespace, suffix: str, game: str | None) -> "Engine | None":
    """The program that the options name, if they do, for a game; None is the game that is meant without a name."""
    from boyi.lab import Engine

    ending = suffix.replace("-", "_")
    command, protocol, chosen = (getattr(arguments, what + ending) for what in ("engine", "protocol", "option"))
    if command is None:
        if protocol is not None or chosen is not None:
            raise OptionError(f"--protocol{suffix} and --option{suffix}: expected with --engine{suffix}")
        return None
    described = DEFAULT_GAME if game is None else game_of(game)
    usual = described.part("protocols", "protocol of programs")[0]
    return Engine(words(suffix, command), protocol or usual, options=dict(chosen or []))
