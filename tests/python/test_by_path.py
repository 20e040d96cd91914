"""Programs that a GUI starts by their path alone: boyi-uci, boyi-ucci and pbrain-boyi."""

import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from boyi import lab
from boyi.gomoku import Position as Gomoku
from boyi.lab.engines.limits import LIMITS
from boyi.lab.engines.player import EnginePlayer
from boyi.run.tasks import run_search
from boyi.xiangqi import Position as Xiangqi

ROOT = Path(__file__).parents[2]
PROGRAMS = {"boyi-uci": ("uci", Xiangqi), "boyi-ucci": ("ucci", Xiangqi), "pbrain-boyi": ("gomocup", Gomoku)}


def test_the_project_installs_them() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert set(scripts) == {"boyi", *PROGRAMS}
    for target in scripts.values():
        module, _, function = target.partition(":")
        assert callable(getattr(import_module(module), function))


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there, installers make one")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_path_alone_starts_one_that_plays(name: str, tmp_path: Path) -> None:
    protocol, start = PROGRAMS[name]
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    module, _, function = scripts[name].partition(":")
    path = tmp_path / name  # as an installer writes it
    path.write_text(f"#!{sys.executable}\nimport sys\nfrom {module} import {function}\nsys.exit({function}())\n")
    path.chmod(0o755)
    limits = dict.fromkeys(LIMITS) | ({"time": 0.5} if protocol == "gomocup" else {"nodes": 500})
    player = EnginePlayer(lab.Engine([path], protocol, cwd=tmp_path), run_search, limits)
    assert player.probe([start()]).startswith("boyi")
    try:
        assert start().is_legal(player.move(start(), None).move)
    finally:
        player.close()
