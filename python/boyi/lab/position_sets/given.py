"""Positions as users give them: a list, or the name of a suite."""

from collections.abc import Iterable

from boyi import Position
from boyi.lab.position_sets.sets import suite
from boyi.run import arguments
from boyi.run.positions import checked_position, one_game

Positions = Iterable[Position | str] | str


def checked_positions(given: Positions) -> list[Position]:
    """The positions that a user gave, one at least, all of one game and none of them finished."""
    if isinstance(given, str):
        given = suite(given)
    found = arguments.several("positions", given, "positions, FEN texts, or the name of a suite")
    positions = [checked_position(f"positions[{number}]", place) for number, place in enumerate(found)]
    one_game("a comparison", positions)
    return positions
