"""Programs of others in comparisons."""

import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boyi
from boyi import lab
from boyi.lab.engines.program import CPU_CLOCKS
from test_engines import OWN, bad, boyi_program, is_gone

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="groups of processes of POSIX")

START = [boyi.xiangqi.START]


def compare(engine: lab.Engine, positions: Any = START, **limits: Any) -> lab.Comparison:
    return lab.compare({"own": OWN, "other": engine}, positions, progress=False, **({"depth": 2} | limits))


@pytest.mark.parametrize("protocol", ["uci", "ucci"])
def test_a_program_that_searches_as_boyi_has_its_rows(protocol: str, tmp_path: Path) -> None:
    path, suite = tmp_path / "rows.jsonl", lab.suite("xiangqi/bench")[:3]
    table = {("Hash" if protocol == "uci" else "hashsize"): 1}
    program = lab.Engine([sys.executable, "-m", "boyi.cli", protocol], protocol, options=table)
    comparison = compare(program, suite, depth=4)
    own, other = (comparison.rows[comparison.rows["config"] == name] for name in ("own", "other"))
    for name in ("depth", "nodes", "move", "branching", "bound", *(["score"] if protocol == "uci" else [])):
        assert own[name].tolist() == other[name].tolist(), name
    assert ((other["time"] > 0) | (not CPU_CLOCKS)).all() and not other["cutoffs"].any()
    assert not other["repeats"].any() and own["repeats"].all(), "nobody knows its threads"
    assert "and those of other programs" in str(comparison)
    assert comparison.configs == ["own", "other"] and comparison.metadata["configs"]["other"] is None
    assert comparison.metadata["engines"]["other"]["reported_name"] == f"boyi {boyi.__version__}"
    comparison.save(path)
    assert str(lab.Comparison.load(path)) == str(comparison) and "other" in str(comparison)


def test_an_engine_has_its_own_limits() -> None:
    comparison = compare(boyi_program("uci", limits={"depth": 1}), depth=3)
    assert comparison.rows["depth"].tolist() == [3, 1] and "depth 3, other depth 1" in str(comparison)


def test_limits_that_make_no_sense_are_refused_before_the_first_search(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    for limits, named in (({"depth": 0}, "depth=0"), ({"clock": boyi.Clock(9)}, "expected no clock"), ({}, "without")):
        with pytest.raises(boyi.OptionError, match=named):
            lab.compare({"other": bad("good", limits=limits)}, START, depth=1, path=path, progress=False)
    assert not path.exists()


def test_what_a_program_does_not_report_is_not_known() -> None:
    """The bad engine reports 12 nodes and depth 3 by UCI, and no score; a silent one nothing at all."""
    rows = compare(bad("good")).rows
    assert (rows["nodes"][1], rows["depth"][1], rows["score"][1]) == (12, 3, 0)
    assert rows["bound"][1] == boyi.Bound.NONE
    quiet = compare(bad("quiet"))
    assert quiet.rows["nodes"][1] == 0 and np.isnan(quiet.summary().loc[("nodes", "other"), "value"])
    assert compare(bad("scores", "ucci")).rows["score"][1] == 11


def test_a_mate_of_a_program_is_a_score_of_boyi() -> None:
    """Whatever length the program reports: nobody has proved it."""
    for how, text in (("mates", "mate? in 48"), ("mated", "mate? in -48")):
        assert str(boyi.Score(int(compare(bad(how)).rows["score"][1]), "red")) == text


def test_nodes_that_a_baseline_does_not_report_are_no_dots_of_the_picture() -> None:
    comparison = lab.compare({"other": bad("quiet"), "own": OWN}, START, depth=2, progress=False)
    assert comparison.rows["nodes"][0] == 0 < comparison.rows["nodes"][1]
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error", RuntimeWarning)
        axis = comparison.plot().axes[0]
    drawn = np.concatenate([line.get_xdata() for line in axis.lines if line.get_marker() == "."])
    assert np.isnan(drawn).all() and len(drawn) == 2


def test_a_misdeed_ends_the_comparison_and_the_program(tmp_path: Path) -> None:
    for how, reason in (("crash", "crash"), ("illegal", "illegal move"), ("none", "resignation")):
        pids = tmp_path / how
        with pytest.raises(boyi.OptionError, match=rf"configs\['other'\] in rnbakabnr.*: {reason}"):
            compare(bad(how, "uci", pids))
        assert all(map(is_gone, pids.read_text().split()))


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(boyi.OptionError, match="programs do not report nodes by protocol='gomocup'"):
        compare(bad("good", "gomocup"), [boyi.gomoku.Position()])
    with pytest.raises(boyi.GameMismatchError, match=r"plays xiangqi .*'uci'.*, and the positions are of gomoku"):
        compare(bad("good"), [boyi.gomoku.Position()])
    with pytest.raises(boyi.OptionError, match="cannot be started"):
        compare(lab.Engine(["./no-such"]))
    with pytest.raises(boyi.OptionError, match="no such option"):
        compare(bad("good", options={"Depth": 1}))
