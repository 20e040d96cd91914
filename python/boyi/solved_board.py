"""Small boards of gomoku, solved completely: every position has its exact value."""

from collections.abc import Iterator
from functools import cached_property
from operator import index
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from boyi._core import GomokuPosition
from boyi.errors import GameMismatchError, OptionError
from boyi.exact import ExactValue

__all__ = ["SolvedBoard"]

MOST_CELLS = 16
"""Cells of the largest board: a position is a number of 32 bits, two for each cell."""

RULE = "freestyle"
"""The rule by which the boards are solved."""

_AT_ONCE = 64
"""The number of a finished game that is won. A win in one ply is 63, a loss is negative, a draw 0."""

Codes = npt.NDArray[np.uint32]
"""Positions as numbers: the lower 16 bits have the black stones, the upper ones the white stones, a bit a cell."""

Numbers = npt.NDArray[np.int8]
"""Values as numbers, from the view of the side to move; the larger one is the better one for it."""


class SolvedBoard:
    """The exact values of all positions of an m,n,k game: `k` stones in a row win on a board of `rows` times `cols`.

    It is a :class:`boyi.exact.Oracle`, for :func:`boyi.lab.truth`. All positions are solved when it is made, from the
    full boards backwards; those that differ by a rotation or a reflection are solved once. The rule is
    ``"freestyle"``: a row of more than `k` wins too. Black moves first.

    Args:
        rows: number of ranks.
        cols: number of files; a board has at most 16 cells.
        k: stones in a row that win, at most the longer side of the board.

    Raises:
        OptionError: for a board of more than 16 cells, or one that :class:`boyi.gomoku.Position` refuses.

    >>> from boyi import gomoku
    >>> board = gomoku.SolvedBoard(3, 3, 3)
    >>> board.probe(gomoku.Position("b2 b1", rows=3, cols=3, k=3))
    ExactValue(verdict='win', plies=5)
    >>> len(board), len(board.positions(20, verdict="draw"))
    (765, 20)
    """

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self._start = start = GomokuPosition(rows=rows, cols=cols, k=k)
        if start.rows * start.cols > MOST_CELLS:
            raise OptionError(
                f"rows={start.rows}, cols={start.cols}: expected a board of at most {MOST_CELLS} cells, not "
                f"{start.rows * start.cols}"
            )
        self._maps = _symmetries(start.rows, start.cols)
        self._wins = _with_row(start.rows, start.cols, start.k)
        self._codes = [np.zeros(1, dtype=np.uint32)]
        for stones in range(self._cells):
            parents = self._codes[stones]
            children = [self._after(parents, stones, cell)[1] for cell in range(self._cells)]
            self._codes.append(np.unique(np.concatenate(children)))
        self._numbers: list[Numbers] = [np.empty(0, dtype=np.int8)] * (self._cells + 1)
        for stones in reversed(range(self._cells + 1)):
            self._numbers[stones] = self._valued(stones)

    @property
    def game(self) -> str:
        """The game's name."""
        return self._start.game

    def __len__(self) -> int:
        """The number of its positions, finished ones too; those that differ by a symmetry count once."""
        return sum(map(len, self._codes))

    def __repr__(self) -> str:
        return f"SolvedBoard({self._start.rows}, {self._start.cols}, {self._start.k})"

    def __reduce__(self) -> tuple[type["SolvedBoard"], tuple[int, int, int]]:
        return SolvedBoard, (self._start.rows, self._start.cols, self._start.k)

    def probe(self, position: Any, /) -> ExactValue | None:
        """The exact value of a position of this board.

        None for another board, `k` or rule, and for numbers of stones that no game leads to.

        Raises:
            GameMismatchError: for a position of another game.
        """
        start = self._start
        if position.game != start.game:
            raise GameMismatchError(f"a position of {position.game}: expected one of {start.game}")
        if (position.rows, position.cols, position.k, position.rules) != (start.rows, start.cols, start.k, RULE):
            return None
        cells = position.to_array().ravel()
        weights = 1 << np.arange(self._cells, dtype=np.uint32)
        code = weights[cells == 1].sum() | weights[cells == 2].sum() << 16
        stones = int(np.count_nonzero(cells))
        known = self._codes[stones]
        wanted = self._canonical(np.array([code], dtype=np.uint32))[0]
        found = np.searchsorted(known, wanted)
        if position.turn != self._turn(stones) or found == len(known) or known[found] != wanted:
            return None
        return _value(int(self._numbers[stones][found]))

    def positions(
        self, n: int, /, *, verdict: Literal["win", "draw", "loss"] | None = None, seed: int = 0
    ) -> list[Any]:
        """`n` different positions that are not over, drawn at random; no two of them differ by a symmetry only.

        Each has the same chance, however many stones are on the board.

        Args:
            n: how many, 1 or more.
            verdict: what they are worth for the side to move: ``"win"``, ``"draw"`` or ``"loss"``; None: anything.
            seed: of the random numbers, 0 or more.

        Raises:
            OptionError: if there are fewer, or for an unknown verdict.
        """
        codes, numbers = self._open
        signs = {None: None, "win": 1, "draw": 0, "loss": -1}
        if verdict not in signs:
            raise OptionError(f"verdict={verdict!r}: expected one of {list(signs)}")
        chosen = codes if verdict is None else codes[np.sign(numbers) == signs[verdict]]
        if not 1 <= index(n) <= len(chosen):
            what = "positions" if verdict is None else f"positions of verdict {verdict!r}"
            raise OptionError(f"n={n}: {self} has {len(chosen)} {what} that are not over; expected 1 to {len(chosen)}")
        if index(seed) < 0:
            raise OptionError(f"seed={seed}: expected 0 or more")
        drawn = np.random.default_rng(seed).choice(len(chosen), n, replace=False)
        return [self._position(int(code)) for code in chosen[drawn]]

    @property
    def _cells(self) -> int:
        return self._start.rows * self._start.cols

    @cached_property
    def _open(self) -> tuple[Codes, Numbers]:
        """The positions that are not over, with their values."""
        going = [~self._is_won(codes) for codes in self._codes[:-1]]
        codes = [codes[still] for codes, still in zip(self._codes, going, strict=False)]
        numbers = [numbers[still] for numbers, still in zip(self._numbers, going, strict=False)]
        return np.concatenate(codes), np.concatenate(numbers)

    def _turn(self, stones: int) -> str:
        return ("black", "white")[stones % 2]

    def _position(self, code: int) -> Any:
        cells = np.arange(self._cells)
        black, white = (code >> cells & 1, code >> 16 + cells & 1)
        array = (black + 2 * white).astype(np.int8).reshape(self._start.rows, self._start.cols)
        return GomokuPosition.from_array(array, self._turn(code.bit_count()), RULE, k=self._start.k)

    def _is_won(self, codes: Codes) -> npt.NDArray[np.bool_]:
        """Whether a side has a row: that which moved last, since a won game is not played on."""
        won: npt.NDArray[np.bool_] = self._wins[codes & 0xFFFF] | self._wins[codes >> 16]
        return won

    def _canonical(self, codes: Codes) -> Codes:
        """The smallest of the numbers of a position's reflections and rotations."""
        black, white = codes & 0xFFFF, codes >> 16
        best: Codes = codes
        for mapped in self._maps:
            best = np.minimum(best, mapped[black] | mapped[white] << np.uint32(16))
        return best

    def _after(self, parents: Codes, stones: int, cell: int) -> tuple[npt.NDArray[np.bool_], Codes]:
        """The positions after a stone on a cell, and which of the parents they come from."""
        legal = ((parents | parents >> 16) >> np.uint32(cell) & 1 == 0) & ~self._is_won(parents)
        stone = np.uint32(1 << cell + 16 * (stones % 2))
        return legal, self._canonical(parents[legal] | stone)

    def _valued(self, stones: int) -> Numbers:
        """The values of the positions with that many stones, once those with one more are known."""
        codes = self._codes[stones]
        won = self._is_won(codes)
        if stones == self._cells:
            return np.where(won, -_AT_ONCE, 0).astype(np.int8)
        numbers = np.full(len(codes), -_AT_ONCE, dtype=np.int8)
        for cell in range(self._cells):
            legal, children = self._after(codes, stones, cell)
            theirs = self._numbers[stones + 1][np.searchsorted(self._codes[stones + 1], children)]
            numbers[legal] = np.maximum(numbers[legal], np.sign(theirs) - theirs)
        return numbers


def _value(number: int) -> ExactValue:
    """The value for which a number stands."""
    if number == 0:
        return ExactValue("draw", None)
    return ExactValue("win" if number > 0 else "loss", _AT_ONCE - abs(number))


def _symmetries(rows: int, cols: int) -> list[Codes]:
    """For each rotation and reflection a table: the stones of one side, as bits, and where they then stand."""
    cells = np.arange(rows * cols).reshape(rows, cols)
    turned = [cells] if rows != cols else [cells, cells.T]
    orders = [way.ravel() for each in turned for way in (each, each[::-1], each[:, ::-1], each[::-1, ::-1])]
    stones = np.arange(1 << rows * cols, dtype=np.uint32)
    tables = [np.zeros_like(stones) for _ in orders]
    for table, order in zip(tables, orders, strict=True):
        for new, old in enumerate(order):
            table |= (stones >> np.uint32(old) & 1) << np.uint32(new)
    return tables


def _lines(rows: int, cols: int, k: int) -> Iterator[int]:
    """The cells of every possible row, as bits."""
    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + down * (k - 1) < rows and 0 <= col + right * (k - 1) < cols:
                    yield sum(1 << (row + down * i) * cols + col + right * i for i in range(k))


def _with_row(rows: int, cols: int, k: int) -> npt.NDArray[np.bool_]:
    """For the stones of one side, as bits, whether there is a row among them."""
    stones = np.arange(1 << rows * cols, dtype=np.uint32)
    found = np.zeros(len(stones), dtype=bool)
    for line in _lines(rows, cols, k):
        found |= stones & line == line
    return found
