"""Matches as game files: what the players said stands as comments, and every format gives the games back."""

import json
import re

import pytest

from boyi import lab, records
from boyi.cli import main
from boyi.errors import ResultFileError

pytest.importorskip("tqdm")


@pytest.fixture(scope="module")
def matches():
    """A small match of each game."""
    return {
        "xiangqi": lab.match("boyi", "fruit", game="xiangqi", games=4, nodes=200, max_plies=30, progress=False),
        "gomoku": lab.match("boyi", "wizard-table", game="gomoku", games=2, nodes=200, progress=False),
        "connect4": lab.match("boyi", "boyi", game="connect4", games=2, nodes=200, progress=False),
    }


@pytest.mark.parametrize("game", ["xiangqi", "gomoku", "connect4"])
def test_records_are_the_games(game, matches):
    match = matches[game]
    made = match.records()
    assert len(made) == len(match.games) > 0
    for record, played in zip(made, match.games, strict=True):
        assert record.final() == played.position and record.start.ply == 0
        first, second = played.players.values()
        assert record.players == f"{first} - {second}"
        expected = {first: "1-0", second: "0-1", None: "1/2-1/2"}[played.winner]
        assert record.result == expected
        assert record.headers["Round"] == f"{played.pair + 1}.{played.number % 2 + 1}"
        nodes = record.mainline()
        assert all(not node.comment for node in nodes[: len(played.opening.moves)])
        assert nodes[-1].comment.endswith(played.reason.replace("_", " "))
        assert len(played.scores) == len(played.searched) == len(played.moves)
        for node, score, depth in zip(nodes[len(played.opening.moves) :], played.scores, played.searched, strict=True):
            assert re.match(r"[+-](M|\d+\.\d\d)(/\d+)?(; .*)?$", node.comment), node.comment
            text = f"{score / 100:+.2f}" if abs(score) < 100_000 else "+M" if score > 0 else "-M"
            assert node.comment.startswith(text)
            assert (f"/{depth}" in node.comment) == bool(depth)


def test_scores_are_those_of_the_first_side(matches):
    lost = [game for game in matches["gomoku"].games if game.winner == game.players["white"]]
    won = [game for game in matches["gomoku"].games if game.winner == game.players["black"]]
    assert won or lost
    assert all(max(game.scores) == 100_000 for game in won) and all(min(game.scores) == -100_000 for game in lost)


@pytest.mark.parametrize(("game", "suffix"), [("xiangqi", "pgn"), ("xiangqi", "dhtmlxq"), ("gomoku", "sgf")])
def test_every_format_gives_the_games_back(game, suffix, matches, tmp_path):
    made = matches[game].records()
    path = tmp_path / f"a.{suffix}"
    records.write(made, path)
    rules = made[0].start.rules
    read = list(records.read(path, rules=rules))
    assert [(each.moves, each.result, each.headers) for each in read] == [
        (each.moves, each.result, each.headers) for each in made
    ]
    assert [[node.comment for node in each.mainline()] for each in read] == [
        [node.comment for node in each.mainline()] for each in made
    ]


def test_files_of_matches_are_converted(matches, tmp_path, capsys):
    path = tmp_path / "match.jsonl"
    matches["gomoku"].save(path)
    assert main(["convert", str(path), "-o", str(tmp_path / "a.sgf"), "--quiet"]) == 0
    assert list(records.read(tmp_path / "a.sgf")) == matches["gomoku"].records()
    assert main(["convert", str(path), "-o", str(tmp_path / "a.psq"), "--quiet"]) == 2
    assert "has no place for comments" in capsys.readouterr().err and not (tmp_path / "a.psq").exists()
    for suffix in ("psq", "lines"):
        assert main(["convert", str(path), "-o", str(tmp_path / f"a.{suffix}"), "--quiet", "--bare"]) == 0
    (first, *_) = records.read(tmp_path / "a.lines")
    assert first.moves == matches["gomoku"].records()[0].moves
    assert main(["convert", str(path), "-o", str(tmp_path / "b.sgf"), "--quiet", "--rules", "renju"]) == 2
    assert "rules='renju'" in capsys.readouterr().err
    path.write_text(path.read_text().replace('"moves":"', '"moves":"a1 ', 1))
    assert main(["convert", str(path), "-o", str(tmp_path / "b.sgf"), "--quiet"]) == 2
    assert "checksum" in capsys.readouterr().err
    assert main(["convert", str(tmp_path / "none.jsonl"), "-o", str(tmp_path / "b.sgf"), "--quiet"]) == 2
    assert "none.jsonl" in capsys.readouterr().err


def test_files_of_matches_without_scores_are_read(matches, tmp_path):
    from boyi.run.journal import json_line, parsed_line

    path = tmp_path / "match.jsonl"
    matches["xiangqi"].save(path)
    lines = [parsed_line(line) for line in path.read_text().splitlines()]
    for line in lines[1:]:
        for game in line["games"]:
            del game["said"]
    path.write_text("".join(f"{json_line(line)}\n" for line in lines))
    old = lab.Match.load(path)
    assert [game.scores for game in old.games] == [()] * 4
    comments = {node.comment for game in old.records() for node in game.mainline()}
    assert comments <= {"", *(game.reason.replace("_", " ") for game in old.games)}
    lines[1]["games"][0]["said"] = 3
    path.write_text("".join(f"{json_line(line)}\n" for line in lines))
    with pytest.raises(ResultFileError, match="damaged"):
        lab.Match.load(path)


def test_the_command_writes_game_files(tmp_path, capsys):
    out = tmp_path / "a.pgn"
    given = [
        "match",
        "boyi",
        "fruit",
        "--game",
        "xiangqi",
        "--games",
        "2",
        "--nodes",
        "100",
        "--max-plies",
        "6",
        "--quiet",
    ]
    assert main([*given, "--out", str(out), "--path", str(tmp_path / "m.jsonl")]) == 0
    assert f"{out}: 2 games" in capsys.readouterr().out
    assert list(records.read(out)) == lab.Match.load(tmp_path / "m.jsonl").records()
    for wrong in ("a.xqf", "a.txtx"):
        assert main([*given, "--out", str(tmp_path / wrong)]) == 2
        assert wrong in capsys.readouterr().err
    head = json.loads((tmp_path / "m.jsonl").read_text().splitlines()[0])
    assert head["format"].startswith("boyi match ")
