"""Exact values as an experiment wants them: those of positions, and those that moves lead to."""

from typing import Any, NamedTuple

from boyi.errors import GameMismatchError, OptionError
from boyi.exact import Oracle

UNKNOWN = ""
"""The verdict of a position that the oracle does not know."""

NO_PLIES = -1
"""The distance of a draw, and where the oracle knows verdicts alone."""

RANKS = {"loss": 0, "draw": 1, "win": 2}

_OPPOSITE = {"loss": "win", "draw": "draw", "win": "loss"}


class Judged(NamedTuple):
    """An exact value from the view of the side that is to move before the search's move."""

    verdict: str
    """``"win"``, ``"draw"``, ``"loss"``, or ``""`` if it is not known."""
    plies: int
    """Moves of both sides until the game is over, -1 if there is none or it is not known."""


def checked_oracle(given: Any) -> Oracle:
    """An oracle as a user gave it.

    Raises:
        OptionError: for anything else.
    """
    if not isinstance(given, Oracle) or isinstance(given, type):
        raise OptionError(
            f"oracle={given!r}: expected an oracle such as boyi.gomoku.SolvedBoard(3, 4, 3), with the attribute game "
            "and the methods probe and positions"
        )
    return given


def oracle_name(oracle: Oracle) -> str:
    """An oracle as a text that every run repeats: its ``repr``, or its class where that would be an address."""
    kind = type(oracle)
    return kind.__qualname__ if kind.__repr__ is object.__repr__ else repr(oracle)


def value_of(oracle: Oracle, position: Any, name: str) -> Judged:
    """The value of a position that an experiment searches; ``name`` is that of the argument.

    Raises:
        GameMismatchError: for a position of another game than the oracle's.
        OptionError: if the oracle does not know it.
    """
    if position.game != oracle.game:
        raise GameMismatchError(
            f"{name} is of {position.game}: expected positions of {oracle.game}, as oracle={oracle_name(oracle)}"
        )
    found = _asked(oracle, position)
    if found.verdict == UNKNOWN:
        raise OptionError(f"{name}, {position.fen}: expected a position whose value oracle={oracle_name(oracle)} knows")
    return found


def value_after(oracle: Oracle, position: Any, before: Judged, move: str) -> Judged:
    """The value that a move leads to, for the side that makes it; a search without a move has given the game up.

    Raises:
        OptionError: if the move leads to a better value than the position has, by the same oracle.
    """
    if not move:
        return Judged("loss", 0)
    child = position.play(move)
    outcome = child.outcome()
    if outcome is not None:
        if outcome.winner is None:
            return Judged("draw", NO_PLIES)
        return Judged("win" if outcome.winner == position.turn else "loss", 0)
    found = _asked(oracle, child)
    if found.verdict == UNKNOWN:
        return found
    after = Judged(_OPPOSITE[found.verdict], found.plies)
    if RANKS[after.verdict] > RANKS[before.verdict]:
        raise OptionError(
            f"oracle={oracle_name(oracle)} contradicts itself: {before.verdict} in {position.fen}, but {after.verdict} "
            f"after {move}; expected exact values"
        )
    return after


def _asked(oracle: Oracle, position: Any) -> Judged:
    value = oracle.probe(position)
    if value is None:
        return Judged(UNKNOWN, NO_PLIES)
    if value.verdict not in RANKS:
        raise OptionError(
            f"oracle={oracle_name(oracle)} has the verdict {value.verdict!r}: expected one of {list(RANKS)}"
        )
    return Judged(value.verdict, NO_PLIES if value.plies is None else int(value.plies))
