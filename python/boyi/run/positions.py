"""Positions as plain data that JSON can hold, with their histories, and back."""

from typing import Any

from boyi import Position, gomoku, xiangqi
from boyi.errors import GameMismatchError, OptionError

POSITIONS: dict[str, Any] = {"xiangqi": xiangqi.Position, "gomoku": gomoku.Position}
"""The class of the positions of each game."""

SIDES = {"xiangqi": ("red", "black"), "gomoku": ("black", "white")}
"""The sides of each game, the one that begins first."""


def plain_position(position: Any) -> dict[str, Any]:
    """What it takes to set a position up again: where it began, the rules, the moves; of gomoku the measures too.

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
    """The position that :func:`plain` described.

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
    """The game that all the positions are of; ``what`` they are for stands in the error if there are several."""
    games = sorted({place.game for place in positions})
    if len(games) > 1:
        raise GameMismatchError(f"{what} over positions of {' and '.join(games)}: expected one game")
    return games[0]


def checked_position(name: str, given: Any) -> Any:
    """A position with moves to search, which may come as the text of a xiangqi position."""
    place = xiangqi.Position(given) if isinstance(given, str) else given
    if not isinstance(place, Position):
        raise OptionError(f"{name}={place!r}: expected a position or a FEN text")
    if place.outcome() is not None or not place.legal_moves():
        raise OptionError(f"{name} is a finished game, {place.fen}: expected a position with moves to search")
    return place
