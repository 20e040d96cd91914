"""The kinds of errors: among which positions each is possible, and which searches made it."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boyi.errors import unknown
from boyi.lab.judging.rows import MATE, known_plies

Rows = npt.NDArray[np.void]
Mask = npt.NDArray[np.bool_]


class Kind(NamedTuple):
    """A kind of error."""

    title: str
    """What a table calls it."""
    of_move: bool
    """Whether the move makes it, and not the score: then the value after the move must be known."""
    among: Callable[[Rows], Mask]
    """The positions that are counted, by what they are worth."""
    made: Callable[[Rows, float], Mask]
    """The searches that made it, by what they chose and claimed, given the expected points of a claim."""


def _worth(*verdicts: str) -> Callable[[Rows], Mask]:
    return lambda rows: np.isin(rows["verdict"], verdicts)


def _is(verdict: str, *after: str) -> Callable[[Rows, float], Mask]:
    return lambda rows, _: (rows["verdict"] == verdict) & np.isin(rows["after"], after)


def _wrong(rows: Rows, _: float) -> Mask:
    return _is("win", "draw", "loss")(rows, _) | _is("draw", "loss")(rows, _)


def _says_won(rows: Rows, claim: float) -> Mask:
    return (rows["kind"] != MATE) & (rows["expected"] >= claim)


def _says_lost(rows: Rows, claim: float) -> Mask:
    return (rows["kind"] != MATE) & (rows["expected"] <= 1 - claim)


def _false_mate(rows: Rows, _: float) -> Mask:
    """A proved mate is false if the side named does not win, or if it wins sooner than is possible."""
    named = np.where(rows["score"] > 0, "win", "loss")
    measured = known_plies(rows, "mate_plies") & known_plies(rows, "plies")
    return (rows["kind"] == MATE) & ((named != rows["verdict"]) | measured & (rows["mate_plies"] < rows["plies"]))


def _longer(rows: Rows, _: float) -> Mask:
    return (rows["after"] == "win") & known_plies(rows, "after_plies") & (rows["after_plies"] >= rows["plies"])


KINDS: dict[str, Kind] = {
    "error": Kind("wrong moves", True, _worth("win", "draw"), _wrong),
    "win_thrown": Kind("wins thrown", True, _worth("win"), _is("win", "draw", "loss")),
    "win_to_draw": Kind("wins drawn", True, _worth("win"), _is("win", "draw")),
    "win_to_loss": Kind("wins lost", True, _worth("win"), _is("win", "loss")),
    "draw_lost": Kind("draws lost", True, _worth("draw"), _is("draw", "loss")),
    "said_won": Kind("said won", False, _worth("draw", "loss"), _says_won),
    "said_lost": Kind("said lost", False, _worth("win", "draw"), _says_lost),
    "false_mate": Kind("false mates", False, _worth("win", "draw", "loss"), _false_mate),
    "longer_win": Kind(
        "longer wins", True, lambda rows: (rows["verdict"] == "win") & known_plies(rows, "plies"), _longer
    ),
}
"""The kinds by name, as :class:`boyi.lab.Truth` describes them."""


def kind_of(name: str) -> Kind:
    """A kind by its name; an OptionError for an unknown one."""
    if name not in KINDS:
        raise unknown("kind", name, KINDS)
    return KINDS[name]
