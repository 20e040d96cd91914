"""The fixture ``boyi_regression``, used as a project of its own would use it."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.regression import Regression, difference
from boyi.regression.sheet import Row, Sheet
from conftest import run_python

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
TEST = """
import boyi
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
MIDDLE = "r1bakab1r/9/1cn3nc1/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R w"
boyi_config = boyi.Config.preset("boyi")
configs = {"boyi": "boyi", "no killers": boyi_config.replace(killers=0)}
positions = {"start": START, "middle": boyi.xiangqi.Position(MIDDLE)}

def test_searches(boyi_regression):
    boyi_regression(configs, positions, depth=3)
"""
FILE = Path("regression/test_it/test_searches.golden")


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makepyfile(test_it=TEST)
    return pytester


def change(project: pytest.Pytester, old: str, new: str) -> None:
    text = (project.path / "test_it.py").read_text()
    assert old in text
    (project.path / "test_it.py").write_text(text.replace(old, new))


def failing(project: pytest.Pytester) -> str:
    """What a run tells of the one test that fails."""
    result = project.runpytest()
    result.assert_outcomes(failed=1)
    return result.stdout.str()


@pytest.fixture
def kept(project: pytest.Pytester) -> pytest.Pytester:
    """The project with its file written."""
    project.runpytest("--boyi-update").assert_outcomes(passed=1)
    return project


def test_without_a_file_the_test_fails_and_says_how_to_write_it(project: pytest.Pytester) -> None:
    said = failing(project)
    assert f"{FILE.as_posix()} does not exist" in said
    assert "pytest 'test_it.py::test_searches' --boyi-update" in said
    assert not (project.path / FILE).exists()


def test_update_writes_and_says_so_and_then_the_test_passes(project: pytest.Pytester) -> None:
    result = project.runpytest("--boyi-update")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*boyi_regression*", f"{FILE.as_posix()}: 4 rows, new"])
    first = (project.path / FILE).read_bytes()
    again = project.runpytest()
    again.assert_outcomes(passed=1)
    again.stdout.no_fnmatch_line("*boyi_regression*")
    project.runpytest("--boyi-update").stdout.fnmatch_lines([f"{FILE.as_posix()}: 4 rows, unchanged"])
    assert (project.path / FILE).read_bytes() == first


def test_the_file_is_for_people(kept: pytest.Pytester) -> None:
    lines = (kept.path / FILE).read_text().splitlines()
    assert lines[1:4] == ["game    xiangqi", "depth   3", "nodes   -"]
    assert f"start     {START} simple" in lines
    rows = [line.split() for line in lines[-4:]]
    assert [row[:2] for row in rows[:2]] == [["boyi", "start"], ["boyi", "middle"]]
    assert all(line.startswith("no killers  ") for line in lines[-2:])
    for _, _, nodes, score, move, *pv in rows[:2]:
        assert int(nodes) > 0 and isinstance(int(score), int) and move == pv[0]
    assert len({line.index(line.split("  ")[0]) for line in lines[-4:]}) == 1


def test_a_changed_search_is_shown_row_by_row(kept: pytest.Pytester) -> None:
    before = (kept.path / FILE).read_text()
    change(kept, '"boyi": "boyi"', '"boyi": "plain"')
    said = failing(kept)
    lines = said.splitlines()
    head = next(line for line in lines if line.startswith("config "))
    rows = [line for line in lines if line.startswith("boyi  ")]
    assert len(rows) == 2 and "nodes" in head and not any(line.startswith("no killers") for line in lines)
    old = [line.split()[2] for line in before.splitlines() if line.startswith("boyi  ")]
    assert all(f"{nodes} -> " in row and " %)" in row for nodes, row in zip(old, rows, strict=True))
    assert "2 of 4 rows changed" in said and "If the search was meant to change: pytest 'test_it.py" in said
    kept.runpytest("--boyi-update").stdout.fnmatch_lines(["*4 rows, 2 of them changed or new, 0 gone"])
    kept.runpytest().assert_outcomes(passed=1)


ROW = Row(100, "7", "h2e2", "h2e2 h9g7")
SHEET = Sheet(
    {"game": "xiangqi", "depth": "4", "nodes": "-"},
    {"start": f"{START} simple"},
    {("boyi", "start"): ROW, ("no killers", "start"): Row(0, "mate in 2", "-", "-")},
)


@pytest.mark.parametrize(
    ("field", "value", "shown"),
    [
        ("nodes", 107, "100 -> 107 (+7.0 %)"),
        ("score", "mate in 7", "7 -> mate in 7"),
        ("move", "a0a1", "h2e2 -> a0a1"),
        ("pv", "h2e2 h9g7 a0a1 a9a8", "from ply 3: - -> a0a1 a9a8"),
        ("pv", "h2e2", "from ply 2: h9g7 -> -"),
        ("pv", "h2e2 " + "a0a1 " * 9, "from ply 2: h9g7 -> " + "a0a1 " * 8 + "..."),
    ],
)
def test_each_field_is_compared(field: str, value: object, shown: str) -> None:
    now = replace(SHEET, rows=SHEET.rows | {("boyi", "start"): replace(ROW, **{field: value})})
    said, head, row = difference.difference(SHEET, now).splitlines()
    assert head.split() == ["config", "position", field], "only what differs has a column"
    assert row.split(maxsplit=2) == ["boyi", "start", shown] and said.startswith(
        "1 of 2 rows changed; nodes of all 100"
    )
    assert difference.difference(SHEET, SHEET) == ""


def test_limits_and_positions_are_compared(kept: pytest.Pytester) -> None:
    change(kept, "depth=3", "depth=2, nodes=10**6")
    said = failing(kept)
    assert "depth: 3 -> 2" in said and "nodes: - -> 1000000" in said and "4 of 4 rows changed" in said
    change(kept, "depth=2, nodes=10**6", "depth=3")
    change(kept, '"start": START', '"start": START.replace(" 0 1", " 0 2")')
    assert f"position start: {START} simple -> {START[:-1]}2 simple" in failing(kept)


def test_rows_that_come_and_go_are_listed(kept: pytest.Pytester) -> None:
    change(kept, '"no killers"', '"without"')
    said = failing(kept)
    gone, new = said.index("no longer there: 2 rows"), said.index("not stored: 2 rows")
    assert "no killers  start" in said[gone:new] and "without  start" in said[new:]
    assert "rows changed" not in said
    kept.runpytest("--boyi-update").stdout.fnmatch_lines(["*4 rows, 2 of them changed or new, 2 gone"])


def test_nodes_and_gomoku_and_suites(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import boyi
        place = boyi.gomoku.Position("b2 a1", rows=4, cols=4, k=4)

        def test_gomoku(boyi_regression):
            boyi_regression(["plain", "boyi"], [place], nodes=500, depth=4)

        def test_suite(boyi_regression):
            boyi_regression("boyi", "gomoku/opening", nodes=200)
        """
    )
    pytester.runpytest("--boyi-update").assert_outcomes(passed=2)
    pytester.runpytest().assert_outcomes(passed=2)
    folder = pytester.path / "regression" / "test_nodes_and_gomoku_and_suites"
    assert "0         4/4/4/4 b freestyle k=4 b2 a1" in (folder / "test_gomoku.golden").read_text()
    assert "\nboyi    s001@6 " in (folder / "test_suite.golden").read_text()


def test_files_come_back() -> None:
    assert Sheet.read(SHEET.text().encode(), "x") == SHEET
    assert Sheet.read(SHEET.text().replace("\n", "\r\n").encode(), "x") == SHEET, "line ends of other systems"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (SHEET.text(), "", "x:1: '': expected '# boyi regression file, format 1"),
        ("format 1", "format 2", "x:1: '# boyi regression file, format 2"),
        ("config  ", "confg  ", "x:9: 'confg "),
        ("depth   4", "deep    4", "x:3: 'deep    4': expected what pytest --boyi-update writes"),
        ("depth   4", "depth", "x:3: 'depth': expected"),
        ("depth   4", "depth   4\ndepth   5", "x:4: 'depth   5': expected"),
        ("depth   4\n", "", "x: it ends too early"),
        (SHEET.text()[-120:], "", "x:9: 'config"),
        (SHEET.text()[SHEET.text().index("\nconfig") :], "", "x: it ends too early"),
        (SHEET.text()[SHEET.text().index("\nboyi") :], "", "x: it ends too early"),
        ("  100  ", "  1o0  ", "x:10: 'boyi"),
        ("boyi        start", "boyi        strat", "x:10: 'boyi"),
        ("no killers  start", "boyi  start", "x:11: 'boyi"),
        ("h2e2 h9g7\n", "h2e2 h9g7\n<<<<<<< HEAD\n", "x:11: '<<<<<<< HEAD': expected"),
        ("mate in 2  -     -\n", "mate in 2  -  -\n\nmore\n", "x:13: 'more': expected"),
        ("h2e2  h2e2", "h2e2  \udcff", " is not UTF-8: expected what pytest"),
    ],
)
def test_damaged_files_are_named(old: str, new: str, message: str) -> None:
    text = SHEET.text()
    assert old in text
    with pytest.raises(boyi.ResultFileError, match=re.escape(message)):
        Sheet.read(text.replace(old, new, 1).encode(errors="surrogateescape"), "x")


def test_a_damaged_file_fails_the_test_and_is_written_anew(kept: pytest.Pytester) -> None:
    text = (kept.path / FILE).read_text()
    (kept.path / FILE).write_text(text + "<<<<<<< HEAD\n")
    assert f"\n{FILE.as_posix()}:15: '<<<<<<< HEAD': expected" in failing(kept)
    kept.runpytest("--boyi-update").stdout.fnmatch_lines(["*4 rows, in place of a file that could not be read"])
    assert (kept.path / FILE).read_text() == text


def test_every_test_has_a_file_of_its_own(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_names="""
        import pytest
        START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

        @pytest.mark.parametrize("what", ["a/b", "a_b", "a b", "..", "x" * 300, "x" * 299 + "y", "a:b?*"])
        def test_many(what, boyi_regression):
            boyi_regression(["plain"], [START], depth=1)

        class TestA:
            def test_same(self, boyi_regression):
                boyi_regression(["plain"], [START], depth=1)

        class TestB(TestA):
            pass

        def test_same(boyi_regression):
            boyi_regression(["plain"], [START], depth=1)
            boyi_regression(["plain"], [START], depth=2, name="deeper")
        """
    )
    pytester.runpytest("--boyi-update").assert_outcomes(passed=10)
    pytester.runpytest().assert_outcomes(passed=10)
    files = sorted(path.name for path in (pytester.path / "regression" / "test_names").iterdir())
    assert len(files) == 11 and all(len(name) < 130 for name in files)
    assert {"TestA.test_same.golden", "TestB.test_same.golden", "test_same.golden", "test_same.deeper.golden"} <= set(
        files
    )
    assert "test_many[a_b].golden" in files and "test_many[a%2Fb].golden" in files


GOMOKU = boyi.gomoku.Position("h8")


@pytest.mark.parametrize(
    ("configs", "positions", "limits", "error", "message"),
    [
        (["plain"], [START], {}, boyi.OptionError, "a comparison without a limit"),
        (["plian"], [START], {"depth": 1}, boyi.OptionError, 'no preset is called "plian"'),
        (["plain"], [START], {"depth": 0}, boyi.OptionError, "depth=0: expected 1 to 96"),
        (["plain"], {"a": "nonsense"}, {"depth": 1}, boyi.PositionError, "nonsense"),
        (["plain"], {"a": 5}, {"depth": 1}, boyi.OptionError, "positions['a']=5: expected"),
        (["plain"], 5, {"depth": 1}, boyi.OptionError, "positions=5: expected"),
        (["plain"], [], {"depth": 1}, boyi.OptionError, "positions is empty"),
        (["plain"], "xiangqi/nothing", {"depth": 1}, boyi.OptionError, "suite 'xiangqi/nothing': expected one of"),
        (["plain"], {"a  b": START}, {"depth": 1}, boyi.OptionError, "name 'a  b': expected"),
        (["plain"], {3: START}, {"depth": 1}, boyi.OptionError, "name 3: expected"),
        ({"a\nb": "plain"}, [START], {"depth": 1}, boyi.OptionError, r"name 'a\nb': expected"),
        (["plain"], [START, GOMOKU], {"depth": 1}, boyi.GameMismatchError, "a comparison over positions of"),
        (["plain"], [START], {"depth": 1, "name": ""}, boyi.OptionError, "name='': expected a text"),
        (["plain"], [START], {"depth": 1, "name": "a"}, boyi.OptionError, "name='a' for two calls"),
    ],
)
def test_bad_arguments_are_named(
    configs: Any, positions: Any, limits: Any, error: type[Exception], message: str, request: Any, tmp_path: Path
) -> None:
    class Elsewhere(Regression):
        """Keeps its files where they do not outlive the test."""

        def path(self, name: str | None = None) -> Path:
            return tmp_path / super().path(name).name

    regression = Elsewhere(request.node, update=True)
    regression("plain", [START], depth=1, name="a")
    with pytest.raises(error, match=re.escape(message)):
        regression(configs, positions, **limits)
    request.node.user_properties.clear()


def test_pytest_loads_the_plugin_and_nothing_heavy() -> None:
    code = """
import sys
import boyi.regression.plugin
print([name for name in ("boyi.lab", "pandas", "scipy", "boyi.regression.epd") if name in sys.modules])
"""
    assert run_python(code) == "[]"


def test_it_can_be_left_out(project: pytest.Pytester) -> None:
    result = project.runpytest("-p", "no:boyi")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*fixture 'boyi_regression' not found"])
