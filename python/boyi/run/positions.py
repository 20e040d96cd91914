"""Positions as users give them: checks that several experiments make."""

from typing import Any

from boyi import Position
from boyi.errors import GameMismatchError, OptionError
from boyi.games import DEFAULT_GAME


def one_game(what: str, positions: list[Position]) -> str:
    """The game of all the positions. ``what`` names their use in the error.

    Raises:
        GameMismatchError: for positions of several games.
    """
    found = sorted({place.game for place in positions})
    if len(found) > 1:
        raise GameMismatchError(f"{what} over positions of {' and '.join(found)}: expected one game")
    return found[0]


def checked_position(name: str, given: Any) -> Any:
    """A position in which the game is not over; a text is read as a FEN of :data:`boyi.games.DEFAULT_GAME`.

    Raises:
        OptionError: for a finished game, or anything but a position or a text.
        PositionError: for a text that is not a position.
    """
    place = DEFAULT_GAME.read(given) if isinstance(given, str) else given
    if not isinstance(place, Position):
        raise OptionError(f"{name}={place!r}: expected a position or a FEN text")
    if place.outcome() is not None or not place.legal_moves():
        raise OptionError(f"{name} is a finished game, {place.fen}: expected a position with moves to search")
    return place
