"""The course of a game's scores as a picture."""

from collections.abc import Sequence
from math import tanh
from typing import Any

from boyi.markup import Markup, element

__all__ = ["graph"]

_WIDTH, _HEIGHT = 720, 140

_SCALE = 400
"""Points that stand at three quarters of the height above the middle."""

_BAD = 150
"""Loss in points from which a move is marked."""


def graph(notes: Sequence[Any]) -> Markup:
    """An SVG picture of the scores after each move, the first side's advantage above; bad moves are marked."""
    if not notes:
        return Markup()
    last = max(note.ply for note in notes)

    def at(note: Any) -> tuple[float, float]:
        height = tanh(note.score / _SCALE)
        return 8 + (_WIDTH - 16) * note.ply / max(last, 1), _HEIGHT / 2 - height * (_HEIGHT / 2 - 8)

    course = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(at, notes))
    marks = "".join(
        f'<circle cx="{at(note)[0]:.1f}" cy="{at(note)[1]:.1f}" r="4" fill="#c0392b">'
        f"{element('title', f'{note.ply}. {note.move}, loss {note.loss / 100:.2f}')}</circle>"
        for note in notes
        if note.loss >= _BAD
    )
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'style="width:100%;max-width:{_WIDTH}px"><title>score after each move</title>'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#f6f3ec"/>'
        f'<path d="M0 {_HEIGHT / 2}H{_WIDTH}" stroke="#888" stroke-dasharray="4"/>'
        f'<polyline points="{course}" fill="none" stroke="#1557b0" stroke-width="2"/>{marks}</svg>'
    )
