"""What documents claim about game-tree search, measured: our number beside theirs.

Every claim is a row: what a document says in our words, how it was measured, figures with intervals, and a verdict that
follows from them by :data:`RULE`. "A second" is a number of nodes, so that results repeat exactly on any machine.
The claims of a game are a :class:`Book`: ``boyi.lab.claims.gomoku`` and ``boyi.lab.claims.xiangqi``.
"""

import math
import time
from collections.abc import Mapping
from functools import cached_property
from os import PathLike
from typing import Any, Self

from boyi.errors import OptionError
from boyi.lab import arguments
from boyi.lab.claims import gomoku, xiangqi
from boyi.lab.claims.claim import Book, Claim
from boyi.lab.claims.measure import RULE, Measure, at_levels, verdict
from boyi.lab.crew import progress_bar
from boyi.lab.experiment import MAX_NODES, provenance
from boyi.lab.extras import need
from boyi.lab.journal import Journal, Kind, Record, fits, read
from boyi.lab.render import OPEN_MARK, Shown

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
    >>> found.verdicts["order"] in ("holds", "holds in part", "negligible", "does not hold", "not decided")
    True
    """
    if game not in BOOKS:
        raise OptionError(f"game={game!r}: expected {' or '.join(map(repr, BOOKS))}")
    need("scipy.stats")  # named before the work begins
    book = BOOKS[game]
    bar_type = progress_bar(progress)
    metadata = provenance() | {
        "game": game,
        "seed": 0,
        "sizes": _numbers("sizes", sizes, book.quick if quick else book.sizes),
        "rates": _numbers("rates", rates, book.rates),
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
        self._metadata = metadata | {"rule": RULE}
        order = metadata["claims"]
        self._records = sorted(records, key=lambda record: order.index(record["claim"]))
        self._measures = {record["claim"]: _restored(record) for record in self._records}

    @property
    def metadata(self) -> dict[str, Any]:
        """The run as plain data, with what it takes to repeat it.

        Keys: ``version``, ``commit``, ``build``, ``cpu``, ``game``, ``seed``, ``sizes``, ``rates`` (nodes of a second
        by kind of search), ``rule`` (of the verdicts, which are derived anew), ``claims`` (their names).
        """
        return self._metadata

    @cached_property
    def rows(self) -> list[Record]:
        """The claims in order, as plain data.

        Keys: ``claim``, ``source``, ``says``, ``how``, ``measures`` (dicts with ``what``, ``method``, ``sample``,
        ``value``, ``low``, ``high``, ``level`` and, if they decide, ``relation``, ``bound`` and ``verdict``),
        ``verdict``, ``time`` (seconds it took). Intervals and verdicts are computed from the samples, and by the rule,
        of this version of boyi, whatever version has measured them.
        """
        return [
            record
            | {
                "measures": [measure.described() for measure in self._measures[record["claim"]]],
                "verdict": self.verdicts[record["claim"]],
            }
            for record in self._records
        ]

    @cached_property
    def verdicts(self) -> dict[str, str]:
        """The verdict on each claim, by :data:`boyi.lab.claims.measure.RULE`."""
        return {claim: verdict(measures) for claim, measures in self._measures.items()}

    def measures(self, claim: str) -> list[Measure]:
        """The figures of a claim, each with its interval at the level that the claim is judged by.

        Raises:
            OptionError: for a claim that is not among those measured.
        """
        if claim not in self._measures:
            raise OptionError(f"claim={claim!r}: expected one of {', '.join(map(repr, self._measures))}")
        return list(self._measures[claim])

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
            rows.append([f"{record['claim']} ({record['source']})", "", "", "", self.verdicts[record["claim"]]])
            rows += [[f"· {one.what}", *one.cells()] for one in self._measures[record["claim"]]]
        sizes = ", ".join(f"{name} {value}" for name, value in self._metadata["sizes"].items())
        claims = [[f"{record['claim']}: {record['says']}", record["source"]] for record in self._records]
        header = ["claim and its figures", "measured", "interval", "claimed", "verdict"]
        marked = f"{OPEN_MARK} after intervals that include what is claimed, or no difference"
        return [
            (f"What is claimed about {self._metadata['game']}", ["claim", "source"], claims),
            (f"What was measured ({sizes}); {marked}", header, rows),
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
_RECORD: Record = {"claim": "", "source": "", "says": "", "how": "", "time": 0.0}


def _is_run(metadata: dict[str, Any]) -> bool:
    return fits({key: metadata.get(key) for key in _METADATA}, _METADATA)


def _belongs(record: Record, metadata: dict[str, Any]) -> bool:
    """Whether a record is of a claim of this run, with figures that can be computed."""
    if not (fits({key: record.get(key) for key in _RECORD}, _RECORD) and record["claim"] in metadata["claims"]):
        return False
    try:
        return bool(_restored(record))
    except (KeyError, TypeError, ValueError):
        return False


def _restored(record: Record) -> list[Measure]:
    """The measures of a record, each at the level that its claim is judged by."""
    return at_levels([Measure.restored(data) for data in record["measures"]])


CLAIMS = Kind("run of claims", "a claim", _is_run, _belongs, version=2)
"""Files of claims. Version 1 held intervals without the samples that they were computed from."""
