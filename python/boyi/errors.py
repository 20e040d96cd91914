"""The errors of boyi. Everything the package raises on purpose is a :class:`BoyiError`."""

import errno
from difflib import get_close_matches
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterable


class BoyiError(Exception):
    """Base of every error of boyi."""


class PositionError(BoyiError, ValueError):
    """A position text or array that cannot be read, or an impossible position."""


class MoveTextError(BoyiError, ValueError):
    """A move text that cannot be read."""


class IllegalMoveError(BoyiError, ValueError):
    """A move that the rules do not allow in this position."""


class OptionError(BoyiError, ValueError):
    """An unknown name, or a value, size or depth outside its range."""


class OptionTypeError(OptionError, TypeError):
    """A value of a type that an option does not take, such as ``killers=1.0``."""


class GameMismatchError(BoyiError, ValueError):
    """Things of different games, or a table of another search, put together."""


class TableFileError(BoyiError, ValueError):
    """A file that is not a saved table, or a damaged one."""


class BookFileError(BoyiError, ValueError):
    """A file that is not a saved opening book, or a damaged one."""


class NetworkFileError(BoyiError, ValueError):
    """A file that is not a saved network of the game, or a damaged one."""


class EvaluationFileError(BoyiError, ValueError):
    """A file that does not hold weights of :class:`boyi.xiangqi.Classic`."""


class RecordError(BoyiError, ValueError):
    """A game record that cannot be read: ``reason``, and where it stands, as far as it is known: ``path`` of the file,
    ``number`` of the game and ``line``, both counted from 1.

    >>> print(RecordError("unreadable move", path="a.pgn", number=3, line=40))
    a.pgn, game 3, line 40: unreadable move
    """

    def __init__(
        self, reason: str, *, path: str | None = None, number: int | None = None, line: int | None = None
    ) -> None:
        self.reason: str = reason
        self.path: str | None = path
        self.number: int | None = number
        self.line: int | None = line
        super().__init__(reason)

    def __str__(self) -> str:
        place = [self.path, self.number and f"game {self.number}", self.line and f"line {self.line}"]
        told = ", ".join(str(part) for part in place if part)
        return f"{told}: {self.reason}" if told else self.reason


class MissingFileError(BoyiError, FileNotFoundError):
    """A file that is not there: ``filename``, and in ``strerror`` what it should hold."""

    @classmethod
    def of(cls, path: object, expected: str) -> Self:
        """The error of a path that should hold what is ``expected``, such as "a saved table"."""
        return cls(errno.ENOENT, f"no such file, expected {expected}", str(path))


class SearcherBusyError(BoyiError, RuntimeError):
    """Two searches at once on one Searcher."""


class ForkError(BoyiError, RuntimeError):
    """The result of a search asked for in a forked child, while the search goes on in the parent only."""


class InternalError(BoyiError, RuntimeError):
    """A defect of boyi itself; please report it."""


class WorkerError(BoyiError, RuntimeError):
    """A worker process of an executor that runs another boyi than the experiment whose work it got."""


class MissingExtraError(BoyiError, ImportError):
    """A package is missing that one of boyi's extras installs."""


class ResultFileError(BoyiError, ValueError):
    """A file that does not hold the results expected of it: of something else, of another experiment, or damaged."""


def unknown(what: str, name: object, known: "Iterable[str]") -> OptionError:
    """The error for a name that does not exist; ``what`` is the kind of thing that is named.

    >>> print(unknown("game", "gomku", ["xiangqi", "gomoku"]))
    game 'gomku': expected one of ['xiangqi', 'gomoku']; did you mean 'gomoku'?
    """
    names = list(known)
    near = get_close_matches(str(name), names, n=1)
    return OptionError(f"{what} {name!r}: expected one of {names}" + (f"; did you mean {near[0]!r}?" if near else ""))
