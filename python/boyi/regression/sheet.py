"""Regression files: their content, and their text in aligned columns, which people and version control can compare."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from boyi.errors import ResultFileError

FIRST_LINE = "# boyi regression file, format 1; pytest --boyi-update writes it anew"
"""First line of every file; the number is the version of the format."""

NONE = "-"
"""Written for a limit, a move or a line that does not exist."""

_HEAD = ("game", "depth", "nodes")
_POSITIONS = ("position", "set up as")
_ROWS = ("config", "position", "nodes", "score", "move", "pv")


@dataclass(frozen=True)
class Row:
    """The result of one search."""

    nodes: int
    """Nodes searched, quiescence included."""
    score: str
    """The score as text, for the side to move."""
    move: str
    """The best move."""
    pv: str
    """The principal variation, moves with spaces between."""


@dataclass(frozen=True)
class Sheet:
    """The content of a regression file."""

    head: dict[str, str]
    """Game and limits: ``game``, ``depth``, ``nodes``."""
    positions: dict[str, str]
    """How each position is set up, by name."""
    rows: dict[tuple[str, str], Row]
    """The results, by the names of configuration and position."""

    def text(self) -> str:
        """The file's text, which :meth:`read` reads."""
        head = [f"{name:<8}{value}" for name, value in self.head.items()]
        positions = aligned([_POSITIONS, *self.positions.items()])
        rows = [(*key, str(row.nodes), row.score, row.move, row.pv) for key, row in self.rows.items()]
        return "\n".join([FIRST_LINE, *head, "", *positions, "", *aligned([_ROWS, *rows], right={2: 9, 3: 7}), ""])

    @classmethod
    def read(cls, data: bytes, name: str) -> Self:
        """What a file of that name says.

        Raises:
            ResultFileError: for anything that :meth:`text` does not write, naming the line.
        """
        try:
            lines = data.decode().splitlines()
        except UnicodeDecodeError as error:
            raise ResultFileError(f"{name}: byte {error.start} is not UTF-8: {_DAMAGED}") from None
        if lines[:1] != [FIRST_LINE]:
            raise ResultFileError(f"{name}:1: {''.join(lines[:1])!r}: expected {FIRST_LINE!r}")
        sheet = cls({}, {}, {})
        kinds: Iterator[tuple[str, ...]] = iter((_HEAD, _POSITIONS, _ROWS))
        kind, titled = next(kinds), True
        for number, line in enumerate(lines[1:], 2):
            if not line:
                kind, titled = next(kinds, ()), False
                continue
            cells = tuple(re.split(r"\s{2,}", line.strip()))
            if not titled and cells == kind:
                titled = True
            elif not titled or not sheet._add(kind, cells):
                raise ResultFileError(f"{name}:{number}: {line!r}: {_DAMAGED}")
        if kind != _ROWS or tuple(sheet.head) != _HEAD or not sheet.rows:
            raise ResultFileError(f"{name}: it ends too early: {_DAMAGED}")
        return sheet

    def _add(self, kind: tuple[str, ...], cells: tuple[str, ...]) -> bool:
        """Takes a line of one of the three kinds; whether it is one, and new."""
        if kind == _ROWS:
            if len(cells) != len(_ROWS) or not re.fullmatch("[0-9]+", cells[2]) or cells[:2] in self.rows:
                return False
            self.rows[cells[0], cells[1]] = Row(int(cells[2]), *cells[3:])
            return cells[1] in self.positions
        known = self.head if kind == _HEAD else self.positions
        if len(cells) != 2 or cells[0] in known or (kind == _HEAD and cells[0] not in _HEAD):
            return False
        known[cells[0]] = cells[1]
        return True


_DAMAGED = "expected what pytest --boyi-update writes; restore the file or write it anew"


def aligned(rows: Iterable[tuple[str, ...]], right: Mapping[int, int] | None = None) -> list[str]:
    """The rows as lines of columns with two spaces between them.

    The columns in ``right`` are pushed to the right and have at least the width given there, so that a number with a
    digit more does not move all lines.

    >>> aligned([("a", "1", "x y"), ("bcd", "20", "z")], right={1: 3})
    ['a      1  x y', 'bcd   20  z']
    """
    table = list(rows)
    least = right or {}
    widths = [max(least.get(column, 0), *map(len, cells)) for column, cells in enumerate(zip(*table, strict=True))]
    lines = []
    for row in table:
        sized = [(cell, widths[column], column in least) for column, cell in enumerate(row)]
        lines.append(
            "  ".join(cell.rjust(width) if push else cell.ljust(width) for cell, width, push in sized).rstrip()
        )
    return lines
