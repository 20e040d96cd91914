"""How claims about xiangqi are measured: quiescence, its checks, and mates seen at the horizon."""

from typing import Any

import numpy as np

from boyi import Config, Searcher, kill_search
from boyi_studies.claims.samples import number, rate, rate_difference, ratio_of_sums
from boyi_studies.claims.verdicts import Measure
from boyi_studies.claims.xiangqi.bench import FRUIT, QUIESCENCE, Bench, Values

MARGIN = 40
"""Evaluation units by which a score, or a move, must be off to count as wrong: half a horse, or two advisors."""

FAR = 1000
"""Largest score that is compared; mates and larger scores count as this."""

COSTS, GIVES = 1.2, 1.5
"""20 % more work, 50 % more found."""

SIGHT = 0.1
"""Shares that are closer than this count as equal sight: a few dozen compositions tell no less apart."""

MOST_PROOF = 300_000
"""Positions in which the mate of a composition must be proved."""


# Quiescence


def horizon(bench: Bench) -> list[Measure]:
    """Scores and moves of a search of one ply where it captures, with and without quiescence."""
    with_it = QUIESCENCE.replace(stop_on_mate=False)
    searchers = [Searcher(with_it.replace(quiescence=False)), Searcher(with_it)]
    wrong_scores: list[list[bool]] = []
    wrong_moves: list[list[bool]] = []
    for place in bench.boards:
        results = [searcher.search(place, depth=1) for searcher in searchers]
        if not place.is_capture(results[0].move):
            continue
        worths = {move: _worth(bench, place, move) for move in {one.move for one in results}}
        judged = Searcher(FRUIT).search(place, depth=bench.sizes["judge_depth"])
        best = max(_near(judged.score), *worths.values())
        wrong_scores.append([abs(_near(one.score) - best) >= MARGIN for one in results])
        wrong_moves.append([best - worths[one.move] >= MARGIN for one in results])
    measures = [Measure("positions in which the search without it captures", number(len(wrong_scores)))]
    for what, wrong in (("score", wrong_scores), ("move", wrong_moves)):
        table = np.array(wrong, dtype=float).reshape(-1, 2)
        measures += [
            Measure(f"share of them with a wrong {what}, without", rate(table[:, 0])),
            Measure(f"share of them with a wrong {what}, with quiescence", rate(table[:, 1])),
            Measure(f"difference of these shares of wrong {what}s", rate_difference(table[:, 1], table[:, 0]), "<", 0),
        ]
    return measures


def _worth(bench: Bench, place: Any, move: Any) -> int:
    """The score of a move by the judge, for the side that plays it."""
    after = place.play(move)
    if after.outcome() is not None:
        return FAR if after.outcome().winner == place.turn else 0
    return -_near(Searcher(FRUIT).search(after, depth=bench.sizes["judge_depth"] - 1).score)


def _near(score: Any) -> int:
    return max(-FAR, min(FAR, int(score)))


# Checks in quiescence


def checks(bench: Bench) -> list[Measure]:
    """The quiet checks of fruit's first ply of quiescence: what they cost, and what they give."""
    without = FRUIT.replace(check_plies=0)
    depth, mate_depth = bench.sizes["fruit_depth"], bench.sizes["mate_depth"]
    found = ratio_of_sums(bench.mates(FRUIT), bench.mates(without))
    return [
        Measure(f"nodes to depth {depth}, times those without", bench.times(FRUIT, without, depth), "<=", COSTS),
        Measure(f"CPU time to depth {depth}, times that without", bench.cpu_times(FRUIT, without, depth)),
        Measure(f"mates found at depths 1 to {mate_depth}, times those without", found, ">=", GIVES),
        *bench.tested(FRUIT, without, "at equal nodes"),
    ]


# Mate in one


def mate_in_one(bench: Bench) -> list[Measure]:
    """Mates in one known at the horizon: the sight of one more ply, its cost and its worth."""
    armed, quiet = FRUIT.replace(mate_in_one=True), FRUIT.replace(check_plies=0)
    knowing = quiet.replace(mate_in_one=True)
    lost = _before_the_end(bench)
    seen = {
        "depth 1": _sees_loss(quiet, lost, 1),
        "depth 1 with the knowledge": _sees_loss(knowing, lost, 1),
        "depth 2": _sees_loss(quiet, lost, 2),
    }
    depth = bench.sizes["fruit_depth"]
    found = ratio_of_sums(bench.mates(armed), bench.mates(FRUIT))
    return [
        Measure("positions in which every reply loses to a mate in one", number(len(lost))),
        *(Measure(f"share of them seen as lost at {name}", rate(values)) for name, values in seen.items()),
        Measure(
            "difference of the last two shares",
            rate_difference(seen["depth 1 with the knowledge"], seen["depth 2"]),
            *(">=", 0, SIGHT),
        ),
        Measure("mates found by fruit with it, times those without", found),
        Measure(f"nodes to depth {depth}, times those without", bench.times(armed, FRUIT, depth)),
        Measure(f"CPU time to depth {depth}, times that without", bench.cpu_times(armed, FRUIT, depth)),
        *bench.tested(armed, FRUIT, "fruit with it, at equal nodes"),
    ]


def _before_the_end(bench: Bench) -> list[Any]:
    """The last positions of proved mates with the defender to move: whatever it plays, the next move mates."""
    found = []
    for place in bench.compositions:
        line = kill_search(place, "check", nodes=MOST_PROOF).line
        last: Any = place.play_all(line[:-2]) if len(line) > 1 else None
        if last is not None and all(last.play(reply).has_mate_in_one() for reply in last.legal_moves()):
            found.append(last)
    return found


def _sees_loss(config: Config, places: list[Any], depth: int) -> Values:
    """Where a search to a depth knows that the side to move is mated."""
    scores = [Searcher(config).search(place, depth=depth).score for place in places]
    return np.array([one.kind == "mate" and one < 0 for one in scores], dtype=float)
