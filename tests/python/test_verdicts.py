"""How games of xiangqi end: verdicts, repetitions, mates in one."""

import pickle
from typing import Any

import pytest
from hypothesis import given

import boyi
from boyi.xiangqi import START, Position
from conftest import MATE_IN_ONE, data, positions

RULES = {case["id"]: case for case in data("xiangqi_rules")["cases"]}
SHUFFLE = "h0g2 h9g7 g2h0 g7h9"


# verdicts


def judged(case: dict[str, Any], rules: str) -> str:
    """The verdict after a case's moves."""
    position = Position(case["fen"], rules=rules).play_all(case.get("moves_to_third_occurrence") or case["moves"])
    for move in case.get("moves_illegal", []):
        assert not position.is_legal(move)
    outcome = position.outcome()
    return "undecided" if outcome is None else f"{outcome.winner}_wins" if outcome.winner else "draw"


@pytest.mark.parametrize("case", RULES.values(), ids=RULES)
def test_published_verdicts(case: dict[str, Any]) -> None:
    expected = case.get("expected_if_only_perpetual_check_counts", case["expected"])
    assert expected in (judged(case, "simple"), None, "illegal")


AGREED = {name: case for name, case in RULES.items() if case.get("consensus", True) and "natural" not in case["kind"]}
"""Cases in which the sources agree under the rules of the Asian Xiangqi Federation. Their limits of moves differ."""


@pytest.mark.parametrize("case", AGREED.values(), ids=AGREED)
def test_published_verdicts_of_the_asian_federation(case: dict[str, Any]) -> None:
    assert case["expected"] in (judged(case, "axf"), None, "illegal")


CHASE = ("3k5/9/9/3n5/9/R8/9/9/9/5K3 w", "a4a6 d6c4 a6a4 c4d6")
"""A chariot follows a horse that nobody protects."""


def test_a_chase_is_explained(start: Position) -> None:
    fen, lap = CHASE
    lost = Position.from_moves(f"{lap} {lap}", fen, rules="axf")
    outcome = lost.outcome()
    assert outcome == boyi.Outcome("black", "perpetual_chase")
    assert outcome.explanation == "red attacked the horse on d6 anew with every move, at last with the chariot on a4"
    assert [str(move) for move in outcome.threats] == ["a4d6"] and "<svg" in lost.svg(arrows=outcome.threats)
    drawn = Position.from_moves(f"{lap} {lap}", fen).outcome()
    assert drawn == boyi.Outcome(None, "repetition") and (drawn.explanation, drawn.threats) == ("", ())


def test_rules_stay_with_a_position(start: Position) -> None:
    fen, lap = CHASE
    ruled = Position(fen, rules="axf")
    assert [ruled.rules, ruled.play_all(lap).rules, ruled.mirror().rules] == ["axf"] * 3
    assert pickle.loads(pickle.dumps(ruled.play_all(lap))).rules == "axf"
    assert ruled != Position(fen) and start.rules == "simple"
    with pytest.raises(boyi.OptionError, match='rules "wxf": expected one of'):
        Position(rules="wxf")


def test_the_search_goes_by_the_rules_of_its_position() -> None:
    fen, lap = CHASE
    before = " ".join((lap, lap.rsplit(" ", 1)[0]))
    for rules, wins in (("simple", False), ("axf", True)):
        place = Position.from_moves(before, fen, rules=rules)
        score = boyi.Searcher().search(place, depth=5).score
        assert (int(score) > 9000) == wins, "the horse goes on, and the chariot has chased it"


def test_a_table_belongs_to_one_rule_set() -> None:
    searcher = boyi.Searcher()
    searcher.search(Position(), depth=2)
    with pytest.raises(boyi.GameMismatchError, match="rules=axf"):
        searcher.search(Position(rules="axf"), depth=2)


def test_a_hundred_plies_without_a_capture_draw_in_asia() -> None:
    for clock, over in ((98, False), (99, True)):
        place = Position(f"3k5/9/9/9/9/9/9/9/9/R3K4 w - - {clock} 90", rules="axf").play("a0a1")
        assert (place.outcome() is not None) == over


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
