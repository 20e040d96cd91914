"""XQF, CBR and CBL: what the encoders of :mod:`binary_games` write is read as it was, anything else refused."""

import random
from io import BytesIO

import pytest

from binary_games import cbl, cbr, xqf
from boyi import records
from boyi.errors import BoyiError, RecordError
from boyi.records import Game
from boyi.xiangqi import Position

VERSIONS = (1, 10, 11, 12, 13, 16, 18)


def game(start=None, moves="h2e2 h9g7 h0g2 i9h9 i0h0"):
    """A game with texts, comments and variations of variations, one of them on the first move."""
    texts = {"Title": "顺炮", "Event": "冠军赛", "Date": "1956.12.20", "Red": "杨官璘", "Black": "王嘉良"}
    made = Game.from_moves(moves, start or "xiangqi", headers=texts, result="1-0")
    made.root.comment = "开局\n第二行"
    first = made.root.children[0]
    first.comment = "炮二平五"
    first.add("b9c7").add("h0g2", "好").add("a9b9")
    first.add("h7e7").add("h0g2").parent.add("b0c2", "也可")
    made.root.add("g3g4", "仙人指路").add("h9g7")
    return made


def read(data, **options):
    return list(records.read(BytesIO(data), **options))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("keys", [(12, 34, 56), (254, 1, 77), (1, 254, 254)])
def test_xqf_of_all_versions(version, keys):
    assert read(xqf(game(), version, keys)) == [game()]


@pytest.mark.parametrize("encode", [xqf, cbr])
def test_positions_that_are_not_the_usual_one(encode, tmp_path):
    setup = Position("3ak4/9/9/9/4c4/9/4C4/9/4A4/4K4 b - - 0 1")
    made = Game.from_moves("e5a5", setup)
    made.end.add("e3a3")
    path = tmp_path / f"a.{encode.__name__}"
    path.write_bytes(encode(made))
    assert list(records.read(path)) == [made]
    empty = Game(setup)
    assert read(encode(empty)) == [empty] and empty.start.turn == "black"


def test_the_mover_is_the_side_whose_piece_moves():
    for data, at, red in [(xqf(game()), 50, 0), (cbr(game()), 2112, 1)]:
        wrong = bytearray(data)
        wrong[at] = red + 1
        assert read(bytes(wrong)) == [game()]


def test_cbr_and_libraries(tmp_path):
    assert read(cbr(game())) == [game()]
    long = Game.from_moves("h2e2 h9g7")
    long.end.comment = "很长" * 3000  # over several slots
    heading = bytearray(cbr(game()))
    heading[2120:2210] = bytes(90)
    path = tmp_path / "a.CBL"
    path.write_bytes(cbl([bytes(heading), cbr(game()), cbr(long), cbr(game(), seed=2)]))
    assert list(records.read(path)) == [game(), long, game()]
    assert read(cbl([])) == []


def test_a_library_goes_on_behind_a_game_that_cannot_be_read():
    damaged = bytearray(cbr(game()))
    damaged[2120] = 0x99
    bad = []
    assert read(cbl([cbr(game()), bytes(damaged), cbr(game())]), bad=bad.append) == [game()] * 2
    assert [str(error) for error in bad] == [
        "game 2: 0x99 on square 0 is no piece: expected 0x11 to 0x17 or 0x21 to 0x27"
    ]


def changed(data, at, *values):
    return data[:at] + bytes(values) + data[at + len(values) :]


OLD, NEW, BRIDGE, LIBRARY = xqf(game(), 10), xqf(game()), cbr(game()), cbl([cbr(game())])


@pytest.mark.parametrize(
    ("format", "data", "expected"),
    [
        ("xqf", b"XY" + NEW[2:], "not an XQF file"),
        ("xqf", NEW[:900], "ends after 900 bytes"),
        ("xqf", changed(NEW, 2, 19), "version 19: expected 18 or less"),
        ("xqf", changed(NEW, 12, NEW[12] ^ 1), "the keys .* have the sum"),
        ("xqf", changed(NEW, 51, 9), "result 9"),
        ("xqf", changed(NEW, 0x50, 64), "text Title has 64 bytes"),
        ("xqf", changed(NEW, 0x51, 0xFF), "text Title is not GB18030"),
        ("xqf", changed(NEW, 16, NEW[17]), "both stand on square"),
        ("xqf", NEW[:-1], "needs 4 bytes of the 3 left"),
        ("xqf", OLD[:-1], "needs 4 bytes of the 3 left"),
        ("xqf", OLD + b"x", "1 bytes behind the last move"),
        ("xqf", changed(OLD, 1026, 0xFF), "another start"),
        ("cbr", b"x" + BRIDGE[1:], "not a CBR file"),
        ("cbr", BRIDGE[:2216], "ends after 2216 bytes"),
        ("cbr", changed(BRIDGE, 19, 3), "kind 3"),
        ("cbr", changed(BRIDGE, 2076, 5), "result 5"),
        ("cbr", changed(BRIDGE, 2112, 0), "side to move 0"),
        ("cbr", changed(BRIDGE, 180, 0, 0xD8, 1, 0), "text Title is not UTF-16"),
        ("cbr", BRIDGE[:-1], "needs 4 bytes of the 3 left"),
        ("cbr", changed(BRIDGE, len(BRIDGE) - 1, 90), "90 is no square"),
        ("cbl", b"x" + LIBRARY[1:], "not a CBL file"),
        ("cbl", LIBRARY[:50], "within its index"),
        ("cbl", LIBRARY[:100_000], "within its index"),
        ("cbl", changed(LIBRARY, 60, 141), "no game begins behind the index"),
    ],
)
def test_what_cannot_be_read(format, data, expected):
    with pytest.raises(RecordError, match=expected):
        read(data, format=format)


@pytest.mark.parametrize(("encode", "at"), [(xqf, -3), (cbr, -1)])
def test_an_illegal_move_is_named(encode, at):
    data = bytearray(encode(Game.from_moves("h2e2 h9g7")))
    data[at] += 1  # where the last move goes to: one square further
    with pytest.raises(RecordError, match=r"illegal move \"h9(g8|h7)\""):
        read(bytes(data))


@pytest.mark.parametrize("encode", [xqf, cbr])
def test_files_that_are_cut_off_are_refused(encode):
    data = encode(game())
    for length in [*range(0, len(data), 41), *range(len(data) - 60, len(data))]:
        with pytest.raises(RecordError):
            read(data[:length], format=encode.__name__)


@pytest.mark.parametrize("data", [OLD, NEW, BRIDGE, LIBRARY], ids=["old", "new", "cbr", "cbl"])
def test_changed_bytes_give_a_game_or_an_error(data):
    chance = random.Random(7)
    first = 66624 + 140 * 276 if data is LIBRARY else 0
    errors = 0
    for _ in range(300):
        other = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            other[chance.randrange(first, len(data))] = chance.randrange(256)
        try:
            read(bytes(other))
        except BoyiError:
            errors += 1
    assert errors > 20


def test_long_lines_need_no_recursion():
    cycle = "h2e2 h9g7 e2h2 g7h9 "
    long = Game.from_moves(cycle * 1500)
    for encode in (xqf, cbr):
        assert read(encode(long))[0].moves == long.moves
