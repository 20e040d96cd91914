"""Pictures of boards: well-formed, small, and showing what stands there."""

from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import boyi
from boyi.svg import xiangqi_board

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_start_position_with_all_marks_is_small() -> None:
    array = boyi.xiangqi.Position().to_array()
    arrows = [("h2", "e2"), ("b9", "c7"), ("a0", "a2"), ("g3", "g4"), ("c6", "c5")]
    picture = xiangqi_board(array, turn="red", last_move=("h2", "e2"), arrows=arrows)
    assert len(picture.encode()) <= 8192
    assert "id=" not in picture and "<style" not in picture


def test_characters_and_labels() -> None:
    shown = texts(xiangqi_board(boyi.xiangqi.Position().to_array(), turn="red"))
    for character, count in {"帥": 1, "仕": 2, "炮": 2, "兵": 5, "將": 1, "象": 2, "卒": 5}.items():
        assert shown.count(character) == count
    assert [label for label in shown if label in "abcdefghi"] == list("abcdefghi")
    assert [label for label in shown if label.isdigit()] == list("0123456789")


def test_flipping_turns_the_board_round() -> None:
    board = np.zeros((10, 9), dtype=np.int8)
    board[0, 0], board[9, 8] = 5, -5

    def places(picture: str) -> list[tuple[str, str]]:
        discs = ElementTree.fromstring(picture).iter(f"{SVG}circle")
        return [(disc.attrib["cx"], disc.attrib["cy"]) for disc in discs]

    red, black = places(xiangqi_board(board, turn="red"))
    assert places(xiangqi_board(board, turn="red", flipped=True)) == [black, red]


def test_position_draws_itself() -> None:
    position = boyi.xiangqi.Position().play("h2e2")
    picture = position.svg(arrows=["h9g7"], size=200, flipped=True)
    assert 'width="200"' in picture and "polygon" in picture
    assert "black to move" in picture
    assert position._repr_svg_().startswith("<svg")
    assert "stroke-dasharray" in position.svg(), "the last move is marked"
    assert "stroke-dasharray" not in boyi.xiangqi.Position().svg(), "no move, no mark"


def test_a_board_of_gomoku_turns_round() -> None:
    position = boyi.gomoku.Position("a1 c2", rows=4, cols=6)

    def places(picture: str) -> list[tuple[str, str]]:
        discs = ElementTree.fromstring(picture).iter(f"{SVG}circle")
        return [(disc.attrib["cx"], disc.attrib["cy"]) for disc in discs]

    assert places(position.svg(arrows=["f4"])) == [("40", "160"), ("120", "120"), ("240", "40")]
    assert places(position.svg(arrows=["f4"], flipped=True)) == [("240", "40"), ("160", "80"), ("40", "160")]
    labels = texts(position.svg(flipped=True))
    assert labels[:10] == [*"abcdef", *"1234"] and labels[10:] == ["1", "2"]


@given(
    st.lists(st.tuples(st.integers(0, 89), st.integers(-7, 7)), max_size=32),
    st.booleans(),
    st.integers(1, 2000),
)
def test_any_board_is_well_formed_and_small(pieces: list[tuple[int, int]], flipped: bool, size: int) -> None:
    board = np.zeros(90, dtype=np.int8)
    for square, piece in pieces:
        board[square] = piece
    picture = xiangqi_board(board.reshape(10, 9), turn="black", flipped=flipped, size=size)
    assert len(picture.encode()) <= 8192
    ElementTree.fromstring(picture)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"array": np.zeros((9, 10))}, "shape"),
        ({"array": np.full((10, 9), 8)}, "-7 to 7"),
        ({"arrows": [("h2", "j2")]}, "'j2'"),
        ({"last_move": ("h2", "e10")}, "'e10'"),
        ({"size": 0}, "size 0"),
    ],
)
def test_bad_arguments_are_named(change: dict, message: str) -> None:
    arguments = {"array": np.zeros((10, 9), dtype=np.int8), "turn": "red"} | change
    with pytest.raises(boyi.OptionError, match=message):
        xiangqi_board(arguments.pop("array"), **arguments)


def test_boards_stand_beside_one_another() -> None:
    start = boyi.xiangqi.Position()
    shown = boyi.lab.boards([start, start.play("h2e2")], ["before", "<after>"], size=200)._repr_html_()
    assert (
        shown.count("<svg") == shown.count("max-width:100%") == 2
        and "&lt;after&gt;" in shown
        and 'width="200"' in shown
    )
    assert "ply 1" in boyi.lab.boards([start.play("h2e2")])._repr_html_()
    with pytest.raises(boyi.OptionError, match="captions: 1 for 2 positions"):
        boyi.lab.boards([start, start], ["one"])
