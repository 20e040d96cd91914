"""Positions from FEN and back, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boyi
from boyi.xiangqi import START, Position
from conftest import positions


def test_the_start_position_is_the_default() -> None:
    position = Position()
    assert position.fen == START
    assert (position.turn, position.ply, position.moves, position.halfmove_clock) == ("red", 0, [], 0)
    assert (position.game, position.rules) == ("xiangqi", "simple")


@given(positions)
def test_fen_round_trip(position: Position) -> None:
    again = Position(position.fen)
    assert again == position
    assert again.fen == position.fen
    assert (again.turn, again.halfmove_clock, again.key) == (position.turn, position.halfmove_clock, position.key)
    assert again.ply == 0, "a FEN has no history"


@pytest.mark.parametrize(
    "text",
    [
        START.replace("b", "e").replace("B", "E").replace("n", "h").replace("N", "H"),
        START.split()[0],
        START.split()[0] + " r",
        START.split()[0] + " w - -",
        START.split()[0] + "[] w",
        f"  {START}\n",
    ],
)
def test_fen_is_read_leniently(text: str, start: Position) -> None:
    assert Position(text) == start
    assert Position(text).fen == START


def test_clocks_are_kept() -> None:
    position = Position("4k4/9/9/9/9/9/9/9/9/R2K5 b - - 17 45")
    assert position.halfmove_clock == 17
    assert position.play("e9e8").fen.endswith(" w - - 18 46")
    assert Position("3k5/9/9/9/9/9/9/9/p8/R3K4 w - - 17 45").play("a0a1").halfmove_clock == 0


BAD_FENS = [
    ("", "expected a FEN"),
    ("   ", "expected a FEN"),
    ("hello", "expected 10 ranks, found 1"),
    (START.replace("9/9", "9/9/9", 1), "expected 10 ranks, found 11"),
    (START.replace("/9/9/", "/9/", 1), "expected 10 ranks, found 9"),
    (START.replace("rnbakabnr", "rnbakabn", 1), "8 files, expected 9"),
    (START.replace("rnbakabnr", "rnbakabnrr", 1), "more than 9 files"),
    (START.replace("rnbakabnr", "rnbakabnr1", 1), "more than 9 files"),
    (START.replace("/9/9/", "/0/9/", 1), "'0' in rank"),
    (START.replace("/9/9/", "/x8/9/", 1), "'x' in rank"),
    (START.replace("/9/9/", "/中8/9/", 1), "'中' in rank"),
    (START.replace("/9/9/", "/9\0/9/", 1), "in rank"),
    (START.replace(" w", " x"), "side to move \"x\", expected 'w'"),
    (START.replace("- -", "KQ -"), "expected '-'"),
    (START.replace("0 1", "-1 1"), "halfmove clock"),
    (START.replace("0 1", "0 one"), "move number"),
    (START.replace("0 1", "99999999999 1"), "expected a number from 0 to 100000"),
    (START + " extra", "after the six fields"),
    ("9/9/9/9/9/9/9/9/9/4K4 w", "black has no king"),
    ("4k4/9/9/9/9/9/9/9/9/9 w", "red has no king"),
    ("4k4/9/9/9/9/9/9/9/4K4/4K4 w", "more than 1 red king"),
    ("4k4/9/9/9/9/9/9/9/9/K8 w", "a red king can never stand on a0"),
    ("4k4/9/9/9/9/9/9/9/9/A3K4 w", "a red advisor can never stand on a0"),
    ("4k4/B8/9/9/9/9/9/9/9/4K4 w", "a red elephant can never stand on a8"),
    ("4k4/9/9/9/9/9/9/9/9/P3K4 w", "a red pawn can never stand on a0"),
    ("p3k4/9/9/9/9/9/9/9/9/4K4 w", "a black pawn can never stand on a9"),
    ("3k5/RRR6/9/9/9/9/9/9/9/4K4 w", "more than 2 red chariots"),
    ("3k5/PPPPPP3/9/9/9/9/9/9/9/4K4 w", "more than 5 red pawns"),
    ("3k5/9/9/9/9/9/9/3R5/9/4K4 w", "black is not to move and in check"),
]


@pytest.mark.parametrize(("text", "expected"), BAD_FENS)
def test_bad_positions_are_refused_with_the_text_and_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(boyi.PositionError) as caught:
        Position(text)
    assert isinstance(caught.value, ValueError)
    assert expected in str(caught.value)
    assert text.split()[:1] == [] or text.split()[0][:8] in str(caught.value)


@given(st.text(alphabet="kabnrcpKABNRCPeh123456789/ wb-0\0中", max_size=90) | st.text(max_size=40))
def test_no_text_does_more_than_raise(text: str) -> None:
    try:
        assert Position(Position(text).fen) == Position(text)
    except boyi.PositionError as error:
        assert "expected" in str(error) or "bad position" in str(error)


@pytest.mark.parametrize("wrong", [5, b"x", ["a"], Position()])
def test_a_position_is_made_of_text(wrong: object) -> None:
    with pytest.raises(TypeError):
        Position(wrong)  # type: ignore[arg-type]


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(boyi.OptionError, match='rules "axff"'):
        Position(rules="axff")
