"""Fields of a configuration from text, as commands and protocols get them."""

from collections.abc import Iterable
from typing import Any

from boyi._core import Config

__all__ = ["LEVELS", "by_level", "field_value"]

LEVELS = ("everyday", "expert", "historical")
"""Who needs a field: everyone, those who tune or study a heuristic, or presets of published programs only."""

_SWITCH = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


def field_value(name: str, text: str) -> Any:
    """A field's value from its text: a bool, an int or a text.

    A text that cannot be read is returned as it is: Config refuses it, with an error that says what was expected.

    >>> field_value("killers", "1"), field_value("lmr", "off"), field_value("history", "off")
    (1, False, 'off')
    """
    default = next((field["default"] for field in Config.fields() if field["name"] == name), "")
    if isinstance(default, bool):
        return _SWITCH.get(text.lower(), text)
    if isinstance(default, int):
        try:
            return int(text)
        except ValueError:
            return text
    return text


def by_level(fields: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Fields, as ``Config.fields()`` describes them, with the everyday ones first and the historical ones last.

    >>> by_level(Config.fields())[0]["name"]
    'evaluation'
    """
    return sorted(fields, key=lambda field: LEVELS.index(field["level"]))
