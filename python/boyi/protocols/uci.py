"""A player of xiangqi by the UCI protocol, for any UCI GUI or tournament manager.

>>> from boyi.protocols.uci import Engine
>>> said = []
>>> engine = Engine(say=said.append)
>>> engine.answer("isready"), engine.answer("position startpos moves h2e2"), engine.answer("go depth 2")
(['readyok'], [], [])
>>> engine.wait()
>>> [line.split(" seldepth ")[0] for line in said[:-1]], said[-1].split()[0]
(['info depth 1', 'info depth 2'], 'bestmove')

The commands are ``uci debug isready setoption ucinewgame position go stop ponderhit quit``, and for people ``d``, which
shows the position, and ``eval``, which shows what its evaluation is made of. What cannot be done is answered with an
``info string`` that names it, and changes nothing; only after a bad ``position`` there is none, and ``go`` is answered
with ``bestmove (none)`` until a good one comes.

* Moves are ``h2e2``, with ranks from 0 to 9 as Pikafish counts them; option ``Ranks`` has ``1-10`` for the way of
  Fairy-Stockfish, which also goes with ``UCI_Variant``.
* Every field of the configuration is an option of the same name. ``Preset`` sets them all at once, but for the size of
  the table once ``Hash`` (MiB) has set it. A change holds from the next ``go`` on, with a new table. A table that the
  memory has no room for is named by the next ``isready`` or ``go``, and one of the size before is used instead.
* ``go`` knows ``depth nodes movetime wtime btime winc binc movestogo mate infinite ponder searchmoves``; of several
  limits the first one reached ends the search. ``mate N`` ends it when a mate in N moves is found, and without another
  limit at a depth of 2N plies. Every ``go`` is answered with one ``bestmove``: with ``(none)`` where no move is left,
  or where the ``go`` cannot be done. The reply that is expected follows the move as ``ponder``.
* ``go ponder`` searches until ``stop``, or until ``ponderhit``: from then on the clock of that ``go`` runs.
* Scores are in centipawns of nine to a chariot, which is worth 200 of boyi's units.
* A search runs on a thread of its own; ``stop`` ends it at once, and so do ``quit`` and the end of the input.
"""

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any, TextIO

from boyi import Config, Move, Searcher, __version__
from boyi.errors import BoyiError, OptionError
from boyi.protocols.lines import AUTHOR, quoted, standard_input, standard_output, told
from boyi.protocols.uci_go import Go
from boyi.protocols.uci_options import CLEAR_HASH, RANKS, Options
from boyi.protocols.uci_search import NO_MOVE, Say, Search
from boyi.xiangqi import KINDS, Position

__all__ = ["Engine", "serve"]

SMALL_MB = 1
"""Size of the table, in MiB, that is used when memory has no room for the one asked for."""


class Engine:
    """A player: :meth:`answer` takes a line of the GUI, and returns the lines to answer with at once.

    Args:
        config: how to search until options change it; the name of a preset will do.
        say: takes the lines of a search, from the search's thread.

    Raises:
        OptionError: for an unknown preset.
    """

    def __init__(self, config: Config | str = "boyi", *, say: Say = print) -> None:
        if isinstance(config, str):
            config = Config.preset(config, "xiangqi")
        self._options = Options(config)
        self._say = say
        self._position: Any = Position()
        self._searcher: Searcher | None = None
        self._table_mb: int = config.table_mb
        self._search: Search | None = None
        self._debug = False
        self._commands: dict[str, Callable[[str], list[str]]] = {
            "uci": self._uci,
            "debug": self._set_debug,
            "isready": self._is_ready,
            "setoption": self._set_option,
            "ucinewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponder_hit,
            "d": self._show,
            "eval": self._evaluate,
        }

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
            refused = [f"info string {told(error)}"]
        except Exception as error:  # a program that ends in the midst of a game has lost it
            refused = [f"info string {quoted(line)} failed: {type(error).__name__} {told(error)}; please report it"]
        return [*refused, NO_MOVE] if name == "go" and not self._is_searching() else refused

    def stop(self) -> None:
        """Ends a running search; its ``bestmove`` is written when this returns."""
        if self._search is not None:
            self._search.stop()

    def wait(self) -> None:
        """Waits until a running search has written its ``bestmove``."""
        if self._search is not None:
            self._search.join()

    # The commands

    def _uci(self, _: str) -> list[str]:
        return [f"id name boyi {__version__}", f"id author {AUTHOR}", *self._options.lines(), "uciok"]

    def _set_debug(self, rest: str) -> list[str]:
        if rest not in ("on", "off"):
            raise OptionError(f"debug {quoted(rest)}: expected on or off")
        self._debug = rest == "on"
        return []

    def _is_ready(self, _: str) -> list[str]:
        complaints = [] if self._is_searching() else self._make_searcher()
        return [*complaints, "readyok"]

    def _set_option(self, rest: str) -> list[str]:
        before = self._options.searcher()
        if self._options.set(rest) == CLEAR_HASH:
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
        setup, _, moves = f"{rest} ".partition(" moves ")
        kind, _, fen = setup.strip().partition(" ")
        if kind not in ("startpos", "fen") or bool(fen) != (kind == "fen"):
            raise OptionError(f"position {quoted(rest)}: expected startpos or fen FEN, and moves")
        position = Position(fen or None)
        for move in moves.split():
            position = position.play(position.parse(move, RANKS[self._options.ranks]))
        self._position = position
        return []

    def _go(self, rest: str) -> list[str]:
        if self._is_searching():
            raise OptionError(f"go {quoted(rest)}: a search is under way, expected stop before another")
        self.wait()
        go, place, options = Go.parse(rest), self._place("go"), self._options
        among = [place.parse(move, RANKS[options.ranks]) for move in go.searchmoves] or place.legal_moves()
        if not among:
            return ["info depth 0 score mate 0", NO_MOVE]
        limits = go.limits(place.turn, options.overhead)
        seconds = limits.pop("time") if go.ponder else None
        for complaint in self._make_searcher():
            self._say(complaint)
        assert self._searcher is not None
        root_moves = among if go.searchmoves else None
        run = self._searcher.start(place, **limits, multipv=options.multipv, root_moves=root_moves)
        self._search = Search(
            run,
            self._say,
            self._text,
            fallback=among[0],
            mate=go.mate,
            waits=go.infinite or all(limit is None for limit in (*limits.values(), seconds)),
            ponders=go.ponder,
            seconds=seconds,
            debug=self._debug,
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
        moves = " ".join(self._text(move) for move in place.legal_moves())
        checks, over = "yes" if place.is_check() else "no", place.outcome()
        end = "none" if over is None else f"{over.reason}, {over.winner or 'nobody'} has won"
        return [*str(place).splitlines(), f"Fen: {place.fen}", f"Check: {checks}", f"End: {end}", f"Moves: {moves}"]

    def _evaluate(self, _: str) -> list[str]:
        place = self._place("eval")
        parts = place.evaluate(detail=True)
        lines = [f"{'':<8}{'red':>22}{'black':>22}", f"{'':<8}" + 2 * f"{'number':>8}{'material':>9}{'+':>5}"]
        for kind in KINDS:
            rows = [parts[side][kind] for side in ("red", "black")]
            cells = [f"{row['count']:>8}{row['material']:>9}{row['position']:>+5}" for row in rows]
            lines.append(f"{kind:<8}{''.join(cells)}")
        return [*lines, f"tempo {parts['tempo']}, total {parts['total']} for {place.turn}"]

    # What they need

    def _is_searching(self) -> bool:
        return self._search is not None and not self._search.is_over()

    def _place(self, command: str) -> Any:
        if self._position is None:
            raise OptionError(f"{command}: the last position was refused, expected a good one before")
        return self._position

    def _make_searcher(self) -> list[str]:
        """Makes a new searcher if options have changed; what fails is reported, and replaced by a default."""
        if self._searcher is not None:
            return []
        complaints = []
        try:
            book = self._options.book()
        except BoyiError as error:
            book = None
            complaints.append(f"info string {told(error)}; no book is used")
        for mb in (self._options.config.table_mb, self._table_mb, SMALL_MB):
            config = self._options.config.replace(table_mb=mb)
            try:
                self._searcher = Searcher(config, book=book, threads=self._options.threads)
            except BoyiError as error:
                complaints.append(f"info string {told(error)}; a smaller table is used")
            else:
                self._table_mb = mb
                self._options.config = config
                break
        return complaints

    def _text(self, move: Move) -> str:
        """A move in the notation of the GUI, wherever it may be played."""
        text = str(move)
        if self._options.ranks == "0-9":
            return text
        return f"{text[0]}{int(text[1]) + 1}{text[2]}{int(text[3]) + 1}"


def serve(
    config: Config | str = "boyi",
    *,
    lines: Iterable[str] | None = None,
    out: TextIO | None = None,
) -> None:
    """Plays until ``quit`` or the end of the input.

    Args:
        config: how to search, see :class:`Engine`.
        lines: the input; None: standard input.
        out: the output; None: standard output.

    >>> serve(lines=["isready", "debug maybe", "go depth", "quit", "uci"])
    readyok
    info string debug maybe: expected on or off
    info string go depth: expected a whole number
    bestmove (none)
    """
    out = out or standard_output()
    lock = Lock()

    def say(line: str) -> None:
        with lock:
            print(line, file=out, flush=True)

    engine = Engine(config, say=say)
    try:
        for line in standard_input() if lines is None else lines:
            if line.split()[:1] == ["quit"]:
                break
            for reply in engine.answer(line):
                say(reply)
    finally:
        engine.stop()
