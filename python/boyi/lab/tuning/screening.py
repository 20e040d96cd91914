"""The result of a screening: the effect of each change in Elo."""

import math
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from boyi import Config
from boyi.lab.engines.limits import limits_text
from boyi.lab.plots import new_figure
from boyi.lab.render import OPEN_MARK, UNDECIDED, Shown, estimate, signed
from boyi.lab.stats import LEVEL, Interval
from boyi.lab.tuning.arena import belongs
from boyi.run import journal
from boyi.run.extras import need, rows_frame
from boyi.run.journal import FileKind, Record, fits

__all__ = ["SCREENING_FILE", "Screening", "signs"]

_ELO = 1600 / math.log(10)
"""Elo for each point of score, near an even score."""


def signs(seed: int, pair: int, changes: int) -> npt.NDArray[np.int64]:
    """For each change, which of the two configurations of a pair has it: 1 the first, -1 the second."""
    return 2 * np.random.default_rng((seed, pair)).integers(0, 2, changes) - 1


@dataclass(frozen=True, repr=False)
class Screening(Shown):
    """Effects of several changes of a configuration, from the same games; made by :func:`screen` or read from a file.

    An effect is how much Elo a configuration gains by the change, on average over all combinations of the others. It
    may differ from what the change is worth alone: test what looks good by :func:`match`.
    """

    metadata: dict[str, Any]
    records: list[Record]

    @property
    def changes(self) -> dict[str, dict[str, Any]]:
        """The changes: the fields and values of each, by name."""
        return self.metadata["changes"]

    @property
    def pairs(self) -> int:
        """Pairs of games that were played."""
        return len(self.records)

    @cached_property
    def effects(self) -> dict[str, Interval]:
        """The effect of each change in Elo, with its 95 % interval, the best first; undecided after too few pairs, or
        if all pairs were even."""
        stats = need("scipy.stats")
        won = {record["pair"]: record["won"] for record in self.records}
        design = np.array([signs(self.metadata["screening_seed"], pair, len(self.changes)) for pair in won], float)
        score = np.array(list(won.values()), float) / 4
        free = len(score) - len(self.changes)
        if free < 1 or np.linalg.matrix_rank(design) < len(self.changes) or not score.any():
            return {name: Interval(math.nan, math.nan, math.nan) for name in self.changes}
        inverse = np.linalg.inv(design.T @ design)
        gains = inverse @ design.T @ score
        spread = np.sqrt(((score - design @ gains) ** 2).sum() / free * np.diag(inverse))
        elo, half = _ELO * gains, _ELO * spread * stats.t.ppf((1 + LEVEL) / 2, free)
        order = np.argsort(-elo, kind="stable")
        names = list(self.changes)
        return {names[i]: Interval(float(elo[i]), float(elo[i] - half[i]), float(elo[i] + half[i])) for i in order}

    def config(self, *names: str) -> Config:
        """The configuration that was screened, with the changes of these names.

        Raises:
            KeyError: for a name that no change has.
        """
        config = Config.from_dict(self.metadata["config"])
        for name in names:
            config = config.replace(**self.changes[name])
        return config

    @property
    def rows(self) -> npt.NDArray[np.void]:
        """The effects as a structured array: ``change``, ``elo``, ``low``, ``high``."""
        width = max(map(len, self.changes))
        kinds = [("change", f"<U{width}"), ("elo", "<f8"), ("low", "<f8"), ("high", "<f8")]
        return np.array([(name, *effect) for name, effect in self.effects.items()], kinds)

    def frame(self) -> Any:
        """The effects as a pandas DataFrame.

        Raises:
            MissingExtraError: if pandas is missing.
        """
        return rows_frame(self.rows)

    def plot(self) -> Any:
        """A matplotlib Figure: the effect of each change with its interval, the best on top.

        Raises:
            MissingExtraError: if matplotlib is missing.
        """
        rows = self.rows[::-1]
        figure, [axes] = new_figure(1, 1 + 0.25 * len(rows))
        errors = [rows["elo"] - rows["low"], rows["high"] - rows["elo"]]
        axes.errorbar(rows["elo"], range(len(rows)), xerr=errors, fmt="o", capsize=2)
        axes.axvline(0, color="grey", linewidth=0.8)
        axes.set_yticks(range(len(rows)), rows["change"].tolist())
        axes.set_xlabel(f"Elo gained by the change, {self.pairs} pairs of games")
        return figure

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """Caption, header and cells of the table: the effect of each change, and the fields that it sets."""
        limits = limits_text(self.metadata, " a move")
        caption = (
            f"{len(self.changes)} changes, {self.pairs} pairs of games, {self.metadata['game']}, {limits}; "
            f"95 % intervals, {OPEN_MARK} after those that include 0"
        )
        rows = [
            [name, _cell(effect), " ".join(f"{field}={value}" for field, value in self.changes[name].items())]
            for name, effect in self.effects.items()
        ]
        return [(caption, ["change", "Elo", "fields"], rows)]

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Reads a file that :func:`screen` has written.

        Raises:
            MissingFileError: if there is no such file.
            ResultFileError: if the file cannot be read, holds something else, or is damaged.
        """
        return cls(*journal.read(path, SCREENING_FILE))


def _cell(effect: Interval) -> str:
    return UNDECIDED if effect.undecided else estimate(effect, 0, signed, 0)


_METADATA: Record = {
    "version": "",
    "commit": "",
    "game": "",
    "pairs": 0,
    "screening_seed": 0,
    "config": {},
    "changes": {},
}
"""The model of what a file's metadata must have."""


def _is_screening(metadata: dict[str, Any]) -> bool:
    found = {key: metadata.get(key) for key in _METADATA}
    config, changes = found.pop("config"), found.pop("changes")
    return (
        fits(found, {key: _METADATA[key] for key in found})
        and isinstance(config, dict)
        and isinstance(changes, dict)
        and all(isinstance(change, dict) for change in changes.values())
    )


SCREENING_FILE = FileKind("screening", "a pair of games", "pairs of games", _is_screening, belongs)
