"""The table cutoff that changed the result of a search, found by bisection."""

from dataclasses import dataclass
from typing import Any

from boyi import Bound, Config, IllegalMoveError, Move, Result, Score, Searcher
from boyi import _core as core
from boyi.games import game_of
from boyi.lab.render import Shown

__all__ = ["Blame"]


@dataclass(frozen=True, repr=False)
class TableAnswer:
    """One table cutoff of a search: the node where it occurred, and the entry that caused it."""

    number: int
    """Number of the cutoff among the table cutoffs of the search, from 1."""
    iteration: int
    """Depth of the iteration in plies."""
    path: tuple[Move | None, ...]
    """The moves from the root; None for a null move."""
    key: int
    """Key of the position."""
    asked: int
    """Depth that the node was to be searched to, in plies."""
    window: tuple[int, int]
    """Alpha and beta of the node, as 16-bit scores of the side to move there."""
    depth: int
    """Depth of the entry in plies."""
    bound: Bound
    """How the entry's score relates to the true one."""
    score: Score
    """Score that the entry gave the node, for the side to move there; mates are counted from the root."""
    move: Move | None
    """The entry's move."""


@dataclass(frozen=True, repr=False)
class Blame(Shown):
    """The result of :meth:`boyi.lab.Stability.blame`: the table cutoff that changed a result, if there is one.

    ``str`` shows it as tables, a notebook with the position of the cutoff above them.
    """

    position: Any
    """The root."""
    answer: TableAnswer | None
    """The cutoff that changed the result. None in two cases: the result is that of a search without a table; or it
    differs even if the table gives only moves, so that the order of moves has changed it, or evaluations that are moved
    off the draw score."""
    before: Result
    """The search with all cutoffs before :attr:`answer`; if that is None, with only moves from the table."""
    after: Result
    """The search with all cutoffs up to and including :attr:`answer`; if that is None, the whole search."""

    @property
    def place(self) -> Any:
        """The position of the cutoff, with the moves that led there; None without a cutoff, or below a null move."""
        if self.answer is None or None in self.answer.path:
            return None
        try:
            return self.position.play_all([move for move in self.answer.path if move])
        except IllegalMoveError:  # the rules end a game where a search may be told to go on
            return None

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """The tables: the result without the cutoff and with it, the cutoff, and the moves that lead to it."""
        results = [
            [name, str(result.score), str(result.move), str(result.nodes)]
            for name, result in (("without it", self.before), ("with it", self.after))
        ]
        header = ["search", "score", "move", "nodes"]
        if self.answer is None:
            caption = "No table cutoff changed the result: with only moves from the table, and with its cutoffs"
            return [(caption, header, [["only moves", *results[0][1:]], ["cutoffs", *results[1][1:]]])]
        a = self.answer
        way = " ".join(str(move) if move else "null" for move in a.path)
        entry = [str(a.depth), str(a.asked), a.bound.name.lower(), str(a.score), f"{a.window[0]} to {a.window[1]}"]
        caption = f"Cutoff {a.number}, in the iteration of depth {a.iteration}, after {way}"
        columns = ["depth", "asked", "bound", "score", "window", "move"]
        return [("The result of the root", header, results), (caption, columns, [[*entry, str(a.move or "-")]])]

    def _repr_html_(self) -> str:
        return (self._repr_svg_() or "") + super()._repr_html_()

    def _repr_svg_(self) -> str | None:
        place = self.place
        return None if place is None else str(place.svg(size=240))


def blame(config: Config, position: Any, depth: int, wanted: tuple[Score, Move]) -> Blame:
    """The table cutoff from which on the result differs from ``wanted``, the result without a table.

    If the whole search has another score, results are compared by score, else by score and move.
    """
    tried: dict[int, Result] = {}

    def allowing(cutoffs: int) -> Result:
        """The search with so many table cutoffs."""
        if cutoffs not in tried:
            tried[cutoffs] = Searcher(config.replace(table_answers=cutoffs or -1)).search(position, depth=depth)
        return tried[cutoffs]

    whole = Searcher(config).search(position, depth=depth)
    score, move = wanted

    def as_wanted(result: Result) -> bool:
        return result.score == score and (result.move == move or whole.score != score)

    low, high = 0, _cutoffs(config, position, depth, whole)
    if as_wanted(whole) or not as_wanted(allowing(0)):
        return Blame(position, None, allowing(0), whole)
    tried[high] = whole
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if as_wanted(allowing(middle)) else (low, middle)
    return Blame(position, _cutoff(config, position, depth, high), allowing(low), allowing(high))


def _cutoffs(config: Config, position: Any, depth: int, whole: Result) -> int:
    """At least the number of table cutoffs. Not exact in the layout leafwalk, where narrowed windows count too."""
    return int(whole.counters["table_cutoffs"] if config.table_layout != "leafwalk" else whole.nodes)


def _cutoff(config: Config, position: Any, depth: int, number: int) -> TableAnswer | None:
    found = core.table_cutoff(config, position, depth, number)
    if found is None:
        return None
    path = tuple(_move(code, position.game) for code in found["path"])
    sides = game_of(position).sides
    mover = sides[(sides.index(position.turn) + len(path)) % 2]
    return TableAnswer(
        number=number,
        iteration=found["iteration"],
        path=path,
        key=found["key"],
        asked=found["asked"],
        window=found["window"],
        depth=found["depth"],
        bound=Bound(found["bound"]),
        score=Score(found["score"], mover, position.game),
        move=_move(found["move"], position.game),
    )


def _move(code: int, game: str) -> Move | None:
    return Move.from_code(code, game) if code else None
