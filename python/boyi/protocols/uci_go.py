"""The limits of a ``go`` command of the UCI protocol, and the time that they leave for a move."""

from dataclasses import dataclass, fields
from typing import Any

from boyi.errors import OptionError
from boyi.protocols.lines import MOVES_LEFT, QUICK, quoted, thinking
from boyi.run.arguments import MAX_DEPTH, MAX_NODES

MOST_SECONDS = 1e6
"""Seconds that stand for no limit in time."""


@dataclass(frozen=True, slots=True)
class Go:
    """The words of a ``go`` command; times in milliseconds.

    >>> go = Go.parse("wtime 60000 btime 30000 winc 1000 searchmoves h2e2 b2e2")
    >>> go.wtime, go.searchmoves, go.seconds("red", 0.05), Go.parse("movetime 500").seconds("red", 0.05)
    (60000, ('h2e2', 'b2e2'), 3.6, 0.5)
    """

    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime: int | None = None
    wtime: int | None = None
    btime: int | None = None
    winc: int | None = None
    binc: int | None = None
    movestogo: int | None = None
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> "Go":
        """Reads the words after ``go``.

        Raises:
            OptionError: for an unknown word, a number that is none, or a limit below 1.
        """
        names = {field.name for field in fields(cls)}
        words, given = text.split(), dict[str, Any]()
        while words:
            name = words.pop(0).lower()
            if name not in names:
                raise OptionError(f"go {quoted(name)}: expected one of {', '.join(sorted(names))}")
            if name in ("infinite", "ponder"):
                given[name] = True
            elif name == "searchmoves":
                end = next((at for at, word in enumerate(words) if word.lower() in names), len(words))
                given[name], words = tuple(words[:end]), words[end:]
            else:
                given[name] = _number(name, words.pop(0) if words else "")
        return cls(**given)

    def limits(self, turn: str, overhead: float) -> dict[str, Any]:
        """The limits for a :class:`boyi.Searcher`; None where there is none.

        A search for a mate in N moves has nothing to find beyond 2N - 1 plies, but reductions may hide the mate at that
        depth: without another limit it ends after 2N.

        >>> Go.parse("mate 3").limits("red", 0.05), Go.parse("mate 3 nodes 9").limits("red", 0.05)["depth"]
        ({'depth': 6, 'nodes': None, 'time': None}, None)
        """
        depth, seconds = self.depth, self.seconds(turn, overhead)
        if self.mate is not None and not self.infinite and depth is self.nodes is seconds is None:
            depth = 2 * self.mate
        return {"depth": _capped(depth, MAX_DEPTH), "nodes": _capped(self.nodes, MAX_NODES), "time": seconds}

    def seconds(self, turn: str, overhead: float) -> float | None:
        """Seconds for the move; None without a limit in time.

        ``movetime`` is taken as it stands. Of a clock a move gets its share, one in ``movestogo`` or in 20, and the
        increment, but for a tenth, and never the last ``overhead`` seconds.

        Raises:
            OptionError: if a clock is given, but not the clock of the side to move.
        """
        if self.movetime is not None:
            return min(max(self.movetime / 1000, QUICK), MOST_SECONDS)
        if self.infinite or (self.wtime is None and self.btime is None):
            return None
        clock, gain, name = (self.wtime, self.winc, "wtime") if turn == "red" else (self.btime, self.binc, "btime")
        if clock is None:
            raise OptionError(f"go: expected {name}, the clock of {turn}, who is to move")
        left = min(max(clock, 0) / 1000, MOST_SECONDS)
        share = left / (self.movestogo or MOVES_LEFT) + max(gain or 0, 0) / 1000
        return thinking(min(share, left), overhead)


def _capped(given: int | None, most: int) -> int | None:
    return None if given is None else min(given, most)


def _number(name: str, text: str) -> int:
    """A whole number; limits are at least 1, while a clock may have run out."""
    least = 1 if name in ("depth", "nodes", "mate", "movestogo") else None
    try:
        number = int(text)
    except ValueError:
        raise OptionError(f"{quoted(f'go {name} {text}')}: expected a whole number") from None
    if least is not None and number < least:
        raise OptionError(f"go {name} {number}: expected at least {least}")
    return number
