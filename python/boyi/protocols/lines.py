"""What players that talk in lines have in common: their input, words about errors, and the time of a move."""

import sys
from collections.abc import Iterator
from io import TextIOWrapper
from typing import TextIO

AUTHOR = "the developers of boyi"

QUICK = 0.005
"""Seconds of a move that should take no time."""

MARGIN = 0.05
"""Seconds that are left over for everything that is not search."""

MOVES_LEFT = 20
"""So many more moves the rest of a game's time should do for."""


def standard_input() -> Iterator[str]:
    """Its lines, unbuffered: a reading thread then holds no lock when the program ends for another reason."""
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as raw:
        for line in raw:
            yield line.decode("utf-8", "replace")


def standard_output() -> TextIO:
    """The output, which writes a ``?`` for a letter that its encoding lacks: an error would end the program."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    return sys.stdout


def quoted(text: str) -> str:
    """A line of the other side on one line of ours, cut short if it is long.

    >>> quoted("TURN \\a 1")
    'TURN ? 1'
    """
    line = "".join(letter if letter.isprintable() else "?" for letter in text.strip())
    return line if len(line) <= 60 else f"{line[:57]}..."


def told(error: Exception) -> str:
    """An error on one line."""
    return " ".join(str(error).split())


def thinking(allowed: float, margin: float = MARGIN) -> float:
    """Seconds to search for, where so many are allowed for a move and ``margin`` of them may be lost on the way.

    >>> thinking(5.0), round(thinking(0.1), 3), thinking(0.0)
    (4.5, 0.05, 0.005)
    """
    return max(min(allowed - margin, 0.9 * allowed), QUICK)
