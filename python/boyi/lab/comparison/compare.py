"""Searches the same positions with several configurations and compares the results."""

from concurrent.futures import Executor
from os import PathLike
from typing import Any

from boyi.lab.comparison.experiment import Experiment
from boyi.lab.comparison.result import Comparison
from boyi.lab.comparison.rows import COMPARISON_FILE
from boyi.lab.position_sets.given import Positions
from boyi.lab.searched import Configs
from boyi.lab.setup import check_travel
from boyi.run.journal import Journal
from boyi.run.runner import Runner

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
        configs: a dict from a name to a Config, the name of a preset, a :class:`Setup` with functions of your own, or
            an :class:`Engine` that reports nodes; or a list of names of presets. The first one is the baseline of
            all ratios. An engine is started anew for each position; its rows have the depth, nodes and score that it
            reports and the CPU time of its process, and its counters are 0.
        positions: positions or FEN texts, or the name of a suite. None of them may be a finished game.
        depth: limit of each search in plies, 1 to 96.
        nodes: limit of each search in nodes, 1 or more. At least one of the limits is needed; the first reached stops.
        executor: where the searches run: any ``concurrent.futures.Executor``. None: threads, one per core. Ctrl-C
            stops searches in threads at once; searches in other processes run on to their limit.
        progress: show a progress bar.
        path: a file to which every row is appended as it finishes. If it is there already, from the same experiment,
            only what is missing is searched. No file is made if the arguments are refused.
        evaluation: an evaluation with weights (:class:`boyi.Weights`) of the positions' game, such as a network, for
            searches whose Setup has none; None: the evaluation that each configuration names.

    Raises:
        OptionError: without a limit, a position or a configuration, for a finished game, a name that occurs twice,
            functions that cannot be sent to another process, an engine whose protocol reports no nodes, that cannot be
            started or that does not return a legal move, or any other argument that is not as described above.
        GameMismatchError: for an engine and positions of another game.
        Exception: whatever a function of your own raises; the searches stop then.
        PositionError: for a text that is not a position.
        ResultFileError: if ``path`` holds something else, or another experiment is writing it.
        MissingExtraError: if the progress bar's package is missing.

    >>> from boyi import lab
    >>> comparison = lab.compare(
    ...     lab.grid("boyi", killers=[0, 2]), lab.suite("xiangqi/bench")[:3], depth=3, progress=False
    ... )
    >>> len(comparison.rows), sorted(set(comparison.rows["depth"].tolist()))
    (6, [3])
    """
    runner = Runner(executor, progress, "search")
    experiment = Experiment.of(configs, positions, depth, nodes, evaluation)
    check_travel(experiment.setups, executor)
    with Journal(path, COMPARISON_FILE, experiment.metadata()) as journal:
        done = {(record["position"], record["config"]) for record in journal.records}
        tasks = (task for task in experiment.tasks() if (task.index, task.name) not in done)
        total = len(experiment.searched) * len(experiment.positions)
        runner.run(tasks, journal.append, total=total, done=len(done))
    return Comparison(journal.metadata, journal.records)
