"""Files of results: JSON lines, the experiment's metadata first, then a record for each search as it finishes."""

import json
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any

from boyi.errors import ResultFileError

FORMAT = "boyi comparison 1"

Record = dict[str, Any]

BLANK: Record = {
    "position": 0,
    "config": "",
    "depth": 0,
    "seldepth": 0,
    "score": 0,
    "bound": 0,
    "move": "",
    "nodes": 0,
    "time": 0.0,
    "iterations": [[0, 0]],
    "counters": {"cutoffs": 0, "first_move_cutoffs": 0, "cutoffs_by_stage": {}, "cutoffs_by_index": [0] * 16},
}
"""The model of a record; there are more counters, whole numbers too."""


def read(path: str | PathLike[str]) -> tuple[dict[str, Any], list[Record]]:
    """The metadata and the records of a file; an unfinished last line is left out.

    Raises:
        ResultFileError: if the file cannot be read, is not one of ours, or a line in its midst is damaged.
    """
    try:
        head, *lines = Path(path).read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError as error:
        raise ResultFileError(f"{path} cannot be read, {error.strerror}: expected a file of results") from error
    metadata = _parse(head)
    if metadata is None or metadata.pop("format", None) != FORMAT or not _is_experiment(metadata):
        raise ResultFileError(f"{path} does not hold a comparison: expected a first line of format {FORMAT!r}")
    lines.pop()  # what follows the last line end: nothing, or a line that was cut off
    records = []
    for number, line in enumerate(lines, 2):
        record = _parse(line)
        if record is None or not _belongs(record, metadata):
            raise ResultFileError(f"line {number} of {path} is damaged: expected the record of a search in JSON")
        records.append(record)
    return metadata, records


def write(path: str | PathLike[str], metadata: dict[str, Any], records: Iterable[Record]) -> None:
    """Writes a whole file, and only then puts it in the place of an older one."""
    lines = [{"format": FORMAT} | metadata, *records]
    draft = Path(f"{path}.new")
    draft.write_text("".join(f"{_line(line)}\n" for line in lines), encoding="utf-8")
    draft.replace(path)


class Journal:
    """The records of an experiment, in memory and, with a path, in a file that grows as they arrive.

    A file that is there already is continued. It must belong to the same experiment: only the processor may differ.

    Raises:
        ResultFileError: if the file at ``path`` is of something else.
    """

    def __init__(self, path: str | PathLike[str] | None, metadata: dict[str, Any]) -> None:
        self.metadata: dict[str, Any] = json.loads(_line(metadata))
        self.records: list[Record] = []
        self._path = None if path is None else Path(path)
        if self._path is None:
            return
        if self._path.exists():
            before, self.records = read(self._path)
            _check_same(self._path, before, self.metadata)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write(self._path, self.metadata, self.records)

    def done(self) -> set[tuple[int, str]]:
        """The pairs of position and configuration that have their record."""
        return {(record["position"], record["config"]) for record in self.records}

    def append(self, record: Record) -> None:
        """Takes a record, and writes it at once where there is a file."""
        self.records.append(record)
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{_line(record)}\n")


def _line(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _parse(line: str) -> Record | None:
    """The object on a line, or None."""
    try:
        data = json.loads(line)
    except ValueError:  # no JSON, or a number of thousands of digits
        return None
    return data if isinstance(data, dict) else None


def _is_experiment(metadata: dict[str, Any]) -> bool:
    """Whether the metadata has what a comparison needs of it."""
    configs, positions = metadata.get("configs"), metadata.get("positions")
    limits = {"depth", "nodes"} <= metadata.keys()
    return isinstance(configs, dict) and bool(configs) and isinstance(positions, list) and limits


def _belongs(record: Record, metadata: dict[str, Any]) -> bool:
    """Whether a record is one of a search of this experiment."""
    return (
        _fits(record, BLANK)
        and record["config"] in metadata["configs"]
        and 0 <= record["position"] < len(metadata["positions"])
    )


def _fits(data: Any, model: Any) -> bool:
    """Whether data is built like a model, of which a list of one item stands for any number of them.

    >>> _fits({"a": [1, 2], "b": 3}, {"a": [0]}), _fits({"a": [1, "x"]}, {"a": [0]}), _fits({}, {"a": [0]})
    (True, False, False)
    """
    if type(data) is not type(model):
        return False
    if isinstance(model, dict):
        return model.keys() <= data.keys() and all(_fits(value, model.get(key, 0)) for key, value in data.items())
    if isinstance(model, list):
        items = model * len(data) if len(model) == 1 else model
        return len(data) == len(items) and all(map(_fits, data, items))
    return not isinstance(model, int) or abs(data) < 2**63


def _check_same(path: Path, before: dict[str, Any], now: dict[str, Any]) -> None:
    keys = [key for key in now if key != "cpu" and before.get(key) != now[key]]
    if keys:
        raise ResultFileError(
            f"{path} holds another experiment, with other {', '.join(keys)}: expected the same, to continue it; "
            "give another path or remove the file"
        )
