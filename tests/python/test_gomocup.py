"""The Gomocup protocol: every command, every error, and whole games, without a program around it."""

import time
from random import Random

import pytest

import boyi
from boyi.gomoku import RULES, Position
from boyi.protocols import gomocup
from boyi.protocols.gomocup import Brain, serve
from conftest import run_python

NUMBERS = {"freestyle": 0, "standard": 1, "renju": 4}


def brain(*lines: str, size: int = 15, rule: str = "freestyle", **limits: int) -> Brain:
    """A player of small searches, after START and these lines."""
    made = Brain(boyi.Config.preset("boyi").replace(table_mb=1), **({"nodes": 300} | limits))
    assert made.answer(f"INFO rule {NUMBERS[rule]}") == [] and made.answer(f"START {size}") == ["OK"]
    for line in lines:
        made.answer(line)
    return made


def point(reply: list[str], position: Position) -> str:
    """The name of the point that an answer means."""
    (text,) = reply
    x, y = map(int, text.split(","))
    return f"{'abcdefghijklmnopqrstuv'[x]}{position.rows - y}"


def coordinates(name: str, position: Position) -> str:
    return f"{ord(name[0]) - ord('a')},{position.rows - int(name[1:])}"


# In process


def test_coordinates_begin_at_the_top_left() -> None:
    player = brain("TURN 0,0", size=9)
    assert player.position.piece_at("a9") == "X" and player.position.ply == 2
    player.answer("RECTSTART 7,12")
    assert (player.position.cols, player.position.rows) == (7, 12)
    player.answer("TURN 6,11")
    assert player.position.piece_at("g1") == "X"
    assert player.answer("TURN 7,0") == ["ERROR TURN 7,0: expected x from 0 to 6 and y from 0 to 11"]


def test_begin_and_turn_give_legal_moves() -> None:
    player = brain()
    reply = player.answer("begin")
    assert player.position.moves == [point(reply, player.position)]
    before = player.position
    free = next(move for move in before.legal_moves() if str(move) != "a1")
    reply = player.answer(f"TURN {coordinates(str(free), before)}\r\n")
    assert player.position.moves[1:] == [free, point(reply, before)]
    assert player.answer("BEGIN") == ["ERROR BEGIN: expected an empty board"]
    assert player.answer("RESTART") == ["OK"] and player.position == Position()
    assert len(player.answer("BEGIN")) == 1


def test_a_win_is_taken_and_a_four_is_stopped() -> None:
    for own, other, expected in ((1, 2, {"2,7", "7,7"}), (2, 1, {"2,7", "7,7"})):
        player = brain("BOARD", *(f"{x},7,{own}" for x in (3, 4, 5, 6)), *(f"{x},{x},{other}" for x in (0, 2, 9, 11)))
        (reply,) = player.answer("DONE")
        assert reply in expected, "a four of our own wins, theirs loses without an answer"


def test_board_knows_whose_turn_it_is() -> None:
    player = brain()
    for stones, turn in ((["7,7,1", "8,8,2"], "black"), (["7,7,2"], "white"), (["7,7,1"], "black"), ([], "black")):
        assert [player.answer(line) for line in ("BOARD", *stones)] == [[]] * (1 + len(stones))
        (reply,) = player.answer("DONE")
        array = player.position.to_array()
        x, y = map(int, reply.split(","))
        assert array[14 - y, x] == {"black": 1, "white": 2}[turn] and (array > 0).sum() == len(stones) + 1
    assert len(player.answer("TURN 0,0")) == 1, "the game goes on from there"


def test_board_in_renju_is_free_of_its_order() -> None:
    """Black's forbidden points follow from the stones; white may stand first."""
    foul = Position(rule="renju").play_all("h8 a1 j8 a3 i9 a5 i7 a8")
    lines = [
        f"{coordinates(name, foul)},{1 if foul.piece_at(name) == 'X' else 2}"
        for name in ("a1", "a3", "h8", "j8", "i9", "a5", "a8", "i7")
    ]
    player = brain("BOARD", *lines, rule="renju")
    (reply,) = player.answer("DONE")
    assert player.position.rule == "renju" and reply != coordinates("i8", foul)
    assert (player.position.to_array() == foul.play(point([reply], foul)).to_array()).all()


def test_points_of_the_third_kind_are_empty() -> None:
    player = brain("BOARD", "7,7,1", "3,3,3", "8,8,2")
    message, reply = player.answer("DONE")
    assert message == "MESSAGE BOARD 3,3,3: taken as empty" and "," in reply
    assert (player.position.to_array() > 0).sum() == 3


def test_takeback() -> None:
    player = brain("TURN 7,7", size=15)
    mine = player.position.moves[1]
    assert player.answer(f"TAKEBACK {player.text(mine)}") == ["OK"] and player.position.turn == "white"
    assert player.answer("TAKEBACK 7,7") == ["OK"] and player.position == Position()
    assert player.answer("TAKEBACK 7,7") == ["ERROR TAKEBACK 7,7: expected a point with a stone"]
    assert len(player.answer("TURN 8,8")) == 1 and player.position.piece_at("i7") == "X"


def test_a_rule_may_come_after_the_start() -> None:
    player = brain("TURN 7,7")
    stones = player.position.to_array()
    assert player.answer("INFO rule 4") == [] and player.position.rule == "renju" and player.position.turn == "black"
    assert (player.position.to_array() == stones).all()
    assert player.answer("RECTSTART 6,6") == ["OK"] and player.position.rule == "renju"
    assert player.answer("INFO rule 8")[0].startswith(
        "ERROR INFO rule 8: expected 0 (freestyle), 1 (exactly five) or 4"
    )
    assert player.position.rule == "renju"


@pytest.mark.parametrize(
    ("number", "rule"),
    [(0, "freestyle"), (1, "standard"), (2, "freestyle"), (3, "standard"), (4, "renju"), (6, "renju")]
    + [(number, None) for number in (5, 7, 8, 9, 10, 12, 15, 16, 32, -1, -2)],
)
def test_a_rule_is_a_sum(number: int, rule: str | None) -> None:
    for lines in (["START 15", f"INFO rule {number}"], [f"INFO rule {number}", "START 15"]):
        player = Brain(boyi.Config.preset("boyi").replace(table_mb=1), nodes=50)
        errors = [reply for line in lines for reply in player.answer(line) if reply != "OK"]
        assert player.position.rule == (rule or "freestyle")
        assert [error.split(":")[0] for error in errors] == ([] if rule else [f"ERROR INFO rule {number}"])


PREPARED = """
import time
from boyi import gomoku
from boyi.protocols.gomocup import Brain
brain = Brain()
for line in {lines}:
    assert brain.answer(line) in ([], ["OK"])
start = time.perf_counter()
gomoku.Position(rule={rule!r}).evaluate()
print(time.perf_counter() - start)
"""


@pytest.mark.parametrize("rule", ["freestyle", "renju", pytest.param("standard", marks=pytest.mark.slow)])
def test_what_a_rule_needs_is_made_when_it_is_named(rule: str) -> None:
    """What the first evaluation of a process takes, without and with the rule named: 2 to 20 ms, and 0.01 ms."""

    def seconds(lines: list[str]) -> float:
        return min(float(run_python(PREPARED.format(lines=lines, rule=rule))) for _ in range(2))

    named = [f"INFO rule {NUMBERS[rule]}"]
    assert seconds(named) < seconds([]) / 4
    assert rule != "freestyle" or seconds(["START 15"]) < seconds([]) / 4


@pytest.mark.parametrize(
    "line", ["INFO folder C:\\x", "INFO game_type 1", "INFO evaluate 3,4", "INFO", "INFO caution_factor", "", "  \r\n"]
)
def test_what_needs_no_answer_gets_none(line: str) -> None:
    assert brain().answer(line) == []


def test_about() -> None:
    (about,) = Brain().answer("ABOUT")
    assert about.startswith(f'name="boyi", version="{boyi.__version__}", author="') and 'country="' in about


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("START", "START: expected a whole number"),
        ("START four", "START four: expected a whole number"),
        ("START 4", "START 4: expected a size from 5 to 22"),
        ("START 23", "START 23: expected a size from 5 to 22"),
        ("START " + "9" * 5000, "START 999"),
        ("RECTSTART 15", "RECTSTART 15: expected two whole numbers x,y"),
        ("RECTSTART 15,3", "RECTSTART 15,3: expected a size"),
        ("TURN", "TURN: expected two whole numbers x,y"),
        ("TURN 1;2", "TURN 1;2: expected two whole numbers x,y"),
        ("TURN 1,2,3", "TURN 1,2,3: expected two"),
        ("TURN -1,0", "TURN -1,0: expected x from 0 to 14"),
        ("TURN 15,0", "TURN 15,0: expected x from 0 to 14"),
        ("TURN 7,7", "h8"),
        ("TAKEBACK 0,0", "TAKEBACK 0,0: expected a point with a stone"),
        ("TAKEBACK zero", "TAKEBACK zero: expected two"),
        ("INFO timeout_turn soon", "INFO timeout_turn soon: expected a whole number"),
        ("INFO rule", "INFO rule: expected a whole number"),
        ("INFO rule 8", "INFO rule 8: expected 0 (freestyle)"),
    ],
)
def test_errors_leave_everything_as_it_was(line: str, message: str) -> None:
    player = brain("BOARD", "7,7,2", "DONE")
    before = player.position
    (reply,) = player.answer(line)
    assert reply.startswith("ERROR ") and message in reply and len(reply) < 200 and "\n" not in reply
    assert player.position is before and len(player.answer("TURN 0,0")) == 1


@pytest.mark.parametrize("line", ["SUGGEST 3,3", "YXSHOWINFO", "DONE", "7,7,1", "\x00\x1b[2J", "起 15"])
def test_what_is_not_known(line: str) -> None:
    (reply,) = brain().answer(line)
    assert reply.startswith("UNKNOWN ") and reply.isprintable()


@pytest.mark.parametrize("command", ["BEGIN", "TURN 7,7", "PLAY 7,7", "BOARD", "SWAP2BOARD", "TAKEBACK 7,7", "RESTART"])
def test_a_game_begins_with_start(command: str) -> None:
    assert Brain().answer(command) == [f"ERROR {command.split()[0]}: expected START before it"]


@pytest.mark.parametrize("line", ["7,7", "7,7,4", "7,7,0", "15,0,1", "8,8,1", "rubbish", "7,7,1,1"])
def test_a_bad_line_of_a_board_is_named_once(line: str) -> None:
    player = brain("TURN 0,0")
    before = player.position
    for each in ("BOARD", "8,8,2", line):
        assert player.answer(each) == []
    (reply,) = player.answer("DONE")
    assert reply.startswith(f"ERROR BOARD {line}: expected ") and player.position is before
    assert len(player.answer("TURN 1,1")) == 1


def test_a_board_that_is_never_done() -> None:
    player = brain("BOARD", "7,7,1")
    error, reply = player.answer("START 9")
    assert error == "ERROR START within BOARD: expected lines x,y,field up to DONE" and reply == "OK"
    assert player.answer("DONE") == ["UNKNOWN DONE"]


# No move left


def test_no_move_is_an_error_and_not_a_hang() -> None:
    lines = ["BOARD", *(f"{x},{y},{1 + (x + y // 2) % 2}" for x in range(5) for y in range(5))]
    (reply,) = brain(*lines, size=5).answer("DONE")
    assert reply == "ERROR no move is left: board_full, nobody has won"
    won = brain("BOARD", *(f"{x},0,2" for x in range(5)))
    assert won.answer("DONE") == ["ERROR no move is left: five, black has won"]
    (reply,) = won.answer("TURN 9,9")
    assert reply.startswith("ERROR ") and "the game is over" in reply


def test_only_forbidden_points_are_left() -> None:
    """Renju, black to move: the one empty point makes six in a row."""
    text = "XXX.XX/OOOXOO/XXOXOX/OOXXOO/OOXOXX/XXOOOX b"
    stuck = Position.from_text(text, "renju")
    assert stuck.outcome() == boyi.Outcome("white", "no_legal_move") and set(stuck.forbidden_points()) == {"d6"}
    player = brain("BOARD", size=6, rule="renju")
    for move in (f"{'abcdef'[x]}{rank}" for x in range(6) for rank in range(1, 7)):
        if stuck.piece_at(move):
            player.answer(f"{coordinates(move, stuck)},{1 if stuck.piece_at(move) == 'X' else 2}")
    assert player.answer("DONE") == ["ERROR no move is left: no_legal_move, white has won"]


def test_a_lost_position_gets_a_move_all_the_same() -> None:
    """Renju: white threatens a five, and the only point that stops it is forbidden."""
    moves = "f7 g5 e9 h6 g11 f10 i7 e11 d12 f12 d10 g7 c11 b12 d9 d8 e8 g6 g8 f6 e3 d6"
    place = Position(moves, rule="renju")
    stones = [f"{coordinates(str(move), place)},{1 + number % 2}" for number, move in enumerate(place.moves)]
    player = brain("BOARD", *stones, rule="renju")
    assert place.is_legal(point(player.answer("DONE"), place))


# Time


@pytest.mark.parametrize(
    ("lines", "most"),
    [
        (["INFO timeout_turn 200"], 0.2),
        (["INFO timeout_turn 0"], 0.1),
        (["INFO timeout_turn 60000", "INFO time_left 4000"], 0.4),
        (["INFO timeout_turn 60000", "INFO timeout_match 4000"], 0.4),
        (["INFO timeout_turn 60000", "INFO time_left 0"], 0.1),
        (["INFO timeout_turn -5"], 0.1),
        (["INFO timeout_turn 150", "INFO timeout_match 0", "INFO time_left 2147483647"], 0.15),
    ],
)
def test_it_keeps_within_its_time(lines: list[str], most: float) -> None:
    player = Brain(boyi.Config.preset("boyi").replace(table_mb=1))
    for line in ("START 15", *lines):
        player.answer(line)
    start = time.perf_counter()
    assert len(player.answer("TURN 7,7")) == 1
    assert time.perf_counter() - start < most + 0.5


def left(player: Brain) -> float | None:
    """Seconds on the clock of the match, None without one."""
    clock = player._times.limits()["clock"]
    return None if clock is None else clock.remaining


def test_the_match_clock_runs_down() -> None:
    player = Brain(boyi.Config.preset("boyi").replace(table_mb=1), depth=2)
    for line in ("START 15", "INFO timeout_match 800000", "TURN 7,7"):
        player.answer(line)
    after = left(player)
    assert after is not None and 700 < after < 800
    player.answer("INFO timeout_match 800000")
    assert left(player) == after, "the same limit again does not give time back"
    player.answer("INFO timeout_match 0")
    assert left(player) is None


def test_memory_is_for_the_table() -> None:
    player = Brain()
    grants = (("20000000", 4), ("0", 16), ("1", 1), ("83886080", 20), ("350000000", 333 - 96), ("40000000", 9))
    for line, mb in grants:
        assert player.answer(f"INFO max_memory {line}") == []
        assert player._config.table_mb == mb


def test_more_memory_than_the_machine_has_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Brain(nodes=20)
    monkeypatch.setattr(gomocup, "MOST_TABLE_MB", 65536)
    monkeypatch.setattr(Brain, "_has_room", lambda _, mb: mb <= 300)
    assert player.answer(f"INFO max_memory {10**12}") == []
    assert player._config.table_mb == 256
    monkeypatch.undo()
    assert player.answer(f"INFO max_memory {10**18}") == [] and player._config.table_mb <= 1024
    assert player.answer("START 15") == ["OK"] and len(player.answer("TURN 7,7")) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"config": "boyo"}, "boyi"),
        ({"config": "plain"}, "depth=None"),
        ({"depth": 0}, "depth=0"),
        ({"nodes": 0}, "nodes"),
    ],
)
def test_bad_arguments_are_named(arguments: dict, message: str) -> None:
    with pytest.raises(boyi.OptionError, match=message):
        Brain(**arguments)
    with pytest.raises(boyi.OptionError, match=message):
        serve(**arguments, lines=[])


# Whole games


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_against_random_moves(rule: str, seed: int) -> None:
    random = Random(seed)
    size = random.choice([6, 7, 9])
    player = brain(size=size, rule=rule, nodes=40 if seed else 400)
    place = Position(size=size, rule=rule)
    ours = "black" if seed % 2 else "white"
    last = None
    while place.outcome() is None:
        if place.turn == ours:
            reply = player.answer("BEGIN" if last is None else f"TURN {coordinates(last, place)}")
            place = place.play(point(reply, place))
        else:
            last = str(random.choice(place.legal_moves()))
            place = place.play(last)
        assert place.turn == ours or player.position == place
    assert place.outcome().reason in ("five", "board_full", "no_legal_move")


def test_a_game_that_no_one_wins_fills_the_board() -> None:
    """Two players on the smallest board, until no move is left: the one to move says so."""
    players = [brain(size=5, rule="renju"), brain(size=5, rule="renju")]
    reply, turn = players[0].answer("BEGIN"), 1
    for _ in range(26):
        reply = players[turn].answer(f"TURN {reply[0]}")
        turn = 1 - turn
        if reply[0].startswith("ERROR"):
            break
    assert reply[0].startswith("ERROR no move is left: ")


def test_rubbish_of_any_kind_is_answered() -> None:
    random = Random(9)
    words = [
        "START",
        "TURN",
        "PLAY",
        "BOARD",
        "SWAP2BOARD",
        "DONE",
        "INFO",
        "TAKEBACK",
        "rule",
        "5",
        "3,3",
        "9,9,1",
        ",",
        "-1",
        "\x07",
        "é",
    ]
    lines = [" ".join(random.choices(words, k=random.randint(0, 4))) for _ in range(400)]
    answers: list[str] = []
    player = Brain(boyi.Config.preset("boyi").replace(table_mb=1), nodes=50)
    player.answer("INFO timeout_turn 1")
    for line in lines:
        answers += player.answer(line)
    assert all(
        answer in ("OK", "SWAP") or answer.split()[0] in ("ERROR", "UNKNOWN", "MESSAGE") or "," in answer
        for answer in answers
    )


@pytest.mark.parametrize("key", ["timeout_turn", "timeout_match", "time_left", "max_memory", "rule"])
@pytest.mark.parametrize("number", ["9" * 400, "-" + "9" * 400, str(10**18)])
def test_numbers_of_any_size(key: str, number: str) -> None:
    player = brain()
    replies = player.answer(f"INFO {key} {number}")
    assert [reply[:15] for reply in replies] == (["ERROR INFO rule"] if key == "rule" else [])
    assert len(player.answer("TURN 7,7")) == 1 and player.position.ply == 2
