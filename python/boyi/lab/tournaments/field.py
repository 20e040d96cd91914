"""The parts of a tournament: its players and pairings, its tasks, and the files of their records."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from boyi.errors import OptionError, unknown
from boyi.lab.engines.engine import Engine
from boyi.lab.matches.contest import Contest, Player, is_contest, is_pair
from boyi.lab.matches.pair import PairTask
from boyi.run import arguments
from boyi.run.journal import FileKind, Record
from boyi.run.tasks import Search

Players = Mapping[str, Player] | Iterable[Engine | str]

Pairing = tuple[str, str]
"""The names of two players that meet."""

OF_PLAYERS = ("configs", "seed", "functions", "engines")
"""The keys of metadata whose values are by player."""

_EXPECTED = "a dict from a name to a Config, a Setup, an Engine or a preset, or a list of presets and engines"


@dataclass(frozen=True)
class FieldTask:
    """A pair of games of a tournament."""

    pairing: int
    """Number of the pairing, from 0."""
    task: PairTask

    def work(self, search: Search) -> Record:
        """Plays both games; the record says which pairing they are of."""
        return {"pairing": self.pairing} | self.task.work(search)


@dataclass(frozen=True)
class Field:
    """The players of a tournament, and who meets whom."""

    contest: Contest
    gauntlet: str | None

    @classmethod
    def of(cls, players: Players, gauntlet: str | None, **given: Any) -> "Field":
        """Checks and completes what a user gave to :func:`boyi.lab.tournament`; ``given`` is for :class:`Contest`."""
        named, names = _labelled(players)
        if len(named) < 2:
            raise OptionError(f"players has {len(named)}: expected at least two, as {_EXPECTED}")
        if names is not None and gauntlet is not None and gauntlet not in names:
            raise unknown("gauntlet: player", gauntlet, names)
        opens, game = given.pop("openings"), given.pop("game")
        contest = Contest.of(named, names, opens, game, sprt=None, **given)
        if gauntlet is not None and gauntlet not in contest.players:
            raise unknown("gauntlet: player", gauntlet, contest.players)
        return cls(contest, gauntlet)

    @property
    def pairings(self) -> list[Pairing]:
        """The pairings, see :func:`pairings`."""
        return pairings(list(self.contest.players), self.gauntlet)

    def tasks(self) -> Iterator[FieldTask]:
        """All pairs of games: the first of every pairing, then the second of each, so that all grow together."""
        rounds = zip(*(self.contest.between(*pairing).tasks() for pairing in self.pairings), strict=True)
        for each in rounds:
            for number, task in enumerate(each):
                yield FieldTask(number, task)

    def metadata(self) -> dict[str, Any]:
        """The tournament as plain data: that of a match with all players, and the gauntlet."""
        return self.contest.metadata() | {"gauntlet": self.gauntlet}


def pairings(players: list[str], gauntlet: str | None) -> list[Pairing]:
    """Everybody with everybody, or one player with all others.

    >>> pairings(["a", "b", "c"], None), pairings(["a", "b", "c"], "b")
    ([('a', 'b'), ('a', 'c'), ('b', 'c')], [('b', 'a'), ('b', 'c')])
    """
    if gauntlet is None:
        return list(combinations(players, 2))
    return [(gauntlet, name) for name in players if name != gauntlet]


def _labelled(players: Any) -> tuple[dict[str, Player], list[str] | None]:
    """The players by what errors call them; and their names, None where they follow from the players."""
    if isinstance(players, str):
        raise OptionError(f"players={players!r}: expected {_EXPECTED}")
    if isinstance(players, Mapping):
        found = arguments.several("players", players, _EXPECTED)
        return {f"players[{name!r}]": players[name] for name in found}, found
    found = arguments.several("players", players, _EXPECTED)
    for number, player in enumerate(found):
        if not isinstance(player, Engine | str):
            raise OptionError(
                f"players[{number}]={player!r}: expected the name of a preset or an Engine; for others give a dict"
            )
        if isinstance(player, str) and player in found[:number]:
            raise OptionError(f"players[{number}]={player!r} occurs twice: expected every player once, or a dict")
    return {f"players[{number}]": player for number, player in enumerate(found)}, None


# Files


def _is_tournament(metadata: dict[str, Any]) -> bool:
    return (
        is_contest(metadata, 2)
        and "gauntlet" in metadata
        and (metadata["gauntlet"] is None or metadata["gauntlet"] in metadata["configs"])
    )


def _belongs(record: Record, metadata: dict[str, Any]) -> bool:
    """Whether a record is one of a pair of games of one of the pairings."""
    number = record.get("pairing")
    of_pair = {key: value for key, value in record.items() if key != "pairing"}
    meetings = pairings(list(metadata["configs"]), metadata["gauntlet"])
    return type(number) is int and 0 <= number < len(meetings) and is_pair(of_pair, metadata)


TOURNAMENT_FILE = FileKind("tournament", "a pair of games", "pairs of games", _is_tournament, _belongs)
