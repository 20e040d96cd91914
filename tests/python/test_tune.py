"""Tuning: values move towards what wins, games repeat, interrupted runs go on, and bad arguments are refused."""

import math
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import boyi
from boyi import lab
from boyi.lab.tuning.arena import Comparison
from boyi.lab.tuning.spsa import Spsa

SMALL = {
    "game": "xiangqi",
    "nodes": 150,
    "max_plies": 120,
    "adjudication": lab.Adjudication(material=400, moves=1),
    "progress": False,
    "batch": 4,
}
FIELDS = {"qsearch_floor": 12, "qsearch_home_floor": 12}


def tuned(pairs=10, **more):
    return lab.tune("boyi", FIELDS, pairs=pairs, **(SMALL | more))


def test_the_arithmetic_finds_the_best_values():
    """Games whose result depends on the distance from known best values, with the noise of real games."""
    best, scale = np.array([70.0, 150.0]), np.array([30.0, 60.0])
    first, ranges = np.array([40.0, 200.0]), np.array([[0, 400], [50, 1000]])
    spsa = Spsa(("a", "b"), first, ranges, np.array([8.0, 16.0]), 0.02, 4000, 1)
    rng, values = np.random.default_rng(5), spsa.first

    def loss(point):
        return 60 * (((np.array(point) - best) / scale) ** 2).sum()

    for pair in range(spsa.pairs):
        above, below = spsa.compared(values, pair)
        chance = 1 / (1 + math.exp((loss(above) - loss(below)) * math.log(10) / 400))
        won = sum(1 if rng.random() < chance else -1 for _ in range(2))
        values = spsa.moved(values, pair, won)
    assert abs(values - best).max() < 0.4 * abs(spsa.first - best).max()
    assert loss(values) < 0.15 * loss(spsa.first)


def test_points_lie_on_either_side_and_in_range():
    spsa = Spsa(("a", "b"), np.array([2.0, 9.0]), np.array([[0, 400], [0, 10]]), np.array([5.0, 0.5]), 0.1, 100, 3)
    middle = np.zeros(2)
    for pair in range(100):
        above, below = spsa.compared(spsa.first, pair)
        assert all(0 <= a <= 400 and 0 <= b <= 10 for a, b in (above, below))
        assert (above, below) == spsa.compared(spsa.first, pair)
        middle += np.array(above) + below
    assert middle[1] / 200 == pytest.approx(9, abs=0.3), "rounding by chance keeps the mean"
    assert (spsa.distances(99) == spsa.steps).all() and (spsa.distances(0) > spsa.steps).all()
    assert spsa.pulls(99) == pytest.approx(spsa.rate * spsa.steps)


def test_the_same_tuning_gives_the_same_values(tmp_path: Path):
    whole = tuned(path=tmp_path / "a.jsonl")
    assert whole.values == tuned().values and len(whole.records) == 10
    assert whole.history["pairs"].tolist() == list(range(11))
    assert whole.history["qsearch_floor"][0] == 0
    read = lab.Tuning.load(tmp_path / "a.jsonl")
    assert read.values == whole.values and read.metadata == whole.metadata
    assert read.config.diff(boyi.Config.preset("boyi", "xiangqi")).keys() <= FIELDS.keys()
    assert tuned(seed=1).records != whole.records
    assert "10 of 10 pairs: qsearch_floor=" in repr(whole)
    assert (
        list(whole.frame().columns) == ["pairs", "qsearch_floor", "qsearch_home_floor"] and len(whole.plot().axes) == 1
    )


def test_an_interrupted_tuning_goes_on(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    whole = tuned(path=path)
    lines = path.read_text().splitlines(keepends=True)
    for kept in (1, 3, 6):
        path.write_text("".join(lines[:kept]))
        kept_pairs = lab.Tuning.load(path)
        in_a_row = min(set(range(kept)) - {record["pair"] for record in kept_pairs.records})
        assert kept_pairs.history["pairs"][-1] == in_a_row
        assert (tuned(path=path).history == whole.history).all()
    with pytest.raises(boyi.errors.ResultFileError, match="another experiment"):
        tuned(path=path, rate=0.5)


@pytest.mark.parametrize("batch", [3, *(pytest.param(batch, marks=pytest.mark.slow) for batch in (1, 40))])
def test_what_ends_first_does_not_matter(batch, monkeypatch):
    """Each pair begins from the values of all pairs but the last ones, however many workers there are."""
    work = Comparison.work

    def late(self, search):
        time.sleep(0.05 * (self.pair.pair % 3 == 0))
        return work(self, search)

    alone = tuned(batch=batch, rate=1, executor=ThreadPoolExecutor(1))
    monkeypatch.setattr(Comparison, "work", late)
    others = [tuned(batch=batch, rate=1, executor=ThreadPoolExecutor(number)) for number in (2, 5)]
    assert all((other.history == alone.history).all() for other in others)
    assert batch == 40 or (tuned(batch=40, rate=1).history != alone.history).any()


def test_a_pair_waits_for_none_of_the_last_ones(monkeypatch):
    """Of four pairs under way, the fifth begins when the first has ended, while the fourth goes on."""
    begun = {number: threading.Event() for number in range(10)}
    work = Comparison.work

    def late(self, search):
        number = self.pair.pair
        begun[number].set()
        assert number != 3 or begun[4].wait(30)
        return work(self, search)

    monkeypatch.setattr(Comparison, "work", late)
    with ThreadPoolExecutor(4) as executor:
        tuned(batch=4, executor=executor)
    assert all(event.is_set() for event in begun.values())


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"pairs": 0}, "pairs=0"),
        ({"batch": 0}, "batch=0"),
        ({"rate": 0}, "rate=0: expected a number above 0"),
        ({"rate": 2}, "rate=2"),
        ({"nodes": None}, "limit"),
        ({"game": None}, "game=None"),
        ({"executor": 3}, "executor=3"),
    ],
)
def test_bad_arguments_are_refused(more, expected, tmp_path: Path):
    with pytest.raises(boyi.OptionError, match=expected):
        lab.tune("boyi", FIELDS, **({"pairs": 1, "path": tmp_path / "a"} | SMALL | more))
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "at least one"),
        (3, "expected a dict"),
        ({"lmr_bass": 3}, 'did you mean "lmr_base"'),
        ({"null_move": 3}, "expected a field that is a number"),
        ({"lmr_base": 0}, "step of lmr_base=0"),
        ({"lmr_base": "x"}, "step of lmr_base='x'"),
    ],
)
def test_fields_that_cannot_be_tuned_are_refused(fields, expected):
    with pytest.raises(boyi.OptionError, match=expected):
        lab.tune("boyi", fields, pairs=1, **SMALL)
