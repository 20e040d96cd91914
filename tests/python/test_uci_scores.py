"""How the UCI player tells what a search is worth: mates, wins by repetition, and iterations that were cut short."""

import boyi
from boyi import lab
from boyi.xiangqi import Position
from conftest import MATE_IN_ONE
from test_uci import Front, move_of


def test_mates_are_counted_in_moves() -> None:
    lines = Front(f"position fen {MATE_IN_ONE}").go("go depth 3")
    assert " score mate 1 " in lines[-2]
    place = Position(MATE_IN_ONE)
    assert place.play(move_of(lines)).outcome().winner == "red"


def test_a_win_by_repetition_is_no_count_of_chariots() -> None:
    """Red checks again and again; by the rules of the tutorial black has won as soon as a position comes again."""
    checks = "position fen 3k5/9/9/9/9/9/9/9/R8/5K3 w moves a1d1 d9e9 d1e1 e9d9 e1d1"
    lines = Front("setoption name repetition_scope value game", checks).go("go depth 3")
    assert " score mate 1 " in lines[-2]
    lines = Front(checks).go("go depth 3")
    assert " score mate -" in lines[-2], "against the game before the root it takes two repetitions: black is lost"


def test_the_move_that_an_interrupted_iteration_has_proved_is_told() -> None:
    new, place = 0, lab.suite("xiangqi/middlegame")[11]
    for nodes in range(2000, 40_000, 2000):
        lines = Front(f"position fen {place.fen}").go(f"go nodes {nodes}")
        move, *depths = move_of(lines), *(int(line.split()[2]) for line in lines[:-1])
        result = boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=1)).search(place, nodes=nodes)
        assert lines[-2].split(" pv ")[1].split()[0] == move == str(result.move)
        assert ("lowerbound" in lines[-2]) == (result.interrupted is not None) == (len(depths) > result.depth)
        new += result.interrupted is not None and result.move != result.iterations[-1].move
    assert new > 0
