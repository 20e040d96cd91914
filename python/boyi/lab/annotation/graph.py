"""The course of a game's expected points as a picture with axes; the page's script moves a cursor on it."""

from collections.abc import Sequence

from boyi.games import game_of
from boyi.lab.annotation.notes import Note
from boyi.lab.annotation.words import Words
from boyi.markup import Markup, element

__all__ = ["CLASSES", "graph"]

CLASSES = {"!": "found", "?!": "doubtful", "?": "mistake", "??": "blunder", "": "plain"}
"""The classes of the style sheet by which marks are coloured."""

_MOST_NUMBERS = 8
"""Numbers at the axis of the moves; a phone has room for as many."""


def graph(game: str, notes: Sequence[Note], plies: int, say: Words) -> Markup:
    """The expected points of the first side after each move, from 0 at the bottom to 100 %; marked moves are dots.

    Lines are an SVG picture that is stretched to the width of the page. Words and dots, which must not be stretched,
    are elements over it, at places in per cent.
    """
    if not notes:
        return Markup()
    course = [(notes[0].ply - 1, notes[0].best_share), *((note.ply, note.share) for note in notes)]
    spots = [(100 * ply / plies, 100 * (1 - share)) for ply, share in course]
    line = " ".join(f"{x:.2f},{y:.2f}" for x, y in spots)
    area = f"{spots[0][0]:.2f},100 {line} {spots[-1][0]:.2f},100"
    picture = element(
        "svg",
        element("polygon", points=area, class_="area"),
        *(element("path", d=f"M0 {y}H100", class_="grid") for y in (25, 75)),
        element("path", d="M0 50H100", class_="middle"),
        element("polyline", points=line, class_="course"),
        viewBox="0 0 100 100",
        preserveAspectRatio="none",
        aria_hidden="true",
    )
    dots = [_dot(note, plies) for note in notes if note.mark]
    shares = [element("span", 100 - y, class_="share", style=f"top:{y}%") for y in (0, 50, 100)]
    title = say("Expected points of {side}, %", side=say.side(game_of(game).sides[0]))
    return element(
        "figure",
        element("figcaption", title),
        element(
            "div",
            picture,
            *shares,
            *_numbers(plies),
            *dots,
            element("i", class_="cursor"),
            class_="plot",
            role="slider",
            tabindex=0,
            aria_label=title,
            aria_valuemin=0,
            aria_valuemax=plies,
            aria_valuenow=0,
        ),
        element("div", say("move"), class_="axis"),
        class_="graph",
    )


def _dot(note: Note, plies: int) -> Markup:
    place = f"left:{100 * note.ply / plies:.2f}%;top:{100 * (1 - note.share):.2f}%"
    return element("i", class_=f"dot {CLASSES[note.mark]}", style=place)


def _numbers(plies: int) -> list[Markup]:
    """Numbers of moves, two plies each, at round distances."""
    moves = (plies + 1) // 2
    step = next(
        step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if moves <= step * _MOST_NUMBERS or step == 1000
    )
    return [
        element("span", number, class_="number", style=f"left:{100 * (2 * number - 1) / plies:.2f}%")
        for number in range(step, moves + 1, step)
        if 2 * number - 1 <= plies
    ]
