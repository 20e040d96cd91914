"""The openings that ship, and those that are made."""

from itertools import pairwise

import pytest

import boyi
from boyi import lab
from boyi.games import game_names
from boyi.lab.position_sets import making

SMALL = {"nodes": 2000, "seed": 3}


def places(name: str) -> list[tuple[int, int]]:
    return [(ord(move[0]) - ord("a"), int(move[1:]) - 1) for move in name]


def test_the_sets() -> None:
    assert list(lab.opening_sets()) == ["connect4", "gomoku/freestyle", "gomoku/renju", "gomoku/standard", "xiangqi"]
    for name, sentence in lab.opening_sets().items():
        assert sentence.startswith(f"{len(lab.openings(name))} ")
    with pytest.raises(
        boyi.OptionError, match=r"set of openings 'gomoku/renjo': expected one of .* did you mean 'gomoku/renju'"
    ):
        lab.openings("gomoku/renjo")
    with pytest.raises(boyi.OptionError, match=r"expected one of \['connect4', 'gomoku/freestyle', "):
        lab.openings("../suites/xiangqi/bench")


@pytest.mark.parametrize("rule", boyi.gomoku.RULES)
def test_openings_of_gomoku(rule: str) -> None:
    openings = lab.openings(f"gomoku/{rule}")
    assert len(openings) >= 40 and len({place.canonical_key for place in openings}) == len(openings)
    for place in openings:
        assert (place.rule, place.rows, place.cols, place.k) == (rule, 15, 15, 5) and 3 <= place.ply <= 6
        assert place.outcome() is None and not place.is_check()
        stones = places([str(move) for move in place.moves])
        assert all(abs(number - 7) <= 2 for number in stones[0]), "the first stone is near the centre"
        for number, stone in enumerate(stones[1:], 1):
            near = [max(abs(stone[0] - other[0]), abs(stone[1] - other[1])) for other in stones[:number]]
            assert min(near) <= 2
        threats = set(place.threats()[place.turn].values())
        assert not threats & {"five", "open_four", "four_three"}, "nobody wins on the spot"


def test_openings_of_xiangqi() -> None:
    openings = lab.openings("xiangqi")
    assert len(openings) >= 30
    assert len({min(place.key, place.mirror().key) for place in openings}) == len(openings)
    for place in openings:
        assert place.outcome() is None and not place.is_check() and 4 <= place.ply <= 8
        assert place.start_fen == boyi.xiangqi.START


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["gomoku/freestyle", "gomoku/renju", "gomoku/standard", "xiangqi"])
def test_openings_are_near_zero_for_a_quick_search_too(name: str, step: int) -> None:
    """Nine in ten: the engine has gone on since they were made, and this is a smaller search."""
    searcher = boyi.Searcher(boyi.Config.preset("boyi", name.partition("/")[0]).replace(table_mb=1))
    even = []
    for place in lab.openings(name)[::step]:
        searcher.clear()
        value = searcher.search(place, nodes=3000).score.value
        even.append(value is not None and abs(value) <= 100)
    assert sum(even) >= 0.9 * len(even)


# Making


@pytest.mark.parametrize("game", game_names())
def test_making_is_deterministic(game: str) -> None:
    made = lab.make_openings(game, 3, **SMALL)
    again = lab.make_openings(game, 2, **SMALL)
    assert made[:2] == again and [place.moves for place in made[:2]] == [place.moves for place in again]
    assert all(place.game == game for place in made)
    assert lab.make_openings(game, 1, nodes=2000, seed=4) != made[:1]


def test_the_search_that_judges_agrees() -> None:
    for place in lab.make_openings("gomoku", 4, margin=9, **SMALL):
        searcher = boyi.Searcher(boyi.Config.preset("boyi", "gomoku").replace(table_mb=4))
        assert abs(searcher.search(place, nodes=2000).score.value) <= 9


def test_rules_and_sizes() -> None:
    for place in lab.make_openings("gomoku", 6, rule="renju", size=7, margin=200, **SMALL):
        assert (place.rule, place.rows, place.cols) == ("renju", 7, 7)
    assert lab.make_openings("gomoku", 1, size=22, **SMALL)[0].cols == 22


def test_boards_of_many_stones_are_level() -> None:
    made = lab.make_openings("gomoku", 4, plies=(20, 40), margin=60, **SMALL)
    assert all(20 <= place.ply <= 40 for place in made)
    assert made[:2] == lab.make_openings("gomoku", 2, plies=(20, 40), margin=60, **SMALL)
    for place in made:
        searcher = boyi.Searcher(boyi.Config.preset("boyi", "gomoku").replace(table_mb=4))
        assert abs(searcher.search(place, nodes=2000).score.value) <= 60
    assert {place.ply for place in lab.make_openings("gomoku", 6, plies=(5, 6), **SMALL)} <= {5, 6}
    assert {place.ply for place in lab.make_openings("xiangqi", 4, plies=(2, 3), **SMALL)} <= {2, 3}


def test_a_small_board_is_not_level_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "PATIENCE", 5)
    with pytest.raises(boyi.OptionError, match="found 0 openings"):
        lab.make_openings("gomoku", 1, size=5, plies=(26, 30), margin=1, nodes=10)


def test_moves_of_xiangqi_are_plausible() -> None:
    """Every move of an opening is at most 6 units worse than the best one by the search that draws it."""
    searcher = boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=1))

    def score(place: boyi.xiangqi.Position) -> int:
        searcher.clear()
        return -int(searcher.search(place, depth=4).score)

    made = lab.make_openings("xiangqi", 2, **SMALL)[1]
    line = [boyi.xiangqi.Position()]
    for move in made.moves:
        line.append(line[-1].play(move))
    for place, after in pairwise(line):
        assert score(after) >= max(score(place.play(move)) for move in place.legal_moves()) - 6


@pytest.mark.parametrize(
    ("arguments", "more", "message"),
    [
        (("go", 3), {}, "game 'go': expected one of .'xiangqi', 'gomoku'"),
        (("gomoku", 0), {}, "n=0: expected 1 to"),
        (("gomoku", "3"), {}, "n='3': expected a whole number"),
        (("gomoku", 3), {"nodes": 0}, "nodes=0"),
        (("gomoku", 3), {"margin": -1}, "margin=-1"),
        (("gomoku", 3), {"seed": -1}, "seed=-1: expected 0 to"),
        (("gomoku", 3), {"size": 4}, "board size 4"),
        (("gomoku", 3), {"rule": "renjo"}, "renju"),
        (("gomoku", 3), {"plies": (9, 8)}, r"plies=\(9, 8\): expected two whole numbers from 1 to 300"),
        (("xiangqi", 3), {"plies": 4}, "plies=4: expected two"),
    ],
)
def test_bad_arguments_are_named(arguments: tuple, more: dict, message: str) -> None:
    with pytest.raises(boyi.OptionError, match=message):
        lab.make_openings(*arguments, **more)


def test_there_may_not_be_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "PATIENCE", 20)
    with pytest.raises(boyi.OptionError, match=r"n=10000: found \d+ openings within 1 units of zero"):
        lab.make_openings("gomoku", 10_000, size=5, margin=1, nodes=10)
