"""What users of other libraries try: it works, or the error names what does. Wrong types are TypeErrors that name the
argument."""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi import Config, Searcher, gomoku, lab, xiangqi

START = xiangqi.Position()


def test_false_switches_off() -> None:
    config = Config(killers=False, history=False, null_move=False, kill_root=False, width=False)
    assert (config.killers, config.history, config.null_move, config.kill_root, config.width) == (
        0,
        "off",
        False,
        "off",
        0,
    )


@pytest.mark.parametrize("field", ["lmr_base", "table_mb", "table_layout", "singular_margin"])
def test_false_is_no_value_of_what_cannot_be_off(field: str) -> None:
    with pytest.raises(TypeError, match=f"{field} = False"):
        Config(**{field: False})


def test_one_root_move_needs_no_list() -> None:
    for move in ("h2e2", "炮二平五", START.parse("h2e2")):
        assert str(Searcher().search(START, depth=3, root_moves=move).move) == "h2e2"


def test_nodes_in_a_second() -> None:
    result = Searcher().search(START, depth=4)
    assert result.nps == pytest.approx(result.nodes / result.time)


GUESSES: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "a move played in place": (lambda: START.push("h2e2"), AttributeError, r"position\.play\(move\)"),
    "a move taken back": (lambda: gomoku.Position("h8").pop(), AttributeError, "never changes"),
    "the end of a game": (lambda: gomoku.Position().is_game_over(), AttributeError, r"position\.outcome\(\)"),
    "an attribute of nothing": (lambda: START.nonsense, AttributeError, "'nonsense'$"),
    "the best move": (lambda: Searcher().search(START, depth=1).best_move, AttributeError, r"result\.move"),
    "a preset as configuration": (lambda: Config("boyi"), TypeError, r"Config\.preset\('boyi'\)"),
    "a field of the configuration": (lambda: Searcher(null_move=False), TypeError, r"Config\(null_move=\.\.\.\)"),
    "a size of the table": (lambda: Searcher(hash=16), TypeError, "table_mb"),
    "a limit without a name": (lambda: Searcher().search(START, 5), TypeError, r"search\(position, 5\).*depth="),
    "a run's limit without a name": (lambda: Searcher().start(START, 5), TypeError, r"start\(position, 5\).*depth="),
    "a limit by another name": (lambda: Searcher().search(START, movetime=5), TypeError, r"time= \(seconds\)"),
    "a field that is changed": (
        lambda: setattr(Config(), "killers", 1),
        AttributeError,
        r"config\.replace\(killers=1\)",
    ),
    "a field that is deleted": (lambda: delattr(Config(), "killers"), AttributeError, "never changes"),
    "capital letters": (lambda: Config(LMR=True), boyi.OptionError, 'mean "lmr"'),
    "another name of a switch": (lambda: Config(use_tt=True), boyi.OptionError, 'mean "table"'),
    "another name of a number": (lambda: Config(hash=16), boyi.OptionError, 'mean "table_mb"'),
    "a configuration of another type": (lambda: Searcher(5), boyi.OptionTypeError, "config 5"),
    "a switch that is no number": (lambda: Config(killers=1.0), boyi.OptionTypeError, "killers = 1.0"),
    "a switch that is a number": (lambda: Config(null_move=1), boyi.OptionTypeError, "null_move = 1: .*True or False"),
    "a switch that is a choice": (lambda: Config(history=True), boyi.OptionTypeError, "history = True: .*gravity"),
}


@pytest.mark.parametrize("guess", GUESSES)
def test_a_guess_is_told_what_works(guess: str) -> None:
    call, error, message = GUESSES[guess]
    with pytest.raises(error, match=message):
        call()


WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "depth": (lambda: Searcher().search(START, depth=4.0), r"4\.0: expected a whole number"),
    "nodes": (lambda: Searcher().search(START, nodes=1e5), r"100000\.0: expected a whole number"),
    "time": (lambda: Searcher().search(START, time="1"), "'1': expected a number"),
    "multipv": (lambda: Searcher().search(START, depth=1, multipv=True), "True: expected a whole number"),
    "fen": (lambda: xiangqi.Position(5), "'str'"),
    "size": (lambda: gomoku.Position(size=15.0), r"15\.0: expected a whole number"),
    "rule": (lambda: gomoku.Position(rule=1), "'str'"),
    "threads": (lambda: Searcher(threads="2"), "'2': expected a whole number"),
    "table": (lambda: Searcher(table=16), "'TranspositionTable'"),
}


@pytest.mark.parametrize("argument", WRONG)
def test_a_wrong_type_names_its_argument(argument: str) -> None:
    call, message = WRONG[argument]
    with pytest.raises(TypeError, match=message) as caught:
        call()
    assert any(f"'{argument}'" in note for note in caught.value.__notes__)


def test_true_is_no_depth() -> None:
    with pytest.raises(TypeError, match="True: expected a whole number"):
        Searcher().search(START, depth=True)


LOADERS: dict[str, Callable[[Path], Any]] = {
    "a saved table": boyi.TranspositionTable.load,
    "a saved opening book": xiangqi.Book.load,
    "a saved network": xiangqi.Network.load,
    "weights of an evaluation": xiangqi.Classic.load,
    "a file of games": lab.Games.load,
    "a file of results": lab.Match.load,
}


@pytest.mark.parametrize("expected", LOADERS)
def test_a_missing_file_is_not_found(expected: str, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=expected) as caught:
        LOADERS[expected](tmp_path / "none")
    assert isinstance(caught.value, boyi.MissingFileError)
    assert caught.value.filename == str(tmp_path / "none")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.filename) == (str(caught.value), caught.value.filename)


def test_a_result_still_pickles() -> None:
    result = Searcher().search(START, depth=2)
    assert pickle.loads(pickle.dumps(result)) == result
