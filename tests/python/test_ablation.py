"""What each heuristic is worth: preset ``boyi`` of each game with one field at a time changed.

A heuristic of boyi's is switched off; one that boyi does without gets the value that another program's preset has.

A change of the files under ``regression/`` is a change of the search, and is reviewed like one. That a heuristic which
is off counts nothing stands in ``tests/engine/switches.rs`` and ``tests/engine/gomoku_switches.rs``.
"""

import pytest

import boyi
from boyi import Config, lab
from boyi.regression import Regression
from conftest import facts

SUITES = {"xiangqi": "xiangqi/bench", "gomoku": "gomoku/middlegame"}
POSITIONS = 5


PROGRAM = {"xiangqi": "toga", "gomoku": "report"}
"""The published program of each game that has the most heuristics which boyi does not use."""


def ablated(game: str) -> dict[str, Config]:
    """Preset ``boyi``, then the same without one heuristic after the other, or with one of another program."""
    whole, other = Config.preset("boyi", game), Config.preset(PROGRAM[game], game)
    changes = {}
    for field in Config.fields():
        name, neutral = field["name"], field["default"]
        used = getattr(whole, name) != neutral
        value = neutral if used else getattr(other, name)
        if field["kind"] != "parameter" and value != getattr(whole, name) and name != "evaluation":
            changes[f"{name} = {value}"] = whole.replace(**{name: value})
    return {"boyi": whole} | changes


@pytest.mark.parametrize("game", SUITES)
def test_every_switch_is_worth_what_it_was(game: str, boyi_regression: Regression) -> None:
    suite = SUITES[game]
    records = lab.suite_data(suite)["positions"][:POSITIONS]
    positions = {record["id"]: position for record, position in zip(records, lab.suite(suite), strict=False)}
    boyi_regression(ablated(game), positions, depth=6)


@pytest.mark.parametrize("game", SUITES)
def test_nothing_outlives_clear_whatever_is_off(game: str) -> None:
    position = lab.suite(SUITES[game])[0]
    for name, config in ablated(game).items():
        searcher = boyi.Searcher(config)
        first = facts(searcher.search(position, depth=4))
        searcher.clear()
        assert facts(searcher.search(position, depth=4)) == first, name
