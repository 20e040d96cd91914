"""The limits of a player: of its moves, and of all moves of a game together."""

from collections.abc import Mapping
from typing import Any

from boyi import Clock
from boyi.errors import OptionError
from boyi.run import arguments
from boyi.run.arguments import MAX_DEPTH, MAX_NODES

LIMITS = ("nodes", "time", "depth", "cpu_time", "clock")
"""The names of the limits of a move, and of a clock, which limits all moves of a game."""

MAX_TIME = 86_400.0
"""Largest limit of a move in seconds: a day."""


def checked_limits(given: dict[str, Any]) -> dict[str, Any]:
    """The limits of a move, of which at least one is given."""
    if all(value is None for value in given.values()):
        raise OptionError(
            "a match without a limit: give nodes=, time= or cpu_time= (seconds) or depth= (plies), each for a move, or "
            "clock= for a game"
        )
    if not isinstance(given["clock"], Clock | None):
        raise OptionError(f"clock={given['clock']!r}: expected a boyi.Clock or None")
    return {
        "nodes": arguments.limit("nodes", given["nodes"], MAX_NODES),
        "time": _seconds("time", given["time"]),
        "depth": arguments.limit("depth", given["depth"], MAX_DEPTH),
        "cpu_time": _seconds("cpu_time", given["cpu_time"]),
        "clock": given["clock"],
    }


def _seconds(name: str, given: Any) -> float | None:
    if given is not None and not (isinstance(given, float | int) and 0 < given <= MAX_TIME):
        raise OptionError(f"{name}={given!r}: expected seconds, above 0 and up to {MAX_TIME:g}")
    return given if given is None else float(given)


def plain_limits(limits: Mapping[str, Any]) -> dict[str, Any]:
    """Limits as plain data: a clock as remaining, increment, moves to go, overhead."""
    clock = limits.get("clock")
    plain = None if clock is None else [clock.remaining, clock.increment, clock.moves_to_go, clock.overhead]
    return dict(limits) | ({"clock": plain} if "clock" in limits else {})


def limits_text(given: dict[str, Any], each: str = "") -> str:
    """Plain limits as a text, with ``each`` after those of a move."""
    names = [name for name in ("nodes", "time", "depth", "cpu_time") if given.get(name) is not None]
    texts = [", ".join(f"{name} {given[name]:g}" for name in names) + each] if names else []
    if given.get("clock") is not None:
        remaining, increment, moves, _ = given["clock"]
        texts.append(f"clock {remaining:g} + {increment:g}" + ("" if moves is None else f" for {moves} moves"))
    return ", ".join(texts)
