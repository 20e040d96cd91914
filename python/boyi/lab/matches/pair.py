"""A pair of games of a match, as a task."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from boyi.lab.engines.answer import TIME, Answer, Misdeed
from boyi.lab.engines.engine import Engine
from boyi.lab.engines.player import EnginePlayer
from boyi.lab.matches.adjudication import Adjudication, Judge
from boyi.lab.matches.clocks import game_clocks
from boyi.lab.matches.players import InGame, OwnPlayer
from boyi.lab.setup import Setup
from boyi.run.journal import Record
from boyi.run.positions import SIDES
from boyi.run.tasks import Search

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

    def work(self, search: Search) -> Record:
        """Plays both games: in the first one, the first player has the side that begins a game, black in gomoku.

        The record of a game says who had that side (0 or 1), who has won (-1: nobody), the moves after the opening, of
        both players nodes, CPU seconds, the number of searches and the sum of their depths, and who has forfeited it.
        """
        with ExitStack() as stack:
            players = [in_game(player, search, self.limits) for player in self.players]
            for player in players:
                stack.callback(player.close)
            return {"pair": self.pair, "games": [self._play(players, first) for first in (0, 1)]}

    def _play(self, players: Sequence[InGame], first: int) -> Record:
        for player in players:
            player.new_game()
        clocks, costs = game_clocks([player.limits for player in players]), Costs()
        moves: list[str] = []
        judge, verdict = Judge(self.adjudication), None
        beginner, forfeit = SIDES[self.opening.game][0], None

        def number(side: str | None) -> int:
            return first if side == beginner else 1 - first

        place = self.opening
        while (outcome := place.outcome()) is None and verdict is None and len(moves) < self.max_plies:
            mover = number(place.turn)
            own, other = clocks[mover], clocks[1 - mover]
            try:
                answer = players[mover].move(place, None if own is None else (own.now, (other or own).now))
                if own is not None and not own.charge(answer.wall):
                    raise Misdeed(TIME)
            except Misdeed as misdeed:
                forfeit = {"player": mover, "reason": misdeed.reason, "transcript": misdeed.transcript}
                break
            costs.add(mover, answer)
            moves.append(str(answer.move))
            place = place.play(answer.move)
            verdict = judge.see(mover, answer.score, place)
        if forfeit is not None:
            end = {"winner": 1 - mover, "reason": forfeit["reason"], "forfeit": forfeit}
        elif outcome is not None:
            end = {"winner": -1 if outcome.winner is None else number(outcome.winner), "reason": outcome.reason}
        else:
            end = dict(zip(("winner", "reason"), verdict or (-1, OUT_OF_PLIES), strict=True))
        return {"first": first} | end | {"moves": " ".join(moves)} | vars(costs)


class Costs:
    """What the moves of a game have cost both players."""

    def __init__(self) -> None:
        self.nodes: list[int] = [0, 0]
        self.time: list[float] = [0.0, 0.0]
        self.searches: list[int] = [0, 0]
        self.depths: list[int] = [0, 0]

    def add(self, player: int, answer: Answer) -> None:
        """Counts a move."""
        self.nodes[player] += answer.nodes
        self.time[player] += answer.time
        self.searches[player] += 1
        self.depths[player] += answer.depth


def in_game(player: Setup | Engine, search: Search, limits: dict[str, Any]) -> InGame:
    """A player that plays games; an engine may have limits of its own."""
    if isinstance(player, Engine):
        return EnginePlayer(player, search, limits if player.limits is None else dict(player.limits))
    return OwnPlayer(player, search, limits)
