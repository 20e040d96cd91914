"""The result of a tournament: its matches, ratings and crosstable."""

from functools import cached_property
from os import PathLike
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from boyi.errors import unknown
from boyi.lab.engines.limits import limits_text
from boyi.lab.matches.result import Match
from boyi.lab.plots import INK, new_figure
from boyi.lab.render import OPEN_MARK, Shown, estimate, signed
from boyi.lab.stats import LEVEL, Interval
from boyi.lab.tournaments.field import OF_PLAYERS, TOURNAMENT_FILE, Pairing, pairings
from boyi.lab.tournaments.ratings import Ratings
from boyi.run import journal
from boyi.run.extras import rows_frame

__all__ = ["Tournament"]


class Tournament(Shown):
    """The result of :func:`boyi.lab.tournament`.

    ``str`` and a notebook show it as tables: the ratings, and the crosstable. Each pairing is a :class:`Match`, with
    its games and its own Elo; the ratings are those of all games together. A tournament saved with :meth:`save`, or
    written along the way with ``tournament(path=…)``, comes back with :meth:`load`, one that was interrupted too.

    >>> from boyi import lab
    >>> presets = {"deep": "boyi", "without killers": boyi.Config.preset("boyi", "gomoku").replace(killers=0)}
    >>> tournament = lab.tournament(presets, game="gomoku", games=2, nodes=200, progress=False)
    >>> tournament.players, tournament.match("deep", "without killers").players
    (('deep', 'without killers'), ('deep', 'without killers'))
    """

    def __init__(self, metadata: dict[str, Any], records: list[journal.Record]) -> None:
        self._metadata = metadata
        self._records = records

    @property
    def metadata(self) -> dict[str, Any]:
        """The tournament as plain data, with what it takes to repeat it.

        The keys are those of :attr:`Match.metadata`, for all players; ``games`` is the number in each match at most,
        and ``gauntlet`` the name of the player that meets all others, None in a round robin.
        """
        return self._metadata

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in their order."""
        return tuple(self._metadata["configs"])

    @property
    def pairings(self) -> list[Pairing]:
        """The names of the players of each match."""
        return pairings(list(self.players), self._metadata["gauntlet"])

    @cached_property
    def matches(self) -> dict[Pairing, Match]:
        """The match of each pairing, from the first player's view, as far as it was played."""
        records: list[list[journal.Record]] = [[] for _ in self.pairings]
        for record in self._records:
            records[record["pairing"]].append(record)
        return {
            pairing: Match(self._of_two(pairing), of_pairing)
            for pairing, of_pairing in zip(self.pairings, records, strict=True)
        }

    def match(self, first: str, second: str) -> Match:
        """The match of two players, in either order; its figures are from the view of ``Match.players[0]``.

        Raises:
            OptionError: for names of players that do not meet.
        """
        for pairing in ((first, second), (second, first)):
            if pairing in self.matches:
                return self.matches[pairing]
        raise unknown("pairing", (first, second), [f"{a} - {b}" for a, b in self.matches])

    @cached_property
    def ratings(self) -> dict[str, Interval]:
        """The rating of each player in Elo with its 95 % interval, the highest first.

        They are those of Bradley and Terry, draws counting half a win and half a loss, with a mean of 0. The intervals
        come from the spread of the pairs of games. Infinite, without an interval: a player who has won or lost all
        games; NaN: one who has met nobody whose games compare him with the others.
        """
        found = {name: self._rated.rating(name) for name in self.players}
        return dict(sorted(found.items(), key=lambda each: _order(each[1].value), reverse=True))

    def rating(self, player: str, *, level: float = LEVEL) -> Interval:
        """The rating of a player, as in :attr:`ratings`, with an interval of another level.

        Raises:
            OptionError: for an unknown player, or a level that is not above 0 and below 1.
        """
        return self._rated.rating(self._known(player), level=level)

    def difference(self, player: str, other: str, *, level: float = LEVEL) -> Interval:
        """By how much Elo one player is rated above another, with the interval of the difference.

        It is from all games, of both with others too. With two players it is :attr:`Match.elo`. Intervals of two
        ratings say less: the ratings of players who met each other are not independent.

        Raises:
            OptionError: for an unknown player, or a level that is not above 0 and below 1.
        """
        return self._rated.difference(self._known(player), self._known(other), level=level)

    def points(self, player: str, other: str | None = None) -> tuple[float, int]:
        """Points and games of a player against another, or against all."""
        scored, played = 0.0, 0
        for (first, second), match in self.matches.items():
            if player in (first, second) and (other is None or other in (first, second)):
                score = float(match.rows["score"].sum())
                scored += score if player == first else len(match.rows) - score
                played += len(match.rows)
        return scored, played

    @cached_property
    def rows(self) -> npt.NDArray[np.void]:
        """One row for each game, match after match; read-only.

        Fields: ``first`` and ``second``, the names of the two players of the match, and the fields of
        :attr:`Match.rows`, whose ``score``, ``nodes_a`` and so on are those of ``first``.
        """
        name = f"U{max(map(len, self.players))}"
        parts = [match.rows for match in self.matches.values()]
        names = parts[0].dtype.names or ()
        kinds = [(field, name if parts[0].dtype[field].kind == "U" else parts[0].dtype[field]) for field in names]
        kinds = [(field, "U24" if field == "reason" else kind) for field, kind in kinds]
        rows = np.zeros(sum(map(len, parts)), dtype=[("first", name), ("second", name), *kinds])
        begin = 0
        for (first, second), part in zip(self.matches, parts, strict=True):
            place = rows[begin : begin + len(part)]
            place["first"], place["second"] = first, second
            for field in names:
                place[field] = part[field]
            begin += len(part)
        rows.flags.writeable = False
        return rows

    def frame(self) -> Any:
        """The rows as a pandas DataFrame.

        Raises:
            MissingExtraError: if pandas is missing.
        """
        return rows_frame(self.rows)

    def plot(self) -> Any:
        """A matplotlib Figure: the rating of each player with its interval, the highest on top.

        Players whose rating is infinite or unknown are named without a point.

        Raises:
            MissingExtraError: if matplotlib is missing.
        """
        rated = list(self.ratings.items())[::-1]
        figure, [axes] = new_figure(1, 1 + 0.3 * len(rated))
        for height, (_, interval) in enumerate(rated):
            if np.isfinite(interval.value):
                errors = [[abs(interval.value - end) if np.isfinite(end) else 0.0] for end in interval[1:]]
                axes.errorbar([interval.value], [height], xerr=errors, fmt="o", color=INK, capsize=2)
        axes.axvline(0, color="grey", linewidth=0.8)
        axes.set_ylim(-0.5, len(rated) - 0.5)
        axes.set_yticks(range(len(rated)), [name for name, _ in rated])
        axes.set_xlabel(f"Elo with 95 % intervals, {len(self.rows)} games, {self._metadata['game']}")
        return figure

    def save(self, path: str | PathLike[str]) -> None:
        """Writes everything to a file of JSON lines, over an older one.

        Raises:
            ResultFileError: if the file cannot be written.
        """
        journal.write(path, TOURNAMENT_FILE, self._metadata, self._records)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Reads what :meth:`save` or ``tournament(path=…)`` wrote, a tournament that was interrupted too.

        Raises:
            ResultFileError: if the file is missing, is not a tournament, or is damaged.
        """
        return cls(*journal.read(path, TOURNAMENT_FILE))

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """Caption, header and cells of the tables: the ratings, and the crosstable."""
        return [self._standing(), self._crosstable()]

    def _standing(self) -> tuple[str, list[str], list[list[str]]]:
        hub = self._metadata["gauntlet"]
        header = ["player", "rank", "Elo", "games", "won", "drawn", "lost", "score %"]
        rows = []
        for rank, (name, interval) in enumerate(self.ratings.items(), 1):
            scored, played = self.points(name)
            drawn = sum(match.draws for pairing, match in self.matches.items() if name in pairing)
            won = round(scored - drawn / 2)
            share = f"{100 * scored / played:.1f}" if played else "-"
            cells = [str(rank), _cell(interval), str(played), str(won), str(drawn), str(played - won - drawn), share]
            above = [] if hub is None else ["" if name == hub else _cell(self.difference(name, hub))]
            rows.append([name, *cells, *above])
        return self._caption(), header + ([] if hub is None else [f"above {hub}"]), rows

    def _crosstable(self) -> tuple[str, list[str], list[list[str]]]:
        ranked = list(self.ratings)
        header = ["player", "points", *(str(rank) for rank, _ in enumerate(ranked, 1))]
        rows = [
            [f"{rank} {name}", f"{self.points(name)[0]:g}", *(self._meeting(name, other) for other in ranked)]
            for rank, name in enumerate(ranked, 1)
        ]
        return "Points of each player against each of the others, and games", header, rows

    def _meeting(self, player: str, other: str) -> str:
        scored, played = (0.0, 0) if player == other else self.points(player, other)
        return f"{scored:g}/{played}" if played else "·"

    def _caption(self) -> str:
        hub, limits = self._metadata["gauntlet"], limits_text(self._metadata, " a move")
        kind = "round robin" if hub is None else f"gauntlet of {hub}"
        played = f"{len(self.rows)} games in {sum(len(match.rows) // 2 for match in self.matches.values())} pairs"
        intervals = f"Bradley-Terry ratings with mean 0, 95 % intervals, {OPEN_MARK} after those that include 0"
        return f"{len(self.players)} players, {self._metadata['game']}, {kind}: {played}, {limits}; {intervals}"

    @cached_property
    def _rated(self) -> Ratings:
        return Ratings(self.players, {pairing: match.pairs for pairing, match in self.matches.items()})

    def _known(self, player: str) -> str:
        if player not in self.players:
            raise unknown("player", player, self.players)
        return player

    def _of_two(self, pairing: Pairing) -> dict[str, Any]:
        """The metadata of a match: those of the tournament, of two players."""
        of_two = {
            key: {name: self._metadata[key][name] for name in pairing if name in self._metadata[key]}
            for key in OF_PLAYERS
            if key in self._metadata
        }
        return {key: value for key, value in self._metadata.items() if key != "gauntlet"} | of_two


def _order(rating: float) -> float:
    """A rating as a number to sort by: NaN below all others."""
    return -np.inf if np.isnan(rating) else max(rating, np.finfo(float).min)


def _cell(interval: Interval) -> str:
    """A rating with its interval."""
    return estimate(interval, 0, signed, 1)
