"""The interface of a protocol by which a match talks to a program, and the misdeeds that all protocols know."""

from typing import Any, NamedTuple, Protocol

from boyi import Move
from boyi.lab.engines.answer import Clocks

ILLEGAL = "illegal move"
"""Reason of the end of a game in which a program made a move that the rules do not allow."""

UNREADABLE = "unreadable answer"
"""Reason of the end of a game in which the answer of a program was no move of the protocol."""

RESIGNED = "resignation"
"""Reason of the end of a game that a program gave up."""

MOST_COUNTED = 2**62
"""Reported numbers of nodes above this are not believed."""


class Reply(NamedTuple):
    """The reply of a program to a request for a move."""

    text: str
    """The move as the program writes it."""
    nodes: int = 0
    """Nodes that it reported, 0 if it did not."""
    depth: int = 0
    """Depth that it reported, in plies, 0 if it did not."""
    score: int | None = None
    """Score that it reported at last, in centipawns for the side to move, None if it did not."""
    iterations: tuple[tuple[int, int], ...] = ()
    """Depth and nodes of each iteration that it reported, in their order."""
    line: tuple[str, ...] = ()
    """The line that it reported at last, as it writes moves."""
    mate: int | None = None
    """Moves to the mate that it reported at last, negative if it is mated; None without one."""


class Dialect(Protocol):
    """A protocol, spoken with one program. Whatever the program does wrong raises a :class:`Misdeed`."""

    farewell: str
    """The line that tells the program to end."""

    def greet(self) -> str:
        """Begins the conversation, sets the options, and returns the name that the program reports.

        Raises:
            OptionError: for options that the program does not have.
        """

    def check(self, place: Any, limits: dict[str, Any]) -> None:
        """Refuses what cannot be said to the program that was greeted: an opening or limits, with an OptionError."""

    def new_game(self) -> None:
        """Forgets the game before."""

    def prepare(self, place: Any, limits: dict[str, Any], clocks: Clocks) -> None:
        """Says everything that need not be said on the clock of the move."""

    def ask(self, place: Any, limits: dict[str, Any], clocks: Clocks, until: float | None) -> Reply:
        """Asks for a move, and waits for it: until then, or as long as the program says something, see ``hear``."""

    def move(self, place: Any, text: str) -> Move:
        """Reads a move.

        Raises:
            MoveTextError: if it is none.
            IllegalMoveError: if the rules do not allow it.
        """


def milliseconds(seconds: float) -> int:
    """Seconds as programs are told them; none at all would be no limit for some."""
    return max(round(1000 * seconds), 1)
