"""Named sets of positions that ship with boyi."""

import json
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Any

from boyi import Position, xiangqi
from boyi.errors import OptionError

__all__ = ["suite", "suite_data", "suites"]

_POSITIONS = {"xiangqi": xiangqi.Position}


def suites() -> dict[str, str]:
    """The names of the suites, each with a sentence that describes it.

    >>> from boyi import lab
    >>> list(lab.suites())
    ['xiangqi/bench', 'xiangqi/endgame', 'xiangqi/middlegame', 'xiangqi/opening', 'xiangqi/tactical']
    """
    return {name: _read(name)["sentence"] for name in _names()}


def suite(name: str) -> list[Position]:
    """The positions of a suite, always in the same order.

    Raises:
        OptionError: for an unknown name.

    >>> from boyi import lab
    >>> positions = lab.suite("xiangqi/middlegame")
    >>> len(positions), positions[0].turn
    (24, 'red')
    """
    return [_POSITIONS[name.partition("/")[0]](record["fen"]) for record in suite_data(name)["positions"]]


def suite_data(name: str) -> dict[str, Any]:
    """What the file of a suite says: ``sentence``, ``made`` (how), ``source`` and ``positions``.

    Every position is a dict with ``id`` and ``fen``; those of ``"xiangqi/tactical"`` have also ``title``, ``mate_in``
    (moves of the side to move), ``exact`` (whether no quicker mate exists) and ``first_moves`` (all that keep the
    claim).

    Raises:
        OptionError: for an unknown name.

    >>> from boyi import lab
    >>> first = lab.suite_data("xiangqi/tactical")["positions"][0]
    >>> first["mate_in"], first["first_moves"]
    (3, ['g7e7'])
    """
    if name not in _names():
        near = get_close_matches(name, _names(), n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(_names())}"
        raise OptionError(f"unknown suite {name!r}: {hint}")
    return _read(name)


@cache
def _names() -> tuple[str, ...]:
    root = resources.files(__name__)
    return tuple(
        sorted(
            f"{game}/{file.name.removesuffix('.json')}"
            for game in _POSITIONS
            for file in (root / game).iterdir()
            if file.name.endswith(".json")
        )
    )


def _read(name: str) -> dict[str, Any]:
    text = (resources.files(__name__) / f"{name}.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data
