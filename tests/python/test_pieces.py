"""Characters or letters on drawn pieces, and boards as pictures for viewers that show no HTML."""

import threading
from xml.etree import ElementTree

import pytest

import boyi
from boyi import lab, records
from boyi.games import GAMES, game_of
from boyi.lab.matches.result import Game
from boyi.picture_row import beside
from boyi.pieces import drawn, drawn_as
from conftest import run_python

SVG = "{http://www.w3.org/2000/svg}"
START = boyi.xiangqi.Position()
CHARACTERS = set("帥仕相傌俥炮兵將士象馬車砲卒楚河漢界")


def texts(picture):
    return [node.text or "" for node in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_letters_stand_for_all_pieces():
    with boyi.set_pieces("letters"):
        shown = texts(START.svg())
    assert {letter: shown.count(letter) for letter in "KAEHRCP"} == dict(
        zip("KAEHRCP", [2, 4, 4, 4, 4, 4, 10], strict=True)
    )
    assert not CHARACTERS & set("".join(shown))
    assert {"帥", "將", "楚 河"} <= set(texts(START.svg()))


def test_the_choice_ends_with_its_block_or_stays():
    assert drawn() == "characters"
    with boyi.set_pieces("letters"):
        with boyi.set_pieces("characters"):
            assert drawn() == "characters"
        assert drawn() == "letters"
        with pytest.raises(ZeroDivisionError), boyi.set_pieces("characters"):
            _ = 1 / 0
        assert drawn() == "letters"
    boyi.set_pieces("letters")
    assert "K" in texts(START._repr_svg_())
    boyi.set_pieces("characters")
    assert "K" not in texts(START._repr_svg_())


def test_a_block_of_one_thread_leaves_others_alone():
    seen = []
    with drawn_as("letters"):
        other = threading.Thread(target=lambda: seen.append(drawn()))
        other.start()
        other.join()
        assert drawn() == "letters"
        with drawn_as(None):
            assert drawn() == "letters"
    assert seen == ["characters"] and drawn() == "characters"


@pytest.mark.parametrize("wrong", ["letter", "", None, 1, ["letters"]])
def test_other_pieces_are_refused(wrong):
    with pytest.raises(boyi.OptionError, match=r"pieces .*expected one of \['characters', 'letters'\]"):
        boyi.set_pieces(wrong)
    if wrong is not None:
        with pytest.raises(boyi.OptionError, match="pieces"):
            lab.boards([START], pieces=wrong)
        with pytest.raises(boyi.OptionError, match="pieces"):
            game_of(START).picture(START, pieces=wrong)


def test_the_environment_chooses_and_is_checked():
    code = "import boyi; print('K<' in boyi.xiangqi.Position().svg())"
    assert "True" in run_python(code, BOYI_PIECES="letters")
    assert "False" in run_python(code, BOYI_PIECES="")
    wrong = "import boyi\ntry:\n    boyi.xiangqi.Position().svg()\nexcept boyi.OptionError as error:\n    print(error)"
    assert "BOYI_PIECES 'leters': expected one of ['characters', 'letters']" in run_python(wrong, BOYI_PIECES="leters")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_without_characters_is_drawn_as_ever(game):
    position = game.start()
    position = position.play(position.legal_moves()[0])
    for flipped in (False, True):
        options = {"arrows": position.legal_moves()[:2], "size": 200, "flipped": flipped}
        plain, letters = (game.picture(position, pieces=pieces, **options) for pieces in ("characters", "letters"))
        assert plain == position.svg(**options) == game.picture(position, **options)
        assert (plain == letters) == (not CHARACTERS & set(plain))


def test_moves_beside_a_board_follow_the_pieces():
    (game,) = records.loads("1. 炮二平五 马8进7")
    assert "炮二平五" in game._repr_html_()
    with boyi.set_pieces("letters"):
        page = game._repr_html_()
    assert "C2=5" in page and not CHARACTERS & set(page)


def test_games_show_their_last_position():
    (game,) = records.loads("1. 炮二平五 马8进7 (1... 炮8平5) *")
    assert game._repr_svg_() == START.play_all("h2e2 h9g7").svg(size=320)
    played = Game(0, 0, START, ("h2e2",), {"red": "a", "black": "b"}, None, "agreed draw", {}, {}, {}, {})
    assert played._repr_svg_() == START.play("h2e2").svg(size=300) in played._repr_html_()


def test_notebooks_get_html_and_a_picture():
    formatters = pytest.importorskip("IPython.core.formatters")
    (game,) = records.loads("1. 炮二平五 马8进7")
    won = boyi.xiangqi.Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w")
    for shown in (game, lab.boards([START]), boyi.kill_search(won, force="check")):
        data, _ = formatters.DisplayFormatter().format(shown)
        assert {"text/html", "image/svg+xml", "text/plain"} <= set(data)
    data, _ = formatters.DisplayFormatter().format(START)
    assert {"image/svg+xml", "text/plain"} <= set(data)


def test_a_kill_search_shows_its_board_if_it_knows_it():
    won = boyi.xiangqi.Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w")
    found = boyi.kill_search(won, force="check")
    assert found._repr_svg_() == won.play_all(found.line).svg(size=300)
    assert boyi.KillResult("none", [], None, 1)._repr_svg_() is None


def test_boards_as_one_picture():
    pictures = [START, boyi.gomoku.Position("h8"), boyi.connect4.Position(), START]
    row = lab.boards(pictures, ["a & b", "两块棋盘", "c" * 200, "d"], size=300)
    picture = ElementTree.fromstring(row._repr_svg_())
    inner = [node for node in picture if node.tag == f"{SVG}svg"]
    places = [(int(node.attrib["x"]), int(node.attrib["y"])) for node in inner]
    assert [x for x, _ in places] == [0, 312, 624, 0] and places[3][1] > places[0][1] + 300
    assert int(picture.attrib["width"]) == 924
    assert int(picture.attrib["height"]) == places[3][1] + int(inner[3].attrib["height"])
    captions = [node.text for node in picture if node.tag == f"{SVG}text"]
    assert captions[:2] == ["a & b", "两块棋盘"] and captions[2].endswith("c…") and len(captions[2]) < 40
    assert lab.boards([])._repr_svg_() is None
    assert "K" in texts(lab.boards([START], pieces="letters")._repr_svg_())
    with pytest.raises(boyi.OptionError, match="expected an SVG picture"):
        beside(["<p>"], ["x"], 100)
