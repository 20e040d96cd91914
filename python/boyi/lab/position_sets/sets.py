"""Named sets of positions in JSON files that ship with boyi."""

import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

from boyi import Position
from boyi.errors import unknown
from boyi.games import game_of

_DATA = resources.files("boyi.lab.position_sets") / "data"


@dataclass(frozen=True)
class Sets:
    """The sets in a folder of ``data``. A set is named by its path in the folder, which begins with the game."""

    folder: str
    """The folder, ``"suites"`` or ``"openings"``."""
    kind: str
    """Name of such a set in error messages, such as ``"suite"``."""

    def names(self) -> list[str]:
        """The names of all sets."""
        return sorted(_names(_DATA / self.folder, ""))

    def read(self, name: str) -> dict[str, Any]:
        """What the file of a set says.

        Raises:
            OptionError: for an unknown name.
        """
        names = self.names()
        if name not in names:
            raise unknown(self.kind, name, names)
        text = (_DATA / self.folder / f"{name}.json").read_text(encoding="utf-8")
        data: dict[str, Any] = json.loads(text)
        return data

    def positions(self, name: str) -> list[Position]:
        """The positions of a set, always in the same order."""
        data = self.read(name)
        game = game_of(name.partition("/")[0])
        return [game.listed(data, record) for record in data["positions"]]


def _names(folder: Any, prefix: str) -> list[str]:
    names = []
    for item in folder.iterdir():
        if item.name.endswith(".json"):
            names.append(prefix + item.name.removesuffix(".json"))
        elif item.is_dir():
            names += _names(item, f"{prefix}{item.name}/")
    return names
