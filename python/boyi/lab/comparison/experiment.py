"""The parts of a comparison: configurations, positions and limits; a task and a record for each search."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from boyi import Bound, Config, Position, Result, Searcher
from boyi.errors import GameMismatchError, OptionError
from boyi.games import game_of
from boyi.lab.comparison.rows import BLANK
from boyi.lab.engines.answer import Misdeed
from boyi.lab.engines.engine import Engine
from boyi.lab.engines.limits import LIMITS, checked_limits
from boyi.lab.engines.plain import plain_players
from boyi.lab.engines.player import EnginePlayer
from boyi.lab.position_sets.given import Positions, checked_positions
from boyi.lab.setup import Setup
from boyi.run import arguments
from boyi.run.arguments import MAX_DEPTH, MAX_NODES
from boyi.run.provenance import provenance
from boyi.run.tasks import Search, run_search

Configs = Mapping[str, Config | Setup | Engine | str] | Iterable[str]


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
        """Starts a program, lets it search the position, and returns what it reports.

        Raises:
            OptionError: if it does not return a legal move.
        """
        player = EnginePlayer(engine, search, _limits(engine, self.depth, self.nodes))
        try:
            answer = player.move(self.position, None)
        except Misdeed as misdeed:
            said = "; ".join(misdeed.transcript[-4:])
            raise OptionError(f"configs[{self.name!r}] in {self.position.fen}: {misdeed.reason} ({said})") from None
        finally:
            player.close()
        return BLANK | {
            "position": self.index,
            "config": self.name,
            "depth": answer.depth,
            "score": 0 if answer.score is None else round(answer.score / game_of(self.position).points_per_unit),
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
        cls, configs: Configs, positions: Positions, depth: int | None, nodes: int | None, evaluation: Any
    ) -> "Experiment":
        """The experiment of the arguments of :func:`boyi.lab.compare`, which are checked and completed."""
        if depth is None and nodes is None:
            raise OptionError("a comparison without a limit: give depth= (plies), nodes= (total), or both")
        depth = arguments.limit("depth", depth, MAX_DEPTH)
        nodes = arguments.limit("nodes", nodes, MAX_NODES)
        found = checked_positions(positions)
        experiment = cls(_searched(configs, found[0].game, evaluation), found, depth, nodes)
        arguments.depth_where_needed(experiment.configs, depth)
        return experiment

    @property
    def setups(self) -> dict[str, Setup]:
        """The configurations that boyi searches, by name; programs are left out."""
        return {name: setup for name, setup in self.searched.items() if isinstance(setup, Setup)}

    def reported(self) -> dict[str, str]:
        """The names that the programs report, by their names in the comparison; OptionError if one does not run."""
        return {
            name: EnginePlayer(engine, run_search, _limits(engine, self.depth, self.nodes)).probe(self.positions)
            for name, engine in self.searched.items()
            if isinstance(engine, Engine)
        }

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
        return provenance() | more | plain_players(self.searched, self.reported())


def _searched(given: Configs, game: str, evaluation: Any) -> dict[str, Setup | Engine]:
    if isinstance(given, str):
        given = [given]
    names = arguments.several(
        "configs", given, "a dict from a name to a Config, a Setup or an Engine, or a list of names of presets"
    )
    for name in names:
        if not isinstance(name, str):
            raise OptionError(f"{name!r} in configs: expected a name; for a Config give a dict from a name to it")
        if names.count(name) > 1:
            raise OptionError(f"{name!r} occurs {names.count(name)} times in configs: expected every name once")
    values = given if isinstance(given, Mapping) else {name: name for name in names}
    found: dict[str, Setup | Engine] = {}
    for name, value in values.items():
        if not isinstance(value, Engine):
            found[name] = _evaluated(name, Setup.of(f"configs[{name!r}]", value, game), evaluation)
        elif value.game == game and value.reports_nodes:
            found[name] = replace(value, limits=_own_limits(name, value.limits))
        else:
            raise GameMismatchError(
                f"configs[{name!r}]: an engine with protocol={value.protocol!r} and positions of {game}: expected a "
                "protocol of the game, by which programs report nodes"
            )
    return found


def _evaluated(name: str, setup: Setup, evaluation: Any) -> Setup:
    """A setup with the evaluation of the comparison, unless it has its own."""
    if evaluation is None or setup.evaluation is not None:
        return setup
    if setup.evaluate is not None:
        raise OptionError(f"evaluation= and a function evaluate of {name!r}: expected one of the two")
    return replace(setup, evaluation=evaluation)


def _own_limits(name: str, given: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The checked limits that a program has instead of those of the comparison; None if it has none of its own."""
    if given is None:
        return None
    limits = checked_limits(dict.fromkeys(LIMITS) | dict(given))
    if limits["clock"] is not None:
        raise OptionError(f"configs[{name!r}], limits={dict(given)!r}: expected no clock, since there is no game")
    return limits


def _limits(engine: Engine, depth: int | None, nodes: int | None) -> dict[str, Any]:
    """The limits of a program: its own, or those of the comparison."""
    own = engine.limits
    return dict.fromkeys(LIMITS) | {"depth": depth, "nodes": nodes} if own is None else dict(own)
