"""The languages in which pages of boyi speak, and their tables of texts."""

import json
from functools import cache
from pathlib import Path

from boyi.errors import unknown

__all__ = ["LANGUAGES", "checked_language", "texts"]

LANGUAGES = {"en": "English", "zh": "中文"}
"""The languages by their codes, each with its own name for itself."""


def checked_language(given: object) -> str:
    """The code of a language.

    Raises:
        OptionError: for anything else.
    """
    if not isinstance(given, str) or given not in LANGUAGES:
        raise unknown("language", given, LANGUAGES)
    return given


@cache
def texts(table: Path) -> dict[str, dict[str, str]]:
    """The texts of a file by language, each by its English wording; English has those of names of code alone."""
    read: dict[str, dict[str, str]] = json.loads(table.read_text(encoding="utf-8"))
    return read
