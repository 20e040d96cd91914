"""Tables of layout leafwalk from Python: what they hold, answer, keep and refuse."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import boyi
from boyi import Config, Searcher, TranspositionTable
from boyi.gomoku import Position

START = Position("h8 i9 i8 g8")


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    """A searcher of the preset that has searched START to depth 4."""
    searcher = Searcher("leafwalk")
    searcher.search(START, depth=4)
    return searcher


@pytest.fixture
def table(searcher: Searcher) -> TranspositionTable:
    return searcher.table


def test_the_layout_is_the_configurations(table: TranspositionTable) -> None:
    assert (table.layout, table.scheme, TranspositionTable(1).layout) == ("leafwalk", "always", "single")
    made = Config.preset("leafwalk").new_table(0.5)
    assert (made.layout, made.mb, made.capacity) == ("leafwalk", 0.5, 2**14)
    assert eval(repr(made), {"TranspositionTable": TranspositionTable}).layout == "leafwalk"
    with pytest.raises(boyi.OptionError, match=r'table layout "leafwlak": expected one of.*did you mean "leafwalk"'):
        TranspositionTable(1, layout="leafwlak")


@pytest.mark.parametrize("made", ["single", "leafwalk"])
@pytest.mark.parametrize("wanted", ["single", "leafwalk"])
def test_another_layout_is_refused(made: str, wanted: str) -> None:
    table, config = TranspositionTable(0.1, "two-tier", layout=made), Config.preset("boyi").replace(table_layout=wanted)
    if made == wanted:
        assert Searcher(config, table=table).table is table
    else:
        with pytest.raises(boyi.GameMismatchError, match=f"layout is .{made}., the configuration's .{wanted}."):
            Searcher(config, table=table)


def test_rows_say_who_moved_last(table: TranspositionTable) -> None:
    rows = table.entries()
    assert rows.dtype.names[-1] == "last_player"
    assert set(rows["last_player"]) == {0, 1}
    # White has moved last: black is to move.
    row = rows[rows["key"] == START.key]
    assert (row["last_player"], row["depth"]) == (1, 4)
    assert table.sample(5).dtype == rows.dtype
    assert "last_player" not in TranspositionTable(0.1).entries().dtype.names


def test_leaves_are_static_scores(table: TranspositionTable) -> None:
    leaves = table.leaves()
    assert (leaves.dtype.names, leaves.dtype["key"].str, leaves.dtype["score"].str) == (("key", "score"), "<u8", "<i2")
    with pytest.raises(ValueError, match="read-only"):
        leaves["score"] = 0
    seen = 0
    for first in START.legal_moves():
        for second in START.play(first).legal_moves()[::7]:
            position = START.play_all([first, second])
            score = table.leaf(position)
            if score is not None:
                assert score == position.evaluate("patterns")
                assert position.turn == "black"
                assert leaves["score"][leaves["key"] == position.key] == score
                seen += 1
    assert seen > 20
    white = next(p for p in (START.play(move) for move in START.legal_moves()) if table.leaf(p) is not None)
    assert (white.turn, table.leaf(white)) == ("white", white.evaluate("patterns"))
    assert leaves["score"][leaves["key"] == white.key] == -white.evaluate("patterns"), "rows are the first player's"
    assert table.leaf(Position("a1")) is None


def test_probes(table: TranspositionTable, searcher: Searcher) -> None:
    entry = table.probe(START)
    assert table.probe_pv(START, 4) == (entry.score, entry.move)
    assert table.probe_pv(START, 3) is table.probe_pv(START, 5) is None
    assert table.best_move(START) == entry.move == table.pv(START)[0]
    assert table.best_move(Position("a1")) is None
    # Exact scores and moves are held in the layout single too.
    single = Searcher(Config.preset("plain").replace(table="bucket", iterative=True))
    result = single.search(START, depth=3)
    assert single.table.probe_pv(START, 3) == (result.score, result.move)
    assert single.table.best_move(START) == result.move


def test_walks_end_in_leaves(table: TranspositionTable) -> None:
    for depth in range(1, 4):
        walked = table.walk(START, depth)
        if walked is not None:
            score, line = walked
            end = START.play_all(line)
            assert (len(line), line, score.turn) == (depth, table.pv(START, depth), "black")
            assert int(score) == (1 if end.turn == "black" else -1) * end.evaluate("patterns")
    assert table.walk(START, 2) is not None
    nowhere = Position("a1")
    assert table.walk(nowhere, 0) is table.walk(nowhere, 1) is None
    score, line = table.walk(START.play_all(table.pv(START, 2)), 0)
    assert (line, score.kind) == ([], "value")


@pytest.mark.parametrize("ask", ["leaf", "walk", "leaves"])
def test_the_layout_single_has_no_leaves(ask: str) -> None:
    table = TranspositionTable(0.1)
    arguments = {"leaf": (START,), "walk": (START, 1), "leaves": ()}[ask]
    with pytest.raises(boyi.OptionError, match="expected one of layout='leafwalk'"):
        getattr(table, ask)(*arguments)


@pytest.mark.parametrize("depth", [-1, 97, 10**30])
def test_absurd_depths_are_refused(depth: int, table: TranspositionTable) -> None:
    for ask in (table.walk, table.probe_pv):
        with pytest.raises(boyi.OptionError, match="expected 0 to 96 plies"):
            ask(START, depth)
    with pytest.raises(boyi.OptionError, match=r"min_depth = -.*expected 0 or more"):
        table.clear(min_depth=-abs(depth))


def test_other_positions_are_refused(table: TranspositionTable) -> None:
    asks = (table.leaf, table.best_move, lambda p: table.walk(p, 1), lambda p: table.probe_pv(p, 1))
    for ask in asks:
        with pytest.raises(boyi.GameMismatchError, match=r"filled for .*gomoku"):
            ask(boyi.xiangqi.Position())
        with pytest.raises(TypeError, match="expected a boyi"):
            ask("h8")


def test_clear_keeps_what_is_deep_enough() -> None:
    searcher = Searcher("leafwalk")
    searcher.search(START, depth=4)
    table = searcher.table
    deep, leaves = table.entries()[table.entries()["depth"] >= 3], table.leaves()
    table.clear(3)
    assert np.array_equal(table.entries(), deep) and 0 < len(deep) == len(table)
    assert np.array_equal(table.leaves(), leaves)
    with pytest.raises(boyi.GameMismatchError):
        table.probe(boyi.xiangqi.Position())
    table.clear(10**30)
    assert len(table) == 0 and len(table.leaves()) > 0
    for nothing in (None, 0):
        searcher.search(START, depth=2)
        table.clear(nothing)
        assert (len(table), len(table.leaves()), table.probe(boyi.xiangqi.Position())) == (0, 0, None)


def test_files_carry_the_layout(tmp_path: Path, table: TranspositionTable) -> None:
    table.save(tmp_path / "leaves.table")
    again = TranspositionTable.load(tmp_path / "leaves.table")
    assert (again.layout, again.mb, len(again), again.fill) == ("leafwalk", table.mb, len(table), table.fill)
    assert np.array_equal(again.leaves(), table.leaves()) and np.array_equal(again.entries(), table.entries())
    assert again.walk(START, 2) == table.walk(START, 2)
    assert Searcher("leafwalk", table=again).search(START, depth=3).counters["walks"] > 0


def test_searches_side_by_side_share_leaves() -> None:
    table = TranspositionTable(0.2, "always", layout="leafwalk")
    with ThreadPoolExecutor(4) as pool:
        results = [
            pool.submit(Searcher("leafwalk", table=table).search, position, depth=4)
            for position in (START, START, START.play("h9"))
        ]
        while not all(result.done() for result in results):
            table.walk(START, 2)
            assert np.all(np.abs(table.leaves()["score"].astype(int)) < 9800)
    assert all(result.result().depth == 4 for result in results)


def test_the_preset_says_what_it_does() -> None:
    config = Config.preset("leafwalk")
    assert config.table_layout == "leafwalk" and not config.quiescence and not config.lmr
    text = config.replace(table_mates=True).explain()
    assert "table_mates: deeper entries are walked" in text
    assert "only entries of equal depth cut off" in config.replace(table_mates=True, table_depth="equal").explain()
    assert "without effect" not in config.explain()
    counters = Searcher(config).search(START, depth=3).counters
    assert counters["walks"] == counters["walk_answers"] == 0, "nothing in a new table is deeper than asked"
