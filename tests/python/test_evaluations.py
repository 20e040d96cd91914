"""The evaluation is a field of the configuration, and a table keeps to the one that filled it."""

import re
from pathlib import Path

import numpy as np
import pytest

import boyi
from boyi import Config, GameMismatchError, OptionError, Searcher, TranspositionTable, gomoku
from boyi.games import game_names
from boyi.xiangqi import Evaluation, Position

GAMES = {"xiangqi": Position(), "gomoku": gomoku.Position("h8 i9")}


def test_the_field_offers_the_evaluations_of_all_games() -> None:
    field = next(field for field in Config.fields() if field["name"] == "evaluation")
    listed = [name for game in game_names() for name in Config.evaluations(game)]  # games may have one of the same name
    assert list(field["range"]) == list(dict.fromkeys(["default", "by-hand", *listed]))
    assert "material" in listed
    assert all(sentence.endswith(".") for game in game_names() for sentence in Config.evaluations(game).values())


@pytest.mark.parametrize("name", ["by-hand", "piece-square", "material", "patterns"])
def test_a_configuration_keeps_its_evaluation(name: str) -> None:
    config = Config(evaluation=name)
    assert Config.from_json(config.to_json()) == config != Config()
    assert Config().diff(config) == {"evaluation": ("default", name)}
    assert f"evaluation = {name}: " in config.explain()
    assert eval(repr(config), {"Config": Config}) == config


def test_presets_of_one_game_name_its_evaluation() -> None:
    assert Config.preset("wizard").evaluation == "piece-square"
    assert Config.preset("report").evaluation == "patterns"
    assert Config.preset("report", "xiangqi").evaluation == "by-hand"
    assert "'patterns'" not in Config().explain("xiangqi")
    foreign = Config.preset("report").explain("xiangqi")
    assert 'evaluation: "patterns" is none of xiangqi' in foreign


@pytest.mark.parametrize("game", GAMES)
def test_the_default_is_the_first_of_the_list(game: str) -> None:
    position, names = GAMES[game], list(Config.evaluations(game))
    config = Config.preset("boyi", game).replace(table_mb=1)
    results = [Searcher(config.replace(evaluation=name)).search(position, depth=4) for name in ("default", names[0])]
    assert results[0].nodes == results[1].nodes
    assert position.evaluate() == position.evaluate("default") == position.evaluate(names[0])


@pytest.mark.parametrize(("game", "name"), [("xiangqi", "piece-square"), ("gomoku", "patterns")])
def test_every_game_has_an_evaluation_by_hand(game: str, name: str) -> None:
    position = GAMES[game]
    assert position.evaluate("by-hand") == position.evaluate(name)
    searches = [
        Searcher(Config.preset("boyi").replace(evaluation=each, table_mb=1)).search(position, depth=4)
        for each in ("by-hand", name)
    ]
    assert searches[0].nodes == searches[1].nodes


def test_a_search_goes_by_the_evaluation_of_its_configuration() -> None:
    position = Position().play_all("h2e2 h9g7 h0g2 i9h9")
    flat = np.array(Evaluation().piece_square)
    for kind in range(7):
        parts = position.evaluate("piece-square", detail=True)["red"]
        count, material = list(parts.values())[kind]["count"], list(parts.values())[kind]["material"]
        flat[kind] = material // max(count, 1)
    plain = Config.preset("plain")
    named = Searcher(plain.replace(evaluation="material")).search(position, depth=3)
    given = Searcher(plain, evaluation=Evaluation(flat)).search(position, depth=3)
    own = Searcher(plain).search(position, depth=3)
    assert (named.score, named.nodes) == (given.score, given.nodes)
    assert named.nodes != own.nodes
    assert position.evaluate("material") == position.evaluate(Evaluation(flat))


def test_material_knows_no_squares() -> None:
    tempo = Evaluation().tempo
    assert Position().evaluate("material") == tempo
    detail = Position().play("h2e2").evaluate("material", detail=True)
    assert detail["total"] == detail["tempo"] == tempo
    assert {kind["position"] for side in ("red", "black") for kind in detail[side].values()} == {0}
    assert detail["red"]["horse"] == {"count": 2, "material": 190, "position": 0}


@pytest.mark.parametrize(
    ("game", "name", "error", "text"),
    [
        ("xiangqi", "patterns", GameMismatchError, "'patterns'|\"patterns\" is none of xiangqi"),
        ("gomoku", "piece-square", GameMismatchError, '"piece-square" is none of gomoku.*"patterns"'),
        ("gomoku", Evaluation(), GameMismatchError, "for xiangqi only"),
        ("xiangqi", "materiel", OptionError, 'did you mean "material"'),
        ("xiangqi", 3, TypeError, "such as boyi.xiangqi.Network.*, the name of an evaluation, or None, not int"),
    ],
)
def test_evaluations_that_a_game_does_not_have(game: str, name: object, error: type, text: str) -> None:
    with pytest.raises(error, match=text):
        GAMES[game].evaluate(name)
    if isinstance(name, str) and error is GameMismatchError:
        with pytest.raises(error, match=text):
            Searcher(Config.preset("boyi").replace(evaluation=name)).search(GAMES[game], depth=1)
        with pytest.raises(error, match=text):
            boyi.lab.trace(Config.preset("boyi").replace(evaluation=name), GAMES[game], depth=1)


def test_a_searcher_says_what_evaluates() -> None:
    given = Evaluation(tempo=9)
    assert Searcher(evaluation=given).evaluation == given
    assert Searcher().evaluation == "default"
    assert Searcher(Config.preset("boyi").replace(evaluation="material")).evaluation == "material"
    assert Searcher(evaluate=lambda position: 0).evaluation is None


def _filled(table: TranspositionTable, **arguments: object) -> None:
    Searcher(Config.preset("boyi").replace(table_mb=1, **arguments.pop("fields", {})), table, **arguments).search(
        Position(), depth=3
    )


def test_a_table_keeps_to_the_evaluation_that_filled_it(tmp_path: Path) -> None:
    table = TranspositionTable(1)
    _filled(table, fields={"evaluation": "by-hand"})
    _filled(table, fields={"evaluation": "piece-square"})
    _filled(table, evaluation=Evaluation())
    nudged = np.array(Evaluation().piece_square)
    nudged[6, 9, 8] += 1
    others = [
        {"fields": {"evaluation": "material"}},
        {"evaluation": Evaluation(tempo=4)},
        {"evaluation": Evaluation(nudged)},
        {"evaluate": lambda position: 0},
    ]
    table.save(tmp_path / "table")
    for filled in (table, TranspositionTable.load(tmp_path / "table")):
        rows = filled.entries()
        for other in others:
            text = r'"xiangqi rules=simple keys=default evaluation=piece-square-[0-9a-f]{8}", not for "xiangqi .*"'
            with pytest.raises(GameMismatchError, match=text) as raised:
                _filled(filled, **other)
            [(known, new)] = re.findall(r"evaluation=(\S+)\", not for .*evaluation=(\S+)\"", str(raised.value))
            assert known != new
        assert np.array_equal(filled.entries(), rows)
        # What a table knows can be looked at without an evaluation.
        assert filled.probe(Position()).depth == 3
        assert len(filled.pv(Position())) > 0
        filled.clear()
        _filled(filled, evaluation=Evaluation(tempo=4))


def test_values_may_lie_in_memory_in_any_way() -> None:
    values = np.array(Evaluation().piece_square)
    for same in (np.asfortranarray(values), np.repeat(values, 2, axis=-1)[..., ::2], values[:, ::-1][:, ::-1]):
        assert Evaluation(same) == Evaluation()


def test_a_table_cannot_tell_functions_apart() -> None:
    table = TranspositionTable(1)
    _filled(table, evaluate=lambda position: 0)
    _filled(table, evaluate=lambda position: 1)
    with pytest.raises(GameMismatchError, match="evaluation=own-function"):
        _filled(table)
    table.clear()
    _filled(table, order_by=lambda position, moves: moves["captured"])
    _filled(table)
