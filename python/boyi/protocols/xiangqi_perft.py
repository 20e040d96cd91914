"""Perft for people who compare move generators: the legal moves of a position, and the leaves behind each."""

from contextlib import suppress
from threading import Event, Thread
from typing import Any

from boyi.errors import BoyiError, OptionError
from boyi.protocols.lines import told
from boyi.protocols.xiangqi_search import Say, Voice

__all__ = ["Perft"]

DEEPEST = 12
"""Largest depth of :meth:`boyi.xiangqi.Position.perft`, in plies."""


class Perft:
    """Counts on a thread of its own, and writes a line for each legal move and one with the sum.

    Args:
        place: the position.
        depth: plies to the leaves.
        say: takes the lines.
        voice: writes moves and remarks.

    Raises:
        OptionError: for a depth that :meth:`boyi.xiangqi.Position.perft` refuses.
    """

    def __init__(self, place: Any, depth: int, say: Say, voice: Voice) -> None:
        if not 0 <= depth <= DEEPEST:
            raise OptionError(f"go perft {depth}: expected 0 to {DEEPEST} plies")
        self._place, self._depth, self._say, self._voice = place, depth, say, voice
        self._stopped, self._counted = Event(), Event()
        self._thread = Thread(target=self._count, name="boyi perft", daemon=True)
        self._thread.start()

    def is_over(self) -> bool:
        """Whether everything is counted."""
        return self._counted.is_set()

    def is_held(self) -> bool:
        """Whether a move is kept back: a count has none."""
        return False

    def stop(self) -> None:
        """Ends the count after the move that is being counted; nobody waits for it, since that may take hours."""
        self._stopped.set()

    def end(self) -> None:
        """Handles the end of the input: what a script has asked for is counted to the end."""
        self.join()

    def ponder_hit(self) -> None:
        """Changes nothing: nobody ponders on a count."""

    def join(self) -> None:
        """Waits until the last line is written."""
        self._thread.join()

    def _count(self) -> None:
        try:
            last = self._leaves()
        except BoyiError as error:
            last = self._voice.remark(told(error))
        except OSError:  # nobody listens any more
            return
        # A GUI may ask for the next search as soon as it has read the last line.
        self._counted.set()
        with suppress(OSError):
            self._say(last)

    def _leaves(self) -> str:
        """Writes a line for each move, and returns the last line."""
        if self._depth == 0:
            return "Nodes searched: 1"
        nodes = 0
        for move in self._place.legal_moves():
            leaves = self._place.play(move).perft(self._depth - 1)
            if self._stopped.is_set():
                return self._voice.remark("perft was stopped before all moves were counted")
            self._say(f"{self._voice.text(move)}: {leaves}")
            nodes += leaves
        return f"Nodes searched: {nodes}"
