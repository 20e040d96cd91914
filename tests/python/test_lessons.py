"""The students' versions of the notebooks: nothing of an answer is left in them, and they run."""

import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

import boyi
from boyi_studies.lessons import main, make, student_version

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("0[0-5]*.ipynb"))
SOLUTIONS = {"solution", "solution-body"}

BODY = """def minimax(position, move=""):
    \"\"\"The node of a position.\"\"\"
    return position


def halved(number):
    return number / 2"""


def tagged(cell: Any, *tags: str) -> Any:
    cell.metadata.tags = list(tags)
    return cell


def small() -> Any:
    answer = new_code_cell("print(6 * 7)", outputs=[new_output("stream", text="42")], execution_count=3)
    return new_notebook(
        cells=[
            new_markdown_cell("# What? See [the rules](../docs/rules.md) and [more](01_first_search.ipynb)"),
            tagged(new_markdown_cell("**Exercise 1.** Write it."), "exercise"),
            tagged(new_code_cell(BODY), "solution-body"),
            tagged(new_code_cell("minimax(1)"), "needs-solution"),
            tagged(new_markdown_cell("**Answer 1.** So."), "solution"),
            tagged(new_markdown_cell("**Exercise 2.** How many?"), "exercise"),
            tagged(answer, "solution"),
            tagged(new_code_cell("print(43)"), "solution"),
            new_code_cell("1 + 1", outputs=[new_output("stream", text="2")], execution_count=4),
        ]
    )


def tags(cell: Any) -> set[str]:
    return set(cell.metadata.get("tags", ()))


def test_answers_are_left_out_and_heads_stay() -> None:
    given = small()
    before = deepcopy(given)
    version = student_version(given)
    assert [cell.source for cell in version.cells] == [
        "# What? See the rules and [more](01_first_search.ipynb)",
        "**Exercise 1.** Write it.",
        'def minimax(position, move=""):\n    """The node of a position."""\n'
        '    raise NotImplementedError("Exercise 1")\n\n\n'
        'def halved(number):\n    raise NotImplementedError("Exercise 1")',
        "minimax(1)",
        "**Exercise 2.** How many?",
        "# Exercise 2: your code",
        "1 + 1",
    ]
    code = [cell for cell in version.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code)
    assert [("raises-exception" in tags(cell)) for cell in code] == [False, True, False, False]
    assert given == before, "the notebook itself is not changed"


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([tagged(new_code_cell("x = 1"), "solution")], "walk: a solution before the first exercise: 'x = 1'"),
        ([tagged(new_markdown_cell("Exercise 1. What?"), "exercise")], "walk: expected an exercise that begins with"),
        (
            [
                tagged(new_markdown_cell("**Exercise 1.** What?"), "exercise"),
                tagged(new_code_cell("x = 1"), "solution-body"),
            ],
            "walk: expected a function in the 'solution-body' of Exercise 1, not 'x = 1'",
        ),
    ],
)
def test_a_notebook_that_is_tagged_badly_is_refused(cells: list[Any], message: str) -> None:
    with pytest.raises(boyi.OptionError, match=re.escape(message)):
        student_version(new_notebook(cells=cells), "walk")


def test_bad_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(boyi.OptionError, match="expected a folder with notebooks that have cells tagged 'exercise'"):
        make(tmp_path, tmp_path / "out")
    with pytest.raises(boyi.OptionError, match="expected another folder than that of the notebooks"):
        make(tmp_path / "student", tmp_path)
    (tmp_path / "a.ipynb").write_text("{", encoding="utf-8")
    with pytest.raises(boyi.OptionError, match=r"a\.ipynb: expected a notebook; "):
        make(tmp_path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_command_says_what_it_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["lessons", str(NOTEBOOKS), str(tmp_path)])
    main()
    made = {path.name for path in (tmp_path / "student").glob("*.ipynb")}
    assert made >= {path.name for path in LESSONS}
    assert f"{len(made)} notebooks without answers in {tmp_path / 'student'}" in capsys.readouterr().out
    for path in (tmp_path / "answers").iterdir():
        assert path.read_bytes() == (NOTEBOOKS / path.name).read_bytes()
    monkeypatch.setattr("sys.argv", ["lessons", str(tmp_path / "none"), str(tmp_path)])
    with pytest.raises(SystemExit):
        main()
    assert "expected a folder with notebooks" in capsys.readouterr().err


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_no_answer_is_left(path: Path) -> None:
    full = nbformat.read(path, as_version=4)
    version = student_version(full, path.name)
    nbformat.validate(version)
    left = "\n".join(cell.source for cell in version.cells)
    answers = [cell for cell in full.cells if tags(cell) & SOLUTIONS]
    assert len(answers) >= 3
    for cell in answers:
        assert cell.source not in left
    exercises = [cell.source for cell in full.cells if "exercise" in tags(cell)]
    assert exercises == [cell.source for cell in version.cells if "exercise" in tags(cell)]


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in LESSONS if ".zh" not in path.name], ids=lambda path: path.stem)
def test_a_students_version_runs(path: Path, tmp_path: Path) -> None:
    make(NOTEBOOKS, tmp_path)
    notebook = nbformat.read(tmp_path / "student" / path.name, as_version=4)
    folder = {"metadata": {"path": tmp_path / "student"}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=folder).execute()
    for cell in notebook.cells:
        errors = [output.ename for output in cell.get("outputs", ()) if output.output_type == "error"]
        if "needs-solution" in tags(cell):
            assert errors in (["NotImplementedError"], ["NameError"]), f"needs no solution: {cell.source}"
        else:
            assert not errors, cell.source
