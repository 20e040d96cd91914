"""Tasks, and how they run: in threads of this process, where an interrupt stops them, or in any other executor."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock
from typing import Any, Protocol

from boyi import Result, Run, Searcher
from boyi.run.journal import Record

Search = Callable[..., Result]
"""How a task searches: ``search(searcher, position, depth=…, nodes=…)``.

A program of others passes for a searcher if it has the methods ``search`` and ``start``; its result is then its own.
"""


class Task(Protocol):
    """A piece of work that consists of searches: picklable, and with the same record wherever it runs."""

    def work(self, search: Search) -> Record:
        """Does the work, calling ``search`` for every search, and returns the results as a record of plain data."""


class Stopped(Exception):
    """Ends a task whose searches were stopped; its record is not wanted."""


def run_task(task: Task) -> Record:
    """Runs a task to its end, in whatever process or thread it is called."""
    return task.work(run_search)


def run_search(searcher: Searcher, position: Any, **limits: Any) -> Result:
    """Searches on the calling thread, with nobody who could stop it."""
    return searcher.search(position, **limits)


class RunningSearches:
    """The searches that run in threads of this process, so that an interrupt of the waiting thread stops them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._runs: set[Run] = set()
        self._stopped = False

    def run_task(self, task: Task) -> Record:
        """Runs a task; raises :class:`Stopped` out of it if there was a :meth:`stop`."""
        return task.work(self.search)

    def search(self, searcher: Searcher, position: Any, **limits: Any) -> Result:
        """Searches; raises :class:`Stopped` if there was a :meth:`stop`."""
        run = searcher.start(position, **limits)
        with self._lock:
            self._runs.add(run)
            if self._stopped:
                run.stop()
        try:
            result = run.result()
        finally:
            with self._lock:
                self._runs.discard(run)
        if self._stopped:  # then the result may be cut short
            raise Stopped
        return result

    def stop(self) -> None:
        """Stops the searches that run now, and every later one as soon as it starts."""
        with self._lock:
            self._stopped = True
            for run in self._runs:
                run.stop()


@contextmanager
def submitted(tasks: Sequence[Task], executor: Executor | None) -> Iterator[list[Future[Record]]]:
    """A context in which the tasks run, as the list of their futures, in the order of the tasks.

    They run in the executor, or in threads, one per core, if it is None. When the block is left, tasks that have not
    begun are cancelled, and searches in threads of this process are stopped.
    """
    searches = RunningSearches()
    pool = ThreadPoolExecutor(cores(), thread_name_prefix="boyi") if executor is None else executor
    work: Callable[[Task], Record] = searches.run_task if isinstance(pool, ThreadPoolExecutor) else run_task
    futures = [pool.submit(work, task) for task in tasks]
    try:
        yield futures
    finally:
        for future in futures:
            future.cancel()
        searches.stop()
        if executor is None:
            pool.shutdown()


def cores() -> int:
    """The number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
