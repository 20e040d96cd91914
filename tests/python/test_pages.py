"""The pages tell the truth: their programs run, their links lead somewhere, and nothing public is missing."""

import doctest
import importlib
import re
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import boyi
from boyi.cli import _parser, main

ROOT = Path(__file__).parents[2]
README, CHINESE = ROOT / "README.md", ROOT / "README.zh-CN.md"
PAGES = [README, CHINESE, *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / ".github").glob("*.md"))]
MODULES = ["boyi", "boyi.xiangqi", "boyi.gomoku", "boyi.lab", "boyi.regression"]
MOST_WORDS = 900

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path, *languages: str) -> list[str]:
    """The programs of a page in these languages; "" is none."""
    found = re.findall(r"^```([^\n]*)\n(.*?)^```$", text(page), flags=re.MULTILINE | re.DOTALL)
    return [program for language, program in found if language in languages]


def prose(page: Path) -> str:
    """A page without its programs."""
    return re.sub(r"^```.*?^```", "", text(page), flags=re.MULTILINE | re.DOTALL)


# ---- programs ------------------------------------------------------------


@pytest.mark.parametrize(
    "page",
    [page if page.parent == ROOT else pytest.param(page, marks=pytest.mark.slow) for page in PAGES],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_programs_run(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 8 or page not in (README, CHINESE)
    assert result.failed == 0


@every_page
def test_programs_that_cannot_run_here_are_python(page: Path) -> None:
    for program in blocks(page, "python"):
        if ">>>" not in program:
            compile(program, str(page), "exec")


def parsed(line: str) -> Namespace:
    """What the command makes of a line of shell, which is not run."""
    words = re.sub(r"\s+#.*|'", "", line).split()[1:]
    return _parser().parse_args(words)


@every_page
def test_commands_are_understood(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for line in "\n".join(blocks(page, "sh", "")).splitlines():
        if line.startswith("boyi "):
            try:
                parsed(line)
            except SystemExit:
                pytest.fail(f"{line}: {capsys.readouterr().err}")


def test_commands_with_mistakes_are_seen() -> None:
    assert parsed("boyi compare --vary killers=0,2   # both").vary
    with pytest.raises(SystemExit):
        parsed("boyi compare --varry killers=0,2")


def test_the_readme_shows_what_the_command_prints(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["compare", "--first", "2", "--depth", "2", "--quiet", "--out", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("configuration "))
    (shown,) = (block.splitlines()[2:] for block in blocks(README, "") if "configuration " in block)
    names = [re.split(r"  +", line)[0] for line in shown]
    assert names == [re.split(r"  +", line)[0] for line in lines[first : first + len(shown)]]
    assert shown[0].split() == lines[first].split()


# ---- what must be there --------------------------------------------------


def test_the_readme_is_short() -> None:
    assert len(text(README).split()) <= MOST_WORDS


def test_the_two_readmes_lead_to_each_other() -> None:
    assert "](README.zh-CN.md)" in text(README) and "](README.md)" in text(CHINESE)


def test_every_preset_is_listed() -> None:
    listed = text(ROOT / "docs" / "presets.md")
    assert [name for name in boyi.Config.presets() if f"| `{name}` |" not in listed] == []


def terms(page: Path, column: int) -> set[str]:
    """The entries of a column of a page's tables."""
    rows = (line.split("|") for line in text(page).splitlines() if line.startswith("| "))
    return {row[column].strip() for row in rows}


def test_the_chinese_glossary_has_every_term_of_the_english_one() -> None:
    english, chinese = ROOT / "docs" / "glossary.md", ROOT / "docs" / "zh" / "glossary.md"
    assert len(terms(english, 1)) > 70
    assert terms(english, 1) - {"English"} == terms(chinese, 2) - {"英文"}


def documented() -> set[str]:
    """The names of the reference."""
    pages = (ROOT / "docs" / "reference").glob("*.md")
    return set(
        re.findall(r"^(?:\.\. (?:auto\w+|py:\w+):: |   )(boyi\.\S+)$", "".join(map(text, pages)), flags=re.MULTILINE)
    )


def public(module: ModuleType) -> Iterator[str]:
    """The public names of a module but for the modules in it."""
    for name in module.__all__:
        if not isinstance(getattr(module, name), ModuleType):
            yield f"{module.__name__}.{name}"


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_in_the_reference(module: str) -> None:
    missing = set(public(importlib.import_module(module))) - documented()
    assert not missing, f"not in docs/reference/: {', '.join(sorted(missing))}"


# ---- links ---------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    """The sections of a page as links name them."""
    headings = re.findall(r"^#+ (.*)$", prose(page), flags=re.MULTILINE)
    slugs = {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'id="([^"]+)"', text(page)))


@every_page
def test_links_lead_to_files_and_sections(page: Path) -> None:
    links = re.findall(r"\]\(((?:[^()\s]|\([^()]*\))+)\)", prose(page))
    for path, _, section in (link.partition("#") for link in links):
        if path.startswith(("http:", "https:")):
            continue
        target = page if not path else page.parent / path
        assert target.is_file(), path
        assert not section or section in anchors(target), f"{path}#{section}"


# ---- the site's own parts ------------------------------------------------


@pytest.mark.slow  # needs Sphinx
def test_the_reference_has_the_types_of_the_stub(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(ROOT / "docs")
    site = importlib.import_module("site_parts")
    monkeypatch.delitem(sys.modules, "site_parts")

    def shown(name: str) -> str:
        return " -> ".join(part for part in site.typed_signature(None, "method", name, None, None, None, None) if part)

    assert "depth: int | None" in shown("boyi.Searcher.search") and shown("boyi.Searcher.search").endswith("-> Result")
    assert shown("boyi.xiangqi.Position.evaluate").endswith("-> int | dict[str, Any]")
    assert shown("boyi.Score").startswith("(raw: int, turn: str")
    assert site.tidy("~numpy.ndarray[tuple[~typing.Any, ...], ~numpy.dtype[~numpy.int8]]") == "NDArray[~numpy.int8]"
    assert site.linked("Royhoo, 6.4; fenon, 2b") == "[Royhoo](sources.md#royhoo), 6.4; [fenon](sources.md#fenon), 2b"
