"""The tree of a search: a row for each node, and queries over the rows."""

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from boyi import Bound, Move, Result, Score
from boyi import _core as core
from boyi.errors import OptionError
from boyi.lab.render import Shown
from boyi.run import arguments
from boyi.run.extras import rows_frame

__all__ = ["Tree"]

Rows = npt.NDArray[np.void]

_NAMES: dict[str, list[str]] = {
    **{str(key): names for key, names in core.trace_names().items()},
    "bound": [bound.name.lower() for bound in sorted(Bound)],
}
_NAMES["cut_stage"] = _NAMES["stage"]
_NO_STAGE = 255
_MOVES = ("move", "cut_move")
_DRAWN = 400
_TALLEST = 640


@dataclass(frozen=True, repr=False, eq=False)
class Tree(Shown):
    """The nodes of one search in the order in which they were entered; ``str`` shows what ended them.

    ``rows`` is a read-only structured array, a row for each node, scores from the view of the side to move there:

    * ``id`` u4: number of the node, its index in the array; ``parent`` i4: number of its parent, -1 for none;
    * ``nodes`` u4: nodes of its whole sub-tree, itself included, kept or not;
    * ``ply`` u1: plies from the position searched; ``depth`` i1: plies left, 0 beyond the horizon; ``iteration`` u1;
    * ``kind`` u1: ``full``, ``quiescence``, or ``kill`` for a leaf that a kill search has won;
    * ``alpha beta`` i2: the window; ``score`` i2: what it returned; ``bound`` u1: see Bound;
    * ``move`` u2: the code of the move that led here; ``stage`` u1: what offered it: a stage of move ordering, ``null``
      for a null move, ``again`` for another look at the same position (a null move verified, razoring), ``root``;
    * ``cut`` u1: what ended it: ``searched`` when all its moves were, ``move`` when one met beta (in quiescence as far
      as the window it was entered with tells), or the heuristic or rule that did;
    * ``cut_move`` u2, ``cut_stage`` u1 (255: none), ``cut_index`` u1: the move that met beta, what offered it, how many
      moves were searched before;
    * ``tried`` u2: moves searched; ``passed`` u2: moves passed over by futility, as late ones, or in quiescence;
    * ``hit`` u1: 1 if the table knew the position.

    A move that is searched again, after a reduction or a scout, is a second child with the same move.
    """

    position: Any
    """The position that was searched."""
    result: Result
    """The result of the search; its counters are those of all iterations."""
    rows: Rows
    """The nodes kept."""
    total: int
    """Number of nodes of the part asked for, kept or not."""
    moves: tuple[Move | None, ...] = field(default=())
    """The moves from the position to where the tree begins; None is a null move."""

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def complete(self) -> bool:
        """Whether every node was kept that there was to keep."""
        return len(self.rows) == self.total

    @cached_property
    def _children(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """The ids ordered by parent, and the parents in that order."""
        order = np.argsort(self.rows["parent"], kind="stable")
        return order, self.rows["parent"][order]

    def where(self, **fields: Any) -> Rows:
        """The rows whose fields have these values, or one of several: numbers, or names and texts of moves.

        Raises:
            OptionError: for an unknown field or name.

        >>> from boyi import lab
        >>> tree = lab.trace("boyi", lab.suite("xiangqi/bench")[0], depth=4)
        >>> early = tree.where(cut=["table", "null_move"], ply=2)
        >>> len(early) == len(tree.where(cut="table", ply=2)) + len(tree.where(cut="null_move", ply=2)) > 0
        True
        """
        wanted = np.ones(len(self.rows), dtype=bool)
        for name, value in fields.items():
            if name not in (self.rows.dtype.names or ()):
                raise OptionError(f"field {name!r}: expected one of {', '.join(self.rows.dtype.names or ())}")
            several = value if isinstance(value, Collection) and not isinstance(value, str) else [value]
            wanted &= np.isin(self.rows[name], [self._number(name, one) for one in several])
        chosen: Rows = self.rows[wanted]
        return chosen

    def cut_by(self, reason: str) -> Rows:
        """The rows of the nodes that ended for a reason, such as ``"null_move"``, ``"table"``, ``"stand_pat"`` or
        ``"move"`` (a move met beta).

        Raises:
            OptionError: for an unknown reason.
        """
        return self.where(cut=reason)

    def children(self, node: int) -> Rows:
        """The nodes below a node, in the order in which they were searched.

        Raises:
            OptionError: for a number that no node has.
        """
        order, parents = self._children
        first, last = np.searchsorted(parents, [self._id(node), self._id(node) + 1])
        below: Rows = self.rows[order[first:last]]
        return below

    def path(self, node: int) -> list[Move | None]:
        """The moves from the position searched to a node; None is a null move. ``trace(moves=…)`` takes them.

        Raises:
            OptionError: for a number that no node has.

        >>> from boyi import lab
        >>> tree = lab.trace("boyi", lab.suite("xiangqi/bench")[0], depth=3)
        >>> tree.path(0), tree.path(1) == tree.result.iterations[1].pv[:1]
        ([], True)
        """
        row, way = self.rows[self._id(node)], []
        while row["parent"] >= 0:
            if _NAMES["stage"][row["stage"]] != "again":
                way.append(self._move(row["move"]))
            row = self.rows[row["parent"]]
        return [*self.moves, *reversed(way)]

    def frame(self, rows: Rows | None = None) -> Any:
        """Rows, all by default, as a tidy pandas DataFrame with the names of everything and moves as texts.

        Raises:
            MissingExtraError: if pandas is missing.
        """
        chosen = self.rows if rows is None else rows
        frame = rows_frame(chosen)
        for name, names in _NAMES.items():
            frame[name] = [names[number] if number < len(names) else "" for number in chosen[name].tolist()]
        for name in _MOVES:
            texts = {code: str(self._move(code) or "") for code in np.unique(chosen[name]).tolist()}
            frame[name] = [texts[code] for code in chosen[name].tolist()]
        frame["hit"] = chosen["hit"].astype(bool)
        return frame.set_index("id")

    def summary(self) -> dict[str, dict[str, int]]:
        """How many nodes each reason ended, by name, as ``ended``; and of the nodes of the full search that a move
        cut off, how many by the stage that offered it: ``cutoffs``, and ``first_move_cutoffs`` by the first move tried.

        >>> from boyi import lab
        >>> summary = lab.trace("plain", lab.suite("xiangqi/bench")[0], depth=3).summary()
        >>> sorted(summary["ended"]), list(summary["cutoffs"])
        (['evaluation', 'move', 'searched'], ['all'])
        """
        cuts = self.where(cut="move", kind="full")
        return {
            "ended": self._counts("cut", self.rows),
            "cutoffs": self._counts("cut_stage", cuts),
            "first_move_cutoffs": self._counts("cut_stage", cuts[cuts["cut_index"] == 0]),
        }

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """Two tables: nodes by what ended them, and cutoffs by the stage that offered the move."""
        summary, kinds = self.summary(), _NAMES["kind"]
        by_kind = [self._counts("cut", self.where(kind=kind)) for kind in kinds]
        ended = [
            [reason, *(str(counts.get(reason, 0)) for counts in by_kind), str(number), _share(number, len(self.rows))]
            for reason, number in summary["ended"].items()
        ]
        firsts = summary["first_move_cutoffs"]
        cuts = [
            [stage, str(number), str(firsts.get(stage, 0)), _share(firsts.get(stage, 0), number)]
            for stage, number in summary["cutoffs"].items()
        ]
        return [
            (self._caption(), ["ended by", *kinds, "all", "share"], ended),
            ("Moves that met beta in the full search", ["offered by", "all", "tried first", "share"], cuts),
        ]

    def svg(self, *, plies: int | None = None, max_nodes: int = _DRAWN) -> str:
        """The tree as the text of an SVG picture: plies from left to right, moves in the order of the search from top
        to bottom, the best line thick. Full nodes are round, others square, coloured by what ended them. A number such
        as +23 counts the nodes of a sub-tree that are left out; pointing at a node shows its facts.

        Args:
            plies: most plies below the root that are drawn; None: all.
            max_nodes: most nodes to draw, 1 or more.

        Raises:
            OptionError: if there are more nodes to draw, or none.
        """
        from boyi.lab.tracing.picture import drawn

        return drawn(self, plies, max_nodes)

    def move_text(self, row: Any) -> str:
        """The move that led to a row's node as text; ``"null"`` for a null move, nothing where there is none."""
        return "null" if _NAMES["stage"][row["stage"]] == "null" else str(self._move(row["move"]) or "")

    def tooltip(self, row: Any) -> str:
        """A row as one line of text: move, kind, window, score and what ended the node."""
        names = {name: _NAMES[name][row[name]] for name in ("kind", "stage", "cut", "bound")}
        move, stage = self.move_text(row), names["stage"]
        bound = {"upper": "at most ", "lower": "at least "}.get(names["bound"], "")
        score = (
            "none"
            if names["bound"] == "none"
            else f"{bound}{Score(int(row['score']), self.position.turn, self.position.game)}"
        )
        cut = f" {self._move(row['cut_move'])}" if row["cut_move"] else ""
        parts = [
            f"{move} ({stage})" if row["move"] else stage,
            f"{names['kind']}, ply {row['ply']}, depth {row['depth']}",
            f"window {row['alpha']} to {row['beta']}",
            f"score {score}",
            f"ended by {names['cut']}{cut}",
            *(["table hit"] if row["hit"] else []),
            *([f"{row['passed']} moves passed over"] if row["passed"] else []),
            f"{row['nodes']} nodes",
        ]
        return "; ".join(parts)

    def _repr_svg_(self) -> str | None:
        return self.svg() if 0 < len(self.rows) <= _DRAWN else None

    def _repr_html_(self) -> str:
        """The picture inside the page, where pointing at nodes works, if it is not too large; and the tables."""
        picture = self._repr_svg_()
        shown = f'<div style="overflow:auto;max-height:{_TALLEST}px">{picture}</div>' if picture else ""
        return shown + super()._repr_html_()

    def _caption(self) -> str:
        depths = np.unique(self.rows["iteration"]).tolist()
        which = (
            f"depth {depths[0]}" if len(depths) == 1 else f"depths {depths[0]} to {depths[-1]}" if depths else "none"
        )
        kept = "all" if self.complete else f"the first {len(self.rows)} of"
        path = " ".join(str(move or "null") for move in self.moves)
        return f"{kept} {self.total} nodes{f' below {path}' if path else ''}, {which}"

    def _counts(self, name: str, rows: Rows) -> dict[str, int]:
        """How many rows have each name of a field, in the order of the names."""
        numbers = np.bincount(rows[name], minlength=len(_NAMES[name]))
        return {text: int(number) for text, number in zip(_NAMES[name], numbers, strict=False) if number}

    def _id(self, node: int) -> int:
        return arguments.whole("node", node, len(self.rows) - 1, 0)

    def _move(self, code: Any) -> Move | None:
        return Move.from_code(int(code), self.position.game) if code else None

    def _number(self, name: str, value: Any) -> int:
        """The number that stands in the rows for a value."""
        if isinstance(value, Move) or (name in _MOVES and isinstance(value, str)):
            return self._code(name, value)
        if isinstance(value, str):
            if value not in _NAMES.get(name, ()):
                raise OptionError(f"{name}={value!r}: expected one of {', '.join(_NAMES.get(name, ['a number']))}")
            return _NAMES[name].index(value)
        if not isinstance(value, int | np.integer):
            raise OptionError(f"{name}={value!r}: expected a whole number or a name")
        return int(value)

    def _code(self, name: str, move: Move | str) -> int:
        """The code of a move, which as a text must occur in the rows."""
        if isinstance(move, Move):
            return move.code
        codes = np.unique(self.rows[name]).tolist()
        return next((code for code in codes if code and self._move(code) == move), -1)


def _share(number: int, of: int) -> str:
    return f"{100 * number / of:.1f} %" if of else "-"
