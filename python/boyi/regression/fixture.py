"""The fixture ``boyi_regression``: searches, and compares with the file beside the test, or writes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from boyi.errors import OptionError, ResultFileError

if TYPE_CHECKING:
    from boyi import Position
    from boyi.lab.searched import Configs

UPDATED = "boyi_update"
"""Name of the property of a test report that says which file was written."""

MOST_NAME = 120
"""Longest name of a file, in characters, without its suffix."""


class Regression:
    """The value of the fixture ``boyi_regression``: a call compares searches with the file that keeps their results.

    The file is ``regression/MODULE/TEST.golden`` in the folder of the test's module: one file for each test, and for
    each set of parameters, so that tests may run in any order and in several processes. It is text, but not called so:
    pytest takes ``test*.txt`` for doctests.
    """

    def __init__(self, node: pytest.Item, update: bool) -> None:
        self._node = node
        self._update = update
        self._used: set[Path] = set()

    def __call__(
        self,
        configs: Configs,
        positions: Mapping[str, Position | str] | Iterable[Position | str] | str,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        name: str | None = None,
    ) -> None:
        """Searches every position with every configuration, each time with a new searcher, and compares.

        Nodes, score, move and principal variation must be those of the file, and so must the positions and limits. If
        not, or if there is no file or a damaged one, the test fails and says so. With ``--boyi-update`` the file is
        written instead. Results that depend on the clock could not repeat, so there is no limit in seconds.

        A :class:`boyi.lab.Engine`, a program of others, is started for each search. Its row has the nodes that it
        reports, 0 by Gomocup; its score in points or as a mate, ``-`` if it reports none; its move and its line. A
        program that hangs, crashes or plays an illegal move fails the test with its last lines.

        Args:
            configs: a dict from a name to a Config, an Engine or the name of a preset, or a list of names of presets.
            positions: a dict from a name to a position or FEN text, a list of these, or the name of a suite. None of
                them may be a finished game.
            depth: limit of each search in plies, 1 to 96.
            nodes: limit of each search in nodes, 1 or more. At least one of the limits is needed, unless all are
                programs with ``limits`` of their own, as those by Gomocup must have.
            name: tells the files of several calls in one test apart: ``TEST.NAME.golden``.

        Raises:
            OptionError: for bad arguments, and for a second call with the same name.
            PositionError: for a text that is not a position.
            GameMismatchError: for positions of several games, or a program of another game.
        """
        from boyi.regression.difference import changed, difference
        from boyi.regression.measure import measured
        from boyi.regression.program import ProgramFailure
        from boyi.regression.sheet import Sheet

        path = self.path(name)
        if path in self._used:
            raise OptionError(f"name={name!r} for two calls of boyi_regression in one test: expected a name for each")
        self._used.add(path)
        shown = self._shown(path)
        if not self._update and not path.exists():
            pytest.fail(f"{shown} does not exist. {self._hint('To write it')}", pytrace=False)
        try:
            now = measured(configs, positions, depth, nodes)
        except ProgramFailure as failure:
            pytest.fail(str(failure), pytrace=False)
        if self._update:
            what = changed(path, now)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(now.text(), encoding="utf-8", newline="\n")
            self._node.user_properties.append((UPDATED, f"{shown}: {what}"))
            return
        try:
            found = difference(Sheet.read(path.read_bytes(), shown), now)
        except ResultFileError as error:
            pytest.fail(str(error), pytrace=False)
        if found:
            hint = self._hint("If the search was meant to change")
            pytest.fail(f"{shown} (stored -> now)\n{found}\n{hint}", pytrace=False)

    def path(self, name: str | None = None) -> Path:
        """The file of a call with that name."""
        if name is not None and (not isinstance(name, str) or not name):
            raise OptionError(f"name={name!r}: expected a text")
        classes = [node.name for node in self._node.listchain() if isinstance(node, pytest.Class)]
        parts = [*classes, self._node.name, *([] if name is None else [name])]
        # Quoting keeps different names different, and is readable for those that need none.
        file = quote(".".join(parts), safe="[]=,+ ")
        if len(file) > MOST_NAME:
            file = f"{file[: MOST_NAME - 17]}-{sha256(file.encode()).hexdigest()[:16]}"
        return self._node.path.parent / "regression" / self._node.path.stem / f"{file}.golden"

    def _shown(self, path: Path) -> str:
        root = self._node.config.rootpath
        return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()

    def _hint(self, when: str) -> str:
        return f"{when}: pytest '{self._node.nodeid}' --boyi-update"
