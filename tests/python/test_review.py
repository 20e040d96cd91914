"""Reviewed games: marks by loss of expected points, words of pages, summaries, the index, encodings and notations."""

import ast
import json
import re
from pathlib import Path

import pytest

import boyi
from boyi import lab, records
from boyi.cli import main
from boyi.errors import OptionError
from boyi.games import game_names, game_of
from boyi.lab.annotation import judgement, notes, summary, words
from boyi.lab.annotation.index_page import opening_of
from boyi.languages import LANGUAGES

pytest.importorskip("tqdm")

GAMES = {
    "xiangqi": "h2e2 h9g7 h0g2 i9h9 i0h0 a6a5 h0h7 h9h7",
    "gomoku": "h8 i9 i8 j8 g8 f8 g10 h9 h10 a1 h11",
    "connect4": "d d c c e e",
}
# With its last move but one the first side of xiangqi gives a chariot for a cannon.


def found(move, points, **more):
    """What a search may have found in a position."""
    plain = {"move": move, "points": points, "mate": 0, "line": [move], "depth": 5, "nodes": 9}
    return {**plain, "sight": "", "sight_points": 0, **more}


@pytest.fixture(scope="module")
def reviewed():
    """A game of each kind, annotated."""
    made = {name: records.Game.from_moves(moves, name) for name, moves in GAMES.items()}
    return {name: lab.annotate(game, nodes=1000, progress=False, language="en") for name, game in made.items()}


@pytest.mark.parametrize("name", game_names())
def test_expected_points_rise_with_the_score_and_sum_to_one(name):
    place = game_of(name).start()
    shares = [judgement.expected(place, points) for points in range(-3000, 3001, 100)]
    assert shares == sorted(shares) and all(0 <= share <= 1 for share in shares)
    for points in (0, 37, 450, 10**5):
        assert judgement.expected(place, points) + judgement.expected(place, -points) == pytest.approx(1)
    assert (judgement.expected(place, 100_000), judgement.expected(place, -100_000)) == (1, 0)
    # A score so large that its exponential is no number any more.
    assert judgement.expected(place, -99_000) == pytest.approx(0, abs=1e-9)


def test_fewer_pieces_need_a_larger_advantage():
    few = boyi.xiangqi.Position("4k4/4a4/9/9/9/9/9/9/4A4/3K1R3 w - - 0 1")
    assert judgement.expected(boyi.xiangqi.Position(), 300) > judgement.expected(few, 300) > 0.5


def test_a_pawn_is_lost_in_a_level_game_and_not_in_a_won_one():
    game = records.Game.from_moves("h2e2 h9g7")
    level = list(notes.notes_of(0, game, {0: found("b2e2", 60), 1: found("h9g7", 40), 2: found("h0g2", -40)}))
    won = list(notes.notes_of(0, game, {0: found("b2e2", 1860), 1: found("h9g7", -1760), 2: found("h0g2", 1760)}))
    assert level[0].loss == won[0].loss == 100
    assert level[0].mark == "??" and won[0].mark == "" and won[0].lost < 0.001
    assert level[0].lost == pytest.approx(level[0].best_share - level[0].share)
    assert level[1].is_best and level[1].lost == 0 and level[1].side == "black"


def test_a_best_move_that_is_hard_to_see_is_marked():
    game = records.Game.from_moves("h2e2")
    hard = {0: found("h2e2", 0, sight="h2h9", sight_points=-300), 1: found("h9g7", 0)}
    assert [note.mark for note in notes.notes_of(0, game, hard)] == ["!"]
    easy = {0: found("h2e2", 0, sight="b2e2", sight_points=-5), 1: found("h9g7", 0)}
    assert [note.mark for note in notes.notes_of(0, game, easy)] == [""]


def test_what_looked_best_at_first_sight_is_searched_where_the_best_move_was_played(tmp_path):
    path = tmp_path / "a.jsonl"
    game = records.Game.from_moves("h8 i9 i8 j8 g8 f8 g10 h9 h10", "gomoku")
    noted = lab.annotate(game, nodes=2000, progress=False, path=path)
    lines = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    rows = [(line["first"], line["found"][0]) for line in lines]
    assert any(row["sight"] for _, row in rows), "the game has a position where the first iteration is wrong"
    for at, row in rows:
        place = game.start.play_all(game.moves[:at])
        result = boyi.Searcher("boyi").search(place, nodes=2000)
        first = str(result.iterations[0].move)
        played = at < len(game.moves) and str(game.moves[at]) == row["move"]
        assert row["sight"] == (first if played and first != row["move"] else "")
        if row["sight"]:
            after = boyi.Searcher("boyi").search(place.play(first), nodes=2000)
            assert row["sight_points"] == -lab.annotation.tasks.points(after.score, "gomoku")
    assert len(noted.notes[0]) == 9


def test_moves_after_a_repetition_are_searched_where_they_were_played():
    cycle = "h2e2 h7e7 e2h2 e7h7 " * 2
    game = records.Game.from_moves(cycle + "b2e2 b9c7")
    (found_notes,) = lab.annotate(game, depth=2, progress=False).notes
    plies = {note.ply: note for note in found_notes}
    assert 9 not in plies, "the position before it is over by repetition"
    assert boyi.xiangqi.Position().play_all(game.moves[:9]).parse(str(plies[10].best)) == plies[10].best
    engine_sees = boyi.Searcher("boyi").search(boyi.xiangqi.Position().play_all(game.moves[:9]), depth=2)
    assert plies[10].best == engine_sees.move


def test_a_summary_counts_and_the_worst_moves_are_turning_points(reviewed):
    (of_game,) = reviewed["xiangqi"].notes
    red, black = summary.summaries("xiangqi", of_game)
    assert (red.side, red.moves, black.moves) == ("red", 4, 4)
    assert red.marks["??"] == sum(note.mark == "??" for note in of_game if note.side == "red") >= 1
    assert 0 <= red.accuracy < black.accuracy <= 100 and red.average_loss > black.average_loss
    turns = summary.turning_points(of_game)
    assert str(max(turns, key=lambda note: note.lost).move) == "h0h7" and len(turns) <= 3
    assert summary.summaries("xiangqi", [])[0].accuracy is None
    assert reviewed["xiangqi"].players() == [red, black]
    with pytest.raises(OptionError, match="from 0 to 0"):
        reviewed["xiangqi"].players(1)


# Words


def said_texts():
    """Every text that the modules of the page say: what they give to `say` or `page.say`, and the tables of texts."""
    folder = Path(words.__file__).parent
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("say", "page.say", "page.say.numbers"):
                yield from (
                    arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                )


def test_every_text_is_there_in_every_language():
    from boyi.lab.annotation import annotations, review

    table = json.loads(Path(words.__file__).with_name("words.json").read_text(encoding="utf-8"))
    texts = {*said_texts(), review._KEYS, review._RULES, *(title for *_, title in review._BUTTONS)}
    texts |= {*review._COUNTED.values(), *annotations.UNITS.values(), *records.RESULTS}
    texts |= {side for name in game_names() for side in game_of(name).sides}
    assert len(texts) > 50 and set(table) | {"en"} == set(LANGUAGES)
    for language, known in table.items():
        missing = texts - known.keys()
        assert not missing, f"{language}: {missing}"
        for text, other in known.items():
            if text not in records.RESULTS:
                assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", other)), text


def text_of(page):
    """What a person reads on a page."""
    return re.sub(r"<[^>]+>", " ", re.sub(r"<(style|script)>.*?</\1>", "", page, flags=re.DOTALL))


@pytest.mark.parametrize("name", game_names())
def test_a_page_is_in_one_language(name):
    game = records.Game.from_moves(GAMES[name], name)
    chinese, english = (
        lab.annotate(game, nodes=50, progress=False, language=language, notation="uci").html()
        for language in ("zh", "en")
    )
    assert 'lang="zh"' in chinese and 'lang="en"' in english
    english_words = set(re.findall(r"[a-z]{4,}", text_of(chinese))) - {"boyi"}
    assert not english_words, english_words
    assert not re.search("[\u4e00-\u9fff]", re.sub("[楚漢河界帥仕相傌俥炮兵將士象馬車砲卒]", "", text_of(english)))


def test_chinese_notation_makes_chinese_words_unless_another_language_is_asked_for():
    chinese, iccs = records.loads("1. 炮二平五 马8进7 *")[0], records.loads("1. H2-E2 H9-G7 *")[0]
    noted = lab.annotate([chinese, iccs], nodes=100, progress=False)
    assert "期望得分" in noted.html(0) and "Expected points" in noted.html(1)
    assert "Expected points" in lab.annotate(chinese, nodes=100, progress=False, language="en").html()
    blunder = records.loads("1. 炮二进七 *")[0]
    said = [lab.annotate(blunder, nodes=500, progress=False, language=language).games[0] for language in ("zh", "en")]
    assert "，损失 " in said[0].end.comment and ", loss " in said[1].end.comment
    with pytest.raises(OptionError, match="language 'fr'"):
        lab.annotate(chinese, nodes=1, language="fr")
    with pytest.raises(OptionError, match="notation"):
        lab.annotate(chinese, nodes=1, notation="fr")


@pytest.mark.parametrize(("notation", "edge"), [("chinese", "九1"), ("wxf", "91"), ("iccs", "a0"), ("uci", "a0")])
def test_coordinates_are_those_of_the_notation(notation, edge):
    game = records.Game.from_moves("h2e2 h9g7")
    noted = lab.annotate(game, nodes=100, progress=False, notation=notation)
    board = re.search(r'<div class="picture">(.*?)</div>', noted.html(), re.DOTALL)[1]
    (labels,) = re.findall(r'<g fill="[^"]+" font-size="12".*?</g>', board)
    texts = re.findall(r">([^<]+)</text>", labels)
    assert set(edge) <= set(texts) and len(texts) == (18 if notation in ("chinese", "wxf") else 19)
    assert ("a" in texts) == (notation in ("iccs", "uci"))
    (annotated,) = noted.games
    assert annotated.notation == notation and game.start.format(game.moves[0], notation) in noted.html()


def test_files_are_counted_from_the_right_of_each_side_whichever_way_the_board_lies():
    board = boyi.svg.xiangqi_board(boyi.xiangqi.Position().to_array(), turn="red", flipped=True)
    turned = boyi.svg.xiangqi_relabelled(board, "chinese", True)
    places = {
        text: (int(x), int(y)) for x, y, text in re.findall(r'<text x="(\d+)" y="(\d+)">([九一19])</text>', turned)
    }
    assert places["九"][0] > places["一"][0] and places["1"][0] > places["9"][0]
    assert places["九"][1] < places["1"][1], "red's numbers are above where black sits at the bottom"


# Pages


@pytest.mark.parametrize("name", game_names())
def test_a_page_shows_every_part(name, reviewed):
    page = reviewed[name].html()
    moves = len(reviewed[name].notes[0])
    assert page.startswith("<!DOCTYPE html>") and page.count("<script>") == 1 and "src=" not in page
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg|lichess)", page.split("<script>")[0])
    for part in ('class="course"', 'class="cursor"', "<h2>Summary</h2>", "Turning points", 'class="line best-line"'):
        assert part in page, part
    assert page.count('<section class="detail') == moves + 1
    data = json.loads(re.search(r'\("boyi-review-\w+", (\{.*\})\);\n</script>', page, re.DOTALL)[1])
    assert data["last"] == moves == len(data["arrows"]) - 1 == len(data["shares"]) - 1
    assert len(data["shown"]) == len(data["parents"]) == len(data["next"]) > 2 * moves
    # Every picture that the script puts together is the picture of its position.
    place = game_of(name).start()
    for number, move in enumerate([None, *reviewed[name].games[0].moves]):
        place = place if move is None else place.play(move)
        for way, turned in enumerate((False, True)):
            signs = data["pictures"][way][data["shown"][number]]
            drawn = data["boards"][way] + "".join(data["signs"][sign] for sign in signs)
            whole = re.sub("<title>.*?</title>", "", place.svg(size=460, flipped=turned))
            assert game_of(name).with_coordinates(whole, game_of(name).notation, turned) == drawn


def test_variations_and_comments_of_the_file_are_on_the_page():
    (game,) = records.loads("{begin} 1. h2e2 {good} (1. b2e2 {also} b9c7 (1... h9g7)) 1... h9g7 *")
    page = lab.annotate(game, nodes=100, progress=False, notation="uci", language="en").html()
    assert page.count("Variation in the file") == 2
    for text in ("begin", "good", "also", "1. b2e2", "b9c7"):
        assert text in text_of(page), text


def test_a_game_that_begins_with_the_second_side_is_numbered_right():
    start = boyi.xiangqi.Position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1")
    game = records.Game.from_moves("h9g7 h2e2 b9c7", start)
    page = lab.annotate(game, nodes=100, progress=False, notation="uci", language="en").html()
    assert "<h2>1… h9g7" in page and "<h2>2. h2e2" in page and "<h2>2… b9c7" in page
    assert page.count('<th scope="row">1</th><td>…</td>') == 1


def test_a_game_without_moves_has_a_page():
    page = lab.annotate(records.Game("connect4"), nodes=50, progress=False).html()
    assert "Start position" in page and 'class="graph"' not in page


def test_several_games_have_an_index(tmp_path):
    first = records.loads('[Red "<b>"]\n[Date "2026.03.01"]\n1. C2=5 H8+7 2. H2+3 H2+3 1-0')[0]
    named = records.Game.from_moves("c3c4", headers={"Red": "A", "Opening": "my own"})
    unnamed = records.Game.from_moves("a0a1 a9a8")
    noted = lab.annotate([first, named, unnamed], nodes=50, progress=False)
    assert noted.save(tmp_path / "all.html") == 4
    index = (tmp_path / "all.html").read_text(encoding="utf-8")
    links = re.findall('href="([^"]+)"', index)
    assert links == ["all/1.html", "all/2.html", "all/3.html"] and all((tmp_path / link).exists() for link in links)
    for text in ("&lt;b&gt; - ?", "Central Cannon against Screen Horses", "my own", "1-0", "2026.03.01"):
        assert text in index, text
    assert "车九进一" in index, "the first moves of an opening without a name"
    second = (tmp_path / "all" / "2.html").read_text(encoding="utf-8")
    assert re.findall('<a href="([^"]+)"', second) == ["../all.html", "1.html", "3.html"]
    with pytest.raises(OptionError, match="from 0 to 2"):
        noted.html(3)


def test_openings_have_names_whichever_side_they_are_played_on():
    assert opening_of(records.Game.from_moves("b2e2 b7e7"), "en", "wxf") == "Same-Direction Cannons"
    assert opening_of(records.Game.from_moves("h2e2 b7e7"), "zh", "wxf") == "列炮局"
    assert opening_of(records.Game.from_moves("b2e2 b9c7 b0c2 h7f7"), "en", "wxf").endswith("Sandwiched Horses")
    assert opening_of(records.Game.from_moves("h8 h7 g7", "gomoku"), "zh", "uci") == "花月"
    assert opening_of(records.Game.from_moves("h8 a1 g7", "gomoku"), "zh", "uci") == "h8 a1 g7"
    small = boyi.gomoku.Position(size=9)
    assert opening_of(records.Game.from_moves("h8 h7 g7", small), "zh", "uci") == "h8 h7 g7"
    other = boyi.xiangqi.Position("3k5/9/9/9/9/9/9/7C1/9/4K4 w - - 0 1")
    assert opening_of(records.Game.from_moves("h2e2", other), "en", "uci") == "h2e2"


def test_all_26_openings_of_renju_are_told_apart():
    from boyi.games.opening_names import renju_opening

    names = {}
    for white in ("h9", "i9"):
        for file in "fghij":
            for rank in range(6, 11):
                third = f"{file}{rank}"
                if third not in ("h8", white):
                    names.setdefault(renju_opening(["h8", white, third], "h8"), []).append((white, third))
    assert len(names) == 26 and None not in names
    # Each is its own reflection, or comes twice.
    assert sorted(len(places) for places in names.values()).count(2) == 20


# Files


@pytest.mark.parametrize("encoding", ["gb18030", "big5", "utf-8"])
def test_annotated_files_keep_their_encoding(encoding, tmp_path, capsys):
    path, out = tmp_path / "a.pgn", tmp_path / "b.pgn"
    text = '[Red "王"]\n[Black "李"]\n\n1. 炮二平五 馬8進7 *\n'
    path.write_bytes(text.encode(encoding))
    assert main(["annotate", str(path), "--nodes", "100", "--quiet", "-o", str(out), "--language", "en"]) == 0
    written = "utf-8" if encoding == "big5" else encoding  # the moves are written in simplified characters
    assert records.encoding_of(path) == encoding and records.encoding_of(out) == written
    assert out.read_bytes().decode(written).count("王") == 1
    converted = tmp_path / "c.pgn"
    same = ["--to-encoding", "same", "--notation", "chinese-traditional", "--quiet"]
    assert main(["convert", str(path), "-o", str(converted), *same]) == 0
    assert "王" in converted.read_bytes().decode(encoding)
    assert main(["convert", str(path), "-o", str(converted), "--quiet"]) == 0
    assert "王" in converted.read_text(encoding="utf-8")
    capsys.readouterr()


def test_sgf_says_in_which_encoding_it_is(tmp_path):
    game = records.Game.from_moves("h8 i9", "gomoku", headers={"Black": "王"})
    game.end.comment = "(;GM[4]FF[4]CA[UTF-8]"
    records.write([game, game], tmp_path / "a.sgf", encoding="gb18030")
    text = (tmp_path / "a.sgf").read_bytes().decode("gb18030")
    assert text.count("CA[GB18030]") == 2 and text.count("CA[UTF-8\\]") == 2
    assert list(records.read(tmp_path / "a.sgf")) == [game, game]


def test_marks_begin_the_comments_of_formats_without_glyphs(tmp_path):
    game = records.Game.from_moves("h2e2 h9g7 e2e6 g7e6")
    noted = lab.annotate(game, nodes=1000, progress=False)
    noted.save(tmp_path / "a.dhtmlxq")
    (read,) = records.read(tmp_path / "a.dhtmlxq")
    marks = [note.mark for note in noted.notes[0]]
    assert any(marks) and not any(node.glyphs for node in read.mainline())
    for node, mark in zip(read.mainline(), marks, strict=True):
        assert node.comment.startswith(f"{mark} " if mark else ("+", "-"))


def test_the_file_of_a_match_is_reviewed(tmp_path, capsys):
    path = tmp_path / "m.jsonl"
    lab.match("boyi", "boyi", game="connect4", games=2, nodes=50, progress=False, path=path)
    assert main(["annotate", str(path), "--nodes", "20", "--quiet"]) == 0
    assert f"{tmp_path / 'm.html'}: 2 games, with 2 pages in {tmp_path / 'm'}" in capsys.readouterr().out
    assert (tmp_path / "m" / "2.html").exists() and not list(tmp_path.glob("*.annotated*"))
