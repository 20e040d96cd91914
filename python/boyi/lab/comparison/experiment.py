"""The parts of a comparison: configurations, positions and limits; a task and a record for each search."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from boyi import Bound, Config, Position, Result, Searcher
from boyi.errors import OptionError
from boyi.games import game_of
from boyi.lab.comparison.rows import BLANK
from boyi.lab.engines.answer import units
from boyi.lab.engines.engine import Engine
from boyi.lab.engines.plain import plain_players
from boyi.lab.position_sets.given import Positions, checked_positions
from boyi.lab.searched import Configs, asked, checked_searched, reported_names, setups_of
from boyi.lab.setup import Setup
from boyi.run import arguments
from boyi.run.arguments import MAX_DEPTH, MAX_NODES
from boyi.run.provenance import provenance
from boyi.run.tasks import Search


@dataclass(frozen=True)
class SearchTask:
    """One search of a comparison. It can be pickled, and searches the same tree in every process."""

    index: int
    """Number of the position, from 0."""
    name: str
    position: Any
    setup: Setup | Engine
    depth: int | None
    nodes: int | None

    def searcher(self) -> Searcher:
        """A new searcher, so that nothing is carried over from another search."""
        assert isinstance(self.setup, Setup)
        return self.setup.searcher()

    def work(self, search: Search) -> dict[str, Any]:
        """Searches, and returns the result as plain data."""
        if isinstance(self.setup, Engine):
            return self._ask(self.setup, search)
        return self.record(search(self.searcher(), self.position, depth=self.depth, nodes=self.nodes))

    def _ask(self, engine: Engine, search: Search) -> dict[str, Any]:
        """Lets a program search the position, and returns what it reports."""
        answer = asked(self.name, engine, self.position, search, self.depth, self.nodes)
        return BLANK | {
            "position": self.index,
            "config": self.name,
            "depth": answer.depth,
            "score": 0 if answer.score is None else units(answer.score, game_of(self.position)),
            "bound": int(Bound.NONE if answer.score is None else Bound.EXACT),
            "move": str(answer.move),
            "nodes": answer.nodes,
            "threads": 0,
            "time": answer.time,
            "iterations": [list(step) for step in answer.iterations],
        }

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
    """Everything that determines the rows of a comparison: setups, positions and limits."""

    searched: dict[str, Setup | Engine]
    positions: list[Position]
    depth: int | None
    nodes: int | None

    @classmethod
    def of(
        cls,
        configs: Configs,
        positions: Positions,
        depth: int | None,
        nodes: int | None,
        evaluation: Any,
        *,
        counted: bool = True,
    ) -> "Experiment":
        """The experiment of the arguments of :func:`boyi.lab.compare`, which are checked and completed.

        If nodes need not be ``counted``, programs may take part that do not report them, and ``depth`` and ``nodes``
        may be left out where all programs have limits of their own.
        """
        found = checked_positions(positions)
        searched = checked_searched(configs, found[0].game, evaluation, counted=counted)
        limited = not counted and all(isinstance(each, Engine) and each.limits for each in searched.values())
        if depth is None and nodes is None and not limited:
            raise OptionError("a comparison without a limit: give depth= (plies), nodes=, or both, each for one search")
        depth = arguments.limit("depth", depth, MAX_DEPTH)
        nodes = arguments.limit("nodes", nodes, MAX_NODES)
        experiment = cls(searched, found, depth, nodes)
        arguments.depth_where_needed(experiment.configs, depth)
        return experiment

    @property
    def setups(self) -> dict[str, Setup]:
        """The configurations that boyi searches, by name; programs are left out."""
        return setups_of(self.searched)

    @property
    def configs(self) -> dict[str, Config]:
        """The configurations by name."""
        return {name: arguments.config(name, setup.config) for name, setup in self.setups.items()}

    def tasks(self) -> Iterator[SearchTask]:
        """All tasks, position by position, so that the times of a position are taken close together."""
        for index, position in enumerate(self.positions):
            for name, setup in self.searched.items():
                yield SearchTask(index, name, position, setup, self.depth, self.nodes)

    def metadata(self) -> dict[str, Any]:
        """The experiment as plain data, with the version, the commit, the build, the seeds and the processor."""
        more = {
            "game": self.positions[0].game,
            "depth": self.depth,
            "nodes": self.nodes,
            "positions": [game_of(place).plain(place) for place in self.positions],
        }
        reported = reported_names(self.searched, self.positions, self.depth, self.nodes)
        return provenance() | more | plain_players(self.searched, reported)
