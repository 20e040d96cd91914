"""The searches of an annotation, as tasks: some positions of one game, and the results."""

from dataclasses import dataclass
from typing import Any

from boyi import Score
from boyi.errors import OptionError
from boyi.lab.engines.answer import WON, Misdeed
from boyi.lab.engines.engine import Engine
from boyi.lab.engines.player import EnginePlayer
from boyi.lab.matches.players import points
from boyi.lab.setup import Setup
from boyi.run.journal import FileKind, Record, fits
from boyi.run.tasks import Search

_FOUND: Record = {
    "move": "",
    "points": 0,
    "mate": 0,
    "line": [""],
    "depth": 0,
    "nodes": 0,
    "sight": "",
    "sight_points": 0,
}
"""What is found in a position: the best move, its score in points for the side to move, the moves to mate (0 if it is
none; negative if the side to move is mated), and the best line. Where the best move was played and the first iteration
preferred another one, ``sight`` is that one, and ``sight_points`` what a whole search says of it."""

_BLANK: Record = {"game": 0, "first": 0, "found": [_FOUND]}


def _belongs(record: Record, metadata: dict[str, Any]) -> bool:
    return fits(record, _BLANK) and 0 <= record["game"] < len(metadata["games"])


ANNOTATION_FILE = FileKind(
    "annotation", "a search", "searches", lambda metadata: isinstance(metadata.get("games"), list), _belongs, 2
)


@dataclass(frozen=True)
class PositionsTask:
    """Positions of one game that follow each other, to be searched: picklable."""

    game: int
    """Number of the game, from 0."""
    first: int
    """Moves before the first of the positions."""
    positions: list[Any]
    played: list[str]
    """The moves that were played there; of the last position there may be none."""
    player: Setup | Engine
    limits: dict[str, Any]

    def work(self, search: Search) -> Record:
        """Searches, and returns what was found as plain data."""
        found = self._asked(self.player, search) if isinstance(self.player, Engine) else self._searched(search)
        return {"game": self.game, "first": self.first, "found": found}

    def _searched(self, search: Search) -> list[Record]:
        assert isinstance(self.player, Setup)
        pairs = zip(self.positions, [*self.played, None], strict=False)
        return [self._one(self.player, search, place, played) for place, played in pairs]

    def _one(self, player: Setup, search: Search, place: Any, played: str | None) -> Record:
        result = search(player.searcher(), place, **self.limits)
        best = "" if result.move is None else str(result.move)
        first = str(result.iterations[0].move) if result.iterations else best
        sight = first if played == best != first else ""
        return {
            "move": best,
            "points": points(result.score, place.game),
            "mate": mate_of(result.score),
            "line": [str(move) for move in result.pv],
            "depth": result.depth,
            "nodes": result.nodes,
            "sight": sight,
            "sight_points": self._after(player, search, place.play(sight)) if sight else 0,
        }

    def _after(self, player: Setup, search: Search, place: Any) -> int:
        """The points of a position for the side that has moved."""
        if (over := points_of_rules(place)) is not None:
            return -over
        return -points(search(player.searcher(), place, **self.limits).score, place.game)

    def _asked(self, engine: Engine, search: Search) -> list[Record]:
        player = EnginePlayer(engine, search, self.limits)
        found = []
        try:
            for place in self.positions:
                answer = player.move(place, None)
                score = 0 if answer.score is None else answer.score
                found.append(
                    {
                        "move": str(answer.move),
                        "points": score,
                        "mate": 0,
                        "line": [str(move) for move in answer.line],
                        "depth": answer.depth,
                        "nodes": answer.nodes,
                        "sight": "",
                        "sight_points": 0,
                    }
                )
        except Misdeed as misdeed:
            said = "; ".join(misdeed.transcript[-4:])
            raise OptionError(f"the engine in {place.fen}: {misdeed.reason} ({said})") from None
        finally:
            player.close()
        return found


def points_of_rules(place: Any) -> int | None:
    """The points of a position for the side to move if the game is over there; None if it is not."""
    outcome = place.outcome()
    if outcome is None:
        return None
    return 0 if outcome.winner is None else WON if outcome.winner == place.turn else -WON


def mate_of(score: Score) -> int:
    """Moves to mate, negative if the side to move is mated; 0 if the score is none."""
    return score.mate or 0
