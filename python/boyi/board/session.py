"""A game with the engine beside it, for whatever page shows it: the widget of :func:`boyi.view`, or ``boyi play``."""

import threading
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from boyi import Move, Run, Searcher
from boyi.board.play import Play
from boyi.board.scene import Look, scene
from boyi.errors import BoyiError, unknown

__all__ = ["Session", "Tell", "Wishes"]

MOST_SAID = 500
"""Characters of an error that the page shows: it may repeat what was sent."""

Tell = Callable[[str, Any], None]
"""Tells the pages a new value of what has this name, as plain data."""

Wishes = Mapping[str, Callable[[Any, dict[str, Any]], object]]
"""What pages can ask for: by the ``do`` of their message what is done with a session and the message."""


class Session:
    """A game, its searches in the background, and the page's wishes.

    Args:
        position: the game that has led to it can be taken back.
        searcher: what thinks.
        limits: of each search, for ``Searcher.start``.
        look: how the board is shown.
        tell: is called with ``"scene"`` and the scene whenever it changes, from any thread.
    """

    wishes: ClassVar[Wishes] = {
        "play": lambda session, message: session.play(str(message["move"])),
        "go": lambda session, message: session.go(int(message["ply"])),
        "undo": lambda session, _: session.undo(),
        "redo": lambda session, _: session.redo(),
        "flip": lambda session, _: session.flip(),
        "think": lambda session, message: session.think(play=bool(message.get("play"))),
        "stop": lambda session, _: session.stop(),
    }

    def __init__(self, position: Any, searcher: Searcher, limits: dict[str, Any], look: Look, tell: Tell) -> None:
        self.game: Play = Play.of(position)
        self.engine_sides: frozenset[str] = frozenset()
        """The sides for which the engine moves by itself, after each move that is played."""
        self.look: Look = look
        self._lock = threading.RLock()
        self._searcher, self._limits, self._tell = searcher, limits, tell
        self._run: Run | None = None
        self._thread: threading.Thread | None = None

    def play(self, move: Move | str) -> None:
        """Plays a move, and lets the engine answer if the other side is the engine's.

        Raises:
            IllegalMoveError: for a move that is not legal here.
            MoveTextError: for a text that is no move.
        """
        with self._lock:
            self.game.position.play(move)  # a move that is refused does not end the search
            self.stop()
            self._played(move)
            self._go_on()

    def go(self, ply: int) -> None:
        """Shows the position after so many moves of the game."""
        with self._lock:
            self.stop()
            self.game.go(ply)
            self.show()

    def undo(self) -> None:
        """Takes back a move, if there is one, and the engine's moves before it."""
        self.go(self._next_of_a_person(-1))

    def redo(self) -> None:
        """Plays the move again that was taken back, if there is one, and the engine's moves behind it."""
        self.go(self._next_of_a_person(1))

    def flip(self) -> None:
        """Turns the board."""
        with self._lock:
            self.game.flipped = not self.game.flipped
            self.show()

    def think(self, *, play: bool = False) -> None:
        """Starts a search of the position in the background; with ``play``, its move is played at the end."""
        with self._lock:
            self.stop()
            if self.over:
                return
            self.game.steps, self.game.note = [], ""
            self._run = self._started(play)
            self.game.thinking = True
            self.show()
            self._thread = threading.Thread(target=self._follow, args=(self._run, play), daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Ends the search; what it has found stays on the board."""
        with self._lock:
            run, self._run = self._run, None
            if run is not None:
                run.stop()
                run.result()
                self.game.thinking = False
                self.show()

    def wait(self, timeout: float | None = None) -> None:
        """Waits until the search is over, at most so many seconds."""
        if self._thread is not None:
            self._thread.join(timeout)

    @property
    def over(self) -> bool:
        """Whether the game has ended at the position on the board."""
        return self.game.lost is not None or self.game.position.outcome() is not None

    def hear(self, message: object) -> None:
        """Does what a page asks for, and says on the page what cannot be done."""
        try:
            wish = message.get("do") if isinstance(message, dict) else None
            if not isinstance(message, dict) or not isinstance(wish, str) or wish not in self.wishes:
                raise unknown("message", str(wish)[:40], self.wishes)
            self.wishes[wish](self, message)
        except KeyError as error:
            self.refuse(f"message {wish!r}: expected with {error}")
        except (BoyiError, TypeError, ValueError, OverflowError) as error:
            self.refuse(str(error))

    def refuse(self, reason: str) -> None:
        """Says on the page why something was not done."""
        with self._lock:
            self.game.note = reason[:MOST_SAID]
            self.show()

    def show(self) -> None:
        """Lets the page show the game as it is."""
        with self._lock:
            self._tell("scene", self.scene())

    def scene(self) -> dict[str, Any]:
        """What the page shows of the game."""
        return scene(self.game, self.look)

    # What a page with more to choose does in its own way

    def _started(self, _play: bool) -> Run:
        """A search of the position that has begun, whose move will be played or not."""
        return self._searcher.start(self.game.position, **self._limits)

    def _played(self, move: Move | str) -> None:
        """Changes the game by a legal move."""
        self.game.play(move)

    def _go_on(self) -> None:
        """Shows the game after a move, and lets the engine play if it is its turn."""
        if not self.over and self.game.position.turn in self.engine_sides:
            self.think(play=True)
        else:
            self.show()

    def _follow(self, run: Run, play: bool) -> None:
        """Shows what a search finds, until it is over or another has taken its place."""
        for step in run:
            with self._lock:
                if self._run is not run:
                    return
                self.game.steps.append(step)
                self.show()
        found = run.result()
        with self._lock:
            if self._run is not run:
                return
            self._run, self.game.thinking = None, False
            if play and found.move is not None:
                self._played(found.move)
                self._go_on()
            else:
                self.show()

    def _next_of_a_person(self, step: int) -> int:
        """The nearest ply before (-1) or behind (1) the one on the board at which the engine is not to move.

        Where the engine plays both sides, and where the moves end before, the neighbouring ply.
        """
        at, turns = self.game.at + step, self._turns()
        person = at
        while 0 <= person < len(turns) and turns[person] in self.engine_sides:
            person += step
        return person if 0 <= person < len(turns) else at

    def _turns(self) -> list[str]:
        """The side to move at each ply of the game."""
        positions = [self.game.start]
        for move in self.game.moves:
            positions.append(positions[-1].play(move))
        return [position.turn for position in positions]
