"""What the tests share: the published data, fresh interpreters, random games."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

import boyi
from boyi.run import journal

# Shared machines stand still for a moment at any time: no test is timed.
settings.register_profile("boyi", deadline=None)
settings.load_profile("boyi")

# A shell starts its background jobs with interrupts ignored, and programs inherit that; tests interrupt programs.
signal.signal(signal.SIGINT, signal.default_int_handler)

DATA = Path(__file__).parents[1] / "data"
MIDDLEGAME = "r1bakab1r/9/1cn3nc1/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R w"
MATE_IN_ONE = "3k5/9/9/9/9/9/9/4R4/9/R3K4 w"


def data(name: str) -> dict[str, Any]:
    """A file of published facts."""
    return json.loads((DATA / f"{name}.json").read_text())


def run_python(code: str, *, timeout: float = 60, **environment: str) -> str:
    """What a program prints in an interpreter of its own; a failure shows its traceback."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=timeout,
        env=os.environ | {"PYTHONFAULTHANDLER": "1"} | environment,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def random_line(seed: int, plies: int) -> Iterator[boyi.xiangqi.Position]:
    """The positions of a game of random legal moves, the start position first."""
    random = Random(seed)
    position = boyi.xiangqi.Position()
    yield position
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            return
        position = position.play(random.choice(moves))
        yield position


def facts(result: boyi.Result) -> tuple[Any, ...]:
    """What of a result does not depend on the clock."""
    each = [(it.depth, it.score, it.nodes, it.pv) for it in result.iterations]
    return result.move, result.score, result.bound, result.depth, result.seldepth, result.nodes, result.counters, each


def signed(data: dict[str, Any]) -> str:
    """A line of a file of results, as the library writes it."""
    data.pop("crc", None)
    return journal.json_line(data)


@pytest.fixture
def start() -> boyi.xiangqi.Position:
    return boyi.xiangqi.Position()


@pytest.fixture
def searcher() -> boyi.Searcher:
    return boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=1))


@pytest.fixture
def pytester(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Sessions of pytest inside of tests: they print the same anywhere, and start without the slowest plugin.

    Under ``CI`` or ``BUILD_NUMBER`` pytest repeats every message whole in its summary.
    """
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:hypothesispytest")
    for variable in ("CI", "BUILD_NUMBER"):
        monkeypatch.delenv(variable, raising=False)
    return pytester


@contextmanager
def program(command: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A command of boyi that talks by lines, with a small table; it does not outlive the block."""
    with subprocess.Popen(
        [sys.executable, "-m", "boyi.cli", command, "--set", "table_mb=1", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def say(process: subprocess.Popen[str], *lines: str) -> None:
    """Tells a program lines."""
    assert process.stdin is not None
    process.stdin.write("".join(f"{line}\r\n" for line in lines))
    process.stdin.flush()


positions = st.builds(lambda seed, plies: list(random_line(seed, plies))[-1], st.integers(0, 999), st.integers(0, 120))
"""Positions of random games of xiangqi."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A Chromium without pages."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        pytest.skip("no Chromium is installed")
    driver = pytest.importorskip("playwright.sync_api")
    with driver.sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
