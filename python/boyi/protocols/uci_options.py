"""The options of the UCI player: what a GUI can set: every field of the configuration, and a few more."""

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Any

from boyi import Config, xiangqi
from boyi.errors import OptionError
from boyi.fields import field_value
from boyi.protocols.lines import MARGIN, quoted
from boyi.run.arguments import MAX_THREADS

MOST_LINES = 500
"""Largest value of ``MultiPV``, as of ``multipv`` of :meth:`boyi.Searcher.search`."""

MOST_OVERHEAD = 10_000
"""The largest ``Move Overhead`` in milliseconds."""

RANKS = {"0-9": "uci", "1-10": "uci10"}
"""The notation of moves, by the numbers of the first and the last rank."""

SHIPPED = "<shipped>"
"""Value of ``BookFile`` that stands for the book that comes with the package."""

CLEAR_HASH = "clear hash"
"""The option ``Clear Hash``, a button, in small letters."""

_GAME = "xiangqi"


class Options:
    """The options of the UCI player: their values, how they are listed, and how they are set.

    >>> options = Options(Config.preset("boyi"))
    >>> options.set("name null_move value false"), options.set("name Hash value 64")
    ('null_move', 'hash')
    >>> options.config.null_move, options.config.table_mb
    (False, 64)
    """

    def __init__(self, config: Config) -> None:
        self.config = config
        """The configuration of the search."""
        self.threads = 1
        """Number of threads of a search (``Threads``)."""
        self.multipv = 1
        """Number of best lines to show (``MultiPV``)."""
        self.overhead = MARGIN
        """Seconds of a move that may be lost on the way to the clock."""
        self.ponder = False
        """The GUI will let us think in the opponent's time; nothing depends on it."""
        self.own_book = False
        """Plays from a book where it knows the position."""
        self.book_file = SHIPPED
        """The book: a file of :meth:`boyi.xiangqi.Book.save`, or :data:`SHIPPED`."""
        self.ranks = next(iter(RANKS))
        """How ranks are counted, a key of :data:`RANKS`."""
        self._fields = {field["name"]: field for field in Config.fields()}
        self._fields["evaluation"]["range"] = ("default", *Config.evaluations(_GAME))
        self._table_mb: int | None = None
        self._setters: dict[str, Callable[[str], None]] = {
            "hash": self._set_hash,
            "threads": self._set_threads,
            "multipv": self._set_multipv,
            "move overhead": self._set_overhead,
            "ponder": self._set_ponder,
            "ownbook": self._set_own_book,
            "bookfile": self._set_book_file,
            "preset": self._set_preset,
            "ranks": self._set_ranks,
            "uci_variant": self._set_variant,
        }

    def lines(self) -> Iterator[str]:
        """The ``option`` lines, with what is set now as the default."""
        yield _spin("Hash", self.config.table_mb, *self._fields["table_mb"]["range"])
        yield "option name Clear Hash type button"
        yield _spin("Threads", self.threads, 1, MAX_THREADS)
        yield _spin("MultiPV", self.multipv, 1, MOST_LINES)
        yield _spin("Move Overhead", round(1000 * self.overhead), 0, MOST_OVERHEAD)
        yield f"option name Ponder type check default {str(self.ponder).lower()}"
        yield f"option name OwnBook type check default {str(self.own_book).lower()}"
        yield f"option name BookFile type string default {self.book_file}"
        yield _combo("Preset", self._preset(), Config.presets())
        yield _combo("Ranks", self.ranks, RANKS)
        yield _combo("UCI_Variant", _GAME, [_GAME])
        for name, field in self._fields.items():
            value = getattr(self.config, name)
            if field["type"] == "bool":
                yield f"option name {name} type check default {str(value).lower()}"
            elif field["type"] == "int":
                yield _spin(name, value, *field["range"])
            else:
                yield _combo(name, value, field["range"])

    def set(self, text: str) -> str:
        """Carries out what follows ``setoption``, and returns the option's name in small letters.

        Raises:
            OptionError: if there is no such option, or the value is out of its range.
        """
        found = re.fullmatch(r"name\s+(.+?)(?:\s+value(?:\s+(.*))?)?", text.strip(), re.IGNORECASE)
        if found is None:
            raise OptionError(f"setoption {quoted(text)}: expected name NAME value VALUE")
        name, value = " ".join(found[1].lower().split()), (found[2] or "").strip()
        if name == CLEAR_HASH:
            return name
        if name in self._setters:
            self._setters[name](value)
        elif name in self._fields:
            if name == "evaluation":
                _one_of(name, value, self._fields[name]["range"])
            self.config = self.config.replace(**{name: field_value(name, value)})
            if name == "table_mb":
                self._table_mb = self.config.table_mb
        else:
            near = get_close_matches(name, [*self._setters, CLEAR_HASH, *self._fields], n=1)
            hint = f"did you mean {near[0]!r}?" if near else "'uci' lists them all"
            raise OptionError(f"setoption name {quoted(found[1])}: there is no such option; {hint}")
        return name

    def _preset(self) -> str:
        """The preset that is set, or the default one if some of its fields are changed."""

        def same(name: str) -> bool:
            return Config.preset(name, _GAME).replace(table_mb=self.config.table_mb) == self.config

        return next(filter(same, Config.presets()), "boyi")

    def _set_hash(self, value: str) -> None:
        low, high = self._fields["table_mb"]["range"]
        self._table_mb = _whole("Hash", value, low, high)
        self.config = self.config.replace(table_mb=self._table_mb)

    def _set_threads(self, value: str) -> None:
        self.threads = _whole("Threads", value, 1, MAX_THREADS)

    def _set_multipv(self, value: str) -> None:
        self.multipv = _whole("MultiPV", value, 1, MOST_LINES)

    def _set_overhead(self, value: str) -> None:
        self.overhead = _whole("Move Overhead", value, 0, MOST_OVERHEAD) / 1000

    def _set_ponder(self, value: str) -> None:
        self.ponder = _one_of("Ponder", value.lower(), ["true", "false"]) == "true"

    def searcher(self) -> tuple[Config, int, bool, str]:
        """The settings that need a new searcher when they change."""
        return self.config, self.threads, self.own_book, self.book_file

    def book(self) -> xiangqi.Book | None:
        """The book to play from, if one is wanted."""
        if not self.own_book:
            return None
        return xiangqi.Book.shipped() if self.book_file == SHIPPED else xiangqi.Book.load(self.book_file)

    def _set_own_book(self, value: str) -> None:
        self.own_book = _one_of("OwnBook", value.lower(), ["true", "false"]) == "true"

    def _set_book_file(self, value: str) -> None:
        """Reads the book at once, so that a bad file is refused now and not when the game begins."""
        if value != SHIPPED:
            xiangqi.Book.load(value)
        self.book_file = value

    def _set_preset(self, value: str) -> None:
        """All fields become the preset's, but the size of the table stays what it was set to."""
        config = Config.preset(value, _GAME)
        self.config = config if self._table_mb is None else config.replace(table_mb=self._table_mb)

    def _set_ranks(self, value: str) -> None:
        self.ranks = _one_of("Ranks", value, RANKS)

    def _set_variant(self, value: str) -> None:
        """A GUI that names the variant speaks as with Fairy-Stockfish, which counts ranks from 1."""
        _one_of("UCI_Variant", value, [_GAME])
        self.ranks = "1-10"


def _spin(name: str, value: int, low: int, high: int) -> str:
    return f"option name {name} type spin default {value} min {low} max {high}"


def _combo(name: str, value: str, values: Any) -> str:
    return f"option name {name} type combo default {value} " + " ".join(f"var {each}" for each in values)


def _whole(name: str, text: str, low: int, high: int) -> int:
    try:
        number = int(text)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise OptionError(f"setoption name {name} value {quoted(text)}: expected a whole number from {low} to {high}")
    return number


def _one_of(name: str, text: str, values: Any) -> str:
    if text not in values:
        raise OptionError(f"setoption name {name} value {quoted(text)}: expected {' or '.join(values)}")
    return text
