"""Small tables as text and as HTML."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from boyi import html
from boyi.lab.stats import Interval
from boyi.markup import element, joined

Rows = Sequence[Sequence[str]]

_LETTERS = ((1e9, "G"), (1e6, "M"), (1e3, "k"))

UNDECIDED = "undecided"
"""Printed instead of an interval where the sample is too small or has no spread."""

UNREPEATED_MARK = "*"
"""Stands after the name of a configuration whose searches another run does not repeat."""

OPEN_MARK = "?"
"""Printed after an interval that includes the value of no difference."""

MOST_DIGITS = 17
"""Digits that tell any two numbers apart."""


class Shown(ABC):
    """Base of results that print as tables: as text in a terminal, as HTML in a notebook."""

    @abstractmethod
    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """The tables in order: a caption, the header and the rows of each."""

    def __str__(self) -> str:
        return "\n\n".join(f"{caption}\n\n{text_table(header, rows)}" for caption, header, rows in self.tables())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return joined(
            *(joined(element("p", caption), html.table(header, rows)) for caption, header, rows in self.tables())
        )


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


def short(value: float, digits: int = 3) -> str:
    """A number with that many leading digits, and k, M or G for thousands, millions, thousand millions; "-" for NaN.

    >>> [short(value) for value in (0, 0.01234, 7, 999.6, 123456, 2.5e9, float("-inf"))]
    ['0', '0.0123', '7.00', '1.00k', '123k', '2.50G', '-∞']
    """
    if math.isnan(value) or value == 0:
        return "-" if value else "0"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    factor, letter = next((pair for pair in _LETTERS if abs(value) >= 0.9995 * pair[0]), (1.0, ""))
    magnitude = math.floor(math.log10(abs(value / factor)) + 1e-3)
    return f"{value / factor:.{max(0, digits - 1 - magnitude)}f}{letter}"


def signed(value: float, digits: int = 1) -> str:
    """A number with its sign and that many decimals.

    >>> signed(12.345), signed(-3, 0), signed(float("inf"))
    ('+12.3', '-3', '+∞')
    """
    return f"{value:+.{digits}f}".replace("inf", "∞")


def beside(value: float, neutral: float, write: Callable[[float, int], str] = short, digits: int = 3) -> str:
    """A number with as many digits as it takes to see on which side of another one it lies.

    >>> beside(1.0417, 1), beside(0.99986, 1), beside(1, 1), beside(-0.04, 0, signed, 1)
    ('1.04', '0.9999', '1.00', '-0.04')
    """
    while digits < MOST_DIGITS and _side(_read(write(value, digits)), neutral) != _side(value, neutral):
        digits += 1
    return write(value, digits)


def estimate(
    interval: Interval,
    neutral: float | None = None,
    write: Callable[[float, int], str] = short,
    digits: int = 3,
) -> str:
    """An estimate with its interval as a table shows it; "-" if there is none.

    Where a value stands for "no difference", an interval that includes it is followed by a question mark, and the ends
    have digits enough to see which side of it they lie.

    >>> from boyi.lab import Interval
    >>> estimate(Interval(1.2, 1.0417, 1.4), 1), estimate(Interval(1.02, 0.97, 1.0712), 1)
    ('1.20 [1.04, 1.40]', '1.02 [0.970, 1.07] ?')
    >>> estimate(Interval(0.99987, 0.9998, 0.99995), 1), estimate(Interval(2.0, float("nan"), float("nan")))
    ('0.9999 [0.9998, 0.99995]', '2.00 undecided')
    """
    if math.isnan(interval.value):
        return "-"
    value, low, high = (
        write(end, digits) if neutral is None else beside(end, neutral, write, digits) for end in interval
    )
    if interval.undecided:
        return f"{value} {UNDECIDED}"
    mark = f" {OPEN_MARK}" if neutral is not None and interval.includes(neutral) else ""
    return f"{value} [{low}, {high}]{mark}"


def _side(value: float, neutral: float) -> int:
    return (value > neutral) - (value < neutral)


def _read(text: str) -> float:
    """The number that :func:`short` or :func:`signed` has written."""
    digits, factor = text.replace("∞", "inf"), 1.0
    for size, letter in _LETTERS:
        if digits.endswith(letter):
            digits, factor = digits[:-1], size
    return math.nan if digits == "-" else float(digits) * factor
