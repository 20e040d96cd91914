"""Games that commands read: game files, and the files of matches."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from boyi import records
from boyi.errors import MissingFileError, OptionError, RecordError

__all__ = ["encoding_to_write", "is_match", "read"]

_MATCH = b'{"format":"boyi match '
"""What the files of matches begin with."""

SAME = "same"
"""The encoding that is asked for by this name is that of the first file."""


def is_match(path: str) -> bool:
    """Whether a file is one that ``boyi match --path`` has written."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(_MATCH)) == _MATCH
    except FileNotFoundError:
        raise MissingFileError.of(path, "games") from None


def read(path: str, bad: Callable[[RecordError], object], **how: Any) -> Iterator[records.Game]:
    """The games of a file; the keywords are those of :func:`boyi.records.read`, which mean nothing for a match."""
    if not is_match(path):
        return records.read(path, bad=bad, **how)
    for name, value in how.items():
        if value is not None:
            raise OptionError(f"{name}={value!r} with {path}: expected game files, and this is the file of a match")
    from boyi import lab

    return iter(lab.Match.load(path).records())


def encoding_to_write(asked: str, first: str) -> str:
    """The encoding of a file to write: the one asked for, or for ``"same"`` that of the first file read."""
    if asked != SAME:
        return asked
    return "utf-8" if is_match(first) else records.encoding_of(first)
