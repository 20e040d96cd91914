"""The ``go`` command of UCI."""

from boyi.errors import OptionError
from boyi.protocols.lines import quoted
from boyi.protocols.xiangqi_go import Go, Word, read_words

__all__ = ["read_go"]

_WORDS = {
    "depth": Word.LIMIT,
    "nodes": Word.LIMIT,
    "mate": Word.LIMIT,
    "movetime": Word.NUMBER,
    "wtime": Word.NUMBER,
    "btime": Word.NUMBER,
    "winc": Word.NUMBER,
    "binc": Word.NUMBER,
    "movestogo": Word.SPAN,
    "infinite": Word.FLAG,
    "ponder": Word.FLAG,
    "searchmoves": Word.MOVES,
    "perft": Word.NUMBER,
}


_CLOCK = {"wtime", "btime", "winc", "binc", "movestogo"}
"""Words of a game with a clock."""


def read_go(text: str, turn: str) -> Go:
    """Reads the words after ``go``; their times are in milliseconds.

    >>> go = read_go("wtime 60000 btime 30000 winc 1000 searchmoves h2e2 b2e2", "red")
    >>> go.remaining, go.increment, go.moves
    (60.0, 1.0, ('h2e2', 'b2e2'))

    Raises:
        OptionError: for an unknown word, a number that is none, or a limit beside ``perft``.
    """
    given = read_words(text, _WORDS)
    if "perft" in given and given.keys() > {"perft", "remarks"}:
        raise OptionError(f"go {quoted(text)}: expected nothing beside perft")
    clock, gain = ("wtime", "winc") if turn == "red" else ("btime", "binc")
    go = Go(
        **{name: given.get(name) for name in ("depth", "nodes", "mate")},
        movetime=given["movetime"] / 1000 if "movetime" in given else None,
        remaining=given[clock] / 1000 if clock in given else None,
        increment=given.get(gain, 0) / 1000,
        moves_to_go=given.get("movestogo"),
        infinite="infinite" in given,
        ponder="ponder" in given,
        moves=given.get("searchmoves", ()),
        perft=given.get("perft"),
        remarks=given["remarks"],
    )
    return go.without_clock(clock) if _CLOCK & given.keys() else go
