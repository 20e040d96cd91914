"""The result of a comparison: a row for each search, means, ratios and their intervals."""

from collections.abc import Iterator
from functools import cached_property
from os import PathLike
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from boyi.lab.comparison.rows import COMPARISON_FILE, STAGE, stage_names, to_rows
from boyi.lab.engines.limits import limits_text
from boyi.lab.plots import INK, factors, new_figure
from boyi.lab.render import OPEN_MARK, UNREPEATED_MARK, Shown, estimate, short
from boyi.lab.stats import Interval, geometric_mean, mean, ratio
from boyi.run import journal
from boyi.run.extras import need

__all__ = ["Comparison"]

MEASURES = ("nodes", "time", "branching")
"""The measures that are averaged as a geometric mean and compared as a ratio."""

SHARE = "share_"
"""Prefix of a stage's name in :meth:`Comparison.summary`, for its share of all cutoffs."""

_NO_RATIO = Interval(np.nan, np.nan, np.nan)

_ITSELF = Interval(1.0, 1.0, 1.0)
"""The baseline's ratio to itself: exactly 1."""


class Comparison(Shown):
    """The result of :func:`boyi.lab.compare`.

    ``str`` and a notebook show it as a table; :meth:`summary` has its numbers, :attr:`rows` and :meth:`frame` every
    search. A comparison saved with :meth:`save`, or written search by search with ``compare(path=…)``, is read by
    :meth:`load`.

    >>> from boyi import lab
    >>> configs = {"plain": "wizard-alphabeta", "boyi": "boyi"}
    >>> comparison = lab.compare(configs, "xiangqi/bench", depth=2, progress=False)
    >>> comparison.baseline
    'plain'
    >>> float(comparison.summary().loc[("nodes", "plain"), "ratio"])
    1.0
    """

    def __init__(self, metadata: dict[str, Any], records: list[journal.Record]) -> None:
        self._metadata = metadata
        self._records = records

    @property
    def metadata(self) -> dict[str, Any]:
        """The experiment as plain data, with everything that is needed to repeat it.

        Keys: ``version``, ``commit``, ``build``, ``game``, ``depth``, ``nodes``, ``configs`` (fields by name of the
        configuration, None for an engine), ``seed`` (by name too), ``positions``, ``evaluations`` and ``functions`` (by
        name of the configuration, where a :class:`Setup` brings some: name and source text of ``order_by`` and
        ``evaluate``), ``cpu``, and ``engines`` (by name, where there are some, see :attr:`Match.metadata`).
        """
        return self._metadata

    @property
    def configs(self) -> list[str]:
        """The names of the configurations, the baseline first."""
        return list(self._metadata["configs"])

    @property
    def baseline(self) -> str:
        """The configuration that the ratios refer to."""
        return self.configs[0]

    @cached_property
    def rows(self) -> npt.NDArray[np.void]:
        """One row for each search, by position, then in the order of the configurations; read-only.

        Fields: ``position`` (number from 0), ``config``, ``depth`` (last finished iteration), ``seldepth``, ``score``
        (the 16-bit number of :class:`boyi.Score`), ``bound``, ``move``, ``nodes``, ``time`` (CPU seconds of all
        threads), ``threads`` (0 for a program, which does not report it), ``repeats`` (whether another run repeats the
        search exactly, as with one thread), ``branching`` (see :func:`branching_factor`), ``first_move_rate`` (share of
        cutoffs by the first move tried), then the counters of ``Result.counters`` under their names: ``qnodes``,
        ``cutoffs``, ``table_hits`` and so on, ``cutoffs_hash`` and the like for each stage of move ordering, and
        ``cutoffs_by_index`` (16 numbers: cutoffs by the first, second, … move; the last stands for all later ones).
        """
        rows = to_rows(self._records, self.configs)
        rows.flags.writeable = False
        return rows

    def frame(self) -> Any:
        """The rows as a pandas DataFrame; ``cutoffs_by_index`` becomes ``cutoffs_at_1`` to ``cutoffs_at_16``.

        Raises:
            MissingExtraError: if pandas is missing.
        """
        rows = self.rows
        columns = {name: rows[name] for name in rows.dtype.names or () if name != "cutoffs_by_index"}
        by_index = rows["cutoffs_by_index"]
        columns |= {f"cutoffs_at_{number + 1}": by_index[:, number] for number in range(by_index.shape[1])}
        return need("pandas").DataFrame(columns)

    def summary(self) -> Any:
        """Means over the positions, and ratios to the baseline, with 95 % intervals, as a pandas DataFrame.

        The index is (measure, config). ``nodes``, ``time`` and ``branching`` have the geometric mean over the positions
        in ``value``, with ``low`` and ``high``; ``ratio``, ``ratio_low`` and ``ratio_high`` are its ratio to the mean
        of the baseline, paired by position. ``first_move_rate`` and the shares of the cutoffs by stage, ``share_hash``
        and the like, have their mean and no ratio. Positions that some configuration has not searched yet are left out.
        The ends of an interval are NaN if the positions do not determine one: see :class:`boyi.lab.Interval`. The ratio
        of the baseline to itself is 1.

        Raises:
            MissingExtraError: if pandas or scipy is missing.
        """
        pandas = need("pandas")
        index, data = [], []
        for measure, config, value, against in self._summary:
            index.append((measure, config))
            data.append((*value, *against))
        return pandas.DataFrame(
            data,
            index=pandas.MultiIndex.from_tuples(index, names=["measure", "config"]),
            columns=["value", "low", "high", "ratio", "ratio_low", "ratio_high"],
        )

    def plot(self) -> Any:
        """A matplotlib Figure: nodes against the baseline, first-move cutoffs, and cutoffs by stage.

        Raises:
            MissingExtraError: if matplotlib or scipy is missing.
        """
        names = self.configs
        figure, axes = new_figure(3, 1.2 + 0.45 * len(names), sharey=True)
        _ratios(axes[0], self)
        _first_moves(axes[1], self)
        _stages(axes[2], self)
        axes[0].set_yticks(range(len(names)), names)
        axes[0].set_ylim(len(names) - 0.5, -0.5)
        return figure

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the comparison to a file of JSON lines; an existing file is replaced."""
        journal.write(path, COMPARISON_FILE, self._metadata, self._records)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Reads a comparison that :meth:`save` or ``compare(path=…)`` wrote, also one that was interrupted.

        Raises:
            ResultFileError: if the file is missing, is not a comparison, or is damaged.
        """
        return cls(*journal.read(path, COMPARISON_FILE))

    @property
    def complete(self) -> npt.NDArray[np.void]:
        """The rows of the positions that every configuration has searched."""
        rows = self.rows
        positions, counts = np.unique(rows["position"], return_counts=True)
        complete: npt.NDArray[np.void] = rows[np.isin(rows["position"], positions[counts == len(self.configs)])]
        return complete

    @cached_property
    def _summary(self) -> list[tuple[str, str, Interval, Interval]]:
        """Measure, configuration, value, ratio."""
        return list(self._summarise())

    def _summarise(self) -> Iterator[tuple[str, str, Interval, Interval]]:
        rows = self.complete
        groups = {name: rows[rows["config"] == name] for name in self.configs}
        for measure in MEASURES:
            base = self._positive(measure, self.baseline, groups[self.baseline])
            for name, group in groups.items():
                values = self._positive(measure, name, group)
                against = ratio(values, base) if name != self.baseline or not len(base) else _ITSELF
                yield measure, name, geometric_mean(values), against
        for name, group in groups.items():
            yield "first_move_rate", name, mean(group["first_move_rate"], within=(0, 1)), _NO_RATIO
        for stage in stage_names(rows):
            for name, group in groups.items():
                with np.errstate(invalid="ignore"):
                    shares = group[STAGE + stage] / group["cutoffs"]
                yield SHARE + stage, name, mean(shares, within=(0, 1)), _NO_RATIO

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """Caption, header and cells of two tables: means and ratios, and cutoffs by stage."""
        cells = {(measure, name): (value, against) for measure, name, value, against in self._summary}
        stages = [stage for stage in stage_names(self.rows) if self.rows[STAGE + stage].any()]
        repeating = self._repeating()

        def line(name: str) -> list[str]:
            nodes, time, branching = (cells[measure, name] for measure in MEASURES)
            return [
                name if name in repeating else f"{name} {UNREPEATED_MARK}",
                estimate(nodes[0]),
                _against(nodes[1]),
                estimate(_times(time[0], 1000)),
                _against(time[1]),
                estimate(branching[0]),
                estimate(_times(cells["first_move_rate", name][0], 100)),
            ]

        header = ["configuration", "nodes", "ratio", "CPU ms", "ratio", "branching", "first move %"]
        shares = [[name, *(_share(cells[SHARE + stage, name][0]) for stage in stages)] for name in self.configs]
        return [
            (self._caption(), header, [line(name) for name in self.configs]),
            ("Cutoffs by stage, in per cent", ["configuration", *stages], shares),
        ]

    def _caption(self) -> str:
        limits = ", ".join(
            f"{name} {self._metadata[name]}" for name in ("depth", "nodes") if self._metadata[name] is not None
        )
        count, repeats = len(np.unique(self.complete["position"])), len(self._repeating()) == len(self.configs)
        searched = f"{count} position{'' if count == 1 else 's'}"
        engines = self._metadata.get("engines", {})
        own_limits = {name: about["limits"] for name, about in engines.items() if about["limits"] is not None}
        limits += "".join(f", {name} {limits_text(own)}" for name, own in own_limits.items())
        marks = f"{OPEN_MARK!r} marks ratios whose interval includes 1"
        if not repeats:
            marks += f"; {UNREPEATED_MARK!r} marks searches that another run may not repeat: those with several threads"
            marks += ", and those of other programs" if engines else ""
        return f"{searched}, {limits}; means and ratios to {self.baseline!r} with 95 % intervals; {marks}"

    def _positive(self, measure: str, name: str, group: npt.NDArray[np.void]) -> npt.NDArray[np.float64]:
        """Values whose logarithm exists. A time too short for the clock counts as a nanosecond. A value that a program
        does not report is NaN."""
        values = group[measure].astype(np.float64)
        unknown = np.nan if name in self._metadata.get("engines", {}) else 1e-9
        return np.where(values == 0, unknown, values)

    def _repeating(self) -> set[str]:
        """Names of the configurations whose searches are the same in every run."""
        rows = self.rows
        return set(self.configs) - set(rows["config"][~rows["repeats"]].tolist())


def _times(interval: Interval, unit: float) -> Interval:
    return Interval(*(end * unit for end in interval))


def _share(interval: Interval) -> str:
    """The cell of a stage's share of the cutoffs. A share of 0 or 1 at all positions has no interval."""
    if interval.undecided and interval.value in (0, 1):
        return short(100 * interval.value)
    return estimate(_times(interval, 100))


def _against(interval: Interval) -> str:
    """The cell of a ratio to the baseline."""
    return "1" if interval == _ITSELF else estimate(interval, 1)


# The picture (matplotlib)


def _intervals(axis: Any, values: Any, neutral: float | None = None) -> None:
    """A point with its interval for each row of a part of the summary: columns value, low, high.

    ``neutral`` is the value that means no difference: a point is hollow if its interval includes it, or if it has no
    interval.
    """
    for number, row in enumerate(values.to_numpy()):
        interval = Interval(*row)
        ends = [] if interval.undecided else [[interval.value - interval.low], [interval.high - interval.value]]
        fill = "white" if neutral is not None and interval.includes(neutral) else INK
        axis.errorbar(
            *(interval.value, number, None, ends or None),
            **{"fmt": "o", "color": INK, "markerfacecolor": fill, "markersize": 4, "capsize": 3},
        )


def _ratios(axis: Any, comparison: Comparison) -> None:
    rows = comparison.complete
    nodes = {name: comparison._positive("nodes", name, rows[rows["config"] == name]) for name in comparison.configs}
    for number, name in enumerate(comparison.configs):
        ratios = nodes[name] / nodes[comparison.baseline]
        heights = number + np.linspace(-0.3, 0.3, len(ratios))
        axis.plot(ratios, heights, ".", color="#d98550", markersize=4, alpha=0.8)
    _intervals(axis, comparison.summary().loc["nodes"][["ratio", "ratio_low", "ratio_high"]], neutral=1)
    factors(axis)
    axis.axvline(1, color="0.4", linewidth=0.8)
    axis.set(
        title=f"Nodes, ratio to {comparison.baseline}",
        xlabel="ratio (small dots: positions;\nhollow: 95 % interval includes 1, or undecided)",
    )


def _first_moves(axis: Any, comparison: Comparison) -> None:
    values = 100 * comparison.summary().loc["first_move_rate"][["value", "low", "high"]]
    axis.barh(range(len(values)), values["value"], color="#a9c4dc")
    _intervals(axis, values)
    axis.set(title="Cutoffs by the first move tried", xlabel="per cent of all cutoffs", xlim=(0, 100))


def _stages(axis: Any, comparison: Comparison) -> None:
    summary = comparison.summary()
    left = np.zeros(len(comparison.configs))
    for stage in stage_names(comparison.rows):
        if not comparison.rows[STAGE + stage].any():
            continue
        widths = 100 * np.nan_to_num(summary.loc[f"share_{stage}", "value"].to_numpy())
        axis.barh(range(len(widths)), widths, left=left, label=stage)
        left += widths
    axis.set(title="Cutoffs by stage of the ordering", xlabel="per cent of all cutoffs", xlim=(0, 100))
    if axis.containers:  # none if no node was cut off
        axis.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
