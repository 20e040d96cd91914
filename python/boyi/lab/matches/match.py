"""Plays two configurations, or programs of others, against each other."""

from concurrent.futures import Executor
from os import PathLike

from boyi import Clock
from boyi.lab.matches.adjudication import Adjudication
from boyi.lab.matches.contest import MATCH_FILE, Contest, Openings, Player
from boyi.lab.matches.result import Match, RunningScore
from boyi.lab.setup import check_travel
from boyi.run.journal import Journal
from boyi.run.runner import Runner

__all__ = ["match"]


def match(
    a: Player,
    b: Player,
    *,
    openings: Openings | None = None,
    games: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    depth: int | None = None,
    cpu_time: float | None = None,
    clock: Clock | None = None,
    sprt: tuple[float, float] | None = None,
    swap2: bool = False,
    game: str | None = None,
    names: tuple[str, str] | None = None,
    max_plies: int = 400,
    adjudication: Adjudication | None = None,
    executor: Executor | None = None,
    progress: bool = True,
    path: str | PathLike[str] | None = None,
) -> Match:
    """Plays pairs of games: each opening twice, with colours swapped.

    Each player has a new searcher in every game, and keeps its table until the game is over. Games end by the rules, or
    are drawn at ``max_plies``. With limits in nodes or depth the same match gives the same games, whatever the
    executor; only the times differ.

    Args:
        a: a Config, the name of a preset, a :class:`Setup` with functions of your own, or an :class:`Engine`, a program
            of others. A program that crashes, hangs, makes an illegal move, answers what cannot be read, or exceeds
            its time, loses that game; see :attr:`Match.forfeits`.
        b: the opponent of ``a``.
        openings: positions or FEN texts, or the name of a set of :func:`openings`. None: what ships for the game.
        games: how many, an even number; None: two for each opening. Only with a limit in time may there be more than
            that.
        nodes: limit of each move in nodes. At least one of the limits is needed; the first one reached stops.
        time: limit of each move in wall seconds. Games then differ from run to run, and with what else the machine
            does.
        depth: limit of each move in plies.
        cpu_time: limit of each move in CPU seconds of all threads, which is fair on a loaded machine too. An engine is
            told to stop when its process has used so much (Linux); see ``stop`` of :class:`Engine` for Gomocup.
        clock: the clock of each player at the beginning of a game, in wall seconds. A player whose clock runs out has
            lost, see :attr:`Match.forfeits`. ``moves_to_go`` is then the number of moves after which its time is added
            again. Gomocup knows no increments, but is told what is left before each move.
        sprt: two values of normalized Elo: the match ends as soon as its pairs, in their order, speak for one of them,
            with an error rate of 5 % either way. ``games`` is then the length of the longest match.
        swap2: in gomoku, lets the players choose colours by the opening rule swap2: the opening's three stones, black,
            white and black, count as put by one of them, who puts them itself on an empty board; the other one takes
            black, or white, or puts two stones more and leaves the choice. In the second game of a pair they change
            places. Of a named set of openings, and of those that ship, only those of three stones are played. boyi
            judges positions by searches that together have the limits of a move; a program is asked with
            ``SWAP2BOARD``.
        game: the name of a game. None: the game of the openings, or the only one that suits both players: the game
            that a preset was made for, or in which a Config's evaluation and options have a meaning.
        names: what to call the two; None: the names of presets and engines, or a and b.
        max_plies: moves of both sides after the opening at which a game is broken off as a draw.
        adjudication: ends games before their end by the rules; see :class:`Adjudication`.
        executor: where the pairs are played: any ``concurrent.futures.Executor``. None: threads, one per core. An
            interrupt stops searches in threads at once; a pair that is played elsewhere goes on to its end.
        progress: show a progress bar with the score.
        path: a file to which every pair is appended as it finishes. If it is there already, from the same match, only
            what is missing is played. A match that is refused leaves no file.

    Raises:
        OptionError: without a limit or a game, for an odd number of games, functions that cannot be sent to another
            process, an engine that cannot be started, does not speak its protocol or lacks an option, or anything else
            than described above.
        Exception: whatever a function of your own raises; the match ends then.
        GameMismatchError: for openings of several games, or of another one than ``game`` or an engine's.
        ResultFileError: if ``path`` holds something else, or another experiment is writing it.
        MissingExtraError: if the progress bar's package is missing.

    >>> from boyi import lab
    >>> match = lab.match("boyi", "plain", game="xiangqi", games=4, depth=2, progress=False)
    >>> len(match.games), sum(match.pairs)
    (4, 2)
    """
    runner = Runner(executor, progress, "pair")
    limits = {"nodes": nodes, "time": time, "depth": depth, "cpu_time": cpu_time, "clock": clock}
    contest = Contest.of(
        {"a": a, "b": b},
        names,
        openings,
        game,
        games=games,
        limits=limits,
        max_plies=max_plies,
        adjudication=adjudication,
        sprt=sprt,
        swap2=swap2,
    )
    check_travel(contest.setups, executor)
    with Journal(path, MATCH_FILE, contest.metadata()) as journal:
        score = RunningScore(contest.sprt)
        for record in journal.records:
            score.add(record)
        done = {record["pair"] for record in journal.records}
        tasks = (task for task in contest.tasks() if task.pair not in done)
        runner.run(tasks, journal.append, total=contest.games // 2, done=len(done), tally=score)
    return Match(journal.metadata, journal.records)
