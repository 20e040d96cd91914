"""Exact values of positions, and what knows them: endgame tables and solved boards."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from boyi.position import Position


class ExactValue(NamedTuple):
    """What a position is worth when both sides play perfectly, from the side to move's view."""

    verdict: Literal["win", "draw", "loss"]
    """Whether the side to move wins, draws or loses."""
    plies: int | None
    """Moves of both sides until the game is over: the shortest win against the longest defence. None for a draw, and
    where an oracle knows verdicts alone."""


@runtime_checkable
class Oracle(Protocol):
    """Knows the exact values of some positions of a game."""

    @property
    def game(self) -> str:
        """The game's name."""
        ...

    def probe(self, position: Position, /) -> ExactValue | None:
        """The value of a position, None if the oracle does not know it.

        Raises:
            GameMismatchError: for a position of another game.
        """
        ...

    def positions(
        self, n: int, /, *, verdict: Literal["win", "draw", "loss"] | None = None, seed: int = 0
    ) -> Sequence[Position]:
        """`n` different positions whose values are known and which are not over, drawn at random.

        They have the verdict asked for, from the view of the side to move, or any.

        Raises:
            OptionError: if there are fewer.
        """
        ...
