"""The figures of a claim, and the verdict that follows from them by a rule.

A figure is kept as the sample that it was computed from, so that it can be judged anew when the statistics or the rule
change: intervals and verdicts are derived, never stored.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from boyi.lab.matches.elo import BOUND, elo, logistic_elo
from boyi.lab.render import OPEN_MARK, UNDECIDED, beside, short
from boyi.lab.stats import (
    LEVEL,
    Interval,
    difference,
    geometric_mean,
    mean,
    median,
    pooled_share,
    ratio,
    ratio_of_sums,
    share,
    share_difference,
)
from boyi.run.journal import Record

HOLDS, IN_PART, NEGLIGIBLE, FAILS, OPEN = "holds", "holds in part", "negligible", "does not hold", "not decided"

RULE = (
    "Figures with a bound decide. If there are k of them, each is judged by its interval of level 1 - 0.05 / k "
    "(Bonferroni's correction), so that all of them are right together 19 times in 20; a log likelihood ratio keeps "
    "the errors of its sequential test, 5 % either way. A figure agrees with the claim if its whole interval lies "
    "where the claim puts it, and disagrees if none of it does; without an interval it is undecided. Where the bound "
    "is the value of no difference, there is a smallest effect of interest: 1 % for ratios, 5 for Elo, 0.01 for "
    "differences of shares. If the whole interval lies within it, the figure is negligible, however surely it differs"
    " from none; and a claim that something is not less (not more) agrees where a loss beyond it is ruled out. A "
    "claim holds if all figures that decide agree. It holds in part if some agree and others do not: one figure that "
    "disagrees is enough. If none agrees, it is negligible where all are negligible, does not hold where all disagree"
    " or some disagree and the others are negligible, and is not decided where one is undecided."
)
"""The rule of the verdicts, in words."""

RELATIONS = ("", ">=", ">", "<=", "<")
"""How a figure may be related to its bound by a claim; the empty one means that the figure decides nothing."""

ERRORS = 0.05
"""How often the intervals of a claim's deciding figures may err, all together."""


@dataclass(frozen=True)
class Method:
    """How a kind of figure is computed from its sample."""

    interval: Callable[..., Interval]
    """Makes the interval, given the sample's parts and the level."""
    neutral: float | None = None
    """The value of no difference, if the figure compares."""
    smallest: float = 0.0
    """Effects closer than this to the neutral value are negligible."""
    multiplies: bool = False
    """Whether effects are factors, so that 0.01 stands for a factor of 1.01 either way."""
    has_level: bool = True
    """Whether the interval depends on the level."""


def pairs_elo(pairs: Sequence[int], *, level: float = LEVEL) -> Interval:
    """The difference in Elo of a match; where all pairs went one way, from the exact interval of their share.

    >>> from boyi_studies.claims.verdicts import pairs_elo
    >>> [round(end, 1) for end in pairs_elo([0, 0, 0, 0, 4])]
    [inf, -72.1, inf]
    """
    interval = elo(pairs, level=level)
    if not (interval.undecided and (pairs[0] or pairs[-1])):
        return interval
    total = sum(pairs)
    return Interval(*map(logistic_elo, share(total if pairs[-1] else 0, total, method="exact", level=level)))


def _test_evidence(ratio: float, *, level: float) -> Interval:
    """A log likelihood ratio with what decides its sequential test on both sides of it, whatever the level.

    So its whole interval lies above zero if the test has accepted its second hypothesis, and below if the first.
    """
    return Interval(ratio, ratio - BOUND, ratio + BOUND)


def _number(value: float, *, level: float) -> Interval:
    return Interval(value, math.nan, math.nan)


def _given(value: float, low: float, high: float, *, level: float) -> Interval:
    return Interval(value, low, high)


METHODS: dict[str, Method] = {
    "number": Method(_number),
    "given": Method(_given, has_level=False),
    "mean": Method(mean),
    "mean share": Method(partial(mean, within=(0, 1))),
    "median": Method(median),
    "difference": Method(difference, 0),
    "geometric mean": Method(geometric_mean, 1, 0.01, multiplies=True),
    "ratio": Method(ratio, 1, 0.01, multiplies=True),
    "ratio of sums": Method(ratio_of_sums, 1, 0.01, multiplies=True),
    "share": Method(partial(share, method="exact")),
    "pooled share": Method(pooled_share),
    "difference of shares": Method(share_difference, 0, 0.01),
    "elo": Method(pairs_elo, 0, 5),
    "log likelihood ratio": Method(_test_evidence, 0, has_level=False),
}
"""All methods by the names that files have. Geometric means are those of ratios."""


@dataclass(frozen=True)
class Sample:
    """The data that a figure is computed from, and the name of the method."""

    method: str
    """A key of :data:`METHODS`."""
    parts: tuple[Any, ...]
    """The arguments of the method: numbers and lists of numbers."""

    def interval(self, level: float = LEVEL) -> Interval:
        """The figure with its interval.

        >>> Sample("number", (3,)).interval()
        Interval(value=3, low=nan, high=nan)
        """
        return METHODS[self.method].interval(*self.parts, level=level)


@dataclass(frozen=True)
class Measure:
    """A figure with its interval, and where a claim puts it."""

    what: str
    """Name of the figure, such as ``"Elo"``."""
    figure: Sample | Interval
    """The sample, or an interval that is the same at every level."""
    relation: str = ""
    """``">="``, ``">"``, ``"<="`` or ``"<"``; empty for a figure that decides nothing."""
    bound: float = 0.0
    """The number on the right of the relation: a claim of "more than 1.5 times" has relation ``">"`` and bound 1.5."""
    smallest: float | None = None
    """Effects closer than this to no difference are negligible; None: what the method has for its kind of figure."""
    level: float = LEVEL
    """The level of the interval."""

    @property
    def sample(self) -> Sample:
        """What the figure is computed from."""
        return self.figure if isinstance(self.figure, Sample) else Sample("given", tuple(self.figure))

    @cached_property
    def interval(self) -> Interval:
        """The figure with its interval, at the measure's level."""
        return self.sample.interval(self.level)

    @property
    def verdict(self) -> str:
        """``"holds"``, ``"does not hold"``, ``"negligible"`` or ``"not decided"``, by :data:`RULE`.

        Empty for a figure that decides nothing.

        >>> from boyi_studies.claims.verdicts import Interval, Measure
        >>> Measure("plies", Interval(5, 4, 6), ">=", 4).verdict, Measure("plies", Interval(5, 4, 6), ">", 4).verdict
        ('holds', 'not decided')
        """
        if not self.relation:
            return ""
        _, low, high = self.interval
        bound, (least, most) = self.bound, self._negligible
        if self.relation in ("<", "<="):
            low, high, bound, least, most = -high, -low, -bound, -most, -least
        if "=" in self.relation:
            return HOLDS if low >= least else FAILS if high < bound else OPEN
        if least < bound and least <= low and high <= most:
            return NEGLIGIBLE
        return HOLDS if low > bound else FAILS if high <= bound else OPEN

    @property
    def _negligible(self) -> tuple[float, float]:
        """Between which values an effect is negligible; the bound twice if the claim says how large the effect is."""
        method = METHODS[self.sample.method]
        if self.bound != method.neutral:
            return self.bound, self.bound
        smallest = method.smallest if self.smallest is None else self.smallest
        if method.multiplies:
            return self.bound / (1 + smallest), self.bound * (1 + smallest)
        return self.bound - smallest, self.bound + smallest

    def at(self, level: float) -> "Measure":
        """This measure with its interval at another level."""
        return replace(self, level=level)

    def plain(self) -> Record:
        """What JSON can hold, and :meth:`restored` reads: the sample, and no interval."""
        place = {"relation": self.relation, "bound": self.bound} if self.relation else {}
        if self.smallest is not None:
            place["smallest"] = self.smallest
        return {"what": self.what, "method": self.sample.method, "sample": _plain(self.sample.parts)} | place

    def described(self) -> Record:
        """What :meth:`plain` has, with what is derived from it: value, ends, level and verdict."""
        value, low, high = self.interval
        derived = {"value": value, "low": low, "high": high, "level": self.level}
        return self.plain() | derived | ({"verdict": self.verdict} if self.relation else {})

    @classmethod
    def restored(cls, data: Record) -> "Measure":
        """The measure that :meth:`plain` described.

        Raises:
            KeyError, TypeError, ValueError: if the data describe none.

        >>> measure = Measure("Elo", Sample("elo", ([0, 1, 3, 5, 2],)), ">", 0)
        >>> Measure.restored(measure.plain()) == measure
        True
        """
        sample = Sample(data["method"], tuple(map(_restored, data["sample"])))
        if data.get("relation", "") not in RELATIONS:
            raise ValueError(data["relation"])
        measure = cls(data["what"], sample, data.get("relation", ""), data.get("bound", 0.0), data.get("smallest"))
        _ = measure.interval, measure.verdict, short(measure.bound)  # what cannot be computed is no measure
        return measure

    def cells(self) -> list[str]:
        """What a table shows: the figure, its interval with its level, where the claim puts it, and what follows.

        Ends have digits enough to see on which side of the bound they lie, or of no difference where nothing is
        claimed; a question mark follows an interval that includes it.

        >>> Measure("nodes", Interval(0.91, 0.84, 0.99996), "<", 1).cells()
        ['0.910', '[0.840, 0.99996]', '< 1.00', 'holds']
        >>> Measure("mates", Sample("share", (8, 10)), ">", 0.5, level=0.99).cells()
        ['0.800', '99 % [0.352, 0.989] ?', '> 0.500', 'not decided']
        """
        method = METHODS[self.sample.method]
        neutral = self.bound if self.relation else method.neutral
        value, low, high = (short(end) if neutral is None else beside(end, neutral) for end in self.interval)
        shown = f"{100 * self.level:.4g} % [{low}, {high}]" if method.has_level else f"[{low}, {high}]"
        if self.interval.undecided:
            shown = "" if self.sample.method == "number" else UNDECIDED
        elif neutral is not None and self.interval.includes(neutral):
            shown += f" {OPEN_MARK}"
        return [value, shown, f"{self.relation} {short(self.bound)}" if self.relation else "", self.verdict]


def at_levels(measures: Sequence[Measure]) -> list[Measure]:
    """The measures of a claim, those that decide at the level that :data:`RULE` asks for.

    >>> two = at_levels([Measure("", Interval(1, 0, 2), ">", 0)] * 2 + [Measure("", Interval(1, 0, 2))])
    >>> [one.level for one in two]
    [0.975, 0.975, 0.95]
    """
    deciding = sum(bool(measure.relation) for measure in measures)
    return [measure.at(1 - ERRORS / deciding if measure.relation else LEVEL) for measure in measures]


def verdict(measures: Sequence[Measure]) -> str:
    """The verdict on a claim from its measures, by :data:`RULE`.

    >>> agrees, undecided = (Measure("", Interval(1, low, 2), ">", 0.5) for low in (0.9, 0.1))
    >>> verdict([agrees]), verdict([agrees, undecided]), verdict([undecided])
    ('holds', 'holds in part', 'not decided')
    """
    said = {measure.verdict for measure in at_levels(measures) if measure.relation}
    if HOLDS in said:
        return HOLDS if said == {HOLDS} else IN_PART
    if said == {NEGLIGIBLE}:
        return NEGLIGIBLE
    return FAILS if said and said <= {FAILS, NEGLIGIBLE} else OPEN


def _plain(value: Any) -> Any:
    """JSON has no infinity and no NaN: they go as text, which float() reads."""
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value if math.isfinite(value) else str(value)


def _restored(value: Any) -> Any:
    if isinstance(value, list):
        return [_restored(one) for one in value]
    return float(value) if isinstance(value, str) else value
