"""What was found of a move, and of the moves of a game."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from boyi import Move
from boyi.games import game_of
from boyi.lab.annotation.judgement import expected, mark
from boyi.lab.annotation.tasks import points_of_rules
from boyi.lab.annotation.words import Words
from boyi.lab.engines.answer import score_text
from boyi.records import Game
from boyi.run.journal import Record

__all__ = ["Note", "notes_of"]

MOST = 2000
"""Points that a won position counts where a loss is told in points."""

MOST_MOVES = 8
"""Moves of a best line that are shown."""


@dataclass(frozen=True)
class Note:
    """What was found of a move. Scores are in points, hundredths of a pawn in xiangqi and of a logit in gomoku, for the
    side that moves first in a game: red, black in gomoku."""

    game: int
    """Number of the game, from 0."""
    ply: int
    """Number of the move, from 1."""
    side: str
    """Who moved."""
    move: Move
    score: int
    """Score of the position after the move; 100,000 and -100,000 are proved wins."""
    mate: int
    """Moves to mate there, positive if the first side mates; 0 if there is none in sight."""
    best: Move
    """The best move by the search."""
    best_score: int
    """Score of the position before the move."""
    line: tuple[Move, ...]
    """The best line."""
    loss: int
    """How much worse the move was than the best one for the side that moved, at most 4,000; 0 for the best move."""
    share: float
    """Expected points of the first side after the move, 0 to 1: a draw is half a point."""
    best_share: float
    """Expected points of the first side before the move."""
    lost: float
    """Expected points that the move lost, 0 to 1; 0 for the best move."""
    mark: str
    """``"??"`` for a move that lost 0.2 expected points or more, ``"?"`` 0.1, ``"?!"`` 0.05; ``"!"`` for a best move
    where the move that looked best at first sight loses 0.1 or more; else empty."""

    @property
    def is_best(self) -> bool:
        """Whether the search would have played the move too."""
        return self.best == self.move

    @property
    def score_text(self) -> str:
        """The score as text, such as ``"+0.35"`` or ``"-M3"``."""
        return score_text(self.score, self.mate)

    def words(self, before: Any, notation: str, language: str = "en") -> str:
        """The note as a comment in a language, with moves in a notation of the position before the move."""
        if self.loss == 0 or self.is_best:
            return self.score_text
        texts, place = [], before
        for move in self.line[:MOST_MOVES]:
            texts.append(place.format(move, notation))
            place = place.play(move)
        say = Words(language, before.game)
        told = say(
            "loss {loss}, best {line} ({score})",
            loss=f"{self.loss / 100:.2f}",
            line=" ".join(texts),
            score=score_text(self.best_score),
        )
        return f"{self.score_text}{'，' if language == 'zh' else ', '}{told}"


def notes_of(number: int, game: Game, found: dict[int, Record]) -> Iterable[Note]:
    """The notes of a game; there is none of a move whose position was not searched, such as a repetition."""
    places: list[Any] = list(game)
    for ply, (before, after) in enumerate(pairwise(places), 1):
        searched = found.get(ply - 1)
        if searched is None or not searched["move"]:
            continue
        sign = 1 if before.turn == game_of(before).sides[0] else -1
        reply, mate = _value(after, found.get(ply))
        points = searched["points"]
        best, move = before.parse(searched["move"]), after.moves[-1]
        # For the side that moves, before the move and after it.
        share, kept = expected(before, points), 1 - expected(after, reply)
        lost = 0.0 if best == move else max(0.0, share - kept)
        sight = share - expected(before, searched["sight_points"]) if searched["sight"] else 0.0
        yield Note(
            game=number,
            ply=ply,
            side=before.turn,
            move=move,
            score=-sign * reply,
            mate=-sign * mate,
            best=best,
            best_score=sign * points,
            line=_line(before, searched["line"]) or (best,),
            loss=0 if best == move else max(0, _bounded(points) - _bounded(-reply)),
            share=kept if sign == 1 else 1 - kept,
            best_share=share if sign == 1 else 1 - share,
            lost=lost,
            mark=mark(lost, sight),
        )


def _line(place: Any, texts: Iterable[str]) -> tuple[Move, ...]:
    found = []
    for text in texts:
        place = place.play(text)
        found.append(place.moves[-1])
    return tuple(found)


def _bounded(points: int) -> int:
    return max(-MOST, min(MOST, points))


def _value(place: Any, searched: Record | None) -> tuple[int, int]:
    """Points and moves to mate of a position for its side to move: those of the rules if the game is over."""
    over = points_of_rules(place)
    if over is not None:
        return over, 0
    return (0, 0) if searched is None else (searched["points"], searched["mate"])
