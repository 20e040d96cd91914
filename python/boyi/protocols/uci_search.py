"""A running search of the UCI player: its thread, and the lines it writes."""

from collections.abc import Callable, Iterator
from threading import Event, Thread, Timer
from typing import Any

from boyi import Bound, Iteration, Move, Result, Run, Score
from boyi.errors import BoyiError
from boyi.protocols.lines import told

CENTIPAWNS = 4.5
"""Centipawns in a unit of boyi's evaluation: a chariot is nine pawns, or 200 units."""

NO_MOVE = "bestmove (none)"

_BOUNDS = {Bound.LOWER: " lowerbound", Bound.UPPER: " upperbound"}

Say = Callable[[str], object]
Text = Callable[[Move], str]


class Search:
    """Writes the ``info`` lines of a run, on a thread of its own, and in the end its ``bestmove``.

    Args:
        run: the search.
        say: takes the lines.
        text: writes a move.
        fallback: the move if the search finds none, since every one loses at once.
        mate: ends the search once a mate in so many moves is found.
        waits: the move is kept back until :meth:`stop`.
        ponders: the move is kept back until :meth:`ponder_hit` at least, and no clock runs before.
        seconds: how long the search may go on after :meth:`ponder_hit`.
        debug: also says what was counted.
    """

    def __init__(
        self,
        run: Run,
        say: Say,
        text: Text,
        *,
        fallback: Move,
        mate: int | None,
        waits: bool,
        ponders: bool,
        seconds: float | None,
        debug: bool,
    ) -> None:
        self._run, self._say, self._text = run, say, text
        self._fallback, self._mate, self._debug = fallback, mate, debug
        self._waits, self._ponders, self._seconds = waits, ponders, seconds
        self._clock: Timer | None = None
        self._released = Event()
        if not (waits or ponders):
            self._released.set()
        self._thread = Thread(target=self._tell, name="boyi uci", daemon=True)
        self._thread.start()

    def is_over(self) -> bool:
        """Whether the move may be written."""
        return self._run.done() and self._released.is_set()

    def stop(self) -> None:
        """Ends the search; its ``bestmove`` is written when this returns."""
        self._run.stop()
        self._released.set()
        self.join()

    def ponder_hit(self) -> None:
        """Handles ``ponderhit``: the opponent played the expected move, and the search now uses our own time."""
        if not self._ponders:
            return
        self._ponders = False
        if self._seconds is not None and not self._run.done():
            self._clock = Timer(self._seconds, self._run.stop)
            self._clock.daemon = True
            self._clock.start()
        if not self._waits:
            self._released.set()

    def join(self) -> None:
        """Waits until the ``bestmove`` is written."""
        self._thread.join()

    def _tell(self) -> None:
        try:
            for iteration in self._run:
                for line in self._info(iteration):
                    self._say(line)
                if self._mate is not None and 0 < (iteration.score.mate or 0) <= self._mate:
                    self._run.stop()
                    break
            result = self._run.result()
            if result.interrupted is not None:
                for line in self._info(result.interrupted):
                    self._say(line)
            self._count(result)
            move, expected = result.move or self._fallback, self._expected(result)
        except BoyiError as error:
            self._say(f"info string {told(error)}")
            move, expected = self._fallback, ""
        except OSError:  # nobody listens any more; the end of the input will tell the others
            self._run.stop()
            return
        self._released.wait()
        if self._clock is not None:
            self._clock.cancel()
        try:
            self._say(f"bestmove {self._text(move)}{expected}")
        except OSError:
            return

    def _info(self, iteration: Iteration) -> Iterator[str]:
        """An ``info`` line for each line of an iteration."""
        totals = (
            f"nodes {iteration.nodes} nps {round(iteration.nps)} hashfull {round(1000 * (iteration.fill or 0))} "
            f"time {round(1000 * iteration.time)}"
        )
        for number, line in enumerate(iteration.lines, 1):
            bound = _BOUNDS.get(iteration.bound, "") if number == 1 else ""
            yield (
                f"info depth {iteration.depth} seldepth {iteration.seldepth} multipv {number} "
                f"score {score_text(line.score)}{bound} {totals} pv {' '.join(map(self._text, line.pv))}"
            )

    def _count(self, result: Result) -> None:
        """Writes the counters of the search, if debugging is on."""
        if self._debug:
            counts: dict[str, Any] = {name: n for name, n in result.counters.items() if isinstance(n, int) and n}
            self._say(f"info string {' '.join(f'{name} {n}' for name, n in counts.items())}")

    def _expected(self, result: Result) -> str:
        """The reply that the GUI may let us ponder on, if the best line has one."""
        return f" ponder {self._text(result.pv[1])}" if len(result.pv) > 1 and result.pv[0] == result.move else ""


def score_text(score: Score) -> str:
    """A score as UCI has it: centipawns, or moves to the end of the game.

    A win by repetition ends the game as a mate does, and UCI has no other word for it: in centipawns it would look like
    material. The moves are those until the position repeats; the opponent may still deviate.

    >>> score_text(Score(200, "red")), score_text(Score(-9996, "red")), score_text(Score(9897, "red"))
    ('cp 900', 'mate -2', 'mate 2')
    """
    if score.plies is None:
        return f"cp {round(CENTIPAWNS * int(score))}"
    moves = (score.plies + 1) // 2
    return f"mate {moves if int(score) > 0 else -moves}"
