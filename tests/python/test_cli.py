"""The command: what it prints, its exit codes, its errors."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import boyi
from boyi.cli import main

MATE_IN_ONE = "3k5/9/9/9/9/9/9/4R4/R8/4K4 w"
COMMANDS = [
    "compare",
    "truth",
    "match",
    "play",
    "tournament",
    "claims",
    "network",
    "gomocup",
    "uci",
    "ucci",
    "analyse",
    "table",
    "perft",
    "bench",
    "presets",
    "fields",
    "heuristics",
]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints when all goes well."""
    assert main(arguments) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help(command: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit:
        main([command, "--help"] if command else ["--help"])
    out = capsys.readouterr().out
    assert exit.value.code == 0 and out.startswith("usage: boyi") and "%" not in out.replace("95 %", "")
    if command is None:
        assert all(name in out for name in COMMANDS)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"boyi {boyi.__version__}\n"


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "perft", "--depth", "3").splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["1", "44"], ["2", "1920"], ["3", "79666"]]
    divided = run(capsys, "perft", "--depth", "2", "--divide").splitlines()
    assert len(divided) == 45 and divided[-1] == "all: 1920" and "h2e2: " in "\n".join(divided)
    assert run(capsys, "perft", "--depth", "0").splitlines()[1].split()[:2] == ["0", "1"]


def test_analyse(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "analyse", MATE_IN_ONE, "--depth", "4")
    assert "mate in 1" in out and "Best move" in out


def test_a_fen_may_be_several_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    fen = boyi.xiangqi.START.split()
    assert "1920" in run(capsys, "perft", *fen, "--depth", "2")


def test_analyze_is_another_spelling(capsys: pytest.CaptureFixture[str]) -> None:
    told = [run(capsys, name, MATE_IN_ONE, "--depth", "1") for name in ("analyse", "analyze")]
    assert all("Best move a1" in text for text in told), told


def test_analyse_of_a_finished_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert "stalemate" in run(capsys, "analyse", "3k5/6R2/9/9/8P/9/9/9/4K4/9 b", "--depth", "2")


def test_table(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "table", "--depth", "4", "--rows", "3")
    assert "slots filled" in out and "The 3 deepest entries" in out
    assert "no transposition table" in run(capsys, "table", "--preset", "wizard-alphabeta", "--depth", "2")


def test_presets_and_fields(capsys: pytest.CaptureFixture[str]) -> None:
    presets = run(capsys, "presets").splitlines()
    assert presets[::2] == boyi.Config.presets() and all(line.strip().endswith(".") for line in presets[1::2])
    assert run(capsys, "presets", "boyi").strip() == boyi.Config.preset("boyi").explain().strip()
    fields = run(capsys, "fields")
    assert all(field["name"] in fields for field in boyi.Config.fields())
    assert "aspiration_min_depth  (expert; int: 1 to 64; boyi: 4 in xiangqi, 4 in gomoku, " in fields
    assert (
        fields.index("\nlmr  (everyday")
        < fields.index("\nlmr_known  (expert")
        < fields.index("\nlmr_in_pv  (historical")
    )
    assert "killers" in run(capsys, "fields", "killer") and "aspiration" not in run(capsys, "fields", "killer")


def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    last = run(capsys, "bench").splitlines()[-1].split()
    assert last[:2] == ["Bench:", "xiangqi"] and int(last[2]) > 0


def test_compare_shows_what_ordering_is_worth(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = run(capsys, "compare", "--first", "3", "--depth", "3", "--quiet", "--out", str(tmp_path / "out"))
    for name in ("generation order", "MVV/LVA", "+ hash move", "+ killers, history"):
        assert name in out
    assert "Cutoffs by stage" in out and "slots filled" in out and "10 deepest entries" in out
    assert "Reductions, null move, pruning" in out
    assert (tmp_path / "out" / "compare.png").stat().st_size > 10_000


def test_the_demo_differs_in_ordering_only(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def compared(*arguments: str) -> tuple[str, dict[str, dict]]:
        common = ("--first", "1", "--depth", "1", "--quiet", "--out", str(tmp_path), "--path", str(tmp_path / "rows"))
        out = run(capsys, "compare", *arguments, *common)
        configs = boyi.lab.Comparison.load(tmp_path / "rows").metadata["configs"]
        (tmp_path / "rows").unlink()
        return out, configs

    _, configs = compared()
    first, *others = map(boyi.Config.from_dict, configs.values())
    changed = {name for other in others for name in first.diff(other)}
    assert changed == {"mvv_lva", "qsearch_mvv_lva", "hash_move", "killers", "counter_moves", "history"}
    off = boyi.Config.preset("boyi").diff(others[-1])
    assert {"lmr", "null_move"} < off.keys() and not any(value for _, value in off.values())
    out, configs = compared("--set", "lmr=on")
    assert all(config["lmr"] for config in configs.values()) and "Reductions" not in out, "the user's word goes first"
    out, configs = compared("--vary", "lmr=on,off")
    assert configs["lmr=True"]["null_move"] and "Reductions" not in out


def test_the_demo_of_gomoku_differs_in_its_ideas_only(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "rows"
    common = ("--first", "2", "--quiet", "--out", str(tmp_path / "out"), "--path", str(path))
    out = run(capsys, "compare", "--game", "gomoku", *common)
    steps = ["generation order", "point scores", "+ width 15", "+ kill search"]
    assert all(f"\n{name}  " in out for name in steps) and "three ideas of Song Zixing's gomoku report" in out
    found = boyi.lab.Comparison.load(path)
    assert list(found.configs) == steps and found.metadata["depth"] == 5
    first, *others = (boyi.Config.from_dict(config) for config in found.metadata["configs"].values())
    changed = [set(first.diff(other)) for other in others]
    kill = {"kill_horizon", "kill_plies", "kill_nodes"}
    assert changed == [{"static_order"}, {"static_order", "width"}, {"static_order", "width"} | kill]
    rows = {name: found.rows[found.rows["config"] == name] for name in steps}
    assert rows["point scores"]["score"].tolist() == rows["generation order"]["score"].tolist()
    assert (rows["+ width 15"]["nodes"] < rows["generation order"]["nodes"]).all()
    assert (rows["+ kill search"]["kill_nodes"] > 0).all() and (rows["+ width 15"]["kill_nodes"] == 0).all()


def test_compare_presets_and_sweeps(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    common = ("--first", "2", "--nodes", "500", "--quiet", "--jobs", "1", "--out", str(tmp_path))
    out = run(capsys, "compare", "--presets", "boyi", "wizard-alphabeta", *common)
    assert "2 positions, nodes 500" in out and "wizard-alphabeta" in out and "no transposition table" in out
    path = str(tmp_path / "rows.jsonl")
    varied = ("compare", "--vary", "killers=0,2", "--vary", "history=off,gravity", "--set", "lmr=off", "--path", path)
    out = run(capsys, *varied, *common)
    assert "killers=2 history=gravity" in out
    assert boyi.lab.Comparison.load(path).metadata["configs"]["killers=0 history=off"]["lmr"] is False


def test_gomoku_positions(capsys: pytest.CaptureFixture[str]) -> None:
    five = ("--game", "gomoku", "--moves", "h8 i9 h9 i8 h10 i7", "--depth", "4")
    out = run(capsys, "analyse", *five)
    assert "mate in 2" in out and "black to move" in out
    out = run(capsys, "table", *five, "--rule", "renju", "--size", "19")
    assert "h8 i9 h9 i8 h10 i7 (renju, 19x19)" in out and "slots filled" in out
    out = run(capsys, "analyse", "X.X../O..../...../...../..... w", "--game", "gomoku", "--depth", "1")
    assert "white to move" in out
    lines = run(capsys, "perft", "--game", "gomoku", "--size", "5", "--depth", "3").splitlines()
    assert [line.split()[1] for line in lines[1:]] == ["25", "600", "13800"]
    divided = run(capsys, "perft", "--game", "gomoku", "--size", "5", "--moves", "c3", "--depth", "2", "--divide")
    assert divided.splitlines()[-1] == f"all: {24 * 23}" and "a1: 23" in divided
    start = run(capsys, "table", "--game", "gomoku", "--size", "6", "--depth", "1")
    assert "after a search of ....../" in start


def test_moves_from_a_position_of_xiangqi(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "perft", "--moves", "炮二平五", "--depth", "1").splitlines()
    assert lines[1].split()[:2] == ["1", "45"]
    out = run(capsys, "analyse", MATE_IN_ONE, "--moves", "a1a7", "--depth", "2")
    assert "b - -" not in out and "Best move" in out


@pytest.mark.parametrize("which", [["--game", "gomoku"], ["--suite", "gomoku/opening"]])
def test_compare_gomoku(which: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    out = run(
        capsys,
        "compare",
        *which,
        *("--first", "2", "--depth", "2", "--quiet"),
        "--out",
        str(tmp_path / "out"),
        "--path",
        str(path),
    )
    assert "2 positions" in out and "freestyle, 15x15" in out
    assert boyi.lab.Comparison.load(path).metadata["game"] == "gomoku"


def test_match(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    common = ("--game", "gomoku", "--nodes", "200", "--jobs", "1", "--quiet", "--max-plies", "9", "--path", str(path))
    out = run(capsys, "match", "boyi", "boyi:width=5,lmr=off", "--games", "4", *common)
    assert out.startswith("boyi against boyi:width=5,lmr=off, gomoku: 4 games in 2 pairs, nodes 200 a move")
    match = boyi.lab.Match.load(path)
    first, second = (boyi.Config.from_dict(config) for config in match.metadata["configs"].values())
    assert first.diff(second).keys() == {"width", "lmr"} and match.metadata["max_plies"] == 9
    assert match.games[0].opening == boyi.lab.openings("gomoku/freestyle")[0]
    path.unlink()
    run(capsys, "match", "boyi", "boyi", "--rule", "renju", *common, "--sprt", "0", "200")
    match = boyi.lab.Match.load(path)
    assert match.games[0].opening.rule == "renju" and match.metadata["sprt"] == [0, 200]
    assert match.metadata["games"] == 2 * len(boyi.lab.openings("gomoku/renju"))
    path.unlink()
    made = ("--make", "1", "--seed", "5", "--size", "19", "--rule", "standard")
    run(capsys, "match", "boyi", "plain", "--depth", "1", *made, *common)
    match = boyi.lab.Match.load(path)
    opening = match.games[0].opening
    assert (len(match.games), opening.rule, opening.rows) == (2, "standard", 19) and match.metadata["depth"] == 1


def test_a_match_has_limits_by_itself(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict = {}
    monkeypatch.setattr("boyi.lab.match", lambda a, b, **arguments: asked.update(arguments) or "played")
    assert run(capsys, "match", "boyi", "wizard-table", "--openings", "xiangqi") == "played\n"
    assert (asked["nodes"], asked["games"], asked["openings"], asked["progress"]) == (10_000, 100, "xiangqi", True)
    run(capsys, "match", "boyi", "wizard-table", "--game", "xiangqi", "--sprt", "0", "10", "--time", "0.1")
    assert (asked["nodes"], asked["games"], asked["openings"], asked["sprt"]) == (None, None, None, [0, 10])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["match", "boyi", "boyo", "--game", "xiangqi"], "boyi"),
        (["match", "boyi", "plain", "--quiet"], "game=None: expected one of ['xiangqi', 'gomoku'"),
        (
            ["match", "boyi", "boyi:killers", "--game", "xiangqi"],
            "player 'boyi:killers': 'killers': expected FIELD=VALUE",
        ),
        (["match", "boyi", "boyi:killer=1", "--game", "xiangqi"], "killers"),
        (["match", "boyi", "boyi", "--game", "xiangqi", "--games", "3"], "games=3: expected an even number"),
        (
            ["match", "boyi", "boyi", "--game", "gomoku", "--openings", "xiangqi"],
            "game='gomoku' with openings of xiangqi",
        ),
        (
            ["match", "boyi", "boyi", "--game", "xiangqi", "--rule", "renju"],
            "--rule renju: expected with --game gomoku",
        ),
        (["match", "boyi", "boyi", "--game", "gomoku", "--size", "19"], "--size 19: expected with --make N"),
        (["match", "boyi", "boyi", "--make", "5"], "--make 5: expected with --game, and without --openings"),
        (["match", "boyi", "boyi", "--game", "gomoku", "--make", "0"], "--make 0: expected 1 or more"),
        (
            ["match", "boyi", "boyi", "--game", "gomoku", "--openings", "gomoku/renju", "--rule", "renju"],
            "--openings gomoku/renju: expected without --rule and --size",
        ),
        (
            ["compare", "--game", "gomoku", "--suite", "xiangqi/bench", "--quiet"],
            "--game gomoku with --suite xiangqi/bench",
        ),
        (["analyse", "--size", "19"], "--size 19: expected with --game gomoku only"),
        (["analyse", "..../..../..../.... b", "--game", "gomoku", "--size", "19"], "--size 19: expected without"),
        (["analyse", "--game", "gomoku", "--moves", "h8 h8"], "a black stone stands there"),
        (["analyse", "--moves", "h8"], "h8"),
        (["gomocup", "--preset", "plain"], "depth=None"),
        (["gomocup", "--nodes", "0"], "nodes=0"),
        (["analyse", "rubbish"], "rubbish"),
        (["analyse", "--depth", "0"], "depth = 0"),
        (["analyse", "--nodes", "0"], "nodes = 0"),
        (["analyse", "--time", "-1"], "time = -1"),
        (["analyse", "--set", "killer=1"], "killers"),
        (["analyse", "--set", "killers=many"], "many"),
        (["analyse", "--preset", "boyo"], "boyi"),
        (["perft", "--depth", "-1"], "--depth -1: expected 0 to 12"),
        (["perft", "--depth", "100"], "--depth 100: expected 0 to 12"),
        (["table", "--rows", "-1", "--depth", "1"], "--rows -1: expected 1 or more"),
        (["table", "--rows", "0", "--preset", "wizard-alphabeta"], "--rows 0: expected 1 or more"),
        (["bench", "--game", "shogi"], "shogi"),
        (["compare", "--suite", "xiangqi/middle", "--quiet"], "xiangqi/middlegame"),
        (["compare", "--jobs", "0", "--quiet"], "jobs 0"),
        (["compare", "--first", "0", "--quiet"], "--first 0: expected 1 or more"),
        (["compare", "--first", "-2", "--quiet"], "--first -2: expected 1 or more"),
        (["compare", "--depth", "-1", "--quiet"], "depth=-1"),
        (["compare", "--depth", "0", "--quiet"], "depth=0"),
        (["compare", "--nodes", "0", "--quiet"], "nodes=0"),
        (["compare", "--presets", "boyi", "boyi", "--depth", "1", "--quiet"], "'boyi' occurs 2 times"),
        (["fields", "aspration"], "did you mean 'aspiration'?"),
        (["fields", "zzz"], "'boyi fields' lists them all"),
        (["presets", "boyo"], "boyi"),
    ],
)
def test_errors_are_one_clean_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("boyi: error: ") and message in err and err.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["sing"], ["perft", "--depth", "deep"], ["analyse", "--set", "killers"]])
def test_misuse_exits_with_two(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit:
        main(arguments)
    assert exit.value.code == 2 and "usage: boyi" in capsys.readouterr().err


def command(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "boyi.cli", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )


NOTHING_KEPT = ". Nothing is kept: with a file (path=, of a command --path) the same run goes on next time."
LONG = {
    "analyse": (["analyse", "--depth", "60"], ""),
    "compare": (["compare", "--depth", "40"], NOTHING_KEPT),
    "match": (["match", "boyi", "wizard", "--time", "9"], NOTHING_KEPT),
    "claims": (["claims", "--quick", "--size", "milliseconds=9000"], NOTHING_KEPT),
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("what", LONG)
def test_ctrl_c_exits_with_130(what: str, tmp_path: Path) -> None:
    arguments, kept = LONG[what]
    with command(*arguments) as process:
        assert process.stdout and process.stderr
        shown = ""
        while "0/" not in shown and "depth" not in shown:  # the progress bar, or the head of the table of iterations
            shown += (process.stderr if kept else process.stdout).read(1)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 130 and err.endswith(f"boyi: interrupted{kept}\n")


KEEPING = {
    "compare": (["compare", "--presets", "boyi", "plain", "--depth", "3", "--out", "{}", "--path", "{}/f"], "searches"),
    "truth": (
        ["truth", "--game", "gomoku", "--oracle", "3x4x3", "--nodes", "2000", "--out", "{}", "--path", "{}/f"],
        "searches",
    ),
    "match": (["match", "boyi", "wizard", "--game", "xiangqi", "--nodes", "2000", "--path", "{}/f"], "pairs of games"),
    "claims": (["claims", "--quick", "--out", "{}/f"], "claims"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("what", KEEPING)
def test_ctrl_c_says_what_is_kept_and_the_same_command_goes_on(what: str, tmp_path: Path) -> None:
    given, items = KEEPING[what]
    arguments = [each.format(tmp_path) for each in given]
    path = tmp_path / "f"
    with command(*arguments, "--quiet") as process:
        until = time.monotonic() + 60
        while time.monotonic() < until and not (path.exists() and path.read_bytes().count(b"\n") > 1):
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    lines = path.read_text().splitlines()
    assert process.returncode == 130
    assert err == f"boyi: interrupted. {len(lines) - 1} {items} are kept in {path}: the same run goes on there.\n"
    with command(*arguments, "--quiet") as process:
        while time.monotonic() < until and path.read_bytes().count(b"\n") <= len(lines):
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert path.read_text().splitlines()[: len(lines)] == lines, "what was done is not done again"


WITHOUT = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {package!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Blocker())
from boyi.cli import main
sys.exit(main(sys.argv[1:]))
"""
SIZES = ["positions=2", "milliseconds=1", "games=2", "nodes=20", "max_plies=4", "sample=2", "boards=2"]
NEEDING = {
    "compare": ["compare", "--presets", "plain", "--depth", "1", "--first", "3", "--out", "{}/out", "--path", "{}/f"],
    "truth": [
        "truth",
        "--game",
        "gomoku",
        "--oracle",
        "3x3x3",
        "--positions",
        "9",
        "--out",
        "{}/out",
        "--path",
        "{}/f",
    ],
    "match": ["match", "boyi", "wizard", "--game", "xiangqi", "--games", "8", "--depth", "2", "--path", "{}/f"],
    "claims": ["claims", "--quick", *(word for size in SIZES for word in ("--size", size)), "--out", "{}/f"],
    "table": ["table", "--depth", "1"],
}


@pytest.mark.parametrize("package", ["scipy", "pandas", "matplotlib", "tqdm"])
@pytest.mark.parametrize("what", NEEDING)
def test_a_missing_package_is_named_before_the_work_or_not_needed(what: str, package: str, tmp_path: Path) -> None:
    arguments = [each.format(tmp_path) for each in NEEDING[what]]
    code = WITHOUT.format(package=package)
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=60)
    if done.returncode:
        assert done.stderr == f"boyi: error: this needs the package {package}: pip install 'boyi[lab]'\n"
        assert done.stdout == "" and not (tmp_path / "f").exists(), "nothing was done before"
    else:
        assert len(done.stdout.splitlines()) > 9


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
def test_a_closed_pipe_is_no_error() -> None:
    with command("fields") as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        err = process.stderr.read()
        assert process.wait(timeout=20) == 0 and err == ""
