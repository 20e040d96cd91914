"""How claims about xiangqi are measured: what made Fruit strong, and what Toga added, one switch after another."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from boyi import Config
from boyi_studies.claims.samples import match_elo, median, number
from boyi_studies.claims.verdicts import Measure
from boyi_studies.claims.xiangqi.bench import CRAFTY, FRUIT, TOGA, Bench

Changes = Mapping[str, Any]

OFF_IN_FRUIT: Mapping[str, Changes] = {
    "null move": {"null_move": False},
    "verification": {"null_verification": False},
    "null moves only where the evaluation allows": {"null_eval": False},
    "history pruning": {"history_pruning": 0},
    "exchange evaluation": {"see_captures": False, "qsearch_see": False, "qsearch_see_checks": False},
    "checks in quiescence": {"check_plies": 0},
    "killers": {"killers": 0},
    "history of moves": {"history": "off"},
    "internal deepening": {"internal_deepening": False},
    "two bounds": {"table_layout": "single", "table_mb": FRUIT.table_mb // 2},
    "check extension": {"check_extension": False},
    "extensions of replies and recaptures": {"single_reply_extension": False, "recapture_extension": "off"},
    "sorted root": {"root_sort": "off", "root_exact": False},
}
"""Parts of Fruit, and how to take each off. Single bounds hold as many entries in half the memory."""

OF_TOGA: Mapping[str, tuple[str, ...]] = {
    "window for the first move": ("aspiration", "aspiration_min_depth", "aspiration_first_move"),
    "null moves whatever the evaluation, verified": ("null_eval", "null_eval_depth", "null_verified_officers"),
    "internal deepening to half": ("internal_deepening_half",),
    "futility": tuple(
        f"futility{part}" for part in ("", "_max_depth", "_margin", "_growth", "_spares_checks", "_raises")
    ),
    "threshold of 70 per cent": ("history_pruning",),
    "moves skipped by history": ("history_skip",),
    "delta pruning": ("delta_pruning", "delta_margin"),
    "checks a ply deeper": ("check_plies_pv",),
    "killers of two plies above": ("killers_above",),
    "captures extended": ("recapture_extension", "capture_extension"),
}
"""Toga's differences from Fruit, and their fields."""


def with_difference(name: str) -> Config:
    """Fruit with one of Toga's differences."""
    return FRUIT.replace(**{field: getattr(TOGA, field) for field in OF_TOGA[name]})


def fruit(bench: Bench) -> list[Measure]:
    """Fruit against itself without one of its parts."""
    pairs = ((name, FRUIT, FRUIT.replace(**changes)) for name, changes in OFF_IN_FRUIT.items())
    return [measure for pair in pairs for measure in _rung(bench, *pair)]


def toga(bench: Bench) -> list[Measure]:
    """Fruit with one of Toga's differences against Fruit."""
    return [measure for name in OF_TOGA for measure in _rung(bench, name, with_difference(name), FRUIT)]


def ladder(bench: Bench) -> list[Measure]:
    """The whole programs against each other, at many nodes for a move."""
    nodes = bench.sizes["deep_nodes"]
    matches = {"fruit over crafty": (FRUIT, CRAFTY), "toga over fruit": (TOGA, FRUIT)}
    return [
        *(
            Measure(f"{name}: Elo at {nodes} nodes a move", match_elo(bench.duel(*pair, "deep")), ">", 0)
            for name, pair in matches.items()
        ),
        *(
            Measure(f"median depth of {name} at {nodes} nodes", median(bench.limited(config, nodes)["depth"]))
            for name, config in (("crafty", CRAFTY), ("fruit", FRUIT), ("toga", TOGA))
        ),
        *(
            Measure(f"{what} in 1000 nodes of {name}", number(_fired(bench, config, counter)))
            for name, config, counter, what in (
                ("fruit", FRUIT, "null_cutoffs", "cutoffs by null move"),
                ("fruit", FRUIT, "reductions", "moves reduced by history"),
                ("fruit", FRUIT, "null_verified", "null moves verified"),
                ("toga", TOGA, "null_verified", "null moves verified"),
                ("toga", TOGA, "futility_pruned", "moves skipped by futility"),
                ("toga", TOGA, "history_skipped", "moves skipped by history"),
                ("toga", TOGA, "delta_pruned", "captures skipped by delta pruning"),
                ("toga", TOGA, "capture_extensions", "captures extended"),
            )
        ),
    ]


def _rung(bench: Bench, name: str, config: Config, baseline: Config) -> list[Measure]:
    """Nodes and Elo of a configuration against a baseline."""
    depth = bench.sizes["fruit_depth"]
    return [
        Measure(f"{name}: Elo at equal nodes", match_elo(bench.duel(config, baseline, "switch")), ">", 0),
        Measure(f"{name}: nodes to depth {depth}, times those without", bench.times(config, baseline, depth)),
    ]


def _fired(bench: Bench, config: Config, counter: str) -> float:
    """How often something happened in 1000 nodes."""
    rows = bench.limited(config, bench.sizes["deep_nodes"])
    return float(1000 * np.sum(rows[counter]) / np.sum(rows["nodes"]))
