"""Named sets of positions that ship with boyi as JSON files: suites to search, and balanced openings for matches."""

import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

from boyi import Position
from boyi.errors import unknown
from boyi.games import game_of

__all__ = ["opening_sets", "openings", "suite", "suite_data", "suites"]

_DATA = resources.files("boyi.lab.position_sets") / "data"


@dataclass(frozen=True)
class Sets:
    """The sets in a folder of ``data``. A set is named by its path in the folder, which begins with the game."""

    folder: str
    """The folder, ``"suites"`` or ``"openings"``."""
    kind: str
    """Name of such a set in error messages, such as ``"suite"``."""

    def names(self) -> list[str]:
        """The names of all sets."""
        return sorted(_names(_DATA / self.folder, ""))

    def read(self, name: str) -> dict[str, Any]:
        """The content of the file of a set.

        Raises:
            OptionError: for an unknown name.
        """
        names = self.names()
        if name not in names:
            raise unknown(self.kind, name, names)
        text = (_DATA / self.folder / f"{name}.json").read_text(encoding="utf-8")
        data: dict[str, Any] = json.loads(text)
        return data

    def positions(self, name: str) -> list[Position]:
        """The positions of a set, always in the same order."""
        data = self.read(name)
        game = game_of(name.partition("/")[0])
        return [game.listed(data, record) for record in data["positions"]]


def _names(folder: Any, prefix: str) -> list[str]:
    names = []
    for item in folder.iterdir():
        if item.name.endswith(".json"):
            names.append(prefix + item.name.removesuffix(".json"))
        elif item.is_dir():
            names += _names(item, f"{prefix}{item.name}/")
    return names


_SUITES, _OPENINGS = Sets("suites", "suite"), Sets("openings", "set of openings")


def suites() -> dict[str, str]:
    """The names of the suites, each with a sentence that describes it.

    >>> from boyi import lab
    >>> [name for name in lab.suites() if name.startswith("xiangqi")]
    ['xiangqi/bench', 'xiangqi/endgame', 'xiangqi/middlegame', 'xiangqi/opening', 'xiangqi/tactical']
    """
    return {name: _SUITES.read(name)["sentence"] for name in _SUITES.names()}


def suite(name: str) -> list[Position]:
    """The positions of a suite, always in the same order.

    Raises:
        OptionError: for an unknown name.

    >>> from boyi import lab
    >>> positions = lab.suite("xiangqi/middlegame")
    >>> len(positions), positions[0].turn
    (24, 'red')
    """
    return _SUITES.positions(name)


def suite_data(name: str) -> dict[str, Any]:
    """The content of the file of a suite: ``sentence``, ``made`` (how), ``source`` and ``positions``.

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
    return _SUITES.read(name)


def opening_sets() -> dict[str, str]:
    """The names of the sets of openings, each with a sentence that describes it.

    >>> from boyi import lab
    >>> list(lab.opening_sets())
    ['connect4', 'gomoku/freestyle', 'gomoku/renju', 'gomoku/standard', 'xiangqi']
    """
    return {name: _OPENINGS.read(name)["sentence"] for name in _OPENINGS.names()}


def openings(name: str) -> list[Position]:
    """The openings of a set, always in the same order, made by :func:`boyi.lab.make_openings`.

    Raises:
        OptionError: for an unknown name.

    >>> from boyi import lab
    >>> first = lab.openings("gomoku/renju")[0]
    >>> first.rule, 3 <= first.ply <= 6
    ('renju', True)
    """
    return _OPENINGS.positions(name)
