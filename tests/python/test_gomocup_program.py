"""The program ``boyi gomocup``: a whole game, and an end whenever the manager wants it."""

import os
import signal
import subprocess
import sys
import time
from random import Random

import pytest

from boyi.gomoku import Position
from conftest import program, say
from test_gomocup import coordinates, point


def hear(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_the_program_plays_a_game() -> None:
    random, place = Random(5), Position(size=8)
    with program("gomocup", "--nodes", "300") as process:
        say(process, "START 8", "INFO timeout_turn 1000", "INFO rule 0", "BEGIN")
        assert hear(process) == "OK"
        while True:
            place = place.play(point([hear(process)], place))
            if place.outcome():
                break
            move = random.choice(place.legal_moves())
            place = place.play(move)
            if place.outcome():
                break
            say(process, f"TURN {coordinates(str(move), place)}")
        assert place.outcome().winner in ("black", None)
        say(process, "END")
        assert process.wait(timeout=5) == 0
        assert process.stdout.read() == process.stderr.read() == ""


@pytest.mark.parametrize("end", ["END", "end\r\nABOUT", None])
def test_the_end_comes_in_the_middle_of_a_search_too(end: str | None) -> None:
    with program("gomocup") as process:
        say(process, "START 15", "INFO timeout_turn 600000", "INFO time_left 100000000", "TURN 7,7")
        assert hear(process) == "OK"
        time.sleep(0.3)
        start = time.perf_counter()
        if end is None:
            process.stdin.close()
        else:
            say(process, end)
        assert process.wait(timeout=10) == 0 and time.perf_counter() - start < 2
        assert process.stdout.read() == process.stderr.read() == "", "no move, and no complaint"


def test_lines_before_the_end_of_the_input_are_answered() -> None:
    with program("gomocup") as process:
        out, err = process.communicate("ABOUT\nSTART 20\nSTART 3\nNONSENSE\n", timeout=20)
    lines = out.splitlines()
    assert lines[0].startswith('name="boyi"') and lines[1] == "OK" and lines[2].startswith("ERROR START 3")
    assert lines[3:] == ["UNKNOWN NONSENSE"] and err == "" and process.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_it() -> None:
    with program("gomocup") as process:
        say(process, "START 15")
        assert hear(process) == "OK"
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(timeout=10) == 130 and process.stderr.read() == "boyi: interrupted\n"
