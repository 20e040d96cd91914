"""Scores and evaluations."""

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import boyi
from boyi import Score, Searcher, gomoku
from boyi.xiangqi import Evaluation, Position

# ---- what can be pasted back -----------------------------------------------


@pytest.mark.parametrize(
    "value",
    [
        Position(),
        Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 b - - 3 7", rules="axf"),
        boyi.Move("h2e2"),
        boyi.Move("h8"),
        Score(-35, "black"),
        Score(9997, "white", "gomoku"),
        boyi.Bound.LOWER,
        boyi.Config(killers=1),
        boyi.Clock(10, 1),
        Searcher().search(Position(), depth=2).iterations[-1].lines[0],
        boyi.kill_search(Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w"), "check").line,
    ],
    ids=repr,
)
def test_reprs_can_be_pasted_back(value: Any) -> None:
    back = eval(repr(value), vars(boyi) | {"Position": Position})
    assert back == value and repr(back) == repr(value)


@pytest.mark.parametrize(
    "position",
    [
        gomoku.Position(),
        gomoku.Position("h8 i9 j10", 19, "renju"),
        gomoku.Position("a1 b2", rows=3, cols=4, k=3),
        gomoku.Position.from_text("..O\n.X.\nX..", k=3, turn="black"),
        gomoku.Position.from_text("...\n...\n...", "standard", turn="white", k=3).play("b2"),
    ],
    ids=repr,
)
def test_positions_of_gomoku_too(position: Any) -> None:
    back = eval(repr(position), vars(gomoku))
    assert back == position and back.fen == position.fen and (back.rule, back.k) == (position.rule, position.k)


# ---- Score and Evaluation ------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "kind", "value", "mate", "plies", "text"),
    [
        (0, "value", 0, None, None, "0"),
        (-35, "value", -35, None, None, "-35"),
        (9800, "value", 9800, None, None, "9800"),
        (9801, "repetition", None, None, 99, "won by repetition in 99 plies"),
        (-9896, "repetition", None, None, 4, "lost by repetition in 4 plies"),
        (9999, "mate", None, 1, 1, "mate in 1"),
        (9997, "mate", None, 2, 3, "mate in 2"),
        (-9998, "mate", None, -1, 2, "mated in 1"),
        (-9996, "mate", None, -2, 4, "mated in 2"),
        (-10_000, "mate", None, 0, 0, "mated in 0"),
        (10_000, "mate", None, 0, 0, "mate in 0"),
    ],
)
def test_scores_say_what_they_mean(
    raw: int, kind: str, value: int | None, mate: int | None, plies: int | None, text: str
) -> None:
    score = Score(raw, "red")
    assert (score.kind, score.value, score.mate, score.plies, int(score)) == (kind, value, mate, plies, raw)
    assert (str(score), repr(score), score.turn) == (text, f'Score({raw}, "red")', "red")
    again = pickle.loads(pickle.dumps(score))
    assert (again, again.turn, hash(again)) == (score, "red", hash(score))


raws = st.integers(-10_000, 10_000)


@given(raws, raws)
def test_scores_are_ordered_as_their_numbers(a: int, b: int) -> None:
    for one, other in ((Score(a, "red"), Score(b, "red")), (Score(a, "red"), b), (Score(a, "red"), np.int16(b))):
        assert (one < other, one <= other, one == other, one != other) == (a < b, a <= b, a == b, a != b)
        assert (one > other, one >= other) == (a > b, a >= b)
    assert hash(Score(a, "red")) == hash(a)
    assert Score(a, "red") in {a}


@given(raws)
def test_scores_turn(raw: int) -> None:
    score = Score(raw, "red")
    assert int(-score) == int(score.pov("black")) == -raw
    assert (-score).turn == score.pov("black").turn == "black"
    assert score.pov("red").turn == "red"
    assert score == score.pov("black").pov("red")


def test_scores_refuse_what_they_are_not() -> None:
    for raw in (10_001, -10_001, 10**30):
        with pytest.raises(boyi.OptionError, match="expected -10000 to 10000"):
            Score(raw, "red")
    for side in ("white", "", "Red"):
        with pytest.raises(boyi.OptionError, match=r"expected .red. or .black."):
            Score(1, side)
        with pytest.raises(boyi.OptionError, match=r"expected .red. or .black."):
            Score(1, "red").pov(side)
    assert Score(1, "red") < 10**30
    assert Score(1, "red") != "1"
    with pytest.raises(TypeError):
        _ = Score(1, "red") < "2"  # type: ignore[operator]


def test_evaluations_are_data() -> None:
    tables = np.random.default_rng(1).integers(-9000, 9001, (7, 10, 9))
    evaluation = Evaluation(tables, tempo=-7)
    assert np.array_equal(evaluation.piece_square, tables)
    assert (evaluation.piece_square.shape, evaluation.piece_square.dtype) == ((7, 10, 9), np.int16)
    assert evaluation.tempo == -7
    assert evaluation == Evaluation(tables.astype(float), -7) == pickle.loads(pickle.dumps(evaluation))
    assert evaluation == Evaluation(tables.tolist(), tempo=np.int8(-7))
    assert evaluation != Evaluation(tables)
    assert evaluation != Evaluation() != 5
    with pytest.raises(ValueError, match="read-only"):
        evaluation.piece_square[:] = 0
    assert "tempo=-7" in repr(evaluation)


def altered(value: float) -> np.ndarray:
    tables = np.zeros((7, 10, 9))
    tables[3, 2, 1] = value
    return tables


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        (np.zeros((7, 9, 10)), r"shape \[7, 9, 10\]: expected \(7, 10, 9\)"),
        (np.zeros(630), r"expected \(7, 10, 9\)"),
        ([[1], [2, 3]], "piece_square"),
        ("text", "piece_square"),
        (np.zeros((7, 10, 9), complex), "expected numbers"),
        (np.full((7, 10, 9), "a"), "expected numbers"),
        *((altered(value), "whole number from -9000 to 9000") for value in (9001, -9001, 0.5, np.nan, np.inf, 2.0**63)),
    ],
)
def test_bad_evaluations_are_refused(tables: Any, expected: str) -> None:
    with pytest.raises(boyi.OptionError, match=expected):
        Evaluation(tables)


@pytest.mark.parametrize("tempo", [9001, -9001, 2**63, -(2**63), 10**30])
def test_bad_tempos_are_refused(tempo: int) -> None:
    with pytest.raises(boyi.OptionError, match="expected -9000 to 9000"):
        Evaluation(tempo=tempo)


def test_moves_and_scores_can_be_aligned(start: Position) -> None:
    assert f"{start.legal_moves()[0]:>6}|{Score(-35, 'red'):<5}|" == f"{start.legal_moves()[0]!s:>6}|-35  |"
