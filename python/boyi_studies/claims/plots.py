"""Forest plots of measured claims (matplotlib)."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from boyi.errors import OptionError
from boyi.lab.plots import INK, factors
from boyi.run.extras import need
from boyi_studies.claims.verdicts import FAILS, HOLDS, METHODS, NEGLIGIBLE, OPEN, Measure

__all__ = ["forest"]

UNITS = {"elo": "Elo at equal nodes", "times": "factor (1: no difference)", "share": "share"}
"""Kinds of figures that stand on one axis, and the axis's label."""

COLOURS = {HOLDS: "#2f7d4f", FAILS: "#b3261e", OPEN: "#8a8a8a", NEGLIGIBLE: "#c0a030", "": INK}
"""The colour of a figure by its verdict; the empty one decides nothing."""

_CLAIMED = "#d98550"
_LINE = 0.21


class _Line(NamedTuple):
    """A line of the plot: a figure, or the name of a claim above its figures."""

    label: str
    measure: Measure | None


def forest(claims: Mapping[str, Sequence[Measure]], unit: str) -> Any:
    """A line for each figure of claims by name, with its interval, coloured by its verdict, see :meth:`Claims.plot`.

    Raises:
        OptionError: for an unknown unit, or if none of the claims has such a figure.
        MissingExtraError: if matplotlib is missing.
    """
    if unit not in UNITS:
        raise OptionError(f"unit={unit!r}: expected one of {', '.join(map(repr, UNITS))}")
    lines = [line for name, measures in claims.items() for line in _lines(name, measures, unit)]
    if not lines:
        raise OptionError(f"claims={list(claims)!r}: expected a claim with a figure of unit={unit!r}")
    pyplot = need("matplotlib.pyplot")
    figure, axis = pyplot.subplots(figsize=(7.6, _LINE * len(lines) + 1.1), layout="constrained")
    pyplot.close(figure)
    for place, line in enumerate(lines):
        if line.measure:
            _figure(axis, place, line.measure)
    axis.axvline(_neutral(lines), color="0.6", linewidth=0.8)
    axis.set(xlabel=UNITS[unit], ylim=(len(lines) - 0.4, -0.6))
    axis.set_yticks(range(len(lines)), [line.label for line in lines], fontsize=8)
    if unit == "times":
        factors(axis)
    for tick, line in zip(axis.get_yticklabels(), lines, strict=True):
        tick.set_fontweight("normal" if line.measure else "bold")
    axis.tick_params(axis="y", length=0)
    axis.grid(axis="x", color="0.92")
    axis.set_axisbelow(True)
    _key(axis, lines)
    return figure


def _lines(name: str, measures: Sequence[Measure], unit: str) -> list[_Line]:
    """The lines of a claim: one if it has one figure, and otherwise its name and one for each."""
    found = [one for one in measures if _unit(one) == unit and math.isfinite(one.interval.value)]
    if len(found) < 2:
        return [_Line(name, one) for one in found]
    shared = {one.what.partition(": ")[2] for one in found}  # "killers: Elo", "sorted root: Elo"
    labels = [one.what.partition(": ")[0] if len(shared) == 1 else one.what for one in found]
    return [_Line(name, None), *map(_Line, labels, found)]


def _unit(measure: Measure) -> str:
    """The key of :data:`UNITS` for a figure; empty for a figure that is of none of them, such as a number of plies."""
    method = measure.sample.method
    if METHODS[method].multiplies:
        return "times"
    return "share" if "share" in method else method if method == "elo" else ""


def _neutral(lines: Sequence[_Line]) -> float:
    """The value of no difference, 0 where the figures compare nothing."""
    values = (METHODS[line.measure.sample.method].neutral for line in lines if line.measure)
    return next((value for value in values if value is not None), 0.0)


def _figure(axis: Any, place: int, measure: Measure) -> None:
    """A point with its interval; hollow where the interval includes what is claimed, or there is none."""
    value, low, high = measure.interval
    known = math.isfinite(low) and math.isfinite(high)
    colour = COLOURS[measure.verdict]
    if measure.relation:
        marker = ">" if ">" in measure.relation else "<"
        axis.plot(measure.bound, place, marker, color=_CLAIMED, markersize=7, alpha=0.8)
    axis.errorbar(
        *(value, place, None, [[value - low], [high - value]] if known else None),
        **{"fmt": "o", "color": colour, "markersize": 4, "capsize": 2, "linewidth": 1.5},
        markerfacecolor="white" if not known or measure.verdict == OPEN else colour,
    )


def _key(axis: Any, lines: Sequence[_Line]) -> None:
    """Names the colours that occur, and the mark of what is claimed."""
    seen = {line.measure.verdict for line in lines if line.measure}
    for verdict, colour in COLOURS.items():
        if verdict in seen:
            axis.plot([], [], "o-", color=colour, markersize=4, label=verdict or "nothing claimed")
    if seen - {""}:
        axis.plot([], [], ">", color=_CLAIMED, label="claimed: on this side")
    axis.figure.legend(loc="outside upper right", ncols=3, fontsize=8, frameon=False)
