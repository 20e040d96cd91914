"""Files of results: JSON lines, the metadata of the experiment first, then each record as it finishes.

The last field of each line, ``crc``, is the CRC-32 of the line without that field, so that a changed line is found when
the file is read.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Self
from zlib import crc32

from boyi.errors import MissingFileError, ResultFileError
from boyi.run.own_file import OwnFile, replace

Record = dict[str, Any]


@dataclass(frozen=True)
class FileKind:
    """A kind of files of results, such as those of comparisons: its name, and what its lines must be."""

    name: str
    """What such a file holds, such as ``"comparison"``."""
    item: str
    """What a record is of, such as ``"a search"``."""
    items: str
    """What several records are of, such as ``"searches"``."""
    is_experiment: Callable[[dict[str, Any]], bool]
    """Tells whether the metadata of a file have all the keys that are read."""
    belongs: Callable[[Record, dict[str, Any]], bool]
    """Tells whether a record fits the experiment that the metadata describe."""
    version: int = 1

    @property
    def format(self) -> str:
        """Name and version of the format, as the first line of a file states them."""
        return f"boyi {self.name} {self.version}"

    @property
    def older(self) -> list[str]:
        """The formats of older versions, which are refused."""
        return [f"boyi {self.name} {version}" for version in range(1, self.version)]


def read(path: str | PathLike[str], kind: FileKind) -> tuple[dict[str, Any], list[Record]]:
    """The metadata and the records of a file; an unfinished last line is left out.

    Raises:
        MissingFileError: if there is no such file.
        ResultFileError: if the file cannot be read, is not one of ours, or a line does not fit its checksum.
    """
    try:
        head, *lines = Path(path).read_text(encoding="utf-8", errors="replace").split("\n")
    except FileNotFoundError as error:
        raise MissingFileError.of(path, "a file of results") from error
    except OSError as error:
        raise ResultFileError(f"{path} cannot be read, {error.strerror}: expected a file of results") from error
    metadata = parsed_line(head)
    found = None if metadata is None else metadata.pop("format", None)
    if found in kind.older:
        raise ResultFileError(f"{path} has the old format {found!r}: expected {kind.format!r}, measure it again")
    if metadata is None or found != kind.format or not kind.is_experiment(metadata):
        raise ResultFileError(f"{path} does not hold a {kind.name}: expected a first line of format {kind.format!r}")
    if lines:
        lines.pop()  # what follows the last line end: nothing, or a line that was cut off
    for number, line in enumerate([head, *lines], 1):
        if (reason := changed(line)) is not None:
            item = "the metadata" if number == 1 else f"the record of {kind.item}"
            raise ResultFileError(
                f"line {number} of {path} is damaged: expected {item} in JSON as it was written, {reason}"
            )
    records = []
    for number, line in enumerate(lines, 2):
        record = parsed_line(line)
        if record is None or not kind.belongs(record, metadata):
            raise ResultFileError(f"line {number} of {path} is damaged: expected the record of {kind.item} in JSON")
        records.append(record)
    return metadata, records


def write(path: str | PathLike[str], kind: FileKind, metadata: dict[str, Any], records: Iterable[Record]) -> None:
    """Writes a whole file in the place of an older one.

    Raises:
        ResultFileError: if an experiment is writing the file, or it cannot be written.
    """
    lines = [{"format": kind.format} | metadata, *records]
    replace(path, "".join(f"{json_line(line)}\n" for line in lines).encode())


class Journal:
    """The records of an experiment, in memory and, with a path, in a file that grows as they arrive.

    A file that is there already is continued. It must belong to the same experiment: only the processor may differ, and
    the metadata stay those of the file. No other experiment can write the file before the ``with`` block is left.

    Raises:
        ResultFileError: if the file at ``path`` is of something else, cannot be written, or is written by another
            experiment.
    """

    def __init__(self, path: str | PathLike[str] | None, kind: FileKind, metadata: dict[str, Any]) -> None:
        self.metadata: dict[str, Any] = json.loads(_text(metadata))
        self.records: list[Record] = []
        self._kind = kind
        self._path = None if path is None else Path(path)
        self._file = None if path is None else begun(path, {"format": kind.format} | self.metadata, self._continue)

    def _continue(self, path: Path) -> int:
        """Takes over what a file holds; the number of bytes that are whole."""
        before, self.records = read(path, self._kind)
        check_same(path, before, self.metadata)
        self.metadata = before
        return path.read_bytes().rfind(b"\n") + 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        """Lets others write the file, and adds a note to an interrupt: what is kept, and how to go on.

        The command ``boyi`` prints the note. Where one experiment is part of another, as a match is of a claim, the
        outer one has the last word. The file tells how much is kept, since the interrupt may have come between a record
        in memory and its line.
        """
        if self._file is not None:
            self._file.close()
        if not isinstance(error, KeyboardInterrupt):
            return
        if self._path is None:
            note = "Nothing is kept: with a file (path=, of a command --path) the same run goes on next time."
        else:
            lines = self._path.read_bytes().count(b"\n")
            note = f"{lines - 1} {self._kind.items} are kept in {self._path}: the same run goes on there."
        if (inner := vars(error).get("kept")) is not None:
            error.__notes__.remove(inner)
        vars(error)["kept"] = note
        error.add_note(note)

    def append(self, record: Record) -> None:
        """Adds a record, and writes it to the file at once if there is one."""
        self.records.append(record)
        if self._file is not None:
            self._file.append(f"{json_line(record)}\n".encode())


def begun(path: str | PathLike[str], head: dict[str, Any], resume: Callable[[Path], int]) -> OwnFile:
    """The file of an experiment, locked: a new one with its first line, or one that goes on.

    ``resume`` reads a file that is there, refuses that of another experiment, and tells how many of its bytes are
    whole. What follows them was cut off, and is removed.

    Raises:
        ResultFileError: if another experiment is writing the file, or it cannot be written or continued.
    """
    line = f"{json_line(head)}\n".encode()
    file = OwnFile(path, folders=True)
    try:
        if file.is_part_of(line):
            file.cut(0)
            file.append(line)
        else:
            file.cut(resume(file.path))
    except BaseException:
        file.close()
        raise
    return file


_SUM = re.compile(r',"crc":"([0-9a-f]{8})"}$')


def _text(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def json_line(data: dict[str, Any]) -> str:
    """An object as a line of the file, with its checksum.

    >>> json_line({"pair": 0})
    '{"pair":0,"crc":"be69bb41"}'
    """
    text = _text(data)
    return f'{text.removesuffix("}")},"crc":"{crc32(text.encode()):08x}"}}'


def parsed_line(line: str) -> Record | None:
    """The JSON object on a line without its checksum; None if the line is not one."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):  # no JSON, a number of thousands of digits, or thousands of brackets
        return None
    if not isinstance(data, dict):
        return None
    data.pop("crc", None)
    return data


def changed(line: str) -> str | None:
    """Why a line is not as it was written, as part of an error message; None if its checksum fits."""
    found = _SUM.search(line)
    if found is None:
        return "and it has no checksum, as those of older versions of boyi"
    fits = crc32((line[: found.start()] + "}").encode()) == int(found[1], 16)
    return None if fits else "and its checksum does not fit"


def fits(data: Any, model: Any) -> bool:
    """Whether data is built like a model, of which a list of one item stands for any number of them.

    >>> fits({"a": [1, 2], "b": 3}, {"a": [0]}), fits({"a": [1, "x"]}, {"a": [0]}), fits({}, {"a": [0]})
    (True, False, False)
    """
    if type(data) is not type(model):
        return False
    if isinstance(model, dict):
        return model.keys() <= data.keys() and all(fits(value, model.get(key, 0)) for key, value in data.items())
    if isinstance(model, list):
        items = model * len(data) if len(model) == 1 else model
        return len(data) == len(items) and all(map(fits, data, items))
    return not isinstance(model, int) or abs(data) < 2**63


def check_same(path: Path, before: dict[str, Any], now: dict[str, Any]) -> None:
    """Refuses a file whose metadata are those of another experiment; only the processor may differ.

    Raises:
        ResultFileError: with the names of what differs.
    """
    keys = [key for key in now if key != "cpu" and before.get(key) != now[key]]
    if keys:
        raise ResultFileError(
            f"{path} holds another experiment, with other {', '.join(keys)}: expected the same, to continue it; "
            "give another path or remove the file"
        )
