"""A claim of a document, and what claims of one game need to be measured."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from boyi_studies.claims.verdicts import Measure

Sizes = Mapping[str, int]
"""How much is measured: numbers by name."""


@dataclass(frozen=True)
class Claim:
    """Something that a document says, and how to measure it."""

    id: str
    """Name of the claim, such as ``"order"``."""
    source: str
    """The document, by its name in :data:`boyi_studies.claims.DOCUMENTS`, and its section."""
    says: str
    """What it says, in our words."""
    how: str
    """How it is measured; sizes stand in braces."""
    measure: Callable[[Any], list[Measure]]
    """Measures it, given a bench of the game."""


@dataclass(frozen=True)
class ClaimSet:
    """The claims of one game."""

    game: str
    """The name of the game."""
    claims: tuple[Claim, ...]
    """The claims, in reading order."""
    sizes: Sizes
    """The sizes of a full run."""
    quick: Sizes
    """The sizes of a small sample, for ``quick=True``."""
    rates: Sizes
    """Nodes of one second, for each kind of search: constants, so that results repeat on every machine."""
    measured_rates: Callable[[float], dict[str, int]]
    """Measures the rates of this machine, each from so many seconds for a position."""
    bench: Callable[[Sizes, Sizes], Any]
    """Makes the bench of a run from its sizes and rates: positions and results that several claims use."""
