"""Tournaments: ratings that are right, pairings, files that go on, the command, and bad input."""

import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import boyi
from boyi import lab
from boyi.cli import main
from boyi.lab.tournaments.ratings import Ratings

OPENINGS = lab.openings("gomoku/freestyle")[:3]
GOMOKU = boyi.Config.preset("boyi", "gomoku").replace(table_mb=1)
PLAYERS = {"boyi": GOMOKU, "short": GOMOKU.replace(width=4), "report": "report"}


def small(**changes: object) -> lab.Tournament:
    arguments = {"players": PLAYERS, "openings": OPENINGS, "nodes": 300, "progress": False} | changes
    return lab.tournament(arguments.pop("players"), **arguments)


def facts(tournament: lab.Tournament) -> list[tuple]:
    """The games without their times."""
    return [
        (*pairing, game.number, game.moves, game.players, game.winner, game.nodes)
        for pairing, match in tournament.matches.items()
        for game in match.games
    ]


@pytest.fixture(scope="module")
def tournament() -> lab.Tournament:
    return small()


# Ratings


def counts_of(lead: float, pairs: int, random: np.random.Generator, bias: float = 0) -> np.ndarray:
    """The five counts of simulated pairs: half of even games are drawn, openings favour one side by so much Elo."""

    def results(elo: float) -> np.ndarray:
        expected = 1 / (1 + 10 ** (-elo / 400))
        drawn = min(expected, 1 - expected)
        return np.array([1 - expected - drawn / 2, drawn, expected - drawn / 2])

    return random.multinomial(pairs, np.convolve(results(lead + bias), results(lead - bias)))


def test_ratings_are_recovered_from_simulated_results() -> None:
    truth = {"a": 150.0, "b": 60.0, "c": 0.0, "d": -210.0}
    random = np.random.default_rng(3)
    counts = {(one, other): counts_of(truth[one] - truth[other], 4000, random) for one, other in combinations(truth, 2)}
    rated = Ratings(list(truth), counts)
    for name, rating in truth.items():
        found = rated.rating(name)
        assert abs(found.value - rating) < 12 and found.high - found.low < 20, (name, found)
    for one, other in combinations(truth, 2):
        assert abs(rated.difference(one, other).value - truth[one] + truth[other]) < 14


@pytest.mark.parametrize("gauntlet", [False, True])
def test_intervals_hold_as_often_as_they_say(gauntlet: bool) -> None:
    truth, random = {"a": 0.0, "b": 0.0, "c": 0.0, "d": 0.0}, np.random.default_rng(7)
    meetings = [pair for pair in combinations(truth, 2) if "a" in pair or not gauntlet]
    hits = [
        rated.rating(name).includes(0) and rated.difference("b", "c").includes(0)
        for _ in range(120)
        for rated in [Ratings(list(truth), {pair: counts_of(0, 12, random, bias=100) for pair in meetings})]
        for name in truth
    ]
    assert 0.85 < np.mean(hits) < 0.99  # two 95 % intervals at once


@pytest.mark.parametrize(
    "counts",
    [[0, 2, 3, 5, 0], [3, 10, 50, 30, 7], [0, 0, 0, 1, 9], [0, 0, 5, 0, 0], [0, 0, 0, 7, 0], [0, 0, 0, 0, 4], [0] * 5],
)
def test_two_players_agree_with_the_elo_of_a_match(counts: list[int]) -> None:
    rated, elo = Ratings(["a", "b"], {("a", "b"): counts}), lab.elo(counts)
    np.testing.assert_allclose(rated.difference("a", "b"), elo, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(rated.difference("b", "a"), [-elo.value, -elo.high, -elo.low], rtol=1e-6, atol=1e-6)
    if np.isfinite(elo.value):
        np.testing.assert_allclose(rated.rating("a"), np.array(elo) / 2, rtol=1e-6, atol=1e-6)


def test_points_of_each_player_are_those_that_the_ratings_expect() -> None:
    counts = {("a", "b"): [1, 2, 3, 4, 1], ("b", "c"): [0, 5, 1, 1, 0], ("c", "a"): [2, 2, 2, 2, 5]}
    rated, scores = Ratings(["a", "b", "c"], counts), np.array([0, 0.25, 0.5, 0.75, 1])
    surplus = dict.fromkeys("abc", 0.0)
    for (one, other), five in counts.items():
        expected = sum(five) / (1 + 10 ** (-rated.difference(one, other).value / 400))
        surplus[one] += five @ scores - expected
        surplus[other] -= five @ scores - expected
    assert max(map(abs, surplus.values())) < 1e-6
    assert abs(sum(rated.rating(name).value for name in "abc")) < 1e-9


def test_who_lost_everything_has_no_end_and_leaves_the_others_their_ratings() -> None:
    among = {("a", "b"): [1, 2, 3, 4, 1], ("b", "c"): [0, 5, 1, 1, 0]}
    lost = {(name, "last"): [0, 0, 0, 0, 3] for name in "abc"}
    alone, rated = Ratings(list("abc"), among), Ratings([*"abc", "last", "new"], among | lost)
    for name in "abc":
        assert rated.rating(name) == pytest.approx(alone.rating(name))
    assert rated.rating("last").value == -np.inf and rated.difference("a", "last").value == np.inf
    assert np.isnan(rated.rating("new").value) and np.isnan(rated.difference("new", "a").value)


# Tournaments


def test_everybody_meets_everybody(tournament: lab.Tournament) -> None:
    assert tournament.players == ("boyi", "short", "report")
    assert tournament.pairings == [("boyi", "short"), ("boyi", "report"), ("short", "report")]
    assert len(tournament.rows) == 18 and all(len(match.games) == 6 for match in tournament.matches.values())
    match = tournament.match("report", "boyi")
    alone = lab.match(GOMOKU, "report", openings=OPENINGS, nodes=300, progress=False)
    assert match.players == ("boyi", "report") and match.pairs == alone.pairs
    assert [(game.moves, game.nodes["report"]) for game in match.games] == [
        (game.moves, game.nodes["report"]) for game in alone.games
    ]


def test_figures_of_a_tournament(tournament: lab.Tournament) -> None:
    points = {name: tournament.points(name)[0] for name in tournament.players}
    assert sum(points.values()) == 18 and list(tournament.ratings) == sorted(
        points, key=points.__getitem__, reverse=True
    )
    rows = tournament.rows
    mine = rows["score"][rows["first"] == "boyi"].sum() + (1 - rows["score"][rows["second"] == "boyi"]).sum()
    assert mine == points["boyi"]
    assert (rows["winner"] == "boyi").sum() == sum(game[5] == "boyi" for game in facts(tournament))
    assert tournament.frame().shape == (18, len(rows.dtype.names))
    text = str(tournament)
    assert "round robin: 18 games in 9 pairs, nodes 300 a move" in text and f"{points['boyi']:g}" in text
    assert tournament._repr_html_().count("<table") == 2


def test_a_plot_names_everybody(tournament: lab.Tournament, tmp_path: Path) -> None:
    figure = tournament.plot()
    figure.savefig(tmp_path / "ratings.png")
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == list(tournament.ratings)[::-1]


def test_two_players_are_a_match(tmp_path: Path) -> None:
    players = {"deep": GOMOKU, "report": "report"}
    found = small(players=players, openings=lab.openings("gomoku/freestyle")[:6], nodes=100)
    assert found.difference("deep", "report") == pytest.approx(found.match("deep", "report").elo, nan_ok=True)


def test_a_gauntlet_is_of_one_player(tournament: lab.Tournament) -> None:
    found = small(gauntlet="short")
    assert found.pairings == [("short", "boyi"), ("short", "report")] and len(found.rows) == 12
    assert "gauntlet of short" in str(found) and "above short" in str(found)
    with pytest.raises(boyi.OptionError, match=r"pairing \('boyi', 'report'\): expected one of"):
        found.match("boyi", "report")


def test_an_interrupted_tournament_goes_on(tournament: lab.Tournament, tmp_path: Path, monkeypatch) -> None:
    path, work, begun = tmp_path / "games.jsonl", lab.tournaments.field.FieldTask.work, []

    def stops(self, search):
        begun.append((self.pairing, self.task.pair))
        if len(begun) == 5:
            raise KeyboardInterrupt
        return work(self, search)

    monkeypatch.setattr(lab.tournaments.field.FieldTask, "work", stops)
    with pytest.raises(KeyboardInterrupt), ThreadPoolExecutor(1) as alone:
        small(path=path, executor=alone)
    assert begun[:4] == [(0, 0), (1, 0), (2, 0), (0, 1)]  # pairings take turns
    half = lab.Tournament.load(path)
    assert len(half.rows) == 8 and "8 games in 4 pairs" in str(half)
    begun[:] = [None] * 9
    assert facts(small(path=path)) == facts(tournament) == facts(lab.Tournament.load(path))
    assert len(begun) == 9 + 5
    with pytest.raises(boyi.ResultFileError, match="another experiment, with other nodes"):
        small(path=path, nodes=301)
    with pytest.raises(boyi.ResultFileError, match="does not hold a match"):
        lab.Match.load(path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], lines[1].replace('"pairing":0', '"pairing":9'), ""]))
    with pytest.raises(boyi.ResultFileError, match=r"line 2 of .* is damaged"):
        lab.Tournament.load(path)


def test_a_tournament_is_saved(tournament: lab.Tournament, tmp_path: Path) -> None:
    tournament.save(tmp_path / "a")
    again = lab.Tournament.load(tmp_path / "a")
    assert facts(again) == facts(tournament) and str(again) == str(tournament)


def test_programs_take_part() -> None:
    engine = lab.Engine([sys.executable, "-m", "boyi.cli", "uci"], options={"Hash": 1}, name="by uci")
    found = lab.tournament(["boyi", engine, "fruit"], games=2, depth=1, max_plies=6, progress=False)
    assert found.players == ("boyi", "by uci", "fruit") and found.metadata["game"] == "xiangqi"
    assert found.match("fruit", "by uci").forfeits == [] and len(found.rows) == 6
    assert list(found.match("fruit", "by uci").metadata["engines"]) == ["by uci"]
    assert (
        "engines" not in found.match("fruit", "boyi").metadata or not found.match("fruit", "boyi").metadata["engines"]
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": "boyi"}, "players='boyi': expected a dict from a name"),
        ({"players": []}, "players is empty"),
        ({"players": ["boyi"]}, "players has 1: expected at least two"),
        ({"players": 3}, "players=3: expected a dict"),
        ({"players": ["boyi", GOMOKU]}, r"players\[1\]=.*: expected the name of a preset or an Engine"),
        ({"players": ["boyi", "report", "boyi"]}, r"players\[2\]='boyi' occurs twice"),
        ({"players": {"a": "boyi", 3: "report"}}, "expected two names that differ"),
        ({"players": {"a": "boyi", "b": "repport"}}, "did you mean"),
        ({"players": {"a": "boyi", "b": 3}}, r"players\['b'\]=3: expected a boyi.Config"),
        ({"gauntlet": "boi"}, "gauntlet: player 'boi': expected one of .* did you mean 'boyi'"),
        ({"nodes": None}, "a match without a limit"),
        ({"games": 3}, "games=3: expected an even number"),
        ({"game": "xiangqi"}, "game='xiangqi' with openings of gomoku"),
        ({"openings": None, "players": ["boyi", "plain"]}, "game=None: expected one of"),
        ({"openings": None, "players": ["report", "fruit"]}, "players of one game"),
        ({"executor": 3}, "executor=3"),
    ],
)
def test_bad_arguments_are_named_and_leave_no_file(changes: dict, message: str, tmp_path: Path) -> None:
    with pytest.raises(boyi.BoyiError, match=message):
        small(path=tmp_path / "games.jsonl", **changes)
    assert not list(tmp_path.iterdir())


def test_unknown_players_and_levels_are_named(tournament: lab.Tournament) -> None:
    with pytest.raises(boyi.OptionError, match=r"player 'boy': expected one of .* did you mean 'boyi'"):
        tournament.rating("boy")
    with pytest.raises(boyi.OptionError, match="level=95: expected a number above 0 and below 1"):
        tournament.difference("boyi", "report", level=95)


# The command


def test_the_command_prints_ratings(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    program = f"{sys.executable} -m boyi.cli uci"
    given = ["tournament", "fruit", "boyi:killers=0", "mine", "--engine", f"mine={program}", "--option", "Hash=1"]
    limits = ["--games", "2", "--depth", "1", "--max-plies", "6", "--quiet", "--path", str(tmp_path / "games")]
    assert main([*given, *limits, "--gauntlet", "mine"]) == 0
    out = capsys.readouterr().out
    assert "3 players, xiangqi, gauntlet of mine: 4 games in 2 pairs, depth 1 a move" in out and "boyi:killers=0" in out
    assert lab.Tournament.load(tmp_path / "games").players == ("fruit", "boyi:killers=0", "mine")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["boyi", "boyi"], "player 'boyi' occurs twice"),
        (["boyi", "fruit", "--engine", "me=./me"], "--engine me=./me: expected me among the players too"),
        (["boyi", "fruit", "--option", "Hash=1"], "--protocol and --option: expected with --engine"),
        (["boyi", "me", "--engine", "me=no-such-program"], "cannot be started"),
        (["boyi", "fruit", "--gauntlet", "me"], "gauntlet: player 'me'"),
        (["boyi", "--quiet"], "players has 1: expected at least two"),
    ],
)
def test_the_command_refuses(given: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", *given, "--depth", "1", "--quiet"]) == 2
    assert message in capsys.readouterr().err
