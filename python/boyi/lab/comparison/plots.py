"""Pictures of comparisons (matplotlib)."""

from typing import TYPE_CHECKING, Any

import numpy as np

from boyi.lab.comparison.rows import STAGE, stage_names
from boyi.lab.plots import INK, factors, new_figure
from boyi.lab.stats import Interval

if TYPE_CHECKING:
    from boyi.lab.comparison.result import Comparison

__all__ = ["comparison_figure"]


def comparison_figure(comparison: "Comparison") -> Any:
    """Nodes against the baseline with every position as a dot, first-move cutoffs, and cutoffs by stage.

    Raises:
        MissingExtraError: if matplotlib or scipy is missing.
    """
    names = comparison.configs
    figure, axes = new_figure(3, 1.2 + 0.45 * len(names), sharey=True)
    _ratios(axes[0], comparison)
    _first_moves(axes[1], comparison)
    _stages(axes[2], comparison)
    axes[0].set_yticks(range(len(names)), names)
    axes[0].set_ylim(len(names) - 0.5, -0.5)
    return figure


def _intervals(axis: Any, values: Any, neutral: float | None = None) -> None:
    """A point with its interval for each row of a part of the summary: columns value, low, high.

    Where a value stands for "no difference", points whose interval includes it, or that have none, are hollow.
    """
    for number, row in enumerate(values.to_numpy()):
        interval = Interval(*row)
        ends = [] if interval.undecided else [[interval.value - interval.low], [interval.high - interval.value]]
        fill = "white" if neutral is not None and interval.includes(neutral) else INK
        axis.errorbar(
            *(interval.value, number, None, ends or None),
            **{"fmt": "o", "color": INK, "markerfacecolor": fill, "markersize": 4, "capsize": 3},
        )


def _ratios(axis: Any, comparison: "Comparison") -> None:
    rows = comparison.complete
    base = rows["nodes"][rows["config"] == comparison.baseline].astype(float)
    for number, name in enumerate(comparison.configs):
        ratios = rows["nodes"][rows["config"] == name] / base
        heights = number + np.linspace(-0.3, 0.3, len(ratios))
        axis.plot(ratios, heights, ".", color="#d98550", markersize=4, alpha=0.8)
    _intervals(axis, comparison.summary().loc["nodes"][["ratio", "ratio_low", "ratio_high"]], neutral=1)
    factors(axis)
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
