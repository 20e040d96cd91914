"""Positions of games of self-play as training data: inputs as the side to move sees them, and targets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from boyi import _core
from boyi.errors import GameMismatchError, IllegalMoveError, OptionError, ResultFileError
from boyi.lab.self_play.games import Games
from boyi.run import arguments

__all__ = ["Quiet"]

INPUTS = 14 * 90
"""Number of inputs: kinds and owners of pieces times squares, see :class:`boyi.xiangqi.Network`."""

_INDEX = np.arange(INPUTS).reshape(7, 2, 10, 9)

OTHER = np.ascontiguousarray(_INDEX[:, ::-1, ::-1, ::-1].reshape(-1), np.int32)
"""The input of a piece to the opponent, by its input to the side to move."""

MIRRORED = np.ascontiguousarray(_INDEX[:, :, :, ::-1].reshape(-1), np.int32)
"""The input of a piece on the board mirrored left to right, by its input on the board."""


@dataclass(frozen=True)
class Quiet:
    """Which positions of the games train an evaluation: those whose score says something about the board as it stands.

    Positions before random moves are left out in any case, since they have no score. Of gomoku, only ``in_check`` and
    ``most`` are asked.

    >>> from boyi import lab
    >>> lab.Quiet(captures=True).most
    2000
    """

    in_check: bool = False
    """Whether to keep positions in check; in gomoku those with a five or an open four to make as well."""
    captures: bool = False
    """Whether to keep positions whose best move is a capture."""
    checks: bool = False
    """Whether to keep positions whose best move gives check."""
    most: int = 2000
    """Largest score, either way, in evaluation units; from 9700 on, scores are wins and losses."""

    def __post_init__(self) -> None:
        arguments.whole("most", self.most, 10_000)


def win_probability(logits: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The win probability that a logit stands for."""
    probability: npt.NDArray[Any] = 1 / (1 + np.exp(-logits))
    return probability


@dataclass(frozen=True, kw_only=True)
class Scored:
    """Positions with their scores and results for the side to move; what a network sees of them is up to the game."""

    scores: npt.NDArray[np.int16]
    results: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.scores)

    def targets(self, scale: float, score_weight: float) -> npt.NDArray[np.float32]:
        """The win probability that an evaluation shall learn: a mean of what score and result say."""
        expected = win_probability(self.scores / scale)
        result = (self.results + 1) / 2
        return (score_weight * expected + (1 - score_weight) * result).astype(np.float32)


@dataclass(frozen=True, kw_only=True)
class Samples(Scored):
    """Positions of xiangqi as rows of sparse inputs."""

    GAME: ClassVar[str] = "xiangqi"
    QUIET: ClassVar[Quiet] = Quiet()

    inputs: npt.NDArray[np.int32]
    starts: npt.NDArray[np.int32]

    @property
    def pieces(self) -> npt.NDArray[np.int32]:
        """Number of pieces on the board."""
        return np.diff(self.starts)

    def taken(self, rows: npt.NDArray[np.intp], mirrored: npt.NDArray[np.bool_]) -> "Samples":
        """Some of the positions in this order, those where ``mirrored`` is true mirrored left to right."""
        lengths = self.pieces[rows]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
        at = np.arange(starts[-1]) + np.repeat(self.starts[rows] - starts[:-1], lengths)
        inputs = self.inputs[at]
        inputs = np.where(np.repeat(mirrored, lengths), MIRRORED[inputs], inputs)
        return Samples(inputs=inputs, starts=starts, scores=self.scores[rows], results=self.results[rows])

    @classmethod
    def read(cls, games: Games, rows: bytes, plies: bytes, quiet: "Quiet") -> dict[str, npt.NDArray[Any]]:
        """The quiet positions of some games of a file, given as bytes."""
        found: dict[str, npt.NDArray[Any]] = _core.xiangqi_samples(
            games.openings,
            rows,
            plies,
            in_check=quiet.in_check,
            captures=quiet.captures,
            checks=quiet.checks,
            most=quiet.most,
        )
        return found

    @classmethod
    def joined(cls, parts: Sequence[dict[str, npt.NDArray[Any]]]) -> "Samples":
        """The positions of all parts, one after another."""
        inputs = np.cumsum([0, *(len(part["inputs"]) for part in parts)])
        starts = [np.zeros(1, np.int64), *(part["starts"][1:] + at for part, at in zip(parts, inputs, strict=False))]
        joined = {name: np.concatenate([part[name] for part in parts]) for name in ("inputs", "scores", "results")}
        return cls(starts=np.concatenate(starts).astype(np.int32), **joined)


@dataclass(frozen=True)
class Source:
    """Games of several files, numbered through."""

    files: Sequence[Games]
    quiet: Quiet
    kind: Any
    """The class of the positions: :class:`Samples`, or a class like it."""

    @classmethod
    def of(cls, given: Any, quiet: Quiet, kind: Any) -> "Source":
        """The games that a user gave: Games, or several of them.

        Raises:
            OptionError: for anything else, and without a game.
            GameMismatchError: for games of another game.
        """
        files = [given] if isinstance(given, Games) else list(given) if isinstance(given, list | tuple) else []
        if not files or not all(isinstance(each, Games) for each in files):
            raise OptionError(f"games={given!r}: expected boyi.lab.Games, or a list of them")
        for each in files:
            if each.game != kind.GAME:
                raise GameMismatchError(f"games of {each.game}: expected games of {kind.GAME}")
        if not sum(map(len, files)):
            raise OptionError("games=…: expected at least one game")
        return cls(files, quiet, kind)

    def __len__(self) -> int:
        return sum(map(len, self.files))

    def samples(self, numbers: npt.NDArray[np.intp]) -> Any:
        """The quiet positions of some games, file by file."""
        found, first = [], 0
        for games in self.files:
            own = numbers[(numbers >= first) & (numbers < first + len(games))] - first
            if len(own):
                found.append(self._of_file(games, own))
            first += len(games)
        return self.kind.joined(found)

    def _of_file(self, games: Games, numbers: npt.NDArray[np.intp]) -> dict[str, npt.NDArray[Any]]:
        plies = np.concatenate([games.plies[games.starts[n] : games.starts[n + 1]] for n in numbers])
        try:
            found: dict[str, npt.NDArray[Any]] = self.kind.read(
                games, games.games[numbers].tobytes(), plies.tobytes(), self.quiet
            )
            return found
        except IllegalMoveError as error:
            raise ResultFileError(f"the games are not those of their openings, {error}") from error
