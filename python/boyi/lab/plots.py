"""Pictures of comparisons and tables (matplotlib)."""

from typing import TYPE_CHECKING, Any

import numpy as np

from boyi.lab.extras import need
from boyi.lab.rows import STAGE, stage_names
from boyi.lab.stats import Interval

if TYPE_CHECKING:
    from boyi.lab.comparison import Comparison
    from boyi.lab.frames import TableSummary

__all__ = ["comparison_figure", "table_figure"]

_INK = "#1b3a57"


def comparison_figure(comparison: "Comparison") -> Any:
    """Nodes against the baseline with every position as a dot, first-move cutoffs, and cutoffs by stage.

    Raises:
        MissingExtraError: if matplotlib or scipy is missing.
    """
    names = comparison.configs
    figure, axes = _figure(3, 1.2 + 0.45 * len(names), sharey=True)
    _ratios(axes[0], comparison)
    _first_moves(axes[1], comparison)
    _stages(axes[2], comparison)
    axes[0].set_yticks(range(len(names)), names)
    axes[0].set_ylim(len(names) - 0.5, -0.5)
    return figure


def table_figure(summary: "TableSummary") -> Any:
    """How many entries of each depth and bound a transposition table holds, on a logarithmic axis.

    Raises:
        MissingExtraError: if matplotlib is missing.
    """
    figure, axes = _figure(1, 3.2)
    for bound in summary.bounds:
        counts = {depth: of[bound] for depth, of in sorted(summary.counts.items()) if bound in of}
        axes[0].plot(list(counts), list(counts.values()), "o-", label=bound)
    axes[0].set_yscale("log")
    axes[0].set(xlabel="depth (plies)", ylabel="entries", title="What the table holds")
    if summary.bounds:
        axes[0].legend(title="bound", frameon=False)
    return figure


def _figure(columns: int, height: float, **options: Any) -> tuple[Any, Any]:
    """A figure that pyplot has forgotten again: a notebook then shows it once, where it is returned."""
    pyplot = need("matplotlib.pyplot")
    figure, axes = pyplot.subplots(
        1, columns, figsize=(4.4 * columns, height), layout="constrained", squeeze=False, **options
    )
    figure.get_layout_engine().set(wspace=0.06)
    pyplot.close(figure)
    return figure, axes[0]


def _intervals(axis: Any, values: Any, neutral: float | None = None) -> None:
    """A point with its interval for each row of a part of the summary: columns value, low, high.

    Where a value stands for "no difference", points whose interval includes it, or that have none, are hollow.
    """
    for number, row in enumerate(values.to_numpy()):
        interval = Interval(*row)
        ends = [] if interval.undecided else [[interval.value - interval.low], [interval.high - interval.value]]
        fill = "white" if neutral is not None and interval.includes(neutral) else _INK
        axis.errorbar(
            *(interval.value, number, None, ends or None),
            **{"fmt": "o", "color": _INK, "markerfacecolor": fill, "markersize": 4, "capsize": 3},
        )


def _ratios(axis: Any, comparison: "Comparison") -> None:
    rows = comparison.complete
    base = rows["nodes"][rows["config"] == comparison.baseline].astype(float)
    for number, name in enumerate(comparison.configs):
        ratios = rows["nodes"][rows["config"] == name] / base
        heights = number + np.linspace(-0.3, 0.3, len(ratios))
        axis.plot(ratios, heights, ".", color="#d98550", markersize=4, alpha=0.8)
    _intervals(axis, comparison.summary().loc["nodes"][["ratio", "ratio_low", "ratio_high"]], neutral=1)
    axis.set_xscale("log")
    axis.axvline(1, color="0.4", linewidth=0.8)
    axis.set(
        title=f"Nodes, ratio to {comparison.baseline}",
        xlabel="ratio (small dots: positions;\nhollow: 95 % interval includes 1, or undecided)",
    )


def _first_moves(axis: Any, comparison: "Comparison") -> None:
    values = 100 * comparison.summary().loc["first_move_rate"][["value", "low", "high"]]
    axis.barh(range(len(values)), values["value"], color="#a9c4dc")
    _intervals(axis, values)
    axis.set(title="Cutoffs by the first move tried", xlabel="per cent of all cutoffs", xlim=(0, 100))


def _stages(axis: Any, comparison: "Comparison") -> None:
    summary = comparison.summary()
    left = np.zeros(len(comparison.configs))
    for stage in stage_names(comparison.rows):
        if not comparison.rows[STAGE + stage].any():
            continue
        widths = 100 * np.nan_to_num(summary.loc[f"share_{stage}", "value"].to_numpy())
        axis.barh(range(len(widths)), widths, left=left, label=stage)
        left += widths
    axis.set(title="Cutoffs by stage of the ordering", xlabel="per cent of all cutoffs", xlim=(0, 100))
    axis.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
