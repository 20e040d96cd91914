"""The parts of matches and tournaments: players, openings and limits; tasks, and the files of their records."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from boyi import Config, Position
from boyi.errors import GameMismatchError, OptionError
from boyi.games import game_names, game_of
from boyi.lab.engines.engine import Engine
from boyi.lab.engines.limits import LIMITS, checked_limits, plain_limits
from boyi.lab.engines.plain import plain_players
from boyi.lab.engines.player import EnginePlayer
from boyi.lab.matches.adjudication import Adjudication
from boyi.lab.matches.elo import MAX_NELO, Sequential
from boyi.lab.matches.home import common_game
from boyi.lab.matches.pair import PairTask, in_game
from boyi.lab.position_sets.sets import openings
from boyi.lab.setup import Setup
from boyi.run import arguments
from boyi.run.arguments import MAX_NODES
from boyi.run.journal import FileKind, Record, fits
from boyi.run.positions import checked_position, one_game
from boyi.run.provenance import provenance
from boyi.run.tasks import run_search

Player = Config | Setup | Engine | str
Openings = Iterable[Position | str] | str

MAX_PLIES = 10_000
"""Largest value of ``max_plies``."""


@dataclass(frozen=True)
class Contest:
    """Everything that decides the games of a match; of a tournament, those of each of its matches."""

    game: str
    players: dict[str, Setup | Engine]
    reported: dict[str, str]
    """The names that engines report, by the names of the players."""
    openings: list[Position]
    games: int
    limits: dict[str, Any]
    max_plies: int
    adjudication: Adjudication | None
    sprt: Sequential | None
    swap2: bool

    @classmethod
    def of(
        cls,
        players: Mapping[str, Player],
        names: Sequence[str] | None,
        given: Openings | None,
        game: str | None,
        *,
        games: int | None,
        limits: dict[str, Any],
        max_plies: int,
        adjudication: Adjudication | None,
        sprt: tuple[float, float] | None,
        swap2: bool = False,
    ) -> "Contest":
        """Checks and completes what a user gave to :func:`boyi.lab.match` or :func:`boyi.lab.tournament`.

        ``players`` has them by the names that errors call them, such as ``"a"``; ``names`` are those of the results.
        """
        limits = checked_limits(limits)
        found = _openings(
            given,
            common_game(players, game) if given is None or game is not None else None,
        )
        if swap2:
            found = _offered(found, chosen=given is not None and not isinstance(given, str))
        games = 2 * len(found) if games is None else arguments.whole("games", games, MAX_NODES)
        if games % 2:
            raise OptionError(f"games={games}: expected an even number, since every opening is played twice")
        if games > 2 * len(found) and all(limits[name] is None for name in ("time", "cpu_time", "clock")):
            raise OptionError(
                f"games={games}: expected at most {2 * len(found)}, two for each opening, since a repeated opening "
                "would give the same games again; lab.make_openings makes more openings"
            )
        plies = arguments.whole("max_plies", max_plies, MAX_PLIES)
        if not isinstance(adjudication, Adjudication | None):
            raise OptionError(f"adjudication={adjudication!r}: expected a boyi.lab.Adjudication or None")
        if adjudication is not None and adjudication.material is not None:
            game_of(found[0]).part("piece_points", f"values of pieces for material={adjudication.material}")
        test = _sprt(sprt)
        checked = [_player(name, player, found[0].game) for name, player in players.items()]
        chosen, used = _chosen_names(names, len(players)), found[: games // 2]
        reported = [_reported(player, used, limits) for player in checked]
        named = dict(zip(chosen or _names(players, reported), checked, strict=True))
        programs = dict(zip(named, reported, strict=True))
        contest = cls(found[0].game, named, programs, used, games, limits, plies, adjudication, test, bool(swap2))
        configs = {name: arguments.config(name, setup.config) for name, setup in contest.setups.items()}
        arguments.depth_where_needed(configs, limits["depth"])
        return contest

    @property
    def setups(self) -> dict[str, Setup]:
        """The players that are searches of boyi."""
        return {name: player for name, player in self.players.items() if isinstance(player, Setup)}

    def between(self, *names: str) -> "Contest":
        """The contest of some of the players."""
        return replace(
            self,
            players={name: self.players[name] for name in names},
            reported={name: self.reported[name] for name in names},
        )

    def tasks(self) -> Iterator[PairTask]:
        """All pairs of a match of two players, in order; more pairs than openings begin with the first one again."""
        first, second = self.players.values()
        for pair in range(self.games // 2):
            opening = self.openings[pair % len(self.openings)]
            yield PairTask(pair, opening, (first, second), self.limits, self.max_plies, self.adjudication, self.swap2)

    def metadata(self) -> dict[str, Any]:
        """The match as plain data, with the version, the commit, the build, the seeds and the processor."""
        return (
            provenance()
            | {"game": self.game, "games": self.games}
            | plain_limits(self.limits)
            | {
                "max_plies": self.max_plies,
                "adjudication": None if self.adjudication is None else self.adjudication.plain(),
                "swap2": self.swap2,
                "sprt": None if self.sprt is None else list(self.sprt),
                "openings": [game_of(opening).plain(opening) for opening in self.openings],
            }
            | plain_players(self.players, self.reported)
        )


def _openings(given: Openings | None, game: str | None) -> list[Position]:
    """The openings: those given, or those that ship for the game; of that game where one was asked for."""
    if given is None:
        assert game is not None
        given = game_of(game).opening_set()
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


def _offered(found: list[Position], *, chosen: bool) -> list[Position]:
    """The openings from which swap2 can begin; all must be such if the user has chosen them one by one."""
    game = game_of(found[0])
    if not game.swap2:
        raise game.lacks("opening rule swap2")
    fit = [place for place in found if _is_offered(place)]
    if not fit or (chosen and len(fit) < len(found)):
        unfit = next(place for place in found if place not in fit)
        raise OptionError(
            f"swap2=True with an opening of {len(unfit.moves)} moves: expected boards with no stone or three moves"
        )
    return fit


def _is_offered(place: Any) -> bool:
    stones = int((place.to_array() != 0).sum())
    return stones == len(place.moves) and stones in (0, 3)


def _player(name: str, given: Player, game: str) -> Setup | Engine:
    """A player, checked as far as it can be without asking an engine."""
    if not isinstance(given, Engine):
        return Setup.of(name, given, game)
    if given.game != game:
        raise GameMismatchError(
            f"{name}: an engine with protocol={given.protocol!r} plays {given.game}, expected {game}"
        )
    if given.limits is None:
        return given
    return replace(given, limits=checked_limits(dict.fromkeys(LIMITS) | dict(given.limits)))


def _reported(player: Setup | Engine, found: list[Position], limits: dict[str, Any]) -> str:
    """The name that an engine reports, which can play the match from these openings; empty for a setup."""
    seated = in_game(player, run_search, limits)
    return seated.probe(found) if isinstance(seated, EnginePlayer) else ""


def _chosen_names(names: Sequence[str] | None, number: int) -> list[str] | None:
    """The names that the user gave, if any."""
    if names is None:
        return None
    count = "two" if number == 2 else str(number)
    found = arguments.several("names", names, f"{count} names")
    if (
        not all(isinstance(name, str) and name for name in found)
        or len(set(found)) != len(found)
        or len(found) != number
    ):
        raise OptionError(f"names={names!r}: expected {count} names that differ")
    return found


def _names(players: Mapping[str, Player], reported: list[str]) -> list[str]:
    """What to call the players: presets and engines by their names, else as errors do, such as a and b."""
    found = []
    for (label, player), name in zip(players.items(), reported, strict=True):
        own = player.name if isinstance(player, Engine) else player
        found.append(own if isinstance(own, str) else name or label)
    return [name if found.count(name) == 1 else f"{name} ({label})" for label, name in zip(players, found, strict=True)]


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
"""The model of a record of older versions."""

_FORFEIT: Record = {"player": 0, "reason": "", "transcript": [""]}
"""The model of what the record of a forfeited game has more."""

_COUNTS = ("searches", "depths")
"""What records have since engines may play: whole numbers of both players."""


def is_contest(metadata: dict[str, Any], players: int) -> bool:
    """Whether the metadata of a file are those of a contest with at least so many players."""
    configs, sprt, engines = (metadata.get(key) for key in ("configs", "sprt", "engines"))
    return (
        fits({key: metadata.get(key) for key in _METADATA}, _METADATA)
        and metadata["game"] in game_names()
        and bool(metadata["openings"])
        and isinstance(configs, dict)
        and len(configs) >= players
        and {"nodes", "time", "depth", "sprt"} <= metadata.keys()
        and (
            engines is None or (isinstance(engines, dict) and all(isinstance(each, dict) for each in engines.values()))
        )
        and (sprt is None or fits(sprt, [0.0, 0.0]))
    )


def _is_match(metadata: dict[str, Any]) -> bool:
    return is_contest(metadata, 2) and len(metadata["configs"]) == 2


def is_pair(record: Record, metadata: dict[str, Any]) -> bool:
    """Whether a record is one of a pair of this contest: two games, one with either player beginning."""
    games = record.get("games")
    if not isinstance(games, list) or not all(isinstance(game, dict) for game in games):
        return False
    older = [
        {key: value for key, value in game.items() if key not in ("forfeit", "black", "said", *_COUNTS)}
        for game in games
    ]
    return (
        fits(record | {"games": older}, _PAIR)
        and 0 <= record["pair"] < metadata["games"] // 2
        and [game["first"] for game in games] == [0, 1]
        and all(game["winner"] in (-1, 0, 1) and game.get("black", 0) in (0, 1) for game in games)
        and all(len(game[name]) == 2 for game in games for name in ("nodes", "time"))
        and all(fits(game.get(name, [0, 0]), [0, 0]) for game in games for name in _COUNTS)
        and all(isinstance(game.get("said", ""), str) for game in games)
        and all(
            fits(game["forfeit"], _FORFEIT) and game["forfeit"]["player"] in (0, 1)
            for game in games
            if "forfeit" in game
        )
    )


MATCH_FILE = FileKind("match", "a pair of games", "pairs of games", _is_match, is_pair)
