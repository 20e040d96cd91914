"""Pictures of transposition tables (matplotlib)."""

from typing import TYPE_CHECKING, Any

from boyi.lab.plots import new_figure

if TYPE_CHECKING:
    from boyi.lab.tables.summary import TableSummary

__all__ = ["table_figure"]


def table_figure(summary: "TableSummary") -> Any:
    """How many entries of each depth and bound a transposition table holds, on a logarithmic axis.

    Raises:
        MissingExtraError: if matplotlib is missing.
    """
    figure, axes = new_figure(1, 3.2)
    for bound in summary.bounds:
        counts = {depth: of[bound] for depth, of in sorted(summary.counts.items()) if bound in of}
        axes[0].plot(list(counts), list(counts.values()), "o-", label=bound)
    axes[0].set_yscale("log")
    axes[0].set(xlabel="depth (plies)", ylabel="entries", title="What the table holds")
    if summary.bounds:
        axes[0].legend(title="bound", frameon=False)
    return figure
