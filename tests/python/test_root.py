"""The root from Python: several lines, chosen moves, a choice by seed, and what an iteration tells."""

from typing import Any

import numpy as np
import pytest

import boyi
from boyi.xiangqi import Position
from conftest import MIDDLEGAME

PLAIN = boyi.Config.preset("plain").replace(iterative=True, pvs=True, mvv_lva=True)


@pytest.mark.parametrize("place", [Position(MIDDLEGAME), boyi.gomoku.Position("h8 i9 i8 g8")])
def test_lines_come_best_first_each_with_a_move_of_its_own(place: Any) -> None:
    result = boyi.Searcher().search(place, depth=5, multipv=4)
    for iteration in result.iterations:
        assert len(iteration.lines) == 4 and len({line.move for line in iteration.lines}) == 4
        assert [line.score for line in iteration.lines] == sorted((x.score for x in iteration.lines), reverse=True)
        assert (iteration.lines[0].score, iteration.lines[0].pv) == (iteration.score, iteration.pv)
        assert all(place.play_all(line.pv) for line in iteration.lines)
    assert result.lines == result.iterations[-1].lines
    assert len(boyi.Searcher().search(place, depth=2).lines) == 1


def test_a_line_is_what_a_search_of_its_move_alone_finds() -> None:
    place = Position(MIDDLEGAME)
    for line in boyi.Searcher(PLAIN).search(place, depth=3, multipv=5).lines:
        alone = boyi.Searcher(PLAIN).search(place, depth=3, root_moves=[line.move])
        assert (alone.score, alone.move) == (line.score, line.move)


def test_root_moves_are_read_as_moves_are() -> None:
    place = Position()
    found = boyi.Searcher().search(
        place, depth=3, root_moves=["炮二平五", boyi.Move.from_code(place.legal_moves()[0].code, "xiangqi")]
    )
    assert found.move in ("h2e2", str(place.legal_moves()[0]))
    with boyi.Searcher().start(place, depth=4, root_moves=("a0a1",), multipv=3) as run:
        assert [iteration.move for iteration in run] == ["a0a1"] * 4


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        ({"root_moves": []}, boyi.OptionError, "root_moves = []: expected at least one legal move"),
        ({"root_moves": ["h2e3"]}, boyi.IllegalMoveError, "h2e3"),
        ({"root_moves": ["zz"]}, boyi.MoveTextError, "zz"),
        ({"root_moves": [5]}, TypeError, "expected a boyi.Move or its text, not int"),
        ({"root_moves": 5}, TypeError, "int"),
        ({"multipv": 0}, boyi.OptionError, "multipv = 0: expected 1 to 500 lines"),
        ({"multipv": 10**30}, boyi.OptionError, "multipv = "),
        ({"multipv": 501}, boyi.OptionError, "multipv = 501"),
    ],
)
def test_what_cannot_be_asked_is_refused(asked: dict[str, Any], error: type[Exception], message: str) -> None:
    searcher = boyi.Searcher()
    for ask in (searcher.search, searcher.start):
        with pytest.raises(error) as raised:
            ask(Position(), depth=2, **asked)
        assert message in str(raised.value)
    assert searcher.search(Position(), depth=2).depth == 2


def test_more_lines_than_moves_are_as_many_as_moves() -> None:
    place = Position("3k5/9/9/9/9/9/9/R8/9/4K4 b")
    assert len(boyi.Searcher().search(place, depth=3, multipv=100).lines) == len(place.legal_moves())


def test_an_iteration_tells_fill_and_rate() -> None:
    place = Position(MIDDLEGAME)
    last = boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=1)).search(place, depth=8).iterations[-1]
    assert last.fill is not None and 0 < last.fill <= 1
    assert last.nps == pytest.approx(last.nodes / last.time)
    assert boyi.Searcher("plain").search(place, depth=2).iterations[-1].fill is None


def test_the_wizards_choice_is_the_seeds_and_its_price_is_counted() -> None:
    place = Position(MIDDLEGAME)
    wizard = boyi.Config.preset("wizard")
    results = [boyi.Searcher(wizard.replace(seed=seed)).search(place, depth=4) for seed in range(12)]
    best = max(result.iterations[-1].score for result in results)
    assert all(int(best) - 8 <= int(result.score) <= int(best) for result in results)
    assert len({str(result.move) for result in results}) > 1
    assert all(0 < result.counters["root_margin_nodes"] < result.nodes for result in results)
    again = boyi.Searcher(wizard.replace(seed=3)).search(place, depth=4)
    assert (again.move, again.nodes) == (results[3].move, results[3].nodes)


def test_a_table_of_two_bounds_shows_both() -> None:
    place = Position(MIDDLEGAME)
    searcher = boyi.Searcher(boyi.Config.preset("fruit").replace(table_root=True))
    result = searcher.search(place, depth=5)
    table = searcher.table
    assert table is not None and table.layout == "two-bound"
    known = table.probe(place)
    assert isinstance(known, boyi.Bounds)
    assert (known.lower, known.upper, known.move) == (result.score, result.score, result.move)
    assert known.lower_depth == known.upper_depth == known.move_depth == 5
    assert known.eval == place.evaluate("piece-square")
    rows = table.entries()
    names = ("key", "move", "lower", "upper", "lower_depth", "bounds", "age", "upper_depth", "move_depth", "eval")
    assert rows.dtype.names == names and len(rows) == len(table)
    row = rows[rows["key"] == known.key][0]
    assert (row["move_depth"], row["eval"], row["upper_depth"]) == (5, known.eval, 5)
    assert (rows["move_depth"] <= np.maximum(rows["lower_depth"], rows["upper_depth"])).all()
    assert ((rows["lower_depth"] >= 0) == (rows["bounds"] & 2 > 0)).all()
    assert ((rows["upper_depth"] >= 0) == (rows["bounds"] & 1 > 0)).all()
    assert table.move_text(rows[:3]) and table.pv(place)[: len(result.pv)] == result.pv
    half = rows[rows["bounds"] == 2][0]
    after = next(p for p in map(place.play, place.legal_moves()) if table.probe(p) is not None)
    seen = table.probe(after)
    assert isinstance(seen, boyi.Bounds) and (seen.lower is None) == (seen.lower_depth is None)
    assert half["upper"] == 10000 and half["upper_depth"] == -1
