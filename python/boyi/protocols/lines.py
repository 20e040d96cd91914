"""Shared by the players of all protocols: line input and output, error texts, and time reserved for overhead."""

import sys
from collections.abc import Iterator
from io import TextIOWrapper
from typing import TextIO

AUTHOR = "the developers of boyi"

QUICK = 0.005
"""Seconds that a search takes when the GUI wants a move at once."""

MARGIN = 0.05
"""Seconds of a move that are reserved for everything besides the search."""


def standard_input() -> Iterator[str]:
    """The lines of standard input, unbuffered, so that a reading thread holds no lock when the program ends.

    There are none where the program was started without one, as by ``boyi uci <&-``.
    """
    if sys.stdin is None:
        return
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as raw:
        for line in raw:
            yield line.decode("utf-8", "replace")


def standard_output() -> TextIO:
    """Standard output, which writes ``?`` for a letter that its encoding lacks: an error would end the program."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    return sys.stdout


def quoted(text: str) -> str:
    """A received line in quotes for an error message on one line, cut short if it is long.

    >>> quoted("TURN \\a 1")
    'TURN ? 1'
    """
    line = "".join(letter if letter.isprintable() else "?" for letter in text.strip())
    return line if len(line) <= 60 else f"{line[:57]}..."


def told(error: Exception) -> str:
    """The text of an error on one line."""
    return " ".join(str(error).split())
