"""The result of measured claims: figures with intervals, and verdicts."""

from collections.abc import Iterable
from functools import cached_property
from os import PathLike
from typing import Any, Literal, Self

from boyi.errors import OptionError
from boyi.lab.render import OPEN_MARK, Shown
from boyi.run.extras import need
from boyi.run.journal import FileKind, Record, fits, read
from boyi_studies.claims.documents import DOCUMENTS
from boyi_studies.claims.plots import forest
from boyi_studies.claims.verdicts import RULE, Measure, at_levels, verdict

__all__ = ["Claims"]


class Claims(Shown):
    """The result of :func:`boyi_studies.claims.measure`; ``str`` and a notebook show it as tables."""

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
        """The verdict on each claim, by :data:`boyi_studies.claims.verdicts.RULE`."""
        return {claim: verdict(measures) for claim, measures in self._measures.items()}

    def measures(self, claim: str) -> list[Measure]:
        """The figures of a claim, each with its interval at the level that the claim is judged by.

        Raises:
            OptionError: for a claim that is not among those measured.
        """
        if claim not in self._measures:
            raise OptionError(f"claim={claim!r}: expected one of {', '.join(map(repr, self._measures))}")
        return list(self._measures[claim])

    def frame(self, claims: Iterable[str] | None = None) -> Any:
        """The figures as a pandas DataFrame of texts, a row for each claim and figure.

        Columns: ``measured``, ``interval`` (with its level, and a question mark where it includes what is claimed, or
        no difference), ``claimed`` and ``verdict``.

        Args:
            claims: names of claims; None: all.

        Raises:
            OptionError: for a claim that is not among those measured.
            MissingExtraError: if pandas is missing.
        """
        pandas = need("pandas")
        figures = [(name, one) for name in self._chosen(claims) for one in self.measures(name)]
        index = pandas.MultiIndex.from_tuples([(name, one.what) for name, one in figures], names=["claim", "figure"])
        columns = ["measured", "interval", "claimed", "verdict"]
        return pandas.DataFrame([one.cells() for _, one in figures], index=index, columns=columns)

    def plot(self, unit: Literal["elo", "times", "share"] = "elo", claims: Iterable[str] | None = None) -> Any:
        """A forest plot, as a matplotlib Figure: a line for each figure with its interval, coloured by its verdict.

        A triangle stands at the bound that the document gives and points to the side on which it puts the figure.

        Args:
            unit: which figures: differences in ``"elo"``; ratios, ``"times"``, on a logarithmic axis; or ``"share"``,
                from 0 to 1.
            claims: names of claims; None: all that have such figures.

        Raises:
            OptionError: for an unknown unit or claim, or if there is no such figure.
            MissingExtraError: if matplotlib is missing.
        """
        return forest({name: self.measures(name) for name in self._chosen(claims)}, unit)

    def _chosen(self, claims: Iterable[str] | None) -> list[str]:
        """Names of claims, all of them for None."""
        if isinstance(claims, str):
            raise OptionError(f"claims={claims!r}: expected a list of names of claims")
        return list(self._measures) if claims is None else list(claims)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Reads what ``measure(path=…)`` wrote, a run that was interrupted too.

        Raises:
            ResultFileError: if the file is missing, does not hold claims, or is damaged.
        """
        return cls(*read(path, CLAIMS_FILE))

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """Three tables: the claims with their sources, the documents, and the figures measured with the verdicts."""
        rows = []
        for record in self._records:
            rows.append([f"{record['claim']} ({record['source']})", "", "", "", self.verdicts[record["claim"]]])
            rows += [[f"· {one.what}", *one.cells()] for one in self._measures[record["claim"]]]
        sizes = ", ".join(f"{name} {value}" for name, value in self._metadata["sizes"].items())
        claims = [[f"{record['claim']}: {record['says']}", record["source"]] for record in self._records]
        documents = [
            [name, one.english, f"{one.title}, {one.where} {one.url}".rstrip()]
            for name, one in DOCUMENTS.items()
            if any(name in record["source"] for record in self._records)
        ]
        header = ["claim and its figures", "measured", "interval", "claimed", "verdict"]
        marked = f"{OPEN_MARK} after intervals that include what is claimed, or no difference"
        return [
            (f"What is claimed about {self._metadata['game']}", ["claim", "source"], claims),
            ("The documents", ["name", "what it is", "title and place"], documents),
            (f"What was measured ({sizes}); {marked}", header, rows),
        ]


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


CLAIMS_FILE = FileKind("run of claims", "a claim", "claims", _is_run, _belongs, version=2)
"""Files of claims. Version 1 held intervals without the samples that they were computed from."""
