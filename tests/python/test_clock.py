"""Clocks, CPU time and thinking in the opponent's time as limits of a search."""

import copy
import pickle
from typing import Any

import pytest

import boyi
from boyi import Clock, OptionError, Searcher
from boyi.xiangqi import Position


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"remaining": -0.1}, "remaining = -0.1: expected seconds, 0 to 1e9"),
        ({"remaining": float("nan")}, "remaining = NaN"),
        ({"remaining": 10**400}, "remaining = inf"),
        ({"remaining": 1, "increment": -1}, "increment = -1"),
        ({"remaining": 1, "overhead": 1e10}, "overhead = 10000000000"),
        ({"remaining": 1, "moves_to_go": 0}, "moves_to_go = 0: expected at least 1"),
        ({"remaining": 1, "moves_to_go": -3}, "moves_to_go = -3: expected 1 to"),
    ],
)
def test_clocks_out_of_range_are_refused(arguments: dict[str, Any], named: str) -> None:
    with pytest.raises(OptionError, match=named):
        Clock(**arguments)


def test_a_clock_is_a_value() -> None:
    clock = Clock(60, increment=0.5, moves_to_go=40)
    assert (clock.remaining, clock.increment, clock.moves_to_go, clock.overhead) == (60.0, 0.5, 40, 0.05)
    assert pickle.loads(pickle.dumps(clock)) == clock == copy.copy(clock) != Clock(60)
    assert len({clock, Clock(60.0, 0.5, 40), Clock(0.0), Clock(-0.0)}) == 2
    assert eval(repr(clock), {"Clock": Clock}) == clock


def test_a_search_with_a_clock_has_a_move_whatever_is_left() -> None:
    for clock in (Clock(0), Clock(0.01), Clock(0.2, overhead=0), Clock(0, increment=10), Clock(0.2, moves_to_go=1)):
        result = Searcher().search(Position(), clock=clock)
        assert Position().is_legal(result.move), clock


def test_an_only_move_ends_the_search_after_one_iteration() -> None:
    forced = Position("3k5/9/9/9/9/9/9/9/3r5/4K4 w")
    assert [str(move) for move in forced.legal_moves()] == ["e0f0"]
    assert Searcher().search(forced, clock=Clock(1e6)).depth == 1
    assert Searcher().search(Position(), clock=Clock(1e6), root_moves=["h2e2"]).depth == 1


def test_cpu_time_is_a_limit() -> None:
    result = Searcher().search(Position(), cpu_time=0.02, depth=90)
    assert 0.02 <= result.cpu_time < 1 and result.depth < 90
    with pytest.raises(OptionError, match="cpu_time = 0: expected seconds"):
        Searcher().search(Position(), cpu_time=0)


def test_pondering_ends_by_the_opponents_move_or_a_stop() -> None:
    with Searcher().start(Position(), clock=Clock(0), time=1e-6, ponder=True) as run:
        depths = []
        for iteration in run:
            depths.append(iteration.depth)
            if iteration.depth == 5:
                run.ponder_hit()
                run.ponder_hit()
        assert depths[:5] == [1, 2, 3, 4, 5]
        assert run.result().depth == depths[-1]
    run = Searcher().start(Position(), time=1e-6, ponder=True)
    run.stop()
    assert run.result().move is not None


def test_a_search_needs_a_limit() -> None:
    with pytest.raises(OptionError, match="depth=, nodes=, time=, cpu_time= or clock="):
        Searcher().search(Position())
    with pytest.raises(TypeError, match="clock"):
        Searcher().search(Position(), clock=1.0)  # type: ignore[arg-type]
    assert boyi.Clock is Clock
