"""Annotated games as training data."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from boyi.errors import OptionError
from boyi.games import Description, game_of
from boyi.lab.engines.answer import units
from boyi.lab.self_play.games import GAME, NO_SCORE, PLY, Block, Games
from boyi.records import Game
from boyi.run.provenance import provenance

if TYPE_CHECKING:
    from boyi.lab.annotation.notes import Note

_WINNER = {"1-0": 0, "0-1": 1, "1/2-1/2": -1}


def training_games(games: Sequence[Game], notes: Sequence[Sequence["Note"]]) -> Games:
    """Games with a result, each move with the score of the position before it, see :meth:`Annotations.training`."""
    openings: dict[Any, int] = {}
    rows, plies = [], []
    for game, of_game in zip(games, notes, strict=True):
        if game.result not in _WINNER or not game.moves:
            continue
        opening = openings.setdefault(game.start, len(openings))
        rows.append((opening, len(game.moves), _WINNER[game.result], 0))
        scores = [NO_SCORE] * len(game.moves)
        for note in of_game:
            scores[note.ply - 1] = _units(note, game_of(game.start))
        plies += list(zip((move.code for move in game.moves), scores, strict=True))
    if not rows:
        raise OptionError("games to train on: expected one or more with a result and moves")
    metadata = provenance() | {
        "game": games[0].game,
        "openings": [game_of(start).plain(start) for start in openings],
        "terms": {},
    }
    return Games(metadata, [Block(0, np.array(rows, GAME), np.array(plies, PLY))])


def _units(note: "Note", game: Description) -> int:
    """The score of the position before a move for the side that moves, in evaluation units."""
    return units(note.best_score if note.side == game.sides[0] else -note.best_score, game)
