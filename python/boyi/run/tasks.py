"""Tasks, and how they run: in threads of this process, where an interrupt stops them, or in any other executor."""

import os
import pickle
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from queue import SimpleQueue
from threading import Lock
from typing import Any, Protocol, Self

from boyi import Result, Run, Searcher
from boyi.run.identity import Identity, identity, refuse_other
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


WINDOW = 4
"""Tasks for each worker that are submitted at a time, so that none waits for its next one."""

UNKNOWN_WINDOW = 4096
"""Tasks that are submitted at a time to an executor that does not tell how many workers it has."""


class Workers:
    """A context in which tasks run in an executor, or in threads, one per core, if it is None.

    Tasks are submitted a few at a time, so that memory does not grow with their number. When the context is left, tasks
    that have not begun are cancelled, and searches in threads of this process are stopped. Workers outside this process
    refuse tasks of another boyi than theirs with a :class:`boyi.errors.WorkerError`.
    """

    def __init__(self, executor: Executor | None) -> None:
        self._searches = RunningSearches()
        self._own = executor is None
        self._pool = ThreadPoolExecutor(cores(), thread_name_prefix="boyi") if executor is None else executor
        workers: int | None = getattr(self._pool, "_max_workers", None)
        self.window: int = UNKNOWN_WINDOW if workers is None else WINDOW * workers
        self._running: set[Future[Record]] = set()
        self._finished: SimpleQueue[Future[Record]] = SimpleQueue()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for future in self._running:
            future.cancel()
        self._searches.stop()
        if self._own:
            self._pool.shutdown()

    def submit(self, task: Task) -> None:
        """Lets a task run when a worker is free."""
        if isinstance(self._pool, ThreadPoolExecutor):
            future = self._pool.submit(self._searches.run_task, task)
        else:
            future = self._pool.submit(run_elsewhere, identity(), packed(task, self._pool))
        self._running.add(future)
        future.add_done_callback(self._finished.put)

    def next(self) -> Record:
        """Waits for the task that ends next, and returns its record, or raises its error."""
        future = self._finished.get()
        self._running.remove(future)
        return future.result()

    def run(self, tasks: Iterable[Task | None]) -> Iterator[Record]:
        """Runs tasks, and gives their records as they end; a task is taken when there is room for it.

        None among the tasks says that the next one depends on a record that is still to come.
        """
        waiting = iter(tasks)
        while True:
            for task in islice(waiting, self.window - len(self._running)):
                if task is None:
                    break
                self.submit(task)
            if not self._running:
                return
            yield self.next()


def packed(task: Task, executor: Executor) -> bytes:
    """A task for another process, which unpacks it only after it has found that it runs the same boyi.

    Functions that no module holds travel by value where cloudpickle is there, as it is with Dask; processes of the
    standard library have it not.
    """
    if not isinstance(executor, ProcessPoolExecutor) and find_spec("cloudpickle"):
        data: bytes = import_module("cloudpickle").dumps(task)
        return data
    return pickle.dumps(task)


def run_elsewhere(sender: Identity, task: bytes) -> Record:
    """Runs a task that another process has sent, if that runs the same boyi."""
    refuse_other(sender)
    unpacked: Task = pickle.loads(task)
    return run_task(unpacked)


def cores() -> int:
    """The number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
