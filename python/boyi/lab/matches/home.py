"""The game of a match for which none is named: the one that all players make sense in."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from boyi import Config
from boyi.errors import OptionError
from boyi.games import game_names
from boyi.lab.engines.engine import Engine
from boyi.lab.setup import Setup
from boyi.run import arguments

_STRONGEST, _BY_HAND = "default", "by-hand"
"""Names of evaluations that every game has."""


def common_game(players: Mapping[str, Any], given: str | None) -> str:
    """The game to play: ``given``, or the only one that suits every player.

    An engine plays the game of its protocol, the name of a preset stands for the game that it was made for, and a
    Config suits every game that has its evaluation and in which all options that it sets have a meaning. One whose
    evaluation is "by-hand" suits all games: so do presets that were taken for another game than they were made for.

    Args:
        players: the players by the names that errors call them, such as ``"a"`` and ``"b"``.
        given: the name of the game that the user chose, or None.

    Raises:
        OptionError: for an unknown game, and without one if no game or several suit all players.

    >>> common_game({"a": Config.preset("boyi", "gomoku").replace(killers=0), "b": "boyi"}, None)
    'gomoku'
    """
    suited = {name: games_of(name, player) for name, player in players.items()}
    if given is not None:
        return arguments.game(given)
    common = [game for game in game_names() if all(game in games for games in suited.values())]
    if len(common) == 1:
        return common[0]
    if not common:
        decided = {name: games for name, games in suited.items() if len(games) < len(game_names())}
        told = "; ".join(f"{name} is for {' or '.join(games) or 'no game'}" for name, games in decided.items())
        raise OptionError(f"game=None: expected players of one game, or game=, which forces one; {told}")
    return arguments.game(None)


def games_of(name: str, player: Any) -> list[str]:
    """The games that a player suits, in the order of :func:`boyi.games.game_names`."""
    if isinstance(player, Engine):
        return [player.game]
    if isinstance(player, Setup) and player.evaluation is not None:
        return [player.evaluation.game]
    config = player.config if isinstance(player, Setup) else player
    arguments.config(name, config)
    if not isinstance(config, str):
        return list(_suited(config))
    home = Config.home(config)
    return game_names() if home is None else [home]


@cache
def _suited(config: Config) -> tuple[str, ...]:
    """The games of a Config: by its evaluation, and by the options that it sets."""
    if config.evaluation == _BY_HAND:
        return tuple(game_names())
    unsuited = {
        game
        for field in Config.fields()
        for game in field["without_meaning"]
        if getattr(config, field["name"]) != field["default"]
    }
    return tuple(game for game in game_names() if game not in unsuited and _evaluates(config.evaluation, game))


def _evaluates(evaluation: str, game: str) -> bool:
    return evaluation == _STRONGEST or evaluation in Config.evaluations(game)
