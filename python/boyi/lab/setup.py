"""The setup of a search in an experiment: a configuration, an evaluation, and user-defined functions."""

import inspect
import pickle
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from boyi import Config, Searcher
from boyi._core import Weights
from boyi.errors import OptionError
from boyi.games import game_of
from boyi.run import arguments
from boyi.run.arguments import MAX_THREADS

__all__ = ["Setup"]

FUNCTIONS = ("order_by", "evaluate")
"""What a setup may bring of its own."""


@dataclass(frozen=True)
class Setup:
    """A configuration with an evaluation or functions of your own, or with several threads.

    :func:`compare` and :func:`match` take it in place of a Config. :class:`boyi.Searcher` says what the functions get
    and return. ``config`` is a Config or the name of a preset. In threads the functions take turns, since one
    interpreter runs one of them at a time. Worker processes need functions that can be pickled, that is, imported from
    a module.

    >>> from boyi import lab
    >>> def far_forward(position, moves):
    ...     return moves["to_square"] if position.turn == "red" else -moves["to_square"].astype(int)
    >>> configs = {"generation": lab.Setup("plain"), "forward": lab.Setup("plain", order_by=far_forward)}
    >>> lab.compare(configs, "xiangqi/bench", depth=2, progress=False).configs
    ['generation', 'forward']

    Raises:
        OptionError: for a function that cannot be called.
    """

    config: Config | str = "boyi"
    order_by: Callable[[Any, npt.NDArray[np.void]], npt.ArrayLike] | None = None
    evaluate: Callable[[Any], int] | None = None
    evaluation: Weights | None = None
    """What evaluates, in place of the evaluation that the configuration names."""
    threads: int = 1
    """Threads of each search, 1 to 256; with functions of one's own 1. What several threads find does not repeat."""

    def __post_init__(self) -> None:
        arguments.whole("threads", self.threads, MAX_THREADS)
        check_evaluation(self.evaluation)
        if self.evaluation is not None and self.evaluate is not None:
            raise OptionError("evaluation= and evaluate=: expected one of the two")
        if self.threads > 1 and self.functions():
            raise OptionError(
                f"threads={self.threads} with order_by= or evaluate=: functions of Python run one at a time; expected 1"
            )
        for name, function in self.functions().items():
            if not callable(function):
                raise OptionError(f"{name}={function!r}: expected a function or None")

    @classmethod
    def of(cls, name: str, given: Any, game: str | None = None) -> "Setup":
        """The setup that a user gave as one, as a Config or as the name of a preset, which then is that for the game.

        Raises:
            OptionError: for anything else, with the name of the argument.
        """
        setup = given if isinstance(given, cls) else cls(given)
        return replace(setup, config=arguments.config(name, setup.config, game))

    def functions(self) -> dict[str, Any]:
        """The functions that were given, by the name of the argument."""
        return {name: getattr(self, name) for name in FUNCTIONS if getattr(self, name) is not None}

    def searcher(self) -> Searcher:
        """A new searcher."""
        return Searcher(self.config, evaluation=self.evaluation, threads=self.threads, **self.functions())

    def plain(self) -> dict[str, dict[str, str | None]]:
        """The functions as plain data: name, and source text as far as it can be had."""
        return {
            name: {"name": _name(function), "source": _source(function)} for name, function in self.functions().items()
        }


def plain_configs(setups: Mapping[str, Setup]) -> dict[str, dict[str, Any]]:
    """The named setups as plain data for the metadata of an experiment.

    Keys: ``configs`` (fields of the configurations), ``seed`` and ``threads``; ``evaluations`` and ``functions`` of the
    setups that have some; each by name of the setup.
    """
    configs = {name: arguments.config(name, setup.config) for name, setup in setups.items()}
    return {
        "configs": {name: config.to_dict() for name, config in configs.items()},
        "seed": {name: config.seed for name, config in configs.items()},
        "evaluations": {
            name: plain_evaluation(setup.evaluation) for name, setup in setups.items() if setup.evaluation is not None
        },
        "functions": {name: setup.plain() for name, setup in setups.items() if setup.functions()},
        "threads": {name: setup.threads for name, setup in setups.items()},
    }


def check_evaluation(evaluation: Any) -> None:
    """Refuses what is no evaluation.

    Raises:
        OptionError: with what was given.
    """
    if not isinstance(evaluation, Weights | None):
        raise OptionError(
            f"evaluation={evaluation!r}: expected weights, such as boyi.xiangqi.Network.shipped(), or None"
        )


def plain_evaluation(evaluation: Weights) -> dict[str, Any]:
    """An evaluation as plain data: its fingerprint, and such weights as are few."""
    return game_of(evaluation.game).plain_evaluation(evaluation)


def check_travel(setups: Mapping[str, Setup], executor: Executor | None) -> None:
    """Refuses functions that cannot be sent to the workers of an executor of processes.

    Raises:
        OptionError: with the name of the setup and of the function.
    """
    if not isinstance(executor, ProcessPoolExecutor):
        return
    for name, setup in setups.items():
        for kind, function in setup.functions().items():
            try:
                pickle.dumps(function)
            except Exception as error:  # whatever pickling some object may raise
                raise OptionError(
                    f"{kind} of {name!r}, {_name(function)}, cannot be pickled for another process ({error}): expected "
                    "a function at the top of a module, or an executor of threads"
                ) from error


def _name(function: Any) -> str:
    named = function if hasattr(function, "__qualname__") else type(function)
    return f"{named.__module__}.{named.__qualname__}"


def _source(function: Any) -> str | None:
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        return None
