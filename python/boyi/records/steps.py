"""A game as a page: a board that one can step through, the moves and what is said of them."""

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any

from boyi import Position
from boyi.games import game_of
from boyi.markup import Markup, element, joined, script_value
from boyi.pieces import drawn

if TYPE_CHECKING:
    from boyi.records.game import Game, Node

__all__ = ["last_board", "page"]

MOST_NODES = 2000
"""Nodes of a game whose boards are drawn; a notebook with all boards of a large tree would stand still."""

_NUMBERS = count()

_SCRIPT = """
(function(){const root=document.getElementById(ID),boards=BOARDS,parents=PARENTS,next=NEXT;let at=0;
const board=root.querySelector(".b"),words=root.querySelectorAll("[data-n]");
function show(n){if(n===undefined||n<0)return;at=n;board.innerHTML=HEAD+boards[n]+"</svg>";
words.forEach(w=>{w.style.background=+w.dataset.n===n?"#ffe08a":"";w.style.color=+w.dataset.n===n?"#000":""})}
root.querySelectorAll("button").forEach(b=>b.onclick=()=>{let n=at;
if(b.value==="first")n=0;else if(b.value==="back")n=parents[at];else if(b.value==="on")n=next[at];
else while(next[n]>=0)n=next[n];show(n)});
words.forEach(w=>w.onclick=()=>show(+w.dataset.n));
root.tabIndex=0;root.onkeydown=e=>{if(e.key==="ArrowLeft"){show(parents[at]);e.preventDefault()}
if(e.key==="ArrowRight"){show(next[at]);e.preventDefault()}}})();
"""


def page(game: "Game", *, say: "Callable[[Node], str] | None" = None, size: int = 320) -> Markup:
    """HTML of a game: without scripts it shows the first position and the moves, with scripts a click on a move, the
    buttons and the arrow keys show the positions.

    Args:
        game: the game.
        say: words behind a move, such as its score; None: its comment.
        size: width of the board in pixels.
    """
    nodes = [node for node, _ in zip(game.nodes(), range(MOST_NODES), strict=False)]
    numbers = {id(node): number for number, node in enumerate(nodes)}
    pictures, positions = [], [game.start]
    for node in nodes[1:]:
        assert node.parent is not None and node.move is not None
        positions.append(positions[numbers[id(node.parent)]].play(node.move))
    for position in positions:
        head, picture = _split(_svg(position, size))
        pictures.append(picture)
    identifier = f"boyi-game-{next(_NUMBERS)}"
    parents = [-1] + [numbers[id(node.parent)] for node in nodes[1:]]
    following = [numbers.get(id(node.children[0]), -1) if node.children else -1 for node in nodes]
    shared = _shared(pictures)
    values = {
        "ID": identifier,
        "BOARDS": [picture[len(shared) :] for picture in pictures],
        "PARENTS": parents,
        "NEXT": following,
        "HEAD": head + shared,
    }
    script = _SCRIPT
    for name, value in values.items():
        script = script.replace(name, script_value(value), 1)
    buttons = [
        joined(element("button", sign, value=value, title=title, style="min-width:2.5em"), " ")
        for value, title, sign in (
            ("first", "to the start", "|◀"),
            ("back", "back", "◀"),
            ("on", "on", "▶"),
            ("last", "to the end", "▶|"),
        )
    ]
    facts = [f"{name}: {value}" for name, value in game.headers.items() if value] + [game.result]
    board = element(
        "div",
        Markup(f'<div class="b">{_svg(game.start, size)}</div>'),
        element("div", *buttons, style="margin:.4em 0"),
        style=f"width:{size}px;max-width:100%",
    )
    words = element(
        "div",
        element("p", ", ".join(facts), style="opacity:.75"),
        element("p", _moves(game, numbers, positions, say)),
        style=f"flex:1;min-width:14em;max-height:{round(1.2 * size)}px;overflow:auto",
    )
    style = "display:flex;flex-wrap:wrap;gap:1em;outline:none"
    return element("div", board, words, Markup(f"<script>{script}</script>"), id=identifier, style=style)


def last_board(game: "Game", size: int = 320) -> str:
    """The position at the end of the main line, with the last move marked: SVG, for viewers that show no HTML."""
    return _svg(game.final(), size)


def _svg(position: Position, size: int) -> str:
    picture: Any = position
    text: str = picture.svg(size=size)
    return text


def _split(picture: str) -> tuple[str, str]:
    """The opening tag of a picture, and what is inside."""
    end = picture.index(">") + 1
    return picture[:end], picture[end : -len("</svg>")]


def _shared(pictures: list[str]) -> str:
    """What all pictures begin with, up to the end of an element: the empty board, kept once."""
    first, last = min(pictures), max(pictures)
    length = next(
        (at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last))
    )
    return first[: first.rfind("><", 0, length) + 1] if length < len(first) else ""


def _moves(
    game: "Game", numbers: dict[int, int], positions: list[Position], say: "Callable[[Node], str] | None"
) -> Markup:
    """The moves in the order in which they are read, variations in brackets."""
    words: list[Markup] = []
    root = game.root
    if root.comment:
        words.append(_said(root.comment))
    waiting: list[Any] = [("line", root)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Markup):
            words.append(item)
            continue
        kind, node = item
        if kind == "line":
            if node.children:
                main, *others = node.children
                waiting.append(("line", main))
                for other in reversed(others):
                    waiting += [Markup(")</small>"), ("line", other), ("move", other), Markup("<small>(")]
                waiting.append(("move", main))
        elif id(node) in numbers:
            words.append(_word(node, numbers, positions, say))
    return Markup(" ".join(words))


def _said(text: str) -> Markup:
    """A comment: paler than the moves, not slanted, which Chinese characters are not made for."""
    return element("span", text, style="opacity:.7;font-size:.9em")


def _word(
    node: "Node", numbers: dict[int, int], positions: list[Position], say: "Callable[[Node], str] | None"
) -> Markup:
    """A move with its number where the first player moves, and what is said of it."""
    number = numbers[id(node)]
    before: Any = positions[numbers[id(node.parent)]]
    ply = before.ply
    text = before.format(node.move, game_of(before).notation_with(drawn()))
    count = f"{ply // 2 + 1}. " if ply % 2 == 0 else ""
    said = say(node) if say else node.comment
    comments = (joined(" ", _said(part)) for part in (node.comment_before, said) if part)
    return joined(count, element("span", text, data_n=number, style="cursor:pointer;border-radius:3px"), *comments)
