"""The page of a reviewed game: board, graph, moves, best lines and a summary in one HTML text without anything else."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from boyi.games import game_of
from boyi.lab.annotation.graph import CLASSES, graph
from boyi.lab.annotation.judgement import LEAST_LOSSES
from boyi.lab.annotation.notes import Note
from boyi.lab.annotation.pictures import Pictures
from boyi.lab.annotation.summary import PlayerSummary, summaries, turning_points
from boyi.lab.annotation.tree import Line, Places, best_moves, variations
from boyi.lab.annotation.words import Words
from boyi.lab.engines.answer import score_text
from boyi.markup import Markup, element, joined, script_value
from boyi.records import Game, Node

__all__ = ["document", "percent", "review", "titled"]

_KEYS = (
    "← → one move; ↑ ↓ previous and next marked move; Home, End; b plays the best line; Esc back to the game; "
    "f turns the board"
)
_RULES = (
    "Expected points are the share of a game's point that a side expects: 100 % is a win, 50 % a draw. ?! marks a move "
    "that loses at least {0} % of them, ? {1} %, ?? {2} %. ! marks a best move where the move that looks best at first "
    "sight loses {1} % or more. Accuracy is the mean of 103.1668 exp(-4.354 loss) - 3.1669 over a player's moves."
)
_BUTTONS = (
    ("first", "|◀", "to the start"),
    ("back", "◀", "back"),
    ("on", "▶", "forward"),
    ("last", "▶|", "to the end"),
    ("marked-back", "◀ ?", "previous mark"),
    ("marked", "? ▶", "next mark"),
    ("turn", "⇅", "turn the board"),
)


def _file(name: str) -> Markup:
    return Markup(Path(__file__).with_name(name).read_text(encoding="utf-8"))


def percent(share: float) -> str:
    """A share of 1 in whole per cent.

    >>> percent(0.256)
    '26'
    """
    return f"{100 * share:.0f}"


def titled(game: Game, say: Words) -> str:
    """The players and the result on one line."""
    return f"{game.players} {say.result(game.result)}"


@dataclass(frozen=True)
class _Page:
    """What all parts of a page are made from."""

    game: Game
    places: list[Any]
    """The positions of the main line."""
    nodes: list[Node]
    """The nodes of the main line, the start first."""
    notes: dict[int, Note]
    """By the number of their move, from 1."""
    say: Words
    notation: str
    tree: Places

    def text(self, ply: int) -> str:
        """A move of the game in the notation of the page."""
        return str(self.places[ply - 1].format(self.places[ply].moves[-1], self.notation))

    def numbered(self, ply: int) -> str:
        """A move of the game with its number."""
        return self.tree.count(ply - 1, True) + self.text(ply)


def review(game: Game, notes: Sequence[Note], say: Words, notation: str, *, searched: str = "") -> Markup:
    """A reviewed game as a part of a page, with its style sheet and its script.

    Args:
        game: the game.
        notes: what was found of its moves.
        say: the language.
        notation: of moves and coordinates.
        searched: by whom and how long, on one line.
    """
    places = list(game)
    tree = Places(Pictures(notation), notation)
    tree.main(places)
    page = _Page(game, places, [game.root, *game.mainline()], {note.ply: note for note in notes}, say, notation, tree)
    details = [_detail(page, ply) for ply in range(len(places))]
    data = script_value(_data(page))
    sides = game_of(game.start).sides
    identifier = f"boyi-review-{crc32(data.encode()):08x}"
    parts = element(
        "div",
        _head(page),
        element("div", _board(page), class_="left"),
        element(
            "div",
            graph(game.game, notes, len(places) - 1, say),
            element("div", *details, class_="details", aria_live="polite"),
            _moves(page),
            class_="right",
        ),
        _summary(page, notes),
        _foot(page, searched),
        id=identifier,
        class_="boyi-review",
        lang=say.language,
        data_first=sides[0],
        data_second=sides[1],
        tabindex=0,
    )
    style = element("style", _file("review.css"))
    return joined(style, parts, element("script", _file("review.js"), Markup(f'("{identifier}", {data});\n')))


def document(title: str, language: str, *parts: Markup) -> str:
    """A page that stands alone."""
    head = element(
        "head",
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        element("title", title),
        element("style", _file("page.css")),
    )
    body = element("body", element("main", *parts), class_="boyi-page")
    return f"<!DOCTYPE html>\n{element('html', head, body, lang=language)}\n"


def _data(page: _Page) -> dict[str, Any]:
    """What the script needs: pictures, positions, arrows and the score of each position."""
    game = game_of(page.game.start)
    start = page.places[0]
    return {
        **page.tree.pictures.plain(),
        "shown": page.tree.shown,
        "parents": page.tree.parents,
        "next": page.tree.following,
        "last": len(page.places) - 1,
        "spots": [game.places(start, flipped) for flipped in (False, True)],
        "arrows": [_arrows(page, ply) for ply in range(len(page.places))],
        "shares": [_share(page, ply) for ply in range(len(page.places))],
        "marked": [ply for ply, note in sorted(page.notes.items()) if note.mark],
    }


def _share(page: _Page, ply: int) -> float | None:
    """Expected points of the first side in a position, None where they are not known."""
    note, after = page.notes.get(ply), page.notes.get(ply + 1)
    if note is not None:
        return round(note.share, 3)
    return None if after is None else round(after.best_share, 3)


def _arrows(page: _Page, ply: int) -> list[tuple[str, str]]:
    """The points from and to of the move that led to a position, and of the best one if it was another."""
    if not ply:
        return []
    note, before = page.notes.get(ply), page.places[ply - 1]
    moves = [page.places[ply].moves[-1]] + ([] if note is None or note.is_best else [note.best])
    return [next(iter(game_of(before).clicks(before, move))) for move in moves]


def _head(page: _Page) -> Markup:
    above = game_of(page.game.start).players
    headers = [(name, value) for name, value in page.game.headers.items() if value and name not in above]
    told = [f"{page.say(name)}: {value}" for name, value in headers]
    return element(
        "header",
        element("h1", titled(page.game, page.say)),
        element("p", ", ".join(told), class_="facts") if told else "",
    )


def _board(page: _Page) -> Markup:
    buttons = [
        element("button", sign, type="button", value=value, title=page.say(title), aria_label=page.say(title))
        for value, sign, title in _BUTTONS
    ]
    picture = element("div", Markup(page.tree.pictures.svg(page.game.start, False)), class_="picture")
    key = element(
        "p",
        element("span", page.say("played"), class_="played"),
        " ",
        element("span", page.say("best"), class_="best"),
        class_="key",
    )
    share = _share(page, 0)
    height = f"height:{50 if share is None else 100 * share:.1f}%"
    bar = element("div", element("i", style=height), class_="bar", aria_hidden="true")
    return joined(element("div", bar, picture, class_="board"), element("div", *buttons, class_="buttons"), key)


def _detail(page: _Page, ply: int) -> Markup:
    """What is said of a move: its score, what it lost, the best line and what the file says."""
    node, note, say = page.nodes[ply], page.notes.get(ply), page.say
    comments = [element("p", text, class_="comment") for text in (node.comment_before, node.comment) if text]
    if ply == 0:
        return element("section", element("h2", say("Start position")), *comments, class_="detail", data_ply=0)
    title = joined(page.numbered(ply), " ", _mark(note))
    parts = [element("h2", title)]
    if note is None:
        parts.append(element("p", say("No score: the position was not searched.")))
    else:
        parts += _judged(page, note)
        line = page.tree.line(ply - 1, page.places[ply - 1], best_moves(note))
        parts.append(_line(say("Best line"), line, "line best-line"))
    for moves, texts in variations(node):
        line = page.tree.line(ply - 1, page.places[ply - 1], moves, texts)
        parts.append(_line(say("Variation in the file"), line, "line"))
    # For paper, where there is no board to click on; the script draws it.
    diagram = element("div", class_="diagram") if note is not None and note.mark else ""
    marked = " marked" if note is not None and note.mark else ""
    return element("section", *parts, *comments, diagram, class_=f"detail{marked}", data_ply=ply, hidden="hidden")


def _judged(page: _Page, note: Note) -> Iterable[Markup]:
    say = page.say
    first = say.side(game_of(page.game.start).sides[0])
    told = say(
        "Score {score}, expected points of {side} {share} %",
        score=note.score_text,
        side=first,
        share=percent(note.share),
    )
    yield element("p", told, class_="score")
    if note.is_best:
        yield element("p", say("The best move."))
        return
    best = page.places[note.ply - 1].format(note.best, page.notation)
    lost = say(
        "It lost {loss} ({share} % of expected points).", loss=f"{note.loss / 100:.2f}", share=percent(note.lost)
    )
    better = say("The best move was {move} ({score}).", move=best, score=score_text(note.best_score))
    yield element("p", lost, " ", better)


def _line(name: str, line: Line, class_: str) -> Markup:
    moves = []
    for number, (text, comment) in enumerate(zip(line.texts, line.comments, strict=True), line.first):
        moves.append(joined(" ", element("button", text, type="button", data_n=number)))
        moves += [joined(" ", element("span", comment, class_="comment"))] if comment else []
    return element("p", element("span", f"{name}:", class_="name"), *moves, class_=class_)


def _mark(note: Note | None) -> Markup:
    if note is None or not note.mark:
        return Markup()
    return _sign(note.mark)


def _sign(mark: str) -> Markup:
    return element("b", mark, class_=f"mark {CLASSES[mark]}")


def _moves(page: _Page) -> Markup:
    """The moves in columns by number."""
    sides = game_of(page.game.start).sides
    cells = [_cell(page, ply) for ply in range(1, len(page.places))]
    cells = [element("td", "…")] * page.tree.offset + cells + [element("td")]
    rows = [
        element("tr", element("th", at // 2 + 1, scope="row"), cells[at], cells[at + 1])
        for at in range(0, len(cells) - 1, 2)
    ]
    head = element("tr", element("th"), *(element("th", page.say.side(side), scope="col") for side in sides))
    return element(
        "div",
        element("table", element("thead", head), element("tbody", *rows), aria_label=page.say("Moves")),
        class_="moves",
    )


def _cell(page: _Page, ply: int) -> Markup:
    note = page.notes.get(ply)
    score = "" if note is None else element("small", note.score_text)
    return element(
        "td",
        element("button", page.text(ply), type="button", data_n=ply),
        _mark(note),
        score,
        class_=CLASSES[note.mark if note else ""],
    )


_COUNTED = {"!": "hard to see", "?!": "inaccuracies", "?": "mistakes", "??": "blunders"}
"""What the summary calls the marks."""


def _summary(page: _Page, notes: Sequence[Note]) -> Markup:
    """A table with a column for each player, which has room on a phone, and the turning points."""
    say, found = page.say, summaries(page.game.game, notes)
    rows = [
        _row(say("accuracy"), [_known(player, f"{player.accuracy or 0:.0f} %") for player in found]),
        _row(
            say("average loss"),
            [
                _known(player, f"{player.average_loss / 100:.2f} ({100 * player.average_lost:.1f} %)")
                for player in found
            ],
        ),
        *(
            _row(joined(say(name), " ", _sign(sign)), [player.marks[sign] for player in found])
            for sign, name in _COUNTED.items()
        ),
    ]
    heads = [element("th", _player(page, player.side), scope="col") for player in found]
    turned = [_turn(page, note) for note in turning_points(notes)]
    return element(
        "section",
        element("h2", say("Summary")),
        element("table", element("thead", element("tr", element("th"), *heads)), element("tbody", *rows)),
        element("h3", say("Turning points")),
        element("ul", *turned) if turned else element("p", say("none")),
        class_="summary",
    )


def _row(head: str, cells: Iterable[object]) -> Markup:
    return element("tr", element("th", head, scope="row"), *(element("td", cell) for cell in cells))


def _known(player: PlayerSummary, text: str) -> str:
    """A text on a player of whom moves were searched."""
    return text if player.moves else "–"


def _player(page: _Page, side: str) -> str:
    """The name of a player with the side."""
    game = game_of(page.game.start)
    name = page.game.headers.get(game.players[game.sides.index(side)])
    return f"{name} ({page.say.side(side)})" if name else page.say.side(side)


def _turn(page: _Page, note: Note) -> Markup:
    first = note.side == game_of(page.game.start).sides[0]
    before, after = (share if first else 1 - share for share in (note.best_share, note.share))
    told = page.say(
        "{move}: {side} from {before} % to {after} % of expected points",
        move=f"{page.numbered(note.ply)} {note.mark}",
        side=page.say.side(note.side),
        before=percent(before),
        after=percent(after),
    )
    return element("li", element("button", told, type="button", data_n=note.ply))


def _foot(page: _Page, searched: str) -> Markup:
    least = [percent(LEAST_LOSSES[sign]) for sign in ("?!", "?", "??")]
    how = page.say("How marks and accuracy are computed")
    return element(
        "footer",
        element("p", page.say("Keys"), ": ", page.say(_KEYS), class_="keys"),
        element(
            "details",
            element("summary", how),
            element("p", page.say.numbers(_RULES, *least)),
        ),
        element("p", searched) if searched else "",
    )
