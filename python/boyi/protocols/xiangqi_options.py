"""Options of a player of xiangqi by UCI or UCCI: every field of the configuration, and those that protocols name."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from boyi import Config, xiangqi
from boyi.errors import OptionError
from boyi.fields import by_level, field_value
from boyi.games import game_of
from boyi.protocols.lines import MARGIN, quoted
from boyi.run.arguments import MAX_THREADS

__all__ = ["GAME", "MAX_THREADS", "MOST_OVERHEAD", "RULES", "Option", "Options"]

GAME = "xiangqi"
"""The game of the configurations."""

MOST_OVERHEAD = 10_000
"""The largest overhead of a move in milliseconds."""

RULES = game_of(GAME).rules
"""The rules of :class:`boyi.xiangqi.Position` that say how repetitions end."""

SHIPPED = "<shipped>"
"""File of the book that stands for the book that comes with the package."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option that a protocol names."""

    name: str
    """Its name; GUIs may write it in small letters or capitals."""
    kind: str
    """``check``, ``spin``, ``combo``, ``string`` or ``button``."""
    attribute: str = ""
    """The attribute of :class:`Options` that holds its value; empty for a button."""
    values: tuple[Any, ...] = ()
    """The least and the largest value of a spin, or the values of a combo."""


class Options(ABC):
    """The values of all options, how they are listed, and how they are set. What protocols name is left to them."""

    def __init__(self, config: Config) -> None:
        self.config: Config = config
        """The configuration of the search."""
        self.threads = 1
        """Number of threads of a search."""
        self.multipv = 1
        """Number of best lines to show."""
        self.overhead: float = MARGIN
        """Seconds of a move that may be lost on the way to the clock."""
        self.ponder = False
        """The GUI will let us think in the opponent's time; nothing depends on it."""
        self.debug = False
        """Also shows what a search has counted."""
        self.own_book = False
        """Plays from a book where it knows the position."""
        self.rules: str = RULES[0]
        """The rules of the positions that are set up from now on, one of :data:`RULES`."""
        self._book_file = SHIPPED
        self._table_mb: int | None = None
        self._fields: dict[str, dict[str, Any]] = {field["name"]: field for field in by_level(Config.fields())}
        self._fields["evaluation"]["range"] = ("default", "by-hand", *Config.evaluations(GAME))
        self._own = {option.name.lower(): option for option in self.own()}

    # What a protocol says

    @abstractmethod
    def own(self) -> Iterable[Option]:
        """The options that the protocol names, in the order in which they are listed."""

    @abstractmethod
    def line(self, option: Option, value: str) -> str:
        """The line that lists an option."""

    @abstractmethod
    def name_and_value(self, text: str) -> tuple[str, str]:
        """The name and the value in what follows ``setoption``; raises OptionError if there is no name."""

    @abstractmethod
    def command(self, name: str, value: str | None = None) -> str:
        """The command that sets an option, for error messages."""

    # What they share

    def lines(self) -> Iterator[str]:
        """The ``option`` lines, with what is set now as the default."""
        for option in self._own.values():
            yield self.line(option, _shown(getattr(self, option.attribute)) if option.attribute else "")
        for name, field in self._fields.items():
            kind = {"bool": "check", "int": "spin", "str": "combo"}[field["type"]]
            values = () if kind == "check" else tuple(field["range"])
            yield self.line(Option(name, kind, values=values), _shown(getattr(self.config, name)))

    def set(self, text: str) -> str:
        """Carries out what follows ``setoption``, and returns the name of a button that was pressed, or "".

        Raises:
            OptionError: if there is no such option, or the value is out of its range.
        """
        given, value = self.name_and_value(text)
        name = given.lower()
        if name in self._fields:
            self._set_field(name, value)
        elif name not in self._own:
            near = get_close_matches(name, [*self._own, *self._fields], n=1)
            hint = f"did you mean {near[0]!r}?" if near else "the first command lists them all"
            raise OptionError(f"{self.command(quoted(given))}: there is no such option; {hint}")
        elif self._own[name].kind == "button":
            return self._own[name].name
        else:
            option = self._own[name]
            setattr(self, option.attribute, self._read(option, value))
        return ""

    def searcher(self) -> tuple[Config, int, bool, str]:
        """The settings that need a new searcher when they change."""
        return self.config, self.threads, self.own_book, self._book_file

    def book(self) -> xiangqi.Book | None:
        """The book to play from, if one is wanted."""
        if not self.own_book:
            return None
        return xiangqi.Book.shipped() if self._book_file == SHIPPED else xiangqi.Book.load(self._book_file)

    @property
    def hash_mb(self) -> int:
        """Size of the table in MiB. A preset that is chosen later does not change what was set here."""
        return self.config.table_mb

    @hash_mb.setter
    def hash_mb(self, mb: int) -> None:
        self._table_mb = mb
        self.config = self.config.replace(table_mb=mb)

    @property
    def hash_range(self) -> tuple[int, int]:
        """The least and the largest size of a table in MiB."""
        low, high = self._fields["table_mb"]["range"]
        return low, high

    @property
    def overhead_ms(self) -> int:
        """:attr:`overhead` in milliseconds."""
        return round(1000 * self.overhead)

    @overhead_ms.setter
    def overhead_ms(self, milliseconds: int) -> None:
        self.overhead = milliseconds / 1000

    @property
    def book_file(self) -> str:
        """The book: a file of :meth:`boyi.xiangqi.Book.save`, or ``<shipped>``."""
        return self._book_file

    @book_file.setter
    def book_file(self, path: str) -> None:
        # Read at once, so that a bad file is refused now and not when the game begins.
        if path != SHIPPED:
            xiangqi.Book.load(path)
        self._book_file = path

    @property
    def preset(self) -> str:
        """The preset that is set, or the default one if some of its fields are changed."""

        def same(name: str) -> bool:
            return Config.preset(name, GAME).replace(table_mb=self.config.table_mb) == self.config

        return next(filter(same, Config.presets()), "boyi")

    @preset.setter
    def preset(self, name: str) -> None:
        config = Config.preset(name, GAME)
        self.config = config if self._table_mb is None else config.replace(table_mb=self._table_mb)

    def _set_field(self, name: str, value: str) -> None:
        if name == "evaluation":
            self._one_of(name, value, self._fields[name]["range"])
        self.config = self.config.replace(**{name: field_value(name, value)})
        if name == "table_mb":
            self._table_mb = self.config.table_mb

    def _read(self, option: Option, value: str) -> bool | int | str:
        """The value of an option from its text."""
        if option.kind == "check":
            # XBoard's adapter for UCCI says 1 and 0.
            text = {"1": "true", "0": "false"}.get(value, value.lower())
            return self._one_of(option.name, text, ("true", "false")) == "true"
        if option.kind == "combo":
            return self._one_of(option.name, value, option.values)
        if option.kind == "string":
            return value
        low, high = option.values
        try:
            number = int(value)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise OptionError(
                f"{self.command(option.name, quoted(value))}: expected a whole number from {low} to {high}"
            )
        return number

    def _one_of(self, name: str, text: str, values: Iterable[str]) -> str:
        if text not in values:
            raise OptionError(f"{self.command(name, quoted(text))}: expected {' or '.join(values)}")
        return text


def _shown(value: bool | int | str) -> str:
    """A value as it is listed."""
    return str(value).lower() if isinstance(value, bool) else str(value)
