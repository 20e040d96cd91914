"""What GUIs say to their engines, replayed: the lines follow the source code of each GUI, see docs/guis.md."""

import re
import time

import pytest

from boyi.protocols.gomocup import Brain
from boyi.xiangqi import START, Position
from test_ucci import Front as UcciFront
from test_uci import Front as UciFront

INFINITE = "go infinite"
COSTS = re.compile(r"info depth \d+ .*score (cp|mate) -?\d+ .*nodes \d+ nps \d+ .*time \d+ pv( [a-i]\d+[a-i]\d+)+")


def tell(front: UciFront, *lines: str) -> list[str]:
    """What the engine answers to these lines at once."""
    return [said for line in lines for said in front.tell(line)]


def searched(front: UciFront, go: str) -> list[str]:
    """What it says in a search, which the GUI stops where nothing else does."""
    if go != INFINITE:
        return front.go(go)
    front.said.clear()
    assert front.tell(go) == []
    while not any("depth 3" in line for line in front.said):
        time.sleep(0.01)
    assert front.tell("stop") == []
    front.engine.wait()
    return list(front.said)


def best(lines: list[str], place: Position, notation: str = "uci") -> Position:
    """The position after the best move on the last line."""
    words = lines[-1].split()
    assert words[0] == "bestmove", lines
    return place.play(place.parse(words[1], notation))


@pytest.mark.parametrize("limit", ["go depth 3", "go movetime 100", INFINITE])
def test_tchess_by_uci(limit: str) -> None:
    """Engine.java: options before every search, a stop before every position, no isready."""
    front, place, moves = UciFront(), Position(), ""
    front.tell("uci")
    for _ in range(2):
        tell(front, "stop", "setoption name Threads value 1", "setoption name Hash value 16")
        front.tell(f"position fen {START}{moves}")
        lines = searched(front, limit)
        assert any(COSTS.match(line) for line in lines), "it shows lines with nps only"
        place = best(lines, place)
        assert re.fullmatch("[a-i][0-9][a-i][0-9]", lines[-1].split()[1])
        moves = f" moves {' '.join(map(str, place.moves))}"


@pytest.mark.parametrize("limit", ["go depth 3", "go movetime 100", INFINITE])
def test_tchess_by_ucci(limit: str) -> None:
    """Engine.java: options of UCI, and ``movetime``, which UCCI does not have."""
    front = UcciFront()
    front.tell("ucci")
    tell(front, "stop", "setoption Threads 1", "setoption Hash 16", f"position fen {START} moves h2e2")
    place = Position().play("h2e2")
    best(searched(front, limit), place)


def test_liground() -> None:
    """driver.js and store.js: the variant first, a position without moves, analysis without end."""
    front, place = UciFront(), Position()
    said = front.tell("uci")
    assert any(line.startswith("option name UCI_Variant type combo") and "var xiangqi" in line for line in said)
    assert front.tell("isready") == ["readyok"]
    tell(front, "setoption name UCI_Variant value xiangqi", f"position fen {START}")
    lines = searched(front, INFINITE)
    assert any(COSTS.match(line) for line in lines)
    assert best(lines, place, "uci10").ply == 1


def test_xboard_by_ucci_through_uci2wb() -> None:
    """The lines of a game of UCI2WB 4.1: 1 and 0 for switches, movetime beside clocks."""
    front = UcciFront()
    tell(front, "ucci", "setoption usemillisec true")
    assert front.tell("isready") == ["readyok"]
    assert tell(front, "setoption newgame", "setoption ponder 1", "setoption ponder 0") == []
    front.tell(f"position fen {START} moves c0e2")
    best(front.go("go time 0 opptime 0 movetime 100"), Position().play("c0e2"))
    fen = "rn1akab1r/9/4b1nc1/p1p1p3p/6p2/9/P1P1P1P1P/1C2B1C1N/R8/1c1AKAB1R w - - 0 1"
    front.tell(f"position fen {fen} moves d0e1")
    best(front.go("go time 970 opptime 0 movetime 100"), Position(fen).play("d0e1"))


def test_yixin_board() -> None:
    """main.c: keys of its own, width and height of the board, the whole board at first, then turns."""
    brain = Brain(nodes=300)
    keys = ("rule 0", "timeout_turn 500", "timeout_match 10000", "time_left 10000", "max_node -1", "max_depth 225")
    more = (
        "time_increment 0",
        "caution_factor 1",
        "thread_num 1",
        "thread_split_depth 8",
        "hash_size 0",
        "pondering 0",
    )
    for key in (*keys, *more, "vcthread 0"):
        assert brain.answer(f"INFO {key}") == [], key
    assert brain.answer("yxhashclear") == ["UNKNOWN yxhashclear"]
    assert brain.answer("start 15 15") == ["OK"]
    assert [brain.answer(line) for line in ("board", "7,7,2")] == [[], []]
    (move,) = brain.answer("done")
    assert re.fullmatch(r"\d+,\d+", move) and move != "7,7"
    free = next(f"0,{x}" for x in range(15) if move != f"0,{x}")
    (again,) = brain.answer(f"turn {free}")
    assert re.fullmatch(r"\d+,\d+", again)
    assert brain.answer("START 15 12") == ["ERROR START 15 12: expected a whole number"]
