"""The searches behind a regression file."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from boyi import Position
from boyi.errors import OptionError
from boyi.games import game_of
from boyi.lab.comparison import experiment
from boyi.lab.engines.engine import Engine
from boyi.lab.position_sets.sets import suite_data
from boyi.lab.searched import Configs, program_limits, reported_names
from boyi.regression.program import ProgramFailure, asked, score_text
from boyi.regression.sheet import NONE, Row, Sheet
from boyi.run.positions import checked_position
from boyi.run.tasks import Search, Workers


def measured(
    configs: Configs,
    positions: Mapping[str, Position | str] | Iterable[Position | str] | str,
    depth: int | None,
    nodes: int | None,
) -> Sheet:
    """Searches every position with every configuration, in threads, one per core, and returns the results as a Sheet.

    The arguments are those of :class:`boyi.regression.Regression`, and so are the errors. A program that does not
    answer raises a :class:`ProgramFailure`.

    >>> sheet = measured({"no killers": "boyi"}, {"start": boyi.xiangqi.Position().fen}, depth=1, nodes=None)
    >>> sheet.head["depth"], sheet.rows["no killers", "start"].move in sheet.rows["no killers", "start"].pv
    ('1', True)
    """
    names, given = _named(positions)
    whole = experiment.Experiment.of(configs, given, depth, nodes, None, counted=False)
    for name in [*names, *whole.searched]:
        _check_name(name)
    reported_names(
        whole.searched, whole.positions, whole.depth, whole.nodes
    )  # which refuses programs that cannot be asked
    with Workers(None) as workers:
        found = {
            (record["config"], record["position"]): Row(**record["row"])
            for record in workers.run(map(RowTask, whole.tasks()))
        }
    return Sheet(
        head={"game": whole.positions[0].game, "depth": _limit(whole.depth), "nodes": _limit(whole.nodes)},
        positions={name: _set_up(place) for name, place in zip(names, whole.positions, strict=True)},
        rows={(config, name): found[config, index] for config in whole.searched for index, name in enumerate(names)},
    )


@dataclass(frozen=True)
class RowTask:
    """A search of a regression file: a search of a comparison whose principal variation is kept too."""

    task: experiment.SearchTask

    def work(self, search: Search) -> dict[str, Any]:
        """Searches, and returns which search it was, and the fields of its row."""
        task = self.task
        if isinstance(task.setup, Engine):
            return {"config": task.name, "position": task.index, "row": self._asked(task.setup, search)}
        result = search(task.searcher(), task.position, depth=task.depth, nodes=task.nodes)
        row = {
            "nodes": result.nodes,
            "score": str(result.score),
            "move": NONE if result.move is None else str(result.move),
            "pv": " ".join(map(str, result.pv)) or NONE,
        }
        return {"config": task.name, "position": task.index, "row": row}

    def _asked(self, engine: Engine, search: Search) -> dict[str, Any]:
        """The fields of the row of a program; nodes that it does not report are 0."""
        task = self.task
        try:
            answer = asked(engine, task.position, program_limits(engine, task.depth, task.nodes), search)
        except ProgramFailure as failure:
            raise ProgramFailure(f"{task.name!r} in {task.position.fen}: {failure}") from None
        return {
            "nodes": answer.nodes,
            "score": score_text(answer) or NONE,
            "move": str(answer.move),
            "pv": " ".join(map(str, answer.line)),
        }


def _named(positions: Any) -> tuple[list[str], Any]:
    """The names of positions and the positions: of a suite its ids, of a list numbers from 0."""
    if isinstance(positions, str):
        return [record["id"] for record in suite_data(positions)["positions"]], positions
    if isinstance(positions, Mapping):
        return list(positions), [checked_position(f"positions[{name!r}]", place) for name, place in positions.items()]
    listed = list(positions) if isinstance(positions, Iterable) else positions
    return [str(number) for number, _ in enumerate(listed)] if isinstance(listed, list) else [], listed


def _check_name(name: Any) -> None:
    """Refuses names that could not be read back out of a line of columns."""
    if not isinstance(name, str) or not name.isprintable() or not re.fullmatch(r"\S+( \S+)*", name):
        raise OptionError(f"name {name!r}: expected printable text without spaces at the ends or two together")


def _limit(limit: int | None) -> str:
    return NONE if limit is None else str(limit)


def _set_up(position: Any) -> str:
    """How a position is set up: where it began, empty points counted; the rules; the moves."""
    data = game_of(position).plain(position)
    start = re.sub(r"\.+", lambda points: str(len(points[0])), data["start_fen"])
    length = [f"k={data['k']}"] if data.get("k", 5) != 5 else []
    return " ".join([start, data["rules"], *length, *data["moves"]])
