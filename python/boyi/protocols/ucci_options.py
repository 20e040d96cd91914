"""The options of the UCCI player: those that UCCI names, and how ``setoption`` is written."""

from collections.abc import Iterator

from boyi import Config
from boyi.errors import OptionError
from boyi.protocols.lines import quoted
from boyi.protocols.xiangqi_options import MAX_THREADS, MOST_OVERHEAD, RULES, Option, Options

__all__ = ["UcciOptions"]


class UcciOptions(Options):
    """The options of the UCCI player.

    >>> options = UcciOptions(Config.preset("boyi"))
    >>> options.set("usemillisec true"), options.set("hashsize 64"), options.set("newgame")
    ('', '', 'newgame')
    >>> options.milliseconds, options.config.table_mb
    (True, 64)
    """

    def __init__(self, config: Config) -> None:
        self.milliseconds = False
        """Times of ``go`` are milliseconds and not seconds."""
        self.batch = False
        """Reads no further line before the best move is written."""
        super().__init__(config)

    def own(self) -> Iterator[Option]:
        """The options that UCCI knows, and the threads, :attr:`preset`, :attr:`rules` and the overhead in ms."""
        yield Option("usemillisec", "check", "milliseconds")
        yield Option("batch", "check", "batch")
        yield Option("debug", "check", "debug")
        yield Option("ponder", "check", "ponder")
        yield Option("usebook", "check", "own_book")
        yield Option("bookfiles", "string", "book_file")
        yield Option("hashsize", "spin", "hash_mb", self.hash_range)
        yield Option("threads", "spin", "threads", (1, MAX_THREADS))
        yield Option("overhead", "spin", "overhead_ms", (0, MOST_OVERHEAD))
        yield Option("newgame", "button")
        yield Option("preset", "combo", "preset", tuple(Config.presets()))
        yield Option("rules", "combo", "rules", RULES)

    def line(self, option: Option, value: str) -> str:
        """``option NAME type KIND``, the range, and ``default VALUE``."""
        words = [f"option {option.name} type {option.kind}"]
        if option.kind == "spin":
            low, high = option.values
            words.append(f"min {low} max {high}")
        elif option.kind == "combo":
            words += [f"var {each}" for each in option.values]
        if option.kind != "button":
            words.append(f"default {value}")
        return " ".join(words)

    def name_and_value(self, text: str) -> tuple[str, str]:
        """Reads ``NAME VALUE``."""
        name, _, value = text.strip().partition(" ")
        if not name:
            raise OptionError(f"setoption {quoted(text)}: expected NAME VALUE")
        return name, value.strip()

    def command(self, name: str, value: str | None = None) -> str:
        """``setoption NAME VALUE``."""
        return f"setoption {name}" + ("" if value is None else f" {value}")
