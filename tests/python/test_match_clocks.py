"""Matches with clocks, and with limits of CPU time."""

import sys
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi import Clock, OptionError, lab
from boyi.cli import main
from boyi.cli.options import clock as read_clock
from boyi.lab.engines.program import CPU_CLOCKS
from boyi.lab.matches.clocks import GameClock
from test_engines import OWN, bad, boyi_program, play
from test_match import facts

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="groups of processes of POSIX")

LONG = Clock(1000, increment=2)
"""A clock that runs out on no machine."""


def told(tmp_path: Path, protocol: str, **limits: Any) -> list[str]:
    """What a program was told in a pair of two plies each, without the words that say nothing of time."""
    file = tmp_path / f"told{len(list(tmp_path.iterdir()))}"
    if protocol == "gomocup":
        match = play(bad("told", protocol, file, limits=limits), time=None, depth=1)
    else:
        match = play(bad("told", protocol, file), **({"depth": 1} | limits))
    assert match.forfeits == []
    return [line for line in file.read_text().splitlines() if line.split()[0] in ("go", "INFO", "BEGIN")]


def test_a_program_by_uci_is_told_both_clocks(tmp_path: Path) -> None:
    # It is black in the first game, where we have thought before; it begins the second one.
    second, first = (line.split() for line in told(tmp_path, "uci", clock=LONG))
    assert " ".join(first) == "go depth 1 wtime 1000000 btime 1000000 winc 2000 binc 2000"
    assert second[3] == "wtime" and second[5:] == first[5:]
    assert 1_000_000 < int(second[4]) <= 1_002_000, "the increment of the move is added, and its time taken off"
    lines = told(tmp_path, "uci", clock=Clock(1000, moves_to_go=7))
    assert lines[-1] == "go depth 1 wtime 1000000 btime 1000000 winc 0 binc 0 movestogo 7"


def test_a_program_by_ucci_is_told_both_clocks(tmp_path: Path) -> None:
    assert told(tmp_path, "ucci", clock=LONG)[-1] == "go depth 1 time 1000 increment 2 opptime 1000 oppincrement 2"
    lines = told(tmp_path, "ucci", clock=Clock(1000, moves_to_go=7))
    assert lines[-1] == "go depth 1 time 1000 movestogo 7 opptime 1000 oppmovestogo 7"


def test_a_program_by_gomocup_is_told_its_clock(tmp_path: Path) -> None:
    lines = told(tmp_path, "gomocup", clock=LONG)
    assert {"INFO timeout_match 1000000", "INFO timeout_turn 1000000"} <= set(lines)
    assert lines[-2:] == ["INFO time_left 1000000", "BEGIN"]
    assert "INFO timeout_turn 50" in told(tmp_path, "gomocup", clock=LONG, time=0.05)


@pytest.mark.parametrize("protocol", ["uci", "gomocup"])
def test_who_runs_out_of_time_has_lost(protocol: str) -> None:
    """The program sleeps for 0.8 seconds when it has the first move."""
    engine = bad("late", protocol, limits={"clock": Clock(0.3)})
    match = play(engine, depth=1, time=None)
    assert {lost.game: (lost.player, lost.reason) for lost in match.forfeits}[1] == (match.players[1], "time")
    assert "(clock 0.3 + 0)" in str(match) and "depth 1 a move" in str(match)


def test_a_search_of_ours_that_runs_out_of_time_has_lost_too() -> None:
    match = lab.match(OWN, "plain", openings=[boyi.xiangqi.START], depth=2, clock=Clock(0), progress=False)
    assert [(lost.player, lost.reason, lost.transcript) for lost in match.forfeits] == [
        ("a", "time", ()),
        ("plain", "time", ()),
    ]


def test_what_programs_would_understand_in_different_ways_is_refused() -> None:
    for protocol in ("uci", "ucci"):
        with pytest.raises(OptionError, match=r"time=1\.0 and clock=: expected one of the two"):
            play(bad("good", protocol), depth=None, time=1, clock=LONG)
    for clock, named in ((Clock(1.5), "remaining=1.5"), (Clock(10, increment=0.5), "increment=0.5")):
        with pytest.raises(OptionError, match=f"{named}: the program counts whole seconds"):
            play(bad("good", "ucci"), clock=clock)
    assert play(bad("milliseconds", "ucci"), clock=Clock(1000.5)).forfeits == []


def test_a_clock_has_a_largest_number() -> None:
    clock = GameClock(Clock(1e9, increment=1))
    assert clock.charge(0.0) and clock.now.remaining == 1e9


def test_clocks_are_kept_in_files(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    given = {"game": "xiangqi", "games": 2, "depth": 1, "max_plies": 3, "progress": False}
    match = lab.match(OWN, "boyi", clock=Clock(100, 1, 40), path=path, **given)
    assert match.metadata["clock"] == [100, 1, 40, 0.05] and "clock 100 + 1 for 40 moves" in str(match)
    assert facts(lab.Match.load(path)) == facts(match)
    assert facts(lab.match(OWN, "boyi", clock=Clock(100, 1, 40), path=path, **given)) == facts(match)
    with pytest.raises(boyi.ResultFileError):
        lab.match(OWN, "boyi", clock=Clock(100), path=path, **given)


needs_cpu_clocks = pytest.mark.skipif(not CPU_CLOCKS, reason="no CPU time of other processes")


@needs_cpu_clocks
def test_cpu_time_limits_searches_and_programs() -> None:
    for engine in (boyi_program("uci"), boyi_program("gomocup")):
        match = play(engine, depth=None, time=None, cpu_time=0.03, max_plies=6)
        assert match.forfeits == []
        for game in match.games:
            for name in match.players:
                assert game.time[name] / game.searches[name] < 0.3, "with what a loaded machine adds"
            assert game.time["a"] / game.searches["a"] > 0.03


@needs_cpu_clocks
def test_a_program_that_waits_uses_no_cpu_time() -> None:
    assert play(bad("late"), depth=None, cpu_time=0.5).forfeits == []


@needs_cpu_clocks
@pytest.mark.parametrize("protocol", ["uci", "gomocup"])
def test_a_program_that_does_not_stop_loses_on_time(protocol: str) -> None:
    """It talks and uses its processor for good, whatever it is told."""
    engine = bad("burns", protocol, margin=0.1, limits={"cpu_time": 0.05})
    match = play(engine, depth=1, time=None)
    assert {lost.game: lost.reason for lost in match.forfeits}[1] == "time"
    assert protocol == "gomocup" or "> stop" in match.forfeits[-1].transcript


@needs_cpu_clocks
def test_a_line_that_stops_a_program_is_said_in_time(tmp_path: Path) -> None:
    """The program uses 50 ms, and then waits for the line."""
    engine = bad("stopped", "gomocup", stop="YXSTOP", limits={"cpu_time": 0.04})
    assert play(engine, depth=1, time=None).forfeits == []
    assert "INFO timeout_turn 20" in told(tmp_path, "gomocup", cpu_time=0.02)


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = ["match", "boyi", "boyi:lmr=off", "--game", "xiangqi", "--games", "2", "--max-plies", "2", "--quiet"]
    assert main([*command, "--clock", "40/100", "--depth", "1", "--path", str(path)]) == 0
    assert lab.Match.load(path).metadata["clock"] == [100, 0, 40, 0.05]
    assert main([*command, "--cpu-time", "0.01"]) == 0
    for text in ("", "x", "1+", "0/5", "1+2+3", "1..5"):
        with pytest.raises(Exception, match="expected SECONDS"):
            read_clock(text)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"clock": 60}, "clock=60: expected a boyi.Clock or None"),
        ({"cpu_time": 0}, "cpu_time=0: expected seconds"),
        ({}, "a match without a limit: give nodes=, time= or cpu_time="),
    ],
)
def test_bad_limits_are_named(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        lab.match(OWN, "boyi", game="xiangqi", games=2, progress=False, **given)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"stop": "YXSTOP"}, "stop='YXSTOP': expected a line such as 'YXSTOP' with protocol='gomocup'"),
        ({"protocol": "gomocup", "stop": "a\nb"}, "stop="),
        ({"limits": {"seconds": 1}}, "expected values of nodes, time, depth, cpu_time, clock"),
    ],
)
def test_bad_fields_of_an_engine_are_named(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        lab.Engine(["x"], **fields)
