"""Records of judged searches as the rows of one numpy array."""

from typing import Any

import numpy as np
import numpy.typing as npt

from boyi.lab.judging.values import NO_PLIES, RANKS, UNKNOWN
from boyi.run.journal import FileKind, Record, fits

MATE = "mate"
"""The kind of a score that is a proved mate, as :attr:`boyi.Score.kind` has it."""

NO_MODEL = -1.0
"""Expected points of a player that tells no score, in a record; NaN in a row."""

PROGRAM_MATE = 10_000
"""The score of a mate that a program of others reports."""

BLANK: Record = {
    "position": 0,
    "config": "",
    "limit": 0,
    "move": "",
    "score": 0,
    "kind": "",
    "mate_plies": 0,
    "expected": 0.0,
    "depth": 0,
    "nodes": 0,
    "time": 0.0,
    "threads": 0,
    "after": "",
    "after_plies": 0,
}
"""The model of a record."""


def _is_experiment(metadata: dict[str, Any]) -> bool:
    models: dict[str, Any] = {"game": "", "oracle": "", "limited": "", "limits": [0], "claim": 0.0, "values": [["", 0]]}
    configs, positions = metadata.get("configs"), metadata.get("positions")
    if not (isinstance(configs, dict) and configs and isinstance(positions, list)):
        return False
    shaped = all(fits(metadata.get(name), model) for name, model in models.items())
    return shaped and bool(metadata["limits"]) and len(metadata["values"]) == len(positions)


def _belongs(record: Record, metadata: dict[str, Any]) -> bool:
    return (
        fits(record, BLANK)
        and record["config"] in metadata["configs"]
        and record["limit"] in metadata["limits"]
        and 0 <= record["position"] < len(metadata["positions"])
        and record["after"] in (UNKNOWN, *RANKS)
    )


TRUTH_FILE = FileKind("truth", "a search", "searches", _is_experiment, _belongs)


def to_rows(records: list[Record], metadata: dict[str, Any]) -> npt.NDArray[np.void]:
    """A structured array with a row for each record, by position, by limit, then in the order of configurations."""
    order = {name: number for number, name in enumerate(metadata["configs"])}
    keys = [(record["position"], record["limit"], order[record["config"]]) for record in records]
    moves = max((len(record["move"]) for record in records), default=1)
    fields = [
        ("position", "i4"),
        ("config", f"U{max(map(len, order))}"),
        ("limit", "i8"),
        ("verdict", "U4"),
        ("plies", "i4"),
        ("move", f"U{max(1, moves)}"),
        ("after", "U4"),
        ("after_plies", "i4"),
        ("score", "i4"),
        ("kind", "U10"),
        ("mate_plies", "i4"),
        ("expected", "f8"),
        ("depth", "i2"),
        ("nodes", "i8"),
        ("time", "f8"),
        ("threads", "u2"),
    ]
    rows = np.zeros(len(records), dtype=fields)
    for place, number in enumerate(sorted(range(len(records)), key=keys.__getitem__)):
        record = records[number]
        verdict, plies = metadata["values"][record["position"]]
        whole = record | {"verdict": verdict, "plies": plies}
        rows[place] = tuple(whole[name] for name, _ in fields)
    rows["expected"][rows["expected"] == NO_MODEL] = np.nan
    return rows


def known_plies(rows: npt.NDArray[np.void], name: str) -> npt.NDArray[np.bool_]:
    """Which rows have a distance in the field ``plies``, ``after_plies`` or ``mate_plies``."""
    known: npt.NDArray[np.bool_] = rows[name] != NO_PLIES
    return known
