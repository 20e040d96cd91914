"""Regression suites of programs of others: files of their searches, EPD files, and programs that hang."""

import sys
from pathlib import Path

import pytest

import boyi
from boyi import lab
from boyi.regression import epd
from boyi.regression.measure import measured
from boyi.regression.program import ProgramFailure

BAD = str(Path(__file__).with_name("bad_engine.py"))
OWN = [sys.executable, "-m", "boyi.cli"]
START = boyi.xiangqi.Position()
MATE = "3k5/9/9/9/9/9/9/R8/1R7/4K4 w"
THREE = "4k4/3P2P2/b2N2R2/7r1/2b6/9/9/3n5/4p3r/2R2K3 w - - 0 1"


def own(protocol: str = "uci", **given: object) -> lab.Engine:
    return lab.Engine([*OWN, protocol], protocol, **given)


def bad(how: str, protocol: str = "uci", **given: object) -> lab.Engine:
    return lab.Engine([sys.executable, BAD, protocol, how], protocol, **given)


@pytest.mark.parametrize("protocol", ["uci", "ucci"])
def test_a_row_of_a_program_is_what_it_reports(protocol: str) -> None:
    programs = {"here": "boyi", "program": own(protocol)}
    sheet = measured(programs, {"start": START, "mate": MATE}, depth=4, nodes=None)
    here, there = sheet.rows["here", "start"], sheet.rows["program", "start"]
    assert (there.nodes, there.move, there.pv) == (here.nodes, here.move, here.pv) and here.nodes > 100
    assert int(there.score) == round(boyi.games.game_of("xiangqi").points_per_unit * int(here.score))
    mate = sheet.rows["program", "mate"]
    assert mate.move == sheet.rows["here", "mate"].move
    assert mate.score == "mate in 1" if protocol == "uci" else int(mate.score) > 9_000
    assert measured(programs, {"start": START, "mate": MATE}, depth=4, nodes=None) == sheet


def test_a_program_by_gomocup_has_limits_of_its_own() -> None:
    position = boyi.gomoku.Position("h8 a1 i8 a3 j8 a5 k8 a7")  # black completes a five
    program = own("gomocup", limits={"time": 0.2})
    sheet = measured({"program": program}, {"five": position}, depth=None, nodes=None)
    row = sheet.rows["program", "five"]
    assert (row.nodes, row.score) == (0, "-") and row.move in ("g8", "l8") and row.pv == row.move
    with pytest.raises(boyi.OptionError, match="nodes=100: the Gomocup protocol limits moves in time only"):
        measured({"program": own("gomocup")}, {"five": position}, depth=None, nodes=100)
    with pytest.raises(boyi.OptionError, match="without a limit"):
        measured({"program": program, "boyi": "boyi"}, {"five": position}, depth=None, nodes=None)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("silence", r"says nothing more; its last lines:\n(  .*\n)*  > go depth 2\n  < info depth 3 .*\n"),
        ("crash", r"has ended; its last lines:\n(  .*\n)*.*boom"),
        ("illegal", r"plays an illegal move; its last lines:\n(  .*\n)*  < bestmove a0i9"),
        ("unreadable", r"answers what cannot be read; its last lines:\n(  .*\n)*  < bestmove hello"),
        ("resign", r"resigns; its last lines:\n(  .*\n)*  < bestmove h2e2 resign"),
    ],
)
def test_a_program_that_fails_shows_its_last_lines(how: str, said: str) -> None:
    with pytest.raises(ProgramFailure, match=f"'mine' in rnbak.*: the program {said}"):
        measured({"mine": bad(how, patience=0.5)}, {"start": START}, depth=2, nodes=None)


def test_programs_that_cannot_be_asked_are_refused() -> None:
    for program, message in (
        (lab.Engine(["no-such-program"]), "cannot be started"),
        (bad("ends"), "ends before the conversation has begun"),
        (own(options={"Hush": 1}), "Hush"),
    ):
        with pytest.raises(boyi.OptionError, match=message):
            measured({"mine": program}, [START], depth=1, nodes=None)
    with pytest.raises(boyi.GameMismatchError, match=r"plays xiangqi .*the positions are of gomoku"):
        measured({"mine": own()}, [boyi.gomoku.Position()], depth=1, nodes=None)


TEST = """
import sys
import boyi
from boyi import lab

def test_mine(boyi_regression):
    program = lab.Engine([sys.executable, *COMMAND], patience=0.5)
    boyi_regression({"mine": program}, {"start": boyi.xiangqi.Position()}, depth=2)
"""


def test_the_fixture_keeps_what_a_program_finds(pytester: pytest.Pytester) -> None:
    def written(*command: str) -> None:
        pytester.makepyfile(test_it=TEST.replace("*COMMAND", repr(list(command))[1:-1]))

    written(BAD, "uci", "fine")
    pytester.runpytest("--boyi-update").assert_outcomes(passed=1)
    lines = (pytester.path / "regression/test_it/test_mine.golden").read_text().splitlines()
    assert lines[-1].split() == ["mine", "start", "12", "-", "h2e2", "h2e2"]
    pytester.runpytest().assert_outcomes(passed=1)
    written(BAD, "uci", "scores")
    result = pytester.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["mine * - -> 50"])
    written(BAD, "uci", "silence")
    result = pytester.runpytest("--boyi-update")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*the program says nothing more; its last lines:", "  > go depth 2"])
    assert "Traceback" not in result.stdout.str()


def failure(line: str, engine: lab.Engine, **limits: int) -> str | None:
    return epd.failure(epd.parse(line), engine, limits or {"depth": 6})


def test_epd_lines_are_asked_of_programs() -> None:
    assert failure(f"{MATE} bm b1d1; dm 1;", own()) is None
    assert failure(f"{MATE} bm b1d1;", own("ucci")) is None
    assert failure(f"{THREE} dm 3; acd 8;", own()) is None
    assert failure(f"{THREE} dm 2; acd 8;", own()).startswith("finds no mate in 2 or fewer\n  score mate in 3, depth ")
    said = failure(f"{MATE} am b1d1 a2a9;", own(), nodes=300)
    assert said.startswith("plays b1d1, expected any move but b1d1 or a2a9\n  score mate in 1, depth ")
    with pytest.raises(boyi.OptionError, match="dm 1: protocol='ucci' does not tell mates, expected 'uci' or bm"):
        failure(f"{MATE} dm 1;", own("ucci"))
    with pytest.raises(ProgramFailure, match="says nothing more"):
        failure(f"{START.fen} bm h2e2;", bad("silence", patience=0.4))


def ini(pytester: pytest.Pytester, *lines: str) -> pytest.RunResult:
    pytester.makeini("\n".join(["[pytest]", *lines]))
    return pytester.runpytest("x.epd")


def test_the_options_name_a_program(pytester: pytest.Pytester) -> None:
    (pytester.path / "x.epd").write_text(f"{MATE} bm b1d1; dm 1;\n{THREE} dm 1; acn 500;\n")
    engine = f"boyi_epd_engine = '{sys.executable}' -m boyi.cli uci"
    result = ini(pytester, engine, "boyi_epd_depth = 4", "boyi_epd_option =", "  Hash=1", "  Threads=1")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["x.epd:2: line 2: finds no mate in 1 or fewer"])
    hangs = f"boyi_epd_engine = '{sys.executable}' '{BAD}' uci silence"
    (pytester.path / "x.epd").write_text(f"{START.fen} bm h2e2;\n")
    result = ini(pytester, hangs, "boyi_epd_patience = 0.5")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["x.epd:1: line 1: the program says nothing more; its last lines:", "  > go nodes *"])


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["boyi_epd_option = Hash=1"], "*boyi_epd_option = *: expected with boyi_epd_engine"),
        (["boyi_epd_engine = x", "boyi_epd_option = Hash"], "*boyi_epd_option = 'Hash': expected NAME=VALUE*"),
        (
            ["boyi_epd_engine = x", "boyi_epd_protocol = gomocup"],
            "*boyi_epd_protocol = 'gomocup': expected uci or ucci",
        ),
        (["boyi_epd_engine = x", "boyi_epd_patience = long"], "*boyi_epd_patience = 'long': expected seconds"),
        (["boyi_epd_engine = x", "boyi_epd_patience = 0"], "*patience=0.0: expected seconds, above 0*"),
    ],
)
def test_bad_options_are_named(lines: list[str], message: str, pytester: pytest.Pytester) -> None:
    (pytester.path / "x.epd").write_text(f"{MATE} bm b1d1;\n")
    result = ini(pytester, *lines)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([message])
