"""Trees of searches of one's own: ``lab.Node`` and its picture."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import boyi
from boyi import lab

SVG = "{http://www.w3.org/2000/svg}"
START = boyi.gomoku.Position("a1 b1 c1 a2 a3", rows=3, cols=3, k=3)
US = START.turn


def value(position: Any) -> int:
    winner = position.outcome().winner
    return 0 if winner is None else 1 if winner == US else -1


def minimax(position: Any, move: object = "") -> lab.Node:
    if position.outcome():
        return lab.Node(move, value(position), ended="game_over")
    below = [minimax(position.play(each), each) for each in position.legal_moves()]
    pick = max if position.turn == US else min
    return lab.Node(move, pick(child.score for child in below), below)


def negamax(position: Any, move: object = "") -> lab.Node:
    if position.outcome():
        return lab.Node(move, value(position) * (1 if position.turn == US else -1))
    below = [negamax(position.play(each), each) for each in position.legal_moves()]
    return lab.Node(move, max(-child.score for child in below), below)


def alphabeta(position: Any, move: object = "", alpha: int = -2, beta: int = 2, order: str = "b2 c2 b3 c3") -> lab.Node:
    if position.outcome():
        return lab.Node(move, value(position), ended="game_over")
    ours, below = position.turn == US, []
    for each in sorted(position.legal_moves(), key=lambda each: order.index(str(each))):
        below.append(alphabeta(position.play(each), each, alpha, beta, order))
        alpha, beta = (max(alpha, below[-1].score), beta) if ours else (alpha, min(beta, below[-1].score))
        if alpha >= beta:
            return lab.Node(move, below[-1].score, below, "move")
    return lab.Node(move, alpha if ours else beta, below)


def count(node: lab.Node) -> int:
    return 1 + sum(map(count, node.children))


def drawn(text: str) -> tuple[list[str], list[str], ElementTree.Element]:
    """The titles of the nodes, the texts, and the picture."""
    picture = ElementTree.fromstring(text)
    titles = [circle.findtext(f"{SVG}title") or "" for circle in picture.iter(f"{SVG}circle")]
    return titles, [each.text or "" for each in picture.iter(f"{SVG}text")], picture


def thick(picture: ElementTree.Element) -> int:
    """How many moves the best line has."""
    paths = [path for path in picture.iter(f"{SVG}path") if path.get("stroke-width") == "3"]
    return sum(path.attrib["d"].count("M") for path in paths)


def test_a_tree_draws_each_of_its_nodes() -> None:
    tree = minimax(START)
    titles, texts, picture = drawn(tree.svg())
    assert len(tree) == count(tree) == len(titles) == 45 and tree.score == 1
    assert {f"{child.move} {child.score:+d}" for child in tree.children} <= set(texts)
    ends = sum("game_over" in title for title in titles)
    assert {f"searched {45 - ends}", f"game_over {ends}"} <= set(texts)
    places = [(mark.attrib["cx"], mark.attrib["cy"]) for mark in picture.iter(f"{SVG}circle")]
    assert len(set(places)) == len(places)
    assert tree._repr_svg_() == tree.svg()


def test_the_best_line_follows_the_scores_of_either_view() -> None:
    for tree, view in ((minimax(START), "one"), (negamax(START), "mover")):
        node, line = tree, 0
        while node.children:
            wanted = node.score if view == "one" else -node.score
            node, line = next(child for child in node.children if child.score == wanted), line + 1
        assert thick(drawn(tree.svg(view=view))[2]) == line > 1


@pytest.mark.parametrize(("order", "visited"), [("b2 c2 b3 c3", 16), ("c2 c3 b2 b3", 31), ("c3 c2 b3 b2", 45)])
def test_what_alpha_beta_leaves_out_is_grey(order: str, visited: int) -> None:
    whole, part = minimax(START), alphabeta(START, order=order)
    assert part.score == whole.score and len(part) == visited
    titles, texts, picture = drawn(whole.svg(visited=part))
    grey = [title for title in titles if "not visited" in title]
    assert len(titles) == len(whole) and len(grey) == len(whole) - visited
    assert (f"not visited {len(grey)}" in texts) == bool(grey)
    assert (picture.findtext(f"{SVG}title") or "").startswith(f"{visited} nodes of a search")
    assert titles[1].startswith(f"{order[:2]}: score"), "moves stand in the order of the search"


def test_a_search_that_visits_all_leaves_nothing_grey() -> None:
    whole = minimax(START)
    assert whole.svg(visited=whole) == whole.svg()


def test_a_move_that_is_searched_twice_stands_twice() -> None:
    tree = lab.Node("", 0, [lab.Node("a1", 1), lab.Node("a1", 0)])
    part = lab.Node("", 0, [lab.Node("a1", 1)])
    titles, _, _ = drawn(tree.svg(visited=part))
    assert titles[1:] == ["a1: score +1; ended by searched", "a1: not visited"]


def test_texts_are_escaped() -> None:
    assert "<b>" not in lab.Node("", 0, [lab.Node("<b>", 0)]).svg()


def test_a_large_tree_is_not_drawn_unasked() -> None:
    tree = lab.Node("", 0, [lab.Node(number, 0) for number in range(400)])
    assert tree._repr_svg_() is None and repr(tree) == "Node('', 0, 401 nodes)"
    with pytest.raises(boyi.OptionError, match="401 nodes to draw: expected at most max_nodes=400"):
        tree.svg()
    assert len(drawn(tree.svg(max_nodes=401))[0]) == 401


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"score": "1"}, "score='1' of the move 'a1': expected a finite number"),
        ({"score": float("nan")}, "score=nan of the move 'a1'"),
        ({"score": None}, "score=None of the move 'a1'"),
        ({"children": 3}, "children of the move 'a1': expected a list of lab.Node"),
        ({"children": [1, 2]}, "children of the move 'a1': expected a list of lab.Node"),
        ({"ended": "luck"}, "ended='luck': expected one of searched, move, table"),
    ],
)
def test_a_bad_node_is_refused(change: dict, message: str) -> None:
    with pytest.raises(boyi.OptionError, match=re.escape(message)):
        lab.Node(**({"move": "a1", "score": 0} | change))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"visited": 3}, "visited=3: expected a lab.Node"),
        ({"visited": lab.Node("", 0, [lab.Node("i9", 0)])}, "visited: after '' it has 'i9', which the tree has not"),
        ({"view": "white"}, "view='white': expected 'one' or 'mover'"),
        ({"max_nodes": 0}, "max_nodes=0: expected 1 to 100000"),
    ],
)
def test_a_bad_picture_is_refused(arguments: dict, message: str) -> None:
    with pytest.raises(boyi.OptionError, match=re.escape(message)):
        minimax(START).svg(**arguments)


def test_the_picture_of_the_pages_is_what_is_drawn(request: pytest.FixtureRequest) -> None:
    kept = Path(__file__).parents[2] / "docs" / "_static" / "alpha_beta.svg"
    picture = minimax(START).svg(visited=alphabeta(START)) + "\n"
    if request.config.getoption("--boyi-update"):
        kept.write_text(picture, encoding="utf-8")
    renew = f"pytest '{request.node.nodeid}' --boyi-update"
    assert kept.read_text(encoding="utf-8") == picture, f"{kept} shows another tree; if it should, run: {renew}"


def textbook(position: Any, depth: int, move: object = "", alpha: int = -20_000, beta: int = 20_000) -> lab.Node:
    """Alpha-beta as notebook 00 writes it for Connect Four, where no game ends as early as this depth."""
    if depth == 0:
        return lab.Node(move, int(position.evaluate()))
    below: list[lab.Node] = []
    for each in position.legal_moves():
        below.append(textbook(position.play(each), depth - 1, each, -beta, -alpha))
        alpha = max(alpha, -int(below[-1].score))
        if alpha >= beta:
            break
    return lab.Node(move, alpha, below)


def moves(node: lab.Node, ply: int = 0) -> list[tuple[int, str]]:
    return [(ply, str(node.move)), *(pair for child in node.children for pair in moves(child, ply + 1))]


def test_the_plain_preset_searches_the_nodes_of_a_textbook() -> None:
    start = boyi.connect4.Position()
    tree = lab.trace("plain", start, depth=5)
    assert moves(textbook(start, 5)) == [(int(row["ply"]), tree.move_text(row)) for row in tree.rows]
    assert len(tree) == 3888
