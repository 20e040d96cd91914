"""Tasks under way in threads of this process or elsewhere, and how they are stopped and watched."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock
from typing import Any, Protocol

from boyi import Result, Run, Searcher
from boyi.run.journal import Record

Search = Callable[..., Result]
"""How a task searches: ``search(searcher, position, depth=…, nodes=…)``."""


class Task(Protocol):
    """A piece of work that consists of searches: picklable, and with the same record wherever it runs."""

    def work(self, search: Search) -> Record:
        """Does it, with ``search`` for every search, and returns what came of it as plain data."""


class Stopped(Exception):
    """Ends the work of a crew that was stopped; nobody waits for what comes of it."""


def measure(task: Task) -> Record:
    """Runs a task to its end; what a worker of any executor does."""
    return task.work(_search)


def _search(searcher: Searcher, position: Any, **limits: Any) -> Result:
    return searcher.search(position, **limits)


class Crew:
    """The searches that run in threads of this process, so that an interrupt of the waiting thread stops them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._runs: set[Run] = set()
        self._stopped = False

    def measure(self, task: Task) -> Record:
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
        """Stops what runs now and what would start from now on."""
        with self._lock:
            self._stopped = True
            for run in self._runs:
                run.stop()


@contextmanager
def submitted(tasks: Sequence[Task], executor: Executor | None) -> Iterator[list[Future[Record]]]:
    """The tasks under way, in threads, one per core, without an executor.

    What has not finished when the block is left is cancelled, or stopped where it runs in threads.
    """
    crew = Crew()
    pool = ThreadPoolExecutor(cores(), thread_name_prefix="boyi") if executor is None else executor
    work: Callable[[Task], Record] = crew.measure if isinstance(pool, ThreadPoolExecutor) else measure
    futures = [pool.submit(work, task) for task in tasks]
    try:
        yield futures
    finally:
        for future in futures:
            future.cancel()
        crew.stop()
        if executor is None:
            pool.shutdown()


def cores() -> int:
    """The processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
