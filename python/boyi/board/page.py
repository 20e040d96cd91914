"""What the page of ``boyi play`` can do beyond the board: sides, levels, clocks, switches, analysis, files."""

import base64
import binascii
import threading
from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO
from itertools import islice
from typing import Any, ClassVar

from boyi import Move, Run, Searcher, records
from boyi.board.clock import CLOCKS, GameClock
from boyi.board.contrast import TREE_DEPTH, Contrast, drawn_tree
from boyi.board.engine import Engine
from boyi.board.play import Play
from boyi.board.scene import Look, move_texts
from boyi.board.session import Session, Tell, Wishes
from boyi.board.settings import settings
from boyi.board.words import say, words
from boyi.errors import OptionError, unknown
from boyi.games import game_of
from boyi.languages import checked_language
from boyi.pieces import checked
from boyi.run import arguments

__all__ = ["MOST_LINES", "Page"]

MOST_LINES = 5
"""Largest number of lines of an analysis."""

_MOST_GAMES = 200
"""Games of a file that are offered; a file with more is read no further."""

_SIZE = 560
"""Width of the board in pixels, where there is room for it."""


class Page(Session):
    """The session of ``boyi play``. Beside the scene it tells pages ``settings``, ``words``, ``contrast``, ``tree``,
    ``games`` (of a file that was opened) and ``file`` (one to save).

    Args:
        position: the game begins with it.
        engine: what plays.
        tell: see :class:`Session`.
    """

    wishes: ClassVar[Wishes] = {
        **Session.wishes,
        "new": lambda page, message: page.new(message["game"], message.get("rule"), message.get("text")),
        "seat": lambda page, message: page.seat(message["sides"]),
        "engine": lambda page, message: page.set_engine(str(message["preset"]), str(message["level"])),
        "switch": lambda page, message: page.switch(message["field"], str(message["value"])),
        "reset": lambda page, _: page.reset(),
        "clock": lambda page, message: page.set_clock(str(message["clock"])),
        "lines": lambda page, message: page.set_lines(message["lines"]),
        "analyse": lambda page, message: page.analyse(bool(message["on"])),
        "stop": lambda page, _: page.analyse(False),
        "contrast": lambda page, _: page.contrast(),
        "tree": lambda page, message: page.tree(message["depth"]),
        "look": lambda page, message: page.set_look(message["language"], message["pieces"]),
        "open": lambda page, message: page.open(message["data"]),
        "choose": lambda page, message: page.choose(message["number"]),
        "save": lambda page, message: page.save(message["format"]),
    }

    def __init__(self, position: Any, engine: Engine, tell: Tell) -> None:
        super().__init__(position, Searcher(engine.config), {}, Look(_SIZE), tell)
        self.engine: Engine = engine
        self.clock: GameClock | None = None
        self.analysing: bool = False
        """Whether the position on the board is searched whenever the engine is not to move."""
        self.lines: int = 1
        self._clock_text = "off"
        self._flag: threading.Timer | None = None
        self._contrast: Contrast | None = None
        self._searched: Any = None
        """The position of the last search, with the configuration."""
        self._opened: list[records.Game] = []
        self.engine_sides: frozenset[str] = frozenset(self._sides[1:])
        self.show_settings()
        self.show()

    @property
    def _sides(self) -> tuple[str, str]:
        return game_of(self.game.start).sides

    # The game

    def new(self, game: object, rule: object = None, text: object = None) -> None:
        """Begins a game: from the start position by a rule, if the game has several, or from a position as text."""
        chosen = game_of(game)
        options: dict[str, Any] = {"rule": rule} if rule and "rule" in chosen.options else {}
        position = chosen.read(str(text), **options) if text else chosen.start(**options)
        self._begin(position)
        with self._lock:
            self._go_on()

    def _begin(self, position: Any) -> None:
        """Puts a game on the board: the one that has led to a position."""
        with self._lock:
            self.stop()
            self.stop_contrast()
            old = self._sides
            flipped = self.game.flipped
            game = position.game
            if game != self.engine.game:
                self.engine = self.engine.of_game(game)
                self._searcher = Searcher(self.engine.config)
                self._tell("contrast", None)
            self._searcher.clear()
            self.game: Play = Play.of(position)
            self.game.flipped = flipped
            # Who played the side that moves first does so in another game too.
            self.engine_sides = frozenset(self._sides[old.index(side)] for side in self.engine_sides)
            self._searched = None
            self._tell("tree", None)
            self._set_clock()
            self.show_settings()

    def seat(self, sides: Any) -> None:
        """Says which sides the engine plays."""
        if not isinstance(sides, list) or not all(side in self._sides for side in sides):
            raise OptionError(f"sides={sides!r:.60}: expected a list of {' and '.join(self._sides)}")
        with self._lock:
            self.stop()
            self.engine_sides = frozenset(sides)
            if len(sides) == 1:
                self.game.flipped = sides[0] == self._sides[0]
            self.show_settings()
            self._go_on()

    def set_engine(self, preset: str, level: str) -> None:
        """Chooses preset and level; another preset begins without turned switches."""
        changes = self.engine.changes if preset == self.engine.preset else {}
        self._use(replace(self.engine, preset=preset, level=level, changes=changes))

    def switch(self, field: str, value: str) -> None:
        """Turns a switch of the engine, and shows what it does to the nodes."""
        self._use(self.engine.switched(field, value))
        self.contrast()

    def reset(self) -> None:
        """Sets all switches as the preset has them."""
        self._use(replace(self.engine, changes={}))
        self.stop_contrast()
        self._tell("contrast", None)

    def _use(self, engine: Engine) -> None:
        with self._lock:
            replying = self._replying
            self.stop()
            if engine.config != self.engine.config:
                self._searcher = Searcher(engine.config)
            self.engine = engine
            self.show_settings()
            self._search_again(replying)

    # Clocks

    def set_clock(self, text: str) -> None:
        """Gives both sides a clock, such as ``"5+5"`` for minutes and seconds, from the position on the board on."""
        GameClock.of(text, self._sides)
        with self._lock:
            self._clock_text = text
            self._set_clock()
            self.show_settings()
            self.show()

    def _set_clock(self) -> None:
        self._drop_flag()
        self.clock = GameClock.of(self._clock_text, self._sides)

    def _drop_flag(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def _time_is_up(self, side: str, ply: int) -> None:
        with self._lock:
            if self.clock is not None and self.clock.running == side and self.game.at == ply:
                self.stop()
                self.clock.pause()
                self.game.lost = side
                self.show()

    # Searches

    def go(self, ply: int) -> None:
        """Shows the position after so many moves of the game, with the times that the clocks showed."""
        with self._lock:
            self._drop_flag()
            self.stop()
            self.game.go(ply)
            if self.clock is not None:
                self.clock.back_to(self.game.at)
            self._think_on()

    def think(self, *, play: bool = False) -> None:
        """Starts a search: of the level, if its move is to be played, else an analysis that goes on."""
        with self._lock:
            self.analysing = self.analysing or not play
            super().think(play=play)
            self.show_settings()

    def analyse(self, on: bool) -> None:
        """Searches the position on the board as long as it is on it, and those that follow; or does so no longer."""
        with self._lock:
            replying = on and self._replying
            self.analysing = on
            self.stop()
            self.show_settings()
            self._search_again(replying)

    def set_lines(self, lines: object) -> None:
        """The number of lines of an analysis."""
        with self._lock:
            self.lines = arguments.whole("lines", lines, MOST_LINES)
            self.show_settings()
            if self.analysing and not self._replying:
                self._think_on()

    @property
    def _replying(self) -> bool:
        """Whether the engine thinks about a move that it will play."""
        return self.game.thinking and self.game.position.turn in self.engine_sides

    def _search_again(self, replying: bool) -> None:
        """Goes on after something was chosen: with the engine's move, if it was thinking about one."""
        if replying:
            self._go_on()
        else:
            self._think_on()

    def _think_on(self) -> None:
        """Shows the position, and searches it if positions are to be analysed."""
        if self.analysing and not self.over:
            super().think()
        else:
            self.show()

    def _go_on(self) -> None:
        if not self.over and self.game.position.turn in self.engine_sides:
            super().think(play=True)
        else:
            self._think_on()

    def _started(self, play: bool) -> Run:
        position = self.game.position
        self._searched = position, self.engine.config
        if not play:
            return self._searcher.start(position, multipv=self.lines)
        limits = self.engine.limits()
        if self.clock is not None:
            limits = limits | {"clock": self.clock.for_engine(position.turn)}
        return self._searcher.start(position, **limits)

    def _played(self, move: Move | str) -> None:
        side = self.game.position.turn
        super()._played(move)
        self._drop_flag()
        if self.clock is None:
            return
        self.clock.moved(side, self.game.at)
        if self.over:
            self.clock.pause()
            return
        turn, ply = self.game.position.turn, self.game.at
        self._flag = threading.Timer(self.clock.left(turn), self._time_is_up, (turn, ply))
        self._flag.daemon = True
        self._flag.start()

    def contrast(self) -> None:
        """Searches the position on the board with the preset and with the switches turned, beside everything else."""
        self.stop_contrast()
        with self._lock:
            if self.over:
                raise OptionError("the game is over: expected a position to search")
            engine, position = self.engine, self.game.position
            running = self._contrast = Contrast(position, engine.before, engine.config)
        self._tell("contrast", {"busy": True})

        def run() -> None:
            found = running.run()
            with self._lock:
                if self._contrast is running:
                    self._tell("contrast", found and self._contrasted(found, engine, position))

        threading.Thread(target=run, daemon=True).start()

    def _contrasted(self, found: dict[str, Any], engine: Engine, position: Any) -> dict[str, Any]:
        """What a contrast has found, with the switches turned, and with moves as the page writes them."""
        changes = [[name, *map(_switch_text, values)] for name, values in engine.before.diff(engine.config).items()]
        for facts in (found["before"], found["after"]):
            facts["move"] = move_texts(position, [facts["move"]], self.look.pieces)[0]
        return found | {"changes": changes}

    def stop_contrast(self) -> None:
        """Ends the searches of a contrast."""
        with self._lock:
            running, self._contrast = self._contrast, None
        if running is not None:
            running.stop()

    def tree(self, depth: object) -> None:
        """Draws the tree of the last search, or of one of the position on the board if there was none."""
        plies = arguments.whole("depth", depth, TREE_DEPTH)
        with self._lock:
            position, config = self._searched or (self.game.position, self.engine.config)
        if position.outcome() is not None:
            raise OptionError("the game is over: expected a position to search")
        self._tell("tree", {"busy": True})
        self._tell("tree", drawn_tree(position, config, plies))

    # Files

    def open(self, data: object) -> None:
        """Reads a game file, given in base64, and puts its first game on the board."""
        try:
            content = base64.b64decode(str(data), validate=True)
        except (binascii.Error, ValueError):
            raise OptionError(f"file {str(data)[:20]!r}: expected its bytes in base64") from None
        bad: list[Exception] = []
        found = list(islice(records.read(BytesIO(content), bad=bad.append), _MOST_GAMES))
        if not found:
            raise bad[0] if bad else OptionError("the file has no game: expected one game or more")
        self._opened = found
        self.choose(0)
        self._tell("games", [f"{number}. {game.players} {game.result}" for number, game in enumerate(found, 1)])

    def choose(self, number: object) -> None:
        """Puts a game of the file that was opened on the board, at its start."""
        if not self._opened:
            raise OptionError(f"game {number!r}: expected a file to be opened before")
        game = self._opened[arguments.whole("number", number, len(self._opened) - 1, 0)]
        with self._lock:
            self._begin(game.final())
            self.engine_sides = frozenset()
            self.show_settings()
            self.go(0)

    def save(self, format: object) -> None:
        """Tells the page the whole game as a file, with who played and the result if the format has room for them."""
        if format not in self._formats():
            raise unknown("format", format, self._formats())
        with self._lock:
            play = self.game
            final = play.start.play_all(play.moves)
            result, players = self._result(final), game_of(final).players
        named = {
            player: f"boyi {self.engine.preset}" if side in self.engine_sides else "?"
            for side, player in zip(self._sides, players, strict=True)
        }
        chosen = records.FORMATS[str(format)]
        notation: str | None = game_of(final).notation_with(self.look.pieces)
        notation = notation if notation in chosen.notations else None
        game = records.Game.from_position(final, headers=named, result=result)
        try:
            text = game.to_text(str(format), notation=notation)
        except OptionError:  # some formats have room for moves only
            text = records.Game.from_position(final).to_text(str(format), notation=notation)
        self._tell("file", {"name": f"boyi-{final.game}{chosen.suffixes[0]}", "text": text})

    def _result(self, final: Any) -> str:
        outcome = final.outcome()
        if outcome is None:
            return "*"
        return {self._sides[0]: "1-0", self._sides[1]: "0-1"}.get(outcome.winner, "1/2-1/2")

    def _formats(self) -> list[str]:
        """The formats in which the game can be saved."""
        return [name for name, each in records.FORMATS.items() if each.game == self.engine.game and each.write]

    # What the page shows

    def set_look(self, language: object, pieces: object) -> None:
        """Chooses the language and how pieces are drawn."""
        with self._lock:
            self.look: Look = replace(self.look, language=checked_language(language), pieces=checked(pieces))
            self.show_settings()
            self.show()

    def scene(self) -> dict[str, Any]:
        """The scene of the board, and the clocks."""
        return super().scene() | {"clock": None if self.clock is None else self.clock.shown()}

    def show_settings(self) -> None:
        """Tells the page what can be chosen, and what is chosen."""
        self._tell("words", words(self.look.language))
        own = {
            "sides": self._own_words(self._sides),
            "engine_sides": sorted(self.engine_sides),
            "clock": self._clock_text,
            "clocks": self._own_words(CLOCKS),
            "lines": self.lines,
            "most_lines": MOST_LINES,
            "analysing": self.analysing,
            "tree_depth": TREE_DEPTH,
            "formats": self._formats(),
        }
        self._tell("settings", settings(self.game.start, self.engine, self.look) | own)

    def _own_words(self, names: Iterable[str]) -> list[list[str]]:
        """Names with what they are called in the page's language."""
        return [[name, say(self.look.language, name)] for name in names]


def _switch_text(value: object) -> str:
    """A field's value as it is shown."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
