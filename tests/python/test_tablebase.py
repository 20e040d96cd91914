"""Endgame tables of xiangqi: values follow from those after all moves, published endings, files, bad input."""

from pathlib import Path

import numpy as np
import pytest

import boyi
from boyi.cli import main
from boyi.exact import ExactValue, Oracle
from boyi.xiangqi import Position, Tablebase


@pytest.fixture(scope="module")
def horse() -> Tablebase:
    return Tablebase("H-A")


def by_moves(table: Tablebase, position: Position) -> ExactValue:
    """The value that follows from those after all legal moves."""
    after = [table.probe(position.play(move)) for move in position.legal_moves()]
    plies = {
        verdict: [value.plies for value in after if value and value.verdict == verdict] for verdict in ("win", "loss")
    }
    if plies["loss"]:
        return ExactValue("win", min(plies["loss"]) + 1)
    if len(plies["win"]) == len(after):
        return ExactValue("loss", max(plies["win"], default=-1) + 1)
    return ExactValue("draw", None)


def test_values_follow_from_those_after_all_moves(horse: Tablebase) -> None:
    for verdict in ("win", "draw", "loss"):
        for position in horse.positions(60, verdict=verdict, seed=4):
            value = horse.probe(position)
            assert value is not None and value.verdict == verdict and value == by_moves(horse, position)
            assert horse.probe(position.mirror()) == value


@pytest.mark.parametrize(
    ("fen", "material", "verdict"),
    [
        ("3k5/4a4/9/9/9/9/9/3H5/9/4K4 w", "H-A", "win"),
        ("3aka3/9/4e4/9/9/9/9/9/9/R3K4 w", "R-AAE", "win"),
        ("4ka3/4a4/4e3e/9/9/9/9/9/9/R3K4 w", "R-AAEE", "draw"),
        ("4ka3/4a4/9/9/9/9/9/9/3H5/4K4 w", "H-AA", "draw"),
        ("3k5/9/9/9/9/9/9/9/3C5/4K4 w", "C-", "draw"),
        ("4k4/9/9/9/4P4/9/9/9/9/3K5 w", "P-", "win"),
    ],
)
def test_published_endings(fen: str, material: str, verdict: str) -> None:
    """Of any textbook of endgames: who wins with one attacker against which defence."""
    value = Tablebase(material).probe(Position(fen + " - - 0 1"))
    assert value is not None and value.verdict == verdict


def test_perfect_play_ends_when_it_says(horse: Tablebase) -> None:
    for position in horse.positions(20, verdict="win", seed=1):
        value = horse.probe(position)
        assert value is not None and value.plies is not None
        for left in range(value.plies - 1, -1, -1):
            best = [
                move for move in position.legal_moves() if (to := horse.probe(position.play(move))) and to.plies == left
            ]
            position = position.play(best[0])
        assert not position.legal_moves()


def test_an_oracle(horse: Tablebase) -> None:
    assert isinstance(horse, Oracle) and (horse.game, horse.material) == ("xiangqi", "H-A")
    assert horse.probe(Position()) is None
    drawn = horse.positions(9, turn="defenders", seed=7)
    assert drawn == horse.positions(9, turn="defenders", seed=7) and len(set(drawn)) == 9
    assert all(position.turn == "black" for position in drawn)
    swapped = Position("4k4/9/9/9/9/9/3h5/9/4A4/4K4 b - - 0 1")
    assert horse.probe(swapped) is not None, "black may have the attackers"


def test_the_array_is_the_table(horse: Tablebase) -> None:
    values, summary = horse.values(), horse.summary()
    assert values.shape == (len(horse), 2) and values.dtype == np.uint8
    assert summary["attackers"]["win"] == ((values[:, 1] > 0) & (values[:, 1] < 128)).sum()
    assert summary["defenders"]["draw"] == (values[:, 0] == 0).sum()
    row = int(np.flatnonzero(values[:, 1] == summary["longest"])[0])
    longest = horse.position(row, True)
    assert longest is not None and horse.probe(longest) == ("win", 2 * summary["longest"] - 1)


@pytest.mark.parametrize("material", ["R-AAEE", "P-AAEE", "H-AAEE"])
def test_no_draw_is_held_by_chases(material: str) -> None:
    assert Tablebase(material).held_by_chases() == 0


def test_files_are_kept_and_damage_is_seen(tmp_path: Path) -> None:
    made = Tablebase("P-A", folder=tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["-.endgame", "-A.endgame", "P-.endgame", "P-A.endgame"]
    kept = tmp_path / "P-A.endgame"
    before = kept.stat().st_mtime_ns
    assert (Tablebase("P-A", folder=tmp_path).values() == made.values()).all() and kept.stat().st_mtime_ns == before
    data = kept.read_bytes()
    for bad in (
        data[:-1],
        data + b"x",
        data[:90] + bytes([data[90] ^ 1]) + data[91:],
        (tmp_path / "P-.endgame").read_bytes(),
    ):
        kept.write_bytes(bad)
        with pytest.raises(boyi.errors.TableFileError, match=r"P-A\.endgame"):
            Tablebase("P-A", folder=tmp_path)


@pytest.mark.parametrize(
    ("material", "reason"),
    [
        ("R", 'no "-"'),
        ("RRR-", "too many attackers"),
        ("R-R", "no defender"),
        ("X-", "no attacker"),
        ("-AAA", "more than two"),
    ],
)
def test_classes_that_do_not_exist_are_refused(material: str, reason: str) -> None:
    with pytest.raises(boyi.OptionError, match=f"endgame '?\"?{material}.*{reason}"):
        Tablebase(material)


def test_bad_arguments_are_refused(horse: Tablebase) -> None:
    for given, reason in [
        ({"n": 0}, "n=0: expected at least 1"),
        ({"n": 10**6}, "n=1000000: H-A has"),
        ({"n": 1, "verdict": "won"}, "verdict"),
        ({"n": 1, "turn": "red"}, "turn"),
    ]:
        with pytest.raises(boyi.OptionError, match=reason):
            horse.positions(**given)
    with pytest.raises(boyi.OptionError, match="row: expected 0 to"):
        horse.position(-1, True)
    with pytest.raises(boyi.errors.GameMismatchError, match="gomoku"):
        horse.probe(boyi.gomoku.Position())


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["tablebase", "HP-A", "--folder", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    fen = said.rpartition(", ")[2].strip()
    moves = int(said.partition("longest win: ")[2].split()[0])
    value = Tablebase("HP-A", folder=tmp_path).probe(Position(fen))
    assert value is not None and value.plies in (2 * moves - 1, 2 * moves)
    assert main(["tablebase", "H-A", "--fen", "3k5/4a4/9/9/9/9/9/3H5/9/4K4 w"]) == 0
    assert "red to move: win in" in capsys.readouterr().out
    assert main(["tablebase", "--list"]) == 0 and "RAAEE-AAEE" in capsys.readouterr().out
    assert main(["tablebase"]) == 2 and "no class given" in capsys.readouterr().err
    assert main(["tablebase", "H-", "--fen", boyi.xiangqi.START]) == 2


@pytest.mark.peer
@pytest.mark.parametrize("material", ["R-AE", "H-A", "PA-E", "C-AA"])
def test_moves_are_those_of_another_program(material: str) -> None:
    """Values follow from those after the moves that Fairy-Stockfish's rules allow."""
    pyffish = pytest.importorskip("pyffish")
    table = Tablebase(material)
    for position in table.positions(300, seed=5):
        fen = position.fen.replace("h", "n").replace("H", "N").replace("e", "b").replace("E", "B")
        assert len(pyffish.legal_moves("xiangqi", fen, [])) == len(position.legal_moves())
        assert table.probe(position) == by_moves(table, position)
