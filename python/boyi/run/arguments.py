"""Checks of arguments. The errors name the argument, the value given, and what was expected."""

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from operator import index
from typing import Any

from boyi import Config, _core
from boyi.errors import OptionError
from boyi.games import game_names, game_of

MAX_DEPTH = _core.MAX_DEPTH
"""Largest depth of a search, in plies."""

MAX_NODES = _core.MAX_NODES
"""Largest limit of a search in nodes."""

MAX_THREADS = _core.MAX_THREADS
"""Largest number of threads of a search."""


def config(name: str, given: Any, game: str | None = None) -> Config:
    """The Config that an argument is, or that it names as a preset (for ``game``, where presets differ by game).

    Raises:
        OptionError: for anything else, or an unknown preset.
    """
    if isinstance(given, str):
        return Config.preset(given, game)
    if not isinstance(given, Config):
        raise OptionError(f"{name}={given!r}: expected a boyi.Config or the name of a preset")
    return given


def game(given: str | None) -> str:
    """The name of a game that was given, or that follows from other arguments; None if nothing tells it.

    Raises:
        OptionError: for None, and for a name that no game has.
    """
    if given is None:
        names = game_names()
        raise OptionError(f"game=None: expected one of {names}, such as game={names[0]!r}, or openings=, which tell it")
    return game_of(given).name


def depth_where_needed(configs: Mapping[str, Config], depth: int | None) -> None:
    """Refuses configurations without iterative deepening where no depth is given: they search one depth only.

    Raises:
        OptionError: with the name of the configuration.
    """
    for name, given in configs.items():
        if depth is None and not given.iterative:
            raise OptionError(f"depth=None: {name!r} searches without iterative deepening, expected a depth")


def whole(name: str, given: Any, most: int, least: int = 1) -> int:
    """A whole number from ``least`` to ``most``.

    >>> whole("games", 40, 100)
    40
    """
    try:
        value = index(given)
    except TypeError:
        raise OptionError(f"{name}={given!r}: expected a whole number") from None
    if not least <= value <= most:
        raise OptionError(f"{name}={value}: expected {least} to {most}")
    return value


def span(name: str, given: Any, most: int, least: int = 0) -> tuple[int, int]:
    """Two whole numbers from ``least`` to ``most``, the smaller one first.

    >>> span("plies", [4, 8], 100)
    (4, 8)
    """
    expected = f"two whole numbers from {least} to {most}, the smaller one first"
    try:
        low, high = (index(number) for number in given)
    except (TypeError, ValueError):
        raise OptionError(f"{name}={given!r}: expected {expected}") from None
    if not least <= low <= high <= most:
        raise OptionError(f"{name}={given!r}: expected {expected}")
    return low, high


def between(name: str, given: Any, least: float, most: float) -> float:
    """A number from ``least`` to ``most``.

    >>> between("rate", 0.5, 0, 1)
    0.5
    """
    if not isinstance(given, int | float) or isinstance(given, bool) or not least <= given <= most:
        raise OptionError(f"{name}={given!r}: expected a number from {least:g} to {most:g}")
    return float(given)


def limit(name: str, given: Any, most: int) -> int | None:
    """A whole number from 1 to ``most``, or None.

    >>> limit("depth", 3, 96), limit("depth", None, 96)
    (3, None)
    """
    return None if given is None else whole(name, given, most)


def several(name: str, given: Any, expected: str) -> list[Any]:
    """The items of an iterable as a list of at least one; ``expected`` describes them in the errors.

    Raises:
        OptionError: for an empty iterable, or something that is none.
    """
    if not isinstance(given, Iterable):
        raise OptionError(f"{name}={given!r}: expected {expected}")
    values = list(given)
    if not values:
        raise OptionError(f"{name} is empty: expected {expected}, at least one")
    return values


def executor(given: Any) -> None:
    """Refuses anything but a ``concurrent.futures.Executor`` or None, with an OptionError."""
    if not isinstance(given, Executor | None):
        raise OptionError(f"executor={given!r}: expected a concurrent.futures.Executor or None")
