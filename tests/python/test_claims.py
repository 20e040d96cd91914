"""Claims: verdicts by the rule, figures that come again, files that go on, and the command."""

import json
import math
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boyi
from boyi import lab
from boyi.cli import main
from boyi.lab.stats import Interval, median, share
from boyi_studies import claims
from boyi_studies.claims import Claims, samples
from boyi_studies.claims.claim import Claim, ClaimSet
from boyi_studies.claims.gomoku.figures import MOST_MOVES, STAGES, scattered
from boyi_studies.claims.run import CLAIM_SETS
from boyi_studies.claims.verdicts import METHODS, RULE, Measure, Sample, at_levels, pairs_elo, verdict
from conftest import signed

SHIPPED = Path(__file__).parents[2] / "notebooks" / "claims_gomoku.jsonl"
TINY = {"positions": 2, "milliseconds": 1, "games": 2, "nodes": 30, "max_plies": 6, "sample": 2, "boards": 3, "wins": 1}


exact = partial(share, method="exact")


def tiny(**more: Any) -> Claims:
    return claims.measure("gomoku", quick=True, sizes=TINY, progress=False, **more)


def figures(found: Claims) -> list[tuple]:
    """Everything but what the clock says."""
    return [
        (row["claim"], row["verdict"], str(measure.described()))
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
        ((4, math.nan, math.nan), "<=", "not decided"),
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
    assert judged("holds", "holds", "does not hold") == "holds in part", "one that disagrees is enough"
    assert verdict([Measure("", Interval(5, 4, 6))]) == "not decided", "a figure without a bound decides nothing"


@pytest.mark.parametrize(
    ("method", "interval", "relation", "expected"),
    [
        ("ratio", (0.9999, 0.9998, 0.99995), "<", "negligible"),
        ("ratio", (0.9999, 0.995, 1.005), "<", "negligible"),
        ("ratio", (0.9999, 0.9998, 0.99995), ">", "negligible"),
        ("ratio", (0.98, 0.97, 0.995), "<", "holds"),
        ("ratio", (0.98, 0.95, 1.005), "<", "not decided"),
        ("ratio", (0.995, 0.992, 0.999), ">=", "holds"),
        ("ratio", (0.98, 0.97, 0.995), ">=", "does not hold"),
        ("ratio", (1.2, 0.9, 1.5), ">=", "not decided"),
        ("elo", (3, 1, 4.9), ">", "negligible"),
        ("elo", (3, 1, 5.1), ">", "holds"),
        ("elo", (-3, -6, -1), ">", "does not hold"),
        ("elo", (-2, -4, 1), ">=", "holds"),
        ("difference of shares", (0.004, 0.001, 0.008), ">", "negligible"),
        ("difference", (0.004, 0.001, 0.008), ">", "holds"),
        ("mean", (0.004, 0.001, 0.008), ">", "holds"),
    ],
)
def test_effects_too_small_to_matter_are_negligible(
    method: str, interval: tuple, relation: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    neutral = METHODS[method].neutral or 0
    monkeypatch.setitem(METHODS, method, replace(METHODS[method], interval=lambda level: Interval(*interval)))
    assert Measure("", Sample(method, ()), relation, neutral).verdict == expected


def test_a_claim_that_says_how_much_knows_no_negligible_effect() -> None:
    pairs = Sample("elo", ([10, 2000, 16000, 2000, 10],))
    assert (
        Measure("", pairs, ">", 0).verdict == "negligible" and Measure("", pairs, ">=", 75).verdict == "does not hold"
    )
    assert Measure("", pairs, ">", 0, smallest=0.1).verdict == "not decided", "a measure may say what is small"


def test_negligible_figures_and_the_claim() -> None:
    kinds = {
        "holds": (40, 30, 50),
        "negligible": (0, -1, 1),
        "does not hold": (-40, -50, -30),
        "not decided": (0, -9, 9),
    }

    def judged(*names: str) -> str:
        figures = [Sample("elo of" + name, kinds[name]) for name in names]
        return verdict([Measure("", figure, ">", 0) for figure in figures])

    given = replace(METHODS["elo"], interval=METHODS["given"].interval)
    with pytest.MonkeyPatch.context() as patch:
        for name in kinds:
            patch.setitem(METHODS, "elo of" + name, given)
        assert judged("negligible", "negligible") == "negligible"
        assert judged("holds", "negligible") == "holds in part"
        assert judged("does not hold", "negligible") == "does not hold"
        assert judged("negligible", "not decided") == judged("does not hold", "not decided") == "not decided"


def test_many_figures_are_judged_by_wider_intervals() -> None:
    """A figure that agrees alone at 95 % does not among five others like it."""
    close = Measure("", samples.share(61, 100), ">", 0.5)
    assert close.interval.low > 0.5 and verdict([close]) == "holds"
    assert at_levels([close] * 5)[0].level == pytest.approx(0.99)
    assert verdict([close] * 5) == "not decided"
    beside = Measure("", samples.share(61, 100))
    assert verdict([close] + [beside] * 5) == "holds", "figures that decide nothing cost nothing"
    assert "99 %" in at_levels([close] * 5)[0].cells()[1] and at_levels([beside])[0].level == 0.95


def test_under_no_effect_hardly_any_claim_says_something() -> None:
    """Of claims with four figures, all without effect, at most one in twenty and a bit gets a verdict by chance."""
    random = np.random.default_rng(8)

    def claimed() -> str:
        pairs = [random.multinomial(60, [0.1, 0.2, 0.4, 0.2, 0.1]).tolist() for _ in range(4)]
        return verdict([Measure("", Sample("elo", (one,)), ">", 0) for one in pairs])

    assert np.mean([claimed() != "not decided" for _ in range(400)]) <= 0.06


def test_samples_give_the_figures_of_what_they_were_made_from() -> None:
    random = np.random.default_rng(9)
    nodes, base = random.lognormal(10, 1, (2, 40)).round()
    nodes[:3] = base[:3]
    nodes[5] = np.nan
    known = ~np.isnan(nodes)
    made = {
        "ratio": (samples.ratio(nodes, base), lab.ratio(nodes, base)),
        "mean": (samples.mean(nodes / base), lab.mean(nodes / base)),
        "geometric mean": (samples.geometric_mean(nodes / base), lab.geometric_mean(nodes / base)),
        "median": (samples.median(nodes), median(nodes)),
        "difference": (samples.difference(nodes, base), lab.mean(np.append(nodes - base, np.nan))),
        "share": (
            samples.rate(np.where(known, nodes > base, np.nan)),
            share(int((nodes > base).sum()), known.sum(), method="exact"),
        ),
    }
    for name, (sample, expected) in made.items():
        assert sample.method == name and sample.interval() == pytest.approx(expected, rel=1e-4), name
        again = Measure.restored(json.loads(json.dumps(Measure("what", sample).plain())))
        assert again.interval == sample.interval(), "a file gives the same figure to the last bit"
    one, other = random.random((2, 50)) < 0.6
    assert samples.rate_difference(one, other).interval().value == pytest.approx(one.mean() - other.mean())


def test_medians_and_shares() -> None:
    random = np.random.default_rng(0)
    drawn = random.normal(size=(1000, 25))
    covered = [low <= 0 <= high for _, low, high in map(median, drawn)]
    assert np.mean(covered) > 0.94
    assert median([1, np.nan, 3]) == (2, pytest.approx(np.nan, nan_ok=True), pytest.approx(np.nan, nan_ok=True))
    assert median([5] * 10).value == 5 and median([5] * 10).undecided
    assert median([1, 2] + [5] * 30).undecided, "an interval of width zero is none"
    counts = random.binomial(20, 0.9, size=500)
    assert np.mean([low <= 0.9 <= high for _, low, high in (exact(int(hits), 20) for hits in counts)]) > 0.94
    assert share(0, 5)[:2] == (0, 0) and share(5, 5)[::2] == (1, 1) and math.isnan(share(0, 0).value)
    assert samples.share(19, 20).interval() == exact(19, 20)


def test_a_match_that_went_one_way_has_an_interval() -> None:
    strong, weak = boyi.Config.preset("report"), boyi.Config.preset("plain").replace(iterative=True)
    limits: dict[str, Any] = {"depth": 1, "progress": False, "openings": lab.openings("gomoku/freestyle")}
    played = lab.match(strong.replace(kill_root="threats"), weak, games=8, **limits)
    assert played.pairs == [0, 0, 0, 0, 4]
    low, high = exact(4, 4)[1:]
    found = samples.match_elo(played).interval()
    assert found == pairs_elo(played.pairs) and found[::2] == (math.inf, math.inf)
    assert found.low == pytest.approx(400 * math.log10(low / (1 - low))) and high == 1
    assert pairs_elo([4, 0, 0, 0, 0]) == pytest.approx([-end for end in (found[0], found[2], found[1])])
    assert pairs_elo([1, 2, 5, 3, 1]) == lab.elo([1, 2, 5, 3, 1]) and pairs_elo([0, 0, 9, 0, 0]).undecided


# ---- runs ----------------------------------------------------------------


def test_a_run_comes_again_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    found = tiny(path=path)
    assert [row["claim"] for row in found.rows] == [claim.id for claim in CLAIM_SETS["gomoku"].claims]
    assert found.metadata["sizes"]["games"] == 2 and found.metadata["rates"] == dict(CLAIM_SETS["gomoku"].rates)
    assert figures(Claims.load(path)) == figures(found)
    text = path.read_text()
    assert "verdict" not in text and '"low"' not in text and '"rule"' not in text, "what is derived is not stored"
    lines = text.splitlines(keepends=True)
    path.write_text("".join(lines[:4] + lines[6:]))
    assert figures(tiny(path=path)) == figures(found), "the two missing ones are measured again, to the same figures"
    assert len(path.read_text().splitlines()) == len(lines)
    assert all(f"{row['claim']} ({row['source']})" in str(found) for row in found.rows)
    with pytest.raises(boyi.ResultFileError, match="another experiment, with other sizes"):
        claims.measure("gomoku", quick=True, progress=False, path=path)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a tiny run."""
    path = tmp_path_factory.mktemp("claims") / "small.jsonl"
    tiny(path=path)
    return path


def test_verdicts_follow_from_the_samples_of_a_file(small: Path, tmp_path: Path) -> None:
    path, lines = tmp_path / "claims.jsonl", small.read_text().splitlines()
    record = next(json.loads(line) for line in lines if '"claim":"last against first"' in line)
    record["measures"] = [Measure("Elo", Sample("elo", ([0, 1, 2, 9, 30],)), ">", 0).plain()]
    for pairs, expected in (([0, 1, 2, 9, 30], "holds"), ([30, 9, 2, 1, 0], "does not hold"), ([0] * 5, "not decided")):
        record["measures"][0]["sample"] = [pairs]
        path.write_text("\n".join([lines[0], signed(record | {"verdict": "believe me"})]) + "\n")
        found = Claims.load(path)
        assert found.verdicts == {"last against first": expected} and found.rows[0]["verdict"] == expected
        assert found.rows[0]["measures"][0]["verdict"] == expected and found.metadata["rule"] == RULE


def test_damaged_files_are_refused(small: Path, tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    lines = small.read_text().splitlines(keepends=True)
    for changed in (
        lines[1].replace('"claim":"no order"', '"claim":"order or not"'),
        lines[1].replace('"relation":"<"', '"relation":"="'),
        lines[1].replace('"measures":[{', '"measures":[3,{'),
        lines[1].replace('"method":"mean"', '"method":"feeling"'),
        lines[1].replace('"method":"mean","sample":[', '"method":"mean","sample":["many",'),
        lines[1].replace('"bound":4', '"bound":"four"'),
    ):
        assert changed != lines[1]
        path.write_text(lines[0] + signed(json.loads(changed)) + "\n")
        with pytest.raises(
            boyi.ResultFileError, match=r"line 2 of .* is damaged: expected the record of a claim in JSON$"
        ):
            Claims.load(path)
    path.write_text("{}\n")
    with pytest.raises(boyi.ResultFileError, match="does not hold a run of claims"):
        Claims.load(path)
    path.write_text(small.read_text().replace("boyi run of claims 2", "boyi run of claims 1"))
    with pytest.raises(boyi.ResultFileError, match=r"old format 'boyi run of claims 1': expected .*2', measure"):
        Claims.load(path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "shogi"}, "game 'shogi': expected one of \\['gomoku', 'xiangqi'\\]"),
        ({"sizes": {"game": 3}}, "sizes: 'game' is not known, expected positions, .*games"),
        ({"sizes": {"games": 0}}, r"sizes\['games'\]=0: expected 1 to"),
        ({"rates": {"kill": 1.5}}, r"rates\['kill'\]=1.5: expected a whole number"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], message: str, tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    with pytest.raises(boyi.OptionError, match=message):
        claims.measure(**{"game": "gomoku", "progress": False, "path": path} | arguments)
    assert not path.exists()


def test_unknown_claims_and_times_are_refused(small: Path) -> None:
    with pytest.raises(boyi.OptionError, match="claim='depth': expected one of 'no order'"):
        Claims.load(small).measures("depth")
    with pytest.raises(boyi.OptionError, match="seconds=0: expected more than 0"):
        claims.measured_rates("gomoku", 0)
    with pytest.raises(boyi.OptionError, match="game 'go'"):
        claims.measured_rates("go")


def test_a_second_is_what_its_rate_says() -> None:
    rates = claims.measured_rates("gomoku", 0.002)
    assert rates.keys() == CLAIM_SETS["gomoku"].rates.keys() and min(rates.values()) > 1000
    claim_set = CLAIM_SETS["gomoku"]
    bench = claim_set.bench(claim_set.quick | {"positions": 4}, dict.fromkeys(claim_set.rates, 1000000))
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
    claim_set = ClaimSet("counting", (claim,), {"ones": 2}, {"ones": 1}, {}, lambda _: {}, lambda sizes, rates: sizes)
    monkeypatch.setitem(CLAIM_SETS, "counting", claim_set)
    assert claims.measure("counting", progress=False).verdicts == {"two": "holds"}
    quick = claims.measure("counting", quick=True, progress=False)
    assert quick.verdicts == {"two": "does not hold"} and quick.rows[0]["how"] == "1 ones"


def _counted(ones: int) -> Measure:
    return Measure("sum", Interval(ones, ones - 0.1, ones + 0.1), ">", 1.5)


# ---- what ships ----------------------------------------------------------


@pytest.mark.parametrize("game", CLAIM_SETS)
def test_the_shipped_run_is_whole_and_full_size(game: str) -> None:
    found, claim_set = Claims.load(SHIPPED.with_name(f"claims_{game}.jsonl")), CLAIM_SETS[game]
    assert found.metadata["sizes"] == dict(claim_set.sizes) and found.metadata["rates"] == dict(claim_set.rates)
    assert {"version", "commit", "seed", "cpu"} <= found.metadata.keys()
    assert SHIPPED.with_name(f"claims_{game}.jsonl").stat().st_size < 300_000
    assert [(row["claim"], row["source"], row["says"]) for row in found.rows] == [
        (claim.id, claim.source, claim.says) for claim in claim_set.claims
    ], "a claim has changed: measure them again with 'boyi claims'"
    assert all(
        row["how"] == claim.how.format(**claim_set.sizes)
        for row, claim in zip(found.rows, claim_set.claims, strict=True)
    )


# ---- the command ---------------------------------------------------------


def test_the_command_measures_a_sample(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    small = [f"--size={name}={value}" for name, value in TINY.items()]
    assert main(["claims", "--quick", "--quiet", "--out", str(path), *small]) == 0
    out = capsys.readouterr().out
    assert "What is claimed about gomoku" in out and RULE in out
    assert figures(Claims.load(path)) == figures(tiny())


def test_the_quick_command_leaves_no_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small: Path
) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.chdir(tmp_path)
    found = Claims.load(small)
    monkeypatch.setattr("boyi_studies.claims.measure", lambda game, **arguments: asked.update(arguments) or found)
    assert main(["claims", "--quick"]) == 0 and asked["path"] is None and asked["progress"]
    assert main(["claims"]) == 0 and asked["path"] is None and asked["rates"] is None
    assert not list(tmp_path.iterdir()), "nothing is written where nobody asked for it"
    monkeypatch.setattr("boyi_studies.claims.measured_rates", lambda game: {"kill": 5})
    assert main(["claims", "--here", "--quiet"]) == 0 and asked["rates"] == {"kill": 5} and not asked["progress"]
    assert "no order (Song Zixing, 2.1 and 3.2)" in capsys.readouterr().out


@pytest.mark.parametrize(("size", "message"), [("games=few", "games=few: expected a whole"), ("game=2", "'game'")])
def test_errors_of_the_command(size: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", "--quick", "--quiet", "--size", size]) == 2
    assert message in capsys.readouterr().err


# ---- what people look at -------------------------------------------------


def test_the_frame_has_figures_in_columns_of_their_own() -> None:
    shipped = Claims.load(SHIPPED)
    frame = shipped.frame(["defence", "order"])
    assert list(frame.columns) == ["measured", "interval", "claimed", "verdict"]
    measures = [*shipped.measures("defence"), *shipped.measures("order")]
    assert [list(row) for row in frame.to_numpy()] == [one.cells() for one in measures]
    assert list(frame.index.get_level_values("claim").unique()) == ["defence", "order"]
    assert len(shipped.frame()) == sum(len(shipped.measures(name)) for name in shipped.verdicts)
    with pytest.raises(boyi.OptionError, match="claim='ordre': expected one of"):
        shipped.frame(["ordre"])
    with pytest.raises(boyi.OptionError, match="claims='order': expected a list"):
        shipped.frame("order")


def test_the_forest_plot_has_a_line_for_each_figure() -> None:
    shipped = Claims.load(SHIPPED)
    axis = shipped.plot("elo", ["N + M", "last against first"]).axes[0]
    labels = [tick.get_text() for tick in axis.get_yticklabels()]
    elo = [one.what for one in shipped.measures("N + M") if one.sample.method == "elo"]
    assert labels == ["N + M", *elo, "last against first"], "a claim of several figures has a line for its name"
    ladder = Claims.load(SHIPPED.with_name("claims_xiangqi.jsonl")).plot("elo", ["ladder"]).axes[0]
    assert [tick.get_text() for tick in ladder.get_yticklabels()] == ["ladder", "fruit over crafty", "toga over fruit"]
    assert shipped.plot("times").axes[0].get_xscale() == "log" and shipped.plot("share").axes
    with pytest.raises(boyi.OptionError, match="unit='Elo': expected one of 'elo', 'times', 'share'"):
        shipped.plot("Elo")  # type: ignore[arg-type]
    with pytest.raises(boyi.OptionError, match="expected a claim with a figure of unit='share'"):
        shipped.plot("share", ["N + M"])
