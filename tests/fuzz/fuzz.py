"""Fuzzing of what is read in Python: ``python fuzz.py TARGET`` with libFuzzer's options, see docs/endurance.md.

A target takes bytes, and must raise nothing: it catches the errors that boyi raises on purpose.
"""

import json
import sys
from collections.abc import Callable
from contextlib import nullcontext, suppress
from io import BytesIO
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import atheris

with atheris.instrument_imports(include=["boyi"]):
    import boyi
    from boyi import lab, records
    from boyi.errors import BoyiError, OptionError, RecordError
    from boyi.lab.engines.answer import Misdeed
    from boyi.lab.engines.gomocup import Gomocup
    from boyi.lab.engines.uci import Ucci, Uci
    from boyi.protocols.gomocup import Brain
    from boyi.protocols.ucci import Engine as UcciEngine
    from boyi.protocols.uci import Engine as UciEngine
    from boyi.regression import epd
    from boyi.run import journal

FORMATS = list(records.FORMATS)


def read_records(data: bytes) -> None:
    """Game files: the first byte chooses the format. What is read can be written, and is then read as it was."""
    if not data:
        return
    name = FORMATS[data[0] % len(FORMATS)]
    bad: list[RecordError] = []
    try:
        games = list(records.read(BytesIO(data[1:]), format=name, bad=bad.append))
    except RecordError:
        return
    for error in bad:
        assert error.reason and error.number
    form = records.FORMATS[name]
    for game in games:
        written = name if form.write is not None else "pgn"
        try:
            text = game.to_text(written)
        except OptionError:  # what the format has no place for
            continue
        again = records.loads(text, written)
        assert [each.moves for each in again] == [game.moves], text
        assert written != name or again == [game], text


SMALL = boyi.Config.preset("boyi", game="xiangqi").replace(table_mb=1)
_LARGE = ("hash", "table", "thread", "memory", "perft")
"""Words of lines whose numbers are made small: sizes that the machine has, and counts that take hours."""


def _tame(line: str) -> str:
    if not any(word in line.lower() for word in _LARGE):
        return line
    return "".join("2" if letter.isnumeric() else letter for letter in line)[:40].replace("22", "2")


def play(data: bytes) -> None:
    """The players of UCI, UCCI and Gomocup: lines of a manager, one after another. The first byte chooses."""
    if not data:
        return
    lines = [_tame(line) for line in data[1:].decode("utf-8", "replace").splitlines()[:12]]
    if data[0] % 3 == 2:
        brain = Brain(nodes=20)
        for line in lines:
            said = brain.answer(line)
            assert all(isinstance(answer, str) and "\n" not in answer for answer in said)
        return
    said: list[str] = []
    player: Any = (UciEngine, UcciEngine)[data[0] % 3](SMALL, say=said.append)
    for line in lines:
        answers = player.answer(line)
        assert all("\n" not in answer for answer in answers)
        player.answer("stop")
        player.wait()


class Script:
    """A program of which every line that it will say is known."""

    def __init__(self, text: str) -> None:
        self._lines = [line.strip() for line in text.split("\n")]

    def say(self, *lines: str) -> None:
        """Nobody listens."""

    def hear(self, until: float | None = None) -> str:
        """The next line; at the end the program crashes."""
        if not self._lines:
            raise Misdeed("crash")
        return self._lines.pop(0)

    def deadline(self) -> float:
        """Never."""
        return 1e9

    def forget(self) -> None:
        """What is said, is said in time."""

    def watched(self, cpu_time: float | None, line: str | None) -> Any:
        """No time is measured."""
        return nullcontext()


def hear(data: bytes) -> None:
    """Programs that are played against: what they say in a whole game. The first byte chooses the protocol."""
    if not data:
        return
    protocol = ("uci", "ucci", "gomocup")[data[0] % 3]
    script: Any = Script(data[1:].decode("utf-8", "replace"))
    engine = lab.Engine(["none"], protocol=protocol)
    talk: Any = {"uci": Uci, "ucci": Ucci, "gomocup": Gomocup}[protocol](engine, script)
    place: Any = boyi.gomoku.Position() if protocol == "gomocup" else boyi.xiangqi.Position()
    limits = dict.fromkeys(("nodes", "depth", "time", "cpu_time", "clock"), None) | {"time": 0.1}
    with suppress(BoyiError, Misdeed):
        talk.greet()
        talk.check(place, limits)
        talk.new_game()
        while True:
            talk.prepare(place, limits, None)
            reply = talk.ask(place, limits, None, None)
            place = place.play(talk.move(place, reply.text))


def read_epd(data: bytes) -> None:
    """Files of EPD."""
    with suppress(BoyiError):
        epd.read(data, "fuzz.epd")


def _results() -> list[tuple[Callable[[Path], Any], bytes]]:
    """How the files of results are read, and a small one of each kind."""
    path = Path(gettempdir()) / "boyi-fuzz.made"
    small: dict[str, Any] = {"nodes": 20, "progress": False, "path": path}
    tuned, changes = {"aspiration": 5.0}, {"killers": {"killers": 1}}
    makers: list[tuple[Any, Callable[[], Any]]] = [
        (lab.Match, lambda: lab.match(SMALL, SMALL, game="xiangqi", games=2, max_plies=4, **small)),
        (
            lab.Comparison,
            lambda: lab.compare({"a": SMALL}, lab.openings("xiangqi")[:2], depth=1, progress=False, path=path),
        ),
        (lab.Games, lambda: lab.selfplay(SMALL, game="xiangqi", games=2, max_plies=4, **small)),
        (
            lab.Tuning,
            lambda: lab.tune(SMALL.replace(aspiration=25), tuned, pairs=2, game="xiangqi", max_plies=4, **small),
        ),
        (lab.Screening, lambda: lab.screen(SMALL, changes, pairs=2, game="xiangqi", max_plies=4, **small)),
    ]
    found = []
    for kind, make in makers:
        path.unlink(missing_ok=True)
        make()
        found.append((kind.load, path.read_bytes()))
    return found


def _edited(file: bytes, edits: bytes) -> bytes:
    """A file with bytes put, added and left out: four bytes say where, what and which letter."""
    changed = bytearray(file)
    for at in range(0, len(edits) - 3, 4):
        place, what, letter = int.from_bytes(edits[at : at + 2]) % (len(changed) + 1), edits[at + 2], edits[at + 3]
        changed[place : place + what % 3] = b"" if what >= 128 else bytes([letter])
    return bytes(changed)


def read_results(data: bytes) -> None:
    """Files of results: the first byte chooses the kind, the others change a good file. Lines of JSON are given the
    checksums that they need.
    """
    if not data:
        return
    if not RESULTS:
        RESULTS.extend(_results())
    load, good = RESULTS[data[0] % len(RESULTS)]
    lines = _edited(good, data[1:]).split(b"\n")
    for number, line in enumerate(lines):
        with suppress(ValueError, RecursionError):
            found = json.loads(line)
            if isinstance(found, dict) and found:
                found.pop("crc", None)
                lines[number] = journal.json_line(found).encode("utf-8", "surrogatepass")
    path = Path(gettempdir()) / "boyi-fuzz.results"
    path.write_bytes(b"\n".join(lines))
    with suppress(BoyiError):
        repr(load(path))


RESULTS: list[tuple[Callable[[Path], Any], bytes]] = []

TARGETS = {"records": read_records, "play": play, "hear": hear, "epd": read_epd, "results": read_results}


if __name__ == "__main__":
    target = TARGETS[sys.argv.pop(1)]
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()
