"""The parts of an experiment with exact values: positions, configurations and limits; a task for each search."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from boyi import Position, Result
from boyi.errors import OptionError
from boyi.exact import Oracle
from boyi.games import game_of
from boyi.lab.engines.answer import WON
from boyi.lab.engines.engine import Engine
from boyi.lab.engines.plain import plain_players
from boyi.lab.judging.rows import MATE, NO_MODEL, PROGRAM_MATE
from boyi.lab.judging.values import NO_PLIES, Judged, checked_oracle, oracle_name, value_after, value_of
from boyi.lab.position_sets.given import Positions, checked_positions
from boyi.lab.searched import Configs, asked, checked_searched, reported_names, setups_of
from boyi.lab.setup import Setup
from boyi.run import arguments
from boyi.run.arguments import MAX_DEPTH, MAX_NODES
from boyi.run.journal import Record
from boyi.run.progress import progress_bar
from boyi.run.provenance import provenance
from boyi.run.tasks import Search

MOST_POSITIONS = 10_000_000
"""Positions that an oracle can be asked to draw."""


@dataclass(frozen=True)
class TruthTask:
    """One search. It can be pickled, and searches the same tree in every process."""

    index: int
    """Number of the position, from 0."""
    name: str
    position: Any
    setup: Setup | Engine
    limited: str
    """What is limited: ``"nodes"`` or ``"depth"``."""
    limit: int

    def work(self, search: Search) -> Record:
        """Searches, and returns the result as plain data."""
        limits = {"depth": None, "nodes": None} | {self.limited: self.limit}
        if isinstance(self.setup, Engine):
            found = self._answered(self.setup, search, limits)
        else:
            found = self._found(search(self.setup.searcher(), self.position, **limits))
        return {"position": self.index, "config": self.name, "limit": self.limit} | found

    def _found(self, result: Result) -> Record:
        score = result.score
        return {
            "move": "" if result.move is None else str(result.move),
            "score": int(score),
            "kind": score.kind,
            "mate_plies": score.plies if score.kind == MATE and score.plies is not None else NO_PLIES,
            "expected": self._expected(int(score)) if score.kind == "value" else float(int(score) > 0),
            "depth": result.depth,
            "nodes": result.nodes,
            "time": result.cpu_time,
            "threads": result.threads,
        }

    def _answered(self, engine: Engine, search: Search, limits: dict[str, int | None]) -> Record:
        answer = asked(self.name, engine, self.position, search, limits["depth"], limits["nodes"])
        found = {
            "move": str(answer.move),
            "score": 0,
            "kind": "",
            "mate_plies": NO_PLIES,
            "expected": NO_MODEL,
            "depth": answer.depth,
            "nodes": answer.nodes,
            "time": answer.time,
            "threads": 0,
        }
        if answer.score is None:
            return found
        if abs(answer.score) >= WON:
            won = answer.score > 0
            return found | {"score": PROGRAM_MATE if won else -PROGRAM_MATE, "kind": MATE, "expected": float(won)}
        units = answer.score / game_of(self.position).points_per_unit
        return found | {"score": round(units), "kind": "value", "expected": self._expected(units)}

    def _expected(self, units: float) -> float:
        """The points that an evaluation lets expect."""
        game = game_of(self.position)
        return game.expected_points(self.position, units * game.points_per_unit)


@dataclass(frozen=True)
class Experiment:
    """Everything that determines the rows: setups, positions with their values, and limits."""

    searched: dict[str, Setup | Engine]
    oracle: Oracle
    positions: list[Position]
    values: list[Judged]
    limited: str
    limits: list[int]
    claim: float
    _after: dict[tuple[int, str], Judged] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        configs: Configs,
        oracle: Oracle,
        nodes: int | Iterable[int] | None,
        depth: int | Iterable[int] | None,
        positions: Positions | int,
        seed: int,
        claim: float,
        evaluation: Any,
        progress: bool,
    ) -> "Experiment":
        """The experiment of the arguments of :func:`boyi.lab.truth`, which are checked and completed."""
        oracle = checked_oracle(oracle)
        if (nodes is None) == (depth is None):
            raise OptionError(f"nodes={nodes!r}, depth={depth!r}: expected one of the two, a number or several")
        limited = "depth" if nodes is None else "nodes"
        limits = _limits("depth", depth, MAX_DEPTH) if nodes is None else _limits("nodes", nodes, MAX_NODES)
        claim = arguments.between("claim", claim, 0.5, 1)
        if claim == 0.5:
            raise OptionError("claim=0.5: expected a number above 0.5, since a draw is half a point")
        if hasattr(positions, "__index__"):
            number = arguments.whole("positions", positions, MOST_POSITIONS)
            positions = oracle.positions(number, seed=arguments.whole("seed", seed, 2**63 - 1, 0))
        found = checked_positions(positions)
        searched = checked_searched(configs, found[0].game, evaluation)
        chosen = {name: arguments.config(name, setup.config) for name, setup in setups_of(searched).items()}
        arguments.depth_where_needed(chosen, limits[0] if limited == "depth" else None)
        values = []
        # An oracle that searches may be slow; one that looks a value up is done before the bar would be seen.
        with progress_bar(progress)(total=len(found), unit="value", delay=1) as bar:
            for number, place in enumerate(found):
                values.append(value_of(oracle, place, f"positions[{number}]"))
                bar.update()
        return cls(searched, oracle, found, values, limited, limits, claim)

    @property
    def setups(self) -> dict[str, Setup]:
        """The configurations that boyi searches, by name; programs are left out."""
        return setups_of(self.searched)

    @property
    def total(self) -> int:
        """The number of searches."""
        return len(self.positions) * len(self.limits) * len(self.searched)

    def tasks(self) -> Iterator[TruthTask]:
        """All tasks, position by position."""
        for index, position in enumerate(self.positions):
            for limit in self.limits:
                for name, setup in self.searched.items():
                    yield TruthTask(index, name, position, setup, self.limited, limit)

    def judged(self, index: int, move: str) -> Record:
        """What a move in a position is worth. Configurations often choose the same move, which is asked for once."""
        key = (index, move)
        if key not in self._after:
            self._after[key] = value_after(self.oracle, self.positions[index], self.values[index], move)
        return {"after": self._after[key].verdict, "after_plies": self._after[key].plies}

    def metadata(self) -> dict[str, Any]:
        """The experiment as plain data, with the version, the commit, the build, the seeds and the processor."""
        more = {
            "game": self.positions[0].game,
            "oracle": oracle_name(self.oracle),
            "limited": self.limited,
            "limits": self.limits,
            "claim": self.claim,
            "positions": [game_of(place).plain(place) for place in self.positions],
            "values": [list(value) for value in self.values],
        }
        limits = {name: self.limits[0] if name == self.limited else None for name in ("depth", "nodes")}
        reported = reported_names(self.searched, self.positions, **limits)
        return provenance() | more | plain_players(self.searched, reported)


def _limits(name: str, given: Any, most: int) -> list[int]:
    """One limit or several, the smallest first."""
    alone = hasattr(given, "__index__") or isinstance(given, str | bytes)
    numbers = [given] if alone else arguments.several(name, given, "a whole number or several")
    limits = [arguments.whole(name, number, most) for number in numbers]
    for limit in limits:
        if limits.count(limit) > 1:
            raise OptionError(f"{name}: {limit} occurs {limits.count(limit)} times, expected every limit once")
    return sorted(limits)
