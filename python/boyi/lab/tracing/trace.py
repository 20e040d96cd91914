"""A search whose tree is recorded."""

from collections.abc import Iterable
from typing import Any, Literal

from boyi import Config, Move
from boyi import _core as core
from boyi.errors import OptionError
from boyi.lab.tracing.tree import Tree
from boyi.run import arguments
from boyi.run.positions import checked_position

__all__ = ["trace"]

_MOST_NODES = 10_000_000


def trace(
    config: Config | str,
    position: Any,
    depth: int,
    *,
    nodes: int = 100_000,
    moves: Iterable[Move | str | None] = (),
    plies: int | None = None,
    iterations: Literal["last", "all"] = "last",
) -> Tree:
    """Searches a position with a new searcher and records the tree; the search is the same as without recording.

    Args:
        config: a Config or the name of a preset.
        position: a position, or the FEN of a xiangqi position.
        depth: plies to search, 1 to 96.
        nodes: most nodes kept, 1 to 10,000,000; the first ones are. A node takes 36 bytes.
        moves: the moves to the sub-tree that is wanted, None for a null move; texts are read before the first of those.
        plies: most plies below the root of that sub-tree; None: all.
        iterations: ``"last"`` keeps the last iteration, whose depth is ``depth`` unless a mate ended the search;
            ``"all"`` keeps all of them, so that nodes agree with ``result.counters``.

    Ctrl-C stops it.

    Raises:
        OptionError: for a number out of range, or moves after a null move that are not a boyi.Move.
        IllegalMoveError: for moves that cannot be played before a null move.

    >>> from boyi import lab
    >>> tree = lab.trace("boyi", lab.suite("xiangqi/bench")[0], depth=4, iterations="all")
    >>> len(tree.cut_by("null_move")) == tree.result.counters["null_cutoffs"]
    True
    """
    place = checked_position("position", position)
    chosen = arguments.config("config", config, place.game)
    if iterations not in ("last", "all"):
        raise OptionError(f"iterations={iterations!r}: expected 'last' or 'all'")
    path = _path(place, moves)
    result, rows, total = core.trace(
        chosen,
        place,
        arguments.whole("depth", depth, 96),
        arguments.whole("nodes", nodes, _MOST_NODES),
        [move.code if move else 0 for move in path],
        None if plies is None else arguments.whole("plies", plies, 96, 0),
        iterations == "all",
    )
    return Tree(place, result, rows, total, tuple(path))


def _path(position: Any, moves: Iterable[Move | str | None]) -> list[Move | None]:
    """The moves as such, played as far as the position can play them: it knows no null moves."""
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise OptionError(f"moves={moves!r}: expected a list of moves, with None for a null move")
    place, path = position, []
    for move in moves:
        if move is None:
            place = None
        elif place is not None:
            place = place.play(move)
            move = place.moves[-1]
        elif not isinstance(move, Move):
            raise OptionError(f"moves: {move!r} comes after a null move, expected a boyi.Move")
        path.append(move)
    return path
