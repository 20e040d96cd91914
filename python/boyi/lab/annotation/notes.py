"""The result of an annotation: a note on each move, as comments in game files and as a page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from os import PathLike
from pathlib import Path
from pickle import dumps, loads
from typing import Any

from boyi import Move, records
from boyi.games import game_of
from boyi.lab.annotation.graph import graph
from boyi.lab.annotation.training import training_games
from boyi.lab.engines.answer import WON
from boyi.lab.self_play.games import Games
from boyi.markup import Markup, element, joined
from boyi.picture_row import beside
from boyi.records import Game, Node
from boyi.records.steps import last_board, page
from boyi.run.extras import need
from boyi.run.journal import Record

__all__ = ["Annotations", "Note"]

MOST = 2000
"""Points that a won position counts where a loss is told."""

MOST_MOVES = 8
"""Moves of a best line that a comment shows."""

_MOST_BOARDS, _BOARD = 12, 320
"""Boards in the picture for viewers that show no HTML, and the width of each in pixels."""


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

    @property
    def score_text(self) -> str:
        """The score as text, such as ``"+0.35"`` or ``"-M3"``."""
        return score_text(self.score, self.mate)

    def words(self, before: Any, notation: str) -> str:
        """The note as a comment, with moves in a notation of the position before the move."""
        if self.loss == 0 or self.best == self.move:
            return self.score_text
        texts, place = [], before
        for move in self.line[:MOST_MOVES]:
            texts.append(place.format(move, notation))
            place = place.play(move)
        best = score_text(self.best_score, 0)
        return f"{self.score_text}, loss {self.loss / 100:.2f}, best {' '.join(texts)} ({best})"


def score_text(points: int, mate: int) -> str:
    """Points as text: units with a sign, or the moves to mate."""
    if mate or abs(points) >= WON:
        return f"{'-' if points < 0 else '+'}M{abs(mate) or ''}"
    return f"{points / 100:+.2f}"


class Annotations:
    """Games and what was found of their moves, see :func:`boyi.lab.annotate`."""

    def __init__(self, games: Sequence[Game], found: Iterable[Record]) -> None:
        self._games = list(games)
        by_ply: list[dict[int, Record]] = [{} for _ in self._games]
        for record in found:
            for at, each in enumerate(record["found"], record["first"]):
                by_ply[record["game"]][at] = each
        self.notes: list[list[Note]] = [
            list(_notes(number, game, by_ply[number])) for number, game in enumerate(self._games)
        ]
        """The notes of each game, move by move."""

    @cached_property
    def games(self) -> list[Game]:
        """The games with a comment on each move of the main line, in the notation of the game's file, and an annotation
        where a move loses."""
        found = []
        for game, notes in zip(self._games, self.notes, strict=True):
            copy: Game = loads(dumps(game))
            for node, note, before in zip(copy.mainline(), notes, copy, strict=False):
                words = note.words(before, copy.notation or game_of(before).notation)
                node.comment = f"{node.comment}\n{words}" if node.comment else words
                node.glyphs += [glyph for least, glyph in game_of(before).glyphs if note.loss >= least][:1]
            found.append(copy)
        return found

    def frame(self) -> Any:
        """A tidy pandas frame with a row for each move."""
        pandas = need("pandas")
        columns = ("game", "ply", "side", "move", "score", "best", "best_score", "loss")
        rows = [note for notes in self.notes for note in notes]
        return pandas.DataFrame({name: [_cell(getattr(note, name)) for note in rows] for name in columns})

    def training(self) -> Games:
        """The games as :func:`boyi.lab.selfplay` would have made them: data for :func:`boyi.lab.train`.

        Each move of a main line comes with the score of the position before it, and each game with its result; games
        whose result is not known are left out.

        Raises:
            OptionError: if no game has a result.

        >>> from boyi import lab, records
        >>> games = records.loads("1. H2-E2 H9-G7 2. E2-E6 1-0")
        >>> lab.annotate(games, nodes=200, progress=False).training()
        <1 games of xiangqi, 3 plies>
        """
        return training_games(self._games, self.notes)

    def html(self) -> str:
        """A page that stands alone: for each game a graph of the scores, and a board to step through."""
        parts = [_section(game, notes) for game, notes in zip(self._games, self.notes, strict=True)]
        return (
            '<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            "<title>Annotated games</title></head>"
            '<body style="font-family:sans-serif;max-width:60em;margin:1em auto;padding:0 1em">'
            f"{joined(*parts)}</body></html>\n"
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the games, or with the suffix ``.html`` the page, to a file."""
        if Path(path).suffix.lower() in (".html", ".htm"):
            Path(path).write_text(self.html(), encoding="utf-8")
        else:
            records.write(self.games, path)

    def _repr_html_(self) -> str:
        return joined(*(_section(game, notes) for game, notes in zip(self._games, self.notes, strict=True)))

    def _repr_svg_(self) -> str | None:
        shown = self._games[:_MOST_BOARDS]
        boards = (last_board(game, _BOARD) for game in shown)
        return beside(boards, (game.players for game in shown), _BOARD) if shown else None

    def __repr__(self) -> str:
        moves = sum(map(len, self.notes))
        return f"<boyi.lab.Annotations of {len(self.notes)} games, {moves} moves>"


def _cell(value: Any) -> Any:
    return str(value) if isinstance(value, Move) else value


def _notes(number: int, game: Game, found: dict[int, Record]) -> Iterable[Note]:
    """The notes of a game; of moves behind a position that was not searched, such as a repetition, there are none."""
    places: list[Any] = list(game)
    for ply, (before, after) in enumerate(pairwise(places), 1):
        searched = found.get(ply - 1)
        if searched is None or not searched["move"]:
            continue
        sign = 1 if before.turn == game_of(before).sides[0] else -1
        reply, mate = _value(after, found.get(ply))
        best = searched["points"]
        move = after.moves[-1]
        loss = 0 if searched["move"] == str(move) else max(0, _bounded(best) - _bounded(-reply))
        line = [before.play(searched["line"][0]).moves[-1]] if searched["line"] else []
        yield Note(
            game=number,
            ply=ply,
            side=before.turn,
            move=move,
            score=-sign * reply,
            mate=-sign * mate,
            best=before.parse(searched["move"]),
            best_score=sign * best,
            line=_line(before, searched["line"]) or tuple(line),
            loss=loss,
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
    outcome = place.outcome()
    if outcome is not None:
        won = 0 if outcome.winner is None else WON if outcome.winner == place.turn else -WON
        return won, 0
    return (0, 0) if searched is None else (searched["points"], searched["mate"])


def _section(game: Game, notes: list[Note]) -> Markup:
    """A game on a page."""
    by_ply = {note.ply: note for note in notes}
    before = dict(enumerate(game, 1))
    notation = game.notation or game_of(game.start).notation
    main = {id(node): ply for ply, node in enumerate(game.mainline(), 1)}

    def say(node: Node) -> str:
        note = by_ply.get(main.get(id(node), 0))
        words = "" if note is None else note.words(before[note.ply], notation)
        return "; ".join(part for part in (node.comment, words) if part)

    return joined(element("h2", game.players, " ", game.result), graph(notes), page(game, say=say))
