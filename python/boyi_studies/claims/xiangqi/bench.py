"""The bench of the claims about xiangqi: sizes, positions, searches that several claims use, and matches."""

from functools import cached_property
from itertools import chain
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from boyi import Config, Searcher
from boyi.lab.comparison.compare import compare
from boyi.lab.matches.match import match
from boyi.lab.matches.result import Match
from boyi.lab.position_sets.sets import openings, suite
from boyi_studies.claims.claim import Sizes
from boyi_studies.claims.samples import evidence, match_elo, ratio
from boyi_studies.claims.verdicts import Measure, Sample

Values = npt.NDArray[np.float64]

PLAIN = Config.preset("plain").replace(iterative=True)
"""What the tutorial's ladder stands on."""

ALPHABETA, QUIESCENCE, TABLE, WIZARD = (
    Config.preset(f"wizard{rung}") for rung in ("-alphabeta", "-quiescence", "-table", "")
)
FRUIT, CRAFTY, TOGA = map(Config.preset, ("fruit", "crafty", "toga"))

STRAIGHT = WIZARD.replace(root_margin=0)
"""The tutorial's last program without its choice at the root."""

SIZES = {
    "positions": 48,
    "depth": 6,
    "fruit_depth": 8,
    "plain_depth": 5,
    "games": 400,
    "nodes": 5000,
    "deep_games": 160,
    "deep_nodes": 100000,
    "switch_games": 120,
    "switch_nodes": 20000,
    "max_plies": 200,
    "compositions": 42,
    "mate_depth": 6,
    "boards": 400,
    "judge_depth": 6,
    "trees": 12,
    "tree_depth": 5,
    "long_games": 8,
    "searches": 24,
    "seeds": 8,
    "walks": 100,
    "walk_depth": 4,
    "seed": 1,
}
"""Sizes of a full run, which takes about two hours of CPU time, most of them for the matches of Fruit and Toga."""

QUICK = SIZES | {
    "positions": 6,
    "depth": 4,
    "fruit_depth": 5,
    "plain_depth": 3,
    "games": 4,
    "nodes": 200,
    "deep_games": 4,
    "deep_nodes": 400,
    "switch_games": 2,
    "switch_nodes": 200,
    "max_plies": 30,
    "compositions": 8,
    "mate_depth": 4,
    "boards": 12,
    "judge_depth": 3,
    "trees": 2,
    "tree_depth": 3,
    "long_games": 1,
    "searches": 4,
    "seeds": 3,
    "walks": 6,
    "walk_depth": 3,
}

GAIN = 50.0
"""Normalized Elo of the second hypothesis of the sequential tests; the first is 0."""

BACK = 0.7
"""Probability that a random move takes back the mover's last one, so that positions repeat."""


class Bench:
    """The bench of one run: sizes, positions, and searches that several claims use."""

    def __init__(self, sizes: Sizes, _rates: Sizes) -> None:
        self.sizes = sizes
        kinds = (suite(f"xiangqi/{kind}") for kind in ("opening", "middlegame", "endgame"))
        self.positions: list[Any] = list(chain.from_iterable(zip(*kinds, strict=False)))[: sizes["positions"]]
        self.compositions: list[Any] = list(suite("xiangqi/tactical")[: sizes["compositions"]])
        self._rows: dict[Any, Any] = {}
        self._duels: dict[Any, Match] = {}

    def rows(self, config: Config, depth: int) -> Any:
        """The searches of all positions to a depth, a row for each."""
        return self._searched(config, depth=depth)

    def limited(self, config: Config, nodes: int) -> Any:
        """The searches of all positions with so many nodes each, a row for each."""
        return self._searched(config, nodes=nodes)

    def _searched(self, config: Config, **limit: Any) -> Any:
        key = (config, *limit.items())
        if key not in self._rows:
            self._rows[key] = compare({"searched": config}, self.positions, **limit, progress=False).rows
        return self._rows[key]

    def column(self, config: Config, depth: int, name: str = "nodes") -> Values:
        """One figure of these searches; NaN where a mate ended the search before the depth was reached."""
        rows = self.rows(config, depth)
        return np.where(rows["depth"] == depth, rows[name].astype(float), np.nan)

    def times(self, config: Config, baseline: Config, depth: int, name: str = "nodes") -> Sample:
        """A figure of the searches to a depth, times that of a baseline, on the average of the positions."""
        values = [np.maximum(self.column(one, depth, name), 1e-9) for one in (config, baseline)]
        return ratio(*values)

    def cpu_times(self, config: Config, baseline: Config, depth: int) -> Sample:
        """CPU time of the searches to a depth, times that of a baseline, each measured beside the other."""
        rows = compare({"a": config, "b": baseline}, self.positions, depth=depth, progress=False).rows
        values = (np.maximum(rows[rows["config"] == name]["time"], 1e-9) for name in "ab")
        return ratio(*values)

    def mates(self, config: Config) -> Values:
        """For each composition, at how many depths from 1 to the limit its mate is found."""
        depth = self.sizes["mate_depth"]
        results = (Searcher(config).search(place, depth=depth).iterations for place in self.compositions)
        found = ([one.depth for one in each if one.score.kind == "mate" and one.score > 0] for each in results)
        return np.array([depth - min(depths) + 1 if depths else 0 for depths in found], dtype=float)

    @cached_property
    def boards(self) -> list[Any]:
        """Positions of the suites after a few random moves, so that pieces hang."""
        random = Random(self.sizes["seed"])
        found: list[Any] = []
        while len(found) < self.sizes["boards"]:
            place = random.choice(self.positions)
            for _ in range(random.randrange(1, 7)):
                place = place if place.outcome() else place.play(random.choice(place.legal_moves()))
            if place.outcome() is None and not place.is_check():
                found.append(place)
        return found

    @cached_property
    def walks(self) -> list[list[Any]]:
        """Positions with few pieces, and what becomes of them by moves to and fro."""
        random, starts = Random(self.sizes["seed"]), suite("xiangqi/endgame")
        return [_walk(random, random.choice(starts)) for _ in range(self.sizes["walks"])]

    def duel(self, a: Config, b: Config, size: str = "", *, test: bool = False) -> Match:
        """A match at equal nodes; with ``test`` it ends as soon as it tells a gain from none.

        ``size`` names other sizes than those of most matches: "deep" has few games with many nodes for a move, "switch"
        is for single switches.
        """
        games, nodes = (self.sizes[f"{size}_{number}" if size else number] for number in ("games", "nodes"))
        key = (a, b, size, test)
        if key not in self._duels:
            self._duels[key] = match(
                *(a, b),
                game="xiangqi",
                openings=openings("xiangqi"),
                games=games,
                nodes=nodes,
                max_plies=self.sizes["max_plies"],
                sprt=(0, GAIN) if test else None,
                progress=False,
            )
        return self._duels[key]

    def tested(self, a: Config, b: Config, what: str) -> list[Measure]:
        """Whether a program is stronger than another: a sequential test decides, the Elo beside it does not."""
        played = self.duel(a, b, "deep", test=True)
        return [
            Measure(f"{what}: log likelihood ratio, and how far it would have to be from 0", evidence(played), ">", 0),
            Measure(f"{what}: Elo in the {len(played.games)} games of the test", match_elo(played)),
        ]


def _walk(random: Random, place: Any) -> list[Any]:
    """A position, and those after each of a few moves at random."""
    walk = [place]
    for _ in range(random.randrange(4, 13)):
        moves, played = walk[-1].legal_moves(), walk[-1].moves
        undone = (played[-2].to_square, played[-2].from_square) if len(played) > 1 else None
        back = [move for move in moves if (move.from_square, move.to_square) == undone]
        after = walk[-1].play(back[0] if back and random.random() < BACK else random.choice(moves))
        if after.outcome() is not None:
            break
        walk.append(after)
    return walk
