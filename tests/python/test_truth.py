"""Searches judged by exact values: planted errors are recovered, rows are those of searches made by hand."""

import json
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boyi
from boyi import Config, Searcher, connect4, gomoku, lab, xiangqi
from boyi.cli import main
from boyi.exact import ExactValue
from boyi.lab.judging.kinds import KINDS

BOARD = gomoku.SolvedBoard(3, 3, 3)
CONFIGS = {"shallow": Config.preset("wizard-alphabeta", "gomoku"), "boyi": Config.preset("boyi", "gomoku")}
PLACES = BOARD.positions(12, verdict="win") + BOARD.positions(12, verdict="draw") + BOARD.positions(6, verdict="loss")


def small(**changes: Any) -> lab.Truth:
    given: dict[str, Any] = {"nodes": [3, 40], "positions": PLACES, "progress": False} | changes
    return lab.truth(given.pop("configs", CONFIGS), given.pop("oracle", BOARD), **given)


@pytest.fixture(scope="module")
def found() -> lab.Truth:
    return small()


def facts(truth: lab.Truth) -> list[Any]:
    """The rows without their times."""
    names = [name for name in truth.rows.dtype.names or () if name not in ("time", "expected")]
    return truth.rows[names].tolist() + np.nan_to_num(truth.rows["expected"], nan=-1).tolist()


def test_rows_are_those_of_searches_made_by_hand(found: lab.Truth) -> None:
    assert len(found.rows) == len(PLACES) * 2 * 2
    for row in found.rows:
        place = PLACES[row["position"]]
        result = Searcher(CONFIGS[row["config"]]).search(place, nodes=int(row["limit"]))
        assert (row["move"], row["score"], row["nodes"]) == (str(result.move), int(result.score), result.nodes)
        assert (row["kind"], row["depth"], row["threads"]) == (result.score.kind, result.depth, 1)
        before, after = BOARD.probe(place), BOARD.probe(place.play(result.move))
        assert before is not None and after is not None
        assert row["verdict"] == before.verdict and row["plies"] == (-1 if before.plies is None else before.plies)
        assert row["after"] == {"win": "loss", "loss": "win", "draw": "draw"}[after.verdict]
        assert row["after_plies"] == (-1 if after.plies is None else after.plies)


def test_a_search_to_the_end_of_the_game_makes_no_error() -> None:
    everything = BOARD.positions(627)
    truth = lab.truth({"all": Config.preset("plain", "gomoku")}, BOARD, depth=9, positions=everything, progress=False)
    summary = truth.summary()
    assert (summary["errors"] == 0).all() and summary.loc[("error", "all", 9), "total"] > 400
    mates = truth.rows[truth.rows["kind"] == "mate"]
    assert (mates["mate_plies"] == mates["plies"]).all() and len(mates) > 300


# A program and an oracle that are told what to say

PLAYER = """
import json, sys
answers = json.load(open(sys.argv[1]))
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Told\\nuciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        fen = line.split(" fen ")[1].strip()
    elif words[0] == "go":
        move, score = answers[" ".join(fen.split()[:2])]
        print(f"info depth 1 nodes 7 score {score}\\nbestmove {move}", flush=True)
    elif words[0] == "quit":
        break
"""


class Told:
    """An oracle that knows what it was told: values by position."""

    game: str = "xiangqi"

    def __init__(self, values: dict[str, ExactValue]) -> None:
        self.values = values

    def probe(self, position: Any, /) -> ExactValue | None:
        return self.values.get(short(position))

    def positions(self, n: int, /, *, verdict: Any = None, seed: int = 0) -> list[Any]:
        return [xiangqi.Position(fen) for fen in list(self.values)[:n]]


def short(position: Any) -> str:
    """A position without its counters."""
    return " ".join(position.fen.split()[:2])


SPOTS = [(1, file) for file in (0, 1, 2, 4, 5, 6, 7, 8)] + [(2, 0), (2, 1)]
"""Ranks and files of a chariot, beside the file of the black king."""

PLANTED = [
    # What a position is worth and in how many plies, what the move leads to, the score; and the errors that this is.
    ("win", 5, "win", 4, "cp 3000", set()),
    ("win", 5, "win", 6, "cp 3000", {"longer_win"}),
    ("win", 5, "draw", None, "cp 0", {"error", "win_thrown", "win_to_draw"}),
    ("win", 5, "loss", 8, "cp -3000", {"error", "win_thrown", "win_to_loss", "said_lost"}),
    ("draw", None, "draw", None, "cp 3000", {"said_won"}),
    ("draw", None, "loss", 10, "cp -3000", {"error", "draw_lost", "said_lost"}),
    ("draw", None, "draw", None, "mate 3", {"false_mate"}),
    ("loss", 6, "loss", 5, "mate -3", set()),
    ("loss", 6, "loss", 5, "cp 3000", {"said_won"}),
    ("loss", 6, "loss", None, "cp 0", set()),
]
OPPOSITE = {"win": "loss", "draw": "draw", "loss": "win"}


def chariot(rank: int, file: int) -> Any:
    """A chariot and both kings, red to move."""
    row = f"{file or ''}R{8 - file or ''}"
    ranks = ["9"] * 7 + ([row, "9"] if rank == 2 else ["9", row])
    return xiangqi.Position(f"3k5/{'/'.join(ranks)}/4K4 w".replace("3k5/9/", "3k5/", 1))


def plant(folder: Path) -> tuple[Told, lab.Engine, list[Any]]:
    """An oracle, a program and positions, in which the program makes the planted errors."""
    values: dict[str, ExactValue] = {}
    answers, places = {}, []
    for (rank, file), (verdict, plies, after, after_plies, score, _) in zip(SPOTS, PLANTED, strict=True):
        place = chariot(rank, file)
        move = f"{'abcdefghi'[file]}{rank}{'abcdefghi'[file]}{rank + 2}"
        values[short(place)] = ExactValue(verdict, plies)
        values[short(place.play(move))] = ExactValue(OPPOSITE[after], after_plies)
        answers[short(place)] = [move, score]
        places.append(place)
    (folder / "player.py").write_text(PLAYER)
    (folder / "answers.json").write_text(json.dumps(answers))
    command = [sys.executable, str(folder / "player.py"), str(folder / "answers.json")]
    return Told(values), lab.Engine(command), places


def test_planted_errors_are_recovered(tmp_path: Path) -> None:
    oracle, engine, places = plant(tmp_path)
    truth = lab.truth({"told": engine}, oracle, nodes=9, positions=places, progress=False)
    for kind in KINDS:
        expected = [place for place, planted in zip(places, PLANTED, strict=True) if kind in planted[5]]
        assert truth.errors(kind) == expected, kind
    summary = truth.summary().loc[(slice(None), "told", 9), ["errors", "total"]].droplevel([1, 2])
    counts = {kind: tuple(values) for kind, values in summary.iterrows()}
    assert counts == {
        "error": (3, 7),
        "win_thrown": (2, 4),
        "win_to_draw": (1, 4),
        "win_to_loss": (1, 4),
        "draw_lost": (1, 3),
        "said_won": (2, 6),
        "said_lost": (2, 7),
        "false_mate": (1, 10),
        "longer_win": (1, 4),
    }
    text = str(truth)
    assert "10 positions (4 won, 3 drawn, 3 lost) judged by Told" in text and "2 of 4" in text
    assert truth.metadata["engines"]["told"]["reported_name"] == "Told"


def test_moves_into_the_unknown_are_left_out(tmp_path: Path) -> None:
    oracle, engine, places = plant(tmp_path)
    thrown = places[2]
    move = json.loads((tmp_path / "answers.json").read_text())[short(thrown)][0]
    del oracle.values[short(thrown.play(move))]
    truth = lab.truth({"told": engine}, oracle, nodes=9, positions=places, progress=False)
    assert truth.rows["after"].tolist().count("") == 1
    assert truth.summary().loc[("win_thrown", "told", 9), ["errors", "total"]].tolist() == [1, 3]
    assert truth.summary().loc[("false_mate", "told", 9), "total"] == 10
    assert "1 moves lead to positions that it does not know" in str(truth)


def test_an_oracle_that_contradicts_itself_is_named(tmp_path: Path) -> None:
    oracle, engine, places = plant(tmp_path)
    oracle.values[short(places[4])] = ExactValue("loss", 2)
    with pytest.raises(boyi.OptionError, match=r"oracle=Told contradicts itself: loss in .*, but draw after f1f3"):
        lab.truth({"told": engine}, oracle, nodes=9, positions=places, progress=False)


@pytest.mark.parametrize(("claimed", "false"), [(3, True), (5, False), (7, False)])
def test_a_mate_sooner_than_is_possible_is_false(claimed: int, false: bool, found: lab.Truth) -> None:
    record = found._records[0] | {"position": 0, "kind": "mate", "score": 9999, "mate_plies": claimed, "expected": 1.0}
    metadata = found.metadata | {"values": [["win", 5]] * len(PLACES)}
    assert len(lab.Truth(metadata, [record]).errors("false_mate")) == false
    drawn = found.metadata | {"values": [["draw", -1]] * len(PLACES)}
    assert len(lab.Truth(drawn, [record]).errors("false_mate")) == 1


def test_the_claim_is_a_threshold(found: lab.Truth) -> None:
    values = [["draw", -1]] * len(PLACES)
    record = found._records[0] | {"position": 0, "kind": "value", "expected": 0.8}
    for claim, said in ((0.75, 1), (0.8, 1), (0.9, 0)):
        truth = lab.Truth(found.metadata | {"values": values, "claim": claim}, [record])
        assert len(truth.errors("said_won")) == said
    lost = lab.Truth(found.metadata | {"values": values}, [record | {"expected": 0.25}])
    assert len(lost.errors("said_lost")) == 1 and not lost.errors("said_won")


def test_a_search_without_a_move_has_given_up(found: lab.Truth) -> None:
    from boyi.lab.judging.values import Judged, value_after

    assert value_after(BOARD, PLACES[0], Judged("win", 3), "") == ("loss", 0)


# Rates


def test_rates_and_paired_differences(found: lab.Truth) -> None:
    summary, rows = found.summary(), found.rows
    assert summary.index.names == ["kind", "config", "limit"] and len(summary) == len(KINDS) * 4
    for limit in (3, 40):
        wrong = {}
        for name in CONFIGS:
            own = rows[(rows["config"] == name) & (rows["limit"] == limit) & np.isin(rows["verdict"], ["win", "draw"])]
            wrong[name] = (own["after"] != own["verdict"]) & (own["after"] != "win")
            line = summary.loc[("error", name, limit)]
            assert (line["errors"], line["total"]) == (wrong[name].sum(), 24)
            assert line[["rate", "low", "high"]].tolist() == list(lab.share(int(wrong[name].sum()), 24))
        line = summary.loc[("error", "boyi", limit)]
        assert line["difference"] == pytest.approx(wrong["boyi"].mean() - wrong["shallow"].mean())
        assert line["difference_low"] <= line["difference"] <= line["difference_high"]
    base = summary.xs("shallow", level="config")
    assert (base[["difference", "difference_low", "difference_high"]] == 0).all(axis=None)
    assert summary.loc[("error", "shallow", 3), "errors"] > summary.loc[("error", "boyi", 40), "errors"]


def test_distances_add_up(found: lab.Truth) -> None:
    by_distance, summary = found.by_distance().sort_index(), found.summary()
    for name in CONFIGS:
        for limit in (3, 40):
            sums = by_distance.loc[(name, limit), ["errors", "total"]].sum().tolist()
            assert sums == summary.loc[("win_thrown", name, limit), ["errors", "total"]].tolist()
    assert len(found.by_distance("draw_lost")) == 0
    assert found.frame().shape == (len(found.rows), len(found.rows.dtype.names or ()))


def test_texts_and_pictures(found: lab.Truth, tmp_path: Path) -> None:
    text = str(found)
    assert text.startswith("30 positions (12 won, 12 drawn, 6 lost) judged by SolvedBoard(3, 3, 3)")
    assert "Differences to 'shallow'" in text and "Wins thrown, by plies to the end of the game" in text
    assert found._repr_html_().count("<table>") == 3
    for against in (None, "nodes", "depth", "time"):
        figure = found.plot(against)
        figure.savefig(tmp_path / "truth.png")
        assert len(figure.axes) == 4 and (tmp_path / "truth.png").stat().st_size > 10_000
    lost = small(configs=["boyi"], nodes=3, positions=PLACES[-3:])
    assert len(lost.plot().axes) == 3 and "Wins thrown" not in str(lost)


def test_errors_are_chosen_by_configuration_and_limit(found: lab.Truth) -> None:
    every = found.errors("error")
    assert len({place.key for place in every}) == len(every)
    parts = [found.errors("error", config=name, limit=limit) for name in CONFIGS for limit in (3, 40)]
    assert {place.key for part in parts for place in part} == {place.key for place in every}
    for call, message in (
        (lambda: found.errors("eror"), "kind 'eror': .*did you mean 'error'"),
        (lambda: found.errors("error", config="boyo"), "config 'boyo': .*did you mean 'boyi'"),
        (lambda: found.errors("error", limit=4), "limit 4: expected one of"),
        (lambda: found.by_distance("eror"), "kind 'eror'"),
        (lambda: found.plot("seconds"), "against 'seconds': expected one of"),
    ):
        with pytest.raises(boyi.OptionError, match=message):
            call()


def test_an_oracle_draws_the_positions() -> None:
    solver = connect4.Solver(30)
    truth = lab.truth(["boyi"], solver, depth=1, positions=10, seed=3, progress=False)
    assert truth.positions == solver.positions(10, seed=3)
    expected = truth.rows["expected"]
    assert ((expected >= 0) & (expected <= 1)).all()


def test_endgame_tables_are_oracles() -> None:
    table = boyi.xiangqi.Tablebase("R-AE")
    drawn = table.positions(20, verdict="win", turn="attackers", seed=1)
    truth = lab.truth(["plain", "boyi"], table, depth=2, positions=drawn, progress=False)
    assert set(truth.rows["verdict"]) == {"win"} and len(truth.rows) == 40
    assert not truth.errors("false_mate", config="boyi")


# Executors, files, interrupts


def test_the_executor_makes_no_difference(found: lab.Truth) -> None:
    for executor in (ThreadPoolExecutor(1), ProcessPoolExecutor(1)):
        with executor:
            assert facts(small(executor=executor)) == facts(found)


def test_a_file_goes_on_where_it_was_cut(found: lab.Truth, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rows.jsonl"
    assert facts(small(path=path)) == facts(found) == facts(lab.Truth.load(path))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:50]) + lines[50][:20])
    worked = []
    from boyi.lab.judging.experiment import TruthTask

    work = TruthTask.work
    monkeypatch.setattr(TruthTask, "work", lambda self, search: worked.append(self) or work(self, search))
    assert facts(small(path=path)) == facts(found)
    assert len(worked) == len(found.rows) - 49
    with pytest.raises(boyi.ResultFileError, match="another experiment, with other limits"):
        small(path=path, nodes=[3, 41])
    with pytest.raises(boyi.ResultFileError, match="does not hold a comparison"):
        lab.Comparison.load(path)


def test_positions_that_are_not_finished_are_left_out(found: lab.Truth) -> None:
    part = lab.Truth(found.metadata, found._records[:30])
    done = [number for number in range(len(PLACES)) if (part.rows["position"] == number).sum() == 4]
    assert 0 < len(done) < len(PLACES)
    assert part.summary().loc[("false_mate", "boyi", 3), "total"] == len(done)


def test_save_and_load(found: lab.Truth, tmp_path: Path) -> None:
    path = tmp_path / "truth.jsonl"
    found.save(path)
    again = lab.Truth.load(path)
    assert (again.rows == found.rows).sum() >= len(found.rows) - np.isnan(found.rows["expected"]).sum()
    assert str(again) == str(found) and again.positions == PLACES
    text = path.read_text()
    path.write_text(text.replace('"limited":"nodes"', '"limited":"nudes"', 1))
    with pytest.raises(boyi.ResultFileError, match=r"line 1 .* is damaged"):
        lab.Truth.load(path)


# Bad input


class Wrong(Told):
    """An oracle with a verdict that is none."""

    def probe(self, position: Any, /) -> Any:
        return ExactValue("won", 1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"nodes": None}, boyi.OptionError, "nodes=None, depth=None: expected one of the two"),
        ({"depth": 2}, boyi.OptionError, r"nodes=\[3, 40\], depth=2: expected one of the two"),
        ({"nodes": []}, boyi.OptionError, "nodes is empty"),
        ({"nodes": [5, 5]}, boyi.OptionError, "nodes: 5 occurs 2 times"),
        ({"nodes": 0}, boyi.OptionError, "nodes=0: expected 1 to"),
        ({"nodes": [10, "many"]}, boyi.OptionError, "nodes='many': expected a whole number"),
        ({"nodes": None, "depth": 97}, boyi.OptionError, "depth=97: expected 1 to 96"),
        ({"configs": ["plain"]}, boyi.OptionError, "depth=None: 'plain' searches without iterative deepening"),
        ({"configs": {}}, boyi.OptionError, "configs is empty"),
        ({"oracle": None}, boyi.OptionError, "oracle=None: expected an oracle such as"),
        ({"oracle": gomoku.SolvedBoard}, boyi.OptionError, "oracle=<class .*: expected an oracle such as"),
        ({"oracle": gomoku.SolvedBoard(3, 3, 2)}, boyi.OptionError, r"positions\[0\], .*: expected a position whose"),
        ({"oracle": connect4.Solver(30)}, boyi.GameMismatchError, r"positions\[0\] is of gomoku: expected"),
        ({"oracle": Wrong({}), "positions": [xiangqi.Position()]}, boyi.OptionError, "has the verdict 'won'"),
        ({"positions": 0}, boyi.OptionError, "positions=0: expected 1 to"),
        ({"positions": 628}, boyi.OptionError, "n=628: .* has 627 positions"),
        ({"positions": 5, "seed": -1}, boyi.OptionError, "seed=-1: expected 0 to"),
        ({"positions": []}, boyi.OptionError, "positions is empty"),
        ({"positions": [gomoku.Position("a1 a2 b1 b2 c1", rows=3, cols=3, k=3)]}, boyi.OptionError, "finished game"),
        ({"claim": 0.5}, boyi.OptionError, "claim=0.5: expected a number above 0.5"),
        ({"claim": 75}, boyi.OptionError, "claim=75: expected a number from 0.5 to 1"),
        ({"executor": 3}, boyi.OptionError, "executor=3: expected"),
    ],
)
def test_bad_input_is_refused_by_name(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        small(**changes)


# The command


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    common = ("--quiet", "--out", str(tmp_path), "--path", str(tmp_path / "rows"))
    board = ("truth", "--game", "gomoku", "--oracle", "3x3x3", "--positions", "20", "--seed", "4")
    out = run(capsys, *board, "--presets", "wizard", "boyi", "--nodes", "5", "50", *common)
    found = lab.Truth.load(tmp_path / "rows")
    assert out == f"{found}\n\nPicture: {tmp_path / 'truth.png'}\n"
    assert (found.configs, found.limits, found.positions) == (["wizard", "boyi"], [5, 50], BOARD.positions(20, seed=4))
    assert (tmp_path / "truth.png").stat().st_size > 10_000
    four = ("truth", "--game", "connect4", "--oracle", "34", "--positions", "5", "--verdict", "draw", "--jobs", "1")
    out = run(capsys, *four, "--vary", "killers=0,2", "--depth", "2", "--quiet", "--out", str(tmp_path))
    assert "5 positions (5 drawn) judged by Solver(34)" in out and "killers=0" in out
    out = run(capsys, *four, "--set", "killers=0", "--quiet", "--out", str(tmp_path))
    assert "\nboyi            1000  " in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "gomoku", "--oracle", "3x3"], "oracle '3x3': expected ROWSxCOLSxK"),
        (["--game", "gomoku", "--oracle", "9x9x5"], "expected a board of at most 16 cells, not 81"),
        (["--game", "connect4", "--oracle", "many"], "oracle 'many': expected STONES"),
        (["--game", "connect4", "--oracle", "50"], "stones=50: expected 8 to 41"),
        (["--game", "gomoku", "--oracle", "3x3x3", "--positions", "0"], "--positions 0: expected 1 or more"),
        (["--game", "gomoku", "--oracle", "3x3x3", "--nodes", "0"], "nodes=0: expected 1 to"),
    ],
)
def test_errors_of_the_command(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["truth", *arguments, "--quiet"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and message in err and err.count("\n") == 1
