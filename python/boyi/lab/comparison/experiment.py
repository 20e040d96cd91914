"""The parts of a comparison: configurations, positions and limits; a task and a record for each search."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from boyi import Config, Position, Result, Searcher, xiangqi
from boyi.errors import OptionError
from boyi.lab.position_sets.given import Positions, checked_positions
from boyi.lab.setup import Setup, plain_configs
from boyi.run import arguments
from boyi.run.arguments import MAX_DEPTH, MAX_NODES
from boyi.run.positions import plain_position
from boyi.run.provenance import provenance
from boyi.run.tasks import Search

Configs = Mapping[str, Config | Setup | str] | Iterable[str]


@dataclass(frozen=True)
class SearchTask:
    """One search of a comparison: picklable, and the same tree wherever it runs."""

    index: int
    """Number of the position, from 0."""
    name: str
    """Name of the configuration."""
    position: Any
    setup: Setup
    evaluation: Any
    depth: int | None
    nodes: int | None

    def searcher(self) -> Searcher:
        """A new searcher, so that nothing is carried over from another search."""
        return self.setup.searcher(self.evaluation)

    def work(self, search: Search) -> dict[str, Any]:
        """Searches, and returns the result as plain data."""
        return self.record(search(self.searcher(), self.position, depth=self.depth, nodes=self.nodes))

    def record(self, result: Result) -> dict[str, Any]:
        """The result as plain data that JSON can hold."""
        return {
            "position": self.index,
            "config": self.name,
            "depth": result.depth,
            "seldepth": result.seldepth,
            "score": int(result.score),
            "bound": int(result.bound),
            "move": "" if result.move is None else str(result.move),
            "nodes": result.nodes,
            "threads": result.threads,
            "time": result.cpu_time,
            "iterations": [[step.depth, step.nodes] for step in result.iterations],
            "counters": result.counters,
        }


@dataclass(frozen=True)
class Experiment:
    """Everything that determines the rows of a comparison: setups, positions, limits and evaluation."""

    setups: dict[str, Setup]
    positions: list[Position]
    depth: int | None
    nodes: int | None
    evaluation: Any

    @classmethod
    def of(
        cls, configs: Configs, positions: Positions, depth: int | None, nodes: int | None, evaluation: Any
    ) -> "Experiment":
        """Checks and completes what a user gave to :func:`boyi.lab.compare`."""
        if depth is None and nodes is None:
            raise OptionError("a comparison without a limit: give depth= (plies), nodes= (total), or both")
        depth = arguments.limit("depth", depth, MAX_DEPTH)
        nodes = arguments.limit("nodes", nodes, MAX_NODES)
        if not isinstance(evaluation, xiangqi.Evaluation | None):
            raise OptionError(f"evaluation={evaluation!r}: expected a boyi.xiangqi.Evaluation or None")
        found = checked_positions(positions)
        setups = _setups(configs, found[0].game)
        for name, setup in setups.items():
            if evaluation is not None and setup.evaluate is not None:
                raise OptionError(f"evaluation= and a function evaluate of {name!r}: expected one of the two")
        experiment = cls(setups, found, depth, nodes, evaluation)
        arguments.depth_where_needed(experiment.configs, depth)
        return experiment

    @property
    def configs(self) -> dict[str, Config]:
        """The configurations by name."""
        return {name: arguments.config(name, setup.config) for name, setup in self.setups.items()}

    def tasks(self) -> Iterator[SearchTask]:
        """All tasks, position by position, so that the times of a position are taken close together."""
        for index, position in enumerate(self.positions):
            for name, setup in self.setups.items():
                yield SearchTask(index, name, position, setup, self.evaluation, self.depth, self.nodes)

    def metadata(self) -> dict[str, Any]:
        """The experiment as plain data, with the version, the commit, the build, the seeds and the processor."""
        more = {
            "game": self.positions[0].game,
            "depth": self.depth,
            "nodes": self.nodes,
            "positions": [plain_position(place) for place in self.positions],
            "evaluation": _evaluation(self.evaluation),
        }
        return provenance() | more | plain_configs(self.setups)


def _setups(given: Configs, game: str) -> dict[str, Setup]:
    if isinstance(given, str):
        given = [given]
    names = arguments.several(
        "configs", given, "a dict from a name to a Config or a Setup, or a list of names of presets"
    )
    for name in names:
        if not isinstance(name, str):
            raise OptionError(f"{name!r} in configs: expected a name; for a Config give a dict from a name to it")
        if names.count(name) > 1:
            raise OptionError(f"{name!r} occurs {names.count(name)} times in configs: expected every name once")
    values = given if isinstance(given, Mapping) else {name: name for name in names}
    return {name: Setup.of(f"configs[{name!r}]", value, game) for name, value in values.items()}


def _evaluation(evaluation: Any) -> dict[str, Any] | None:
    if evaluation is None:
        return None
    return {"piece_square": evaluation.piece_square.tolist(), "tempo": evaluation.tempo}
