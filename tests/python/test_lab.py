"""Comparisons: the same rows wherever they are searched, kept as they finish, and summed up honestly."""

import json
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

import boyi
from boyi import lab
from boyi.run.arguments import MAX_DEPTH, MAX_NODES
from boyi.run.tasks import run_task
from conftest import signed

CONFIGS = {"plain": boyi.Config.preset("boyi").replace(killers=0, hash_move=False), "boyi": "boyi"}
POSITIONS = lab.suite("xiangqi/bench")[:4]
STALEMATE = "3k5/6R2/9/9/8P/9/9/9/4K4/9 b - - 0 1"
REPEATED = boyi.xiangqi.Position().play_all("h0g2 h9g7 g2h0 g7h9 " * 4)


def small(**changes: object) -> lab.Comparison:
    arguments = {"depth": 3, "progress": False} | changes
    return lab.compare(CONFIGS, POSITIONS, **arguments)


def facts(comparison: lab.Comparison) -> list[tuple]:
    """The rows without their times."""
    rows = comparison.rows
    return [tuple(row[name].tolist() for name in rows.dtype.names if name != "time") for row in rows]


@pytest.fixture(scope="module")
def comparison() -> lab.Comparison:
    return small()


def test_rows_are_ordered_and_typed(comparison: lab.Comparison) -> None:
    rows = comparison.rows
    assert rows["position"].tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert rows["config"].tolist() == ["plain", "boyi"] * 4
    assert (rows["depth"] == 3).all() and (rows["nodes"] > 0).all() and (rows["time"] >= 0).all()
    assert comparison.baseline == "plain" and not rows.flags.writeable
    for row in rows:
        assert POSITIONS[row["position"]].is_legal(str(row["move"]))


def test_rows_agree_with_a_search(comparison: lab.Comparison) -> None:
    result = boyi.Searcher("boyi").search(POSITIONS[2], depth=3)
    row = comparison.rows[5]
    assert (row["nodes"], row["score"], row["move"]) == (result.nodes, int(result.score), str(result.move))
    assert row["table_hits"] == result.counters["table_hits"]
    assert row["cutoffs_by_index"].tolist() == result.counters["cutoffs_by_index"]


def test_cutoffs_add_up(comparison: lab.Comparison) -> None:
    rows = comparison.rows
    stages = [name for name in rows.dtype.names if name.startswith("cutoffs_") and name != "cutoffs_by_index"]
    assert (sum(rows[name] for name in stages) == rows["cutoffs"]).all()
    assert (rows["cutoffs_by_index"].sum(axis=1) == rows["cutoffs"]).all()
    assert np.allclose(rows["first_move_rate"], rows["cutoffs_by_index"][:, 0] / rows["cutoffs"])


def test_every_executor_gives_the_same_rows(comparison: lab.Comparison) -> None:
    with ThreadPoolExecutor(1) as executor:
        assert facts(small(executor=executor)) == facts(comparison)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert facts(small(executor=executor)) == facts(comparison)


def test_histories_and_evaluations_travel() -> None:
    """Repetitions and a foreign evaluation reach the workers of other processes."""
    table = np.random.default_rng(1).integers(1, 30, size=(7, 10, 9))
    arguments = {
        "positions": [boyi.xiangqi.Position().play_all("h0g2 h9g7 g2h0 g7h9"), boyi.xiangqi.Position()],
        "evaluation": boyi.xiangqi.Evaluation(table),
        "depth": 3,
        "progress": False,
    }
    here = lab.compare(["boyi"], **arguments)
    assert here.metadata["positions"][0]["moves"] == ["h0g2", "h9g7", "g2h0", "g7h9"]
    assert here.metadata["evaluations"]["boyi"]["piece_square"] == table.tolist()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        assert facts(lab.compare(["boyi"], executor=executor, **arguments)) == facts(here)


def test_positions_and_configurations_come_in_many_forms() -> None:
    texts = [position.fen for position in POSITIONS]
    by_names = lab.compare(["wizard-alphabeta", "boyi"], texts, depth=2, progress=False)
    assert by_names.configs == ["wizard-alphabeta", "boyi"]
    by_suite = lab.compare("boyi", "xiangqi/bench", nodes=300, progress=False)
    assert len(by_suite.rows) == 12 and by_suite.metadata["nodes"] == 300


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"depth": None}, "depth= .* nodes="),
        ({"depth": 0}, "depth=0: expected 1 to 96"),
        ({"depth": 97}, "depth=97: expected 1 to 96"),
        ({"depth": "x"}, "depth='x': expected a whole number"),
        ({"nodes": -5}, "nodes=-5"),
        ({"configs": ["plain"], "depth": None, "nodes": 9}, "depth=None: 'plain' searches without iterative deepening"),
        ({"nodes": 10**18 + 1}, "nodes=1000000000000000001"),
        ({"positions": []}, "positions is empty"),
        ({"positions": 3}, "positions=3: expected positions, FEN"),
        ({"positions": [POSITIONS[0], 3]}, r"positions\[1\]=3: expected a position"),
        ({"positions": POSITIONS[0]}, "positions=Position.*: expected positions, FEN"),
        ({"positions": ["rubbish"]}, "rubbish"),
        ({"positions": [POSITIONS[0], STALEMATE]}, rf"positions\[1\] is a finished game, {STALEMATE}"),
        ({"positions": [REPEATED]}, rf"positions\[0\] is a finished game, {REPEATED.fen}"),
        ({"configs": {}}, "configs is empty"),
        ({"configs": 3}, "configs=3: expected a dict"),
        ({"configs": {"a": 3}}, r"configs\['a'\]=3: expected a boyi.Config"),
        ({"configs": {1: "boyi"}}, "1 in configs: expected a name"),
        ({"configs": boyi.Config()}, "configs=Config.*: expected a dict"),
        ({"configs": [boyi.Config.preset("boyi")]}, "for a Config give a dict"),
        ({"configs": ["boyo"]}, "boyi"),
        ({"configs": ["boyi", "boyi"]}, "'boyi' occurs 2 times"),
        ({"evaluation": 3}, "evaluation=3: expected weights, such as boyi.xiangqi.Network.shipped()"),
        ({"executor": 3}, "executor=3: expected a concurrent.futures.Executor"),
    ],
)
def test_bad_arguments_are_named_and_leave_no_file(changes: dict, message: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    arguments = {"configs": ["boyi"], "positions": POSITIONS, "depth": 2, "progress": False, "path": path} | changes
    with pytest.raises(boyi.BoyiError, match=message):
        lab.compare(arguments.pop("configs"), arguments.pop("positions"), **arguments)
    assert not path.exists()


def test_the_limits_are_those_of_a_search() -> None:
    for limit, most in {"depth": MAX_DEPTH, "nodes": MAX_NODES}.items():
        with pytest.raises(boyi.OptionError, match=rf"{limit} = {most + 1}: expected 1 to {most}\b"):
            boyi.Searcher("boyi").search(POSITIONS[0], **{limit: most + 1})


def test_numbers_of_numpy_are_limits_too(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    lab.compare(["boyi"], POSITIONS[:1], depth=np.int64(2), path=path, progress=False)
    assert lab.Comparison.load(path).metadata["depth"] == 2


def test_metadata_says_what_was_measured() -> None:
    configs = {"a": boyi.Config(seed=7), "b": "boyi"}
    metadata = lab.compare(configs, POSITIONS[:1], depth=1, progress=False).metadata
    assert metadata["commit"] == metadata["build"]["commit"] and metadata["commit"]
    assert metadata["seed"] == {"a": 7, "b": 0}


# Files


def test_save_and_load(comparison: lab.Comparison, tmp_path: Path) -> None:
    comparison.save(tmp_path / "rows.jsonl")
    again = lab.Comparison.load(tmp_path / "rows.jsonl")
    assert (again.rows == comparison.rows).all() and again.metadata == comparison.metadata
    assert str(again) == str(comparison)


def test_an_interrupted_comparison_resumes(comparison: lab.Comparison, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "rows.jsonl"
    small(path=path)
    lines = path.read_text().splitlines()
    assert len(lines) == 9 and json.loads(lines[0])["format"] == "boyi comparison 1"
    path.write_text("\n".join(lines[:4]) + '\n{"position": 1, "conf')  # as if torn while writing
    assert len(lab.Comparison.load(path).rows) == 3
    assert facts(small(path=path)) == facts(comparison)
    assert path.read_text().splitlines()[:4] == lines[:4], "finished rows are not searched again"


def test_an_unfinished_comparison_is_summed_up_over_whole_positions(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    small(path=path)
    lines = path.read_text().splitlines()
    head, *records = lines
    records.sort(key=lambda line: json.loads(line)["position"])
    path.write_text("\n".join([head, *records[:3]]) + "\n")
    assert str(lab.Comparison.load(path)).startswith("1 position, depth 3")
    path.write_text(head + "\n")
    empty = lab.Comparison.load(path)
    assert len(empty.rows) == 0 and "0 positions" in str(empty) and len(empty.frame()) == 0


def test_files_of_something_else_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    small(path=path)
    with pytest.raises(boyi.ResultFileError, match=r"other depth.*expected the same"):
        small(path=path, depth=2)
    path.write_text("")
    with pytest.raises(boyi.ResultFileError, match="does not hold a comparison"):
        lab.Comparison.load(path)
    for content in ("hello\n", "hello", '{"a": 1}\n', "[1]\n"):
        path.write_text(content)
        with pytest.raises(boyi.ResultFileError, match="does not hold a comparison"):
            lab.Comparison.load(path)
        with pytest.raises(boyi.ResultFileError):
            small(path=path)
    path.write_bytes(bytes(range(256)) * 4)
    with pytest.raises(boyi.ResultFileError):
        lab.Comparison.load(path)


def test_a_damaged_line_is_named(comparison: lab.Comparison, tmp_path: Path) -> None:
    comparison.save(tmp_path / "rows.jsonl")
    lines = (tmp_path / "rows.jsonl").read_text().splitlines()
    lines[3] = lines[3][:50]
    (tmp_path / "rows.jsonl").write_text("\n".join(lines) + "\n")
    with pytest.raises(boyi.ResultFileError, match="line 4"):
        lab.Comparison.load(tmp_path / "rows.jsonl")


DAMAGES = {
    "another object": lambda record: {"x": 1},
    "no counters": lambda record: {key: value for key, value in record.items() if key != "counters"},
    "a text for a number": lambda record: record | {"depth": "3"},
    "a truth for a number": lambda record: record | {"nodes": True},
    "a number beyond 64 bits": lambda record: record | {"nodes": 2**70},
    "another configuration": lambda record: record | {"config": "other"},
    "another position": lambda record: record | {"position": 4},
    "odd iterations": lambda record: record | {"iterations": [[1, 2], [3]]},
    "an odd counter": lambda record: record | {"counters": record["counters"] | {"qnodes": "many"}},
    "an odd stage": lambda record: record | {"counters": record["counters"] | {"cutoffs_by_stage": {"hash": 0.5}}},
    "a short list": lambda record: record | {"counters": record["counters"] | {"cutoffs_by_index": [1]}},
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_line_of_something_else_is_named(damage: str, comparison: lab.Comparison, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    comparison.save(path)
    head, first, *others = path.read_text().splitlines()
    path.write_text("\n".join([head, signed(DAMAGES[damage](json.loads(first))), *others]) + "\n")
    with pytest.raises(boyi.ResultFileError, match=r"line 2 .*rows.jsonl is damaged: .* in JSON$"):
        lab.Comparison.load(path)


@pytest.mark.parametrize("change", [{"configs": {}}, {"configs": ["boyi"]}, {"positions": 3}, {"depth": ...}])
def test_damaged_metadata_is_refused(change: dict, comparison: lab.Comparison, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    metadata = {"format": "boyi comparison 1"} | comparison.metadata | change
    path.write_text(signed({key: value for key, value in metadata.items() if value is not ...}) + "\n")
    with pytest.raises(boyi.ResultFileError, match="does not hold a comparison"):
        lab.Comparison.load(path)


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(boyi.MissingFileError, match=r"none\.jsonl"):
        lab.Comparison.load(tmp_path / "none.jsonl")
    with pytest.raises(boyi.ResultFileError, match=f"{tmp_path} cannot be read"):
        lab.Comparison.load(tmp_path)
    with pytest.raises(boyi.ResultFileError, match="cannot be written"):
        small(path=tmp_path)


# Interrupts

INTERRUPTED = """
import sys, time
from boyi import lab
print("ready", flush=True)
start = time.perf_counter()
try:
    lab.compare(["boyi", "wizard-table"], "xiangqi/middlegame", depth=40, progress=False)
except KeyboardInterrupt:
    again = lab.compare(["boyi"], "xiangqi/bench", depth=2, progress=False)
    print("interrupted", len(again.rows), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_stops_at_once_and_the_next_comparison_works() -> None:
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        start = time.perf_counter()
        rest = process.stdout.read()
        assert process.wait(timeout=20) == 0
    assert rest == "interrupted 12\n"
    assert time.perf_counter() - start < 5


def test_an_error_in_a_worker_reaches_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(task: object, search: object) -> None:
        raise boyi.InternalError("made up")

    monkeypatch.setattr("boyi.lab.comparison.experiment.SearchTask.work", fail)
    with pytest.raises(boyi.InternalError, match="made up"):
        small()


# Sums


def test_summary(comparison: lab.Comparison) -> None:
    summary = comparison.summary()
    nodes = summary.loc["nodes"]
    rows = comparison.rows
    plain, full = (rows["nodes"][rows["config"] == name].astype(float) for name in ("plain", "boyi"))
    assert nodes.loc["plain", "value"] == pytest.approx(np.exp(np.log(plain).mean()))
    assert nodes.loc["boyi", "ratio"] == pytest.approx(np.exp(np.log(full / plain).mean()))
    assert (nodes.loc["plain", ["ratio", "ratio_low", "ratio_high"]] == 1).all()
    assert (nodes["low"] <= nodes["value"]).all() and (nodes["value"] <= nodes["high"]).all()
    alike = lab.compare({"one": "boyi", "other": "boyi"}, POSITIONS, depth=2, progress=False).summary()
    assert alike.loc[("nodes", "other"), "ratio"] == 1
    assert np.isnan(alike.loc[("nodes", "other"), ["ratio_low", "ratio_high"]].astype(float)).all()
    shares = summary.loc[[name for name in summary.index.levels[0] if name.startswith("share_")], "value"]
    assert shares.groupby(level="config").sum().to_numpy() == pytest.approx(1)


def test_frame_and_texts(comparison: lab.Comparison) -> None:
    frame = comparison.frame()
    assert len(frame) == 8 and {"nodes", "first_move_rate", "cutoffs_at_1", "cutoffs_at_16"} <= set(frame.columns)
    text = str(comparison)
    assert text.startswith("4 positions, depth 3") and "configuration" in text and "Cutoffs by stage" in text
    assert all(len(line) <= 140 for line in text.splitlines())
    assert comparison._repr_html_().count("<table>") == 2


def test_plot(comparison: lab.Comparison, tmp_path: Path) -> None:
    comparison.plot().savefig(tmp_path / "comparison.png")
    assert (tmp_path / "comparison.png").stat().st_size > 10_000


def test_one_position_has_no_interval() -> None:
    single = lab.compare(CONFIGS, POSITIONS[:1], depth=2, progress=False)
    assert np.isnan(single.summary().loc[("nodes", "boyi"), "low"]) and "[" not in str(single)


def test_means_and_ratios() -> None:
    assert lab.mean([]).value != lab.mean([]).value, "no values, no mean"
    assert lab.mean([1.0, float("nan"), 3.0]).value == 2.0
    values = np.random.default_rng(0).lognormal(3, 1, size=30)
    value, low, high = lab.geometric_mean(values)
    assert low < value < high and value == pytest.approx(np.exp(np.log(values).mean()))
    assert lab.ratio(values, values[::-1]).value == pytest.approx(1)
    assert lab.mean(values) == lab.mean(values), "no random numbers"


def test_branching_factor() -> None:
    assert lab.branching_factor([(1, 40), (2, 100), (3, 1060)]) == pytest.approx((960 / 40) ** 0.5)
    assert lab.branching_factor([(1, 10), (2, 40)]) == pytest.approx(3)
    assert np.isnan(lab.branching_factor([(6, 1000)]))
    # A program may report the nodes of an earlier iteration again.
    assert np.isnan(lab.branching_factor([(1, 40), (2, 40), (3, 40), (4, 90)]))


# What is missing


@pytest.mark.parametrize("package", ["tqdm", "pandas", "scipy", "matplotlib"])
def test_a_missing_package_names_its_extra(
    package: str, comparison: lab.Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    fresh = lab.Comparison(comparison.metadata, comparison._records)
    uses = {
        "tqdm": lambda: small(progress=True),
        "pandas": fresh.frame,
        "scipy": lambda: str(fresh),
        "matplotlib": fresh.plot,
    }
    with pytest.raises(boyi.MissingExtraError, match=rf"{package}: pip install 'boyi\[lab\]'"):
        uses[package]()


def test_import_boyi_needs_numpy_only() -> None:
    code = (
        "import sys, boyi; lab = boyi.lab; lab.suite('xiangqi/bench'); "
        "extra = {'pandas', 'scipy', 'matplotlib', 'tqdm'} & set(sys.modules); sys.exit(str(extra) if extra else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_task_is_plain_work() -> None:
    """What cluster workers call: a function of one picklable argument that returns plain data."""
    import pickle

    from boyi.lab.comparison.experiment import Experiment

    task = next(Experiment.of(["boyi"], POSITIONS, 2, None, None).tasks())
    record = run_task(pickle.loads(pickle.dumps(task)))
    assert json.loads(json.dumps(record)) == record
