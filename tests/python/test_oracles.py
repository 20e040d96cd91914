"""Oracles: small boards that are solved, and late positions of Connect Four, against plain minimax and known values."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import boyi
from boyi import connect4, gomoku, xiangqi
from boyi.exact import ExactValue, Oracle

TIC_TAC_TOE = gomoku.SolvedBoard(3, 3, 3)


def plain_value(position: Any, known: dict[Any, ExactValue]) -> ExactValue:
    """Minimax over all legal moves, without any idea: it shares the rules with the oracles and nothing else."""
    key = (position.fen, position.turn)
    if key in known:
        return known[key]
    outcome = position.outcome()
    if outcome is not None:
        value = ExactValue("draw", None) if outcome.winner is None else ExactValue("loss", 0)
    else:
        children = [plain_value(position.play(move), known) for move in position.legal_moves()]
        lost = [child.plies for child in children if child.verdict == "loss" and child.plies is not None]
        won = [child.plies for child in children if child.verdict == "win" and child.plies is not None]
        if lost:
            value = ExactValue("win", 1 + min(lost))
        elif len(won) == len(children):
            value = ExactValue("loss", 1 + max(won))
        else:
            value = ExactValue("draw", None)
    known[key] = value
    return value


def walk(position: Any, stones: int) -> list[Any]:
    """All positions that games of that many stones lead to, each once."""
    found = {position.fen: position}
    for _ in range(stones):
        found |= {
            child.fen: child
            for place in list(found.values())
            if place.outcome() is None
            for child in (place.play(move) for move in place.legal_moves())
        }
    return list(found.values())


@pytest.mark.parametrize(
    ("rows", "cols", "k"), [(3, 3, 3), (1, 5, 2), (2, 4, 3), pytest.param(3, 4, 3, marks=pytest.mark.slow)]
)
def test_every_position_has_the_value_of_plain_minimax(rows: int, cols: int, k: int) -> None:
    board = gomoku.SolvedBoard(rows, cols, k)
    known: dict[Any, ExactValue] = {}
    places = walk(gomoku.Position(rows=rows, cols=cols, k=k), rows * cols)
    assert all(board.probe(place) == plain_value(place, known) for place in places)
    assert len({place.canonical_key for place in places}) == len(board)


@pytest.mark.parametrize(
    ("rows", "cols", "k", "verdict", "classes"),
    [
        # Jos Uiterwijk and Jaap van den Herik, "The advantage of the initiative", Information Sciences 122, 2000.
        (3, 3, 3, "draw", 765),
        (3, 4, 3, "win", None),
        (4, 3, 3, "win", None),
        (3, 5, 4, "draw", None),
        (4, 4, 4, "draw", None),
        pytest.param(4, 4, 3, "win", None, marks=pytest.mark.slow),
    ],
)
def test_boards_have_their_published_values(rows: int, cols: int, k: int, verdict: str, classes: int | None) -> None:
    board = gomoku.SolvedBoard(rows, cols, k)
    value = board.probe(gomoku.Position(rows=rows, cols=cols, k=k))
    assert value is not None and value.verdict == verdict
    assert classes in (None, len(board))


def test_positions_of_a_board_are_different_and_of_the_verdict() -> None:
    for verdict in ("win", "draw", "loss"):
        places = TIC_TAC_TOE.positions(40, verdict=verdict, seed=1)
        assert {TIC_TAC_TOE.probe(place).verdict for place in places} == {verdict}
        assert len({place.canonical_key for place in places}) == 40
        assert all(place.outcome() is None for place in places)
        assert places == TIC_TAC_TOE.positions(40, verdict=verdict, seed=1)
        assert places != TIC_TAC_TOE.positions(40, verdict=verdict, seed=2)
    assert len(TIC_TAC_TOE.positions(627)) == 627


def test_other_boards_and_rules_are_not_known() -> None:
    unknown = [
        gomoku.Position(rows=3, cols=4, k=3),
        gomoku.Position(rows=3, cols=3, k=2),
        gomoku.Position(rows=3, cols=3, k=3, rule="standard"),
        gomoku.Position.from_text("...\n...\n..X", turn="black", k=3),
        gomoku.Position.from_text("XX.\n...\n...", turn="white", k=3),
        gomoku.Position.from_text("XXX\n...\nOOO", turn="black", k=3),
    ]
    assert [TIC_TAC_TOE.probe(place) for place in unknown] == [None] * len(unknown)


@pytest.mark.parametrize("verdict", ["win", "draw", "loss"])
def test_late_positions_have_the_value_of_plain_minimax(verdict: Any) -> None:
    solver, known = connect4.Solver(32), dict[Any, ExactValue]()
    for place in solver.positions(10, verdict=verdict):
        value = solver.probe(place)
        assert value == plain_value(place, known) == connect4.Solver(32).probe(place.mirror())
        assert value is not None and value.verdict == verdict


def test_early_and_finished_positions_of_connect_four() -> None:
    solver = connect4.Solver(20)
    won = connect4.Position("dedede").play("d")
    early = solver.positions(1)[0]
    assert solver.probe(won) == ("loss", 0)
    assert solver.probe(connect4.Position()) is None
    assert np.count_nonzero(early.to_array()) >= 20
    full = next(place for place in walk(connect4.Solver(40).positions(1, verdict="draw")[0], 2) if place.outcome())
    assert solver.probe(full) == ("draw", None)


@pytest.mark.parametrize("oracle", [TIC_TAC_TOE, connect4.Solver(30)])
def test_oracles_keep_the_interface(oracle: Any) -> None:
    assert isinstance(oracle, Oracle)
    again = pickle.loads(pickle.dumps(oracle))
    assert repr(again) == repr(oracle)
    (place,) = oracle.positions(1, seed=5)
    assert again.probe(place) == oracle.probe(place)
    with pytest.raises(boyi.GameMismatchError, match=f"a position of xiangqi: expected one of {oracle.game}"):
        oracle.probe(xiangqi.Position())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: gomoku.SolvedBoard(4, 5, 4), "rows=4, cols=5: expected a board of at most 16 cells, not 20"),
        (lambda: gomoku.SolvedBoard(3, 3, 4), "k 4, expected 1 to 3"),
        (lambda: gomoku.SolvedBoard(0, 3, 3), "rows 0, expected 1 to 22"),
        (lambda: TIC_TAC_TOE.positions(628), r"n=628: SolvedBoard\(3, 3, 3\) has 627 positions that are not over"),
        (lambda: TIC_TAC_TOE.positions(0), "n=0: .* expected 1 to 627"),
        (lambda: TIC_TAC_TOE.positions(1, verdict="won"), "verdict='won': expected one of"),
        (lambda: TIC_TAC_TOE.positions(1, seed=-1), "seed=-1: expected 0 or more"),
        (lambda: connect4.Solver(7), "stones=7: expected 8 to 41"),
        (lambda: connect4.Solver(42), "stones=42: expected 8 to 41"),
        (lambda: connect4.Solver(30).positions(0), "n=0: expected 1 to 100000"),
        (lambda: connect4.Solver(30).positions(1, verdict="won"), "verdict='won': expected one of"),
        (lambda: connect4.Solver(30).positions(1, seed=-1), "seed=-1: expected 0 or more"),
        (lambda: connect4.Solver(41).positions(2, verdict="loss"), "n=2: 400 random games led to 0 positions"),
    ],
)
def test_bad_input_is_refused_by_name(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(boyi.OptionError, match=message):
        call()
