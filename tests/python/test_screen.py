"""Screening: effects of several changes from the same games."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boyi
from boyi import Config, lab
from boyi.lab.tuning.screening import Screening, signs

CHANGES = {"no killers": {"killers": 0}, "no table": {"table": "off"}, "window": {"aspiration": 200}}
TERMS: dict[str, Any] = {
    "game": "xiangqi",
    "nodes": 60,
    "max_plies": 120,
    "adjudication": lab.Adjudication(win=400),
    "progress": False,
}


@pytest.fixture(scope="module")
def found() -> Screening:
    return lab.screen("boyi", CHANGES, pairs=8, **TERMS)


def test_every_change_has_an_effect(found: Screening) -> None:
    assert found.pairs == 8 and set(found.effects) == set(CHANGES)
    assert [effect.value for effect in found.effects.values()] == sorted(
        (effect.value for effect in found.effects.values()), reverse=True
    )
    assert "8 pairs of games, xiangqi, nodes 60 a move" in str(found) and "killers=0" in str(found)
    assert list(found.frame().columns) == ["change", "elo", "low", "high"]
    assert len(found.plot().axes[0].get_yticks()) == 3


def test_screenings_repeat_and_go_on(found: Screening, tmp_path: Path) -> None:
    path = tmp_path / "screening.jsonl"
    whole = lab.screen("boyi", CHANGES, pairs=8, path=path, **TERMS)
    assert whole.effects == found.effects
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:4]))
    assert Screening.load(path).pairs == 3
    assert lab.screen("boyi", CHANGES, pairs=8, path=path, **TERMS).effects == found.effects
    assert Screening.load(path).effects == found.effects
    with pytest.raises(boyi.ResultFileError, match="another experiment"):
        lab.screen("boyi", CHANGES, pairs=8, seed=1, path=path, **TERMS)


def test_the_two_of_a_pair_have_each_change_once_and_combinations_differ() -> None:
    drawn = np.array([signs(0, pair, 5) for pair in range(400)])
    assert set(drawn.ravel().tolist()) == {1, -1}
    assert abs(drawn.mean(axis=0)).max() < 0.2
    assert abs(np.corrcoef(drawn.T) - np.eye(5)).max() < 0.2
    assert (signs(0, 7, 5) == drawn[7]).all() and any((signs(1, pair, 5) != drawn[pair]).any() for pair in range(9))


def test_effects_are_those_that_were_put_in() -> None:
    """Games drawn by known effects: the estimates lie in their intervals, and intervals shrink as they should."""
    gains = {"good": 60.0, "bad": -40.0, "idle": 0.0}
    rng, inside, halves = np.random.default_rng(5), 0, []
    for seed in range(40):
        records = []
        for pair in range(500):
            elo = signs(seed, pair, 3) @ np.array(list(gains.values()))
            won = rng.binomial(2, 1 / (1 + 10 ** (-elo / 400)), 1)[0]
            records.append({"pair": pair, "won": int(2 * won - 2), "nodes": 1})
        metadata = {"changes": {name: {} for name in gains}, "screening_seed": seed, "pairs": 500}
        effects = Screening(metadata, records).effects
        inside += sum(effects[name].low <= gain <= effects[name].high for name, gain in gains.items())
        halves.append(effects["idle"].high - effects["idle"].value)
    assert inside >= 105
    assert 18 < np.mean(halves) < 24


def test_too_few_pairs_decide_nothing() -> None:
    found = lab.screen("boyi", CHANGES, pairs=2, **TERMS)
    assert all(effect.undecided for effect in found.effects.values()) and "undecided" in str(found)


def test_even_games_decide_nothing() -> None:
    found = lab.screen("boyi", CHANGES, pairs=8, **TERMS | {"max_plies": 2})
    assert all(effect.undecided for effect in found.effects.values())


def test_a_configuration_is_made_of_changes(found: Screening) -> None:
    assert found.config("no killers", "window") == Config.preset("boyi").replace(killers=0, aspiration=200)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({}, "at least one"),
        (["killers"], "expected a dict"),
        ({"a": {}}, "at least one"),
        ({"a": {"kilers": 0}}, "killers"),
        ({"a": {"killers": 9}}, "killers = 9"),
        ({"a": {"killers": 0}, "b": {"killers": 1}}, "'a' and 'b' both set killers"),
    ],
)
def test_bad_changes_are_refused(changes: Any, message: str) -> None:
    with pytest.raises(boyi.OptionError, match=message):
        lab.screen("boyi", changes, pairs=2, **TERMS)
