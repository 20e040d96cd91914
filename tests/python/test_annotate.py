"""Annotated games: scores and losses are those of the searches, comments are in the file's notation, files go on."""

import io
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import boyi
from boyi import lab, records
from boyi.cli import main
from boyi.errors import GameMismatchError, OptionError, ResultFileError

pytest.importorskip("tqdm")

# With its fourth move red gives a chariot for a cannon.
TEXT = '[Red "A"]\n[Black "B"]\n\n1. H2-E2 H9-G7 {natural} 2. H0-G2 I9-H9 3. I0-H0 A6-A5 4. H0-H7 H9-H7 *\n'


@pytest.fixture(scope="module")
def game():
    (found,) = records.read(io.BytesIO(TEXT.encode()), format="pgn")
    return found


@pytest.fixture(scope="module")
def noted(game):
    return lab.annotate(game, nodes=3000, progress=False)


def test_a_blunder_is_told_with_its_loss(game, noted):
    (notes,) = noted.notes
    assert [note.move for note in notes] == game.moves and [note.ply for note in notes] == list(range(1, 9))
    losses = {str(note.move): note.loss for note in notes}
    assert losses["h0h7"] > 300 and losses["h9h7"] == 0, losses
    position = boyi.xiangqi.Position().play_all(game.moves[:6])
    result = boyi.Searcher("boyi").search(position, nodes=3000)
    seventh = notes[6]
    assert (seventh.best, seventh.line) == (result.move, tuple(result.pv))
    assert seventh.best_score == round(4.5 * int(result.score))
    after = boyi.Searcher("boyi").search(position.play("h0h7"), nodes=3000)
    assert seventh.score == -round(4.5 * int(after.score)) and seventh.side == "red"


def test_comments_are_in_the_notation_of_the_file(game, noted):
    (annotated,) = noted.games
    assert annotated.notation == "iccs" and game.mainline()[6].glyphs == []
    blunder = annotated.mainline()[6]
    assert blunder.glyphs == [4]
    best = game.start.play_all(game.moves[:6]).format(noted.notes[0][6].best, "iccs")
    assert f"best {best}" in blunder.comment and "loss" in blunder.comment
    assert annotated.mainline()[1].comment.startswith("natural\n")
    text = annotated.to_text()
    assert "H0-H7 $4" in text and records.loads(text) == [annotated]


def test_the_page_stands_alone(noted, tmp_path):
    noted.save(tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>") and "A - B" in page and "<polyline" in page and "loss" in page
    assert "http://www.w3.org/2000/svg" in page and 'src="http' not in page
    noted.save(tmp_path / "a.pgn")
    assert list(records.read(tmp_path / "a.pgn")) == noted.games
    assert len(noted.frame()) == 8 and "<svg" in noted._repr_html_()
    picture = noted._repr_svg_()
    assert picture.count("<svg") == 1 + len(noted.games) and "A - B" in picture


def test_a_file_goes_on_and_other_executors_find_the_same(game, noted, tmp_path):
    path = tmp_path / "a.jsonl"
    lab.annotate(game, nodes=3000, progress=False, path=path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:4]))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        again = lab.annotate(game, nodes=3000, progress=False, path=path, executor=executor)
    assert again.notes == noted.notes and sorted(path.read_text().splitlines()) == sorted("".join(lines).splitlines())
    with pytest.raises(ResultFileError):
        lab.annotate(game, nodes=2000, progress=False, path=path)


@pytest.mark.parametrize("protocol", ["uci", "ucci"])
def test_a_program_annotates_too(protocol, game):
    engine = lab.Engine([sys.executable, "-m", "boyi.cli", protocol], protocol=protocol)
    (notes,) = lab.annotate(game, engine, depth=3, progress=False).notes
    own = boyi.Searcher("boyi").search(boyi.xiangqi.Position(), depth=3)
    assert len(notes) == 8 and notes[0].line == tuple(own.pv) and len(own.pv) > 1
    for note, place in zip(notes, game, strict=False):
        assert note.line[0] == note.best
        place.play_all(note.line)


def test_a_mate_is_a_win():
    game = records.Game.from_moves("a0a9", boyi.xiangqi.Position("3k5/4R4/9/9/9/9/9/9/9/R3K4 w - - 0 1"))
    (notes,) = lab.annotate(game, depth=3, progress=False).notes
    assert (notes[0].score, notes[0].score_text, notes[0].loss) == (100_000, "+M", 0)
    gomoku = records.Game.from_moves("h8 a1 h9 a3 h10 a5 h11", "gomoku")
    (notes,) = lab.annotate(gomoku, nodes=500, progress=False).notes
    assert notes[-1].side == "black" and notes[-1].score > 0
    assert records.loads(lab.annotate(gomoku, nodes=500, progress=False).games[0].to_text())


def test_what_cannot_be_annotated(game):
    with pytest.raises(OptionError, match="without a limit"):
        lab.annotate(game)
    with pytest.raises(OptionError, match="one or more"):
        lab.annotate([], nodes=1)
    with pytest.raises(GameMismatchError):
        lab.annotate([game, records.Game("gomoku")], nodes=1)
    with pytest.raises(GameMismatchError):
        lab.annotate(game, lab.Engine(["x"], protocol="gomocup"), nodes=1)


def test_the_command_annotates_files(tmp_path, capsys):
    path = tmp_path / "a.pgn"
    path.write_text(TEXT + '\n[Red "C"]\n1. H2-E9 *\n')
    assert main(["annotate", str(path), "--nodes", "300", "--quiet"]) == 1
    said = capsys.readouterr()
    assert "a.annotated.pgn: 1 games, 1 could not be read" in said.out and "line 7" in said.err
    assert (tmp_path / "a.html").exists() and len(list(records.read(tmp_path / "a.annotated.pgn"))) == 1
    assert main(["annotate", str(path), "--nodes", "300", "--quiet", "--protocol", "uci"]) == 2


def test_annotated_games_train_evaluations(game, noted):
    with pytest.raises(OptionError, match="with a result"):
        noted.training()
    (won,) = records.loads(TEXT.replace("*", "0-1"))
    noted = lab.annotate([won, game, won], nodes=300, progress=False)
    games = noted.training()
    assert (len(games), games.game, games.games["winner"].tolist()) == (2, "xiangqi", [1, 1])
    assert games.position(1) == won.final()
    position = boyi.xiangqi.Position()
    for move, score in games.plies[:8].tolist():
        found = boyi.Searcher("boyi").search(position, nodes=300)
        assert abs(score - int(found.score)) <= 1
        position = position.play(boyi.Move.from_code(move, "xiangqi"))
    trained = lab.train(games, lab.PieceSquareRecipe(), validation=0.5, progress=False)
    assert isinstance(position.evaluate(trained.evaluation), int) and trained.metadata["data"] == [games.metadata]
    five = records.loads("(;GM[4]SZ[15]RE[B+];B[hh];W[ha];B[ih];W[hb];B[gh];W[hc];B[fh];W[hd];B[eh])")
    made = lab.annotate(five, nodes=300, progress=False).training()
    assert made.games["winner"].tolist() == [0] and made.plies["score"][-1] == 9704
