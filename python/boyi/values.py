"""The results of searches and tables as plain records that compare, print and pickle.

``boyi._core`` makes them; the fields must be those of ``src/py/records.rs``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, NoReturn

from boyi import html
from boyi.bound import Bound

if TYPE_CHECKING:
    from boyi._core import Move, Score


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    >>> import boyi
    >>> boyi.xiangqi.Position("3k5/6R2/9/9/8P/9/9/9/4K4/9 b").outcome()
    Outcome(winner='red', reason='stalemate')
    """

    winner: str | None
    """``"red"``, ``"black"`` or ``"white"``; None for a draw."""
    reason: str
    """``checkmate stalemate perpetual_check perpetual_chase repetition move_limit five no_legal_move board_full``."""
    explanation: str = field(default="", compare=False, repr=False)
    """Who has lost by checks or by a chase, and which piece was chased by which: a sentence, empty for other ends."""
    threats: tuple[Move, ...] = field(default=(), compare=False, repr=False)
    """The attacks with which a chase ended, from the attacking piece to the piece chased:
    ``position.svg(arrows=outcome.threats)`` draws them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The entry of one position in a transposition table that keeps one bound."""

    key: int
    """Key of the position, 64 bits."""
    move: Move | None
    """Best or refuting move, if one is stored."""
    score: Score
    """Score for the side to move, distances to mate counted from this position."""
    eval: int | None
    """Static evaluation, if stored."""
    depth: int
    """Depth of the search that stored it, in plies."""
    bound: Bound
    """How the score relates to the true one."""
    age: int
    """Number of the search that stored it, modulo 64."""

    def _repr_html_(self) -> str:
        return _entry_html(self, self.bound.name.lower())


@dataclass(frozen=True, slots=True)
class Bounds:
    """The entry of one position in a transposition table of layout ``two-bound``.

    Distances to mate count from this position; depths are in plies.
    """

    key: int
    """Key of the position, 64 bits."""
    move: Move | None
    """Best or refuting move, if one is stored."""
    move_depth: int | None
    """Depth of the search that found the move; None if no search of this position has."""
    lower: Score | None
    """Lower bound of the score for the side to move; None if no search has proved one."""
    lower_depth: int | None
    """Depth of the search that proved the lower bound."""
    upper: Score | None
    """Upper bound of the score for the side to move; None if no search has proved one."""
    upper_depth: int | None
    """Depth of the search that proved the upper bound."""
    eval: int | None
    """Static evaluation for the side to move; None if it is not stored."""
    age: int
    """Number of the search that stored it, modulo 16."""

    def _repr_html_(self) -> str:
        return _entry_html(self, None)


def _entry_html(entry: Entry | Bounds, bound: str | None) -> str:
    """The fields of an entry, with its key in hexadecimal digits and the name of its bound."""
    shown = {field.name: getattr(entry, field.name) for field in fields(entry)}
    return html.facts((shown | {"key": f"{entry.key:016x}"} | ({"bound": bound} if bound else {})).items())


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play and its score."""

    score: Score
    """Score for the side to move where the line begins."""
    pv: list[Move]
    """The moves of the line."""

    @property
    def move(self) -> Move:
        """The first move of the line."""
        return self.pv[0]


@dataclass(frozen=True, slots=True)
class Iteration:
    """What one finished iteration of a search has found."""

    depth: int
    """Depth of the iteration in plies."""
    seldepth: int
    """Longest line searched so far, in plies, quiescence included."""
    score: Score
    """Score for the side to move."""
    bound: Bound
    """How the score relates to the true one."""
    move: Move
    """Best move."""
    pv: list[Move]
    """Principal variation; it begins with the best move."""
    nodes: int
    """Nodes searched so far, quiescence included."""
    time: float
    """Wall seconds so far."""
    fill: float | None = None
    """Share of the table that is filled, 0 to 1, estimated from a sample of it; None without a table."""
    lines: tuple[Line, ...] = field(default=(), repr=False)
    """The best lines, as many as ``multipv`` asked for and there are moves; the first is this iteration's own."""

    @property
    def nps(self) -> float:
        """Nodes in a second so far, by the wall clock."""
        return self.nodes / max(self.time, 1e-9)

    @property
    def proved(self) -> bool:
        """Whether the score is a mate that is proved, see :attr:`Result.proved`."""
        return self.score.mate is not None


@dataclass(frozen=True, slots=True)
class Result:
    """What a search has found.

    >>> import boyi
    >>> result = boyi.Searcher().search(boyi.xiangqi.Position(), depth=3)
    >>> result.depth, len(result.iterations), result.move == result.pv[0]
    (3, 3, True)
    """

    # Any, since nobody should have to ask every time whether the game was over.
    move: Move | Any
    """Move to play; None only if the game is over."""
    score: Score
    """Score for the side to move, of the last finished iteration or of :attr:`interrupted`; the static evaluation if
    there is neither."""
    bound: Bound
    """How the score relates to the true one: ``Bound.LOWER`` if it comes from :attr:`interrupted`, ``Bound.NONE`` if it
    is a static evaluation."""
    depth: int
    """Depth of the last finished iteration, in plies."""
    seldepth: int
    """Longest line searched, in plies, quiescence included."""
    nodes: int
    """Nodes searched by all threads, quiescence included."""
    time: float
    """Wall seconds."""
    cpu_time: float
    """CPU seconds of all searching threads together."""
    pv: list[Move]
    """Principal variation."""
    iterations: list[Iteration] = field(repr=False)
    """All finished iterations."""
    counters: dict[str, Any] = field(repr=False)
    """Counts of events of the search by name, such as ``cutoffs``; ``Config.counters()`` describes them."""
    interrupted: Iteration | None = field(default=None, repr=False)
    """What the iteration that a limit interrupted had proved: its best line so far, with a score that is a lower bound.
    ``move``, ``score``, ``bound`` and ``pv`` are this iteration's. None if no iteration was interrupted, if it had
    proved nothing yet, with ``multipv``, or with ``keep_interrupted=False``."""
    from_book: bool = False
    """The move is an opening book's and nothing was searched: depth and nodes are 0, and the score is the static
    evaluation, which says nothing of the move."""
    threads: int = 1
    """Threads that have searched; 0 where the move is a book's. With more than one, the same search gives another tree
    the next time."""

    @property
    def proved(self) -> bool:
        """Whether the score is a mate that is proved: it holds whatever the loser plays, by the rules of the game
        without repetition and limits of moves.

        Where moves were left out that might avoid the mate, the score is of kind ``"mate?"``. With ``root_moves=``, a
        loss speaks of these moves alone."""
        return self.score.mate is not None

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the last finished iteration, the best first; empty if none was finished."""
        return self.iterations[-1].lines if self.iterations else ()

    @property
    def nps(self) -> float:
        """Nodes in a second, by the wall clock."""
        return self.nodes / max(self.time, 1e-9)

    def _repr_html_(self) -> str:
        return html.result(self)

    def __getattr__(self, name: str) -> NoReturn:
        meant = _GUESSES.get(name)
        raise AttributeError(f"'Result' object has no attribute {name!r}" + (f"; instead: {meant}" if meant else ""))


_GUESSES = {
    "best_move": "result.move",
    "bestmove": "result.move",
    "best": "result.move",
    "value": "result.score",
    "eval": "result.score",
    "evaluation": "result.score",
    "line": "result.pv",
    "principal_variation": "result.pv",
    "stats": "result.counters",
    "statistics": "result.counters",
}
"""What boyi has in place of attributes of results that users of other libraries try."""


@dataclass(frozen=True, slots=True)
class Proof:
    """How the side to move wins by force: its move, and what it does against each reply that could hold.

    A reply that is not listed loses to what the move threatens; where none is listed, every reply does, or the game is
    over. Parts of a proof that are reached in several ways are the same object.
    """

    move: Move
    """The winning move."""
    replies: dict[Move, Proof] = field(repr=False)
    """The defender's replies, and the proofs behind them."""
    plies: int
    """Plies to the end of the game along the longest line listed."""

    def _repr_html_(self) -> str:
        return html.proof(self)


@dataclass(frozen=True, slots=True)
class KillResult:
    """What a kill search has found.

    >>> import boyi
    >>> result = boyi.kill_search(boyi.xiangqi.Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w"), force="check")
    >>> result.status, result.line, result.proof.plies
    ('win', [Move('b1d1')], 1)
    """

    status: str
    """``"win"``: proved; ``"none"``: there is no such win within the depth asked; ``"unknown"``: a limit stopped it."""
    line: list[Move]
    """Main line: the win against the reply that holds out longest, to the end of the game; empty without a win."""
    proof: Proof | None = field(repr=False)
    """The whole proof. None without a win, and for some wins under an unsound defence."""
    nodes: int
    """Positions visited."""
    position: Any = field(default=None, repr=False, compare=False)
    """The position that was searched; None in a result that was made by hand."""

    def _repr_html_(self) -> str:
        return html.kill_result(self)

    def _repr_svg_(self) -> str | None:
        return html.kill_board(self)
