"""The example project of an engine's author: it passes as it is, and fails when the program weakens or hangs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "docs" / "example-engine"
PRESET = "--preset wizard-alphabeta --set iterative=on"

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="the program of the example is a script of the shell"),
    pytest.mark.slow,
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy, and beside it the python3 that its script starts."""
    shutil.copytree(EXAMPLE, tmp_path / "project", ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
    python = tmp_path / "bin" / "python3"
    python.parent.mkdir()
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    return tmp_path / "project"


def checked(project: Path, **environment: str) -> tuple[int, str]:
    """The exit code of pytest and what it says."""
    path = f"{project.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"],
        cwd=project,
        env=os.environ | {"PATH": path, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))} | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return run.returncode, run.stdout + run.stderr


def changed(project: Path, *, to: str) -> None:
    script = project / "engine"
    assert PRESET in script.read_text()
    script.write_text(script.read_text().replace(PRESET, to))


def test_it_passes_and_so_does_a_program_as_strong_as_before(project: Path) -> None:
    code, said = checked(project, ENGINE_BEFORE="./engine", GAMES="4", NODES="300")
    assert code == 0 and "5 passed" in said, said


def test_it_fails_when_the_program_weakens(project: Path) -> None:
    shutil.copy(project / "engine", project / "before")
    changed(project, to=f"{PRESET} --set evaluation=material")
    code, said = checked(project, ENGINE_BEFORE="./before", GAMES="200", NODES="300", LOSS="150")
    assert code == 1 and "rows changed; nodes of all" in said, said
    assert "normalized Elo -150 accepted" in said and "2 failed" in said, said


def test_it_fails_when_the_program_misses_a_mate_or_hangs(project: Path) -> None:
    changed(project, to=f"{PRESET} --set evaluation=material")
    (project / "pytest.ini").write_text((project / "pytest.ini").read_text().replace("50000", "3"))
    code, said = checked(project)
    assert code == 1 and "tactics.epd:3: chariot and pawn: finds no mate in 2 or fewer" in said, said
    (project / "engine").write_text(
        "#!/bin/sh\nread line\necho id name sleeper\necho option name Hash type spin\n"
        "echo uciok\nread line\nsleep 1000\n"
    )
    (project / "pytest.ini").write_text((project / "pytest.ini").read_text().replace("patience = 20", "patience = 0.5"))
    (project / "tests" / "test_engine.py").unlink()
    code, said = checked(project)
    assert code == 1 and "the program says nothing more; its last lines:\n  > uci\n  < id name sleeper\n" in said, said
