"""The notebooks run from top to bottom, their outputs are kept, and they follow the rules of their kind."""

import json
import re
from pathlib import Path
from shutil import copy

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

FOLDER = Path(__file__).parents[2] / "notebooks"
ALL = sorted(FOLDER.glob("*.ipynb"))
CHINESE = [path for path in ALL if path.stem.endswith(".zh")]
NOTEBOOKS = [path for path in ALL if path not in CHINESE]  # those that run: Chinese editions have the same code
MOST_COLUMNS, MOST_LINES = 79, 12
WORDS = {False: ("Exercise", "Answer", r"\*\d+ minutes\. Teaches: "), True: ("练习", "答案", r"\*\d+ 分钟。学到：")}
"""How exercises, answers, and the time and the purpose of an exercise begin: in English, and in Chinese."""

every_notebook = pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)


def cells(path: Path, kind: str) -> list[nbformat.NotebookNode]:
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == kind]


def test_there_are_notebooks() -> None:
    assert {path.stem for path in NOTEBOOKS} >= {
        "00_alpha_beta_by_hand",
        "01_first_search",
        "02_move_ordering",
        "03_kill_search",
    }
    assert {path.stem for path in CHINESE} >= {f"{path.stem}.zh" for path in NOTEBOOKS if path.name < "04"}


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    for results in FOLDER.glob("*.jsonl"):  # what notebooks read lies beside them
        copy(results, tmp_path)
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": tmp_path}})
    try:
        client.execute()
    except CellExecutionError as error:
        pytest.fail(f"{path.name} fails in a cell:\n{error}", pytrace=False)


@every_notebook
def test_outputs_are_kept_and_clean(path: Path) -> None:
    code = cells(path, "code")
    assert all(cell.execution_count for cell in code), f"{path.name}: run it and save it with its outputs"
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1)), f"{path.name}: run it in order"
    kinds = {output.output_type for cell in code for output in cell.outputs}
    assert "error" not in kinds, f"{path.name} keeps an error"
    assert kinds & {"execute_result", "display_data"}, f"{path.name} keeps no output"


@every_notebook
def test_code_cells_are_short(path: Path) -> None:
    for cell in cells(path, "code"):
        lines = cell.source.splitlines()
        assert len(lines) <= MOST_LINES, f"{len(lines)} lines, expected at most {MOST_LINES}:\n{cell.source}"
        long = [line for line in lines if len(line) > MOST_COLUMNS]
        assert not long, f"expected at most {MOST_COLUMNS} columns: {long}"


@every_notebook
def test_it_begins_with_a_question_and_a_figure(path: Path) -> None:
    heading, *_ = cells(path, "markdown")[0].source.splitlines()
    assert re.match("# .*[?？]", heading), f"expected a question: {heading}"
    shown = [output for output in cells(path, "code")[0].outputs if "data" in output]
    kinds = {kind for output in shown for kind in output.data}
    boards = any("<svg" in output.data.get("text/html", "") for output in shown)
    assert boards or kinds & {"image/png", "image/svg+xml"}, f"the first cell shows no figure, but {sorted(kinds)}"


@every_notebook
def test_each_exercise_has_a_time_and_an_answer(path: Path) -> None:
    exercise, answer, time = WORDS[path in CHINESE]
    asked: list[str] = []
    answered: list[str] = []
    for cell in nbformat.read(path, as_version=4).cells:
        tags = cell.metadata.get("tags", [])
        if "exercise" in tags:
            asked += re.findall(rf"^\*\*{exercise} (\d+)\.\*\* ", cell.source)
            assert re.search(time, cell.source) or not lesson(path), f"expected minutes and purpose: {cell.source}"
        elif "solution" in tags and cell.cell_type == "markdown":
            answered += re.findall(rf"^\*\*{answer} (\d+)\.\*\* ", cell.source)
            assert answered == asked, "expected an answer behind each exercise"
    assert len(asked) >= 3 and asked == answered == [str(number + 1) for number in range(len(asked))]


def lesson(path: Path) -> bool:
    """Whether a notebook belongs to the lessons of docs/teaching.md."""
    return path.name < "06"


def dumped(text: str) -> bool:
    """Whether a text is what Python prints of a dict, a counter or an interval."""
    return bool(re.search(r"Interval\(value=|Counter\(|^[\[(]*\{'", text, flags=re.MULTILINE))


def test_dumps_are_seen() -> None:
    assert dumped("Interval(value=1.00941, low=1.0, high=1.02)") and dumped("{'same': 52, 'tie': 7}")
    assert dumped("found:\n[{'same': 52}]") and not dumped("1.009 (1.004 to 1.019)")


@every_notebook
def test_no_output_is_a_dump(path: Path) -> None:
    for cell in cells(path, "code"):
        for output in cell.outputs:
            data = output.get("data", {})
            text = "" if set(data) - {"text/plain"} else data.get("text/plain", output.get("text", ""))
            assert not dumped(text), f"{cell.source}\nprints {text[:200]}"


@pytest.mark.parametrize("path", CHINESE, ids=lambda path: path.stem)
def test_chinese_editions_have_the_code_and_the_outputs_of_the_english_ones(path: Path) -> None:
    english = path.with_name(path.name.replace(".zh", ""))
    assert [cell.source for cell in cells(path, "code")] == [cell.source for cell in cells(english, "code")]
    outputs = [json.dumps([cell.outputs for cell in cells(each, "code")]) for each in (path, english)]
    assert outputs[0] == outputs[1], f"{path.name} keeps outputs of another run than {english.name}"
    kinds = [[cell.cell_type for cell in nbformat.read(each, as_version=4).cells] for each in (path, english)]
    assert kinds[0] == kinds[1], "expected a text for each text"
    tags = [[cell.metadata.get("tags") for cell in nbformat.read(each, as_version=4).cells] for each in (path, english)]
    assert tags[0] == tags[1], "expected the same exercises and solutions"
    assert f"]({english.name})" in cells(path, "markdown")[0].source
    assert f"]({path.name})" in cells(english, "markdown")[0].source
