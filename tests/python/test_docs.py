"""Every public item has a docstring, and the examples in the docstrings run."""

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import boyi

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def modules() -> list[ModuleType]:
    found = pkgutil.walk_packages(boyi.__path__, "boyi.")
    return [
        boyi,
        *(importlib.import_module(info.name) for info in found if not info.name.rpartition(".")[2].startswith("_")),
    ]


def members(owner: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties that a class itself defines, in Python or in the core."""
    for name, value in vars(owner).items():
        plain = value.__func__ if isinstance(value, staticmethod | classmethod) else value
        described = inspect.isroutine(plain) or inspect.isdatadescriptor(plain) or hasattr(plain, "func")
        slot = inspect.ismemberdescriptor(plain)  # a field of a dataclass has its words in the class
        if not name.startswith("_") and described and not slot:
            yield name, getattr(value, "func", value)  # a cached property keeps its words in func


def items() -> Iterator[tuple[str, Any]]:
    """Everything public with its full name; what several modules show comes once."""
    seen: set[int] = set()
    for module in modules():
        yield module.__name__, module
        own = [name for name, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__]
        names = getattr(module, "__all__", [name for name in own if not name.startswith("_")])
        for name in names:
            value = getattr(module, name)
            foreign = not (getattr(value, "__module__", None) or "").startswith("boyi")
            if id(value) in seen or foreign or not (inspect.isclass(value) or inspect.isroutine(value)):
                continue
            seen.add(id(value))
            yield f"{module.__name__}.{name}", value
            if inspect.isclass(value):
                for member, inner in members(value):
                    yield f"{module.__name__}.{name}.{member}", inner


ITEMS = dict(items())


def test_the_walk_sees_the_core_and_the_laboratory() -> None:
    expected = {"boyi.Searcher.search", "boyi.xiangqi.Position.play", "boyi.Score.mate", "boyi.lab.compare"}
    assert expected <= ITEMS.keys()


def test_everything_public_has_a_docstring() -> None:
    bare = [name for name, item in ITEMS.items() if not (item.__doc__ or "").strip()]
    assert not bare, f"without a docstring: {', '.join(bare)}"


@pytest.mark.parametrize("name", [name for name, item in ITEMS.items() if ">>>" in (item.__doc__ or "")])
def test_examples_run(name: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    item = ITEMS[name]
    module = item if inspect.ismodule(item) else inspect.getmodule(item)
    names = dict(vars(module)) if module else {}
    example = doctest.DocTestParser().get_doctest(item.__doc__, names | {"boyi": boyi}, name, None, None)
    report: list[str] = []
    results = doctest.DocTestRunner(optionflags=OPTIONS).run(example, out=report.append)
    assert results.failed == 0, "".join(report)
