"""Measures the claims of a game, one after another, and keeps them in a file."""

import math
import time
from collections.abc import Mapping
from os import PathLike
from typing import Any

from boyi.errors import OptionError, unknown
from boyi.run import arguments
from boyi.run.arguments import MAX_NODES
from boyi.run.extras import need
from boyi.run.journal import Journal, Record
from boyi.run.progress import progress_bar
from boyi.run.provenance import provenance
from boyi_studies.claims.claim import Claim, ClaimSet
from boyi_studies.claims.gomoku import sentences as gomoku
from boyi_studies.claims.result import CLAIMS_FILE, Claims
from boyi_studies.claims.xiangqi import sentences as xiangqi

__all__ = ["measure", "measured_rates"]

CLAIM_SETS: dict[str, ClaimSet] = {each.game: each for each in (gomoku.CLAIM_SET, xiangqi.CLAIM_SET)}
"""The claims of each game."""


def measure(
    game: str = "gomoku",
    *,
    quick: bool = False,
    sizes: Mapping[str, int] | None = None,
    rates: Mapping[str, int] | None = None,
    progress: bool = True,
    path: str | PathLike[str] | None = None,
) -> Claims:
    """Measures the claims of the documents about a game.

    Args:
        game: ``"gomoku"`` or ``"xiangqi"``.
        quick: take a small sample: it shows how it works, and decides little.
        sizes: other numbers of positions, games, nodes and so on, by name.
        rates: other numbers of nodes for a second, by the kind of search; :func:`measured_rates` measures this
            machine's. None: constants, so that all figures but those of CPU time are the same everywhere.
        progress: show a progress bar.
        path: a file to which every claim is appended as it is measured. If it is there already, from the same run,
            only what is missing is measured.

    Raises:
        OptionError: for an unknown game, size or rate, or a value below 1.
        ResultFileError: if ``path`` holds something else, or another experiment is writing it.
        MissingExtraError: if a package is missing.

    >>> from boyi_studies import claims
    >>> small = {"positions": 2, "milliseconds": 1, "games": 2, "nodes": 20, "max_plies": 4, "sample": 2, "boards": 2}
    >>> found = claims.measure("gomoku", quick=True, sizes=small, progress=False)
    >>> found.verdicts["order"] in ("holds", "holds in part", "negligible", "does not hold", "not decided")
    True
    """
    claim_set = _claim_set(game)
    need("scipy.stats")  # named before the work begins
    bar_type = progress_bar(progress)
    metadata = provenance() | {
        "game": game,
        "seed": 0,
        "sizes": _numbers("sizes", sizes, claim_set.quick if quick else claim_set.sizes),
        "rates": _numbers("rates", rates, claim_set.rates),
        "claims": [claim.id for claim in claim_set.claims],
    }
    metadata["seed"] = metadata["sizes"].get("seed", 0)
    with Journal(path, CLAIMS_FILE, metadata) as journal:
        done = {record["claim"] for record in journal.records}
        bench = claim_set.bench(metadata["sizes"], metadata["rates"])
        with bar_type(total=len(claim_set.claims), initial=len(done), unit="claim") as bar:
            for claim in claim_set.claims:
                if claim.id not in done:
                    bar.set_postfix_str(claim.id)
                    journal.append(_measured(claim, bench, metadata["sizes"]))
                    bar.update()
    return Claims(journal.metadata, journal.records)


def measured_rates(game: str = "gomoku", seconds: float = 0.5) -> dict[str, int]:
    """Nodes per CPU second of this machine for each kind of search, from so many seconds for each position.

    Raises:
        OptionError: for an unknown game, or without any time.
    """
    claim_set = _claim_set(game)
    if not (isinstance(seconds, float | int) and 0 < seconds < math.inf):
        raise OptionError(f"seconds={seconds!r}: expected more than 0")
    return claim_set.measured_rates(seconds)


def _claim_set(game: str) -> ClaimSet:
    if game not in CLAIM_SETS:
        raise unknown("game", game, CLAIM_SETS)
    return CLAIM_SETS[game]


def _measured(claim: Claim, bench: Any, sizes: Mapping[str, int]) -> Record:
    start = time.perf_counter()
    measures = claim.measure(bench)
    return {
        "claim": claim.id,
        "source": claim.source,
        "says": claim.says,
        "how": claim.how.format(**sizes),
        "measures": [measure.plain() for measure in measures],
        "time": round(time.perf_counter() - start, 3),
    }


def _numbers(name: str, given: Mapping[str, int] | None, default: Mapping[str, int]) -> dict[str, int]:
    """The default numbers with those given in their place."""
    changes = dict(given or {})
    for key in changes:
        if key not in default:
            raise OptionError(f"{name}: {key!r} is not known, expected {', '.join(default)}")
    return {
        key: arguments.whole(f"{name}[{key!r}]", changes.get(key, value), MAX_NODES) for key, value in default.items()
    }
