"""Regression suites: a pytest plugin that keeps what searches find, and runs EPD files as tests.

The plugin is active wherever boyi and pytest are installed. Its fixture ``boyi_regression`` (:class:`Regression`)
compares searches with a file beside the test, ``pytest --boyi-update`` writes that file, and EPD files are collected as
tests (:mod:`.epd`)::

    def test_presets(boyi_regression):
        boyi_regression(["wizard-table", "boyi"], "xiangqi/bench", depth=5)

``pytest -p no:boyi`` switches the plugin off.
"""

from boyi.regression.fixture import Regression

__all__ = ["Regression"]


def __dir__() -> list[str]:
    return __all__
