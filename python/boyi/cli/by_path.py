"""The commands of protocols as programs of their own, for GUIs and managers that start a program by its path alone.

``boyi-uci``, ``boyi-ucci`` and ``pbrain-boyi`` are ``boyi uci``, ``boyi ucci`` and ``boyi gomocup``, with the same
arguments. Gomocup managers take every program whose name begins with ``pbrain-``.
"""

import sys

from boyi.cli import main

__all__ = ["gomocup", "ucci", "uci"]


def uci() -> int:
    """Runs ``boyi uci`` with the arguments of the process, and returns its exit code."""
    return main(["uci", *sys.argv[1:]])


def ucci() -> int:
    """Runs ``boyi ucci`` with the arguments of the process, and returns its exit code."""
    return main(["ucci", *sys.argv[1:]])


def gomocup() -> int:
    """Runs ``boyi gomocup`` with the arguments of the process, and returns its exit code."""
    return main(["gomocup", *sys.argv[1:]])
