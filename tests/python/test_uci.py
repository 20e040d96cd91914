"""The UCI protocol: every command, every option, every error, and whole games, without a program around it."""

import re
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import boyi
from boyi.games import game_names
from boyi.protocols.uci import Engine, serve
from boyi.protocols.uci_options import UciOptions
from boyi.xiangqi import Position
from conftest import MATE_IN_ONE, MIDDLEGAME

INFO = re.compile(
    r"info depth \d+ seldepth \d+ multipv \d+ score (cp|mate) -?\d+( (lower|upper)bound)? nodes \d+ nps \d+ "
    r"hashfull \d+ time \d+ pv( [a-i]\d+[a-i]\d+)+"
)
NO_MOVE = "bestmove (none)"
FOREIGN = {name for game in game_names() for name in boyi.Config.evaluations(game)} - set(
    boyi.Config.evaluations("xiangqi")
)
"""Evaluations of other games, which are refused."""


class Front:
    """An engine with a small table, and all that it has said during searches."""

    made: Any = Engine

    def __init__(self, *lines: str) -> None:
        self.said: list[str] = []
        self.engine = self.made(boyi.Config.preset("boyi").replace(table_mb=1), say=self.said.append)
        for line in lines:
            assert self.tell(line) == [], line

    def tell(self, line: str) -> list[str]:
        return self.engine.answer(line)

    def go(self, line: str) -> list[str]:
        """What is said from a ``go`` to its best move."""
        self.said.clear()
        at_once = self.tell(line)
        if at_once:
            return at_once
        self.engine.wait()
        return list(self.said)


def move_of(lines: list[str]) -> str:
    assert [line.split()[0] for line in lines].count("bestmove") == 1
    word, move, *expected = lines[-1].split()
    assert word == "bestmove" and (not expected or (len(expected), expected[0]) == (2, "ponder"))
    return move


def options() -> dict[str, str]:
    """The option lines by name."""
    lines = Engine().answer("uci")
    found = {line.split(" type ")[0].removeprefix("option name "): line for line in lines if line.startswith("option")}
    assert lines[0].startswith("id name boyi ") and lines[1].startswith("id author ") and lines[-1] == "uciok"
    assert len(lines) == 3 + len(found)
    return found


# Searches


def test_a_search_says_what_it_finds() -> None:
    front = Front(f"position fen {MIDDLEGAME}")
    lines = front.go("go depth 5")
    assert all(INFO.fullmatch(line) for line in lines[:-1]), lines
    assert [int(line.split()[2]) for line in lines[:-1]] == [1, 2, 3, 4, 5]
    result = boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=1)).search(Position(MIDDLEGAME), depth=5)
    assert move_of(lines) == str(result.move) == lines[-2].split(" pv ")[1].split()[0]
    assert f"nodes {result.nodes} " in lines[-2] and f"score cp {round(4.5 * int(result.score))} " in lines[-2]
    assert f"pv {' '.join(map(str, result.pv))}" in lines[-2]


def test_the_table_is_kept_until_a_new_game() -> None:
    front = Front("position startpos")
    first, second = (move_and_nodes(front.go("go depth 6")) for _ in range(2))
    assert front.tell("ucinewgame") == [] and second[1] < first[1]
    assert move_and_nodes(front.go("go depth 6")) == first
    assert front.tell("setoption name Clear Hash") == [] and move_and_nodes(front.go("go depth 6")) == first


def move_and_nodes(lines: list[str]) -> tuple[str, int]:
    return move_of(lines), int(lines[-2].split(" nodes ")[1].split()[0])


def test_limits_of_nodes() -> None:
    nodes = boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=1)).search(Position(), nodes=5000).nodes
    lines = Front("debug on").go("go nodes 5000")
    assert Position().is_legal(move_of(lines)) and 4000 < nodes < 7000
    counted = lines[-2].removeprefix("info string ").split()
    counts = dict(zip(counted[::2], map(int, counted[1::2]), strict=True))
    assert counts["full_nodes"] + counts["qnodes"] == nodes


def test_several_lines() -> None:
    front = Front("setoption name MultiPV value 3", f"position fen {MIDDLEGAME}")
    lines = front.go("go depth 4")
    assert all(INFO.fullmatch(line) for line in lines[:-1]), lines
    numbers = [(int(line.split()[2]), int(line.split(" multipv ")[1].split()[0])) for line in lines[:-1]]
    assert numbers == [(depth, number) for depth in (1, 2, 3, 4) for number in (1, 2, 3)]
    result = boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=1)).search(
        Position(MIDDLEGAME), depth=4, multipv=3
    )
    for line, text in zip(result.lines, lines[-4:-1], strict=True):
        assert f"score cp {round(4.5 * int(line.score))} " in text and text.endswith(" ".join(map(str, line.pv)))
    assert move_of(lines) == str(result.lines[0].move)
    few = Front("setoption name MultiPV value 500", "position fen 3k5/9/9/9/9/9/9/9/9/4K4 w").go("go depth 2")
    assert [line.split()[6] for line in few[:-1]] == ["1", "2"] * 2, "the king has two moves"


def test_some_moves_only() -> None:
    front = Front("position startpos")
    for moves in (["a0a1"], ["a0a2", "e3e4"], ["e3e4", "e3e4"]):
        lines = front.go(f"go searchmoves {' '.join(moves)} depth 4")
        assert move_of(lines) in moves and all(line.split(" pv ")[1].split()[0] in moves for line in lines[:-1])
    assert front.tell("setoption name Ranks value 1-10") == []
    assert move_of(front.go("go depth 3 searchmoves h1g3")) == "h1g3"
    assert move_of(front.go("go searchmoves depth 3")), "no move named: all are searched"


def test_a_search_for_a_mate_ends_with_it() -> None:
    line = "3k5/9/9/9/9/9/9/R8/1R7/4K4 w"
    lines = Front(f"position fen {line}", "setoption name stop_on_mate value false").go("go mate 1")
    assert " score mate 1 " in lines[-2] and len(lines) == 2
    assert Position(line).play(move_of(lines)).outcome().winner == "red"


@pytest.mark.parametrize(("line", "depth"), [("go mate 2", 4), ("go mate 3", 6), ("go depth 3 mate 4", 3)])
def test_a_search_for_a_mate_that_is_not_there_ends(line: str, depth: int) -> None:
    lines = Front("position startpos").go(line)
    assert lines[-2].startswith(f"info depth {depth} ") and Position().is_legal(move_of(lines))


def test_a_game_that_is_over_has_no_move() -> None:
    mated = Position(MATE_IN_ONE).play(str(boyi.Searcher().search(Position(MATE_IN_ONE), depth=2).move))
    assert Front(f"position fen {mated.fen}").go("go depth 3") == ["info depth 0 score mate 0", NO_MOVE]


def test_a_drawn_repetition_still_gets_a_move() -> None:
    shuffle = "h0g2 h9g7 g2h0 g7h9 " * 3
    front = Front(f"position startpos moves {shuffle}")
    assert front.engine.position.outcome().reason == "repetition"
    assert Position().is_legal(move_of(front.go("go depth 3")))


def test_stop_ends_a_search_at_once() -> None:
    front = Front("position startpos")
    for line in ("go infinite", "go", "go movetime 600000", "go depth 96", "go wtime 99999999 btime 99999999"):
        front.said.clear()
        assert front.tell(line) == []
        time.sleep(0.05)
        assert front.tell("stop") == []
        assert Position().is_legal(move_of(front.said))
        assert front.tell("stop") == [] and front.tell("ponderhit") == [], "another stop says nothing"
        move_of(front.said)


def test_an_infinite_search_keeps_its_move_until_stop() -> None:
    front = Front(f"position fen {MATE_IN_ONE}")
    for line in ("go infinite", "go infinite depth 2"):
        front.said.clear()
        assert front.tell(line) == []
        time.sleep(0.3)
        assert front.said and not any(line.startswith("bestmove") for line in front.said)
        assert front.tell("stop") == [] and move_of(front.said)


def test_during_a_search() -> None:
    front = Front("position startpos", "go infinite")
    (refused,) = front.tell("go depth 1")
    assert refused == "info string go depth 1: a search is under way, expected stop before another"
    assert front.tell("isready") == ["readyok"]
    (busy,) = front.tell("ucinewgame")
    assert busy.startswith("info string ") and "searching already" in busy
    assert front.tell("setoption name killers value 0") == []
    assert front.tell("position startpos moves h2e2") == []
    front.tell("stop")
    assert Position().is_legal(move_of(front.said))
    assert Position().play("h2e2").is_legal(move_of(front.go("go depth 2"))), "the new position is searched now"


# Positions and dialects


def test_positions() -> None:
    front = Front("position startpos moves h2e2 h9g7")
    assert front.engine.position == Position().play_all("h2e2 h9g7") and front.engine.position.ply == 2
    assert front.tell(f"position  fen\t{MIDDLEGAME}  moves  ") == [] and front.engine.position == Position(MIDDLEGAME)
    hand = Position().fen.replace(" w", "[] w")
    assert front.tell(f"position fen {hand} moves h2e2") == [] and front.engine.position.ply == 1


def test_ranks_from_one_to_ten() -> None:
    place = Position().play_all("h2e2 h9g7 e2e6")
    ten = [place.format(move, "uci10") for move in place.legal_moves()]
    for option in ("Ranks value 1-10", "UCI_Variant value xiangqi"):
        front = Front(f"setoption name {option}", "position startpos moves h3e3 h10g8 e3e7")
        assert front.engine.position == place
        lines = front.go("go depth 4")
        assert move_of(lines) in ten
        pv = lines[-2].split(" pv ")[1].split()
        walk = place
        for move in pv:
            walk = walk.play(walk.parse(move, "uci10"))
    assert front.tell("setoption name Ranks value 0-9") == [] and front.tell("position startpos moves h0g2") == []


@pytest.mark.parametrize("line", ["d", "eval"])
def test_what_people_ask_for(line: str) -> None:
    front = Front(f"position fen {MIDDLEGAME}")
    text = "\n".join(front.tell(line))
    place = Position(MIDDLEGAME)
    if line == "d":
        assert str(place) in text and f"Fen: {place.fen}" in text
        assert text.endswith(" ".join(map(str, place.legal_moves())))
    else:
        assert text.endswith(f"total {place.evaluate()} for red") and all(kind in text for kind in boyi.xiangqi.KINDS)


# Options


def test_every_field_is_an_option() -> None:
    found = options()
    extra = {"Hash", "Clear Hash", "Threads", "MultiPV", "Move Overhead", "Ponder", "OwnBook", "BookFile", "Preset"}
    extra |= {"Ranks", "Rules", "UCI_ShowWDL", "UCI_Variant"}
    assert found.keys() == extra | {field["name"] for field in boyi.Config.fields()}
    for field in boyi.Config.fields():
        kind = {"bool": "check", "int": "spin", "str": "combo"}[field["type"]]
        default = str(getattr(boyi.Config.preset("boyi"), field["name"])).lower()
        assert f" type {kind} default {default}" in found[field["name"]]
    assert found["Preset"].split(" var ")[1:] == boyi.Config.presets()


def test_every_option_takes_each_of_its_values() -> None:
    """What is listed can be set, and is then the configuration's."""
    for field in boyi.Config.fields():
        for value in set(field["range"]) - FOREIGN:
            chosen = UciOptions(boyi.Config())
            text = str(value).lower() if field["type"] == "bool" else str(value)
            assert chosen.set(f"name {field['name']} value {text}") == ""
            assert getattr(chosen.config, field["name"]) == value
            assert chosen.config.replace(**{field["name"]: boyi.Config().to_dict()[field["name"]]}) == boyi.Config()


def test_a_preset_sets_all_but_a_table_size_that_was_set() -> None:
    chosen = UciOptions(boyi.Config())
    chosen.set("name killers value 0")
    for name in boyi.Config.presets():
        chosen.set(f"name Preset value {name}")
        assert chosen.config == boyi.Config.preset(name, "xiangqi")
        assert f"option name Preset type combo default {name} var" in "\n".join(chosen.lines())
    chosen.set("name Hash value 3")
    chosen.set("name preset value wizard-table")
    assert chosen.config == boyi.Config.preset("wizard-table").replace(table_mb=3)
    assert "option name Hash type spin default 3 min 1" in next(chosen.lines())


def test_options_change_the_search() -> None:
    front = Front("position startpos")
    with_null = front.go("go depth 5")
    assert front.tell("setoption name null_move value false") == []
    without = front.go("go depth 5")
    assert move_and_nodes(with_null)[1] != move_and_nodes(without)[1]
    config = boyi.Config.preset("boyi").replace(table_mb=1, null_move=False)
    assert move_and_nodes(without)[1] == boyi.Searcher(config).search(Position(), depth=5).nodes


def test_a_book_answers_at_once_and_only_the_plain_question(tmp_path: Path) -> None:
    front = Front("setoption name OwnBook value true", "position startpos")
    (line,) = front.go("go depth 3")
    assert boyi.xiangqi.Book.shipped().choose(Position(), seed=0) == move_of([line])
    assert len(front.go("go depth 3 searchmoves a0a1")) > 1
    own = tmp_path / "own.book"
    boyi.xiangqi.Book.from_games([["a3a4"]]).save(own)
    assert front.tell(f"setoption name BookFile value {own}") == []
    assert move_of(front.go("go depth 3")) in ("a3a4", "i3i4")
    assert front.tell("setoption name OwnBook value false") == []
    assert len(front.go("go depth 3")) > 1


def test_a_configuration_without_a_table_or_iterations() -> None:
    front = Front("setoption name Preset value plain", "position startpos")
    lines = front.go("go depth 2")
    assert Position().is_legal(move_of(lines)) and " hashfull 0 " in lines[0]
    error, nothing = front.go("go movetime 10")
    assert "limit of depth" in error and nothing == NO_MOVE


# Errors


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hello", "unknown command hello: expected one of uci, "),
        ("\x00\x1b[2J", "unknown command ??[2J"),
        ("起", "unknown command 起"),
        ("x" * 5000, "unknown command xxx"),
        ("debug", "debug : expected on or off"),
        ("setoption", "setoption : expected name NAME value VALUE"),
        ("setoption killers 0", "setoption killers 0: expected name NAME"),
        ("setoption name kilers value 0", "there is no such option; did you mean 'killers'?"),
        ("setoption name zzzzzz value 0", "setoption name zzzzzz: there is no such option"),
        ("setoption name killers value 9", "killers"),
        ("setoption name killers value few", "few"),
        ("setoption name killers", "killers"),
        ("setoption name null_move value perhaps", "perhaps"),
        ("setoption name table value round", "round"),
        ("setoption name Hash value 0", "setoption name Hash value 0: expected a whole number from 1 to"),
        ("setoption name Hash value " + "9" * 5000, "setoption name Hash value 999"),
        ("setoption name MultiPV value none", "setoption name MultiPV value none: expected a whole number from 1"),
        ("setoption name Move Overhead value -1", "Move Overhead value -1: expected a whole number from 0"),
        ("setoption name OwnBook value perhaps", "OwnBook value perhaps: expected true or false"),
        ("setoption name Ponder value perhaps", "Ponder value perhaps: expected true or false"),
        ("setoption name BookFile value nowhere.book", "nowhere.book"),
        ("setoption name Preset value boyo", "boyo"),
        ("setoption name Ranks value 2-11", "setoption name Ranks value 2-11: expected 0-9 or 1-10"),
        ("setoption name UCI_ShowWDL value perhaps", "UCI_ShowWDL value perhaps: expected true or false"),
        ("setoption name UCI_Variant value chess", "UCI_Variant value chess: expected xiangqi"),
    ],
)
def test_errors_are_named_and_change_nothing(line: str, message: str) -> None:
    front = Front("position startpos moves h2e2")
    before = front.engine.position, front.tell("uci")
    (reply,) = front.tell(line)
    assert reply.startswith("info string ") and message in reply and len(reply) < 320 and reply.isprintable()
    assert (front.engine.position, front.tell("uci")) == before


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("go depth", "go depth: expected a whole number"),
        ("go depth x", "go depth x: expected a whole number"),
        ("go fast", "go fast: expected one of"),
        ("go searchmoves h2e3 depth 1", "h2e3"),
        ("go searchmoves h2e2 b9c7 depth 1", "b9c7"),
    ],
)
def test_a_go_that_cannot_be_done_is_answered_all_the_same(line: str, message: str) -> None:
    front = Front()
    error, nothing = front.go(line)
    assert error.startswith("info string ") and message in error and nothing == NO_MOVE
    assert Position().is_legal(move_of(front.go("go depth 1")))


@pytest.mark.parametrize("line", ["", "  \r\n", "debug on", "debug off", "ponderhit", "stop", "ucinewgame"])
def test_what_needs_no_answer_gets_none(line: str) -> None:
    assert Front().tell(line) == []


def test_bad_arguments_are_named() -> None:
    with pytest.raises(boyi.OptionError, match="boyo"):
        Engine("boyo")
    with pytest.raises(boyi.OptionError, match="boyo"):
        serve("boyo", lines=[])


def test_rubbish_of_any_kind_is_answered() -> None:
    random = Random(4)
    words = ["go", "position", "startpos", "fen", "moves", "h2e2", "setoption", "name", "value", "killers", "1", "-1"]
    words += ["depth", "nodes", "searchmoves", "é", "\x07", "Hash", "stop", "movetime", "wtime", "d", "eval", "debug"]
    front = Front()
    for _ in range(400):
        line = " ".join(random.choices(words, k=random.randint(0, 5)))
        for reply in front.tell(line):
            assert reply.startswith(("info ", "bestmove ")) or line.split()[0] in ("d", "eval"), (line, reply)
        front.tell("stop")
    assert Position().is_legal(move_of(Front().go("go depth 1")))


# Whole games


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_against_random_moves(seed: int) -> None:
    random, front, moves = Random(seed), Front(), ""
    place: Any = Position()
    while place.outcome() is None and place.ply < 120:
        if place.turn == ("red", "black")[seed % 2]:
            assert front.tell(f"position startpos moves{moves}") == []
            assert front.engine.position == place
            move = move_of(front.go("go nodes 300"))
        else:
            move = str(random.choice(place.legal_moves()))
        place, moves = place.play(move), f"{moves} {move}"
    assert place.ply > 10
