"""Comparisons and matches of configurations with functions of one's own."""

import copy
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi import Config, Searcher, lab
from test_own_code import Broken, captures, failing, generated, static

SUITE = lab.suite("xiangqi/bench")[:3]
SETUPS = {
    "generation": lab.Setup("plain"),
    "captures": lab.Setup("plain", order_by=captures),
    "both": lab.Setup(Config.preset("plain"), captures, static),
    "boyi": "boyi",
}


def compare(setups: dict[str, Any], **changes: Any) -> lab.Comparison:
    return lab.compare(setups, SUITE, **({"depth": 2, "progress": False} | changes))


def test_setups_are_compared() -> None:
    comparison = compare(SETUPS)
    nodes = {name: comparison.rows[comparison.rows["config"] == name]["nodes"] for name in SETUPS}
    assert (nodes["captures"] < nodes["generation"]).all()
    assert (nodes["captures"] == nodes["both"]).all(), "the evaluation is the engine's own"
    result = Searcher("plain", order_by=captures).search(SUITE[0], depth=2)
    assert nodes["captures"][0] == result.nodes
    functions = comparison.metadata["functions"]
    assert list(functions) == ["captures", "both"] and list(functions["both"]) == ["order_by", "evaluate"]
    assert functions["captures"]["order_by"]["name"].endswith(".captures")
    assert 'abs(moves["captured"])' in functions["captures"]["order_by"]["source"]


def test_every_executor_compares_setups_alike() -> None:
    def rows(comparison: lab.Comparison) -> list[Any]:
        return comparison.rows[["position", "config", "nodes", "score"]].tolist()

    expected = rows(compare(SETUPS))
    with ThreadPoolExecutor(3) as threads, ProcessPoolExecutor(2) as processes:
        assert rows(compare(SETUPS, executor=threads)) == expected
        assert rows(compare(SETUPS, executor=processes)) == expected


def test_functions_that_cannot_travel_are_named(tmp_path: Path) -> None:
    setups = {"mine": lab.Setup("plain", order_by=lambda *_: [])}
    expected = r"order_by of 'mine', .*<lambda>, cannot be pickled for another process"
    with ProcessPoolExecutor(1) as pool, pytest.raises(boyi.OptionError, match=expected):
        compare(setups, executor=pool, path=tmp_path / "rows")
    assert not (tmp_path / "rows").exists()


def test_exceptions_reach_whoever_compares() -> None:
    with pytest.raises(Broken, match="down") as raised:
        compare({"mine": lab.Setup("plain", **failing(100, Broken("down")))})
    assert "was asked about the position" in raised.value.__notes__[0]


def test_a_file_of_other_functions_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows"
    compare({"mine": lab.Setup("plain", order_by=captures)}, path=path)
    with pytest.raises(boyi.ResultFileError, match="with other functions"):
        compare({"mine": lab.Setup("plain", order_by=generated)}, path=path)
    assert len(compare({"mine": lab.Setup("plain", order_by=captures)}, path=path).rows) == 3


def test_bad_setups_are_named() -> None:
    with pytest.raises(boyi.OptionError, match="order_by=3: expected a function or None"):
        lab.Setup("plain", order_by=3)  # type: ignore[arg-type]
    with pytest.raises(boyi.OptionError, match=r"configs\['a'\]=3: expected a boyi.Config"):
        compare({"a": lab.Setup(3)})  # type: ignore[arg-type]
    with pytest.raises(
        boyi.OptionError, match="evaluation= and a function evaluate of 'both': expected one of the two"
    ):
        compare(SETUPS, evaluation=boyi.xiangqi.Evaluation())
    assert copy.copy(SETUPS["both"]) == SETUPS["both"]


def match(a: Any, b: Any, **changes: Any) -> lab.Match:
    limits = {"openings": lab.openings("xiangqi")[:1], "depth": 2, "max_plies": 6, "progress": False}
    return lab.match(a, b, **(limits | changes))


def test_setups_play_matches(tmp_path: Path) -> None:
    ordered = lab.Setup("plain", order_by=captures)
    path = tmp_path / "match"
    found = match(ordered, "plain", path=path)
    assert found.players == ("a", "plain")
    for game in found.games:
        assert 0 < game.nodes["a"] < game.nodes["plain"], "the same moves, found with fewer nodes"
    functions = lab.Match.load(path).metadata["functions"]
    assert list(functions) == ["a"] and functions["a"]["order_by"]["name"].endswith(".captures")
    with pytest.raises(boyi.ResultFileError, match="with other functions"):
        match(lab.Setup("plain", order_by=generated), "plain", path=path)
    assert match("plain", "boyi").metadata["functions"] == {}
    with ProcessPoolExecutor(1) as processes:
        elsewhere = match(ordered, "plain", executor=processes)
    assert [(game.moves, game.nodes) for game in elsewhere.games] == [(game.moves, game.nodes) for game in found.games]


def test_setups_tell_the_game_of_a_match_as_presets_do() -> None:
    assert match(lab.Setup("wizard"), lab.Setup("fruit"), openings=None, games=2).metadata["game"] == "xiangqi"
    with pytest.raises(boyi.OptionError, match="game=None: expected one of"):
        match(lab.Setup("plain"), lab.Setup("boyi"), openings=None, games=2)


def test_bad_players_are_named(tmp_path: Path) -> None:
    with pytest.raises(boyi.OptionError, match=r"b=3: expected a boyi.Config"):
        match("plain", lab.Setup(3))  # type: ignore[arg-type]
    expected = r"evaluate of 'mine', .*<lambda>, cannot be pickled for another process"
    players = (lab.Setup("plain", evaluate=lambda _: 0), "plain")
    with ProcessPoolExecutor(1) as pool, pytest.raises(boyi.OptionError, match=expected):
        match(*players, names=("mine", "plain"), executor=pool, path=tmp_path / "match")
    assert not (tmp_path / "match").exists()
    with pytest.raises(Broken, match="down") as raised:
        match(lab.Setup("plain", **failing(100, Broken("down"))), "plain")
    assert "was asked about the position" in raised.value.__notes__[0]
