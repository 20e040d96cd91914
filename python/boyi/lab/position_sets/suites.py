"""Named sets of positions that ship with boyi."""

from typing import Any

from boyi import Position
from boyi.lab.position_sets.sets import Sets

__all__ = ["suite", "suite_data", "suites"]

_SETS = Sets("suites", "suite")


def suites() -> dict[str, str]:
    """The names of the suites, each with a sentence that describes it.

    >>> from boyi import lab
    >>> [name for name in lab.suites() if name.startswith("xiangqi")]
    ['xiangqi/bench', 'xiangqi/endgame', 'xiangqi/middlegame', 'xiangqi/opening', 'xiangqi/tactical']
    """
    return {name: _SETS.read(name)["sentence"] for name in _SETS.names()}


def suite(name: str) -> list[Position]:
    """The positions of a suite, always in the same order.

    Raises:
        OptionError: for an unknown name.

    >>> from boyi import lab
    >>> positions = lab.suite("xiangqi/middlegame")
    >>> len(positions), positions[0].turn
    (24, 'red')
    """
    return _SETS.positions(name)


def suite_data(name: str) -> dict[str, Any]:
    """What the file of a suite says: ``sentence``, ``made`` (how), ``source`` and ``positions``.

    Every position is a dict with ``id`` and ``fen``, or in gomoku ``moves``, on a board of ``size`` and by the ``rule``
    that stand beside ``positions``; those of ``"xiangqi/tactical"`` have also ``title``, ``mate_in``
    (moves of the side to move), ``exact`` (whether no quicker mate exists) and ``first_moves`` (all that keep the
    claim).

    Raises:
        OptionError: for an unknown name.

    >>> from boyi import lab
    >>> first = lab.suite_data("xiangqi/tactical")["positions"][0]
    >>> first["mate_in"], first["first_moves"]
    (3, ['g7e7'])
    """
    return _SETS.read(name)
