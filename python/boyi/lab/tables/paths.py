"""The ways from a root to the positions of a transposition table."""

from typing import Any

import numpy as np
import numpy.typing as npt

from boyi import Move, Position, TranspositionTable

__all__ = ["Paths"]


class Paths:
    """Shortest ways from a root through a table to its positions, see :meth:`TranspositionTable.explore`.

    A place is the row of a position in what ``explore`` has found, or :attr:`ROOT`, or :attr:`NOWHERE`.
    """

    ROOT = -1
    NOWHERE = -2

    def __init__(self, table: TranspositionTable, root: Position) -> None:
        self._root = root
        self._reached = table.explore(root)
        self._sorted = np.argsort(self._reached["key"])

    def places(self, keys: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
        """The places of positions, by their keys."""
        places = np.full(len(keys), self.NOWHERE, dtype=np.int64)
        if len(self._reached):
            known = self._reached["key"][self._sorted]
            at = np.minimum(np.searchsorted(known, keys), len(known) - 1)
            found = known[at] == keys
            places[found] = self._sorted[at[found]]
        places[keys == np.uint64(self._root.key)] = self.ROOT
        return places

    def columns(self, places: npt.NDArray[np.int64]) -> dict[str, list[Any]]:
        """Number of moves, moves and FEN of positions, given by their places, none of which is nowhere."""
        positions: dict[int, Position] = {self.ROOT: self._root}
        found = [self._position(place, positions) for place in places.tolist()]
        paths = [position.moves[self._root.ply :] for position in found]
        return {
            "plies": [len(path) for path in paths],
            "path": [" ".join(map(str, path)) for path in paths],
            "fen": [position.fen for position in found],
        }

    def _position(self, place: int, positions: dict[int, Position]) -> Position:
        """The position of a place; the positions on the way there are kept for the next one."""
        missing = []
        while place not in positions:
            missing.append(place)
            place = int(self._reached["before"][place])
        position = positions[place]
        for place in reversed(missing):
            position = position.play(Move.from_code(int(self._reached["move"][place]), self._root.game))
            positions[place] = position
        return position
