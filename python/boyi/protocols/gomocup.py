"""A player of gomoku by the Gomocup (piskvork) protocol.

>>> from boyi.protocols.gomocup import Brain
>>> brain = Brain(nodes=500)
>>> brain.answer("START 15"), brain.answer("INFO timeout_turn 1000"), brain.answer("START 4")
(['OK'], [], ['ERROR START 4: expected a size from 5 to 22'])
>>> (reply,) = brain.answer("TURN 7,7")
>>> brain.position.moves[0], len(brain.position.moves), brain.text(brain.position.moves[1]) == reply
(Move('h8'), 2, True)

The commands are ``START RECTSTART RESTART BEGIN TURN PLAY BOARD SWAP2BOARD TAKEBACK INFO ABOUT END``; any other is
answered with ``UNKNOWN``, and what cannot be done with ``ERROR``. Points are ``x,y``, counted from 0 at the top left.

* ``INFO``: ``timeout_turn``, ``timeout_match``, ``time_left`` (milliseconds), ``max_memory`` (bytes: the
  transposition table gets what the program leaves of them, at least a quarter and at most a gigabyte) and ``rule`` are
  heeded, and all other keys passed over. They may come after ``START``: a rule holds for the stones on the board too.
* The time of a match is shared out by :class:`boyi.Clock`, within the limit of the turn.
* ``INFO rule`` is a sum: 0 freestyle, 1 exactly five, 4 renju. 2, a continuous game, may be added and changes nothing;
  8, caro, and exactly five in renju are refused. What a rule needs is made when it is named, before any clock runs.
* ``PLAY x,y`` makes a move for the side to move, whatever we think of it, and is answered with the point. Managers send
  it after a ``SUGGEST``, which we never do.
* ``SWAP2BOARD``: the stones so far, a line ``x,y`` each in the order of the moves, up to ``DONE``. Without a stone the
  answer is three points, to three it is ``SWAP``, one point or two, to five ``SWAP`` or a point; see
  :mod:`boyi.lab.position_sets.swap2`.
* ``BOARD``: whoever has more stones has moved last; with equally many stones we have black. A point of the third kind
  (a winning row in a continuous game, or a forbidden point) is taken as empty, and a ``MESSAGE`` says so: what is
  forbidden we know ourselves.
* Without a legal move, on a full board, after a five, or where only forbidden points are left, the answer is an
  ``ERROR`` that says which of them it is.
* ``END``, or the end of the input, ends the program at once, in the middle of a search too.
"""

import time
from collections.abc import Callable, Iterable
from queue import Queue
from threading import Thread
from typing import Any, TextIO

from boyi import Config, Move, Result, Searcher, __version__, gomoku
from boyi.errors import BoyiError, OptionError
from boyi.lab.position_sets import swap2
from boyi.protocols.gomocup_time import KEYS, Times
from boyi.protocols.lines import AUTHOR, QUICK, quoted, standard_input, standard_output, told
from boyi.run import arguments
from boyi.run.tasks import RunningSearches, Stopped

__all__ = ["Brain", "serve"]

SIZES = (5, 22)
"""The smallest and the largest side of a board."""

RULES = {0: "freestyle", 1: "standard", 4: "renju"}
"""Rules of boyi by their number in ``INFO rule``, where :data:`CONTINUOUS` is not added."""

CONTINUOUS = 2
"""Added to ``INFO rule`` for games that go on after a five; only the manager needs it."""

PROGRAM_MB = 96
"""Memory in MiB that the program takes beside its table: 56 were measured in a game."""

MOST_TABLE_MB = 1024
"""Largest table that is made because a manager allows it: 60 million entries, more than a turn of a minute fills."""

HELD = 1_024
"""Lines that wait while the program thinks, after which the manager waits too."""

_COLOURS = ("black", "white")


class Brain:
    """A player: :meth:`answer` takes a line of the manager, and returns the lines to answer with.

    Args:
        config: how to search; the name of a preset will do.
        depth: limit of each search in plies, besides the time that the manager grants.
        nodes: limit of each search in nodes, besides the limits in time of the manager.

    Raises:
        OptionError: for a bad configuration or limit.
    """

    def __init__(self, config: Config | str = "boyi", *, depth: int | None = None, nodes: int | None = None) -> None:
        self._config = arguments.config("config", config, "gomoku")
        self._limits = {"depth": arguments.limit("depth", depth, 96), "nodes": arguments.limit("nodes", nodes, 10**18)}
        self._table_mb: int = self._config.table_mb
        arguments.depth_where_needed({"config": self._config}, depth)
        self._threads = 1
        self._searcher: Searcher | None = None
        self._searches = RunningSearches()
        self._rule = RULES[0]
        self._position: Any = None
        self._block = ""
        self._lines: list[str] | None = None
        self._times = Times()
        self._commands: dict[str, Callable[[str], list[str]]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._their_move,
            "PLAY": self._play,
            "BOARD": lambda _: self._open("BOARD"),
            "SWAP2BOARD": lambda _: self._open("SWAP2BOARD"),
            "TAKEBACK": self._takeback,
            "INFO": self._info,
            "ABOUT": self._about,
        }

    @property
    def position(self) -> Any:
        """The position on the board; None before the first ``START``."""
        return self._position

    def stop(self) -> None:
        """Stops a search that is under way, and every one to come: :meth:`answer` then raises; from any thread."""
        self._searches.stop()

    def answer(self, line: str) -> list[str]:
        """Carries out a line of the protocol. Lines of a ``BOARD`` or ``SWAP2BOARD`` are answered when it is complete.

        Raises:
            Stopped: if :meth:`stop` was called and the line asks for a move.
        """
        name, _, rest = line.strip().partition(" ")
        name, rest = name.upper(), rest.strip()
        abandoned: list[str] = []
        if self._lines is not None:
            if name not in self._commands and name != "DONE":
                self._lines.append(line.strip())
                return []
            if name != "DONE":
                self._lines = None
                shape = "x,y" if self._block == "SWAP2BOARD" else "x,y,field"
                abandoned = [f"ERROR {name} within {self._block}: expected lines {shape} up to DONE"]
        if not name:
            return []
        try:
            if name == "DONE" and self._lines is not None:
                return self._swap2() if self._block == "SWAP2BOARD" else self._done()
            if name not in self._commands:
                return [f"UNKNOWN {quoted(line)}"]
            return abandoned + self._commands[name](rest)
        except BoyiError as error:
            return [*abandoned, f"ERROR {told(error)}"]

    def text(self, move: Move | str) -> str:
        """A move as ``x,y``."""
        name = str(move)
        return f"{ord(name[0]) - ord('a')},{self._position.rows - int(name[1:])}"

    # The commands

    def _start(self, rest: str) -> list[str]:
        width, _, height = rest.partition(" ")
        size = width if height == width else rest  # Yixin-Board says both
        return self._new_game("START", rest, *2 * _numbers(f"START {rest}", size, 1))

    def _rectstart(self, rest: str) -> list[str]:
        return self._new_game("RECTSTART", rest, *_numbers(f"RECTSTART {rest}", rest, 2))

    def _new_game(self, command: str, rest: str, cols: int, rows: int) -> list[str]:
        smallest, largest = SIZES
        if not (smallest <= cols <= largest and smallest <= rows <= largest):
            raise OptionError(f"{command} {quoted(rest)}: expected a size from {smallest} to {largest}")
        self._position = gomoku.Position(rows=rows, cols=cols, rule=self._rule)
        self._searcher = None
        _prepare(self._rule)
        return ["OK"]

    def _restart(self, _: str) -> list[str]:
        place = self._game("RESTART")
        return self._new_game("RESTART", "", place.cols, place.rows)

    def _begin(self, _: str) -> list[str]:
        if self._game("BEGIN").to_array().any():
            raise OptionError("BEGIN: expected an empty board")
        return self._move()

    def _their_move(self, rest: str) -> list[str]:
        place = self._game("TURN")
        self._position = place.play(self._point(f"TURN {rest}", *_numbers(f"TURN {rest}", rest, 2)))
        return self._move()

    def _takeback(self, rest: str) -> list[str]:
        place = self._game("TAKEBACK")
        point = self._point(f"TAKEBACK {rest}", *_numbers(f"TAKEBACK {rest}", rest, 2))
        if place.piece_at(point) is None:
            raise OptionError(f"TAKEBACK {quoted(rest)}: expected a point with a stone")
        turn = _COLOURS["XO".index(place.piece_at(point))]
        stones = place.to_array()
        stones[int(point[1:]) - 1, ord(point[0]) - ord("a")] = 0
        self._position = gomoku.Position.from_array(stones, turn, self._rule)
        return ["OK"]

    def _play(self, rest: str) -> list[str]:
        place = self._game("PLAY")
        point = self._point(f"PLAY {rest}", *_numbers(f"PLAY {rest}", rest, 2))
        self._position = place.play(point)
        return [self.text(point)]

    def _open(self, block: str) -> list[str]:
        self._game(block)
        self._block, self._lines = block, []
        return []

    def _done(self) -> list[str]:
        """Sets up the lines of a BOARD, and moves."""
        lines, self._lines = self._lines or [], None
        stones = self._game("BOARD").to_array() * 0
        counts, taken, messages = [0, 0], set(), []
        for line in filter(None, lines):
            x, y, kind = _numbers(f"BOARD {line}", line, 3)
            point = self._point(f"BOARD {line}", x, y)
            if kind not in (1, 2, 3) or point in taken:
                raise OptionError(f"BOARD {quoted(line)}: expected every point once, with 1 (own), 2 (opponent) or 3")
            taken.add(point)
            if kind == 3:
                messages.append(f"MESSAGE BOARD {line}: taken as empty")
                continue
            counts[kind - 1] += 1
            stones[-1 - y, x] = kind
        white = counts[1] > counts[0]
        if white:
            stones[stones > 0] = 3 - stones[stones > 0]
        self._position = gomoku.Position.from_array(stones, _COLOURS[white], self._rule)
        return messages + self._move()

    def _swap2(self) -> list[str]:
        """Sets up the stones of a SWAP2BOARD, and answers what swap2 asks for after so many of them."""
        lines, self._lines = list(filter(None, self._lines or [])), None
        if len(lines) not in (0, 3, 5):
            raise OptionError(f"SWAP2BOARD with {len(lines)} stones: expected 0, 3 or 5")
        now = self._game("SWAP2BOARD")
        place = gomoku.Position(rows=now.rows, cols=now.cols, rule=self._rule)
        for line in lines:
            x, y = _numbers(f"SWAP2BOARD {line}", line, 2)
            place = place.play(self._point(f"SWAP2BOARD {line}", x, y))
        seconds = self._times.choice()

        def judge(place: Any, share: float, **more: Any) -> Result:
            return self._think(place, time=max(share * seconds, QUICK), **more)

        moves = swap2.choice(place, judge) if lines else swap2.opening(place, judge, self._config.seed)
        self._position = place.play_all(moves)
        return [" ".join(map(self.text, moves)) or "SWAP"]

    def _info(self, rest: str) -> list[str]:
        key, _, value = rest.partition(" ")
        key = key.lower()
        if key not in (*KEYS, "max_memory", "thread_num", "rule"):
            return []
        (number,) = _numbers(f"INFO {rest}", value, 1)
        if key == "rule":
            self._set_rule(number)
        elif key == "max_memory":
            self._set_memory(number)
        elif key == "thread_num":
            self._set_threads(number)
        else:
            self._times.info(key, number)
        return []

    def _about(self, _: str) -> list[str]:
        return [f'name="boyi", version="{__version__}", author="{AUTHOR}", country="international"']

    # What they need

    def _game(self, command: str) -> Any:
        if self._position is None:
            raise OptionError(f"{command}: expected START before it")
        return self._position

    def _point(self, what: str, x: int, y: int) -> str:
        """The name of a point of the board."""
        place = self._position
        if not (0 <= x < place.cols and 0 <= y < place.rows):
            raise OptionError(f"{quoted(what)}: expected x from 0 to {place.cols - 1} and y from 0 to {place.rows - 1}")
        return f"{chr(ord('a') + x)}{place.rows - y}"

    def _set_rule(self, number: int) -> None:
        rule = RULES.get(number & ~CONTINUOUS)
        if rule is None:
            raise OptionError(
                f"{quoted(f'INFO rule {number}')}: expected 0 (freestyle), 1 (exactly five) or 4 (renju), "
                f"and {CONTINUOUS} more in a continuous game"
            )
        self._rule = rule
        _prepare(rule)
        if self._position is not None and self._position.rule != self._rule:
            place = self._position
            self._position = gomoku.Position.from_array(place.to_array(), place.turn, self._rule)
            self._searcher = None

    def _set_memory(self, number: int) -> None:
        """Sets the size of the table to what the program leaves of so many bytes; 0 means the usual size.

        A limit is no promise: where the machine has no room for such a table, a smaller one does.
        """
        mb = number // 2**20
        granted = max(1, min(max(mb // 4, mb - PROGRAM_MB), MOST_TABLE_MB)) if number > 0 else self._table_mb
        while not self._has_room(granted):
            granted //= 2
        if granted != self._config.table_mb:
            self._config, self._searcher = self._config.replace(table_mb=granted), None

    def _has_room(self, mb: int) -> bool:
        """Whether the machine has room for a table of this size now; one of a MiB is always tried."""
        try:
            return mb <= 1 or bool(self._config.new_table(mb))
        except OptionError:
            return False

    def _set_threads(self, number: int) -> None:
        """The search has so many threads from now on, which the manager has checked to be there."""
        if not 1 <= number <= arguments.MAX_THREADS:
            raise OptionError(f"{quoted(f'INFO thread_num {number}')}: expected 1 to {arguments.MAX_THREADS}")
        if number != self._threads:
            self._threads, self._searcher = number, None

    def _move(self) -> list[str]:
        """Searches, plays the move, and returns the line that tells it."""
        place = self._position
        outcome = place.outcome()
        if outcome is not None:
            raise OptionError(f"no move is left: {outcome.reason}, {outcome.winner or 'nobody'} has won")
        result = self._think(place, **self._times.limits())
        # Without a move the search saw that every one loses at once; one must be made all the same.
        move = result.move or place.legal_moves()[0]
        self._position = place.play(move)
        return [self.text(move)]

    def _think(self, place: Any, **limits: Any) -> Result:
        """Searches, and subtracts the time it took from the clock of the match."""
        start = time.monotonic()
        if self._searcher is None:
            self._searcher = Searcher(self._config, threads=self._threads)
        result = self._searches.search(self._searcher, place, **self._limits, **limits)
        self._times.spend(time.monotonic() - start)
        return result


def serve(
    config: Config | str = "boyi",
    *,
    depth: int | None = None,
    nodes: int | None = None,
    lines: Iterable[str] | None = None,
    out: TextIO | None = None,
) -> None:
    """Plays until ``END`` or the end of the input.

    Args:
        config: how to search, see :class:`Brain`.
        depth: limit of each search in plies.
        nodes: limit of each search in nodes.
        lines: the input, read by a thread of its own; None: standard input.
        out: the output; None: standard output.

    >>> serve(nodes=100, lines=["START 15", "PLAY 3,3", "RECTSTART 30,10", "END", "ABOUT"])
    OK
    3,3
    ERROR RECTSTART 30,10: expected a size from 5 to 22
    """
    brain, out = Brain(config, depth=depth, nodes=nodes), out or standard_output()
    queue: Queue[str | None] = Queue(HELD)

    def read() -> None:
        try:
            for line in standard_input() if lines is None else lines:
                if line.strip().upper() == "END":
                    break
                queue.put(line)
        finally:
            brain.stop()
            queue.put(None)

    Thread(target=read, name="boyi gomocup", daemon=True).start()
    try:
        while (line := queue.get()) is not None:
            for reply in brain.answer(line):
                print(reply, file=out, flush=True)
    except Stopped:
        pass


def _prepare(rule: str) -> None:
    """Builds the pattern tables of a rule, so that the first evaluation of the process does not wait for them."""
    gomoku.Position(rule=rule).evaluate()


def _numbers(what: str, text: str, count: int) -> list[int]:
    """Reads whole numbers separated by commas."""
    try:
        numbers = [int(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != count:
        expected = {1: "a whole number", 2: "two whole numbers x,y", 3: "three whole numbers x,y,field"}[count]
        raise OptionError(f"{quoted(what)}: expected {expected}")
    return numbers
