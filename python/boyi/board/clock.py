"""The clocks of the two sides of a game."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from boyi import Clock
from boyi.errors import OptionError

__all__ = ["CLOCKS", "GameClock"]

CLOCKS = ("off", "1+1", "3+2", "5+5", "10+5", "30+10")
"""Clocks to choose: minutes of each side, and seconds that each move adds."""

_LEAST = 0.05
"""Seconds that an engine is given at least, however few are left."""


@dataclass
class GameClock:
    """Time left of each side, of which that of one side runs. It begins to run with the first move of the game."""

    sides: tuple[str, str]
    minutes: float
    increment: float
    now: Callable[[], float] = time.monotonic
    running: str | None = None
    """The side whose time runs."""
    _left: dict[str, float] = field(default_factory=dict)
    _since: float = 0.0
    _kept: dict[int, dict[str, float]] = field(default_factory=dict)
    """The times at plies of the game, for moves that are taken back."""

    def __post_init__(self) -> None:
        self._left = dict.fromkeys(self.sides, 60 * self.minutes)
        self._kept = {0: dict(self._left)}

    @classmethod
    def of(cls, text: str, sides: tuple[str, str]) -> "GameClock | None":
        """The clock that a text such as ``"5+5"`` describes, minutes and seconds; None for ``"off"``.

        Raises:
            OptionError: for another text, and for no time at all.

        >>> clock = GameClock.of("5+5", ("red", "black"))
        >>> clock.left("red"), clock.increment
        (300.0, 5.0)
        """
        if text == "off":
            return None
        found = re.fullmatch(r"(\d{1,3}(?:\.\d+)?)\+(\d{1,3})", text)
        if found is None or float(found[1]) == 0:
            raise OptionError(f"clock {text[:40]!r}: expected 'off' or MINUTES+SECONDS, such as 5+5")
        return cls(sides, float(found[1]), float(found[2]))

    def left(self, side: str) -> float:
        """Seconds that a side has left, 0 or more."""
        used = self.now() - self._since if side == self.running else 0.0
        return max(self._left[side] - used, 0.0)

    def moved(self, side: str, ply: int) -> None:
        """Ends the time of a side's move, which has led to a ply, and begins the other side's."""
        self._left[side] = self.left(side) + (self.increment if self.running == side else 0.0)
        self.running = self.sides[1 - self.sides.index(side)]
        self._since = self.now()
        self._kept[ply] = dict(self._left)

    def pause(self) -> None:
        """Lets no time run until the next move."""
        if self.running is not None:
            self._left[self.running], self.running = self.left(self.running), None

    def back_to(self, ply: int) -> None:
        """Gives both sides the times that they had at a ply, and lets none run until the next move."""
        self.running = None
        self._left = dict(self._kept.get(ply, self._left))

    def for_engine(self, side: str) -> Clock:
        """The time of a side as a limit of a search."""
        return Clock(max(self.left(side), _LEAST), self.increment)

    def shown(self) -> dict[str, object]:
        """The seconds left by side, and the side whose time runs, as plain data."""
        return {"left": {side: round(self.left(side), 1) for side in self.sides}, "running": self.running}
