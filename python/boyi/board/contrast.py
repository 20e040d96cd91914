"""Two configurations on one position: nodes before and after a switch was turned, and the tree of a search."""

import threading
from typing import Any

from boyi import Config, Result, Run, Searcher
from boyi.lab import trace

__all__ = ["Contrast", "drawn_tree"]

NODES = 150_000
"""Nodes of a first search before the switch, which choose the depth of both."""

MOST_TIMES = 10
"""How many times as many nodes the search after the switch may take."""

TREE_DEPTH = 6
"""Largest depth in plies of a tree that is drawn."""

_TREE_NODES = 200_000
"""Nodes of a search that shows how deep a tree can be recorded."""

_MOST_DRAWN = 300


class Contrast:
    """Searches of a position by new searchers with two configurations, to the same depth."""

    def __init__(self, position: Any, before: Config, after: Config) -> None:
        self._position, self._configs = position, (before, after)
        self._lock = threading.Lock()
        self._run: Run | None = None
        self._stopped = False

    def stop(self) -> None:
        """Ends the searches; :meth:`run` then returns None."""
        with self._lock:
            self._stopped = True
            if self._run is not None:
                self._run.stop()

    def run(self) -> dict[str, Any] | None:
        """Searches, and returns plain data, or None if it was stopped.

        Returns:
            ``depth`` is the last one that both have finished, ``whole`` whether the first went no deeper. ``rows`` has
            a depth and the nodes of both in each row; ``before`` and ``after`` have ``nodes`` and ``time`` in seconds
            to this depth, ``score``, ``move``, and ``first``, the share in per cent of cutoffs by the first move.
        """
        before, after = self._configs
        tried = self._searched(before, nodes=NODES)
        if tried is None or not tried.iterations:
            return None
        # Searched again to its last depth: the counters of the first try have an iteration that was not finished.
        depth = tried.iterations[-1].depth
        first = self._searched(before, depth=depth)
        second = self._searched(after, depth=depth, nodes=MOST_TIMES * NODES)
        if first is None or second is None or not second.iterations:
            return None
        both = list(zip(first.iterations, second.iterations, strict=False))
        depth = both[-1][0].depth
        return {
            "depth": depth,
            "whole": len(both) == len(first.iterations),
            "rows": [[one.depth, one.nodes, other.nodes] for one, other in both],
            "before": _facts(first, len(both)),
            "after": _facts(second, len(both)),
        }

    def _searched(self, config: Config, **limits: Any) -> Result | None:
        with self._lock:
            if self._stopped:
                return None
            self._run = Searcher(config).start(self._position, **limits)
        found = self._run.result()
        return None if self._stopped else found


def _facts(found: Result, finished: int) -> dict[str, Any]:
    step = found.iterations[finished - 1]
    cutoffs = found.counters.get("cutoffs", 0)
    share = round(100 * found.counters.get("first_move_cutoffs", 0) / cutoffs, 1) if cutoffs else None
    return {"nodes": step.nodes, "time": step.time, "score": str(step.score), "move": str(step.move), "first": share}


def drawn_tree(position: Any, config: Config, depth: int) -> dict[str, Any]:
    """The tree of a search as a picture: as deep as asked, as far as it can be searched and drawn.

    Returns:
        Plain data: ``svg``; ``depth`` of the search and ``plies`` that are drawn, ``nodes`` of the tree.
    """
    tried = Searcher(config).search(position, depth=depth, nodes=_TREE_NODES)
    tree = trace(config, position, max(tried.depth, 1))
    counts = [int((tree.rows["ply"] <= plies).sum()) for plies in range(1, int(tree.rows["ply"].max()) + 1)]
    plies = max((ply for ply, count in enumerate(counts, 1) if count <= _MOST_DRAWN), default=1)
    return {
        "svg": tree.svg(plies=plies, max_nodes=max(_MOST_DRAWN, counts[plies - 1])),
        "depth": tree.result.depth,
        "plies": plies,
        "nodes": tree.total,
    }
