"""Trees as small pictures: plain SVG text, like the boards of :mod:`boyi.svg`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from boyi import Bound
from boyi import _core as core
from boyi.errors import OptionError
from boyi.lab.tracing.paper import LINE, MAIN, RADIUS, circle, label, lines, on_paper, places
from boyi.markup import Markup, element
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
_MOST = 100_000

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
    numbers = np.bincount(rows["cut"], minlength=len(COLOURS)).tolist()
    key = [(name, COLOURS[name], number) for name, number in zip(_NAMES["cut"], numbers, strict=True) if number]
    points = places(parents, len(key))
    nodes = (_node(tree, row, *point) for row, point in zip(rows, points, strict=True))
    texts = _texts(tree, rows, points, _hidden(rows, parents))
    return on_paper(f"{len(rows)} nodes of a search", key, points, _edges(rows, parents, points), nodes, texts)


def _hidden(rows: _Rows, parents: list[int]) -> list[int]:
    """How many nodes below each node are not drawn."""
    hidden: list[int] = (rows["nodes"].astype(int) - 1).tolist()
    for index, parent in enumerate(parents):
        if parent >= 0:
            hidden[parent] -= int(rows["nodes"][index])
    return hidden


def _edges(rows: _Rows, parents: list[int], points: list[tuple[int, int]]) -> Iterator[Markup]:
    """Lines to the nodes above; thick where the best line goes, dashed for null moves."""
    plain: list[tuple[int, int]] = []
    null: list[tuple[int, int]] = []
    main: list[tuple[int, int]] = []
    exact = (rows["bound"] == Bound.EXACT).tolist()
    on_line = [parent < 0 and exact[index] for index, parent in enumerate(parents)]
    for index, parent in enumerate(parents):
        if parent < 0:
            continue
        on_line[index] = exact[index] and on_line[parent] and rows["score"][index] == -rows["score"][parent]
        passed = _NAMES["stage"][rows["stage"][index]] == "null"
        (main if on_line[index] else null if passed else plain).append((parent, index))
    yield lines(plain, points, stroke=LINE)
    yield lines(null, points, stroke=COLOURS["null_move"], stroke_dasharray="4 3")
    yield lines(main, points, stroke=MAIN, stroke_width=3)


def _node(tree: "Tree", row: Any, x: int, y: int) -> Markup:
    """A circle or a square with the facts as its title."""
    number, colour = row["id"], COLOURS[_NAMES["cut"][row["cut"]]]
    title = element("title", f"node {number}: {tree.tooltip(row)}")
    if _NAMES["kind"][row["kind"]] == "full":
        return circle(x, y, title, fill=colour)
    side = 2 * RADIUS - 2
    return element("rect", title, x=x - side // 2, y=y - side // 2, width=side, height=side, fill=colour)


def _texts(tree: "Tree", rows: _Rows, points: list[tuple[int, int]], hidden: list[int]) -> Iterator[Markup]:
    """Moves on the right of their nodes, and behind them the numbers of nodes left out below."""
    for row, point, left_out in zip(rows, points, hidden, strict=True):
        yield label(*point, tree.move_text(row), f"+{left_out}" if left_out > 0 else "")
