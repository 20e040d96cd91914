"""How claims about xiangqi are measured: the tutorial's ladder, the order of moves, windows and the root."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from boyi import Config, Searcher
from boyi.lab.tracing.trace import trace
from boyi.lab.tracing.tree import Tree
from boyi_studies.claims.samples import geometric_mean, match_elo, mean, mean_share, pooled_share, rate, ratio
from boyi_studies.claims.verdicts import Measure, Sample
from boyi_studies.claims.xiangqi.bench import (
    ALPHABETA,
    FRUIT,
    PLAIN,
    QUIESCENCE,
    STRAIGHT,
    TABLE,
    WIZARD,
    Bench,
)

MOSTLY = 0.5
"""A share that "most likely" and "in most cases" must exceed."""

UNSORTED = FRUIT.replace(root_sort="best")
"""Fruit whose list of the root's moves keeps its order, but for the best move, which comes first."""


# The ladder


def _rung(upper: Config, lower: Config, depth: str, saves: bool, bench: Bench) -> list[Measure]:
    """A program of the tutorial against the one before."""
    nodes = bench.times(upper, lower, bench.sizes[depth])
    bounds: Any = ("<", 1) if saves else ()
    return [
        Measure("Elo", match_elo(bench.duel(upper, lower)), ">", 0),
        Measure(f"nodes to depth {bench.sizes[depth]}, times those before", nodes, *bounds),
    ]


alphabeta: Callable[[Bench], list[Measure]] = partial(_rung, ALPHABETA, PLAIN, "plain_depth", True)
"""Elo and nodes: the tutorial's first chapter against alpha-beta alone."""
quiescence_chapter: Callable[[Bench], list[Measure]] = partial(_rung, QUIESCENCE, ALPHABETA, "depth", False)
"""Elo and nodes: the tutorial's second program against the first."""
table_chapter: Callable[[Bench], list[Measure]] = partial(_rung, TABLE, QUIESCENCE, "depth", True)
"""Elo and nodes: the tutorial's third program against the second."""


def last_chapter(bench: Bench) -> list[Measure]:
    """Elo and nodes: the tutorial's last program, with and without its choice at the root, against the third."""
    whole = _rung(WIZARD, TABLE, "depth", False, bench)
    depth = bench.sizes["depth"]
    return [
        *whole,
        Measure("Elo without the choice at the root", match_elo(bench.duel(STRAIGHT, TABLE))),
        Measure(f"nodes to depth {depth} without it, times those before", bench.times(STRAIGHT, TABLE, depth)),
    ]


# The order of moves


def _met_beta(bench: Bench, *stages: str) -> tuple[Sample, Sample]:
    """Shares of the moves offered by some stages that met beta, in trees of the tutorial's third program.

    The first share is among all moves of these stages, the second among those at nodes that some move cut off. The
    trees are the cases, since moves of one tree are alike.
    """
    offered, useful, met = [], [], []
    for place in bench.positions[: bench.sizes["trees"]]:
        tree = trace(TABLE, place, depth=bench.sizes["tree_depth"], nodes=1_000_000)
        cuts = tree.where(cut="move", kind="full")["id"]
        tried = tree.where(stage=list(stages))
        tried = tried[np.isin(tried["parent"], tree.where(kind="full")["id"])]
        offered.append(len(tried))
        useful.append(int(np.isin(tried["parent"], cuts).sum()))
        met.append(len(tree.where(cut="move", cut_stage=list(stages), kind="full")))
    return pooled_share(met, offered), pooled_share(met, useful)


def hash_move(bench: Bench) -> list[Measure]:
    """The table's move tried first."""
    depth = bench.sizes["depth"]
    return [
        Measure("share of the table's moves that meet beta", _met_beta(bench, "hash")[0], ">", MOSTLY),
        Measure(
            f"nodes to depth {depth}, times those without",
            bench.times(TABLE, TABLE.replace(hash_move=False), depth),
            "<",
            1,
        ),
        Measure("the same in fruit", _in_fruit(bench, hash_move=False, root_hash_move=False), "<", 1),
    ]


def killers(bench: Bench) -> list[Measure]:
    """Killers tried before moves are generated."""
    depth = bench.sizes["depth"]
    rows = bench.rows(TABLE, depth)
    (all_nodes, cut_nodes), others = _met_beta(bench, "killer"), _met_beta(bench, "all", "quiet", "noisy")
    saved = rows["generations_saved"] / np.maximum(rows["generations_saved"] + rows["generations"], 1)
    return [
        Measure("share of killers that meet beta", all_nodes, ">", MOSTLY),
        Measure("the same at nodes that some move cuts off", cut_nodes),
        Measure("share of the moves generated after them that meet beta", others[0]),
        Measure("share of generations saved, table's moves included", mean_share(saved)),
        Measure(
            f"nodes to depth {depth}, times those without", bench.times(TABLE, TABLE.replace(killers=0), depth), "<", 1
        ),
        Measure("the same in fruit", _in_fruit(bench, killers=0), "<", 1),
    ]


def _in_fruit(bench: Bench, **changes: Any) -> Sample:
    """Nodes of fruit, times those of fruit with something changed."""
    return bench.times(FRUIT, FRUIT.replace(**changes), bench.sizes["fruit_depth"])


def captures(bench: Bench) -> list[Measure]:
    """Captures of quiescence by victim and attacker, against the order of history."""
    depth = bench.sizes["depth"]
    by_history = {config: config.replace(qsearch_mvv_lva=False) for config in (QUIESCENCE, TABLE)}
    names = ("in the chapter's program", "in the one after it")
    return [
        Measure(f"nodes beyond the horizon {name}, times those by history", bench.times(*pair, depth, "qnodes"), "<", 1)
        for name, pair in zip(names, by_history.items(), strict=True)
    ]


# Windows and the root


def null_windows(bench: Bench) -> list[Measure]:
    """Principal variation search: what trials with a null window cost, and what they save."""
    depth = bench.sizes["depth"]
    saved = bench.times(STRAIGHT, STRAIGHT.replace(pvs=False), depth)
    trees = [
        trace(STRAIGHT, place, depth=bench.sizes["tree_depth"], nodes=2_000_000)
        for place in bench.positions[: bench.sizes["trees"]]
    ]
    trials, costs, shares = zip(*map(_trials, trees), strict=True)
    cost_of_tree = [np.exp(np.mean(np.log(one))) for one in costs if one]
    return [
        Measure(f"nodes to depth {depth}, times those with full windows", saved, "<", 1),
        Measure(
            "share of trials that are repeated with a wider window", pooled_share([len(one) for one in costs], trials)
        ),
        Measure("nodes of a trial, times those of the repetition, by tree", geometric_mean(cost_of_tree)),
        Measure("share of all nodes that lie in repetitions", mean_share(shares)),
    ]


def _trials(tree: Tree) -> tuple[int, list[float], float]:
    """Counts the trials with a null window at the nodes of a tree that have an open window.

    Returns:
        The number of trials; of each trial that was repeated, its nodes over those of its repetition; and the share of
        all nodes that lie in repetitions.
    """
    rows = tree.rows
    moved = (rows["parent"] >= 0) & (rows["move"] != 0)  # neither a root nor a null move
    is_open = rows["beta"].astype(int) - rows["alpha"] > 1
    trial = moved & is_open[np.maximum(rows["parent"], 0)] & ~is_open
    tried = {(int(row["parent"]), int(row["move"])): int(row["nodes"]) for row in rows[trial]}
    costs, inside, within = [], np.zeros(len(rows), dtype=bool), 0
    for number in np.flatnonzero(is_open & (rows["parent"] >= 0)).tolist():
        row = rows[number]
        before = tried.get((int(row["parent"]), int(row["move"])))
        inside[number] = inside[row["parent"]]
        if before is None or not moved[number]:
            continue
        costs.append(before / int(row["nodes"]))
        within += 0 if inside[number] else int(row["nodes"])
        inside[number] = True
    return int(trial.sum()), costs, within / max(len(rows), 1)


def root_sort(bench: Bench) -> list[Measure]:
    """The root's moves sorted by their scores between iterations.

    What Fruit does without that is to keep the list of the root as it was and try the best move first, since the table
    remembers it. A root that is ordered as any other node stands beside it.
    """
    depth = bench.sizes["fruit_depth"]
    sorted_nodes, plain_nodes = (bench.column(config, depth) for config in (FRUIT, UNSORTED))
    wavers = np.array([_wavers(place, depth) for place in bench.positions])
    where = "where the best move changed in the last four depths"
    return [
        Measure(f"nodes to depth {depth}, times those without", ratio(sorted_nodes, plain_nodes), "<", 1),
        Measure(f"the same {where}", ratio(sorted_nodes[wavers], plain_nodes[wavers]), "<", 1),
        Measure("share of positions where it changed", rate(wavers)),
        Measure(
            "nodes, times those of a root ordered as any node, by table, killers and history",
            bench.times(FRUIT, FRUIT.replace(root_sort="off"), depth),
        ),
    ]


def _wavers(place: Any, depth: int) -> bool:
    """Whether the best move of a program without a sorted root changes in the last four depths."""
    searched = Searcher(UNSORTED).search(place, depth=depth)
    return len({step.move for step in searched.iterations[-4:]}) > 1


def margin(bench: Bench) -> list[Measure]:
    """A choice among moves of the root within a margin."""
    depth = bench.sizes["depth"]
    rows = bench.rows(WIZARD, depth)
    spent = rows["root_margin_nodes"] / rows["nodes"]
    seeds = range(bench.sizes["seeds"])
    moves = [
        len({Searcher(WIZARD.replace(seed=seed)).search(place, depth=depth - 1).move for seed in seeds})
        for place in bench.positions
    ]
    return [
        Measure("share of positions in which seeds play more than one move", rate(np.array(moves) > 1), ">", MOSTLY),
        Measure(f"moves played under {len(seeds)} seeds, depth {depth - 1}", mean(moves)),
        Measure("share of nodes below moves that came within the margin", mean_share(spent)),
        Measure(f"nodes to depth {depth}, times those without", bench.times(WIZARD, STRAIGHT, depth)),
        Measure("Elo against the same without", match_elo(bench.duel(WIZARD, STRAIGHT))),
    ]
