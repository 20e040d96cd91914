"""Claims about xiangqi: figures that come again, and what they are counted from."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boyi import Config, Searcher, lab
from boyi.cli import main
from boyi.lab.stats import ratio_of_sums
from boyi_studies import claims
from boyi_studies.claims import Claims
from boyi_studies.claims.run import CLAIM_SETS
from boyi_studies.claims.samples import evidence, node_cost
from boyi_studies.claims.verdicts import Measure
from boyi_studies.claims.xiangqi.bench import FRUIT, QUICK, STRAIGHT, TABLE, Bench
from boyi_studies.claims.xiangqi.horizon import _before_the_end, _sees_loss
from boyi_studies.claims.xiangqi.order import _trials
from boyi_studies.claims.xiangqi.tables import ageing
from test_claims import figures

TINY = {"positions": 3, "games": 2, "nodes": 50, "max_plies": 6, "boards": 4, "walks": 2, "compositions": 3}


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench(QUICK | TINY, {})


def test_a_run_comes_again_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    small = [f"--size={name}={value}" for name, value in TINY.items()]
    assert main(["claims", "--game", "xiangqi", "--quick", "--quiet", "--out", str(path), *small]) == 0
    found = Claims.load(path)
    assert [row["claim"] for row in found.rows] == [claim.id for claim in CLAIM_SETS["xiangqi"].claims]
    for claim in found.verdicts:
        assert any(measure.relation for measure in found.measures(claim)), f"nothing decides {claim}"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:2] + lines[12:]))
    again = claims.measure("xiangqi", quick=True, sizes=TINY, progress=False, path=path)
    assert figures(again) == figures(found), "the missing ones are measured again, to the same figures"


def test_a_sequential_test_decides_by_what_it_accepts() -> None:
    shallow, deep = (Config.preset("fruit"), Config.preset("plain").replace(iterative=True))
    limits: dict[str, Any] = {"game": "xiangqi", "nodes": 200, "max_plies": 200, "progress": False}
    won = lab.match(shallow, deep, games=60, sprt=(0, 100), **limits)
    lost = lab.match(deep, shallow, games=60, sprt=(0, 100), **limits)
    short = lab.match(deep, shallow, games=2, sprt=(0, 100), **limits)
    verdicts = [Measure("", evidence(one), ">", 0).verdict for one in (won, lost, short)]
    assert (won.verdict, lost.verdict) == ("normalized Elo 100 accepted", "normalized Elo 0 accepted")
    assert verdicts == ["holds", "does not hold", "not decided"]
    assert math.isnan(evidence(lab.match(deep, shallow, games=2, **limits)).interval().value), "no test, no evidence"
    assert node_cost(won).interval().value > 0


def test_a_ratio_of_sums_counts_pairs_together() -> None:
    value, low, high = ratio_of_sums([3, 0, 3, 1] * 10, [2, 0, 2, 2] * 10)
    assert value == pytest.approx(7 / 6) and low < value < high
    assert math.isnan(ratio_of_sums([1, 2], [0, 0]).value)


def test_trials_and_repetitions_are_those_of_the_counters(bench: Bench) -> None:
    tree = lab.trace(STRAIGHT, bench.positions[0], depth=4, nodes=1_000_000, iterations="all")
    trials, costs, inside = _trials(tree)
    assert tree.complete and 0 < len(costs) < trials
    assert len(costs) == tree.result.counters["scout_researches"]
    assert 0 < inside < 1


def test_mates_are_counted_by_the_depths_that_find_them(bench: Bench) -> None:
    most = QUICK["mate_depth"]
    for place, number in zip(bench.compositions, bench.mates(FRUIT), strict=True):
        scores = [Searcher(FRUIT).search(place, depth=depth).score for depth in range(1, most + 1)]
        assert number == sum(score.kind == "mate" and score > 0 for score in scores)


def test_knowledge_of_mates_sees_what_the_next_depth_sees(bench: Bench) -> None:
    lost = _before_the_end(bench)
    assert lost and all(place.is_check() for place in lost)
    blind = FRUIT.replace(check_plies=0, single_reply_extension=False)
    sights = [_sees_loss(config, lost, 1).sum() for config in (blind, blind.replace(mate_in_one=True))]
    assert sights == [0, len(lost)]


def test_figures_are_of_positions_that_reached_the_depth(bench: Bench) -> None:
    nodes = bench.column(TABLE, 3)
    alone = [Searcher(TABLE).search(place, depth=3) for place in bench.positions]
    assert [one.nodes if one.depth == 3 else np.nan for one in alone] == nodes.tolist()
    same = bench.times(TABLE, TABLE, 3).interval()
    assert same.value == 1 and same.undecided


def test_boards_and_walks_come_again(bench: Bench) -> None:
    again = Bench(bench.sizes, {})
    assert again.boards == bench.boards and again.walks == bench.walks
    assert not any(place.is_check() for place in bench.boards)
    assert len({place.fen for place in bench.boards}) > 1
    keys = [[place.key for place in walk] for walk in Bench(bench.sizes | {"walks": 40}, {}).walks]
    assert sum(len(walk) > len(set(walk)) for walk in keys) > 5, "positions come again"


def test_a_table_is_kept_for_a_game(bench: Bench) -> None:
    left = {measure.what: measure.interval.value for measure in ageing(bench)}
    shares = list(left.values())[:2]
    assert all(0 < share < 1 for share in shares)
