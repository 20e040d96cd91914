"""Games that a referee ends before their end by the rules."""

import sys
from typing import Any

import numpy as np
import pytest

from boyi import OptionError, lab
from boyi.cli import main
from boyi.gomoku import Position as Gomoku
from boyi.lab import Adjudication
from boyi.lab.matches.adjudication import Judge, material
from boyi.xiangqi import Position
from test_engines import OWN, bad
from test_match import facts

End = tuple[int, tuple[int, str]] | None
"""The ply after which a game ended, the winner and the reason."""


def ended(asked: Adjudication, scores: list[int | None], place: Any = None) -> End:
    """The ply after which a game ends in which players 0 and 1 say these scores in turn, and how."""
    judge = Judge(asked)
    for ply, score in enumerate(scores):
        verdict = judge.see(ply % 2, score, place or Position())
        if verdict is not None:
            return ply + 1, verdict
    return None


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([500, -500, 600, -700], (4, (0, "agreed win"))),
        ([-500, 500] * 2, (4, (1, "agreed win"))),
        ([0, -500, 500, -500, 500], (5, (0, "agreed win"))),
        ([500, -500, 499, -500, 500, -500], None),
        ([500, -500, 500, 500, 500, -500], None),
        ([500, -500, None, -500, 500, -500], None),
        ([500, 500] * 10, None),
    ],
)
def test_both_players_agree_about_a_win(scores: list[int | None], expected: End) -> None:
    assert ended(Adjudication(win=500, moves=2), scores) == expected


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([10, -10, 0, 5, 0, 0, 0], (6, (-1, "agreed draw"))),
        ([0, 0, 0, 11, 0, 0, 0], None),
        ([0, 0, 0, None, 0, 0, 0], None),
        ([0, 0, 11, 0, 0, 0, 0], (7, (-1, "agreed draw"))),
    ],
)
def test_both_players_agree_about_a_draw(scores: list[int | None], expected: End) -> None:
    """After four plies in a row that say so, of which the first two plies of the game are none."""
    asked = Adjudication(draw=10, moves=2, draw_after=2)
    assert ended(asked, scores) == expected


def test_material_decides_whatever_the_players_say() -> None:
    ahead = Position("3k5/9/9/9/9/9/9/R8/9/4K4 b")
    assert material(ahead) == -900 == -material(Position("3k5/9/9/9/9/9/9/R8/9/4K4 w"))
    for piece, points in {"r": 900, "c": 450, "n": 400, "p": 100}.items():
        assert material(Position(f"3k5/9/9/{piece.upper()}8/9/9/9/9/9/4K4 w")) == points
        assert material(Position(f"3k5/9/9/9/9/{piece}8/9/9/9/4K4 w")) == -points
    assert material(Position("4ka3/9/9/9/9/9/9/B8/9/4K4 w")) == 0, "an elephant and an advisor"
    # The position has Black to move, so the first ply is of the player who is ahead; the same place stays.
    assert ended(Adjudication(material=900, moves=1), [None], ahead) is None
    judge = Judge(Adjudication(material=900, moves=1))
    assert judge.see(0, None, ahead) is None
    assert judge.see(1, None, Position("3k5/9/9/9/9/9/9/R8/9/4K4 w")) == (0, "material")


def test_a_match_is_adjudicated_and_kept() -> None:
    given: dict[str, Any] = {"openings": [Position().fen], "depth": 1, "progress": False}
    match = lab.match(OWN, "plain", adjudication=Adjudication(draw=100_000, draw_after=4, moves=1), **given)
    assert [(game.reason, game.winner, len(game.moves)) for game in match.games] == [("agreed draw", None, 6)] * 2
    assert match.metadata["adjudication"] == {
        "win": None,
        "draw": 100_000,
        "material": None,
        "moves": 1,
        "draw_after": 4,
    }
    assert "agreed draw" in str(match)
    gomoku = lab.match(OWN, OWN, openings=[Gomoku()], depth=1, max_plies=9, progress=False, names=("x", "y"))
    same = lab.match(
        OWN,
        OWN,
        openings=[Gomoku()],
        depth=1,
        max_plies=9,
        progress=False,
        names=("x", "y"),
        adjudication=Adjudication(win=100_001),
    )
    assert facts(gomoku) == facts(same), "nobody says so much"


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes of POSIX")
@pytest.mark.parametrize("protocol", ["uci", "ucci"])
def test_programs_say_scores(protocol: str) -> None:
    """The program says 50 centipawns from its own view; boyi says what it thinks."""
    engine = bad("scores", protocol)
    given: dict[str, Any] = {"openings": [Position()], "depth": 1, "max_plies": 4, "progress": False}
    for asked, reason in ((Adjudication(draw=1000, draw_after=0, moves=1), "agreed draw"), (None, "max_plies")):
        match = lab.match(engine, engine, names=("x", "y"), adjudication=asked, **given)
        assert [game.reason for game in match.games] == [reason] * 2
    match = lab.match(
        engine, engine, names=("x", "y"), adjudication=Adjudication(draw=49, draw_after=0, moves=1), **given
    )
    assert match.games[0].reason == "max_plies"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "decides nothing: expected win=, draw= or material="),
        ({"win": 0}, "win=0: expected 1 to"),
        ({"draw": -1}, "draw=-1: expected 0 to"),
        ({"material": 1.5}, "material=1.5: expected a whole number"),
        ({"win": 1, "moves": 0}, "moves=0: expected 1 to"),
        ({"win": 1, "draw_after": -1}, "draw_after=-1"),
    ],
)
def test_bad_fields_are_named(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Adjudication(**fields)


def test_what_a_match_cannot_judge_is_refused() -> None:
    given: dict[str, Any] = {"depth": 1, "games": 2, "progress": False}
    with pytest.raises(OptionError, match="expected a boyi\\.lab\\.Adjudication"):
        lab.match(OWN, "boyi", game="xiangqi", adjudication={"win": 1}, **given)
    with pytest.raises(OptionError, match="gomoku has no values of pieces for material=900"):
        lab.match(OWN, "boyi", game="gomoku", adjudication=Adjudication(material=900), **given)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["match", "boyi", "boyi:lmr=off", "--game", "xiangqi", "--games", "2", "--depth", "1", "--quiet"]
    draws = ["--adjudicate", "draw=100000", "--adjudicate", "draw_after=0", "--adjudicate", "moves=1"]
    assert main([*command, *draws]) == 0 and "agreed draw" in capsys.readouterr().out
    assert main([*command, "--adjudicate", "wins=3"]) == 2
    assert "--adjudicate wins=3: expected win, draw, material, moves, draw_after" in capsys.readouterr().err
    assert Adjudication(win=np.int64(500)).plain()["win"].__class__ is int
