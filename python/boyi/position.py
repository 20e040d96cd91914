"""The common interface of the positions of all games."""

from collections.abc import Iterable
from typing import Any, Literal, Protocol, Self, overload, runtime_checkable

import numpy as np
import numpy.typing as npt

from boyi._core import Move, games
from boyi.errors import OptionTypeError
from boyi.values import Outcome

__all__ = ["Position"]


@runtime_checkable
class Position(Protocol):
    """What the positions of all games have in common: an interface for annotations and ``isinstance``.

    A position is made by the class of its game: ``boyi.xiangqi.Position()``, ``boyi.gomoku.Position()`` or
    ``boyi.connect4.Position()``. Positions are values: immutable, equal by game, rules, pieces and side to move,
    hashable and picklable. Moves are given as :class:`boyi.Move` or as text.

    >>> import boyi
    >>> isinstance(boyi.xiangqi.Position(), boyi.Position)
    True
    """

    def __new__(cls, *_arguments: Any, **_options: Any) -> Self:
        """Refuses to make a position of no game, with an OptionTypeError."""
        if cls is Position:
            classes = " or ".join(f"boyi.{game}.Position(…)" for game in games())
            raise OptionTypeError(
                f"boyi.Position is what the positions of all games have in common: expected {classes}"
            )
        return super().__new__(cls)

    @property
    def game(self) -> str:
        """Name of the game, such as ``"xiangqi"``."""

    @property
    def rules(self) -> str:
        """Name of the rule set."""

    @property
    def fen(self) -> str:
        """The position as text (in xiangqi a FEN), without its history."""

    @property
    def turn(self) -> str:
        """Name of the side to move, such as ``"red"``."""

    @property
    def key(self) -> int:
        """The 64-bit key under which tables know the position."""

    @property
    def start_fen(self) -> str:
        """The position that was set up, from which ``moves`` lead here."""

    @property
    def ply(self) -> int:
        """Number of moves played since the first position of the history."""

    @property
    def moves(self) -> list[Move]:
        """The moves played since the first position of the history."""

    def legal_moves(self) -> list[Move]:
        """All legal moves, in the order of generation."""

    def candidates(self) -> list[Move]:
        """The moves that a search tries: in gomoku fewer than are legal, those near stones."""

    def is_check(self) -> bool:
        """Whether the side to move must answer a threat: xiangqi's check, in gomoku a row of four, in
        Connect Four three in a row that the next stone completes."""

    def gives_check(self, move: Move | str) -> bool:
        """Whether the opponent is in check after the move; raises :class:`boyi.IllegalMoveError`."""

    def has_mate_in_one(self) -> bool:
        """Whether the side to move can win with its next move."""

    def is_legal(self, move: Move | str) -> bool:
        """Whether the move is legal here."""

    def play(self, move: Move | str) -> Self:
        """The position after the move; raises :class:`boyi.IllegalMoveError`."""

    def play_all(self, moves: Iterable[Move | str] | str) -> Self:
        """The position after all the moves; raises :class:`boyi.IllegalMoveError`."""

    def parse(self, text: str, notation: str | None = None) -> Move:
        """The move that a text means here; raises :class:`boyi.MoveTextError` or :class:`boyi.IllegalMoveError`."""

    def format(self, move: Move | str, notation: str = "uci") -> str:
        """The move as text in a notation of the game."""

    def perft(self, depth: int) -> int:
        """Number of lines of ``depth`` legal moves."""

    def divide(self, depth: int) -> dict[Move, int]:
        """Number of lines of ``depth`` legal moves that begin with each move."""

    def outcome(self) -> Outcome | None:
        """How the game ended here, or None while it goes on."""

    @overload
    def evaluate(self, evaluation: Any = None, *, detail: Literal[False] = False) -> int: ...
    @overload
    def evaluate(self, evaluation: Any = None, *, detail: Literal[True]) -> dict[str, Any]: ...
    def evaluate(self, evaluation: Any = None, *, detail: bool = False) -> Any:
        """The static evaluation in evaluation units, for the side to move; with ``detail``, a dict of its parts.

        ``evaluation`` is the name of an evaluation of the game, see :meth:`boyi.Config.evaluations`; None is the first
        of them, ``"network"``.
        """

    def piece_at(self, square: str) -> str | None:
        """The piece on a square as its letter, or None."""

    def mirror(self) -> Self:
        """The position with left and right exchanged, and its history too."""

    def to_array(self) -> npt.NDArray[np.int8]:
        """The pieces as ``array[rank, file]``."""

    def svg(self, *, arrows: Iterable[Move | str] | None = None, size: int = 360, flipped: bool = False) -> str:
        """The position as the text of an SVG picture, ``size`` pixels wide, with ``arrows`` for moves."""
