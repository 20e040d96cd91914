"""Gomoku by the Gomocup (piskvork) protocol, from the side of the manager."""

import re
from typing import Any

from boyi import Move
from boyi.errors import IllegalMoveError, MoveTextError, OptionError
from boyi.lab.engines.answer import Clocks, Misdeed
from boyi.lab.engines.dialect import UNREADABLE, Reply, milliseconds
from boyi.lab.engines.engine import Engine
from boyi.lab.engines.program import Program

RULES = {"freestyle": 0, "standard": 1, "renju": 4}
"""Number of each rule in ``INFO rule``."""

NO_LIMIT = 2**31 - 1
"""Milliseconds that stand for no limit."""

_OWN_KEYS = ("timeout_turn", "timeout_match", "time_left", "rule", "game_type")
_ASIDE = ("MESSAGE", "DEBUG")
_POINT = re.compile(r"\s*(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*")
_NAME = re.compile(r'name\s*=\s*"([^"]*)"', re.IGNORECASE)


class Gomocup:
    """The Gomocup protocol: it limits moves in time only, and lists no options."""

    farewell = "END"

    def __init__(self, engine: Engine, program: Program) -> None:
        self._engine = engine
        self._program = program
        self._board: tuple[int, int] | None = None
        self._known: list[Move] | None = None

    def greet(self) -> str:
        """Asks for the name. Options are told with the board."""
        for key, value in self._engine.options.items():
            if key.lower() in _OWN_KEYS or value is None:
                raise OptionError(f"options={{{key!r}: {value!r}}}: expected another key of INFO, which the match sets")
        found = _NAME.search(self._answer("ABOUT"))
        return found[1] if found else ""

    def check(self, place: Any, limits: dict[str, Any]) -> None:
        """Refuses limits other than time, rows of other lengths than five, and boards that the program refuses."""
        for name in ("nodes", "depth"):
            if limits[name] is not None:
                raise OptionError(
                    f"{name}={limits[name]}: the Gomocup protocol limits moves in time only; expected time=, cpu_time= "
                    'or clock=, or limits={"time": seconds} of the Engine'
                )
        if place.k != 5 or place.rule not in RULES:
            raise OptionError(
                f"openings with k={place.k} and rule {place.rule!r}: expected k=5 and {' or '.join(RULES)}"
            )
        if self._board != (place.cols, place.rows) and not _is_ok(answer := self._start(place)):
            raise OptionError(
                f"openings on {place.cols} columns and {place.rows} rows: the program answers {answer!r} to such a "
                "board, expected OK"
            )

    def new_game(self) -> None:
        """The board is set up with the first move."""
        self._board = self._known = None

    def prepare(self, place: Any, limits: dict[str, Any], clocks: Clocks) -> None:
        """Makes the board, and tells the rule and the limits, at the first move of a game; the clock at every move."""
        if self._board is None:
            if not _is_ok(self._start(place)):
                raise Misdeed(UNREADABLE)
            told = self._limits(limits) | {"game_type": 1, "rule": RULES[place.rule]}
            options = {
                key: int(value) if isinstance(value, bool) else value for key, value in self._engine.options.items()
            }
            self._program.say(*(f"INFO {key} {value}" for key, value in (told | options).items()))
        if clocks is not None:
            self._program.say(f"INFO time_left {milliseconds(clocks[0].remaining)}")
        self._program.forget()

    def ask(self, place: Any, limits: dict[str, Any], clocks: Clocks, until: float | None) -> Reply:
        """Tells the opponent's move, or the whole board at the first move of a game, and waits for a point.

        A program that does not understand the move is told the whole board: Rapfi 0.43 passes over the word ``TURN`` if
        it comes soon after its own move, and complains of the point.
        """
        moves = place.moves
        is_turn = self._known is not None and moves[:-1] == self._known
        if is_turn:
            self._program.say(f"TURN {_point(place, str(moves[-1]))}")
        else:
            self._tell_board(place)
        with self._program.watched(limits["cpu_time"], self._engine.stop):
            answer = self._listen(until)
            if is_turn and _is_refusal(answer):
                self._tell_board(place)
                answer = self._listen(until)
            return Reply(answer)

    def open(self, place: Any, limits: dict[str, Any], until: float | None) -> Reply:
        """Tells the stones, asks what to answer by swap2, and waits for points or ``SWAP``."""
        self._program.say("SWAP2BOARD", *(_point(place, str(move)) for move in place.moves), "DONE")
        with self._program.watched(limits["cpu_time"], self._engine.stop):
            return Reply(self._listen(until))

    def opened(self, place: Any, text: str) -> list[Move]:
        """Reads the points of an answer to swap2; none of ``SWAP``. The next question tells the whole board again."""
        moves = list[Move]()
        for each in [] if text.strip().upper() == "SWAP" else text.split():
            moves.append(self.move(place, each))
            place = place.play(moves[-1])
        self._known = None
        return moves

    def move(self, place: Any, text: str) -> Move:
        """Reads a point ``x,y``, counted from 0 at the top left."""
        found = _POINT.fullmatch(text)
        if found is None:
            raise MoveTextError(f"{text}: expected x,y")
        x, y = int(found[1]), int(found[2])
        if not (0 <= x < place.cols and 0 <= y < place.rows):
            raise IllegalMoveError(f"{text}: off the board")
        move = place.parse(f"{chr(ord('a') + x)}{place.rows - y}")
        self._known = [*place.moves, move]
        return move

    def _limits(self, limits: dict[str, Any]) -> dict[str, int]:
        """What ``INFO`` says of limits. A program that can be stopped has no limit but ours in CPU time."""
        clock = limits["clock"]
        watched = None if self._engine.stop is not None else limits["cpu_time"]
        turn = [seconds for seconds in (limits["time"], watched, clock and clock.remaining) if seconds is not None]
        return {
            "timeout_turn": milliseconds(min(turn)) if turn else NO_LIMIT,
            "timeout_match": 0 if clock is None else milliseconds(clock.remaining),
            "time_left": NO_LIMIT if clock is None else milliseconds(clock.remaining),
        }

    def _tell_board(self, place: Any) -> None:
        """Tells all stones and asks for a point."""
        stones = _board_lines(place)
        self._program.say(*(["BOARD", *stones, "DONE"] if stones else ["BEGIN"]))

    def _start(self, place: Any) -> str:
        """Makes the board, and returns what the program says to it."""
        self._board = (place.cols, place.rows)
        square = place.cols == place.rows
        return self._answer(f"START {place.cols}" if square else f"RECTSTART {place.cols},{place.rows}")

    def _answer(self, command: str) -> str:
        until = self._program.deadline()
        self._program.say(command)
        return self._listen(until)

    def _listen(self, until: float | None) -> str:
        """The next line that is no remark."""
        while not (line := self._program.hear(until)) or line.split()[0].upper() in _ASIDE:
            pass
        return line


def _is_ok(answer: str) -> bool:
    return answer.split()[0].upper() == "OK"


def _is_refusal(answer: str) -> bool:
    return answer.split()[0].upper() in ("ERROR", "UNKNOWN")


def _point(place: Any, name: str) -> str:
    """A point as ``x,y``, from its name."""
    return f"{ord(name[0]) - ord('a')},{place.rows - int(name[1:])}"


def _board_lines(place: Any) -> list[str]:
    """The stones, those of the moves last and in their order, each with 1 (of the side to move) or 2."""
    played = [str(move) for move in place.moves]
    names = [f"{chr(ord('a') + file)}{rank + 1}" for rank, file in zip(*place.to_array().nonzero(), strict=True)]
    own = "X" if place.turn == "black" else "O"
    order = [*(name for name in names if name not in played), *played]
    return [f"{_point(place, name)},{1 if place.piece_at(name) == own else 2}" for name in order]
