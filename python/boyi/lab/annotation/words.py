"""What a reviewed game says, in the languages that it knows.

Texts are named by their English wording; ``words.json`` has those of the other languages.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from boyi.errors import unknown
from boyi.games import game_of
from boyi.records import Game

__all__ = ["LANGUAGES", "Words", "checked_language", "language_of"]

LANGUAGES = {"en": "English", "zh": "中文"}
"""The languages by their codes, each with its own name for itself."""


@cache
def _tables() -> dict[str, dict[str, str]]:
    read: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("words.json").read_text(encoding="utf-8"))
    return read


class Words:
    """Texts in a language, for a game.

    >>> Words("zh", "gomoku")("back"), Words("zh", "gomoku").result("1-0"), Words("en", "xiangqi")("best")
    ('后退一步', '黑方胜', 'best')
    """

    def __init__(self, language: str, game: str) -> None:
        self.language: str = language
        self._game = game_of(game)

    def __call__(self, text: str, **values: object) -> str:
        """A text, with values in place of its names in braces."""
        known = _tables().get(self.language, {}).get(text, text)
        return known.format(**values) if values else known

    def numbers(self, text: str, *values: object) -> str:
        """A text, with values in place of its numbers in braces."""
        return self(text).format(*values)

    def side(self, side: str) -> str:
        """The name of a side, such as ``"red"``."""
        return self(side)

    def result(self, result: str) -> str:
        """A result: as files write it, or in words."""
        first, second = map(self.side, self._game.sides)
        return result if self.language == "en" else self(result).format(first=first, second=second)


def checked_language(given: Any) -> str | None:
    """The code of a language, or None; OptionError for anything else."""
    if given is not None and given not in LANGUAGES:
        raise unknown("language", given, LANGUAGES)
    return given  # type: ignore[no-any-return]


def language_of(game: Game, given: str | None) -> str:
    """The language of what is said of a game: the given one, or Chinese where moves are written in Chinese."""
    notation = game.notation or game_of(game.start).notation
    return given or ("zh" if notation.startswith("chinese") else "en")
