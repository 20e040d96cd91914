"""Named sets of balanced openings that ship with boyi, for matches."""

from boyi import Position
from boyi.lab.position_sets.sets import Sets

__all__ = ["opening_sets", "openings"]

_SETS = Sets("openings", "set of openings")


def opening_sets() -> dict[str, str]:
    """The names of the sets of openings, each with a sentence that describes it.

    >>> from boyi import lab
    >>> list(lab.opening_sets())
    ['connect4', 'gomoku/freestyle', 'gomoku/renju', 'gomoku/standard', 'xiangqi']
    """
    return {name: _SETS.read(name)["sentence"] for name in _SETS.names()}


def openings(name: str) -> list[Position]:
    """The openings of a set, always in the same order, made by :func:`boyi.lab.make_openings`.

    Raises:
        OptionError: for an unknown name.

    >>> from boyi import lab
    >>> first = lab.openings("gomoku/renju")[0]
    >>> first.rule, 3 <= first.ply <= 6
    ('renju', True)
    """
    return _SETS.positions(name)
