"""Moves: legal ones, their notations, and the objects that stand for them."""

import copy
import pickle
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import boyi
from boyi.xiangqi import START, Position
from conftest import data, positions

NOTATIONS = ["uci", "uci10", "iccs", "wxf", "chinese", "chinese-traditional"]


# moves


@pytest.mark.parametrize("case", data("xiangqi_move_lists")["positions"], ids=lambda case: case["id"])
def test_moves_and_checks_equal_the_published_lists(case: dict[str, Any]) -> None:
    position = Position(case["fen"])
    moves = position.legal_moves()
    assert sorted(moves) == case["moves"]
    assert sorted(move for move in moves if position.gives_check(move)) == case["checking_moves"]
    assert position.is_check() == case["in_check"]
    assert all(position.is_legal(move) for move in moves)
    enemies = {square for square in SQUARES if is_enemy(position, square)}
    assert {m for m in moves if position.is_capture(m)} == {m for m in moves if m.to_square in enemies}


SQUARES = [file + rank for rank in "0123456789" for file in "abcdefghi"]


def is_enemy(position: Position, square: str) -> bool:
    piece = position.piece_at(square)
    return piece is not None and piece.islower() == (position.turn == "red")


@pytest.mark.parametrize("case", data("xiangqi_perft")["positions"], ids=lambda case: case["id"])
def test_perft_equals_the_published_counts(case: dict[str, Any]) -> None:
    position = Position(case["fen"])
    for depth in (1, 2, 3):
        assert position.perft(depth) == case["nodes"][str(depth)]
    parts = position.divide(2)
    assert list(parts) == position.legal_moves()
    assert sum(parts.values()) == case["nodes"]["2"]


def test_perft_at_the_edges(start: Position) -> None:
    assert start.perft(0) == 1
    assert start.divide(0) == {}
    assert start.divide(1) == dict.fromkeys(start.legal_moves(), 1)


@pytest.mark.parametrize("depth", [-1, 13, 10**30, -(10**30)])
@pytest.mark.parametrize("count", [Position.perft, Position.divide])
def test_absurd_perft_depths_are_refused(count: Callable[..., Any], depth: int, start: Position) -> None:
    with pytest.raises(boyi.OptionError, match="expected 0 to 12 plies"):
        count(start, depth)


@given(positions)
def test_every_legal_move_is_read_back_from_every_notation(position: Position) -> None:
    for move in position.legal_moves():
        for notation in NOTATIONS:
            text = position.format(move, notation)
            assert position.parse(text, notation) is move
            if notation != "uci10":
                assert position.parse(text) is move
                assert position.play(text) == position.play(move)


@pytest.mark.parametrize(
    "text", ["h2e2", "H2-E2", "h2-e2", " h2e2 ", "C2=5", "c2.5", "炮二平五", "炮2平5", "砲二平五", "Ｃ２＝５"]
)
def test_one_move_in_many_writings(text: str, start: Position) -> None:
    assert start.parse(text) == "h2e2"
    assert start.play(text).fen == start.play("h2e2").fen
    assert start.is_legal(text)
    assert not start.is_capture(text)


@pytest.mark.parametrize("case", data("xiangqi_notation")["games"][::6], ids=lambda case: case["chinese"])
def test_published_notation(case: dict[str, Any]) -> None:
    position = Position(case["fen"])
    assert position.parse(case["chinese_source"]) == case["move"]
    assert position.parse(case["wxf_fairy_stockfish"], "wxf") == case["move"]


ILLEGAL = [
    ("e4e5", "no piece stands on e4"),
    ("h9g7", "is not the side to move's"),
    ("a0a5", "the piece on a0 cannot go to a5"),
    ("炮二进九", "the piece on h2 cannot go there"),
    ("马五进四", "no such piece"),
]


@pytest.mark.parametrize(("text", "reason"), ILLEGAL)
def test_illegal_moves(text: str, reason: str, start: Position) -> None:
    for ask in (start.play, start.gives_check, start.is_capture, start.format, lambda m: start.play_all([m])):
        with pytest.raises(boyi.IllegalMoveError, match=re.escape(f'"{text}"')) as caught:
            ask(text)
        assert reason in str(caught.value)
    assert start.is_legal(text) is False


def test_a_move_that_exposes_the_king_is_illegal() -> None:
    with pytest.raises(boyi.IllegalMoveError, match="king attacked"):
        Position("4k4/9/9/9/9/9/9/9/4N4/4K4 w").play("e1c2")


@pytest.mark.parametrize(
    "text", ["", " ", "h2", "h2e", "h2e22", "z9z8", "h2h2", "e2e10", "xyzzy", "炮", "炮二平", "\0"]
)
def test_unreadable_moves(text: str, start: Position) -> None:
    for ask in (start.play, start.is_legal, start.gives_check, start.parse):
        with pytest.raises(boyi.MoveTextError, match=r"unreadable move .*expected a move such as h2e2"):
            ask(text)


def test_ambiguous_texts_name_what_they_fit() -> None:
    position = Position("3k5/9/9/9/9/9/9/R8/9/R3K4 w")
    with pytest.raises(boyi.MoveTextError, match=r"it fits (a2b2 and a0b0|a0b0 and a2b2), expected"):
        position.parse("R9=8")


def test_the_dialect_of_ranks_from_one_must_be_named(start: Position) -> None:
    assert start.parse("h3e3", "uci10") == "h2e2"
    with pytest.raises(boyi.MoveTextError, match='"uci10"'):
        start.parse("h10g8")


@pytest.mark.parametrize("name", ["ucii", "wfx", "chinse", "Klingon", ""])
def test_unknown_notations_suggest(name: str, start: Position) -> None:
    with pytest.raises(boyi.OptionError, match=f'notation "{name}": expected one of'):
        start.parse("h2e2", name)
    with pytest.raises(boyi.OptionError, match=r'expected one of \["uci", "uci10"'):
        start.format("h2e2", name)


@given(st.text(alphabet="KABNRCPEH123456789=+-.将士象马车炮兵卒平进退前中后一二三abcdefghi0 \0", max_size=7))
def test_no_move_text_does_more_than_raise(text: str) -> None:
    position = Position()
    with suppress(boyi.MoveTextError, boyi.IllegalMoveError):
        assert position.is_legal(position.parse(text))


@pytest.mark.parametrize("wrong", [5, None, b"h2e2", ("h2", "e2")])
def test_a_move_is_a_move_or_a_text(wrong: object, start: Position) -> None:
    with pytest.raises(TypeError, match=r"expected a boyi\.Move or its text"):
        start.play(wrong)  # type: ignore[arg-type]


def test_play_all_takes_texts_and_sequences(start: Position) -> None:
    lines: list[Any] = ["h2e2 h9g7", ["h2e2", "马8进7"], iter(("C2=5", "h9g7")), (m for m in ("h2e2", "h9g7"))]
    for moves in lines:
        assert start.play_all(moves).moves == ["h2e2", "h9g7"]
    assert Position.from_moves("h2e2 h9g7", START).ply == 2
    assert start.play_all("") == start.play_all([]) == start
    with pytest.raises(TypeError):
        start.play_all(5)  # type: ignore[arg-type]


def test_a_bad_move_in_a_line_leaves_nothing_behind(start: Position) -> None:
    with pytest.raises(boyi.IllegalMoveError, match="h2e2"):
        start.play_all("h2e2 h9g7 h2e2")
    assert start.moves == []


# Move


def test_a_move_is_as_good_as_its_text(start: Position) -> None:
    move = start.parse("h2e2")
    assert move == "h2e2" == str(move) == f"{move}"
    assert move != "h2e3"
    assert move is start.parse("炮二平五")
    assert hash(move) == hash("h2e2")
    assert {move: 1}["h2e2"] == 1  # type: ignore[index]
    assert "h2e2" in {move}
    assert move in {"h2e2"}
    assert "h2e2" in start.legal_moves()
    assert eval(repr(move), {"Move": start.parse}) is move
    assert (move.from_square, move.to_square, move.game) == ("h2", "e2", "xiangqi")
    assert move != 5
    with pytest.raises(TypeError):
        _ = move < 5  # type: ignore[operator]


def test_moves_sort_as_their_texts(start: Position) -> None:
    moves = start.legal_moves()
    assert [str(move) for move in sorted(moves)] == sorted(str(move) for move in moves)
    assert max(moves) >= "i3i4" >= min(moves)


def test_codes_round_trip(start: Position) -> None:
    for move in start.legal_moves():
        assert boyi.Move.from_code(move.code, "xiangqi") is move
        assert boyi.Move.from_code(np.uint16(move.code), "xiangqi") is move
        assert pickle.loads(pickle.dumps(move)) is copy.deepcopy(move) is move


@pytest.mark.parametrize("code", [-1, 0, 129, 90, 90 << 7, 65535, 65536, 10**30, -(10**30)])
def test_codes_of_no_move_are_refused(code: int) -> None:
    with pytest.raises(boyi.OptionError, match="no xiangqi move has the code"):
        boyi.Move.from_code(code, "xiangqi")


def test_codes_of_other_games_are_refused() -> None:
    with pytest.raises(boyi.OptionError, match='game "chess": expected one of'):
        boyi.Move.from_code(1, "chess")
