"""Trees as small pictures: plain SVG text, like the boards of :mod:`boyi.svg`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from boyi import Bound
from boyi import _core as core
from boyi.errors import OptionError
from boyi.markup import element
from boyi.run import arguments

if TYPE_CHECKING:
    from boyi.lab.tracing.tree import Tree

__all__ = ["COLOURS", "drawn"]

COLOURS = {
    "searched": "#ffffff",
    "move": "#7fb2e5",
    "table": "#f2c14e",
    "null_move": "#c774b2",
    "reverse_futility": "#e07a5f",
    "razoring": "#a44a3f",
    "probcut": "#d4a373",
    "multicut": "#6a994e",
    "mate_distance": "#5c5c8a",
    "repetition": "#8d6e4a",
    "move_limit": "#b8a07e",
    "stand_pat": "#8fc98b",
    "known_end": "#2f9c95",
    "known_threat": "#66c2a5",
    "mate_in_one": "#1f6f78",
    "forced_reply": "#9bc53d",
    "kill": "#d7263d",
    "game_over": "#222222",
    "evaluation": "#d9d9d9",
    "stopped": "#ff00ff",
}
"""The colour of a node by what ended it."""

_NAMES = {str(key): names for key, names in core.trace_names().items()}
_INK, _LINE, _MAIN, _PAPER = "#333333", "#b5b5b5", "#1557b0", "#fcfcfa"
_MOST = 100_000
_LEVEL, _ROW, _LETTER = 84, 17, 6.2
_MARGIN, _RADIUS, _KEY = 20, 5, 120

_Rows = npt.NDArray[np.void]


def drawn(tree: "Tree", plies: int | None, max_nodes: int) -> str:
    """The picture of a tree, see :meth:`boyi.lab.Tree.svg`.

    Raises:
        OptionError: if there are more nodes to draw than ``max_nodes``, or none.
    """
    most = arguments.whole("max_nodes", max_nodes, _MOST)
    rows = tree.rows
    if plies is not None:
        rows = rows[rows["ply"] <= len(tree.moves) + arguments.whole("plies", plies, 96, 0)]
    if not len(rows):
        raise OptionError("a tree without nodes: expected one with nodes to draw; the search went another way")
    if len(rows) > most:
        raise OptionError(f"{len(rows)} nodes to draw: expected at most max_nodes={most}; plies= draws fewer")
    place = {number: index for index, number in enumerate(rows["id"].tolist())}
    parents = [place.get(parent, -1) for parent in rows["parent"].tolist()]
    levels, lines, hidden = _layout(rows, parents)
    width = max(2 * _MARGIN + _LEVEL * (max(levels) + 1), 2 * _MARGIN + 3 * _KEY)
    key, top = _key(rows, width, _MARGIN)
    points = [(_MARGIN + _LEVEL * level, top + _ROW * line) for level, line in zip(levels, lines, strict=True)]
    height = top + _ROW * max(lines) + _MARGIN
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    nodes = (_node(tree, row, *point) for row, point in zip(rows, points, strict=True))
    halo = f'stroke="{_PAPER}" stroke-width="4" paint-order="stroke"'
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" style="max-width:100%;height:auto">'
            f"<title>{len(rows)} nodes of a search</title>",
            f'<rect width="{width}" height="{height}" fill="{_PAPER}"/>',
            key,
            *_edges(rows, parents, points),
            f'<g stroke="{_INK}">',
            *nodes,
            f'</g><g fill="{_INK}" font-size="11" font-family="sans-serif" {halo}>',
            *_texts(tree, rows, points, hidden),
            "</g></svg>",
        ]
    )


def _layout(rows: _Rows, parents: list[int]) -> tuple[list[int], list[int], list[int]]:
    """Places across, in levels, and down, in lines; and how many nodes below are not drawn.

    A node stands on the line of its first child, so that a line of first moves is read from left to right. Rows stand
    before those below them.
    """
    levels, last = [0] * len(rows), [-1] * len(rows)
    for index, parent in enumerate(parents):
        if parent >= 0:
            levels[index], last[parent] = levels[parent] + 1, index
    lines = np.cumsum([1, *(child < 0 for child in last[:-1])]) - 1  # every leaf ends a line
    hidden = (rows["nodes"].astype(int) - 1).tolist()
    for index, parent in enumerate(parents):
        if parent >= 0:
            hidden[parent] -= int(rows["nodes"][index])
    return levels, lines.tolist(), hidden


def _edges(rows: _Rows, parents: list[int], points: list[tuple[int, int]]) -> Iterator[str]:
    """Lines to the nodes above; thick where the best line goes, dashed for null moves."""
    plain: list[str] = []
    null: list[str] = []
    main: list[str] = []
    exact = (rows["bound"] == Bound.EXACT).tolist()
    on_line = [parent < 0 and exact[index] for index, parent in enumerate(parents)]
    for index, parent in enumerate(parents):
        if parent < 0:
            continue
        (x1, y1), (x2, y2) = points[parent], points[index]
        on_line[index] = exact[index] and on_line[parent] and rows["score"][index] == -rows["score"][parent]
        passed = _NAMES["stage"][rows["stage"][index]] == "null"
        (main if on_line[index] else null if passed else plain).append(f"M{x1} {y1}V{y2}H{x2}")
    for lines, style in (
        (plain, f'stroke="{_LINE}"'),
        (null, f'stroke="{COLOURS["null_move"]}" stroke-dasharray="4 3"'),
        (main, f'stroke="{_MAIN}" stroke-width="3"'),
    ):
        if lines:
            yield f'<path d="{"".join(lines)}" fill="none" {style}/>'


def _node(tree: "Tree", row: Any, x: int, y: int) -> str:
    """A circle or a square with the facts as its title."""
    number, colour = row["id"], COLOURS[_NAMES["cut"][row["cut"]]]
    title = element("title", f"node {number}: {tree.tooltip(row)}")
    fill = f'fill="{colour}"'
    if _NAMES["kind"][row["kind"]] == "full":
        return f'<circle cx="{x}" cy="{y}" r="{_RADIUS}" {fill}>{title}</circle>'
    side = 2 * _RADIUS - 2
    return f'<rect x="{x - side // 2}" y="{y - side // 2}" width="{side}" height="{side}" {fill}>{title}</rect>'


def _texts(tree: "Tree", rows: _Rows, points: list[tuple[int, int]], hidden: list[int]) -> Iterator[str]:
    """Moves on the right of their nodes, and behind them the numbers of nodes left out below."""
    for row, (x, y), left_out in zip(rows, points, hidden, strict=True):
        text = tree.move_text(row)
        start = x + _RADIUS + 4
        if text:
            yield element("text", text, x=start, y=y + 4)
        if left_out > 0:
            after = round(start + _LETTER * (len(text) + 1)) if text else start
            yield f'<text x="{after}" y="{y + 4}" fill-opacity=".6">+{left_out}</text>'


def _key(rows: _Rows, width: int, top: int) -> tuple[str, int]:
    """What the colours mean, with the number of nodes of each; and where it ends."""
    numbers = np.bincount(rows["cut"], minlength=len(COLOURS)).tolist()
    found = [(name, number) for name, number in zip(_NAMES["cut"], numbers, strict=True) if number]
    columns = max(1, (width - 2 * _MARGIN) // _KEY)
    parts = []
    for index, (name, number) in enumerate(found):
        x, y = _MARGIN + _KEY * (index % columns), top + 18 * (index // columns)
        parts.append(f'<rect x="{x}" y="{y - 9}" width="10" height="10" fill="{COLOURS[name]}" stroke="{_INK}"/>')
        parts.append(f'<text x="{x + 15}" y="{y}">{name} {number}</text>')
    text = f'<g fill="{_INK}" font-size="11" font-family="sans-serif">{"".join(parts)}</g>'
    return text, top + 18 * (1 + (len(found) - 1) // columns) + _ROW // 2
