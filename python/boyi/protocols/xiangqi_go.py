"""The request of a ``go`` command, alike for UCI and UCCI, and the reading of its words."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from boyi import Clock
from boyi.errors import OptionError
from boyi.protocols.lines import QUICK, quoted
from boyi.run.arguments import MAX_DEPTH, MAX_NODES

__all__ = ["Go", "Word", "read_words"]

MOST_SECONDS = 1e6
"""Seconds that stand for no limit in time."""

MOST_MOVES = 1000
"""Moves until more time is added that stand for any larger number."""

MOST_COUNTED = 10**18
"""Larger numbers, and smaller ones than its negative, are taken as this one."""


@dataclass(frozen=True, slots=True)
class Go:
    """The request of a ``go`` command. Times are in seconds; the clock is that of the side to move.

    >>> Go(remaining=60.0, increment=1.0).clock(0.05), Go(depth=3).clock(0.05)
    (Clock(remaining=60.0, increment=1.0, moves_to_go=None, overhead=0.05), None)
    """

    depth: int | None = None
    """Limit in plies."""
    nodes: int | None = None
    """Limit in nodes."""
    mate: int | None = None
    """Ends the search when a mate in so many moves is found."""
    movetime: float | None = None
    """Seconds of this move."""
    remaining: float | None = None
    """Seconds left on the clock; it may have run out."""
    increment: float = 0.0
    """Seconds that the clock gains with each move."""
    moves_to_go: int | None = None
    """Moves that the clock must last for; None: the rest of the game."""
    infinite: bool = False
    """Searches until it is stopped."""
    ponder: bool = False
    """Searches in the opponent's time."""
    moves: tuple[str, ...] = ()
    """The moves to search, as the GUI writes them; empty: all."""
    perft: int | None = None
    """Counts the leaves at so many plies, and searches nothing."""
    remarks: tuple[str, ...] = ()
    """What was taken otherwise than it was said."""

    def without_clock(self, expected: str) -> "Go":
        """The ``go`` of a GUI that tells a clock, but not ``expected``, that of the side to move.

        It wants a move at once, unless something else limits the search.

        >>> Go(increment=2.0).without_clock("time").remaining, Go(depth=3).without_clock("time").remaining
        (0.0, None)
        """
        limits = (self.remaining, self.movetime, self.depth, self.nodes, self.mate)
        if self.infinite or any(limit is not None for limit in limits):
            return self
        remark = f"go without {expected}, the clock of the side to move: taken as 0"
        return replace(self, remaining=0.0, remarks=(*self.remarks, remark))

    def limits(self, overhead: float) -> dict[str, Any]:
        """The limits for a :class:`boyi.Searcher`; None where there is none.

        A search for a mate in N moves has nothing to find beyond 2N - 1 plies, but reductions may hide the mate at that
        depth: without another limit it ends after 2N.

        >>> Go(mate=3).limits(0.05), Go(mate=3, nodes=9).limits(0.05)["depth"]
        ({'depth': 6, 'nodes': None, 'time': None, 'clock': None}, None)
        """
        depth, clock = self.depth, self.clock(overhead)
        if self.mate is not None and not self.infinite and depth is self.nodes is self.movetime is clock is None:
            depth = 2 * self.mate
        return {
            "depth": _capped(depth, MAX_DEPTH),
            "nodes": _capped(self.nodes, MAX_NODES),
            "time": None if self.movetime is None else min(max(self.movetime, QUICK), MOST_SECONDS),
            "clock": clock,
        }

    def clock(self, overhead: float) -> Clock | None:
        """The clock of the search; None if there is none, or if something else tells how long the search may take."""
        if self.infinite or self.movetime is not None or self.remaining is None:
            return None
        remaining, increment = (min(max(seconds, 0.0), MOST_SECONDS) for seconds in (self.remaining, self.increment))
        return Clock(remaining, increment, _capped(self.moves_to_go, MOST_MOVES), overhead)


class Word(Enum):
    """What follows a word of a ``go``."""

    FLAG = "nothing"
    NUMBER = "a whole number"
    LIMIT = "a whole number, of which less than 1 is taken as 1"
    SPAN = "a whole number, of which less than 1 is taken as none"
    MOVES = "moves"


def read_words(text: str, known: Mapping[str, Word]) -> dict[str, Any]:
    """The values of the words after ``go``: True, a number, or a tuple of texts.

    Some GUIs send limits of 0. A GUI that waits for a move must get one: they are taken as the least limit there is,
    and ``remarks`` says so.

    >>> read_words("depth 0 ponder moves a b", {"depth": Word.LIMIT, "ponder": Word.FLAG, "moves": Word.MOVES})
    {'remarks': ('go depth 0: taken as 1',), 'depth': 1, 'ponder': True, 'moves': ('a', 'b')}

    Raises:
        OptionError: for an unknown word or a number that is none.
    """
    words, given = deque(text.split()), dict[str, Any](remarks=())
    while words:
        name = words.popleft().lower()
        if name not in known:
            raise OptionError(f"go {quoted(name)}: expected one of {', '.join(sorted(known))}")
        if known[name] is Word.FLAG:
            given[name] = True
        elif known[name] is Word.MOVES:
            moves = []
            while words and words[0].lower() not in known:
                moves.append(words.popleft())
            given[name] = tuple(moves)
        else:
            number = _number(name, words.popleft() if words else "")
            least: dict[Word, int | None] = {Word.LIMIT: 1, Word.SPAN: None}
            given[name] = number
            if number < 1 and known[name] in least:
                given[name] = least[known[name]]
                given["remarks"] += (f"go {name} {number}: taken as {given[name] or 'none'}",)
    return given


def _capped(given: int | None, most: int) -> int | None:
    return None if given is None else min(given, most)


def _number(name: str, text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise OptionError(f"{quoted(f'go {name} {text}')}: expected a whole number") from None
    return max(min(number, MOST_COUNTED), -MOST_COUNTED)
