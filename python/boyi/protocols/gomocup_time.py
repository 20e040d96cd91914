"""The time of a player by the Gomocup protocol: the limits that ``INFO`` sets, and the time that a move may take."""

from typing import Any

from boyi import Clock
from boyi.lab.position_sets.swap2 import MOVES_LEFT
from boyi.protocols.lines import MARGIN, QUICK

__all__ = ["KEYS", "Times"]

KEYS = ("timeout_turn", "timeout_match", "time_left")
"""Keys of ``INFO`` that tell a time, in milliseconds."""

DEFAULT_TURN = 5.0
"""Seconds of a move if the manager has set no limit."""


class Times:
    """The limits that the manager has told. Times are in seconds.

    >>> times = Times()
    >>> times.info("timeout_turn", 1000), times.info("time_left", 60_000)
    (None, None)
    >>> times.limits()
    {'time': 0.9, 'clock': Clock(remaining=60.0, increment=0.0, moves_to_go=None, overhead=0.05)}
    >>> times.spend(2.0), times.limits()["clock"].remaining
    (None, 58.0)
    """

    def __init__(self) -> None:
        self._turn: float | None = None
        self._match = 0
        self._left: float | None = None

    def info(self, key: str, number: int) -> None:
        """Takes a number of milliseconds for one of :data:`KEYS`."""
        if key == "timeout_turn":
            self._turn = _from_milliseconds(number)
        elif key == "time_left":
            self._left = _from_milliseconds(number)
        elif number != self._match:
            self._match, self._left = number, _from_milliseconds(number) if number > 0 else None

    def spend(self, seconds: float) -> None:
        """Takes the wall seconds of a search off the clock of the match."""
        if self._left is not None:
            self._left = max(self._left - seconds, 0.0)

    def limits(self) -> dict[str, Any]:
        """The limits of a search for a move: the time of the turn, and the clock of the match."""
        clock = None if self._left is None else Clock(self._left, overhead=MARGIN)
        turn = DEFAULT_TURN if self._turn is None and clock is None else self._turn
        return {"time": None if turn is None else _thinking(turn), "clock": clock}

    def choice(self) -> float:
        """Seconds for a choice of swap2: the time of the turn, or less where the match runs short."""
        shares = [] if self._left is None else [self._left / MOVES_LEFT]
        turns = [] if self._turn is None else [self._turn]
        return _thinking(min([*shares, *turns], default=DEFAULT_TURN))


def _from_milliseconds(number: int) -> float:
    """Reads seconds, cut at a million, which stands for no limit."""
    return min(max(number, 0), 10**9) / 1000


def _thinking(allowed: float) -> float:
    """Seconds to search for, if a move may take so many.

    >>> _thinking(5.0), round(_thinking(0.1), 3), _thinking(0.0)
    (4.5, 0.05, 0.005)
    """
    return max(min(allowed - MARGIN, 0.9 * allowed), QUICK)
