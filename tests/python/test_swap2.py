"""Moves that a manager of the Gomocup protocol imposes (PLAY), and openings by the rule swap2 (SWAP2BOARD)."""

import time
from types import SimpleNamespace
from typing import Any

import pytest

import boyi
from boyi.gomoku import RULES, Position
from boyi.lab.position_sets.swap2 import choice
from boyi.protocols.gomocup import Brain
from test_gomocup import brain, coordinates, point


def test_play_makes_the_move_that_is_asked_for() -> None:
    player = brain("TURN 7,7", "TAKEBACK 7,7")
    before = player.position
    assert player.answer("PLAY 3,4") == ["3,4"] and player.position == before.play("d11")
    assert len(player.answer("TURN 8,8")) == 1, "the game goes on from there"
    assert brain().answer("PLAY 7,7") == ["7,7"]
    for line, message in (("PLAY 15,0", "expected x from 0"), ("PLAY 3,4", "d11"), ("PLAY", "expected two")):
        (error,) = player.answer(line)
        assert error.startswith("ERROR ") and message in error


def swap2(player: Brain, stones: str) -> list[str]:
    """The points that a player answers to stones, none for SWAP; its position has both then."""
    for line in ("SWAP2BOARD", *(coordinates(name, player.position) for name in stones.split())):
        assert player.answer(line) == []
    (reply,) = player.answer("DONE")
    points = [] if reply == "SWAP" else [point([text], player.position) for text in reply.split(" ")]
    assert [str(move) for move in player.position.moves] == [*stones.split(), *points]
    return points


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", ["START 15", "START 20", "START 5", "RECTSTART 22,7"])
def test_an_opening_for_swap2(rule: str, size: str) -> None:
    player = brain(rule=rule)
    assert player.answer(size) == ["OK"]
    points = swap2(player, "")
    assert len(set(points)) == 3 and player.position.turn == "white" and player.position.rule == rule
    if size == "START 15":
        opening = player.position
        assert opening in boyi.lab.openings(f"gomoku/{rule}"), "one of those that ship"
        score = int(boyi.Searcher(boyi.Config.preset("boyi", "gomoku")).search(opening, nodes=50_000).score)
        assert abs(score) <= 80, "level by the network that they were made with, and not far from it by newer ones"
    assert len(brain(rule=rule, size=9).answer("TURN 0,0")) == 1


def test_the_better_colour_is_taken() -> None:
    """Black or white has its stones in the middle, and the other one in corners."""
    assert swap2(brain(nodes=3000), "h8 a1 i8") == [], "SWAP"
    player = brain(nodes=3000)
    assert swap2(player, "h8 a1 i8 o15 j8") == [] and player.position.turn == "white"
    assert len(player.answer("TURN 6,7")) == 1 and player.position.turn == "white", "white moved, and we did as black"
    for stones in ("a1 h8 o1", "a1 h8 o1 i8 a15"):
        assert len(swap2(brain(nodes=3000), stones)) == 1


def judged(scores: dict[int, int], move: str = "a1") -> tuple[Any, list[float]]:
    """A judge that knows scores by the number of stones, that of the line ``n`` being ``n`` better; and its shares."""
    shares: list[float] = []

    def judge(place: Position, share: float, multipv: int = 1) -> Any:
        shares.append(share)
        moves = [str(move) for move in place.legal_moves()][:multipv]
        lines = [SimpleNamespace(score=scores[place.ply] + n, move=each) for n, each in enumerate(moves)]
        return SimpleNamespace(score=scores[place.ply], move=move, lines=lines)

    return judge, shares


def test_the_choice_follows_the_score() -> None:
    three, five = Position("h8 i9 g7"), Position("h8 i9 g7 j10 f7")
    for place in (three, five):
        assert choice(place, judged({place.ply: 300})[0]) == ["a1"]
        assert choice(place, judged({place.ply: -300})[0]) == []
    assert choice(five, judged({5: 0})[0]) == ["a1"], "at five stones there is nothing to leave to the other one"
    judge, shares = judged({3: 5, 4: -3})
    assert choice(three, judge) == ["a1", "e1"], "the fourth line of black has the score 0"
    assert sum(shares) <= 1.0001, "all searches together have the time of one answer"
    assert choice(three, judged({3: 2, 4: 50})[0]) == ["a1"], "no pair is nearer zero"
    assert choice(three, judged({3: -2, 4: 50})[0]) == []


def test_two_stones_are_legal_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boyi.lab.position_sets.swap2.EVEN", 10_000)
    for place in [place for place in boyi.lab.openings("gomoku/freestyle") if place.ply == 3][:5]:
        player = brain(nodes=500)
        if len(swap2(player, " ".join(map(str, place.moves)))) == 2:
            assert player.position.turn == "white"
            break
    else:
        raise AssertionError("no opening of five has a pair that is nearer zero")


def test_the_clock_of_swap2() -> None:
    for stones in ("", "h8 i9 g7", "h8 i9 g7 j10 f7"):
        player = Brain(boyi.Config.preset("boyi").replace(table_mb=1))
        for line in ("START 15", "INFO timeout_turn 400", "INFO time_left 100000"):
            player.answer(line)
        start = time.perf_counter()
        swap2(player, stones)
        spent = time.perf_counter() - start
        assert spent < 0.4 + 0.5 and 99 < player._times.limits()["clock"].remaining < 100


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["7,7"], "SWAP2BOARD with 1 stones: expected 0, 3 or 5"),
        (["7,7", "8,8", "9,9", "1,1"], "SWAP2BOARD with 4 stones"),
        (["7,7", "8,8", "7,7"], "h8"),
        (["7,7", "8,8", "15,0"], "SWAP2BOARD 15,0: expected x from 0 to 14"),
        (["7,7", "8,8", "9,9,1"], "SWAP2BOARD 9,9,1: expected two whole numbers"),
        (["7,7", "8,8", "rubbish"], "SWAP2BOARD rubbish: expected two whole numbers"),
    ],
)
def test_a_bad_swap2_is_named(lines: list[str], message: str) -> None:
    player = brain("TURN 0,0")
    before = player.position
    assert [player.answer(line) for line in ("SWAP2BOARD", *lines)] == [[]] * (1 + len(lines))
    (reply,) = player.answer("DONE")
    assert reply.startswith("ERROR ") and message in reply and player.position is before
    error, ok = [*player.answer("SWAP2BOARD"), *player.answer("START 9")]
    assert error == "ERROR START within SWAP2BOARD: expected lines x,y up to DONE" and ok == "OK"
