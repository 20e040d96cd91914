"""The result of an experiment with exact values: a row for each search, rates of errors and their intervals."""

from collections.abc import Iterator
from functools import cached_property
from os import PathLike
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from boyi.errors import unknown
from boyi.games import game_of
from boyi.lab.engines.limits import limits_text
from boyi.lab.judging.kinds import KINDS, Kind, kind_of
from boyi.lab.judging.picture import drawn
from boyi.lab.judging.rows import MATE, TRUTH_FILE, known_plies, to_rows
from boyi.lab.judging.values import UNKNOWN
from boyi.lab.render import OPEN_MARK, Shown, estimate, signed
from boyi.lab.stats import Interval, share, share_difference
from boyi.run import journal
from boyi.run.extras import need, rows_frame

__all__ = ["Truth"]

SHOWN = ("win_thrown", "draw_lost", "said_won", "said_lost", "false_mate", "longer_win")
"""The kinds that the tables show; the others are sums or parts of them."""

CLAIMS = ("said_won", "said_lost")
"""The kinds that only scores with expected points can make."""

_NOTHING = Interval(0.0, 0.0, 0.0)
"""The baseline's difference to itself: exactly 0."""


class Rate(NamedTuple):
    """How often a configuration makes a kind of error."""

    kind: str
    config: str
    limit: int
    errors: int
    total: int
    share: Interval
    difference: Interval


class Truth(Shown):
    """The result of :func:`boyi.lab.truth`.

    ``str`` and a notebook show it as tables; :meth:`summary` has their numbers, :attr:`rows` and :meth:`frame` every
    search. A result saved with :meth:`save`, or written search by search with ``truth(path=…)``, is read by
    :meth:`load`.

    Kinds of errors, and the positions among which they are counted:

    ============  ================  ====================================================================================
    kind          positions         the search
    ============  ================  ====================================================================================
    error         won, drawn        chose a move that throws a win away or loses a draw
    win_thrown    won               chose a move that leaves a draw or a loss: ``win_to_draw`` and ``win_to_loss`` apart
    draw_lost     drawn             chose a move that loses
    said_won      drawn, lost       has a score that claims a win (see ``claim`` of :func:`truth`), but no proved mate
    said_lost     won, drawn        has a score that claims a loss, but no proved mate
    false_mate    all               claims a proved mate for a side that does not win, or sooner than it can: a defect
    longer_win    won               keeps the win, but comes no nearer to it: no error
    ============  ================  ====================================================================================

    A search that chooses no move has given the game up: as if it had chosen a move that loses.

    >>> from boyi import gomoku, lab
    >>> board = gomoku.SolvedBoard(3, 3, 3)
    >>> found = lab.truth(["plain", "boyi"], board, depth=[1, 2], positions=board.positions(30), progress=False)
    >>> found.baseline, found.limits, sorted(found.summary().columns)[:3]
    ('plain', [1, 2], ['difference', 'difference_high', 'difference_low'])
    """

    def __init__(self, metadata: dict[str, Any], records: list[journal.Record]) -> None:
        self._metadata = metadata
        self._records = records

    @property
    def metadata(self) -> dict[str, Any]:
        """The experiment as plain data, with everything that is needed to repeat it.

        Keys: those of :attr:`Comparison.metadata` but ``depth`` and ``nodes``; ``oracle`` (as it prints itself),
        ``limited`` (``"nodes"`` or ``"depth"``), ``limits``, ``claim``, and ``values`` (verdict and plies of each
        position, -1 where there is no distance).
        """
        return self._metadata

    @property
    def configs(self) -> list[str]:
        """The names of the configurations, the baseline first."""
        return list(self._metadata["configs"])

    @property
    def baseline(self) -> str:
        """The configuration that the differences refer to."""
        return self.configs[0]

    @property
    def limits(self) -> list[int]:
        """The limits of the searches, in nodes or plies as ``metadata["limited"]`` says, the smallest first."""
        return list(self._metadata["limits"])

    @cached_property
    def positions(self) -> list[Any]:
        """The positions that were searched, by their numbers in the rows."""
        game = game_of(self._metadata["game"])
        return [game.restored(data) for data in self._metadata["positions"]]

    @cached_property
    def rows(self) -> npt.NDArray[np.void]:
        """One row for each search, by position, by limit, then in the order of the configurations; read-only.

        Fields: ``position`` (number from 0), ``config``, ``limit`` (nodes or plies), ``verdict`` (what the position is
        worth for the side to move: ``"win"``, ``"draw"`` or ``"loss"``), ``plies`` (moves of both sides to the end of
        the game, -1 in a draw or if not known), ``move``, ``after`` and ``after_plies`` (the value that the move leads
        to, for the side that made it; ``""`` if the oracle does not know it), ``score`` (as in
        :attr:`Comparison.rows`; 10000 for a mate of a program), ``kind`` (see :attr:`boyi.Score.kind`), ``mate_plies``
        (plies to the end that a proved mate claims, -1 without), ``expected`` (points from 0 to 1 that the score lets
        expect, NaN without a score), ``depth`` (last finished iteration), ``nodes``, ``time`` (CPU seconds) and
        ``threads`` (0 for a program).
        """
        rows = to_rows(self._records, self._metadata)
        rows.flags.writeable = False
        return rows

    def frame(self) -> Any:
        """The rows as a pandas DataFrame.

        Raises:
            MissingExtraError: if pandas is missing.
        """
        return rows_frame(self.rows)

    def errors(self, kind: str, *, config: str | None = None, limit: int | None = None) -> list[Any]:
        """The positions in which an error was made, each once, in the order of their numbers.

        Args:
            kind: the kind of error, such as ``"win_thrown"``.
            config: only errors of this configuration.
            limit: only errors at this limit.

        Raises:
            OptionError: for an unknown kind, configuration or limit.
        """
        found, rows = kind_of(kind), self.rows
        for name, given, known in (("config", config, self.configs), ("limit", limit, self.limits)):
            if given is None:
                continue
            if given not in known:
                raise unknown(name, given, map(str, known))
            rows = rows[rows[name] == given]
        made = rows[found.among(rows) & found.made(rows, self._metadata["claim"])]
        return [self.positions[number] for number in np.unique(made["position"])]

    def summary(self) -> Any:
        """Rates of errors over the positions, with 95 % intervals, as a pandas DataFrame.

        The index is (kind, config, limit). ``errors`` of ``total`` positions are the ``rate``, with the ends ``low``
        and ``high`` of Wilson's interval. ``difference``, ``difference_low`` and ``difference_high`` compare it to the
        baseline's at the same limit, paired by position; the interval is made from the positions in which only one of
        the two errs. Positions that some configuration has not searched yet are left out, and for errors of moves those
        of which the oracle does not know what some move at that limit leads to. A rate over no position is NaN.

        Raises:
            MissingExtraError: if pandas or scipy is missing.
        """
        pandas = need("pandas")
        rates = self._rates
        return pandas.DataFrame(
            [(rate.errors, rate.total, *rate.share, *rate.difference) for rate in rates],
            index=pandas.MultiIndex.from_tuples(
                [(rate.kind, rate.config, rate.limit) for rate in rates], names=["kind", "config", "limit"]
            ),
            columns=[
                *("errors", "total", "rate", "low", "high"),
                *("difference", "difference_low", "difference_high"),
            ],
        )

    def by_distance(self, kind: str = "win_thrown") -> Any:
        """Rates of errors by the distance to the end of the game, as a pandas DataFrame.

        The index is (config, limit, from, to): plies to the end in steps that double, 1, 2, 3 to 4, 5 to 8 and so on;
        steps without a position are left out. The columns are ``errors``, ``total``, ``rate``, ``low`` and ``high``,
        see :meth:`summary`. Draws have no distance.

        Raises:
            OptionError: for an unknown kind.
            MissingExtraError: if pandas or scipy is missing.
        """
        pandas, found = need("pandas"), kind_of(kind)
        index, data = [], []
        for limit in self.limits:
            cells, steps = self._cells(found, limit), []
            if len(cells):
                cells = cells[known_plies(cells[:, 0], "plies")]
                steps = _steps(cells["plies"][:, 0])
            for column, config in enumerate(self.configs):
                for least, most in steps:
                    inside = cells[(cells["plies"][:, 0] >= least) & (cells["plies"][:, 0] <= most), column]
                    errors = int(found.made(inside, self._metadata["claim"]).sum())
                    index.append((config, limit, least, most))
                    data.append((errors, len(inside), *share(errors, len(inside))))
        return pandas.DataFrame(
            data,
            index=pandas.MultiIndex.from_tuples(index, names=["config", "limit", "from", "to"]) if index else None,
            columns=["errors", "total", "rate", "low", "high"],
        )

    def plot(self, against: str | None = None) -> Any:
        """A matplotlib Figure: wrong moves, wrong claims and wins thrown by distance, at the largest limit.

        With several limits another part shows wrong moves against the work: the limit, or what is asked for.

        Args:
            against: ``"nodes"``, ``"depth"`` or ``"time"`` (CPU time): the mean of that field of the rows, in place
                of the limit.

        Raises:
            OptionError: for another name.
            MissingExtraError: if matplotlib, pandas or scipy is missing.
        """
        if against not in (None, "nodes", "depth", "time"):
            raise unknown("against", against, ["nodes", "depth", "time"])
        hidden = [name for name in CLAIMS if not self._is_shown(name)]
        summary = self.summary().drop(index=hidden, level="kind")
        return drawn(summary, self.by_distance(), self.frame(), self._metadata["limited"], against)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the result to a file of JSON lines; an existing file is replaced."""
        journal.write(path, TRUTH_FILE, self._metadata, self._records)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Reads a result that :meth:`save` or ``truth(path=…)`` wrote, also one that was interrupted.

        Raises:
            ResultFileError: if the file is missing, is of another experiment, or is damaged.
        """
        return cls(*journal.read(path, TRUTH_FILE))

    @cached_property
    def _table(self) -> npt.NDArray[np.void]:
        """The rows of positions that are searched to the end, of shape (positions, limits, configurations)."""
        rows, width = self.rows, len(self.limits) * len(self.configs)
        numbers, counts = np.unique(rows["position"], return_counts=True)
        complete: npt.NDArray[np.void] = rows[np.isin(rows["position"], numbers[counts == width])]
        return complete.reshape(-1, len(self.limits), len(self.configs))

    def _cells(self, kind: Kind, limit: int) -> npt.NDArray[np.void]:
        """The rows that count for a kind of error at a limit, of shape (positions, configurations)."""
        cells = self._table[:, self.limits.index(limit)]
        counted = kind.among(cells[:, 0])
        if kind.of_move:
            counted &= (cells["after"] != UNKNOWN).all(axis=1)
        found: npt.NDArray[np.void] = cells[counted]
        return found

    @cached_property
    def _rates(self) -> list[Rate]:
        return list(self._rated())

    def _rated(self) -> Iterator[Rate]:
        for name, kind in KINDS.items():
            for limit in self.limits:
                made = kind.made(self._cells(kind, limit), self._metadata["claim"])
                total = len(made)
                for column, config in enumerate(self.configs):
                    own, base = made[:, column], made[:, 0]
                    difference = _NOTHING
                    if column:
                        gained, lost = int((own & ~base).sum()), int((base & ~own).sum())
                        difference = share_difference(gained, lost, total)
                    errors = int(own.sum())
                    yield Rate(name, config, limit, errors, total, share(errors, total), difference)

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """Caption, header and cells: rates of errors, differences to the baseline, and wins thrown by distance."""
        rates = {(rate.kind, rate.config, rate.limit): rate for rate in self._rates}
        kinds = [name for name in SHOWN if self._is_shown(name)]
        lines = [(config, limit) for limit in self.limits for config in self.configs]
        ways = ["configuration", self._metadata["limited"]]
        header = ways + [f"{KINDS[name].title} %" for name in kinds]

        def rate(name: str, config: str, limit: int) -> str:
            return estimate(_percent(rates[name, config, limit].share), digits=2)

        def against(name: str, config: str, limit: int) -> str:
            return estimate(_percent(rates[name, config, limit].difference), 0, signed, 1)

        found = [(self._caption(), header, [[*_texts(line), *(rate(name, *line) for name in kinds)] for line in lines])]
        others = [line for line in lines if line[0] != self.baseline]
        if others:
            caption = (
                f"Differences to {self.baseline!r} in per cent of the positions, paired, with 95 % intervals; "
                f"{OPEN_MARK} after those that include 0"
            )
            found.append(
                (caption, header, [[*_texts(line), *(against(name, *line) for name in kinds)] for line in others])
            )
        cells = {limit: self._cells(KINDS["win_thrown"], limit) for limit in self.limits}
        steps = _steps(np.concatenate([each["plies"][known_plies(each, "plies")] for each in cells.values()]))
        if steps:
            texts = [[*_texts(line), *self._thrown(cells[line[1]], line[0], steps)] for line in lines]
            titles = [str(most) if least == most else f"{least} to {most}" for least, most in steps]
            found.append(("Wins thrown, by plies to the end of the game", ways + titles, texts))
        return found

    def _is_shown(self, name: str) -> bool:
        """Whether a kind of error was possible at all: some position is of its sort, and some score is a claim."""
        claims = np.isfinite(self.rows["expected"]) & (self.rows["kind"] != MATE)
        return bool(KINDS[name].among(self.rows).any() and (claims.any() or name not in CLAIMS))

    def _thrown(self, cells: npt.NDArray[np.void], config: str, steps: list[tuple[int, int]]) -> list[str]:
        """How many wins a configuration throws, of how many, in each step of distance."""
        own = cells[:, self.configs.index(config)]
        inside = [own[(own["plies"] >= least) & (own["plies"] <= most)] for least, most in steps]
        return [f"{KINDS['win_thrown'].made(each, self._metadata['claim']).sum()} of {len(each)}" for each in inside]

    def _caption(self) -> str:
        table = self._table
        verdicts = table["verdict"][:, 0, 0].tolist()
        counts = ", ".join(
            f"{verdicts.count(verdict)} {word}"
            for verdict, word in (("win", "won"), ("draw", "drawn"), ("loss", "lost"))
            if verdict in verdicts
        )
        unknown_moves = int((table["after"] == UNKNOWN).sum())
        parts = [f"{len(table)} positions{f' ({counts})' if counts else ''} judged by {self._metadata['oracle']}"]
        engines = self._metadata.get("engines", {})
        odds = {name: about["limits"] for name, about in engines.items() if about["limits"] is not None}
        parts += [f"{name} {limits_text(own)}" for name, own in odds.items()]
        if unknown_moves:
            parts.append(f"{unknown_moves} moves lead to positions that it does not know")
        return f"{'; '.join(parts)}; rates of errors with 95 % intervals"


def _texts(line: tuple[str, int]) -> list[str]:
    """A configuration and a limit as the first cells of a line."""
    return [line[0], str(line[1])]


def _percent(interval: Interval) -> Interval:
    return Interval(*(100 * end for end in interval))


def _steps(plies: npt.NDArray[np.integer[Any]]) -> list[tuple[int, int]]:
    """The steps of distance that hold some of the plies: 1, 2, 3 to 4, 5 to 8 and so on.

    >>> _steps(np.array([1, 7, 5, 9]))
    [(1, 1), (5, 8), (9, 16)]
    """
    powers = sorted({max(0, int(number) - 1).bit_length() for number in plies})
    return [(2 ** (power - 1) + 1 if power else 1, 2**power) for power in powers]
