"""Collects EPD files for pytest: a test for each line."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boyi import Config
from boyi.errors import BoyiError, OptionError
from boyi.games import game_of
from boyi.lab.engines.engine import Engine
from boyi.regression import epd
from boyi.regression.program import ProgramFailure
from boyi.regression.settings import EPD_NODES
from boyi.run.arguments import MAX_DEPTH, MAX_NODES


class EpdFile(pytest.File):
    """An EPD file as a pytest collector."""

    def collect(self) -> Iterator["EpdItem"]:
        """A test for each line; one that cannot be read is an error of the file."""
        try:
            problems = epd.read(self.path.read_bytes(), self.shown)
            player, limits = self._player(), self._limits()
        except BoyiError as error:
            raise self.CollectError(str(error)) from None
        for problem in problems:
            yield EpdItem.from_parent(self, name=problem.name, problem=problem, player=player, limits=limits)

    @property
    def shown(self) -> str:
        """The file's path as messages have it."""
        root = self.config.rootpath
        return (self.path.relative_to(root) if self.path.is_relative_to(root) else self.path).as_posix()

    def _player(self) -> Config | Engine:
        """The configuration or the program that the ini options name."""
        command, given = self.config.getini("boyi_epd_engine"), self.config.getini("boyi_epd_option")
        if not command:
            if given:
                raise OptionError(f"boyi_epd_option = {given!r}: expected with boyi_epd_engine")
            return Config.preset(self.config.getini("boyi_epd_preset"), "xiangqi")
        protocol, known = self.config.getini("boyi_epd_protocol"), game_of("xiangqi").protocols
        if protocol not in known:
            raise OptionError(f"boyi_epd_protocol = {protocol!r}: expected {' or '.join(known)}")
        options = dict(_option(text) for text in given)
        return Engine(command, protocol, options, patience=self._patience(), cwd=self.config.rootpath)

    def _patience(self) -> float:
        text = self.config.getini("boyi_epd_patience")
        try:
            return float(text)
        except ValueError:
            raise OptionError(f"boyi_epd_patience = {text!r}: expected seconds") from None

    def _limits(self) -> dict[str, int]:
        """The limits of lines that have none, as the ini options name them."""
        limits = {"depth": self._limit("boyi_epd_depth", MAX_DEPTH), "nodes": self._limit("boyi_epd_nodes", MAX_NODES)}
        return {name: limit for name, limit in limits.items() if limit} or {"nodes": EPD_NODES}

    def _limit(self, option: str, most: int) -> int | None:
        text = str(self.config.getini(option)).strip()
        if text and not (re.fullmatch("[0-9]{1,19}", text) and 1 <= int(text) <= most):
            raise OptionError(f"{option} = {text!r}: expected a whole number from 1 to {most}")
        return int(text) if text else None


def _option(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not (name and sign):
        raise OptionError(f"boyi_epd_option = {text!r}: expected NAME=VALUE, such as Hash=16")
    return name, value


class EpdItem(pytest.Item):
    """A line of EPD as a test."""

    def __init__(self, *, problem: epd.Problem, player: Config | Engine, limits: dict[str, int], **node: Any) -> None:
        super().__init__(**node)
        self._problem, self._player, self._limits = problem, player, limits

    def runtest(self) -> None:
        """Searches the position; the test fails if the search does not find what the line says."""
        try:
            wrong = epd.failure(self._problem, self._player, self._limits)
        except (BoyiError, ProgramFailure) as error:
            wrong = str(error)
        if wrong:
            assert isinstance(self.parent, EpdFile)
            pytest.fail(f"{self.parent.shown}:{self._problem.line}: {self.name}: {wrong}", pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Path, line number and name of the test, for reports."""
        return self.path, self._problem.line - 1, self.name
