"""The pytest plugin: options, fixture, collection of EPD files and summary.

pytest imports this module at every start, so whatever takes time is imported where it is used.
"""

from pathlib import Path
from typing import Any

import pytest

from boyi.regression.fixture import UPDATED, Regression
from boyi.regression.settings import EPD_NODES


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declares ``--boyi-update`` and the ini options."""
    group = parser.getgroup("boyi", "boyi, regression suites")
    group.addoption("--boyi-update", action="store_true", help="write what boyi_regression compares with anew")
    parser.addini("boyi_epd_files", "patterns of EPD files that are collected without being named", "args", [])
    parser.addini("boyi_epd_preset", "the preset that searches EPD files (default: boyi)", default="boyi")
    parser.addini("boyi_epd_engine", "a program and its arguments that searches EPD files instead", "args", [])
    parser.addini("boyi_epd_protocol", "its protocol, uci or ucci (default: uci)", default="uci")
    parser.addini("boyi_epd_option", "options of the program, NAME=VALUE on a line each", "linelist", [])
    parser.addini("boyi_epd_patience", "seconds of silence after which it hangs (default: 60)", default="60")
    parser.addini("boyi_epd_depth", "limit in plies of a line of EPD that has none", default="")
    parser.addini(
        "boyi_epd_nodes",
        f"limit in nodes of a line of EPD that has none (default without either: {EPD_NODES})",
        default="",
    )


@pytest.fixture
def boyi_regression(request: pytest.FixtureRequest) -> Regression:
    """Compares searches with the file that keeps them; see boyi.regression.Regression."""
    return Regression(request.node, update=request.config.getoption("--boyi-update"))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collects the EPD files that are named to pytest, and those that match ``boyi_epd_files``.

    Other games have files of that kind, so a folder's are left alone unless the project asks for them.
    """
    named = file_path.suffix.lower() == ".epd" and parent.session.isinitpath(file_path)
    if not named and not any(file_path.match(pattern) for pattern in parent.config.getini("boyi_epd_files")):
        return None
    from boyi.regression.collect import EpdFile

    return EpdFile.from_parent(parent, path=file_path)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Lists the files that ``--boyi-update`` has written."""
    reports: list[Any] = [report for reports in terminalreporter.stats.values() for report in reports]
    calls = [report for report in reports if getattr(report, "when", None) == "call"]
    updates = [text for report in calls for name, text in report.user_properties if name == UPDATED]
    if updates:
        terminalreporter.section("boyi_regression")
        terminalreporter.write("".join(f"{text}\n" for text in updates))
