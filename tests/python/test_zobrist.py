"""Key sets: the tutorial's keys, what keeps them, and what they do not change."""

import copy
import pickle

import pytest

import boyi
from boyi.games import game_of
from boyi.xiangqi import START, Position

FEN = "r1bakab2/4n1c2/4c1n2/pCp1p1R1p/6p2/2P1P2r1/P1N3P1P/4C1N2/9/R1BAKAB2 w - - 0 1"


def test_keys_of_the_tutorial() -> None:
    assert Position(zobrist="rc4").key == 0x052656D5 << 32 | 0xE6DB463E
    assert Position(START.replace(" w ", " b "), zobrist="rc4").key == Position(zobrist="rc4").key ^ 0x671E068A418918DE
    assert Position().zobrist == "default" and Position().key != Position(zobrist="rc4").key


def test_what_comes_of_a_position_keeps_its_set() -> None:
    position = Position(zobrist="rc4").play("h2e2").play_all("h9g7 h0g2")
    same = [
        position,
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
        Position.from_moves("h2e2 h9g7 h0g2", zobrist="rc4"),
        Position(position.fen, zobrist="rc4"),
        Position.from_array(position.to_array(), position.turn, zobrist="rc4"),
        position.mirror().mirror(),
        game_of("xiangqi").restored(game_of(position).plain(position)),
    ]
    assert {p.zobrist for p in same} == {"rc4"} and {p.key for p in same} == {position.key}
    assert position.mirror().zobrist == "rc4" and position.mirror().key != position.key
    assert "zobrist" not in game_of(Position()).plain(Position())


def test_equality_and_hash_do_not_see_the_set() -> None:
    first, second = Position(FEN), Position(FEN, zobrist="rc4")
    assert first == second and hash(first) == hash(second) and len({first, second}) == 1
    assert first.play("e2e6") == second.play("e2e6") and hash(first) != hash(first.play("e2e6"))


@pytest.mark.parametrize("make", [Position, lambda **k: Position.from_moves("", **k)])
def test_unknown_sets_are_refused(make: type[Position]) -> None:
    with pytest.raises(boyi.OptionError, match=r'zobrist "rc5": expected one of .*did you mean "rc4"'):
        make(zobrist="rc5")


def test_a_table_serves_one_set() -> None:
    searcher = boyi.Searcher()
    searcher.search(Position(FEN), depth=3)
    with pytest.raises(boyi.GameMismatchError, match="keys=rc4"):
        searcher.search(Position(FEN, zobrist="rc4"), depth=3)
    with pytest.raises(boyi.GameMismatchError):
        searcher.table.probe(Position(FEN, zobrist="rc4"))
    searcher.clear()
    result = searcher.search(Position(FEN, zobrist="rc4"), depth=3)
    entry = searcher.table.probe(Position(FEN, zobrist="rc4"))
    assert entry.key == Position(FEN, zobrist="rc4").key and entry.move == result.move


@pytest.mark.parametrize("fen", [START, FEN])
def test_without_a_table_the_tree_is_the_same(fen: str) -> None:
    config = boyi.Config.preset("boyi", "xiangqi").replace(table="off")
    results = [boyi.Searcher(config).search(Position(fen, zobrist=name), depth=6) for name in ("default", "rc4")]
    assert len({(r.score, r.nodes, tuple(r.pv)) for r in results}) == 1
