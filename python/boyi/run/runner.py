"""The loop of all experiments: tasks run, their records are kept as they arrive, and a progress bar counts them."""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from typing import Any, Protocol

from boyi.run import arguments
from boyi.run.journal import Record
from boyi.run.progress import progress_bar
from boyi.run.tasks import Task, Workers


class Tally(Protocol):
    """What an experiment finds while it runs; its ``str`` is shown behind the progress bar."""

    @property
    def decided(self) -> bool:
        """Whether the records suffice: running tasks are then stopped, and no others begin."""

    def add(self, record: Record) -> None:
        """Takes a record."""


class Runner:
    """Where the tasks of an experiment run, and how their progress is shown.

    It is made before anything else of an experiment, so that one with wrong arguments is refused before work begins.

    Args:
        executor: where tasks run; None: threads of this process, one per core.
        progress: show a progress bar.
        unit: what the progress bar counts, such as ``"search"``.

    Raises:
        OptionError: for an executor that is none.
        MissingExtraError: if ``progress`` is true and the progress bar's package is missing.
    """

    def __init__(self, executor: Executor | None, progress: bool, unit: str) -> None:
        arguments.executor(executor)
        self._executor = executor
        self._bar_type = progress_bar(progress)
        self._unit = unit

    def run(
        self,
        tasks: Iterable[Task | None],
        keep: Callable[[Record], Any],
        *,
        total: int,
        done: int = 0,
        size: Callable[[Record], int] = lambda _: 1,
        tally: Tally | None = None,
    ) -> None:
        """Runs tasks until all are done or the tally is decided, in the way of :meth:`Workers.run`.

        Args:
            tasks: the tasks that are missing.
            keep: takes each record as it arrives, such as ``Journal.append``.
            total: how many units the whole experiment has.
            done: how many of them were done before.
            size: how many units a record counts for.
            tally: takes each record after it was kept.
        """
        shown = self._bar_type(total=total, initial=done, unit=self._unit)
        with Workers(self._executor) as workers, shown as bar:
            if tally is not None and tally.decided:
                return
            for record in workers.run(tasks):
                keep(record)
                if tally is not None:
                    tally.add(record)
                    bar.set_postfix_str(str(tally))
                bar.update(size(record))
                if tally is not None and tally.decided:
                    return
