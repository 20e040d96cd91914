"""Positions and moves: values that know the rules."""

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
from boyi.xiangqi import START, Evaluation, Position
from conftest import MATE_IN_ONE, data, random_line, run_python

NOTATIONS = ["uci", "uci10", "iccs", "wxf", "chinese", "chinese-traditional"]
RULES = {case["id"]: case for case in data("xiangqi_rules")["cases"]}
SHUFFLE = "h0g2 h9g7 g2h0 g7h9"


def random_position(seed: int, plies: int) -> Position:
    return list(random_line(seed, plies))[-1]


positions = st.builds(random_position, st.integers(0, 999), st.integers(0, 120))


# ---- mate in one ----------------------------------------------------------


@given(positions)
def test_a_mate_in_one_is_a_move_that_leaves_none(position: Position) -> None:
    mates = any(not position.play(move).legal_moves() for move in position.legal_moves())
    assert position.has_mate_in_one() == mates


def test_a_mate_in_one_is_seen_with_and_without_check() -> None:
    assert Position(MATE_IN_ONE).has_mate_in_one()
    assert not Position().has_mate_in_one()
    stalemate = Position("4k4/9/3P5/9/9/9/9/9/9/4K4 w")
    assert not stalemate.has_mate_in_one()
    assert Position("3k5/9/4P4/9/9/9/9/9/9/4K4 w").has_mate_in_one(), "the king may not go to the middle"


# ---- FEN -----------------------------------------------------------------


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
    with pytest.raises(boyi.OptionError, match='rules "axf": expected "simple"'):
        Position(rules="axf")


# ---- moves ---------------------------------------------------------------


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


# ---- Move ----------------------------------------------------------------


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


# ---- values --------------------------------------------------------------


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
    assert boyi.Searcher(boyi.Config(table_mb=1)).search(Position.from_moves(f"{SHUFFLE} " * 500), depth=3).depth == 3


def test_str_is_a_diagram_and_repr_can_be_evaluated(start: Position) -> None:
    lines = str(start).splitlines()
    assert lines[0] == "9  r n b a k a b n r"
    assert lines[-2:] == ["   a b c d e f g h i", "red to move"]
    played = start.play("h2e2")
    assert eval(repr(played), {"Position": Position}).fen == played.fen


def test_it_has_the_common_interface(start: Position) -> None:
    assert isinstance(start, boyi.Position)
    assert not isinstance("text", boyi.Position)


# ---- verdicts ------------------------------------------------------------


@pytest.mark.parametrize("case", RULES.values(), ids=RULES)
def test_published_verdicts(case: dict[str, Any]) -> None:
    moves = case.get("moves_to_third_occurrence") or case["moves"]
    position = Position(case["fen"]).play_all(moves)
    expected = case.get("expected_if_only_perpetual_check_counts", case["expected"])
    for move in case.get("moves_illegal", []):
        assert not position.is_legal(move)
    outcome = position.outcome()
    judged = "undecided" if outcome is None else f"{outcome.winner}_wins" if outcome.winner else "draw"
    assert judged == expected or expected in (None, "illegal")


@pytest.mark.parametrize(
    ("position", "winner", "reason"),
    [
        (Position(MATE_IN_ONE).play("a0d0"), "red", "checkmate"),
        (Position("3k5/6R2/9/9/8P/9/9/9/4K4/9 b"), "red", "stalemate"),
        (Position.from_moves(f"{SHUFFLE} {SHUFFLE}"), None, "repetition"),
        (Position("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 90").play("a0a1"), None, "move_limit"),
        (Position(RULES["perp-check-08"]["fen"]).play_all(RULES["perp-check-08"]["moves"]), "black", "perpetual_check"),
        (Position(RULES["perp-check-24"]["fen"]).play_all(RULES["perp-check-24"]["moves"]), "red", "perpetual_check"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_reason(position: Position, winner: str | None, reason: str) -> None:
    assert position.outcome() == boyi.Outcome(winner=winner, reason=reason)


def test_a_game_that_goes_on_has_no_outcome(start: Position) -> None:
    assert start.outcome() is None
    assert Position("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 118 90").play("a0a1").outcome() is None


def test_play_goes_on_after_a_draw() -> None:
    drawn = Position.from_moves(f"{SHUFFLE} {SHUFFLE}")
    assert drawn.outcome() is not None
    assert drawn.play("h2e2").outcome() is None


CHECKS = "3k5/9/9/9/9/9/9/9/9/R3K4 w"
BOTH_CHECK = "9/3kc3R/9/9/3r5/4C2r1/9/9/4K4/3R5 w"


@pytest.mark.parametrize(
    ("fen", "moves", "expected"),
    [
        (START, "", 0),
        (START, SHUFFLE, 1),
        (CHECKS, "a0a9 d9d8 a9a8 d8d9 a8a9", 5),  # black is to move, red has checked with every move
        (CHECKS, "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8", 3),  # and now red is
        (BOTH_CHECK, "e4d4 d5e5 d4e4 e5d5", 7),
    ],
)
def test_repetition_says_who_checked(fen: str, moves: str, expected: int) -> None:
    assert Position(fen).play_all(moves).repetition() == expected


def test_repetition_counts_occurrences(start: Position) -> None:
    position = start.play_all(f"{SHUFFLE} {SHUFFLE} {SHUFFLE}")
    assert [position.repetition(recur) for recur in (1, 2, 3, 4, 100)] == [1, 1, 1, 0, 0]


@pytest.mark.parametrize("recur", [0, -1, 101, 10**30])
def test_absurd_repetitions_are_refused(recur: int, start: Position) -> None:
    with pytest.raises(boyi.OptionError, match="expected 1 to 100"):
        start.repetition(recur)


# ---- arrays, squares, evaluation -----------------------------------------


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
    assert start.evaluate() == start.evaluate(None) == start.evaluate(Evaluation()) == Evaluation().tempo
    with pytest.raises(TypeError):
        start.evaluate("mine")  # type: ignore[arg-type]
