"""Trees of searches that the reader has written: nodes, and their picture."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Literal

from boyi.errors import OptionError
from boyi.lab.tracing.paper import LINE, MAIN, circle, label, lines, on_paper, places
from boyi.lab.tracing.picture import COLOURS
from boyi.markup import Markup, element
from boyi.run import arguments

__all__ = ["Node"]

_MOST = 100_000
_DRAWN = 400
_PALE, _PALE_LINE = "#9a9a9a", "#e3e3e3"
_LEFT_OUT = "not visited"

_Shown = tuple["Node", int, bool]  # a node, the index of its parent, and whether the search has visited it


@dataclass(frozen=True, repr=False, eq=False)
class Node:
    """A node of a tree that a search of your own has made, for drawing; ``len`` is the number of its nodes.

    A search returns a node instead of a score: the nodes below it are those of the moves that it has tried, in order.
    :func:`boyi.lab.trace` records the trees of boyi's own searches.

    Raises:
        OptionError: for a score that is no finite number, children that are no nodes, or an unknown ``ended``.

    >>> from boyi.lab import Node
    >>> tree = Node("", 1, [Node("a1", -1), Node("b2", 1), Node("c3", 0)])
    >>> tree, len(tree), [child.move for child in tree.children]
    (Node('', 1, 4 nodes), 4, ['a1', 'b2', 'c3'])
    """

    move: object
    """The move that led here: a boyi.Move, or any text; ``""`` for the root."""
    score: float
    """What the search has returned for the node."""
    children: Sequence["Node"] = ()
    """The nodes of the moves that were tried, in that order; kept as a tuple."""
    ended: str = "searched"
    """What ended the node, by the names that :class:`boyi.lab.Tree` has: ``"searched"`` when all moves were, ``"move"``
    when one cut off the rest, ``"table"``, ``"evaluation"``, ``"game_over"`` and others. It is the node's colour."""

    def __post_init__(self) -> None:
        if not isinstance(self.score, Real) or not math.isfinite(self.score):
            raise OptionError(f"score={self.score!r} of the move {str(self.move)!r}: expected a finite number")
        if not isinstance(self.children, Sequence) or not all(isinstance(child, Node) for child in self.children):
            raise OptionError(f"children of the move {str(self.move)!r}: expected a list of lab.Node")
        if self.ended not in COLOURS:
            raise OptionError(f"ended={self.ended!r}: expected one of {', '.join(COLOURS)}")
        object.__setattr__(self, "children", tuple(self.children))

    def __len__(self) -> int:
        number, waiting = 0, [self]
        while waiting:
            node = waiting.pop()
            number += 1
            waiting += node.children
        return number

    def __repr__(self) -> str:
        return f"Node({str(self.move)!r}, {self.score:g}, {len(self)} nodes)"

    def svg(
        self,
        *,
        visited: "Node | None" = None,
        view: Literal["one", "mover"] = "one",
        max_nodes: int = _DRAWN,
    ) -> str:
        """The tree as the text of an SVG picture: plies from left to right, moves in the order in which they were tried
        from top to bottom, scores beside the moves, the best line thick.

        Args:
            visited: the tree of another search of the same position. Moves come in its order and with its scores; what
                only the tree itself has is drawn in grey. So ``minimax(p).svg(visited=alphabeta(p))`` shows what
                alpha-beta has left out.
            view: ``"one"`` if all scores are from the view of one side, as in minimax, ``"mover"`` if each is from the
                view of the side to move, as in negamax. The best line is found by it.
            max_nodes: most nodes to draw, 1 to 100,000.

        Raises:
            OptionError: if there are more nodes to draw, or if ``visited`` has a move that the tree itself has not.
        """
        if visited is not None and not isinstance(visited, Node):
            raise OptionError(f"visited={visited!r}: expected a lab.Node, what another search has returned")
        if view not in ("one", "mover"):
            raise OptionError(f"view={view!r}: expected 'one' or 'mover'")
        most = arguments.whole("max_nodes", max_nodes, _MOST)
        number = len(self)
        if number > most:
            raise OptionError(f"{number} nodes to draw: expected at most max_nodes={most}; search fewer plies")
        return _drawn(list(_merged(self, self if visited is None else visited)), 1 if view == "one" else -1)

    def _repr_svg_(self) -> str | None:
        return self.svg() if len(self) <= _DRAWN else None


def _merged(whole: Node, part: Node | None) -> Iterator[_Shown]:
    """The nodes of a tree, parents before children; those of a second tree of the same position come first."""
    waiting: list[tuple[Node, Node | None, int]] = [(whole, part, -1)]
    index = -1
    while waiting:
        full, seen, parent = waiting.pop()
        index += 1
        yield seen or full, parent, seen is not None
        below: list[tuple[Node, Node | None, int]] = []
        left = list(full.children)
        for child in seen.children if seen else ():
            twin = next((each for each in left if str(each.move) == str(child.move)), None)
            if twin is None:
                after, move = str(full.move), str(child.move)
                raise OptionError(f"visited: after {after!r} it has {move!r}, which the tree has not")
            left.remove(twin)
            below.append((twin, child, index))
        below += [(child, None, index) for child in left]
        waiting += reversed(below)


def _drawn(shown: list[_Shown], sign: int) -> str:
    """The picture; ``sign`` is how a score changes from a node to the one below it."""
    parents = [parent for _, parent, _ in shown]
    best = _best_line(shown, sign)
    counts: dict[str, int] = {}
    for node, _, seen in shown:
        name = node.ended if seen else _LEFT_OUT
        counts[name] = counts.get(name, 0) + 1
    colours = {**COLOURS, _LEFT_OUT: _PALE_LINE}
    key = [(name, colours[name], counts[name]) for name in colours if name in counts]
    points = places(parents, len(key))
    pairs = list(enumerate(parents))[1:]
    edges = [
        lines(((p, i) for i, p in pairs if not shown[i][2]), points, stroke=_PALE_LINE),
        lines(((p, i) for i, p in pairs if shown[i][2] and i not in best), points, stroke=LINE),
        lines(((p, i) for i, p in pairs if i in best), points, stroke=MAIN, stroke_width=3),
    ]
    drawn = [_one(each, *point) for each, point in zip(shown, points, strict=True)]
    visited = sum(seen for _, _, seen in shown)
    title = f"{visited} nodes of a search" + (f", {len(shown) - visited} not visited" if visited < len(shown) else "")
    return on_paper(title, key, points, edges, (node for node, _ in drawn), (text for _, text in drawn))


def _one(each: _Shown, x: int, y: int) -> tuple[Markup, Markup]:
    """A node with its facts as the title, and its text."""
    node, _, seen = each
    move, score = str(node.move), f"{node.score:+g}" if node.score else "0"
    facts = f"score {score}; ended by {node.ended}" if seen else _LEFT_OUT
    title = element("title", f"{move}: {facts}" if move else facts)
    if not seen:
        return circle(x, y, title, fill=_PALE_LINE, stroke=_PALE_LINE), label(x, y, move, fill=_PALE)
    return circle(x, y, title, fill=COLOURS[node.ended]), label(x, y, f"{move} {score}".strip())


def _best_line(shown: list[_Shown], sign: int) -> set[int]:
    """The nodes of the best line: at each node the first child that has its score."""
    on_line, ends = {0}, {0}
    for index, (node, parent, seen) in enumerate(shown):
        if parent in ends and seen and node.score == sign * shown[parent][0].score:
            ends = {index}
            on_line.add(index)
    return on_line
