"""The README tells the truth: its examples run, its links lead somewhere, and it names every preset."""

import doctest
import re
from pathlib import Path

import boyi

README = Path(__file__).parents[2] / "README.md"
TEXT = README.read_text(encoding="utf-8")


def test_examples_run():
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 10
    assert result.failed == 0


def test_every_preset_is_listed():
    assert [name for name in boyi.Config.presets() if f"`{name}`" not in TEXT] == []


def test_links_lead_to_files_and_sections():
    links = [link.partition("#") for link in re.findall(r"\]\(([^)]+)\)", TEXT)]
    assert "docs/heuristics.md" in {path for path, _, _ in links}
    for path, _, section in links:
        assert (README.parent / path).is_file()
        headings = (
            [line.lstrip("# ").lower() for line in (README.parent / path).read_text().splitlines()] if section else []
        )
        assert not section or section.replace("-", " ") in headings
