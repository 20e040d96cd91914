"""Searches positions whose exact values are known, and counts what is wrong."""

from collections.abc import Iterable
from concurrent.futures import Executor
from os import PathLike
from typing import Any

from boyi.exact import Oracle
from boyi.lab.judging.experiment import Experiment
from boyi.lab.judging.result import Truth
from boyi.lab.judging.rows import TRUTH_FILE
from boyi.lab.position_sets.given import Positions
from boyi.lab.searched import Configs
from boyi.lab.setup import check_travel
from boyi.run.journal import Journal, Record
from boyi.run.runner import Runner

__all__ = ["truth"]


def truth(
    configs: Configs,
    oracle: Oracle,
    *,
    nodes: int | Iterable[int] | None = None,
    depth: int | Iterable[int] | None = None,
    positions: Positions | int = 200,
    seed: int = 0,
    claim: float = 0.75,
    executor: Executor | None = None,
    progress: bool = True,
    path: str | PathLike[str] | None = None,
    evaluation: Any = None,
) -> Truth:
    """Judges searches by exact values: no opponent and no statistics of strength stand between.

    Every position is searched with every configuration and limit, each time with a new searcher and an empty table.
    Then the oracle is asked what the position is worth after the move that was chosen. :class:`Truth` counts each kind
    of error apart: wins thrown away, draws lost, scores that claim what is not so. Everything in the result but the
    times is deterministic, whatever the executor.

    Args:
        configs: a dict from a name to a Config, the name of a preset, a :class:`Setup` with functions of your own, or
            an :class:`Engine` that reports nodes; or a list of names of presets. The first one is the baseline of all
            differences.
        oracle: what knows the exact values, such as ``boyi.gomoku.SolvedBoard(3, 4, 3)`` or ``boyi.connect4.Solver()``;
            anything with the methods of :class:`boyi.exact.Oracle` will do. It is asked in this process only.
        nodes: limit of each search in nodes, 1 or more; several limits are measured one beside the other.
        depth: limit of each search in plies, 1 to 96, or several. Expected is one of ``nodes`` and ``depth``.
        positions: positions or FEN texts whose values the oracle knows, the name of a suite, or how many the oracle
            shall draw at random, of any value. ``oracle.positions(100, verdict="draw")`` draws those of one value.
        seed: of the random draw, 0 or more; without meaning for positions that are given.
        claim: expected points of a game, above 0.5 and up to 1, from which on a score claims a win; at ``1 - claim`` or
            less it claims a loss. At 0.75 a score is nearer to a win than to a draw. The model that turns scores into
            points is that of the game (``boyi.games.Description.expected_points``).
        executor: where the searches run: any ``concurrent.futures.Executor``. None: threads, one per core. An interrupt
            stops searches in threads at once; one that runs elsewhere ends at its limit.
        progress: show a progress bar.
        path: a file to which every row is appended as it finishes. If it is there already, from the same experiment,
            only what is missing is searched.
        evaluation: weights such as ``boyi.xiangqi.Classic`` for searches whose Setup has none; None: the evaluation
            that each configuration names.

    Raises:
        OptionError: without a limit or with both, without a position or a configuration, for a position whose value the
            oracle does not know, an oracle that contradicts itself, a finished game, or any other argument that is not
            as described above.
        GameMismatchError: for positions or an engine of another game than the oracle's.
        Exception: whatever a function of your own raises; the searches stop then.
        PositionError: for a text that is not a position.
        ResultFileError: if ``path`` holds something else, or another experiment is writing it.
        MissingExtraError: if the progress bar's package is missing.

    >>> from boyi import gomoku, lab
    >>> board = gomoku.SolvedBoard(3, 3, 3)
    >>> found = lab.truth(["plain", "boyi"], board, depth=2, positions=20, progress=False)
    >>> len(found.rows), len(found.errors("error", config="boyi"))
    (40, 0)
    """
    runner = Runner(executor, progress, "search")
    experiment = Experiment.of(configs, oracle, nodes, depth, positions, seed, claim, evaluation, progress)
    check_travel(experiment.setups, executor)
    with Journal(path, TRUTH_FILE, experiment.metadata()) as journal:
        done = {(record["position"], record["limit"], record["config"]) for record in journal.records}
        tasks = (task for task in experiment.tasks() if (task.index, task.limit, task.name) not in done)

        def keep(record: Record) -> None:
            journal.append(record | experiment.judged(record["position"], record["move"]))

        runner.run(tasks, keep, total=experiment.total, done=len(done))
    return Truth(journal.metadata, journal.records)
