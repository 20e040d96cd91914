"""Several boards beside one another, for notebooks."""

from collections.abc import Iterable, Sequence
from typing import Any

from boyi.errors import OptionError
from boyi.games import game_of
from boyi.markup import Markup, element
from boyi.picture_row import beside
from boyi.pieces import checked
from boyi.run import arguments

__all__ = ["Boards", "boards"]


class Boards:
    """Boards with captions, in rows that are as long as the page is wide; made by :func:`boyi.lab.boards`."""

    def __init__(self, positions: Sequence[Any], captions: Sequence[str], size: int, pieces: str | None) -> None:
        self._positions, self._captions, self._size, self._pieces = positions, captions, size, pieces

    def __repr__(self) -> str:
        return "\n".join(
            f"{caption}: {position!r}" for position, caption in zip(self._positions, self._captions, strict=True)
        )

    def _repr_html_(self) -> str:
        shown = (
            element("figure", element("figcaption", caption), Markup(picture), style="margin:0")
            for picture, caption in zip(self._pictures(), self._captions, strict=True)
        )
        return element("div", *shown, style="display:flex;flex-wrap:wrap;gap:12px")

    def _repr_svg_(self) -> str | None:
        return beside(self._pictures(), self._captions, self._size) if self._positions else None

    def _pictures(self) -> list[str]:
        return [game_of(each).picture(each, size=self._size, pieces=self._pieces) for each in self._positions]


def boards(
    positions: Iterable[Any], captions: Iterable[object] = (), *, size: int = 300, pieces: str | None = None
) -> Boards:
    """Shows several positions beside one another in a notebook.

    Args:
        positions: the positions.
        captions: a text above each board; none: the number of plies played.
        size: width of a board in pixels, 1 or more.
        pieces: what stands on xiangqi's pieces: ``"characters"`` or ``"letters"``; None: what :func:`boyi.set_pieces`
            says.

    Raises:
        OptionError: if there are captions, and not as many as positions, or for a bad size or other pieces.

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
    chosen = None if pieces is None else checked(pieces)
    return Boards(shown, texts, arguments.whole("size", size, 10_000), chosen)
