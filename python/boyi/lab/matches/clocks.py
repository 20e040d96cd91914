"""The clocks of a game: what each player has left, and whether a move was made in time."""

from typing import Any

from boyi import Clock

MOST = 1e9
"""Largest number of seconds on a :class:`boyi.Clock`."""


class GameClock:
    """The clock of one player in a game, which begins as ``start``.

    Where ``start`` has ``moves_to_go``, its time is added again after so many moves, and so on.

    >>> clock = GameClock(Clock(60, increment=2, moves_to_go=2))
    >>> clock.charge(50.0), clock.now.remaining, clock.now.moves_to_go
    (True, 12.0, 1)
    >>> clock.charge(10.0), clock.now.remaining, clock.now.moves_to_go
    (True, 64.0, 2)
    >>> clock.charge(64.5)
    False
    """

    def __init__(self, start: Clock) -> None:
        self._start = start
        self.now: Clock = start
        """The clock as it stands while the player thinks."""

    def charge(self, seconds: float) -> bool:
        """Takes off the wall seconds of a move; returns whether it was made in time."""
        start, now = self._start, self.now
        left = now.remaining - seconds
        if left < 0:
            return False
        moves = None if now.moves_to_go is None else now.moves_to_go - 1
        if moves == 0:
            left, moves = left + start.remaining, start.moves_to_go
        self.now = Clock(min(left + start.increment, MOST), start.increment, moves, start.overhead)
        return True


def game_clocks(limits: list[dict[str, Any]]) -> list[GameClock | None]:
    """The clocks at the beginning of a game, from the limits of the players; None where there is none."""
    return [None if each["clock"] is None else GameClock(each["clock"]) for each in limits]
