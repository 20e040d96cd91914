"""The reference: pages of classes and functions, made when the site is built, with tables of the members of classes."""

import inspect
import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from docutils import nodes
from site_parts import typed_signature
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docstrings import prepare_docstring
from sphinx.util.docutils import SphinxDirective

PAGES = [Path(__file__).parent / "reference" / kind for kind in ("classes", "functions")]
"""Where autosummary writes the pages, which are not kept. Names such as Match and match need two folders: some systems
take them for one file."""


def cleared(_app: Sphinx) -> None:
    """Removes the pages of the last build: those of names that are gone would be pages that nothing leads to."""
    for folder in PAGES:
        shutil.rmtree(folder, ignore_errors=True)


class PublicClass(SphinxDirective):
    """A class under its public name. A class that the code calls otherwise is an alias without members to autodoc."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Writes the directives of autodoc, and reads them."""
        return self.parse_text_to_nodes("\n".join(described(self.arguments[0])))


def described(name: str) -> Iterator[str]:
    """The directives for a class with all its members, as lines.

    >>> next(described("boyi.Move")), next(described("boyi.gomoku.Position")).partition("(")[0]
    ('.. autoclass:: boyi.Move', '.. py:class:: Position')
    """
    module, _, bare = name.rpartition(".")
    value = getattr(import_module(module), bare)
    if value.__name__ == bare:
        yield f".. autoclass:: {name}"
        return
    arguments, _ = typed_signature(None, "class", name, value, None, None, None) or ("", None)  # type: ignore[arg-type]
    yield f".. py:class:: {bare}{arguments}"  # of the current module
    yield ""
    yield from (f"   {line}" for line in prepare_docstring(inspect.getdoc(value) or ""))
    for member, what in vars(value).items():
        if not member.startswith("_") and inspect.getdoc(getattr(value, member)):
            kind = "attribute" if inspect.isdatadescriptor(what) or not callable(getattr(value, member)) else "method"
            yield f"   .. auto{kind}:: {name}.{member}"
            yield ""


def summarized(app: Sphinx, domain: str, kind: str, content: addnodes.desc_content) -> None:
    """Puts a table of a class's members, with the first sentence of each, before the members."""
    members = [each for each in content if isinstance(each, addnodes.desc)]
    if domain != "py" or kind != "class" or len(members) < 2:
        return
    first = content.index(members[0])
    content.insert(first, table([row for member in members if (row := entry(member))]))


def entry(member: addnodes.desc) -> nodes.row | None:
    """The row of a member: its name, which leads to it, and its first sentence; None where no name leads to it."""
    sign, about = member[0], member[-1]
    paragraph = next(about.findall(nodes.paragraph), None)
    if not sign["ids"]:
        return None
    name = sign["fullname"].rpartition(".")[2]
    text = nodes.literal(text=f"{name}()" if member["objtype"].endswith("method") else name)
    link = nodes.paragraph("", "", nodes.reference("", "", text, refid=sign["ids"][0]))
    words = nodes.paragraph(text=sentence(paragraph.astext() if paragraph is not None else ""))
    return nodes.row("", nodes.entry("", link), nodes.entry("", words))


def sentence(text: str) -> str:
    """The first sentence of a paragraph, or its first part up to a semicolon."""
    return re.split(r"(?<=[.;:])\s", " ".join(text.split()), maxsplit=1)[0].rstrip(";:")


def table(rows: list[nodes.row]) -> nodes.table:
    """A table of two columns without a head."""
    widths = [nodes.colspec("", colwidth=width) for width in (30, 70)]
    return nodes.table("", nodes.tgroup("", *widths, nodes.tbody("", *rows), cols=2), classes=["members"])


def setup(app: Sphinx) -> dict[str, bool]:
    """Adds the pages and the tables to Sphinx."""
    app.add_directive("public-class", PublicClass)
    app.connect("builder-inited", cleared, priority=100)  # before autosummary writes them
    app.connect("object-description-transform", summarized, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
