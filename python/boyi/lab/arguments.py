"""Checks of what users give: whoever gives something else is told its name, its value and what was expected."""

from collections.abc import Iterable
from concurrent.futures import Executor
from operator import index
from typing import Any

from boyi import Config
from boyi.errors import OptionError


def config(name: str, given: Any, game: str | None = None) -> Config:
    """A Config, which may come as the name of a preset."""
    if isinstance(given, str):
        return Config.preset(given, game)
    if not isinstance(given, Config):
        raise OptionError(f"{name}={given!r}: expected a boyi.Config or the name of a preset")
    return given


def limit(name: str, given: Any, most: int) -> int | None:
    """A whole number from 1 to ``most``, or None.

    >>> limit("depth", 3, 96), limit("depth", None, 96)
    (3, None)
    """
    if given is None:
        return None
    try:
        value = index(given)
    except TypeError:
        raise OptionError(f"{name}={given!r}: expected a whole number") from None
    if not 1 <= value <= most:
        raise OptionError(f"{name}={value}: expected 1 to {most}")
    return value


def several(name: str, given: Any, expected: str) -> list[Any]:
    """What an iterable holds, which is something."""
    if not isinstance(given, Iterable):
        raise OptionError(f"{name}={given!r}: expected {expected}")
    values = list(given)
    if not values:
        raise OptionError(f"{name} is empty: expected {expected}, at least one")
    return values


def executor(given: Any) -> None:
    """Refuses what is neither an Executor nor None."""
    if not isinstance(given, Executor | None):
        raise OptionError(f"executor={given!r}: expected a concurrent.futures.Executor or None")
