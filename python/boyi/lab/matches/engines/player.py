"""Programs as players in a game: each move is timed, and every misdeed ends the game and the program."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from boyi.errors import IllegalMoveError, MoveTextError, OptionError
from boyi.lab.matches.engines.dialect import ILLEGAL, UNREADABLE, Dialect, Reply
from boyi.lab.matches.engines.engine import Engine
from boyi.lab.matches.engines.gomocup import Gomocup
from boyi.lab.matches.engines.program import SILENCE, TIME, Program
from boyi.lab.matches.engines.uci import Ucci, Uci
from boyi.lab.matches.players import Answer, Misdeed
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
        self._limits = limits
        self._program = Program(engine)
        self._dialect: Dialect | None = None
        self._is_new = True

    def new_game(self) -> None:
        """The next position is one of another game; a program that has ended since is started again."""
        if not self._program.is_running():
            self._kill()
        self._is_new = True

    def move(self, place: Any) -> Answer:
        """Asks the program."""
        answer: Any = self._search(self, place, **self._limits)
        return answer

    def start(self, place: Any, **limits: Any) -> "Turn":
        """A move that is yet to be asked for."""
        return Turn(self, place, limits)

    def search(self, place: Any, **limits: Any) -> Answer:
        """Asks the program, on the calling thread; raises :class:`Misdeed` with the transcript if it forfeits."""
        try:
            return self._choose(place, limits)
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
        try:
            dialect, name = self._greeted()
            for place in openings:
                dialect.check(place, self._limits)
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

    def _choose(self, place: Any, limits: dict[str, Any]) -> Answer:
        dialect = self._dialect or self._greeted()[0]
        if self._is_new:
            dialect.new_game()
            self._is_new = False
        dialect.prepare(place, limits)
        seconds, cpu, begun = limits["time"], self._program.cpu_time(), time.monotonic()
        reply = dialect.ask(place, limits, None if seconds is None else begun + seconds + self._engine.patience)
        if seconds is not None and self._program.heard_at - begun > seconds + self._engine.margin:
            raise Misdeed(TIME)
        return self._answer(place, reply, max(self._program.cpu_time() - cpu, 0.0))

    def _answer(self, place: Any, reply: Reply, used: float) -> Answer:
        assert self._dialect is not None
        try:
            move = self._dialect.move(place, reply.text)
        except MoveTextError:
            raise Misdeed(UNREADABLE) from None
        except IllegalMoveError:
            raise Misdeed(ILLEGAL) from None
        if not place.is_legal(move):
            raise Misdeed(ILLEGAL)
        return Answer(move, reply.nodes, used, reply.depth)

    def _kill(self) -> None:
        self._program.kill()
        self._dialect = None


@dataclass(frozen=True, eq=False)
class Turn:
    """A move of a program, with what :mod:`boyi.run.tasks` wants of a :class:`boyi.Run`."""

    player: EnginePlayer
    place: Any
    limits: dict[str, Any]

    def result(self) -> Answer:
        """Asks the program, and waits for its move."""
        return self.player.search(self.place, **self.limits)

    def stop(self) -> None:
        """Ends the conversation with the program."""
        self.player.stop()
