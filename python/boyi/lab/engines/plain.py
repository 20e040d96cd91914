"""Searches of boyi and programs of others, side by side, as plain data for the files of experiments."""

from collections.abc import Mapping
from typing import Any

from boyi.lab.engines.engine import Engine
from boyi.lab.setup import Setup, plain_configs


def plain_players(players: Mapping[str, Setup | Engine], reported: Mapping[str, str]) -> dict[str, Any]:
    """Setups and engines by name. ``configs`` names all of them; ``engines`` is there if there are some.

    ``reported`` has the names that the engines report, by the names of the players.
    """
    plain = plain_configs({name: player for name, player in players.items() if isinstance(player, Setup)})
    configs = {"configs": {name: plain["configs"].get(name) for name in players}}
    engines = {name: player.plain(reported[name]) for name, player in players.items() if isinstance(player, Engine)}
    return plain | configs | ({"engines": engines} if engines else {})
