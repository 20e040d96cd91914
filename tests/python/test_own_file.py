"""Files of results that two experiments want: one writes, the other is refused, and a crash leaves no lock."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi import lab
from boyi.run.own_file import OwnFile, replace
from boyi.run.tasks import cores

EXPERIMENTS = {
    "self-play": "lab.selfplay('boyi', game='xiangqi', games={many}, nodes=50, max_plies=20, **more)",
    "tuning": "lab.tune('boyi', {{'lmr_base': 9}}, pairs={many}, game='xiangqi', nodes=50, max_plies=10, **more)",
    "screening": "lab.screen('boyi', {{'a': {{'killers': 0}}}}, pairs={many}, game='xiangqi', nodes=50, "
    "max_plies=10, **more)",
    "match": "lab.match('boyi', 'fruit', game='xiangqi', games={many}, nodes=50, max_plies=10, **more)",
    "comparison": "lab.compare(['boyi'], lab.openings('xiangqi')[:{many}], nodes=20_000, **more)",
}
"""An experiment of each kind, of any size."""
LOADS: dict[str, Any] = {
    "self-play": lambda path: lab.Games.load(path).games,
    "tuning": lambda path: lab.Tuning.load(path).records,
    "screening": lambda path: lab.Screening.load(path).records,
    "match": lambda path: lab.Match.load(path).games,
    "comparison": lambda path: lab.Comparison.load(path).rows,
}
MANY = {"self-play": 100_000, "tuning": 100_000, "screening": 100_000, "match": 400, "comparison": 400}

PROGRAM = """
import multiprocessing, sys
from concurrent.futures import ProcessPoolExecutor
from boyi import lab
if __name__ == "__main__":
    forked = ProcessPoolExecutor(1, multiprocessing.get_context("fork")) if {forked} else None
    more = {{"progress": False, "path": sys.argv[1], "executor": forked}}
    print({experiment})
"""


@contextmanager
def running(kind: str, path: Path, *, forked: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that has begun an experiment, and has written something of it; killed in the end."""
    program = PROGRAM.format(experiment=EXPERIMENTS[kind].format(many=MANY[kind]), forked=forked)
    process = subprocess.Popen([sys.executable, "-c", program, str(path)], start_new_session=True)
    # A match counts no pair behind one that is missing, and pairs end out of order.
    lines = 2 + cores() if kind == "match" else 2
    try:
        begun = time.monotonic()
        while not path.exists() or path.read_bytes().count(b"\n") < lines:
            assert process.poll() is None and time.monotonic() < begun + 60
            time.sleep(0.02)
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def here(kind: str, path: Path, many: int) -> Any:
    names = {"lab": lab, "more": {"progress": False, "path": path}}
    return eval(EXPERIMENTS[kind].format(many=many), names)


@pytest.mark.parametrize("kind", EXPERIMENTS)
def test_of_two_processes_with_one_path_the_second_is_refused(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    with running(kind, path) as process:
        with pytest.raises(boyi.ResultFileError, match=f"{path} is being written by another experiment: expected an"):
            here(kind, path, MANY[kind])
        process.kill()
        process.wait()
        before = len(LOADS[kind](path))
        assert before > 0
        # The crash has let go of the file: whoever comes next writes it, be it that another experiment is refused.
        OwnFile(path).close()
        if kind in ("match", "comparison"):
            here(kind, path, MANY[kind])
            assert len(LOADS[kind](path)) > before
        elif kind == "self-play":
            here(kind, path, before + 64)
            assert len(LOADS[kind](path)) == before + 64
        else:
            with pytest.raises(boyi.ResultFileError, match="another experiment, with other pairs"):
                here(kind, path, 2)


def test_workers_that_outlive_a_killed_process_hold_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "results"
    with running("self-play", path, forked=True) as process:
        with pytest.raises(boyi.ResultFileError, match="is being written"):
            OwnFile(path)
        process.kill()
        process.wait()
        OwnFile(path).close()


def test_threads_of_one_process_exclude_each_other_and_a_save_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results"
    games = here("self-play", path, 2)
    file = OwnFile(path)
    for blocked in (lambda: here("self-play", path, 4), lambda: games.save(path), lambda: replace(path, b"x")):
        with pytest.raises(boyi.ResultFileError, match="is being written"):
            blocked()
    assert len(lab.Games.load(path)) == 2, "reading needs no lock"
    file.close()
    games.save(path)
    assert len(here("self-play", path, 4)) == 4
    assert [each.name for each in tmp_path.iterdir()] == ["results"]


def test_a_save_removes_what_a_killed_one_has_left(tmp_path: Path) -> None:
    (tmp_path / "a.new").write_bytes(b"half of a file that was longer than the next one")
    replace(tmp_path / "a", b"all")
    assert [each.name for each in tmp_path.iterdir()] == ["a"] and (tmp_path / "a").read_bytes() == b"all"


@pytest.mark.parametrize("kept", [0, 1, 100, -1])
def test_a_first_line_that_was_cut_off_is_written_anew(kept: int, tmp_path: Path) -> None:
    path = tmp_path / "results"
    here("comparison", path, 1)
    head, rows = path.read_bytes().split(b"\n", 1)
    path.write_bytes(head[: kept % len(head)])
    here("comparison", path, 1)
    again = path.read_bytes().split(b"\n", 1)
    assert again[0] == head and again[1].count(b"\n") == rows.count(b"\n") == 1


def test_a_file_that_is_removed_meanwhile_is_said(tmp_path: Path) -> None:
    file = OwnFile(tmp_path / "a")
    file.append(b"one\n")
    file.path.unlink()
    with pytest.raises(boyi.ResultFileError, match="was removed or replaced while its experiment ran"):
        file.append(b"two\n")
    file.close()


def test_a_path_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path, tmp_path / "file" / "results"):
        with pytest.raises(boyi.ResultFileError, match=f"{path} cannot be (read|written), .*: expected"):
            here("comparison", path, 1)
