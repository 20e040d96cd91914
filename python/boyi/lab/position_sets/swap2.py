"""The opening rule swap2: who has which colour, and what boyi answers where it is asked.

The first player puts three stones, black, white and black. The second one takes black (``SWAP``), or keeps white and
moves, or puts a white and a black stone and leaves the choice of colours to the first player, who then takes black
(``SWAP``) or moves as white. White is to move in all of them.

Source: Gomocup, Experimental Tournament 2020, https://gomocup.org/news/experimental-tournament-update-2020/.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from boyi import Move, Result
from boyi.errors import OptionError
from boyi.lab.position_sets.sets import openings

__all__ = ["ANSWERS", "MOVES_LEFT", "Judge", "choice", "opening", "settled"]

Judge = Callable[..., Result]
"""A search: ``judge(position, share, **options)`` takes that share of the time of the answer."""

ANSWERS = {0: (3,), 3: (0, 1, 2), 5: (0, 1)}
"""Numbers of stones that may be put where so many stand: none takes black."""

MOVES_LEFT = 20
"""Number of moves that a choice divides the time of a game among."""

CANDIDATES = 8
"""Openings that are searched before one is offered."""

PAIRS = 4
"""Number of white stones that are tried where two stones are put."""

REPLIES = 12
"""Number of black stones that are tried for each white stone, where two stones are put."""

EVEN = 8
"""The largest score, either way and in evaluation units, of a position in which neither colour is the better one."""

_SIZE = 15
"""Rows and columns of the boards of the openings that ship."""


def settled(place: Any, offers: int, ask: Callable[[int, Any], Sequence[Move]]) -> tuple[Any, int]:
    """Carries out swap2 between players 0 and 1: the position after it, white to move, and the player who has black.

    Args:
        place: a board without stones, or with the three that the player who offers has put.
        offers: that player.
        ask: ``ask(player, place)`` are the stones that the player puts, as many as :data:`ANSWERS` allows.
    """
    if not place.moves:
        place = place.play_all(ask(offers, place))
    for chooser in (1 - offers, offers):
        moves = ask(chooser, place)
        place = place.play_all(moves)
        if len(moves) < 2:
            return place, 1 - chooser if moves else chooser
    raise AssertionError("the second choice is of a colour")


def opening(board: Any, judge: Judge, seed: int = 0) -> list[Move]:
    """Three stones on an empty board after which neither colour is better, as far as searches can tell.

    Of the balanced openings that ship with boyi, and of random ones where these do not fit on the board, some are
    drawn and searched; the one whose score is nearest zero is offered.

    Raises:
        OptionError: if the board has no room for three stones.
    """
    random = Random(seed)
    known = [place for line in _shipped(board) if (place := _placed(board, line)) is not None]
    drawn = random.sample(known, min(CANDIDATES, len(known))) or _random(board, random)
    scores = [abs(int(judge(place, 1 / len(drawn)).score)) for place in drawn]
    moves: list[Move] = drawn[scores.index(min(scores))].moves
    return moves


def choice(place: Any, judge: Judge) -> list[Move]:
    """What to answer to three stones or five: no move to take black, one to play white, two to leave the choice.

    The colour that a search prefers is taken. Two stones are put where it prefers neither, and stones are found after
    which the score is nearer zero still: whoever then chooses knows no more.
    """
    asked = place.ply == 3
    result = judge(place, 0.5 if asked else 1.0)
    score = int(result.score)
    if asked and abs(score) <= EVEN:
        found = _pair(place, judge, abs(score))
        if found:
            return found
    return [] if score < 0 or result.move is None else [result.move]


def _pair(place: Any, judge: Judge, limit: int) -> list[Move]:
    """A white and a black stone after which the score is nearer zero than a limit, or nothing."""
    firsts = judge(place, 0.1, multipv=PAIRS).lines
    best, stones = limit, list[Move]()
    for first in firsts:
        for second in judge(place.play(first.move), 0.4 / len(firsts), multipv=REPLIES).lines:
            if abs(int(second.score)) < best:
                best, stones = abs(int(second.score)), [first.move, second.move]
    return stones


def _shipped(board: Any) -> list[list[tuple[int, int]]]:
    """Files and ranks, from 0, of the openings of three stones that ship for the rule of a board."""
    places = openings(f"gomoku/{board.rule}")
    return [[_point(str(move)) for move in place.moves] for place in places if place.ply == 3]


def _point(name: str) -> tuple[int, int]:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def _placed(board: Any, line: list[tuple[int, int]]) -> Any | None:
    """The position of an opening in the middle of a board of another size, or None if it has no room for it."""
    right, up = (board.cols - _SIZE) // 2, (board.rows - _SIZE) // 2
    points = [(file + right, rank + up) for file, rank in line]
    if not all(0 <= file < board.cols and 0 <= rank < board.rows for file, rank in points):
        return None
    return board.play_all([f"{chr(ord('a') + file)}{rank + 1}" for file, rank in points])


def _random(board: Any, random: Random) -> list[Any]:
    """Positions of three stones in the middle of a board."""
    middle = [
        f"{chr(ord('a') + file)}{rank + 1}"
        for file in range(max(board.cols // 2 - 2, 0), min(board.cols // 2 + 3, board.cols))
        for rank in range(max(board.rows // 2 - 2, 0), min(board.rows // 2 + 3, board.rows))
    ]
    if len(middle) < 3:
        raise OptionError(f"a board of {board.cols} by {board.rows}: expected room for three stones")
    return [board.play_all(random.sample(middle, 3)) for _ in range(CANDIDATES)]
