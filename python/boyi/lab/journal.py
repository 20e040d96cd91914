"""Files of results: JSON lines, the experiment's metadata first, then a record for each search as it finishes."""

import json
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any

from boyi.errors import ResultFileError

FORMAT = "boyi comparison 1"

Record = dict[str, Any]


def read(path: str | PathLike[str]) -> tuple[dict[str, Any], list[Record]]:
    """The metadata and the records of a file; an unfinished last line is left out.

    Raises:
        ResultFileError: if the file is not one of ours, or a line in its midst is damaged.
    """
    head, *lines = Path(path).read_text(encoding="utf-8", errors="replace").split("\n")
    metadata = _parse(head)
    if metadata is None or metadata.pop("format", None) != FORMAT:
        raise ResultFileError(f"{path} does not hold a comparison: expected a first line of format {FORMAT!r}")
    lines.pop()  # what follows the last line end: nothing, or a line that was cut off
    records = [_parse(line) for line in lines]
    if None in records:
        raise ResultFileError(f"line {records.index(None) + 2} of {path} is damaged: expected a record in JSON")
    return metadata, [record for record in records if record is not None]


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
    except json.JSONDecodeError:
        return None
    return data if isinstance(data, dict) else None


def _check_same(path: Path, before: dict[str, Any], now: dict[str, Any]) -> None:
    keys = [key for key in now if key != "cpu" and before.get(key) != now[key]]
    if keys:
        raise ResultFileError(
            f"{path} holds another experiment, with other {', '.join(keys)}: expected the same, to continue it; "
            "give another path or remove the file"
        )
