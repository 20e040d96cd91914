"""Opening books: made from games, probed, drawn from, saved, and used by a Searcher."""

import os
import pickle
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare

import boyi
from boyi.cli import main
from boyi.xiangqi import Book, Position

DATA = Path(__file__).parent.parent / "data" / "xiangqi_openings.txt"
START = Position()
GAMES = [
    ("h2e2 h9g7 h0g2", "1-0"),
    ("炮二平五 马8进7 马二进三", "0-1"),
    (["H2-E2", "H7-E7"], "1/2-1/2"),
    (["b2e2", "b9c7"], "*"),
    "C2=5 N8+7",
    START.play_all("g3g4 h9g7"),
]


@pytest.fixture(scope="module")
def book() -> Book:
    return Book.from_games(GAMES)


def moves(answer: list[tuple[boyi.Move, int]]) -> dict[str, int]:
    return {str(move): weight for move, weight in answer}


def test_weights_are_points_in_both_mirrors(book: Book) -> None:
    # h2e2: a win, a loss, a draw and an unknown end; b2e2: an unknown end. The start is its own mirror image.
    assert moves(book.probe(START)) == {"h2e2": 5, "b2e2": 5, "g3g4": 1, "c3c4": 1}
    # Black: h9g7 lost, won and ended unknown, and b9c7 after b2e2 is the same in a mirror.
    assert moves(book.probe(START.play("h2e2"))) == {"h9g7": 4, "h7e7": 1}
    assert moves(book.probe(START.play("b2e2"))) == {"b9c7": 4, "b7e7": 1}
    assert book.probe(START.play("h2h3")) == []
    assert len(book) == 5 and START in book and START.play("h2h3") not in book


def test_asymmetrical_openings_are_known_in_both_mirrors() -> None:
    line = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"]
    turned = ["b2e2", "b9c7", "b0c2", "a9b9", "a0b0", "h9g7"]
    book = Book.from_games([line])
    assert moves(book.probe(START)) == {"h2e2": 1, "b2e2": 1}
    here, there = START.play(line[0]), START.play(turned[0])
    for move, twin in zip(line[1:], turned[1:], strict=True):
        assert there == here.mirror() != here
        assert (moves(book.probe(here)), moves(book.probe(there))) == ({move: 1}, {twin: 1})
        assert (book.choose(here, 3), book.choose(there, 3)) == (move, twin)
        here, there = here.play(move), there.play(twin)
    assert here not in book and there not in book


def test_entries_are_a_read_only_array(book: Book) -> None:
    rows = book.entries()
    assert rows.dtype.names == ("key", "move", "weight", "games") and not rows.flags.writeable
    assert [rows.dtype[name].str for name in rows.dtype.names] == ["<u8", "<u2", "<u4", "<u4"]
    at_start = rows[rows["key"] == START.key]
    found = {str(boyi.Move.from_code(int(row["move"]), "xiangqi")): (row["weight"], row["games"]) for row in at_start}
    assert found == {"h2e2": (4, 4), "b2e2": (1, 1), "g3g4": (1, 1)}
    order = np.rec.fromarrays([rows["key"], rows["move"]])
    assert (np.sort(order) == order).all() and len(np.unique(rows["key"])) == len(book)


def test_the_key_set_of_a_position_does_not_matter(book: Book) -> None:
    other = Position(zobrist="rc4")
    assert book.probe(other) == book.probe(START)
    assert [book.choose(other, seed) for seed in range(9)] == [book.choose(START, seed) for seed in range(9)]
    assert Book.from_games([other.play("h2e2")]) == Book.from_games(["h2e2"])


def test_limits_of_making() -> None:
    assert len(Book.from_games(GAMES, plies=1)) == 1
    assert moves(Book.from_games(GAMES, min_count=2).probe(START)) == {"h2e2": 5, "b2e2": 5}
    assert len(Book.from_games([])) == 0 and Book.from_games([]).probe(START) == []
    assert Book.from_games([("h2e2", "h9g7")]) == Book.from_games(["h2e2 h9g7"]), "two moves are a game"
    assert Book.from_games([("h2e2 h9g7", None)]) == Book.from_games([iter(["h2e2", "h9g7"])])


@pytest.mark.parametrize(
    ("games", "error", "words"),
    [
        (["h2e2", "h2e2 h9g7 a0a9"], boyi.IllegalMoveError, 'game 2, ply 3: illegal move "a0a9"'),
        (["h2e2 炮五进九"], boyi.IllegalMoveError, 'game 1, ply 2: illegal move "炮五进九"'),
        (["h2e2", ["h2e2", "hello"]], boyi.MoveTextError, 'game 2, ply 2: unreadable move "hello"'),
        ([("h2e2 h9g7", "2-0")], boyi.OptionError, 'game 1: result "2-0": expected one of'),
        ([(["h2e2"], 1)], boyi.OptionError, "game 1: result 1: expected a text"),
        ([None], TypeError, "game 1, ply 1: .*not iterable"),
        ([[7]], TypeError, "game 1, ply 1: expected a boyi.Move or its text"),
        ("h2e2", TypeError, "games is a text"),
    ],
)
def test_bad_games_are_named(games: list[object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Book.from_games(games)


@pytest.mark.parametrize(("name", "value"), [("plies", 0), ("plies", 1001), ("min_count", 0), ("min_count", 10**30)])
def test_bad_numbers_are_named(name: str, value: int) -> None:
    with pytest.raises(boyi.OptionError, match=f"{name} = "):
        Book.from_games([], **{name: value})


def test_errors_of_the_games_themselves_pass() -> None:
    def broken() -> object:
        yield "h2e2"
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match=r"^mine$"):
        Book.from_games(broken())
    with pytest.raises(RuntimeError, match=r"^mine$"):
        Book.from_games([broken()])


def test_choices_follow_the_weights(book: Book) -> None:
    weights = moves(book.probe(START))
    drawn = Counter(str(book.choose(START, seed)) for seed in range(6000))
    assert drawn.keys() == weights.keys()
    expected = [6000 * weight / sum(weights.values()) for weight in weights.values()]
    assert chisquare([drawn[move] for move in weights], expected).pvalue > 0.001
    # One seed is not one rank in every position: draws of two positions are independent.
    other = START.play("h2e2")
    both = Counter((book.choose(START, s) in {"h2e2", "b2e2"}, book.choose(other, s) == "h9g7") for s in range(6000))
    shares = {(a, b): 6000 * (10 / 12 if a else 2 / 12) * (0.8 if b else 0.2) for a in (0, 1) for b in (0, 1)}
    assert chisquare([both[bool(a), bool(b)] for a, b in shares], list(shares.values())).pvalue > 0.001


def test_choices_by_seed_and_best(book: Book) -> None:
    assert [book.choose(START, seed) for seed in range(50)] == [book.choose(START, seed) for seed in range(50)]
    assert book.choose(START.play("h2e2"), best=True) == "h9g7"
    assert book.choose(START.play("h2h3"), 1) is None and book.choose(START.play("h2h3"), best=True) is None
    random.seed(1)
    first = [book.choose(START) for _ in range(20)]
    random.seed(1)
    assert first == [book.choose(START) for _ in range(20)] and len(set(first)) > 1
    with pytest.raises(boyi.OptionError, match="seed = -1"):
        book.choose(START, -1)


def test_other_games_are_refused(book: Book) -> None:
    for ask in (book.probe, book.choose, book.__contains__):
        with pytest.raises(boyi.GameMismatchError, match="gomoku"):
            ask(boyi.gomoku.Position())
        with pytest.raises(TypeError):
            ask("h2e2")


def test_files(book: Book, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    book.save(path)
    assert Book.load(path) == book == pickle.loads(pickle.dumps(book))
    again = tmp_path / "b.book"
    Book.from_games(GAMES[::-1]).save(str(again))
    assert again.read_bytes() == path.read_bytes(), "equal books are equal files"
    Book.shipped().save(path)
    assert Book.load(path) == Book.shipped() != book
    assert sorted(os.listdir(tmp_path)) == ["a.book", "b.book"], "no drafts are left"
    with pytest.raises(OSError):
        book.save(tmp_path / "nowhere" / "a.book")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        book.save(tmp_path / "folder")
    assert sorted(os.listdir(tmp_path)) == ["a.book", "b.book", "folder"]


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: "", "expected a book saved by boyi"),
        (lambda text: "boyi-table-2 always", "expected a book saved by boyi"),
        (lambda text: text.replace("book-1", "book-9"), 'format "boyi-book-9", expected "boyi-book-1"'),
        (lambda text: text[:14], "first line is cut short"),
        (lambda text: text.replace(" ", " x", 1), "how many entries"),
        (lambda text: text[:-1], "entries, expected"),
        (lambda text: text.rpartition("\n")[0].rpartition("\n")[0] + "\n", "entries, expected"),
        (lambda text: text + text.splitlines()[1] + "\n", "entries, expected"),
        (lambda text: text.replace("h2e2", "h2z2"), r"line \d is .*expected a key, a move"),
        (lambda text: text.replace("h2e2 4 4", "h2e2 0 4"), r"line \d is .*expected a key, a move"),
        (lambda text: text.replace("h2e2 4 4", "h2e2 5 4"), "not what they were"),
        (lambda text: "\n".join([text.splitlines()[0], *text.splitlines()[:0:-1]]) + "\n", "line 3 is out of order"),
        (lambda text: text.replace("h2e2", "h2\x80\udce2"), "byte .* is no text"),
    ],
)
def test_damaged_files_are_refused(book: Book, tmp_path: Path, damage: object, words: str) -> None:
    path = tmp_path / "some.book"
    book.save(path)
    sound = path.read_text()
    damaged = damage(sound)
    assert damaged != sound
    path.write_text(damaged, errors="surrogateescape")
    with pytest.raises(boyi.BookFileError, match=words) as caught:
        Book.load(path)
    assert "some.book" in str(caught.value)


def test_missing_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(boyi.MissingFileError, match=r"none\.book"):
        Book.load(tmp_path / "none.book")
    boyi.TranspositionTable(mb=0.01).save(tmp_path / "table")
    with pytest.raises(boyi.BookFileError, match="expected a book saved by boyi"):
        Book.load(tmp_path / "table")


def test_a_searcher_with_a_book_answers_at_once(book: Book) -> None:
    config = boyi.Config.preset("boyi", "xiangqi")
    drawn = set()
    for seed in range(8):
        searcher = boyi.Searcher(config.replace(seed=seed), book=book)
        told: list[boyi.Iteration] = []
        result = searcher.search(START, depth=6, on_iteration=told.append)
        assert result.from_book and result.move == book.choose(START, seed)
        assert (result.depth, result.seldepth, result.nodes, result.iterations, told) == (0, 0, 0, [], [])
        assert result.score == START.evaluate() and result.bound == boyi.Bound.NONE and result.pv == [result.move]
        with searcher.start(START) as run:
            assert list(run) == [] and run.done() and run.result() == result
        drawn.add(result.move)
    assert len(drawn) > 1


def test_out_of_the_book_it_searches(book: Book) -> None:
    plain, with_book = boyi.Searcher(), boyi.Searcher(book=book)
    position = START.play("h2h3")
    first, second = (s.search(position, depth=4) for s in (plain, with_book))
    assert not second.from_book and (first.move, first.nodes) == (second.move, second.nodes)
    five = boyi.gomoku.Position("h8 i9")
    assert not boyi.Searcher(book=book).search(five, depth=2).from_book, "a gomoku position is searched"
    assert with_book.book == book and plain.book is None and boyi.Searcher(book=False).book is None
    assert boyi.Searcher(book=True).book == Book.shipped()
    assert boyi.Searcher(book=True).search(START, nodes=100).from_book
    with pytest.raises(boyi.OptionError, match="book shipped: expected"):
        boyi.Searcher(book="shipped")
    with pytest.raises(boyi.OptionError, match="needs a limit"):
        with_book.search(START)


def test_the_score_of_a_book_move_is_the_searchers_evaluation(book: Book) -> None:
    tables = np.zeros((7, 10, 9), int)
    evaluation = boyi.xiangqi.Evaluation(tables, tempo=41)
    assert boyi.Searcher(evaluation=evaluation, book=book).search(START, depth=1).score == 41


def test_a_search_under_way_refuses_the_book_too(book: Book) -> None:
    searcher = boyi.Searcher(book=book)
    with searcher.start(START.play("h2h3")), pytest.raises(boyi.SearcherBusyError):
        searcher.search(START, depth=1)


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "made.book"
    assert main(["book", "make", str(DATA), "--plies", "10", "--out", str(out)]) == 0
    assert Book.load(out) == Book.shipped()
    assert "from 97 games" in capsys.readouterr().out
    assert main(["book", "show", "--moves", "h2e2"]) == 0
    shown = capsys.readouterr().out
    assert all(str(move) in shown for move, _ in Book.shipped().probe(START.play("h2e2")))
    assert main(["book", "show", "--book", str(out), "--moves", "a0a1"]) == 0
    assert "Not among the" in capsys.readouterr().out
    games = tmp_path / "games.txt"
    games.write_text("# mine\n\nh2e2 h9g7 1-0\nh2e2 h2h9\n")
    assert main(["book", "make", str(games), "--out", str(out)]) == 2
    assert f"{games}:4: illegal move" in capsys.readouterr().err
    games.write_bytes(b"\xff\xfe")
    assert main(["book", "make", str(games), "--out", str(out)]) == 2
    assert "expected games as text" in capsys.readouterr().err
    assert main(["book"]) == 0 and "make" in capsys.readouterr().out
