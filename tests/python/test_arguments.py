"""Whole numbers given to anything public: what cannot be meant is an error of boyi or a TypeError, never another."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import boyi
from boyi import Config, Move, Score, Searcher, TranspositionTable, connect4, gomoku, kill_search, lab, xiangqi
from boyi.protocols.gomocup import Brain
from boyi.svg import gomoku_board, xiangqi_board

START, STONES = xiangqi.Position(), gomoku.Position("h8 i9 i8 g8")
CONFIG = Config.preset("boyi").replace(table_mb=1, max_ply=8)
SEARCHER, GOMOKU = Searcher(CONFIG), Searcher(CONFIG)
TABLE = TranspositionTable(0.01)
LEAVES = TranspositionTable(0.01, layout="leafwalk")
TREE = lab.trace(CONFIG, START, 2)
BOOK = xiangqi.Book.from_games(["h2e2"])
TIC_TAC_TOE = gomoku.SolvedBoard(3, 3, 3)
FOUR = gomoku.Position("h8 a1 i8 a3 j8 a5")
PIECE_SQUARE = np.zeros((7, 10, 9), dtype=int)

Call = Callable[[Any], Any]

WHOLE: dict[str, Call] = {
    "Position.perft": lambda n: xiangqi.Position("3k5/9/9/9/9/9/9/9/9/4K4 w").perft(n),
    "Position.divide": lambda n: xiangqi.Position("3k5/9/9/9/9/9/9/9/9/4K4 w").divide(n),
    "Position.repetition": START.repetition,
    "Position.svg": lambda n: START.svg(size=n),
    "Evaluation.tempo": lambda n: xiangqi.Evaluation(tempo=n),
    "gomoku.Position.size": lambda n: gomoku.Position(size=n),
    "gomoku.Position.k": lambda n: gomoku.Position(k=n),
    "gomoku.Position.from_text": lambda n: gomoku.Position.from_text(". . .\n" * 3, k=n),
    "gomoku.Position.from_array": lambda n: gomoku.Position.from_array(np.zeros((5, 5), int), k=n),
    "gomoku.Position.perft": lambda n: gomoku.Position(size=5, k=1).perft(n),
    "gomoku.Position.svg": lambda n: STONES.svg(size=n),
    "Move.from_code": lambda n: Move.from_code(n, "xiangqi"),
    "Move.from_code, gomoku": lambda n: Move.from_code(n, "gomoku"),
    "Score": lambda n: Score(n, "red"),
    "Config.killers": lambda n: Config(killers=n),
    "Config.replace": lambda n: CONFIG.replace(seed=n),
    "Config.from_dict": lambda n: Config.from_dict(CONFIG.to_dict() | {"table_mb": n}),
    "TranspositionTable.sample": TABLE.sample,
    "TranspositionTable.sample, seed": lambda n: TABLE.sample(1, seed=n),
    "TranspositionTable.pv": lambda n: TABLE.pv(START, n),
    "TranspositionTable.probe_pv": lambda n: TABLE.probe_pv(START, n),
    "TranspositionTable.walk": lambda n: LEAVES.walk(START, n),
    "Searcher.search, multipv": lambda n: SEARCHER.search(START, depth=1, multipv=n),
    "Searcher.start, multipv": lambda n: SEARCHER.start(START, depth=1, multipv=n).result(),
    "Searcher.evaluate": lambda n: Searcher(CONFIG, evaluate=lambda _: n).search(START, depth=1),
    "Book.from_games, plies": lambda n: xiangqi.Book.from_games(["h2e2"], plies=n),
    "Book.from_games, min_count": lambda n: xiangqi.Book.from_games(["h2e2"], min_count=n),
    "core.trace, nodes": lambda n: boyi._core.trace(CONFIG, START, 1, nodes=n),
    "core.trace, moves": lambda n: boyi._core.trace(CONFIG, START, 1, moves=[n]),
    "core.trace, depth": lambda n: boyi._core.trace(CONFIG, FOUR, n),
    "core.table_cutoff": lambda n: boyi._core.table_cutoff(CONFIG, START, 1, n),
    "core.table_cutoff, depth": lambda n: boyi._core.table_cutoff(CONFIG, FOUR, n, 1),
    "SolvedBoard": lambda n: gomoku.SolvedBoard(n, 2, 2),
    "SolvedBoard.positions": TIC_TAC_TOE.positions,
    "SolvedBoard.positions, seed": lambda n: TIC_TAC_TOE.positions(1, seed=n),
    "Solver": connect4.Solver,
    "Solver.positions, seed": lambda n: connect4.Solver(36).positions(1, seed=n),
    "lab.truth, positions": lambda n: truth(positions=n),
    "lab.truth, seed": lambda n: truth(positions=1, seed=n),
    "svg.xiangqi_board": lambda n: xiangqi_board(START.to_array(), turn="red", size=n),
    "svg.gomoku_board": lambda n: gomoku_board(STONES.to_array(), size=n),
    "lab.trace, depth": lambda n: lab.trace(CONFIG, FOUR, n),
    "lab.trace, nodes": lambda n: lab.trace(CONFIG, START, 1, nodes=n),
    "Tree.children": TREE.children,
    "Tree.path": TREE.path,
    "Tree.svg, max_nodes": lambda n: TREE.svg(max_nodes=n),
    "lab.make_openings, n": lambda n: lab.make_openings("gomoku", n, nodes=10, margin=0, size=5) if n != 1 else None,
    "lab.make_openings, seed": lambda n: lab.make_openings("gomoku", 1, nodes=10, seed=n),
    "lab.make_openings, margin": lambda n: lab.make_openings("gomoku", 1, nodes=10, margin=n),
    "lab.match, max_plies": lambda n: match(max_plies=n),
    "lab.match, games as text": lambda n: match(games=n) if n is not None else lab.match("x", "y"),
    "lab.stability": lambda n: lab.stability(
        CONFIG, [xiangqi.Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w")], n, progress=False
    ),
    "lab.table_summary": lambda n: lab.table_summary(TABLE, n),
}
"""Calls by what the number means; None and fractions are refused everywhere."""

OPTIONAL: dict[str, Call] = {
    "gomoku.Position.rows": lambda n: gomoku.Position(rows=n, cols=9),
    "gomoku.Position.cols": lambda n: gomoku.Position(rows=9, cols=n),
    "Searcher.search, depth": lambda n: GOMOKU.search(FOUR, depth=n, nodes=200),
    "Searcher.search, nodes": lambda n: SEARCHER.search(START, depth=1, nodes=n),
    "Searcher.start, depth": lambda n: GOMOKU.start(FOUR, depth=n, nodes=200).result(),
    "Searcher.start, nodes": lambda n: SEARCHER.start(START, depth=1, nodes=n).result(),
    "TranspositionTable.clear": TABLE.clear,
    "Book.choose": lambda n: BOOK.choose(START, n),
    "kill_search, max_depth": lambda n: kill_search(FOUR, max_depth=n),
    "kill_search, nodes": lambda n: kill_search(FOUR, nodes=n),
    "core.trace, plies": lambda n: boyi._core.trace(CONFIG, START, 1, plies=n),
    "lab.trace, plies": lambda n: lab.trace(CONFIG, START, 1, plies=n),
    "lab.compare, depth": lambda n: lab.compare(["boyi"], [FOUR], depth=n, nodes=200, progress=False),
    "lab.compare, nodes": lambda n: lab.compare(["boyi"], [START], depth=1, nodes=n, progress=False),
    "lab.truth, depth": lambda n: truth(positions=1, depth=n, nodes=3 if n is None else None),
    "lab.truth, nodes": lambda n: truth(positions=1, nodes=n, depth=1 if n is None else None),
    "lab.match, depth": lambda n: match(depth=n, nodes=50),
    "lab.match, nodes": lambda n: match(depth=1, nodes=n),
    "lab.make_openings, size": lambda n: lab.make_openings("gomoku", 1, nodes=10, size=n),
    "Tree.svg, plies": lambda n: TREE.svg(plies=n, max_nodes=10_000),
    "gomocup.Brain, depth": lambda n: Brain(depth=n),
    "gomocup.Brain, nodes": lambda n: Brain(nodes=n),
}
"""Calls that also take None."""

NUMBERS: dict[str, Call] = {
    "TranspositionTable.mb": lambda n: TranspositionTable(n) if n != 2**15 else None,
    "Config.new_table": lambda n: CONFIG.new_table(n) if n != 2**15 else None,
    "Searcher.search, time": lambda n: SEARCHER.search(START, depth=1, time=n),
    "Run.result, timeout": lambda n: SEARCHER.start(START, depth=1).result(n),
}
"""Calls that take fractions; None is for some to take. A table of 2**15 MiB might be made."""

CELLS: dict[str, Call] = {
    "Tree.where": lambda n: TREE.where(depth=n),
    "Evaluation.piece_square": lambda n: xiangqi.Evaluation(PIECE_SQUARE + np.array(n, dtype=object)),
    "xiangqi cell": lambda n: xiangqi.Position.from_array(np.full((10, 9), n)),
    "gomoku cell": lambda n: gomoku.Position.from_array(np.full((5, 5), n)),
}
"""Calls that take whole numbers or several of them; what arrays of other things are is for the tests of positions."""


def truth(**changes: Any) -> lab.Truth:
    return lab.truth({"boyi": CONFIG}, TIC_TAC_TOE, progress=False, **{"depth": 1} | changes)


def match(**changes: Any) -> lab.Match:
    limits = {"depth": 1, "max_plies": 2, "games": 2} | changes
    return lab.match(CONFIG, CONFIG, openings=[FOUR.play("k8")], progress=False, **limits)


VALUES = [-1, 0, 1, 2**15, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, -(2**31), -(2**63), -(2**64), 10**30, True]
WRONG = [1.5, "x", b"1", [], float("nan"), 1j, object()]
REFUSALS = (boyi.BoyiError, TypeError, TimeoutError)


@pytest.mark.parametrize("what", [*WHOLE, *OPTIONAL, *NUMBERS, *CELLS])
def test_whole_numbers_of_any_size_are_taken_or_refused(what: str) -> None:
    call = (WHOLE | OPTIONAL | NUMBERS | CELLS)[what]
    for value in VALUES:
        try:
            call(value)
        except REFUSALS as error:
            assert str(error), value


@pytest.mark.parametrize("what", [*WHOLE, *OPTIONAL, *NUMBERS])
def test_what_is_no_whole_number_is_refused(what: str) -> None:
    call = (WHOLE | OPTIONAL | NUMBERS)[what]
    if what in OPTIONAL:
        call(None)
    for value in [*WRONG, *([None] if what in WHOLE else [])]:
        if what in NUMBERS and value == 1.5:
            call(value)
            continue
        with pytest.raises(REFUSALS):
            call(value)
