"""The game that a board widget shows: its moves, the position on the board, and the search of that position."""

from dataclasses import dataclass, field
from typing import Any

from boyi import Move
from boyi.games import game_of
from boyi.values import Iteration

__all__ = ["Play"]


@dataclass
class Play:
    """A start position, the moves played from it, and how many of these moves the board shows."""

    start: Any
    moves: list[Move] = field(default_factory=list)
    at: int = 0
    flipped: bool = False
    steps: list[Iteration] = field(default_factory=list)
    """Iterations that a search of the position on the board has finished so far."""
    thinking: bool = False
    note: str = ""
    """The last error, as a sentence for the user."""
    lost: str | None = None
    """The side whose time is up."""

    @classmethod
    def of(cls, position: Any) -> "Play":
        """The game that has led to a position; its moves can be taken back."""
        return cls(game_of(position).origin(position), position.moves, len(position.moves))

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.start.play_all(self.moves[: self.at])

    def play(self, move: Move | str) -> None:
        """Plays a move in the position on the board. Later moves are dropped, unless the move is the next one of them.

        Raises:
            IllegalMoveError: for a move that is not legal here.
            MoveTextError: for a text that is no move.
        """
        played = self.position.play(move).moves[-1]
        if self.moves[self.at : self.at + 1] != [played]:
            self.moves = [*self.moves[: self.at], played]
        self.go(self.at + 1)

    def go(self, ply: int) -> None:
        """Shows the position after so many moves, as far as there are any."""
        self.at = min(max(ply, 0), len(self.moves))
        self.steps, self.note, self.lost = [], "", None
