"""Searches under way: callbacks, runs, threads, Ctrl-C, forks."""

import gc
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import boyi
from boyi import Config, Searcher
from boyi.xiangqi import Position
from conftest import MIDDLEGAME, facts, run_python

# ---- callbacks and runs --------------------------------------------------


class Stopped(Exception):
    """What a callback raises."""


def test_an_exception_in_the_callback_stops_the_search(searcher: Searcher, start: Position) -> None:
    def callback(iteration: boyi.Iteration) -> None:
        if iteration.depth == 3:
            raise Stopped("enough")

    began = time.perf_counter()
    with pytest.raises(Stopped, match="enough"):
        searcher.search(start, time=60, on_iteration=callback)
    assert time.perf_counter() - began < 10
    assert searcher.search(start, depth=2).depth == 2


def test_a_callback_must_be_callable(searcher: Searcher, start: Position) -> None:
    with pytest.raises(TypeError, match="not callable"):
        searcher.search(start, depth=2, on_iteration=5)  # type: ignore[arg-type]
    assert searcher.search(start, depth=2).depth == 2


@pytest.mark.parametrize("ask", [lambda s, p: s.search(p, depth=1), lambda s, p: s.start(p), lambda s, p: s.clear()])
def test_a_busy_searcher_says_so(ask: Callable[[Searcher, Position], Any], searcher: Searcher, start: Position) -> None:
    with (
        searcher.start(start),
        pytest.raises(boyi.SearcherBusyError, match="searching already; stop that search or use another Searcher"),
    ):
        ask(searcher, start)
    with pytest.raises(boyi.SearcherBusyError):
        searcher.search(start, time=60, on_iteration=lambda _: ask(searcher, start))
    assert searcher.search(start, depth=1).depth == 1


def test_a_callback_may_use_another_searcher(searcher: Searcher, start: Position) -> None:
    other = Searcher(Config.preset("boyi").replace(table_mb=1))
    depths: list[int] = []
    searcher.search(start, depth=3, on_iteration=lambda it: depths.append(other.search(start, depth=it.depth).depth))
    assert depths == [1, 2, 3]


def test_a_run_is_iterated_stopped_and_asked(searcher: Searcher, start: Position) -> None:
    run = searcher.start(start)
    assert iter(run) is run
    assert [next(run).depth, next(run).depth] == [1, 2]
    assert not run.done()
    run.stop()
    rest = [it.depth for it in run]
    result = run.result()
    assert run.done()
    assert [it.depth for it in result.iterations] == [1, 2, *rest]
    assert run.result() == result, "it can be asked again"
    assert next(run, None) is None


def test_a_result_can_be_waited_for(searcher: Searcher, start: Position) -> None:
    run = searcher.start(start)
    for timeout in (0, 0.02):
        with pytest.raises(TimeoutError, match="not over yet"):
            run.result(timeout=timeout)
    assert not run.done()
    run.stop()
    assert run.result(timeout=10).move is not None
    assert run.result(timeout=0).move is not None


@pytest.mark.parametrize("timeout", [-1, float("nan"), float("inf"), 10**400])
def test_absurd_timeouts_are_refused(timeout: float, searcher: Searcher, start: Position) -> None:
    with searcher.start(start, depth=1) as run, pytest.raises(boyi.OptionError, match="expected seconds"):
        run.result(timeout)


def test_leaving_the_block_stops_and_frees(searcher: Searcher, start: Position) -> None:
    for _ in range(5):
        with searcher.start(start) as run:
            next(run)
        assert run.done()
    with pytest.raises(Stopped), searcher.start(start) as run:
        raise Stopped
    assert run.done()
    assert searcher.search(start, depth=1).depth == 1


def test_a_dropped_run_stops_and_frees(searcher: Searcher, start: Position) -> None:
    for _ in range(20):
        searcher.start(start)
        assert searcher.search(start, depth=1).depth == 1
    cycle: list[Any] = [searcher.start(start)]
    cycle.append(cycle)
    del cycle
    gc.collect()
    assert searcher.search(start, depth=1).depth == 1


def test_a_dropped_searcher_leaves_its_run_alone(start: Position) -> None:
    run = Searcher(Config.preset("boyi").replace(table_mb=1)).start(start, depth=4)
    gc.collect()
    assert run.result().depth == 4


# ---- threads and signals -------------------------------------------------


def test_other_threads_run_while_a_search_runs(searcher: Searcher, start: Position) -> None:
    count, over = 0, threading.Event()

    def work() -> None:
        nonlocal count
        while not over.is_set():
            count += 1

    worker = threading.Thread(target=work)
    worker.start()
    try:
        before = count
        searcher.search(start, time=0.2)
        during = count - before
    finally:
        over.set()
        worker.join()
    assert during > 1000


def test_searchers_run_side_by_side() -> None:
    position = Position(MIDDLEGAME)
    config = Config.preset("boyi").replace(table_mb=1)
    alone = facts(Searcher(config).search(position, depth=6))
    with ThreadPoolExecutor(3) as pool:
        results = list(pool.map(lambda _: Searcher(config).search(position, depth=6), range(6)))
    assert [facts(result) for result in results] == [alone] * 6


def test_many_threads_may_wait_for_one_run(searcher: Searcher, start: Position) -> None:
    for _ in range(20):
        run = searcher.start(start, depth=4)
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda _, run=run: run.result(), range(4)))
        assert all(result == results[0] for result in results)


def test_threads_that_share_a_searcher_get_it_in_turn_or_are_told(searcher: Searcher, start: Position) -> None:
    def attempt(_: int) -> bool:
        try:
            return searcher.search(start, nodes=2000).nodes == 2000
        except boyi.SearcherBusyError:
            return True

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(attempt, range(100)))


INTERRUPT = """
import os, signal, threading, time, boyi
position = boyi.xiangqi.Position()
searcher = boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=1))
run = None
def interrupt():
    global sent
    time.sleep(0.15)
    sent = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)
{before}
threading.Thread(target=interrupt).start()
try:
    {wait}
except KeyboardInterrupt:
    print(time.perf_counter() - sent)
assert searcher.search(position, depth=2).depth == 2
assert position.perft(2) == 1920
"""
START = "run = searcher.start(position)"
WAITS = {
    "search": ("", "searcher.search(position, time=30)"),
    "search with a callback": ("", "searcher.search(position, time=30, on_iteration=print)"),
    "perft": ("", "position.perft(7)"),
    "divide": ("", "position.divide(7)"),
    "result": (START, "run.result()"),
    "result in time": (START, "run.result(timeout=30)"),
    "iteration": (START, "print(list(run))"),
    "perft with costly counts": ("", "boyi.gomoku.Position(rule='renju').perft(4)"),
    "sampling an empty table": ("table = boyi.TranspositionTable(512)", "table.sample(5)"),
    "another thread waits too": (f"{START}; threading.Thread(target=run.result).start()", "run.result()"),
}


@pytest.mark.parametrize("case", WAITS)
def test_ctrl_c_is_seen_at_once_and_the_next_search_works(case: str, record_property: Any) -> None:
    before, wait = WAITS[case]
    latency = float(run_python(INTERRUPT.format(before=before, wait=wait)).splitlines()[-1])
    record_property("latency", latency)
    assert latency < 1, "typically 0.005 s; the machine may be busy"


def test_an_interrupt_while_an_iteration_becomes_an_object_stops_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    searcher = Searcher()
    run = searcher.start(Position(), time=30)
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(boyi.Iteration, "__init__", interrupted)
        next(run)
    assert searcher.search(Position(), depth=2).depth == 2


def test_ctrl_c_ends_the_bench() -> None:
    code = """
import os, signal, threading, time
from boyi import _core
start = time.perf_counter()
expected = _core.bench()
whole = time.perf_counter() - start
def interrupt():
    global sent
    time.sleep(whole / 4)
    sent = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    _core.bench()
except KeyboardInterrupt:
    print((time.perf_counter() - sent) / whole)
assert _core.bench() == expected
"""
    # 0.75 if it went on to its end, 0.01 if not; the machine may be busy.
    assert any(float(run_python(code)) < 0.4 for _ in range(3))


def test_a_forked_process_searches_too() -> None:
    code = """
import os, signal, boyi
def work():
    searcher = boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=8))
    result = searcher.search(boyi.xiangqi.Position(), depth=4)
    return result.nodes, len(searcher.table), len(searcher.table.entries())
here = work()
busy = boyi.Searcher().start(boyi.xiangqi.Position())
child = os.fork()
if child == 0:
    signal.alarm(20)
    assert work() == work() == here
    del busy
    os._exit(0)
print(os.waitpid(child, 0)[1])
"""
    assert run_python(code) == "0"


FORKED = """
import gc, os, signal, sys, threading, traceback, boyi
position = boyi.xiangqi.Position()
searcher = boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=1), {own})
over = searcher.start(position, depth=2)
while not over.done():
    pass
run = searcher.start(position)
next(run)
waiting = threading.Thread(target=run.result)
waiting.start()
child = os.fork()
if child == 0:
    signal.alarm(30)
    try:
        {inside}
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)
status = os.waitpid(child, 0)[1]
run.stop()
waiting.join()
assert run.result().move is not None
print(status)
"""
INSIDE = {
    "result": """
        for ask in (run.result, lambda: run.result(timeout=20), lambda: next(run), lambda: list(run)):
            try:
                ask()
            except boyi.ForkError as error:
                assert "start another one here" in str(error)
            else:
                raise AssertionError(ask)
        assert run.done()
    """,
    "with": """
        with run:
            pass
    """,
    "a run that was over": "assert [step.depth for step in over] == [1, 2] and over.result().depth == 2",
    "no run any more": "del run; gc.collect()",
    "a search": """
        assert searcher.search(position, depth=3).depth == 3
        assert searcher.start(position, nodes=2000).result().nodes == 2000
        assert searcher.table.probe(position).move is not None
    """,
    "clear": """
        searcher.clear()
        first = searcher.search(position, depth=3).nodes
        searcher.clear()
        assert searcher.search(position, depth=3).nodes == first
    """,
    "a busy searcher": """
        with searcher.start(position):
            try:
                searcher.clear()
            except boyi.SearcherBusyError:
                pass
            else:
                raise AssertionError
    """,
    "a child of the child": """
        again = searcher.start(position)
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            os._exit(searcher.search(position, depth=3).depth)
        again.stop()
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
    """,
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks of POSIX")
@pytest.mark.parametrize("own", ["", "evaluate=lambda position: 0"], ids=["plain", "own code"])
@pytest.mark.parametrize("inside", INSIDE)
def test_a_search_stays_behind_when_the_process_forks(inside: str, own: str) -> None:
    code = INSIDE[inside].strip()
    assert run_python(FORKED.format(inside=code, own=own)) == "0"
