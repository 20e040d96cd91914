"""The page for teachers: its minutes add up, and its table of mistakes is what programs with those mistakes return."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
import pytest

import boyi
from boyi import lab

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
START = boyi.gomoku.Position("a1 b1 c1 a2 a3", rows=3, cols=3, k=3)
US = START.turn


def value(position: Any) -> int:
    return {None: 0, US: 1}.get(position.outcome().winner, -1)


def minimax(position: Any, move: object = "", mistake: str = "") -> lab.Node:
    if position.outcome():
        return lab.Node(move, value(position))
    below = [minimax(position.play(each), each, mistake) for each in position.legal_moves()]
    ours = (position.turn == US) != (mistake == "swapped") or mistake == "maximum"
    return lab.Node(move, (max if ours else min)(child.score for child in below), below)


def alphabeta(position: Any, move: object = "", alpha: int = -2, beta: int = 2, mistake: str = "") -> lab.Node:
    if position.outcome():
        return lab.Node(move, value(position))
    ours, below = position.turn == US, []
    for each in position.legal_moves():
        window = {"whole": (-2, 2), "negated": (-beta, -alpha)}.get(mistake, (alpha, beta))
        below.append(alphabeta(position.play(each), each, *window, mistake))
        if mistake == "alpha" or ours != (mistake == "swapped"):
            alpha = max(alpha, below[-1].score)
        else:
            beta = min(beta, below[-1].score)
        if alpha > beta or (alpha == beta and mistake != "strict"):
            break
    return lab.Node(move, below[-1].score if mistake == "last" else alpha if ours else beta, below)


@pytest.mark.parametrize(
    ("search", "mistake", "words"),
    [
        (minimax, "", "right for `minimax`"),
        (minimax, "maximum", "the maximum for both sides"),
        (minimax, "swapped", "the minimum for us"),
        (alphabeta, "whole", "the window is not handed down"),
        (alphabeta, "negated", "turned round and negated"),
        (alphabeta, "alpha", "raises alpha at the opponent's moves"),
        (alphabeta, "swapped", "alpha and beta swapped"),
        (alphabeta, "strict", "`alpha > beta`"),
        (alphabeta, "last", "the score of the last child"),
    ],
)
def test_mistakes_show_the_numbers_of_the_page(search: Any, mistake: str, words: str) -> None:
    tree = search(START, mistake=mistake)
    scores = ", ".join(str(child.score) for child in tree.children)
    rows = [line for line in PAGE.splitlines() if words in line]
    assert len(rows) == 1 and rows[0].startswith(f"| {len(tree)} | {tree.score} | {scores} |"), rows


def test_right_programs_show_the_numbers_of_the_page() -> None:
    assert (len(minimax(START)), minimax(START).score) == (45, 1)
    assert (len(alphabeta(START)), alphabeta(START).score) == (16, 1)
    assert "45 positions with score 1 and 16 positions with score 1" in " ".join(PAGE.split())
    with pytest.raises(AttributeError, match="'NoneType' object has no attribute 'winner'"):
        value(START)
    with pytest.raises(boyi.OptionError, match=r"children of the move '': expected a list of lab\.Node"):
        lab.Node("", 0, [["a1", 0]])  # type: ignore[list-item]


def test_lessons_take_ninety_minutes() -> None:
    lessons = re.split(r"^## Lesson \d", PAGE, flags=re.MULTILINE)[1:]
    assert len(lessons) == 3
    for lesson in lessons:
        parts = [(int(first), int(last)) for first, last in re.findall(r"^\| (\d+)–(\d+) \|", lesson, re.MULTILINE)]
        assert parts[0][0] == 0 and parts[-1][1] == 90
        assert all(one[1] == two[0] for one, two in pairwise(parts))


def test_the_minutes_of_exercises_add_up() -> None:
    rows = re.findall(r"^\| \[\d\d .*?\]\(\.\./(.*?)\) \|[^|]*\| \d+ \| (\d+) \|", PAGE, flags=re.MULTILINE)
    assert len(rows) == 6
    for path, minutes in rows:
        cells = nbformat.read(ROOT / path, as_version=4).cells
        asked = [cell.source for cell in cells if "exercise" in cell.metadata.get("tags", ())]
        assert sum(int(re.findall(r"\*(\d+) minutes", text)[0]) for text in asked) == int(minutes), path


def test_the_chinese_page_has_the_numbers_of_the_english_one() -> None:
    chinese = (ROOT / "docs" / "zh" / "teaching.md").read_text(encoding="utf-8")

    def numbers(page: str) -> list[list[str]]:
        """The cells of a page's tables that have no words of a language."""
        rows = re.findall(r"^\| (.*) \|$", page, flags=re.MULTILINE)
        return [[cell for cell in row.split(" | ") if re.fullmatch(r"[-–\d, ]+|`[a-z-]+`", cell)] for row in rows]

    assert numbers(chinese) == numbers(PAGE) and sum(map(len, numbers(PAGE))) > 50
