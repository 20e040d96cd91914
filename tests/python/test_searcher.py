"""Searches: results, limits, determinism, and what a Searcher is made of."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import boyi
from boyi import Config, Searcher
from boyi.xiangqi import Evaluation, Position
from conftest import MATE_IN_ONE, MIDDLEGAME, data, facts, random_line

MATES = [p for p in data("xiangqi_mates")["puzzles"] if p["mate_in"] <= 3]


# ---- results -------------------------------------------------------------


def test_a_result_holds_what_was_found(searcher: Searcher, start: Position) -> None:
    result = searcher.search(start, depth=5)
    assert (result.depth, result.bound) == (5, boyi.Bound.EXACT)
    assert result.seldepth >= 5
    assert result.move == result.pv[0]
    assert start.play_all(result.pv).ply == len(result.pv)
    assert [it.depth for it in result.iterations] == [1, 2, 3, 4, 5]
    last = result.iterations[-1]
    assert (last.move, last.pv, last.score) == (result.move, result.pv, result.score)
    nodes = [it.nodes for it in result.iterations]
    assert sorted(nodes) == nodes
    assert nodes[-1] <= result.nodes
    assert result.cpu_time > 0
    assert 0 < last.time <= result.time


def test_counters_add_up(searcher: Searcher) -> None:
    counters = searcher.search(Position(MIDDLEGAME), depth=6).counters
    assert counters["cutoffs"] == sum(counters["cutoffs_by_stage"].values()) == sum(counters["cutoffs_by_index"])
    assert 0 < counters["first_move_cutoffs"] == counters["cutoffs_by_index"][0] < counters["cutoffs"]


@pytest.mark.parametrize("made", ["result", "iteration", "outcome", "entry"])
def test_records_are_frozen_and_pickle(made: str, searcher: Searcher, start: Position) -> None:
    result = searcher.search(start, depth=2)
    record = {
        "result": result,
        "iteration": result.iterations[0],
        "outcome": Position(MATE_IN_ONE).play("a0d0").outcome(),
        "entry": searcher.table.probe(start),
    }[made]
    assert pickle.loads(pickle.dumps(record)) == copy.deepcopy(record) == record
    for name in record.__slots__:
        with pytest.raises(AttributeError, match="cannot assign"):
            setattr(record, name, 3)


def test_mated_at_the_root(searcher: Searcher) -> None:
    result = searcher.search(Position(MATE_IN_ONE).play("a0d0"), depth=3)
    assert (result.move, result.pv, result.depth, result.iterations) == (None, [], 0, [])
    assert (result.score.mate, result.score.plies, int(result.score)) == (0, 0, -10_000)


@pytest.mark.parametrize("puzzle", MATES, ids=lambda puzzle: puzzle["id"])
def test_mates_are_found(puzzle: dict[str, Any], searcher: Searcher) -> None:
    result = searcher.search(Position(puzzle["fen"]), depth=8)
    assert result.score.kind == "mate"
    assert 0 < result.score.mate <= puzzle["mate_in"]
    assert Position(puzzle["fen"]).play_all(result.pv).ply == len(result.pv)


def test_mate_in_one(searcher: Searcher) -> None:
    result = searcher.search(Position(MATE_IN_ONE), depth=9)
    assert (result.score.mate, result.score.plies, len(result.pv)) == (1, 1, 1)
    assert Position(MATE_IN_ONE).play(result.move).outcome() == boyi.Outcome("red", "checkmate")
    assert result.depth < 9, "a proven mate ends the iterations"


@pytest.mark.parametrize("preset", Config.presets())
def test_every_preset_searches_any_position(preset: str) -> None:
    searcher = Searcher(Config.preset(preset, "xiangqi").replace(table_mb=1))
    for position in list(random_line(7, 200))[::40]:
        result = searcher.search(position, nodes=3000, depth=3)
        assert result.nodes <= 3000
        assert result.move is None or position.is_legal(result.move)
        assert position.play_all(result.pv).ply == position.ply + len(result.pv)


def test_odd_roots_are_searched(searcher: Searcher) -> None:
    odd = {
        "long past the limit of moves": Position("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 150 90"),
        "drawn by repetition": Position.from_moves("h0g2 h9g7 g2h0 g7h9 " * 3),
        "kings that face each other": Position("4k4/9/9/9/9/9/9/9/9/R3K4 w"),
        "bare kings": Position("3k5/9/9/9/9/9/9/9/9/4K4 w"),
    }
    for what, position in odd.items():
        assert position.is_legal(searcher.search(position, depth=4).move), what


# ---- limits --------------------------------------------------------------

BAD_LIMITS: list[tuple[dict[str, Any], str]] = [
    ({}, "a search needs a limit: depth="),
    ({"depth": None}, "a search needs a limit"),
    *(({"depth": n}, f"depth = {n}: expected 1 to 96 plies") for n in (0, -1, 97)),
    *(({"depth": n}, "expected 1 to 96 plies") for n in (10**30, -(10**30))),
    *(({"nodes": n}, f"nodes = {n}: expected") for n in (0, -5)),
    ({"nodes": 10**30}, "nodes = .*: expected 1 to"),
    *(({"time": t}, "time = .*: expected seconds, more than 0") for t in (0, -1.5, float("nan"), float("inf"), 2e9)),
    ({"time": 10**400}, "time = inf: expected seconds"),
    ({"depth": 3, "nodes": 0}, "nodes = 0"),
]


@pytest.mark.parametrize(("limits", "expected"), BAD_LIMITS)
def test_bad_limits_are_refused(limits: dict[str, Any], expected: str, searcher: Searcher, start: Position) -> None:
    with pytest.raises(boyi.OptionError, match=expected):
        searcher.search(start, **limits)
    if not expected.startswith("a search needs"):
        with pytest.raises(boyi.OptionError, match=expected):
            searcher.start(start, **limits)
    assert searcher.search(start, depth=1).depth == 1


@pytest.mark.parametrize(
    "limits", [{"depth": "5"}, {"depth": 2.5}, {"nodes": 1e6}, {"time": "1"}, {"dept": 5}, {"depth": [1]}]
)
def test_limits_of_other_types_are_refused(limits: dict[str, Any], searcher: Searcher, start: Position) -> None:
    with pytest.raises(TypeError):
        searcher.search(start, **limits)


@pytest.mark.parametrize("position", [Position().fen, None, 5, Position])
def test_a_search_wants_a_position(position: Any, searcher: Searcher) -> None:
    with pytest.raises(TypeError, match=r"expected a boyi\.xiangqi\.Position or .* or a boyi\.connect4\.Position, not"):
        searcher.search(position, depth=1)


def test_numbers_of_numpy_are_numbers(searcher: Searcher, start: Position) -> None:
    assert searcher.search(start, depth=np.int64(2), nodes=np.uint32(10**6), time=np.float32(5)).depth == 2


@pytest.mark.parametrize("nodes", [1, 2, 100, 1023, 1024, 1025, 5000])
def test_the_node_limit_is_exact(nodes: int, searcher: Searcher, start: Position) -> None:
    result = searcher.search(start, nodes=nodes)
    assert result.nodes == nodes
    assert start.is_legal(result.move)


def test_the_first_limit_reached_stops(searcher: Searcher, start: Position) -> None:
    assert searcher.search(start, depth=2, nodes=10**9, time=60).depth == 2
    assert searcher.search(start, depth=60, nodes=500, time=60).nodes == 500
    result = searcher.search(start, depth=60, nodes=10**12, time=0.05)
    assert 0.05 <= result.time < 2


def test_a_search_without_a_finished_iteration_has_a_move_and_no_bound(searcher: Searcher, start: Position) -> None:
    result = searcher.search(start, nodes=1)
    assert (result.depth, result.bound, result.score.value) == (0, boyi.Bound.NONE, start.evaluate())
    assert start.is_legal(result.move)


# ---- determinism ---------------------------------------------------------


def test_what_an_interrupted_iteration_has_proved_is_played(start: Position) -> None:
    found = 0
    for nodes in range(1000, 30000, 1000):
        result, without = (
            boyi.Searcher(boyi.Config.preset("boyi").replace(keep_interrupted=keep)).search(start, nodes=nodes)
            for keep in (True, False)
        )
        assert without.interrupted is None and without.move == without.iterations[-1].move
        assert (result.nodes, result.depth) == (without.nodes, without.depth), "the tree is the same"
        now = result.interrupted
        if now is None:
            assert (result.move, result.score, result.bound) == (without.move, without.score, without.bound)
        else:
            assert (result.move, result.score, result.pv) == (now.move, now.score, now.pv)
            assert result.bound == now.bound == boyi.Bound.LOWER and now.depth == result.depth + 1
            found += 1
    assert found > 3


def test_clear_makes_the_same_tree_again(searcher: Searcher) -> None:
    position = Position(MIDDLEGAME)
    first = facts(searcher.search(position, depth=6))
    assert facts(searcher.search(position, depth=6)) != first, "the table remembers"
    searcher.clear()
    assert len(searcher.table) == 0
    assert facts(searcher.search(position, depth=6)) == first
    assert facts(Searcher(searcher.config).search(position, depth=6)) == first


@pytest.mark.parametrize("again", [copy.copy, lambda p: pickle.loads(pickle.dumps(p))])
def test_histories_are_part_of_the_root(again: Callable[[Position], Position], searcher: Searcher) -> None:
    position = Position(MIDDLEGAME).play_all("a0a1 a9a8 a1a0 a8a9")
    first = facts(searcher.search(position, depth=5))
    searcher.clear()
    assert facts(searcher.search(again(position), depth=5)) == first


def test_watching_does_not_change_the_tree(searcher: Searcher, start: Position) -> None:
    told: list[boyi.Iteration] = []
    watched = searcher.search(start, depth=5, on_iteration=told.append)
    assert told == watched.iterations
    searcher.clear()
    with searcher.start(start, depth=5) as run:
        assert [it.nodes for it in run] == [it.nodes for it in told]
        assert facts(run.result()) == facts(watched)


# ---- Searcher ------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "error", "expected"),
    [
        ({"config": "boi"}, boyi.OptionError, 'no preset is called "boi".*did you mean "boyi"'),
        ({"config": 5}, boyi.OptionError, r"config 5: expected a boyi\.Config or the name of a preset"),
        ({"config": {"killers": 1}}, boyi.OptionError, "killers"),
        ({"table": 16}, TypeError, "TranspositionTable"),
        ({"evaluation": np.zeros((7, 10, 9))}, TypeError, "expected weights"),
        ({"confg": "boyi"}, TypeError, "confg"),
    ],
)
def test_bad_searchers_are_refused(arguments: dict[str, Any], error: type, expected: str) -> None:
    with pytest.raises(error, match=expected):
        Searcher(**arguments)


def test_a_searcher_knows_what_it_is_made_of() -> None:
    evaluation = Evaluation(tempo=9)
    searcher = Searcher("wizard-table", evaluation=evaluation)
    assert searcher.config == Config.preset("wizard-table")
    assert searcher.table.scheme == searcher.config.table == "depth-preferred"
    assert searcher.evaluation == evaluation
    assert repr(searcher) == "Searcher(Config.preset('wizard-table'))"
    assert Searcher("plain").table is None
    assert Searcher().config == Config.preset("boyi")


def test_another_evaluation_gives_another_score(start: Position) -> None:
    tables = np.array(Evaluation().piece_square)
    tables[4] = 0  # chariots for nothing
    position = start.play_all("a0a1 h9g7")
    plain = Config.preset("plain")
    own = Searcher(plain).search(position, depth=2).score
    assert Searcher(plain, evaluation=Evaluation(tables)).search(position, depth=2).score != own
    assert Searcher(plain, evaluation=Evaluation()).search(position, depth=2).score == own


def test_a_search_without_iterations_needs_a_depth(start: Position) -> None:
    with pytest.raises(boyi.OptionError, match="needs a limit of depth"):
        Searcher("plain").search(start, nodes=2000)
    with pytest.raises(boyi.OptionError, match="needs a limit of depth"):
        Searcher("plain").start(start)
    assert Searcher("plain").search(start, depth=2).depth == 2


def test_long_texts_are_quoted_in_part(start: Position) -> None:
    for make in (lambda: Position("k" * 10**6), lambda: start.play("x" * 10**6)):
        with pytest.raises(boyi.BoyiError) as refused:
            make()
        assert len(str(refused.value)) < 600
