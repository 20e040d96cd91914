"""The page of xiangqi's rules: its tables are what boyi and Fairy-Stockfish judge, case by case."""

import re
from pathlib import Path
from typing import Any

import pytest

from boyi.xiangqi import Position
from conftest import data

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
VERDICTS = {"red_wins": "red wins", "black_wins": "black wins", "draw": "draw"}
SOURCES = {
    "danieltan1517/orange-xiangqi tests.jai": "diagrams",
    "Fairy-Stockfish/test.py": "Fairy-Stockfish",
    "Fairy-Stockfish issue 55": "Fairy-Stockfish issue 55",
}


def cyclic(name: str) -> list[dict[str, Any]]:
    """The cases of a data file that end with a repetition."""
    kinds = {"repetition", "repetition_disputed", "perpetual_check"}
    return [case for case in data(name)["cases"] if case.get("kind", "repetition") in kinds]


PUBLISHED = cyclic("xiangqi_rules")
COMPOSED = cyclic("xiangqi_chases")


def moves(case: dict[str, Any]) -> list[str]:
    """The moves from the position of a case to the third occurrence."""
    return case.get("moves_to_third_occurrence") or case["moves"]


def ours(case: dict[str, Any]) -> str:
    """The verdict of ``rules="axf"``."""
    outcome = Position(case["fen"], rules="axf").play_all(moves(case)).outcome()
    assert outcome is not None, case["id"]
    return f"{outcome.winner} wins" if outcome.winner else "draw"


def theirs(pyffish: Any, case: dict[str, Any]) -> str:
    """The verdict of Fairy-Stockfish, by its Python binding, whose ranks are 1 to 10."""
    played = [re.sub(r"\d", lambda digit: str(int(digit[0]) + 1), move) for move in moves(case)]
    over, value = pyffish.is_optional_game_end("xiangqi", case["fen"], played)
    assert over, case["id"]
    red_to_move = (" w " in case["fen"]) == (len(played) % 2 == 0)
    return "draw" if value == 0 else "red wins" if (value > 0) == red_to_move else "black wins"


def recorded(case: dict[str, Any]) -> str:
    """The verdict of Fairy-Stockfish that the data has."""
    return VERDICTS[case["judge_pyffish_0_0_90"]]


def expected(case: dict[str, Any]) -> str:
    """What the source of a case says; in brackets if other sources differ."""
    verdict = VERDICTS.get(case["expected"], "not said")
    return verdict if case.get("consensus", case["expected"] is not None) else f"({verdict})"


def differs(case: dict[str, Any], verdict: str) -> bool:
    """Whether a verdict is not what the source of a case says."""
    return case["expected"] is not None and verdict != VERDICTS[case["expected"]]


def table(cases: list[dict[str, Any]], titles: str, *columns: Any) -> str:
    """A table with a row for each case; verdicts that are not the expected one are bold."""

    def row(case: dict[str, Any]) -> str:
        cells = [column(case) for column in columns]
        verdicts = [f"**{verdict}**" if differs(case, verdict) else verdict for verdict in (ours(case), recorded(case))]
        return " | ".join([f"`{case['id']}`", *cells, expected(case), *verdicts])

    head = f"case | {titles} | expected | boyi | Fairy-Stockfish"
    lines = [head, "|".join("---" for _ in head.split("|")), *map(row, cases)]
    return "\n".join(f"| {line} |" if "---|" not in line else f"|{line}|" for line in lines)


def agreement() -> str:
    """How many of the published cases both judge as expected."""
    agreed = [case for case in PUBLISHED if case.get("consensus")]
    disputed = [case for case in PUBLISHED if case["expected"] and not case.get("consensus")]

    def count(cases: list[dict[str, Any]], judge: Any) -> str:
        return f"{sum(judge(case) == VERDICTS[case['expected']] for case in cases)} of {len(cases)}"

    lines = ["| | boyi | Fairy-Stockfish |", "|---|---|---|"]
    for name, cases in (("all sources agree", agreed), ("engines differ, the diagram's verdict", disputed)):
        lines.append(f"| {name} | {count(cases, ours)} | {count(cases, recorded)} |")
    return "\n".join(lines)


def filled(page: str) -> str:
    """The page with its tables made anew."""
    parts = {
        "composed": table(COMPOSED, "what happens | position and cycle", lambda case: case["topic"], shown),
        "agreement": agreement(),
        "published": table(PUBLISHED, "source | topic", source, lambda case: case["topic"] or "–"),
    }
    for name, text in parts.items():
        page, found = re.subn(
            rf"(<!-- {name} -->\n).*?(<!-- end -->)",
            lambda mark, text=text: mark[1] + text + "\n" + mark[2],
            page,
            flags=re.S,
        )
        assert found == 1, name
    return page


def source(case: dict[str, Any]) -> str:
    """Where a case is from."""
    return SOURCES.get(case["source"], case["source"])


def shown(case: dict[str, Any]) -> str:
    """Position and cycle of a composed case."""
    half = len(case["moves"]) // 2
    return f"`{' '.join(case['fen'].split()[:2])}` {' '.join(case['moves'][:half])}"


def test_the_page_is_up_to_date(request: pytest.FixtureRequest) -> None:
    page = PAGE.read_text(encoding="utf-8")
    if request.config.getoption("--boyi-update"):
        PAGE.write_text(filled(page), encoding="utf-8")
    renew = f"pytest '{request.node.nodeid}' --boyi-update"
    assert PAGE.read_text(encoding="utf-8") == filled(page), f"docs/rules.md is out of date: {renew}"


def test_composed_cases_are_judged_as_expected() -> None:
    assert {case["id"]: ours(case) for case in COMPOSED} == {case["id"]: expected(case) for case in COMPOSED}


@pytest.mark.peer
@pytest.mark.parametrize("case", PUBLISHED + COMPOSED, ids=lambda case: case["id"])
def test_the_table_is_what_both_judge(case: dict[str, Any]) -> None:
    pyffish = pytest.importorskip("pyffish")
    row = next(line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{case['id']}` "))
    assert [cell.strip("* ") for cell in row.split("|")[-3:-1]] == [ours(case), theirs(pyffish, case)]
