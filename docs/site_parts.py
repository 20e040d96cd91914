"""What the site needs beyond Sphinx: anchors, types of the compiled classes, public names, commands, and claims.

The compiled classes have docstrings and the stub ``_core.pyi`` has their types: the reference shows both.
"""

import argparse
import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from numpy.typing import ArrayLike
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains.python._annotations import _parse_annotation
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import stringify_annotation

import boyi
from boyi import _core
from boyi.cli import _parser
from boyi_studies.claims import DOCUMENTS, Claims

MODULES = ("boyi", "boyi.xiangqi", "boyi.gomoku", "boyi.connect4", "boyi.lab", "boyi.regression")
"""The public modules, in the order in which a name is looked for."""

PLAIN = {
    "SupportsIndex": "int",
    "XiangqiPosition": "xiangqi.Position",
    "GomokuPosition": "gomoku.Position",
    "Connect4Position": "connect4.Position",
}
"""How the reference writes names of the stub."""


# ---- anchors -------------------------------------------------------------


class Anchors(SphinxTransform):
    """Makes targets of ``<a id="NAME"></a>``, so that links to them are resolved and checked."""

    default_priority = 200

    def apply(self, **_: Any) -> None:
        """Replaces the anchors of a page."""
        for raw in list(self.document.findall(nodes.raw)):
            found = re.fullmatch(r'<a id="([^"]+)">', raw.astext())
            if found:
                target = nodes.target("", "", ids=[found[1]], names=[found[1]])
                self.document.note_explicit_target(target)
                raw.replace_self(target)


class Trimmed(SphinxTransform):
    """Takes the empty line away with which a program for doctest ends."""

    default_priority = 200

    def apply(self, **_: Any) -> None:
        """Trims the programs of a page."""
        for block in self.document.findall(nodes.literal_block):
            if block.rawsource == block.astext():  # what differs is not highlighted
                block.rawsource = block.rawsource.rstrip()
                block[:] = [nodes.Text(block.rawsource)]


def english_page(_app: Sphinx, page: str, source: list[str]) -> None:
    """Leads from the Chinese page to the English one: on the site that is the first page, not the README."""
    if page == "README.zh-CN":
        source[0] = source[0].replace("](README.md)", "](docs/index.md)")


def formula(writer: Any, node: nodes.Element) -> None:
    """Writes a formula as MathML, so that the site loads nothing from elsewhere."""
    display = "block" if isinstance(node, nodes.math_block) else "inline"
    writer.body.append(convert(node.astext(), display=display))
    raise nodes.SkipNode


# ---- types from the stub -------------------------------------------------


@cache
def stub() -> tuple[dict[str, list[ast.FunctionDef]], dict[str, ast.expr]]:
    """Functions of the stub by their full public name, overloads together, and its type aliases."""
    text = (Path(boyi.__file__).parent / "_core.pyi").read_text(encoding="utf-8")
    functions: dict[str, list[ast.FunctionDef]] = {}
    aliases: dict[str, ast.expr] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            aliases[ast.unparse(node.target)] = node.value
        elif isinstance(node, ast.FunctionDef):
            functions.setdefault(public_name(getattr(_core, node.name)) or "", []).append(node)
        elif isinstance(node, ast.ClassDef):
            owner = public_name(getattr(_core, node.name, None))
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and owner:
                    name = owner if inner.name in ("__new__", "__init__") else f"{owner}.{inner.name}"
                    functions.setdefault(name, []).append(inner)
    return functions, aliases


class Readable(ast.NodeTransformer):
    """A type as a reader wants it: aliases of the stub written out, and short names."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Writes an alias out."""
        if node.id in stub()[1]:
            return self.visit(ast.parse(ast.unparse(stub()[1][node.id]), mode="eval").body)
        return ast.parse(PLAIN.get(node.id, node.id), mode="eval").body

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """Reads a type that is written as text."""
        named = isinstance(node.value, str) and "Position" in node.value
        return self.visit(ast.parse(node.value, mode="eval").body) if named else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Leaves the names of numpy's modules out."""
        return ast.Name(node.attr)


def readable(types: list[ast.expr | None]) -> ast.expr | None:
    """The union of the types that overloads give to one thing."""
    texts = [ast.unparse(Readable().visit(each)) for each in types if each is not None]
    text = " | ".join(dict.fromkeys(texts)).replace("Literal[False] | Literal[True]", "bool")
    return ast.parse(text, mode="eval").body if text else None


def signature(overloads: list[ast.FunctionDef]) -> tuple[str, str | None]:
    """Arguments and result of a function with all its overloads."""
    merged = overloads[0].args
    lists = [[*each.args.posonlyargs, *each.args.args, *each.args.kwonlyargs] for each in overloads]
    for argument in lists[0]:
        argument.annotation = readable([one.annotation for each in lists for one in each if one.arg == argument.arg])
    if merged.kwarg:
        merged.kwarg.annotation = None  # fields of a configuration, which have a page
    for arguments in (merged.posonlyargs, merged.args):
        if arguments and arguments[0].arg in ("self", "cls"):
            del arguments[0]
    result = readable([each.returns for each in overloads])
    return f"({ast.unparse(merged)})", ast.unparse(result) if result else None


def typed_signature(
    _app: Sphinx, what: str, name: str, _obj: Any, _options: Any, given: str | None, result: str | None
) -> tuple[str | None, str | None] | None:
    """Gives a compiled function or class the signature that the stub has, and makes others readable."""
    overloads = stub()[0].get(name)
    if what in ("attribute", "property"):
        return None
    if not overloads:
        return given and tidy(given), result and tidy(result)
    arguments, result = signature([ast.parse(ast.unparse(each)).body[0] for each in overloads])  # type: ignore[misc]
    return arguments, None if overloads[0].name in ("__new__", "__init__") else result


def tidy(types: str) -> str:
    """Types as a reader wants them: those of numpy by their names, and what a factory makes by three dots."""
    types = types.replace(stringify_annotation(ArrayLike, "smart"), "ArrayLike").replace("<factory>", "...")
    return re.sub(r"~?numpy\.ndarray\[tuple\[~?typing\.Any, \.\.\.\], ~?numpy\.dtype\[(.*?)\]\]", r"NDArray[\1]", types)


def typed_property(app: Sphinx, domain: str, kind: str, content: addnodes.desc_content) -> None:
    """Gives a compiled property the type that the stub has."""
    for sign in content.parent.findall(addnodes.desc_signature) if domain == "py" else ():
        overloads = stub()[0].get(f"{sign.get('module')}.{sign.get('fullname')}")
        if kind in ("attribute", "property") and overloads and sign.parent is content.parent:
            result = readable([overloads[0].returns])
            parts = _parse_annotation(ast.unparse(result) if result else "None", app.env)
            sign += addnodes.desc_annotation("", "", nodes.Text(": "), *parts)


def whole_sentence(_app: Sphinx, what: str, _name: str, _obj: Any, _options: Any, lines: list[str]) -> None:
    """Keeps napoleon from taking the beginning of an attribute's sentence, up to a colon, for its type."""
    if what in ("attribute", "data", "property"):
        lines[:0] = ["..", ""]  # an empty comment


# ---- public names --------------------------------------------------------


@cache
def public_names() -> dict[str, str]:
    """The public name of everything public, by where it is defined and by its bare name."""
    names: dict[str, str] = {}
    for module in map(import_module, MODULES):
        for name in module.__all__:
            value, full = getattr(module, name), f"{module.__name__}.{name}"
            if isinstance(value, type) or callable(value):
                names.setdefault(f"{value.__module__}.{value.__qualname__}", full)
                names.setdefault(name, full)
    for game in ("xiangqi", "gomoku", "connect4"):
        names[f"{game}.Position"] = f"boyi.{game}.Position"
    return names


def public_name(value: Any) -> str | None:
    """The name under which users know a class or function."""
    for module in map(import_module, MODULES):
        for name in module.__all__:
            if getattr(module, name) is value:
                return f"{module.__name__}.{name}"
    return None


def resolve(app: Sphinx, env: Any, node: addnodes.pending_xref, content: nodes.Element) -> nodes.Element | None:
    """Leads a reference to where a name is defined to where it is documented."""
    target = node.get("reftarget", "")
    if node.get("refdomain") != "py" or target not in public_names():
        return None
    found = public_names()[target]
    return env.domains["py"].resolve_xref(env, node["refdoc"], app.builder, "obj", found, node, content)


# ---- the command ---------------------------------------------------------


class Commands(SphinxDirective):
    """A section for each command of ``boyi``, from its parser: what it does, its usage and its arguments."""

    def run(self) -> list[nodes.Node]:
        """Makes the sections."""
        return [section for name, parser in commands(_parser()) for section in self._section(name, parser)]

    def _section(self, name: str, parser: argparse.ArgumentParser) -> list[nodes.Node]:
        section = nodes.section("", nodes.title(text=name), ids=[nodes.make_id(name)], names=[name])
        self.state.document.note_implicit_target(section, section)
        usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
        section += [nodes.paragraph(text=parser.description), nodes.paragraph("", "", nodes.literal(text=usage))]
        listed = [action for action in parser._actions if action.help and action.dest != "help"]
        items = [self._item(parser, action) for action in listed if not inner(action)]
        if items:
            section += nodes.definition_list("", *items)
        if parser.epilog:
            section += nodes.paragraph(text=parser.epilog)
        return [section]

    def _item(self, parser: argparse.ArgumentParser, action: argparse.Action) -> nodes.Node:
        formatter = parser._get_formatter()
        term = nodes.term("", "", nodes.literal(text=formatter._format_action_invocation(action)))
        about = nodes.definition("", nodes.paragraph(text=formatter._expand_help(action)))
        return nodes.definition_list_item("", term, about)


def inner(action: argparse.Action) -> dict[str, argparse.ArgumentParser]:
    """The parsers of an argument that names a command, by the command's name; other spellings are left out."""
    if not isinstance(action, argparse._SubParsersAction):
        return {}
    return {parser.prog.split()[-1]: parser for parser in action.choices.values()}


def commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """The commands below a parser in order, those within others too, by their full names."""
    for action in parser._actions:
        for name, below in inner(action).items():
            yield below.prog if " " in below.prog else name, below
            yield from commands(below)


# ---- the claims ----------------------------------------------------------


class ClaimsOf(SphinxDirective):
    """The measured claims of a game, each with its source, its figures and the verdict on it."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Writes Markdown from the results that stand beside the notebooks, and reads it."""
        path = Path(__file__).parents[1] / "notebooks" / f"claims_{self.arguments[0]}.jsonl"
        self.env.note_dependency(path)
        claims = Claims.load(path)
        text = "\n".join(self._claim(claims, row) for row in claims.rows)
        return self.parse_text_to_nodes(text, allow_section_headings=True)

    def _claim(self, claims: Claims, row: dict[str, Any]) -> str:
        figures = [
            f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in [one.what, *one.cells()])} |"
            for one in claims.measures(row["claim"])
        ]
        return "\n".join(
            [
                f"### {row['claim'][0].upper()}{row['claim'][1:]}: {row['verdict']}",
                f"\n{row['says']} ({linked(row['source'])})\n",
                "| figure | measured | interval | claimed | verdict |\n|---|---|---|---|---|",
                *figures,
                f"\nMeasured: {row['how']}.\n",
            ]
        )


def linked(source: str) -> str:
    """A claim's source with its documents linked to the page that lists them, which has a section for each."""
    for key in DOCUMENTS:
        source = source.replace(key, f"[{key}](sources.md#{nodes.make_id(key)})")
    return source


def setup(app: Sphinx) -> dict[str, bool]:
    """Adds these parts to Sphinx."""
    app.add_transform(Anchors)
    app.add_transform(Trimmed)
    app.add_html_math_renderer("mathml", (formula, None), (formula, None))
    app.add_directive("claims", ClaimsOf)
    app.add_directive("commands", Commands)
    app.connect("source-read", english_page)
    app.connect("autodoc-process-signature", typed_signature)
    app.connect("autodoc-process-docstring", whole_sentence, priority=400)  # before napoleon
    app.connect("object-description-transform", typed_property)
    app.connect("missing-reference", resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
