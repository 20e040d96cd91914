"""The engine that plays on a page: a preset, the switches that were turned, and a level."""

from dataclasses import dataclass, field, replace
from typing import Any

from boyi import Config
from boyi.board.words import say
from boyi.errors import unknown
from boyi.fields import by_level, field_value

__all__ = ["LEVELS", "Engine", "presets_of"]

LEVELS: dict[str, dict[str, Any]] = {
    "100 nodes": {"nodes": 100},
    "1,000 nodes": {"nodes": 1_000},
    "10,000 nodes": {"nodes": 10_000},
    "100,000 nodes": {"nodes": 100_000},
    "1,000,000 nodes": {"nodes": 1_000_000},
    "1 second": {"time": 1.0},
    "5 seconds": {"time": 5.0},
    "30 seconds": {"time": 30.0},
}
"""Limits of a move of the engine, by name."""

_ALWAYS: dict[str, Any] = {"iterative": True}
"""A search that a level ends must have finished shallower ones before, whatever the preset says."""


def presets_of(game: str) -> list[str]:
    """The presets that were made for a game or for all games, the strongest last.

    >>> presets_of("connect4")
    ['plain', 'boyi-classic', 'boyi']
    """
    names = [name for name in Config.presets() if Config.home(name) in (None, game)]
    weakest, *stronger = [name for name in reversed(names) if Config.home(name) is None]
    return [weakest, *(name for name in names if Config.home(name) == game), *stronger]


@dataclass(frozen=True)
class Engine:
    """A preset for a game, with fields that were changed, and a level."""

    game: str
    preset: str = "boyi"
    level: str = "10,000 nodes"
    changes: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.preset not in Config.presets():
            raise unknown("preset", self.preset, Config.presets())
        if self.level not in LEVELS:
            raise unknown("level", self.level, LEVELS)

    @property
    def before(self) -> Config:
        """The preset as it is, but for iterative deepening, which is on in all of them."""
        return Config.preset(self.preset, self.game).replace(**_ALWAYS)

    @property
    def config(self) -> Config:
        """The preset with the changes."""
        return self.before.replace(**self.changes)

    def switched(self, name: str, text: str) -> "Engine":
        """The engine with a field set to the value that a text means.

        Raises:
            OptionError: for a field that is not among :meth:`fields`, and for a value that it does not have.
        """
        if name not in self._names():
            raise unknown("field", name, self._names())
        value = field_value(name, text)
        self.before.replace(**{name: value})
        others = {field: kept for field, kept in self.changes.items() if field != name}
        same = value == getattr(self.before, name)
        return replace(self, changes=others if same else others | {name: value})

    def of_game(self, game: str) -> "Engine":
        """The engine for another game: with its preset if that game has it, and without changes."""
        return replace(self, game=game, preset=self.preset if self.preset in presets_of(game) else "boyi", changes={})

    def _names(self) -> list[str]:
        return [field["name"] for field in self._offered()]

    def _offered(self) -> list[dict[str, Any]]:
        """The everyday fields that mean something in the game."""
        return [
            field
            for field in by_level(Config.fields())
            if field["level"] == "everyday"
            and self.game not in field["without_meaning"]
            and field["name"] not in _ALWAYS
        ]

    def fields(self, language: str) -> list[dict[str, Any]]:
        """The fields that can be switched, as plain data: name, title, what it does, values, value and the preset's."""
        config, before = self.config, self.before
        rows = []
        for each in self._offered():
            name = each["name"]
            values = list(Config.evaluations(self.game)) if name == "evaluation" else list(each["range"])
            if name == "evaluation":
                values = ["default", *values]
            rows.append(
                {
                    "name": name,
                    "title": say(language, name.replace("_", " ")),
                    "sentence": each["sentence"],
                    "group": say(language, each["group"]),
                    "type": each["type"],
                    "values": values,
                    "value": getattr(config, name),
                    "before": getattr(before, name),
                }
            )
        return rows

    def limits(self) -> dict[str, Any]:
        """The limits of a search for a move."""
        return LEVELS[self.level]
