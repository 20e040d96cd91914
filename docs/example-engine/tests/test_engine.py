"""What the program finds must not change unnoticed, and it must not be weaker than the version before."""

import os
import shlex
from pathlib import Path

import pytest

from boyi import lab

ROOT = Path(__file__).parents[1]
POSITIONS = {
    "start": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "middlegame": "r1bakab1r/9/1cn3nc1/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R w - - 0 1",
    "endgame": "4k4/9/4b4/9/9/2P6/9/4B4/4A4/4KA3 w - - 0 1",
}


def program(command: str, name: str) -> lab.Engine:
    """A program at fixed settings: one thread, so that nodes repeat, and twenty seconds of silence are a hang."""
    return lab.Engine(shlex.split(command), options={"Hash": 16, "Threads": 1}, name=name, patience=20, cwd=ROOT)


NOW = program("./engine", "now")


def test_searches_are_what_they_were(boyi_regression):
    """Fails with a table of differences if nodes, score, move or line change; ``pytest --boyi-update`` accepts them."""
    boyi_regression({"engine": NOW}, POSITIONS, depth=4)


@pytest.mark.skipif("ENGINE_BEFORE" not in os.environ, reason="ENGINE_BEFORE names no program to compare with")
def test_it_is_not_weaker_than_before():
    """A sequential test: fails as soon as the results say that the program has lost LOSS points of normalized Elo."""
    before = program(os.environ["ENGINE_BEFORE"], "before")
    nodes, games, loss = (int(os.environ.get(*each)) for each in (("NODES", 20_000), ("GAMES", 400), ("LOSS", 30)))
    match = lab.match(NOW, before, nodes=nodes, games=games, sprt=(-loss, 0), path=os.environ.get("GAMES_FILE"))
    print(match)
    assert not match.forfeits, match.forfeits[0]
    assert match.verdict != f"normalized Elo {-loss} accepted", str(match)
