"""Xiangqi by UCI and UCCI, from the side of the GUI."""

from itertools import pairwise
from typing import Any

from boyi import Move
from boyi.errors import OptionError
from boyi.lab.engines.answer import WON, Clocks, Misdeed
from boyi.lab.engines.dialect import MOST_COUNTED, RESIGNED, UNREADABLE, Reply, milliseconds
from boyi.lab.engines.engine import Engine
from boyi.lab.engines.options import ProgramOption, find
from boyi.lab.engines.program import Program
from boyi.run.arguments import MAX_DEPTH

VARIANT = "UCI_Variant"
"""Option of programs that play several games of chess, and count ranks from 1."""

MILLISECONDS = "usemillisec"
"""Option of UCCI by which times are milliseconds and not seconds."""

DEEP = 60
"""Depth in plies that no search reaches in earnest, and that programs take for one."""

_NOTATION = {"0-9": "uci", "1-10": "uci10"}
_NO_MOVE = ("(none)", "none", "0000", "null")


class Uci:
    """UCI: options have names and values, and moves a time of their own."""

    farewell = "quit"
    hello: str = "uci"
    welcome: str = "uciok"

    def __init__(self, engine: Engine, program: Program) -> None:
        self._engine = engine
        self._program = program
        self._options: dict[str, ProgramOption] = {}
        self._notation = "uci"

    def check(self, place: Any, limits: dict[str, Any]) -> None:
        """Refuses what programs understand in different ways."""
        if limits["time"] is not None and limits["clock"] is not None:
            raise OptionError(f"time={limits['time']} and clock=: expected one of the two for a program of xiangqi")

    def greet(self) -> str:
        """Reads the name and the options, and sets those that are given."""
        name, until = "", self._program.deadline()
        self._program.say(self.hello)
        while (line := self._program.hear(until)) != self.welcome:
            if line.startswith("id name "):
                name = line.removeprefix("id name ").strip()
            elif line.startswith("option "):
                option = ProgramOption.parse(line)
                self._options[option.name.lower()] = option
        for key, value in (self._defaults() | dict(self._engine.options)).items():
            option = find(self._options, key)
            self._set(option.name, option.text(value))
        self._ready()
        return name

    def new_game(self) -> None:
        """Says so."""
        self._program.say("ucinewgame")

    def prepare(self, place: Any, limits: dict[str, Any], clocks: Clocks) -> None:
        """Tells the position, and waits until the program has read it: what it said before is no answer."""
        line, before = f"position fen {place.start_fen}", place.from_moves([], place.start_fen, place.rules)
        moves = []
        for move in place.moves:
            moves.append(before.format(move, self._notation))
            before = before.play(move)
        self._program.say(f"{line} moves {' '.join(moves)}" if moves else line)
        self._ready()

    def ask(self, place: Any, limits: dict[str, Any], clocks: Clocks, until: float | None) -> Reply:
        """``go``, up to ``bestmove``."""
        self._program.say(f"go {' '.join([*self._limits(limits), *self._clocks(place, clocks)])}")
        with self._program.watched(limits["cpu_time"], "stop"):
            return self._listen(until)

    def _listen(self, until: float | None) -> Reply:
        numbers: dict[str, int] = {}
        iterations: dict[int, int] = {}
        line: tuple[str, ...] = ()
        while True:
            words = self._program.hear(until).split()
            if words[:1] == ["info"]:
                _take_numbers(words, numbers)
                line = _line(words) or line
                # UCCI tells the nodes on a line before that of the depth; nodes alone are of an iteration under way.
                if "depth" in words and {"depth", "nodes"} <= numbers.keys():
                    iterations[numbers["depth"]] = numbers["nodes"]
            elif words[:1] == ["bestmove"] and len(words) > 1:
                if words[1] in _NO_MOVE or "resign" in words[2:]:
                    raise Misdeed(RESIGNED)
                nodes, depth, score = numbers.get("nodes", 0), numbers.get("depth", 0), numbers.get("score")
                return Reply(words[1], nodes, depth, score, tuple(iterations.items()), line, numbers.get("mate"))
            elif words[:1] == ["nobestmove"]:
                raise Misdeed(RESIGNED)
            elif words[:1] == ["bestmove"]:
                raise Misdeed(UNREADABLE)

    def move(self, place: Any, text: str) -> Move:
        """Reads a move, with ranks as the program counts them."""
        return place.parse(text, self._notation)

    def _defaults(self) -> dict[str, Any]:
        """What is set before the user's options: the game, where the program plays several."""
        several = VARIANT.lower() in self._options
        self._notation = _NOTATION[self._engine.ranks or ("1-10" if several else "0-9")]
        return {VARIANT: "xiangqi"} if several else {}

    def _set(self, name: str, value: str | None) -> None:
        self._program.say(f"setoption name {name}" + ("" if value is None else f" value {value}"))

    def _limits(self, limits: dict[str, Any]) -> list[str]:
        # A search whose CPU time we watch must have another limit, or it waits for a stop when it has come to its end.
        depth = DEEP if limits["depth"] is None and limits["cpu_time"] is not None else limits["depth"]
        words = [f"{name} {value}" for name, value in (("depth", depth), ("nodes", limits["nodes"])) if value]
        return words if limits["time"] is None else [*words, self._time(limits["time"])]

    def _time(self, seconds: float) -> str:
        return f"movetime {milliseconds(seconds)}"

    def _clocks(self, place: Any, clocks: Clocks) -> list[str]:
        if clocks is None:
            return []
        own, other = clocks
        white, black = (own, other) if place.turn == "red" else (other, own)
        words = [f"wtime {milliseconds(white.remaining)}", f"btime {milliseconds(black.remaining)}"]
        words += [f"winc {round(1000 * white.increment)}", f"binc {round(1000 * black.increment)}"]
        return words if own.moves_to_go is None else [*words, f"movestogo {own.moves_to_go}"]

    def _ready(self) -> None:
        until = self._program.deadline()
        self._program.say("isready")
        while self._program.hear(until) != "readyok":
            pass


class Ucci(Uci):
    """UCCI: options have no words ``name`` and ``value``, and the time of a move is a clock for one move."""

    hello: str = "ucci"
    welcome: str = "ucciok"

    def check(self, place: Any, limits: dict[str, Any]) -> None:
        """Refuses fractions of a second where the program counts seconds."""
        super().check(place, limits)
        clock = limits["clock"]
        told = {"time": limits["time"]}
        if clock is not None:
            told |= {"remaining": clock.remaining, "increment": clock.increment}
        for name, seconds in told.items():
            if seconds is not None and seconds != int(seconds) and MILLISECONDS not in self._options:
                raise OptionError(
                    f"{name}={seconds}: the program counts whole seconds, since it has no option {MILLISECONDS}; "
                    "expected a whole number"
                )

    def new_game(self) -> None:
        """Presses the button ``newgame``, which not every program has."""
        if "newgame" in self._options:
            self._set("newgame", None)

    def _defaults(self) -> dict[str, Any]:
        return {MILLISECONDS: True} if MILLISECONDS in self._options else {}

    def _set(self, name: str, value: str | None) -> None:
        self._program.say(f"setoption {name}" + ("" if value is None else f" {value}"))

    def _time(self, seconds: float) -> str:
        return f"time {self._units(seconds)} movestogo 1"

    def _clocks(self, place: Any, clocks: Clocks) -> list[str]:
        """Our clock and the opponent's; UCCI has either moves to go or an increment."""
        if clocks is None:
            return []
        words = []
        for whose, clock in zip(("", "opp"), clocks, strict=True):
            words.append(f"{whose}time {max(self._units(clock.remaining), 1)}")
            if clock.moves_to_go is not None:
                words.append(f"{whose}movestogo {clock.moves_to_go}")
            else:
                words.append(f"{whose}increment {self._units(clock.increment)}")
        return words

    def _units(self, seconds: float) -> int:
        """A time as the program counts it; a fraction of a second is not there for one that counts seconds."""
        return round(1000 * seconds) if MILLISECONDS in self._options else int(seconds)


def _take_numbers(words: list[str], numbers: dict[str, int]) -> None:
    """Takes nodes, depth and score from an ``info`` line; those of another form, and free text, are passed over."""
    if "currmove" in words or _second(words):  # of an iteration that is under way, or of another line than the best
        return
    if "string" in words:
        words = words[: words.index("string")]
    for name, value in pairwise(words):
        if name in ("nodes", "depth") and value.isdecimal() and len(value) < 20 and int(value) < MOST_COUNTED:
            numbers[name] = int(value)
        # UCI says what kind of score follows, UCCI does not.
        elif name in ("score", "cp") and _is_score(value):
            numbers["score"] = int(value)
            numbers.pop("mate", None)
        elif name == "mate" and _is_score(value):
            numbers["score"] = WON if int(value) > 0 else -WON
            if "upperbound" not in words:  # which says that there is no shorter mate, and not that there is one
                numbers["mate"] = int(value)


def _line(words: list[str]) -> tuple[str, ...]:
    """The moves behind ``pv``; none of a second or later line, and none in free text."""
    if "pv" not in words or "string" in words or _second(words):
        return ()
    return tuple(words[words.index("pv") + 1 :][:MAX_DEPTH])


def _second(words: list[str]) -> bool:
    return "multipv" in words[:-1] and words[words.index("multipv") + 1] != "1"


def _is_score(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and len(text) < 10
