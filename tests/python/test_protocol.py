"""The common interface of positions: the classes of all games, and the stub, have every member as it is declared."""

import ast
import inspect
from pathlib import Path
from typing import Any

import pytest

import boyi

CLASSES = {
    "XiangqiPosition": boyi.xiangqi.Position,
    "GomokuPosition": boyi.gomoku.Position,
    "Connect4Position": boyi.connect4.Position,
}
STUB = ast.parse((Path(boyi.__file__).parent / "_core.pyi").read_text(encoding="utf-8"))
MEMBERS = {name: value for name, value in vars(boyi.Position).items() if not name.startswith("_")}

Shape = list[tuple[str, str, Any]]
"""Name, kind and default of each parameter; nothing for one without a default."""


def shape(function: Any) -> Shape:
    """The parameters of a function of the interpreter, itself aside."""
    parameters = list(inspect.signature(function).parameters.values())[1:]
    return [(p.name, p.kind.name, None if p.default is p.empty else repr(p.default)) for p in parameters]


def stub_shape(function: ast.FunctionDef) -> Shape:
    """The parameters of a function of the stub, itself aside."""
    given = function.args
    places = given.args[1:]
    missing = len(places) - len(given.defaults)
    defaults = [None] * missing + [ast.unparse(default) for default in given.defaults]
    found = [
        (a.arg, "POSITIONAL_OR_KEYWORD", default) for a, default in zip(places, defaults[-len(places) :], strict=True)
    ]
    named = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    return found + [(a.arg, "KEYWORD_ONLY", None if default is None else ast.unparse(default)) for a, default in named]


def offers(here: Shape, declared: Shape) -> bool:
    """Whether a call that the declaration allows means the same here; what is here besides may be left out."""
    more = [one for one in here if one not in declared]
    ordered = [one for one in here if one in declared] == declared
    taken = [one for one in declared if one[1] == "POSITIONAL_OR_KEYWORD"]
    return ordered and here[: len(taken)] == taken and all(default is not None for *_, default in more)


def stub_members(name: str) -> dict[str, list[ast.FunctionDef]]:
    """The functions of a class of the stub by name; overloads stand together."""
    (found,) = [node for node in STUB.body if isinstance(node, ast.ClassDef) and node.name == name]
    members: dict[str, list[ast.FunctionDef]] = {}
    for node in found.body:
        if isinstance(node, ast.FunctionDef):
            members.setdefault(node.name, []).append(node)
    return members


@pytest.mark.parametrize("arguments", [(), ("h8",)])
def test_a_position_of_no_game_says_which_classes_there_are(arguments: tuple[str, ...]) -> None:
    classes = r"boyi\.xiangqi\.Position.*boyi\.gomoku\.Position.* or boyi\.connect4\.Position"
    with pytest.raises(boyi.OptionTypeError, match=classes):
        boyi.Position(*arguments)  # type: ignore[abstract]


def test_there_are_members() -> None:
    assert {"fen", "play", "svg", "evaluate"} < MEMBERS.keys()


@pytest.mark.parametrize("name", MEMBERS)
@pytest.mark.parametrize("game", CLASSES)
def test_the_class_has_the_member(game: str, name: str) -> None:
    declared, here = MEMBERS[name], inspect.getattr_static(CLASSES[game], name)
    if isinstance(declared, property):
        assert inspect.isdatadescriptor(here) and not callable(here)
    else:
        assert offers(shape(here), shape(declared)), (inspect.signature(here), inspect.signature(declared))


@pytest.mark.parametrize("name", MEMBERS)
@pytest.mark.parametrize("game", CLASSES)
def test_the_stub_has_the_member(game: str, name: str) -> None:
    declared, found = MEMBERS[name], stub_members(game)[name]
    decorators = [ast.unparse(decorator) for node in found for decorator in node.decorator_list]
    if isinstance(declared, property):
        assert decorators == ["property"]
        return
    assert decorators == ["overload"] * len(found) if len(found) > 1 else decorators == []
    names = [one[:2] for one in shape(declared)]
    for node in found:
        here = [one for one in stub_shape(node) if one[:2] in names]
        assert [one[:2] for one in here] == names, ast.unparse(node)
    assert any(offers(stub_shape(node), shape(declared)) for node in found), [ast.unparse(node) for node in found]


@pytest.mark.parametrize("game", CLASSES)
def test_divide_adds_up_to_perft(game: str) -> None:
    position: boyi.Position = CLASSES[game]()
    parts = position.divide(3)
    assert list(parts) == position.legal_moves() and sum(parts.values()) == position.perft(3)
    assert all(nodes == position.play(move).perft(2) for move, nodes in list(parts.items())[:10])
    with pytest.raises(boyi.OptionError, match="depth = 13: expected 0 to 12"):
        position.divide(13)


CHECKS: dict[str, tuple[boyi.Position, str]] = {
    "XiangqiPosition": (boyi.xiangqi.Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w"), "a0a1"),
    "GomokuPosition": (boyi.gomoku.Position("h8 a1 i8 a3 j8 a5"), "a1"),
}
"""Positions in which some moves give check, and a move that cannot be played there."""


@pytest.mark.parametrize("game", CHECKS)
def test_a_move_gives_check_if_the_next_position_is_one(game: str) -> None:
    position, illegal = CHECKS[game]
    moves = position.legal_moves()
    checks = [move for move in moves if position.gives_check(move)]
    assert checks == [move for move in moves if position.play(move).is_check()]
    assert 0 < len(checks) < len(moves)
    with pytest.raises(boyi.IllegalMoveError):
        position.gives_check(illegal)


@pytest.mark.parametrize("game", CLASSES)
def test_pictures_take_the_same_options(game: str) -> None:
    position: boyi.Position = CLASSES[game]()
    move = position.legal_moves()[0]
    plain, marked = position.svg(), position.svg(arrows=[move, str(move)], size=100)
    assert 'width="100"' in marked and len(marked) > len(plain) and position.svg(arrows=()) == plain
    assert position.play(move).svg(flipped=True) != position.play(move).svg(flipped=False)
    assert position.play(move).svg(flipped=True) == position.play(move).svg(flipped=True, arrows=None)
    for size in (0, -1, -(2**70)):
        with pytest.raises(boyi.OptionError, match="size"):
            position.svg(size=size)
    with pytest.raises(boyi.MoveTextError):
        position.svg(arrows=["nowhere"])
