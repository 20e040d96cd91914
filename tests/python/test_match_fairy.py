"""The match against Fairy-Stockfish runs and says what it should, with another boyi in its place too."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from boyi import lab

SCRIPT = Path(__file__).parents[1] / "peers" / "match_fairy.py"
PEER = shutil.which("fairy-stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="CPU time of a process as Linux tells it")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def check(path: Path, name: str, output: str) -> lab.Match:
    """Two games of a pair, from the same opening, that end as the rules say."""
    match = lab.Match.load(path)
    assert match.players[0] == "boyi" and name in match.players[1] and match.players[1] in output
    assert [game.players["red"] for game in match.games] == list(match.players)
    for game in match.games:
        outcome = game.position.outcome()
        assert game.reason == ("max_plies" if outcome is None else outcome.reason)
        assert game.winner == (None if outcome is None or outcome.winner is None else game.players[outcome.winner])
        # CPU time comes in hundredths of a second, of which a peer with few nodes may use none.
        assert min(game.time.values()) >= 0 and game.time["boyi"] > 0 and all(game.nodes.values())
    assert "CPU seconds" in output and "95 % intervals" in output and f"{len(match.games)} games" in output
    return match


def test_a_match_against_another_boyi(tmp_path: Path) -> None:
    peer, out = tmp_path / "peer", tmp_path / "match.jsonl"
    peer.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m boyi.cli uci --preset wizard-alphabeta\n')
    peer.chmod(peer.stat().st_mode | stat.S_IXUSR)
    given = ["--engine", str(peer), "--games", "2", "--movetime", "5", "--nodes", "200", "--hash", "1"]
    first = run(*given, "--out", str(out))
    assert first.returncode == 0, first.stderr
    match = check(out, "boyi 0", first.stdout)
    most = max(game.nodes[match.players[1]] / len(game.moves) for game in match.games)
    assert most < 2000, "its moves are limited in nodes"
    again = run(*given, "--out", str(out))
    assert again.stdout == first.stdout and again.stderr == "", "all games are there"
    other = run(*given[:-1], "2", "--out", str(out))
    assert other.returncode != 0 and "another experiment" in other.stderr


@pytest.mark.peer
@pytest.mark.skipif(PEER is None, reason="fairy-stockfish is not installed")
def test_a_match_against_fairy_stockfish(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    done = run("--games", "2", "--movetime", "10", "--out", str(out), "--peer-option", "Skill Level=0")
    assert done.returncode == 0, done.stderr
    check(out, "Fairy-Stockfish", done.stdout)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--games", "3"], "even number"),
        (["--engine", "no-such-program"], "no-such-program: expected a program"),
        (["--engine", sys.executable, "--option", "Preset"], "'Preset': expected NAME=VALUE"),
    ],
)
def test_bad_arguments_are_named(given: list[str], message: str) -> None:
    done = run("--engine", sys.executable, *given)
    assert done.returncode == 2 and message in done.stderr
