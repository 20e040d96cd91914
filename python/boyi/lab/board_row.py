"""Several boards beside one another, for notebooks."""

from collections.abc import Iterable, Sequence
from typing import Any

from boyi.errors import OptionError
from boyi.markup import Markup, element
from boyi.run import arguments

__all__ = ["Boards", "boards"]


class Boards:
    """Boards with captions, in rows that are as long as the page is wide; made by :func:`boyi.lab.boards`."""

    def __init__(self, positions: Sequence[Any], captions: Sequence[str], size: int) -> None:
        self._positions, self._captions, self._size = positions, captions, size

    def __repr__(self) -> str:
        return "\n".join(
            f"{caption}: {position!r}" for position, caption in zip(self._positions, self._captions, strict=True)
        )

    def _repr_html_(self) -> str:
        shown = (
            element("figure", element("figcaption", caption), Markup(position.svg(size=self._size)), style="margin:0")
            for position, caption in zip(self._positions, self._captions, strict=True)
        )
        return element("div", *shown, style="display:flex;flex-wrap:wrap;gap:12px")


def boards(positions: Iterable[Any], captions: Iterable[object] = (), *, size: int = 300) -> Boards:
    """Shows several positions beside one another in a notebook.

    Args:
        positions: the positions.
        captions: a text above each board; none: the number of plies played.
        size: width of a board in pixels, 1 or more.

    Raises:
        OptionError: if there are captions, and not as many as positions, or for a bad size.

    >>> import boyi
    >>> from boyi import lab
    >>> start = boyi.gomoku.Position()
    >>> lab.boards([start, start.play("h8")], ["before", "after"])
    before: Position("")
    after: Position("h8")
    """
    shown = list(positions)
    texts = [str(caption) for caption in captions] or [f"ply {position.ply}" for position in shown]
    if len(texts) != len(shown):
        raise OptionError(f"captions: {len(texts)} for {len(shown)} positions, expected one for each, or none")
    return Boards(shown, texts, arguments.whole("size", size, 10_000))
