"""Configurations: values, ranges, texts, presets."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import boyi
from boyi import Config

# ---- Config --------------------------------------------------------------

FIELDS = {field["name"]: field for field in Config.fields()}


def values(field: dict[str, Any]) -> st.SearchStrategy[Any]:
    if field["type"] == "int":
        return st.integers(*field["range"])
    return st.sampled_from(field["range"])


configs = st.fixed_dictionaries({}, optional={name: values(field) for name, field in FIELDS.items()}).map(
    lambda fields: Config(**fields)
)


@given(configs)
def test_configs_come_back_from_everything(config: Config) -> None:
    for again in (
        Config.from_json(config.to_json()),
        Config.from_dict(config.to_dict()),
        pickle.loads(pickle.dumps(config)),
        copy.deepcopy(config),
        eval(repr(config), {"Config": Config}),
        config.replace(),
        Config.preset("plain").replace(**config.to_dict()),
    ):
        assert again == config
        assert hash(again) == hash(config)


@given(configs, configs)
def test_diff_is_what_differs(one: Config, other: Config) -> None:
    difference = one.diff(other)
    assert (difference == {}) == (one == other)
    assert one.replace(**{name: there for name, (_, there) in difference.items()}) == other
    assert all(here == getattr(one, name) != there for name, (here, there) in difference.items())


@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
def test_fields_describe_themselves(field: dict[str, Any]) -> None:
    name = field["name"]
    assert getattr(Config(), name) == field["default"] == Config().to_dict()[name]
    assert getattr(Config.preset("plain"), name) == field["default"] or name == "evaluation"
    assert name in dir(Config())
    assert field["sentence"]
    assert field["kind"] in ("exact", "approximate", "rule", "parameter")
    for value in field["range"]:
        assert Config(**{name: value}).to_dict()[name] == value


@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
@pytest.mark.parametrize("wrong", [None, 1.5, "nonsense", -1001, 10**30, [], True])
def test_values_out_of_range_are_refused(field: dict[str, Any], wrong: Any) -> None:
    if wrong is True and field["type"] == "bool":
        wrong = 1
    with pytest.raises(boyi.OptionError, match=f"{field['name']} = .*: expected "):
        Config(**{field["name"]: wrong})


@pytest.mark.parametrize(
    ("wrong", "nearest"), [("kilers", "killers"), ("null_moves", "null_move"), ("Lmr", "lmr"), ("histroy", "history")]
)
def test_unknown_fields_suggest_the_nearest(wrong: str, nearest: str) -> None:
    for make in (
        lambda: Config(**{wrong: 1}),
        lambda: Config().replace(**{wrong: 1}),
        lambda: Config.from_dict({wrong: 1}),
    ):
        with pytest.raises(boyi.OptionError, match=f'"{wrong}".*did you mean "{nearest}"'):
            make()
    with pytest.raises(AttributeError, match=wrong):
        getattr(Config(), wrong)


def test_unknown_choices_suggest_the_nearest() -> None:
    with pytest.raises(boyi.OptionError, match=r'table = "bukcet": expected one of.*did you mean "bucket"'):
        Config(table="bukcet")
    with pytest.raises(boyi.OptionError, match=r'known are.*did you mean "wizard-table"'):
        Config.preset("wizard-tabel")
    with pytest.raises(boyi.OptionError, match='game "chess": expected one of'):
        Config.preset("boyi", game="chess")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "5", '{"killers": 1.5}', '{"kilers": 1}', '{"killers": NaN}', "{1: 2}"]
)
def test_bad_json_is_refused(text: str) -> None:
    with pytest.raises(boyi.OptionError):
        Config.from_json(text)


def test_numpy_values_are_values() -> None:
    config = Config(killers=np.int64(1), null_move=np.bool_(False), lmr_base=np.uint8(7))
    assert config == Config(killers=1, null_move=False, lmr_base=7)


def test_presets_are_different_and_explained() -> None:
    made = {name: Config.preset(name, game="xiangqi") for name in Config.presets()}
    assert len(set(made.values())) == len(made)
    assert made["boyi"] != "boyi"
    groups = {(field["level"], field["group"]) for field in FIELDS.values()}
    for config in made.values():
        # Parameters are told one by one.
        told = {field["group"] for field in FIELDS.values() if field["kind"] != "parameter"}
        assert all(f"\n  {group}" in config.explain() for group in told)
        # One row for the head, and one before the fields of each group of a level.
        assert config._repr_html_().count("<tr") == len(FIELDS) + len(groups) + 1


def test_a_config_is_neutral_but_for_the_fields_that_are_given() -> None:
    assert Config().replace(evaluation="by-hand") == Config.preset("plain")
    assert Config().diff(Config(killers=2)) == {"killers": (0, 2)}
    start = boyi.xiangqi.Position()
    found = [boyi.Searcher(config).search(start, depth=3) for config in (Config(), Config.preset("boyi"))]
    assert found[0].nodes > 10 * found[1].nodes


@pytest.mark.parametrize(
    "text",
    [
        "Config()",
        "Config(killers=2, history='gravity')",
        "Config.preset('boyi', 'gomoku')",
        "Config.preset('boyi', 'xiangqi').replace(width=7, null_move=False)",
        "Config.preset('fruit')",
    ],
)
def test_a_config_is_shown_by_its_shortest_call(text: str) -> None:
    assert repr(eval(text, {"Config": Config})) == text


def test_a_config_makes_its_table() -> None:
    table = Config.preset("wizard-table").new_table(0.5)
    assert (table.scheme, table.mb) == ("depth-preferred", 0.5)
    for config, mb in ((Config(table="off"), None), (Config(table="always"), 0), (Config(table="always"), 10**400)):
        with pytest.raises(boyi.OptionError):
            config.new_table(mb)


def test_explain_tells_the_parameters() -> None:
    assert "null_reduction = 3" in Config(null_reduction=3).explain() != Config().explain()
    assert set(Config.preset_sentences()) == set(Config.presets())
