"""Positions of games."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from boyi import Position
from boyi.errors import OptionError
from boyi.records.game import Game

__all__ = ["positions"]


def positions(
    games: Iterable[Game], *, plies: tuple[int, int] = (8, 60), each: int = 1, seed: int = 0
) -> Iterator[Position]:
    """Positions of games, with their histories, drawn by lot: the same for the same seed.

    Games that are over, or end, before enough positions give fewer.

    Args:
        games: any iterable, such as what :func:`boyi.records.read` gives.
        plies: least and largest number of moves before a position.
        each: how many positions of a game; positions of one game are much alike.
        seed: number of the draw.

    Raises:
        OptionError: for plies that are no range, or fewer than one position of each game.
    """
    least, most = plies
    if not 0 <= least <= most or each < 1:
        raise OptionError(
            f"plies={plies!r}, each={each!r}: expected a least and a largest number, and one or more of each"
        )
    lot = Random(seed)
    for game in games:
        found: list[Any] = [place for place in game if least <= place.ply - game.start.ply <= most]
        open_ones = [place for place in found if place.outcome() is None]
        yield from sorted(lot.sample(open_ones, min(each, len(open_ones))), key=lambda place: int(place.ply))
