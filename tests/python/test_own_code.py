"""Functions of one's own in the search: what they are given, what may come back, and what becomes of exceptions."""

import gc
import os
import signal
import threading
import time
import traceback
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import boyi
from boyi import Config, Searcher
from conftest import MIDDLEGAME, facts, run_python

XIANGQI = boyi.xiangqi.Position(MIDDLEGAME)
GOMOKU = boyi.gomoku.Position("h8 i9 i8 g8", rows=15, cols=17)
POSITIONS = pytest.mark.parametrize("position", [XIANGQI, GOMOKU], ids=lambda position: position.game)


class Broken(Exception):
    """What a function raises."""


def generated(_position: Any, moves: np.ndarray) -> np.ndarray:
    """The order of generation."""
    return np.zeros(len(moves))


def captures(_position: Any, moves: np.ndarray) -> np.ndarray:
    """Captures first, of the most valuable pieces as arrays number them."""
    return abs(moves["captured"])


def static(position: Any) -> int:
    """The evaluation by hand."""
    return int(position.evaluate("by-hand"))


def failing(at: int, error: BaseException) -> dict[str, Callable[..., Any]]:
    """Both functions, of which each fails at its ``at``-th call and counts calls in ``count``."""

    def fails(answer: Callable[..., Any]) -> Callable[..., Any]:
        def function(*arguments: Any) -> Any:
            function.count += 1  # type: ignore[attr-defined]
            if function.count == at:  # type: ignore[attr-defined]
                raise error
            return answer(*arguments)

        function.count = 0  # type: ignore[attr-defined]
        return function

    return {"order_by": fails(generated), "evaluate": fails(static)}


# ---- what the functions see ----------------------------------------------


def test_moves_of_xiangqi_are_rows() -> None:
    seen: list[tuple[Any, np.ndarray]] = []
    Searcher(order_by=lambda *both: seen.append(both) or generated(*both)).search(XIANGQI, depth=3)
    assert len(seen) > 10
    for position, rows in seen:
        board = position.to_array().ravel()
        moves = [boyi.Move.from_code(code, "xiangqi") for code in rows["code"]]
        assert isinstance(position, boyi.xiangqi.Position) and sorted(moves) == sorted(position.legal_moves())
        assert (board[rows["from_square"]] == rows["piece"]).all() and (rows["piece"] != 0).all()
        assert (board[rows["to_square"]] == rows["captured"]).all()
        assert [position.is_capture(move) for move in moves] == (rows["captured"] != 0).tolist()
        assert [f"{'abcdefghi'[n % 9]}{n // 9}" for n in rows["from_square"]] == [move.from_square for move in moves]
    assert seen[0][0] == XIANGQI and {position.turn for position, _ in seen} == {"red", "black"}


def test_moves_of_gomoku_are_rows() -> None:
    seen: list[tuple[Any, np.ndarray]] = []
    Searcher(order_by=lambda *both: seen.append(both) or generated(*both)).search(GOMOKU, depth=3)
    assert len(seen) > 10
    for position, rows in seen:
        moves = [boyi.Move.from_code(code, "gomoku") for code in rows["code"]]
        assert isinstance(position, boyi.gomoku.Position) and all(map(position.is_legal, moves))
        assert (rows["point"] == 17 * rows["rank"].astype(int) + rows["file"]).all()
        assert (position.to_array().ravel()[rows["point"]] == 0).all()
        names = [f"{chr(97 + file)}{rank + 1}" for file, rank in zip(rows["file"], rows["rank"], strict=True)]
        assert names == moves
    assert seen[0][0] == GOMOKU


def test_positions_come_without_history() -> None:
    seen: list[Any] = []
    start = boyi.xiangqi.Position().play_all("h2e2 h9g7")
    Searcher(evaluate=lambda position: seen.append(position) or 0).search(start, depth=2)
    assert seen[0] == start and {position.ply for position in seen} == {0}
    assert seen[0].halfmove_clock == start.halfmove_clock


def test_gomoku_games_that_are_over_are_seen_as_such() -> None:
    seen: list[Any] = []
    four = boyi.gomoku.Position("h8 a1 i8 a2 j8 a3 k8 b1")
    config = Config.preset("plain", "gomoku")
    Searcher(config, evaluate=lambda position: seen.append(position) or 0).search(four, depth=1)
    over = [position for position in seen if position.outcome() is not None]
    assert over and all(position.outcome().reason == "five" for position in over)


@POSITIONS
def test_the_searcher_shows_what_it_was_given(position: Any) -> None:
    searcher = Searcher(order_by=generated, evaluate=static)
    assert (searcher.order_by, searcher.evaluate) == (generated, static)
    assert (Searcher().order_by, Searcher().evaluate) == (None, None)
    assert searcher.search(position, depth=2).depth == 2


# ---- what they do --------------------------------------------------------


@POSITIONS
@pytest.mark.parametrize("preset", Config.presets())
def test_the_same_evaluation_gives_the_same_tree(position: Any, preset: str) -> None:
    config = Config.preset(preset, position.game).replace(table_mb=1, evaluation="by-hand")
    plain, own = (Searcher(config, evaluate=evaluate).search(position, depth=3) for evaluate in (None, static))
    # Evaluations are taken from the table, but never those of a function of one's own.
    for counters in (plain.counters, own.counters):
        del counters["evaluations"], counters["evaluations_stored"]
    assert facts(plain) == facts(own)


@POSITIONS
def test_the_order_of_generation_gives_the_same_tree(position: Any) -> None:
    config = Config.preset("plain", position.game)
    plain, own = (Searcher(config, order_by=order).search(position, depth=2) for order in (None, generated))
    assert facts(plain) == facts(own)


@POSITIONS
def test_lists_of_root_moves_are_ordered_too(position: Any) -> None:
    config = Config.preset("plain", position.game)
    middle = len(position.legal_moves()) // 2
    some = position.legal_moves()[middle - 8 : middle + 8]  # in gomoku near the stones

    def search(order: Any) -> boyi.Result:
        return Searcher(config, order_by=order).search(position, depth=2, multipv=3, root_moves=some)

    def backwards(_position: Any, moves: np.ndarray) -> np.ndarray:
        return np.arange(len(moves))

    plain, same, other = search(None), search(generated), search(backwards)
    assert facts(plain) == facts(same)
    assert (other.score, len(other.iterations[-1].lines)) == (plain.score, 3) and other.nodes != plain.nodes


@POSITIONS
def test_the_best_move_first_takes_fewer_nodes(position: Any) -> None:
    config = Config.preset("plain", position.game)
    plain = Searcher(config).search(position, depth=3)
    best = {}
    for move in position.legal_moves():
        after = position.play(move)
        best[after] = Searcher(config).search(after, depth=2).move

    def order(seen: Any, moves: np.ndarray) -> np.ndarray:
        first = plain.move if seen == position else best.get(seen)
        return moves["code"] == (0 if first is None else first.code)

    own = Searcher(config, order_by=order).search(position, depth=3)
    assert (own.score, own.depth) == (plain.score, plain.depth)
    assert own.nodes < plain.nodes


def test_another_order_takes_other_nodes_to_the_same_score() -> None:
    config = Config.preset("plain").replace(mvv_lva=True, killers=2, counter_moves=True, history="gravity")
    without = config.replace(mvv_lva=False, killers=0, counter_moves=False, history="off")
    results = [
        Searcher(config, order_by=lambda p, m: -captures(p, m)).search(XIANGQI, depth=3),
        Searcher(without).search(XIANGQI, depth=3),
        Searcher(config, order_by=captures).search(XIANGQI, depth=3),
        Searcher(config).search(XIANGQI, depth=3),
    ]
    assert len({result.score for result in results}) == 1
    nodes = [result.nodes for result in results]
    assert nodes == sorted(nodes, reverse=True) and len(set(nodes)) == 4
    assert results[2].counters["cutoffs_by_stage"]["killer"] == 0
    assert results[2].counters["cutoffs_by_stage"]["all"] == results[2].counters["cutoffs"] > 0


def test_the_tables_move_comes_before_ones_own_order() -> None:
    result = Searcher(order_by=captures).search(XIANGQI, depth=4)
    assert {stage for stage, count in result.counters["cutoffs_by_stage"].items() if count} == {"hash", "all"}


def test_an_evaluation_decides() -> None:
    def corner(position: Any) -> int:
        """White wants stones, no matter whose, on the first rank."""
        stones = int((position.to_array()[0] != 0).sum())
        return -stones if position.turn == "black" else stones

    config = Config.preset("plain", "gomoku")
    position = boyi.gomoku.Position("b2 a3", rows=5, cols=5)
    result = Searcher(config, evaluate=corner).search(position.play("c3"), depth=1)
    assert str(result.move)[1] == "1" and int(result.score) == 1


@pytest.mark.parametrize(
    "make",
    [
        lambda n: range(n),
        lambda n: list(range(n)),
        lambda n: np.arange(n, dtype="f4"),
        lambda n: np.arange(2 * n)[::2],
        lambda n: np.arange(2.0 * n)[::2],
        lambda n: np.arange(n, dtype=">i8"),
        lambda n: [-np.inf, *range(1, n - 1), np.inf],
    ],
)
def test_numbers_come_in_many_forms(make: Callable[[int], Any]) -> None:
    def order(_position: Any, moves: np.ndarray) -> Any:
        return make(len(moves))

    expected = Searcher(order_by=lambda _, moves: np.arange(len(moves), dtype=float)).search(XIANGQI, depth=3)
    assert facts(Searcher(order_by=order).search(XIANGQI, depth=3)) == facts(expected)


def test_searches_repeat() -> None:
    searcher = Searcher(order_by=captures, evaluate=static)
    first = facts(searcher.search(XIANGQI, depth=4))
    searcher.clear()
    assert facts(searcher.search(XIANGQI, depth=4)) == first
    searcher.clear()
    assert facts(searcher.start(XIANGQI, depth=4).result()) == first


# ---- what goes wrong -----------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "error", "expected"),
    [
        ({"order_by": 5}, TypeError, r"order_by: expected a function of \(position, moves\) or None, not int"),
        ({"evaluate": "static"}, TypeError, r"evaluate: expected a function of \(position\) or None, not str"),
        (
            {"evaluate": static, "evaluation": boyi.xiangqi.Evaluation()},
            boyi.OptionError,
            "evaluation= and evaluate=: expected one of the two",
        ),
    ],
)
def test_what_is_no_function_is_refused(arguments: dict[str, Any], error: type, expected: str) -> None:
    with pytest.raises(error, match=expected):
        Searcher(**arguments)


@POSITIONS
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (lambda n: [1.0] * (n - 1), r"of shape \(\d+,\): expected \d+ numbers, one for each move"),
        (lambda n: np.zeros((n, 1)), r"of shape \(\d+, 1\): expected"),
        (lambda _: 3, r"order_by returned 3, of shape \(\): expected"),
        (lambda _: None, "order_by returned None, of type object: expected"),
        (lambda n: ["x"] * n, r"of type <U1: expected"),
        (lambda n: [1j] * n, "of type complex128: expected"),
        (lambda n: [0.0] * (n - 1) + [np.nan], r"nan for the move \w+: expected"),
        (lambda _: [1, [2]], r"order_by returned \[1, \[2\]\] \(.*: expected"),
    ],
)
def test_wrong_orders_are_named(position: Any, answer: Callable[[int], Any], expected: str) -> None:
    searcher = Searcher(order_by=lambda _, moves: answer(len(moves)))
    with pytest.raises(boyi.OptionError, match=expected) as raised:
        searcher.search(position, depth=2)
    assert raised.value.__notes__ == [f"order_by was asked about the position {position.fen}"]


EDGES = [sign * (2**bits + more) for sign in (1, -1) for bits in (15, 31, 32, 63, 64) for more in (-1, 0, 1)]
"""Where whole numbers of some width end."""


@POSITIONS
@pytest.mark.parametrize(
    "value", [0.5, np.float64(3), None, "3", [3], float("nan"), float("inf"), 9800, -9800, 10**30, -(10**30), *EDGES]
)
def test_wrong_evaluations_are_named(position: Any, value: Any) -> None:
    with pytest.raises(boyi.OptionError, match=r"evaluate returned .*: expected an int from -9799 to 9799") as raised:
        Searcher(evaluate=lambda _: value).search(position, depth=2)
    assert repr(value) in str(raised.value)


@pytest.mark.parametrize("value", [np.int8(3), np.uint64(3), np.array(3), True, 9799, -9799])
def test_whole_numbers_of_any_kind_are_evaluations(value: Any) -> None:
    config = Config.preset("plain")
    assert int(Searcher(config, evaluate=lambda _: value).search(XIANGQI, depth=2).score) == int(value)


ASK = {
    "search": lambda searcher, position: searcher.search(position, depth=5),
    "result": lambda searcher, position: searcher.start(position, depth=5).result(),
    "iteration": lambda searcher, position: list(searcher.start(position, depth=5)),
    "endless": lambda searcher, position: searcher.start(position).result(timeout=60),
}


@POSITIONS
@pytest.mark.parametrize("name", ["order_by", "evaluate"])
@pytest.mark.parametrize("at", [1, 2, 40])
@pytest.mark.parametrize("ask", ASK.values(), ids=ASK)
def test_exceptions_stop_the_search_and_go_on(position: Any, name: str, at: int, ask: Callable[..., Any]) -> None:
    error = Broken("down")
    function = failing(at, error)[name]
    searcher = Searcher(**{name: function})
    with pytest.raises(Broken) as raised:
        ask(searcher, position)
    assert raised.value is error and function.count == at, "it is not called again"
    frames = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
    assert frames[-1] == "function" and ask.__name__ in frames
    assert len(error.__notes__) == 1 and error.__notes__[0].startswith(f"{name} was asked about the position ")
    assert searcher.search(position, depth=2).depth == 2, "it works on"


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(3), GeneratorExit(), MemoryError(), StopIteration()])
def test_exceptions_of_all_kinds_go_on(error: BaseException) -> None:
    with pytest.raises(type(error)) as raised:
        Searcher(evaluate=failing(9, error)["evaluate"]).search(XIANGQI, depth=3)
    assert raised.value is error


def test_a_run_raises_whenever_it_is_asked() -> None:
    error = Broken()
    run = Searcher(**failing(50, error)).start(XIANGQI, depth=6)
    for ask in (run.result, run.result, lambda: next(run), lambda: list(run)):
        with pytest.raises(Broken):
            ask()
    assert run.done() and len(error.__notes__) == 1


def test_leaving_a_run_alone_raises_nothing() -> None:
    searcher = Searcher(**failing(50, Broken()))
    with searcher.start(XIANGQI, depth=6):
        pass
    with searcher.start(XIANGQI, depth=6) as run, pytest.raises(Broken):
        searcher = Searcher(**failing(50, Broken()))
        searcher.start(XIANGQI, depth=6).result()
    assert run.done()


@POSITIONS
def test_nothing_unsound_is_left_in_the_table(position: Any) -> None:
    """A search that goes on where another one failed finds what it would have found anyway."""
    config = Config.preset("plain", position.game).replace(
        table="two-tier", table_mb=1, table_depth="equal", path_scores="ignore"
    )
    expected = Searcher(config).search(position, depth=3)
    for at in (1, 7, 20):
        for name in ("order_by", "evaluate"):
            functions = failing(at, Broken())
            searcher = Searcher(config, **{name: functions[name]})
            with pytest.raises(Broken):
                searcher.search(position, depth=3)
            assert searcher.search(position, depth=3).score == expected.score


def test_an_exception_that_takes_no_notes_goes_on_without() -> None:
    class Stubborn(Exception):
        add_note = None  # type: ignore[assignment]

    with pytest.raises(Stubborn):
        Searcher(evaluate=failing(3, Stubborn())["evaluate"]).search(XIANGQI, depth=2)


def test_the_searcher_itself_is_busy_in_a_function() -> None:
    searcher = Searcher(evaluate=lambda position: int(searcher.search(position, depth=1).score))
    with pytest.raises(boyi.SearcherBusyError):
        searcher.search(XIANGQI, depth=2)
    inner = Searcher(Config.preset("boyi").replace(table_mb=1))
    outer = Searcher("plain", evaluate=lambda position: inner.search(position, nodes=50).score.value or 0)
    assert outer.search(XIANGQI, depth=1).depth == 1


# ---- threads, signals, the end -------------------------------------------


@pytest.mark.parametrize("evaluate", [lambda _: 0, boyi.xiangqi.Position.evaluate, lambda _: time.sleep(0.002) or 0])
def test_ctrl_c_and_limits_of_time_work(evaluate: Callable[[Any], int]) -> None:
    searcher = Searcher(evaluate=evaluate)
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        searcher.search(XIANGQI, time=60)
    timer.join()
    assert time.perf_counter() - began < 10
    assert searcher.search(XIANGQI, depth=1).depth == 1
    assert searcher.search(XIANGQI, time=0.05).time < 5


def test_searches_in_many_threads_take_turns() -> None:
    alone = facts(Searcher(order_by=captures, evaluate=static).search(XIANGQI, depth=3))
    with ThreadPoolExecutor(4) as pool:
        work = [
            pool.submit(lambda: Searcher(order_by=captures, evaluate=static).search(XIANGQI, depth=3)) for _ in range(8)
        ]
    assert [facts(done.result()) for done in work] == [alone] * 8


def test_a_dropped_run_frees_its_searcher() -> None:
    searcher = Searcher(evaluate=static)
    for _ in range(20):
        searcher.start(XIANGQI)
        assert searcher.search(XIANGQI, depth=1).depth == 1


def test_a_cycle_through_a_function_is_collected() -> None:
    def make() -> weakref.ref[Any]:
        class Order:
            def __call__(self, position: Any, moves: np.ndarray) -> np.ndarray:
                return generated(position, moves)

        order = Order()
        order.searcher = Searcher(Config.preset("boyi").replace(table_mb=1), order_by=order)  # type: ignore[attr-defined]
        assert order.searcher.search(XIANGQI, depth=1).depth == 1  # type: ignore[attr-defined]
        return weakref.ref(order)

    gone = make()
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize(
    "evaluate", ["lambda p: time.sleep(0.001) or 0", "lambda p: 0", "boyi.xiangqi.Position.evaluate"]
)
def test_python_may_end_during_a_search(evaluate: str) -> None:
    code = (
        f"import boyi, time; run = boyi.Searcher(evaluate={evaluate}).start(boyi.xiangqi.Position()); time.sleep(0.05)"
    )
    assert run_python(code) == ""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_child_ends_without_the_searches_of_its_parent() -> None:
    code = """
import os, sys, boyi
run = boyi.Searcher(evaluate=lambda p: 0).start(boyi.xiangqi.Position())
child = os.fork()
if child == 0:
    sys.exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert run_python(code, PYTHONWARNINGS="ignore") == "7"
