"""What the board's pages say, in the languages that they know.

Texts are named by their English wording; ``words.json`` has those of the other languages.
"""

import json
from functools import cache
from pathlib import Path

from boyi.errors import unknown

__all__ = ["LANGUAGES", "checked_language", "say", "words"]

LANGUAGES = {"en": "English", "zh": "中文"}
"""The languages by their codes, each with its own name for itself."""


@cache
def _tables() -> dict[str, dict[str, str]]:
    read: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("words.json").read_text(encoding="utf-8"))
    return read


def words(language: str) -> dict[str, str]:
    """The texts of a language by their English wording; what is missing stays English."""
    return _tables().get(language, {})


def say(language: str, text: str, **values: object) -> str:
    """A text in a language, with values in place of its names in braces.

    >>> say("zh", "{side} to move", side=say("zh", "red")), say("en", "{side} to move", side="red")
    ('红方走', 'red to move')
    """
    return words(language).get(text, text).format(**values)


def checked_language(given: object) -> str:
    """The code of a language.

    Raises:
        OptionError: for anything else.
    """
    if not isinstance(given, str) or given not in LANGUAGES:
        raise unknown("language", given, LANGUAGES)
    return given
