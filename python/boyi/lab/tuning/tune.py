"""Tunes fields of a configuration by games against itself."""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from os import PathLike
from typing import Any

from boyi import Config, Position
from boyi.errors import OptionError
from boyi.lab.matches.adjudication import Adjudication
from boyi.lab.setup import Setup
from boyi.lab.tuning.arena import Arena, Comparison
from boyi.lab.tuning.result import TUNING_FILE, Tuning, rule
from boyi.lab.tuning.spsa import Course
from boyi.run import arguments
from boyi.run.arguments import MAX_NODES
from boyi.run.journal import Journal
from boyi.run.runner import Runner

__all__ = ["tune"]


def tune(
    setup: Config | Setup | str,
    fields: Mapping[str, float],
    *,
    pairs: int,
    batch: int = 32,
    rate: float = 0.01,
    seed: int = 0,
    openings: Iterable[Position | str] | str | None = None,
    nodes: int | None = None,
    time: float | None = None,
    depth: int | None = None,
    cpu_time: float | None = None,
    game: str | None = None,
    max_plies: int = 300,
    adjudication: Adjudication | None = None,
    executor: Executor | None = None,
    progress: bool = True,
    path: str | PathLike[str] | None = None,
) -> Tuning:
    """Tunes numbers of a configuration by games, by simultaneous perturbation stochastic approximation (Spall 1992).

    Every pair of games compares two configurations on either side of the current one, all fields moved at once, and the
    current one moves towards the better of the two. With limits in nodes or depth the same tuning gives the same
    values, whatever the executor.

    Args:
        setup: what is tuned: a Config, the name of a preset, or a Setup.
        fields: for each field its step, above 0: how far the compared values lie from the current one at the end. A
            good step changes the search so much that some 30 Elo might depend on it.
        pairs: how many pairs of games are played; some thousands for a handful of fields.
        batch: how many pairs may be under way, 1 to 1000; four times as many as there are workers keep these busy. A
            pair begins from what all pairs before it have given but the last ``batch``, whatever has ended.
        rate: how far a won game pulls the values at the end, as a share of the steps, above 0, to 1.
        seed: number of the draw of directions.
        openings: as for :func:`match`; they are played in turn.
        nodes: limit of each move in nodes. At least one limit is needed.
        time: limit of each move in wall seconds.
        depth: limit of each move in plies.
        cpu_time: limit of each move in CPU seconds.
        game: the name of a game, as for :func:`match`.
        max_plies: moves of both sides after the opening at which a game is broken off as a draw.
        adjudication: ends games before their end by the rules; see :class:`Adjudication`.
        executor: where the pairs are played: any ``concurrent.futures.Executor``. None: threads, one per core.
        progress: show a progress bar with the values.
        path: a file to which every pair is appended as it finishes. If it is there already, from the same tuning, only
            what is missing is played.

    Raises:
        OptionError: for a field that is no number, a value out of range, or anything else than described above.
        GameMismatchError: for openings of several games, or of another one than ``game``.
        ResultFileError: if ``path`` holds something else, or another experiment is writing it.
        MissingExtraError: if the progress bar's package is missing.

    >>> from boyi import lab
    >>> tuned = lab.tune("boyi", {"lmr_base": 10}, pairs=4, game="xiangqi", nodes=50, max_plies=10, progress=False)
    >>> list(tuned.values), len(tuned.history)
    (['lmr_base'], 5)
    """
    runner = Runner(executor, progress, "pair")
    count, size = arguments.whole("pairs", pairs, MAX_NODES), arguments.whole("batch", batch, 1000)
    limits = {"nodes": nodes, "time": time, "depth": depth, "cpu_time": cpu_time}
    arena = Arena.of(setup, openings, game, limits, max_plies, adjudication, executor)
    base = arena.base
    metadata = arena.contest.metadata()
    metadata |= {
        "pairs": count,
        "batch": size,
        "rate": _above_zero("rate", rate, 1),
        "tuning_seed": arguments.whole("seed", seed, MAX_NODES, 0),
        "config": base.to_dict(),
        "fields": _fields(base, fields),
    }
    spsa = rule(metadata)

    with Journal(path, TUNING_FILE, metadata) as journal:
        played, course = {record["pair"] for record in journal.records}, Course(spsa, journal.records)

        def tasks() -> Iterator[Comparison | None]:
            for number in (number for number in range(count) if number not in played):
                # A pair begins from the values after all pairs before it but the last ones, and after no other.
                moved = max(number + 1 - size, 0)
                while len(course.points) <= moved:
                    yield None
                above, below = (spsa.config(base, point) for point in spsa.compared(course.points[moved], number))
                yield arena.pair(number, above, below)

        runner.run(tasks(), journal.append, total=count, done=len(played), tally=course)
    return Tuning(journal.metadata, journal.records)


def _fields(base: Config, given: Mapping[str, float]) -> dict[str, dict[str, Any]]:
    """The fields that are tuned, with their first values, ranges and steps."""
    if not isinstance(given, Mapping) or not given:
        raise OptionError(f"fields={given!r}: expected a dict from the name of a field to its step, at least one")
    known = {field["name"]: field for field in Config.fields()}
    found = {}
    for name, step in given.items():
        unchanged: dict[str, Any] = {name: getattr(base, str(name), 0)}
        base.replace(**unchanged)  # refuses an unknown name
        if known[name]["type"] != "int":
            raise OptionError(f"fields={name!r}: expected a field that is a number, not of type {known[name]['type']}")
        first, allowed = getattr(base, name), list(known[name]["range"])
        found[name] = {"first": first, "range": allowed, "step": _above_zero(f"step of {name}", step, 1e6)}
    return found


def _above_zero(name: str, given: Any, most: float) -> float:
    value = arguments.between(name, given, 0, most)
    if value == 0:
        raise OptionError(f"{name}={given!r}: expected a number above 0, up to {most:g}")
    return value
