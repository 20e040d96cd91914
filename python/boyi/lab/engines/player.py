"""Programs as players in a game: each move is timed, and every misdeed ends the game and the program."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from boyi import Move
from boyi.errors import IllegalMoveError, MoveTextError, OptionError
from boyi.lab.engines.answer import TIME, Answer, Clocks, Misdeed, Opened
from boyi.lab.engines.dialect import ILLEGAL, UNREADABLE, Dialect, Reply
from boyi.lab.engines.engine import Engine
from boyi.lab.engines.gomocup import Gomocup
from boyi.lab.engines.program import CPU_CLOCKS, SILENCE, Program
from boyi.lab.engines.uci import Ucci, Uci
from boyi.lab.position_sets.swap2 import ANSWERS
from boyi.run.tasks import Search

_DIALECTS: dict[str, Callable[[Engine, Program], Dialect]] = {"uci": Uci, "ucci": Ucci, "gomocup": Gomocup}


class EnginePlayer:
    """An :class:`boyi.lab.Engine` in a game.

    The program is started with the first move. Like a :class:`boyi.Searcher` it has :meth:`start` and :meth:`search`,
    so that an interrupt of the match stops it in the same way.
    """

    def __init__(self, engine: Engine, search: Search, limits: dict[str, Any]) -> None:
        self._engine = engine
        self._search = search
        self.limits = limits
        self._program = Program(engine)
        self._dialect: Dialect | None = None
        self._is_new = True

    def new_game(self) -> None:
        """The next position is one of another game; a program that has ended since is started again."""
        if not self._program.is_running():
            self._kill()
        self._is_new = True

    def move(self, place: Any, clocks: Clocks) -> Answer:
        """Asks the program."""
        answer: Any = self._search(self, place, clocks=clocks, limits=self.limits)
        return answer

    def open(self, place: Any, clocks: Clocks) -> Opened:
        """Asks the program what to answer by swap2."""
        opened: Any = self._search(self, place, clocks=clocks, limits=self.limits, swap2=True)
        return opened

    def start(self, place: Any, **given: Any) -> "Turn":
        """A move that is yet to be asked for."""
        return Turn(self, place, given)

    def search(self, place: Any, *, limits: dict[str, Any], clocks: Clocks, swap2: bool = False) -> Answer | Opened:
        """Asks the program, on the calling thread; raises :class:`Misdeed` with the transcript if it forfeits."""
        try:
            return self._choose(place, limits, clocks, swap2)
        except Misdeed as misdeed:
            self._kill()  # and what it said last is in the transcript
            misdeed.transcript = self._program.transcript()
            raise
        except BaseException:
            self._kill()
            raise

    def stop(self) -> None:
        """Ends a :meth:`search` from another thread."""
        self._program.stop()

    def close(self) -> None:
        """Ends the program."""
        self._program.close("" if self._dialect is None else self._dialect.farewell)
        self._dialect = None

    def probe(self, openings: Sequence[Any]) -> str:
        """Starts the program, asks whether it can play the match, and returns the name that it reports.

        Raises:
            OptionError: if it cannot.
        """
        if self.limits["cpu_time"] is not None and not CPU_CLOCKS:
            raise OptionError(
                f"cpu_time={self.limits['cpu_time']}: this system does not tell the CPU time of other processes; "
                "expected time="
            )
        try:
            dialect, name = self._greeted()
            for place in openings:
                dialect.check(place, self.limits)
        except Misdeed as misdeed:
            self._kill()
            happened = "says nothing more" if misdeed.reason in (SILENCE, TIME) else "ends"
            said = "; ".join(self._program.transcript()[-4:])
            raise OptionError(
                f"command={list(self._engine.command)!r}: the program {happened} before the conversation has begun "
                f"({said}); expected a program that speaks protocol={self._engine.protocol!r}"
            ) from None
        finally:
            self.close()
        return name

    def _greeted(self) -> tuple[Dialect, str]:
        """A program that was just started, and its name."""
        self._program.start()
        self._dialect = dialect = _DIALECTS[self._engine.protocol](self._engine, self._program)
        return dialect, dialect.greet()

    def _choose(self, place: Any, limits: dict[str, Any], clocks: Clocks, swap2: bool) -> Answer | Opened:
        dialect = self._dialect or self._greeted()[0]
        if self._is_new:
            dialect.new_game()
            self._is_new = False
        self._program.rest()
        dialect.prepare(place, limits, clocks)
        program, engine = self._program, self._engine
        cpu, begun = program.cpu_time(), time.monotonic()
        most = [seconds for seconds in (limits["time"], clocks and clocks[0].remaining) if seconds is not None]
        until = begun + min(most) + engine.patience if most else None
        if swap2:
            assert isinstance(dialect, Gomocup), "only Gomocup has swap2"
            reply = dialect.open(place, limits, until)
        else:
            reply = dialect.ask(place, limits, clocks, until)
        wall, used = program.heard_at - begun, max(program.cpu_time() - cpu, 0.0)
        late = clocks is not None and wall > clocks[0].remaining
        for name, taken in (("time", wall), ("cpu_time", used)):
            late |= limits[name] is not None and taken > limits[name] + engine.margin
        if late:
            raise Misdeed(TIME)
        return self._opened(place, reply.text, used, wall) if swap2 else self._answer(place, reply, used, wall)

    def _opened(self, place: Any, text: str, used: float, wall: float) -> Opened:
        assert isinstance(self._dialect, Gomocup)
        with _read():
            moves = self._dialect.opened(place, text)
        if len(moves) not in ANSWERS[len(place.moves)]:
            raise Misdeed(UNREADABLE)
        return Opened(tuple(moves), 0, used, wall)

    def _answer(self, place: Any, reply: Reply, used: float, wall: float) -> Answer:
        assert self._dialect is not None
        with _read():
            move = self._dialect.move(place, reply.text)
        if not place.is_legal(move):
            raise Misdeed(ILLEGAL)
        line = tuple(self._line(place, reply.line))
        line = line if line[:1] == (move,) else (move,)
        return Answer(move, reply.nodes, used, reply.depth, wall, reply.score, reply.iterations, line, reply.mate)

    def _line(self, place: Any, texts: Sequence[str]) -> Iterator[Move]:
        """The moves of a reported line, up to the first one that cannot be read."""
        assert self._dialect is not None
        with suppress(MoveTextError, IllegalMoveError):
            for text in texts:
                yield (move := self._dialect.move(place, text))
                place = place.play(move)

    def _kill(self) -> None:
        self._program.kill()
        self._dialect = None


@contextmanager
def _read() -> Iterator[None]:
    """A context in which an answer that cannot be read, or is against the rules, is a misdeed."""
    try:
        yield
    except MoveTextError:
        raise Misdeed(UNREADABLE) from None
    except IllegalMoveError:
        raise Misdeed(ILLEGAL) from None


@dataclass(frozen=True, eq=False)
class Turn:
    """A move of a program, with what :mod:`boyi.run.tasks` wants of a :class:`boyi.Run`."""

    player: EnginePlayer
    place: Any
    given: dict[str, Any]

    def result(self) -> Answer | Opened:
        """Asks the program, and waits for what it answers."""
        return self.player.search(self.place, **self.given)

    def stop(self) -> None:
        """Ends the conversation with the program."""
        self.player.stop()
