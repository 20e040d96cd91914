"""The parts of a match: two players, openings and limits; a task and a record for each pair of games."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from boyi import Config, Position
from boyi.errors import GameMismatchError, OptionError
from boyi.lab.matches.elo import MAX_NELO, Sequential
from boyi.lab.position_sets.openings import openings
from boyi.lab.setup import Setup, plain_configs
from boyi.run import arguments
from boyi.run.arguments import MAX_DEPTH, MAX_NODES
from boyi.run.journal import FileKind, Record, fits
from boyi.run.positions import SIDES, checked_position, one_game, plain_position
from boyi.run.provenance import provenance
from boyi.run.tasks import Search

Player = Config | Setup | str
Openings = Iterable[Position | str] | str

MAX_PLIES = 10_000
"""Largest value of ``max_plies``."""

MAX_TIME = 86_400.0
"""Largest limit of a move in seconds: a day."""

OUT_OF_PLIES = "max_plies"
"""Reason of the end of a game that was broken off at ``max_plies``."""

_DEFAULT_OPENINGS = {"xiangqi": "xiangqi", "gomoku": "gomoku/freestyle"}


@dataclass(frozen=True)
class PairTask:
    """Two games from one opening, with colours swapped: picklable, and the same games wherever it runs."""

    pair: int
    """Number of the pair, from 0."""
    opening: Any
    setups: tuple[Setup, Setup]
    limits: dict[str, Any]
    max_plies: int

    def work(self, search: Search) -> Record:
        """Plays both games: in the first one, the first player has the side that begins a game, black in gomoku.

        The record of a game says who had that side (0 or 1), who has won (-1: nobody), the moves after the opening, and
        nodes and CPU seconds of both players.
        """
        return {"pair": self.pair, "games": [self._play(search, first) for first in (0, 1)]}

    def _play(self, search: Search, first: int) -> Record:
        searchers = [setup.searcher() for setup in self.setups]
        nodes, time = [0, 0], [0.0, 0.0]
        moves: list[str] = []
        beginner = SIDES[self.opening.game][0]

        def player(side: str | None) -> int:
            return first if side == beginner else 1 - first

        place = self.opening
        while (outcome := place.outcome()) is None and len(moves) < self.max_plies:
            mover = player(place.turn)
            result = search(searchers[mover], place, **self.limits)
            nodes[mover] += result.nodes
            time[mover] += result.cpu_time
            # Without a move the search saw that every one loses at once; one must be made all the same.
            move = result.move or place.legal_moves()[0]
            moves.append(str(move))
            place = place.play(move)
        return {
            "first": first,
            "winner": -1 if outcome is None or outcome.winner is None else player(outcome.winner),
            "reason": OUT_OF_PLIES if outcome is None else outcome.reason,
            "moves": " ".join(moves),
            "nodes": nodes,
            "time": time,
        }


@dataclass(frozen=True)
class Contest:
    """Everything that decides the games of a match."""

    game: str
    setups: dict[str, Setup]
    openings: list[Position]
    games: int
    limits: dict[str, Any]
    max_plies: int
    sprt: Sequential | None

    @classmethod
    def of(
        cls,
        players: tuple[Player, Player],
        names: tuple[str, str] | None,
        given: Openings | None,
        game: str | None,
        *,
        games: int | None,
        limits: dict[str, Any],
        max_plies: int,
        sprt: tuple[float, float] | None,
    ) -> "Contest":
        """Checks and completes what a user gave to :func:`boyi.lab.match`."""
        limits = _limits(limits)
        found = _openings(given, _game(players, game) if given is None or game is not None else None)
        games = 2 * len(found) if games is None else arguments.whole("games", games, MAX_NODES)
        if games % 2:
            raise OptionError(f"games={games}: expected an even number, since every opening is played twice")
        if games > 2 * len(found) and limits["time"] is None:
            raise OptionError(
                f"games={games}: expected at most {2 * len(found)}, two for each opening, since a repeated opening "
                "would give the same games again; lab.make_openings makes more openings"
            )
        plies = arguments.whole("max_plies", max_plies, MAX_PLIES)
        setups = _setups(players, names, found[0].game)
        configs = {name: arguments.config(name, setup.config) for name, setup in setups.items()}
        arguments.depth_where_needed(configs, limits["depth"])
        return cls(found[0].game, setups, found[: games // 2], games, limits, plies, _sprt(sprt))

    def tasks(self) -> Iterator[PairTask]:
        """All pairs in order; more pairs than openings begin with the first opening again."""
        first, second = self.setups.values()
        for pair in range(self.games // 2):
            opening = self.openings[pair % len(self.openings)]
            yield PairTask(pair, opening, (first, second), self.limits, self.max_plies)

    def metadata(self) -> dict[str, Any]:
        """The match as plain data, with the version, the commit, the build, the seeds and the processor."""
        return (
            provenance()
            | {"game": self.game, "games": self.games}
            | self.limits
            | {
                "max_plies": self.max_plies,
                "sprt": None if self.sprt is None else list(self.sprt),
                "openings": [plain_position(opening) for opening in self.openings],
            }
            | plain_configs(self.setups)
        )


def _limits(given: dict[str, Any]) -> dict[str, Any]:
    """The limits of a move, of which at least one is given."""
    if all(value is None for value in given.values()):
        raise OptionError("a match without a limit: give nodes=, time= (seconds) or depth= (plies), each for a move")
    time = given["time"]
    if time is not None and not (isinstance(time, float | int) and 0 < time <= MAX_TIME):
        raise OptionError(f"time={time!r}: expected seconds, above 0 and up to {MAX_TIME:g}")
    return {
        "nodes": arguments.limit("nodes", given["nodes"], MAX_NODES),
        "time": time if time is None else float(time),
        "depth": arguments.limit("depth", given["depth"], MAX_DEPTH),
    }


def _game(players: tuple[Player, Player], given: str | None) -> str:
    """The game to play: the one that is asked for, or the only one that the presets of the players were made for."""
    expected = " or ".join(map(repr, SIDES))
    if given is not None:
        if given not in SIDES:
            raise OptionError(f"game={given!r}: expected {expected}")
        return given
    configs = [player.config if isinstance(player, Setup) else player for player in players]
    for name, config in zip("ab", configs, strict=True):
        arguments.config(name, config)
    homes = {Config.home(config) for config in configs if isinstance(config, str)} - {None}
    if len(homes) != 1:
        raise OptionError(f"game=None: expected {expected}, or openings=, which tell it")
    return str(homes.pop())


def _openings(given: Openings | None, game: str | None) -> list[Position]:
    """The openings: those given, or those that ship for the game; of that game where one was asked for."""
    if given is None:
        assert game is not None
        given = _DEFAULT_OPENINGS[game]
    if isinstance(given, str):
        given = openings(given)
    found = arguments.several("openings", given, "positions, FEN texts, or the name of a set of openings")
    places_ = [checked_position(f"openings[{number}]", place) for number, place in enumerate(found)]
    first: dict[Position, int] = {}
    for number, place in enumerate(places_):
        if first.setdefault(place, number) != number:
            raise OptionError(f"openings[{number}] is openings[{first[place]}] again: expected every opening once")
    if game not in (None, one_game("a match", places_)):
        raise GameMismatchError(f"game={game!r} with openings of {places_[0].game}: expected one game")
    return places_


def _setups(players: tuple[Player, Player], names: tuple[str, str] | None, game: str) -> dict[str, Setup]:
    """Both players under their names: those given, else the presets', else a and b."""
    setups = [Setup.of(name, player, game) for name, player in zip("ab", players, strict=True)]
    if names is None:
        found = [player if isinstance(player, str) else name for name, player in zip("ab", players, strict=True)]
        if found[0] == found[1]:
            found = [f"{name} ({letter})" for name, letter in zip(found, "ab", strict=True)]
    else:
        found = arguments.several("names", names, "two names")
        if len(found) != 2 or found[0] == found[1] or not all(isinstance(name, str) and name for name in found):
            raise OptionError(f"names={names!r}: expected two names that differ")
    return dict(zip(found, setups, strict=True))


def _sprt(given: tuple[float, float] | None) -> Sequential | None:
    if given is None:
        return None
    expected = f"two values of normalized Elo, the smaller one first, from {-MAX_NELO:g} to {MAX_NELO:g}"
    try:
        nelo0, nelo1 = (float(value) for value in given)
    except (TypeError, ValueError):
        raise OptionError(f"sprt={given!r}: expected {expected}") from None
    if not -MAX_NELO <= nelo0 < nelo1 <= MAX_NELO:
        raise OptionError(f"sprt={given!r}: expected {expected}")
    return Sequential(nelo0, nelo1)


# Files

_METADATA: Record = {
    "version": "",
    "commit": "",
    "game": "",
    "games": 0,
    "max_plies": 0,
    "openings": [{"start_fen": "", "rules": "", "moves": [""]}],
}
"""The model of what a file's metadata must have, configurations, limits and test aside."""

_PAIR: Record = {
    "pair": 0,
    "games": [{"first": 0, "winner": 0, "reason": "", "moves": "", "nodes": [0], "time": [0.0]}],
}
"""The model of a record."""


def _is_match(metadata: dict[str, Any]) -> bool:
    configs, sprt = metadata.get("configs"), metadata.get("sprt")
    return (
        fits({key: metadata.get(key) for key in _METADATA}, _METADATA)
        and metadata["game"] in SIDES
        and bool(metadata["openings"])
        and isinstance(configs, dict)
        and len(configs) == 2
        and {"nodes", "time", "depth"} <= metadata.keys()
        and (sprt is None or fits(sprt, [0.0, 0.0]))
    )


def _belongs(record: Record, metadata: dict[str, Any]) -> bool:
    """Whether a record is one of a pair of this match: two games, one with either player beginning."""
    return (
        fits(record, _PAIR)
        and 0 <= record["pair"] < metadata["games"] // 2
        and [game["first"] for game in record["games"]] == [0, 1]
        and all(game["winner"] in (-1, 0, 1) for game in record["games"])
        and all(len(game[name]) == 2 for game in record["games"] for name in ("nodes", "time"))
    )


MATCH_FILE = FileKind("match", "a pair of games", "pairs of games", _is_match, _belongs)
"""Files of matches."""
