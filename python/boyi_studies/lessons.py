"""The students' versions of the notebooks: ``python -m boyi_studies.lessons notebooks out/lessons``.

A notebook is written once, with its answers. Tags of its cells say what a student gets:

* ``exercise``: a text that begins with its title in bold, such as ``**Exercise 3.**``;
* ``solution``: left out; where it is code, an empty cell for the student's own stands in its place;
* ``solution-body``: code of which the heads of functions and their docstrings stay, and nothing else;
* ``needs-solution``: code that fails until the student has written a function. The cell gets Jupyter's own tag
  ``raises-exception``, with which Jupyter goes on with the next cell.
"""

import argparse
import ast
import re
import shutil
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from boyi.errors import BoyiError, OptionError
from boyi.run.extras import need

__all__ = ["make", "student_version"]

SOLUTIONS = {"solution", "solution-body"}


def make(source: Path, target: Path) -> list[Path]:
    """Writes ``target/student``, notebooks without answers and outputs, and ``target/answers``, the whole notebooks.

    Notebooks without exercises are left out. Both folders also get the ``.jsonl`` files that the notebooks read. Files
    of the same names are overwritten.

    Args:
        source: the folder of the notebooks.
        target: the folder to write to; it is made if need be.

    Returns:
        The paths of the students' versions.

    Raises:
        OptionError: if ``source`` has no notebook with exercises, if a file is no notebook, or if ``target`` would
            overwrite the source.
        MissingExtraError: if nbformat is missing.
    """
    nbformat = need("nbformat", "notebook")
    folders = [target / "student", target / "answers"]
    if source.resolve() in [folder.resolve() for folder in folders]:
        raise OptionError(f"target={str(target)!r}: expected another folder than that of the notebooks, {source}")
    versions = {}
    for path in sorted(source.glob("*.ipynb")):
        try:
            notebook = nbformat.read(path, as_version=4)
        except Exception as error:  # nbformat passes on what json, its schema and its own reader raise
            raise OptionError(f"{path}: expected a notebook; {error}") from error
        if any("exercise" in _tags(cell) for cell in notebook.cells):
            versions[path] = student_version(notebook, path.name)
    if not versions:
        raise OptionError(f"source={str(source)!r}: expected a folder with notebooks that have cells tagged 'exercise'")
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
        for path in [*source.glob("*.jsonl"), *(versions if folder == folders[1] else ())]:
            shutil.copy(path, folder)
    for path, version in versions.items():
        nbformat.write(version, folders[0] / path.name)
    return [folders[0] / path.name for path in versions]


def student_version(notebook: Any, name: str = "notebook") -> Any:
    """A copy of a notebook without answers and outputs.

    Args:
        notebook: a notebook as nbformat reads it, version 4.
        name: its name, for messages.

    Raises:
        OptionError: for a solution before the first exercise, or a ``solution-body`` without a function.
    """
    version = deepcopy(notebook)
    version.cells = list(_cells(version.cells, name))
    return version


def _cells(cells: list[Any], name: str) -> Iterator[Any]:
    title, blank = "", False
    for cell in cells:
        tags = _tags(cell)
        if "exercise" in tags:
            title, blank = _title(cell, name), False
        if tags & SOLUTIONS and not title:
            raise OptionError(f"{name}: a solution before the first exercise: {cell.source[:60]!r}")
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
            if "solution-body" in tags:
                cell.source = _heads(cell.source, title, name)
            elif "solution" in tags:
                if blank:
                    continue  # one empty cell for an exercise is enough
                cell.source, blank = f"# {title}: your code", True
            elif "needs-solution" in tags:
                cell.metadata.tags = [*cell.metadata.tags, "raises-exception"]
        elif tags & SOLUTIONS:
            continue
        else:  # the folder of the students has no documentation beside it
            cell.source = re.sub(r"\[([^\]]+)\]\(\.\./[^)]*\)", r"\1", cell.source)
        yield cell


def _tags(cell: Any) -> set[str]:
    return set(cell.metadata.get("tags", ()))


def _title(cell: Any, name: str) -> str:
    found = re.match(r"\*\*([^*]+?)\.\*\* ", cell.source)
    if not found:
        raise OptionError(
            f"{name}: expected an exercise that begins with a title such as '**Exercise 3.**', not {cell.source[:60]!r}"
        )
    return found[1]


def _heads(source: str, title: str, name: str) -> str:
    """The functions of a program without their bodies, but with their docstrings."""
    lines, heads = source.splitlines(), []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            first = node.body[0]
            end = first.end_lineno if ast.get_docstring(node) else first.lineno - 1
            heads.append("\n".join([*lines[node.lineno - 1 : end], f'    raise NotImplementedError("{title}")']))
    if not heads:
        raise OptionError(f"{name}: expected a function in the 'solution-body' of {title}, not {source[:60]!r}")
    return "\n\n\n".join(heads)


def main() -> None:
    """Makes the students' versions, and says where they are."""
    parser = argparse.ArgumentParser(prog="python -m boyi_studies.lessons", description="Make students' notebooks.")
    parser.add_argument("source", type=Path, help="the folder of the notebooks")
    parser.add_argument("target", type=Path, help="the folder to write student/ and answers/ to")
    given = parser.parse_args()
    try:
        made = make(given.source, given.target)
    except BoyiError as error:
        parser.error(str(error))
    print(f"{len(made)} notebooks without answers in {made[0].parent}, with answers in {given.target / 'answers'}")


if __name__ == "__main__":
    main()
