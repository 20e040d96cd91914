"""Screens changes of a configuration: many at once, by the same games."""

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from os import PathLike
from typing import Any

from boyi import Config, Position
from boyi.errors import OptionError
from boyi.lab.matches.adjudication import Adjudication
from boyi.lab.setup import Setup
from boyi.lab.tuning.arena import Arena, Comparison
from boyi.lab.tuning.screening import SCREENING_FILE, Screening, signs
from boyi.run import arguments
from boyi.run.arguments import MAX_NODES
from boyi.run.journal import Journal
from boyi.run.runner import Runner

__all__ = ["screen"]


def screen(
    setup: Config | Setup | str,
    changes: Mapping[str, Mapping[str, Any]],
    *,
    pairs: int,
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
) -> Screening:
    """Finds out by games which of many changes of a configuration are worth a match of their own.

    In every pair of games each change is drawn by lot: one player has it, the other has not. So every game tells
    something of every change, and as many games as a match needs to measure one change measure them all: a two-level
    factorial experiment (Fisher 1935), whose effects are estimated by least squares. With limits in nodes or depth the
    same screening gives the same effects, whatever the executor.

    Args:
        setup: what is changed: a Config, the name of a preset, or a Setup.
        changes: for each change a name and the fields it sets, such as ``{"no killers": {"killers": 0}}``. Changes are
            combined, so they must not set the same field.
        pairs: how many pairs of games are played: 400 give intervals of some 20 Elo to either side.
        seed: number of the draw of changes.
        openings: as for :func:`match`; they are played in turn.
        nodes: limit of each move in nodes. At least one limit is needed.
        time: limit of each move in wall seconds.
        depth: limit of each move in plies.
        cpu_time: limit of each move in CPU seconds.
        game: the name of a game, as for :func:`match`.
        max_plies: moves of both sides after the opening at which a game is broken off as a draw.
        adjudication: ends games before their end by the rules; see :class:`Adjudication`.
        executor: where the pairs are played: any ``concurrent.futures.Executor``. None: threads, one per core.
        progress: show a progress bar.
        path: a file to which every pair is appended as it finishes. If it is there already, from the same screening,
            only what is missing is played.

    Raises:
        OptionError: for an unknown field, a value out of range, a field that two changes set, or anything else than
            described above.
        GameMismatchError: for openings of several games, or of another one than ``game``.
        ResultFileError: if ``path`` holds something else, or another experiment is writing it.
        MissingExtraError: if the progress bar's package is missing.

    >>> from boyi import lab
    >>> changes = {"no killers": {"killers": 0}, "wide window": {"aspiration": 200}}
    >>> found = lab.screen("boyi", changes, pairs=4, game="xiangqi", nodes=50, max_plies=10, progress=False)
    >>> found.pairs, sorted(found.effects)
    (4, ['no killers', 'wide window'])
    """
    runner = Runner(executor, progress, "pair")
    count = arguments.whole("pairs", pairs, MAX_NODES)
    limits = {"nodes": nodes, "time": time, "depth": depth, "cpu_time": cpu_time}
    arena = Arena.of(setup, openings, game, limits, max_plies, adjudication, executor)
    metadata = arena.contest.metadata()
    metadata |= {
        "pairs": count,
        "screening_seed": arguments.whole("seed", seed, MAX_NODES, 0),
        "config": arena.base.to_dict(),
        "changes": _changes(arena.base, changes),
    }
    plan = Screening(metadata, [])

    def each(number: int) -> Comparison:
        drawn = dict(zip(plan.changes, signs(seed, number, len(plan.changes)).tolist(), strict=True))
        first, second = ([name for name, sign in drawn.items() if sign == side] for side in (1, -1))
        return arena.pair(number, plan.config(*first), plan.config(*second))

    with Journal(path, SCREENING_FILE, metadata) as journal:
        played = {record["pair"] for record in journal.records}
        tasks = (each(number) for number in range(count) if number not in played)
        runner.run(tasks, journal.append, total=count, done=len(played))
    return Screening(journal.metadata, journal.records)


def _changes(base: Config, given: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """The changes with the values that the configuration gives their fields."""
    if not isinstance(given, Mapping) or not given:
        raise OptionError(f"changes={given!r}: expected a dict from a name to a dict of fields, at least one")
    changes: dict[str, dict[str, Any]] = {}
    setting: dict[str, str] = {}
    for name, fields in given.items():
        if not isinstance(name, str) or not isinstance(fields, Mapping) or not fields:
            raise OptionError(f"changes={name!r}: {fields!r}: expected a name and a dict of fields, at least one")
        changed = base.replace(**dict(fields))
        changes[name] = {field: getattr(changed, field) for field in fields}
        for field in fields:
            if field in setting:
                raise OptionError(f"changes {setting[field]!r} and {name!r} both set {field}: expected one of them")
            setting[field] = name
    return changes
