"""The program ``boyi ucci``: its end, and games against ``boyi uci``."""

import sys
from io import StringIO
from typing import Any

import pytest

import boyi
from boyi import lab
from boyi.protocols.ucci import serve
from boyi.xiangqi import Position
from conftest import program, say
from test_uci_program import hear


def test_quit_is_answered() -> None:
    for lines, said in ((["isready", "quit", "isready"], "readyok\nbye\n"), (["isready"], "readyok\n")):
        out = StringIO()
        serve(lines=lines, out=out)
        assert out.getvalue() == said


def test_the_program_ends_in_the_middle_of_a_search() -> None:
    with program("ucci", "--preset", "wizard-table") as process:
        say(process, "ucci")
        assert any(line.endswith(" default wizard-table") for line in hear(process, "ucciok"))
        say(process, "isready", "position startpos moves h2e2", "go infinite")
        hear(process, "info")
        say(process, "quit")
        assert Position().play("h2e2").is_legal(hear(process, "bestmove")[-1].split()[1])
        assert hear(process, "bye") == ["bye"] and process.wait(timeout=60) == 0
        assert process.stdout.read() == process.stderr.read() == ""


@pytest.mark.parametrize("limits", [{"depth": 2}, {"time": 0.02}])
def test_it_plays_against_the_uci_player(limits: dict[str, Any]) -> None:
    """By the clients of both protocols, which refuse what a GUI could not read."""
    players = [
        lab.Engine(
            [sys.executable, "-m", "boyi.cli", protocol],
            protocol=protocol,
            options={size: 1, "killers": 1},
            name=protocol,
            margin=60.0,
        )
        for protocol, size in (("ucci", "hashsize"), ("uci", "Hash"))
    ]
    match = lab.match(*players, games=2, **limits, max_plies=30, progress=False)
    assert match.forfeits == [] and len(match.games) == 2 and all(len(game.moves) > 5 for game in match.games)
    if "depth" in limits:
        setup = boyi.Config.preset("boyi").replace(table_mb=1, killers=1)
        again = lab.match(setup, setup, game="xiangqi", games=2, **limits, max_plies=30, progress=False)
        assert [game.moves for game in match.games] == [game.moves for game in again.games]
        found, expected = ([tuple(game.nodes.values()) for game in each.games] for each in (match, again))
        assert found == expected
