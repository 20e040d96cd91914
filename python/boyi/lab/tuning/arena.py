"""Pairs of games between two configurations of one setup."""

from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, Self

from boyi import Config, Position
from boyi.lab.matches.adjudication import Adjudication
from boyi.lab.matches.contest import Contest
from boyi.lab.matches.pair import PairTask
from boyi.lab.setup import Setup, check_travel
from boyi.run import arguments
from boyi.run.journal import Record, fits
from boyi.run.tasks import Search


@dataclass(frozen=True)
class Arena:
    """Where two configurations of a setup play pairs of games: openings, limits and ends of games."""

    setup: Setup
    base: Config
    contest: Contest
    limits: dict[str, Any]
    adjudication: Adjudication | None

    @classmethod
    def of(
        cls,
        setup: Config | Setup | str,
        openings: Iterable[Position | str] | str | None,
        game: str | None,
        limits: dict[str, Any],
        max_plies: int,
        adjudication: Adjudication | None,
        executor: Executor | None,
    ) -> Self:
        """An arena for a setup; the arguments are those of :func:`match`.

        Raises:
            OptionError: for an argument that :func:`match` would refuse.
            GameMismatchError: for openings of several games, or of another one than ``game``.
        """
        Setup.of("setup", setup)  # refused by this name; what it is depends on the game
        limits = limits | {"clock": None}
        contest = Contest.of(
            {"first": setup, "second": setup},
            ("first", "second"),
            openings,
            game,
            games=None,
            limits=limits,
            max_plies=max_plies,
            adjudication=adjudication,
            sprt=None,
        )
        given = Setup.of("setup", setup, contest.game)
        check_travel({"setup": given}, executor)
        return cls(given, arguments.config("setup", given.config), contest, limits, adjudication)

    def pair(self, number: int, first: Config, second: Config) -> "Comparison":
        """A pair of games between two configurations; openings are played in turn."""
        players = (replace(self.setup, config=first), replace(self.setup, config=second))
        opening = self.contest.openings[number % len(self.contest.openings)]
        return Comparison(PairTask(number, opening, players, self.limits, self.contest.max_plies, self.adjudication))


@dataclass(frozen=True)
class Comparison:
    """A pair of games as a task whose record is what the first player has won more than the second."""

    pair: PairTask

    def work(self, search: Search) -> Record:
        """Plays both games."""
        games = self.pair.work(search)["games"]
        won = sum({0: 1, 1: -1}.get(game["winner"], 0) for game in games)
        return {"pair": self.pair.pair, "won": won, "nodes": sum(sum(game["nodes"]) for game in games)}


def belongs(record: Record, metadata: dict[str, Any]) -> bool:
    """Whether a line of a file is the record of a pair of the file's experiment."""
    return (
        fits(record, {"pair": 0, "won": 0, "nodes": 0})
        and 0 <= record["pair"] < metadata["pairs"]
        and abs(record["won"]) <= 2
    )
