"""Searches the same positions with several configurations and sets the results side by side."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from os import PathLike
from threading import Lock
from typing import Any

from boyi import Run
from boyi.errors import OptionError
from boyi.lab.comparison import Comparison
from boyi.lab.experiment import Configs, Experiment, Positions, Task, measure
from boyi.lab.extras import need
from boyi.lab.journal import Journal, Record

__all__ = ["compare"]


def compare(
    configs: Configs,
    positions: Positions,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    executor: Executor | None = None,
    progress: bool = True,
    path: str | PathLike[str] | None = None,
    evaluation: Any = None,
) -> Comparison:
    """Searches every position with every configuration, each time with a new searcher and an empty table.

    Everything in the result but the times is deterministic, whatever the executor.

    Args:
        configs: a dict from a name to a Config or the name of a preset, or a list of names of presets. The first one
            is the baseline of all ratios.
        positions: positions or FEN texts, or the name of a suite. None of them may be a finished game.
        depth: limit of each search in plies, 1 to 96.
        nodes: limit of each search in nodes, 1 or more. At least one of the limits is needed; the first reached stops.
        executor: where the searches run: any ``concurrent.futures.Executor``. None: threads, one per core. An interrupt
            stops searches in threads at once; one that runs elsewhere ends at its limit.
        progress: show a progress bar.
        path: a file to which every row is appended as it finishes. If it is there already, from the same experiment,
            only what is missing is searched. An experiment that is refused leaves no file.
        evaluation: the evaluation of all searches, such as ``boyi.xiangqi.Evaluation``; None: boyi's own.

    Raises:
        OptionError: without a limit, a position or a configuration, for a finished game, a name that occurs twice, or
            anything else than what is described above.
        PositionError: for a text that is not a position.
        ResultFileError: if ``path`` holds something else.
        MissingExtraError: if the progress bar's package is missing.

    >>> from boyi import lab
    >>> comparison = lab.compare(
    ...     lab.grid("boyi", killers=[0, 2]), lab.suite("xiangqi/bench")[:3], depth=3, progress=False
    ... )
    >>> len(comparison.rows), sorted(set(comparison.rows["depth"].tolist()))
    (6, [3])
    """
    if not isinstance(executor, Executor | None):
        raise OptionError(f"executor={executor!r}: expected a concurrent.futures.Executor or None")
    bar = need("tqdm.auto").tqdm if progress else _no_bar
    experiment = Experiment.of(configs, positions, depth, nodes, evaluation)
    journal = Journal(path, experiment.metadata())
    done = journal.done()
    tasks = [task for task in experiment.tasks() if (task.index, task.name) not in done]
    with _submitted(tasks, executor) as futures:
        for future in bar(as_completed(futures), total=len(done) + len(tasks), initial=len(done), unit="search"):
            journal.append(future.result())
    return Comparison(journal.metadata, journal.records)


def _no_bar(futures: Iterator[Future[Record]], **_: Any) -> Iterator[Future[Record]]:
    return futures


class _Crew:
    """The searches that run in threads of this process, so that an interrupt of the waiting thread stops them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._runs: set[Run] = set()
        self._stopped = False

    def measure(self, task: Task) -> Record:
        """Runs a task; after :meth:`stop` its record is cut short, and nobody reads it."""
        run = task.start()
        with self._lock:
            self._runs.add(run)
            if self._stopped:
                run.stop()
        try:
            return task.record(run.result())
        finally:
            with self._lock:
                self._runs.discard(run)

    def stop(self) -> None:
        """Stops what runs now and what would start from now on."""
        with self._lock:
            self._stopped = True
            for run in self._runs:
                run.stop()


@contextmanager
def _submitted(tasks: list[Task], executor: Executor | None) -> Iterator[list[Future[Record]]]:
    """The tasks under way; what has not finished when the block is left is cancelled or stopped."""
    crew = _Crew()
    pool = ThreadPoolExecutor(_cores(), thread_name_prefix="boyi") if executor is None else executor
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


def _cores() -> int:
    """The processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
