"""EPD files of xiangqi: a position on each line, and what a search of it must find.

A line is a FEN and operations, each ended by a semicolon::

    3k5/9/9/9/9/9/9/R8/1R7/4K4 w bm b1d1; dm 1; id "two chariots";

* ``bm MOVE ...``: the search must play one of these moves;
* ``am MOVE ...``: it must play none of these;
* ``dm N``: its score must prove a mate by the side to move in at most N moves (of programs, by UCI only);
* ``id "TEXT"``: the name of the test;
* ``acd N``, ``acn N``, ``acs N``: its limits in plies, nodes and seconds; seconds make results depend on the machine.

Moves are in any notation that a position's ``parse`` reads. The FEN may end after the side to move. ``#`` begins a
comment, at the beginning of a line or after the last operation. The standard's operations that say nothing about a
search, such as ``c0`` or ``pv``, are read over. Files are UTF-8, or else GB18030.

Source of the format: Extended Position Description, Steven Edwards, PGN standard, 1994.
"""

import re
from dataclasses import dataclass
from typing import Any

from boyi import Bound, Config, Iteration, Move, Result, Searcher, xiangqi
from boyi.errors import BoyiError, OptionError, PositionError
from boyi.lab.engines.engine import Engine
from boyi.lab.engines.limits import LIMITS
from boyi.regression.program import asked, score_text
from boyi.run import arguments
from boyi.run.arguments import MAX_DEPTH, MAX_NODES
from boyi.run.positions import checked_position

READ = ("bm", "am", "dm", "id", "acd", "acn", "acs")
"""The operations that are read."""

PASSED_OVER = (
    *("ce", "draw_accept", "draw_claim", "draw_offer", "draw_reject", "eco", "fmvn", "hmvc", "nic", "noop", "pm", "pv"),
    *("rc", "resign", "sm", "tcgs", "tcri", "tcsi"),
    *(f"{letter}{digit}" for letter in "cv" for digit in range(10)),
)
"""The operations of the standard that are skipped, since they say nothing about a search."""

MOST_SECONDS = 10**6
"""Largest limit of a search in seconds."""

_LIMITS = {"acd": ("depth", MAX_DEPTH), "acn": ("nodes", MAX_NODES), "acs": ("time", MOST_SECONDS)}
_FEN = re.compile(r"\S+\s+[^\s;]+(\s+(-|[0-9]+)(?=\s|$)){0,4}")
_OPERATION = re.compile(r'\s*([A-Za-z]\w*)((?:\s+(?:"[^"]*"|[^\s";]+))*)\s*;')
_OPERAND = re.compile(r'"[^"]*"|[^\s";]+')


@dataclass(frozen=True)
class Problem:
    """A line of EPD."""

    line: int
    """Number of the line in its file, from 1."""
    name: str
    """The ``id`` of the line, or ``line N``."""
    position: xiangqi.Position
    best: tuple[Move, ...]
    """The moves of ``bm``."""
    avoid: tuple[Move, ...]
    """The moves of ``am``."""
    mate: int | None
    """Most moves to the mate, from ``dm``."""
    limits: dict[str, int]
    """The limits that the line sets, as a search takes them: ``depth`` plies, ``nodes``, ``time`` seconds."""


def read(data: bytes, file: str) -> list[Problem]:
    """The problems of a file of that name.

    Raises:
        PositionError, MoveTextError, IllegalMoveError, OptionError: for what cannot be read, with file and line.
    """
    problems: dict[str, Problem] = {}
    for number, line in enumerate(_decoded(data, file).splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            problem = parse(line, number)
            if problem.name in problems:
                raise OptionError(f"id {problem.name!r}: line {problems[problem.name].line} has it, expected another")
        except BoyiError as error:
            raise type(error)(f"{file}:{number}: {error}") from None
        problems[problem.name] = problem
    return list(problems.values())


def parse(line: str, number: int = 1) -> Problem:
    """The problem on a line.

    Raises:
        PositionError, MoveTextError, IllegalMoveError, OptionError: for what cannot be read.

    >>> problem = parse('3k5/9/9/9/9/9/9/R8/1R7/4K4 w - - 0 1 bm R8=6; dm 1; acd 3; id "two chariots";')
    >>> problem.name, problem.best, problem.mate, problem.limits
    ('two chariots', (Move('b1d1'),), 1, {'depth': 3})
    """
    fen = _FEN.match(line.strip())
    if fen is None:
        raise PositionError(f"{line.strip()!r}: expected a FEN and operations such as bm h2e2;")
    position = checked_position("the position", fen[0])
    given = _operations(line.strip()[fen.end() :])
    if not {"bm", "am", "dm"} & given.keys():
        raise OptionError(f"{line.strip()!r}: expected something to test, bm, am or dm")
    limits = {name: _number(opcode, given[opcode], most) for opcode, (name, most) in _LIMITS.items() if opcode in given}
    return Problem(
        line=number,
        name=_one("id", given["id"]) if "id" in given else f"line {number}",
        position=position,
        best=_moves(position, given.get("bm", [])),
        avoid=_moves(position, given.get("am", [])),
        mate=_number("dm", given["dm"], MAX_DEPTH) if "dm" in given else None,
        limits=limits,
    )


@dataclass(frozen=True)
class Found:
    """What a search of boyi, or of a program, has found."""

    move: Move | None
    mate: int | None
    """Moves to the mate by the side to move that is proved, None if there is none."""
    told: str
    """Score, depth, nodes and line in words."""


def failure(problem: Problem, player: Config | Engine, limits: dict[str, Any]) -> str | None:
    """Searches, to the limits unless the line has its own, and says in words what is wrong; None if nothing is.

    A search of boyi for a mate ends as soon as its score proves the mate asked for, and goes on after a longer one. Of
    a program the last score counts that it reports.

    Raises:
        OptionError: for a configuration that only searches to a depth, and limits without one; for a mate asked of a
            program by a protocol that does not say how many moves a mate takes; for a program that cannot be started.
        ProgramFailure: for a program that hangs, crashes, or answers with anything but a legal move.

    >>> problem = parse("3k5/9/9/9/9/9/9/R8/1R7/4K4 w bm b1d1;")
    >>> failure(problem, boyi.Config.preset("boyi"), {"depth": 2}) is None
    True
    """
    limits = problem.limits or limits
    found = _asked(problem, player, limits) if isinstance(player, Engine) else _searched(problem, player, limits)
    wrong = []
    if problem.best and found.move not in problem.best:
        wrong.append(f"plays {found.move}, expected {_either(problem.best)}")
    if found.move in problem.avoid:
        wrong.append(f"plays {found.move}, expected any move but {_either(problem.avoid)}")
    if problem.mate is not None and not (found.mate and 0 < found.mate <= problem.mate):
        wrong.append(f"finds no mate in {problem.mate} or fewer")
    if not wrong:
        return None
    return f"{', '.join(wrong)}\n  {found.told}"


def _asked(problem: Problem, engine: Engine, limits: dict[str, Any]) -> Found:
    """What a program finds."""
    if problem.mate is not None and engine.protocol != "uci":
        raise OptionError(f"dm {problem.mate}: protocol={engine.protocol!r} does not tell mates, expected 'uci' or bm")
    answer = asked(engine, problem.position, dict.fromkeys(LIMITS) | limits)
    score, line = score_text(answer) or "not reported", " ".join(map(str, answer.line))
    return Found(answer.move, answer.mate, f"score {score}, depth {answer.depth}, {answer.nodes} nodes: {line}")


def _searched(problem: Problem, config: Config, limits: dict[str, Any]) -> Found:
    """What boyi finds."""
    arguments.depth_where_needed({"boyi_epd_preset": config}, limits.get("depth"))
    found = _search(problem, config, limits)
    mate = None if found.bound == Bound.UPPER else found.score.mate
    line = " ".join(map(str, found.pv))
    return Found(found.move, mate, f"score {found.score}, depth {found.depth}, {found.nodes} nodes: {line}")


def _search(problem: Problem, config: Config, limits: dict[str, Any]) -> Iteration | Result:
    """The first iteration that proves the mate asked for, or the end of the search."""
    if problem.mate is None:
        return Searcher(config).search(problem.position, **limits)
    with Searcher(config.replace(stop_on_mate=False)).start(problem.position, **limits) as run:
        for step in run:
            if _proves(step, problem.mate):
                return step
        return run.result()


def _proves(found: Iteration | Result, mate: int) -> bool:
    """Whether the score says that the side to move mates in at most so many moves."""
    return found.bound != Bound.UPPER and found.score.mate is not None and 0 < found.score.mate <= mate


def _decoded(data: bytes, file: str) -> str:
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise OptionError(f"{file}: neither UTF-8 nor GB18030: expected a text file")


def _operations(text: str) -> dict[str, list[str]]:
    """The operands of each operation."""
    given: dict[str, list[str]] = {}
    at = 0
    while match := _OPERATION.match(text, at):
        opcode, operands = match[1], _OPERAND.findall(match[2])
        if opcode not in READ + PASSED_OVER:
            raise OptionError(f"operation {opcode!r}: expected one of {', '.join(READ)}")
        if opcode in given:
            raise OptionError(f"operation {opcode!r} occurs twice: expected it once, with all its operands")
        if opcode in READ and not operands:
            raise OptionError(f"operation {match[0].strip()!r}: expected something after {opcode}")
        given[opcode] = operands
        at = match.end()
    rest = text[at:].strip()
    if rest and not rest.startswith("#"):
        raise OptionError(f"{rest!r}: expected an operation that ends with a semicolon, such as bm h2e2;")
    return given


def _one(opcode: str, operands: list[str]) -> str:
    text = operands[0].strip('"').strip()
    if len(operands) > 1 or not text:
        raise OptionError(f"operation '{opcode} {' '.join(operands)}': expected one thing, in quotes if it has spaces")
    return text


def _number(opcode: str, operands: list[str], most: int) -> int:
    text = _one(opcode, operands)
    value = int(text) if re.fullmatch("[0-9]{1,19}", text) else 0
    if not 1 <= value <= most:
        raise OptionError(f"operation '{opcode} {text}': expected a whole number from 1 to {most}")
    return value


def _moves(position: Any, texts: list[str]) -> tuple[Move, ...]:
    return tuple(position.parse(text) for text in texts)


def _either(moves: tuple[Move, ...]) -> str:
    return " or ".join(map(str, moves))
