"""The picture of judged searches (matplotlib)."""

from typing import Any

import numpy as np

from boyi.lab.plots import INK, factors, new_figure

MOVES = {
    "win_to_draw": ("wins drawn", INK),
    "win_to_loss": ("wins lost", "#5b8db8"),
    "draw_lost": ("draws lost", "#d98550"),
}
"""The parts of wrong moves: their names and colours."""

CLAIMS = {
    "said_won": ("said won", INK),
    "said_lost": ("said lost", "#d98550"),
    "false_mate": ("false mates", "#b5373f"),
}
"""The kinds of wrong claims: their names and colours."""


def drawn(summary: Any, distances: Any, frame: Any, limited: str, against: str | None) -> Any:
    """The figure of a summary, of wins thrown by distance, and of the rows; see :meth:`boyi.lab.Truth.plot`."""
    names = list(dict.fromkeys(summary.index.get_level_values("config")))
    limits = sorted(set(summary.index.get_level_values("limit")))
    last = f"at {limited} {limits[-1]}"
    parts = 3 + (len(limits) > 1)
    figure, axes = new_figure(parts, max(3.6, 2.0 + 0.16 * len(names) * len(MOVES)))
    _rates(axes[0], summary, MOVES, names, limits[-1])
    axes[0].set(title=f"Wrong moves, {last}", xlabel="per cent of the won or drawn positions")
    _rates(axes[1], summary, CLAIMS, names, limits[-1])
    axes[1].set(title=f"Wrong claims, {last}", xlabel="per cent of the positions")
    axes[1].tick_params(labelleft=False)
    _by_distance(axes[2], distances, names, limits[-1])
    axes[2].set(title=f"Wins thrown, {last}", xlabel="plies to the end of the game", ylabel="per cent")
    if len(limits) > 1:
        _by_work(axes[3], summary, frame, names, limits, against)
        works = {None: f"limit: {limited}", "time": "mean CPU milliseconds"}
        label = works.get(against, f"mean {against}")
        axes[3].set(title="Wrong moves against work", xlabel=label, ylabel="per cent")
    return figure


def _rates(axis: Any, summary: Any, kinds: dict[str, tuple[str, str]], names: list[str], limit: int) -> None:
    """A point with its interval for each configuration and kind, and the number of positions in the legend."""
    known = set(summary.index.get_level_values("kind"))
    for row, (kind, (word, colour)) in enumerate(kinds.items()):
        if kind not in known:
            continue
        values = summary.loc[[(kind, name, limit) for name in names]]
        if not values["total"].iloc[0]:
            continue
        rates, low, high = (100 * values[column].to_numpy() for column in ("rate", "low", "high"))
        heights = np.arange(len(names)) + 0.24 * (row - 1)
        axis.errorbar(
            *(rates, heights, None, [np.maximum(rates - low, 0), np.maximum(high - rates, 0)]),
            **{"fmt": "o", "color": colour, "markersize": 4, "capsize": 3},
            label=f"{word} (of {int(values['total'].iloc[0])})",
        )
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.5, -0.5)
    axis.set_xlim(left=0)
    _legend(axis)


def _by_distance(axis: Any, distances: Any, names: list[str], limit: int) -> None:
    found = distances.reset_index()
    found = found[found["limit"] == limit] if len(found) else found
    steps = list(dict.fromkeys(zip(found["from"], found["to"], strict=True))) if len(found) else []
    for number, name in enumerate(names if steps else ()):
        values = found[found["config"] == name]
        _line(axis, np.arange(len(values)) + 0.06 * (number - (len(names) - 1) / 2), values, name)
    axis.set_xticks(range(len(steps)), [str(most) if least == most else f"{least}–{most}" for least, most in steps])
    axis.set_ylim(bottom=0)
    _legend(axis)


def _by_work(axis: Any, summary: Any, frame: Any, names: list[str], limits: list[int], against: str | None) -> None:
    if against is not None:
        means = frame.groupby(["config", "limit"])[against].mean()
    for name in names:
        unit = 1000 if against == "time" else 1
        works = limits if against is None else [unit * means[name, limit] for limit in limits]
        _line(axis, np.array(works), summary.loc[[("error", name, limit) for limit in limits]], name)
    if limits[-1] >= 8 * limits[0] and against != "depth":
        factors(axis)
    axis.set_ylim(bottom=0)
    _legend(axis)


def _legend(axis: Any) -> None:
    """A legend below the axes, where it hides no point."""
    if axis.get_legend_handles_labels()[0]:
        below = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.22)}
        axis.legend(**below, ncols=2, frameon=False, fontsize="small", columnspacing=1.0)


def _line(axis: Any, places: Any, values: Any, name: str) -> None:
    """A line of rates with their intervals."""
    rates, low, high = (100 * values[column].to_numpy() for column in ("rate", "low", "high"))
    ends = [np.maximum(rates - low, 0), np.maximum(high - rates, 0)]
    axis.errorbar(places, rates, ends, fmt="o-", markersize=4, capsize=3, linewidth=1.2, label=name)
