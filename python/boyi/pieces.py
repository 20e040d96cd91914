"""What stands on drawn pieces that have Chinese characters: those, or letters; the choice of a program or a user.

>>> import boyi
>>> from boyi.pieces import drawn
>>> with boyi.set_pieces("letters"):
...     drawn()
'letters'
>>> drawn()
'characters'
"""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar

from boyi.errors import unknown

__all__ = ["PIECES", "checked", "drawn", "drawn_as", "set_pieces"]

PIECES = ("characters", "letters")
"""What can stand on pieces, the usual one first."""

_VARIABLE = "BOYI_PIECES"
"""The environment variable by which a user chooses for all programs."""

_here: ContextVar[str | None] = ContextVar("pieces", default=None)
"""What :func:`drawn_as` has chosen, for the thread that has called it alone."""

_chosen: str | None = None
"""What :func:`set_pieces` has chosen."""


class _Before:
    """What stood on pieces before; as the context manager of a ``with`` it comes back at the end."""

    def __init__(self, before: str | None) -> None:
        self._before = before

    def __enter__(self) -> None:
        """Nothing: the choice has been made."""

    def __exit__(self, *_error: object) -> None:
        """Takes the choice back."""
        global _chosen
        _chosen = self._before


def set_pieces(pieces: str) -> AbstractContextManager[None]:
    """Chooses what stands on xiangqi's pieces wherever boyi draws a board: pictures of positions, games and results.

    Moves that are written beside a board for people follow: in Chinese notation beside characters, in WXF beside
    letters. Games whose pieces have no characters are drawn as ever. Without a call the environment variable
    ``BOYI_PIECES`` chooses.

    Args:
        pieces: ``"characters"``, the default, or ``"letters"``: K king, A advisor, E elephant, H horse, R chariot,
            C cannon, P pawn.

    Returns:
        A context manager: ``with boyi.set_pieces("letters"):`` holds for what is drawn inside.

    Raises:
        OptionError: for anything else.

    >>> import boyi
    >>> with boyi.set_pieces("letters"):
    ...     picture = boyi.xiangqi.Position().svg()
    >>> "帥" in picture, "帥" in boyi.xiangqi.Position().svg()
    (False, True)
    """
    global _chosen
    before, _chosen = _Before(_chosen), checked(pieces)
    return before


@contextmanager
def drawn_as(pieces: str | None) -> Iterator[None]:
    """Chooses for what this thread draws inside a ``with``, whatever :func:`set_pieces` says; None chooses nothing.

    Raises:
        OptionError: for what is none of :data:`PIECES`.
    """
    if pieces is None:
        yield
        return
    token = _here.set(checked(pieces))
    try:
        yield
    finally:
        _here.reset(token)


def drawn() -> str:
    """What stands on pieces here and now: one of :data:`PIECES`.

    Raises:
        OptionError: if the environment variable holds anything else.
    """
    return _here.get() or _chosen or checked(os.environ.get(_VARIABLE) or PIECES[0], _VARIABLE)


def checked(pieces: object, name: str = "pieces") -> str:
    """One of :data:`PIECES`.

    Raises:
        OptionError: for anything else, by the name of what holds it.
    """
    if not isinstance(pieces, str) or pieces not in PIECES:
        raise unknown(name, pieces, PIECES)
    return pieces
