"""What can be chosen on the page of ``boyi play``, and what is chosen, as plain data."""

from typing import Any

from boyi import Config
from boyi.board.engine import LEVELS, Engine, presets_of
from boyi.board.scene import Look
from boyi.board.words import say
from boyi.games import game_names, game_of
from boyi.languages import LANGUAGES
from boyi.pieces import PIECES

__all__ = ["settings"]


def settings(start: Any, engine: Engine, look: Look) -> dict[str, Any]:
    """The choices of a game that begins with a position, and of its engine.

    Lists have a pair for each choice: its name, and what it is called in the page's language.
    """
    game, language = game_of(start), look.language
    sentences = Config.preset_sentences()
    writes_characters = game.notation_with(PIECES[1]) != game.notation
    return {
        "language": language,
        "languages": list(LANGUAGES.items()),
        "pieces": look.pieces,
        "all_pieces": _named(PIECES, language) if writes_characters else [],
        "game": game.name,
        "games": _named(game_names(), language),
        "rule": start.rules,
        "rules": _named(game.rules, language) if "rule" in game.options else [],
        "preset": engine.preset,
        "presets": [[name, sentences[name]] for name in presets_of(game.name)],
        "level": engine.level,
        "levels": _named(LEVELS, language),
        "fields": engine.fields(language),
        "changed": sorted(engine.changes),
    }


def _named(names: Any, language: str) -> list[list[str]]:
    return [[name, say(language, name)] for name in names]
