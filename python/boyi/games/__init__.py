"""The games, one description each: everything that the package asks of a game and that differs from game to game.

No module outside the descriptions compares the name of a game; it asks ``game_of(name)`` or ``game_of(position)``.

>>> from boyi.games import game_names, game_of
>>> game_names(), game_of("gomoku").sides
(['xiangqi', 'gomoku', 'connect4'], ('black', 'white'))
"""

from typing import Any

from boyi.errors import unknown
from boyi.games.connect4 import Connect4
from boyi.games.description import Description
from boyi.games.gomoku import Gomoku
from boyi.games.xiangqi import Xiangqi

__all__ = ["DEFAULT_GAME", "GAMES", "Description", "game_names", "game_of"]

GAMES: list[Description] = [Xiangqi(), Gomoku(), Connect4()]
"""The descriptions of all games."""

DEFAULT_GAME = GAMES[0]
"""The game that is meant where a user names none: its start position is shown, and positions as text are read in it."""


def game_names() -> list[str]:
    """The names of all games."""
    return [game.name for game in GAMES]


def game_of(given: Any) -> Description:
    """The description of a game, by the name of the game or by a position of it.

    Raises:
        OptionError: for anything else, with the names of all games.
    """
    for game in GAMES:
        if type(given) is game.position or (isinstance(given, str) and given == game.name):
            return game
    raise unknown("game", given, game_names())
