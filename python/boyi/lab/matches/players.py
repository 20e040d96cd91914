"""The interface of a player in a game: it chooses moves and reports their cost, or forfeits the game."""

import time
from typing import Any, Protocol

from boyi import Result, Score, Searcher
from boyi.games import game_of
from boyi.lab.engines.answer import WON, Answer, Clocks, Opened
from boyi.lab.position_sets import swap2
from boyi.lab.setup import Setup
from boyi.run.tasks import Search


class InGame(Protocol):
    """A player that plays one game after the other."""

    limits: dict[str, Any]
    """The limits of its moves, and the clock that it has at the beginning."""

    def new_game(self) -> None:
        """Forgets everything about the games before."""

    def move(self, place: Any, clocks: Clocks) -> Answer:
        """Chooses a move in a position in which it is to move; raises :class:`Misdeed` if it forfeits the game."""

    def open(self, place: Any, clocks: Clocks) -> Opened:
        """Puts stones by the opening rule swap2; raises :class:`Misdeed` if it forfeits the game."""

    def close(self) -> None:
        """Gives back whatever the player holds."""


class OwnPlayer:
    """A :class:`boyi.lab.Setup` in a game: a searcher of this process, new in each game."""

    def __init__(self, setup: Setup, search: Search, limits: dict[str, Any]) -> None:
        self._setup = setup
        self._search = search
        self.limits = limits
        self._searcher: Searcher | None = None

    def new_game(self) -> None:
        """Makes a new searcher."""
        self._searcher = self._setup.searcher()

    def move(self, place: Any, clocks: Clocks) -> Answer:
        """Searches."""
        begun = time.monotonic()
        result = self._search(self._searcher, place, **self.limits | {"clock": clocks and clocks[0]})
        wall = time.monotonic() - begun
        # Without a move the search saw that every one loses at once; one must be made all the same.
        move, score = result.move or place.legal_moves()[0], points(result.score, place.game)
        return Answer(move, result.nodes, result.cpu_time, result.depth, wall, score)

    def open(self, place: Any, clocks: Clocks) -> Opened:
        """Judges positions by searches that together have the limits of a move."""
        begun = time.monotonic()
        done: list[Result] = []

        def judge(at: Any, share: float, **more: Any) -> Result:
            limits = shared(self.limits | {"clock": None}, share, clocks)
            done.append(self._search(self._searcher, at, **limits, **more))
            return done[-1]

        assert self._searcher is not None
        seed = self._searcher.config.seed
        moves = swap2.choice(place, judge) if place.moves else swap2.opening(place, judge, seed)
        nodes, used = sum(result.nodes for result in done), sum(result.cpu_time for result in done)
        return Opened(tuple(moves), nodes, used, time.monotonic() - begun)

    def close(self) -> None:
        """Frees the searcher and its table."""
        self._searcher = None


def shared(limits: dict[str, Any], share: float, clocks: Clocks) -> dict[str, Any]:
    """A share of the limits of a move in nodes and seconds; of a clock, a share of what a move may take of it."""
    found = dict(limits)
    if clocks is not None:
        left = clocks[0].remaining / swap2.MOVES_LEFT
        found["time"] = left if found["time"] is None else min(left, found["time"])
    for name in ("time", "cpu_time"):
        if found[name] is not None:
            found[name] *= share
    if found["nodes"] is not None:
        found["nodes"] = max(int(found["nodes"] * share), 1)
    return found


def points(score: Score, game: str) -> int:
    """A score in points of :class:`Adjudication`."""
    if score.plies is not None and score.kind != "mate?":
        return WON if int(score) > 0 else -WON
    return round(game_of(game).points_per_unit * int(score))
