"""What the board's pages say, in the languages that they know.

Texts are named by their English wording; ``words.json`` has those of the other languages.
"""

from pathlib import Path

from boyi.languages import texts

__all__ = ["say", "words"]

_TABLE = Path(__file__).with_name("words.json")


def words(language: str) -> dict[str, str]:
    """The texts of a language by their English wording; what is missing stays English."""
    return texts(_TABLE).get(language, {})


def say(language: str, text: str, **values: object) -> str:
    """A text in a language, with values in place of its names in braces.

    >>> say("zh", "{side} to move", side=say("zh", "red")), say("en", "{side} to move", side="red")
    ('红方走', 'red to move')
    """
    return words(language).get(text, text).format(**values)
