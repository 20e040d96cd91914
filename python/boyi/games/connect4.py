"""The description of Connect Four, and its picture."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from boyi.connect4 import Position, Solver
from boyi.errors import OptionError
from boyi.exact import Oracle
from boyi.games.demo import Demo
from boyi.games.description import Description
from boyi.markup import Markup, element

__all__ = ["Connect4", "board"]

_COLUMNS = "abcdefg"
_ROWS = 6
_CELL = 48
"""Distance between neighbouring cells in the units of the picture."""
_MARGIN = 24
_WIDTH, _HEIGHT = 2 * _MARGIN + 7 * _CELL, _MARGIN // 2 + _ROWS * _CELL + _MARGIN
_FRAME, _HOLE, _STONES, _MARK, _ARROW = "#2a5db0", "#f4f4ee", ("#d83a34", "#f2c230"), "#ffffff", "#1d7f4e"

_DEMO = Demo(
    shows="what move ordering is worth: columns from the left; the hash move; columns from the middle; killers and "
    "history",
    title="What move ordering is worth, step by step. The rows differ in nothing else.",
    why="All heuristics that are on are exact: every step finds the value of the step before.",
    off={},
    first={"hash_move": False, "static_order": 0, "killers": 0, "history": "off"},
    steps={
        "from the left": {},
        "+ hash move": {"hash_move": True},
        "from the middle": {"static_order": 32},
        "+ killers, history": {"killers": 2, "history": "gravity"},
    },
    table_depth=10,
)


class Connect4(Description):
    """Connect Four. A point of a score is a unit of the evaluation, one open line with a single stone."""

    name: str = "connect4"
    position: type[Any] = Position
    rules: tuple[str, ...] = ("standard",)
    points_per_logit: float = 66.0
    """Fitted by ``tests/benches/fit_expected.py`` on 32 games of preset boyi at 1,000 nodes a move (631 positions), so
    it is rough. On 8 further games the log loss is 0.604, that of even chances 0.693."""
    suite: str | None = "connect4/teaching"
    opening_plies: tuple[int, int] | None = (4, 8)
    demo: Demo | None = _DEMO
    oracles: str | None = "STONES, such as 16: a search to the end of the game, from so many stones on"

    def read(self, text: str, **options: Any) -> Any:
        """The board that a text shows."""
        return Position.from_text(text, **options)

    def opening_set(self, _rule: str | None = None) -> str:
        """The only set of openings."""
        return self.name

    def places(self, _position: Any, flipped: bool) -> dict[str, tuple[float, float]]:
        """The cells of the picture, such as ``"d1"``."""
        return {
            f"{column}{row + 1}": (round(100 * x / _WIDTH, 3), round(100 * y / _HEIGHT, 3))
            for row in range(_ROWS)
            for file, column in enumerate(_COLUMNS)
            for x, y in [_spot(file, row, flipped)]
        }

    def piece_words(self, letter: str | None) -> str:
        """A stone such as "red stone"."""
        return {"X": "red stone", "O": "yellow stone"}.get(letter or "", "empty")

    def clicks(self, position: Any, move: Any) -> Iterable[tuple[str, str]]:
        """Every empty cell of a column: a stone falls by itself."""
        cells = [f"{move}{row + 1}" for row in range(_ROWS)]
        return [(cell, cell) for cell in cells if position.piece_at(cell) is None]

    def oracle(self, text: str) -> Oracle:
        """A search to the end of the game from a number of stones on, such as ``"16"``."""
        if not (text.isascii() and text.isdecimal() and len(text) < 9):
            raise OptionError(f"oracle {text!r}: expected {self.oracles}")
        return Solver(int(text))


def _spot(file: int, row: int, flipped: bool) -> tuple[float, float]:
    """The picture's x and y of a cell."""
    column = len(_COLUMNS) - 1 - file if flipped else file
    return _MARGIN + _CELL * (column + 0.5), _MARGIN / 2 + _CELL * (_ROWS - row - 0.5)


def board(
    array: npt.ArrayLike,
    *,
    last_move: str | None = None,
    arrows: Iterable[str] = (),
    size: int = 360,
    flipped: bool = False,
) -> str:
    """A board as the text of an SVG picture.

    Args:
        array: stones as ``Position.to_array()`` gives them: ``array[row, column]``, 0 empty, 1 red, 2 yellow.
        last_move: the column of the last stone, which is marked.
        arrows: columns of proposed moves, marked with dotted rings where the stone would come to lie. Several are
            numbered in their order.
        size: width in pixels, 1 or more; the height follows.
        flipped: the board mirrored left to right.

    Raises:
        OptionError: for an array of another shape or with other numbers, or a size below 1.

    >>> import numpy as np
    >>> stones = np.zeros((6, 7), dtype=np.int8)
    >>> stones[0, 3] = 1
    >>> picture = board(stones, last_move="d", arrows=["d"])
    >>> picture[:4], picture.count("<circle")
    ('<svg', 44)
    """
    stones = np.asarray(array)
    if stones.shape != (_ROWS, len(_COLUMNS)) or not np.isin(stones, (0, 1, 2)).all():
        raise OptionError(
            f"a board of Connect Four is an array of shape (6, 7) with numbers from 0 to 2, not {stones!r}"
        )
    if size < 1:
        raise OptionError(f"size {size}: expected a width of 1 pixel or more")
    heights = np.count_nonzero(stones, axis=0)
    parts = [Markup(f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="10" fill="{_FRAME}"/>')]
    for row, file in np.ndindex(stones.shape):
        x, y = _spot(file, row, flipped)
        fill = (_HOLE, *_STONES)[stones[row, file]]
        parts.append(element("circle", cx=x, cy=y, r=_CELL * 0.42, fill=fill))
    if last_move is not None:
        x, y = _spot(_COLUMNS.index(last_move), heights[_COLUMNS.index(last_move)] - 1, flipped)
        parts.append(element("circle", cx=x, cy=y, r=_CELL * 0.14, fill=_MARK))
    proposed = list(arrows)
    for number, column in enumerate(proposed, 1):
        file = _COLUMNS.index(column)
        x, y = _spot(file, min(heights[file] + proposed[: number - 1].count(column), _ROWS - 1), flipped)
        ring = {"stroke_width": 3, "stroke_dasharray": "4 3"}
        parts.append(element("circle", cx=x, cy=y, r=_CELL * 0.34, fill="none", stroke=_ARROW, **ring))
        if len(proposed) > 1:
            words = {"font_size": 15, "font_family": "sans-serif", "text_anchor": "middle"}
            parts.append(element("text", str(number), x=x, y=y + 5, fill=_ARROW, **words))
    for file, column in enumerate(_COLUMNS):
        words = {"font_size": 14, "font_family": "sans-serif", "text_anchor": "middle"}
        parts.append(element("text", column, x=_spot(file, 0, flipped)[0], y=_HEIGHT - 7, fill=_HOLE, **words))
    style = "max-width:100%;height:auto"
    head = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {_WIDTH} {_HEIGHT}", "style": style}
    return str(element("svg", *parts, width=size, role="img", **head))
