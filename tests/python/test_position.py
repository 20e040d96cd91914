"""Positions as values: equality, copies, arrays, squares, evaluation."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import boyi
from boyi.xiangqi import START, Evaluation, Position
from conftest import positions, run_python

SHUFFLE = "h0g2 h9g7 g2h0 g7h9"


# values


def test_equality_is_pieces_side_and_rules(start: Position) -> None:
    back = start.play_all(SHUFFLE)
    assert back == start
    assert hash(back) == hash(start)
    assert back.key == start.key
    assert back.fen != start.fen, "clocks are not compared"
    assert start != Position(START.replace(" w", " b"))
    assert start != START
    assert len({start, back, start.play("h2e2")}) == 2


@given(positions, positions)
def test_equal_positions_have_equal_boards(one: Position, other: Position) -> None:
    same = one.turn == other.turn and np.array_equal(one.to_array(), other.to_array())
    assert (one == other) == same
    assert (one.key == other.key) == same


def test_hashes_are_the_same_in_every_process(start: Position) -> None:
    code = (
        "import boyi; p = boyi.xiangqi.Position(); c = boyi.Config(killers=1);"
        "print(hash(p), hash(p.play('h2e2')), p.key, hash(c), hash(boyi.Score(35, 'red')))"
    )
    here = (hash(start), hash(start.play("h2e2")), start.key, hash(boyi.Config(killers=1)), hash(35))
    seen = {run_python(code, PYTHONHASHSEED=seed) for seed in ("1", "2")}
    assert seen == {" ".join(map(str, here))}


@pytest.mark.parametrize("again", [lambda p: pickle.loads(pickle.dumps(p)), copy.copy, copy.deepcopy])
def test_copies_keep_the_history(again: Callable[[Position], Position]) -> None:
    position = Position("4k4/9/9/9/9/9/9/9/9/R2K5 b - - 17 45").play_all("e9e8 d0d1 e8e9 d1d0")
    other = again(position)
    assert other == position
    assert (other.fen, other.moves, other.ply, other.start_fen) == (
        position.fen,
        position.moves,
        4,
        position.start_fen,
    )
    assert other.repetition() == position.repetition() == 1


def test_nothing_can_be_set(start: Position) -> None:
    for name in ("fen", "turn", "key", "ply", "moves", "rules", "anything"):
        with pytest.raises(AttributeError):
            setattr(start, name, 1)
    for value in (start.parse("h2e2"), boyi.Score(1, "red"), boyi.Config(), Evaluation()):
        with pytest.raises(AttributeError):
            value.game = "go"  # type: ignore[misc]
    start.moves.append(start.parse("h2e2"))
    start.to_array()[:] = 0
    assert (start.moves, start.fen) == ([], START)


@pytest.mark.parametrize("kind", [boyi.Move, boyi.Score, boyi.Config, boyi.Searcher, boyi.TranspositionTable, Position])
def test_core_classes_have_no_subclasses(kind: type) -> None:
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Sub", (kind,), {})


def test_long_histories_are_kept_and_dropped() -> None:
    position = Position()
    for number in range(20_000):
        position = position.play(SHUFFLE.split()[number % 4])
    assert position.ply == len(position.moves) == 20_000
    del position
    assert (
        boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=1))
        .search(Position.from_moves(f"{SHUFFLE} " * 500), depth=3)
        .depth
        == 3
    )


def test_str_is_a_diagram_and_repr_can_be_evaluated(start: Position) -> None:
    lines = str(start).splitlines()
    assert lines[0] == "9  r n b a k a b n r"
    assert lines[-2:] == ["   a b c d e f g h i", "red to move"]
    played = start.play("h2e2")
    assert eval(repr(played), {"Position": Position}).fen == played.fen


def test_it_has_the_common_interface(start: Position) -> None:
    assert isinstance(start, boyi.Position)
    assert not isinstance("text", boyi.Position)


# arrays, squares, evaluation


@given(positions)
def test_arrays_round_trip(position: Position) -> None:
    array = position.to_array()
    assert (array.shape, array.dtype) == ((10, 9), np.int8)
    assert Position.from_array(array, turn=position.turn) == position
    assert Position.from_array(array.tolist(), position.turn) == position
    assert Position.from_array(array[::-1, ::-1][::-1, ::-1].astype(np.int64), position.turn) == position


def test_arrays_are_numbered_as_documented(start: Position) -> None:
    array = start.to_array()
    assert array[0].tolist() == [5, 4, 3, 2, 1, 2, 3, 4, 5]
    assert (array[2, 1], array[3, 0], array[9, 4], array[7, 7]) == (6, 7, -1, -6)


def board(**pieces: int) -> np.ndarray:
    array = np.zeros((10, 9), np.int64)
    for square, piece in ({"d0": 1, "e9": -1} | pieces).items():
        array[int(square[1]), ord(square[0]) - ord("a")] = piece
    return array


BAD_ARRAYS = [
    (np.zeros((9, 10), int), r"shape \[9, 10\], expected shape \(10, 9\)"),
    ([[1, 2], [3]], r"expected shape \(10, 9\)"),
    ("text", r"expected shape \(10, 9\)"),
    (board().astype(float), "type float64, expected whole numbers"),
    (board().astype(object), "expected whole numbers"),
    (board(a0=8), "8 on a0, expected -7 to 7"),
    (board(a0=-(2**63)), "on a0, expected -7 to 7"),
    (np.where(board() == -1, 2**64 - 1, board().astype(np.uint64)), "on e9, expected -7 to 7"),
    (board(e9=0), "black has no king"),
    (board(d1=1), "more than 1 red king"),
    (board(a0=2), "a red advisor can never stand on a0"),
    (board(e8=5), "black is not to move and in check"),
]


@pytest.mark.parametrize(("array", "expected"), BAD_ARRAYS)
def test_bad_arrays_are_refused(array: Any, expected: str) -> None:
    with pytest.raises(boyi.PositionError, match=expected):
        Position.from_array(array)


def test_bad_sides_are_refused(start: Position) -> None:
    with pytest.raises(boyi.OptionError, match='side "white": expected "red" or "black"'):
        Position.from_array(start.to_array(), turn="white")


@given(positions)
def test_mirrors(position: Position) -> None:
    mirrored = position.mirror()
    assert np.array_equal(mirrored.to_array(), position.to_array()[:, ::-1])
    assert mirrored.mirror() == position
    assert mirrored.mirror().moves == position.moves
    assert len(mirrored.legal_moves()) == len(position.legal_moves())


def test_pieces_have_letters(start: Position) -> None:
    assert [start.piece_at(square) for square in ("e0", "E0", "e9", "b0", "h9", "e4")] == [
        "K",
        "K",
        "k",
        "N",
        "n",
        None,
    ]
    for square in ("", "e", "j0", "e10", "éé", "0e"):
        with pytest.raises(boyi.OptionError, match=f'square "{square}": expected a file a-i and a rank 0-9'):
            start.piece_at(square)


@given(positions, st.integers(-500, 500))
def test_evaluation_is_the_sum_over_the_squares(position: Position, tempo: int) -> None:
    tables = np.random.default_rng(tempo % 7).integers(-500, 501, (7, 10, 9))
    tables[0] = 0
    array = position.to_array()
    red = sum(tables[array[r, f] - 1, r, f] for r, f in zip(*np.nonzero(array > 0), strict=True))
    black = sum(tables[-array[r, f] - 1, 9 - r, 8 - f] for r, f in zip(*np.nonzero(array < 0), strict=True))
    sign = 1 if position.turn == "red" else -1
    assert position.evaluate(Evaluation(tables, tempo)) == sign * (red - black) + tempo


def test_the_default_evaluation_is_boyis(start: Position) -> None:
    assert start.evaluate() == start.evaluate(None) == start.evaluate("network")
    assert start.evaluate("by-hand") == start.evaluate(Evaluation()) == Evaluation().tempo
    with pytest.raises(boyi.OptionError, match='evaluation "mine": expected one of'):
        start.evaluate("mine")
    with pytest.raises(TypeError):
        start.evaluate(9)  # type: ignore[arg-type]
