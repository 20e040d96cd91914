"""Sweeps, and what is shown of transposition tables."""

import pytest

import boyi
from boyi import lab

POSITION = lab.suite("xiangqi/bench")[3]


def test_grid() -> None:
    configs = lab.grid("boyi", killers=[0, 1, 2], lmr=[False, True], history="off")
    assert len(configs) == 6 and list(configs)[1] == "killers=0 lmr=True history=off"
    last = configs["killers=2 lmr=True history=off"]
    assert last == boyi.Config.preset("boyi").replace(killers=2, lmr=True, history="off")
    assert lab.grid(last) == {"all as given": last}
    with pytest.raises(boyi.OptionError, match="killers is empty"):
        lab.grid("boyi", killers=[])
    with pytest.raises(boyi.OptionError, match=r"killers=3\.5: expected a value"):
        lab.grid("boyi", killers=3.5)
    with pytest.raises(boyi.OptionError, match="config=3: expected a"):
        lab.grid(3)
    with pytest.raises(boyi.OptionError, match="killers"):
        lab.grid("boyi", killer=[1])


def test_table_summary() -> None:
    searcher = boyi.Searcher("boyi")
    searcher.search(POSITION, depth=5)
    table = searcher.table
    assert table is not None
    summary = lab.table_summary(table, n=4)
    assert sum(sum(counts.values()) for counts in summary.counts.values()) == len(table) == summary.entries
    assert summary.fill == pytest.approx(table.fill)
    depths = [row["depth"] for row in summary.deepest]
    assert depths == sorted(depths, reverse=True) and depths[0] == max(summary.counts) and len(depths) == 4
    frame = summary.frame()
    assert frame.to_numpy().sum() == len(table) and list(frame.columns) == summary.bounds
    assert "slots filled" in str(summary) and summary._repr_html_().count("<table>") == 2
    axes = summary.plot().axes[0]
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == [str(depth) for depth in sorted(summary.counts, reverse=True)]
    assert [text.get_text() for text in axes.texts][: len(summary.bounds)] == [
        str(summary.counts[max(summary.counts)].get(bound, 0)) for bound in summary.bounds
    ]
    assert lab.table_summary(boyi.Searcher("boyi").table).plot().axes, "an empty table"
    with pytest.raises(boyi.OptionError, match="n=-1"):
        lab.table_summary(table, n=-1)


def test_a_table_of_two_bounds_is_summed_up_by_the_deeper_one() -> None:
    searcher = boyi.Searcher(boyi.Config.preset("fruit").replace(table_root=True))
    result = searcher.search(POSITION, depth=5)
    table = searcher.table
    assert table is not None
    rows = table.entries()
    summary = lab.table_summary(table, n=3)
    assert sum(sum(counts.values()) for counts in summary.counts.values()) == len(table)
    exact = int((rows["lower"] == rows["upper"]).sum())
    assert sum(counts.get("exact", 0) for counts in summary.counts.values()) == exact > 0
    upper = (rows["lower"] != rows["upper"]) & (rows["upper_depth"] > rows["lower_depth"])
    assert sum(counts.get("upper", 0) for counts in summary.counts.values()) == int(upper.sum()) > 0
    assert (
        max(summary.counts) == 5
        and {"bound": "exact", "score": str(result.score)}.items()
        <= next(row for row in summary.deepest if row["key"] == POSITION.key).items()
    )
    assert {"lower", "upper", "lower_depth", "upper_depth"} <= set(lab.entries_frame(table).columns)


def test_an_empty_table_is_shown_too() -> None:
    summary = lab.table_summary(boyi.TranspositionTable(mb=1))
    assert summary.entries == 0 and summary.deepest == [] and "0 of" in str(summary) and len(summary.frame()) == 0


def test_entries_frame() -> None:
    searcher = boyi.Searcher("boyi")
    searcher.search(POSITION, depth=4)
    table = searcher.table
    assert table is not None
    frame = lab.entries_frame(table)
    assert len(frame) == len(table) and set(frame["bound"]) <= {"exact", "lower", "upper", "none"}
    assert len(lab.entries_frame(table, table.sample(5))) == 5


@pytest.mark.parametrize("root", [POSITION, boyi.gomoku.Position("h8 i9 h9 i8 h10 i7")], ids=lambda root: root.game)
def test_entries_below_a_root(root: boyi.Position) -> None:
    searcher = boyi.Searcher("boyi")
    searcher.search(root, depth=4)
    table = searcher.table
    assert table is not None
    frame = lab.entries_frame(table, root=root)
    assert len(frame) + frame.attrs["unreachable"] == len(table)
    for row in frame.itertuples():
        position = root.play_all(row.path)
        assert (position.key, position.fen, len(row.path.split())) == (row.key, row.fen, row.plies)
    assert frame["plies"].is_monotonic_increasing and not frame["key"].duplicated().any()


@pytest.mark.parametrize("root", [POSITION, boyi.gomoku.Position("h8 i9 h9")], ids=lambda root: root.game)
def test_all_that_can_be_reached_is_reached_by_a_shortest_way(root: boyi.Position) -> None:
    searcher = boyi.Searcher("boyi-classic")
    searcher.search(root, depth=3)
    table = searcher.table
    assert table is not None
    plies, level = {root.key: 0}, [root]
    while level:
        children = [position.play(move) for position in level for move in position.legal_moves()]
        level = []
        for child in children:
            if child.key not in plies and table.probe(child) is not None:
                plies[child.key] = child.ply - root.ply
                level.append(child)
    del plies[root.key]
    reached = table.explore(root)
    assert dict(zip(reached["key"].tolist(), reached["plies"].tolist(), strict=True)) == plies
    assert len(plies) > 20


def test_a_table_that_knows_nothing_of_a_root() -> None:
    searcher = boyi.Searcher("boyi")
    searcher.search(POSITION, depth=3)
    table = searcher.table
    assert table is not None
    elsewhere = boyi.xiangqi.Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w")
    frame = lab.entries_frame(table, root=elsewhere)
    assert len(frame) == 0 and frame.attrs["unreachable"] == len(table)
    assert {"path", "fen", "plies"} <= set(frame.columns)
    with pytest.raises(boyi.GameMismatchError):
        table.explore(boyi.gomoku.Position())
