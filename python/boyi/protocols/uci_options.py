"""The options of the UCI player: those that UCI names, and how ``setoption`` is written."""

import re
from collections.abc import Iterator

from boyi import Config
from boyi.errors import OptionError
from boyi.protocols.lines import quoted
from boyi.protocols.xiangqi_options import GAME, MAX_THREADS, MOST_OVERHEAD, RULES, Option, Options

__all__ = ["RANKS", "UciOptions"]

MOST_LINES = 500
"""Largest value of ``MultiPV``, as of ``multipv`` of :meth:`boyi.Searcher.search`."""

RANKS = {"0-9": "uci", "1-10": "uci10"}
"""The notation of moves, by the numbers of the first and the last rank."""


class UciOptions(Options):
    """The options of the UCI player.

    >>> options = UciOptions(Config.preset("boyi"))
    >>> options.set("name null_move value false"), options.set("name Hash value 64"), options.set("name clear hash")
    ('', '', 'Clear Hash')
    >>> options.config.null_move, options.config.table_mb
    (False, 64)
    """

    def __init__(self, config: Config) -> None:
        self.ranks: str = next(iter(RANKS))
        """How ranks are counted, a key of :data:`RANKS`."""
        self.show_wdl = False
        """Scores are followed by the expected wins, draws and losses."""
        super().__init__(config)

    @property
    def variant(self) -> str:
        """The game. A GUI that names it speaks as with Fairy-Stockfish, which counts ranks from 1."""
        return GAME

    @variant.setter
    def variant(self, _: str) -> None:
        self.ranks = "1-10"

    def own(self) -> Iterator[Option]:
        """The options that UCI or its GUIs know, and :attr:`preset`, :attr:`rules` and :attr:`ranks`."""
        yield Option("Hash", "spin", "hash_mb", self.hash_range)
        yield Option("Clear Hash", "button")
        yield Option("Threads", "spin", "threads", (1, MAX_THREADS))
        yield Option("MultiPV", "spin", "multipv", (1, MOST_LINES))
        yield Option("Move Overhead", "spin", "overhead_ms", (0, MOST_OVERHEAD))
        yield Option("Ponder", "check", "ponder")
        yield Option("OwnBook", "check", "own_book")
        yield Option("BookFile", "string", "book_file")
        yield Option("Preset", "combo", "preset", tuple(Config.presets()))
        yield Option("Rules", "combo", "rules", RULES)
        yield Option("Ranks", "combo", "ranks", tuple(RANKS))
        yield Option("UCI_ShowWDL", "check", "show_wdl")
        yield Option("UCI_Variant", "combo", "variant", (GAME,))

    def line(self, option: Option, value: str) -> str:
        """``option name NAME type KIND default VALUE`` and the range."""
        words = [f"option name {option.name} type {option.kind}"]
        if option.kind != "button":
            words.append(f"default {value}")
        if option.kind == "spin":
            low, high = option.values
            words.append(f"min {low} max {high}")
        elif option.kind == "combo":
            words += [f"var {each}" for each in option.values]
        return " ".join(words)

    def name_and_value(self, text: str) -> tuple[str, str]:
        """Reads ``name NAME value VALUE``."""
        found = re.fullmatch(r"name\s+(.+?)(?:\s+value(?:\s+(.*))?)?", text.strip(), re.IGNORECASE)
        if found is None:
            raise OptionError(f"setoption {quoted(text)}: expected name NAME value VALUE")
        return " ".join(found[1].split()), (found[2] or "").strip()

    def command(self, name: str, value: str | None = None) -> str:
        """``setoption name NAME value VALUE``."""
        return f"setoption name {name}" + ("" if value is None else f" value {value}")
