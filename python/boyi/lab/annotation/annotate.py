"""Searches the positions of games, and comments on each move with its score, the best line and the loss."""

from collections.abc import Iterable
from concurrent.futures import Executor
from itertools import groupby
from os import PathLike
from typing import Any

from boyi import Config
from boyi.errors import GameMismatchError, OptionError
from boyi.games import game_of
from boyi.lab.annotation.annotations import Annotations
from boyi.lab.annotation.tasks import ANNOTATION_FILE, PositionsTask
from boyi.lab.engines.engine import Engine
from boyi.lab.engines.limits import LIMITS, checked_limits
from boyi.lab.engines.plain import plain_players
from boyi.lab.engines.player import EnginePlayer
from boyi.lab.setup import Setup, check_travel
from boyi.languages import checked_language
from boyi.records import Game
from boyi.run.journal import Journal
from boyi.run.provenance import provenance
from boyi.run.runner import Runner
from boyi.run.tasks import run_search

__all__ = ["annotate"]


def annotate(
    games: Game | Iterable[Game],
    player: Config | Setup | Engine | str = "boyi",
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    cpu_time: float | None = None,
    executor: Executor | None = None,
    progress: bool = True,
    path: str | PathLike[str] | None = None,
    language: str | None = None,
    notation: str | None = None,
) -> Annotations:
    """Searches every position of the main lines of games, and says of each move its score, the best line and its loss.

    Where the best move was played and the first iteration of its search preferred another one, that one is searched
    too: it tells whether the move was hard to see, :attr:`Note.mark`.

    Every position is searched by itself with an empty table, so with limits in nodes or depth the notes are the same
    whatever the executor.

    Args:
        games: a game of ``boyi.records``, or several of one board game, such as what ``boyi.records.read`` gives.
        player: what searches: a Config, the name of a preset, a :class:`Setup`, or an :class:`Engine`, whose best
            line is the one that it reports; programs that speak the Gomocup protocol report none.
        depth: limit of each search in plies.
        nodes: limit of each search in nodes. At least one of the limits is needed.
        time: limit of each search in wall seconds.
        cpu_time: limit of each search in CPU seconds.
        executor: where the searches run: any ``concurrent.futures.Executor``. None: threads, one per core.
        progress: show a progress bar.
        path: a file to which what was found is appended. If it is there already, from the same games and the same
            search, only what is missing is searched.
        language: of comments and pages, ``"en"`` or ``"zh"``. None: Chinese for games whose moves are written in
            Chinese, else English.
        notation: of the moves in comments and on pages, one that :meth:`boyi.Position.format` knows, such as ``"wxf"``.
            None: that of the game's file, else the usual one of the game.

    Raises:
        OptionError: without a limit or a game, for an unknown language or notation, for what cannot be sent to another
            process, or for an engine that cannot be asked or does not answer with a legal move.
        GameMismatchError: for games of several kinds, or an engine of another one.
        ResultFileError: if ``path`` holds something else, or another experiment is writing it.
        MissingExtraError: if the progress bar's package is missing.

    >>> from boyi import lab, records
    >>> game = records.Game.from_moves("h2e2 h9g7 e2e6")
    >>> noted = lab.annotate(game, nodes=500, progress=False)
    >>> [note.move for note in noted.notes[0]] == game.moves, noted.notes[0][0].loss >= 0
    (True, True)
    """
    runner = Runner(executor, progress, "search")
    given = [games] if isinstance(games, Game) else list(games)
    if not given:
        raise OptionError("games: expected one or more")
    if language is not None:
        checked_language(language)
    if notation is not None:
        _check_notation(given[0].start, notation)
    kinds = sorted({game.game for game in given})
    if len(kinds) > 1:
        raise GameMismatchError(f"games of {' and '.join(kinds)}: expected games of one kind")
    limits = {"depth": depth, "nodes": nodes, "time": time, "cpu_time": cpu_time}
    searched, limits = _player(player, kinds[0], dict.fromkeys(LIMITS) | limits)
    check_travel({"player": searched} if isinstance(searched, Setup) else {}, executor)
    tasks = list(_tasks(given, searched, limits))
    reported = {}
    if isinstance(searched, Engine) and tasks:
        probe = EnginePlayer(searched, run_search, limits)
        try:
            reported["player"] = probe.probe([tasks[0].positions[0]])
        finally:
            probe.close()
    metadata: dict[str, Any] = {
        **provenance(),
        "game": kinds[0],
        "limits": limits,
        "games": [game_of(game.start).plain(game.final()) for game in given],
        **plain_players({"player": searched}, reported),
    }
    with Journal(path, ANNOTATION_FILE, metadata) as journal:
        done = {(record["game"], record["first"]) for record in journal.records}
        missing = [task for task in tasks if (task.game, task.first) not in done]
        runner.run(missing, journal.append, total=len(tasks), done=len(tasks) - len(missing))
    return Annotations(given, journal.records, journal.metadata, language=language, notation=notation)


def _check_notation(start: Any, notation: str) -> None:
    """Refuses a notation that the game does not have, before anything is searched."""
    for move in start.legal_moves()[:1]:
        start.format(move, notation)


def _player(given: Any, game: str, limits: dict[str, Any]) -> tuple[Setup | Engine, dict[str, Any]]:
    """What searches, and its limits: an engine may bring its own."""
    if isinstance(given, Engine):
        if given.game != game:
            raise GameMismatchError(f"an engine of {given.game} and games of {game}: expected both of one kind")
        limits = limits if given.limits is None else dict.fromkeys(LIMITS) | dict(given.limits)
    if limits["clock"] is not None or all(limit is None for limit in limits.values()):
        raise OptionError("a search without a limit: give depth= (plies), nodes=, time= or cpu_time= (seconds)")
    return given if isinstance(given, Engine) else Setup.of("player", given, game), checked_limits(limits)


def _tasks(games: list[Game], player: Setup | Engine, limits: dict[str, Any]) -> Iterable[PositionsTask]:
    """The searches: of a program all positions that follow each other, so that it is started once; else each by itself.

    A position that is over by the rules, such as a repetition after which people played on, is not searched.
    """
    for number, game in enumerate(games):
        played = [str(move) for move in game.moves]
        places = list(game)
        is_open = [place.outcome() is None and bool(place.legal_moves()) for place in places]
        first = 0
        for searched, run in groupby(is_open):
            last = first + len(list(run))
            step = last - first if isinstance(player, Engine) else 1
            for at in range(first, last, step) if searched else ():
                yield PositionsTask(number, at, places[at : at + step], played[at : at + step], player, limits)
            first = last
