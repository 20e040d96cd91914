"""The player of xiangqi behind UCI and UCCI: its position, options and searches. The protocols give it their words.

What cannot be done is answered with a remark that names it, and changes nothing. Only after a bad ``position`` there is
none, and ``go`` is answered with the protocol's words for no move until a good one comes. Every ``go`` is answered.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from typing import Any, TextIO

from boyi import Iteration, Move, Searcher, __version__
from boyi.errors import BoyiError, OptionError
from boyi.protocols.lines import AUTHOR, quoted, standard_input, standard_output, told
from boyi.protocols.xiangqi_go import Go
from boyi.protocols.xiangqi_options import Options
from boyi.protocols.xiangqi_perft import Perft
from boyi.protocols.xiangqi_search import Say, Search
from boyi.xiangqi import KINDS, Position

__all__ = ["Player", "converse"]

SMALL_MB = 1
"""Size of the table, in MiB, that is used when memory has no room for the one asked for."""

Commands = dict[str, Callable[[str], list[str]]]


class Player(ABC):
    """A player: :meth:`answer` takes a line of the GUI, and returns the lines to answer with at once.

    Args:
        options: the options, with the configuration that holds until they change it.
        say: takes the lines of a search, from the search's thread.
    """

    hello: str
    """The first command of the protocol, which is answered with the options."""
    no_move: str
    """What answers a ``go`` where there is no move, or that cannot be done."""

    def __init__(self, options: Options, say: Say) -> None:
        self._options = options
        self._say = say
        self._position: Any = Position()
        self._searcher: Searcher | None = None
        self._rules: str = self._position.rules
        self._table_mb: int = options.config.table_mb
        self._search: Search | Perft | None = None
        self._commands: Commands = {
            self.hello: self._greet,
            "isready": self._is_ready,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponder_hit,
            "d": self._show,
            "eval": self._evaluate,
            **self.own_commands(),
        }

    # What a protocol says

    @abstractmethod
    def own_commands(self) -> Commands:
        """The commands that only this protocol has."""

    @abstractmethod
    def read_go(self, text: str, place: Any) -> Go:
        """Reads what follows ``go``; raises OptionError if it cannot be done."""

    @abstractmethod
    def root_moves(self, go: Go, place: Any) -> list[Move] | None:
        """The moves that a search may choose from; None for all."""

    @abstractmethod
    def remark(self, text: str) -> str:
        """A line for people."""

    @abstractmethod
    def info(self, iteration: Iteration, place: Any) -> Iterator[str]:
        """The lines of an iteration of a search from ``place``."""

    def best(self, move: Move, expected: Move | None) -> str:
        """The line with the move to play and the reply that is expected."""
        return f"bestmove {self.text(move)}" + ("" if expected is None else f" ponder {self.text(expected)}")

    def text(self, move: Move) -> str:
        """A move in the notation of the GUI, wherever it may be played."""
        return str(move)

    def parse(self, place: Any, text: str) -> Move:
        """A legal move from the GUI's text."""
        move: Move = place.parse(text, "uci")
        return move

    def game_over(self) -> list[str]:
        """What answers a ``go`` where the game is over, or no move may be played."""
        return [self.no_move]

    # What they share

    @property
    def position(self) -> Any:
        """The position that the next search begins with; None after a ``position`` command that was refused."""
        return self._position

    def answer(self, line: str) -> list[str]:
        """Carries out a line of the protocol."""
        name, _, rest = " ".join(line.split()).partition(" ")
        if not name:
            return []
        try:
            if name not in self._commands:
                known = ", ".join([*self._commands, "quit"])
                raise OptionError(f"unknown command {quoted(line)}: expected one of {known}")
            return self._commands[name](rest)
        except BoyiError as error:
            refused = [self.remark(told(error))]
        except Exception as error:  # a program that ends in the midst of a game has lost it
            failed = f"{quoted(line)} failed: {type(error).__name__} {told(error)}; please report it"
            refused = [self.remark(failed)]
        # A search that is under way will answer with its best move; a count of perft has none.
        answered = self._is_searching() and isinstance(self._search, Search)
        return [*refused, self.no_move] if name == "go" and not answered else refused

    def stop(self) -> None:
        """Ends a running search; its best move is written when this returns."""
        if self._search is not None:
            self._search.stop()

    def end(self) -> None:
        """Ends a running search as :meth:`stop` does, but waits for the end of a count of ``go perft``."""
        if self._search is not None:
            self._search.end()

    def wait(self) -> None:
        """Waits until a running search has written its best move."""
        if self._search is not None:
            self._search.join()

    # The commands

    def _greet(self, _: str) -> list[str]:
        return [f"id name boyi {__version__}", f"id author {AUTHOR}", *self._options.lines(), f"{self.hello}ok"]

    def _is_ready(self, _: str) -> list[str]:
        complaints = [] if self._is_searching() else self._make_searcher()
        return [*complaints, "readyok"]

    def _set_option(self, rest: str) -> list[str]:
        before = self._options.searcher()
        if self._options.set(rest):  # all buttons forget what earlier searches have found
            return self._new_game("")
        if self._options.searcher() != before:
            self._searcher = None
        return []

    def _new_game(self, _: str) -> list[str]:
        if self._searcher is not None:
            self._searcher.clear()
        return []

    def _set_position(self, rest: str) -> list[str]:
        # A GUI that goes on after a refusal must not be answered with a move of another position.
        self._position = None
        place = self._read_position("position", rest)
        if place.rules != self._rules:  # a table belongs to one rule set
            self._searcher, self._rules = None, place.rules
        self._position = place
        return []

    def _go(self, rest: str) -> list[str]:
        if self._is_searching():
            raise OptionError(f"go {quoted(rest)}: a search is under way, expected stop before another")
        self.wait()
        place = self._place("go")
        go, options = self.read_go(rest, place), self._options
        if go.perft is not None:
            self._search = Perft(place, go.perft, self._say, self)
            return []
        root_moves = self.root_moves(go, place)
        among = place.legal_moves() if root_moves is None else root_moves
        if not among:
            return self.game_over()
        for remark in go.remarks:
            self._say(self.remark(remark))
        limits = go.limits(options.overhead)
        for complaint in self._make_searcher():
            self._say(complaint)
        assert self._searcher is not None
        run = self._searcher.start(place, **limits, multipv=options.multipv, root_moves=root_moves, ponder=go.ponder)
        self._search = Search(
            run,
            place,
            self._say,
            self,
            fallback=among[0],
            mate=go.mate,
            waits=go.infinite or all(limit is None for limit in limits.values()),
            ponders=go.ponder,
            debug=options.debug,
        )
        return []

    def _ponder_hit(self, _: str) -> list[str]:
        if self._search is not None:
            self._search.ponder_hit()
        return []

    def _stop(self, _: str) -> list[str]:
        self.stop()
        return []

    def _show(self, _: str) -> list[str]:
        place = self._place("d")
        moves = " ".join(self.text(move) for move in place.legal_moves())
        checks, over = "yes" if place.is_check() else "no", place.outcome()
        end = "none" if over is None else f"{over.reason}, {over.winner or 'nobody'} has won"
        return [*str(place).splitlines(), f"Fen: {place.fen}", f"Check: {checks}", f"End: {end}", f"Moves: {moves}"]

    def _evaluate(self, _: str) -> list[str]:
        place, name = self._place("eval"), self._options.config.evaluation
        parts = place.evaluate("piece-square", detail=True)
        lines = [f"{'':<8}{'red':>22}{'black':>22}", f"{'':<8}" + 2 * f"{'number':>8}{'material':>9}{'+':>5}"]
        for kind in KINDS:
            rows = [parts[side][kind] for side in ("red", "black")]
            cells = [f"{row['count']:>8}{row['material']:>9}{row['position']:>+5}" for row in rows]
            lines.append(f"{kind:<8}{''.join(cells)}")
        lines.append(f"piece squares {parts['total']} for {place.turn}, {parts['tempo']} of it for the move")
        return [*lines, f"evaluation {name}, total {place.evaluate(name)} for {place.turn}"]

    # What they need

    def _is_searching(self) -> bool:
        return self._search is not None and not self._search.is_over()

    def _place(self, command: str) -> Any:
        if self._position is None:
            raise OptionError(f"{command}: the last position was refused, expected a good one before")
        return self._position

    def _read_position(self, command: str, text: str) -> Any:
        """The position in ``startpos moves …`` or ``fen FEN moves …``."""
        setup, _, moves = f"{text} ".partition(" moves ")
        kind, _, fen = setup.strip().partition(" ")
        if kind not in ("startpos", "fen") or bool(fen) != (kind == "fen"):
            raise OptionError(f"{command} {quoted(text)}: expected startpos or fen FEN, and moves")
        place: Any = Position(fen or None, rules=self._options.rules)
        for move in moves.split():
            place = place.play(self.parse(place, move))
        return place

    def _make_searcher(self) -> list[str]:
        """Makes a new searcher if options have changed; what fails is reported, and replaced by a default."""
        if self._searcher is not None:
            return []
        complaints = []
        try:
            book = self._options.book()
        except BoyiError as error:
            book = None
            complaints.append(self.remark(f"{told(error)}; no book is used"))
        for mb in (self._options.config.table_mb, self._table_mb, SMALL_MB):
            config = self._options.config.replace(table_mb=mb)
            try:
                self._searcher = Searcher(config, book=book, threads=self._options.threads)
            except BoyiError as error:
                complaints.append(self.remark(f"{told(error)}; a smaller table is used"))
            else:
                self._table_mb = mb
                self._options.config = config
                break
        return complaints


def converse(
    player: Callable[[Say], Player],
    lines: Iterable[str] | None,
    out: TextIO | None,
    farewell: str = "",
) -> None:
    """Plays until ``quit`` or the end of the input.

    Args:
        player: makes the player, whose searches say their lines to its argument.
        lines: the input; None: standard input.
        out: the output; None: standard output.
        farewell: what answers ``quit``.
    """
    out = out or standard_output()
    lock = Lock()

    def say(line: str) -> None:
        with lock:
            print(line, file=out, flush=True)

    engine, quits = player(say), False
    try:
        for line in standard_input() if lines is None else lines:
            if quits := line.split()[:1] == ["quit"]:
                break
            for reply in engine.answer(line):
                say(reply)
    except BaseException:
        engine.stop()
        raise
    engine.end()
    if quits and farewell:
        say(farewell)
