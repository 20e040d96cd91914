"""Positions as plain data that JSON can hold, with their histories, and back."""

from typing import Any

from boyi import Position, _core, gomoku, xiangqi
from boyi.errors import GameMismatchError, OptionError

POSITIONS: dict[str, Any] = {"xiangqi": xiangqi.Position, "gomoku": gomoku.Position}
"""The position class of each game."""

SIDES = _core.games()
"""The two sides of each game; the side that makes the first move stands first."""


def plain_position(position: Any) -> dict[str, Any]:
    """A position as a dict that JSON can hold: first position, rules and moves; in gomoku the size of the board too.

    >>> import boyi
    >>> plain_position(boyi.gomoku.Position("b2 a1", rows=3, cols=3, k=3))
    {'start_fen': '.../.../... b', 'rules': 'freestyle', 'moves': ['b2', 'a1'], 'rows': 3, 'cols': 3, 'k': 3}
    """
    data = {
        "start_fen": position.start_fen,
        "rules": position.rules,
        "moves": [str(move) for move in position.moves],
    }
    if isinstance(position, gomoku.Position):
        data |= {"rows": position.rows, "cols": position.cols, "k": position.k}
    elif position.zobrist != "default":
        data["zobrist"] = position.zobrist
    return data


def restored_position(game: str, data: dict[str, Any]) -> Any:
    """The position that :func:`plain_position` described.

    >>> import boyi
    >>> position = boyi.xiangqi.Position().play("h2e2")
    >>> restored_position("xiangqi", plain_position(position)) == position
    True
    """
    if game == "gomoku":
        start = gomoku.Position.from_text(data["start_fen"], data["rules"], k=data["k"])
        return start.play_all(data["moves"])
    return xiangqi.Position.from_moves(data["moves"], data["start_fen"], data["rules"], data.get("zobrist", "default"))


def one_game(what: str, positions: list[Position]) -> str:
    """The game of all the positions. ``what`` names their use in the error.

    Raises:
        GameMismatchError: for positions of several games.
    """
    games = sorted({place.game for place in positions})
    if len(games) > 1:
        raise GameMismatchError(f"{what} over positions of {' and '.join(games)}: expected one game")
    return games[0]


def checked_position(name: str, given: Any) -> Any:
    """A position in which the game is not over; a text is read as the FEN of a xiangqi position.

    Raises:
        OptionError: for a finished game, or anything but a position or a text.
        PositionError: for a text that is not a position.
    """
    place = xiangqi.Position(given) if isinstance(given, str) else given
    if not isinstance(place, Position):
        raise OptionError(f"{name}={place!r}: expected a position or a FEN text")
    if place.outcome() is not None or not place.legal_moves():
        raise OptionError(f"{name} is a finished game, {place.fen}: expected a position with moves to search")
    return place
