"""The stub of the compiled module: its docstrings, fields and presets are those of the module.

Signatures and types are written by hand, the rest by ``pytest tests/python/test_stub.py --boyi-update``.
"""

import ast
import difflib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi import Config, _core
from boyi.fields import by_level

STUB = Path(boyi.__file__).with_name("_core.pyi")
MADE = re.compile(r"(?m)^( *)# Made of (\w+)\(\)\.\n.*?^\1# End\.$", re.DOTALL)
"""A part of the stub that is made, between two comments; the first names the function below that makes it."""


def presets() -> Iterator[str]:
    """The type of the names of presets."""
    yield "_Preset: TypeAlias = Literal["
    yield from (f'    "{name}",' for name in Config.presets())
    yield "]"


def options() -> Iterator[str]:
    """What ``Config(...)`` and ``replace`` take."""
    yield "class _Options(TypedDict, total=False):"
    for field in by_level(Config.fields()):
        off = " | Literal[False]" if _is_switch(field) else ""
        taken = {"bool": "bool", "int": "SupportsIndex", "str": _choice(field) + off}[field["type"]]
        yield f"    {field['name']}: {taken}"


def fields() -> Iterator[str]:
    """The fields as properties of a configuration."""
    for field in by_level(Config.fields()):
        yield "@property"
        yield f"def {field['name']}(self) -> {_choice(field) if field['type'] == 'str' else field['type']}: ..."


def _choice(field: dict[str, Any]) -> str:
    names = ", ".join(f'"{name}"' for name in field["range"])
    return f"Literal[{names}]"


def _is_switch(field: dict[str, Any]) -> bool:
    return field["kind"] != "parameter" and field["default"] == "off"


MAKERS = {"presets": presets, "options": options, "fields": fields}


def with_made_parts(text: str) -> str:
    """A stub whose parts between the comments are made anew."""

    def part(found: re.Match[str]) -> str:
        indent, maker = found.groups()
        lines = [f"# Made of {maker}().", "# fmt: off", *MAKERS[maker](), "# fmt: on", "# End."]
        return "\n".join(indent + line for line in lines)

    return MADE.sub(part, text)


def with_docstrings(text: str) -> str:
    """A stub with the docstrings of the module in place of its own."""
    lines = text.split("\n")
    for node, doc in sorted(_documented(ast.parse(text)), key=lambda pair: -pair[0].lineno):
        first = node.body[0]
        own = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        if isinstance(node, ast.ClassDef) and not own:
            at = min(each.lineno for each in [first, *getattr(first, "decorator_list", [])]) - 1
            lines[at:at] = _docstring(doc, first.col_offset)
            continue
        header = lines[first.lineno - 1][: first.col_offset].rstrip()
        kept = [header] if header else []
        at, end = first.lineno - 1, first.end_lineno
        if doc:
            lines[at:end] = kept + _docstring(doc, node.col_offset + 4)
        elif not header:
            lines[at - 1 : end] = [lines[at - 1] + " ..."]
        else:
            lines[at:end] = [header + " ..."]
    return "\n".join(lines)


def _documented(tree: ast.Module) -> Iterator[tuple[ast.ClassDef | ast.FunctionDef, str]]:
    """The classes and functions of a stub that the module has, with their docstrings; of overloads the first one."""
    seen = set()
    for node, owner in [(node, _core) for node in tree.body] + [
        (node, getattr(_core, group.name, None))
        for group in tree.body
        if isinstance(group, ast.ClassDef)
        for node in group.body
    ]:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef) or owner is None or node.name.startswith("__"):
            continue
        if (owner, node.name) not in seen and hasattr(owner, node.name):
            seen.add((owner, node.name))
            yield node, inspect.cleandoc(getattr(owner, node.name).__doc__ or "")


def _docstring(doc: str, indent: int) -> list[str]:
    if not doc:
        return []
    prefix = "r" if "\\" in doc else ""
    lines = f'{prefix}"""{doc}'.split("\n")
    lines = [*lines[:-1], lines[-1] + '"""'] if len(lines) == 1 else [*lines, '"""']
    return [" " * indent + line if line else "" for line in lines]


def test_the_stub_is_up_to_date(request: pytest.FixtureRequest) -> None:
    stub = STUB.read_text()
    made = with_docstrings(with_made_parts(stub))
    if request.config.getoption("--boyi-update"):
        STUB.write_text(made)
        stub = made
    renew = f"pytest '{request.node.nodeid}' --boyi-update"
    changes = "\n".join(difflib.unified_diff(stub.split("\n"), made.split("\n"), lineterm="", n=1))
    assert stub == made, f"python/boyi/_core.pyi is out of date: {renew}\n{changes}"


def test_a_docstring_that_differs_is_replaced() -> None:
    old = '"Old."'
    text = (
        f"class Config:\n    {old}\n    def explain(self) -> str: ...\n    def replace(self) -> str:\n        {old}\n"
    )
    made = ast.parse(with_docstrings(text)).body[0]
    assert isinstance(made, ast.ClassDef)
    assert ast.get_docstring(made) == inspect.cleandoc(Config.__doc__ or "")
    for method in made.body[1:]:
        assert isinstance(method, ast.FunctionDef)
        assert ast.get_docstring(method) == inspect.cleandoc(getattr(Config, method.name).__doc__)
