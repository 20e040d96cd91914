"""How claims about xiangqi are measured: what tables hold, for how long, and scores that depend on the path."""

from typing import Any, Literal, TypeAlias

import numpy as np

from boyi import Searcher, TranspositionTable
from boyi.lab.position_sets.sets import openings
from boyi_studies.claims.samples import difference, match_elo, mean_share, rate, ratio, share
from boyi_studies.claims.verdicts import Measure
from boyi_studies.claims.xiangqi.bench import FRUIT, STRAIGHT, TABLE, Bench, Values

BETTER = 1.05
"""Factor in nodes that counts as "5 to 10 per cent better"."""

SMALL = 1
"""Size in MiB of a table that the searches of a game fill."""

Policy: TypeAlias = Literal["ignore", "tutorial", "chain", "path-key"]
"""A value of ``path_scores``."""

POLICIES: tuple[Policy, ...] = ("ignore", "tutorial", "chain", "path-key")
"""The values of ``path_scores`` that are compared; with the first, every table score is used."""

TINY = 0.25
"""Size in MiB of a table that a single search nearly fills."""

MOST = 3_000_000
"""Nodes of a search at most: where checks follow on checks, the tutorial's search hardly ends."""

CURED = 0.5
"""The share of the wrong scores that a cure must mend."""

MOST_NODES = 100_000
"""Nodes of a search without a table, where checks may go on and on; a search that needs more is left out."""


# Layout


def two_bounds(bench: Bench) -> list[Measure]:
    """Fruit's table against one with a single bound and as many entries."""
    single = FRUIT.replace(table_layout="single", table_mb=FRUIT.table_mb // 2)
    assert FRUIT.new_table().capacity == single.new_table().capacity
    depth = bench.sizes["fruit_depth"]
    small, small_single = FRUIT.replace(table_mb=2 * SMALL), single.replace(table_mb=SMALL)
    return [
        Measure(
            f"nodes to depth {depth}, times those with single bounds",
            bench.times(FRUIT, single, depth),
            "<=",
            1 / BETTER,
        ),
        Measure(f"the same in {2 * SMALL} and {SMALL} MiB", bench.times(small, small_single, depth), "<=", 1 / BETTER),
        Measure("Elo at equal nodes", match_elo(bench.duel(FRUIT, single, "deep")), ">", 0),
    ]


def writeback(bench: Bench) -> list[Measure]:
    """The principal variation written back into the table."""
    depth, without = bench.sizes["fruit_depth"], FRUIT.replace(pv_writeback=False)
    small, small_without = (config.replace(table_mb=SMALL) for config in (FRUIT, without))
    return [
        Measure(f"nodes to depth {depth}, times those without", bench.times(FRUIT, without, depth), "<", 1),
        Measure(f"the same in {SMALL} MiB", bench.times(small, small_without, depth), "<", 1),
    ]


# Ageing


def ageing(bench: Bench) -> list[Measure]:
    """A depth-preferred table that is kept for a game: what it still holds of earlier searches, and what those cost."""
    policies = (TABLE.replace(defect="no-ageing"), TABLE)
    depth = bench.sizes["depth"]
    old: list[list[float]] = [[], []]
    nodes: list[list[float]] = [[], []]
    for place in openings("xiangqi")[: bench.sizes["long_games"]]:
        path = _game(place, bench.sizes["searches"])
        for number, config in enumerate(policies):
            table = config.new_table(TINY)
            searcher = Searcher(config, table=table)
            results = [searcher.search(one, depth=depth, nodes=MOST) for one in path[:-1]]
            before = _content(table)
            results.append(searcher.search(path[-1], depth=depth, nodes=MOST))
            after = _content(table)
            old[number].append(len(before & after) / len(after))
            nodes[number].append(sum(result.nodes for result in results[len(results) // 2 :]))
    return [
        Measure("share of entries that a game's last search left from before it, without ageing", mean_share(old[0])),
        Measure("the same with ageing", mean_share(old[1])),
        Measure("difference of these shares", difference(*old), ">", 0),
        Measure("nodes of the later half of a game's searches, times those with ageing", ratio(*nodes), ">", 1),
    ]


def _content(table: TranspositionTable) -> set[tuple[int, ...]]:
    rows = table.entries()
    return set(zip(*(rows[name].tolist() for name in ("key", "depth", "bound", "score")), strict=True))


def _game(place: Any, searches: int) -> list[Any]:
    """Positions of one side in a game of fruit against itself."""
    player = Searcher(FRUIT)
    path: list[Any] = []
    while len(path) < 2 * searches and place.outcome() is None:
        path.append(place)
        move = player.search(place, nodes=2000).move
        place = place.play(move or place.legal_moves()[0])
    return path[::2]


# Paths


def paths(bench: Bench) -> list[Measure]:
    """What each way to treat scores of the path gets wrong, and its price."""
    wrong = {policy: _wrong(bench, policy) for policy in POLICIES}
    depth = bench.sizes["depth"]
    measures = []
    for policy, hits in wrong.items():
        measures.append(Measure(f"share of scores that the table changes, {policy}", rate(hits)))
    unstable = wrong["ignore"] == 1
    for policy in POLICIES[1:]:
        cured = share(int((wrong[policy][unstable] == 0).sum()), int(unstable.sum()))
        measures.append(Measure(f"share of those of ignore that are right with {policy}", cured, ">", CURED))
    for policy in POLICIES[1:]:
        price = bench.times(STRAIGHT.replace(path_scores=policy), STRAIGHT.replace(path_scores="ignore"), depth)
        measures.append(Measure(f"nodes to depth {depth} with {policy}, times those with ignore", price))
    return measures


def _wrong(bench: Bench, policy: Policy) -> Values:
    """Where a table that is kept along a walk changes the score of the same search without one: 1, else 0.

    NaN where one of the two comes to no end.
    """
    exact = STRAIGHT.replace(
        path_scores=policy, null_move=False, table_depth="equal", table_mates=False, stop_on_mate=False, draw_score=0
    )
    depth, alone, hits = bench.sizes["walk_depth"], Searcher(exact.replace(table="off")), []
    for walk in bench.walks:
        keeping = Searcher(exact)
        for place in walk:
            alone.clear()
            scores = [_score(searcher, place, depth) for searcher in (keeping, alone)]
            hits.append(np.nan if None in scores else float(scores[0] != scores[1]))
    return np.array(hits)


def _score(searcher: Searcher, place: Any, depth: int) -> int | None:
    result = searcher.search(place, depth=depth, nodes=MOST_NODES)
    return int(result.score) if result.depth == depth else None
