"""The result of a match: its games, the score, Elo and the sequential test."""

import math
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from os import PathLike
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from boyi import html
from boyi.games import game_of
from boyi.lab.engines.limits import limits_text
from boyi.lab.matches.as_record import match_record
from boyi.lab.matches.contest import MATCH_FILE
from boyi.lab.matches.elo import BOUND, Sequential, elo, normalized_elo
from boyi.lab.matches.pair import UNSAID
from boyi.lab.render import OPEN_MARK, Shown, estimate, signed
from boyi.lab.stats import Interval
from boyi.records import Game as GameRecord
from boyi.run import journal
from boyi.run.extras import rows_frame

__all__ = ["Forfeit", "Game", "Match"]

_POINTS = ("0", "½", "1", "1½", "2")


@dataclass(frozen=True)
class Game:
    """A game of a match."""

    number: int
    """Number of the game, from 0; the two games of a pair follow each other."""
    pair: int
    """Number of the pair that the game belongs to, from 0."""
    opening: Any
    """The position that the game began with."""
    moves: tuple[str, ...]
    """The moves after the opening, those of swap2 among them."""
    players: dict[str, str]
    """The name of the player of each side, the side that begins first."""
    winner: str | None
    """The name of the player who has won, None for a draw."""
    reason: str
    """Why the game ended: a reason of :class:`boyi.Outcome` or of :class:`Forfeit`, ``agreed win``, ``agreed draw`` or
    ``material`` by :class:`Adjudication`, or ``max_plies`` if broken off."""
    nodes: dict[str, int]
    """Nodes of all searches of each player."""
    time: dict[str, float]
    """CPU seconds of all searches of each player."""
    searches: dict[str, int]
    """Number of searches of each player; 0 in files of older versions."""
    depths: dict[str, int]
    """Sum of the depths of each player's searches, in plies; 0 in files of older versions."""
    scores: tuple[int | None, ...] = ()
    """What the player said of each of the moves: its score in points (100,000 is a proved win) for the side that begins
    a game; None where it said nothing, as in files of older versions."""
    searched: tuple[int, ...] = ()
    """The depth in plies to which each of the moves was searched; 0 where the player did not tell it."""

    @property
    def position(self) -> Any:
        """The last position, with the whole game as its history."""
        return self.opening.play_all(self.moves)

    def _repr_html_(self) -> str:
        players = [(side, f"{name}{', has won' if name == self.winner else ''}") for side, name in self.players.items()]
        told = [*players, ("end", f"{self.reason} after {len(self.moves)} moves"), ("moves", " ".join(self.moves))]
        return self._repr_svg_() + html.facts(told)

    def _repr_svg_(self) -> str:
        return str(self.position.svg(size=300))


@dataclass(frozen=True)
class Forfeit:
    """A game that a player lost by its conduct, and not by the rules."""

    game: int
    """Number of the game, from 0."""
    player: str
    """The name of the player who has lost the game."""
    reason: str
    """``crash``, ``silence``, ``illegal move``, ``unreadable answer``, ``time`` or ``resignation``."""
    transcript: tuple[str, ...]
    """The last lines: ``>`` before those to the program, ``<`` from it, ``!`` from it on standard error."""


class Match(Shown):
    """The result of :func:`boyi.lab.match`.

    ``str`` and a notebook show it as a table. Pairs count in their order, up to the first one that is not played yet;
    with a sequential test, up to the pair that decided it. So the order in which pairs finish makes no difference. All
    figures are from the first player's view. A match saved with :meth:`save`, or written along the way with
    ``match(path=…)``, comes back with :meth:`load`.

    >>> from boyi import lab
    >>> match = lab.match("boyi", "plain", game="xiangqi", games=2, depth=2, progress=False)
    >>> match.wins + match.draws + match.losses, match.games[0].players
    (2, {'red': 'boyi', 'black': 'plain'})
    """

    def __init__(self, metadata: dict[str, Any], records: list[journal.Record]) -> None:
        self._metadata = metadata
        self._records = records

    @property
    def metadata(self) -> dict[str, Any]:
        """The match as plain data, with what it takes to repeat it.

        Keys: ``version``, ``commit``, ``build``, ``cpu``, ``game``, ``games`` (at most), ``nodes``, ``time``,
        ``depth``, ``cpu_time`` and ``clock`` (remaining, increment, moves to go, overhead), each None where it is no
        limit, ``max_plies``, ``adjudication`` (the fields, or None), ``sprt``, ``openings``, ``configs`` (fields by
        player, None for an engine), ``seed`` (by player), ``functions`` (by player, where a :class:`Setup` brings some:
        name and source text of ``order_by`` and ``evaluate``), and ``engines`` (by player, where there are some:
        ``command``, ``protocol``, ``options``, ``reported_name`` and the other fields of :class:`Engine`). Files of
        older versions lack some of them.
        """
        return self._metadata

    @property
    def players(self) -> tuple[str, str]:
        """The names of the two players."""
        first, second = self._metadata["configs"]
        return first, second

    @cached_property
    def games(self) -> list[Game]:
        """All games that count, two for each pair."""
        openings = [game_of(self._metadata["game"]).restored(data) for data in self._metadata["openings"]]
        sides = game_of(self._metadata["game"]).sides
        games: list[Game] = []
        for record in self._counted:
            for game in record["games"]:
                order = self.players[:: -1 if game.get("black", game["first"]) else 1]
                games.append(
                    Game(
                        number=len(games),
                        pair=record["pair"],
                        opening=openings[record["pair"] % len(openings)],
                        moves=tuple(game["moves"].split()),
                        players=dict(zip(sides, order, strict=True)),
                        winner=None if game["winner"] < 0 else self.players[game["winner"]],
                        reason=game["reason"],
                        nodes=dict(zip(self.players, game["nodes"], strict=True)),
                        time=dict(zip(self.players, game["time"], strict=True)),
                        searches=dict(zip(self.players, game.get("searches", [0, 0]), strict=True)),
                        depths=dict(zip(self.players, game.get("depths", [0, 0]), strict=True)),
                        **_said(openings[record["pair"] % len(openings)], game),
                    )
                )
        return games

    @cached_property
    def forfeits(self) -> list[Forfeit]:
        """The games that players lost by their conduct, with what was said to a program and by it at the end."""
        games = [game for record in self._counted for game in record["games"]]
        return [
            Forfeit(
                number, self.players[game["forfeit"]["player"]], game["reason"], tuple(game["forfeit"]["transcript"])
            )
            for number, game in enumerate(games)
            if "forfeit" in game
        ]

    @cached_property
    def rows(self) -> npt.NDArray[np.void]:
        """One row for each game; read-only.

        Fields: ``game``, ``pair``, ``opening`` (numbers from 0), the names of the players under the names of their
        sides (``black`` and ``white``, or ``red`` and ``black``), ``winner`` (a name, empty for a draw), ``reason``,
        ``score`` (of the first player: 0, 0.5 or 1), ``plies`` (after the opening), and of the first and the second
        player ``nodes_a``, ``nodes_b``, ``time_a``, ``time_b`` (CPU seconds).
        """
        name = max(map(len, self.players))
        sides = [(side, f"U{name}") for side in game_of(self._metadata["game"]).sides]
        numbers = [(field, "i4") for field in ("game", "pair", "opening")]
        ends = [("winner", f"U{name}"), ("reason", "U24"), ("score", "f8"), ("plies", "i4")]
        costs = [("nodes_a", "i8"), ("nodes_b", "i8"), ("time_a", "f8"), ("time_b", "f8")]
        rows = np.array([self._row(game) for game in self.games], dtype=[*numbers, *sides, *ends, *costs])
        rows.flags.writeable = False
        return rows

    def frame(self) -> Any:
        """The rows as a pandas DataFrame.

        Raises:
            MissingExtraError: if pandas is missing.
        """
        return rows_frame(self.rows)

    @property
    def wins(self) -> int:
        """Games that the first player has won."""
        return int((self.rows["score"] == 1).sum())

    @property
    def draws(self) -> int:
        """Games that nobody has won."""
        return int((self.rows["score"] == 0.5).sum())

    @property
    def losses(self) -> int:
        """Games that the second player has won."""
        return int((self.rows["score"] == 0).sum())

    @property
    def draw_rate(self) -> float:
        """Share of the games that were drawn; NaN without games."""
        return self.draws / len(self.rows) if len(self.rows) else math.nan

    @property
    def pairs(self) -> list[int]:
        """How many pairs gave the first player 0, ½, 1, 1½ and 2 points: LL, LD, DD or WL, WD, WW."""
        return [int(number) for number in _five_counts(self._counted)[-1]]

    @property
    def elo(self) -> Interval:
        """The difference in Elo with its 95 % interval, see :func:`boyi.lab.elo`.

        After a sequential test the value is biased away from zero, since such a test ends when the results look clear.
        """
        return elo(self.pairs)

    @property
    def normalized_elo(self) -> Interval:
        """The difference in normalized Elo with its 95 % interval, see :func:`boyi.lab.normalized_elo`."""
        return normalized_elo(self.pairs)

    @property
    def llr(self) -> float | None:
        """The log likelihood ratio of the sequential test, None without one."""
        return None if self._test is None else self._test.llr(self.pairs)

    @property
    def verdict(self) -> str | None:
        """Verdict of the sequential test: ``"undecided"``, or ``"normalized Elo 10 accepted"``; None without one."""
        return None if self._test is None or self.llr is None else self._test.verdict(self.llr)

    def records(self) -> list[GameRecord]:
        """The games as game files have them: players, event and round as headers, results, the opening's moves first.

        The comment on a move is its player's score for the side that begins a game, and the depth of the search, such
        as ``+0.35/12``; that on the last one says too how the game ended. See :func:`boyi.records.write`.

        >>> from boyi import lab
        >>> match = lab.match("boyi", "wizard-table", game="gomoku", games=2, depth=2, progress=False)
        >>> [game.headers["Round"] for game in match.records()], match.records()[0].headers["Black"]
        (['1.1', '1.2'], 'boyi')
        """
        return [match_record(game, " - ".join(self.players)) for game in self.games]

    def save(self, path: str | PathLike[str]) -> None:
        """Writes everything to a file of JSON lines, over an older one."""
        journal.write(path, MATCH_FILE, self._metadata, self._records)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Reads what :meth:`save` or ``match(path=…)`` wrote, a match that was interrupted too.

        Raises:
            ResultFileError: if the file is missing, is not a match, or is damaged.
        """
        return cls(*journal.read(path, MATCH_FILE))

    @property
    def _test(self) -> Sequential | None:
        return None if self._metadata["sprt"] is None else Sequential(*self._metadata["sprt"])

    @cached_property
    def _counted(self) -> list[journal.Record]:
        """The records that count, in order."""
        by_pair = {record["pair"]: record for record in self._records}
        counted = []
        for pair in count():
            if pair not in by_pair:
                break
            counted.append(by_pair[pair])
        end = self._test and self._test.end(_five_counts(counted)[1:])
        return counted[:end]

    def _row(self, game: Game) -> tuple[Any, ...]:
        first, second = self.players
        score = 0.5 if game.winner is None else float(game.winner == first)
        return (
            *(game.number, game.pair, game.pair % len(self._metadata["openings"])),
            *game.players.values(),
            *(game.winner or "", game.reason, score, len(game.moves)),
            *(game.nodes[first], game.nodes[second], game.time[first], game.time[second]),
        )

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """Caption, header and cells of the tables: scores, pairs, reasons why games ended, and the test's verdict."""
        first = self.players[0]
        header = [first, "games", "won", "drawn", "lost", "score %", "Elo", "normalized Elo"]
        rows = [["all", *_scores(self.rows["score"]), _cell(self.elo), _cell(self.normalized_elo)]]
        for side in game_of(self._metadata["game"]).sides:
            rows.append([f"as {side}", *_scores(self.rows["score"][self.rows[side] == first]), "", ""])
        reasons = Counter(game.reason for game in self.games).most_common()
        tables = [
            (self._caption(), header, rows),
            (f"Pairs by the points of {first}", ["points", *_POINTS], [["pairs", *map(str, self.pairs)]]),
            ("Games by their end", ["end", *(name for name, _ in reasons)], [["games", *(str(n) for _, n in reasons)]]),
        ]
        if self._test is not None and self.llr is not None and self.verdict is not None:
            caption = f"Sequential test of normalized Elo {self._test.nelo0:g} against {self._test.nelo1:g}"
            cells = [self.verdict, f"{self.llr:.2f}", f"{-BOUND:.2f}, {BOUND:.2f}"]
            tables.append((caption, ["verdict", "LLR", "bounds"], [cells]))
        return tables

    def _caption(self) -> str:
        limits = limits_text(self._metadata, " a move")
        engines = self._metadata.get("engines", {})
        odds = {name: about["limits"] for name, about in engines.items() if about.get("limits")}
        players = " against ".join(
            f"{name} ({limits_text(odds[name])})" if name in odds else name for name in self.players
        )
        played = f"{len(self.games)} games in {len(self._counted)} pairs"
        intervals = f"95 % intervals, {OPEN_MARK} after those that include 0"
        return f"{players}, {self._metadata['game']}: {played}, {limits}; {intervals}"


def _said(opening: Any, game: journal.Record) -> dict[str, Any]:
    """What players said of their moves: scores for the side that begins a game, and depths."""
    sign = 1 if opening.turn == game_of(opening).sides[0] else -1
    scores: list[int | None] = []
    depths: list[int] = []
    for number, text in enumerate(game.get("said", "").split()):
        score, _, depth = text.partition("/")
        scores.append(None if score == UNSAID else (sign if number % 2 == 0 else -sign) * int(score))
        depths.append(int(depth or 0))
    return {"scores": tuple(scores), "searched": tuple(depths)}


class RunningScore:
    """The running score of a match: pairs are counted in their order, however they arrive."""

    def __init__(self, test: Sequential | None) -> None:
        self._test = test
        self._waiting: dict[int, journal.Record] = {}
        self._next = 0
        self._pairs = [0] * 5
        self._results = Counter[int]()
        self.decided: bool = False
        """Whether the sequential test has reached a decision."""

    def add(self, record: journal.Record) -> None:
        """Takes the record of a pair."""
        self._waiting[record["pair"]] = record
        while self._next in self._waiting and not self.decided:
            counted = self._waiting.pop(self._next)
            self._next += 1
            self._pairs[_points(counted)] += 1
            self._results.update(game["winner"] for game in counted["games"])
            self.decided = self._test is not None and abs(self._test.llr(self._pairs)) >= BOUND

    def __str__(self) -> str:
        text = f"+{self._results[0]} ={self._results[-1]} -{self._results[1]}"
        return text if self._test is None else f"{text} LLR {self._test.llr(self._pairs):.2f}"


def _points(record: journal.Record) -> int:
    """Half points that the first player scored in a pair."""
    return sum({0: 2, -1: 1, 1: 0}[game["winner"]] for game in record["games"])


def _five_counts(records: list[journal.Record]) -> npt.NDArray[np.int64]:
    """The five counts before the first record and after each."""
    counts = np.zeros((len(records) + 1, len(_POINTS)), dtype=np.int64)
    for row, record in enumerate(records, 1):
        counts[row, _points(record)] = 1
    return counts.cumsum(axis=0)


def _scores(scores: npt.NDArray[Any]) -> list[str]:
    """Games, won, drawn, lost, per cent."""
    counts = [str((scores == value).sum()) for value in (1, 0.5, 0)]
    return [str(len(scores)), *counts, f"{100 * scores.mean():.1f}" if len(scores) else "-"]


def _cell(interval: Interval) -> str:
    """A difference in strength with its interval."""
    return estimate(interval, 0, signed, 1)
