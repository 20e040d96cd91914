"""How the claims about gomoku are measured: each function gives the figures of one claim."""

import math
import time
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from boyi import Config, Score, Searcher, kill_search
from boyi.gomoku import Position
from boyi.lab.comparison.compare import compare
from boyi.lab.matches.match import match
from boyi.lab.matches.result import Match
from boyi.lab.position_sets.sets import openings, suite
from boyi_studies.claims.claim import Sizes
from boyi_studies.claims.samples import (
    difference,
    geometric_mean,
    match_elo,
    mean,
    median,
    node_cost,
    number,
    rate,
    share,
)
from boyi_studies.claims.verdicts import Measure, Sample

Depths = npt.NDArray[np.float64]

FIRST = Config.preset("report-first")
REPORT = Config.preset("report")
WITHOUT = REPORT.replace(kill_horizon="off")
"""Configuration of the report's last version, without kill search."""

STAGES = {
    "unordered": FIRST,
    "ordered": FIRST.replace(static_order=1),
    "width": FIRST.replace(static_order=1, width=15),
}
"""Configurations of the report's stages: no move ordering, point scores, only the best 15 moves."""

SIZES = {
    "positions": 24,
    "milliseconds": 1000,
    "games": 200,
    "nodes": 20_000,
    "max_plies": 225,
    "sample": 100,
    "depth": 4,
    "boards": 600,
    "wins": 40,
    "table_depth": 4,
    "seed": 1,
}
"""Sizes of a full run, which takes about ten minutes of CPU time."""

QUICK = SIZES | {
    "positions": 6,
    "milliseconds": 4,
    "games": 6,
    "nodes": 200,
    "max_plies": 30,
    "sample": 4,
    "depth": 2,
    "boards": 60,
    "wins": 4,
    "table_depth": 2,
}

RATES = {"unordered": 3_400_000, "ordered": 2_700_000, "width": 2_000_000, "kill": 1_800_000}
"""Nodes of a second of CPU time: :func:`measured_rates` with half a second for a position, rounded, on the processor
that the shipped results name."""

MOST_MOVES = 20
"""Largest ``max_depth`` of kill searches, in moves of the attacker."""

CLAIMED, TRUE = 20_000, 100_000
"""Limit in nodes of a kill search under a rule of defence, and of the sound kill search that judges its win."""

MOSTLY = 0.5
"""A claim about "most" positions holds for a share above this."""

PLIES = 0.1
"""Smallest difference of interest, in plies."""

LEAST_PLIES = 7
"""Plies of the shortest wins that searches are raced for."""


def positions(number: int) -> list[Any]:
    """Undecided positions, openings and middlegames alternating."""
    pairs = zip(suite("gomoku/opening"), suite("gomoku/middlegame"), strict=True)
    return [place for pair in pairs for place in pair][:number]


def measured_rates(seconds: float = 0.5) -> dict[str, int]:
    """Nodes per CPU second of this machine for each kind of search, from that long for each of the positions."""
    rates = {}
    for name, config in STAGES.items():
        results = [Searcher(config).search(place, time=seconds) for place in positions(SIZES["positions"])]
        rates[name] = round(sum(one.nodes for one in results) / sum(one.cpu_time for one in results))
    start = time.process_time()
    most = int(seconds * RATES["kill"])
    nodes = sum(kill_search(place, "vct", nodes=most).nodes for place in positions(SIZES["positions"]))
    return rates | {"kill": round(nodes / (time.process_time() - start))}


class Bench:
    """The bench of one run: sizes, rates, positions, and measurements that several claims use."""

    def __init__(self, sizes: Sizes, rates: Sizes) -> None:
        self.sizes = sizes
        self.rates = rates
        self.positions: list[Any] = positions(sizes["positions"])

    def nodes(self, kind: str) -> int:
        """The number of nodes that counts as a second for a kind of search."""
        return max(1, self.rates[kind] * self.sizes["milliseconds"] // 1000)

    @cached_property
    def depths(self) -> dict[str, Depths]:
        """Depth reached in a second by stage and position; NaN where one of the stages finds who wins, and so stops."""
        found, decided = {}, np.zeros(len(self.positions), dtype=bool)
        for name, config in STAGES.items():
            rows = compare({name: config}, self.positions, nodes=self.nodes(name), progress=False).rows
            found[name] = rows["depth"].astype(float)
            decided |= [Score(score, "black", "gomoku").kind == "mate" for score in rows["score"].tolist()]
        return {name: np.where(decided, np.nan, depths) for name, depths in found.items()}

    @cached_property
    def kills(self) -> tuple[Depths, list[int]]:
        """Plies that kill search sees in a second by position, NaN where it finds a win; and the plies of its wins."""
        plies, wins = [], []
        for place in self.positions:
            seen, won = _sight(place, self.nodes("kill"))
            plies.append(seen)
            wins += [won] if won else []
        return np.array(plies), wins

    @property
    def at_root(self) -> Config:
        """The last version with kill search at the root only, for which it has a tenth of the nodes of a move."""
        return WITHOUT.replace(kill_root="threats", kill_root_nodes=max(1, self.sizes["nodes"] // 10))

    def duel(self, a: Config, b: Config) -> Match:
        """A match at equal nodes."""
        return match(
            *(a, b),
            openings=openings("gomoku/freestyle"),
            games=self.sizes["games"],
            nodes=self.sizes["nodes"],
            max_plies=self.sizes["max_plies"],
            progress=False,
        )


def _sight(place: Any, nodes: int) -> tuple[float, int]:
    """The plies within which kill search shows in so many nodes that there is no win, and those of a win it finds.

    What it answers without any limit of moves counts as the most that is asked.
    """
    whole = kill_search(place, "vct", nodes=nodes)
    if whole.status == "none":
        return 2 * MOST_MOVES - 1, 0
    if whole.status == "win":
        return math.nan, len(whole.line)
    seen = 0
    for moves in range(1, MOST_MOVES + 1):
        result = kill_search(place, "vct", max_depth=moves, nodes=nodes)
        if result.status == "win":
            return math.nan, len(result.line)
        if result.status == "unknown":
            break
        seen = 2 * moves - 1
    return seen, 0


# Depth in a second


def unordered(bench: Bench) -> list[Measure]:
    """Depth in a second without an order of moves."""
    depths = bench.depths["unordered"]
    return [
        Measure("plies in a second", mean(depths), "<", 4),
        Measure("share of positions where depth 4 is reached", _share(depths >= 4, depths)),
    ]


def ordered(bench: Bench) -> list[Measure]:
    """Depth in a second with moves ordered by point score."""
    ordered, unordered = bench.depths["ordered"], bench.depths["unordered"]
    return [
        Measure("plies in a second", mean(ordered), ">=", 4),
        Measure("plies more than without order", difference(ordered, unordered), ">", 0, PLIES),
    ]


def width(bench: Bench) -> list[Measure]:
    """Depth in a second with the best 15 moves only."""
    width, ordered = bench.depths["width"], bench.depths["ordered"]
    return [
        Measure("plies in a second", mean(width), ">=", 6),
        Measure("plies more than with all moves", difference(width, ordered), ">=", 2),
    ]


def kill_depth(bench: Bench) -> list[Measure]:
    """Plies of kill search in the same second."""
    plies, wins = bench.kills
    answered = _share(plies == 2 * MOST_MOVES - 1, plies)
    more = plies - bench.depths["ordered"]
    work = [_work(bench, place) for place in bench.positions]
    return [
        Measure("share of positions with 10 plies of kill search or more", _share(plies >= 10, plies), ">", MOSTLY),
        Measure("share of positions with 6 plies more than the ordered search", _share(more >= 6, more), ">", MOSTLY),
        Measure("time of 11 plies of kill search, times that of 4 plies of search", geometric_mean(work), "<=", 1),
        Measure(f"share of positions answered for {2 * MOST_MOVES - 1} plies or for good", answered),
        Measure("plies of kill search in a second, median", median(plies)),
        Measure("plies more than the ordered search, median", median(more)),
        Measure("wins found", number(len(wins))),
        *([Measure("plies of the longest win found", number(max(wins)))] if wins else []),
    ]


def _work(bench: Bench, place: Any) -> float:
    """Seconds of a kill search of 11 plies, times those of an ordered search of 4; both from nodes, by their rates."""
    kill = kill_search(place, "vct", max_depth=6, nodes=bench.nodes("kill")).nodes
    search = Searcher(STAGES["ordered"]).search(place, depth=4, nodes=bench.nodes("ordered")).nodes
    return (kill / bench.rates["kill"]) / (search / bench.rates["ordered"])


def race(bench: Bench) -> list[Measure]:
    """Time that kill search and the ordered search take to find the same forced wins."""
    random, found = Random(bench.sizes["seed"]), 0
    ratios: list[float] = []
    while len(ratios) < bench.sizes["wins"]:
        place = scattered(random)
        win = kill_search(place, "vct", nodes=TRUE)
        if len(win.line) < LEAST_PLIES:
            continue
        result = Searcher(STAGES["ordered"]).search(place, nodes=bench.nodes("ordered"))
        found += result.score.kind in ("mate", "mate?") and result.score > 0
        ratios.append((result.nodes / bench.rates["ordered"]) / (win.nodes / bench.rates["kill"]))
    return [
        Measure("time of the search, times that of kill search (at least)", geometric_mean(ratios), ">", 1),
        Measure("share of the wins that the search sees in a second", share(found, len(ratios))),
    ]


def _share(hits: npt.NDArray[np.bool_], values: Depths) -> Sample:
    """The share of hits among the values that are not NaN."""
    return rate(np.where(np.isnan(values), np.nan, hits))


# The best fifteen


def best_moves(bench: Bench) -> list[Measure]:
    """How often a narrow search finds a best move, and what it loses otherwise."""
    sample = (bench.positions + openings("gomoku/freestyle"))[: bench.sizes["sample"]]
    fixed = STAGES["ordered"].replace(iterative=False, stop_on_mate=False)
    configs = {f"{width}": fixed.replace(width=width) for width in (0, 15, 10)}
    depth = bench.sizes["depth"]
    rows = compare(configs, sample, depth=depth, progress=False).rows
    moves = {name: rows[rows["config"] == name]["move"].tolist() for name in configs}

    def worth(place: Any, move: str) -> int:
        """The score of a move by the search of all moves, for the side that plays it."""
        after = place.play(move)
        if after.outcome() is not None or depth == 1:
            return -int(after.evaluate("patterns")) if after.outcome() is None else 10_000
        return -int(Searcher(fixed).search(after, depth=depth - 1).score)

    def losses(name: str) -> Depths:
        """What the moves of a narrow search lose against those of the full one."""
        pairs = zip(sample, moves["0"], moves[name], strict=True)
        return np.array(
            [0 if best == move else worth(place, best) - worth(place, move) for place, best, move in pairs], dtype=float
        )

    lost = {name: losses(name) for name in ("15", "10")}
    same = sum(best == move for best, move in zip(moves["0"], moves["15"], strict=True))
    return [
        Measure("share of positions where 15 moves lose nothing", _share(lost["15"] <= 0, lost["15"]), ">=", 0.95),
        Measure("share of positions where 10 moves lose nothing", _share(lost["10"] <= 0, lost["10"]), ">=", 0.95),
        Measure("share of positions where 15 moves give the same move", share(same, len(sample))),
        Measure("median loss where 15 moves lose something", median(lost["15"][lost["15"] > 0])),
    ]


# Kill search: its defence, and its worth inside a search


def defence(bench: Bench) -> list[Measure]:
    """How many of the wins that the report's rules of defence admit are real."""
    random, names = Random(bench.sizes["seed"]), {"prose": "text", "code": "code"}
    verdicts: dict[str, list[str]] = {rule: [] for rule in names}
    for _ in range(bench.sizes["boards"]):
        place = scattered(random)
        for rule, found in verdicts.items():
            if kill_search(place, "vct", nodes=CLAIMED, defence=rule).status == "win":
                found.append(kill_search(place, "vct", nodes=TRUE).status)
    measures = []
    for rule, found in verdicts.items():
        wrong, known = found.count("none"), len(found) - found.count("unknown")
        real = share(known - wrong, known)
        measures.append(Measure(f"share of wins that are real, by the rule in the {names[rule]}", real, ">=", 1))
    return measures


def scattered(random: Random, size: int = 11, stones: int = 20) -> Any:
    """A board of random stones on which nobody has won.

    >>> scattered(Random(1)).ply
    20
    """
    place = Position(size=size)
    while place.ply < stones:
        after = place.play(random.choice(place.legal_moves()))
        place = place if after.outcome() is not None else after
    return place


def final_match(bench: Bench) -> list[Measure]:
    """Figures of a match of the report's last version against the first."""
    played = bench.duel(REPORT, FIRST)
    return [
        Measure("Elo", match_elo(played), ">", 0),
        Measure("games won, per cent", number(100 * played.wins / len(played.games))),
        Measure("CPU time of a node, times that of the first program", node_cost(played)),
    ]


def n_plus_m(bench: Bench) -> list[Measure]:
    """The last version with kill search of several kinds at the horizon against the same without."""
    kinds = {
        "fours, 500 nodes": REPORT.replace(kill_horizon="checks"),
        "fours and threes, 6 plies, 50 nodes": REPORT.replace(kill_nodes=50),
        "fours and threes, 6 plies, 500 nodes": REPORT,
        "fours and threes, any plies, 500 nodes": REPORT.replace(kill_plies=0),
    }
    measures = []
    for name, config in kinds.items():
        played = bench.duel(config, WITHOUT)
        measures.append(Measure(f"Elo of {name}", match_elo(played), ">", 0))
        measures.append(Measure(f"CPU time of a node with {name}, times that without", node_cost(played)))
    return measures


def inside(bench: Bench) -> list[Measure]:
    """The last version, with kill search at the horizon, against the same with kill search at the root only."""
    alone = bench.duel(bench.at_root, WITHOUT)
    return [
        Measure("Elo of the horizon against the root", match_elo(bench.duel(REPORT, bench.at_root)), ">", 0),
        Measure("Elo of the root against no kill search", match_elo(alone)),
    ]


# Tables


def memory(bench: Bench) -> list[Measure]:
    """What the leaf walk's two tables hold, and what entries for every depth would."""
    more, leaves = [], []
    for place in bench.positions:
        config = Config.preset("leafwalk")
        table = config.new_table(64)
        searcher = Searcher(config, table=table)
        pairs: set[tuple[int, int]] = set()
        for depth in range(1, bench.sizes["table_depth"] + 1):
            searcher.clear()
            searcher.search(place, depth=depth)
            rows = table.entries()
            pairs.update(zip(rows["key"].tolist(), rows["depth"].tolist(), strict=True))
        one, last = len({key for key, _ in pairs}), len(table.leaves())
        more.append(len(pairs) / one)
        leaves.append((one + last) / len(pairs))
    return [
        Measure("entries for every depth, times those of one entry", geometric_mean(more), ">=", 2),
        Measure("entries and leaves, times the entries for every depth", geometric_mean(leaves), "<", 1),
    ]
