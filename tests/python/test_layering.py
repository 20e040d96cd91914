"""The rooms of the Python package: which of them may use which, and no circles. Kept by reading the sources.

``tests/engine/layering.rs`` does it for the Rust code.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import boyi
from boyi._core import games

ROOT = Path(boyi.__file__).parent
PACKAGES = ("boyi", "boyi_studies")

MAY_USE = {
    "names": {"names"},
    "games": {"names", "games"},
    "run": {"names", "games", "run"},
    "lab": {"names", "games", "run", "records", "lab"},
    "studies": {"names", "games", "run", "lab", "studies"},
    "protocols": {"names", "games", "run", "lab", "protocols"},
    "regression": {"names", "games", "run", "lab", "regression"},
    "board": {"names", "games", "run", "lab", "records", "board"},
    "records": {"names", "games", "run", "records"},
    "cli": {"names", "games", "run", "lab", "studies", "protocols", "records", "regression", "board", "cli"},
}
"""What each room may use. ``names`` are the modules beside the rooms: what a user sees, such as ``boyi.Position``."""

SHARED = {
    "board_row",
    "engines",
    "matches",
    "position_sets",
    "plots",
    "render",
    "searched",
    "self_play",
    "setup",
    "stats",
    "sweep",
}
"""What the experiments of ``lab`` share: it knows none of them."""

EXPERIMENTS = {
    "annotation",
    "comparison",
    "instability",
    "judging",
    "tables",
    "tournaments",
    "tracing",
    "training",
    "tuning",
}
"""The experiments of ``lab``: they do not know each other."""


def sources() -> dict[str, Path]:
    """The file of every module."""
    found = {}
    for path in [*ROOT.rglob("*.py"), *ROOT.with_name("boyi_studies").rglob("*.py")]:
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
        yield from (alias.name for alias in node.names if alias.name.partition(".")[0] in PACKAGES)
    elif isinstance(node, ast.ImportFrom):
        assert not node.level, "imports are absolute"
        base = node.module or ""
        if base.partition(".")[0] in PACKAGES:
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in SOURCES else base


def room(module: str) -> str:
    """The room of a module."""
    if module.partition(".")[0] == "boyi_studies":
        return "studies"
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


def asked_games(text: str) -> list[str]:
    """The places where a module asks which game it is about: by a name of a game, or by its class of positions."""
    names = games()

    def is_name(node: ast.AST | None) -> bool:
        """Whether an expression is the name of a game, or a display that has one."""
        items = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
        return any(isinstance(item, ast.Constant) and item.value in names for item in items)

    tree = ast.parse(text)
    classes = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).removeprefix("boyi.") in names
        for alias in node.names
        if alias.name == "Position"
    } | {f"{name}.Position" for name in names}

    def is_class(node: ast.AST) -> bool:
        return any(ast.unparse(inner).removeprefix("boyi.") in classes for inner in ast.walk(node))

    def asks(node: ast.AST) -> bool:
        match node:
            case ast.Compare():
                return any(is_name(each) or is_class(each) for each in (node.left, *node.comparators))
            case ast.MatchValue():
                return is_name(node.value)
            case ast.MatchClass():
                return is_class(node.cls)
            case ast.Dict():
                return any(map(is_name, node.keys))
            case ast.Call(func=ast.Name("isinstance" | "issubclass")):
                return is_class(node.args[1])
            case ast.Call(func=ast.Attribute(attr="startswith")):
                return is_name(node.args[0])
        return False

    return [f"{node.lineno}: {ast.unparse(node)}" for node in ast.walk(tree) if asks(node)]


def test_questions_for_a_game_are_seen() -> None:
    asked = [
        'if game == "gomoku": pass',
        'if place.game in ("xiangqi", "go"): pass',
        'STARTS = {"xiangqi": 1, "gomoku": 2}',
        'match game:\n    case "gomoku":\n        pass',
        'if game.startswith("gomoku"): pass',
        "isinstance(place, gomoku.Position)",
        "isinstance(place, str | boyi.xiangqi.Position)",
        "from boyi.gomoku import Position\nisinstance(place, Position)",
        "if type(place) is xiangqi.Position: pass",
    ]
    assert all(len(asked_games(text)) == 1 for text in asked), list(map(asked_games, asked))
    for text in (
        'start("xiangqi")',
        'f = Format("gomoku", write=1)',
        "isinstance(place, Position)",
        "gomoku.Position()",
    ):
        assert asked_games(text) == []


OWN_GAME = {"boyi.cli.book": "opening books are of xiangqi"}
"""Modules of one game that may ask for it, and why. The descriptions in ``boyi.games`` may as well."""


def test_nobody_asks_which_game_it_is() -> None:
    asked = [
        f"{module}:{place}"
        for module, path in sorted(SOURCES.items())
        if room(module) != "games" and module not in OWN_GAME
        for place in asked_games(path.read_text(encoding="utf-8"))
    ]
    assert not asked, "expected game_of(…) of boyi.games:\n" + "\n".join(asked)
    for module in OWN_GAME:
        assert asked_games(SOURCES[module].read_text(encoding="utf-8")), f"{module} asks no longer"


def test_no_module_hides_behind_a_public_name() -> None:
    """A submodule of the name of a function would be shown or hidden by the order of imports."""
    from boyi import lab

    for package in (boyi, lab):
        for name in package.__all__:
            inner = f"{package.__name__}.{name}"
            assert inner not in SOURCES or getattr(package, name).__name__ == inner
