"""The law of mates: what a search says is proved holds, whatever the loser plays.

A claim of a preset is judged after each legal move of the loser, also those that searches do not try, by kill search,
and where that finds no win by a search with nothing but exact heuristics. A claim that neither proves nor refutes is
unsettled.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boyi import Config, Result, Score, Searcher, gomoku, kill_search, lab, xiangqi

DATA = Path(__file__).parents[1] / "data"
PRESETS = Config.presets()
RULES = ("freestyle", "standard", "renju")
BOARDS = [(15, 15, 5), (15, 15, 5), (9, 9, 5), (7, 7, 5), (6, 6, 5), (6, 6, 4), (19, 19, 5), (6, 15, 5)]
"""Rows, columns and k of the boards of random positions."""

QUICK, MOST = 3000, 1_000_000
"""Positions of a kill search, and of the search that is asked where it finds no win."""

EXACT = {
    "pvs": True,
    "iterative": True,
    "table": "bucket",
    "table_mates": True,
    "table_mb": 16,
    "hash_move": True,
    "mvv_lva": True,
    "killers": 2,
    "history": "gravity",
    "stop_on_mate": True,
    "mate_distance": "full",
}


def scattered(random: Random) -> Any:
    """A position of gomoku with stones thrown near each other; None if the game ends before."""
    rows, cols, k = random.choice(BOARDS)
    rule = random.choice(RULES if k == 5 else RULES[:2])
    position, stones = gomoku.Position(rows=rows, cols=cols, k=k, rule=rule), [(cols // 2, rows // 2)]
    for _ in range(random.randrange(6, min(rows * cols // 2, 46))):
        file, rank = random.choice(stones)
        file, rank = file + random.randint(-2, 2), rank + random.randint(-2, 2)
        move = f"{chr(97 + file)}{rank + 1}"
        if 0 <= file < cols and 0 <= rank < rows and position.is_legal(move):
            position = position.play(move)
            stones.append((file, rank))
        if position.outcome():
            return None
    return position


@cache
def openings() -> list[Any]:
    return [place for rule in RULES for place in lab.openings(f"gomoku/{rule}")]


def natural(random: Random) -> Any:
    """A position of gomoku from a game of short searches and some random moves; None if it ends before."""
    position, searcher = (
        random.choice(openings()),
        Searcher(Config.preset("boyi-classic", "gomoku").replace(table_mb=1)),
    )
    for _ in range(random.randrange(2, 44)):
        moves = position.legal_moves()
        near = moves
        move = random.choice(near) if random.random() < 0.2 else searcher.search(position, nodes=60).move
        position = position.play(move)
        if position.outcome():
            return None
    return position


@cache
def compositions() -> list[dict[str, Any]]:
    return json.loads((DATA / "xiangqi_mates.json").read_text(encoding="utf-8"))["puzzles"]


def composed(random: Random) -> Any:
    """A composition of xiangqi near its end, perhaps with another move than its solution's."""
    puzzle = random.choice(compositions())
    position = xiangqi.Position(puzzle["fen"])
    for move in puzzle["pv"][: max(len(puzzle["pv"]) - random.randrange(1, 8), 0)]:
        position = position.play(move)
    return wandered(position, random, random.choice([0, 0, 1, 2]))


def besieged(random: Random) -> Any:
    """A random position of xiangqi with few pieces; None if it is not legal."""
    board = [[0] * 9 for _ in range(10)]
    for side in (1, -1):
        for kind in random.choices(range(1, 8), weights=[0, 1, 1, 2, 4, 2, 2], k=random.randrange(1, 5)):
            board[random.randrange(10)][random.randrange(9)] = side * kind
    for side, ranks in ((1, (0, 1, 2)), (-1, (7, 8, 9))):
        board[random.choice(ranks)][random.randrange(3, 6)] = side
    try:
        return xiangqi.Position.from_array(board, turn=random.choice(["red", "black"]))
    except ValueError:
        return None


def wandered(position: Any, random: Random, plies: int) -> Any:
    """A position some random moves later; None if the game ends before."""
    for _ in range(plies):
        if position.outcome():
            return None
        position = position.play(random.choice(position.legal_moves()))
    return None if position.outcome() else position


SOURCES: dict[str, list[Callable[[Random], Any]]] = {"gomoku": [scattered, natural], "xiangqi": [composed, besieged]}


class Judge:
    """Says who wins a position, without the heuristics that leave moves out."""

    def __init__(self, game: str) -> None:
        self._forces = ("vcf", "vct") if game == "gomoku" else ("check",)
        self._searcher = Searcher(Config.preset("plain", game).replace(**EXACT))

    def wins(self, position: Any, quick: bool = False) -> bool:
        """Whether the side to move is proved to win."""
        if any(kill_search(position, force, nodes=QUICK).status == "win" for force in self._forces):
            return True
        if quick:
            return False
        if kill_search(position, self._forces[-1], nodes=MOST // 4).status == "win":
            return True
        self._searcher.clear()
        found = self._searcher.search(position, nodes=MOST)
        return found.proved and found.score > 0

    def verdict(self, position: Any, result: Result) -> str:
        """What becomes of a claim: proved, refuted or unsettled."""
        won = result.score > 0
        loser = position.play(result.move) if won else position
        outcome = loser.outcome()
        if outcome:
            return "proved" if outcome.winner == position.turn and won else "refuted"
        if self.wins(loser, quick=True):
            return "refuted"
        for move in loser.legal_moves():
            winner = loser.play(move)
            outcome = winner.outcome()
            if outcome and outcome.winner != winner.turn:
                return "refuted"
            if not outcome and not self.wins(winner):
                return "unsettled"
        return "proved"


def claims(game: str, random: Random, searches: int) -> Iterator[tuple[Any, str, Result]]:
    """What presets say of positions by searches of 10 to 10,000 nodes."""
    while searches:
        position = random.choice(SOURCES[game])(random)
        if position is None or position.outcome():
            continue
        preset = random.choice(PRESETS)
        searcher = Searcher(Config.preset(preset, game).replace(table_mb=1, iterative=True))
        searches -= 1
        yield position, preset, searcher.search(position, nodes=round(10 ** random.uniform(1, 4)))


def law(game: str, seed: int, searches: int) -> tuple[Counter[str], list[str]]:
    """Judges the claims of so many searches: how many there are of each verdict, and those that are not proved."""
    random, judge, counts, open_claims = Random(seed), Judge(game), Counter[str](), []
    for position, preset, result in claims(game, random, searches):
        counts["searches"] += 1
        counts[result.score.kind] += 1
        if not result.proved:
            continue
        counts["mate" if result.score > 0 else "mated"] += 0 if result.score > 0 else 1
        verdict = judge.verdict(position, result)
        counts[verdict] += 1
        if verdict != "proved":
            open_claims.append(f"{verdict}: {preset} says {result.score} by {result.move}: {position!r}")
    return counts, open_claims


@pytest.mark.parametrize("searches", [600, pytest.param(10_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", SOURCES)
def test_what_is_proved_holds(game: str, searches: int) -> None:
    counts, rest = law(game, 1, searches)
    assert counts["mate"] > searches // 10 and counts["mated"] > searches // 100, counts
    assert not counts["refuted"] and counts["unsettled"] <= 0.01 * counts["proved"], (counts, rest)


@pytest.mark.parametrize("preset", ["boyi", "boyi-classic", "report"])
@pytest.mark.parametrize(
    ("rule", "moves"),
    [
        # Black's open four is forbidden to it: white need not answer it.
        (
            "renju",
            "d7 h10 l5 d5 g8 j12 j11 e6 l8 j7 h4 e5 f9 j9 h5 i5 f8 e4 d8 h6 k10 k7 g10 i12 k9 d4 e7",
        ),
        # The winning open four comes late in the order of the policy, behind the width.
        ("renju", "l8 e8 f5 f7 j9 g4 i5 f8 i8 d9 l12 g9 l6 h11 g12 l9 k10 k8 e9 f11 g7 i12"),
        (
            "standard",
            "e7 g5 i8 i12 j8 l7 e10 f6 k12 i7 g12 h5 e11 l9 j10 f4 l10 d4 d11 e5 g4 d9 e12 f10 f7 g11 j4 f8 g6 j7",
        ),
    ],
)
def test_a_side_that_wins_is_not_called_mated(preset: str, rule: str, moves: str) -> None:
    position = gomoku.Position(moves, rule=rule)
    assert kill_search(position, "vct").status == "win"
    for nodes in (100, 1000, 10_000, 100_000):
        result = Searcher(Config.preset(preset, "gomoku")).search(position, nodes=nodes)
        assert int(result.score) > -9700, (nodes, result)
    assert result.proved and result.score > 0 and Judge("gomoku").verdict(position, result) == "proved"


def test_kill_search_does_not_take_a_defender_for_an_attacker() -> None:
    # One search asks for wins of both sides; what it remembers of a position depends on who attacks there.
    position = gomoku.Position("b5 f6 c4 e4 e3 f4 f2", 6, k=4)
    assert kill_search(position.play("f3"), "vct").status == "win"
    result = Searcher(Config.preset("report", "gomoku")).search(position, depth=2)
    assert not (result.proved and result.score > 0), result


def test_an_unproved_mate_is_called_so() -> None:
    position = gomoku.Position("h8 i9 h9 i8 h10", rule="freestyle")
    alone = Config.preset("plain", "gomoku").replace(iterative=True, width=3, known_ends=True)
    score = Searcher(alone).search(position.play("a1"), depth=3).score
    assert score.kind == "mate", "a win needs one move only"
    loser = Searcher(alone.replace(stop_on_mate=False)).search(position, depth=4)
    assert (loser.score.kind, loser.proved) in (("mate", True), ("value", False)), "the root leaves nothing out"


@pytest.mark.parametrize(
    ("raw", "text", "plies"), [(9797, "mate? in 2", 3), (-9796, "mate? in -2", 4), (9704, "mate? in 48", 96)]
)
def test_the_words_of_an_unproved_mate(raw: int, text: str, plies: int) -> None:
    score = Score(raw, "black", "gomoku")
    assert (str(score), score.kind, score.mate, score.value, score.plies) == (text, "mate?", None, None, plies)
    assert (-score).plies == plies and score < Score(9801, "black", "gomoku")


def test_candidates_are_the_moves_that_searches_try() -> None:
    start = gomoku.Position()
    assert [str(move) for move in start.candidates()] == ["h8"]
    near = start.play("h8").candidates()
    assert len(near) == 24 and set(near) < set(start.play("h8").legal_moves())
    assert [str(move) for move in gomoku.Position("h8 a1 h9 a3 h10 a5 h11").candidates()] == ["h7", "h12"]
    assert xiangqi.Position().candidates() == xiangqi.Position().legal_moves()
