"""Matches in which the opening rule swap2 decides who has which colour."""

import sys
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi import lab
from boyi.errors import OptionError
from boyi.gomoku import Position
from boyi.lab.position_sets.swap2 import settled
from test_engines import bad, boyi_program

THREE = Position("h8 i9 g7")
OWN = boyi.Config.preset("boyi", "gomoku").replace(table_mb=1)


def play(a: Any, b: Any, **changes: Any) -> lab.Match:
    given = {"openings": [THREE], "max_plies": 12, "swap2": True, "progress": False} | changes
    return lab.match(a, b, **given)


@pytest.mark.parametrize(
    ("answers", "black", "plies"),
    [
        ([(1, [])], 1, 3),
        ([(1, ["j10"])], 0, 4),
        ([(1, ["j10", "f6"]), (0, [])], 0, 5),
        ([(1, ["j10", "f6"]), (0, ["e5"])], 1, 6),
    ],
)
def test_who_has_which_colour(answers: list[tuple[int, list[str]]], black: int, plies: int) -> None:
    """By the rule of Gomocup 2020; player 0 offers, first three stones of the match and then of its own."""
    for place, asked in ((THREE, answers), (Position(), [(0, ["h8", "i9", "g7"]), *answers])):
        left = list(asked)
        after, who = settled(place, 0, in_turn(left))
        assert (who, after.ply, after.turn, left) == (black, plies, "black" if plies in (4, 6) else "white", [])


def in_turn(answers: list[tuple[int, list[str]]]) -> Any:
    """Asks the players that are expected, in their order, for these stones."""

    def ask(player: int, place: Any) -> list[boyi.Move]:
        expected, stones = answers.pop(0)
        assert player == expected
        return [place.parse(stone) for stone in stones]

    return ask


def test_searches_choose_and_the_file_keeps_the_colours(tmp_path: Path) -> None:
    even = [place for place in lab.openings("gomoku/freestyle") if place.ply == 3][:2]
    lopsided = [Position("h8 a1 i8"), Position("a1 h8 o1")]
    given: dict[str, Any] = {"openings": [*even, *lopsided], "nodes": 400}
    match = play(OWN, "boyi-classic", path=tmp_path / "match", **given)
    again = play(OWN, "boyi-classic", **given)
    assert match.forfeits == [] and len(match.games) == 8
    assert [(game.players, game.moves) for game in again.games] == [(game.players, game.moves) for game in match.games]
    loaded = lab.Match.load(tmp_path / "match")
    assert [game.players for game in loaded.games] == [game.players for game in match.games]
    # Black is as good as won in the third opening, and as good as lost in the last.
    offered, refused = match.games[4:6], match.games[6:8]
    assert [game.players["black"] for game in offered] == ["boyi-classic", "a"], "the player who is asked takes black"
    assert [game.players["white"] for game in refused] == ["boyi-classic", "a"]
    for game in match.games:
        assert game.position.moves[:3] == game.opening.moves and sum(game.nodes.values()) > 0


def test_the_player_who_offers_puts_stones_on_an_empty_board() -> None:
    match = play(OWN, OWN, openings=[Position(rule="renju")], nodes=200, max_plies=5)
    assert [game.opening.ply for game in match.games] == [0, 0]
    assert {tuple(game.moves[:3]) for game in match.games} <= {
        tuple(map(str, place.moves)) for place in lab.openings("gomoku/renju")
    }


def test_of_the_openings_that_ship_those_of_three_stones_are_played() -> None:
    for openings in (None, "gomoku/standard"):
        match = play(OWN, OWN, openings=openings, game="gomoku", games=2, nodes=50, max_plies=4)
        assert {len(game.opening.moves) for game in match.games} == {3}


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes of POSIX")
def test_a_program_is_asked_by_its_protocol() -> None:
    program = boyi_program("gomocup", "--nodes", "50", limits={"time": 5.0})
    match = play(OWN, program, nodes=50, openings=[THREE, Position(size=20)], max_plies=8)
    assert match.forfeits == [] and len(match.games) == 4
    clocked = play(OWN, program, clock=boyi.Clock(30), nodes=50, max_plies=6)
    assert clocked.forfeits == []


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes of POSIX")
@pytest.mark.parametrize(
    ("how", "reason"), [("three", "unreadable answer"), ("unreadable", "unreadable answer"), ("twice", "illegal move")]
)
def test_an_answer_that_swap2_does_not_know_forfeits_the_game(how: str, reason: str) -> None:
    match = play(OWN, bad(how, "gomocup"), time=0.01, max_plies=4)
    forfeit = match.forfeits[0]
    assert (forfeit.game, forfeit.player, forfeit.reason) == (0, "Bad Brain", reason)
    assert match.games[0].winner == "a" and forfeit.transcript[-1].startswith("< ")


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes of POSIX")
def test_a_program_takes_black_or_leaves_the_choice() -> None:
    match = play(OWN, bad("swaps", "gomocup", name="p"), time=0.01, max_plies=4)
    assert match.forfeits == [] and match.games[0].players["black"] == "p"
    match = play(OWN, bad("pair", "gomocup", name="p"), time=0.01, max_plies=6)
    assert match.games[0].moves[:2] == ("a15", "b14")


@pytest.mark.parametrize(
    ("openings", "message"),
    [
        ([boyi.xiangqi.START], "xiangqi has no opening rule swap2"),
        ([THREE, Position("h8 i9")], "swap2=True with an opening of 2 moves: expected boards"),
        ([Position.from_text(THREE.fen)], "swap2=True with an opening of 0 moves"),
    ],
)
def test_openings_without_three_stones_are_refused(openings: list[Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        play("boyi", "boyi", openings=openings, nodes=10)
