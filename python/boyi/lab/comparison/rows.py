"""Records of searches as the rows of one numpy array."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from boyi.run.journal import FileKind, Record, fits

STAGE = "cutoffs_"
"""Prefix of the field that counts the cutoffs of a stage of move ordering."""

BLANK: Record = {
    "position": 0,
    "config": "",
    "depth": 0,
    "seldepth": 0,
    "score": 0,
    "bound": 0,
    "move": "",
    "nodes": 0,
    "time": 0.0,
    "iterations": [[0, 0]],
    "counters": {"cutoffs": 0, "first_move_cutoffs": 0, "cutoffs_by_stage": {}, "cutoffs_by_index": [0] * 16},
}
"""The model of a record. Real records have more counters, all whole numbers, and ``threads``, without which
a record is of one thread."""


def _is_experiment(metadata: dict[str, Any]) -> bool:
    configs, positions = metadata.get("configs"), metadata.get("positions")
    limits = {"depth", "nodes"} <= metadata.keys()
    return isinstance(configs, dict) and bool(configs) and isinstance(positions, list) and limits


def _belongs(record: Record, metadata: dict[str, Any]) -> bool:
    return (
        fits(record, BLANK)
        and record["config"] in metadata["configs"]
        and 0 <= record["position"] < len(metadata["positions"])
    )


COMPARISON_FILE = FileKind("comparison", "a search", "searches", _is_experiment, _belongs)

_NESTED = ("cutoffs_by_stage", "cutoffs_by_index")


def branching_factor(iterations: Iterable[tuple[int, int]]) -> float:
    """The effective branching factor of an iterative search, from pairs of depth and nodes searched so far.

    It is the factor by which one more ply multiplies the work: the square root of the ratio of the nodes of the last
    iteration to the nodes of the iteration two plies before it. Alpha-beta trees grow alternately more and
    less from ply to ply, and a step of two plies evens that out. After only two iterations it is the ratio of their
    nodes. It is NaN after one, and if the earlier iteration has no nodes of its own, as some programs report.

    >>> branching_factor([(1, 10), (2, 50), (3, 210)])
    4.0
    """
    totals = dict(iterations)  # the last report of each depth
    nodes = np.diff(list(totals.values()), prepend=0).astype(float)
    if len(nodes) < 2:
        return float("nan")
    back = min(2, len(nodes) - 1)
    earlier = nodes[-1 - back]
    return float((nodes[-1] / earlier) ** (1 / back)) if earlier > 0 else float("nan")


def to_rows(records: list[Record], configs: list[str]) -> npt.NDArray[np.void]:
    """A structured array with a row for each record, by position and then in the order of the configurations."""
    order = {name: number for number, name in enumerate(configs)}
    flat = [_flat(record) for record in sorted(records, key=lambda r: (r["position"], order[r["config"]]))]
    models = flat or [_flat(BLANK)]  # an array without rows has the fields of a blank record
    keys = dict.fromkeys(key for row in models for key in row)  # every name that occurs, in order of appearance
    rows = np.zeros(len(flat), dtype=[(key, *_type(key, [row[key] for row in models if key in row])) for key in keys])
    for key in keys if flat else ():
        rows[key] = [row.get(key, 0) for row in flat]
    return rows


def stage_names(rows: npt.NDArray[np.void]) -> list[str]:
    """The stages of move ordering that the rows count cutoffs for."""
    names = rows.dtype.names or ()
    return [name.removeprefix(STAGE) for name in names if name.startswith(STAGE) and name not in _NESTED]


def _flat(record: Record) -> dict[str, Any]:
    counters: dict[str, Any] = record["counters"]
    cutoffs = counters["cutoffs"]
    return (
        {key: value for key, value in record.items() if key not in ("iterations", "counters")}
        | {
            "threads": record.get("threads", 1),
            "repeats": record.get("threads", 1) == 1,
            "branching": branching_factor(record["iterations"]),
            "first_move_rate": counters["first_move_cutoffs"] / cutoffs if cutoffs else float("nan"),
        }
        | {key: value for key, value in counters.items() if key not in _NESTED and key not in record}
        | {f"{STAGE}{stage}": count for stage, count in counters["cutoffs_by_stage"].items()}
        | {"cutoffs_by_index": counters["cutoffs_by_index"]}
    )


_TYPES = {
    "position": "i4",
    "depth": "i2",
    "seldepth": "i2",
    "score": "i4",
    "bound": "u1",
    "threads": "u2",
    "repeats": "?",
}


def _type(key: str, values: list[Any]) -> tuple[Any, ...]:
    """The type of a field, with a shape where its values are lists."""
    first = values[0]
    if isinstance(first, str):
        return (f"U{max(1, *map(len, values))}",)
    if isinstance(first, list):
        return "i8", (len(first),)
    return (_TYPES.get(key, "f8" if isinstance(first, float) else "i8"),)
