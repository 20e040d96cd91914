"""Small pieces of HTML that notebooks show: tables without styles of their own, and trees that unfold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boyi.values import Proof, Result

__all__ = ["facts", "proof", "result", "table"]

MOST_PARTS = 400
"""Parts of a proof that are shown; a notebook with all parts of a large one would stand still."""

MOST_MOVES = 12
"""Moves of a line that a row of a table shows."""


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Columns under their names.

    >>> table(["move"], [["h2e2"]])
    '<table><thead><tr><th>move</th></tr></thead><tbody><tr><td>h2e2</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def facts(pairs: Iterable[tuple[str, object]]) -> str:
    """Names and values, a row each; those that are None are left out."""
    rows = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th><td style="text-align:left">{escape(str(value))}</td></tr>'
        for name, value in pairs
        if value is not None
    )
    return f"<table><tbody>{rows}</tbody></table>"


def result(found: Result) -> str:
    """What a search has found: the move and its score, and a row for each iteration."""
    played = [
        ("move", found.move),
        ("score", found.score),
        ("depth", f"{found.depth} plies, longest line {found.seldepth}"),
        ("nodes", f"{found.nodes:,} in {found.time:.3g} s: {found.nps:,.0f} a second"),
        ("line", line(found.pv)),
    ]
    if found.from_book:
        played = [("move", f"{found.move}, from the opening book")]
    rows = [
        [str(step.depth), str(step.score), f"{step.nodes:,}", f"{step.time:.3g}", line(step.pv)]
        for step in found.iterations
    ]
    steps = table(["depth", "score", "nodes", "seconds", "line"], rows) if rows else ""
    return facts(played) + (f"<details><summary>{len(rows)} iterations</summary>{steps}</details>" if rows else "")


def line(moves: Sequence[object]) -> str:
    """The first moves of a line."""
    return " ".join(map(str, moves[:MOST_MOVES])) + (" …" if len(moves) > MOST_MOVES else "")


def proof(root: Proof) -> str:
    """The tree of a proof, which unfolds reply by reply."""
    left = [MOST_PARTS]

    def part(of: Proof, reply: str) -> str:
        left[0] -= 1
        if left[0] < 0:
            return ""
        told = f"{reply}<b>{escape(str(of.move))}</b>"
        if not of.replies:
            return f"<li>{told}</li>"
        inner = "".join(part(answer, f"{escape(str(move))} → ") for move, answer in of.replies.items())
        opened = " open" if not reply else ""
        count = f"{len(of.replies)} " + ("reply" if len(of.replies) == 1 else "replies")
        return f"<li><details{opened}><summary>{told} <small>{count}</small></summary><ul>{inner}</ul></details></li>"

    shown = f"<ul>{part(root, '')}</ul>"
    return shown + ("<p>… and more</p>" if left[0] < 0 else "")
