"""Readers of game files take time that grows with the size of a file, and no faster."""

import io
import sys

import pytest

from boyi import records
from game_files import FILES


def calls(name: str, size: int) -> int:
    """Number of function calls, in Python and of functions in C, by which a file is read."""
    format, text = FILES[name]
    file, count = io.BytesIO(text(size).encode()), 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        for _ in records.read(file, format=format, bad=lambda _: None):
            pass
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("name", FILES)
def test_four_times_the_file_is_read_by_four_times_the_calls(name: str) -> None:
    calls(name, 4_000)  # imports what is imported on first use
    assert calls(name, 128_000) <= 4.5 * calls(name, 32_000) + 1000


@pytest.mark.parametrize("name", FILES)
def test_a_large_file_is_read(name: str) -> None:
    # What was quadratic would take minutes here.
    format, text = FILES[name]
    for _ in records.read(io.BytesIO(text(400_000).encode()), format=format, bad=lambda _: None):
        pass
