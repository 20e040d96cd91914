"""A game of a match as a record of :mod:`boyi.records`, with what the players said as comments."""

from typing import TYPE_CHECKING

from boyi.games import game_of
from boyi.lab.engines.answer import score_text
from boyi.records import Game

if TYPE_CHECKING:
    from boyi.lab.matches.result import Game as Played

__all__ = ["match_record"]


def match_record(played: "Played", event: str) -> Game:
    """The record of a game of a match that has a name."""
    game = game_of(played.opening)
    names = dict(zip(game.players, played.players.values(), strict=True))
    headers = {"Event": event, "Round": f"{played.pair + 1}.{played.number % 2 + 1}", **names}
    first, _ = played.players.values()
    result = "1/2-1/2" if played.winner is None else "1-0" if played.winner == first else "0-1"
    record = Game.from_position(played.position, headers=headers, result=result)
    nodes = record.mainline()[len(played.opening.moves) :]
    for node, score, depth in zip(nodes, played.scores, played.searched, strict=False):
        if score is not None:
            node.comment = f"{score_text(score)}/{depth}" if depth else score_text(score)
    end = record.end
    end.comment = "; ".join(filter(None, (end.comment, played.reason.replace("_", " "))))
    return record
