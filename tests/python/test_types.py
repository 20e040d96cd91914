"""Type checkers accept the first programs that a user sees. `make lint` has them know every public name's type."""

import doctest
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import boyi

api = pytest.importorskip("mypy.api")

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PACKAGE = Path(boyi.__file__).parent.parent


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The programs of the front pages, as files."""
    folder, files = tmp_path_factory.mktemp("programs"), []
    for page in ("README.md", "README.zh-CN.md", "docs/start.md", "docs/index.md"):
        examples = doctest.DocTestParser().get_examples((ROOT / page).read_text(encoding="utf-8"))
        files.append(folder / (page.replace("/", "_").replace(".", "_").replace("-", "_") + ".py"))
        files[-1].write_text("".join(example.source for example in examples), encoding="utf-8")
    return list(map(str, files))


def pyright(*arguments: str) -> dict[str, object]:
    """What pyright says, read from its JSON."""
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable, *arguments]
    environment = os.environ | {"PYTHONPATH": str(PACKAGE)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT / "docs", env=environment, check=False)
    return json.loads(done.stdout)


def test_mypy_accepts_the_first_programs(programs: list[str], tmp_path: Path) -> None:
    said, _, code = api.run(["--strict", "--cache-dir", str(tmp_path), "--ignore-missing-imports", *programs])
    assert code == 0, said


def test_pyright_accepts_the_first_programs(programs: list[str]) -> None:
    found = pyright("--level", "error", *programs)
    assert found["generalDiagnostics"] == []


def test_checkers_refuse_what_is_wrong(tmp_path: Path) -> None:
    program = tmp_path / "wrong.py"
    program.write_text(
        "import boyi\nboyi.Config(kilers=1)\nboyi.Config(history='graviti')\nboyi.Config().replace(lmr=1.5)\n"
    )
    said, _, code = api.run(["--strict", "--cache-dir", str(tmp_path / "cache"), str(program)])
    assert code == 1
    assert [f"wrong.py:{line}:" in said for line in (1, 2, 3, 4)] == [False, True, True, True]
    found = pyright(str(program))["generalDiagnostics"]
    assert isinstance(found, list)
    assert {1, 2, 3} <= {problem["range"]["start"]["line"] for problem in found if problem["severity"] == "error"}
