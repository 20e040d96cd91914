"""How a stored or returned score relates to the true one."""

from enum import IntEnum


class Bound(IntEnum):
    """How a score relates to the true score of the position at that depth.

    >>> from boyi import Bound
    >>> Bound.LOWER.name, int(Bound.EXACT)
    ('LOWER', 3)
    """

    NONE = 0
    """No score, only a move."""
    UPPER = 1
    """At most the score: the search failed low."""
    LOWER = 2
    """At least the score: the search failed high."""
    EXACT = 3
    """The score itself."""

    def __repr__(self) -> str:
        return f"Bound.{self.name}"
