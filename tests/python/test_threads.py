"""Searches with several threads, from Python: who has them, what they answer, and who cannot have them."""

import itertools

import pytest

import boyi
from boyi import lab
from boyi.errors import OptionError
from boyi.lab.comparison.result import Comparison
from boyi.protocols.gomocup import Brain
from boyi.protocols.uci_options import UciOptions


def test_a_searcher_has_one_thread_unless_told():
    assert boyi.Searcher().threads == 1
    result = boyi.Searcher().search(boyi.xiangqi.Position(), depth=4)
    assert result.threads == 1


@pytest.mark.parametrize("position", [boyi.xiangqi.Position(), boyi.gomoku.Position("h8 i9 i8")])
@pytest.mark.parametrize("threads", [2, 5])
def test_threads_share_limits_table_and_counters(position, threads):
    searcher = boyi.Searcher(threads=threads)
    assert searcher.threads == threads
    result = searcher.search(position, nodes=30_000)
    assert result.threads == threads
    assert 15_000 <= result.nodes <= 30_000
    counted = result.counters["full_nodes"] + result.counters["qnodes"] + result.counters["kill_nodes"]
    assert counted == result.nodes
    assert result.counters["cutoffs"] == sum(result.counters["cutoffs_by_stage"].values())
    assert position.play_all(result.pv)
    assert searcher.table.probe(position) is not None
    depths = [step.depth for step in result.iterations]
    assert depths == list(range(1, len(depths) + 1))


def test_a_run_can_be_watched_and_stopped():
    with boyi.Searcher(threads=3).start(boyi.xiangqi.Position()) as run:
        seen = [step.depth for step in itertools.islice(run, 4)]
        run.stop()
        assert run.result().threads == 3
    assert seen == [1, 2, 3, 4]


@pytest.mark.parametrize("threads", [0, -1, 257, 10**6])
def test_a_number_of_threads_out_of_range_is_refused(threads):
    for make in (boyi.Searcher, lab.Setup):
        with pytest.raises(OptionError, match=rf"threads ?= ?{threads}: expected 1 to 256"):
            make(threads=threads)


def test_functions_of_ones_own_have_one_thread():
    for own in ({"evaluate": lambda position: 0}, {"order_by": lambda position, moves: moves["code"]}):
        for make in (boyi.Searcher, lab.Setup):
            with pytest.raises(OptionError, match="functions of Python run one at a time; expected 1"):
                make(threads=2, **own)
            make(threads=1, **own)


def test_comparisons_mark_what_does_not_repeat(tmp_path):
    setups = {"one": "boyi", "two": lab.Setup("boyi", threads=2)}
    comparison = lab.compare(setups, lab.suite("xiangqi/bench")[:2], depth=5, progress=False)
    rows = comparison.rows
    assert rows["threads"].tolist() == [1, 2, 1, 2]
    assert rows["repeats"].tolist() == [True, False, True, False]
    assert "two *" in str(comparison) and "one *" not in str(comparison)
    assert "another run may not repeat" in str(comparison)
    assert comparison.metadata["threads"] == {"one": 1, "two": 2}
    comparison.save(tmp_path / "threads.jsonl")
    assert str(Comparison.load(tmp_path / "threads.jsonl")) == str(comparison)
    alone = lab.compare(["boyi"], lab.suite("xiangqi/bench")[:1], depth=3, progress=False)
    assert "*" not in str(alone)


def test_matches_play_with_threads():
    two = lab.Setup("boyi", threads=2)
    result = lab.match(two, "boyi", game="xiangqi", games=2, nodes=500, progress=False)
    assert len(result.games) == 2


def test_uci_sets_threads():
    options = UciOptions(boyi.Config.preset("boyi"))
    before = options.searcher()
    assert "option name Threads type spin default 1 min 1 max 256" in options.lines()
    assert options.set("name Threads value 4") == "", "it is no button"
    assert options.threads == 4 and options.searcher() != before
    with pytest.raises(OptionError, match="Threads"):
        options.set("name Threads value 0")


def test_gomocup_sets_threads():
    brain = Brain(nodes=2000)
    assert brain.answer("START 15") == ["OK"]
    assert brain.answer("INFO thread_num 3") == []
    assert len(brain.answer("TURN 7,7")) == 1
    assert brain._searcher.threads == 3
    (refused,) = brain.answer("INFO thread_num 0")
    assert refused.startswith("ERROR") and "expected 1 to 256" in refused
