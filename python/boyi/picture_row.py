"""Several pictures as one: SVG text for viewers that show pictures and no HTML."""

import re
from collections.abc import Iterable

from boyi.errors import OptionError
from boyi.markup import Markup, element

__all__ = ["beside"]

_WIDEST = 1000
"""Width in pixels beyond which pictures begin a new row."""

_GAP, _CAPTION = 12, 22
"""Pixels between pictures, and of the line with a caption."""

_LETTER, _CHARACTER = 8, 13
"""Pixels of a letter of ASCII in a caption, and of the widest of other characters, the Chinese ones."""

_HEAD = re.compile(r'<svg\b[^>]*\bviewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>')


def beside(pictures: Iterable[str], captions: Iterable[str], size: int) -> str:
    """Pictures in rows, each under its caption, as the text of one SVG picture.

    Args:
        pictures: texts of SVG pictures whose ``viewBox`` begins at 0 0.
        captions: one for each; what is longer than the picture is wide is cut off.
        size: width of each picture in pixels.

    Raises:
        OptionError: for a text that is no such picture.

    >>> from boyi import gomoku
    >>> row = beside([gomoku.Position("h8").svg()] * 2, ["before", "after"], 200)
    >>> row[:4], row.count("<svg"), 'width="412"' in row, "after" in row
    ('<svg', 3, True, True)
    """
    columns = max(1, (_WIDEST + _GAP) // (size + _GAP))
    parts: list[Markup] = []
    top = tallest = widest = 0
    for number, (picture, caption) in enumerate(zip(pictures, captions, strict=True)):
        head = _HEAD.match(picture)
        if head is None:
            raise OptionError(f'picture {picture[:60]!r}: expected an SVG picture with viewBox="0 0 …"')
        column = number % columns
        if number and column == 0:
            top, tallest = top + tallest + _GAP, 0
        left, height = column * (size + _GAP), round(size * float(head[2]) / float(head[1]))
        parts.append(element("text", _cut(caption, size), x=left, y=top + 15, font_size=13, font_family="sans-serif"))
        inside = Markup(picture[head.end() : -len("</svg>")])
        box = {"viewBox": f"0 0 {head[1]} {head[2]}", "width": size, "height": height}
        parts.append(element("svg", inside, x=left, y=top + _CAPTION, **box))
        tallest, widest = max(tallest, height + _CAPTION), max(widest, left + size)
    size_of_all = {"width": widest, "height": top + tallest, "viewBox": f"0 0 {widest} {top + tallest}"}
    style = "max-width:100%;height:auto;background:#fff"
    return element("svg", *parts, xmlns="http://www.w3.org/2000/svg", role="img", style=style, **size_of_all)


def _cut(caption: str, size: int) -> str:
    most = max(1, size // (_LETTER if caption.isascii() else _CHARACTER))
    return caption if len(caption) <= most else f"{caption[: most - 1]}…"
