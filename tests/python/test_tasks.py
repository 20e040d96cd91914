"""Tasks run a few at a time, whatever their number, and only on workers that run the same boyi."""

import multiprocessing
import os
import pickle
import platform
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

import boyi
from boyi import lab
from boyi.run import identity as identities
from boyi.run import tasks
from boyi.run.tasks import Search, Workers


@dataclass(frozen=True)
class Number:
    """A task whose record is its number."""

    number: int
    wait: float = 0.0
    data: bytes = b""

    def work(self, search: Search) -> dict[str, Any]:
        time.sleep(self.wait)
        return {"number": self.number, "process": os.getpid(), "thread": threading.get_ident()}


class Untold(Executor):
    """An executor of which nothing is known but its interface: it does the work at once."""

    def submit(self, work: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(work(*arguments, **options))
        return future


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor(3), Untold()], ids=["none", "threads", "untold"])
def test_tasks_are_taken_as_there_is_room_for_them(executor: Executor | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "UNKNOWN_WINDOW", 8)
    taken, seen = 0, []

    def numbers() -> Iterator[Number]:
        nonlocal taken
        for taken in range(1, 1001):
            yield Number(taken)

    with Workers(executor) as workers:
        for record in workers.run(numbers()):
            seen.append(record["number"])
            assert taken - len(seen) < workers.window <= 4 * max(tasks.cores(), 3)
    assert sorted(seen) == list(range(1, 1001))


def test_memory_does_not_grow_with_the_number_of_tasks() -> None:
    """A task has 10 kB: 20,000 of them at once would be 200 MB."""
    program = """
import resource, sys
sys.path.insert(0, "tests/python")
from test_tasks import Number, Workers
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
with Workers(None) as workers:
    before, done = peak(), 0
    for record in workers.run(Number(number, data=bytes(10_000) + bytes([number % 256])) for number in range(20_000)):
        done += 1
print(done, peak() - before)
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert int(said[0]) == 20_000 and float(said[1]) < 50


def test_workers_are_kept_busy() -> None:
    """Eight workers share 80 naps: no one waits for its next one while there are some."""
    with ThreadPoolExecutor(8) as executor, Workers(executor) as workers:
        begun = time.monotonic()
        records = list(workers.run(Number(number, wait=0.02) for number in range(80)))
        assert time.monotonic() - begun < 0.4 and len({record["thread"] for record in records}) == 8


def test_what_has_not_begun_is_cancelled() -> None:
    with ThreadPoolExecutor(1) as executor:
        with Workers(executor) as workers:
            workers.submit(Number(0, wait=0.1))
            later = [workers._pool.submit(time.sleep, 0)]
            workers.submit(Number(1))
            waiting = set(workers._running)
        assert sum(future.cancelled() for future in waiting) >= 1 and not later[0].cancelled()


def test_an_error_reaches_the_caller() -> None:
    class Broken:
        def work(self, search: Search) -> dict[str, Any]:
            raise ArithmeticError("of a task")

    with pytest.raises(ArithmeticError, match="of a task"), Workers(None) as workers:
        list(workers.run([Broken()]))


# Workers of another boyi


def altered(changes: dict[str, str]) -> None:
    """Makes this worker process one of another boyi."""
    own = identities.identity()._replace(**changes)
    identities.identity = lambda: own


@pytest.mark.parametrize("start", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "changes",
    [
        {"version": "0.0.9"},
        {"signature": "xiangqi 1 gomoku 2"},
        {"commit": "1234567"},
        {"version": "9", "commit": "unknown"},
    ],
    ids=str,
)
def test_a_worker_of_another_boyi_is_refused_by_name(
    start: str, changes: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own = identities.identity()._replace(commit="7654321")
    monkeypatch.setattr(tasks, "identity", lambda: own)
    given: dict[str, Any] = {"positions": "xiangqi/bench", "depth": 1, "progress": False}
    context = multiprocessing.get_context(start)
    executor = ProcessPoolExecutor(1, context, altered, ({"commit": "7654321"} | changes,))
    with executor, pytest.raises(boyi.WorkerError) as refused:
        lab.compare(["boyi"], executor=executor, **given)
    said = str(refused.value)
    assert said.startswith("the worker process ") and f" on {platform.node()} runs boyi " in said
    assert all(value in said for value in changes.values()) and f"expected {own}" in said


def test_a_task_that_this_boyi_could_not_even_read_is_refused_by_name() -> None:
    with pytest.raises(boyi.WorkerError, match="expected boyi 99 "):
        tasks.run_elsewhere(identities.identity()._replace(version="99"), b"no pickle of ours")


@pytest.mark.parametrize("commits", [("unknown", "1234567"), ("1234567", "unknown"), ("1234567", "1234567")])
def test_a_commit_that_is_not_known_is_no_difference(commits: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    here, sender = (identities.identity()._replace(commit=commit) for commit in commits)
    monkeypatch.setattr(identities, "identity", lambda: here)
    identities.refuse_other(sender)


def test_the_bench_is_searched_once_in_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[str] = []
    monkeypatch.setattr(identities, "bench", lambda game: searched.append(game) or 1)
    identities.identity.cache_clear()
    try:
        assert identities.identity() is identities.identity() and searched == list(boyi._core.games())
    finally:
        identities.identity.cache_clear()


def test_threads_of_this_process_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "identity", lambda: pytest.fail("a bench for nothing"))
    lab.compare(["boyi"], "xiangqi/bench", depth=1, progress=False)
    with ThreadPoolExecutor(2) as executor:
        lab.compare(["boyi"], "xiangqi/bench", depth=1, progress=False, executor=executor)


def test_tasks_travel_by_the_standard_librarys_pickle_to_its_processes() -> None:
    with ProcessPoolExecutor(1) as executor:
        assert tasks.packed(Number(3), executor) == pickle.dumps(Number(3))
