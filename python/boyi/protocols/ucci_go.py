"""The ``go`` command of UCCI."""

import re

from boyi.protocols.xiangqi_go import Go, Word, read_words

__all__ = ["read_go"]

_WORDS = {
    "depth": Word.LIMIT,
    "nodes": Word.LIMIT,
    "movetime": Word.NUMBER,
    "time": Word.NUMBER,
    "movestogo": Word.SPAN,
    "increment": Word.NUMBER,
    "opptime": Word.NUMBER,
    "oppmovestogo": Word.NUMBER,
    "oppincrement": Word.NUMBER,
    "infinite": Word.FLAG,
    "ponder": Word.FLAG,
    "draw": Word.FLAG,
}


_CLOCK = {"movestogo", "increment", "opptime", "oppmovestogo", "oppincrement"}
"""Words of a game with a clock, besides the clock itself."""


def read_go(text: str, unit: float) -> Go:
    """Reads the words after ``go``; ``unit`` is the number of seconds in which they count times: 1 or 0.001.

    ``depth infinite`` is the same as ``infinite``. The opponent's clock is read and not used, and so is ``draw``, by
    which the opponent offers one: a plain move declines it. ``movetime`` is a word of UCI that GUIs for both protocols
    say here too (TCHESS): milliseconds whatever the unit.

    >>> go = read_go("ponder time 60 increment 2 opptime 50", 1.0)
    >>> go.remaining, go.increment, go.ponder, read_go("time 60000 movestogo 5", 0.001).remaining
    (60.0, 2.0, True, 60.0)

    Raises:
        OptionError: for an unknown word or a number that is none.
    """
    given = read_words(re.sub(r"\bdepth\s+infinite\b", "infinite", text, flags=re.IGNORECASE), _WORDS)
    go = Go(
        depth=given.get("depth"),
        nodes=given.get("nodes"),
        movetime=given["movetime"] / 1000 if "movetime" in given else None,
        remaining=given["time"] * unit if "time" in given else None,
        increment=given.get("increment", 0) * unit,
        moves_to_go=given.get("movestogo"),
        infinite="infinite" in given,
        ponder="ponder" in given,
        remarks=given["remarks"],
    )
    return go.without_clock("time") if _CLOCK & given.keys() else go
