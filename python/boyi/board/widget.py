"""The widget of :func:`boyi.view`: a board in a notebook, with a session behind it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from boyi import Move, Searcher
from boyi.board.scene import Look
from boyi.board.session import Session
from boyi.board.words import words
from boyi.games import game_of

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
    _words = traitlets.Dict().tag(sync=True)
    position: Any = traitlets.Any(read_only=True)

    def __init__(self, position: Any, searcher: Searcher, limits: dict[str, Any], look: Look, reply: bool) -> None:
        super().__init__()
        self._words = words(look.language)
        self._session = Session(position, searcher, limits, look, self._told)
        if reply:
            self._session.engine_sides = frozenset(game_of(position).sides) - {position.turn}
        self.on_msg(self._heard)
        self._session.show()

    @property
    def moves(self) -> list[Move]:
        """The moves that have led to the position on the board."""
        game = self._session.game
        return game.moves[: game.at]

    @property
    def thinking(self) -> bool:
        """Whether a search is going on."""
        return self._session.game.thinking

    def play(self, move: Move | str) -> None:
        """Plays a move; with ``reply``, the engine then answers in the background.

        Raises:
            IllegalMoveError: for a move that is not legal here.
            MoveTextError: for a text that is no move.
        """
        self._session.play(move)

    def go(self, ply: int) -> None:
        """Shows the position after so many moves of the game."""
        self._session.go(ply)

    def undo(self) -> None:
        """Takes back a move, if there is one; with ``reply``, the engine's answer too."""
        self._session.undo()

    def redo(self) -> None:
        """Plays the move again that was taken back, if there is one; with ``reply``, the engine's answer too."""
        self._session.redo()

    def flip(self) -> None:
        """Turns the board."""
        self._session.flip()

    def think(self, *, play: bool = False) -> None:
        """Starts a search of the position in the background; with ``play``, its move is played at the end."""
        self._session.think(play=play)

    def stop(self) -> None:
        """Ends the search; what it has found stays on the board."""
        self._session.stop()

    def wait(self, timeout: float | None = None) -> None:
        """Waits until the search is over, at most so many seconds."""
        self._session.wait(timeout)

    def _told(self, name: str, value: Any) -> None:
        """Lets the page show a scene, and observers see the position."""
        self.set_trait(f"_{name}", value)
        self.set_trait("position", self._session.game.position)

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Does what the page asks for."""
        self._session.hear(message)
