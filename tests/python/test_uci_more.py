"""UCI beside searches: limits in time, ``go perft``, wins, draws and losses after scores, and options of rules."""

import re
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

import boyi
from boyi import Score
from boyi.games.xiangqi_wdl import win_draw_loss
from boyi.protocols import ucci
from boyi.protocols.lines import QUICK
from boyi.protocols.uci_go import read_go
from boyi.protocols.xiangqi_perft import DEEPEST
from boyi.xiangqi import Position
from conftest import MATE_IN_ONE, MIDDLEGAME
from test_uci import NO_MOVE, Front, move_of

CHASE = "position fen 3k5/9/9/3n5/9/R8/9/9/9/5K3 w moves a4a6 d6c4 a6a4 c4d6 a4a6 d6c4 a6a4"
"""A chariot follows a horse that nobody protects. The horse goes back to d6 now, and the positions come again."""

# Time


@pytest.mark.parametrize(
    ("words", "turn", "time", "clock"),
    [
        ("movetime 700", "red", 0.7, None),
        ("movetime 700 wtime 5", "red", 0.7, None),
        ("movetime 0", "red", QUICK, None),
        ("movetime -5", "red", QUICK, None),
        ("movetime " + "9" * 30, "red", 1e6, None),
        ("movetime " + "9" * 4000, "red", 1e6, None),
        ("depth 3", "red", None, None),
        ("infinite wtime 5 btime 5", "red", None, None),
        ("wtime 60000 btime 5", "red", None, (60.0, 0.0, None)),
        ("wtime 5 btime 60000", "black", None, (60.0, 0.0, None)),
        ("wtime 60000 btime 5 winc 2000 binc 9", "red", None, (60.0, 2.0, None)),
        ("wtime 60000 btime 5 movestogo 40", "red", None, (60.0, 0.0, 40)),
        ("wtime 60000 btime 5 movestogo 99999999999", "red", None, (60.0, 0.0, 1000)),
        ("wtime -900 btime 5 winc -3", "red", None, (0.0, 0.0, None)),
        (f"wtime {10**40} btime 5 winc {10**40}", "red", None, (1e6, 1e6, None)),
    ],
)
def test_limits_in_time(
    words: str, turn: str, time: float | None, clock: tuple[float, float, int | None] | None
) -> None:
    limits = read_go(words, turn).limits(0.07)
    assert limits["time"] == time and limits["clock"] == (clock and boyi.Clock(*clock, overhead=0.07))


def test_limits_beyond_everything_are_as_deep_as_possible() -> None:
    limits = read_go(f"depth 245 nodes {10**30}", "red").limits(0.05)
    assert limits == {"depth": 96, "nodes": 10**18, "time": None, "clock": None}


@pytest.mark.parametrize(
    ("words", "remark", "limits"),
    [
        ("depth 0", "go depth 0: taken as 1", {"depth": 1}),
        ("nodes -4", "go nodes -4: taken as 1", {"nodes": 1}),
        ("mate 0", "go mate 0: taken as 1", {"depth": 2}),
        ("wtime 1000 movestogo 0", "go movestogo 0: taken as none", {"clock": boyi.Clock(1, overhead=0.05)}),
        ("btime 1000", "go without wtime, the clock of the side to move: taken as 0", {"clock": boyi.Clock(0)}),
        ("winc 1000", "go without wtime, the clock of the side to move: taken as 0", {"clock": boyi.Clock(0, 1)}),
        ("movestogo 9", "go without wtime, the clock of the side to move: taken as 0", {"clock": boyi.Clock(0, 0, 9)}),
        ("btime 1000 depth 3", None, {"depth": 3}),
        ("infinite btime 5", None, {}),
    ],
)
def test_limits_that_are_none_are_put_right_and_named(words: str, remark: str | None, limits: dict[str, Any]) -> None:
    go = read_go(words, "red")
    assert go.remarks == (() if remark is None else (remark,))
    assert {name: limit for name, limit in go.limits(0.05).items() if limit is not None} == limits
    if not go.infinite:
        lines = Front().go(f"go {words}")
        assert Position().is_legal(move_of(lines)) and (remark is None or lines[0] == f"info string {remark}")


@pytest.mark.parametrize("line", ["go movetime 50", "go movetime 0", "go wtime 500 btime 1", "go wtime 0 btime 0"])
def test_limits_in_time_end_a_search(line: str) -> None:
    assert Position().is_legal(move_of(Front().go(line)))


def test_a_search_that_cannot_keep_a_clock_says_so() -> None:
    error, nothing = Front("setoption name Preset value plain").go("go wtime 500 btime 500")
    assert error.startswith("info string ") and "limit of depth" in error and nothing == NO_MOVE


# Perft


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("ranks", ["0-9", "1-10"])
def test_perft_counts_leaves(depth: int, ranks: str) -> None:
    front = Front(f"position fen {MIDDLEGAME}", f"setoption name Ranks value {ranks}")
    *moves, total = front.go(f"go perft {depth}")
    place = Position(MIDDLEGAME)
    notation = "uci" if ranks == "0-9" else "uci10"
    expected = {place.format(move, notation): leaves for move, leaves in place.divide(depth).items()}
    assert dict(re.fullmatch(r"(\w+): (\d+)", line).groups() for line in moves) == {
        move: str(leaves) for move, leaves in expected.items()
    }
    assert total == f"Nodes searched: {place.perft(depth)}"


def test_perft_of_nothing() -> None:
    assert Front("position startpos").go("go perft 0") == ["Nodes searched: 1"]
    mated = Position(MATE_IN_ONE).play(str(boyi.Searcher().search(Position(MATE_IN_ONE), depth=2).move))
    assert Front(f"position fen {mated.fen}").go("go perft 3") == ["Nodes searched: 0"]
    mated.perft(DEEPEST)
    with pytest.raises(boyi.OptionError, match=f"expected 0 to {DEEPEST} plies"):
        mated.perft(DEEPEST + 1)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("go perft", "go perft: expected a whole number"),
        ("go perft few", "go perft few: expected a whole number"),
        ("go perft -1", "go perft -1: expected 0 to 12 plies"),
        ("go perft 13", "go perft 13: expected 0 to 12 plies"),
        ("go perft 2 depth 3", "go perft 2 depth 3: expected nothing beside perft"),
    ],
)
def test_depths_that_perft_refuses(line: str, message: str) -> None:
    assert Front("position startpos").go(line) == [f"info string {message}", NO_MOVE]


def test_perft_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    front, counting, go_on = Front("position startpos"), Event(), Event()
    say = front.engine._say

    def wait(line: str) -> None:
        say(line)
        counting.set()
        go_on.wait()

    front.engine._say = wait
    assert front.tell("go perft 2") == [] and counting.wait(60)
    assert front.tell("ponderhit") == []
    busy = "info string go depth 1: a search is under way, expected stop before another"
    assert front.tell("go depth 1") == [busy, NO_MOVE], "a count has no best move that would answer it"
    assert front.tell("stop") == []
    go_on.set()
    front.engine.wait()
    assert len(front.said) == 2 and front.said[1] == "info string perft was stopped before all moves were counted"
    assert Position().is_legal(move_of(front.go("go depth 1")))


def test_the_end_of_the_input_waits_for_perft(capsys: pytest.CaptureFixture[str]) -> None:
    for lines in (["go perft 3", "quit"], ["go perft 3"]):
        boyi.protocols.uci.serve(lines=lines)
        assert capsys.readouterr().out.endswith("\nNodes searched: 79666\n")


# Wins, draws and losses


def test_chances_follow_the_score() -> None:
    front = Front(f"position fen {MIDDLEGAME}", "setoption name MultiPV value 2")
    plain = [line for line in front.go("go depth 4") if line.startswith("info")]
    assert not any(" wdl " in line for line in plain)
    assert front.tell("ucinewgame") == [] and front.tell("setoption name UCI_ShowWDL value true") == []
    shown = [line for line in front.go("go depth 4") if line.startswith("info")]
    for before, line in zip(plain, shown, strict=True):
        found = re.search(r"( score cp \S+) wdl (\d+) (\d+) (\d+) nodes ", line)
        assert found and sum(map(int, found.groups()[1:])) == 1000 and found[1] in before
    result = boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=1)).search(
        Position(MIDDLEGAME), depth=4, multipv=2
    )
    pieces = sum(letter.isalpha() for letter in MIDDLEGAME.split()[0])
    expected = [" wdl {} {} {} nodes ".format(*win_draw_loss(line.score, pieces)) for line in result.lines]
    assert all(part in line for part, line in zip(expected, shown[-2:], strict=True))


def test_chances_of_a_bound_and_of_a_mate() -> None:
    show = "setoption name UCI_ShowWDL value true"
    assert " score mate 1 wdl 1000 0 0 nodes " in Front(show, f"position fen {MATE_IN_ONE}").go("go depth 3")[-2]
    bounds = []
    for nodes in range(2000, 40000, 2000):
        line = Front(show, f"position fen {MIDDLEGAME}").go(f"go nodes {nodes}")[-2]
        bounds.append(re.search(r" score cp \S+ lowerbound wdl \d+ \d+ \d+ nodes ", line))
    assert any(bounds)


@pytest.mark.parametrize("pieces", range(2, 33))
def test_chances_are_a_model_that_makes_sense(pieces: int) -> None:
    """They sum to 1000, grow with the score, and are mirrored for the other side."""
    values = [*range(-9800, -1000, 400), *range(-1000, 1000), *range(1000, 9800, 400)]
    before = (0, 0, 1000)
    for value in values:
        chances = win, draw, loss = win_draw_loss(Score(value, "red"), pieces)
        assert sum(chances) == 1000 and min(chances) >= 0
        assert win >= before[0] and loss <= before[2]
        assert win_draw_loss(Score(-value, "red"), pieces) == (loss, draw, win)
        before = chances
    for value in (9801, 9890, 9901, 9999):
        assert win_draw_loss(Score(value, "red"), pieces) == (1000, 0, 0)
        assert win_draw_loss(Score(-value, "red"), pieces) == (0, 0, 1000)


def test_fewer_pieces_mean_more_draws() -> None:
    draws = [win_draw_loss(Score(0, "red"), pieces)[1] for pieces in range(32, 1, -1)]
    assert draws == sorted(draws)


# Rules


def of_uci(rules: str) -> Front:
    return Front(f"setoption name Rules value {rules}")


def of_ucci(rules: str) -> Front:
    front = Front()
    front.engine = ucci.Engine(boyi.Config.preset("boyi").replace(table_mb=1), say=front.said.append)
    assert front.tell(f"setoption rules {rules}") == []
    return front


@pytest.mark.parametrize("make", [of_uci, of_ucci])
@pytest.mark.parametrize(
    ("rules", "verdict"),
    [("simple", "End: repetition, nobody has won"), ("axf", "End: perpetual_chase, black has won")],
)
def test_rules_decide_what_a_chase_is_worth(make: Callable[[str], Front], rules: str, verdict: str) -> None:
    front = make(rules)
    assert front.tell(f"{CHASE} c4d6") == [] and verdict in front.tell("d")
    assert front.engine.position.rules == rules
    assert front.tell(CHASE) == [] and front.engine.position.turn == "black"
    lines = front.go("go depth 5")
    shown = [line for line in lines if " score " in line][-1]
    assert (" mate " in shown or " score 9" in shown) == (rules == "axf"), "the horse goes back, and is safe or has won"
    assert (move_of(lines) == "c4d6") or rules == "simple"


def test_rules_hold_from_the_next_position() -> None:
    front = Front("position startpos", "setoption name Rules value axf")
    assert front.engine.position.rules == "simple" and move_of(front.go("go depth 2"))
    assert front.tell("position startpos") == [] and front.engine.position.rules == "axf"
    assert Position().is_legal(move_of(front.go("go depth 2"))), "and a table of these rules is made"
    assert front.tell("setoption name Rules value simple") == [] and move_of(front.go("go depth 2"))
    assert "option name Rules type combo default simple var simple var axf" in front.tell("uci")
    (refused,) = front.tell("setoption name Rules value wxf")
    assert refused == "info string setoption name Rules value wxf: expected simple or axf"
    with pytest.raises(boyi.OptionError, match=r"simple.*axf"):
        Position(rules="wxf")
