"""Plays several players against each other, and rates them from all games."""

from concurrent.futures import Executor
from os import PathLike

from boyi import Clock
from boyi.lab.matches.adjudication import Adjudication
from boyi.lab.matches.contest import Openings
from boyi.lab.setup import check_travel
from boyi.lab.tournaments.field import TOURNAMENT_FILE, Field, Players
from boyi.lab.tournaments.result import Tournament
from boyi.run.journal import Journal
from boyi.run.runner import Runner

__all__ = ["tournament"]


def tournament(
    players: Players,
    *,
    gauntlet: str | None = None,
    openings: Openings | None = None,
    games: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    depth: int | None = None,
    cpu_time: float | None = None,
    clock: Clock | None = None,
    swap2: bool = False,
    game: str | None = None,
    max_plies: int = 400,
    adjudication: Adjudication | None = None,
    executor: Executor | None = None,
    progress: bool = True,
    path: str | PathLike[str] | None = None,
) -> Tournament:
    """Plays a match of each pairing of the players, and rates all of them from all games.

    Everybody meets everybody (a round robin), or one player meets all others (a gauntlet). A match is one of
    :func:`match`: pairs of games, each opening twice with colours swapped. Pairings take turns, so that a tournament
    that was interrupted has played about as many games of each.

    Args:
        players: two or more: a dict from a name to a Config, a :class:`Setup`, an :class:`Engine` or the name of a
            preset; or a list of presets and engines, which have names.
        gauntlet: the name of the player that meets all others; None: everybody meets everybody.
        openings: positions or FEN texts, or the name of a set of :func:`openings`; the same in every match. None: what
            ships for the game.
        games: how many in each match, an even number; None: two for each opening. Only with a limit in time may there
            be more than that.
        nodes: limit of each move in nodes. At least one of the limits is needed; the first one reached stops.
        time: limit of each move in wall seconds.
        depth: limit of each move in plies.
        cpu_time: limit of each move in CPU seconds of all threads, which is fair on a loaded machine too.
        clock: the clock of each player at the beginning of a game, in wall seconds.
        swap2: in gomoku, lets the players choose colours by the opening rule swap2, see :func:`match`.
        game: the name of a game. None: the game of the openings, or the only one that suits all players.
        max_plies: moves of both sides after the opening at which a game is broken off as a draw.
        adjudication: ends games before their end by the rules; see :class:`Adjudication`.
        executor: where the pairs are played: any ``concurrent.futures.Executor``. None: threads, one per core.
        progress: show a progress bar.
        path: a file to which every pair is appended as it finishes. If it is there already, from the same tournament,
            only what is missing is played. A tournament that is refused leaves no file.

    Raises:
        OptionError: for fewer than two players, players without a name, a gauntlet of a player that does not take part,
            and whatever :func:`match` refuses.
        Exception: whatever a function of your own raises; the tournament ends then.
        GameMismatchError: for openings of several games, or of another one than ``game`` or an engine's.
        ResultFileError: if ``path`` holds something else, or another experiment is writing it.
        MissingExtraError: if the progress bar's package is missing.

    >>> from boyi import lab
    >>> presets = ["boyi", "plain", "wizard-table"]
    >>> tournament = lab.tournament(presets, game="xiangqi", games=2, depth=1, max_plies=20, progress=False)
    >>> tournament.pairings[0], len(tournament.rows)
    (('boyi', 'plain'), 6)
    """
    runner = Runner(executor, progress, "pair")
    field = Field.of(
        players,
        gauntlet,
        openings=openings,
        game=game,
        games=games,
        limits={"nodes": nodes, "time": time, "depth": depth, "cpu_time": cpu_time, "clock": clock},
        max_plies=max_plies,
        adjudication=adjudication,
        swap2=swap2,
    )
    check_travel(field.contest.setups, executor)
    with Journal(path, TOURNAMENT_FILE, field.metadata()) as journal:
        done = {(record["pairing"], record["pair"]) for record in journal.records}
        tasks = (task for task in field.tasks() if (task.pairing, task.task.pair) not in done)
        total = len(field.pairings) * (field.contest.games // 2)
        runner.run(tasks, journal.append, total=total, done=len(done))
    return Tournament(journal.metadata, journal.records)
