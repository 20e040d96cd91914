"""The UCI protocol where things go otherwise: pondering, refused positions, options that cannot be had, defects."""

import time
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.xiangqi import Position
from conftest import MATE_IN_ONE, MIDDLEGAME
from test_uci import NO_MOVE, Front, move_of

# Pondering


def said_after(front: Front, line: str, seconds: float) -> list[str]:
    """What is said after a line, when there is a best move or the time is over."""
    assert front.tell(line) == []
    until = time.monotonic() + seconds
    while time.monotonic() < until and not any(line.startswith("bestmove") for line in front.said):
        time.sleep(0.01)
    return list(front.said)


@pytest.mark.parametrize(
    "limits", ["wtime 400 btime 400", "movetime 200", "depth 3", "wtime 400 btime 400 depth 2", "mate 2", "nodes 2000"]
)
def test_pondering_goes_on_until_the_expected_move_is_made(limits: str) -> None:
    front = Front("position startpos moves h2e2 h9g7")
    assert not any(line.startswith("bestmove") for line in said_after(front, f"go ponder {limits}", 0.5))
    assert front.tell("go depth 1")[0].endswith("a search is under way, expected stop before another")
    lines = said_after(front, "ponderhit", 30)
    assert front.engine.position.is_legal(move_of(lines))
    assert front.tell("ponderhit") == [] and front.tell("stop") == []
    assert [line.startswith("bestmove") for line in front.said].count(True) == 1
    assert front.engine.position.is_legal(move_of(front.go("go depth 2")))


@pytest.mark.parametrize("limits", ["", "infinite", "infinite movetime 10", "wtime 99999 btime 99999"])
@pytest.mark.parametrize("hit", [False, True])
def test_stop_ends_pondering(limits: str, hit: bool) -> None:
    front = Front("position startpos")
    said_after(front, f"go ponder {limits}", 0.1)
    if hit:
        assert not any(line.startswith("bestmove") for line in said_after(front, "ponderhit", 0.1))
    assert front.tell("stop") == [] and Position().is_legal(move_of(front.said))


def test_the_expected_reply_is_named() -> None:
    for rank in ("0-9", "1-10"):
        front = Front(f"setoption name Ranks value {rank}", f"position fen {MIDDLEGAME}")
        lines = front.go("go depth 4")
        first, second = lines[-2].split(" pv ")[1].split()[:2]
        assert lines[-1] == f"bestmove {first} ponder {second}"
    assert Front(f"position fen {MATE_IN_ONE}").go("go depth 3")[-1].split()[2:] == [], "nothing follows a mate"


@pytest.fixture
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """No table is larger than 100 MiB."""

    def searcher(config: boyi.Config, **more: Any) -> boyi.Searcher:
        if config.table_mb > 100:
            raise boyi.OptionError(f"table size mb = {config.table_mb}: expected a size that the memory has room for")
        return boyi.Searcher(config, **more)

    monkeypatch.setattr("boyi.protocols.xiangqi_engine.Searcher", searcher)


@pytest.mark.usefixtures("little_memory")
@pytest.mark.parametrize("before", [None, 3])
def test_a_table_without_room_is_named_and_another_used(before: int | None) -> None:
    front = Front("position startpos", *([f"setoption name Hash value {before}"] if before else []))
    assert before is None or front.tell("isready") == ["readyok"]
    for ask in ("isready", "go depth 2"):
        assert front.tell("setoption name Hash value 65536") == []
        front.said.clear()
        lines = front.tell(ask)
        front.engine.wait()
        lines += front.said
        assert lines[0].startswith("info string table size mb = 65536: expected a size"), lines
        assert lines[-1] == "readyok" or Position().is_legal(move_of(lines))
        assert f"option name Hash type spin default {before or 1} min 1" in "\n".join(front.tell("uci"))
    assert front.tell("isready") == ["readyok"], "it is said once"


def test_a_book_that_has_gone_is_named_and_done_without(tmp_path: Path) -> None:
    own = tmp_path / "own.book"
    boyi.xiangqi.Book.from_games([["a3a4"]]).save(own)
    front = Front(f"setoption name BookFile value {own}", "setoption name OwnBook value true", "position startpos")
    own.unlink()
    complaint, ready = front.tell("isready")
    assert str(own) in complaint and ready == "readyok"
    assert len(front.go("go depth 3")) > 1


def test_a_defect_is_named_and_the_engine_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    front = Front("position startpos")
    with monkeypatch.context() as patched:
        patched.setattr("boyi.protocols.uci.read_go", lambda *_: 1 / 0)
        error, nothing = front.go("go depth 1")
    assert error.startswith("info string go depth 1 failed: ZeroDivisionError") and nothing == NO_MOVE
    assert Position().is_legal(move_of(front.go("go depth 1")))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("position", "position : expected startpos or fen FEN"),
        ("position here", "position here: expected startpos"),
        ("position startpos h2e2", "position startpos h2e2: expected"),
        ("position fen", "position fen: expected"),
        ("position fen 9/9 w", "9/9"),
        ("position startpos moves h2e2 zz", "zz"),
        ("position startpos moves h2e2 h2e2", "h2e2"),
        ("position startpos moves h3e3", "h3e3"),
    ],
)
def test_after_a_refused_position_nothing_is_played(line: str, message: str) -> None:
    front = Front("position startpos moves h2e2")
    (reply,) = front.tell(line)
    assert reply.startswith("info string ") and message in reply and len(reply) < 320 and reply.isprintable()
    for ask in ("go depth 2", "go infinite", "d", "eval"):
        refused, *rest = front.go(ask)
        assert refused == f"info string {ask.split()[0]}: the last position was refused, expected a good one before"
        assert rest == ([NO_MOVE] if ask.startswith("go") else [])
    assert front.tell("isready") == ["readyok"] and front.tell("ucinewgame") == []
    assert front.tell("position startpos moves h2e2") == []
    assert Position().play("h2e2").is_legal(move_of(front.go("go depth 1")))
