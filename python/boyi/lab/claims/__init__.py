"""What documents claim about game-tree search, measured: our number beside theirs.

Every claim is a row: what a document says in our words, how it was measured, figures with 95 % intervals, and a verdict
that follows from them by :data:`RULE`. "A second" is a number of nodes, so that results repeat exactly on any machine.
The claims of a game are a :class:`Book`: ``boyi.lab.claims.gomoku`` and ``boyi.lab.claims.xiangqi``.
"""

import math
import time
from collections.abc import Mapping
from os import PathLike
from typing import Any, Self

from boyi.errors import OptionError
from boyi.lab import arguments
from boyi.lab.claims import gomoku, xiangqi
from boyi.lab.claims.claim import Book, Claim
from boyi.lab.claims.measure import RULE, Measure, verdict
from boyi.lab.crew import progress_bar
from boyi.lab.experiment import MAX_NODES, provenance
from boyi.lab.journal import Journal, Kind, Record, fits, read
from boyi.lab.render import Shown

__all__ = ["Claims", "claims", "measured_rates"]

BOOKS: dict[str, Book] = {"gomoku": gomoku.BOOK, "xiangqi": xiangqi.BOOK}
"""The claims of each game."""


def claims(
    game: str = "gomoku",
    *,
    quick: bool = False,
    sizes: Mapping[str, int] | None = None,
    rates: Mapping[str, int] | None = None,
    progress: bool = True,
    path: str | PathLike[str] | None = None,
) -> "Claims":
    """Measures the claims of the documents about a game.

    Args:
        game: ``"gomoku"`` or ``"xiangqi"``.
        quick: take a small sample: it shows how it works, and decides little.
        sizes: other numbers of positions, games, nodes and so on, by name.
        rates: other numbers of nodes for a second, by the kind of search; :func:`measured_rates` has those of this
            machine. None: constants, so that all figures but those of CPU time are the same everywhere.
        progress: show a progress bar.
        path: a file to which every claim is appended as it is measured. If it is there already, from the same run,
            only what is missing is measured.

    Raises:
        OptionError: for an unknown game, size or rate, or a value below 1.
        ResultFileError: if ``path`` holds something else.
        MissingExtraError: if a package is missing.

    >>> from boyi import lab
    >>> small = {"positions": 2, "milliseconds": 1, "games": 2, "nodes": 20, "max_plies": 4, "sample": 2, "boards": 2}
    >>> found = lab.claims("gomoku", quick=True, sizes=small, progress=False)
    >>> found.verdicts["order"] in ("holds", "holds in part", "does not hold", "not decided")
    True
    """
    if game not in BOOKS:
        raise OptionError(f"game={game!r}: expected {' or '.join(map(repr, BOOKS))}")
    book = BOOKS[game]
    bar_type = progress_bar(progress)
    metadata = provenance() | {
        "game": game,
        "seed": 0,
        "sizes": _numbers("sizes", sizes, book.quick if quick else book.sizes),
        "rates": _numbers("rates", rates, book.rates),
        "rule": RULE,
        "claims": [claim.id for claim in book.claims],
    }
    metadata["seed"] = metadata["sizes"].get("seed", 0)
    journal = Journal(path, CLAIMS, metadata)
    done = {record["claim"] for record in journal.records}
    bench = book.bench(metadata["sizes"], metadata["rates"])
    with bar_type(total=len(book.claims), initial=len(done), unit="claim") as bar:
        for claim in book.claims:
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
    if game not in BOOKS:
        raise OptionError(f"game={game!r}: expected {' or '.join(map(repr, BOOKS))}")
    if not (isinstance(seconds, float | int) and 0 < seconds < math.inf):
        raise OptionError(f"seconds={seconds!r}: expected more than 0")
    return BOOKS[game].measured_rates(seconds)


class Claims(Shown):
    """What :func:`claims` returns: ``str`` and a notebook show it as tables."""

    def __init__(self, metadata: dict[str, Any], records: list[Record]) -> None:
        self._metadata = metadata
        order = metadata["claims"]
        self._records = sorted(records, key=lambda record: order.index(record["claim"]))

    @property
    def metadata(self) -> dict[str, Any]:
        """The run as plain data, with what it takes to repeat it.

        Keys: ``version``, ``commit``, ``build``, ``cpu``, ``game``, ``seed``, ``sizes``, ``rates`` (nodes of a second
        by kind of search), ``rule`` (of the verdicts), ``claims`` (their names).
        """
        return self._metadata

    @property
    def rows(self) -> list[Record]:
        """The claims in order, as plain data.

        Keys: ``claim``, ``source``, ``says``, ``how``, ``measures`` (dicts with ``what``, ``value``, ``low``, ``high``
        and, if they decide, ``relation``, ``bound`` and ``verdict``), ``verdict``, ``time`` (seconds it took).
        """
        return self._records

    @property
    def verdicts(self) -> dict[str, str]:
        """The verdict on each claim."""
        return {record["claim"]: record["verdict"] for record in self._records}

    def measures(self, claim: str) -> list[Measure]:
        """The figures of a claim.

        Raises:
            OptionError: for a claim that is not among those measured.
        """
        for record in self._records:
            if record["claim"] == claim:
                return [Measure.restored(data) for data in record["measures"]]
        raise OptionError(f"claim={claim!r}: expected one of {', '.join(map(repr, self.verdicts))}")

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Reads what ``claims(path=…)`` wrote, a run that was interrupted too.

        Raises:
            ResultFileError: if the file is missing, does not hold claims, or is damaged.
        """
        return cls(*read(path, CLAIMS))

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """What is shown: what is claimed, and what was measured, with the verdicts."""
        rows = []
        for record in self._records:
            rows.append([f"{record['claim']} ({record['source']})", "", "", "", record["verdict"]])
            rows += [[f"· {one.what}", *one.cells()] for one in self.measures(record["claim"])]
        sizes = ", ".join(f"{name} {value}" for name, value in self._metadata["sizes"].items())
        claims = [[f"{record['claim']}: {record['says']}", record["source"]] for record in self._records]
        header = ["claim and its figures", "measured", "95 %", "claimed", "verdict"]
        return [
            (f"What is claimed about {self._metadata['game']}", ["claim", "source"], claims),
            (f"What was measured ({sizes})", header, rows),
        ]


def _measured(claim: Claim, bench: Any, sizes: Mapping[str, int]) -> Record:
    start = time.perf_counter()
    measures = claim.measure(bench)
    return {
        "claim": claim.id,
        "source": claim.source,
        "says": claim.says,
        "how": claim.how.format(**sizes),
        "measures": [measure.plain() for measure in measures],
        "verdict": verdict(measures),
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


# Files

_METADATA: Record = {"version": "", "commit": "", "game": "", "sizes": {}, "rates": {}, "claims": [""]}
_RECORD: Record = {"claim": "", "source": "", "says": "", "how": "", "verdict": "", "time": 0.0}


def _is_run(metadata: dict[str, Any]) -> bool:
    return fits({key: metadata.get(key) for key in _METADATA}, _METADATA)


def _belongs(record: Record, metadata: dict[str, Any]) -> bool:
    """Whether a record is of a claim of this run, with figures that can be read."""
    if not (fits({key: record.get(key) for key in _RECORD}, _RECORD) and record["claim"] in metadata["claims"]):
        return False
    try:
        measures = [Measure.restored(data) for data in record["measures"]]
    except (KeyError, TypeError, ValueError):
        return False
    return record["verdict"] == verdict(measures)


CLAIMS = Kind("run of claims", "a claim", _is_run, _belongs)
"""Files of claims."""
