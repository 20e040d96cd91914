"""How claims about xiangqi are measured: null move, pruning near the horizon, reductions, and whole programs."""

from typing import Any

import numpy as np

from boyi import Config, Searcher
from boyi_studies.claims.samples import match_elo, node_cost, ratio_of_sums, share
from boyi_studies.claims.verdicts import Measure
from boyi_studies.claims.xiangqi.bench import CRAFTY, FRUIT, TABLE, TOGA, Bench

WORSE = 20
"""Evaluation units by which a move must be worse to count as an error: two pawns at home, or an advisor."""

EXPLODES = 2
"""Factor in nodes from which a tree counts as exploding."""

NEARLY_100 = 75
"""Least Elo that counts as "about 100"."""


# Null move


def null_move(bench: Bench) -> list[Measure]:
    """Null moves: what they save, and what they get wrong."""
    depth, mate_depth = bench.sizes["depth"], bench.sizes["mate_depth"]
    without = TABLE.replace(null_move=False)
    changes, losses = _losses(bench, TABLE, without)
    fruit_depth, bare = bench.sizes["fruit_depth"], FRUIT.replace(null_move=False)
    mates = [bench.mates(config) for config in (TABLE, without)]
    return [
        Measure(f"nodes to depth {depth}, times those without", bench.times(TABLE, without, depth), "<", 1),
        Measure(f"the same in fruit, depth {fruit_depth}", bench.times(FRUIT, bare, fruit_depth), "<", 1),
        Measure("share of positions with another move", share(changes, len(losses))),
        Measure(
            f"share of positions in which that one is worse by {WORSE}",
            share(int((losses >= WORSE).sum()), len(losses)),
        ),
        Measure(f"share in which it is better by {WORSE}", share(int((losses <= -WORSE).sum()), len(losses))),
        Measure(f"mates found at depths 1 to {mate_depth}, times those without", ratio_of_sums(*mates)),
    ]


def _losses(bench: Bench, bold: Config, careful: Config) -> tuple[int, Any]:
    """How many moves of two programs differ, and what those of the first lose by the second's search, a ply deeper."""
    depth, judge = bench.sizes["depth"], Searcher(careful)
    pairs = zip(bench.rows(bold, depth)["move"].tolist(), bench.rows(careful, depth)["move"].tolist(), strict=True)
    changes, losses = 0, []
    for place, moves in zip(bench.positions, pairs, strict=True):
        worths = []
        for move in moves if moves[0] != moves[1] else ():
            judge.clear()
            worths.append(-int(judge.search(place.play(move), depth=depth).score))
        changes += bool(worths)
        losses.append(worths[1] - worths[0] if worths else 0)
    return changes, np.array(losses)


def shallow_pruning(bench: Bench) -> list[Measure]:
    """No pruning at depth 2 or less, and pruning at depth 1 too."""
    depth = bench.sizes["fruit_depth"]
    careful, bold = FRUIT.replace(null_min_depth=3), FRUIT.replace(null_min_depth=1, lmr_min_depth=1)
    mates = ratio_of_sums(bench.mates(bold), bench.mates(FRUIT))
    return [
        Measure(
            f"nodes to depth {depth} without pruning at depth 2, times fruit's",
            bench.times(careful, FRUIT, depth),
            ">=",
            EXPLODES,
        ),
        Measure("nodes with pruning at depth 1 too, times fruit's", bench.times(bold, FRUIT, depth), "<", 1),
        Measure("mates found with it, times fruit's", mates, "<", 1),
    ]


# Reductions, and whole programs


def history_pruning(bench: Bench) -> list[Measure]:
    """Moves with a poor history, searched less deep first."""
    without = FRUIT.replace(history_pruning=0)
    depth = bench.sizes["fruit_depth"]
    return [
        Measure("Elo at equal nodes", match_elo(bench.duel(FRUIT, without, "deep")), ">=", NEARLY_100),
        Measure(f"nodes to depth {depth}, times those without", bench.times(FRUIT, without, depth), "<", 1),
        Measure("mates found, times those without", ratio_of_sums(bench.mates(FRUIT), bench.mates(without)), ">=", 1),
    ]


def crafty(bench: Bench) -> list[Measure]:
    """Fruit against its contrast."""
    depth = bench.sizes["fruit_depth"]
    played = bench.duel(FRUIT, CRAFTY, "deep")
    return [
        Measure("Elo at equal nodes", match_elo(played), ">", 0),
        Measure(f"nodes to depth {depth}, times crafty's", bench.times(FRUIT, CRAFTY, depth), "<", 1),
        Measure("CPU time of a node, times crafty's", node_cost(played)),
        Measure(
            "mates found at equal depths, times crafty's",
            ratio_of_sums(bench.mates(FRUIT), bench.mates(CRAFTY)),
            ">",
            1,
        ),
    ]


def toga(bench: Bench) -> list[Measure]:
    """Toga against fruit."""
    depth = bench.sizes["fruit_depth"]
    return [
        Measure("Elo at equal nodes", match_elo(bench.duel(TOGA, FRUIT, "deep")), ">=", NEARLY_100),
        Measure(f"nodes to depth {depth}, times fruit's", bench.times(TOGA, FRUIT, depth)),
    ]
