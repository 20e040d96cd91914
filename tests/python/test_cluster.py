"""Experiments on a cluster: two Dask workers give what threads give, and a lost worker's tasks are done again."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from distributed import Client, LocalCluster

from boyi import lab

SUITE = lab.suite("xiangqi/bench")


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client


@pytest.fixture
def executor(client: Client) -> Executor:
    return client.get_executor(pure=False)


def without_times(rows: np.ndarray) -> str:
    """The rows but for their times, as a text: a share of nothing is NaN, which equals nothing."""
    return str(rows[[name for name in rows.dtype.names or () if "time" not in name]].tolist())


def test_a_comparison_has_the_rows_of_threads(executor: Executor) -> None:
    given: dict[str, Any] = {"positions": SUITE[:4], "depth": 4, "progress": False}
    there, here = (lab.compare(["boyi", "plain"], executor=each, **given) for each in (executor, None))
    assert without_times(there.rows) == without_times(here.rows)


def test_a_match_has_the_games_of_threads(executor: Executor) -> None:
    given: dict[str, Any] = {"game": "gomoku", "games": 4, "nodes": 300, "max_plies": 30, "progress": False}
    there, here = (lab.match("boyi", "report", executor=each, **given) for each in (executor, None))
    assert [game.moves for game in there.games] == [game.moves for game in here.games]
    assert (there.pairs, there.wins) == (here.pairs, here.wins)


def test_self_play_has_the_file_of_threads(executor: Executor, tmp_path: Path) -> None:
    given: dict[str, Any] = {"game": "xiangqi", "games": 130, "nodes": 30, "seed": 3, "progress": False}
    there, here = (
        lab.selfplay("boyi", executor=each, path=tmp_path / name, **given)
        for name, each in {"there": executor, "here": None}.items()
    )
    assert np.array_equal(there.games, here.games) and np.array_equal(there.plies, here.plies)
    assert (tmp_path / "there").stat().st_size == (tmp_path / "here").stat().st_size


@pytest.mark.slow
def test_tasks_of_a_lost_worker_are_done_again(client: Client, executor: Executor) -> None:
    lost = next(iter(client.run(os.getpid).values()))
    killer = threading.Timer(0.5, os.kill, (lost, signal.SIGKILL))
    killer.start()
    given: dict[str, Any] = {"positions": SUITE, "nodes": 300_000, "progress": False}
    there = lab.compare(["boyi", "fruit"], executor=executor, **given)
    killer.join()
    here = lab.compare(["boyi", "fruit"], **given)
    assert without_times(there.rows) == without_times(here.rows)
    assert lost not in client.run(os.getpid).values()


def test_errors_on_workers_reach_the_caller(executor: Executor) -> None:
    def fails(position: Any) -> int:
        raise ArithmeticError(f"of {position.game}")

    setup = lab.Setup("boyi", evaluate=fails)
    with pytest.raises(ArithmeticError, match="of xiangqi"):
        lab.compare({"own": setup}, SUITE[:1], depth=2, executor=executor, progress=False)
