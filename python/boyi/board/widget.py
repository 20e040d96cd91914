"""The widget of :func:`boyi.view`: it keeps a game, lets the page show it, and searches in the background."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from boyi import Move, Run, Searcher
from boyi.board.play import Play
from boyi.board.scene import scene
from boyi.errors import BoyiError

__all__ = ["View"]

_HERE = Path(__file__).parent

if TYPE_CHECKING:

    class Widget(traitlets.HasTraits):
        """What :class:`View` uses of a widget: ipywidgets, which anywidget builds on, has no types."""

        def on_msg(self, callback: Callable[[Any, Any, list[memoryview]], None]) -> None:
            """Calls a function with each message of the page."""

else:
    Widget = anywidget.AnyWidget


class View(Widget):
    """A board to click on, made by :func:`boyi.view`. Everything that a click does, a method does too.

    ``position`` is the position on the board, a trait: ``view.observe(function, "position")`` calls a function when it
    changes.
    """

    _esm = _HERE / "board.js"
    _css = _HERE / "board.css"
    _scene = traitlets.Dict().tag(sync=True)
    position: Any = traitlets.Any(read_only=True)

    def __init__(self, position: Any, searcher: Searcher, limits: dict[str, Any], size: int) -> None:
        super().__init__()
        self._play = Play.of(position)
        self._searcher, self._limits, self._size = searcher, limits, size
        self._run: Run | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.RLock()
        self.on_msg(self._heard)
        self._show()

    @property
    def moves(self) -> list[Move]:
        """The moves that have led to the position on the board."""
        return self._play.moves[: self._play.at]

    @property
    def thinking(self) -> bool:
        """Whether a search is going on."""
        return self._play.thinking

    def play(self, move: Move | str) -> None:
        """Plays a move.

        Raises:
            IllegalMoveError: for a move that is not legal here.
            MoveTextError: for a text that is no move.
        """
        with self._lock:
            self.position.play(move)  # a move that is refused does not end the search
            self.stop()
            self._play.play(move)
            self._show()

    def go(self, ply: int) -> None:
        """Shows the position after so many moves of the game."""
        with self._lock:
            self.stop()
            self._play.go(ply)
            self._show()

    def undo(self) -> None:
        """Takes back a move, if there is one."""
        self.go(self._play.at - 1)

    def redo(self) -> None:
        """Plays the move again that was taken back, if there is one."""
        self.go(self._play.at + 1)

    def flip(self) -> None:
        """Turns the board."""
        with self._lock:
            self._play.flipped = not self._play.flipped
            self._show()

    def think(self, *, play: bool = False) -> None:
        """Starts a search of the position in the background; with ``play``, its move is played at the end."""
        with self._lock:
            self.stop()
            if self.position.outcome() is not None:
                return
            self._play.steps, self._play.note = [], ""
            self._run = self._searcher.start(self.position, **self._limits)
            self._play.thinking = True
            self._show()
            self._thread = threading.Thread(target=self._follow, args=(self._run, play), daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Ends the search; what it has found stays on the board."""
        with self._lock:
            run, self._run = self._run, None
            if run is not None:
                run.stop()
                run.result()
                self._play.thinking = False
                self._show()

    def wait(self, timeout: float | None = None) -> None:
        """Waits until the search is over, at most so many seconds."""
        if self._thread is not None:
            self._thread.join(timeout)

    def _follow(self, run: Run, play: bool) -> None:
        """Shows what a search finds, until it is over or another has taken its place."""
        for step in run:
            with self._lock:
                if self._run is not run:
                    return
                self._play.steps.append(step)
                self._show()
        found = run.result()
        with self._lock:
            if self._run is run:
                self._run, self._play.thinking = None, False
                if play and found.move is not None:
                    self._play.play(found.move)
                self._show()

    def _show(self) -> None:
        """Lets the page show the game as it is."""
        self._scene = scene(self._play, self._size)
        self.set_trait("position", self._play.position)

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Does what the page asks for, and says on the page what cannot be done."""
        wish = message.get("do") if isinstance(message, dict) else None
        try:
            if wish == "play":
                self.play(str(message.get("move")))
            elif wish == "go":
                self.go(int(message.get("ply")))
            elif wish == "think":
                self.think(play=bool(message.get("play")))
            elif wish in ("undo", "redo", "flip", "stop"):
                getattr(self, wish)()
        except (BoyiError, TypeError, ValueError) as error:
            with self._lock:
                self._play.note = str(error)
                self._show()
