"""What a ``go`` of UCI or UCCI asks for, whatever its words are, and how its words are read."""

from collections.abc import Mapping
from dataclasses import dataclass
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
    """What a ``go`` asks for. Times are in seconds; the clock is that of the side to move.

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
    LIMIT = "a whole number of at least 1"
    MOVES = "moves"


def read_words(text: str, known: Mapping[str, Word]) -> dict[str, Any]:
    """The values of the words after ``go``: True, a number, or a tuple of texts.

    >>> read_words("depth 3 ponder moves a b nodes 9", {"depth": Word.LIMIT, "nodes": Word.LIMIT, "ponder": Word.FLAG,
    ...     "moves": Word.MOVES})
    {'depth': 3, 'ponder': True, 'moves': ('a', 'b'), 'nodes': 9}

    Raises:
        OptionError: for an unknown word, a number that is none, or a limit below 1.
    """
    words, given = text.split(), dict[str, Any]()
    while words:
        name = words.pop(0).lower()
        if name not in known:
            raise OptionError(f"go {quoted(name)}: expected one of {', '.join(sorted(known))}")
        if known[name] is Word.FLAG:
            given[name] = True
        elif known[name] is Word.MOVES:
            end = next((at for at, word in enumerate(words) if word.lower() in known), len(words))
            given[name], words = tuple(words[:end]), words[end:]
        else:
            given[name] = _number(name, words.pop(0) if words else "", known[name])
    return given


def _capped(given: int | None, most: int) -> int | None:
    return None if given is None else min(given, most)


def _number(name: str, text: str, word: Word) -> int:
    """A whole number; limits are at least 1, while a clock may have run out."""
    try:
        number = int(text)
    except ValueError:
        raise OptionError(f"{quoted(f'go {name} {text}')}: expected a whole number") from None
    if word is Word.LIMIT and number < 1:
        raise OptionError(f"go {name} {number}: expected at least 1")
    return max(min(number, MOST_COUNTED), -MOST_COUNTED)
