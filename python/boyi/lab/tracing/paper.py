"""What pictures of trees share: places of nodes, lines between them, texts beside them, and the key of the colours."""

from collections.abc import Iterable, Sequence

from boyi.markup import Markup, element, joined

__all__ = ["LINE", "MAIN", "RADIUS", "circle", "label", "lines", "on_paper", "places"]

INK, LINE, MAIN, PAPER = "#333333", "#b5b5b5", "#1557b0", "#fcfcfa"
RADIUS = 5
_LEVEL, _ROW, _LETTER = 84, 17, 6.2
_MARGIN, _KEY, _KEY_ROW = 20, 120, 18

Point = tuple[int, int]


def places(parents: Sequence[int], keys: int) -> list[Point]:
    """Where nodes stand: plies from left to right, moves from top to bottom, below a key of that many colours.

    A node stands on the line of its first child, so that a line of first moves is read from left to right. ``parents``
    are indices, -1 for none; parents stand before their children, and the nodes below a node right behind it.
    """
    levels, last = [0] * len(parents), [-1] * len(parents)
    for index, parent in enumerate(parents):
        if parent >= 0:
            levels[index], last[parent] = levels[parent] + 1, index
    top, points, line = _below_key(keys, _width(max(levels))), [], 0
    for index, level in enumerate(levels):
        line += bool(index) and last[index - 1] < 0  # every leaf ends a line
        points.append((_MARGIN + _LEVEL * level, top + _ROW * line))
    return points


def lines(pairs: Iterable[tuple[int, int]], points: Sequence[Point], **style: object) -> Markup:
    """Lines between pairs of nodes, parent and child, in one style; nothing without pairs."""
    path = "".join(f"M{points[a][0]} {points[a][1]}V{points[b][1]}H{points[b][0]}" for a, b in pairs)
    return element("path", d=path, fill="none", **style) if path else Markup()


def circle(x: int, y: int, title: Markup, **style: object) -> Markup:
    """A round node with its title."""
    return element("circle", title, cx=x, cy=y, r=RADIUS, **style)


def label(x: int, y: int, text: str, more: str = "", **style: object) -> Markup:
    """A text on the right of a node, and behind it a paler one."""
    start = x + RADIUS + 4
    after = round(start + _LETTER * (len(text) + 1)) if text else start
    return joined(
        element("text", text, x=start, y=y + 4, **style) if text else "",
        element("text", more, x=after, y=y + 4, fill_opacity=".6", **style) if more else "",
    )


def on_paper(
    title: str,
    key: Sequence[tuple[str, str, int]],
    points: Sequence[Point],
    edges: Iterable[Markup],
    nodes: Iterable[Markup],
    texts: Iterable[Markup],
) -> str:
    """The whole picture. ``key`` has a name, a colour and a number of nodes for each colour."""
    width, height = _width_of(points), max(y for _, y in points) + _MARGIN
    size = {"width": width, "height": height}
    font = {"fill": INK, "font_size": 11, "font_family": "sans-serif"}
    halo = {"stroke": PAPER, "stroke_width": 4, "paint_order": "stroke"}
    return element(
        "svg",
        element("title", title),
        element("rect", fill=PAPER, **size),
        element("g", *_key(key, width), **font),
        *edges,
        element("g", *nodes, stroke=INK),
        element("g", *texts, **font, **halo),
        xmlns="http://www.w3.org/2000/svg",
        **size,
        viewBox=f"0 0 {width} {height}",
        role="img",
        style="max-width:100%;height:auto",
    )


def _width(levels: int) -> int:
    return max(2 * _MARGIN + _LEVEL * (levels + 1), 2 * _MARGIN + 3 * _KEY)


def _width_of(points: Sequence[Point]) -> int:
    return _width((max(x for x, _ in points) - _MARGIN) // _LEVEL)


def _columns(width: int) -> int:
    return max(1, (width - 2 * _MARGIN) // _KEY)


def _below_key(keys: int, width: int) -> int:
    """The height at which the tree begins."""
    return _MARGIN + _KEY_ROW * (1 + (keys - 1) // _columns(width)) + _ROW // 2


def _key(key: Sequence[tuple[str, str, int]], width: int) -> Iterable[Markup]:
    """What the colours mean, with the number of nodes of each."""
    for index, (name, colour, number) in enumerate(key):
        row, column = divmod(index, _columns(width))
        x, y = _MARGIN + _KEY * column, _MARGIN + _KEY_ROW * row
        yield element("rect", x=x, y=y - 9, width=10, height=10, fill=colour, stroke=INK)
        yield element("text", f"{name} {number}", x=x + 15, y=y)
