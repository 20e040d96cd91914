"""Long calls leave the interpreter to other threads."""

import gc
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

import boyi
from boyi import Config, Searcher, TranspositionTable

MB = 256
"""Large enough that each call takes some milliseconds."""


@pytest.fixture
def ticks() -> Iterator[list[int]]:
    """A counter that another thread moves on, and only while the thread of the test is detached.

    With the switch interval of an hour Python never takes the interpreter away from a thread: it must be given away.
    """
    count, over = [0], threading.Event()

    def tick() -> None:
        while not over.is_set():
            count[0] += 1
            time.sleep(0.0002)

    interval, worker = sys.getswitchinterval(), threading.Thread(target=tick)
    worker.start()
    sys.setswitchinterval(3600)
    try:
        yield count
    finally:
        sys.setswitchinterval(interval)
        over.set()
        worker.join()


def leaves_the_interpreter(ticks: list[int], prepare: Callable[[], Any], call: Callable[[Any], Any]) -> bool:
    """Whether the other thread has run during a call.

    A busy machine may not let it run in a call of a few milliseconds, so there are a hundred attempts. However many
    there are, none succeeds where the call keeps the interpreter.
    """
    for _ in range(100):
        given = prepare()
        before = ticks[0]
        result = call(given)
        during = ticks[0] - before
        del given, result
        if during:
            return True
    return False


Memory = TypeVar("Memory", TranspositionTable, Searcher)


def written(what: Memory) -> Memory:
    """The same with every page of its table written, since only written pages take time to free."""
    what.clear()
    return what


def searcher() -> Searcher:
    return written(Searcher(Config.preset("boyi").replace(table_mb=MB)))


def cycle() -> None:
    """Garbage that only the collector frees: a searcher whose function knows the searcher."""
    holder = [written(Searcher(Config.preset("boyi").replace(table_mb=MB), evaluate=lambda position: len(holder)))]


FREEING: dict[str, tuple[Callable[[], Any], Callable[[list[Any]], Any]]] = {
    "table": (lambda: [written(TranspositionTable(MB))], lambda held: held.clear()),
    "searcher": (lambda: [searcher()], lambda held: held.clear()),
    "searcher with a table": (
        lambda: [Searcher(table=written(TranspositionTable(MB)))],
        lambda held: held.clear(),
    ),
    "searcher that is replaced": (
        lambda: [searcher(), Searcher(Config.preset("boyi").replace(table_mb=1))],
        lambda held: held.__setitem__(0, held[1]),
    ),
    "garbage": (cycle, lambda _: gc.collect()),
}


@pytest.mark.parametrize("what", FREEING)
def test_freeing(what: str, ticks: list[int]) -> None:
    assert leaves_the_interpreter(ticks, *FREEING[what])


USING: dict[str, Callable[[TranspositionTable, Path], Any]] = {
    "len": lambda table, _: len(table),
    "fill": lambda table, _: table.fill,
    "entries": lambda table, _: table.entries(),
    "leaves": lambda table, _: table.leaves(),
    "occupancy": lambda table, _: table.occupancy(),
    "sample": lambda table, _: table.sample(5),
    "clear": lambda table, _: table.clear(),
    "clear below": lambda table, _: table.clear(3),
    "clear of a searcher": lambda table, _: Searcher("leafwalk", table).clear(),
    "save": lambda table, path: table.save(path),
    "load": lambda _, path: TranspositionTable.load(path),
}


@pytest.fixture(scope="module")
def table() -> TranspositionTable:
    return TranspositionTable(MB, layout="leafwalk")


@pytest.fixture(scope="module")
def saved(table: TranspositionTable, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("detached") / "saved.table"
    table.save(path)
    return path


@pytest.mark.parametrize("what", USING)
def test_using_a_table(what: str, table: TranspositionTable, saved: Path, ticks: list[int]) -> None:
    assert leaves_the_interpreter(ticks, lambda: None, lambda _: USING[what](table, saved))


GAME = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"
WORK: dict[str, Callable[[], Any]] = {
    "perft": lambda: boyi.xiangqi.Position().perft(4),
    "bench": lambda: boyi._core.bench("gomoku"),
    "kill search": lambda: boyi.kill_search(boyi.gomoku.Position("h8 a1 i9 a3"), "threat", nodes=20_000),
    "trace": lambda: boyi._core.trace(Config.preset("boyi").replace(table_mb=MB), boyi.xiangqi.Position(), 1),
    "book": lambda: boyi.xiangqi.Book.from_games([GAME] * 10_000),
}


@pytest.mark.parametrize("what", WORK)
def test_other_work(what: str, ticks: list[int]) -> None:
    assert leaves_the_interpreter(ticks, lambda: None, lambda _: WORK[what]())
