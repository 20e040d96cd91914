"""Collects EPD files for pytest: a test for each line."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boyi import Config
from boyi.errors import BoyiError, OptionError
from boyi.regression import epd
from boyi.regression.settings import EPD_NODES
from boyi.run.arguments import MAX_DEPTH, MAX_NODES


class EpdFile(pytest.File):
    """An EPD file as a pytest collector."""

    def collect(self) -> Iterator["EpdItem"]:
        """A test for each line; one that cannot be read is an error of the file."""
        try:
            problems = epd.read(self.path.read_bytes(), self.shown)
            preset, limits = self._setting()
        except BoyiError as error:
            raise self.CollectError(str(error)) from None
        for problem in problems:
            yield EpdItem.from_parent(self, name=problem.name, problem=problem, preset=preset, limits=limits)

    @property
    def shown(self) -> str:
        """The file's path as messages have it."""
        root = self.config.rootpath
        return (self.path.relative_to(root) if self.path.is_relative_to(root) else self.path).as_posix()

    def _setting(self) -> tuple[Config, dict[str, int]]:
        """The configuration and the limits that the ini options name."""
        config = Config.preset(self.config.getini("boyi_epd_preset"), "xiangqi")
        limits = {"depth": self._limit("boyi_epd_depth", MAX_DEPTH), "nodes": self._limit("boyi_epd_nodes", MAX_NODES)}
        return config, {name: limit for name, limit in limits.items() if limit} or {"nodes": EPD_NODES}

    def _limit(self, option: str, most: int) -> int | None:
        text = str(self.config.getini(option)).strip()
        if text and not (re.fullmatch("[0-9]{1,19}", text) and 1 <= int(text) <= most):
            raise OptionError(f"{option} = {text!r}: expected a whole number from 1 to {most}")
        return int(text) if text else None


class EpdItem(pytest.Item):
    """A line of EPD as a test."""

    def __init__(self, *, problem: epd.Problem, preset: Config, limits: dict[str, int], **node: Any) -> None:
        super().__init__(**node)
        self._problem, self._preset, self._limits = problem, preset, limits

    def runtest(self) -> None:
        """Searches the position; the test fails if the search does not find what the line says."""
        try:
            wrong = epd.failure(self._problem, self._preset, self._limits)
        except BoyiError as error:
            wrong = str(error)
        if wrong:
            assert isinstance(self.parent, EpdFile)
            pytest.fail(f"{self.parent.shown}:{self._problem.line}: {self.name}: {wrong}", pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Path, line number and name of the test, for reports."""
        return self.path, self._problem.line - 1, self.name
