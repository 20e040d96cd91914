"""A page that lists reviewed games: players, openings and results, each with a link to the page of the game."""

from collections.abc import Sequence

from boyi.games import game_of
from boyi.lab.annotation.notes import Note
from boyi.lab.annotation.review import document
from boyi.lab.annotation.summary import summaries
from boyi.lab.annotation.words import Words
from boyi.markup import element
from boyi.records import Game

__all__ = ["index_page", "opening_of"]

MOST_MOVES = 4
"""First moves that stand for an opening without a name."""

_NAMES = ("Opening", "ECCO")
"""Headers that name the opening."""


def opening_of(game: Game, language: str, notation: str) -> str:
    """The name of a game's opening: by its file, else by its moves, else its first moves in a notation."""
    for name in _NAMES:
        if game.headers.get(name):
            return game.headers[name]
    known = game_of(game.start).opening_name(game.start, game.moves, language)
    if known:
        return known
    texts, place = [], game.start
    for move in game.moves[:MOST_MOVES]:
        texts.append(place.format(move, notation))
        place = place.play(move)
    return " ".join(texts)


def index_page(
    games: Sequence[Game], notes: Sequence[Sequence[Note]], links: Sequence[str], say: Words, notations: Sequence[str]
) -> str:
    """The page; ``links`` lead to the pages of the games, and ``notations`` are those of their moves."""
    accuracy = [f"{say('accuracy')} ({say.side(side)})" for side in game_of(games[0].game).sides]
    heads = [say("Date"), say("opening"), say("result"), say("moves"), *accuracy]
    cells = [_told(game, found, say, notation) for game, found, notation in zip(games, notes, notations, strict=True)]
    # Dates, for example, stand in some files only.
    filled = [at for at in range(len(heads)) if any(row[at] for row in cells)]
    rows = [
        element(
            "tr",
            element("td", number, class_="figure"),
            element("td", element("a", game.players, href=link), class_="players"),
            *(element("td", row[at], data_name=heads[at]) for at in filled),
        )
        for number, (game, link, row) in enumerate(zip(games, links, cells, strict=True), 1)
    ]
    names = ["", say("game"), *(heads[at] for at in filled)]
    table = element(
        "table",
        element("thead", element("tr", *(element("th", name, scope="col") for name in names))),
        element("tbody", *rows),
    )
    title = say("Game reviews")
    return document(title, say.language, element("h1", title), element("div", table, class_="boyi-index"))


def _told(game: Game, notes: Sequence[Note], say: Words, notation: str) -> list[str]:
    """What a row says of a game behind its players."""
    players = summaries(game.game, notes)
    return [
        game.headers.get("Date", ""),
        opening_of(game, say.language, notation),
        say.result(game.result),
        str(len(game.moves)),
        *("–" if player.accuracy is None else f"{player.accuracy:.0f} %" for player in players),
    ]
