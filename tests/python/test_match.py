"""Matches: the same games wherever they are played, kept as they finish, and counted in order."""

import json
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

import boyi
from boyi import lab
from boyi.games import game_of
from boyi.lab.matches.contest import Contest
from boyi.run.tasks import run_task

Gomoku, Xiangqi = boyi.gomoku.Position, boyi.xiangqi.Position
OPENINGS = lab.openings("gomoku/freestyle")[:4]
PLAYERS = (
    boyi.Config.preset("fruit", "gomoku").replace(table_mb=1),
    boyi.Config.preset("wizard-table", "gomoku").replace(table_mb=1),
)
WON_BY_BLACK = "h8 a1 i8 a3 j8 a5 k8 a7"
"""Black is to move and completes a five: whoever has black wins."""
FORBIDDEN_BLOCK = "f7 g5 e9 h6 g11 f10 i7 e11 d12 f12 d10 g7 c11 b12 d9 d8 e8 g6 g8 f6 e3 d6"
"""Renju: white threatens a five, and the only point that stops it is forbidden."""


def small(**changes: object) -> lab.Match:
    arguments = {"openings": OPENINGS, "nodes": 400, "progress": False} | changes
    return lab.match(PLAYERS[0], arguments.pop("b", PLAYERS[1]), **arguments)


def facts(match: lab.Match) -> list[tuple]:
    """The games without their times."""
    return [(game.opening, game.moves, game.players, game.winner, game.reason, game.nodes) for game in match.games]


@pytest.fixture(scope="module")
def match() -> lab.Match:
    return small()


def test_every_opening_is_played_twice(match: lab.Match) -> None:
    assert len(match.games) == 8 and match.players == ("a", "b")
    for game in match.games:
        assert game.opening == OPENINGS[game.pair] and game.pair == game.number // 2
        assert game.players == {"black": "ab"[game.number % 2], "white": "ba"[game.number % 2]}


def test_games_are_games(match: lab.Match) -> None:
    for game in match.games:
        position = game.position
        outcome = position.outcome()
        assert outcome is not None and outcome.reason == game.reason
        assert game.winner == (outcome.winner and game.players[outcome.winner])
        assert position.moves[game.opening.ply :] == list(game.moves)
        assert all(nodes > 0 for nodes in game.nodes.values()) and all(time > 0 for time in game.time.values())


def test_moves_are_those_of_searchers_that_keep_their_tables(match: lab.Match) -> None:
    game, place = match.games[3], match.games[3].opening
    searchers = {"b": boyi.Searcher(PLAYERS[1]), "a": boyi.Searcher(PLAYERS[0])}
    nodes = {"a": 0, "b": 0}
    for move in game.moves:
        player = game.players[place.turn]
        result = searchers[player].search(place, nodes=400)
        nodes[player] += result.nodes
        assert result.move == move
        place = place.play(move)
    assert nodes == game.nodes


def test_every_executor_gives_the_same_games(match: lab.Match) -> None:
    assert facts(small()) == facts(match)
    with ThreadPoolExecutor(1) as executor:
        assert facts(small(executor=executor)) == facts(match)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert facts(small(executor=executor)) == facts(match)


def test_counts(match: lab.Match) -> None:
    winners = [game.winner for game in match.games]
    assert (match.wins, match.draws, match.losses) == tuple(winners.count(winner) for winner in ("a", None, "b"))
    points = [{"a": 1.0, None: 0.5, "b": 0.0}[winner] for winner in winners]
    assert match.rows["score"].tolist() == points and match.draw_rate == points.count(0.5) / 8
    pairs = (2 * np.add.reduceat(points, range(0, 8, 2))).astype(int)
    assert match.pairs == np.bincount(pairs, minlength=5).tolist()
    assert match.elo == lab.elo(match.pairs) or np.isnan(match.elo.low)
    assert match.llr is None and match.verdict is None


def test_rows_and_texts(match: lab.Match) -> None:
    rows = match.rows
    assert not rows.flags.writeable and rows["game"].tolist() == list(range(8)) and "five" in rows["reason"]
    assert rows["black"].tolist() == ["a", "b"] * 4 and rows["white"].tolist() == ["b", "a"] * 4
    assert rows["plies"].tolist() == [len(game.moves) for game in match.games]
    assert rows["nodes_b"].tolist() == [game.nodes["b"] for game in match.games]
    frame = match.frame()
    assert list(frame.columns) == list(rows.dtype.names) and len(frame) == 8
    text = str(match)
    assert text.startswith("a against b, gomoku: 8 games in 4 pairs, nodes 400 a move")
    assert "as black" in text and "as white" in text and all(len(line) <= 120 for line in text.splitlines())
    assert match._repr_html_().count("<table>") == 3


def test_who_is_better_wins() -> None:
    match = lab.match("plain", "boyi", openings="xiangqi", games=20, depth=2, progress=False)
    assert match.players == ("plain", "boyi") and match.losses >= 16 and match.elo.value < -200


@pytest.mark.parametrize("limits", [{"nodes": 300}, {"depth": 2}, {"time": 0.002}])
def test_xiangqi(limits: dict[str, float]) -> None:
    match = lab.match(*PLAYERS, openings=lab.openings("xiangqi")[:2], max_plies=30, progress=False, **limits)
    rows = match.rows
    assert rows["red"].tolist() == ["a", "b", "a", "b"] and (rows["plies"] <= 30).all()
    for game in match.games:
        outcome = game.position.outcome()
        assert game.reason == ("max_plies" if outcome is None else outcome.reason)
        assert outcome is not None or (game.winner is None and len(game.moves) == 30)
    assert "max_plies" in set(rows["reason"])


def test_a_game_may_begin_with_either_side() -> None:
    """The first player has the side that begins a game, whoever is to move in the opening."""
    openings = [Gomoku("h8"), Gomoku("h8 i9"), Xiangqi().play("h2e2")]
    for opening in openings:
        match = lab.match(*PLAYERS, openings=[opening], depth=1, max_plies=3, progress=False)
        assert [list(game.players.values()) for game in match.games] == [["a", "b"], ["b", "a"]]
        assert tuple(match.games[0].players) == game_of(opening).sides


def test_a_player_without_a_saving_move_moves_all_the_same() -> None:
    opening = Gomoku(FORBIDDEN_BLOCK, rule="renju")
    match = lab.match("boyi", "boyi", openings=[opening], nodes=500, progress=False)
    assert match.players == ("boyi (a)", "boyi (b)") and match.pairs == [0, 0, 1, 0, 0]
    assert {game.winner for game in match.games} == set(match.players)
    assert all(len(game.moves) == 2 and game.reason == "five" for game in match.games)


def test_what_ends_a_game_in_renju_and_on_full_boards() -> None:
    match = lab.match(*PLAYERS, openings=[Gomoku("c3", size=5, rule="renju")], depth=1, progress=False)
    assert {game.reason for game in match.games} <= {"board_full", "no_legal_move", "five"}
    assert all(game.position.outcome().reason == game.reason for game in match.games)


# The sequential test


def lopsided(sprt: tuple[float, float], **changes: object) -> lab.Match:
    """Whoever takes pieces that are defended loses."""
    arguments = {"openings": "xiangqi", "depth": 2, "progress": False} | changes
    return lab.match("boyi", "plain", sprt=sprt, **arguments)


def test_a_sequential_test_stops_the_match(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    match = lopsided((-50, 150), path=path)
    assert match.verdict == "normalized Elo 150 accepted" and match.llr >= 2.944
    assert 6 <= len(match.games) < 100 and "LLR" in str(match) and "normalized Elo 150 accepted" in str(match)
    assert match.metadata["games"] == 400 and len(path.read_text().splitlines()) < 60
    again = lab.Match.load(path)
    assert facts(again) == facts(match) and again.verdict == match.verdict
    resumed = lopsided((-50, 150), path=path, executor=_NoWork())
    assert facts(resumed) == facts(match), "what is decided is not played on"
    with ThreadPoolExecutor(1) as executor:
        assert facts(lopsided((-50, 150), executor=executor)) == facts(match)


def test_pairs_are_counted_in_their_order() -> None:
    """Pairs that finish early wait for those before them, so the verdict does not depend on who is quick."""
    match = lopsided((-50, 150))
    late = lopsided((-50, 150), executor=_Backwards(), games=60)
    assert facts(late) == facts(match)
    undecided = lopsided((-50, 150), games=4)
    assert undecided.verdict == "undecided" and len(undecided.games) == 4


class _NoWork(Executor):
    def submit(self, function, /, *arguments, **more) -> Future:
        raise AssertionError("there was nothing to do")


class _Backwards(Executor):
    """Does nothing until the last task of thirty has come, and then the last one first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future, object, tuple]] = []

    def submit(self, function, /, *arguments, **more) -> Future:
        future: Future = Future()
        self.waiting.append((future, function, arguments))
        if len(self.waiting) == 30:
            for future_, work, given in reversed(self.waiting):
                future_.set_result(work(*given))
        return future


# Arguments


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"nodes": None}, "nodes=, time= .* depth="),
        ({"b": "plain"}, "depth=None: 'plain' searches without iterative deepening"),
        ({"nodes": 0}, "nodes=0: expected 1 to"),
        ({"depth": 97}, "depth=97: expected 1 to 96"),
        ({"time": 0}, "time=0: expected seconds, above 0"),
        ({"time": float("nan")}, "time=nan: expected seconds"),
        ({"time": "1"}, "time='1': expected seconds"),
        ({"games": 3}, "games=3: expected an even number"),
        ({"games": 0}, "games=0: expected 1 to"),
        ({"games": 2.0}, "games=2.0: expected a whole number"),
        ({"games": 10}, "games=10: expected at most 8, two for each opening"),
        ({"max_plies": 0}, "max_plies=0: expected 1 to 10000"),
        ({"max_plies": None}, "max_plies=None: expected a whole number"),
        ({"game": "go"}, "game 'go': expected one of .'xiangqi', 'gomoku'"),
        ({"game": "xiangqi"}, "game='xiangqi' with openings of gomoku"),
        ({"openings": None}, "game=None: expected one of .'xiangqi', 'gomoku'.*, or openings="),
        ({"openings": []}, "openings is empty"),
        ({"openings": 3}, "openings=3: expected positions"),
        (
            {"openings": "gomoku/freestile"},
            "set of openings 'gomoku/freestile': expected one of .* did you mean 'gomoku/freestyle'",
        ),
        ({"openings": [OPENINGS[0], 3]}, r"openings\[1\]=3: expected a position"),
        ({"openings": [OPENINGS[0], OPENINGS[1], OPENINGS[0]]}, r"openings\[2\] is openings\[0\] again"),
        ({"openings": [OPENINGS[0], Xiangqi()]}, "a match over positions of gomoku and xiangqi"),
        ({"openings": [Gomoku("h8 a1 h9 a2 h10 a3 h11 a4 h12")]}, r"openings\[0\] is a finished game"),
        ({"sprt": (10, 0)}, r"sprt=\(10, 0\): expected two values of normalized Elo, the smaller one first"),
        ({"sprt": (0, 201)}, r"sprt=\(0, 201\): expected .* from -200 to 200"),
        ({"sprt": 5}, "sprt=5: expected two values"),
        ({"sprt": (0, float("nan"))}, "sprt=.*: expected two values"),
        ({"names": ("a", "a")}, "names=.*: expected two names that differ"),
        ({"names": ("a", 1)}, "names=.*: expected two names"),
        ({"names": ["a"]}, "names=.*: expected two names"),
        ({"executor": 3}, "executor=3: expected a concurrent.futures.Executor"),
    ],
)
def test_bad_arguments_are_named_and_leave_no_file(changes: dict, message: str, tmp_path: Path) -> None:
    with pytest.raises(boyi.BoyiError, match=message):
        small(path=tmp_path / "games.jsonl", **changes)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("players", "message"),
    [(("boyo", "boyi"), "boyi"), (("boyi", 3), "b=3: expected a boyi.Config"), ((None, "boyi"), "a=None: expected")],
)
def test_bad_players_are_named(players: tuple, message: str) -> None:
    for given in ({"openings": OPENINGS}, {}):
        with pytest.raises(boyi.OptionError, match=message):
            lab.match(*players, nodes=100, progress=False, **given)


def test_the_game_brings_its_openings() -> None:
    for game, name in (("xiangqi", "xiangqi"), ("gomoku", "gomoku/freestyle")):
        match = lab.match(*PLAYERS, game=game, games=2, depth=1, max_plies=2, progress=False)
        assert match.games[0].opening == lab.openings(name)[0] and match.metadata["game"] == game


def test_presets_of_one_game_tell_it() -> None:
    for presets, game in ((("report-first", "report"), "gomoku"), (("boyi", "wizard-table"), "xiangqi")):
        match = lab.match(*presets, games=2, depth=1, max_plies=2, progress=False)
        assert match.metadata["game"] == game and match.players == presets
    for presets in (("boyi", "plain"), ("report", "wizard-table")):
        with pytest.raises(boyi.OptionError, match="game=None: expected"):
            lab.match(*presets, games=2, depth=1, progress=False)


def test_configs_of_one_game_tell_it() -> None:
    """By an evaluation that one game has alone, or by options that have no meaning in the others."""
    told = [
        (boyi.Config.preset("boyi", "gomoku").replace(killers=0), "boyi", "gomoku"),
        (boyi.Config.preset("boyi", "xiangqi"), boyi.Config.preset("boyi", "xiangqi").replace(lmr=False), "xiangqi"),
        (boyi.Config(evaluation="lines"), boyi.Config(killers=2), "connect4"),
        (boyi.Config(evaluation="piece-square"), boyi.Config(), "xiangqi"),
        ("plain", lab.Setup("plain", evaluation=boyi.gomoku.Network.shipped()), "gomoku"),
        (boyi.Config(threat_stages=True), "plain", "gomoku"),
    ]
    for a, b, game in told:
        match = lab.match(a, b, games=2, depth=1, max_plies=2, progress=False)
        assert match.metadata["game"] == game, (a, b)


def test_configs_of_no_game_or_of_two_are_asked_for_one() -> None:
    free = boyi.Config(killers=2)
    with pytest.raises(boyi.OptionError, match=r"game=None: expected one of \['xiangqi'.*such as game='xiangqi'"):
        lab.match(free, free.replace(killers=0), games=2, depth=1, progress=False)
    foreign = [boyi.Config.preset(name, "gomoku") for name in ("fruit", "wizard-table")]
    with pytest.raises(boyi.OptionError, match="game=None: expected one of"):  # not xiangqi, though made for it
        lab.match(*foreign, games=2, depth=1, progress=False)
    apart = [boyi.Config.preset("boyi", game) for game in ("gomoku", "xiangqi")]
    with pytest.raises(boyi.OptionError, match=r"players of one game, or game=, .*; a is for gomoku; b is for xiangqi"):
        lab.match(*apart, games=2, depth=1, progress=False)
    forced = lab.match(*apart, game="gomoku", games=2, depth=1, max_plies=2, progress=False)
    assert forced.metadata["game"] == "gomoku"


def test_names_and_texts_of_positions() -> None:
    match = lab.match(
        *PLAYERS, openings=[boyi.xiangqi.START], names=("new", "old"), depth=1, max_plies=2, progress=False
    )
    assert match.players == ("new", "old") and list(match.metadata["seed"]) == ["new", "old"]
    assert match.games[1].players == {"red": "old", "black": "new"}


def test_openings_come_again_in_timed_matches_only() -> None:
    match = small(openings=OPENINGS[:1], nodes=None, time=0.001, games=4, max_plies=4)
    assert [game.opening for game in match.games] == OPENINGS[:1] * 4 and match.rows["opening"].tolist() == [0] * 4


def test_numbers_of_numpy_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    small(games=np.int64(2), nodes=np.int64(50), max_plies=np.int32(3), sprt=np.array([0, 10]), path=path)
    assert lab.Match.load(path).metadata["sprt"] == [0.0, 10.0]


# Interrupts and what is missing

INTERRUPTED = """
import time
from boyi import lab
print("ready", flush=True)
try:
    lab.match("boyi", "wizard-alphabeta", game="gomoku", nodes=10**9, progress=False)
except KeyboardInterrupt:
    match = lab.match("boyi", "wizard-alphabeta", game="gomoku", games=2, nodes=50, progress=False)
    print("interrupted", len(match.games))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_stops_at_once_and_the_next_match_works() -> None:
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        start = time.perf_counter()
        assert process.stdout.read() == "interrupted 2\n"
        assert process.wait(timeout=20) == 0
    assert time.perf_counter() - start < 5


def test_an_error_in_a_worker_reaches_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(task: object, search: object) -> None:
        raise boyi.InternalError("made up")

    monkeypatch.setattr("boyi.lab.matches.contest.PairTask.work", fail)
    with pytest.raises(boyi.InternalError, match="made up"):
        small()


def test_progress_shows_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    small(games=2, progress=True, sprt=(0, 10), max_plies=2)
    assert "1/1" in (error := capsys.readouterr().err) and "+0 =2 -0 LLR" in error


def test_a_task_is_plain_work() -> None:
    """What cluster workers call: a function of one picklable argument that returns plain data."""
    import pickle

    limits = dict.fromkeys(("time", "depth", "cpu_time", "clock")) | {"nodes": 100}
    contest = Contest.of(
        dict(zip("ab", PLAYERS, strict=True)),
        None,
        OPENINGS,
        None,
        games=2,
        limits=limits,
        max_plies=9,
        adjudication=None,
        sprt=None,
    )
    (task,) = contest.tasks()
    record = run_task(pickle.loads(pickle.dumps(task)))
    assert json.loads(json.dumps(record)) == record


def varied() -> lab.Match:
    """A match with pairs of different points, so that it has an interval."""
    return small(openings=[*OPENINGS, Gomoku(WON_BY_BLACK)])


@pytest.mark.parametrize(("package", "use"), [("tqdm", lambda: small(progress=True)), ("scipy", lambda: str(varied()))])
def test_a_missing_package_names_its_extra(package: str, use: object, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(boyi.MissingExtraError, match=rf"{package}: pip install 'boyi\[lab\]'"):
        use()
