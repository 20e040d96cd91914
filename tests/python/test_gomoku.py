"""Gomoku from Python: rules against the published cases, values, errors, and the same Searcher."""

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import boyi
from boyi.games import game_of
from boyi.gomoku import RULES, Position

DATA = Path(__file__).parents[1] / "data"


def cases(name: str) -> list[dict]:
    return json.loads((DATA / name).read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", cases("gomoku_wins.json"), ids=lambda case: case["id"])
def test_published_wins(case: dict) -> None:
    rule = {"exact-five": "standard"}.get(case["rule"], case["rule"])
    for move in case["moves"]:
        pos = Position.from_text("\n".join(case["rows"]), rule, turn=move["side"])
        outcome = pos.play(move["point"]).outcome()
        won = f"{outcome.winner}_wins" if outcome and outcome.reason == "five" else "no_win"
        assert won == move["expected"] or (won == "no_win" and "wins" not in move["expected"]), move


@pytest.mark.parametrize("case", cases("renju_forbidden.json"), ids=lambda case: case["id"])
def test_published_renju_fouls(case: dict) -> None:
    text = "\n".join(case["rows"])
    for turn in ("black", "white"):
        pos = Position.from_text(text, "renju", turn=turn)
        forbidden = pos.forbidden_points()
        for point in case["points"]:
            assert (point["point"] in forbidden) == (point["expected"] != "legal"), (case["id"], point)
        if "all_forbidden_points" in case:
            assert set(forbidden) == set(case["all_forbidden_points"])
        if pos.outcome() is None:
            legal = set(pos.legal_moves())
            assert legal.isdisjoint(forbidden) if turn == "black" else legal.issuperset(forbidden)


def test_a_forbidden_point_cannot_be_played() -> None:
    pos = Position(rule="renju").play_all("h8 a1 j8 a3 i9 a5 i7 a8")
    assert pos.forbidden_points() == {"i8": "double-three"}
    with pytest.raises(boyi.IllegalMoveError, match=r"i8.*double-three"):
        pos.play("i8")
    assert Position("h8 a1 j8 a3 i9 a5 i7 a8").forbidden_points() == {}


def test_outcomes() -> None:
    five = Position("h8 a1 h9 a2 h10 a3 h11 a4 h12")
    assert five.outcome() == boyi.Outcome("black", "five") and five.legal_moves() == []
    with pytest.raises(boyi.IllegalMoveError, match="the game is over"):
        five.play("a5")
    drawn = Position("a1 b1 c1 b2 a2 c2 b3 a3 c3", rows=3, cols=3, k=3)
    assert drawn.outcome() == boyi.Outcome(None, "board_full")
    six = "h8 a1 h9 a3 h10 a5 h12 b1 h13 b3 h11"
    assert Position(six).outcome() == boyi.Outcome("black", "five")
    assert Position(six, rule="standard").outcome() is None


def test_positions_are_values() -> None:
    pos = Position("h8 i9 j10", size=19, rule="standard")
    copy = pickle.loads(pickle.dumps(pos))
    assert copy == pos and hash(copy) == hash(pos) and copy.moves == ["h8", "i9", "j10"]
    assert pos != Position("h8 i9 j10", size=19) and pos != Position("h8 i9 j10", rule="standard")
    assert isinstance(pos, boyi.Position)
    array = pos.to_array()
    assert (array.dtype, array.shape) == (np.int8, (19, 19))
    assert (array[7, 7], array[8, 8], array[9, 9]) == (1, 2, 1)
    assert Position.from_array(array, rule="standard") == pos == Position.from_text(pos.fen, "standard")
    assert Position.from_text(str(pos), "standard") == pos
    assert (pos.piece_at("h8"), pos.piece_at("i9"), pos.piece_at("a1")) == ("X", "O", None)
    assert pos.mirror().moves == ["l8", "k9", "j10"]
    assert pos.mirror().canonical_key == pos.canonical_key and pos.mirror().key != pos.key
    assert "<svg" in pos.svg() == pos._repr_svg_()


def test_whose_turn_it_is() -> None:
    array = np.zeros((15, 15), int)
    assert Position.from_array(array).turn == "black"
    array[0, 0] = 1
    assert Position.from_array(array).turn == "white"
    array[0, 1] = 1
    with pytest.raises(boyi.OptionError, match="whose turn is it with 2 black and 0 white stones"):
        Position.from_array(array)
    assert Position.from_array(array, "white").turn == "white"


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: Position(size=4), boyi.OptionError, "board size 4, expected 5 to 22"),
        (lambda: Position(size=23), boyi.OptionError, "board size 23"),
        (lambda: Position(size=-1), boyi.OptionError, "board size"),
        (lambda: Position(rule="renjo"), boyi.OptionError, "did you mean .renju."),
        (lambda: Position(rows=3, cols=3, k=4), boyi.OptionError, "k 4, expected 1 to 3"),
        (lambda: Position("h8 h8"), boyi.IllegalMoveError, "a black stone stands there"),
        (lambda: Position("p1"), boyi.MoveTextError, "p1.*off the board"),
        (lambda: Position("zz"), boyi.MoveTextError, "zz"),
        (lambda: Position.from_text("..\n..."), boyi.PositionError, "3 points|2 points"),
        (lambda: Position.from_text("?"), boyi.PositionError, "expected '.'"),
        (lambda: Position.from_array([[0, 3]]), boyi.PositionError, "cell value 3, expected 0, 1 or 2"),
        (lambda: Position.from_array([0, 1]), boyi.PositionError, "expected two dimensions"),
        (lambda: boyi.Move.from_code(485, "gomoku"), boyi.OptionError, "no gomoku move has the code 485"),
        (lambda: Position().play(boyi.xiangqi.Position().legal_moves()[0]), boyi.GameMismatchError, "gomoku"),
        (lambda: boyi.xiangqi.Position().play(Position().legal_moves()[0]), boyi.GameMismatchError, "xiangqi"),
        (
            lambda: boyi.Searcher(evaluation=boyi.xiangqi.Evaluation()).search(Position(), depth=1),
            boyi.GameMismatchError,
            "xiangqi only",
        ),
        (lambda: boyi.Searcher().search(Position(rows=7, cols=7, k=6), depth=1), boyi.OptionError, "at most 5"),
    ],
)
def test_bad_input(make, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        make()


def test_threats() -> None:
    threats = Position("h8 a1 i8 a15 j8 o1").threats()
    assert threats["black"]["k8"] == threats["black"]["g8"] == "open_four"
    assert threats["black"]["l8"] == threats["black"]["f8"] == "four"
    assert threats["white"] == {}
    assert Position("h8 a1 i8 a3 j8 a5 k8").is_check()


@pytest.mark.parametrize("rule", RULES)
def test_the_same_searcher_plays_gomoku(rule: str) -> None:
    pos = Position("h8 a1 i8 a3 j8 a5", rule=rule)
    searcher = boyi.Searcher()
    result = searcher.search(pos, depth=4)
    assert result.score.mate == 2 and result.score.turn == "black" and result.move in ("g8", "k8")
    assert result.score.pov("white").mate == -2
    assert searcher.table.pv(pos)[0] == result.move == searcher.table.probe(pos).move
    assert result.move in searcher.table.move_text(searcher.table.entries())
    # The search stops where a look tells the end; kill search plays the line out.
    assert result.pv[0] == result.move and "five" in pos.play_all(result.pv[:1]).threats()["black"].values()
    assert pos.play_all(boyi.kill_search(pos).line).outcome().winner == "black"
    with pytest.raises(boyi.GameMismatchError, match="gomoku"):
        searcher.search(boyi.xiangqi.Position(), depth=1)
    with pytest.raises(boyi.GameMismatchError):
        searcher.table.probe(Position("h8", size=19, rule=rule))
    searcher.clear()
    assert searcher.search(boyi.xiangqi.Position(), depth=1).move.game == "xiangqi"


def test_a_finished_game_is_not_searched() -> None:
    lost = boyi.Searcher().search(Position("h8 a1 h9 a2 h10 a3 h11 a4 h12"), depth=3)
    assert (lost.move, lost.score.mate, lost.nodes) == (None, 0, 0)
    drawn = boyi.Searcher().search(Position("a1 b1 c1 b2 a2 c2 b3 a3 c3", rows=3, cols=3, k=3), depth=3)
    assert (drawn.move, int(drawn.score)) == (None, 0)


def test_perft_of_tic_tac_toe() -> None:
    pos = Position(rows=3, cols=3, k=3)
    assert [pos.perft(depth) for depth in range(6)] == [1, 9, 72, 504, 3024, 15120]
    assert pos.perft(9) == 127872  # games that end early have no sequence of nine moves


def test_comparisons_take_gomoku(tmp_path: Path) -> None:
    positions = [Position("h8 i9 i8"), Position("h8 h9 i8 g9")]
    comparison = boyi.lab.compare(["plain", "boyi"], positions, depth=2, progress=False, path=tmp_path / "rows")
    assert len(comparison.rows) == 4 and comparison.metadata["game"] == "gomoku"


def test_nothing_of_a_position_is_lost_in_the_metadata() -> None:
    small = Position("b2 a1 c3", rows=5, cols=7, rule="standard", k=4).play_all("d4")
    set_up = Position.from_array(small.to_array(), "black", rule="renju").play("e5")
    for position in (small, set_up):
        metadata = boyi.lab.compare(["plain"], [position], depth=1, progress=False).metadata
        again = game_of("gomoku").restored(metadata["positions"][0])
        assert again == position and again.moves == position.moves and again.k == position.k


def test_a_five_is_a_mate_in_one() -> None:
    four = Position("h8 a1 i8 a3 j8 a5 k8 b2")
    assert four.has_mate_in_one()
    assert not four.play("c3").has_mate_in_one(), "it is the other side's four"
    six = "d8 a1 e8 a3 f8 a5 h8 b2 i8 c1"
    assert Position(six).has_mate_in_one()
    assert not Position(six, rule="renju").has_mate_in_one(), "black may not make six in a row"
    with pytest.raises(boyi.OptionError):
        Position(k=6).has_mate_in_one()
