"""Generations of networks grow in a folder, go on after an interrupt, and refuse another plan's folder."""

from dataclasses import replace

import numpy as np
import pytest

import boyi
from boyi import cli, lab
from boyi_studies import networks

pytest.importorskip("optax")

pytestmark = pytest.mark.slow

TINY = networks.Plan(
    tuple(
        networks.Generation(games=40, nodes=50, learned=learned, recipe=lab.NetworkRecipe(32, epochs=1, batch=256))
        for learned in (1, 2)
    ),
    test_games=2,
    test_nodes=50,
)


def test_generations_grow_and_go_on(tmp_path):
    first = next(networks.grow(TINY, tmp_path, progress=False))
    whole = list(networks.grow(TINY, tmp_path, progress=False))
    assert [each.number for each in whole] == [1, 2] and whole[0].network == first.network
    assert whole[1].network != first.network and whole[1].positions > first.positions
    assert whole[0].match.players == ("network", "before") and len(whole[1].match.games) == 2
    assert "generation 2: 40 games" in str(whole[1])
    games = lab.Games.load(tmp_path / "2.games")
    assert games.metadata["evaluation"]["fingerprint"] == first.network.fingerprint
    assert lab.Games.load(tmp_path / "1.games").metadata["config"]["evaluation"] == "material"


def test_the_folder_of_another_plan_is_refused(tmp_path):
    one = replace(TINY, generations=TINY.generations[:1])
    list(networks.grow(one, tmp_path, progress=False))
    other = replace(one, generations=(replace(one.generations[0], recipe=lab.NetworkRecipe(64)),))
    with pytest.raises(boyi.errors.ResultFileError, match="another plan"):
        list(networks.grow(other, tmp_path, progress=False))
    with pytest.raises(boyi.OptionError, match="without generations"):
        next(networks.grow(replace(TINY, generations=()), tmp_path))
    on = replace(one.generations[0], learns_on=True)
    for plan in (replace(TINY, generations=(one.generations[0], on)), replace(TINY, generations=(on,), game="gomoku")):
        with pytest.raises(boyi.OptionError, match="learns_on=True: expected it with a LinesRecipe"):
            next(networks.grow(plan, tmp_path))


def test_the_command_grows_a_share_of_the_shipped_plan(tmp_path, capsys):
    assert cli.main(["network", "--path", str(tmp_path), "--share", "0.0003", "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines[:3]] == ["generation 1", "generation 2", "generation 3"]
    assert cli.main(["network", "--share", "2", "--path", str(tmp_path)]) == 2
    assert "share=2.0: expected a number from 0 to 1" in capsys.readouterr().err


def test_generations_of_gomoku_grow_too(tmp_path):
    new = networks.Generation(games=30, nodes=50, recipe=lab.LinesRecipe(epochs=1, batch=128))
    recipe = lab.LinesRecipe(epochs=1, batch=128, rate=1e-9)
    on = networks.Generation(games=30, nodes=60, recipe=recipe, learns_on=True, random_plies=(4, 4), margin=200)
    tiny = networks.Plan(
        (new, on),
        game="gomoku",
        first="patterns",
        openings=(boyi.gomoku.Position(rule="renju"), boyi.gomoku.Position(size=9)),
        random_plies=(2, 3),
        margin=300,
        test_games=2,
        test_nodes=50,
    )
    grown, older = networks.grow(tiny, tmp_path, progress=False)
    assert isinstance(grown.network, boyi.gomoku.Network) and len(grown.match.games) == 2
    assert np.abs(older.network.first - grown.network.first).max() < 1e-6 and older.network != grown.network
    terms = lab.Games.load(tmp_path / "2.games").metadata["terms"]
    assert (terms["random_plies"], terms["margin"], terms["nodes"]) == ([4, 4], 200, 60)
    assert networks.SHIPPED["gomoku"].game == "gomoku"
