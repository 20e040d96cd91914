"""A pair of games of a match, as a task."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, TypeVar

from boyi import Move
from boyi.games import game_of
from boyi.lab.engines.answer import TIME, Answer, Clocks, Misdeed, Opened
from boyi.lab.engines.engine import Engine
from boyi.lab.engines.player import EnginePlayer
from boyi.lab.matches.adjudication import Adjudication, Judge
from boyi.lab.matches.clocks import game_clocks
from boyi.lab.matches.players import InGame, OwnPlayer
from boyi.lab.position_sets.swap2 import settled
from boyi.lab.setup import Setup
from boyi.run.journal import Record
from boyi.run.tasks import Search

Asked = TypeVar("Asked", Answer, Opened)

UNSAID = "-"
"""What stands for the score of a move of which its player has told none."""

OUT_OF_PLIES = "max_plies"
"""Reason of the end of a game that was broken off at ``max_plies``."""


@dataclass(frozen=True)
class PairTask:
    """Two games from one opening, with colours swapped: picklable, and the same games wherever it runs."""

    pair: int
    """Number of the pair, from 0."""
    opening: Any
    players: tuple[Setup | Engine, Setup | Engine]
    limits: dict[str, Any]
    max_plies: int
    adjudication: Adjudication | None
    swap2: bool = False
    """Whether the players choose colours by the opening rule swap2."""

    def work(self, search: Search) -> Record:
        """Plays both games: in the first one, the first player has the side that begins a game, black in gomoku, or, by
        swap2, puts the three stones.

        The record of a game says who had that side or put them (0 or 1), by swap2 also who has black in the end, who
        has won (-1: nobody), the moves after the opening and what their players said of them, of both players nodes,
        CPU seconds, the number of searches and the sum of their depths, and who has forfeited it.
        """
        with ExitStack() as stack:
            players = [in_game(player, search, self.limits) for player in self.players]
            for player in players:
                stack.callback(player.close)
            return {"pair": self.pair, "games": [self._play(players, first) for first in (0, 1)]}

    def _play(self, players: Sequence[InGame], first: int) -> Record:
        for player in players:
            player.new_game()
        table = Table(players)
        judge, verdict = Judge(self.adjudication), None
        forfeit: Record | None = None
        said: list[str] = []
        beginner = game_of(self.opening).sides[0]
        place, begins, last = self.opening, first, self.opening.ply + self.max_plies

        def number(side: str | None) -> int:
            return begins if side == beginner else 1 - begins

        try:
            if self.swap2:
                place, begins = settled(place, first, table.opened)
            said += [UNSAID] * (len(place.moves) - len(self.opening.moves))
            while (outcome := place.outcome()) is None and verdict is None and place.ply < last:
                mover = number(place.turn)
                answer = table.moved(mover, place)
                place = place.play(answer.move)
                said.append(UNSAID if answer.score is None else f"{answer.score}/{answer.depth}")
                verdict = judge.see(mover, answer.score, place)
        except Misdeed as misdeed:
            forfeit = {"player": misdeed.player, "reason": misdeed.reason, "transcript": misdeed.transcript}
        if forfeit is not None:
            end = {"winner": 1 - forfeit["player"], "reason": forfeit["reason"], "forfeit": forfeit}
        elif outcome is not None:
            end = {"winner": -1 if outcome.winner is None else number(outcome.winner), "reason": outcome.reason}
        else:
            end = dict(zip(("winner", "reason"), verdict or (-1, OUT_OF_PLIES), strict=True))
        moves = " ".join(map(str, place.moves[len(self.opening.moves) :]))
        black = {"black": begins} if self.swap2 else {}
        return {"first": first} | black | end | {"moves": moves, "said": " ".join(said)} | vars(table.costs)


class Table:
    """The players of a game with their clocks, and what the game has cost them."""

    def __init__(self, players: Sequence[InGame]) -> None:
        self._players = players
        self._clocks = game_clocks([player.limits for player in players])
        self.costs: Costs = Costs()

    def moved(self, mover: int, place: Any) -> Answer:
        """A player's move, in its time; raises :class:`Misdeed` if it forfeits the game."""
        answer = self._timed(mover, lambda player, clocks: player.move(place, clocks))
        self.costs.add(mover, answer)
        return answer

    def opened(self, mover: int, place: Any) -> Sequence[Move]:
        """The stones that a player puts by swap2, in its time; raises :class:`Misdeed` if it forfeits the game."""
        opened = self._timed(mover, lambda player, clocks: player.open(place, clocks))
        self.costs.spend(mover, opened)
        return opened.moves

    def _timed(self, mover: int, ask: "Callable[[InGame, Clocks], Asked]") -> "Asked":
        own, other = self._clocks[mover], self._clocks[1 - mover]
        try:
            asked = ask(self._players[mover], None if own is None else (own.now, (other or own).now))
            if own is not None and not own.charge(asked.wall):
                raise Misdeed(TIME)
        except Misdeed as misdeed:
            misdeed.player = mover
            raise
        return asked


class Costs:
    """Nodes and time that both players have spent on the moves of a game."""

    def __init__(self) -> None:
        self.nodes: list[int] = [0, 0]
        self.time: list[float] = [0.0, 0.0]
        self.searches: list[int] = [0, 0]
        self.depths: list[int] = [0, 0]

    def spend(self, player: int, asked: Answer | Opened) -> None:
        """Counts nodes and time."""
        self.nodes[player] += asked.nodes
        self.time[player] += asked.time

    def add(self, player: int, answer: Answer) -> None:
        """Counts a move."""
        self.spend(player, answer)
        self.searches[player] += 1
        self.depths[player] += answer.depth


def in_game(player: Setup | Engine, search: Search, limits: dict[str, Any]) -> InGame:
    """A player that plays games; an engine may have limits of its own."""
    if isinstance(player, Engine):
        return EnginePlayer(player, search, limits if player.limits is None else dict(player.limits))
    return OwnPlayer(player, search, limits)
