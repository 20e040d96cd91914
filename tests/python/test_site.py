"""The documentation site's own parts: pictures, charts, addresses and search in Chinese."""

import importlib
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "README.zh-CN.md", *sorted((ROOT / "docs").rglob("*.md"))]

pytestmark = pytest.mark.slow  # needs Sphinx


@pytest.fixture(params=["site_addresses"])
def part(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of docs/, by its name."""
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(ROOT / "docs")
    return importlib.import_module(request.param)


def named(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("part", names, indirect=True)


def directives(name: str) -> list[tuple[str, str, str]]:
    """The directives of this name on all pages: page, argument and content."""
    found = []
    for page in PAGES:
        blocks = re.findall(rf"^```\{{{name}\}} ?([^\n]*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
        found += [(page.name, argument, content) for argument, content in blocks]
    return found


# ---- pictures ------------------------------------------------------------


@named("site_pictures")
def test_every_drawn_picture_of_the_pages_can_be_drawn(part: ModuleType) -> None:
    blocks = directives("drawn")
    assert len(blocks) > 5
    for page, caption, program in blocks:
        assert caption.endswith((".", "。")), f"{page}: the caption {caption!r}"
        assert part.drawn(program).startswith("<svg"), page


@named("site_pictures")
@pytest.mark.parametrize("program", ["1 + 1", "'<p>'", "[boyi.xiangqi.Position().svg(), None]"])
def test_a_program_that_draws_nothing_is_refused(part: ModuleType, program: str) -> None:
    with pytest.raises(ValueError, match="expected the text of an SVG picture"):
        part.drawn(program)


TABLE = """
## First
| step | games | Elo |
|---|---|---|
| `a` → [b](c.md) | 100 | **+20 [+5, +35]** |
| 2 | 100 | -11, 97.5 % [-36, +13] ? |
| nothing measured | | |
## Second
| step | Elo |
|---|---|
| other | +1 [-1, +3] |
"""


@named("site_pictures")
def test_a_chart_has_the_rows_with_intervals(part: ModuleType) -> None:
    rows = part.steps(TABLE, "First")
    assert [tuple(row) for row in rows] == [("a → b", 20, 5, 35), ("step 2", -11, -36, 13)]
    assert [row.text for row in rows] == ["+20 [+5, +35]", "-11 [-36, +13] ?"]
    assert len(part.steps(TABLE)) == 3
    with pytest.raises(ValueError, match="'Third': expected tables with intervals"):
        part.steps(TABLE, "Third")


@named("site_pictures")
def test_a_chart_places_intervals_on_its_scale(part: ModuleType) -> None:
    shown = part.chart(part.steps(TABLE, "First"))
    (left, wide), (left2, wide2) = (
        map(float, found) for found in re.findall(r'range[^"]*" style="left:([\d.]+)%;width:([\d.]+)%', shown)
    )
    assert shown.count("range unsure") == 1 and "<b" in shown
    zero = float(re.search(r'zero" style="left:([\d.]+)%', shown)[1])  # type: ignore[index]
    assert left2 < zero < left2 + wide2 and left > zero
    assert wide / wide2 == pytest.approx(30 / 49, rel=0.01) and left + wide <= 100


@named("site_pictures")
def test_every_chart_of_the_pages_has_rows(part: ModuleType) -> None:
    blocks = directives("elo-chart")
    assert len(blocks) > 5
    for page, path, options in blocks:
        section = options.removeprefix(":section: ").strip() or None
        assert len(part.steps((ROOT / "docs" / path).read_text(encoding="utf-8"), section)) > 1, page


@named("site_pictures")
@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_every_notebook_has_a_title_and_a_picture(part: ModuleType, path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert len(part.title(notebook)) > 5
    assert str(part.thumbnail(notebook)).startswith(("<svg", "<img"))


# ---- addresses and search ------------------------------------------------


def test_the_page_of_the_package_has_no_relative_links(part: ModuleType) -> None:
    shown = part.addresses().absolute(PAGES[0].read_text(encoding="utf-8"))
    links = re.findall(r"\]\(([^()\s]+)\)", shown)
    assert len(links) > 20 and all(link.startswith("https://") for link in links)
    assert f"({part.addresses().repository}/raw/main/docs/_static/switch.gif)" in shown


@named("site_search")
def test_the_page_splits_what_is_asked_as_the_index_was_split(part: ModuleType) -> None:
    assert part.SearchBoth({}).split("the 杀手着法, killers") == ["the", "杀手", "手着", "着法", "killers"]
    assert part.CHINESE in part.SearchBoth.js_splitter_code


@named("site_reference")
@pytest.mark.parametrize("game", ["xiangqi", "gomoku", "connect4"])
def test_positions_are_described_with_their_members(part: ModuleType, game: str) -> None:
    lines = list(part.described(f"boyi.{game}.Position"))
    assert lines[0].startswith(".. py:class:: Position(")
    assert f"   .. automethod:: boyi.{game}.Position.play" in lines
    assert f"   .. autoattribute:: boyi.{game}.Position.turn" in lines
