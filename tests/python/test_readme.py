"""The README tells the truth: its examples run, and its table of heuristics is complete."""

import doctest
from pathlib import Path

import boyi

README = Path(__file__).parents[2] / "README.md"


def test_examples_run():
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 10
    assert result.failed == 0


def test_every_field_preset_and_counter_is_listed():
    text = README.read_text(encoding="utf-8")
    counters = boyi.Searcher().search(boyi.xiangqi.Position(), depth=1).counters
    names = [field["name"] for field in boyi.Config.fields()] + boyi.Config.presets() + list(counters)
    assert [name for name in names if f"`{name}`" not in text] == []


def test_the_table_quotes_the_declarations():
    lines = README.read_text(encoding="utf-8").splitlines()
    presets = [boyi.Config.preset("boyi", game) for game in ("xiangqi", "gomoku")]

    def row(field):
        values = [getattr(preset, field["name"]) for preset in presets]
        shown = [{True: "on", False: "off"}[value] if field["type"] == "bool" else str(value) for value in values]
        name = "`{name}` ({kind})".format(**field)
        return f"| {' | '.join([name, *shown, field['sentence'], field['source']])} |"

    heuristics = [field for field in boyi.Config.fields() if field["kind"] != "parameter"]
    assert [row(field) for field in heuristics if row(field) not in lines] == []
