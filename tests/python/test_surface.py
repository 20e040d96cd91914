"""The package as a whole: its errors, what it needs, what its types say."""

import importlib
import inspect
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import boyi
from boyi import _core, errors
from conftest import run_python

ERRORS = {name: value for name, value in vars(errors).items() if inspect.isclass(value)}
ALSO = {
    "SearcherBusyError": RuntimeError,
    "ForkError": RuntimeError,
    "InternalError": RuntimeError,
    "MissingExtraError": ImportError,
    "MissingFileError": FileNotFoundError,
    "WorkerError": RuntimeError,
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors_form_one_tree(name: str) -> None:
    error = ERRORS[name]
    assert issubclass(error, boyi.BoyiError)
    assert getattr(boyi, name) is error
    assert name == "BoyiError" or issubclass(error, ALSO.get(name, ValueError))
    again = pickle.loads(pickle.dumps(error("what")))
    assert (type(again), again.args) == (error, ("what",))


PUBLIC = [
    "boyi",
    "boyi.board",
    "boyi.lab",
    "boyi.records",
    "boyi.regression",
    *(f"boyi.{game}" for game in _core.games()),
]


@pytest.mark.parametrize("name", [*PUBLIC, "boyi._core"])
def test_public_names_are_there_and_no_others(name: str) -> None:
    module = importlib.import_module(name)
    assert len(set(module.__all__)) == len(module.__all__)
    assert all(getattr(module, name) is not None for name in module.__all__)
    assert name not in PUBLIC or dir(module) == sorted(module.__all__)


def test_unknown_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="gomku"):
        boyi.gomku  # noqa: B018


def test_it_needs_numpy_and_nothing_else() -> None:
    code = """
import sys
before = set(sys.modules)
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"pandas", "matplotlib", "scipy", "tqdm", "IPython", "distributed", "nbformat"}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Blocker())
import boyi
position = boyi.xiangqi.Position()
searcher = boyi.Searcher()
assert searcher.search(position, depth=3).move is not None
assert len(searcher.table.entries()) > 0
assert position.svg().startswith("<svg")
new = {name.split(".")[0] for name in set(sys.modules) - before} - sys.stdlib_module_names
print(sorted(name for name in new if "site-packages" in str(sys.modules[name].__file__)))
"""
    assert run_python(code) == "['numpy']"


@pytest.mark.slow  # needs mypy
def test_the_stub_says_what_the_core_has() -> None:
    pytest.importorskip("mypy.stubtest")
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "boyi._core"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_is_typed() -> None:
    assert (Path(boyi.__file__).parent / "py.typed").exists()


def test_the_build_describes_itself() -> None:
    info = _core.build_info()
    assert info["version"] == boyi.__version__
    assert all(isinstance(value, str) for value in info.values())
    assert _core.bench() == _core.bench("xiangqi") > 100_000
    with pytest.raises(boyi.OptionError, match='game "go": expected one of'):
        _core.bench("go")
