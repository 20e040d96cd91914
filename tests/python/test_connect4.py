"""Connect Four from Python: the class, its texts and errors, and the laboratory on the game's own suite."""

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boyi
from boyi import Config, Searcher, lab
from boyi.connect4 import Position
from conftest import run_python

LINE = "dedecf"
"""Three columns with stones of both sides; red is to move, and nobody threatens."""
DIAGRAM = """\
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . X O . .
. . X X O O .
a b c d e f g
red to move"""
FEN = "......./......./......./......./...XO../..XXOO. r"


def test_texts_show_the_board() -> None:
    pos = Position(LINE)
    assert (str(pos), pos.fen, repr(pos)) == (DIAGRAM, FEN, f'Position("{LINE}")')
    assert Position("445453") == Position("d d e d, e C") != pos
    for text in (DIAGRAM, FEN, FEN.removesuffix(" r").replace("/", "\n").lower()):
        read = Position.from_text(text)
        assert read == pos and (read.ply, read.start_fen) == (0, FEN) and eval(repr(read)) == pos
    after = read.play("g")
    assert (after.turn, after.moves, after.ply, after.start_fen) == ("yellow", ["g"], 1, FEN)


def test_positions_are_values_in_every_process() -> None:
    pos = Position(LINE)
    for again in (pickle.loads(pickle.dumps(pos)), copy.deepcopy(pos)):
        assert again == pos and hash(again) == hash(pos) and again.moves == pos.moves == list(LINE)
    assert {pos, Position("cfdede"), Position.from_text(FEN)} == {pos}, "the order of moves is not compared"
    assert pos != pos.play("a") and pos != FEN and isinstance(pos, boyi.Position)
    code = f"import boyi; p = boyi.connect4.Position({LINE!r}); print(hash(p), p.key, hash(p.play('a')))"
    here = f"{hash(pos)} {pos.key} {hash(pos.play('a'))}"
    assert {run_python(code, PYTHONHASHSEED=seed) for seed in ("1", "2")} == {here}


def test_arrays_and_pieces_show_the_same_stones() -> None:
    pos = Position(LINE)
    array = pos.to_array()
    assert (array.dtype, array.shape) == (np.int8, (6, 7))
    assert array[:2].tolist() == [[0, 0, 1, 1, 2, 2, 0], [0, 0, 0, 1, 2, 0, 0]] and not array[2:].any()
    for row, column in np.ndindex(array.shape):
        assert pos.piece_at(f"{'abcdefg'[column]}{row + 1}") == (None, "X", "O")[array[row, column]]
    assert np.array_equal(pos.mirror().to_array(), array[:, ::-1]) and pos.mirror().moves == list("dcdceb")


def test_threats_are_checks() -> None:
    pos = Position("dgdgd")
    assert pos.is_check() and not pos.has_mate_in_one() and pos.play("d").outcome() is None
    won = pos.play("a").play("d")
    assert won.outcome() == boyi.Outcome("red", "four") and won.legal_moves() == [] and not won.is_legal("a")
    assert Position("dgdg").gives_check("d") and not Position("dgdg").gives_check("a")


def test_the_picture_has_every_stone_the_last_move_and_arrows() -> None:
    empty, pos = Position().svg(), Position(LINE)
    assert empty.count("<circle") == 42 and pos._repr_svg_() == pos.svg()
    red, yellow, mark = "#d83a34", "#f2c230", "#ffffff"
    assert [pos.svg().count(f'fill="{color}"') for color in (red, yellow, mark)] == [3, 3, 1]
    assert mark not in empty
    proposed = pos.svg(arrows=["a", "d"], size=100)
    assert proposed.count("stroke-dasharray") == 2 and 'width="100"' in proposed
    assert pos.svg(flipped=True) != pos.svg() == pos.mirror().mirror().svg()


def test_the_evaluation_is_the_sum_of_its_terms() -> None:
    pos = Position(LINE)
    detail = pos.evaluate(detail=True)
    assert [detail["red"][name]["count"] for name in ("one", "two", "three")] == [6, 3, 0]
    values = {side: sum(term["value"] for term in detail[side].values()) for side in ("red", "yellow")}
    assert (
        detail["total"] == values["red"] - values["yellow"] + detail["tempo"] == pos.evaluate() == pos.evaluate("lines")
    )


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: Position("dh"), boyi.MoveTextError, 'unreadable move "h".*from "a" to "g" or a number from 1 to 7'),
        (lambda: Position("aaaaaaa"), boyi.IllegalMoveError, r"the column is full \(move 7\)"),
        (lambda: Position("abababa").play("c"), boyi.IllegalMoveError, "the game is over, red has won"),
        (lambda: Position.from_text("xx"), boyi.PositionError, "expected 6 rows of 7 cells"),
        (
            lambda: Position.from_text(FEN.replace("..XXOO.", "...XOO.").replace("...XO..", "..XXO..")),
            boyi.PositionError,
            "none below",
        ),
        (lambda: Position().piece_at("d7"), boyi.OptionError, "expected a column a-g and a row 1-6"),
        (lambda: Position().format("d", "wxf"), boyi.OptionError, 'connect4 has "uci"'),
        (lambda: Position().svg(size=0), boyi.OptionError, "size 0"),
        (lambda: Position().evaluate("patterns"), boyi.GameMismatchError, r'expected one of \["lines"\]'),
        (lambda: Position().play(boyi.gomoku.Position().legal_moves()[0]), boyi.GameMismatchError, "a move of gomoku"),
        (lambda: boyi.Move.from_code(8, "connect4"), boyi.OptionError, "no connect4 move has the code 8"),
        (lambda: boyi.kill_search(Position(), "four"), boyi.OptionError, "expected one of .*three"),
        (
            lambda: Searcher(evaluation=boyi.xiangqi.Evaluation()).search(Position(), depth=1),
            boyi.GameMismatchError,
            "xiangqi only",
        ),
        (lambda: lab.make_openings("connect4", 1, size=9), boyi.OptionError, "connect4 has no size"),
    ],
)
def test_bad_input_is_named(call: Callable[[], Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_threes_are_played_out() -> None:
    pos = Position("ddcc")
    found = boyi.kill_search(pos, "three")
    assert found.status == "win" and pos.play_all(found.line).outcome() == boyi.Outcome("red", "four")
    assert boyi.kill_search(pos, "three") == boyi.kill_search(pos)
    assert boyi.kill_search(Position(), "three", max_depth=3).status != "win"


def test_columns_from_the_middle_save_nodes_and_change_no_score() -> None:
    """Own functions: the order sees columns and rows, and an evaluation like the game's own gives the same tree."""
    pos, config = Position("ddc"), Config.preset("plain")
    seen: list[np.ndarray] = []

    def middle(position: Position, moves: np.ndarray) -> np.ndarray:
        seen.append(moves)
        heights = np.count_nonzero(position.to_array(), axis=0)
        assert (moves["row"] == heights[moves["column"]]).all()
        assert ["abcdefg"[column] for column in moves["column"]] == position.legal_moves()
        return -abs(moves["column"].astype(int) - 3)

    plain, ordered, own = (
        Searcher(config, **functions).search(pos, depth=5)
        for functions in ({}, {"order_by": middle}, {"evaluate": lambda place: place.evaluate()})
    )
    assert (own.nodes, own.score, own.pv) == (plain.nodes, plain.score, plain.pv)
    assert ordered.score == plain.score and ordered.nodes < plain.nodes
    rows = np.concatenate(seen)
    assert rows["wins"].any() and rows["threatens"].any() and not (rows["wins"] & rows["threatens"]).any()


def test_the_suite_is_compared(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    found = lab.compare(["plain", "boyi"], "connect4/teaching", depth=5, progress=False, path=path)
    assert len(found.rows) == 2 * len(lab.suite("connect4/teaching"))
    plain, boyis = (found.rows["nodes"][found.rows["config"] == name].sum() for name in found.configs)
    assert 0 < boyis < plain
    assert (lab.Comparison.load(path).rows["nodes"] == found.rows["nodes"]).all()


def test_a_match_is_won_by_the_better_search(tmp_path: Path) -> None:
    plain = Config.preset("plain").replace(iterative=True)
    given: dict[str, Any] = {"game": "connect4", "games": 12, "nodes": 400, "progress": False}
    match = lab.match("boyi", plain, path=tmp_path / "games", **given)
    assert {game.reason for game in match.games} <= {"four", "board_full"}
    assert sum(match.pairs[3:]) > sum(match.pairs[:2])
    assert lab.Match.load(tmp_path / "games").games == match.games


def test_a_whole_tree_is_traced_and_drawn() -> None:
    pos = Position("ddddee")
    tree = lab.trace("plain", pos, depth=2)
    assert tree.position == pos and tree.complete and len(tree) == tree.result.nodes
    assert [tree.move_text(row) for row in tree.where(ply=1)] == pos.legal_moves()
    assert tree._repr_svg_().count("<circle") == len(tree)


def test_a_table_comes_back_from_a_file(tmp_path: Path) -> None:
    pos, searcher = Position("ddc"), Searcher(Config.preset("boyi", "connect4").replace(table_mb=1))
    first = searcher.search(pos, depth=10)
    searcher.table.save(tmp_path / "four.table")
    table = boyi.TranspositionTable.load(tmp_path / "four.table")
    assert table.probe(pos).move == first.move and table.pv(pos) == searcher.table.pv(pos)
    assert set(table.move_text(table.entries())) <= {*"abcdefg", ""}
    with pytest.raises(boyi.GameMismatchError, match="connect4"):
        table.probe(boyi.gomoku.Position())
