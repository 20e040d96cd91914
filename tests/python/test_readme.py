"""The README and the pages of docs/ tell the truth: their examples run, their links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

import boyi

README = Path(__file__).parents[2] / "README.md"
PAGES = [README, *sorted((README.parent / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 10 or page != README
    assert result.failed == 0


def test_every_preset_is_listed() -> None:
    text = README.read_text(encoding="utf-8")
    assert [name for name in boyi.Config.presets() if f"`{name}`" not in text] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_sections(page: Path) -> None:
    links = [link.partition("#") for link in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8"))]
    assert page != README or {f"docs/{each.name}" for each in PAGES[1:]} == {
        path for path, _, _ in links if path.startswith("docs/")
    }
    for path, _, section in links:
        if path.startswith(("http:", "https:")):
            continue
        target = page if not path else page.parent / path
        assert target.is_file(), path
        if section:
            text = target.read_text(encoding="utf-8")
            headings = [line.lstrip("# ").lower() for line in text.splitlines() if line.startswith("#")]
            anchors = [re.sub(r"[^\w -]", "", heading).replace(" ", "-") for heading in headings]
            assert section in anchors or f'id="{section}"' in text, section
