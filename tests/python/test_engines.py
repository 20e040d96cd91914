"""Programs of others in matches: they play by the rules or lose by them, and leave nothing behind."""

import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi import lab
from boyi.cli import main
from boyi.lab.engines import program
from boyi.lab.engines.options import ProgramOption
from conftest import signed
from test_match import facts

SCRIPT = Path(__file__).parent / "bad_engine.py"
OWN = boyi.Config.preset("boyi").replace(table_mb=1)
PEER = shutil.which("fairy-stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="groups of processes of POSIX")


def bad(how: str, protocol: str = "uci", *more: object, **fields: Any) -> lab.Engine:
    return lab.Engine([sys.executable, "-I", "-S", SCRIPT, protocol, how, *map(str, more)], protocol, **fields)


def boyi_program(command: str, *arguments: str, **fields: Any) -> lab.Engine:
    protocol = "uci" if command == "uci" else "gomocup"
    return lab.Engine([sys.executable, "-m", "boyi.cli", command, *arguments], protocol, **fields)


def play(engine: lab.Engine, **changes: Any) -> lab.Match:
    """A pair of two plies each: the engine has the first move in the second game."""
    opening = boyi.xiangqi.Position() if engine.game == "xiangqi" else boyi.gomoku.Position()
    limits = {"depth": 1} if engine.game == "xiangqi" else {"time": 0.001}
    given = {"openings": [opening], "max_plies": 2, "progress": False} | limits | changes
    return lab.match(OWN, engine, **given)


def is_gone(pid: str) -> bool:
    return not Path(f"/proc/{pid}").exists()


# Good conduct


def test_boyi_by_uci_is_boyi(tmp_path: Path) -> None:
    """With the same limit in nodes the program plays the same games as the search in this process."""
    engine = boyi_program("uci", options={"Hash": 1})
    given = {"openings": lab.openings("xiangqi")[:2], "nodes": 300, "max_plies": 20, "progress": False}
    opponent = boyi.Config.preset("plain").replace(iterative=True, table_mb=1)
    match = lab.match(opponent, engine, path=tmp_path / "games.jsonl", **given)
    assert match.players == ("a", f"boyi {boyi.__version__}") and match.forfeits == []
    same = lab.match(opponent, OWN, names=match.players, **given)
    assert [game.moves for game in match.games] == [game.moves for game in same.games]
    assert match.pairs == same.pairs
    for game, own in zip(match.games, same.games, strict=True):
        assert (
            game.searches == own.searches and game.depths["a"] == own.depths["a"] and game.nodes["a"] == own.nodes["a"]
        )
        assert game.depths[match.players[1]] >= own.depths[match.players[1]], "it reports iterations that it has begun"
        assert 0 < game.nodes[match.players[1]] <= own.nodes[match.players[1]], "it reports those of whole iterations"
        assert game.time[match.players[1]] > 0
    about = match.metadata["engines"][match.players[1]]
    assert (
        about["protocol"] == "uci"
        and about["options"] == {"Hash": 1}
        and about["command"][1:]
        == [
            "-m",
            "boyi.cli",
            "uci",
        ]
    )
    assert match.metadata["configs"][match.players[1]] is None and match.metadata["configs"]["a"] == opponent.to_dict()
    again = lab.Match.load(tmp_path / "games.jsonl")
    assert facts(again) == facts(match) and again.metadata == match.metadata and str(again) == str(match)


@pytest.mark.parametrize("ranks", ["0-9", None])
def test_ranks_are_counted_as_the_program_does(ranks: str | None) -> None:
    engine = boyi_program("uci", options={"Hash": 1} | ({"Ranks": "0-9"} if ranks else {}), ranks=ranks)
    match = play(engine, openings=[boyi.xiangqi.Position().play_all("h2e2 h9g7")], max_plies=6)
    assert [len(game.moves) for game in match.games] == [6, 6] and match.forfeits == []


def test_boyi_by_gomocup_in_openings_of_any_kind() -> None:
    Gomoku = boyi.gomoku.Position
    openings = [
        Gomoku(),
        Gomoku("h8 i9"),
        Gomoku("c3", size=8, rule="renju"),
        Gomoku.from_text(Gomoku("a1 b2 c3", rows=7, cols=9).fen),
    ]
    engine = boyi_program("gomocup", "--nodes", "50", limits={"time": 5.0}, options={"max_memory": 2**22})
    match = lab.match(OWN, engine, openings=openings, nodes=50, max_plies=6, progress=False)
    assert match.players == ("a", "boyi") and match.forfeits == [] and len(match.games) == 8
    assert {len(game.moves) for game in match.games} <= {5, 6}
    limits = {name: value for name, value in match.metadata["engines"]["boyi"]["limits"].items() if value is not None}
    assert limits == {"time": 5.0}
    assert str(match).startswith("a against boyi (time 5), gomoku: 8 games in 4 pairs, nodes 50 a move")


def test_two_programs_and_their_names() -> None:
    first, second = bad("good", name="one"), bad("good")
    match = lab.match(first, second, openings=[boyi.xiangqi.START], depth=1, max_plies=3, progress=False)
    assert match.players == ("one", "Bad Engine 1") and match.forfeits == []
    assert match.games[0].nodes == {"one": 24, "Bad Engine 1": 12} and match.games[0].depths == {
        "one": 6,
        "Bad Engine 1": 3,
    }
    same = lab.match(second, second, game="xiangqi", games=2, depth=1, max_plies=1, progress=False, names=("x", "y"))
    assert same.players == ("x", "y")
    assert play(bad("good"), openings=None, games=2).metadata["game"] == "xiangqi", "the protocol tells the game"


@pytest.mark.parametrize(("how", "limits"), [("good", {"time": 2}), ("milliseconds", {"time": 0.5}), ("good", {})])
def test_ucci(how: str, limits: dict[str, float]) -> None:
    match = play(bad(how, "ucci", options={"own book": False, "Style": "very wild", "Clear": None}), **limits)
    assert match.forfeits == [] and [len(game.moves) for game in match.games] == [2, 2]


@pytest.mark.parametrize("protocol", ["uci", "gomocup"])
def test_a_good_program_is_started_once_for_a_pair_and_ends(protocol: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    assert play(bad("good", protocol, pids)).forfeits == []
    found = pids.read_text().split()
    assert len(found) == 2, "once before the match to ask about its options, and once for the pair"
    assert all(map(is_gone, found))


def test_a_program_that_does_not_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "GRACE", 0.1)
    assert play(bad("deaf", "uci", tmp_path / "pids")).forfeits == []
    assert all(map(is_gone, (tmp_path / "pids").read_text().split()))


@pytest.mark.peer
@pytest.mark.skipif(PEER is None, reason="fairy-stockfish is not installed")
@pytest.mark.parametrize("protocol", ["uci", "ucci"])
def test_fairy_stockfish_plays_whole_games(protocol: str) -> None:
    engine = lab.Engine([PEER or ""], protocol, options={"Hash": 1, "Threads": 1})
    match = lab.match(OWN, engine, openings=lab.openings("xiangqi")[:1], depth=2, progress=False)
    assert match.forfeits == [] and "Fairy-Stockfish" in match.players[1]
    assert all(game.position.outcome() is not None and min(game.nodes.values()) > 0 for game in match.games)


# Misdeeds

MISDEEDS = {
    "crash": "crash",
    "silence": "silence",
    "illegal": "illegal move",
    "unreadable": "unreadable answer",
    "empty": "unreadable answer",
    "none": "resignation",
    "resign": "resignation",
    "nobestmove": "resignation",
}
GOMOCUP_MISDEEDS = {
    "crash": "crash",
    "silence": "silence",
    "illegal": "illegal move",
    "unreadable": "unreadable answer",
    "error": "unreadable answer",
}


def check_forfeit(match: lab.Match, reason: str, pids: Path) -> lab.Match:
    """The second game is forfeited, the first is not, and the program was started again in between if it had to."""
    (forfeit,) = match.forfeits
    game = match.games[forfeit.game]
    assert (forfeit.game, forfeit.player, forfeit.reason) == (1, match.players[1], reason)
    assert game.winner == match.players[0] and game.reason == reason and game.moves == ()
    assert match.games[0].reason == "max_plies" and match.pairs == [0, 0, 0, 1, 0] and reason in str(match)
    assert match.rows["reason"][1] == reason and 2 < len(forfeit.transcript) <= program.TRANSCRIPT_LINES
    assert all(map(is_gone, pids.read_text().split()))
    return match


@pytest.mark.parametrize("how", MISDEEDS)
def test_a_misdeed_by_uci_forfeits_the_game(how: str, tmp_path: Path) -> None:
    pids, path = tmp_path / "pids", tmp_path / "games.jsonl"
    patience = {"patience": 2.0} if how == "silence" else {}
    match = check_forfeit(play(bad(how, "uci", pids, **patience), path=path), MISDEEDS[how], pids)
    assert any(line.startswith("> go depth 1") for line in match.forfeits[0].transcript)
    assert how != "crash" or "! boom" in match.forfeits[0].transcript
    assert lab.Match.load(path).forfeits == match.forfeits


@pytest.mark.parametrize("how", GOMOCUP_MISDEEDS)
def test_a_misdeed_by_gomocup_forfeits_the_game(how: str, tmp_path: Path) -> None:
    patience = {"patience": 2.0} if how == "silence" else {}
    match = play(bad(how, "gomocup", tmp_path / "pids", **patience))
    check_forfeit(match, GOMOCUP_MISDEEDS[how], tmp_path / "pids")
    assert "> BEGIN" in match.forfeits[0].transcript


@pytest.mark.parametrize("protocol", ["uci", "gomocup"])
@pytest.mark.parametrize("how", ["late", "flood"])
def test_a_late_move_loses_on_time(how: str, protocol: str) -> None:
    """Be it late, or talk instead; other moves may be late on a loaded machine too, and nothing is said of them."""
    match = play(bad(how, protocol, margin=0.3, patience=10.0 if how == "late" else 2.0), depth=None, time=0.01)
    assert {forfeit.game: forfeit.reason for forfeit in match.forfeits}[1] == "time"


def test_a_pause_for_a_program_that_loses_lines_after_its_move() -> None:
    given = {"max_plies": 4, "games": 2}
    hasty, patient = (play(bad("deaf", "gomocup", pause=pause), **given) for pause in (0.0, 1.2))
    assert [forfeit.reason for forfeit in hasty.forfeits] == ["unreadable answer"] * 2
    assert patient.forfeits == [] and [game.reason for game in patient.games] == ["max_plies"] * 2
    assert max(patient.rows["time_b"]) < 1.2, "the pause counts for no player"


def test_a_program_that_does_not_understand_a_move_is_told_the_board() -> None:
    match = play(bad("half-deaf", "gomocup"), max_plies=6, games=2)
    assert match.forfeits == [] and [game.reason for game in match.games] == ["max_plies"] * 2


def test_a_program_is_started_again_after_a_misdeed(tmp_path: Path) -> None:
    given = {"openings": [boyi.xiangqi.START], "depth": 1, "max_plies": 2, "progress": False}
    match = lab.match(bad("illegal", "uci", tmp_path / "pids"), OWN, **given)
    assert [forfeit.game for forfeit in match.forfeits] == [0] and match.games[1].reason == "max_plies"
    assert len((tmp_path / "pids").read_text().split()) == 3, "for its options, for the first game, for the second"


def test_a_program_that_does_not_start_again_loses_all_games(tmp_path: Path) -> None:
    match = play(bad("once", "uci", tmp_path / "pids"))
    assert [forfeit.reason for forfeit in match.forfeits] == ["crash", "crash"] and match.pairs == [0, 0, 0, 0, 1]


def test_a_forfeited_match_is_resumed_and_counted(tmp_path: Path) -> None:
    path, given = tmp_path / "games.jsonl", {"openings": lab.openings("xiangqi")[:3]}
    match = play(bad("none"), path=path, sprt=(0, 50), **given)
    assert match.llr is not None and len(match.games) == 6
    head, *records = path.read_text().splitlines()
    path.write_text("\n".join([head, *records[:2]]) + "\n")
    assert facts(play(bad("none"), path=path, sprt=(0, 50), **given)) == facts(match)
    assert path.read_text().splitlines()[1:3] == records[:2]
    with pytest.raises(boyi.ResultFileError, match="another experiment, with other engines"):
        play(bad("none", options={"Hash": 2}), path=path, sprt=(0, 50), **given)


# Where it runs


def test_workers_of_any_kind(tmp_path: Path) -> None:
    engine = bad("good", "uci", tmp_path / "pids")
    assert pickle.loads(pickle.dumps(engine)) == engine and hash(engine) == hash(pickle.loads(pickle.dumps(engine)))
    openings = [boyi.xiangqi.START, boyi.xiangqi.Position().play_all("h2e2 h9g7")]
    given = {"openings": openings[:1]}
    expected = facts(play(engine, **given))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes, ThreadPoolExecutor(2) as threads:
        for executor in (processes, threads):
            assert facts(play(engine, executor=executor, **given)) == expected
    assert all(map(is_gone, (tmp_path / "pids").read_text().split()))


INTERRUPTED = """
import sys
sys.path.insert(0, {tests!r})
from test_engines import bad, play
try:
    play(bad("silence", "uci", {pids!r}, patience=600))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_ends_the_programs(tmp_path: Path) -> None:
    """An interrupt in the midst of a game, in which the program is silent for ten minutes."""
    pids = tmp_path / "pids"
    code = INTERRUPTED.format(tests=str(SCRIPT.parent), pids=str(pids))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        while not pids.exists() or len(pids.read_text().split()) < 2:
            assert process.poll() is None
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "interrupted\n"
    assert all(map(is_gone, pids.read_text().split()))


# The command


def command(*arguments: str) -> int:
    return main(["match", *arguments, "--quiet", "--max-plies", "2", "--games", "2"])


def test_the_command_plays_programs(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    program = ["--engine-b", f"'{sys.executable}' -m boyi.cli uci", "--option-b", "Hash=1", "--option-b", "lmr=false"]
    assert command("boyi:killers=0", *program, "--depth", "1", "--path", str(path)) == 0
    match = lab.Match.load(path)
    assert match.players == ("boyi:killers=0", Path(sys.executable).name) and match.forfeits == []
    (about,) = match.metadata["engines"].values()
    assert about["options"] == {"Hash": "1", "lmr": "false"} and about["protocol"] == "uci"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["boyi"], "1 players: expected 2"),
        (["boyi", "boyi", "--engine-a", "x"], "2 players: expected 1"),
        (["boyi", "boyi", "--option-a", "Hash=1"], "--protocol-a and --option-a: expected with --engine-a"),
        (["boyi", "--engine-a", "'x"], "--engine-a 'x: No closing quotation; expected a program"),
        (["boyi", "--engine-a", " "], "--engine-a ' ': expected a program"),
        (["boyi", "--engine-a", "./no-such", "--depth", "1"], "'./no-such'] cannot be started"),
    ],
)
def test_bad_arguments_of_the_command_are_named(
    given: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(*given) == 2 and message in capsys.readouterr().err


# Bad input


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"command": "engine"}, r"command='engine': expected a list"),
        ({"command": []}, r"command=\[\]: expected a list"),
        ({"command": [3]}, r"command=\[3\]: expected a list"),
        ({"protocol": "xboard"}, "protocol 'xboard': expected one of .'uci', 'ucci', 'gomocup'."),
        ({"options": ["Hash"]}, r"options=\['Hash'\]: expected values by name"),
        ({"options": {"Hash": 1.5}}, "'Hash': 1.5.*: expected a name and a text of one line, a whole number"),
        ({"options": {"Hash": "1\nquit"}}, "expected a name and a text of one line"),
        ({"options": {"": 1}}, "'': 1"),
        ({"name": ""}, "name='': expected a text or None"),
        ({"ranks": "0-10"}, "ranks='0-10': expected '0-9' or '1-10'"),
        ({"ranks": "0-9", "protocol": "ucci"}, "ranks='0-9': expected .* with protocol='uci'"),
        ({"limits": {"seconds": 1}}, "limits=.*'seconds': 1.*: expected values of nodes, time, depth"),
        ({"limits": 3}, "limits=3: expected"),
        ({"margin": -1}, "margin=-1: expected seconds, above 0"),
        ({"patience": "long"}, "patience='long': expected seconds"),
        ({"patience": float("nan")}, "patience=nan: expected seconds"),
        ({"cwd": 3}, "cwd=3: expected a folder or None"),
        ({"pause": -0.1}, "pause=-0.1: expected seconds, from 0 to 10"),
        ({"pause": "short"}, "pause='short': expected seconds"),
    ],
)
def test_bad_engines_are_named(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(boyi.OptionError, match=message):
        lab.Engine(**{"command": ["engine"]} | fields)


REFUSED: dict[str, tuple[lab.Engine, dict[str, Any], str]] = {
    "no program": (lab.Engine(["./no-such"]), {}, "command=.'./no-such'. cannot be started, No such file"),
    "no folder": (bad("good", cwd="/no-such"), {}, "in cwd='/no-such' cannot be started"),
    "not executable": (lab.Engine([str(SCRIPT)]), {}, "cannot be started, Permission denied"),
    "ends at once": (bad("ends"), {}, "the program ends before the conversation .* speaks protocol='uci'"),
    "no UCI": (bad("other", patience=0.3), {}, "says nothing more .* speaks protocol='uci'"),
    "no UCCI": (bad("other", "ucci", patience=0.3), {}, "says nothing more .* speaks protocol='ucci'"),
    "no Gomocup": (bad("other", "gomocup", patience=0.3), {}, "> ABOUT.* speaks protocol='gomocup'"),
    "an echo": (lab.Engine(["cat"], patience=1.0), {}, "says nothing more .*> uci; < uci.* protocol='uci'"),
    "a flood": (lab.Engine(["yes"], patience=0.3), {}, "says nothing more .* protocol='uci'"),
    "unknown option": (bad("good", options={"Hesh": 1}), {}, "'Hesh': .*no such option; did you mean 'Hash'"),
    "other option": (bad("good", options={"x": 1}), {}, "'x': .*expected one of its options: Hash, Style, Own Book"),
    "not whole": (bad("good", options={"Hash": "much"}), {}, "'Hash': 'much'.*: expected a whole number from 1 to 64"),
    "too much": (bad("good", options={"Hash": 65}), {}, "'Hash': 65.*: expected a whole number from 1 to 64"),
    "a bool": (bad("good", options={"Hash": True}), {}, "'Hash': True.*: expected a whole number"),
    "no bool": (bad("good", options={"Own Book": 1}), {}, "'Own Book': 1.*: expected True or False"),
    "no choice": (bad("good", options={"Style": "wild"}), {}, "'Style': 'wild'.*: expected 'calm' or 'very wild'"),
    "no button": (bad("good", options={"Clear": 1}), {}, "'Clear': 1.*: expected None, since it is a button"),
    "no text": (bad("good", options={"File": None}), {}, "'File': None.*: expected a text"),
    "own key": (bad("good", "gomocup", options={"rule": 1}), {}, "'rule': 1.*: expected another key of INFO"),
    "fraction": (bad("good", "ucci"), {"time": 0.5}, "time=0.5: the program counts whole seconds"),
    "nodes": (bad("good", "gomocup"), {"nodes": 100}, "nodes=100: the Gomocup protocol limits moves in time only"),
    "no time": (bad("good", "gomocup"), {"time": None, "depth": 2}, "depth=2: the Gomocup protocol limits"),
    "own limits": (bad("good", limits={"time": -1}), {}, "time=-1: expected seconds"),
    "board": (bad("small", "gomocup"), {}, "15 columns and 15 rows: the program answers 'ERROR no such size'"),
    "four": (bad("good", "gomocup"), {"openings": [boyi.gomoku.Position(size=6, k=4)]}, "k=4 and rule 'freestyle'"),
    "game": (bad("good", "gomocup"), {"openings": "xiangqi"}, "b: an engine with protocol='gomocup' plays gomoku"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_played_is_refused_before_the_first_game(case: str, tmp_path: Path) -> None:
    engine, changes, message = REFUSED[case]
    with pytest.raises(boyi.BoyiError, match=message):
        play(engine, path=tmp_path / "games.jsonl", **changes)
    assert not list(tmp_path.iterdir())


FLOODED = """
import resource, time
from boyi import lab
from boyi.lab.engines.program import Program

program = Program(lab.Engine(["yes"]))
program.start()
program.hear()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
time.sleep(1.0)
program.kill()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the peak is counted in KiB there")
def test_a_flood_that_nobody_hears_does_not_fill_the_memory() -> None:
    done = subprocess.run([sys.executable, "-c", FLOODED], capture_output=True, text=True, check=True, timeout=60)
    assert int(done.stdout) < 20_000, "KiB; without a limit it is hundreds of thousands"


def test_option_lines_of_any_form_are_read() -> None:
    for line in ("option", "option name", "option name type", "option name X type spin min low", "option type type"):
        ProgramOption.parse(line)
    assert ProgramOption.parse("option name A type spin default 1 min x max 3").text(-5) == "-5"


@pytest.mark.parametrize(
    "forfeit",
    [None, 3, {"player": 2, "reason": "crash", "transcript": []}, {"player": 0, "reason": "crash"}, {"player": 0}],
)
def test_damaged_forfeits_are_named(forfeit: object, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play(bad("none"), path=path)
    head, record = path.read_text().splitlines()
    data = json.loads(record)
    data["games"][1]["forfeit"] = forfeit
    path.write_text(f"{head}\n{signed(data)}\n")
    with pytest.raises(boyi.ResultFileError, match=r"line 2 .*expected the record of a pair of games"):
        lab.Match.load(path)
