"""What the table changes, by what cause, and which cutoff changed the result."""

import re

import pytest

import boyi
from boyi import Config, Searcher, _core, lab
from boyi.lab.instability.result import CAUSES, tableless
from conftest import MIDDLEGAME

EXACT = Config.preset("plain").replace(
    iterative=True,
    pvs=True,
    table="bucket",
    table_pv_cutoffs=True,
    hash_move=True,
    root_hash_move=True,
    mvv_lva=True,
    killers=2,
    history="gravity",
    quiescence=True,
    qsearch_mvv_lva=True,
    check_extension=True,
    repetition=1,
    move_limit=True,
)
EQUAL = EXACT.replace(table_depth="equal")
PERPETUAL = "3R1a3/2c3r2/5k3/9/4P4/9/3p4C/3A5/9/4K4 b"
"""Black wins by perpetual check, and the table says so off the path of the checks."""
GRAFTED = "C2R1a3/9/3P1k3/9/9/5c3/9/9/4K4/9 w"
"""A mate in three."""


def check(config, positions, depth=6):
    return lab.stability(config, positions, depth, progress=False)


def test_the_path_is_found_cured_and_blamed() -> None:
    found = check(EQUAL, [PERPETUAL])
    assert found.counts == dict.fromkeys(CAUSES, 0) | {"path": 1}
    (change,) = found.changed
    assert (int(change.score), int(change.plain_score)) == (2, 4)
    assert found.rows["cause"].tolist() == ["path"] and found.rows["move"].tolist() == [str(change.move)]
    for policy, cured in {"tutorial": True, "chain": True, "path-key": False}.items():
        assert (check(EQUAL.replace(path_scores=policy), [PERPETUAL]).counts["same"] == 1) is cured, policy

    blame = found.blame(0)
    answer = blame.answer
    assert answer is not None and answer.depth == answer.asked
    assert blame.before.score == change.plain_score != blame.after.score
    assert blame.place.key == answer.key
    assert answer.score.turn == blame.place.turn
    assert blame.place.is_legal(answer.move)
    text, page = str(blame), blame._repr_html_()
    assert f"Cutoff {answer.number}" in text and str(answer.move) in text and page.startswith("<svg")
    assert blame._repr_svg_() == blame.place.svg(size=240)


def test_a_draw_of_another_path_is_to_blame() -> None:
    place = boyi.xiangqi.Position("3a4R/5k3/3a5/9/7P1/7r1/R8/5A3/5K3/7r1 w").play_all("a3b3 h0e0 b3a3 e0h0")
    blame = check(EQUAL, [place]).blame(0)
    assert blame.answer is not None and blame.answer.score == 0 and blame.place.repetition() == 0
    alone = Searcher(tableless(EQUAL)).search(blame.place, depth=blame.answer.asked)
    assert alone.score > 0 and (blame.before.score, blame.after.score) == (20, 0)


def test_one_answer_fewer_and_the_result_is_the_old_one() -> None:
    blame = check(EQUAL, [PERPETUAL]).blame(0)
    results = [
        Searcher(EQUAL.replace(table_answers=number)).search(blame.position, depth=6)
        for number in (blame.answer.number - 1, blame.answer.number)
    ]
    assert [(r.score, r.move) for r in results] == [(r.score, r.move) for r in (blame.before, blame.after)]


def test_a_deeper_entry_is_found_and_blamed() -> None:
    config = EXACT.replace(repetition=0, move_limit=False, table_mates=True, defect="any-mate", check_extension=True)
    found = check(config, [GRAFTED], depth=5)
    assert found.counts["same"] == 0
    answer = found.blame(0).answer
    assert answer is not None and answer.depth != answer.asked and answer.score.kind == "mate"


def test_with_exact_heuristics_and_nothing_on_the_path_only_ties_are_left() -> None:
    config = EQUAL.replace(repetition=0, move_limit=False)
    positions = [*lab.suite("xiangqi/bench"), PERPETUAL]
    for policy in ("ignore", "path-key"):  # the others move evaluations
        counts = check(config.replace(path_scores=policy), positions, depth=4).counts
        assert counts["same"] + counts["tie"] == len(positions), policy


def test_a_nudged_evaluation_is_told_from_the_rest() -> None:
    place = boyi.xiangqi.Position("3P1a3/9/3k5/9/9/9/9/5r3/4K4/3AR4 b").play_all("f2f3 e0g0 f3f2 g0e0")
    found = check(EQUAL.replace(path_scores="tutorial", repetition=2), [place], depth=5)
    assert found.counts["nudge"] == 1
    assert found.blame(0).answer is None and "No table cutoff changed the result" in str(found.blame(0))


def test_a_nudge_is_no_matter_of_the_path() -> None:
    place = "9/5k3/3a5/9/9/9/9/2p6/4A4/1R2KA1r1 w"
    counts = {policy: check(EQUAL.replace(path_scores=policy), [place]).counts for policy in ("ignore", "tutorial")}
    assert counts["ignore"]["same"] == counts["tutorial"]["nudge"] == 1


def test_approximate_heuristics_see_another_order() -> None:
    positions = lab.suite("xiangqi/bench")
    found = check(Config.preset("boyi"), positions)
    assert found.counts["order"] > 0
    total = sum(found.counts.values())
    assert total == len(positions) == len(found.changes)
    assert found.rows["index"].tolist() == list(range(total))
    summary = found.summary()
    assert summary["count"].sum() == total and (summary["low"] <= summary["share"]).all()
    assert set(found.frame().columns) == set(found.rows.dtype.names)


def test_the_price_is_in_nodes() -> None:
    found = check(EQUAL.replace(path_scores="tutorial"), "xiangqi/bench", depth=3)
    plain = [Searcher(tableless(EQUAL)).search(place, depth=3).nodes for place in found.positions]
    ignoring = [Searcher(EQUAL).search(place, depth=3).nodes for place in found.positions]
    assert found.rows["plain_nodes"].tolist() == plain and found.rows["ignore_nodes"].tolist() == ignoring
    assert found.price == {
        "no table": lab.ratio(found.rows["nodes"], plain),
        "ignore": lab.ratio(found.rows["nodes"], ignoring),
    }
    assert "no table" in str(found) and "<table>" in found._repr_html_()


def test_what_has_not_changed_has_no_answer_to_blame() -> None:
    found = check(EQUAL, [MIDDLEGAME], depth=2)
    assert found.blame(0).answer is None and found.blame(0).place is None


def test_gomoku() -> None:
    places = lab.suite("gomoku/middlegame")[:3]
    found = check(Config.preset("leafwalk"), places, depth=3)
    assert sum(found.counts.values()) == 3 and found.counts["path"] == 0
    for change in found.changed:
        assert found.blame(change.index).after.nodes > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((EXACT.replace(table="off"), [PERPETUAL], 3), "'off'"),
        ((EXACT, [], 3), "positions"),
        ((EXACT, [PERPETUAL], 0), "depth=0"),
        ((EXACT, [PERPETUAL], 97), "depth=97"),
        ((EXACT, ["9/9 w"], 3), "9/9 w"),
        ((12, [PERPETUAL], 3), "12"),
    ],
)
def test_bad_input(arguments, message) -> None:
    with pytest.raises(boyi.BoyiError, match=re.escape(message)):
        check(*arguments)


def test_bad_numbers() -> None:
    found = check(EXACT, [PERPETUAL], depth=1)
    for index in (-1, 1):
        with pytest.raises(boyi.OptionError, match=f"index={index}"):
            found.blame(index)
    for depth, number in ((0, 1), (97, 1), (3, 0), (-1, 1)):
        with pytest.raises(boyi.OptionError):
            _core.table_cutoff(EXACT, boyi.xiangqi.Position(), depth, number)
    assert _core.table_cutoff(EXACT, boyi.xiangqi.Position(), 1, 1) is None
    with pytest.raises(boyi.OptionError, match="-1 to"):
        Config(table_answers=-2)
