"""Files of matches: what was played is kept as it finishes, and read again with care."""

import json
from pathlib import Path

import numpy as np
import pytest

import boyi
from boyi import lab
from boyi.gomoku import Position as Gomoku
from conftest import signed
from test_match import OPENINGS, PLAYERS, facts, small


@pytest.fixture(scope="module")
def match() -> lab.Match:
    return small()


def test_save_and_load(match: lab.Match, tmp_path: Path) -> None:
    match.save(tmp_path / "games.jsonl")
    again = lab.Match.load(tmp_path / "games.jsonl")
    assert (again.rows == match.rows).all() and facts(again) == facts(match) and str(again) == str(match)
    assert again.metadata == match.metadata and {"version", "commit", "build", "cpu"} <= again.metadata.keys()
    assert boyi.Config.from_dict(again.metadata["configs"]["b"]) == PLAYERS[1]


def test_openings_keep_rule_size_and_length_of_rows(tmp_path: Path) -> None:
    opening = Gomoku("b2", rows=6, cols=7, rule="standard", k=4)
    small(openings=[opening], path=tmp_path / "games.jsonl")
    game = lab.Match.load(tmp_path / "games.jsonl").games[0]
    assert game.opening == opening and (game.opening.k, game.opening.rule) == (4, "standard")


def test_an_interrupted_match_resumes(match: lab.Match, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "games.jsonl"
    small(path=path)
    head, *records = path.read_text().splitlines()
    assert json.loads(head)["format"] == "boyi match 1" and len(records) == 4
    records.sort(key=lambda line: json.loads(line)["pair"])
    path.write_text("\n".join([head, records[0], records[2]]) + '\n{"pair": 1, "ga')  # as if torn while writing
    assert len(lab.Match.load(path).games) == 2, "only pairs without a gap count"
    assert facts(small(path=path)) == facts(match)
    assert path.read_text().splitlines()[:3] == [head, records[0], records[2]], "finished pairs are not played again"
    path.write_text(head + "\n")
    empty = lab.Match.load(path)
    assert empty.games == [] and "0 games" in str(empty) and len(empty.frame()) == 0 and np.isnan(empty.draw_rate)


def test_files_of_something_else_are_refused(match: lab.Match, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    match.save(path)
    with pytest.raises(boyi.ResultFileError, match="holds another experiment, with other nodes"):
        small(path=path, nodes=500)
    with pytest.raises(boyi.ResultFileError, match="does not hold a comparison"):
        lab.Comparison.load(path)
    lab.compare(["plain"], OPENINGS[:1], depth=1, progress=False).save(path)
    with pytest.raises(boyi.ResultFileError, match="does not hold a match"):
        lab.Match.load(path)


@pytest.mark.parametrize(
    "change",
    [{"configs": {"a": {}}}, {"openings": []}, {"openings": [1]}, {"game": "go"}, {"sprt": [1.0]}, {"games": "8"}],
)
def test_damaged_metadata_is_refused(change: dict, match: lab.Match, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    match.save(path)
    path.write_text(signed({"format": "boyi match 1"} | match.metadata | change) + "\n")
    with pytest.raises(boyi.ResultFileError, match="does not hold a match"):
        lab.Match.load(path)


DAMAGES = {
    "another pair": lambda record: record | {"pair": 4},
    "one game": lambda record: record | {"games": record["games"][:1]},
    "no games": lambda record: {"pair": 0},
    "the same colours twice": lambda record: record | {"games": record["games"][:1] * 2},
    "an odd winner": lambda record: record | {"games": [game | {"winner": 2} for game in record["games"]]},
    "nodes of one": lambda record: record | {"games": [game | {"nodes": [1]} for game in record["games"]]},
    "whole seconds": lambda record: record | {"games": [game | {"time": [1, 2]} for game in record["games"]]},
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_record_is_named(damage: str, match: lab.Match, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    match.save(path)
    head, first, *others = path.read_text().splitlines()
    path.write_text("\n".join([head, signed(DAMAGES[damage](json.loads(first))), *others]) + "\n")
    with pytest.raises(boyi.ResultFileError, match=r"line 2 .*expected the record of a pair of games in JSON$"):
        lab.Match.load(path)
