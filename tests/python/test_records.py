"""Game records: what real files hold is read, what is written is read back, and what cannot be read is named."""

import io
import pickle

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import boyi
from boyi import records
from boyi.cli import main
from boyi.errors import OptionError, RecordError
from boyi.records import Game

GAME = """[Game "Chinese Chess"]\r
[Event "1st "open" tournament"]\r
[Red "甲"] [Black "乙"]\r
[Result "1-0"]\r
\r
  1. 炮二平五 马８进７\r
  2.马二进三车９平８ {稳健 } (2... 炮2平5 $1 3. 车一进一 (3. 马八进七 ; nested
) 3... 马２进３)\r
  3. 车一平二!? 卒７进１\r
 1-0\r
============================\r
visit us\r
"""


def games_of(data, **options):
    return list(records.read(io.BytesIO(data), **{"format": "pgn"} | options))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_a_file_as_they_are(encoding):
    (game,) = games_of(GAME.encode(encoding))
    assert game.headers == {"Event": '1st "open" tournament', "Red": "甲", "Black": "乙"}
    assert [str(move) for move in game.moves] == ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "g6g5"]
    assert (game.result, game.trailer) == ("1-0", "visit us")
    fourth = game.mainline()[3]
    assert fourth.comment == "稳健"
    other = fourth.parent.children[1]
    assert (str(other.move), other.glyphs, [str(node.move) for node in other.children]) == (
        "b7e7",
        [1],
        ["i0i1", "b0c2"],
    )
    assert other.children[1].comment == "nested" and str(other.children[0].children[0].move) == "b9c7"
    assert game.mainline()[4].glyphs == [5]
    assert game.end.position == game.final() == list(game)[-1]


def test_big5_is_known_by_its_words():
    (game,) = games_of('[Red "甲"]\n1. 炮二平五 馬8進7 2. 馬二進三 車9平8 *'.encode("big5"))
    assert (game.headers, len(game.moves)) == ({"Red": "甲"}, 4)


def test_every_notation_is_read_and_written():
    game = Game.from_moves("h2e2 h9g7 h0g2 i9h9 g3g4 b9c7")
    for notation in ("chinese", "chinese-traditional", "wxf", "iccs", "uci"):
        text = game.to_text("pgn", notation=notation)
        assert records.loads(text) == [game], text


def test_a_bad_game_stops_nothing():
    text = '[A "1"]\n1. C2=5 *\n\n[A "2"]\n1. C2=5\n2. H9+9 *\n\n[A "3"]\n1. H2+3 {no end\n\n[A "4"]\n1. C2=4 *\n'
    found, bad = [], []
    found = games_of(text.encode(), bad=bad.append)
    assert [game.headers["A"] for game in found] == ["1", "4"]
    assert [(error.number, error.line) for error in bad] == [(2, 6), (3, 9)]
    assert "H9+9" in str(bad[0]) and str(bad[0]).startswith("game 2, line 6")
    with pytest.raises(RecordError, match="game 2, line 6"):
        games_of(text.encode())


def test_bytes_of_no_encoding_are_not_lost(tmp_path):
    path = tmp_path / "a.pgn"
    path.write_bytes(b'[A "1"]\n1. C2=5 *\n\n[A "\xff\xff"]\n1. C2=5 *\n')
    bad = []
    assert len(list(records.read(path, bad=bad.append))) == 1
    assert (bad[0].path, bad[0].number, bad[0].line) == (str(path), 2, 4) and "encoding" in bad[0].reason
    assert pickle.loads(pickle.dumps(bad[0])).line == 4


def test_a_long_file_is_read_in_pieces(monkeypatch):
    monkeypatch.setattr("boyi.records.files._PIECE", 1000)
    text = "".join(f'[Number "{n}"]\n\n1. 炮二平五 马8进7 {{第{n}}} 2. 马二进三 *\n\n' for n in range(300))
    found = games_of(text.encode("gb18030"))
    assert [game.headers["Number"] for game in found] == [str(n) for n in range(300)]
    assert all(game.mainline()[1].comment == f"第{n}" for n, game in enumerate(found))


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
LINE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n"), max_size=30)


@st.composite
def trees(draw, name):
    """Games with variations, comments, annotations and headers."""
    start = "xiangqi" if name == "xiangqi" else boyi.gomoku.Position(size=draw(st.sampled_from([9, 15])))
    headers = draw(st.dictionaries(st.sampled_from(["Red", "Black", "Event", "Site"]), LINE, max_size=3))
    game = Game(start, headers=headers, result=draw(st.sampled_from(records.RESULTS)))
    nodes = [game.root]
    for _ in range(draw(st.integers(0, 12))):
        node = draw(st.sampled_from(nodes))
        moves = node.position.legal_moves() if node.position.outcome() is None else []
        if moves:
            nodes.append(node.add(draw(st.sampled_from(moves[:20]))))
    return game, nodes, draw


SLOW = settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))


@SLOW
@given(st.data(), st.sampled_from(["chinese", "wxf", "iccs"]))
def test_what_is_written_as_pgn_is_read_back(data, notation):
    game, nodes, draw = data.draw(trees("xiangqi"))
    for node in nodes:
        node.comment = draw(TEXT)
        if node.parent:
            node.glyphs = draw(st.lists(st.integers(0, 200), max_size=2))
    for node in nodes[1:]:
        if node.parent.children[0] is not node:
            node.comment_before = draw(TEXT)
    text = records.dumps([game, Game.from_moves("b2e2")], notation=notation)
    assert records.loads(text, format="pgn") == [game, Game.from_moves("b2e2")], text


SAFE = st.text(st.characters(categories=["L", "N"]), max_size=10)


@SLOW
@given(st.data())
def test_what_is_written_as_dhtmlxq_is_read_back(data):
    game, nodes, draw = data.draw(trees("xiangqi"))
    game.headers = {name: text for name, text in ((name, draw(SAFE)) for name in ("Red", "Title")) if text}
    for node in nodes:
        node.comment = draw(st.lists(SAFE, max_size=3).map("\n".join))
    assert records.loads(game.to_text("dhtmlxq"), format="dhtmlxq") == [game], game.to_text("dhtmlxq")


@SLOW
@given(st.data())
def test_what_is_written_as_sgf_is_read_back(data):
    game, nodes, draw = data.draw(trees("gomoku"))
    game.headers = {"Black": "a\\]b", "Event": "[x]"}
    for node in nodes:
        node.comment = draw(TEXT)
        if node.parent:
            node.glyphs = draw(st.lists(st.sampled_from([1, 2, 5, 6]), max_size=2, unique=True))
    text = game.to_text("sgf")
    again = records.loads(text, format="sgf")
    for one in (game, *again):
        for node in one.nodes():
            node.glyphs.sort()
    assert again == [game], text


def test_a_game_of_a_site():
    text = (
        "[DhtmlXQ]\n[DhtmlXQ_title]一局[/DhtmlXQ_title]\n[DhtmlXQ_red]甲[/DhtmlXQ_red]\n[DhtmlXQ_result]黑胜[/DhtmlXQ_result]\n"
        "[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n"
        "[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]12427967[/DhtmlXQ_move_0_2_1]\n"
        "[DhtmlXQ_comment0]开始[/DhtmlXQ_comment0][DhtmlXQ_comment1_3]一||二[/DhtmlXQ_comment1_3]\n[/DhtmlXQ]\n"
    )
    (game,) = records.loads(text)
    assert [str(move) for move in game.moves] == ["h2e2", "h9g7", "h0g2", "i9h9"]
    assert (game.headers, game.result, game.root.comment) == ({"Title": "一局", "Red": "甲"}, "0-1", "开始")
    other = game.root.children[0].children[1]
    assert (str(other.move), other.children[0].comment) == ("b7e7", "一\n二")
    for changed, expected in [
        (text.replace("7747", "774"), "four digits"),
        (text.replace("7747", "7748"), "illegal"),
        (text.replace("move_0_2_1", "move_5_2_1"), "not there"),
        (text.replace("comment1_3", "comment1_9"), "not there"),
        (text.replace("8979", "99x9"), "binit"),
    ]:
        with pytest.raises(RecordError, match=expected):
            records.loads(changed)


def test_sgf_as_it_is():
    text = "(;GM[4]SZ[15]RU[Renju]PB[a]RE[B+R]\n;B[hh]C[centre\\]] ;W[ig](;B[hi]TE[1]LB[hi:1])(;B[gg];W[gh]))\n"
    text += "(;GM[4];B[aa])"
    one, two = records.loads(text)
    assert (one.start.rules, one.moves, one.result) == ("renju", ["h8", "i9", "h7"], "1-0")
    assert one.headers == {"RU": "Renju", "Black": "a", "RE": "B+R"}
    assert one.mainline()[0].comment == "centre]" and one.end.glyphs == [1] and one.end.comment == "LB[hi:1]"
    assert two.moves == ["a15"] and records.loads(one.to_text()) == [one]
    setup = records.loads("(;GM[4]AB[hh][hi]AW[ig][ih]PL[W];W[aa])")[0]
    assert setup.start.turn == "white" and records.loads(setup.to_text()) == [setup]
    for bad, expected in [
        ("(;GM[1])", "no game of gomoku"),
        ("(;GM[4];W[hh])", "a move of black"),
        ("(;GM[4];B[hh];W[hh])", "illegal"),
        ("(;GM[4];B[zz])", "outside"),
        ("(;GM[4];B[])", "passes"),
        ("(;GM[4]", "no end"),
        ("(B[hh])", "before the first node"),
    ]:
        with pytest.raises(RecordError, match=expected):
            records.loads(bad, format="sgf")


def test_files_of_piskvork_and_lines():
    text = "Piskvorky 15x15, 11:11, 0\n8,8,12\n9,7,130\n-1\n"
    (game,) = records.loads(text)
    assert (game.moves, game.end.comment, game.trailer) == (["h8", "i9"], "130 ms", "-1")
    assert records.loads(game.to_text("psq")) == [game]
    won = "Piskvorky 9x9, 0:0, 0\n" + "\n".join(f"{x},{y},0" for x in range(1, 6) for y in (1, 2)[: 2 if x < 5 else 1])
    assert records.loads(won + "\none\ntwo\n")[0].result == "1-0"
    with pytest.raises(RecordError, match=r"line 3.*illegal"):
        records.loads("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n")
    games = records.loads("h8 i9 j10\nh8i9\n", format="lines")
    assert [len(game.moves) for game in games] == [3, 2]
    assert records.dumps(games, "lines").split("\n")[0] == "h8 i9 j10"
    with pytest.raises(RecordError, match="line 2"):
        records.loads("h8\nh8 h8\n", format="lines")


@pytest.mark.parametrize(
    "text",
    [
        '[Result "0-0"]!\n*',
        '[Red "a"]\n1. h2e2 {]\n[Red "b"]\n} *',
        '[Red "a"]\n\n1. h2e2 * [Red "b"]\nmore',
        '[o ""] * 炮ss"]\n[Red "甲"]\n*',
        "(;GM[4]C[a\nTR[dd\\]];B[hh]C[x\nW[aa\\]\nTR[bb\\]]TR[cc];W[hi]N[n]C[TR[a\\]\nTR[b\\]])",
        "(;GM[4]RU[\u2003freestyle];B[hh]TE[1];TE[2])",
        "Piskvorky 15x15, 0:0, 0\n8,8,0\none\ntwo\n Piskvorky 9x9, 0:0, 0\n5,5,0\n",
        "Piskvorky 15x15, 0:0, 0\na\x1cPiskvorky\nother\n",
    ],
)
def test_what_fuzzing_found(text):
    for game in records.loads(text):
        assert records.loads(game.to_text("psq" if text[0] == "P" else None)) == [game]


def test_names_that_a_psq_file_would_not_give_back():
    for name in ("Piskvorky", "12", "a\nb"):
        with pytest.raises(OptionError, match=r"name .* PSQ"):
            Game.from_moves("h8", "gomoku", headers={"Black": name}).to_text("psq")


def test_files_are_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "a.pgn"
    game = Game.from_moves("h2e2", headers={"Red": "甲"})
    assert records.write([game, game], path, encoding="gb18030") == 2
    assert list(records.read(path)) == [game, game]
    before = path.read_bytes()
    for games, options, expected in [
        ([game, Game.from_moves("h8", "gomoku")], {}, "gomoku in a format of xiangqi"),
        ([game], {"encoding": "ascii"}, "utf-8"),
        ([game], {"encoding": "none"}, "encoding 'none'"),
        ([game], {"notation": "san"}, "notation 'san'"),
        ([game], {"format": "xqf"}, "only read"),
    ]:
        with pytest.raises(OptionError, match=expected):
            records.write(games, path, **options)
        assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
    with pytest.raises(OptionError, match="suffix"):
        records.write([game], tmp_path / "a.doc")
    with pytest.raises(boyi.MissingFileError):
        records.read(tmp_path / "none.pgn")
    closed = tmp_path / "a.mxq"
    closed.write_bytes(b"CCBridge")
    with pytest.raises(RecordError, match="MXQ are not read"):
        records.read(closed)


def test_a_game_is_a_value():
    game = Game.from_moves("1. 炮二平五 马8进7 2. 马二进三")
    game.root.children[0].add("b9c7", "also possible")
    assert pickle.loads(pickle.dumps(game)) == game and len(game.moves) == 3
    other = pickle.loads(pickle.dumps(game))
    other.end.comment = "x"
    assert other != game and game != "game"
    page = game._repr_html_()
    assert "also possible" in page and "马8进7" in page and page.count("<svg") == 1
    assert Game.from_position(game.final()) == Game.from_moves(game.moves)
    with pytest.raises(boyi.IllegalMoveError):
        game.root.add("h2h8")
    with pytest.raises(OptionError):
        Game("chess")
    with pytest.raises(OptionError):
        Game(result="won")
    with pytest.raises(OptionError):
        game.end.comment = "\ud800"


def test_the_command_converts_files(tmp_path, capsys):
    for name, text in (("a.pgn", "1. C2=5 *"), ("b.pgn", '1. C2=5 H9+9 *\n\n[A "2"]\n1. C8=5 1-0')):
        (tmp_path / name).write_text(text)
    out = tmp_path / "out.dhtmlxq"
    assert main(["convert", str(tmp_path / "a.pgn"), "--out", str(out)]) == 0
    assert main(["convert", *(str(tmp_path / name) for name in ("a.pgn", "b.pgn")), "--out", str(out), "--quiet"]) == 1
    said = capsys.readouterr()
    assert "2 games, 1 could not be read" in said.out and "b.pgn, game 1, line 1: illegal move" in said.err
    assert [game.moves for game in records.read(out)] == [["h2e2"], ["b2e2"]]
    assert main(["convert", str(out), "--out", str(tmp_path / "a.doc")]) == 2
    assert main(["book", "make", str(out), "--out", str(tmp_path / "a.book")]) == 0
    assert len(boyi.xiangqi.Book.load(tmp_path / "a.book")) > 0


def test_positions_are_drawn_from_games():
    games = [Game.from_moves("h2e2 h9g7 h0g2 i9h9"), Game.from_moves("h2e2")]
    found = list(records.positions(games, plies=(1, 3), each=2, seed=1))
    assert [place.ply for place in found] in ([1, 2, 1], [1, 3, 1], [2, 3, 1])
    assert found == list(records.positions(games, plies=(1, 3), each=2, seed=1))
    with pytest.raises(OptionError):
        list(records.positions(games, plies=(3, 1)))


def test_a_conversion_that_fails_loses_no_game(tmp_path, capsys):
    broken = tmp_path / "one.pgn"
    text = "1. H2-E2 1. I9-I2\n"
    broken.write_text(text)
    assert main(["convert", str(broken), "--out", str(broken), "--quiet"]) != 0
    assert broken.read_text() == text and "is not written" in capsys.readouterr().err
    out = tmp_path / "two.pgn"
    assert main(["convert", str(broken), "--out", str(out), "--quiet"]) != 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.pgn"]


@pytest.mark.parametrize("codec", ["base64", "rot13", "idna", "zlib"])
def test_codecs_that_are_none_of_texts_are_refused(codec, tmp_path):
    path = tmp_path / "a.pgn"
    path.write_text("1. H2-E2\n")
    with pytest.raises(boyi.OptionError, match=f"encoding '{codec}': expected the name of an encoding of texts"):
        list(records.read(path, encoding=codec))


def test_games_of_nothing_and_half_characters_are_refused():
    for wrong in (None, 3):
        with pytest.raises(boyi.BoyiError):
            records.Game(wrong)
    game = records.Game(boyi.xiangqi.Position())
    game.headers["Red"] = "\ud800"
    with pytest.raises(boyi.BoyiError):
        records.dumps([game], "pgn")
    for text in ("\ud800", "h2e2 \ud800"):
        with pytest.raises(boyi.BoyiError):
            boyi.xiangqi.Position().play_all(text)


@pytest.mark.parametrize(
    ("format", "piece"),
    [("pgn", "(1. H2-D2 {a} "), ("pgn", "{(("), ("sgf", "(;B[hh]"), ("sgf", "(;B[hh];W[ii])")],
)
def test_variations_by_the_ten_thousand_end(format, piece):
    # Read again for each of them, as they once were, they would take hours.
    text = ("1. H2-E2 " if format == "pgn" else "(;GM[4]SZ[15]") + piece * 40_000
    bad = []
    found = list(records.read(io.BytesIO(text.encode()), format=format, bad=bad.append))
    assert len(found) + len(bad) >= 1
