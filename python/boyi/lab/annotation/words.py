"""What a reviewed game says, in the languages that it knows.

Texts are named by their English wording; ``words.json`` has those of the other languages.
"""

from pathlib import Path

from boyi.games import game_of
from boyi.languages import texts
from boyi.records import Game

__all__ = ["Words", "language_of"]

_TABLE = Path(__file__).with_name("words.json")


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
        known = texts(_TABLE).get(self.language, {}).get(text, text)
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


def language_of(game: Game, given: str | None) -> str:
    """The language of what is said of a game: the given one, or Chinese where moves are written in Chinese."""
    notation = game.notation or game_of(game.start).notation
    return given or ("zh" if notation.startswith("chinese") else "en")
