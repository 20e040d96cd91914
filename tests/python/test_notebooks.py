"""The notebooks run from top to bottom, and their outputs are kept."""

from pathlib import Path
from shutil import copy

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert {path.stem for path in NOTEBOOKS} >= {"01_first_search", "02_move_ordering", "03_kill_search"}


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


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_kept_and_clean(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in cells), f"{path.name}: run it and save it with its outputs"
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1)), f"{path.name}: run it in order"
    kinds = {output.output_type for cell in cells for output in cell.outputs}
    assert "error" not in kinds, f"{path.name} keeps an error"
    assert kinds & {"execute_result", "display_data"}, f"{path.name} keeps no output"
