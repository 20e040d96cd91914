"""A running search of a player of xiangqi by UCI or UCCI: its thread, and when its lines are written."""

from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any, Protocol

from boyi import Iteration, Move, Result, Run
from boyi.errors import BoyiError
from boyi.protocols.lines import told

__all__ = ["Say", "Search", "Voice"]

Say = Callable[[str], object]


class Voice(Protocol):
    """How a protocol writes what a search has to say."""

    def remark(self, text: str) -> str:
        """A line for people."""

    def text(self, move: Move) -> str:
        """A move in the notation of the GUI."""

    def info(self, iteration: Iteration, place: Any) -> Iterator[str]:
        """The lines of an iteration of a search from ``place``."""

    def best(self, move: Move, expected: Move | None) -> str:
        """The line with the move to play and the reply that is expected."""


class Search:
    """Writes the lines of a run on a thread of its own, and in the end the best move.

    Args:
        run: the search.
        place: the position that is searched.
        say: takes the lines.
        voice: writes the lines.
        fallback: the move if the search finds none, since every one loses at once.
        mate: ends the search once a mate in so many moves is found.
        waits: the move is kept back until :meth:`stop`.
        ponders: the move is kept back until :meth:`ponder_hit` at least; the run was started to ponder.
        debug: also says what was counted.
    """

    def __init__(
        self,
        run: Run,
        place: Any,
        say: Say,
        voice: Voice,
        *,
        fallback: Move,
        mate: int | None,
        waits: bool,
        ponders: bool,
        debug: bool,
    ) -> None:
        self._run, self._place, self._say, self._voice = run, place, say, voice
        self._fallback, self._mate, self._debug = fallback, mate, debug
        self._waits, self._ponders = waits, ponders
        self._released = Event()
        if not (waits or ponders):
            self._released.set()
        self._thread = Thread(target=self._tell, name="boyi search", daemon=True)
        self._thread.start()

    def is_over(self) -> bool:
        """Whether the move may be written."""
        return self._run.done() and self._released.is_set()

    def is_held(self) -> bool:
        """Whether the move is kept back until the GUI asks for it."""
        return not self._released.is_set()

    def stop(self) -> None:
        """Ends the search; its best move is written when this returns."""
        self._run.stop()
        self._released.set()
        self.join()

    def end(self) -> None:
        """Handles the end of the input."""
        self.stop()

    def ponder_hit(self) -> None:
        """Handles ``ponderhit``: the opponent played the expected move, and the search now uses our own time."""
        if not self._ponders:
            return
        self._ponders = False
        self._run.ponder_hit()
        if not self._waits:
            self._released.set()

    def join(self) -> None:
        """Waits until the best move is written."""
        self._thread.join()

    def _tell(self) -> None:
        try:
            for iteration in self._run:
                self._inform(iteration)
                if self._mate is not None and 0 < (iteration.score.mate or 0) <= self._mate:
                    self._run.stop()
                    break
            result = self._run.result()
            if result.interrupted is not None:
                self._inform(result.interrupted)
            self._count(result)
            move, expected = result.move or self._fallback, _expected(result)
        except BoyiError as error:
            self._say(self._voice.remark(told(error)))
            move, expected = self._fallback, None
        except OSError:  # nobody listens any more; the end of the input will tell the others
            self._run.stop()
            return
        self._released.wait()
        try:
            self._say(self._voice.best(move, expected))
        except OSError:
            return

    def _inform(self, iteration: Iteration) -> None:
        for line in self._voice.info(iteration, self._place):
            self._say(line)

    def _count(self, result: Result) -> None:
        """Writes the counters of the search, if debugging is on."""
        if self._debug:
            counts = {name: n for name, n in result.counters.items() if isinstance(n, int) and n}
            self._say(self._voice.remark(" ".join(f"{name} {n}" for name, n in counts.items())))


def _expected(result: Result) -> Move | None:
    """The reply that the GUI may let us ponder on, if the best line has one."""
    return result.pv[1] if len(result.pv) > 1 and result.pv[0] == result.move else None
