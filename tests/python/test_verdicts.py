"""How games of xiangqi end: verdicts, repetitions, mates in one."""

from typing import Any

import pytest
from hypothesis import given

import boyi
from boyi.xiangqi import START, Position
from conftest import MATE_IN_ONE, data, positions

RULES = {case["id"]: case for case in data("xiangqi_rules")["cases"]}
SHUFFLE = "h0g2 h9g7 g2h0 g7h9"


# verdicts


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


# mate in one


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
