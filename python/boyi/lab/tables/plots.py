"""Pictures of transposition tables (matplotlib)."""

from typing import TYPE_CHECKING, Any

import numpy as np

from boyi.lab.plots import new_figure
from boyi.lab.render import short
from boyi.run.extras import need

if TYPE_CHECKING:
    from boyi.lab.tables.summary import TableSummary

__all__ = ["table_figure"]


def table_figure(summary: "TableSummary") -> Any:
    """How many entries of each depth and bound a transposition table holds, as a heat map with the numbers in it.

    The colours are logarithmic: from one depth to the next the numbers differ by a factor. Cells without entries stay
    white.

    Raises:
        MissingExtraError: if matplotlib is missing.
    """
    colors = need("matplotlib.colors")
    depths = sorted(summary.counts, reverse=True)
    figure, axes = new_figure(1, 1.2 + 0.28 * max(len(depths), 1))
    counts = np.array([[summary.counts[depth].get(bound, 0) for bound in summary.bounds] for depth in depths])
    if counts.size:
        most = max(int(counts.max()), 2)
        filled = np.ma.masked_equal(counts, 0)
        picture = axes[0].imshow(filled, cmap="Blues", norm=colors.LogNorm(1, most), aspect="auto")
        figure.colorbar(picture, ax=axes[0], label="entries")
        for (row, column), number in np.ndenumerate(counts):
            shade = "white" if number**2 > most else "black"
            axes[0].text(column, row, short(number) if number > 999 else number, color=shade, ha="center", va="center")
    axes[0].set_xticks(range(len(summary.bounds)), summary.bounds)
    axes[0].set_yticks(range(len(depths)), depths)
    axes[0].set(xlabel="bound", ylabel="depth (plies)", title="What the table holds")
    return figure
