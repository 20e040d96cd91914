"""Pictures of the documentation site, made when it is built: drawn by boyi, from figures on a page, or from notebooks.

Nothing here is kept in the repository, so that a picture cannot be older than what it shows.
"""

import ast
import json
import re
from collections.abc import Iterator
from math import floor, log10
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives
from site_addresses import addresses
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode

import boyi
from boyi import lab
from boyi.markup import Markup, element, joined

ROOT = Path(__file__).parents[1]


# ---- drawn by boyi -------------------------------------------------------


class Drawn(SphinxDirective):
    """A figure: the last line of a Python program is its picture, an SVG text, and the argument is its caption."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Runs the program and shows the picture."""
        return [figure(drawn("\n".join(self.content)), self.arguments[0])]


def drawn(program: str) -> str:
    """What a program's last line gives: the SVG text of a picture, or of several that stand beside one another.

    Raises:
        ValueError: if the last line gives something else.
    """
    lines = ast.parse(program)
    last = lines.body.pop()
    names = {"boyi": boyi, "lab": lab}
    exec(compile(lines, "a picture of the site", "exec"), names)
    shown = eval(compile(ast.unparse(last), "a picture of the site", "eval"), names)
    shown = [shown] if isinstance(shown, str) else shown
    if not isinstance(shown, list) or not all(isinstance(each, str) and each.startswith("<svg") for each in shown):
        raise ValueError(
            f"{ast.unparse(last)}: expected the text of an SVG picture or a list of such, not {shown!r:.80}"
        )
    return "".join(shown)


def figure(picture: str, caption: str) -> nodes.Node:
    """A picture with words under it."""
    drawing = nodes.raw("", f'<div class="drawn">{picture}</div>', format="html")
    return nodes.figure("", drawing, nodes.caption(text=caption))


# ---- charts of Elo -------------------------------------------------------


class Step(NamedTuple):
    """A row of a table with an interval."""

    label: str
    value: int
    low: int
    high: int

    @property
    def text(self) -> str:
        """The figure as tables have it."""
        undecided = " ?" if self.low <= 0 <= self.high else ""
        return f"{self.value:+} [{self.low:+}, {self.high:+}]{undecided}"


INTERVAL = re.compile(r"\*{0,2}([+-]\d+)(?:, [\d.]+ %)? \[([+-]\d+), ([+-]\d+)\]")


def steps(text: str, section: str | None = None) -> list[Step]:
    """The rows with an interval of Elo in the tables of a page, or of what stands between a heading and the next one.

    Raises:
        ValueError: if there is none.
    """
    found, head, inside = [], [], section is None
    for line in text.splitlines():
        heading = re.match(r"#+ (.*)", line)
        if heading:
            inside = section is None or heading[1] == section
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        head = cells if cells and not head else head if cells else []
        number = next((match for match in map(INTERVAL.match, cells) if match), None)
        if inside and number:
            label = plain(cells[0])
            label = f"{head[0]} {label}" if label[:1].isdigit() else label
            found.append(Step(label, *map(int, number.groups())))
    if not found:
        raise ValueError(f"section {section!r}: expected tables with intervals of Elo such as +20 [+5, +35]")
    return found


def plain(text: str) -> str:
    """Markdown without its marks."""
    return re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", lambda found: found[1] or "", text)


def chart(rows: list[Step]) -> str:
    """Intervals under one another on a common scale, as HTML that grows narrow with its page."""
    low, high = min(0, *(row.low for row in rows)), max(0, *(row.high for row in rows))
    low, high = low - (high - low) // 40, high + (high - low) // 40

    def place(value: float) -> float:
        return round(100 * (value - low) / (high - low), 2)

    gap = scale(high - low)
    ticks = [value for value in range(low - low % gap, high + 1, gap) if value >= low and place(value) < 97]
    lines = joined(*(classed("i", "tick" if tick else "zero", style=f"left:{place(tick)}%") for tick in ticks))
    parts = []
    for row in rows:
        sure = "range" if row.low > 0 or row.high < 0 else "range unsure"
        span = classed("i", sure, style=f"left:{place(row.low)}%;width:{place(row.high) - place(row.low):.2f}%")
        dot = classed("i", "dot", style=f"left:{place(row.value)}%")
        plot = classed("span", "plot", lines, span, dot)
        parts.append(element("li", classed("span", "label", row.label), plot, element("span", row.text)))
    numbers = joined(*(element("b", f"{tick:+}" if tick else "0", style=f"left:{place(tick)}%") for tick in ticks))
    parts.append(element("li", element("span"), classed("span", "axis", numbers), element("span", "Elo")))
    return classed("ul", "elo-chart", *parts)


def classed(tag: str, style_class: str, *inside: object, **attributes: object) -> Markup:
    """An element of a class of the style sheet."""
    return element(tag, *inside, **{"class": style_class}, **attributes)


def scale(width: int) -> int:
    """A round distance of some five marks on an axis."""
    unit = 10 ** floor(log10(max(width, 10) / 5))
    return int(next(step * unit for step in (1, 2, 5, 10) if step * unit * 6 >= width))


class EloChart(SphinxDirective):
    """A chart of the intervals in the tables of a page, given by its path from docs/, or of one of its sections."""

    required_arguments = 1
    option_spec: ClassVar = {"section": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Reads the tables and draws them."""
        path = ROOT / "docs" / self.arguments[0]
        self.env.note_dependency(path)
        rows = steps(path.read_text(encoding="utf-8"), self.options.get("section"))
        return [nodes.raw("", chart(rows), format="html")]


# ---- the gallery of notebooks --------------------------------------------


class card(nodes.General, nodes.Element):
    """A notebook with its picture; it is written when the addresses of all pages are known."""


class Gallery(SphinxDirective):
    """Notebooks with their first pictures, given by their paths one a line; it lists them in the site's menu too."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Makes a card for each notebook, and a hidden list."""
        entries = [line.strip() for line in self.content if line.strip()]
        listed = self.parse_text_to_nodes("```{toctree}\n:hidden:\n\n" + "\n".join(entries) + "\n```")
        cards = [self._card(entry) for entry in entries]
        return [*listed, nodes.raw("", '<div class="gallery">', format="html"), *cards, closing()]

    def _card(self, entry: str) -> nodes.Node:
        path = (Path(self.get_source_info()[0]).parent / f"{entry}.ipynb").resolve()
        self.env.note_dependency(path)
        notebook = json.loads(path.read_text(encoding="utf-8"))
        page = path.relative_to(ROOT).with_suffix("").as_posix()
        return card("", page=page, title=title(notebook), picture=str(thumbnail(notebook)))


def closing() -> nodes.Node:
    """The end of a block of HTML."""
    return nodes.raw("", "</div>", format="html")


def title(notebook: dict[str, Any]) -> str:
    """The first heading of a notebook."""
    lines = "".join(notebook["cells"][0]["source"]).splitlines()
    return plain(next(line for line in lines if line.startswith("# ")).removeprefix("# "))


def thumbnail(notebook: dict[str, Any]) -> Markup:
    """The first picture that a notebook shows."""
    for data in outputs(notebook):
        if "image/png" in data:
            source = "data:image/png;base64," + "".join(data["image/png"]).replace("\n", "")
            return element("img", src=source, alt="")
        for kind in ("image/svg+xml", "text/html"):
            found = re.search(r"<svg.*?</svg>", "".join(data.get(kind, "")), flags=re.DOTALL)
            if found:
                return Markup(found[0])
    return Markup("")


def outputs(notebook: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What the cells of a notebook show, by kinds."""
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            yield output.get("data", {})


def write_cards(app: Sphinx, document: nodes.document, page: str) -> None:
    """Writes the cards of a page."""
    places = addresses()
    for each in list(document.findall(card)):
        target = each["page"]
        name = f"{target}.ipynb"
        inside = nodes.raw("", each["picture"], format="html")
        link = make_refnode(app.builder, page, target, "", [inside, nodes.strong(text=each["title"])])
        hosted = [
            nodes.reference("", words, refuri=address, internal=False)
            for words, address in (("Colab", places.colab(name)), ("Binder", places.binder(name)))
        ]
        block = nodes.container("", nodes.paragraph("", "", link), nodes.paragraph("", "", *spaced(hosted)))
        block["classes"] = ["notebook-card"]
        each.replace_self(block)


def spaced(parts: list[nodes.reference]) -> list[nodes.Node]:
    """Nodes with dots between them."""
    mixed: list[nodes.Node] = []
    for part in parts:
        mixed += [part, nodes.Text(" · ")]
    return mixed[:-1]


def setup(app: Sphinx) -> dict[str, bool]:
    """Adds these directives to Sphinx."""
    app.add_node(card)
    app.add_directive("drawn", Drawn)
    app.add_directive("elo-chart", EloChart)
    app.add_directive("gallery", Gallery)
    app.connect("doctree-resolved", write_cards)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


__all__ = ["chart", "drawn", "setup", "steps", "thumbnail"]
