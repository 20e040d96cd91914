"""A player of xiangqi by the UCCI protocol, version 3.0 (xqbase.com, 2007), for the Chinese GUIs.

>>> from boyi.protocols.ucci import Engine
>>> said = []
>>> engine = Engine(say=said.append)
>>> engine.answer("isready"), engine.answer("position startpos moves h2e2"), engine.answer("go depth 1")
(['readyok'], [], [])
>>> engine.wait()
>>> [line.split()[:2] for line in said[:2]], said[2].split()[0]
([['info', 'time'], ['info', 'depth']], 'bestmove')

The commands are ``ucci isready setoption position banmoves go stop ponderhit probe quit``, and for people ``d``, which
shows the position, and ``eval``, which shows what its evaluation is made of. What cannot be done is answered with an
``info message`` that names it, and changes nothing; only after a bad ``position`` there is none, and ``go`` is answered
with ``nobestmove`` until a good one comes.

* Moves are ``h2e2``, with ranks from 0 to 9.
* ``setoption NAME VALUE`` has no words ``name`` and ``value``. Every field of the configuration is an option of its own
  name; ``preset`` sets them all at once, but for the size of the table once ``hashsize`` (MiB) has set it. ``newgame``
  forgets what earlier searches have found. ``rules`` says how repetitions end (``simple`` or ``axf``), from the next
  ``position`` on. With ``debug`` a search also says what it has counted. With ``batch`` no line is read before the best
  move is written, unless the search waits for ``stop`` or ``ponderhit``: commands may then come from a file.
* ``banmoves`` names moves that are not searched as first moves, until the next ``position``; another ``banmoves``
  replaces the one before.
* ``go`` knows ``depth nodes time movestogo increment opptime oppmovestogo oppincrement infinite ponder draw``, and
  ``movetime`` in milliseconds, which some GUIs say as in UCI. The
  first limit that is reached ends the search. Times are seconds, or milliseconds with ``usemillisec``. Every ``go`` is
  answered with one ``bestmove``, with the reply that is expected after ``ponder``; or with ``nobestmove`` where no move
  is left, all are banned, or the ``go`` cannot be done. A limit of 0 is taken as 1, no moves to go as none, and a clock
  without one's own time as a move at once; an ``info message`` says so. Draws are neither offered nor accepted, and we
  never resign.
* ``go ponder`` searches until ``stop``, or until ``ponderhit``: from then on the clock of that ``go`` runs.
* ``info time T nodes N`` (milliseconds) and ``info depth D score S pv …`` tell of each iteration. Scores are centipawns
  of nine pawns to a chariot, which is worth 200 of boyi's units, and at most 9000. A mate in N plies scores 10000 - N,
  and a win by repetition in N plies 9900 - N.
* ``probe``, alone or with a position such as ``probe startpos moves h2e2``, is answered with what the transposition
  table knows of it: ``pophash bestmove M lowerbound S depth D upperbound S depth D``, of which parts may be missing.
"""

from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from boyi import Bound, Config, Iteration, Move, Score
from boyi.protocols.ucci_go import read_go
from boyi.protocols.ucci_options import UcciOptions
from boyi.protocols.xiangqi_engine import Commands, Player, converse
from boyi.protocols.xiangqi_go import Go
from boyi.protocols.xiangqi_options import GAME
from boyi.protocols.xiangqi_search import Say
from boyi.run import arguments
from boyi.values import Bounds, Entry
from boyi.xiangqi import CENTIPAWNS

__all__ = ["Engine", "score_text", "serve"]

MOST_MATERIAL = 9000
"""Largest score that is no mate and no win by repetition."""


class Engine(Player):
    """A player: :meth:`answer` takes a line of the GUI, and returns the lines to answer with at once.

    Args:
        config: how to search until options change it; the name of a preset will do.
        say: takes the lines of a search, from the search's thread.

    Raises:
        OptionError: for an unknown preset.
    """

    hello = "ucci"
    no_move = "nobestmove"
    _options: UcciOptions

    def __init__(self, config: Config | str = "boyi", *, say: Say = print) -> None:
        super().__init__(UcciOptions(arguments.config("config", config, GAME)), say)
        self._banned: set[Move] = set()

    def own_commands(self) -> Commands:
        """``banmoves`` and ``probe``."""
        return {"banmoves": self._ban, "probe": self._probe}

    def read_go(self, text: str, place: Any) -> Go:
        """Reads what follows ``go``."""
        return read_go(text, 0.001 if self._options.milliseconds else 1.0)

    def root_moves(self, go: Go, place: Any) -> list[Move] | None:
        """All moves but those that are banned."""
        return [move for move in place.legal_moves() if move not in self._banned] if self._banned else None

    def remark(self, text: str) -> str:
        """An ``info message``."""
        return f"info message {text}"

    def info(self, iteration: Iteration, place: Any) -> Iterator[str]:
        """Nodes and time of the search, and its best line."""
        yield f"info time {round(1000 * iteration.time)} nodes {iteration.nodes}"
        moves = " ".join(map(self.text, iteration.pv))
        yield f"info depth {iteration.depth} score {score_text(iteration.score)} pv {moves}"

    def _set_position(self, rest: str) -> list[str]:
        self._banned = set()
        return super()._set_position(rest)

    def _go(self, rest: str) -> list[str]:
        answers = super()._go(rest)
        if self._options.batch and self._search is not None and not self._search.is_held():
            self.wait()
        return answers

    def _ban(self, rest: str) -> list[str]:
        place = self._place("banmoves")
        self._banned = {self.parse(place, move) for move in rest.split()}
        return []

    def _probe(self, rest: str) -> list[str]:
        place = self._read_position("probe", rest) if rest else self._place("probe")
        table = None if self._searcher is None else self._searcher.table
        entry = None if table is None else table.probe(place)
        words = ["pophash"]
        if entry is not None and entry.move is not None:
            words.append(f"bestmove {self.text(entry.move)}")
        for name, (score, depth) in _known(entry):
            words.append(f"{name} {score_text(score)} depth {depth}")
        return [" ".join(words)]


def _known(entry: Entry | Bounds | None) -> Iterator[tuple[str, tuple[Score, int]]]:
    """The bounds of an entry, each with the depth of the search that has proved it."""
    if isinstance(entry, Bounds):
        if entry.lower is not None:
            yield "lowerbound", (entry.lower, entry.lower_depth or 0)
        if entry.upper is not None:
            yield "upperbound", (entry.upper, entry.upper_depth or 0)
    elif entry is not None:
        if entry.bound in (Bound.LOWER, Bound.EXACT):
            yield "lowerbound", (entry.score, entry.depth)
        if entry.bound in (Bound.UPPER, Bound.EXACT):
            yield "upperbound", (entry.score, entry.depth)


def score_text(score: Score) -> str:
    """A score as UCCI has it: a number, near 10000 for a mate.

    >>> score_text(Score(200, "red")), score_text(Score(-9996, "red")), score_text(Score(9897, "red"))
    ('900', '-9996', '9897')
    """
    if score.plies is not None:
        return str(int(score))
    return str(max(min(round(CENTIPAWNS * int(score)), MOST_MATERIAL), -MOST_MATERIAL))


def serve(
    config: Config | str = "boyi",
    *,
    lines: Iterable[str] | None = None,
    out: TextIO | None = None,
) -> None:
    """Plays until ``quit``, which is answered with ``bye``, or the end of the input.

    Args:
        config: how to search, see :class:`Engine`.
        lines: the input; None: standard input.
        out: the output; None: standard output.

    >>> serve(lines=["isready", "setoption killers", "go depth", "quit", "ucci"])
    readyok
    info message killers = "": expected a whole number from 0 to 2
    info message go depth: expected a whole number
    nobestmove
    bye
    """
    converse(lambda say: Engine(config, say=say), lines, out, farewell="bye")
