"""Figures and axes that the plots of all experiments use (matplotlib)."""

from typing import Any

from boyi.run.extras import need

__all__ = ["INK", "factors", "new_figure"]

INK = "#1b3a57"
"""The colour of points and intervals."""


def new_figure(columns: int, height: float, **options: Any) -> tuple[Any, Any]:
    """A figure with one row of axes, and the list of its axes.

    The figure is closed in pyplot, so that a notebook shows it once only, where it is returned.
    """
    pyplot = need("matplotlib.pyplot")
    figure, axes = pyplot.subplots(
        1, columns, figsize=(4.4 * columns, height), layout="constrained", squeeze=False, **options
    )
    figure.get_layout_engine().set(wspace=0.06)
    pyplot.close(figure)
    return figure, axes[0]


def factors(axis: Any) -> None:
    """Makes an x axis logarithmic, with 0.2, 0.5, 1, 2 and so on at its ticks, and not powers of ten."""
    ticker = need("matplotlib.ticker")
    axis.set_xscale("log")
    axis.xaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
    axis.xaxis.set_major_formatter(ticker.StrMethodFormatter("{x:g}"))
    axis.xaxis.set_minor_formatter(ticker.NullFormatter())
