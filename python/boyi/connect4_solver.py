"""Exact values of late positions of Connect Four, by a search to the end of the game."""

import random
from operator import index
from typing import Any, Literal

import numpy as np

from boyi._core import Config, Connect4Position, Searcher
from boyi.errors import GameMismatchError, OptionError
from boyi.exact import ExactValue

__all__ = ["Solver"]

CELLS = 42

LEAST_STONES = 8
"""Below it a search to the end of the game takes hours."""

MOST_POSITIONS = 100_000
"""Positions that can be drawn at once."""

TRIES = 200
"""Random games for each position that is asked for, before the search for positions is given up."""


class Solver:
    """The exact values of positions of Connect Four with at least `stones` stones on the board.

    It is a :class:`boyi.exact.Oracle`, for :func:`boyi.lab.truth`. Each position is searched to the end of the game
    with the preset ``boyi``, whose heuristics are all exact, so that nothing of the tree is judged by an evaluation.
    Values that were found are kept. With 16 stones a search takes 0.4 seconds on the average, with 12 some seconds.

    Args:
        stones: the least number of stones, 8 to 41. Positions with fewer are not known.

    Raises:
        OptionError: for another number.

    >>> from boyi import connect4
    >>> solver = connect4.Solver(20)
    >>> solver.probe(connect4.Position("adddfagffbbfcdcgeeecef"))
    ExactValue(verdict='draw', plies=None)
    >>> solver.probe(connect4.Position("bbbadfbefabbgeadagdgg"))
    ExactValue(verdict='win', plies=13)
    >>> solver.probe(connect4.Position("dd")) is None
    True
    """

    def __init__(self, stones: int = 16) -> None:
        self._stones = index(stones)
        if not LEAST_STONES <= self._stones < CELLS:
            raise OptionError(f"stones={stones}: expected {LEAST_STONES} to {CELLS - 1}")
        self._config = Config.preset("boyi", self.game)
        self._known: dict[int, ExactValue] = {}

    @property
    def game(self) -> str:
        """The game's name."""
        return Connect4Position().game

    def __repr__(self) -> str:
        return f"Solver({self._stones})"

    def __reduce__(self) -> tuple[type["Solver"], tuple[int]]:
        return Solver, (self._stones,)

    def probe(self, position: Any, /) -> ExactValue | None:
        """The exact value of a position, None for one with too few stones. Ctrl-C stops the search.

        Raises:
            GameMismatchError: for a position of another game.
        """
        if position.game != self.game:
            raise GameMismatchError(f"a position of {position.game}: expected one of {self.game}")
        stones = int(np.count_nonzero(position.to_array()))
        if (outcome := position.outcome()) is not None:
            return ExactValue("draw", None) if outcome.winner is None else ExactValue("loss", 0)
        if stones < self._stones:
            return None
        key = _key(position)
        if key not in self._known:
            self._known[key] = self._searched(position, stones)
        return self._known[key]

    def positions(
        self, n: int, /, *, verdict: Literal["win", "draw", "loss"] | None = None, seed: int = 0
    ) -> list[Any]:
        """`n` different positions, drawn from random games in which nobody overlooks a win in one move.

        They have from the least number of stones to 35, each number with the same chance, nobody can win at once, and
        no two of them differ by a reflection only.

        Args:
            n: how many, 1 to 100,000.
            verdict: what they are worth for the side to move: ``"win"``, ``"draw"`` or ``"loss"``; None: anything.
            seed: of the random numbers, 0 or more.

        Raises:
            OptionError: if so many are not found, or for an unknown verdict.
        """
        if verdict not in (None, "win", "draw", "loss"):
            raise OptionError(f"verdict={verdict!r}: expected one of [None, 'win', 'draw', 'loss']")
        if not 1 <= index(n) <= MOST_POSITIONS:
            raise OptionError(f"n={n}: expected 1 to {MOST_POSITIONS}")
        if index(seed) < 0:
            raise OptionError(f"seed={seed}: expected 0 or more")
        chance = random.Random(index(seed))
        found: dict[int, Any] = {}
        for _ in range(TRIES * n):
            place = _random_game(chance, chance.randint(self._stones, max(self._stones, 35)))
            if place is None or _key(place) in found:
                continue
            value = self.probe(place)
            if value is not None and verdict in (None, value.verdict):
                found[_key(place)] = place
                if len(found) == n:
                    return list(found.values())
        what = "positions" if verdict is None else f"positions of verdict {verdict!r}"
        raise OptionError(f"n={n}: {TRIES * n} random games led to {len(found)} {what}; expected a smaller number")

    def _searched(self, position: Any, stones: int) -> ExactValue:
        # One ply beyond the full board, so that the end of the game is seen as such and not evaluated. The searcher is
        # new: a deeper entry of an earlier search could show a win before a shorter one has been looked for.
        score = Searcher(self._config).search(position, depth=CELLS - stones + 1).score
        if score.plies is None:
            return ExactValue("draw", None)
        return ExactValue("win" if int(score) > 0 else "loss", score.plies)


def _key(position: Any) -> int:
    """A key that a position and its reflection share."""
    return int(min(position.key, position.mirror().key))


def _random_game(chance: random.Random, stones: int) -> Any:
    """The position after that many random moves, none of which lets the opponent win at once if another does not.

    None if the game ends before, or if the side to move can win at once.
    """
    place = Connect4Position()
    for _ in range(stones):
        moves = place.legal_moves()
        if not moves or place.has_mate_in_one():
            return None
        children = [place.play(move) for move in moves]
        quiet = [child for child in children if not child.has_mate_in_one()]
        place = chance.choice(quiet or children)
    return None if place.outcome() is not None or place.has_mate_in_one() else place
