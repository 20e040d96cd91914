"""Named sets of positions in JSON files that ship with boyi."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import resources
from typing import Any

from boyi import Position, gomoku, xiangqi
from boyi.errors import OptionError

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
            near = get_close_matches(str(name), names, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(names)}"
            raise OptionError(f"unknown {self.kind} {name!r}: {hint}")
        text = (_DATA / self.folder / f"{name}.json").read_text(encoding="utf-8")
        data: dict[str, Any] = json.loads(text)
        return data

    def positions(self, name: str) -> list[Position]:
        """The positions of a set, always in the same order."""
        data = self.read(name)
        make = _MAKERS[name.partition("/")[0]]
        return [make(data, record) for record in data["positions"]]


def _names(folder: Any, prefix: str) -> list[str]:
    names = []
    for item in folder.iterdir():
        if item.name.endswith(".json"):
            names.append(prefix + item.name.removesuffix(".json"))
        elif item.is_dir():
            names += _names(item, f"{prefix}{item.name}/")
    return names


def _xiangqi(_: dict[str, Any], record: dict[str, Any]) -> Any:
    return xiangqi.Position.from_moves(record.get("moves", ""), record.get("fen"))


def _gomoku(data: dict[str, Any], record: dict[str, Any]) -> Any:
    return gomoku.Position(record["moves"], data["size"], data["rule"])


_MAKERS: dict[str, Callable[[dict[str, Any], dict[str, Any]], Any]] = {"xiangqi": _xiangqi, "gomoku": _gomoku}
