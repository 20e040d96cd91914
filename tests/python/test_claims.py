"""Claims: verdicts by the rule, figures that come again, files that go on, and the command."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boyi
from boyi import lab
from boyi.cli import main
from boyi.lab.claims import BOOKS
from boyi.lab.claims.claim import Book, Claim
from boyi.lab.claims.gomoku_figures import MOST_MOVES, STAGES, scattered
from boyi.lab.claims.measure import Measure, match_elo, share, verdict
from boyi.lab.stats import Interval, median

SHIPPED = Path(__file__).parents[2] / "notebooks" / "claims_gomoku.jsonl"
TINY = {"positions": 2, "milliseconds": 1, "games": 2, "nodes": 30, "max_plies": 6, "sample": 2, "boards": 3, "wins": 1}


def tiny(**more: Any) -> lab.Claims:
    return lab.claims("gomoku", quick=True, sizes=TINY, progress=False, **more)


def figures(found: lab.Claims) -> list[tuple]:
    """Everything but what the clock says."""
    return [
        (row["claim"], row["verdict"], measure.plain())
        for row in found.rows
        for measure in found.measures(row["claim"])
        if "CPU time" not in measure.what
    ]


# ---- verdicts ------------------------------------------------------------


@pytest.mark.parametrize(
    ("interval", "relation", "expected"),
    [
        ((5, 4, 6), ">=", "holds"),
        ((5, 4, 6), ">", "not decided"),
        ((5, 4.1, 6), ">", "holds"),
        ((4, 3, 4), ">=", "not decided"),
        ((4, 3, 4), ">", "does not hold"),
        ((3, 2, 3.9), ">=", "does not hold"),
        ((3, 2, 4), "<=", "holds"),
        ((3, 2, 4), "<", "not decided"),
        ((3, 2, 3.9), "<", "holds"),
        ((5, 4, 6), "<", "does not hold"),
        ((5, 4, 6), "<=", "not decided"),
        ((5, 4.1, 6), "<=", "does not hold"),
        ((4, 4, 4), ">=", "holds"),
        ((5, math.nan, math.nan), ">=", "not decided"),
        ((math.inf, 30, math.inf), ">", "holds"),
        ((5, 4, 6), "", ""),
    ],
)
def test_a_figure_decides_with_its_whole_interval(interval: tuple, relation: str, expected: str) -> None:
    assert Measure("", Interval(*interval), relation, 4).verdict == expected


def test_a_claim_is_judged_by_all_its_figures() -> None:
    interval = {"holds": (5, 4.5, 6), "does not hold": (3, 2, 3.5), "not decided": (4, 3, 5)}

    def judged(*kinds: str) -> str:
        return verdict([Measure("", Interval(*interval[kind]), ">", 4) for kind in kinds])

    assert judged("holds", "holds") == "holds"
    assert judged("holds", "does not hold") == judged("holds", "not decided") == "holds in part"
    assert judged("does not hold", "does not hold") == "does not hold"
    assert judged("does not hold", "not decided") == judged("not decided") == "not decided"
    assert verdict([Measure("", Interval(5, 4, 6))]) == "not decided", "a figure without a bound decides nothing"


def test_medians_and_shares() -> None:
    random = np.random.default_rng(0)
    samples = random.normal(size=(1000, 25))
    covered = [low <= 0 <= high for _, low, high in map(median, samples)]
    assert np.mean(covered) > 0.94
    assert median([1, np.nan, 3]) == (2, pytest.approx(np.nan, nan_ok=True), pytest.approx(np.nan, nan_ok=True))
    assert median([5] * 10).value == 5 and median([5] * 10).undecided
    assert median([1, 2] + [5] * 30).undecided, "an interval of width zero is none"
    counts = random.binomial(20, 0.9, size=500)
    assert np.mean([low <= 0.9 <= high for _, low, high in (share(int(hits), 20) for hits in counts)]) > 0.94
    assert share(0, 5)[:2] == (0, 0) and share(5, 5)[::2] == (1, 1) and math.isnan(share(0, 0).value)


def test_a_match_that_went_one_way_has_an_interval() -> None:
    strong, weak = boyi.Config.preset("report"), boyi.Config.preset("plain").replace(iterative=True)
    limits: dict[str, Any] = {"depth": 1, "progress": False, "openings": lab.openings("gomoku/freestyle")}
    played = lab.match(strong.replace(kill_root="threats"), weak, games=8, **limits)
    assert played.pairs == [0, 0, 0, 0, 4]
    low, high = share(4, 4)[1:]
    assert match_elo(played)[::2] == (math.inf, math.inf)
    assert match_elo(played).low == pytest.approx(400 * math.log10(low / (1 - low))) and high == 1
    close = lab.match(weak, weak, games=4, **limits)
    assert match_elo(close) == close.elo or math.isnan(close.elo.low)


# ---- runs ----------------------------------------------------------------


def test_a_run_comes_again_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    found = tiny(path=path)
    assert [row["claim"] for row in found.rows] == [claim.id for claim in BOOKS["gomoku"].claims]
    assert found.metadata["sizes"]["games"] == 2 and found.metadata["rates"] == dict(BOOKS["gomoku"].rates)
    assert figures(lab.Claims.load(path)) == figures(found)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:4] + lines[6:]))
    assert figures(tiny(path=path)) == figures(found), "the two missing ones are measured again, to the same figures"
    assert len(path.read_text().splitlines()) == len(lines)
    assert all(f"{row['claim']} ({row['source']})" in str(found) for row in found.rows)
    with pytest.raises(boyi.ResultFileError, match="another experiment, with other sizes"):
        lab.claims("gomoku", quick=True, progress=False, path=path)


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    text = SHIPPED.read_text()
    lines = text.splitlines(keepends=True)
    for changed in (
        lines[1].replace('"claim":"no order"', '"claim":"order or not"'),
        lines[1].replace('"relation":"<"', '"relation":">="'),
        lines[1].replace('"measures":[{', '"measures":[3,{'),
    ):
        assert changed != lines[1]
        path.write_text(lines[0] + changed)
        with pytest.raises(boyi.ResultFileError, match=r"line 2 of .* is damaged: expected the record of a claim"):
            lab.Claims.load(path)
    path.write_text("{}\n")
    with pytest.raises(boyi.ResultFileError, match="does not hold a run of claims"):
        lab.Claims.load(path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "shogi"}, "game='shogi': expected 'gomoku' or 'xiangqi'"),
        ({"sizes": {"game": 3}}, "sizes: 'game' is not known, expected positions, .*games"),
        ({"sizes": {"games": 0}}, r"sizes\['games'\]=0: expected 1 to"),
        ({"rates": {"kill": 1.5}}, r"rates\['kill'\]=1.5: expected a whole number"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], message: str, tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    with pytest.raises(boyi.OptionError, match=message):
        lab.claims(**{"game": "gomoku", "progress": False, "path": path} | arguments)
    assert not path.exists()


def test_unknown_claims_and_times_are_refused() -> None:
    with pytest.raises(boyi.OptionError, match="claim='depth': expected one of 'no order'"):
        lab.Claims.load(SHIPPED).measures("depth")
    with pytest.raises(boyi.OptionError, match="seconds=0: expected more than 0"):
        lab.measured_rates("gomoku", 0)
    with pytest.raises(boyi.OptionError, match="game='go'"):
        lab.measured_rates("go")


def test_a_second_is_what_its_rate_says() -> None:
    rates = lab.measured_rates("gomoku", 0.002)
    assert rates.keys() == BOOKS["gomoku"].rates.keys() and min(rates.values()) > 1000
    book = BOOKS["gomoku"]
    bench = book.bench(book.quick | {"positions": 4}, dict.fromkeys(book.rates, 1000000))
    assert bench.nodes("kill") == 4000
    for stage, config in STAGES.items():
        for place, depth in zip(bench.positions, bench.depths[stage], strict=True):
            result = boyi.Searcher(config).search(place, nodes=4000)
            assert np.isnan(depth) or result.depth == depth
    plies, wins = bench.kills
    for place, seen in zip(bench.positions, plies, strict=True):
        if 0 < seen < 2 * MOST_MOVES - 1:
            moves = (int(seen) + 1) // 2
            asked = [boyi.kill_search(place, "vct", max_depth=n, nodes=4000).status for n in (moves, moves + 1)]
            assert asked == ["none", "unknown"]
    assert len(wins) == np.isnan(plies).sum()


def test_random_boards_come_again() -> None:
    from random import Random

    boards = [scattered(Random(3)) for _ in range(2)]
    assert boards[0] == boards[1] and boards[0].outcome() is None
    assert scattered(Random(4)) != boards[0]


def test_another_game_needs_a_book_only(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = Claim("two", "999, 1", "One and one is two.", "{ones} ones", lambda sizes: [_counted(sizes["ones"])])
    book = Book((claim,), {"ones": 2}, {"ones": 1}, {}, lambda _: {}, lambda sizes, rates: sizes)
    monkeypatch.setitem(BOOKS, "counting", book)
    assert lab.claims("counting", progress=False).verdicts == {"two": "holds"}
    quick = lab.claims("counting", quick=True, progress=False)
    assert quick.verdicts == {"two": "does not hold"} and quick.rows[0]["how"] == "1 ones"


def _counted(ones: int) -> Measure:
    return Measure("sum", Interval(ones, ones, ones), ">=", 2)


# ---- what ships ----------------------------------------------------------


@pytest.mark.parametrize("game", BOOKS)
def test_the_shipped_run_is_whole_and_full_size(game: str) -> None:
    found, book = lab.Claims.load(SHIPPED.with_name(f"claims_{game}.jsonl")), BOOKS[game]
    assert found.metadata["sizes"] == dict(book.sizes) and found.metadata["rates"] == dict(book.rates)
    assert {"version", "commit", "seed", "cpu"} <= found.metadata.keys()
    assert [(row["claim"], row["source"], row["says"]) for row in found.rows] == [
        (claim.id, claim.source, claim.says) for claim in book.claims
    ], "a claim has changed: measure them again with 'boyi claims'"
    assert all(row["how"] == claim.how.format(**book.sizes) for row, claim in zip(found.rows, book.claims, strict=True))


# ---- the command ---------------------------------------------------------


def test_the_command_measures_a_sample(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    small = [f"--size={name}={value}" for name, value in TINY.items()]
    assert main(["claims", "--quick", "--quiet", "--out", str(path), *small]) == 0
    out = capsys.readouterr().out
    assert "What is claimed about gomoku" in out and "A claim holds if all its figures agree" in out
    assert figures(lab.Claims.load(path)) == figures(tiny())


def test_the_quick_command_leaves_no_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.chdir(tmp_path)
    shipped = lab.Claims.load(SHIPPED)
    monkeypatch.setattr("boyi.lab.claims", lambda game, **arguments: asked.update(arguments) or shipped)
    assert main(["claims", "--quick"]) == 0 and asked["path"] is None and asked["progress"]
    assert main(["claims"]) == 0 and asked["path"] == "notebooks/claims_gomoku.jsonl" and asked["rates"] is None
    monkeypatch.setattr("boyi.lab.measured_rates", lambda game: {"kill": 5})
    assert main(["claims", "--here", "--quiet"]) == 0 and asked["rates"] == {"kill": 5} and not asked["progress"]
    assert "no order (002, 2.1 and 3.2)" in capsys.readouterr().out


@pytest.mark.parametrize(("size", "message"), [("games=few", "games=few: expected a whole"), ("game=2", "'game'")])
def test_errors_of_the_command(size: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", "--quick", "--quiet", "--size", size]) == 2
    assert message in capsys.readouterr().err
