"""The program ``boyi uci``: a whole game, and an end whenever the front wants it."""

import os
import signal
import subprocess
import sys
import time
from random import Random
from typing import Any

import pytest

from boyi.xiangqi import Position
from conftest import program, say


def hear(process: subprocess.Popen[str], word: str) -> list[str]:
    """The lines up to one that begins with a word."""
    assert process.stdout is not None
    lines: list[str] = []
    while not lines or lines[-1].split()[0] != word:
        lines.append(process.stdout.readline().strip())
        assert lines[-1], f"no {word} after {lines[-5:]}"
    return lines


def test_the_program_plays_a_game() -> None:
    random, place, moves = Random(5), Position(), ""
    with program("uci", "--preset", "wizard-table") as process:
        say(process, "uci")
        assert "option name Preset type combo default wizard-table var" in "\n".join(hear(process, "uciok"))
        say(process, "setoption name Ranks value 1-10", "setoption name Hash value 2", "isready")
        assert hear(process, "readyok") == ["readyok"]
        while place.outcome() is None and place.ply < 60:
            if place.turn == "red":
                say(process, f"position startpos moves{moves}", "go depth 2")
                move = place.parse(hear(process, "bestmove")[-1].split()[1], "uci10")
            else:
                move = random.choice(place.legal_moves())
            place, moves = place.play(move), f"{moves} {place.format(move, 'uci10')}"
        assert place.ply > 4
        say(process, "quit")
        assert process.wait(timeout=5) == 0
        assert process.stdout.read() == process.stderr.read() == ""


@pytest.mark.parametrize("end", ["stop", "quit", None])
def test_a_search_ends_when_it_should(end: str | None) -> None:
    with program("uci") as process:
        say(process, "isready", "go infinite")
        hear(process, "info")
        time.sleep(0.3)
        if end is None:
            process.stdin.close()
        else:
            say(process, end)
        assert Position().is_legal(hear(process, "bestmove")[-1].split()[1])
        if end == "stop":
            say(process, "go depth 1")
            hear(process, "bestmove")
            say(process, "quit")
        assert process.wait(timeout=10) == 0
        assert process.stdout.read() == process.stderr.read() == ""


def test_lines_before_the_end_of_the_input_are_answered() -> None:
    with program("uci") as process:
        out, err = process.communicate("isready\nnonsense\nposition fen 9\nsetoption name Hash value 2\n", timeout=20)
    lines = out.splitlines()
    assert lines[0] == "readyok" and lines[1].startswith("info string unknown command nonsense")
    assert lines[2].startswith("info string ") and len(lines) == 3 and err == "" and process.returncode == 0


def test_bytes_of_any_kind_do_not_end_it() -> None:
    """Also where the output has no letters but those of ASCII."""
    environment = os.environ | {"PYTHONIOENCODING": "ascii:strict", "PYTHONUTF8": "0"}
    random = Random(5)
    lines = [random.randbytes(random.randint(0, 60)).replace(b"\n", b"") for _ in range(300)]
    lines += [
        "起 start".encode(),
        "position fen 起".encode("utf-16"),
        b"setoption name BookFile value a\0b",
        b"go \xff",
    ]
    command = [sys.executable, "-m", "boyi.cli", "uci", "--set", "table_mb=1"]
    done = subprocess.run(
        command, input=b"\n".join([*lines, b"isready", b"quit"]), capture_output=True, timeout=60, env=environment
    )
    assert done.returncode == 0 and done.stderr == b"" and done.stdout.splitlines()[-1] == b"readyok"


def test_a_front_that_does_not_listen_any_more() -> None:
    with program("uci") as process:
        say(process, "isready", "go infinite")
        hear(process, "readyok")
        process.stdout.close()
        process.stdin.close()
        assert process.wait(timeout=10) == 0 and process.stderr.read() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("lines", [["isready"], ["isready", "go infinite"]])
def test_ctrl_c_ends_it(lines: list[str]) -> None:
    with program("uci") as process:
        say(process, *lines)
        hear(process, "readyok")
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(timeout=10) == 130 and process.stderr.read() == "boyi: interrupted\n"


def test_a_bad_command_line_is_refused() -> None:
    with program("uci", "--set", "killers=9") as process:
        out, err = process.communicate("", timeout=20)
    assert (out, process.returncode) == ("", 2) and "killers" in err


@pytest.mark.peer
def test_a_game_against_the_moves_of_pyffish() -> None:
    """Both dialects speak of the same moves as another program's library."""
    pyffish: Any = pytest.importorskip("pyffish")
    random, moves = Random(11), []
    with program("uci", "--set", "null_move=no") as process:
        say(process, "setoption name UCI_Variant value xiangqi", "isready")
        hear(process, "readyok")
        for _ in range(20):
            say(process, f"position startpos moves {' '.join(moves)}", "go nodes 500")
            move = hear(process, "bestmove")[-1].split()[1]
            assert move in pyffish.legal_moves("xiangqi", pyffish.start_fen("xiangqi"), moves)
            moves.append(move)
            moves.append(random.choice(pyffish.legal_moves("xiangqi", pyffish.start_fen("xiangqi"), moves)))
        say(process, "quit")
        assert process.wait(timeout=5) == 0


@pytest.mark.parametrize("command", ["uci", "ucci", "gomocup"])
def test_a_program_without_standard_input_ends(command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"'{sys.executable}' -m boyi.cli {command} --set table_mb=1 <&-"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
