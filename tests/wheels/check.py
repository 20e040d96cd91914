"""Audits wheels and tries them: `python tests/wheels/check.py dist`.

Each wheel must be small, need numpy only, hold no path of the machine that built it, and keep the promises of its tags
about the system (auditwheel) and the interpreter (abi3audit). Then it is installed alone into an empty environment of each
Python that is found and can take it, and tests/wheels/smoke.py runs there.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

SMOKE = Path(__file__).with_name("smoke.py")

LARGEST = 6_000_000
"""Bytes of a wheel."""

NEEDED = ["numpy>=1.26"]
"""Packages that an installation without extras may need."""


def audit(wheel):
    """Fails unless the wheel keeps its promises; says its size."""
    builders = re.compile(
        "|".join(rf"{re.escape(str(folder))}[/\\\\][ -~]*" for folder in (Path.home(), Path.cwd())).encode()
    )
    assert wheel.stat().st_size < LARGEST, f"{wheel.name} has {wheel.stat().st_size:,} bytes, more than {LARGEST:,}"
    with zipfile.ZipFile(wheel) as files:
        for name in files.namelist():
            leaked = builders.search(files.read(name))
            assert not leaked, f"{wheel.name}: {name} holds the path {leaked[0][:200]!r}"
        (metadata,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        needs = re.findall(r"^Requires-Dist: (.*)$", files.read(metadata).decode(), re.MULTILINE)
    assert [need for need in needs if "extra ==" not in need] == NEEDED, needs
    if "linux" in wheel.name:
        said = tool("auditwheel", "show", wheel)
        tag = re.search(r"(many|musl)linux_\d+_\d+", wheel.name)
        assert tag and tag[0] in said, f"{wheel.name} is not what its name says:\n{said}"
    if "-abi3-" in wheel.name:
        tool("abi3audit", "--strict", wheel)
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, audited")


def tool(name, *arguments):
    """What a program that is installed for this Python prints; its failure is ours."""
    done = subprocess.run([sys.executable, "-m", name, *arguments], text=True, capture_output=True)
    assert done.returncode == 0, f"{name}: {done.stdout}{done.stderr}"
    return done.stdout


def interpreters():
    """Pythons from 3.11 on: this one, those of the search path, and those that pyenv keeps; each version once."""
    names = [f"python3.{minor}{free}" for minor in range(11, 20) for free in ("", "t")]
    found = [sys.executable, *map(shutil.which, names)]
    found += sorted(map(str, Path.home().glob(".pyenv/versions/*/bin/python")))
    pythons = {}
    for python in filter(None, found):
        question = (
            "import sys, sysconfig; print(*sys.version_info[:2], sysconfig.get_config_var('Py_GIL_DISABLED') or 0)"
        )
        said = subprocess.run([python, "-c", question], text=True, capture_output=True)
        if said.returncode == 0:
            major, minor, free = map(int, said.stdout.split())
            if (major, minor) >= (3, 11):
                pythons.setdefault((major, minor, free), python)
    return pythons


def fits(wheel, version):
    """Whether an interpreter can take the wheel, by the wheel's tags."""
    major, minor, free = version
    python, abi = wheel.name.split("-")[2:4]
    if abi == "abi3":
        return not free and (major, minor) >= (3, int(python.removeprefix("cp3")))
    return abi == f"cp{major}{minor}{'t' if free else ''}"


def attempt(wheel, python):
    """Installs the wheel into an empty environment and runs the smoke test there."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([python, "-m", "venv", folder], check=True)
        inside = Path(folder, *(("Scripts", "python.exe") if sys.platform == "win32" else ("bin", "python")))
        subprocess.run(
            [inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel.resolve()], check=True
        )
        subprocess.run([inside, SMOKE], check=True, cwd=folder)


def main(folder):
    """Audits and tries every wheel of a folder."""
    wheels = sorted(Path(folder).glob("*.whl"))
    pythons = interpreters()
    assert wheels, f"{folder} has no wheel"
    assert any(fits(wheel, version) for wheel in wheels for version in pythons), "no Python that fits was found"
    for wheel in wheels:
        audit(wheel)
        for version, python in pythons.items():
            if fits(wheel, version):
                attempt(wheel, python)
    for version, python in pythons.items():
        if not any(fits(wheel, version) for wheel in wheels):
            print(f"no wheel for {python}")


main(*sys.argv[1:])
