"""The rooms of the Python package: which of them may use which, and no circles. Kept by reading the sources.

``tests/engine/layering.rs`` does it for the Rust code.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import boyi

ROOT = Path(boyi.__file__).parent

MAY_USE = {
    "names": {"names"},
    "run": {"names", "run"},
    "lab": {"names", "run", "records", "lab"},
    "claims": {"names", "run", "lab", "claims"},
    "networks": {"names", "run", "lab", "networks"},
    "protocols": {"names", "run", "lab", "protocols"},
    "regression": {"names", "run", "lab", "regression"},
    "board": {"names", "run", "board"},
    "records": {"names", "run", "records"},
    "cli": {"names", "run", "lab", "claims", "networks", "protocols", "records", "regression", "cli"},
}
"""What each room may use. ``names`` are the modules beside the rooms: what a user sees, such as ``boyi.Position``."""

SHARED = {
    "board_row",
    "engines",
    "matches",
    "position_sets",
    "plots",
    "render",
    "self_play",
    "setup",
    "stats",
    "sweep",
}
"""What the experiments of ``lab`` share: it knows none of them."""

EXPERIMENTS = {"annotation", "comparison", "instability", "tables", "tracing", "training", "tuning"}
"""The experiments of ``lab``: they do not know each other."""


def sources() -> dict[str, Path]:
    """The file of every module."""
    found = {}
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


SOURCES = sources()


def imported(module: str, text: str, *, types: bool = True) -> set[str]:
    """The modules of boyi that a module imports anywhere, in functions too; with ``types`` for types too."""
    tree = ast.parse(text)
    skipped = {
        id(node)
        for test in ast.walk(tree)
        if isinstance(test, ast.If) and ast.unparse(test.test).endswith("TYPE_CHECKING") and not types
        for inner in test.body
        for node in ast.walk(inner)
    }
    return {name for node in ast.walk(tree) if id(node) not in skipped for name in _named(node)} - {module}


def _named(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name.partition(".")[0] == "boyi")
    elif isinstance(node, ast.ImportFrom):
        assert not node.level, "imports are absolute"
        base = node.module or ""
        if base.partition(".")[0] == "boyi":
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in SOURCES else base


def room(module: str) -> str:
    """The room of a module."""
    part = module.removeprefix("boyi").removeprefix(".").partition(".")[0]
    return part if part in MAY_USE else "names"


def part(module: str) -> str:
    """The part of the laboratory that a module belongs to, ``""`` for the laboratory as a whole."""
    return module.removeprefix("boyi.lab").removeprefix(".").partition(".")[0]


def wrong_ways(module: str, used: set[str]) -> list[str]:
    """What is wrong with what a module imports."""
    wrong = [f"{module} uses {other}" for other in used if room(other) not in MAY_USE[room(module)]]
    inside = [other for other in used if room(other) == "lab"]
    if room(module) == "lab" and part(module):
        allowed = SHARED | ({part(module)} if part(module) in EXPERIMENTS else set())
        wrong += [f"{module} uses {other}" for other in inside if part(other) not in allowed]
    return wrong


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """A circle of modules that use each other, if there is one."""
    done: set[str] = set()

    def search(module: str, way: list[str]) -> list[list[str]]:
        if module in way:
            return [way[way.index(module) :]]
        if module in done:
            return []
        done.add(module)
        return [circle for used in sorted(graph.get(module, ())) for circle in search(used, [*way, module])]

    return [circle for module in sorted(graph) for circle in search(module, [])]


def test_the_walk_sees_the_rooms() -> None:
    assert {room(module) for module in SOURCES} == MAY_USE.keys()
    assert {part(module) for module in SOURCES if room(module) == "lab"} == SHARED | EXPERIMENTS | {""}
    text = "def late():\n    from boyi.run import journal\n\nif TYPE_CHECKING:\n    from boyi.lab import Comparison\n"
    assert imported("boyi.xiangqi", text) == {"boyi.run.journal", "boyi.lab"}
    assert imported("boyi.xiangqi", text, types=False) == {"boyi.run.journal"}
    assert wrong_ways("boyi.run.tasks", {"boyi.lab.stats", "boyi.errors"}) == ["boyi.run.tasks uses boyi.lab.stats"]
    assert wrong_ways("boyi.lab.stats", {"boyi.lab.tracing.tree", "boyi.run"}) != []
    assert wrong_ways("boyi.lab.matches.match", {"boyi.lab.tables.summary"}) != []
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [["b", "c"]]


def test_rooms_use_only_what_stands_below_them() -> None:
    wrong = [
        way
        for module, path in sorted(SOURCES.items())
        # `boyi.lab` is a name of the package for types too, and is imported when it is first used.
        for way in wrong_ways(module, imported(module, path.read_text(encoding="utf-8"), types=module != "boyi"))
    ]
    assert not wrong, "\n".join(wrong)


def test_no_modules_go_round_in_circles() -> None:
    graph = {name: imported(name, path.read_text(encoding="utf-8"), types=False) for name, path in SOURCES.items()}
    assert not circles(graph)


def test_no_module_hides_behind_a_public_name() -> None:
    """A submodule of the name of a function would be shown or hidden by the order of imports."""
    from boyi import claims, lab

    for package in (boyi, lab, claims):
        for name in package.__all__:
            inner = f"{package.__name__}.{name}"
            assert inner not in SOURCES or getattr(package, name).__name__ == inner
