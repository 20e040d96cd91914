"""Seeing the tree: the rows of a trace, questions to them, and the picture."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

import boyi
from boyi import Bound, _core, lab
from conftest import MIDDLEGAME, data, facts, run_python

SVG = "{http://www.w3.org/2000/svg}"
POSITION = lab.suite("xiangqi/bench")[0]
FIVES = boyi.gomoku.Position("h8 h9 i8 g8 j9 k10 i10 h11 i9 i11")
COUNTERS = {
    "table": "table_cutoffs",
    "null_move": "null_cutoffs",
    "reverse_futility": "reverse_futility_cutoffs",
    "razoring": "razor_cutoffs",
    "mate_distance": "mate_distance_cutoffs",
    "repetition": "repetitions",
    "move_limit": "move_limit_draws",
    "stand_pat": "stand_pats",
    "known_end": "known_ends",
    "known_threat": "known_threats",
    "kill": "kill_horizon_wins",
    "forced_reply": "forced_replies",
}


@pytest.fixture(scope="module")
def tree() -> lab.Tree:
    return lab.trace("boyi", POSITION, depth=4, iterations="all")


@pytest.fixture(scope="module")
def small() -> lab.Tree:
    return lab.trace("plain", POSITION, depth=2, nodes=60)


@pytest.mark.parametrize(
    ("config", "position"),
    [
        (boyi.Config.preset("boyi", "xiangqi"), POSITION),
        (boyi.Config.preset("boyi", "xiangqi").replace(razoring=True, reverse_futility=True), MIDDLEGAME),
        (boyi.Config.preset("boyi", "gomoku"), FIVES),
        (boyi.Config.preset("leafwalk"), FIVES),
        (boyi.Config.preset("boyi", "connect4"), boyi.connect4.Position("ddc")),
    ],
)
def test_what_ended_a_node_is_what_was_counted(config: boyi.Config, position: object) -> None:
    tree = lab.trace(config, position, depth=4, iterations="all", nodes=1_000_000)
    counters = tree.result.counters
    assert tree.complete and len(tree) == tree.total
    assert {reason: len(tree.cut_by(reason)) for reason in COUNTERS} == {
        reason: counters[name] for reason, name in COUNTERS.items()
    }
    assert len(tree.where(kind="full")) == counters["full_nodes"]
    assert len(tree.where(kind="quiescence")) == counters["qnodes"]
    assert len(tree.where(hit=True)) == counters["table_hits"]
    summary = tree.summary()
    assert sum(summary["ended"].values()) == len(tree)
    assert summary["cutoffs"] == {stage: n for stage, n in counters["cutoffs_by_stage"].items() if n}
    assert sum(summary["first_move_cutoffs"].values()) == counters["first_move_cutoffs"] > 0


def test_watching_does_not_change_the_search(tree: lab.Tree) -> None:
    assert facts(tree.result) == facts(boyi.Searcher("boyi").search(POSITION, depth=4))


def test_rows_are_a_read_only_structured_array(tree: lab.Tree) -> None:
    rows = tree.rows
    names = "id parent nodes alpha beta score move cut_move tried passed ply depth iteration kind bound stage cut hit"
    assert rows.dtype.names == (*names.split(), "cut_stage", "cut_index") and rows.dtype.itemsize == 36
    assert not rows.flags.writeable
    assert np.array_equal(rows["id"], np.arange(len(rows)))
    roots = rows[rows["parent"] < 0]
    assert roots["nodes"].sum() == len(rows) and set(roots["iteration"]) == {1, 2, 3, 4}
    assert int(roots["score"][-1]) == int(tree.result.score)
    assert Bound(int(roots["bound"][-1])) is Bound.EXACT


def test_children_and_paths_lead_through_the_tree(tree: lab.Tree) -> None:
    names = _core.trace_names()
    for node in (0, 5, len(tree) // 2):
        children = tree.children(node)
        assert np.array_equal(children["id"], np.flatnonzero(tree.rows["parent"] == node))
        assert tree.rows[node]["nodes"] == 1 + children["nodes"].sum()
    for row in tree.rows[::97]:
        path = tree.path(int(row["id"]))
        assert len(path) == row["ply"]
        place = POSITION
        for move in path:
            if move is None:
                break  # no position can pass the turn
            place = place.play(move)
    nulls = tree.where(stage="null")
    assert len(nulls) == tree.result.counters["null_tried"] > 0
    assert tree.path(int(nulls[0]["id"]))[-1] is None
    assert {names["stage"][row["stage"]] for row in tree.where(ply=0)} == {"root"}


def test_a_sub_tree_is_traced_alone() -> None:
    whole = lab.trace("boyi", POSITION, depth=5)
    fields = [name for name in whole.rows.dtype.names if name not in ("id", "parent")]
    for stage in ("hash", "quiet", "null"):
        largest = whole.where(stage=stage, ply=[2, 3])
        path = whole.path(int(largest[np.argmax(largest["nodes"])]["id"]))
        part = lab.trace("boyi", POSITION, depth=5, moves=path)
        below = [whole.path(node)[: len(path)] == path for node in range(len(whole))]
        assert np.array_equal(part.rows[fields], whole.rows[below][fields])
        assert part.path(0) == path and part.moves == tuple(path) and part.complete
    texts = [str(move) for move in whole.result.pv[:2]]
    part = lab.trace("boyi", POSITION, depth=5, moves=texts, plies=1)
    assert set(part.rows["ply"]) == {2, 3} and " ".join(texts) in str(part)


def test_the_first_nodes_are_kept(tree: lab.Tree) -> None:
    part = lab.trace("boyi", POSITION, depth=4, iterations="all", nodes=100)
    assert len(part) == 100 and part.total == len(tree) and not part.complete
    assert np.array_equal(part.rows, tree.rows[:100])
    assert "the first 100 of" in str(part)
    last = lab.trace("boyi", POSITION, depth=4)
    assert last.total == len(tree.where(iteration=4)) and set(last.rows["iteration"]) == {4}


def test_fields_are_asked_by_number_name_and_text(tree: lab.Tree) -> None:
    move = tree.result.move
    assert move is not None
    rows = tree.where(ply=1, move=str(move), iteration=4)
    assert len(rows) > 0 and np.array_equal(rows, tree.where(ply=1, move=move, iteration=4))
    assert set(tree.where(cut=["table", "stand_pat"])["cut"]) == {
        _core.trace_names()["cut"].index(reason) for reason in ("table", "stand_pat")
    }
    assert len(tree.where(bound="upper")) == (tree.rows["bound"] == Bound.UPPER).sum()
    assert len(tree.where(move="a0a9")) == len(tree.where(depth=77)) == 0
    assert len(tree.where(cut_stage="noisy", cut_index=0)) > 0
    assert len(tree.where()) == len(tree)


def test_frame_has_words(tree: lab.Tree) -> None:
    frame = tree.frame()
    assert len(frame) == len(tree) and frame.index.name == "id"
    assert set(frame["kind"]) == {"full", "quiescence"} and set(frame["bound"]) <= {"exact", "lower", "upper"}
    assert frame["hit"].dtype == bool and frame["hit"].sum() == tree.result.counters["table_hits"]
    assert (frame["cut"] == "null_move").sum() == tree.result.counters["null_cutoffs"]
    assert frame.loc[1, "move"] == str(tree.path(1)[0])
    assert set(frame.loc[frame["cut"] != "move", "cut_stage"]) == {""}
    cuts = tree.cut_by("move")
    assert tree.frame(cuts)["cut_move"].str.fullmatch("[a-i][0-9][a-i][0-9]").all()


def test_str_shows_what_ended_the_nodes(tree: lab.Tree) -> None:
    shown = str(tree)
    for reason, number in tree.summary()["ended"].items():
        assert re.search(rf"^{reason} .* {number} ", shown, re.MULTILINE)
    assert tree._repr_svg_() is None and tree._repr_html_().startswith("<p>all ")
    assert tree._repr_html_().count("<table>") == 2


def test_the_picture_shows_every_node_once(small: lab.Tree) -> None:
    picture = ElementTree.fromstring(small.svg())
    marks = [*picture.iter(f"{SVG}circle"), *picture.iter(f"{SVG}rect")]
    titles = [mark.findtext(f"{SVG}title") for mark in marks if mark.find(f"{SVG}title") is not None]
    assert sorted(titles, key=lambda title: int(re.findall(r"\d+", title)[0])) == [
        f"node {row['id']}: {small.tooltip(row)}" for row in small.rows
    ]
    assert re.fullmatch(
        r"node 0: root; full, ply 0, depth 2; window -10000 to 10000; score -?\d+; ended by searched; \d+ nodes",
        titles[0],
    )
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert small.frame()["move"].iloc[1] in texts
    places = [(node.attrib["x"], node.attrib["y"]) for node in picture.iter(f"{SVG}text")]
    assert len(set(places)) == len(places), "no text on another one"
    left_out = [int(text) for text in texts if (text or "").startswith("+")]
    assert sum(left_out) == small.total - len(small) > 0, "the nodes that were not kept"
    assert f"evaluation {len(small.cut_by('evaluation'))}" in texts
    assert small._repr_svg_() == small.svg() and small.svg() in small._repr_html_()


def test_the_best_line_is_drawn_thick() -> None:
    tree = lab.trace("boyi", POSITION, depth=3)
    *_, thick = ElementTree.fromstring(tree.svg(max_nodes=len(tree))).iter(f"{SVG}path")
    assert thick.attrib["stroke-width"] == "3"
    # As far as the line was searched with an open window: quiescence may end it on its evaluation.
    assert len(tree.result.pv) <= thick.attrib["d"].count("M") <= tree.result.seldepth


def test_a_large_tree_is_drawn_to_some_plies(tree: lab.Tree) -> None:
    last = lab.trace("boyi", POSITION, depth=4)
    with pytest.raises(boyi.OptionError, match=f"{len(last)} nodes to draw: expected at most max_nodes=400"):
        last.svg()
    picture = ElementTree.fromstring(last.svg(plies=1))
    drawn = len(last.where(ply=[0, 1]))
    assert len(list(picture.iter(f"{SVG}title"))) == drawn + 1
    hidden = [int(text.text) for text in picture.iter(f"{SVG}text") if (text.text or "").startswith("+")]
    assert sum(hidden) == len(last) - drawn
    assert ElementTree.fromstring(tree.svg(max_nodes=len(tree))) is not None
    nowhere = lab.trace("boyi", POSITION, depth=1, moves=[None, *POSITION.legal_moves()[:1]])
    assert len(nowhere) == 0 and nowhere._repr_svg_() is None and "all 0 nodes" in str(nowhere)
    with pytest.raises(boyi.OptionError, match="a tree without nodes"):
        nowhere.svg()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"config": 3}, "config=3"),
        ({"config": "boy"}, "boy"),
        ({"depth": 0}, "depth=0: expected 1 to 96"),
        ({"nodes": 0}, "nodes=0: expected 1 to 10000000"),
        ({"plies": -1}, "plies=-1: expected 0 to 96"),
        ({"iterations": "first"}, "iterations='first': expected 'last' or 'all'"),
        ({"moves": "h2e2"}, "moves='h2e2': expected a list"),
        ({"moves": [None, "h2e2"]}, "'h2e2' comes after a null move"),
        ({"position": 3}, "position=3"),
    ],
)
def test_bad_arguments_are_named(change: dict, message: str) -> None:
    arguments = {"config": "boyi", "position": POSITION, "depth": 2} | change
    with pytest.raises(boyi.OptionError, match=re.escape(message)):
        lab.trace(**arguments)


def test_bad_questions_are_named(tree: lab.Tree) -> None:
    for fields, message in [
        ({"cuts": 1}, "field 'cuts': expected one of id, parent"),
        ({"cut": "luck"}, "cut='luck': expected one of searched, move, kill"),
        ({"ply": "two"}, "ply='two': expected one of a number"),
        ({"ply": 1.5}, "ply=1.5: expected a whole number"),
    ]:
        with pytest.raises(boyi.OptionError, match=re.escape(message)):
            tree.where(**fields)
    for question in (tree.children, tree.path):
        with pytest.raises(boyi.OptionError, match=f"node={len(tree)}: expected 0 to {len(tree) - 1}"):
            question(len(tree))
    with pytest.raises(boyi.IllegalMoveError):
        lab.trace("boyi", POSITION, depth=2, moves=["a0a9"])
    mated = data("xiangqi_mates")["puzzles"][0]
    end = boyi.xiangqi.Position(mated["fen"]).play_all(mated["pv"])
    with pytest.raises(boyi.OptionError, match="finished game"):
        lab.trace("boyi", end, depth=2)


def test_the_core_checks_its_numbers() -> None:
    config = boyi.Config.preset("boyi", "xiangqi")
    for change, message in [
        ({"depth": -1}, "depth = -1"),
        ({"depth": 97}, "depth = 97"),
        ({"nodes": 0}, "nodes = 0: expected 1 to 10000000"),
        ({"plies": -1}, "plies = -1"),
    ]:
        with pytest.raises(boyi.OptionError, match=message):
            _core.trace(config, POSITION, **({"depth": 1} | change))


def test_ctrl_c_stops_a_trace() -> None:
    code = """
import _thread, threading, time
import boyi
from boyi import lab
threading.Timer(0.3, _thread.interrupt_main).start()
begun = time.monotonic()
try:
    lab.trace("boyi", boyi.xiangqi.Position(), depth=90)
except KeyboardInterrupt:
    print(time.monotonic() - begun < 20, len(lab.trace("boyi", boyi.xiangqi.Position(), depth=1)) > 0)
"""
    assert run_python(code) == "True True"
