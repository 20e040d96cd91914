"""The UCCI protocol: every command, every option, and every refusal, without a program around it."""

import re
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import boyi
from boyi.protocols.ucci import Engine, serve
from boyi.protocols.ucci_go import read_go
from boyi.protocols.ucci_options import UcciOptions
from boyi.xiangqi import Position
from conftest import MATE_IN_ONE, MIDDLEGAME
from test_uci import FOREIGN, move_of
from test_uci import Front as UciFront

DEPTH = re.compile(r"info depth (\d+) score (-?\d+) pv( [a-i]\d[a-i]\d)+")
COST = re.compile(r"info time \d+ nodes (\d+)")
NO_MOVE = "nobestmove"
TWO_MOVES = "3k5/9/9/9/9/9/9/9/9/4K4 w"
"""The king's moves are e0e1 and e0f0."""


class Front(UciFront):
    """An engine by UCCI."""

    made = Engine


def options() -> dict[str, str]:
    """The option lines by name."""
    lines = Engine().answer("ucci")
    assert lines[0].startswith("id name boyi ") and lines[1].startswith("id author ") and lines[-1] == "ucciok"
    return {line.split()[1]: line for line in lines[2:-1] if line.startswith("option ")}


# Searches


def test_a_search_says_what_it_finds() -> None:
    lines = Front(f"position fen {MIDDLEGAME}").go("go depth 5")
    costs, found = [COST.fullmatch(line) for line in lines[:-1:2]], [DEPTH.fullmatch(line) for line in lines[1:-1:2]]
    assert all(costs) and all(found), lines
    assert [int(match[1]) for match in found if match] == [1, 2, 3, 4, 5]
    result = boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=1)).search(Position(MIDDLEGAME), depth=5)
    assert lines[-3].endswith(f" nodes {result.nodes}")
    assert lines[-2] == f"info depth 5 score {round(4.5 * int(result.score))} pv {' '.join(map(str, result.pv))}"
    assert lines[-1] == f"bestmove {result.move} ponder {result.pv[1]}"


def test_scores_of_mates_are_near_ten_thousand() -> None:
    lines = Front(f"position fen {MATE_IN_ONE}").go("go depth 3")
    assert " score 9999 " in lines[-2] and Position(MATE_IN_ONE).play(move_of(lines)).outcome().winner == "red"
    checks = "position fen 3k5/9/9/9/9/9/9/9/R8/5K3 w moves a1d1 d9e9 d1e1 e9d9 e1d1"
    lines = Front("setoption repetition_scope game", checks).go("go depth 3")
    assert 9800 < int(lines[-2].split()[4]) < 9900, "a win by repetition is not as good as a mate"


def test_limits_of_nodes_and_depth() -> None:
    front = Front("setoption debug true", "position startpos")
    nodes = boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=1)).search(Position(), nodes=5000).nodes
    lines = front.go("go nodes 5000")
    counted = lines[-2].removeprefix("info message ").split()
    counts = dict(zip(counted[::2], map(int, counted[1::2]), strict=True))
    assert counts["full_nodes"] + counts["qnodes"] == nodes and Position().is_legal(move_of(lines))
    assert front.tell("setoption debug false") == [] and front.go("go depth 2 nodes 900000")[-2].split()[2] == "2"


def test_the_table_is_kept_until_a_new_game() -> None:
    front = Front("position startpos")
    first, second = (front.go("go depth 6")[-3].split()[-1] for _ in range(2))
    assert int(second) < int(first)
    assert front.tell("setoption newgame") == [] and front.go("go depth 6")[-3].split()[-1] == first


@pytest.mark.parametrize("line", ["go infinite", "go", "go depth infinite", "go time 600", "go ponder time 1"])
def test_stop_ends_a_search(line: str) -> None:
    front = Front("position startpos", line)
    time.sleep(0.1)
    assert not any(said.startswith("bestmove") for said in front.said)
    (refused,) = front.tell("go depth 1")
    assert refused == "info message go depth 1: a search is under way, expected stop before another"
    assert front.tell("isready") == ["readyok"]
    assert front.tell("stop") == [] and Position().is_legal(move_of(front.said))
    assert front.tell("stop") == [] and front.tell("ponderhit") == [] and move_of(front.said)


@pytest.mark.parametrize("limits", ["time 1 movestogo 1", "time 4 increment 1", "depth 3", "nodes 2000"])
@pytest.mark.parametrize("hit", ["ponderhit", "ponderhit draw"])
def test_pondering_goes_on_until_the_expected_move_is_made(limits: str, hit: str) -> None:
    front = Front("setoption ponder true", "position startpos moves h2e2 h9g7", f"go ponder {limits}")
    time.sleep(0.2)
    assert not any(line.startswith("bestmove") for line in front.said)
    assert front.tell(hit) == []
    front.engine.wait()
    assert front.engine.position.is_legal(move_of(front.said)) and front.tell("stop") == []
    assert Position().is_legal(move_of(Front("position startpos").go("go draw depth 1"))), "a draw is not accepted"


def test_a_batch_is_read_line_by_line() -> None:
    """No line is read before the best move is written, but for searches that wait for one."""
    front = Front("setoption batch true", "position startpos", "go depth 3")
    assert move_of(front.said)
    front.said.clear()
    assert front.tell("go infinite") == [] and not any(line.startswith("bestmove") for line in front.said)
    assert front.tell("stop") == [] and move_of(front.said)
    assert front.tell("go depth no") == ["info message go depth no: expected a whole number", NO_MOVE]


# Banned moves


def test_banned_moves_are_not_played_until_the_next_position() -> None:
    front = Front(f"position fen {TWO_MOVES}", "banmoves e0e1")
    for _ in range(2):
        lines = front.go("go depth 3")
        assert move_of(lines) == "e0f0" and all(" pv e0f0" in line for line in lines[1:-1:2])
    assert front.tell("banmoves e0f0") == [] and move_of(front.go("go depth 3")) == "e0e1"
    assert front.tell("banmoves e0f0 e0e1") == [] and front.go("go depth 3") == [NO_MOVE]
    assert front.tell("banmoves") == [] and move_of(front.go("go depth 1")) in ("e0e1", "e0f0")
    assert front.tell("banmoves e0f0 e0e1") == [] and front.tell(f"position fen {TWO_MOVES}") == []
    assert move_of(front.go("go depth 1")) in ("e0e1", "e0f0")


def test_banned_moves_of_the_opening() -> None:
    front, banned = Front("setoption usebook true", "position startpos"), set[str]()
    for _ in range(8):
        move = move_of(front.go("go depth 2"))
        assert move not in banned, "a banned move is not played from the book either"
        banned.add(move)
        assert front.tell(f"banmoves {' '.join(banned)}") == []


def test_bad_moves_ban_nothing() -> None:
    front = Front(f"position fen {TWO_MOVES}", "banmoves e0e1")
    for moves in ("e0f0 zz", "e0e2", "e0f0 d9d8"):
        (refused,) = front.tell(f"banmoves {moves}")
        assert refused.startswith("info message ") and moves.split()[-1] in refused
        assert move_of(front.go("go depth 1")) == "e0f0", "the moves that were banned before are banned still"


# The table


def test_probe_tells_what_the_table_knows() -> None:
    front = Front("position startpos")
    assert front.tell("probe") == ["pophash"], "nothing was searched"
    lines = front.go("go depth 5")
    (known,) = front.tell("probe")
    score = lines[-2].split()[4]
    assert known == f"pophash bestmove {move_of(lines)} lowerbound {score} depth 5 upperbound {score} depth 5"
    assert front.tell("probe startpos") == [known] and front.tell(f"probe fen {Position().fen}") == [known]
    (after,) = front.tell(f"probe startpos moves {move_of(lines)}")
    assert after.startswith("pophash bestmove ") and front.engine.position == Position()
    assert front.tell(f"probe fen {TWO_MOVES}") == ["pophash"]
    assert front.tell("setoption newgame") == [] and front.tell("probe") == ["pophash"]


def test_probe_of_other_tables() -> None:
    """One bound, two bounds with a depth each, and no table at all."""
    front, kinds = Front("position startpos"), set()
    front.go("go depth 5")
    table: Any = front.engine._searcher.table
    place = Position()
    for move in place.legal_moves():
        entry, (known,) = table.probe(place.play(move)), front.tell(f"probe startpos moves {move}")
        if entry is not None:
            kinds.add(entry.bound.name)
            assert ("lowerbound" in known) == (entry.bound.name in ("LOWER", "EXACT"))
            assert ("upperbound" in known) == (entry.bound.name in ("UPPER", "EXACT"))
    assert {"LOWER", "UPPER"} & kinds
    assert front.tell("setoption preset fruit") == [] and front.go("go depth 5")
    table, seen = front.engine._searcher.table, set()
    for move in place.legal_moves():
        entry, (known,) = table.probe(place.play(move)), front.tell(f"probe startpos moves {move}")
        for name in ("lower", "upper"):
            score = None if entry is None else getattr(entry, name)
            assert (f"{name}bound" in known) == (score is not None)
            if score is not None:
                seen.add(name)
                assert known.split(f"{name}bound ")[1].split()[2] == str(getattr(entry, f"{name}_depth"))
    assert seen
    assert front.tell("setoption preset plain") == [] and front.go("go depth 1") and front.tell("probe") == ["pophash"]


# Options


def test_every_field_is_an_option() -> None:
    found = options()
    named = {"usemillisec", "batch", "debug", "ponder", "usebook", "bookfiles", "hashsize", "threads", "overhead"}
    extra = named | {"newgame", "preset", "rules"}
    assert found.keys() == extra | {field["name"] for field in boyi.Config.fields()}
    for field in boyi.Config.fields():
        kind = {"bool": "check", "int": "spin", "str": "combo"}[field["type"]]
        default = str(getattr(boyi.Config.preset("boyi"), field["name"])).lower()
        line = found[field["name"]]
        assert line.startswith(f"option {field['name']} type {kind} ") and line.endswith(f" default {default}")
    assert found["usemillisec"] == "option usemillisec type check default false"
    assert found["hashsize"] == "option hashsize type spin min 1 max 65536 default 16"
    assert found["newgame"] == "option newgame type button"
    assert found["rules"] == "option rules type combo var simple var axf default simple"


def test_every_option_takes_each_of_its_values() -> None:
    for field in boyi.Config.fields():
        for value in set(field["range"]) - FOREIGN:
            chosen = UcciOptions(boyi.Config())
            assert chosen.set(f"{field['name']} {str(value).lower() if field['type'] == 'bool' else value}") == ""
            assert getattr(chosen.config, field["name"]) == value


def test_options_change_the_search(tmp_path: Path) -> None:
    front = Front("setoption null_move false", "setoption hashsize 1", "position startpos")
    nodes = (
        boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=1, null_move=False)).search(Position(), depth=5).nodes
    )
    assert front.go("go depth 5")[-3].endswith(f" nodes {nodes}")
    assert front.tell("setoption usebook true") == [] and len(front.go("go depth 3")) == 1
    own = tmp_path / "own.book"
    boyi.xiangqi.Book.from_games([["a3a4"]]).save(own)
    assert front.tell(f"setoption bookfiles {own}") == [] and move_of(front.go("go depth 3")) in ("a3a4", "i3i4")
    assert front.tell("setoption preset wizard-table") == []
    lines = "\n".join(front.tell("ucci"))
    assert "default wizard-table\n" in lines and "option hashsize type spin min 1 max 65536 default 1\n" in lines
    assert front.tell("setoption THREADS 2") == [] and Position().is_legal(move_of(front.go("go nodes 2000 depth 3")))


def test_times_are_seconds_or_milliseconds() -> None:
    chosen = UcciOptions(boyi.Config())
    assert not chosen.milliseconds and chosen.set("usemillisec true") == "" and chosen.milliseconds
    go = read_go("time 60 increment 2 opptime 50 oppmovestogo 3 oppincrement 1 draw", 1.0)
    assert (go.remaining, go.increment, go.moves_to_go) == (60.0, 2.0, None)
    assert read_go("time 60000 increment 2000", 0.001) == go
    front = Front("position startpos")
    assert front.engine.read_go("time 200", Position()).remaining == 200.0
    assert front.tell("setoption usemillisec true") == []
    assert front.engine.read_go("time 200", Position()).remaining == 0.2
    assert move_of(front.go("go time 200 movestogo 1"))


@pytest.mark.parametrize(
    ("words", "clock"),
    [
        ("time 60", (60.0, 0.0, None)),
        ("time 60 increment 2", (60.0, 2.0, None)),
        ("time 60 movestogo 40", (60.0, 0.0, 40)),
        ("time 10 movestogo 1 opptime 3", (10.0, 0.0, 1)),
        ("time -3", (0.0, 0.0, None)),
        ("time " + "9" * 4000, (1e6, 0.0, None)),
        ("infinite time 3", None),
        ("depth infinite", None),
        ("depth 4", None),
    ],
)
def test_limits_in_time(words: str, clock: tuple[float, float, int | None] | None) -> None:
    limits = read_go(words, 1.0).limits(0.07)
    assert limits["time"] is None and limits["clock"] == (clock and boyi.Clock(*clock, overhead=0.07))


@pytest.mark.parametrize(
    ("words", "remark"),
    [
        ("depth 0", "go depth 0: taken as 1"),
        ("nodes 0", "go nodes 0: taken as 1"),
        ("time 1 movestogo 0", "go movestogo 0: taken as none"),
        ("increment 3", "go without time, the clock of the side to move: taken as 0"),
        ("opptime 30", "go without time, the clock of the side to move: taken as 0"),
        ("opptime 3 depth 2", None),
    ],
)
def test_limits_that_are_none_are_put_right_and_named(words: str, remark: str | None) -> None:
    assert read_go(words, 1.0).remarks == (() if remark is None else (remark,))
    lines = Front("position startpos").go(f"go {words}")
    assert Position().is_legal(move_of(lines)) and (remark is None or lines[0] == f"info message {remark}")


# Errors


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hello", "unknown command hello: expected one of ucci, "),
        ("uci", "unknown command uci: expected one of ucci, "),
        ("\x00\x1b[2J", "unknown command ??[2J"),
        ("x" * 5000, "unknown command xxx"),
        ("setoption", "setoption : expected NAME VALUE"),
        ("setoption kilers 0", "setoption kilers: there is no such option; did you mean 'killers'?"),
        ("setoption zzzzzz 0", "setoption zzzzzz: there is no such option"),
        ("setoption killers 9", "killers"),
        ("setoption killers", "killers"),
        ("setoption null_move perhaps", "perhaps"),
        ("setoption evaluation lines", "setoption evaluation lines: expected default or"),
        ("setoption hashsize 0", "setoption hashsize 0: expected a whole number from 1 to"),
        ("setoption hashsize", "setoption hashsize : expected a whole number from 1 to"),
        ("setoption threads some", "setoption threads some: expected a whole number from 1 to"),
        ("setoption overhead -1", "setoption overhead -1: expected a whole number from 0 to 10000"),
        ("setoption usemillisec perhaps", "setoption usemillisec perhaps: expected true or false"),
        ("setoption batch 2", "setoption batch 2: expected true or false"),
        ("setoption bookfiles nowhere.book", "nowhere.book"),
        ("setoption preset boyo", "setoption preset boyo: expected boyi or boyi-classic or plain"),
        ("setoption rules wxf", "setoption rules wxf: expected simple or axf"),
        ("banmoves h2e3", "h2e3"),
        ("banmoves zz", "zz"),
        ("probe somewhere", "probe somewhere: expected startpos or fen FEN"),
        ("probe fen 9/9 w", "9/9"),
    ],
)
def test_errors_are_named_and_change_nothing(line: str, message: str) -> None:
    front = Front("position startpos moves h2e2")
    before = front.engine.position, front.tell("ucci")
    (reply,) = front.tell(line)
    assert reply.startswith("info message ") and message in reply and len(reply) < 320 and reply.isprintable()
    assert (front.engine.position, front.tell("ucci")) == before


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("go depth", "go depth: expected a whole number"),
        ("go time", "go time: expected a whole number"),
        ("go time 1.5", "go time 1.5: expected a whole number"),
        ("go fast", "go fast: expected one of"),
        ("go perft 2", "go perft: expected one of"),
        ("go searchmoves h2e2", "go searchmoves: expected one of"),
    ],
)
def test_a_go_that_cannot_be_done_is_answered_all_the_same(line: str, message: str) -> None:
    front = Front("position startpos")
    error, nothing = front.go(line)
    assert error.startswith("info message ") and message in error and nothing == NO_MOVE
    assert Position().is_legal(move_of(front.go("go depth 1")))


def test_a_game_that_is_over_has_no_move() -> None:
    mated = Position(MATE_IN_ONE).play(str(boyi.Searcher().search(Position(MATE_IN_ONE), depth=2).move))
    assert Front(f"position fen {mated.fen}").go("go depth 3") == [NO_MOVE]


def test_after_a_refused_position_nothing_is_played() -> None:
    front = Front("position startpos", "banmoves h2e2")
    (refused,) = front.tell("position startpos moves h2e2 h2e2")
    assert refused.startswith("info message ") and "h2e2" in refused
    for ask in ("go depth 2", "banmoves h2e2", "probe", "d", "eval"):
        complaint, *rest = front.go(ask)
        assert complaint == f"info message {ask.split()[0]}: the last position was refused, expected a good one before"
        assert rest == ([NO_MOVE] if ask.startswith("go") else [])
    assert front.tell("position startpos") == [] and move_of(front.go("go depth 1"))


def test_people_can_look_at_a_position() -> None:
    front = Front(f"position fen {MIDDLEGAME}")
    assert f"Fen: {Position(MIDDLEGAME).fen}" in front.tell("d")
    assert front.tell("eval")[-1].endswith(f"total {Position(MIDDLEGAME).evaluate()} for red")


def test_rubbish_of_any_kind_is_answered() -> None:
    random = Random(4)
    words = "go position startpos fen moves h2e2 setoption killers 1 -1 depth nodes time banmoves probe stop ponder"
    words += " draw infinite é \x07 hashsize newgame d eval ponderhit batch debug true usemillisec increment"
    front = Front()
    for _ in range(400):
        line = " ".join(random.choices(words.split(" "), k=random.randint(0, 5)))
        if "hashsize" not in line and "batch" not in line:
            for reply in front.tell(line):
                known = reply.startswith(("info message ", "pophash")) or reply == NO_MOVE
                assert known or line.split()[0] in ("d", "eval"), (line, reply)
            front.tell("stop")
    assert Position().is_legal(move_of(Front().go("go depth 1")))


def test_bad_arguments_are_named() -> None:
    with pytest.raises(boyi.OptionError, match="boyo"):
        Engine("boyo")
    with pytest.raises(boyi.OptionError, match="boyo"):
        serve("boyo", lines=[])
