"""Plays games of self-play, whose positions, scores and results train evaluations."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Self

import numpy as np

from boyi import Config, Position, _core
from boyi._core import Weights
from boyi.errors import GameMismatchError
from boyi.games import game_of
from boyi.lab.position_sets.sets import openings as named_openings
from boyi.lab.self_play.games import FORMAT, GAME, PLY, Block, Games, read
from boyi.lab.setup import check_evaluation, plain_evaluation
from boyi.run import arguments, journal
from boyi.run.arguments import MAX_NODES
from boyi.run.journal import Record
from boyi.run.positions import checked_position, one_game
from boyi.run.provenance import provenance
from boyi.run.runner import Runner
from boyi.run.tasks import Search

__all__ = ["selfplay"]

BATCH = 64
"""Number of games that a task plays, and that are written to the file together."""

MAX_GAMES = 2**31
"""Largest number of games."""

MAX_SCORE = 9799
"""Largest static evaluation."""


@dataclass(frozen=True)
class Terms:
    """How the games are played."""

    seed: int
    nodes: int
    random_plies: tuple[int, int]
    margin: int
    slip: float
    decided: int
    decided_plies: int
    max_plies: int

    def __post_init__(self) -> None:
        arguments.whole("seed", self.seed, MAX_NODES, 0)
        arguments.whole("nodes", self.nodes, MAX_NODES)
        arguments.whole("margin", self.margin, MAX_SCORE, 0)
        arguments.whole("decided", self.decided, 10_000)
        arguments.whole("decided_plies", self.decided_plies, 10_000)
        arguments.whole("max_plies", self.max_plies, 10_000)
        arguments.between("slip", self.slip, 0, 1)


def selfplay(
    config: Config | str = "boyi",
    *,
    games: int,
    evaluation: Weights | None = None,
    game: str | None = None,
    openings: Iterable[Position | str] | str | None = None,
    seed: int = 0,
    nodes: int = 600,
    random_plies: tuple[int, int] = (6, 11),
    margin: int = 120,
    slip: float = 0.025,
    decided: int = 600,
    decided_plies: int = 8,
    max_plies: int = 250,
    executor: Executor | None = None,
    progress: bool = True,
    path: str | PathLike[str] | None = None,
) -> Games:
    """Plays games of a search against itself, and keeps each move with the score of its search.

    A game begins from an opening and some random moves, which are drawn again until the score of the position is within
    the margin. The same arguments and the same version of boyi give the same games, whatever the executor.

    Args:
        config: a Config, or the name of a preset.
        games: how many. More of them with the same seed begin with these.
        evaluation: what evaluates, in place of the evaluation that the configuration names.
        game: the name of a game. None: the game of the openings, or the one that the preset was made for.
        openings: positions or FEN texts, or the name of a set of :func:`openings`. None: the start position of the game
            (of xiangqi under the rules "axf").
        seed: number of the draw of random moves.
        nodes: nodes of the search of each move.
        random_plies: least and largest number of random moves that begin a game, 0 to 100.
        margin: largest score, either way, of the position after the random moves, in evaluation units.
        slip: chance of a random move in place of the best one later in the game, 0 to 1.
        decided: score, either way, at which a game is decided, in evaluation units.
        decided_plies: number of plies in a row with such a score, for the same side, after which that side has won.
        max_plies: plies after the opening at which a game is broken off as a draw.
        executor: where batches of games are played: any ``concurrent.futures.Executor``. None: threads, one per core.
            An interrupt stops games in threads at once.
        progress: show a progress bar.
        path: a file to which games are appended as they finish. If it is there already, from the same experiment, only
            those are played that are missing.

    Raises:
        OptionError: for a value that is not as described, or openings without a balanced continuation.
        GameMismatchError: for openings or an evaluation of another game.
        ResultFileError: if ``path`` holds something else, another experiment is writing it, or it cannot be written;
            what is finished is kept.
        MissingExtraError: if the progress bar's package is missing.

    >>> from boyi import lab
    >>> made = lab.selfplay("boyi", game="xiangqi", games=3, nodes=50, max_plies=30, progress=False)
    >>> made
    <3 games of xiangqi, 90 plies>
    """
    runner = Runner(executor, progress, "game")
    count = arguments.whole("games", games, MAX_GAMES)
    plies = arguments.span("random_plies", random_plies, 100)
    terms = Terms(seed, nodes, plies, margin, slip, decided, decided_plies, max_plies)
    places = _openings(openings, game, config)
    chosen = arguments.config("config", config, places[0].game)
    arguments.depth_where_needed({"config": chosen}, None)
    player = Player(chosen, evaluation, places, terms)
    check_evaluation(evaluation)
    player.start(0, 0)  # refuses an evaluation of another game
    with Store(path, player.metadata()) as store:
        tasks = (Batch(player, first, size) for first, size in _missing(list(store.blocks), count))
        done = sum(len(block.games) for block in store.blocks)
        runner.run(tasks, store.append, total=max(count, done), done=done, size=_games_of)
    return Games(store.metadata, store.blocks)


def _openings(given: Any, game: str | None, config: Config | str) -> list[Any]:
    """The openings that are given, or the start position of the game."""
    if given is None:
        if game is None and isinstance(config, str):
            game = Config.home(config)
        return [game_of(arguments.game(game)).self_play_start()]
    if isinstance(given, str):
        given = named_openings(given)
    found = arguments.several("openings", given, "positions, FEN texts, or the name of a set of openings")
    places = [checked_position(f"openings[{number}]", place) for number, place in enumerate(found)]
    if game not in (None, one_game("self-play", places)):
        raise GameMismatchError(f"game={game!r} with openings of {places[0].game}: expected one game")
    return places


def _missing(blocks: list[Block], count: int) -> Iterator[tuple[int, int]]:
    """The games that are not yet played, as batches: number of the first game, and how many."""
    at = 0
    ends = [(block.first, block.first + len(block.games)) for block in sorted(blocks, key=lambda block: block.first)]
    for first, end in [*ends, (count, count)]:
        while at < first:
            size = min(BATCH, first - at)
            yield at, size
            at += size
        at = max(at, end)


@dataclass(frozen=True)
class Player:
    """What plays the games, as a searcher of :mod:`boyi.run.tasks`: picklable, with a run for each batch."""

    config: Config
    evaluation: Any
    openings: list[Any]
    terms: Terms

    def start(self, first: int, games: int) -> Any:
        """A batch of games, begun by its method ``result``."""
        return _core.SelfPlayRun(
            self.config, self.evaluation, self.openings, first=first, games=games, **asdict(self.terms)
        )

    def search(self, first: int, games: int) -> Any:
        """Plays a batch of games with nobody who could stop it."""
        return self.start(first, games).result()

    def metadata(self) -> dict[str, Any]:
        """The experiment as plain data."""
        return provenance() | {
            "game": self.openings[0].game,
            "config": self.config.to_dict(),
            "evaluation": None if self.evaluation is None else plain_evaluation(self.evaluation),
            "openings": [game_of(opening).plain(opening) for opening in self.openings],
            "terms": asdict(self.terms) | {"random_plies": list(self.terms.random_plies)},
        }


@dataclass(frozen=True)
class Batch:
    """A batch of games as a task: picklable, and the same games wherever they are played."""

    player: Player
    first: int
    games: int

    def work(self, search: Search) -> Record:
        """Plays the games; the record has the bytes of their arrays."""
        played: Any = search(self.player, self.first, games=self.games)
        games, plies = played
        return {"first": self.first, "games": games, "plies": plies}


def _games_of(record: Record) -> int:
    return len(record["games"]) // GAME.itemsize


class Store:
    """The games of an experiment, in memory and, with a path, in a file that grows as they arrive."""

    def __init__(self, path: str | PathLike[str] | None, metadata: dict[str, Any]) -> None:
        line = journal.json_line({"format": FORMAT} | metadata)
        self.metadata: Record = journal.parsed_line(line) or {}
        self.metadata.pop("format")
        self.blocks: list[Block] = []
        self._path = None if path is None else Path(path)
        self._file = None if path is None else journal.begun(path, {"format": FORMAT} | metadata, self._continue)

    def _continue(self, path: Path) -> int:
        """Takes over the games of a file; the number of bytes that are whole."""
        before, self.blocks, whole = read(path)
        journal.check_same(path, before, self.metadata)
        self.metadata = before
        return whole

    def append(self, record: Record) -> None:
        """Adds the games of a batch, and writes them to the file at once if there is one."""
        block = Block(record["first"], np.frombuffer(record["games"], GAME), np.frombuffer(record["plies"], PLY))
        if self._file is not None:
            self._file.append(block.encoded())
        self.blocks.append(block)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        """Lets others write the file, and adds a note to an interrupt: what is kept, and how to go on."""
        if self._file is not None:
            self._file.close()
        if isinstance(error, KeyboardInterrupt):
            kept = f"{self._games()} games are kept in {self._path}: the same run goes on there."
            lost = "Nothing is kept: with path= the same run goes on next time."
            error.add_note(lost if self._path is None else kept)

    def _games(self) -> int:
        return sum(len(block.games) for block in self.blocks)
