"""Small tables as text and as HTML."""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from html import escape

Rows = Sequence[Sequence[str]]

_LETTERS = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


class Shown(ABC):
    """What people see as tables, as text in a terminal and as HTML in a notebook."""

    @abstractmethod
    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """The tables in order: a caption, the header and the rows of each."""

    def __str__(self) -> str:
        return "\n\n".join(f"{caption}\n\n{text_table(header, rows)}" for caption, header, rows in self.tables())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return "".join(f"<p>{escape(caption)}</p>{html_table(header, rows)}" for caption, header, rows in self.tables())


def text_table(header: Sequence[str], rows: Rows) -> str:
    """Columns under their names, the first to the left and the others to the right.

    >>> print(text_table(["name", "nodes"], [["a", "10"], ["bc", "9"]]))
    name  nodes
    a        10
    bc        9
    """
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    lines = []
    for row in (header, *rows):
        first, *others = (
            cell.rjust(width) if number else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join([first, *others]).rstrip())
    return "\n".join(lines)


def html_table(header: Sequence[str], rows: Rows) -> str:
    """The same as an HTML table, which the page may style."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def short(value: float, digits: int = 3) -> str:
    """A number with that many leading digits, and k, M or G for thousands, millions, thousand millions; "-" for NaN.

    >>> [short(value) for value in (0, 0.01234, 7, 999.6, 123456, 2.5e9)]
    ['0', '0.0123', '7.00', '1.00k', '123k', '2.50G']
    """
    if math.isnan(value) or value == 0:
        return "-" if value else "0"
    factor, letter = next((pair for pair in _LETTERS if abs(value) >= 0.9995 * pair[0]), (1.0, ""))
    magnitude = math.floor(math.log10(abs(value / factor)) + 1e-3)
    return f"{value / factor:.{max(0, digits - 1 - magnitude)}f}{letter}"
