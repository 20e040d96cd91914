"""``evaluate(detail=True)``: the parts of an evaluation add up to it, and are what a count on the board finds."""

from random import Random
from typing import Any

import numpy as np
import pytest

import boyi
from boyi import gomoku, xiangqi
from conftest import random_line

PATTERNS = ["dead", "one", "two", "open_two", "three", "open_three", "four", "double_four", "open_four"]
PATTERNS += ["five", "overline"]
THREATS = ["three", "double_three", "four", "four_three", "open_four", "five"]


def own(turn: str) -> int:
    return 1 if turn == "red" else -1


def xiangqi_sum(detail: dict[str, Any], turn: str) -> int:
    """The evaluation from its parts."""
    sides = [sum(row["material"] + row["position"] for row in detail[side].values()) for side in ("red", "black")]
    return own(turn) * (sides[0] - sides[1]) + detail["tempo"]


def gomoku_sum(detail: dict[str, Any], turn: str) -> float:
    def side(name: str) -> float:
        return sum(row["value"] for table in detail[name].values() for row in table.values())

    other = "white" if turn == "black" else "black"
    return side(turn) - side(other) + detail["rounding"]


def random_gomoku(seed: int) -> gomoku.Position:
    random = Random(seed)
    position = gomoku.Position(size=random.choice([6, 9, 15]), rule=random.choice(gomoku.RULES))
    for _ in range(random.randint(0, 40)):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(random.choice(moves))
    return position


@pytest.mark.parametrize("seed", range(10))
def test_the_parts_of_xiangqi_add_up(seed: int) -> None:
    tables = np.random.default_rng(seed).integers(-300, 300, (7, 10, 9))
    other = xiangqi.Evaluation(tables, tempo=-7)
    for position in random_line(seed, 150):
        for evaluation in ("piece-square", other):
            detail = position.evaluate(evaluation, detail=True)
            assert detail["total"] == position.evaluate(evaluation) == xiangqi_sum(detail, position.turn)
        array = position.to_array()
        for sign, side in ((1, "red"), (-1, "black")):
            counts = [int((array == sign * number).sum()) for number in range(1, 8)]
            assert counts == [detail[side][kind]["count"] for kind in xiangqi.KINDS]


def test_the_parts_of_a_network_add_up() -> None:
    for position in random_line(3, 60):
        detail = position.evaluate(detail=True)
        sides = [sum(row["squares"] for row in detail[side].values()) for side in ("red", "black")]
        whole = own(position.turn) * (sides[0] - sides[1]) + detail["hidden"] + detail["bias"] + detail["rounding"]
        assert whole == pytest.approx(detail["total"], abs=1e-6) and detail["total"] == position.evaluate()
        assert abs(detail["rounding"]) < 1 and detail["hidden"] != 0
        assert [row["count"] for row in detail["red"].values()] == [
            int((position.to_array() == number).sum()) for number in range(1, 8)
        ]


def test_material_is_the_mean_over_the_squares_of_a_kind() -> None:
    detail = xiangqi.Position().evaluate("piece-square", detail=True)
    tables = xiangqi.Evaluation().piece_square
    worth = {kind: row["material"] / row["count"] for kind, row in detail["red"].items()}
    assert detail["red"].keys() == set(xiangqi.KINDS) and list(detail) == ["red", "black", "tempo", "total"]
    for number, kind in enumerate(xiangqi.KINDS):
        if kind in ("horse", "chariot", "cannon"):
            assert abs(worth[kind] - tables[number].mean()) <= 0.5
    assert abs(worth["advisor"] - tables[1][[0, 0, 1, 2, 2], [3, 5, 4, 3, 5]].mean()) <= 0.5
    pawn = tables[6]
    assert abs(worth["pawn"] - (pawn[5:].sum() + pawn[3:5, ::2].sum()) / 55) <= 0.5
    flat = xiangqi.Evaluation(np.full((7, 10, 9), 40), tempo=5)
    for side in ("red", "black"):
        rows = xiangqi.Position().evaluate(flat, detail=True)[side].values()
        assert all(row["position"] == 0 and row["material"] == 40 * row["count"] for row in rows)


@pytest.mark.parametrize("seed", range(60))
def test_the_parts_of_gomoku_add_up(seed: int) -> None:
    position = random_gomoku(seed)
    detail = position.evaluate("patterns", detail=True)
    assert (
        detail["total"] == position.evaluate("patterns") == gomoku_sum(detail, position.turn)
        and abs(detail["rounding"]) < 1
    )
    empty = int((position.to_array() == 0).sum())
    for side, threats in position.threats().items():
        assert [*detail[side]["patterns"]] == PATTERNS and [*detail[side]["threats"]] == THREATS
        assert sum(row["count"] for row in detail[side]["patterns"].values()) == 4 * empty
        found = list(threats.values())
        for name, row in detail[side]["threats"].items():
            assert row["count"] == found.count(name) and (row["count"] > 0 or row["value"] == 0)


def test_an_open_two_makes_four_open_threes() -> None:
    detail = gomoku.Position("h8 a1 i8 a3").evaluate("patterns", detail=True)
    assert detail["black"]["patterns"]["open_three"]["count"] == 4 == detail["black"]["threats"]["three"]["count"]
    assert detail["white"]["patterns"]["open_three"]["count"] == 0


def test_rows_that_have_no_patterns_have_no_detail() -> None:
    with pytest.raises(boyi.OptionError, match="k 6"):
        gomoku.Position(rows=9, cols=9, k=6).evaluate("patterns", detail=True)


def test_detail_is_named() -> None:
    with pytest.raises(TypeError):
        xiangqi.Position().evaluate(None, True)  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        gomoku.Position().evaluate(True)  # type: ignore[call-overload]
    assert xiangqi.Position().evaluate("by-hand", detail=False) == 3
