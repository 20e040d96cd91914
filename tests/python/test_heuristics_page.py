"""The page of heuristics: it is what the command makes, its links lead somewhere, and nothing is missing from it."""

import re
from pathlib import Path

import pytest

import boyi
from boyi import Config
from boyi.cli import main
from boyi.cli.heuristics import page
from boyi.games import game_names

PAGE = Path(__file__).parents[2] / "docs" / "heuristics.md"
FIELDS = {field["name"]: field for field in Config.fields()}
COUNTERS = {counter["name"]: counter for counter in Config.counters()}


def slug(heading: str) -> str:
    """The anchor that GitHub makes of a heading."""
    return re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")


def anchors(text: str) -> list[str]:
    """The anchors of a page: its headings, and those that stand in it."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    return [slug(heading) for heading in headings] + re.findall(r'<a id="([^"]+)">', text)


def test_the_page_is_up_to_date(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--boyi-update"):
        PAGE.write_text(page(), encoding="utf-8")
    renew = f"pytest '{request.node.nodeid}' --boyi-update"
    assert PAGE.read_text(encoding="utf-8") == page(), f"docs/heuristics.md is out of date: {renew}"


def test_the_command_prints_the_page_or_writes_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["heuristics"]) == 0
    assert capsys.readouterr().out == page()
    assert main(["heuristics", "--out", str(tmp_path / "page.md")]) == 0
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == page() and capsys.readouterr().out == ""


def test_every_field_and_preset_has_one_anchor() -> None:
    found = anchors(page())
    assert len(set(found)) == len(found)
    assert FIELDS.keys() | {f"preset-{name}" for name in Config.presets()} <= set(found)


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", page())
    inside = {link[1:] for link in links if link.startswith("#")}
    files = {link for link in links if not link.startswith("#")}
    assert len(inside) > 100 and inside <= set(anchors(page()))
    assert len([link for link in files if link.endswith(".rs")]) == len({each["heuristic"] for each in FIELDS.values()})
    assert [link for link in files if not (PAGE.parent / link).is_file()] == []


def test_tables_are_whole_and_nothing_is_left_of_the_template() -> None:
    lines = page().splitlines()
    assert sum("<!--" in line for line in lines) == 1, "the note at the top"
    widths = [len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0 for line in lines]
    assert [
        line
        for line, width, above in zip(lines[1:], widths[1:], widths, strict=False)
        if width and above and width != above
    ] == []


def test_rows_quote_the_declarations() -> None:
    rows = {line.split("`")[1]: line for line in page().splitlines() if re.match(r'\| (<a id="\w+"></a>)?`', line)}
    assert rows.keys() >= FIELDS.keys() | COUNTERS.keys()
    boyi = "[boyi](#preset-boyi) (xiangqi), [boyi-classic](#preset-boyi-classic) (xiangqi)"
    assert f"on in {boyi}, [wizard-quiescence]" in rows["null_move"]
    assert "Beal 1989" in rows["null_move"] and "| approximate | on, off | on | off | off |" in rows["null_move"]
    assert "| parameter | 1 to 8 | 3 | 2 | 2 |" in rows["null_reduction"]
    assert (
        "`bucket` in [boyi]" in rows["table"] and f"`always`: {FIELDS['table']['meanings']['always']}" in rows["table"]
    )
    assert "| – |" in rows["threat_stages"] and "no effect in xiangqi" in rows["threat_stages"]
    assert f"May have no effect, because {FIELDS['check_plies']['without_effect'][0]}." in rows["check_plies"]
    assert "`piece-square` (xiangqi): " in rows["evaluation"]


def test_fields_say_what_explain_says() -> None:
    for game in game_names():
        told = Config().explain(game).split(f"without meaning in {game}:\n")[1]
        lines = [
            f"  {n}: {field['without_meaning'][game]}"
            for n, field in FIELDS.items()
            if game in field["without_meaning"]
        ]
        assert told == "\n".join(lines) != ""
    told = Config.preset("boyi").replace(table="off").explain().split("without effect:\n")[1].splitlines()
    said = [f"  {name}: {why}" for name, field in FIELDS.items() for why in field["without_effect"]]
    assert len(told) > 3 and set(told) <= set(said)


def test_names_have_meanings() -> None:
    for name, field in FIELDS.items():
        expected = list(field["range"]) if field["type"] == "str" and name != "evaluation" else []
        assert list(field["meanings"]) == expected, name
        assert all(meaning.endswith(".") and "[`" not in meaning for meaning in field["meanings"].values()), name


def test_counters_are_those_of_results() -> None:
    result = boyi.Searcher().search(boyi.xiangqi.Position(), depth=1)
    assert list(COUNTERS) == list(result.counters)
    assert all(counter["sentence"].endswith(".") for counter in COUNTERS.values())
    heuristics = {field["heuristic"]: field["group"] for field in FIELDS.values()} | {"nodes": "nodes"}
    assert all(heuristics[each["heuristic"]] == each["group"] for each in COUNTERS.values())


def test_counters_know_how_a_trace_calls_the_end_of_a_node() -> None:
    ends = {counter["name"]: counter["ends"] for counter in COUNTERS.values() if counter["ends"]}
    tree = boyi.lab.trace("boyi", boyi.xiangqi.Position(), depth=5, iterations="all")
    assert ends["null_cutoffs"] == "null_move" and ends["table_cutoffs"] == "table"
    for name, cut in ends.items():
        assert len(tree.cut_by(cut)) <= tree.result.counters[name], name
    assert len(tree.cut_by("null_move")) == tree.result.counters["null_cutoffs"] > 0
