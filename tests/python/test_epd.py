"""EPD files: how lines are read, what searches are held to, and which files pytest collects."""

import re
from typing import Any

import pytest

import boyi
from boyi.regression import epd
from boyi.regression.plugin import EPD_NODES

MATE = "3k5/9/9/9/9/9/9/R8/1R7/4K4 w"
MATES = f"{MATE} bm R8=6; dm 1; id 'first';".replace("'", '"')
# Of the published mates: sqyq-013, and sqyq-102, where the search meets a longer one first.
THREE = "4k4/3P2P2/b2N2R2/7r1/2b6/9/9/3n5/4p3r/2R2K3 w - - 0 1"
SIX = "3ak4/R3a1P1R/b3b4/1C7/4c4/9/9/9/2r3r2/4K4 w - - 0 1"
CONFIG = boyi.Config.preset("boyi")
NODES = {"nodes": 100_000}


def failure(line: str, limits: dict[str, int] = NODES, **fields: Any) -> str | None:
    return epd.failure(epd.parse(line), CONFIG.replace(**fields), limits)


def test_lines_are_read() -> None:
    text = f"""# a comment
{MATE} bm b1d1;

  {MATE} - -   am R8=6 车八平六 b1-b2 ; pv x y; id "a; # b";  acd 7; c9 "of no; account"; # and a comment; bm b1b2;
{MATE} - - 3 4 dm 2; acn 500; acs 2; id one;
"""
    first, second, third = epd.read(text.encode(), "x.epd")
    assert (first.line, first.name, first.best, first.avoid, first.mate, first.limits) == (
        *(2, "line 2", ("b1d1",), (), None, {}),
    )
    assert (second.line, second.name, second.avoid) == (4, "a; # b", ("b1d1", "b1d1", "b1b2"))
    assert (second.best, second.limits) == ((), {"depth": 7})
    assert (third.name, third.mate, third.limits) == ("one", 2, {"nodes": 500, "time": 2})
    assert third.position.fen.endswith(" w - - 3 4") and third.position == first.position


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_files_of_either_encoding(encoding: str) -> None:
    (problem,) = epd.read(f'{MATE} bm 车八平六; id "双车错";'.encode(encoding), "x.epd")
    assert (problem.name, problem.best) == ("双车错", ("b1d1",))


@pytest.mark.parametrize(
    ("line", "error", "message"),
    [
        ("nonsense", boyi.PositionError, "'nonsense': expected a FEN and operations"),
        ("nonsense w bm b1d1;", boyi.PositionError, "nonsense"),
        (f"{MATE.replace(' w', ' x')} bm b1d1;", boyi.PositionError, '"x"'),
        ("3k5/9/9/9/9/9/9/9/R8/3R1K3 b bm d9e9; x", boyi.OptionError, "'x': expected an operation that ends"),
        ("3k5/3R5/3R5/9/9/9/9/9/9/4K4 b dm 1;", boyi.OptionError, "the position is a finished game"),
        (MATE, boyi.OptionError, "expected something to test, bm, am or dm"),
        (f"{MATE} acd 3;", boyi.OptionError, "expected something to test"),
        (f"{MATE} bm b1d1", boyi.OptionError, "'bm b1d1': expected an operation that ends with a semicolon"),
        (f'{MATE} bm b1d1; id "open;', boyi.OptionError, "'id \"open;': expected an operation"),
        (f"{MATE} bn b1d1;", boyi.OptionError, "operation 'bn': expected one of bm, am, dm, id"),
        (f"{MATE} bm b1d1; bm b1d1;", boyi.OptionError, "operation 'bm' occurs twice"),
        (f"{MATE} bm;", boyi.OptionError, "operation 'bm;': expected something after bm"),
        (f"{MATE} bm b1c2;", boyi.IllegalMoveError, "b1c2"),
        (f"{MATE} am Qxe4;", boyi.MoveTextError, "Qxe4"),
        (f"{MATE} dm 0;", boyi.OptionError, "operation 'dm 0': expected a whole number from 1 to 96"),
        (f"{MATE} dm 1 2;", boyi.OptionError, "operation 'dm 1 2': expected one thing"),
        (f"{MATE} dm -3;", boyi.OptionError, "operation 'dm -3'"),
        (f"{MATE} dm 1; acd 97;", boyi.OptionError, "operation 'acd 97': expected a whole number from 1 to 96"),
        (f"{MATE} dm 1; acn {10**19};", boyi.OptionError, "operation 'acn 1"),
        (f"{MATE} dm 1; acs 0.5;", boyi.OptionError, "operation 'acs 0.5'"),
        (f'{MATE} dm 1; id "";', boyi.OptionError, "operation 'id \"\"': expected one thing"),
        (f"{MATE} dm 1; id first;", boyi.OptionError, "id 'first': line 1 has it, expected another"),
    ],
)
def test_errors_name_file_line_and_text(line: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=r"^a/x\.epd:3: .*" + re.escape(message)):
        epd.read(f"{MATES}\n\n{line}\n".encode(), "a/x.epd")


def test_best_moves() -> None:
    assert failure(f"{MATE} bm b1b2 R8=6;") is None
    assert failure(f"{MATE} bm a2a3 b1b2; acd 3;").startswith(
        "plays b1d1, expected a2a3 or b1b2\n  score mate in 1, depth "
    )


def test_moves_to_avoid() -> None:
    assert failure(f"{MATE} am a2a3 b1b2;") is None
    assert failure(f"{MATE} am b1b2 b1d1;").startswith("plays b1d1, expected any move but b1b2 or b1d1\n")


def test_mates_are_proved() -> None:
    assert failure(f"{THREE} dm 3; bm g7e7;") is None
    assert failure(f"{THREE} dm 2;").startswith("finds no mate in 2 or fewer\n  score mate in 3, ")
    assert failure(f"{THREE} dm 3; acn 20;").startswith("finds no mate in 3 or fewer\n  score ")
    losing = "3k5/9/9/9/9/9/9/R8/1R7/4K4 b"
    assert "score mated in" in failure(f"{losing} dm 96; acd 6;"), "a mate against the side to move is none"
    assert failure(f"{MATE} dm 1; am b1d1;").startswith("plays b1d1, expected any move but b1d1\n")


def test_a_search_goes_on_after_a_longer_mate() -> None:
    """At its first mate a search of the preset ends; a line that asks for a shorter one makes it go on."""
    position = boyi.xiangqi.Position(SIX)
    # Checks and evasions in quiescence find the shortest at once, and so do scouts.
    longer = {"check_plies": 0, "pvs": False, "qsearch_evasions": False}
    first = boyi.Searcher(CONFIG.replace(**longer)).search(position, **NODES).score.mate
    assert first > 6
    assert failure(f"{SIX} dm 6;", **longer) is None
    none = f"dm {first}; am {' '.join(map(str, position.legal_moves()))};"
    assert f"score mate in {first}, " in failure(f"{SIX} {none}", **longer)


def test_limits_of_the_line_come_before_those_given() -> None:
    assert "depth 2, " in failure(f"{MATE} am b1d1; acd 2;", {"depth": 4}, stop_on_mate=False)
    assert "depth 4, " in failure(f"{MATE} am b1d1;", {"depth": 4}, stop_on_mate=False)
    assert ", 99 nodes" in failure(f"{THREE} dm 1; acn 99;", {"depth": 4})
    with pytest.raises(boyi.OptionError, match="expected a depth"):
        failure(MATES, iterative=False)


# ---- collection ----------------------------------------------------------


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with a file of xiangqi and one of another game."""
    (pytester.path / "epd").mkdir()
    (pytester.path / "epd" / "x.epd").write_text(f"{MATES}\n{MATE} am b1d1;\n")
    (pytester.path / "chess.EPD").write_text("8/8/8/8/8/8/8/K1k5 w - - bm Kb2;\n")
    return pytester


def test_folders_are_left_alone(project: pytest.Pytester) -> None:
    project.runpytest().assert_outcomes()


def test_named_files_are_tests(project: pytest.Pytester) -> None:
    result = project.runpytest("epd/x.epd", "-rA")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "epd/x.epd:2: line 2: plays b1d1, expected any move but b1d1",
            "  score mate in 1, depth *, * nodes: b1d1",
            "PASSED epd/x.epd::first",
            "FAILED epd/x.epd::line 2*",
        ]
    )
    assert "Traceback" not in result.stdout.str() and "epd.py" not in result.stdout.str()
    project.runpytest("epd/x.epd::first").assert_outcomes(passed=1)
    project.runpytest("epd/x.epd", "-k", "first").assert_outcomes(passed=1, deselected=1)


def test_what_cannot_be_read_is_an_error_of_the_file(project: pytest.Pytester) -> None:
    result = project.runpytest("chess.EPD", "epd/x.epd")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(['chess.EPD:1: bad position "8/8/8/8/8/8/8/K1k5 w - -"*'])
    assert "collect.py" not in result.stdout.str()


@pytest.mark.parametrize("pattern", ["*.epd", "epd/*", "epd/x.*"])
def test_a_project_may_ask_for_its_files(pattern: str, project: pytest.Pytester) -> None:
    (project.path / "chess.EPD").unlink()
    project.makeini(f"[pytest]\nboyi_epd_files = other {pattern}\n")
    project.runpytest().assert_outcomes(passed=1, failed=1)


def test_options_set_preset_and_limits(project: pytest.Pytester) -> None:
    (project.path / "epd" / "x.epd").write_text(f"{MATE} dm 1;\n{THREE} dm 3;\n")
    project.makeini("[pytest]\nboyi_epd_depth = 2\nboyi_epd_preset = plain\n")
    result = project.runpytest("epd/x.epd")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["epd/x.epd:2: line 2: *finds no mate in 3*", "  score *, depth 2, *"])
    project.makeini("[pytest]\nboyi_epd_nodes = 150\n")
    project.runpytest("epd/x.epd").stdout.fnmatch_lines(["  score *, 150 nodes*"])
    project.makeini("[pytest]\nboyi_epd_preset = plain\nboyi_epd_nodes = 150\n")
    result = project.runpytest("epd/x.epd")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        ["epd/x.epd:1: line 1: depth=None: 'boyi_epd_preset' searches without iterative deepening*"]
    )


@pytest.mark.parametrize(
    ("ini", "message"),
    [
        ("boyi_epd_preset = bojy", '*no preset is called "bojy"*'),
        ("boyi_epd_depth = 0", "*boyi_epd_depth = '0': expected a whole number from 1 to 96"),
        ("boyi_epd_nodes = many", "*boyi_epd_nodes = 'many': expected a whole number from 1 to *"),
    ],
)
def test_bad_options_are_named(ini: str, message: str, project: pytest.Pytester) -> None:
    project.makeini(f"[pytest]\n{ini}\n")
    result = project.runpytest("epd/x.epd")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([message])


def test_the_limit_without_options_is_in_nodes(project: pytest.Pytester) -> None:
    (project.path / "epd" / "x.epd").write_text(f"{boyi.xiangqi.Position().fen} dm 1;\n")
    project.runpytest("epd/x.epd").stdout.fnmatch_lines([f"*depth *, {EPD_NODES} nodes*"])
