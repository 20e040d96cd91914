"""Searches: what they answer, how they stop, and that nothing but they is disturbed."""

import copy
import gc
import pickle
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import boyi
from boyi import Config, Score, Searcher
from boyi.xiangqi import Evaluation, Position
from conftest import MATE_IN_ONE, data, random_line, run_python

MIDDLEGAME = "r1bakab1r/9/1cn3nc1/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R w"
MATES = [p for p in data("xiangqi_mates")["puzzles"] if p["mate_in"] <= 3]


def facts(result: boyi.Result) -> tuple[Any, ...]:
    """What of a result does not depend on the clock."""
    each = [(it.depth, it.score, it.nodes, it.pv) for it in result.iterations]
    return result.move, result.score, result.bound, result.depth, result.seldepth, result.nodes, result.counters, each


# ---- results -------------------------------------------------------------


def test_a_result_holds_what_was_found(searcher: Searcher, start: Position) -> None:
    result = searcher.search(start, depth=5)
    assert (result.depth, result.bound) == (5, boyi.Bound.EXACT)
    assert result.seldepth >= 5
    assert result.move == result.pv[0]
    assert start.play_all(result.pv).ply == len(result.pv)
    assert [it.depth for it in result.iterations] == [1, 2, 3, 4, 5]
    last = result.iterations[-1]
    assert (last.move, last.pv, last.score) == (result.move, result.pv, result.score)
    nodes = [it.nodes for it in result.iterations]
    assert sorted(nodes) == nodes
    assert nodes[-1] <= result.nodes
    assert result.cpu_time > 0
    assert 0 < last.time <= result.time


def test_counters_add_up(searcher: Searcher) -> None:
    counters = searcher.search(Position(MIDDLEGAME), depth=6).counters
    assert counters["cutoffs"] == sum(counters["cutoffs_by_stage"].values()) == sum(counters["cutoffs_by_index"])
    assert 0 < counters["first_move_cutoffs"] == counters["cutoffs_by_index"][0] < counters["cutoffs"]


@pytest.mark.parametrize("made", ["result", "iteration", "outcome", "entry"])
def test_records_are_frozen_and_pickle(made: str, searcher: Searcher, start: Position) -> None:
    result = searcher.search(start, depth=2)
    record = {
        "result": result,
        "iteration": result.iterations[0],
        "outcome": Position(MATE_IN_ONE).play("a0d0").outcome(),
        "entry": searcher.table.probe(start),
    }[made]
    assert pickle.loads(pickle.dumps(record)) == copy.deepcopy(record) == record
    for name in record.__slots__:
        with pytest.raises(AttributeError, match="cannot assign"):
            setattr(record, name, 3)


def test_mated_at_the_root(searcher: Searcher) -> None:
    result = searcher.search(Position(MATE_IN_ONE).play("a0d0"), depth=3)
    assert (result.move, result.pv, result.depth, result.iterations) == (None, [], 0, [])
    assert (result.score.mate, result.score.plies, int(result.score)) == (0, 0, -10_000)


@pytest.mark.parametrize("puzzle", MATES, ids=lambda puzzle: puzzle["id"])
def test_mates_are_found(puzzle: dict[str, Any], searcher: Searcher) -> None:
    result = searcher.search(Position(puzzle["fen"]), depth=8)
    assert result.score.kind == "mate"
    assert 0 < result.score.mate <= puzzle["mate_in"]
    assert Position(puzzle["fen"]).play_all(result.pv).ply == len(result.pv)


def test_mate_in_one(searcher: Searcher) -> None:
    result = searcher.search(Position(MATE_IN_ONE), depth=9)
    assert (result.score.mate, result.score.plies, len(result.pv)) == (1, 1, 1)
    assert Position(MATE_IN_ONE).play(result.move).outcome() == boyi.Outcome("red", "checkmate")
    assert result.depth < 9, "a proven mate ends the iterations"


@pytest.mark.parametrize("preset", Config.presets())
def test_every_preset_searches_any_position(preset: str) -> None:
    searcher = Searcher(Config.preset(preset).replace(table_mb=1))
    for position in list(random_line(7, 200))[::40]:
        result = searcher.search(position, nodes=3000, depth=3)
        assert result.nodes <= 3000
        assert result.move is None or position.is_legal(result.move)
        assert position.play_all(result.pv).ply == position.ply + len(result.pv)


def test_odd_roots_are_searched(searcher: Searcher) -> None:
    odd = {
        "long past the limit of moves": Position("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 150 90"),
        "drawn by repetition": Position.from_moves("h0g2 h9g7 g2h0 g7h9 " * 3),
        "kings that face each other": Position("4k4/9/9/9/9/9/9/9/9/R3K4 w"),
        "bare kings": Position("3k5/9/9/9/9/9/9/9/9/4K4 w"),
    }
    for what, position in odd.items():
        assert position.is_legal(searcher.search(position, depth=4).move), what


# ---- limits --------------------------------------------------------------

BAD_LIMITS: list[tuple[dict[str, Any], str]] = [
    ({}, "a search needs a limit: depth=, nodes= or time="),
    ({"depth": None}, "a search needs a limit"),
    *(({"depth": n}, f"depth = {n}: expected 1 to 96 plies") for n in (0, -1, 97)),
    *(({"depth": n}, "expected 1 to 96 plies") for n in (10**30, -(10**30))),
    *(({"nodes": n}, f"nodes = {n}: expected") for n in (0, -5)),
    ({"nodes": 10**30}, "nodes = .*: expected 1 to"),
    *(({"time": t}, "time = .*: expected seconds, more than 0") for t in (0, -1.5, float("nan"), float("inf"), 2e9)),
    ({"time": 10**400}, "time = inf: expected seconds"),
    ({"depth": 3, "nodes": 0}, "nodes = 0"),
]


@pytest.mark.parametrize(("limits", "expected"), BAD_LIMITS)
def test_bad_limits_are_refused(limits: dict[str, Any], expected: str, searcher: Searcher, start: Position) -> None:
    with pytest.raises(boyi.OptionError, match=expected):
        searcher.search(start, **limits)
    if not expected.startswith("a search needs"):
        with pytest.raises(boyi.OptionError, match=expected):
            searcher.start(start, **limits)
    assert searcher.search(start, depth=1).depth == 1


@pytest.mark.parametrize(
    "limits", [{"depth": "5"}, {"depth": 2.5}, {"nodes": 1e6}, {"time": "1"}, {"dept": 5}, {"depth": [1]}]
)
def test_limits_of_other_types_are_refused(limits: dict[str, Any], searcher: Searcher, start: Position) -> None:
    with pytest.raises(TypeError):
        searcher.search(start, **limits)


@pytest.mark.parametrize("position", [Position().fen, None, 5, Position])
def test_a_search_wants_a_position(position: Any, searcher: Searcher) -> None:
    with pytest.raises(TypeError, match=r"expected a boyi\.xiangqi\.Position or a boyi\.gomoku\.Position, not"):
        searcher.search(position, depth=1)


def test_numbers_of_numpy_are_numbers(searcher: Searcher, start: Position) -> None:
    assert searcher.search(start, depth=np.int64(2), nodes=np.uint32(10**6), time=np.float32(5)).depth == 2


@pytest.mark.parametrize("nodes", [1, 2, 100, 1023, 1024, 1025, 5000])
def test_the_node_limit_is_exact(nodes: int, searcher: Searcher, start: Position) -> None:
    result = searcher.search(start, nodes=nodes)
    assert result.nodes == nodes
    assert start.is_legal(result.move)


def test_the_first_limit_reached_stops(searcher: Searcher, start: Position) -> None:
    assert searcher.search(start, depth=2, nodes=10**9, time=60).depth == 2
    assert searcher.search(start, depth=60, nodes=500, time=60).nodes == 500
    result = searcher.search(start, depth=60, nodes=10**12, time=0.05)
    assert 0.05 <= result.time < 2


def test_a_search_without_a_finished_iteration_has_a_move_and_no_bound(searcher: Searcher, start: Position) -> None:
    result = searcher.search(start, nodes=1)
    assert (result.depth, result.bound, result.score.value) == (0, boyi.Bound.NONE, start.evaluate())
    assert start.is_legal(result.move)


# ---- determinism ---------------------------------------------------------


def test_clear_makes_the_same_tree_again(searcher: Searcher) -> None:
    position = Position(MIDDLEGAME)
    first = facts(searcher.search(position, depth=6))
    assert facts(searcher.search(position, depth=6)) != first, "the table remembers"
    searcher.clear()
    assert len(searcher.table) == 0
    assert facts(searcher.search(position, depth=6)) == first
    assert facts(Searcher(searcher.config).search(position, depth=6)) == first


@pytest.mark.parametrize("again", [copy.copy, lambda p: pickle.loads(pickle.dumps(p))])
def test_histories_are_part_of_the_root(again: Callable[[Position], Position], searcher: Searcher) -> None:
    position = Position(MIDDLEGAME).play_all("a0a1 a9a8 a1a0 a8a9")
    first = facts(searcher.search(position, depth=5))
    searcher.clear()
    assert facts(searcher.search(again(position), depth=5)) == first


def test_watching_does_not_change_the_tree(searcher: Searcher, start: Position) -> None:
    told: list[boyi.Iteration] = []
    watched = searcher.search(start, depth=5, on_iteration=told.append)
    assert told == watched.iterations
    searcher.clear()
    with searcher.start(start, depth=5) as run:
        assert [it.nodes for it in run] == [it.nodes for it in told]
        assert facts(run.result()) == facts(watched)


# ---- callbacks and runs --------------------------------------------------


class Stopped(Exception):
    """What a callback raises."""


def test_an_exception_in_the_callback_stops_the_search(searcher: Searcher, start: Position) -> None:
    def callback(iteration: boyi.Iteration) -> None:
        if iteration.depth == 3:
            raise Stopped("enough")

    began = time.perf_counter()
    with pytest.raises(Stopped, match="enough"):
        searcher.search(start, time=60, on_iteration=callback)
    assert time.perf_counter() - began < 10
    assert searcher.search(start, depth=2).depth == 2


def test_a_callback_must_be_callable(searcher: Searcher, start: Position) -> None:
    with pytest.raises(TypeError, match="not callable"):
        searcher.search(start, depth=2, on_iteration=5)  # type: ignore[arg-type]
    assert searcher.search(start, depth=2).depth == 2


@pytest.mark.parametrize("ask", [lambda s, p: s.search(p, depth=1), lambda s, p: s.start(p), lambda s, p: s.clear()])
def test_a_busy_searcher_says_so(ask: Callable[[Searcher, Position], Any], searcher: Searcher, start: Position) -> None:
    with (
        searcher.start(start),
        pytest.raises(boyi.SearcherBusyError, match="searching already; stop that search or use another Searcher"),
    ):
        ask(searcher, start)
    with pytest.raises(boyi.SearcherBusyError):
        searcher.search(start, time=60, on_iteration=lambda _: ask(searcher, start))
    assert searcher.search(start, depth=1).depth == 1


def test_a_callback_may_use_another_searcher(searcher: Searcher, start: Position) -> None:
    other = Searcher(Config(table_mb=1))
    depths: list[int] = []
    searcher.search(start, depth=3, on_iteration=lambda it: depths.append(other.search(start, depth=it.depth).depth))
    assert depths == [1, 2, 3]


def test_a_run_is_iterated_stopped_and_asked(searcher: Searcher, start: Position) -> None:
    run = searcher.start(start)
    assert iter(run) is run
    assert [next(run).depth, next(run).depth] == [1, 2]
    assert not run.done()
    run.stop()
    rest = [it.depth for it in run]
    result = run.result()
    assert run.done()
    assert [it.depth for it in result.iterations] == [1, 2, *rest]
    assert run.result() == result, "it can be asked again"
    assert next(run, None) is None


def test_a_result_can_be_waited_for(searcher: Searcher, start: Position) -> None:
    run = searcher.start(start)
    for timeout in (0, 0.02):
        with pytest.raises(TimeoutError, match="not over yet"):
            run.result(timeout=timeout)
    assert not run.done()
    run.stop()
    assert run.result(timeout=10).move is not None
    assert run.result(timeout=0).move is not None


@pytest.mark.parametrize("timeout", [-1, float("nan"), float("inf"), 10**400])
def test_absurd_timeouts_are_refused(timeout: float, searcher: Searcher, start: Position) -> None:
    with searcher.start(start, depth=1) as run, pytest.raises(boyi.OptionError, match="expected seconds"):
        run.result(timeout)


def test_leaving_the_block_stops_and_frees(searcher: Searcher, start: Position) -> None:
    for _ in range(5):
        with searcher.start(start) as run:
            next(run)
        assert run.done()
    with pytest.raises(Stopped), searcher.start(start) as run:
        raise Stopped
    assert run.done()
    assert searcher.search(start, depth=1).depth == 1


def test_a_dropped_run_stops_and_frees(searcher: Searcher, start: Position) -> None:
    for _ in range(20):
        searcher.start(start)
        assert searcher.search(start, depth=1).depth == 1
    cycle: list[Any] = [searcher.start(start)]
    cycle.append(cycle)
    del cycle
    gc.collect()
    assert searcher.search(start, depth=1).depth == 1


def test_a_dropped_searcher_leaves_its_run_alone(start: Position) -> None:
    run = Searcher(Config(table_mb=1)).start(start, depth=4)
    gc.collect()
    assert run.result().depth == 4


# ---- threads and signals -------------------------------------------------


def test_other_threads_run_while_a_search_runs(searcher: Searcher, start: Position) -> None:
    count, over = 0, threading.Event()

    def work() -> None:
        nonlocal count
        while not over.is_set():
            count += 1

    worker = threading.Thread(target=work)
    worker.start()
    try:
        before = count
        searcher.search(start, time=0.2)
        during = count - before
    finally:
        over.set()
        worker.join()
    assert during > 1000


def test_searchers_run_side_by_side() -> None:
    position = Position(MIDDLEGAME)
    config = Config(table_mb=1)
    alone = facts(Searcher(config).search(position, depth=6))
    with ThreadPoolExecutor(3) as pool:
        results = list(pool.map(lambda _: Searcher(config).search(position, depth=6), range(6)))
    assert [facts(result) for result in results] == [alone] * 6


def test_many_threads_may_wait_for_one_run(searcher: Searcher, start: Position) -> None:
    for _ in range(20):
        run = searcher.start(start, depth=4)
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda _, run=run: run.result(), range(4)))
        assert all(result == results[0] for result in results)


def test_threads_that_share_a_searcher_get_it_in_turn_or_are_told(searcher: Searcher, start: Position) -> None:
    def attempt(_: int) -> bool:
        try:
            return searcher.search(start, nodes=2000).nodes == 2000
        except boyi.SearcherBusyError:
            return True

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(attempt, range(100)))


INTERRUPT = """
import os, signal, threading, time, boyi
position = boyi.xiangqi.Position()
searcher = boyi.Searcher(boyi.Config(table_mb=1))
run = None
def interrupt():
    global sent
    time.sleep(0.15)
    sent = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)
{before}
threading.Thread(target=interrupt).start()
try:
    {wait}
except KeyboardInterrupt:
    print(time.perf_counter() - sent)
assert searcher.search(position, depth=2).depth == 2
assert position.perft(2) == 1920
"""
START = "run = searcher.start(position)"
WAITS = {
    "search": ("", "searcher.search(position, time=30)"),
    "search with a callback": ("", "searcher.search(position, time=30, on_iteration=print)"),
    "perft": ("", "position.perft(7)"),
    "divide": ("", "position.divide(7)"),
    "result": (START, "run.result()"),
    "result in time": (START, "run.result(timeout=30)"),
    "iteration": (START, "print(list(run))"),
    "another thread waits too": (f"{START}; threading.Thread(target=run.result).start()", "run.result()"),
}


@pytest.mark.parametrize("case", WAITS)
def test_ctrl_c_is_seen_at_once_and_the_next_search_works(case: str, record_property: Any) -> None:
    before, wait = WAITS[case]
    latency = float(run_python(INTERRUPT.format(before=before, wait=wait)).splitlines()[-1])
    record_property("latency", latency)
    assert latency < 1, "typically 0.005 s; the machine may be busy"


def test_a_forked_process_searches_too() -> None:
    code = """
import os, signal, boyi
def work():
    searcher = boyi.Searcher(boyi.Config(table_mb=8))
    result = searcher.search(boyi.xiangqi.Position(), depth=4)
    return result.nodes, len(searcher.table), len(searcher.table.entries())
here = work()
busy = boyi.Searcher().start(boyi.xiangqi.Position())
child = os.fork()
if child == 0:
    signal.alarm(20)
    assert work() == work() == here
    del busy
    os._exit(0)
print(os.waitpid(child, 0)[1])
"""
    assert run_python(code) == "0"


# ---- Searcher ------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "error", "expected"),
    [
        ({"config": "boi"}, boyi.OptionError, 'no preset is called "boi".*did you mean "boyi"'),
        ({"config": 5}, boyi.OptionError, r"config 5: expected a boyi\.Config or the name of a preset"),
        ({"config": {"killers": 1}}, boyi.OptionError, "killers"),
        ({"table": 16}, TypeError, "TranspositionTable"),
        ({"evaluation": np.zeros((7, 10, 9))}, TypeError, "Evaluation"),
        ({"confg": "boyi"}, TypeError, "confg"),
    ],
)
def test_bad_searchers_are_refused(arguments: dict[str, Any], error: type, expected: str) -> None:
    with pytest.raises(error, match=expected):
        Searcher(**arguments)


def test_a_searcher_knows_what_it_is_made_of() -> None:
    evaluation = Evaluation(tempo=9)
    searcher = Searcher("wizard-table", evaluation=evaluation)
    assert searcher.config == Config.preset("wizard-table")
    assert searcher.table.scheme == searcher.config.table == "depth-preferred"
    assert searcher.evaluation == evaluation
    assert repr(searcher).startswith("Searcher(Config(")
    assert Searcher("plain").table is None
    assert Searcher().config == Config()


def test_another_evaluation_gives_another_score(start: Position) -> None:
    tables = np.array(Evaluation().piece_square)
    tables[4] = 0  # chariots for nothing
    position = start.play_all("a0a1 h9g7")
    plain = Config.preset("plain")
    own = Searcher(plain).search(position, depth=2).score
    assert Searcher(plain, evaluation=Evaluation(tables)).search(position, depth=2).score != own
    assert Searcher(plain, evaluation=Evaluation()).search(position, depth=2).score == own


# ---- Config --------------------------------------------------------------

FIELDS = {field["name"]: field for field in Config.fields()}


def values(field: dict[str, Any]) -> st.SearchStrategy[Any]:
    if field["type"] == "int":
        return st.integers(*field["range"])
    return st.sampled_from(field["range"])


configs = st.fixed_dictionaries({}, optional={name: values(field) for name, field in FIELDS.items()}).map(
    lambda fields: Config(**fields)
)


@given(configs)
def test_configs_come_back_from_everything(config: Config) -> None:
    for again in (
        Config.from_json(config.to_json()),
        Config.from_dict(config.to_dict()),
        pickle.loads(pickle.dumps(config)),
        copy.deepcopy(config),
        eval(repr(config), {"Config": Config}),
        config.replace(),
        Config.preset("plain").replace(**config.to_dict()),
    ):
        assert again == config
        assert hash(again) == hash(config)


@given(configs, configs)
def test_diff_is_what_differs(one: Config, other: Config) -> None:
    difference = one.diff(other)
    assert (difference == {}) == (one == other)
    assert one.replace(**{name: there for name, (_, there) in difference.items()}) == other
    assert all(here == getattr(one, name) != there for name, (here, there) in difference.items())


@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
def test_fields_describe_themselves(field: dict[str, Any]) -> None:
    name = field["name"]
    assert getattr(Config(), name) == field["default"] == Config().to_dict()[name]
    assert getattr(Config.preset("plain"), name) == field["neutral"] or name in ("iterative", "stop_on_mate")
    assert name in dir(Config())
    assert field["sentence"]
    assert field["kind"] in ("exact", "approximate", "rule", "parameter")
    for value in field["range"]:
        assert Config(**{name: value}).to_dict()[name] == value


@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
@pytest.mark.parametrize("wrong", [None, 1.5, "nonsense", -1001, 10**30, [], True])
def test_values_out_of_range_are_refused(field: dict[str, Any], wrong: Any) -> None:
    if wrong is True and field["type"] == "bool":
        wrong = 1
    with pytest.raises(boyi.OptionError, match=f"{field['name']} = .*: expected "):
        Config(**{field["name"]: wrong})


@pytest.mark.parametrize(
    ("wrong", "nearest"), [("kilers", "killers"), ("null_moves", "null_move"), ("Lmr", "lmr"), ("histroy", "history")]
)
def test_unknown_fields_suggest_the_nearest(wrong: str, nearest: str) -> None:
    for make in (
        lambda: Config(**{wrong: 1}),
        lambda: Config().replace(**{wrong: 1}),
        lambda: Config.from_dict({wrong: 1}),
    ):
        with pytest.raises(boyi.OptionError, match=f'"{wrong}".*did you mean "{nearest}"'):
            make()
    with pytest.raises(AttributeError, match=wrong):
        getattr(Config(), wrong)


def test_unknown_choices_suggest_the_nearest() -> None:
    with pytest.raises(boyi.OptionError, match=r'table = "bukcet": expected one of.*did you mean "bucket"'):
        Config(table="bukcet")
    with pytest.raises(boyi.OptionError, match=r'known are.*did you mean "wizard-table"'):
        Config.preset("wizard-tabel")
    with pytest.raises(boyi.OptionError, match='game "chess": expected one of'):
        Config.preset("boyi", game="chess")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "5", '{"killers": 1.5}', '{"kilers": 1}', '{"killers": NaN}', "{1: 2}"]
)
def test_bad_json_is_refused(text: str) -> None:
    with pytest.raises(boyi.OptionError):
        Config.from_json(text)


def test_numpy_values_are_values() -> None:
    config = Config(killers=np.int64(1), null_move=np.bool_(False), lmr_base=np.uint8(7))
    assert config == Config(killers=1, null_move=False, lmr_base=7)


def test_presets_are_different_and_explained() -> None:
    made = {name: Config.preset(name, game="xiangqi") for name in Config.presets()}
    assert len(set(made.values())) == len(made)
    assert made["boyi"] == Config()
    assert Config() != "boyi"
    for config in made.values():
        assert config.explain()
        assert config._repr_html_().count("<tr") == len(FIELDS) + 1


def test_a_config_makes_its_table() -> None:
    table = Config.preset("wizard-table").new_table(0.5)
    assert (table.scheme, table.mb) == ("depth-preferred", 0.5)
    for config, mb in ((Config(table="off"), None), (Config(), 0), (Config(), 10**400)):
        with pytest.raises(boyi.OptionError):
            config.new_table(mb)


# ---- Score and Evaluation ------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "kind", "value", "mate", "plies", "text"),
    [
        (0, "value", 0, None, None, "0"),
        (-35, "value", -35, None, None, "-35"),
        (9800, "value", 9800, None, None, "9800"),
        (9801, "repetition", None, None, 99, "won by repetition in 99 plies"),
        (-9896, "repetition", None, None, 4, "lost by repetition in 4 plies"),
        (9999, "mate", None, 1, 1, "mate in 1"),
        (9997, "mate", None, 2, 3, "mate in 2"),
        (-9998, "mate", None, -1, 2, "mated in 1"),
        (-9996, "mate", None, -2, 4, "mated in 2"),
        (-10_000, "mate", None, 0, 0, "mated in 0"),
        (10_000, "mate", None, 0, 0, "mate in 0"),
    ],
)
def test_scores_say_what_they_mean(
    raw: int, kind: str, value: int | None, mate: int | None, plies: int | None, text: str
) -> None:
    score = Score(raw, "red")
    assert (score.kind, score.value, score.mate, score.plies, int(score)) == (kind, value, mate, plies, raw)
    assert (str(score), repr(score), score.turn) == (text, f"Score({text})", "red")
    again = pickle.loads(pickle.dumps(score))
    assert (again, again.turn, hash(again)) == (score, "red", hash(score))


raws = st.integers(-10_000, 10_000)


@given(raws, raws)
def test_scores_are_ordered_as_their_numbers(a: int, b: int) -> None:
    for one, other in ((Score(a, "red"), Score(b, "red")), (Score(a, "red"), b), (Score(a, "red"), np.int16(b))):
        assert (one < other, one <= other, one == other, one != other) == (a < b, a <= b, a == b, a != b)
        assert (one > other, one >= other) == (a > b, a >= b)
    assert hash(Score(a, "red")) == hash(a)
    assert Score(a, "red") in {a}


@given(raws)
def test_scores_turn(raw: int) -> None:
    score = Score(raw, "red")
    assert int(-score) == int(score.pov("black")) == -raw
    assert (-score).turn == score.pov("black").turn == "black"
    assert score.pov("red").turn == "red"
    assert score == score.pov("black").pov("red")


def test_scores_refuse_what_they_are_not() -> None:
    for raw in (10_001, -10_001, 10**30):
        with pytest.raises(boyi.OptionError, match="expected -10000 to 10000"):
            Score(raw, "red")
    for side in ("white", "", "Red"):
        with pytest.raises(boyi.OptionError, match="expected .red. or .black."):
            Score(1, side)
        with pytest.raises(boyi.OptionError, match="expected .red. or .black."):
            Score(1, "red").pov(side)
    assert Score(1, "red") < 10**30
    assert Score(1, "red") != "1"
    with pytest.raises(TypeError):
        _ = Score(1, "red") < "2"  # type: ignore[operator]


def test_evaluations_are_data() -> None:
    tables = np.random.default_rng(1).integers(-9000, 9001, (7, 10, 9))
    evaluation = Evaluation(tables, tempo=-7)
    assert np.array_equal(evaluation.piece_square, tables)
    assert (evaluation.piece_square.shape, evaluation.piece_square.dtype) == ((7, 10, 9), np.int16)
    assert evaluation.tempo == -7
    assert evaluation == Evaluation(tables.astype(float), -7) == pickle.loads(pickle.dumps(evaluation))
    assert evaluation == Evaluation(tables.tolist(), tempo=np.int8(-7))
    assert evaluation != Evaluation(tables)
    assert evaluation != Evaluation() != 5
    with pytest.raises(ValueError, match="read-only"):
        evaluation.piece_square[:] = 0
    assert "tempo=-7" in repr(evaluation)


def altered(value: float) -> np.ndarray:
    tables = np.zeros((7, 10, 9))
    tables[3, 2, 1] = value
    return tables


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        (np.zeros((7, 9, 10)), r"shape \[7, 9, 10\]: expected \(7, 10, 9\)"),
        (np.zeros(630), r"expected \(7, 10, 9\)"),
        ([[1], [2, 3]], "piece_square"),
        ("text", "piece_square"),
        (np.zeros((7, 10, 9), complex), "expected numbers"),
        (np.full((7, 10, 9), "a"), "expected numbers"),
        *((altered(value), "whole number from -9000 to 9000") for value in (9001, -9001, 0.5, np.nan, np.inf, 2.0**63)),
    ],
)
def test_bad_evaluations_are_refused(tables: Any, expected: str) -> None:
    with pytest.raises(boyi.OptionError, match=expected):
        Evaluation(tables)


@pytest.mark.parametrize("tempo", [9001, -9001, 2**63, -(2**63), 10**30])
def test_bad_tempos_are_refused(tempo: int) -> None:
    with pytest.raises(boyi.OptionError, match="expected -9000 to 9000"):
        Evaluation(tempo=tempo)


def test_a_search_without_iterations_needs_a_depth(start: Position) -> None:
    with pytest.raises(boyi.OptionError, match="needs a limit of depth"):
        Searcher("plain").search(start, nodes=2000)
    with pytest.raises(boyi.OptionError, match="needs a limit of depth"):
        Searcher("plain").start(start)
    assert Searcher("plain").search(start, depth=2).depth == 2


def test_long_texts_are_quoted_in_part(start: Position) -> None:
    for make in (lambda: Position("k" * 10**6), lambda: start.play("x" * 10**6)):
        with pytest.raises(boyi.BoyiError) as refused:
            make()
        assert len(str(refused.value)) < 600


def test_moves_and_scores_can_be_aligned(start: Position) -> None:
    assert f"{start.legal_moves()[0]:>6}|{Score(-35, 'red'):<5}|" == f"{start.legal_moves()[0]!s:>6}|-35  |"


def test_explain_tells_the_parameters() -> None:
    assert Config(null_reduction=2).explain() != Config().explain()
    assert "null_reduction = 2" in Config(null_reduction=2).explain()
    assert set(Config.preset_sentences()) == set(Config.presets())
