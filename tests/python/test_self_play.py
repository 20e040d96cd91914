"""Games of self-play: they are legal, repeat, and survive interrupts, full disks and damage to their file."""

import os
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import boyi
from boyi import lab
from boyi.lab.self_play import play
from boyi.lab.self_play.games import NO_SCORE

SMALL = {"game": "xiangqi", "nodes": 60, "max_plies": 40, "progress": False}


# Each game begins with an empty table, and emptying one of the usual size takes longer than playing such a game.
BOYI = boyi.Config.preset("boyi", "xiangqi").replace(table_mb=1)


def made(games=5, **more):
    return lab.selfplay(BOYI, games=games, **(SMALL | more))


def test_games_are_legal_and_end_as_they_say():
    games = made(12, decided=200, decided_plies=3, max_plies=120)
    for number, row in enumerate(games.games):
        plies = games.plies[games.starts[number] : games.starts[number + 1]]
        assert (plies["score"][:6] == NO_SCORE).all()
        last = games.position(number)
        assert last.ply == row["plies"]
        outcome = last.outcome()
        assert (outcome is not None) == (row["end"] == 0)
        if outcome is not None:
            assert row["winner"] == {None: -1, "red": 0, "black": 1}[outcome.winner]
        if row["end"] == 1:
            scores = plies["score"][-3:].astype(int)
            searched = scores[scores != NO_SCORE]
            assert (abs(searched) >= 200).all()
        if row["end"] == 2:
            assert (row["winner"], row["plies"]) == (-1, 120)
    assert set(games.games["end"]) >= {1}


def test_the_score_is_that_of_the_search_of_the_position():
    games = made(1, nodes=300, slip=0)
    config = boyi.Config.preset("boyi", "xiangqi")
    searcher = boyi.Searcher(config)
    for ply in range(int((games.plies["score"] == NO_SCORE).sum()), 20):
        result = searcher.search(games.position(0, ply), nodes=300)
        assert (result.move.code, int(result.score)) == tuple(games.plies[ply].tolist())


def test_more_games_begin_with_these_and_executors_do_not_matter(tmp_path):
    path = tmp_path / "a.games"
    few = made(70, path=path)
    more = made(150, path=path)
    assert (more.plies[: len(few.plies)] == few.plies).all()
    with ProcessPoolExecutor(2) as executor:
        assert (made(150, executor=executor).plies == more.plies).all()
    read = lab.Games.load(path)
    assert (read.plies == more.plies).all() and (read.games == more.games).all()
    assert read.metadata == more.metadata
    more.save(tmp_path / "b.games")
    assert (lab.Games.load(tmp_path / "b.games").games == more.games).all()
    assert (made(1, seed=1).plies["move"][:4] != made(1).plies["move"][:4]).any()


def test_an_interrupt_keeps_what_is_finished(tmp_path, monkeypatch):
    path, finished = tmp_path / "a.games", []

    def interrupted(store, block):
        if finished:
            raise KeyboardInterrupt
        finished.append(block)
        append(store, block)

    append = play.Store.append
    monkeypatch.setattr(play.Store, "append", interrupted)
    with pytest.raises(KeyboardInterrupt) as caught:
        made(130, path=path)
    assert "64 games are kept" in caught.value.__notes__[0]
    monkeypatch.undo()
    assert len(lab.Games.load(path)) == 64
    whole = made(130, path=path)
    assert (whole.plies == made(130).plies).all()


def test_a_block_that_was_cut_off_is_played_again(tmp_path):
    path = tmp_path / "a.games"
    whole = made(100, path=path)
    data = path.read_bytes()
    path.write_bytes(data[:-7])
    assert len(lab.Games.load(path)) in (36, 64)
    assert (made(100, path=path).plies == whole.plies).all()
    assert (lab.Games.load(path).plies == whole.plies).all()


def test_damaged_and_foreign_files_are_refused(tmp_path):
    path = tmp_path / "a.games"
    made(3, path=path)
    data = path.read_bytes()
    middle = data.index(b"\n")
    for changed, expected in [
        (data[:-1] + bytes([data[-1] ^ 1]), "damaged at byte"),
        (data[: middle + 1] + b"X" + data[middle + 2 :], "damaged at byte"),
        (data.replace(b'"margin":120', b'"margin":121'), "line 1"),
        (data + data[middle + 1 :], "holds games twice"),
        (b"games", "does not hold games"),
        (b"", "does not hold games"),
    ]:
        path.write_bytes(changed)
        with pytest.raises(boyi.errors.ResultFileError, match=expected):
            lab.Games.load(path)
    path.write_bytes(data)
    with pytest.raises(boyi.errors.ResultFileError, match="another experiment, with other terms"):
        made(3, path=path, nodes=61)
    with pytest.raises(boyi.MissingFileError, match=r"none\.games"):
        lab.Games.load(tmp_path / "none.games")


def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path, monkeypatch):
    path = tmp_path / "a.games"
    made(64, path=path)
    usual = os.write

    def full(file, data):
        usual(file, data[:100])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(boyi.errors.ResultFileError, match=r"No space left on device: its results are kept"):
        made(128, path=path)
    monkeypatch.undo()
    assert len(lab.Games.load(path)) == 64
    assert len(made(128, path=path)) == 128


def test_gomoku_and_given_openings_and_evaluations():
    terms = {"nodes": 100, "random_plies": (1, 3), "margin": 500, "decided_plies": 400}  # to the end on the board
    games = lab.selfplay("boyi", game="gomoku", games=2, **terms, progress=False)
    assert games.game == "gomoku" and games.position(1).outcome() is not None
    rook_up = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR b"
    other = made(4, openings=[boyi.xiangqi.START, rook_up], margin=400, random_plies=(0, 2))
    assert other.games["opening"].tolist() == [0, 1, 0, 1] and other.position(1, 0).fen == other.openings[1].fen
    by_hand = boyi.xiangqi.Evaluation()
    assert (made(2, evaluation=by_hand).plies != made(2).plies).any()
    by_name = lab.selfplay(boyi.Config.preset("boyi").replace(evaluation="by-hand"), games=2, **SMALL)
    assert (by_name.plies == made(2, evaluation=by_hand).plies).all()


@pytest.mark.parametrize(
    ("more", "error", "expected"),
    [
        ({"games": 0}, boyi.OptionError, "games=0: expected 1 to"),
        ({"random_plies": (3, 2)}, boyi.OptionError, "random_plies=.*the smaller one first"),
        ({"random_plies": 3}, boyi.OptionError, "random_plies=3"),
        ({"slip": 2}, boyi.OptionError, "slip=2: expected a number from 0 to 1"),
        ({"margin": 0, "random_plies": (0, 0), "config": BOYI}, boyi.OptionError, "margin = 0: none of 1000 draws"),
        ({"evaluation": 3}, boyi.OptionError, "evaluation=3: expected weights, such as boyi.xiangqi.Network"),
        ({"game": "chess"}, boyi.OptionError, "game 'chess'"),
        ({"game": None}, boyi.OptionError, "game=None"),
        ({"game": "gomoku", "openings": [boyi.xiangqi.START]}, boyi.errors.GameMismatchError, "one game"),
        ({"game": "gomoku", "evaluation": boyi.xiangqi.Network.shipped()}, boyi.errors.GameMismatchError, "xiangqi"),
    ],
)
def test_bad_arguments_are_refused_before_the_first_game(tmp_path, more, error, expected):
    with pytest.raises(error, match=expected):
        lab.selfplay(**({"config": "boyi", "games": 1} | SMALL | {"path": tmp_path / "a.games"} | more))


def test_positions_ask_for_games_that_are_there():
    games = made(2)
    with pytest.raises(boyi.OptionError, match="number=2: expected 0 to 1"):
        games.position(2)
    assert games.position(0, 0) == boyi.xiangqi.Position(rules="axf")
    assert np.array_equal(games.starts, [0, games.games["plies"][0], len(games.plies)])
