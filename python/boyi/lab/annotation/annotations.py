"""The result of an annotation: a note on each move, as comments in game files and as pages."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from os import PathLike
from pathlib import Path
from pickle import dumps, loads
from typing import Any

from boyi import Move, records
from boyi.errors import OptionError
from boyi.games import game_of
from boyi.lab.annotation.index_page import index_page
from boyi.lab.annotation.notes import Note, notes_of
from boyi.lab.annotation.review import document, review, titled
from boyi.lab.annotation.summary import PlayerSummary, summaries
from boyi.lab.annotation.training import training_games
from boyi.lab.annotation.words import Words, language_of
from boyi.lab.self_play.games import Games
from boyi.markup import Markup, element, joined
from boyi.picture_row import beside
from boyi.records import Game
from boyi.records.steps import last_board
from boyi.run.extras import need
from boyi.run.journal import Record

__all__ = ["Annotations"]

MOST_SHOWN = 3
"""Games that a notebook shows whole; the others are in the pages that :meth:`Annotations.save` writes."""

_MOST_BOARDS, _BOARD = 12, 320
"""Boards in the picture for viewers that show no HTML, and the width of each in pixels."""

PAGES = (".html", ".htm")
"""Suffixes of pages."""

UNITS = {"nodes": "nodes", "depth": "plies", "time": "seconds", "cpu_time": "seconds of CPU time"}
"""Limits of a search, and their units."""

COLUMNS = ("game", "ply", "side", "move", "score", "best", "best_score", "loss", "share", "best_share", "lost", "mark")


class Annotations:
    """Games and what was found of their moves, see :func:`boyi.lab.annotate`."""

    def __init__(
        self,
        games: Sequence[Game],
        found: Iterable[Record],
        metadata: dict[str, Any],
        *,
        language: str | None = None,
        notation: str | None = None,
    ) -> None:
        self._games = list(games)
        self._metadata = metadata
        self._language = language
        self._notation = notation
        by_ply: list[dict[int, Record]] = [{} for _ in self._games]
        for record in found:
            for at, each in enumerate(record["found"], record["first"]):
                by_ply[record["game"]][at] = each
        self.notes: list[list[Note]] = [
            list(notes_of(number, game, by_ply[number])) for number, game in enumerate(self._games)
        ]
        """The notes of each game, move by move."""

    @cached_property
    def games(self) -> list[Game]:
        """The games with a comment on each move of the main line, and an annotation where a move has a mark."""
        return self._commented(as_glyphs=True)

    def _commented(self, *, as_glyphs: bool) -> list[Game]:
        """The games with comments; marks are annotations, or else begin the comments."""
        found = []
        for game, notes in zip(self._games, self.notes, strict=True):
            copy: Game = loads(dumps(game))
            copy.notation = self._notation_of(game) if self._notation or game.notation else None
            by_ply = {note.ply: note for note in notes}
            glyphs, language = game_of(game.start).glyphs, language_of(game, self._language)
            for ply, (node, before) in enumerate(zip(copy.mainline(), copy, strict=False), 1):
                if (note := by_ply.get(ply)) is None:
                    continue
                words = note.words(before, self._notation_of(game), language)
                words = f"{note.mark} {words}" if note.mark and not as_glyphs else words
                node.comment = f"{node.comment}\n{words}" if node.comment else words
                if note.mark and as_glyphs and glyphs[note.mark] not in node.glyphs:
                    node.glyphs.append(glyphs[note.mark])
            found.append(copy)
        return found

    def frame(self) -> Any:
        """A tidy pandas frame with a row for each move."""
        pandas = need("pandas")
        rows = [note for notes in self.notes for note in notes]
        return pandas.DataFrame({name: [_cell(getattr(note, name)) for note in rows] for name in COLUMNS})

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

    def players(self, game: int = 0) -> list[PlayerSummary]:
        """How the two players of a game have played, the one first who moves first at the start of the game.

        Args:
            game: its number, from 0.

        Raises:
            OptionError: if there is no such game.

        >>> from boyi import lab, records
        >>> noted = lab.annotate(records.Game.from_moves("h2e2 h9g7"), nodes=500, progress=False)
        >>> [(player.side, player.moves) for player in noted.players()]
        [('red', 1), ('black', 1)]
        """
        self._check(game)
        return summaries(self._games[game].game, self.notes[game])

    def html(self, game: int = 0) -> str:
        """The page of a game, which stands alone: one HTML text with everything in it.

        Args:
            game: its number, from 0.

        Raises:
            OptionError: if there is no such game.
        """
        self._check(game)
        return self._page(game, Markup())

    def _check(self, game: int) -> None:
        if not 0 <= game < len(self._games):
            raise OptionError(f"game={game}: expected a number from 0 to {len(self._games) - 1}")

    def save(self, path: str | PathLike[str], *, encoding: str = "utf-8") -> int:
        """Writes the games with comments, or with the suffix ``.html`` the page; returns the number of files.

        Several games make several pages: an index at ``path`` with players, openings and results, and a page for each
        game in the folder beside it that is called as ``path`` without its suffix.

        Args:
            path: a page, or a game file in one of the formats that can be written.
            encoding: of game files, such as ``"gb18030"``; pages are always UTF-8.

        Raises:
            OptionError: as :func:`boyi.records.write` does.
        """
        target = Path(path)
        if target.suffix.lower() not in PAGES:
            as_glyphs = records.FORMATS[records.format_of(path)].has_glyphs
            records.write(self._commented(as_glyphs=as_glyphs), path, encoding=encoding)
            return 1
        if len(self._games) == 1:
            target.write_text(self.html(), encoding="utf-8")
            return 1
        folder = target.with_suffix("")
        folder.mkdir(exist_ok=True)
        digits = len(str(len(self._games)))
        names = [f"{number:0{digits}}.html" for number in range(1, len(self._games) + 1)]
        for number, name in enumerate(names):
            (folder / name).write_text(
                self._page(number, self._links(number, f"../{target.name}", names)), encoding="utf-8"
            )
        links = [f"{folder.name}/{name}" for name in names]
        notations = [self._notation_of(game) for game in self._games]
        index = index_page(self._games, self.notes, links, self._words(self._games[0]), notations)
        target.write_text(index, encoding="utf-8")
        return 1 + len(names)

    def _page(self, number: int, links: Markup) -> str:
        say = self._words(self._games[number])
        title = f"{titled(self._games[number], say)} - {say('Game review')}"
        return document(title, say.language, links, self._review(number))

    def _links(self, number: int, home: str, names: Sequence[str]) -> Markup:
        """Links to the index, and to the games before and after."""
        say = self._words(self._games[number])
        links = [element("a", say("All games"), href=home)]
        for at, sign in ((number - 1, "← {}"), (number + 1, "{} →")):
            if 0 <= at < len(names):
                links.append(element("a", sign.format(self._games[at].players), href=names[at]))
        return element("nav", *links)

    def _review(self, number: int) -> Markup:
        game = self._games[number]
        say = self._words(game)
        return review(game, self.notes[number], say, self._notation_of(game), searched=self._searched(say))

    def _searched(self, say: Words) -> str:
        """Who has searched, and how long."""
        engines = self._metadata.get("engines") or {}
        name = next((about.get("reported_name") for about in engines.values()), None) or "boyi"
        given = self._metadata["limits"]
        limits = ", ".join(f"{given[limit]:,g} {say(unit)}" for limit, unit in UNITS.items() if given.get(limit))
        return say("Searched by {player}, each position: {limits}.", player=name, limits=limits)

    def _words(self, game: Game) -> Words:
        return Words(language_of(game, self._language), game.game)

    def _notation_of(self, game: Game) -> str:
        return self._notation or game.notation or game_of(game.start).notation

    def _repr_html_(self) -> str:
        shown = [self._review(number) for number in range(min(len(self._games), MOST_SHOWN))]
        left = len(self._games) - len(shown)
        return joined(*shown, element("p", f"… and {left} more games") if left else "")

    def _repr_svg_(self) -> str | None:
        shown = self._games[:_MOST_BOARDS]
        boards = (last_board(game, _BOARD) for game in shown)
        return beside(boards, (game.players for game in shown), _BOARD) if shown else None

    def __repr__(self) -> str:
        moves = sum(map(len, self.notes))
        return f"<boyi.lab.Annotations of {len(self.notes)} games, {moves} moves>"


def _cell(value: Any) -> Any:
    return str(value) if isinstance(value, Move) else value
