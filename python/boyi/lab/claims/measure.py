"""What a claim comes to in numbers, and the verdict that follows from them by a rule."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from boyi.lab import stats
from boyi.lab.elo import BOUND
from boyi.lab.journal import Record
from boyi.lab.render import short
from boyi.lab.scoresheet import Match
from boyi.lab.stats import Interval, geometric_mean

RULE = (
    "A figure agrees with the claim if its whole 95 % interval lies where the claim puts it, and speaks against it if "
    "none of the interval does. A claim holds if all its figures agree, holds in part if some do, does not hold if all "
    "speak against it, and is not decided otherwise."
)
"""How verdicts are found."""

HOLDS, IN_PART, FAILS, OPEN = "holds", "holds in part", "does not hold", "not decided"


@dataclass(frozen=True)
class Measure:
    """A figure with its 95 % interval, and where a claim puts it."""

    what: str
    """What was measured."""
    interval: Interval
    """The figure; its ends are NaN if it has no interval."""
    relation: str = ""
    """``">="``, ``">"``, ``"<="`` or ``"<"``; empty for a figure that decides nothing."""
    bound: float = 0.0
    """What the claim says stands on the other side of the relation."""

    @property
    def verdict(self) -> str:
        """``"holds"``, ``"does not hold"`` or ``"not decided"``; empty for a figure that decides nothing.

        >>> from boyi.lab.claims.measure import Interval, Measure
        >>> Measure("plies", Interval(5, 4, 6), ">=", 4).verdict, Measure("plies", Interval(5, 4, 6), ">", 4).verdict
        ('holds', 'not decided')
        """
        if not self.relation:
            return ""
        _, low, high = self.interval
        if self.relation in ("<", "<="):
            low, high, bound = -high, -low, -self.bound
        else:
            bound = self.bound
        if "=" in self.relation:
            return HOLDS if low >= bound else FAILS if high < bound else OPEN
        return HOLDS if low > bound else FAILS if high <= bound else OPEN

    def plain(self) -> Record:
        """What JSON can hold, and :meth:`restored` reads."""
        value, low, high = map(_plain, self.interval)
        place = {"relation": self.relation, "bound": self.bound, "verdict": self.verdict} if self.relation else {}
        return {"what": self.what, "value": value, "low": low, "high": high} | place

    @classmethod
    def restored(cls, data: Record) -> "Measure":
        """The measure that :meth:`plain` described.

        >>> measure = Measure("Elo", Interval(float("inf"), 300.0, float("inf")), ">", 0)
        >>> Measure.restored(measure.plain()) == measure
        True
        """
        interval = Interval(*(float(data[name]) for name in ("value", "low", "high")))
        return cls(data["what"], interval, data.get("relation", ""), data.get("bound", 0.0))

    def cells(self) -> list[str]:
        """What a table shows: the figure, its interval, where the claim puts it, and what follows."""
        value, low, high = (number(end) for end in self.interval)
        interval = "" if math.isnan(self.interval.low) else f"[{low}, {high}]"
        return [value, interval, f"{self.relation} {number(self.bound)}" if self.relation else "", self.verdict]


def verdict(measures: Sequence[Measure]) -> str:
    """The verdict on a claim from its measures, by :data:`RULE`.

    >>> agrees, undecided = (Measure("", Interval(1, low, 2), ">", 0.5) for low in (0.9, 0.1))
    >>> verdict([agrees]), verdict([agrees, undecided]), verdict([undecided])
    ('holds', 'holds in part', 'not decided')
    """
    said = [measure.verdict for measure in measures if measure.relation]
    if HOLDS in said:
        return HOLDS if set(said) == {HOLDS} else IN_PART
    return FAILS if said and set(said) == {FAILS} else OPEN


def number(value: float) -> str:
    """A number as tables show it.

    >>> [number(value) for value in (4, -12.345, 0.987, 123456, float("inf"))]
    ['4.00', '-12.3', '0.987', '123k', '∞']
    """
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return short(value)


def share(hits: int, total: int) -> Interval:
    """A share of cases, with the exact (Clopper-Pearson) 95 % interval.

    >>> [round(end, 3) for end in share(19, 20)], [round(end, 3) for end in share(10, 10)]
    ([0.95, 0.751, 0.999], [1.0, 0.692, 1.0])
    """
    return stats.share(hits, total, method="exact")


def match_elo(match: Match) -> Interval:
    """The difference in Elo of a match; where all pairs went one way, from the exact interval of their share."""
    if not (math.isnan(match.elo.low) and match.pairs and (match.pairs[0] or match.pairs[-1])):
        return match.elo
    number_of_pairs, won = sum(match.pairs), match.pairs[-1] > 0
    ends = share(number_of_pairs if won else 0, number_of_pairs)
    return Interval(*(_logistic(end) for end in ends))


def evidence(match: Match) -> Interval:
    """The log likelihood ratio of a match's sequential test, with what decides such a test on both sides of it.

    So its whole interval lies above zero if the test has accepted its second hypothesis, and below if the first.
    """
    ratio = match.llr if match.llr is not None else math.nan
    return Interval(ratio, ratio - BOUND, ratio + BOUND)


def node_cost(match: Match) -> Interval:
    """How much longer a node takes the first player than the second one, game by game; from the clock."""
    rows = match.rows
    per_node = [rows[f"time_{side}"] / np.maximum(rows[f"nodes_{side}"], 1) for side in "ab"]
    ratios = per_node[0] / np.maximum(per_node[1], 1e-12)
    return geometric_mean(ratios[ratios > 0])


def _logistic(score: float) -> float:
    if score in (0.0, 1.0):
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def _plain(value: float) -> Any:
    """JSON has no infinity and no NaN: they go as text, which float() reads."""
    return value if math.isfinite(value) else str(value)
