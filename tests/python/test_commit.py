"""Wheels and source distributions that are made from a clone know its commit; nothing is compiled but build.rs."""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

SETTINGS = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]

pytestmark = pytest.mark.skipif(
    not (shutil.which("git") and shutil.which("rustc") and (ROOT / ".git").exists()), reason="needs git and Rust"
)


def said(*command: str | Path, folder: Path, **environment: str) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    options = {"env": os.environ | {"PATH": path} | environment, "cwd": folder}
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone of the repository, with build.rs and the build backend as they are here."""
    folder = tmp_path_factory.mktemp("made") / "clone"
    said("git", "clone", "--quiet", ROOT, folder, folder=ROOT)
    for name in ("build.rs", "python/build_backend.py", "pyproject.toml", "Cargo.toml", ".gitignore"):
        shutil.copy(ROOT / name, folder / name)
    said("git", *SETTINGS, "commit", "--quiet", "--allow-empty", "--all", "--message", "As here", folder=folder)
    return folder


@pytest.fixture(scope="module")
def build(clone: Path) -> Path:
    """The build script, compiled."""
    said("rustc", "--edition", "2024", "-o", "../script", "build.rs", folder=clone)
    return clone.parent / "script"


def commit(build: Path, folder: Path) -> list[str]:
    """What the build script of a wheel that is made in a folder says about the commit."""
    lines = said(build, folder=folder, CARGO_FEATURE_PYTHON="1").splitlines()
    return [line.partition("BOYI_COMMIT=")[2] for line in lines if "BOYI_COMMIT=" in line]


def test_a_wheel_of_a_clone_and_one_of_its_source_distribution_know_the_commit(clone: Path, build: Path) -> None:
    pytest.importorskip("maturin")
    known = said("git", "describe", "--always", folder=clone).strip()
    assert commit(build, clone) == [known]
    said(sys.executable, "python/build_backend.py", "../dist", folder=clone)
    assert said("git", "status", "--porcelain", folder=clone) == "" and not (clone / "COMMIT").exists()
    (made,) = (clone.parent / "dist").glob("*.tar.gz")
    outer = clone.parent / "outer"  # a repository that is not its own
    said("git", "init", "--quiet", outer, folder=clone)
    said("git", *SETTINGS, "commit", "--quiet", "--allow-empty", "--message", "Another one", folder=outer)
    with tarfile.open(made) as files:
        files.extractall(outer, filter="data")
    (unpacked,) = outer.glob("boyi-*")
    assert (unpacked / "COMMIT").read_text().strip() == known
    assert commit(build, unpacked) == [known]


def test_changes_and_their_absence_are_told(clone: Path, build: Path, tmp_path: Path) -> None:
    with (clone / "LICENSE").open("a") as file:
        file.write("\n")
    assert commit(build, clone)[0].endswith("-dirty")
    said("git", "checkout", "--quiet", "LICENSE", folder=clone)
    assert commit(build, tmp_path) == [], "neither a repository nor a source distribution"
    assert "BOYI_COMMIT" not in said(build, folder=clone), "without Python nothing is compiled anew after a commit"
