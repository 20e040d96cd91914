"""Programs of others in regression suites: one search, and what to say of a program that hangs or crashes."""

from typing import Any

from boyi.lab.engines.answer import TIME, Answer, Misdeed
from boyi.lab.engines.dialect import ILLEGAL, RESIGNED, UNREADABLE
from boyi.lab.engines.engine import Engine
from boyi.lab.engines.player import EnginePlayer
from boyi.lab.engines.program import CRASH, SILENCE
from boyi.run.tasks import Search, run_search

LAST_LINES = 12
"""Number of last lines of the conversation that a failure shows."""

_HAPPENED = {
    CRASH: "has ended",
    SILENCE: "says nothing more",
    TIME: "does not answer in its time",
    RESIGNED: "resigns",
    ILLEGAL: "plays an illegal move",
    UNREADABLE: "answers what cannot be read",
}


class ProgramFailure(Exception):
    """A program did not answer with a legal move: what it did, and the last lines of the conversation."""


def asked(engine: Engine, position: Any, limits: dict[str, Any], search: Search = run_search) -> Answer:
    """Starts a program, lets it search a position, ends it, and returns what it found.

    Args:
        engine: the program.
        position: a position that is not over.
        limits: values of all limits of a match, by name; None is none.
        search: how the task that asks searches.

    Raises:
        ProgramFailure: if it crashes, hangs, or answers with anything but a legal move.
        OptionError: if it cannot be started or lacks an option.
    """
    player = EnginePlayer(engine, search, limits)
    try:
        answer: Answer = player.move(position, None)
    except Misdeed as misdeed:
        lines = "\n".join(f"  {line}" for line in misdeed.transcript[-LAST_LINES:])
        raise ProgramFailure(f"the program {_HAPPENED[misdeed.reason]}; its last lines:\n{lines}") from None
    finally:
        player.close()
    return answer


def score_text(answer: Answer) -> str | None:
    """The score that a program has reported, written as scores of boyi are: points, or a mate; None if it has none.

    >>> from boyi import Move
    >>> answer = Answer(Move("h2e2"), nodes=100, time=0.1, depth=3, wall=0.1, score=35)
    >>> score_text(answer), score_text(answer._replace(mate=-2))
    ('35', 'mated in 2')
    """
    if answer.mate is not None:
        return f"{'mate' if answer.mate > 0 else 'mated'} in {abs(answer.mate)}"
    return None if answer.score is None else str(answer.score)
