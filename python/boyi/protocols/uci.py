"""A player of xiangqi by the UCI protocol, for any UCI GUI or tournament manager.

>>> from boyi.protocols.uci import Engine
>>> said = []
>>> engine = Engine(say=said.append)
>>> engine.answer("isready"), engine.answer("position startpos moves h2e2"), engine.answer("go depth 2")
(['readyok'], [], [])
>>> engine.wait()
>>> [line.split(" seldepth ")[0] for line in said[:-1]], said[-1].split()[0]
(['info depth 1', 'info depth 2'], 'bestmove')

The commands are ``uci debug isready setoption ucinewgame position go stop ponderhit quit``, and for people ``d``, which
shows the position, and ``eval``, which shows what its evaluation is made of. What cannot be done is answered with an
``info string`` that names it, and changes nothing; only after a bad ``position`` there is none, and ``go`` is answered
with ``bestmove (none)`` until a good one comes.

* Moves are ``h2e2``, with ranks from 0 to 9 as Pikafish counts them; option ``Ranks`` has ``1-10`` for the way of
  Fairy-Stockfish, which also goes with ``UCI_Variant``.
* Every field of the configuration is an option of the same name. ``Preset`` sets them all at once, but for the size of
  the table once ``Hash`` (MiB) has set it. A change holds from the next ``go`` on, with a new table. A table that the
  memory has no room for is named by the next ``isready`` or ``go``, and one of the size before is used instead.
* ``go`` knows ``depth nodes movetime wtime btime winc binc movestogo mate infinite ponder searchmoves perft``; the
  first limit that is reached ends the search. ``mate N`` ends it when a mate in N moves is found, and without another
  limit at a depth of 2N plies. Every ``go`` is answered with one ``bestmove``: with ``(none)`` where no move is left,
  or where the ``go`` cannot be done. A limit of 0 is taken as 1, no moves to go as none, and a clock without one's own
  time as a move at once; an ``info string`` says so. The reply that is expected follows the move as ``ponder``.
* ``go perft N`` counts the leaves at N plies (0 to 12): a line ``MOVE: COUNT`` for each legal move, in the end ``Nodes
  searched: COUNT``, and no ``bestmove``. ``stop`` ends it after the move that is being counted, ``quit`` waits for it.
* Option ``Rules`` says how repetitions end: ``simple`` knows perpetual check, ``axf`` the chases of the Asian Xiangqi
  Federation too. It holds from the next ``position``.
* ``go ponder`` searches until ``stop``, or until ``ponderhit``: from then on the clock of that ``go`` runs.
* Scores are in centipawns of nine to a chariot, which is worth 200 of boyi's units.
* A search runs on a thread of its own; ``stop`` ends it at once, and so do ``quit`` and the end of the input.
* With ``UCI_ShowWDL`` every score is followed by ``wdl W D L``, the expected wins, draws and losses of the side to move
  in 1000 games; see :mod:`boyi.games.xiangqi_wdl`.
"""

from collections.abc import Iterable, Iterator
from typing import Any, TextIO

import numpy as np

from boyi import Bound, Config, Iteration, Move, Score
from boyi.errors import OptionError
from boyi.games.xiangqi_wdl import win_draw_loss
from boyi.protocols.lines import quoted
from boyi.protocols.uci_go import read_go
from boyi.protocols.uci_options import RANKS, UciOptions
from boyi.protocols.xiangqi_engine import Commands, Player, converse
from boyi.protocols.xiangqi_go import Go
from boyi.protocols.xiangqi_options import GAME
from boyi.protocols.xiangqi_search import Say
from boyi.run import arguments
from boyi.xiangqi import CENTIPAWNS

__all__ = ["Engine", "score_text", "serve"]

_BOUNDS = {Bound.LOWER: " lowerbound", Bound.UPPER: " upperbound"}


class Engine(Player):
    """A player: :meth:`answer` takes a line of the GUI, and returns the lines to answer with at once.

    Args:
        config: how to search until options change it; the name of a preset will do.
        say: takes the lines of a search, from the search's thread.

    Raises:
        OptionError: for an unknown preset.
    """

    hello = "uci"
    no_move = "bestmove (none)"
    _options: UciOptions

    def __init__(self, config: Config | str = "boyi", *, say: Say = print) -> None:
        super().__init__(UciOptions(arguments.config("config", config, GAME)), say)

    def own_commands(self) -> Commands:
        """``debug`` and ``ucinewgame``."""
        return {"debug": self._set_debug, "ucinewgame": self._new_game}

    def read_go(self, text: str, place: Any) -> Go:
        """Reads what follows ``go``."""
        return read_go(text, place.turn)

    def root_moves(self, go: Go, place: Any) -> list[Move] | None:
        """The moves after ``searchmoves``."""
        return [self.parse(place, move) for move in go.moves] or None

    def remark(self, text: str) -> str:
        """An ``info string``."""
        return f"info string {text}"

    def info(self, iteration: Iteration, place: Any) -> Iterator[str]:
        """An ``info`` line for each line of an iteration."""
        totals = (
            f"nodes {iteration.nodes} nps {round(iteration.nps)} hashfull {round(1000 * (iteration.fill or 0))} "
            f"time {round(1000 * iteration.time)}"
        )
        for number, line in enumerate(iteration.lines, 1):
            bound = _BOUNDS.get(iteration.bound, "") if number == 1 else ""
            yield (
                f"info depth {iteration.depth} seldepth {iteration.seldepth} multipv {number} "
                f"score {score_text(line.score)}{bound}{self._chances(line.score, place)} {totals} "
                f"pv {' '.join(map(self.text, line.pv))}"
            )

    def text(self, move: Move) -> str:
        """A move with ranks as the GUI counts them."""
        text = str(move)
        if self._options.ranks == "0-9":
            return text
        return f"{text[0]}{int(text[1]) + 1}{text[2]}{int(text[3]) + 1}"

    def parse(self, place: Any, text: str) -> Move:
        """A legal move with ranks as the GUI counts them."""
        move: Move = place.parse(text, RANKS[self._options.ranks])
        return move

    def game_over(self) -> list[str]:
        """A score of mated now, and no move."""
        return ["info depth 0 score mate 0", self.no_move]

    def _chances(self, score: Score, place: Any) -> str:
        if not self._options.show_wdl:
            return ""
        return " wdl {} {} {}".format(*win_draw_loss(score, int(np.count_nonzero(place.to_array()))))

    def _set_debug(self, rest: str) -> list[str]:
        if rest not in ("on", "off"):
            raise OptionError(f"debug {quoted(rest)}: expected on or off")
        self._options.debug = rest == "on"
        return []


def score_text(score: Score) -> str:
    """A score as UCI has it: centipawns, or moves to the end of the game.

    A win by repetition ends the game as a mate does, and UCI has no other word for it: in centipawns it would look like
    material. The moves are those until the position repeats; the opponent may still deviate. A mate that is not proved
    is a number of centipawns beyond all evaluations.

    >>> score_text(Score(200, "red")), score_text(Score(-9996, "red")), score_text(Score(9897, "red"))
    ('cp 900', 'mate -2', 'mate 2')
    >>> score_text(Score(9795, "red"))
    'cp 44078'
    """
    if score.plies is None or score.kind == "mate?":
        return f"cp {round(CENTIPAWNS * int(score))}"
    moves = (score.plies + 1) // 2
    return f"mate {moves if int(score) > 0 else -moves}"


def serve(
    config: Config | str = "boyi",
    *,
    lines: Iterable[str] | None = None,
    out: TextIO | None = None,
) -> None:
    """Plays until ``quit`` or the end of the input.

    Args:
        config: how to search, see :class:`Engine`.
        lines: the input; None: standard input.
        out: the output; None: standard output.

    >>> serve(lines=["isready", "debug maybe", "go depth", "quit", "uci"])
    readyok
    info string debug maybe: expected on or off
    info string go depth: expected a whole number
    bestmove (none)
    """
    converse(lambda say: Engine(config, say=say), lines, out)
