"""What a freshly installed boyi must do with nothing but numpy beside it: `python tests/wheels/smoke.py`."""

import importlib.metadata
import shutil
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path

import boyi


def lone():
    """Only the package, numpy and pip are installed, and what needs an extra says which."""
    found = {each.metadata["Name"].lower() for each in importlib.metadata.distributions()}
    assert found - {"pip", "setuptools"} == {"boyi", "numpy"}, found
    try:
        boyi.lab.compare(["boyi"], "xiangqi/bench", depth=1).summary()
    except boyi.BoyiError as error:
        assert "pip install 'boyi[lab]'" in str(error), error
    else:
        raise AssertionError("lab.compare(…).summary() found packages that were not installed")


def play():
    """Xiangqi and gomoku are searched, tables are arrays, and networks and openings are part of the package."""
    for position in (boyi.xiangqi.Position(), boyi.gomoku.Position("h8 i9 h9 i8 h10 i7")):
        searcher = boyi.Searcher()
        result = searcher.search(position, depth=6)
        assert position.is_legal(result.move), result
        assert len(searcher.table.entries()) == len(searcher.table) > 0
    assert boyi.xiangqi.Position().evaluate("network") is not None
    assert boyi.kill_search(position, force="vcf").status == "win"
    assert len(boyi.lab.openings("xiangqi")) == 200
    assert boyi._core.build_info()["commit"] != "unknown"


def side_by_side():
    """Searches of several threads of Python run at once, over one table and over their own."""
    table = boyi.Config.preset("boyi", "xiangqi").new_table(4)
    start = boyi.xiangqi.Position()
    moves = start.legal_moves()
    answers = [None] * 8

    def one(number):
        searcher = boyi.Searcher(table=table) if number % 2 else boyi.Searcher()
        position = start.play(moves[number])
        answers[number] = position.is_legal(searcher.search(position, nodes=20_000).move)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(len(answers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(answers), answers


def command():
    """The program `boyi` is installed and speaks UCI."""
    program = shutil.which("boyi", path=sysconfig.get_path("scripts"))
    said = subprocess.run([program, "uci"], input="uci\nquit\n", text=True, capture_output=True, timeout=60)
    assert "uciok" in said.stdout, said


def free():
    """Where the interpreter can do without its lock, importing boyi does not switch the lock on."""
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        assert not sys._is_gil_enabled(), "boyi has switched the interpreter's lock on"


for check in (lone, play, side_by_side, command, free):
    check()
print("boyi", boyi.__version__, "works with Python", sys.version.split()[0], "at", Path(boyi.__file__).parent)
