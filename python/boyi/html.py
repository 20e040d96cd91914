"""Small pieces of HTML that notebooks show: tables without styles of their own, and trees that unfold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import exp
from typing import TYPE_CHECKING, Any

from boyi.entries import bounds_of, survey
from boyi.fields import by_level
from boyi.markup import Markup, element, joined

if TYPE_CHECKING:
    from boyi import Config, Run, Score, Searcher, TranspositionTable
    from boyi.values import Iteration, KillResult, Proof, Result

__all__ = [
    "config",
    "contents",
    "facts",
    "kill_board",
    "kill_result",
    "proof",
    "result",
    "score",
    "searcher",
    "table",
    "watch",
]

MOST_PARTS = 400
"""Parts of a proof that are shown; a notebook with all parts of a large one would stand still."""

BOARD = 300
"""Width of boards in pixels."""

LOGIT = 100
"""Evaluation units in a logit of the chance to win, roughly: a half of a chariot in xiangqi."""

LEFT = "text-align:left"
"""Style of cells with words."""

MOST_MOVES = 12
"""Moves of a line that a row of a table shows."""


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
    """Columns under their names.

    >>> table(["move"], [["h2e2"]])
    '<table><thead><tr><th>move</th></tr></thead><tbody><tr><td>h2e2</td></tr></tbody></table>'
    """
    head = element("tr", *(element("th", cell) for cell in header))
    body = (element("tr", *(element("td", cell) for cell in row)) for row in rows)
    return element("table", element("thead", head), element("tbody", *body))


def facts(pairs: Iterable[tuple[str, object]]) -> Markup:
    """Names and values, a row each; those that are None are left out."""
    rows = (
        element("tr", element("th", name, style=LEFT), element("td", value, style=LEFT))
        for name, value in pairs
        if value is not None
    )
    return element("table", element("tbody", *rows))


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
    told = element("details", element("summary", f"{len(found.iterations)} iterations"), steps(found.iterations))
    return joined(facts(played), told if found.iterations else "")


def steps(iterations: Sequence[Iteration]) -> Markup:
    """A row for each iteration."""
    rows = [
        [str(step.depth), str(step.score), f"{step.nodes:,}", f"{step.time:.3g}", line(step.pv)] for step in iterations
    ]
    return table(["depth", "score", "nodes", "seconds", "line"], rows)


def line(moves: Sequence[object]) -> str:
    """The first moves of a line."""
    return " ".join(map(str, moves[:MOST_MOVES])) + (" …" if len(moves) > MOST_MOVES else "")


def proof(root: Proof) -> Markup:
    """The tree of a proof, which unfolds reply by reply."""
    left = [MOST_PARTS]

    def part(of: Proof, reply: str) -> Markup:
        left[0] -= 1
        if left[0] < 0:
            return Markup()
        told = joined(reply, element("b", of.move))
        if not of.replies:
            return element("li", told)
        inner = (part(answer, f"{move} → ") for move, answer in of.replies.items())
        count = f"{len(of.replies)} " + ("reply" if len(of.replies) == 1 else "replies")
        summary = element("summary", told, " ", element("small", count))
        opened = None if reply else "open"
        return element("li", element("details", summary, element("ul", *inner), open=opened))

    return joined(element("ul", part(root, "")), element("p", "… and more") if left[0] < 0 else "")


def kill_result(found: KillResult) -> str:
    """What a kill search has found: the board at the end of the main line, and the proof."""
    told = facts([("status", found.status), ("line", line(found.line) or None), ("nodes", f"{found.nodes:,}")])
    shown = Markup(kill_board(found) or "")
    return joined(shown, told, "" if found.proof is None else proof(found.proof))


def kill_board(found: KillResult) -> str | None:
    """The board at the end of the main line of a kill search; None if it is not known where the search began."""
    return None if found.position is None else str(found.position.play_all(found.line).svg(size=BOARD))


def score(shown: Score) -> str:
    """A score with a bar: how likely who has it wins, as far as an evaluation says so."""
    value = shown.value
    share = 1 / (1 + exp(-value / LOGIT)) if value is not None else float(int(shown) > 0)
    bar = element("span", style=f"display:block;width:{100 * share:.0f}%;height:100%;background:#4a90d9")
    frame = element(
        "span", bar, style="display:inline-block;width:8em;height:.7em;border:1px solid #888;background:#8884"
    )
    return joined(frame, " ", element("b", shown), f" for {shown.turn}")


def config(shown: Config) -> str:
    """The call that makes a configuration, and its fields by groups, first the everyday ones."""
    groups = groupby(by_level(shown.fields()), key=lambda field: f"{field['level']}: {field['group']}")
    head = element("tr", *(element("th", name) for name in ("field", "value", "what it does")))
    rows = (_group(name, list(fields), shown.to_dict()) for name, fields in groups)
    return joined(element("code", repr(shown)), element("table", head, *rows))


def _group(name: str, fields: list[dict[str, Any]], values: dict[str, Any]) -> Markup:
    """The rows of a group, with those pale whose field has its default: what it belongs to is off."""
    rows = [element("tr", element("th", name, colspan=3, style=LEFT))]
    for field in fields:
        value = values[field["name"]]
        cells = (
            element("td", element("code", field["name"]), style=LEFT),
            element("td", repr(value)),
            element("td", field["sentence"], style=LEFT),
        )
        rows.append(element("tr", *cells, style="opacity:.55" if value == field["default"] else None))
    return joined(*rows)


def contents(shown: TranspositionTable) -> str:
    """How full a table is, and its entries by depth and bound."""
    told = facts(
        [
            ("size", f"{shown.mb:.3g} MiB, {shown.capacity:,} slots"),
            ("scheme", f"{shown.scheme}, layout {shown.layout}"),
            ("entries", f"{len(shown):,}: {shown.fill:.1%} of the slots"),
        ]
    )
    counts = survey(shown).counts
    if not counts:
        return told
    bounds = bounds_of(counts)
    cells = [
        [str(depth), *(f"{of_depth.get(bound, 0):,}" for bound in bounds)]
        for depth, of_depth in sorted(counts.items(), reverse=True)
    ]
    return joined(told, table(["depth", *bounds], cells))


def searcher(shown: Searcher) -> str:
    """What a searcher searches with."""
    own = shown.table
    kept = None if own is None else f"{own.mb:.3g} MiB, {own.fill:.1%} full"
    functions = [name for name in ("order_by", "evaluate") if getattr(shown, name) is not None]
    return facts(
        [
            ("configuration", repr(shown.config)),
            ("evaluation", shown.evaluation),
            ("table", kept or "none"),
            ("book", shown.book),
            ("threads", shown.threads),
            ("own functions", ", ".join(functions) or None),
        ]
    )


def watch(run: Run) -> None:
    """Shows the iterations of a search in a notebook as they finish, until the search is over."""
    from IPython.display import HTML, display  # a notebook has it

    seen: list[Iteration] = []
    handle = display(HTML("<p>searching</p>"), display_id=True)  # type: ignore[no-untyped-call]
    for iteration in run:
        seen.append(iteration)
        if handle is not None:
            handle.update(HTML(steps(seen)))  # type: ignore[no-untyped-call]
    if handle is not None:
        handle.update(HTML(result(run.result())))  # type: ignore[no-untyped-call]
