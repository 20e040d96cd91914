"""The position suites are what they say they are."""

import numpy as np
import pytest

import boyi
from boyi import lab

VALUES = np.array([0, 0, 2, 2, 4, 9, 4.5, 1])  # nothing, king, advisor, elephant, horse, chariot, cannon, pawn


def material(position: boyi.Position) -> float:
    """Red's material minus black's; a pawn across the river counts double."""
    array = position.to_array()
    crossed = np.count_nonzero(array[5:] == 7) - np.count_nonzero(array[:5] == -7)
    return float((np.sign(array) * VALUES[np.abs(array)]).sum() + crossed)


def test_every_suite_has_a_sentence() -> None:
    xiangqi = {f"xiangqi/{name}" for name in ("bench", "endgame", "middlegame", "opening", "tactical")}
    assert set(lab.suites()) == xiangqi | {"gomoku/opening", "gomoku/middlegame", "connect4/teaching"}
    for name, sentence in lab.suites().items():
        assert sentence.startswith(f"{len(lab.suite(name))} "), "the sentence counts the positions"
        assert {"name", "sentence", "made", "source"} <= lab.suite_data(name).keys()


@pytest.mark.parametrize("name", lab.suites())
def test_positions_are_sound(name: str) -> None:
    positions = lab.suite(name)
    assert len(set(positions)) == len(positions), "no position twice"
    ids = [record["id"] for record in lab.suite_data(name)["positions"]]
    assert len(set(ids)) == len(ids)
    for position in positions:
        assert position.game == name.partition("/")[0] and isinstance(position, boyi.Position)
        assert position.legal_moves() and position.outcome() is None


@pytest.mark.parametrize("name", ["xiangqi/middlegame", "xiangqi/opening"])
def test_even_positions(name: str) -> None:
    positions = lab.suite(name)
    assert not any(position.is_check() for position in positions)
    assert [position.turn for position in positions].count("red") == len(positions) / 2
    assert all(abs(material(position)) <= 1 for position in positions)


@pytest.mark.parametrize(("name", "plies"), [("gomoku/opening", (6, 10)), ("gomoku/middlegame", (14, 30))])
def test_positions_of_gomoku(name: str, plies: tuple[int, int]) -> None:
    positions = lab.suite(name)
    assert len({position.canonical_key for position in positions}) == len(positions) >= 12
    assert [position.turn for position in positions] == ["black", "white"] * (len(positions) // 2)
    for record, position in zip(lab.suite_data(name)["positions"], positions, strict=True):
        assert plies[0] <= position.ply <= plies[1] and record["id"].endswith(f"@{position.ply}")
        assert (position.rule, position.rows, position.k) == ("freestyle", 15, 5) and not position.is_check()
        assert "five" not in position.threats()[position.turn].values()


def test_gomoku_can_be_compared() -> None:
    comparison = lab.compare(["wizard-table", "boyi"], "gomoku/middlegame", depth=2, progress=False)
    assert len(comparison.rows) == 24 and comparison.metadata["game"] == "gomoku"


def test_the_demo_has_enough_middlegames() -> None:
    assert len(lab.suite("xiangqi/middlegame")) >= 20


def test_mate_claims_begin_with_checks() -> None:
    """Every line of the claims is one of checks, so its first move gives check."""
    for record in lab.suite_data("xiangqi/tactical")["positions"]:
        position = boyi.xiangqi.Position(record["fen"])
        assert all(position.gives_check(move) for move in record["first_moves"]), record["id"]


def test_short_mates_are_found() -> None:
    """A search deep enough, without bets, finds the proven mates in three."""
    bets = [
        field
        for field in boyi.Config.fields()
        if field["kind"] == "approximate" and field["group"] in ("pruning", "reductions")
    ]
    careful = boyi.Config.preset("boyi").replace(**{field["name"]: field["default"] for field in bets})
    for record in lab.suite_data("xiangqi/tactical")["positions"]:
        if record["mate_in"] == 3:
            result = boyi.Searcher(careful).search(boyi.xiangqi.Position(record["fen"]), depth=6)
            assert result.score.mate is not None and 0 < result.score.mate <= 3, record["id"]


def test_unknown_suite_suggests_the_nearest() -> None:
    with pytest.raises(boyi.OptionError, match="xiangqi/middlegame"):
        lab.suite("xiangqi/midlegame")
    with pytest.raises(boyi.OptionError, match="expected one of"):
        lab.suite("shogi")
