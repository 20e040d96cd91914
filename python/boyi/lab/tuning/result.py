"""The result of a tuning: the values of the fields after every pair of games."""

from dataclasses import dataclass
from os import PathLike
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from boyi import Config
from boyi.lab.plots import new_figure
from boyi.lab.tuning.arena import belongs
from boyi.lab.tuning.spsa import Course, Spsa
from boyi.run import journal
from boyi.run.extras import rows_frame
from boyi.run.journal import FileKind, Record, fits

__all__ = ["Tuning"]


@dataclass(frozen=True)
class Tuning:
    """Fields of a configuration, tuned by games; made by :func:`tune` or read from a file.

    Games are noisy: what comes out is a candidate, to be tested by :func:`match` against what it began with.
    """

    metadata: dict[str, Any]
    records: list[Record]

    def __repr__(self) -> str:
        found = ", ".join(f"{name}={value:.1f}" for name, value in self.values.items())
        return f"<tuning after {len(self.records)} of {self.metadata['pairs']} pairs: {found}>"

    @property
    def spsa(self) -> Spsa:
        """The rule by which the values have moved."""
        return rule(self.metadata)

    @property
    def history(self) -> npt.NDArray[np.void]:
        """The values after every pair: a structured array with the fields ``pairs`` and, by name, what is tuned.

        Pairs move the values in the order of their numbers; those behind one that is missing are left out.
        """
        spsa = self.spsa
        rows = [(pairs, *values) for pairs, values in enumerate(Course(spsa, self.records).points)]
        return np.array(rows, [("pairs", "<i8"), *((name, "<f8") for name in spsa.names)])

    @property
    def values(self) -> dict[str, float]:
        """The values by name, as far as they have come."""
        last = self.history[-1]
        return {name: float(last[name]) for name in self.spsa.names}

    @property
    def config(self) -> Config:
        """The configuration with these values, rounded."""
        base = Config.from_dict(self.metadata["config"])
        return self.spsa.config(base, [self.values[name] for name in self.spsa.names])

    def frame(self) -> Any:
        """The history as a pandas DataFrame.

        Raises:
            MissingExtraError: if pandas is missing.
        """
        return rows_frame(self.history)

    def plot(self) -> Any:
        """A matplotlib Figure of the values over the pairs, in steps from where they began.

        Raises:
            MissingExtraError: if matplotlib is missing.
        """
        history, spsa = self.history, self.spsa
        figure, [axes] = new_figure(1, 3)
        for name, first, step in zip(spsa.names, spsa.first, spsa.steps, strict=True):
            axes.plot(history["pairs"], (history[name] - first) / step, label=name)
        axes.set_xlabel("pairs of games")
        axes.set_ylabel("steps from the beginning")
        axes.legend(fontsize="small")
        return figure

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Reads a file that :func:`tune` has written.

        Raises:
            ResultFileError: if the file cannot be read, holds something else, or is damaged.
        """
        return cls(*journal.read(path, TUNING_FILE))


def rule(metadata: dict[str, Any]) -> Spsa:
    """The rule by which values move, from the metadata of a tuning."""
    fields = metadata["fields"]
    return Spsa(
        tuple(fields),
        np.array([field["first"] for field in fields.values()], float),
        np.array([field["range"] for field in fields.values()], np.int64),
        np.array([field["step"] for field in fields.values()], float),
        metadata["rate"],
        metadata["pairs"],
        metadata["tuning_seed"],
    )


_METADATA: Record = {
    "version": "",
    "commit": "",
    "pairs": 0,
    "batch": 0,
    "rate": 0.0,
    "tuning_seed": 0,
    "config": {},
    "fields": {},
}
"""The model of what a file's metadata must have."""


def _is_tuning(metadata: dict[str, Any]) -> bool:
    found = {key: metadata.get(key) for key in _METADATA}
    config, fields = found.pop("config"), found.pop("fields")
    model = {"first": 0, "range": [0, 0], "step": 0.0}
    return (
        fits(found, {key: _METADATA[key] for key in found})
        and isinstance(config, dict)
        and isinstance(fields, dict)
        and all(fits(field, model) for field in fields.values())
    )


TUNING_FILE = FileKind("tuning", "a pair of games", "pairs of games", _is_tuning, belongs, version=2)
