"""Players as a game knows them: they choose moves and say what each has cost; or they forfeit the game."""

import time
from typing import Any, Protocol

from boyi import Score, Searcher
from boyi.lab.engines.answer import WON, Answer, Clocks
from boyi.lab.setup import Setup
from boyi.run.tasks import Search
from boyi.xiangqi import CENTIPAWNS


class InGame(Protocol):
    """A player that plays one game after the other."""

    limits: dict[str, Any]
    """The limits of its moves, and the clock that it has at the beginning."""

    def new_game(self) -> None:
        """Forgets everything about the games before."""

    def move(self, place: Any, clocks: Clocks) -> Answer:
        """Chooses a move in a position in which it is to move; raises :class:`Misdeed` if it forfeits the game."""

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

    def close(self) -> None:
        """Frees the searcher and its table."""
        self._searcher = None


def points(score: Score, game: str) -> int:
    """A score in points of :class:`Adjudication`."""
    if score.plies is not None:
        return WON if int(score) > 0 else -WON
    return round(CENTIPAWNS * int(score)) if game == "xiangqi" else int(score)
