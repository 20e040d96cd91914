"""Many pictures of boards in little space: positions of a game differ in a few signs, and each sign is kept once."""

import re
from collections.abc import Sequence
from typing import Any

from boyi.games import game_of

__all__ = ["SIZE", "Pictures"]

SIZE = 460
"""Width of a board in pixels where the page has room for it."""

_SIGN = re.compile(r"(?=[<M])")
"""Pictures are cut before each element, and before each part of a path that begins with a point of its own."""

_TITLE = re.compile(r"<title>[^<]*</title>")
"""What a picture is called, which differs with the side to move; the page says it in words."""


class Pictures:
    """The pictures of positions, each both ways up, as lists of numbers of signs.

    Args:
        notation: the coordinates at the edge of the boards are those of this notation.
    """

    def __init__(self, notation: str) -> None:
        self._notation = notation
        self._numbers: dict[str, int] = {}
        self._known: dict[str, int] = {}
        self._pictures: list[tuple[list[int], list[int]]] = []

    def add(self, position: Any) -> int:
        """The number of the position's picture."""
        upright = self.svg(position, False)
        if upright not in self._known:
            self._known[upright] = len(self._pictures)
            self._pictures.append((self._signs(upright), self._signs(self.svg(position, True))))
        return self._known[upright]

    def svg(self, position: Any, flipped: bool) -> str:
        """A picture whole."""
        picture = _TITLE.sub("", position.svg(size=SIZE, flipped=flipped))
        return game_of(position).with_coordinates(picture, self._notation, flipped)

    def plain(self) -> dict[str, Any]:
        """Plain data for a script: ``signs``, and two lists of ``pictures``, upright and turned, each a list of numbers
        of signs behind those with which all begin, the empty board, which ``boards`` has as text."""
        signs = list(self._numbers)
        boards, pictures = [], []
        for way in zip(*self._pictures, strict=True):
            shared = _shared(way)
            boards.append("".join(signs[number] for number in way[0][:shared]))
            pictures.append([picture[shared:] for picture in way])
        return {"signs": signs, "boards": boards, "pictures": pictures}

    def _signs(self, picture: str) -> list[int]:
        return [self._numbers.setdefault(sign, len(self._numbers)) for sign in _SIGN.split(picture) if sign]


def _shared(pictures: Sequence[list[int]]) -> int:
    """With how many signs all pictures begin."""
    first, last = min(pictures), max(pictures)
    differ = (at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    return next(differ, min(len(first), len(last)))
