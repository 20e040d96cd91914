"""The compiled core of boyi. Import its names from :mod:`boyi`."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, SupportsIndex, TypeAlias, TypedDict, Unpack, final, overload

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from boyi.exact import ExactValue
from boyi.position import Position
from boyi.values import Bounds, Entry, Iteration, KillResult, Outcome, Result

__all__ = [
    "MAX_DEPTH",
    "MAX_NODES",
    "MAX_THREADS",
    "Book",
    "Classic",
    "Clock",
    "Config",
    "Connect4Position",
    "Evaluation",
    "GomokuNetwork",
    "GomokuPosition",
    "Move",
    "Network",
    "Run",
    "Score",
    "Searcher",
    "SelfPlayRun",
    "TableFile",
    "Tablebase",
    "TranspositionTable",
    "Weights",
    "XiangqiPosition",
    "__version__",
    "bench",
    "build_info",
    "games",
    "gomoku_samples",
    "kill_search",
    "read_pgn",
    "table_cutoff",
    "trace",
    "trace_names",
    "xiangqi_classic_features",
    "xiangqi_samples",
]

__version__: str
MAX_DEPTH: int
MAX_NODES: int
MAX_THREADS: int

_MoveLike: TypeAlias = Move | str
_Game: TypeAlias = Literal["xiangqi", "gomoku", "connect4"]
_Side: TypeAlias = Literal["red", "black", "white", "yellow"]
_Position: TypeAlias = "XiangqiPosition | GomokuPosition | Connect4Position | Position"
_Scheme: TypeAlias = Literal["always", "depth-preferred", "two-tier", "bucket", "aged-bucket"]
_Value: TypeAlias = bool | int | str

# Made of presets().
# fmt: off
_Preset: TypeAlias = Literal[
    "boyi",
    "boyi-classic",
    "plain",
    "wizard-alphabeta",
    "wizard-quiescence",
    "wizard-table",
    "wizard",
    "fruit",
    "crafty",
    "toga",
    "report-first",
    "report",
    "leafwalk",
]
# fmt: on
# End.

# Made of options().
# fmt: off
class _Options(TypedDict, total=False):
    evaluation: Literal["default", "by-hand", "network", "classic", "piece-square", "material", "patterns", "lines"]
    correction_history: bool
    pvs: bool
    iterative: bool
    aspiration: SupportsIndex
    table: Literal["off", "always", "depth-preferred", "two-tier", "bucket", "aged-bucket"] | Literal[False]
    table_mb: SupportsIndex
    path_scores: Literal["ignore", "tutorial", "chain", "path-key"]
    hash_move: bool
    mvv_lva: bool
    capture_history: bool
    see_captures: bool
    killers: SupportsIndex
    counter_moves: bool
    history: Literal["off", "depth-squared", "halved", "gravity"] | Literal[False]
    continuation_history: SupportsIndex
    static_order: SupportsIndex
    width: SupportsIndex
    threat_stages: bool
    known_ends: bool
    kill_root: Literal["off", "checks", "threats"] | Literal[False]
    kill_horizon: Literal["off", "checks", "threats"] | Literal[False]
    kill_nodes: SupportsIndex
    quiescence: bool
    check_plies: SupportsIndex
    delta_pruning: bool
    check_extension: bool
    singular_extension: bool
    null_move: bool
    null_reduction: SupportsIndex
    reverse_futility: bool
    reverse_futility_margin: SupportsIndex
    razoring: bool
    razor_margin: SupportsIndex
    probcut: bool
    futility: bool
    futility_margin: SupportsIndex
    late_move_pruning: bool
    see_pruning: bool
    internal_reduction: bool
    lmr: bool
    lmr_base: SupportsIndex
    lmr_divisor: SupportsIndex
    repetition: SupportsIndex
    draw_score: SupportsIndex
    correction_structure: SupportsIndex
    correction_move: SupportsIndex
    correction_rate: SupportsIndex
    mate_distance: Literal["off", "quiescence", "full"] | Literal[False]
    stop_on_mate: bool
    max_ply: SupportsIndex
    aspiration_min_depth: SupportsIndex
    keep_interrupted: bool
    root_margin: SupportsIndex
    seed: SupportsIndex
    table_depth: Literal["at-least", "equal"]
    table_mates: bool
    table_answers: SupportsIndex
    stored_evaluation: bool
    refined_evaluation: bool
    path_chain: SupportsIndex
    root_hash_move: bool
    capture_history_divisor: SupportsIndex
    qsearch_see: bool
    qsearch_see_checks: bool
    history_limit: SupportsIndex
    history_bonus_square: SupportsIndex
    history_bonus_slope: SupportsIndex
    history_bonus_offset: SupportsIndex
    history_bonus_share: SupportsIndex
    structure_history: bool
    threat_doubles: bool
    known_threats: bool
    kill_root_nodes: SupportsIndex
    kill_plies: SupportsIndex
    kill_plain_checks: SupportsIndex
    confirmation: bool
    confirmation_nodes: SupportsIndex
    mate_in_one: bool
    forced_replies: bool
    horizon_evasions: bool
    qsearch_evasions: bool
    qsearch_mvv_lva: bool
    qsearch_table: Literal["off", "moves", "scores", "evaluation"] | Literal[False]
    delta_margin: SupportsIndex
    delta_exchanges: bool
    check_extension_see: bool
    single_reply_extension: bool
    singular_min_depth: SupportsIndex
    singular_table_depth: SupportsIndex
    singular_margin: SupportsIndex
    singular_double: SupportsIndex
    singular_double_most: SupportsIndex
    singular_cutoff: bool
    singular_negative: SupportsIndex
    improving: bool
    null_depth_divisor: SupportsIndex
    null_eval_divisor: SupportsIndex
    null_eval_most: SupportsIndex
    null_cut_only: bool
    null_min_depth: SupportsIndex
    null_material: SupportsIndex
    null_eval: bool
    null_verification: bool
    null_verified_material: SupportsIndex
    null_verified_officers: SupportsIndex
    null_verified_min_depth: SupportsIndex
    null_verification_reduction: SupportsIndex
    reverse_futility_max_depth: SupportsIndex
    reverse_futility_improving: SupportsIndex
    razor_max_depth: SupportsIndex
    probcut_min_depth: SupportsIndex
    probcut_margin: SupportsIndex
    probcut_reduction: SupportsIndex
    futility_max_depth: SupportsIndex
    futility_reduced: bool
    futility_captures: bool
    late_move_max_depth: SupportsIndex
    late_move_base: SupportsIndex
    late_move_slope: SupportsIndex
    late_move_square: SupportsIndex
    late_move_improving: SupportsIndex
    late_move_noisy: bool
    late_move_answers: bool
    poor_history: bool
    poor_history_max_depth: SupportsIndex
    poor_history_margin: SupportsIndex
    see_pruning_max_depth: SupportsIndex
    see_pruning_captures: SupportsIndex
    see_pruning_quiets: SupportsIndex
    pv_pruning: bool
    internal_reduction_min_depth: SupportsIndex
    internal_reduction_all: bool
    lmr_min_depth: SupportsIndex
    lmr_min_moves: SupportsIndex
    lmr_history: SupportsIndex
    lmr_cut: SupportsIndex
    lmr_fractions: bool
    lmr_continuation: bool
    lmr_improving: SupportsIndex
    lmr_known: SupportsIndex
    lmr_exact: SupportsIndex
    lmr_evasions: bool
    lmr_checks: bool
    lmr_noisy: bool
    lmr_check: SupportsIndex
    lmr_captures: bool
    lmr_deeper_margin: SupportsIndex
    lmr_shallower_margin: SupportsIndex
    lmr_cutoffs: SupportsIndex
    lmr_cutoffs_from: SupportsIndex
    repetition_scope: Literal["game", "tree"]
    move_limit: bool
    fail_hard: bool
    single_move_depth: SupportsIndex
    aspiration_first_move: bool
    root_sort: Literal["off", "best", "all"] | Literal[False]
    root_exact: bool
    table_layout: Literal["single", "leafwalk", "two-bound"]
    table_pv_cutoffs: bool
    table_root: bool
    table_renewal: bool
    table_leaves: bool
    pv_writeback: bool
    defect: Literal["off", "refused-store", "probe-shifts", "no-draw-guard", "no-ageing", "repetitions", "any-mate"] | Literal[False]
    internal_deepening: bool
    internal_deepening_min_depth: SupportsIndex
    internal_deepening_reduction: SupportsIndex
    internal_deepening_half: bool
    killers_above: bool
    killers_in_check: bool
    history_on_alpha: bool
    history_by_piece: bool
    history_per_search: bool
    kill_defence: Literal["sound", "prose", "code"]
    qsearch_floor: SupportsIndex
    qsearch_home_floor: SupportsIndex
    check_plies_pv: SupportsIndex
    check_plies_skip_evasions: bool
    single_reply_pv_only: bool
    recapture_extension: Literal["off", "winning", "all"] | Literal[False]
    capture_extension: SupportsIndex
    null_eval_depth: SupportsIndex
    null_officers: SupportsIndex
    null_below_mate: bool
    null_store: bool
    null_in_pv: bool
    null_twice: bool
    null_verification_bare: bool
    futility_growth: SupportsIndex
    futility_spares_checks: bool
    futility_raises: bool
    history_skip: SupportsIndex
    lmr_in_pv: bool
    lmr_quiet_stage: bool
    history_pruning: SupportsIndex
    history_pruning_all: bool
# fmt: on
# End.
# Structured, aligned, read-only: key u8, move u2, score i2, eval i2, depth i1, bound u1, age u1, and last_player u1
# in the layout leafwalk; leaves are key u8, score i2.
_Rows: TypeAlias = npt.NDArray[np.void]
# A position of the game that is searched, and its moves as rows.
_OrderBy: TypeAlias = Callable[[Any, npt.NDArray[np.void]], npt.ArrayLike]
_Evaluate: TypeAlias = Callable[[Any], SupportsIndex]

@final
class Move:
    """A move. It compares, hashes and prints as its text, such as "h2e2" in xiangqi, "h8" in gomoku or "d" in Connect Four,
    and every function that takes a Move takes the text as well.

    Moves come from positions and results: `position.legal_moves()`, `position.parse(text)`, `result.move`; `Move("h2e2")`
    is one whether any position allows it or not. Raises MoveTextError for any other text.

    >>> import boyi
    >>> move = boyi.xiangqi.Position().parse("炮二平五")
    >>> move, move == "h2e2", move in {"h2e2"}, move.from_square, move.to_square
    (Move('h2e2'), True, True, 'h2', 'e2')
    """

    def __new__(cls, text: str) -> Move: ...
    @staticmethod
    def from_code(code: SupportsIndex, game: str) -> Move:
        """The move with a 16-bit code, as tables hold it. `game` is the name of a game, such as "gomoku". Raises OptionError for a code
        that is not a move of the game.
        """
    @property
    def code(self) -> int:
        """The move's 16-bit code, as tables hold it."""
    @property
    def game(self) -> _Game:
        """Name of the move's game, such as "gomoku"."""
    @property
    def from_square(self) -> str | None:
        """Name of the square that the piece leaves, such as "h2"; None in gomoku."""
    @property
    def to_square(self) -> str:
        """Name of the square that the piece enters, such as "e2", or the point where the stone is placed."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __lt__(self, value: _MoveLike, /) -> bool: ...
    def __le__(self, value: _MoveLike, /) -> bool: ...
    def __gt__(self, value: _MoveLike, /) -> bool: ...
    def __ge__(self, value: _MoveLike, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[..., Move], tuple[int, str]]: ...

@final
class Clock:
    """The clock of the side to move, in seconds, as a limit of a search.

    * `remaining`: what is left of the player's time, 0 to 1e9.
    * `increment`: what each of its moves adds, 0 to 1e9.
    * `moves_to_go`: number of moves until more time is added, at least 1; None: the time is for all moves to come.
    * `overhead`: how much of a move may be lost outside the search, 0 to 1e9. Six times as much is kept in reserve.

    A search with a clock takes a share of it: more while its best move changes or its score falls, next to nothing for
    an only move. It begins no iteration that would not finish in time, and of the reserve it uses a millisecond at most.
    Clocks are equal if all four are.

    Raises OptionError for a number out of its range.

    >>> import boyi
    >>> boyi.Clock(60, increment=0.5)
    Clock(remaining=60.0, increment=0.5, moves_to_go=None, overhead=0.05)
    >>> boyi.Searcher().search(boyi.xiangqi.Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w"), clock=boyi.Clock(60)).score.mate
    1
    """
    def __new__(
        cls,
        remaining: float,
        increment: float = 0.0,
        moves_to_go: SupportsIndex | None = None,
        overhead: float = 0.05,
    ) -> Self: ...
    @property
    def remaining(self) -> float:
        """Seconds left."""
    @property
    def increment(self) -> float:
        """Seconds that each move adds."""
    @property
    def moves_to_go(self) -> int | None:
        """Number of moves until more time is added, or None."""
    @property
    def overhead(self) -> float:
        """Seconds of a move that may be lost outside the search."""
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Score:
    """A score from one side's point of view: an evaluation, a mate in some moves, or a win or loss by repetition.

    A mate is proved: it holds whatever the loser plays. A mate that a search has found without trying every move of the
    loser is no mate yet but of kind "mate?", and prints as "mate? in 3", or "mate? in -3" for the loser.

    `raw`, also `int(score)`, is the number that tables hold, from -10000 to 10000. `turn` is the side whose point of
    view it is: "red" or "black" in xiangqi, "black" or "white" in gomoku, "red" or "yellow" in Connect Four. Scores compare
    with scores and integers by `raw` alone. Raises OptionError for a number out of range, an unknown side or an unknown
    game.

    >>> from boyi import Score
    >>> Score(35, "red"), Score(9997, "red"), Score(-9996, "red").mate
    (Score(35, "red"), Score(9997, "red"), -2)
    >>> str(Score(9997, "red"))
    'mate in 2'
    >>> Score(35, "red").pov("black").value, Score(9997, "red") > Score(35, "red")
    (-35, True)
    """
    def __new__(cls, raw: SupportsIndex, turn: str, game: str = "xiangqi") -> Self: ...
    @property
    def value(self) -> int | None:
        """The evaluation in its own units (in xiangqi a chariot is about 200, in gomoku a unit is a hundredth of a logit,
        in Connect Four it is an open line with a single stone), or None for a mate, proved or not, or a repetition.
        """
    @property
    def mate(self) -> int | None:
        """Number of the winner's moves to mate, negative if this side is mated; None if the score is no proved mate."""
    @property
    def plies(self) -> int | None:
        """Number of plies to the end of the game, or None for an evaluation."""
    @property
    def kind(self) -> Literal["value", "mate", "mate?", "repetition"]:
        """What the score is: "value" (an evaluation), "mate" (proved), "mate?" (found, not proved) or "repetition"."""
    @property
    def turn(self) -> _Side:
        """The side whose point of view it is: "red", "black" or "white"."""
    def pov(self, side: str) -> Score:
        """The score from the point of view of `side`, "red", "black" or "white". Raises OptionError for a side that the
        game does not have.
        """
    def __int__(self) -> int: ...
    def __neg__(self) -> Score: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __lt__(self, value: Score | SupportsIndex, /) -> bool: ...
    def __le__(self, value: Score | SupportsIndex, /) -> bool: ...
    def __gt__(self, value: Score | SupportsIndex, /) -> bool: ...
    def __ge__(self, value: Score | SupportsIndex, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Score], tuple[int, str]]: ...

@disjoint_base
class Weights:
    """An evaluation with its weights, for `Searcher(evaluation=…)`, `Position.evaluate` and `boyi.lab.Setup`: the base class of
    `boyi.xiangqi.Network`, `boyi.gomoku.Network` and all others.
    """
    @property
    def game(self) -> str:
        """Name of the game that is evaluated, such as "xiangqi"."""
    @property
    def fingerprint(self) -> str:
        """Name and checksum of the weights, such as `network-0123abcd`, by which tables know the evaluation."""
    def evaluate(self, position: _Position) -> int:
        """Static evaluation of a position for the side to move, in evaluation units: `position.evaluate(weights)`."""

@final
class Evaluation(Weights):
    """A piece-square evaluation of xiangqi: the sum of the values of the side to move's pieces on their squares, minus the
    opponent's, plus a tempo bonus. Without arguments it has boyi's own values, those of `Config.evaluation`
    "piece-square".

    `piece_square` is an array of shape (7, 10, 9), indexed by kind of piece (king, advisor, elephant, horse, chariot,
    cannon, pawn), rank and file; rank 0 is the owner's back rank, file 0 the owner's left: for black, the board is
    turned by 180 degrees. `tempo` is the bonus for the side to move. All values are whole numbers from -9000 to 9000;
    boyi's chariot is about 200. A search clamps sums to ±9699, below the scores of won games. Raises OptionError for
    another shape, type or value.

    >>> import numpy as np, boyi
    >>> material = np.array([0, 20, 20, 90, 200, 95, 15]).reshape(7, 1, 1) * np.ones((1, 10, 9), int)
    >>> evaluation = boyi.xiangqi.Evaluation(material, tempo=0)
    >>> boyi.xiangqi.Position().evaluate(evaluation), evaluation.piece_square.shape
    (0, (7, 10, 9))
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __new__(cls, piece_square: npt.ArrayLike | None = None, tempo: SupportsIndex = 3) -> Self: ...
    @property
    def piece_square(self) -> npt.NDArray[np.int16]:
        """The piece-square values: a read-only int16 array of shape (7, 10, 9), indexed by kind of piece, rank and file."""
    @property
    def tempo(self) -> int:
        """The bonus for the side to move."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Evaluation], tuple[npt.NDArray[np.int16], int]]: ...

@final
class Classic(Weights):
    """A hand-written evaluation of xiangqi with readable weights, for `Searcher(evaluation=…)`, `Position.evaluate` and
    `boyi.lab.Setup`: values of pieces on squares and terms such as mobility, each with a weight for the middlegame and
    one for the endgame. `Classic()` is the evaluation of `Config.evaluation` "classic"; `boyi.lab.train` with a
    `boyi.lab.ClassicRecipe` fits others.

    * `piece_square`: array of shape (2, 7, 10, 9), indexed by phase (middlegame, endgame), kind of piece, rank and
      file, seen by the owner as in `Evaluation`;
    * `terms`: dict from names of terms to pairs of weights (middlegame, endgame); other terms have weights of zero.
      `Classic.describe()` has the names, each with a sentence;
    * `tempo`: pair of bonuses for the side to move;
    * `endings`: dict from names of endings to factors from 0 to 1 for the advantage of a side with few attackers; other
      endings count in full;
    * `about`: what the weights were made of and how; JSON by convention.

    Boyi's own weights stand for what is not given, or None. Weights are numbers of evaluation units from -2000 to 2000,
    rounded to sixteenths. With the phase p = min(1, (2 * chariots + horses + cannons) / 16) of both sides' pieces,

    * sum(phase) = piece squares + counts of the terms * their weights, mover's less opponent's, + tempo,
    * value = (p * sum(middlegame) + (1 - p) * sum(endgame)) * factor of the ending, cut off towards zero.

    Raises OptionError for another shape, an unknown name or a number out of range.

    >>> import boyi
    >>> own = boyi.xiangqi.Classic()
    >>> blind = boyi.xiangqi.Classic(terms={**own.terms, "hollow_cannon": (0, 0)})
    >>> blind.terms["hollow_cannon"], own.piece_square.shape
    ((0.0, 0.0), (2, 7, 10, 9))
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __new__(
        cls,
        piece_square: npt.ArrayLike | None = None,
        terms: Mapping[str, Sequence[float]] | None = None,
        tempo: Sequence[float] | None = None,
        endings: Mapping[str, float] | None = None,
        *,
        about: str | None = None,
    ) -> Self: ...
    @staticmethod
    def shipped() -> Classic:
        """The weights that ship with boyi."""
    @staticmethod
    def load(path: str | PathLike[str]) -> Classic:
        """Reads a file that `save` wrote.
        Raises EvaluationFileError for a file that does not hold weights of this evaluation.
        """
    def save(self, path: str | PathLike[str]) -> None:
        """Writes the weights to a file; an existing file is replaced atomically. Raises OSError if it cannot be written."""
    @staticmethod
    def describe() -> dict[str, str]:
        """The terms and endings: a dict from names to sentences that say what is counted, and when a factor applies.

        >>> boyi.xiangqi.Classic.describe()["pawn_attacks"]
        'Enemy horses and cannons attacked by pawns.'
        """
    @property
    def about(self) -> str:
        """What the weights were made of and how, as text."""
    @property
    def piece_square(self) -> npt.NDArray[np.float32]:
        """Values of pieces on squares: a read-only float32 array of shape (2, 7, 10, 9), indexed by phase, kind of piece,
        rank and file.
        """
    @property
    def terms(self) -> dict[str, tuple[float, float]]:
        """Weights of the terms: a dict from names to pairs (middlegame, endgame)."""
    @property
    def tempo(self) -> tuple[float, float]:
        """Bonuses for the side to move: a pair (middlegame, endgame)."""
    @property
    def endings(self) -> dict[str, float]:
        """Factors of the endings: a dict from names to numbers from 0 to 1."""
    @staticmethod
    def _restore(bytes: bytes) -> Classic: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Callable[..., Classic], tuple[bytes]]: ...

@final
class GomokuNetwork(Weights):
    """A neural network that evaluates gomoku positions and scores moves, for `Searcher(evaluation=…)`, `Position.evaluate` and
    `boyi.lab.Setup`. `Network.shipped()` is the one of `Config.evaluation` "network"; `boyi.lab.train` makes others.

    Players have roles: 0 by the rule freestyle, 1 by the rule standard, 2 for black and 3 for white by the rule renju, whose
    forbidden points are black's. Each role has weights of its own, the first axis of all arrays; `ROLES` has their names.
    A window is the four cells on each side of an empty point in one direction. `windows[role, row]` is its vector for the
    player who looks at it; windows that mirror each other share a row, and windows without a stone have zeros and no row, see
    `row`. The value to the side to move, and the score of its move to a point, are, with the other weights of the mover's
    role,

    * view(point, player) = the sum of the four windows' vectors for the player's role, clipped to 0 to 255, over 255,
    * pool = the sums over all empty points of view(point, mover), then of view(point, other), over 16: 32 numbers,
    * hidden = `first.T @ pool + first_bias`, negative numbers replaced by 0,
    * logit = `output @ hidden + direct @ pool + output_bias + threats[class]`, the logarithm of the odds of winning,
    * value = logit * scale, cut off towards zero,
    * score(point) = `policy` times view(point, mover), then view(point, other): a logit among all moves.

    * `windows`: whole numbers from -1020 to 1020 of shape (4, 7366, 16);
    * `first`: shape (4, 32, 16), `first_bias` and `output`: shape (4, 16), `direct` and `policy`: shape (4, 32),
      `output_bias`: shape (4,), all float32 from -1000 to 1000;
    * `threats`: shape (4, 3, 2, 2, 3, 2, 3, 2, 2, 3), float32 as well, by who holds which threats. For the mover: points where
      a stone makes a four (none, one, more), whether one of them makes an open three too, whether a point makes two open
      threes, points that make an open three (none, up to 4, more); for the other player whether it makes an open four,
      and the same four;
    * `scale`: evaluation units in a logit, 1 to 10000;
    * `about`: what the network was made of and how; JSON by convention.

    Where the winning row is not of five, a search with a network evaluates by patterns. Raises OptionError for another
    shape or a number out of range.

    >>> import boyi
    >>> network = boyi.gomoku.Network.shipped()
    >>> position = boyi.gomoku.Position("h8 i9 h9")
    >>> network.windows.shape, position.evaluate(network) == position.evaluate("network")
    ((4, 7366, 16), True)
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]
    ROLES: ClassVar[tuple[str, str, str, str]]
    """Names of the roles, by number."""
    def __new__(
        cls,
        windows: npt.ArrayLike,
        first: npt.ArrayLike,
        first_bias: npt.ArrayLike,
        output: npt.ArrayLike,
        direct: npt.ArrayLike,
        output_bias: npt.ArrayLike,
        threats: npt.ArrayLike,
        policy: npt.ArrayLike,
        *,
        scale: SupportsIndex = 100,
        about: str = "{}",
    ) -> Self: ...
    @staticmethod
    def shipped() -> GomokuNetwork:
        """The weights that ship with boyi."""
    @staticmethod
    def load(path: str | PathLike[str]) -> GomokuNetwork:
        """Reads a file that `save` wrote.
        Raises NetworkFileError for a file that does not hold weights of this evaluation.
        """
    def save(self, path: str | PathLike[str]) -> None:
        """Writes the weights to a file; an existing file is replaced atomically. Raises OSError if it cannot be written."""
    @staticmethod
    def row(drawing: str) -> int | None:
        """The row of `windows` of a drawn window, or None for one without stones and for one that no board has.

        The drawing has nine characters: `X` for stones of the player who looks, `O` for those of the other, `.` empty, `#`
        beyond the edge, and `_` for the point in the middle. Raises OptionError for another drawing.

        >>> import boyi
        >>> boyi.gomoku.Network.row(".XXX_...O") == boyi.gomoku.Network.row("O..._XXX.")
        True
        """
    @property
    def scale(self) -> int:
        """Evaluation units in a logit."""
    @property
    def about(self) -> str:
        """What the weights were made of and how, as text."""
    @property
    def windows(self) -> npt.NDArray[np.int16]:
        """Vectors of the windows: a read-only int16 array of shape (4, 7366, 16)."""
    @property
    def first(self) -> npt.NDArray[np.float32]:
        """Weights of the hidden units: a read-only float32 array of shape (4, 32, 16)."""
    @property
    def first_bias(self) -> npt.NDArray[np.float32]:
        """Biases of the hidden units: a read-only float32 array of shape (4, 16)."""
    @property
    def output(self) -> npt.NDArray[np.float32]:
        """Output weights of the hidden units: a read-only float32 array of shape (4, 16)."""
    @property
    def direct(self) -> npt.NDArray[np.float32]:
        """Output weights of the pool: a read-only float32 array of shape (4, 32)."""
    @property
    def output_bias(self) -> npt.NDArray[np.float32]:
        """Output biases, in logits: a read-only float32 array of shape (4,)."""
    @property
    def threats(self) -> npt.NDArray[np.float32]:
        """Logits by who holds which threats: a read-only float32 array of shape (4, 3, 2, 2, 3, 2, 3, 2, 2, 3)."""
    @property
    def policy(self) -> npt.NDArray[np.float32]:
        """Weights of a point's views in the score of the move there: a read-only float32 array of shape (4, 32)."""
    @staticmethod
    def _restore(bytes: bytes) -> GomokuNetwork: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Callable[..., GomokuNetwork], tuple[bytes]]: ...

@final
class Network(Weights):
    """A neural network that evaluates xiangqi positions, for `Searcher(evaluation=…)`, `Position.evaluate` and
    `boyi.lab.Setup`. `Network.shipped()` is the one of `Config.evaluation` "network"; `boyi.lab.train` makes others.

    Each side sees the board from its own back rank: an input for each kind (king, advisor, elephant, horse, chariot,
    cannon, pawn), owner (0 the side itself, 1 its opponent), rank and file. Inputs feed the side's hidden units. With
    sets of output weights b by the number of pieces on the board, `b = (pieces - 1) // 4`, the value to the side to move
    is

    * sum(side) = bias + the rows of `inputs` for the pieces,
    * hidden = sum over units of `output[b, 0] * clip(sum(mover), 0, 255)**2 + output[b, 1] * clip(sum(other), 0, 255)**2`,
    * ticks = hidden / 255 + output_bias[b] + sum(mover) - sum(other) of `squares[…, b]`,
    * value = ticks * scale / 16320,

    where divisions cut off towards zero. 16320 ticks are a logit: the logarithm of the odds of winning.

    * `inputs`: whole numbers from -960 to 960 of shape (7, 2, 10, 9, hidden), hidden a multiple of 32 up to 1024;
    * `bias`: from -960 to 960, shape (hidden,);
    * `output`: from -127 to 127, shape (8, 2, hidden); absolute values of a set add up to at most 33025;
    * `output_bias`: ticks from -2**24 to 2**24, shape (8,);
    * `squares`: values of pieces on squares in ticks, from -2**24 to 2**24, shape (7, 2, 10, 9, 8);
    * `scale`: evaluation units in a logit, 1 to 10000;
    * `about`: what the network was made of and how; JSON by convention.

    Raises OptionError for another shape or a number out of range.

    >>> import boyi
    >>> network = boyi.xiangqi.Network.shipped()
    >>> position = boyi.xiangqi.Position()
    >>> network.inputs.shape[:4], position.evaluate(network) == position.evaluate("network")
    ((7, 2, 10, 9), True)
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __new__(
        cls,
        inputs: npt.ArrayLike,
        bias: npt.ArrayLike,
        output: npt.ArrayLike,
        output_bias: npt.ArrayLike,
        squares: npt.ArrayLike,
        *,
        scale: SupportsIndex = 95,
        about: str = "{}",
    ) -> Self: ...
    @staticmethod
    def shipped() -> Network:
        """The weights that ship with boyi."""
    @staticmethod
    def load(path: str | PathLike[str]) -> Network:
        """Reads a file that `save` wrote.
        Raises NetworkFileError for a file that does not hold weights of this evaluation.
        """
    def save(self, path: str | PathLike[str]) -> None:
        """Writes the weights to a file; an existing file is replaced atomically. Raises OSError if it cannot be written."""
    @property
    def hidden(self) -> int:
        """Number of hidden units of each side."""
    @property
    def scale(self) -> int:
        """Evaluation units in a logit."""
    @property
    def about(self) -> str:
        """What the weights were made of and how, as text."""
    @property
    def inputs(self) -> npt.NDArray[np.int16]:
        """Input weights: a read-only int16 array of shape (7, 2, 10, 9, hidden)."""
    @property
    def bias(self) -> npt.NDArray[np.int16]:
        """Biases of the hidden units: a read-only int16 array of shape (hidden,)."""
    @property
    def output(self) -> npt.NDArray[np.int8]:
        """Output weights: a read-only int8 array of shape (8, 2, hidden)."""
    @property
    def output_bias(self) -> npt.NDArray[np.int32]:
        """Output biases in ticks: a read-only int32 array of shape (8,)."""
    @property
    def squares(self) -> npt.NDArray[np.int32]:
        """Values of pieces on squares in ticks: a read-only int32 array of shape (7, 2, 10, 9, 8)."""
    @staticmethod
    def _restore(bytes: bytes) -> Network: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Callable[..., Network], tuple[bytes]]: ...

@final
class XiangqiPosition:
    """An immutable xiangqi position with its history. `play` returns a new position.

    `fen` is a FEN; None is the start position. Side to move (`w` or `r` for red, `b` for black) and clocks may be missing;
    elephants and horses are written `b n` or `e h`. `rules` is the rule set for repetition and move limits, "simple" or "axf" (see `outcome`); positions
    reached from this one keep it, and a search goes by it.
    `zobrist` is the set of random numbers for `key`: "default", or "rc4" for those of the XiangQi Wizard tutorial;
    positions reached from this one keep it. Raises PositionError for a malformed or impossible position, OptionError
    for unknown rules or an unknown key set.

    Positions are equal if pieces, side to move and rules are equal; clocks, history and key sets are not compared.

    >>> import boyi
    >>> pos = boyi.xiangqi.Position()
    >>> pos = pos.play("h2e2").play("马8进7")
    >>> pos.fen
    'rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2'
    >>> pos.moves, pos.turn, len(pos.legal_moves())
    ([Move('h2e2'), Move('h9g7')], 'red', 35)
    """
    def __new__(cls, fen: str | None = None, rules: str = "simple", zobrist: str = "default") -> Self: ...
    @staticmethod
    def from_moves(
        moves: Iterable[_MoveLike] | str, fen: str | None = None, rules: str = "simple", zobrist: str = "default"
    ) -> XiangqiPosition:
        """The position after `moves`, given as for `play_all`, from the FEN `fen` (None: the start position). `rules` and
        `zobrist` are those of the constructor.

        >>> import boyi
        >>> boyi.xiangqi.Position.from_moves("h2e2 h9g7").ply
        2
        """
    @staticmethod
    def from_array(
        array: npt.ArrayLike, turn: str = "red", rules: str = "simple", zobrist: str = "default"
    ) -> XiangqiPosition:
        """The position given by an integer array of shape (10, 9), indexed `array[rank, file]`; rank 0 is red's back rank
        and file 0 red's left. 0 is an empty square, 1 to 7 are red's king, advisor, elephant, horse, chariot, cannon
        and pawn, -1 to -7 black's. `turn` is "red" or "black". Raises PositionError for a bad array or an impossible
        position.

        >>> import boyi
        >>> pos = boyi.xiangqi.Position()
        >>> boyi.xiangqi.Position.from_array(pos.to_array()) == pos
        True
        """
    @property
    def game(self) -> _Game:
        """Name of the game, such as "xiangqi"."""
    @property
    def fen(self) -> str:
        """The position as FEN, with plies since the last capture and move number."""
    @property
    def start_fen(self) -> str:
        """FEN of the position that was set up, before `moves` were played."""
    @property
    def turn(self) -> _Side:
        """Side to move, "red" or "black"."""
    @property
    def key(self) -> int:
        """Zobrist key of pieces and side to move, 64 bits, equal in every process. With `zobrist="rc4"` the low 32 bits
        are the XiangQi Wizard tutorial's key and the high 32 bits its second lock.
        """
    @property
    def ply(self) -> int:
        """Number of moves played since the position was set up."""
    @property
    def moves(self) -> list[Move]:
        """Moves played since the position was set up, a list."""
    @property
    def zobrist(self) -> Literal["default", "rc4"]:
        """Name of the Zobrist key set, "default" or "rc4"."""
    @property
    def rules(self) -> Literal["simple", "axf"]:
        """Name of the rule set for repetition and move limits, "simple" or "axf"."""
    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture."""
    def legal_moves(self) -> list[Move]:
        """All legal moves, a list in a fixed order."""
    def candidates(self) -> list[Move]:
        """The moves that a search tries: all legal ones."""
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    def has_mate_in_one(self) -> bool:
        """Whether the side to move can win with its next move by leaving the opponent without a legal move, by checkmate
        or by stalemate. The result is exact.

        >>> import boyi
        >>> boyi.xiangqi.Position("3k5/R8/9/9/9/9/9/9/8R/4K4 w").has_mate_in_one()
        True
        """
    def gives_check(self, move: _MoveLike) -> bool:
        """Whether a move gives check. Raises IllegalMoveError if it is not legal."""
    def is_legal(self, move: _MoveLike) -> bool:
        """Whether a move, given as a Move or as text in any notation, is legal. Raises MoveTextError for a text that is no
        move, GameMismatchError for a move of another game.
        """
    def is_capture(self, move: _MoveLike) -> bool:
        """Whether a move captures a piece. Raises IllegalMoveError if it is not legal."""
    def see(self, move: _MoveLike) -> int:
        """Static exchange evaluation (SEE) of a move, in evaluation units: the value of the piece that it captures, if any,
        less what the opponent wins if both sides then go on capturing on that square, each as well as possible, until
        one stops. The values are pawn 15, advisor and elephant 20, horse 90, cannon 95 and chariot 200. Only legal
        captures count, so pinned pieces take no part; cannons do while they have a screen. Raises IllegalMoveError if
        the move is not legal.

        A chariot takes a pawn that a horse defends:

        >>> import boyi
        >>> boyi.xiangqi.Position("3k5/9/1n7/9/p8/9/9/9/9/R4K3 w").see("a0a5")
        -185
        """
    def play(self, move: _MoveLike) -> XiangqiPosition:
        """The position after a move, given as a Move or as text in any notation (see `parse`). Raises IllegalMoveError for
        an illegal move, MoveTextError for a text that cannot be read. A game that is over by repetition or move limit
        can be played on; ask `outcome()`.
        """
    def play_all(self, moves: Iterable[_MoveLike] | str) -> XiangqiPosition:
        """The position after several moves: a sequence of moves, or one text with blanks between moves. Errors are those
        of `play`.
        """
    def parse(self, text: str, notation: str | None = None) -> Move:
        """The legal move that a text means. `notation` is "uci", "iccs", "wxf", "chinese", "chinese-traditional" or
        "uci10" (ranks 1 to 10 instead of 0 to 9); None tries all but "uci10". Raises MoveTextError for a text that
        cannot be read and IllegalMoveError for an illegal move.

        >>> import boyi
        >>> pos = boyi.xiangqi.Position()
        >>> [str(pos.parse(text)) for text in ("h2e2", "H2-E2", "C2=5", "炮二平五", "砲二平五")]
        ['h2e2', 'h2e2', 'h2e2', 'h2e2', 'h2e2']
        """
    def format(self, move: _MoveLike, notation: str = "uci") -> str:
        """A legal move as text, in one of the notations of `parse`.

        >>> import boyi
        >>> boyi.xiangqi.Position().format("b0c2", "chinese")
        '马八进七'
        """
    def perft(self, depth: SupportsIndex) -> int:
        """Perft: number of legal move sequences of exactly `depth` plies, 0 to 12. Raises OptionError for other depths.

        >>> import boyi
        >>> boyi.xiangqi.Position().perft(3)
        79666
        """
    def divide(self, depth: SupportsIndex) -> dict[Move, int]:
        """Perft split by first move: a dict from each legal move to the number of sequences of `depth` plies that begin
        with it.
        """
    def outcome(self) -> Outcome | None:
        """The result of the game, an Outcome with winner and reason, or None if it is not over.

        The side that is checkmated or stalemated loses. At the third occurrence of a position, a side that gave check
        with every move since the first one loses, unless both did. Otherwise the rules "simple" call it a draw; under
        "axf", those of the Asian Xiangqi Federation, a side that attacked one and the same piece anew with every move
        loses, unless both did: perpetual chase. Kings and pawns may chase, and pawns that have not crossed the river may be
        chased; so may protected pieces, except for a chariot by horses and cannons and for chariots, horses and cannons by
        advisors and elephants. 120 plies without a capture draw, or
        100 under "axf", where checks of a side beyond ten do not count.

        >>> import boyi
        >>> boyi.xiangqi.Position("3k5/6R2/9/9/8P/9/9/9/4K4/9 b").outcome()
        Outcome(winner='red', reason='stalemate')
        """
    def repetition(self, recur: SupportsIndex = 1) -> Literal[0, 1, 3, 5, 7]:
        """Repetition status, in the codes of the XiangQi Wizard tutorial: 0 if the position has fewer than `recur` (1 to
        100) earlier occurrences since the last capture. Otherwise, who gave check with every move in between: 1 nobody,
        3 the side to move, 5 the opponent, 7 both. Raises OptionError for `recur` out of range.
        """
    @overload
    def evaluate(self, evaluation: Weights | str | None = None, *, detail: Literal[False] = False) -> int:
        """Static evaluation for the side to move, in units of which a chariot is worth about 200.

        `evaluation` is the name of one of xiangqi's evaluations (see `Config.evaluations`), a boyi.xiangqi.Network or a
        boyi.xiangqi.Evaluation; None means "network", the one that ships with boyi. Raises OptionError for an unknown
        name, GameMismatchError for an evaluation of another game.

        With `detail=True` it returns the terms of the sum as a dict. `"red"` and `"black"` hold for each kind of piece
        the `"count"`, the `"material"` (count times the mean value over all squares that the piece can reach in a game)
        and the `"position"` (what the actual squares add to that mean), and for each term of "classic" its `"count"` and
        `"value"`. `"tempo"` is the bonus for the side to move. `"total"` is what the side to move has, minus what the
        opponent has, plus the tempo and what else stands beside it. A network has `"squares"` in place of material and
        position, its values of pieces on squares, and beside them what its `"hidden"` units add, and its `"bias"`.

        >>> import boyi
        >>> boyi.xiangqi.Position().evaluate("piece-square", detail=True)["black"]["horse"]
        {'count': 2, 'material': 190, 'position': -26}
        """
    @overload
    def evaluate(self, evaluation: Weights | str | None = None, *, detail: Literal[True]) -> dict[str, Any]: ...
    def piece_at(self, square: str) -> str | None:
        """FEN letter of the piece on a square such as "e0", upper case for red; None for an empty square. Raises
        OptionError for a text that is not a square (file a to i, rank 0 to 9).
        """
    def mirror(self) -> XiangqiPosition:
        """The position with its history, mirrored left to right: file a becomes file i."""
    def to_array(self) -> npt.NDArray[np.int8]:
        """The pieces as a numpy int8 array of shape (10, 9), in the encoding of `from_array`."""
    def svg(
        self, *, arrows: Iterable[_MoveLike] | None = None, size: SupportsIndex = 360, flipped: bool = False
    ) -> str:
        """The board as SVG text, with the last move marked. `arrows` are moves to draw, `size` is the width in pixels, 1
        or more, `flipped=True` shows the board from black's side. Raises OptionError for a bad size, MoveTextError for
        an arrow that is not a move.
        """
    def _repr_svg_(self) -> str: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[..., XiangqiPosition], tuple[list[Move], str, str, str]]: ...

_BookGame: TypeAlias = Iterable[_MoveLike] | str | XiangqiPosition

@final
class Tablebase:
    """Exact values of a class of xiangqi endgames: one or two attackers (chariots R, cannons C, horses H, pawns P) on one side,
    advisors A and elephants E on both. `Tablebase("R-AAEE")` is a chariot against two advisors and two elephants, and knows
    all classes that captures lead to as well. Either colour may have the attackers.

    Tables are made when they are asked for, in a fraction of a second for small classes and minutes for large ones, and use
    all cores. With `folder` they are read from and kept in files there, one for each class, with checksums. Making one can be
    interrupted; tables that were finished are kept. `progress` shows a bar.

    Values hold without a limit of moves, and no rule about repetition changes them: whoever wins gets nearer to the win with
    each move; `held_by_chases()` shows that the defence needs nothing that is forbidden.

    Raises OptionError for a class that does not exist, TableFileError for a file that is damaged, of another class or cannot be
    written, OSError if the folder cannot be made. An oracle in the sense of `boyi.exact.Oracle`.

    >>> import boyi
    >>> table = boyi.xiangqi.Tablebase("H-A")
    >>> position = boyi.xiangqi.Position("4k4/4a4/9/9/9/9/9/3H5/9/4K4 w - - 0 1")
    >>> table.probe(position).verdict
    'win'
    """

    def __new__(cls, material: str, *, folder: str | PathLike[str] | None = None, progress: bool = False) -> Self: ...
    @staticmethod
    def sizes(material: str) -> dict[str, int]:
        """Sizes in bytes of the tables that a class needs, a dict from class to size: those of the classes that captures lead to
        come first. Raises OptionError for a class that does not exist.

        >>> import boyi
        >>> boyi.xiangqi.Tablebase.sizes("P-A")
        {'-': 108, '-A': 378, 'P-': 5940, 'P-A': 20790}
        """
    @property
    def game(self) -> str:
        """The game's name, "xiangqi"."""
    @property
    def material(self) -> str:
        """The class, such as "R-AAEE"."""
    def probe(self, position: _Position) -> ExactValue | None:
        """The exact value of a position from the side to move's view, a boyi.exact.ExactValue; None if the position is neither
        of the class nor of one that captures lead to. Clocks and history are not considered. Raises GameMismatchError for a
        position of another game.
        """
    def positions(
        self,
        n: SupportsIndex,
        *,
        verdict: Literal["win", "draw", "loss"] | None = None,
        turn: Literal["attackers", "defenders"] | None = None,
        seed: SupportsIndex = 0,
    ) -> list[XiangqiPosition]:
        """`n` different positions of the class in which the side to move has a legal move, drawn at random: with one verdict,
        "win", "draw" or "loss" of the side to move, or any; with the attackers to move ("attackers"), the defenders
        ("defenders") or either (None). The attackers are red. The same seed gives the same positions. Raises OptionError if
        there are fewer.
        """
    def values(self) -> npt.NDArray[np.uint8]:
        """The table as a uint8 array, a copy: 0 for a draw, 1 to 126 for a win in so many moves of the side to move, 128 + n for a
        loss in n moves of the opponent, 255 where no position belongs to the number. Rows are placings of the pieces, columns
        the side to move: the defenders, the attackers. `position(row, attackers_to_move)` tells what a row stands for.
        """
    def position(self, row: SupportsIndex, attackers_to_move: bool) -> XiangqiPosition | None:
        """The position of a row of `values()`, with the attackers or the defenders to move; None where the value is 255. Raises
        OptionError for a row that does not exist.
        """
    def summary(self) -> dict[str, Any]:
        """Counts of positions, a dict: for "attackers" and "defenders" to move a dict from verdict to number, and "longest", the
        moves of the winner in the longest win, 0 if there is none. Of two mirror images one is counted.
        """
    def held_by_chases(self) -> int:
        """Number of drawn positions in which the defenders might have to chase with advisors or elephants without end. Where it is
        0 no rule about perpetual chases changes a value: such a rule asks for a chase with each move of a cycle, kings and
        pawns may chase, and a side without attackers gives no check. Takes about as long as making the table.
        """
    def __len__(self) -> int: ...

@final
class Book:
    """An immutable opening book of xiangqi: moves with weights, by position. Books are made by `Book.from_games`,
    `Book.load` and `Book.shipped`.

    A position is found in its left-right mirror image too. Positions are looked up by the default Zobrist key set,
    whatever key set they use themselves. Books are equal if their entries are equal.

    >>> import boyi
    >>> book = boyi.xiangqi.Book.from_games([("炮二平五 马8进7", "1-0"), ("h2e2 h7e7", "1/2-1/2"), ("g3g4", "0-1")])
    >>> position = boyi.xiangqi.Position().play("h2e2")
    >>> book.probe(position), position in book
    ([(Move('h7e7'), 1)], True)
    >>> book.choose(position.mirror(), seed=1)     # what was played on one side is known on the other
    Move('b7e7')
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]
    @staticmethod
    def from_games(
        games: Iterable[_BookGame | tuple[_BookGame, str | None]],
        *,
        plies: SupportsIndex = 20,
        min_count: SupportsIndex = 1,
    ) -> Book:
        """Makes a book from games.

        `games` is an iterable of games. A game is a sequence of moves from the start position, a text of moves with
        blanks between them (in any notation that `Position.parse` reads), or a Position with its history, which may
        start anywhere; or a pair of such a game and its result: "1-0" (red won), "0-1", "1/2-1/2", "*" (unknown) or
        None. A missing result is taken from the outcome of the last position, and is unknown if the game is not over
        there.

        The first `plies` plies (1 to 1000) of each game enter the book. The weight of a move is 2 per game that its
        side won and 1 per game drawn or unknown, as in Polyglot books (Fabien Letouzey, 2004). Moves of weight 0 and
        moves played in fewer than `min_count` games (mirror images counted together) are left out.

        Raises IllegalMoveError or MoveTextError, naming game and ply (both counted from 1), for a move that cannot be
        played, and OptionError for an unknown result or a number out of range.
        """
    @staticmethod
    def shipped() -> Book:
        """The small book that ships with boyi, made from the openings of a 17th-century manual and of Chinese tournament
        games.

        >>> import boyi
        >>> boyi.xiangqi.Position() in boyi.xiangqi.Book.shipped()
        True
        """
    @staticmethod
    def load(path: str | PathLike[str]) -> Book:
        """Reads a book from a file that `save` wrote. Raises BookFileError for a file that is not a complete book."""
    def save(self, path: str | PathLike[str]) -> None:
        """Writes the book to a text file, sorted, so that equal books give equal files. An existing file is replaced
        atomically. Raises OSError if the file cannot be written.
        """
    def probe(self, position: _Position) -> list[tuple[Move, int]]:
        """The book moves for a position: a list of pairs (Move, weight), the heaviest first; empty if there are none.

        Moves stored for the mirrored position are mirrored and their weights added. In a position that is its own
        mirror image, such as the start position, a move and its mirror image get equal weights. Raises
        GameMismatchError for a gomoku position.
        """
    def choose(self, position: _Position, seed: SupportsIndex | None = None, *, best: bool = False) -> Move | None:
        """Chooses a book move for a position at random, with probabilities proportional to the weights; with `best=True`
        the heaviest. None if the book has no move.

        `seed` (0 or more) makes the choice repeatable; choices in different positions stay independent. None takes a
        seed from Python's `random`. Raises GameMismatchError for a gomoku position and OptionError for a negative seed.
        """
    # Structured, aligned, read-only: key u8, move u2, weight u4, games u4.
    def entries(self) -> _Rows:
        """All entries as a read-only structured numpy array, sorted by key and move, with the fields key u8 (of the
        default key set), move u2 (see Move.code), weight u4 and games u4 (number of games in which the move was
        played). Mirror images are separate entries.

        >>> import boyi
        >>> book = boyi.xiangqi.Book.from_games(["h2e2", "h2e2", "b2e2"])
        >>> book.entries()[["weight", "games"]].tolist(), book.probe(boyi.xiangqi.Position())
        ([(1, 1), (2, 2)], [(Move('b2e2'), 3), (Move('h2e2'), 3)])
        """
    @staticmethod
    def _restore(bytes: bytes) -> Book: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> Literal[True]: ...
    def __contains__(self, position: _Position, /) -> bool: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Callable[..., Book], tuple[bytes]]: ...

@final
class GomokuPosition:
    """An immutable gomoku position with its history. `play` returns a new position.

    `moves` are played from the empty board, black first: a sequence of moves or a text such as "h8 i9 j10". `size` is
    the side of the square board, 5 to 22. `rule` is "freestyle" (five or more in a row win), "standard" (exactly five)
    or "renju" (as "standard", but white also wins with more than five, and black has forbidden points). `rows`, `cols`
    and `k`, the length of a winning row, are for teaching: `rows=3, cols=3, k=3` is tic-tac-toe. Points are named by
    file, `a` on the left, and rank, 1 at the bottom. Searches try fewer moves than are legal, see `candidates`. Raises
    OptionError for a bad size or an unknown rule, MoveTextError and IllegalMoveError for bad moves.

    >>> import boyi
    >>> pos = boyi.gomoku.Position("h8 i9 i8 g9")
    >>> pos.turn, pos.ply, pos.play("g8").is_check()
    ('black', 4, False)
    >>> boyi.gomoku.Position("a1 a2 b1 b2 c1", rows=3, cols=3, k=3).outcome()
    Outcome(winner='black', reason='five')
    """
    def __new__(
        cls,
        moves: Iterable[_MoveLike] | str | None = None,
        size: SupportsIndex = 15,
        rule: str = "freestyle",
        *,
        rows: SupportsIndex | None = None,
        cols: SupportsIndex | None = None,
        k: SupportsIndex = 5,
    ) -> Self: ...
    @staticmethod
    def from_text(
        text: str, rule: str = "freestyle", *, turn: str | None = None, k: SupportsIndex = 5
    ) -> GomokuPosition:
        r"""The position shown in a text: a diagram with one line per rank, highest rank first, `.` empty, `X` black, `O`
        white, or a line as the property `fen` returns.

        `turn` is "black" or "white". Without it, black is to move if both sides have equally many stones, and white if
        black has one more. `rule` and `k` are those of the constructor. Raises PositionError for a text that is not a
        board, and for other numbers of stones if `turn` is missing.

        >>> import boyi
        >>> pos = boyi.gomoku.Position.from_text("..O\n.X.\nX..", k=3)
        >>> pos.turn, pos.play("a3").forbidden_points()
        ('white', {})
        """
    @staticmethod
    def from_array(
        array: npt.ArrayLike, turn: str | None = None, rule: str = "freestyle", *, k: SupportsIndex = 5
    ) -> GomokuPosition:
        """The position given by a two-dimensional integer array, indexed `array[rank, file]` with rank 0 at the bottom: 0
        empty, 1 black, 2 white. `turn`, `rule` and `k` are those of `from_text`. Raises PositionError for a bad array.
        """
    @property
    def game(self) -> _Game:
        """Name of the game, such as "xiangqi"."""
    @property
    def rule(self) -> str:
        """Name of the rule, "freestyle", "standard" or "renju"."""
    @property
    def rules(self) -> str:
        """Name of the rule, equal to `rule`; xiangqi positions have this property too."""
    @property
    def rows(self) -> int:
        """Number of ranks."""
    @property
    def cols(self) -> int:
        """Number of files."""
    @property
    def k(self) -> int:
        """Number of stones in a row that win, usually 5."""
    @property
    def turn(self) -> _Side:
        """Side to move, "black" or "white"."""
    @property
    def key(self) -> int:
        """Zobrist key of stones and side to move, 64 bits, equal in every process."""
    @property
    def canonical_key(self) -> int:
        """Key of 64 bits that is equal for positions which differ only by a rotation or reflection of the board."""
    @property
    def ply(self) -> int:
        """Number of moves played since the position was set up."""
    @property
    def moves(self) -> list[Move]:
        """Moves played since the position was set up, a list."""
    @property
    def fen(self) -> str:
        """The position as one line of text, which `from_text` reads: ranks from the highest down, separated by `/`, then
        the side to move, `b` or `w`.
        """
    @property
    def start_fen(self) -> str:
        """FEN of the position that was set up, before `moves` were played."""
    def legal_moves(self) -> list[Move]:
        """All legal moves, a list in the order a1, b1, … to the highest rank. Empty when the game is over; in renju
        without black's forbidden points.
        """
    def candidates(self) -> list[Move]:
        """The moves that a search tries, a list: legal points at most two steps from a stone in both directions, or the
        middle of an empty board; where a side can complete a row, only the points that do, or that stop the opponent's.
        A search goes on to all legal moves only where each of these loses. Raises OptionError on boards with `k` above 5.

        >>> import boyi
        >>> pos = boyi.gomoku.Position("h8 a1 h9 a3 h10 a5 h11")
        >>> len(pos.legal_moves()), pos.candidates()
        (218, [Move('h7'), Move('h12')])
        """
    def is_check(self) -> bool:
        """Whether the opponent has a four: threatens to complete a row of `k` with the next move. Raises OptionError on
        boards with `k` above 5.
        """
    def has_mate_in_one(self) -> bool:
        """Whether the side to move can complete a row of `k` with its next move. Raises OptionError on boards with `k`
        above 5.
        """
    def gives_check(self, move: _MoveLike) -> bool:
        """Whether a move makes a four: threatens to complete a row of `k` with the next move. Raises IllegalMoveError if
        the move is not legal, OptionError on boards with `k` above 5.
        """
    def is_legal(self, move: _MoveLike) -> bool:
        """Whether a move, given as a Move or as text, is legal. Raises MoveTextError for a text that is not a point of the
        board, GameMismatchError for a move of another game.
        """
    def play(self, move: _MoveLike) -> GomokuPosition:
        """The position after a move, given as a Move or as text. Raises IllegalMoveError if a stone stands there, if the
        point is forbidden or if the game is over, MoveTextError for a text that is no point of the board.
        """
    def play_all(self, moves: Iterable[_MoveLike] | str) -> GomokuPosition:
        """The position after several moves: a sequence of moves, or a text such as "h8 i9" or "h8i9". Errors are those of
        `play`.
        """
    def parse(self, text: str, notation: str | None = None) -> Move:
        """The legal move that a text such as "h8" means. `notation` is "uci" or None. Raises MoveTextError for a text that
        is not a point of the board and IllegalMoveError for an illegal move.
        """
    def format(self, move: _MoveLike, notation: str = "uci") -> str:
        """A legal move as text. The only notation is "uci", such as "h8". Raises IllegalMoveError for an illegal move and
        OptionError for another notation.
        """
    def perft(self, depth: SupportsIndex) -> int:
        """Perft: number of move sequences of exactly `depth` plies, 0 to 12; a won game is not played on. Raises
        OptionError for another depth, and on boards with `k` above 5.
        """
    def divide(self, depth: SupportsIndex) -> dict[Move, int]:
        """Perft split by first move: a dict from each legal move to the number of sequences of `depth` plies that begin
        with it. Raises OptionError for a depth outside 0 to 12, and on boards with `k` above 5.
        """
    def outcome(self) -> Outcome | None:
        """The result of the game, or None if it is not over: an Outcome with the winner and the reason "five",
        "no_legal_move" (black has only forbidden points left, and loses) or "board_full" (a draw).
        """
    def forbidden_points(self) -> dict[Move, str]:
        """The points that renju forbids to black, whoever is to move: a dict from move to "overline", "double-four" or
        "double-three". Empty under the other rules.
        """
    def threats(self) -> dict[str, dict[Move, str]]:
        """The threat that a stone on each empty point would make: a dict with one dict for "black" and one for "white",
        from move to "three", "double_three", "four", "four_three", "open_four" or "five". Points without a threat are
        left out.

        A "three" is an open three, which can become an open four; "open_four" includes a double four. Renju's forbidden
        points are listed like others. Raises OptionError on boards with `k` above 5.

        >>> import boyi
        >>> pos = boyi.gomoku.Position("h8 a1 i8 a3 j8 a5")
        >>> pos.threats()["black"]["k8"], "k8" in pos.threats()["white"]
        ('open_four', False)
        """
    @overload
    def evaluate(self, evaluation: Weights | str | None = None, *, detail: Literal[False] = False) -> int:
        """Static evaluation for the side to move; a unit is a hundredth of a logit (the logarithm of the odds of winning).

        `evaluation` is the name of one of gomoku's evaluations (see `Config.evaluations`), or a `boyi.gomoku.Network`; None
        means "network". Raises OptionError for an unknown name and on boards with `k` above 5, GameMismatchError for an
        evaluation of another game.

        With `detail=True` it returns the terms of the evaluation "patterns" as a dict. `"black"` and `"white"` hold the `"patterns"` that
        one more stone on an empty point would make along one direction, and the `"threats"` that it would make in all,
        each with count and value; the value of a threat is a bonus for being able to make it, and depends on whose turn
        it is. `"total"` is the side to move's values minus the opponent's, plus `"rounding"`. Raises OptionError for an
        evaluation that is not a sum of terms.

        >>> import boyi
        >>> boyi.gomoku.Position("h8 a1 i8 a3").evaluate("patterns", detail=True)["black"]["patterns"]["open_three"]
        {'count': 4, 'value': 46.0}
        """
    @overload
    def evaluate(self, evaluation: Weights | str | None = None, *, detail: Literal[True]) -> dict[str, Any]: ...
    def piece_at(self, square: str) -> str | None:
        """The stone on a point such as "h8": "X" for black, "O" for white, None for an empty point. Raises OptionError for
        a text that is not a point of the board.
        """
    def mirror(self) -> GomokuPosition:
        """The position with its history, mirrored left to right: file a becomes the last file."""
    def to_array(self) -> npt.NDArray[np.int8]:
        """The stones as a numpy int8 array of shape (rows, cols), in the encoding of `from_array`."""
    def svg(
        self, *, arrows: Iterable[_MoveLike] | None = None, size: SupportsIndex = 360, flipped: bool = False
    ) -> str:
        """The board as SVG text: stones numbered in the order played, the last one marked, renju's forbidden points
        crossed. `arrows` are moves to draw as dotted rings, `size` is the width in pixels, 1 or more, `flipped=True`
        turns the board by 180 degrees. Raises OptionError for a bad size, MoveTextError for an arrow that is not a
        move.
        """
    def _repr_svg_(self) -> str: ...
    @staticmethod
    def _restore(
        array: npt.ArrayLike, turn: str, rule: str, k: int, moves: Iterable[_MoveLike] | str
    ) -> GomokuPosition: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Connect4Position:
    """An immutable position of Connect Four with its history: seven columns of six cells, the first with four stones in a row
    wins. `play` returns a new position.

    `moves` are played from the empty board, red first: a sequence of moves or a text such as "d d e" or "dde". A move is
    named by its column, `a` to `g` from the left; numbers from 1 to 7 are read too. Raises MoveTextError and
    IllegalMoveError for bad moves.

    >>> import boyi
    >>> pos = boyi.connect4.Position("dedede")
    >>> pos.turn, pos.has_mate_in_one(), pos.play("d").outcome()
    ('red', True, Outcome(winner='red', reason='four'))
    >>> boyi.connect4.Position("4455").moves
    [Move('d'), Move('d'), Move('e'), Move('e')]
    """
    def __new__(cls, moves: Iterable[_MoveLike] | str | None = None) -> Self: ...
    @staticmethod
    def from_text(text: str) -> Connect4Position:
        """The position shown in a text: six lines of seven cells, the highest row first, `.` empty, `X` red, `O` yellow, or
        one line as the property `fen` returns. Whose turn it is follows from the number of stones. Raises PositionError
        for a text that is no board, for stones that hang in the air, and for other numbers of stones.

        >>> import boyi
        >>> pos = boyi.connect4.Position("ddc")
        >>> boyi.connect4.Position.from_text(pos.fen) == boyi.connect4.Position.from_text(str(pos)) == pos
        True
        """
    @property
    def game(self) -> _Game:
        """Name of the game, such as "xiangqi"."""
    @property
    def rules(self) -> str:
        """Name of the only rules, "standard"."""
    @property
    def turn(self) -> _Side:
        """Side to move, "red" or "yellow"."""
    @property
    def key(self) -> int:
        """Key of stones and side to move, 64 bits, equal in every process. Different positions have different keys."""
    @property
    def ply(self) -> int:
        """Number of moves played since the position was set up."""
    @property
    def moves(self) -> list[Move]:
        """Moves played since the position was set up, a list."""
    @property
    def fen(self) -> str:
        """The position as one line of text, which `from_text` reads: rows from the highest down, separated by `/`, then the
        side to move, `r` or `y`.
        """
    @property
    def start_fen(self) -> str:
        """FEN of the position that was set up, before `moves` were played."""
    def legal_moves(self) -> list[Move]:
        """All legal moves, a list of columns from the left. Empty when the game is over."""
    def candidates(self) -> list[Move]:
        """The moves that a search tries: all legal ones."""
    def is_check(self) -> bool:
        """Whether the opponent threatens to complete four in a row with its next move."""
    def has_mate_in_one(self) -> bool:
        """Whether the side to move can complete four in a row with its next move."""
    def gives_check(self, move: _MoveLike) -> bool:
        """Whether a move completes four in a row, or threatens to with the next move. Raises IllegalMoveError if the move is
        not legal.
        """
    def is_legal(self, move: _MoveLike) -> bool:
        """Whether a move, given as a Move or as text, is legal. Raises MoveTextError for a text that is no column,
        GameMismatchError for a move of another game.
        """
    def play(self, move: _MoveLike) -> Connect4Position:
        """The position after a move, given as a Move or as text. Raises IllegalMoveError if the column is full or the game
        is over, MoveTextError for a text that is no column.
        """
    def play_all(self, moves: Iterable[_MoveLike] | str) -> Connect4Position:
        """The position after several moves: a sequence of moves, or a text such as "d d e", "dde" or "445". Errors are those
        of `play`.
        """
    def parse(self, text: str, notation: str | None = None) -> Move:
        """The legal move that a text such as "d" means. `notation` is "uci" or None. Raises MoveTextError for a text that
        is no column and IllegalMoveError for an illegal move.
        """
    def format(self, move: _MoveLike, notation: str = "uci") -> str:
        """A legal move as text. The only notation is "uci", such as "d". Raises IllegalMoveError for an illegal move and
        OptionError for another notation.
        """
    def perft(self, depth: SupportsIndex) -> int:
        """Perft: number of move sequences of exactly `depth` plies, 0 to 12; a won game is not played on. Raises
        OptionError for another depth.

        >>> import boyi
        >>> boyi.connect4.Position().perft(7)
        823536
        """
    def divide(self, depth: SupportsIndex) -> dict[Move, int]:
        """Perft split by first move: a dict from each legal move to the number of sequences of `depth` plies that begin
        with it. Raises OptionError for a depth outside 0 to 12.
        """
    def outcome(self) -> Outcome | None:
        """The result of the game, or None if it is not over: an Outcome with the winner and the reason "four" or
        "board_full" (a draw).
        """
    @overload
    def evaluate(self, evaluation: str | None = None, *, detail: Literal[False] = False) -> int:
        """Static evaluation for the side to move, by the lines of four that each side can still complete.

        `evaluation` is the name of one of the game's evaluations (see `Config.evaluations`); None means "lines". Raises
        OptionError for an unknown name, GameMismatchError for an evaluation of another game.

        With `detail=True` it returns the terms as a dict: for `"red"` and `"yellow"` the lines with `"one"`, `"two"` and
        `"three"` stones of that side and none of the other, each with count and value, the `"tempo"` of the side to move,
        and the `"total"`.

        >>> import boyi
        >>> boyi.connect4.Position("d").evaluate(detail=True)["red"]["one"]
        {'count': 7, 'value': 7}
        """
    @overload
    def evaluate(self, evaluation: str | None = None, *, detail: Literal[True]) -> dict[str, Any]: ...
    def piece_at(self, square: str) -> str | None:
        """The stone on a cell such as "d1", a column and a row from 1 at the bottom: "X" for red, "O" for yellow, None for an
        empty cell. Raises OptionError for a text that is not a cell of the board.
        """
    def mirror(self) -> Connect4Position:
        """The position with its history, mirrored left to right: column a becomes column g."""
    def to_array(self) -> npt.NDArray[np.int8]:
        """The stones as a numpy int8 array of shape (6, 7), indexed `array[row, column]` with row 0 at the bottom: 0 empty, 1
        red, 2 yellow.
        """
    def svg(
        self, *, arrows: Iterable[_MoveLike] | None = None, size: SupportsIndex = 360, flipped: bool = False
    ) -> str:
        """The board as SVG text, with the last stone marked. `arrows` are moves to draw as dotted rings, `size` is the width
        in pixels, 1 or more, `flipped=True` mirrors the board left to right. Raises OptionError for a bad size,
        MoveTextError for an arrow that is not a move.
        """
    def _repr_svg_(self) -> str: ...
    @staticmethod
    def _restore(fen: str, moves: Iterable[_MoveLike]) -> Connect4Position: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Config:
    """An immutable search configuration. Each field is an attribute that switches a heuristic on or sets a number or
    choice.

    `Config()` is neutral: every heuristic is off, which is plain alpha-beta, and `Config(**fields)` is the neutral
    configuration with the given fields changed. `Config.preset("boyi", game)` is the strongest one for a game.
    `Config.fields()` lists all fields with types, ranges and defaults. Raises OptionError for an unknown field
    (suggesting the nearest) or a bad value.

    The default of a parameter adds or restricts nothing, or, where there is no such value, is a common one. boyi's own
    value is `boyi.Config.preset("boyi", game).razor_margin`, and `config.diff(other)` shows where two configurations
    differ.

    >>> import boyi
    >>> boyi.Config(killers=2).killers, boyi.Config(killers=2).history
    (2, 'off')
    >>> config = boyi.Config.preset("wizard-table").replace(null_move=False)
    >>> config.killers, config.null_move
    (2, False)
    >>> boyi.Config.preset("wizard-table").diff(config)
    {'null_move': (True, False)}
    """
    def __new__(cls, **fields: Unpack[_Options]) -> Self: ...
    @staticmethod
    # Any text is taken, since names often come from outside the program; the literals are there to be completed.
    def preset(name: _Preset | str, game: _Game | str | None = None) -> Config:
        """The configuration of a preset, by name (see `presets()`), for a game.

        `game` is the name of a game, such as "gomoku"; None means the game that the preset was made for, or xiangqi. Only "boyi" and
        "boyi-classic" have different fields for each game. A preset made for one game uses that game's evaluation there, and
        "by-hand" in other games. Raises OptionError for an unknown name or game.
        """
    @staticmethod
    def home(name: str) -> str | None:
        """The game that a preset was made for, or None if it was made for all games. Raises OptionError for an unknown
        name.

        >>> import boyi
        >>> boyi.Config.home("report"), boyi.Config.home("boyi")
        ('gomoku', None)
        """
    @staticmethod
    def presets() -> list[str]:
        """Names of the presets.

        >>> import boyi
        >>> boyi.Config.presets()[:2]
        ['boyi', 'boyi-classic']
        """
    @staticmethod
    def preset_sentences() -> dict[str, str]:
        """Descriptions of the presets: a dict from name to what the preset is, and where it differs from its source."""
    @staticmethod
    def evaluations(game: str) -> dict[str, str]:
        """The evaluations of a game: a dict from name to one sentence. The field `evaluation` and
        the method `Position.evaluate` take these names, "default", which means the first, and "by-hand", the evaluation
        whose values were set by hand ("piece-square" or "patterns"). Raises OptionError for an unknown game.

        >>> import boyi
        >>> list(boyi.Config.evaluations("gomoku"))
        ['network', 'patterns']
        """
    @staticmethod
    def fields() -> list[dict[str, Any]]:
        """Descriptions of all fields: a list of dicts with the keys name, type ("bool", "int" or "str"), default (the value in
        `Config()`, which switches the heuristic off), range (lowest and highest value, or all values), kind ("exact",
        "approximate", "rule" or "parameter"), level ("everyday", "expert", or "historical" for what only presets of published
        programs use), group (such as "ordering" or "pruning"), heuristic (name of the file in
        `src/search/heuristics/` that declares the field), sentence (what it does), source (a publication), meanings (a
        dict from each name that the field may have to what the name means), without_effect (a list of reasons for which
        the field changes nothing in some configurations) and without_meaning (a dict from each game in which the field
        never changes anything to the reason).
        """
    @staticmethod
    def counters() -> list[dict[str, Any]]:
        """Descriptions of all counters in `Result.counters`: a list of dicts with the keys name, group and heuristic (as in
        `fields()`; "nodes" for counters that no heuristic declares), sentence (what is counted) and ends (the value of the
        column `cut` of a trace for a node that the counted event ends, or None).

        >>> import boyi
        >>> counter = next(each for each in boyi.Config.counters() if each["name"] == "null_cutoffs")
        >>> counter["heuristic"], counter["ends"]
        ('null_move', 'null_move')
        """
    def replace(self, **fields: Unpack[_Options]) -> Config:
        """A copy of the configuration with the given fields changed. Raises OptionError for an unknown field or a bad
        value.
        """
    def diff(self, other: Config) -> dict[str, tuple[_Value, _Value]]:
        """Fields in which another configuration differs: a dict from field name to (own value, other's value)."""
    def explain(self, game: str | None = None) -> str:
        """Describes the configuration in words: what is on, with its numbers, what is off, and which fields have no
        effect. With the name of a `game` it also lists the fields that mean nothing in that game, and why.
        """
    def to_dict(self) -> dict[str, _Value]:
        """All fields as a dict from name to value, which `from_dict` reads."""
    @staticmethod
    def from_dict(fields: dict[str, Any]) -> Config:
        """The configuration of a dict as `to_dict` returns it; missing fields take their defaults. Raises OptionError for
        an unknown field or a bad value.
        """
    def to_json(self) -> str:
        """All fields as a JSON object, which `from_json` reads."""
    @staticmethod
    def from_json(text: str) -> Config:
        """The configuration of a JSON text as `to_json` writes it. Raises OptionError if the text is not a JSON object of
        fields.
        """
    def new_table(self, mb: float | None = None) -> TranspositionTable:
        """A new TranspositionTable with the configuration's scheme and layout, of `mb` MiB (None: `table_mb`). Raises
        OptionError if the configuration says table="off" or the size is out of range.
        """
    def _repr_html_(self) -> str: ...
    # Made of fields().
    # fmt: off
    @property
    def evaluation(self) -> Literal["default", "by-hand", "network", "classic", "piece-square", "material", "patterns", "lines"]:
        """Evaluation of positions, by name; in each game `default` is the strongest, `by-hand` one whose values were set by hand."""
    @property
    def correction_history(self) -> bool:
        """Corrects the static evaluation by the errors found at nodes with this structure and after this move."""
    @property
    def pvs(self) -> bool:
        """Principal variation search: all moves but the first are scouted with a null window and searched again only if they beat alpha."""
    @property
    def iterative(self) -> bool:
        """Iterative deepening from depth 1; without it the search starts at the depth limit."""
    @property
    def aspiration(self) -> int:
        """Half width of the window around the last iteration's score, doubled on each failure; 0 searches the full window."""
    @property
    def table(self) -> Literal["off", "always", "depth-preferred", "two-tier", "bucket", "aged-bucket"]:
        """Transposition table and its replacement scheme."""
    @property
    def table_mb(self) -> int:
        """Size of the table that a searcher makes for itself, in MiB."""
    @property
    def path_scores(self) -> Literal["ignore", "tutorial", "chain", "path-key"]:
        """What the table does with scores that depend on the path: draws and wins by repetition."""
    @property
    def hash_move(self) -> bool:
        """Tries the move of the table entry first."""
    @property
    def mvv_lva(self) -> bool:
        """Tries captures before quiet moves: the most valuable victim first and, among equal victims, the least valuable attacker."""
    @property
    def capture_history(self) -> bool:
        """Adds to the MVV/LVA value of a capture the history value of its piece, target square and kind of captured piece."""
    @property
    def see_captures(self) -> bool:
        """Tries captures that lose material, by static exchange evaluation, after quiet moves."""
    @property
    def killers(self) -> int:
        """Number of killer moves per ply, which are quiet moves that cut off at another node of the ply; tried before the other quiet moves are generated."""
    @property
    def counter_moves(self) -> bool:
        """Tries the quiet move that last refuted the opponent's move."""
    @property
    def history(self) -> Literal["off", "depth-squared", "halved", "gravity"]:
        """Orders quiet moves by their history: how well they did at other nodes of the tree."""
    @property
    def continuation_history(self) -> int:
        """Adds to a quiet move's history its history as a reply to the opponent's last move (1), as a follow-up to the mover's own last move too (2), and to its last move but one (3)."""
    @property
    def static_order(self) -> int:
        """Weight of a quiet move's static score in the order, added to its history: the point score in gomoku."""
    @property
    def width(self) -> int:
        """Largest number of moves tried at a node, the first ones in the order; 0 tries all."""
    @property
    def threat_stages(self) -> bool:
        """Against a threat to win by force, tries only checks and moves that stop the threat."""
    @property
    def known_ends(self) -> bool:
        """Ends a node where static features of the position decide who wins: in gomoku fives and open fours, in Connect Four a column that completes four, or two such columns of the opponent."""
    @property
    def kill_root(self) -> Literal["off", "checks", "threats"]:
        """Kill search at the root, after the first iteration: a forced win found there ends the search."""
    @property
    def kill_horizon(self) -> Literal["off", "checks", "threats"]:
        """Kill search at the horizon, for the side to move: after N plies of search, M plies of forcing moves."""
    @property
    def kill_nodes(self) -> int:
        """Largest number of positions of a kill search at the horizon."""
    @property
    def quiescence(self) -> bool:
        """Searches captures beyond the horizon until the position is quiet."""
    @property
    def check_plies(self) -> int:
        """Plies of quiescence in which quiet moves that give check are tried too."""
    @property
    def delta_pruning(self) -> bool:
        """Quiescence skips captures without check that leave the evaluation below alpha by more than `delta_margin`, even though they win the whole piece. At nodes with a null window only."""
    @property
    def check_extension(self) -> bool:
        """Extends moves that give check by a ply."""
    @property
    def singular_extension(self) -> bool:
        """Extends the hash move by a ply where a search to half the depth shows that all other moves are worse by a margin."""
    @property
    def null_move(self) -> bool:
        """Cuts off if passing the turn, searched at reduced depth, still reaches beta."""
    @property
    def null_reduction(self) -> int:
        """Depth reduction of the null move search, in plies (R)."""
    @property
    def reverse_futility(self) -> bool:
        """Cuts off near the horizon where the evaluation is far above beta."""
    @property
    def reverse_futility_margin(self) -> int:
        """How far above beta the evaluation must be for a cutoff, in evaluation units per ply of depth."""
    @property
    def razoring(self) -> bool:
        """Near the horizon, where the evaluation is far below alpha, replaces the search by quiescence or kill search if these fail low too, or prove a mate."""
    @property
    def razor_margin(self) -> int:
        """How far below alpha the evaluation must be for razoring, in evaluation units per ply of depth."""
    @property
    def probcut(self) -> bool:
        """Cuts off where a capture, searched less deep, reaches beta and a margin."""
    @property
    def futility(self) -> bool:
        """Near the horizon, skips quiet moves where the evaluation is far below alpha."""
    @property
    def futility_margin(self) -> int:
        """How far below alpha the evaluation must be for futility, in evaluation units per ply of depth."""
    @property
    def late_move_pruning(self) -> bool:
        """Near the horizon, skips quiet moves that come late in the order."""
    @property
    def see_pruning(self) -> bool:
        """Near the horizon, skips moves that lose too much material by static exchange evaluation."""
    @property
    def internal_reduction(self) -> bool:
        """Internal iterative reduction: searches a node that has no hash move a ply shallower, where it is on the principal variation or expected to cut off."""
    @property
    def lmr(self) -> bool:
        """Late move reductions: searches quiet moves that come late in the order at reduced depth first."""
    @property
    def lmr_base(self) -> int:
        """Base of the LMR formula, times 100: reduction in plies = base + ln(depth) * ln(move number) / divisor."""
    @property
    def lmr_divisor(self) -> int:
        """Divisor of the LMR formula, times 100."""
    @property
    def repetition(self) -> int:
        """Number of earlier occurrences at which a repeated position is judged inside the search; 0 judges none."""
    @property
    def draw_score(self) -> int:
        """Contempt: what a draw costs the side to move at the root, in evaluation units."""
    @property
    def correction_structure(self) -> int:
        """Largest correction for the structure of a position, in evaluation units."""
    @property
    def correction_move(self) -> int:
        """Largest correction for the last move, in evaluation units."""
    @property
    def correction_rate(self) -> int:
        """How fast corrections are learned: 8192ths of the largest correction for each evaluation unit of error and ply of depth; at most a quarter at once."""
    @property
    def mate_distance(self) -> Literal["off", "quiescence", "full"]:
        """Narrows the window to the mates that are still possible at this ply."""
    @property
    def stop_on_mate(self) -> bool:
        """Ends iterative deepening once the score is a proven mate."""
    @property
    def max_ply(self) -> int:
        """Distance from the root, in plies, at which every line ends with the evaluation."""
    @property
    def aspiration_min_depth(self) -> int:
        """Depth, in plies, of the first iteration with an aspiration window."""
    @property
    def keep_interrupted(self) -> bool:
        """When a limit interrupts an iteration, plays the best move that this iteration has proved, not that of the last finished one."""
    @property
    def root_margin(self) -> int:
        """Finds the true score of every root move within this margin of the best, in evaluation units, and plays one of these moves, chosen by `seed`; 0 plays the best."""
    @property
    def seed(self) -> int:
        """Seed of random choices: among root moves within `root_margin`, and among the moves of an opening book."""
    @property
    def table_depth(self) -> Literal["at-least", "equal"]:
        """Depth that an entry must have for its score to be used."""
    @property
    def table_mates(self) -> bool:
        """Lets entries with mate scores cut off at any depth, where their bound allows."""
    @property
    def table_answers(self) -> int:
        """Number of table cutoffs allowed before the table is ignored; used to bisect which cutoff changed a result. 0 sets no limit, -1 allows none."""
    @property
    def stored_evaluation(self) -> bool:
        """Takes the static evaluation of a node from its table entry if there is one."""
    @property
    def refined_evaluation(self) -> bool:
        """Pruning and stand pat use the score of the table entry instead of the static evaluation where the entry's bound shows that it is better."""
    @property
    def path_chain(self) -> int:
        """Number of stored moves that `path_scores="chain"` follows before a cutoff."""
    @property
    def root_hash_move(self) -> bool:
        """Tries the move of the table entry first at the root too."""
    @property
    def capture_history_divisor(self) -> int:
        """Value of the capture history that counts as much as 1 in MVV/LVA, where the next better victim is worth 10."""
    @property
    def qsearch_see(self) -> bool:
        """Quiescence skips captures that lose material by static exchange evaluation."""
    @property
    def qsearch_see_checks(self) -> bool:
        """Quiescence skips quiet checks that lose material by static exchange evaluation."""
    @property
    def history_limit(self) -> int:
        """Bound of history values: gravity history approaches it and never passes it, halved history halves all values there."""
    @property
    def history_bonus_square(self) -> int:
        """Bonus of a cutoff for each square ply of depth, in all histories with gravity."""
    @property
    def history_bonus_slope(self) -> int:
        """Further bonus of a cutoff for each ply of depth, in all histories with gravity."""
    @property
    def history_bonus_offset(self) -> int:
        """What is subtracted from the bonus of a cutoff, in all histories with gravity; a bonus is at least 0."""
    @property
    def history_bonus_share(self) -> int:
        """The largest bonus of a cutoff is the bound of the history's values divided by this number, in all histories with gravity."""
    @property
    def structure_history(self) -> bool:
        """Adds to a quiet move's history its history in positions with this pawn structure."""
    @property
    def threat_doubles(self) -> bool:
        """`threat_stages` counts double threats too: in gomoku a four-three of the opponent."""
    @property
    def known_threats(self) -> bool:
        """`known_ends` recognises certain wins by two threats too: in gomoku a four-three or two open threes against an opponent without fours."""
    @property
    def kill_root_nodes(self) -> int:
        """Largest number of positions of a kill search at the root."""
    @property
    def kill_plies(self) -> int:
        """Plies of a kill search at the horizon (M), half of them the attacker's; 0 sets no limit."""
    @property
    def kill_plain_checks(self) -> int:
        """Number of the attacker's first moves in a kill search by checks at the horizon that may be any check; behind them only checks that prepare further ones are tried, in gomoku fours that make another three or an open two."""
    @property
    def confirmation(self) -> bool:
        """Searches a mate that an iteration has found but not proved once more, at the same depth and with no move left out where a side loses; where that proves it the search ends."""
    @property
    def confirmation_nodes(self) -> int:
        """Largest number of nodes of a confirmation, in per cent of the nodes searched before it."""
    @property
    def mate_in_one(self) -> bool:
        """Detects at the horizon, without a search, that the side to move has a mate in one, where its evaluation is below beta."""
    @property
    def forced_replies(self) -> bool:
        """At the horizon, plays the only reply to a check and treats the position after it as the horizon."""
    @property
    def horizon_evasions(self) -> bool:
        """Never evaluates a position in check: at the horizon its replies are searched one ply deep."""
    @property
    def qsearch_evasions(self) -> bool:
        """In check, quiescence tries every move and does not stand pat."""
    @property
    def qsearch_mvv_lva(self) -> bool:
        """Orders the captures of quiescence by MVV/LVA."""
    @property
    def qsearch_table(self) -> Literal["off", "moves", "scores", "evaluation"]:
        """What quiescence takes from the transposition table, and stores in it."""
    @property
    def delta_margin(self) -> int:
        """Margin of delta pruning, in evaluation units."""
    @property
    def delta_exchanges(self) -> bool:
        """Delta pruning skips captures without check too that win no material by static exchange evaluation, where the evaluation is below alpha by more than `delta_margin`."""
    @property
    def check_extension_see(self) -> bool:
        """Extends no move that gives check and loses material by static exchange evaluation."""
    @property
    def single_reply_extension(self) -> bool:
        """Extends the only legal reply to a check by a ply."""
    @property
    def singular_min_depth(self) -> int:
        """Least remaining depth, in plies, at which the hash move may be singular."""
    @property
    def singular_table_depth(self) -> int:
        """How much shallower than its node, in plies, the table entry of a singular move may be."""
    @property
    def singular_margin(self) -> int:
        """How far below the entry's score all other moves must be, in hundredths of an evaluation unit per ply of depth."""
    @property
    def singular_double(self) -> int:
        """At nodes with a null window, extends a singular move by two plies if the other moves are worse by more than `singular_margin` and this together, in evaluation units; 0 never does."""
    @property
    def singular_double_most(self) -> int:
        """Largest number of extensions by two plies in a line."""
    @property
    def singular_cutoff(self) -> bool:
        """Multi-cut: cuts off a node with a null window where a move besides the hash move reaches beta in the search for a singular move."""
    @property
    def singular_negative(self) -> int:
        """Plies by which the hash move is searched less deep where it is not singular and the entry's score reaches beta."""
    @property
    def improving(self) -> bool:
        """Distinguishes improving nodes, whose static evaluation is better than two plies before (four plies, if the side to move was in check then): parameters that end in `_improving` apply there."""
    @property
    def null_depth_divisor(self) -> int:
        """The null move search is reduced by a further ply for each `null_depth_divisor` plies of depth; 0 adds nothing."""
    @property
    def null_eval_divisor(self) -> int:
        """The null move search is reduced by a further ply for each `null_eval_divisor` evaluation units by which the evaluation is above beta; 0 adds nothing."""
    @property
    def null_eval_most(self) -> int:
        """Largest number of plies that `null_eval_divisor` adds."""
    @property
    def null_cut_only(self) -> bool:
        """Tries the null move only at nodes that are expected to cut off."""
    @property
    def null_min_depth(self) -> int:
        """Least remaining depth, in plies, at which the null move is tried."""
    @property
    def null_material(self) -> int:
        """Material and piece square value that the side to move must exceed for a null move, in evaluation units."""
    @property
    def null_eval(self) -> bool:
        """Tries the null move only where the evaluation reaches beta."""
    @property
    def null_verification(self) -> bool:
        """Verifies a null move cutoff by a reduced search without the null move, where the side to move has less than `null_verified_material`."""
    @property
    def null_verified_material(self) -> int:
        """Material and piece square value above which a null move cutoff is not verified, in evaluation units."""
    @property
    def null_verified_officers(self) -> int:
        """Number of chariots, horses and cannons above which a null move cutoff is not verified."""
    @property
    def null_verified_min_depth(self) -> int:
        """Least remaining depth, in plies, at which a null move cutoff is verified."""
    @property
    def null_verification_reduction(self) -> int:
        """Depth reduction of the verification search, in plies."""
    @property
    def reverse_futility_max_depth(self) -> int:
        """Largest remaining depth, in plies, at which reverse futility is tried."""
    @property
    def reverse_futility_improving(self) -> int:
        """By how much the margin of reverse futility is smaller at improving nodes, in evaluation units."""
    @property
    def razor_max_depth(self) -> int:
        """Largest remaining depth, in plies, at which razoring is tried."""
    @property
    def probcut_min_depth(self) -> int:
        """Least remaining depth, in plies, at which ProbCut is tried."""
    @property
    def probcut_margin(self) -> int:
        """How far above beta a capture must score, in evaluation units."""
    @property
    def probcut_reduction(self) -> int:
        """Plies by which ProbCut searches a capture less deep than usual."""
    @property
    def futility_max_depth(self) -> int:
        """Largest remaining depth, in plies, at which futility is tried."""
    @property
    def futility_reduced(self) -> bool:
        """Futility uses, as the depth of a quiet move, the node's depth less the reduction of `lmr`."""
    @property
    def futility_captures(self) -> bool:
        """Futility skips captures without check too, where the value of the captured piece does not make up for the distance to alpha."""
    @property
    def late_move_max_depth(self) -> int:
        """Largest remaining depth, in plies, at which late moves are skipped."""
    @property
    def late_move_base(self) -> int:
        """Number of moves tried at depth 0 before any is skipped."""
    @property
    def late_move_slope(self) -> int:
        """Number of further moves tried for each ply of depth before any is skipped, times 100."""
    @property
    def late_move_square(self) -> int:
        """Number of further moves tried before any is skipped, times the square of the depth, times 100."""
    @property
    def late_move_improving(self) -> int:
        """Percentage by which more moves are tried at improving nodes before any is skipped."""
    @property
    def late_move_noisy(self) -> bool:
        """Skips late noisy moves too: captures in xiangqi, fours in gomoku."""
    @property
    def late_move_answers(self) -> bool:
        """Skips late replies to a threat too."""
    @property
    def poor_history(self) -> bool:
        """Near the horizon, skips quiet moves whose history value, continuation histories included, is far below zero."""
    @property
    def poor_history_max_depth(self) -> int:
        """Largest remaining depth, in plies and less the reduction of `lmr`, at which moves are skipped by their history value."""
    @property
    def poor_history_margin(self) -> int:
        """How far below zero the history value must be, for each ply of depth less the reduction of `lmr`."""
    @property
    def see_pruning_max_depth(self) -> int:
        """Largest remaining depth, in plies, at which moves are skipped because they lose material; that of quiet moves is less the reduction of `lmr`."""
    @property
    def see_pruning_captures(self) -> int:
        """What a capture may lose, in evaluation units for each ply of depth."""
    @property
    def see_pruning_quiets(self) -> int:
        """What a quiet move may lose, in evaluation units, times the square of its depth less the reduction of `lmr`."""
    @property
    def pv_pruning(self) -> bool:
        """Lets the heuristics that skip moves do so at nodes of the principal variation too, but not at the root."""
    @property
    def internal_reduction_min_depth(self) -> int:
        """Least remaining depth, in plies, at which a node without a hash move is searched a ply shallower."""
    @property
    def internal_reduction_all(self) -> bool:
        """Internal iterative reduction at nodes where no move is expected to raise alpha, too."""
    @property
    def lmr_min_depth(self) -> int:
        """Least remaining depth, in plies, at which moves are reduced."""
    @property
    def lmr_min_moves(self) -> int:
        """Number of moves searched to full depth before any is reduced."""
    @property
    def lmr_history(self) -> int:
        """History value that makes a reduction one ply smaller; its negative makes it one ply larger. 0 ignores history."""
    @property
    def lmr_cut(self) -> int:
        """Further plies by which `lmr` reduces at nodes that are expected to cut off."""
    @property
    def lmr_fractions(self) -> bool:
        """Adds the terms of the formula and of history to a reduction unrounded, so that half plies add up. Off: both are rounded to plies first, the formula's down and history's towards 0."""
    @property
    def lmr_continuation(self) -> bool:
        """Adds continuation histories to the history value that `lmr_history` divides."""
    @property
    def lmr_improving(self) -> int:
        """Plies, times 100, by which `lmr` reduces less at improving nodes."""
    @property
    def lmr_known(self) -> int:
        """Plies, times 100, by which `lmr` reduces hash, killer and counter moves less."""
    @property
    def lmr_exact(self) -> int:
        """Plies, times 100, by which `lmr` reduces less at nodes whose table entry is exact: nodes that have been on a principal variation."""
    @property
    def lmr_evasions(self) -> bool:
        """Reduces replies to a check or a threat, too."""
    @property
    def lmr_checks(self) -> bool:
        """Reduces moves that give check too, if they are not extended."""
    @property
    def lmr_noisy(self) -> bool:
        """Reduces noisy moves too, captures in xiangqi and fours in gomoku; those that give check only with `lmr_checks`."""
    @property
    def lmr_check(self) -> int:
        """Plies, times 100, by which `lmr_checks` reduces moves that give check less than others."""
    @property
    def lmr_captures(self) -> bool:
        """Reduces captures that lose material by static exchange evaluation too."""
    @property
    def lmr_deeper_margin(self) -> int:
        """A reduced move that beats the node's best score by more than this, in evaluation units, is searched again a ply deeper than full depth; 0 searches none deeper."""
    @property
    def lmr_shallower_margin(self) -> int:
        """A move reduced by two plies or more that beats the node's best score by less than this, in evaluation units, is searched again a ply shallower than full depth; 0 searches none shallower."""
    @property
    def lmr_cutoffs(self) -> int:
        """Plies, times 100, by which `lmr` reduces more where more than `lmr_cutoffs_from` nodes a ply below have cut off."""
    @property
    def lmr_cutoffs_from(self) -> int:
        """Number of cutoffs a ply below a node up to which `lmr_cutoffs` has no effect."""
    @property
    def repetition_scope(self) -> Literal["game", "tree"]:
        """Which earlier occurrences of a position `repetition` counts."""
    @property
    def move_limit(self) -> bool:
        """Draws at the rules' limit of plies without a capture."""
    @property
    def fail_hard(self) -> bool:
        """Fail-hard: returns alpha or beta where a score lies outside the window. Off is fail-soft: returns the score itself."""
    @property
    def single_move_depth(self) -> int:
        """Depth, in plies, at which iterative deepening ends where the root has one legal move; 0 sets no limit."""
    @property
    def aspiration_first_move(self) -> bool:
        """Opens the aspiration window for the first root move only, fully on the side where it fails; a later move that reaches beta ends the iteration with a lower bound."""
    @property
    def root_sort(self) -> Literal["off", "best", "all"]:
        """Keeps the list of root moves, in the order of the first iteration, and sorts it after each iteration."""
    @property
    def root_exact(self) -> bool:
        """Iteration 1 finds the exact score of every root move, with a full window each."""
    @property
    def table_layout(self) -> Literal["single", "leafwalk", "two-bound"]:
        """What an entry of the table holds."""
    @property
    def table_pv_cutoffs(self) -> bool:
        """Allows table cutoffs at nodes of the principal variation too."""
    @property
    def table_root(self) -> bool:
        """Stores the result of the root too, not only those of the nodes below it."""
    @property
    def table_renewal(self) -> bool:
        """Gives an entry that a probe finds the age of the current search, so that replacement does not treat it as old."""
    @property
    def table_leaves(self) -> bool:
        """Keeps evaluations at the horizon in the table, as exact entries of depth 0."""
    @property
    def pv_writeback(self) -> bool:
        """After each iteration, writes the moves of the principal variation into the table where it has no move for their positions."""
    @property
    def defect(self) -> Literal["off", "refused-store", "probe-shifts", "no-draw-guard", "no-ageing", "repetitions", "any-mate"]:
        """Reproduces a known bug of published programs' transposition tables, for study."""
    @property
    def internal_deepening(self) -> bool:
        """Internal iterative deepening: searches a node of the principal variation that has no hash move at reduced depth first, to find one."""
    @property
    def internal_deepening_min_depth(self) -> int:
        """Least remaining depth, in plies, at which internal iterative deepening is tried."""
    @property
    def internal_deepening_reduction(self) -> int:
        """Depth reduction of internal iterative deepening, in plies."""
    @property
    def internal_deepening_half(self) -> bool:
        """Internal iterative deepening searches to half the node's depth, where that is less than the reduced depth."""
    @property
    def killers_above(self) -> bool:
        """Tries the killers of two plies above after those of the ply."""
    @property
    def killers_in_check(self) -> bool:
        """In check too, tries killers before other quiet moves."""
    @property
    def history_on_alpha(self) -> bool:
        """Rewards moves that raise alpha as well as those that cut off."""
    @property
    def history_by_piece(self) -> bool:
        """Keeps history values, and the shares of history pruning, by the piece that moves and its target square; off: by start and target square."""
    @property
    def history_per_search(self) -> bool:
        """Forgets history values, and the shares of history pruning, at the beginning of each search."""
    @property
    def kill_defence(self) -> Literal["sound", "prose", "code"]:
        """Replies of the defender in kill searches by threats: all that can hold, or those that a rule of thumb of Song Zixing's report allows."""
    @property
    def qsearch_floor(self) -> int:
        """Least MVV/LVA value, 10 victim - attacker, of the captures that quiescence tries."""
    @property
    def qsearch_home_floor(self) -> int:
        """`qsearch_floor` for captures on the mover's own half of the board."""
    @property
    def check_plies_pv(self) -> int:
        """Further plies of quiescence with quiet checks below nodes of the principal variation."""
    @property
    def check_plies_skip_evasions(self) -> bool:
        """Does not count plies in check towards `check_plies`, so that the move after an evasion may be a quiet check too."""
    @property
    def single_reply_pv_only(self) -> bool:
        """Extends single replies only at nodes of the principal variation."""
    @property
    def recapture_extension(self) -> Literal["off", "winning", "all"]:
        """At nodes of the principal variation, extends captures on the square of the opponent's last capture by a ply."""
    @property
    def capture_extension(self) -> int:
        """At nodes of the principal variation that are fewer plies from the root than the iteration's depth less this number, extends every capture by a ply; 0 extends none."""
    @property
    def null_eval_depth(self) -> int:
        """Largest remaining depth, in plies, at which the null move is tried whatever the evaluation."""
    @property
    def null_officers(self) -> int:
        """Number of chariots, horses and cannons that the side to move must have for a null move."""
    @property
    def null_below_mate(self) -> bool:
        """Tries no null move where beta is the score of a won or lost game."""
    @property
    def null_store(self) -> bool:
        """Stores null move cutoffs in the table."""
    @property
    def null_in_pv(self) -> bool:
        """Tries the null move at nodes of the principal variation too."""
    @property
    def null_twice(self) -> bool:
        """Allows a null move in reply to a null move."""
    @property
    def null_verification_bare(self) -> bool:
        """The verification search asks no table at its node, stores nothing there, and reduces and skips none of its moves."""
    @property
    def futility_growth(self) -> int:
        """How much the margin of futility grows for each ply of depth beyond the first, besides `futility_margin`, in evaluation units."""
    @property
    def futility_spares_checks(self) -> bool:
        """Futility skips no move that gives check."""
    @property
    def futility_raises(self) -> bool:
        """A move that futility skips counts as one that scores the evaluation and the margin. The node then has a score even if all its moves are skipped."""
    @property
    def history_skip(self) -> int:
        """Largest remaining depth, in plies, at which moves of the quiet stage are skipped whose share of cutoffs is below the threshold `history_pruning` divided by 3, or by the depth if that is more; 0 skips none."""
    @property
    def lmr_in_pv(self) -> bool:
        """Reduces at nodes of the principal variation too, by one ply less than elsewhere."""
    @property
    def lmr_quiet_stage(self) -> bool:
        """Reduces moves of the quiet stage only: hash, killer and counter moves keep their depth."""
    @property
    def history_pruning(self) -> int:
        """Reduces by a ply quiet moves that cut off in less than this percentage of their tries, from depth `lmr_min_depth` and after `lmr_min_moves` moves; 0 reduces none."""
    @property
    def history_pruning_all(self) -> bool:
        """Counts a failed try for every quiet move searched before a quiet move that cuts off, the hash move and killers included; off: only for moves of the stage that cut off."""
    # fmt: on
    # End.
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[..., Config], tuple[dict[str, _Value]]]: ...

@final
class TableFile:
    """A file that `TranspositionTable.save` wrote, whose entries are read where they lie: for tables that are larger than the
    memory, and for a look at one entry without loading the rest.

    Opening looks at the header and the length, not at all bytes; `check()` does. Raises TableFileError for a file that is
    not a table, was cut short, or has the format of another version of boyi; MissingFileError if there is none.

    >>> import boyi, tempfile, pathlib
    >>> searcher, start = boyi.Searcher(), boyi.xiangqi.Position()
    >>> _ = searcher.search(start, depth=4)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "a.table")
    ...     searcher.table.save(path)
    ...     file = boyi.TableFile(path)
    ...     found = file.probe(start) == searcher.table.probe(start), sum(map(len, file.entries()))
    >>> found == (True, len(searcher.table))
    True
    """

    def __new__(cls, path: str | PathLike[str]) -> TableFile: ...
    @property
    def path(self) -> Path:
        """The file."""
    @property
    def scheme(self) -> str:
        """Name of the replacement scheme, "always", "depth-preferred", "two-tier", "bucket" or "aged-bucket"."""
    @property
    def layout(self) -> str:
        """Name of the layout, "single", "two-bound" or "leafwalk"."""
    @property
    def mb(self) -> float:
        """Size of entries and leaves in MiB."""
    @property
    def capacity(self) -> int:
        """Number of entries that the table can hold."""
    def entries(self, chunk: int = 1048576) -> Iterator[_Rows]:
        """An iterator over arrays of at most `chunk` rows, which together are those of `TranspositionTable.entries()`. Raises
        OptionError for a chunk below 1, and OSError if the file cannot be read.
        """
    def probe(self, position: _Position) -> Entry | Bounds | None:
        """The stored entry of a position: an Entry (in the layout "two-bound" a Bounds), or None. Raises GameMismatchError for
        a position of another game or board than the table was filled for, and OSError if the file cannot be read.
        """
    def move_text(self, rows: _Rows) -> list[str]:
        """The moves of some rows of `entries()` as a list of texts, "" for no move. Raises OptionError for anything but such
        rows.
        """
    def check(self, *, progress: bool = False) -> None:
        """Reads the whole file and compares its checksum; `progress` shows a bar. Raises TableFileError if any byte was
        changed, MissingExtraError if a bar is asked for and tqdm is missing.
        """

@final
class TranspositionTable:
    """A transposition table of at most `mb` MiB (up to 65536), which searches fill and users can inspect.

    * `scheme`: the replacement scheme, "always", "depth-preferred", "two-tier", "bucket" or "aged-bucket".
    * `layout`: the contents of an entry. "single": one score with its bound. "two-bound": a lower and an upper bound.
      "leafwalk": as "single", and half of the memory holds static scores of leaves, to which deep entries are walked.

    A table belongs to the first search that uses it: other games, boards, key sets or evaluations (by name and checksum
    of weights) are refused with GameMismatchError until `clear()`. Methods may be called during a search and see a
    snapshot. Raises OptionError for a bad size, scheme or layout.

    >>> import boyi
    >>> searcher = boyi.Searcher()
    >>> result = searcher.search(boyi.xiangqi.Position(), depth=5)
    >>> entry = searcher.table.probe(boyi.xiangqi.Position())
    >>> entry.depth, entry.bound.name, entry.move == result.move
    (5, 'EXACT', True)
    """
    def __new__(cls, mb: float = 16.0, scheme: str = "bucket", layout: str = "single") -> Self: ...
    @property
    def scheme(self) -> _Scheme:
        """Name of the replacement scheme, "always", "depth-preferred", "two-tier", "bucket" or "aged-bucket"."""
    @property
    def layout(self) -> Literal["single", "leafwalk", "two-bound"]:
        """Name of the layout, "single", "two-bound" or "leafwalk"."""
    @property
    def mb(self) -> float:
        """Memory in MiB, including that of leaves."""
    @property
    def capacity(self) -> int:
        """Number of entries that the table can hold."""
    @property
    def fill(self) -> float:
        """Share of the capacity that is in use, from 0 to 1."""
    def __len__(self) -> int: ...
    def __bool__(self) -> Literal[True]: ...
    def probe(self, position: _Position) -> Entry | Bounds | None:
        """The stored entry of a position: an Entry (in the layout "two-bound" a Bounds), or None. Raises GameMismatchError
        for a position of another game or board than the table was filled for.
        """
    @overload
    def entries(self, chunk: None = None) -> _Rows:
        """All entries as a read-only structured numpy array, one row per filled slot in slot order.

        Fields: key u8, move u2 (see Move.code; 0 for none), score i2 (as `int(Score)`, for the side to move, mate
        distances counted from the entry's position), eval i2 (static evaluation, -32768 for none), depth i1 (plies),
        bound u1 (see Bound), age u1, and in the layout "leafwalk" last_player u1 (0 for the side that moves first in
        the game, 1 for the other). In the layout "two-bound": key, move, lower i2, upper i2, lower_depth i1 (-1 for
        none), bounds u1 (2 lower, 1 upper, 3 both), age u1, upper_depth i1, move_depth i1 (-1 for none), eval i2.

        A row torn by two threads writing it at once is recognized by its key and left out, except for the one in
        `number of buckets` whose mixed key belongs to the bucket by chance.

        >>> import boyi
        >>> searcher = boyi.Searcher("wizard-table")
        >>> _ = searcher.search(boyi.xiangqi.Position(), depth=3)
        >>> rows = searcher.table.entries()
        >>> len(rows) == len(searcher.table), rows["depth"].max()
        (True, np.int8(3))

        With `chunk` it is an iterator over such arrays of at most so many rows, for tables whose entries do not fit into
        memory twice; each shows the table as it is when it is asked for. Raises OptionError for a chunk below 1.
        """
    @overload
    def entries(self, chunk: SupportsIndex) -> Iterator[_Rows]: ...
    def sample(self, n: SupportsIndex, seed: SupportsIndex = 0) -> _Rows:
        """A random sample of at most `n` entries, in the format of `entries()`. Equal seeds (`seed`, 0 or more) choose
        equal slots. Raises OptionError for a negative number.
        """
    def pv(self, position: _Position, length: SupportsIndex = 64) -> list[Move]:
        """The principal variation stored in the table: a list of at most `length` best moves from a position on. It ends
        where no legal move is stored, or where a position repeats.
        """
    def probe_pv(self, position: _Position, depth: SupportsIndex) -> tuple[Score, Move | None] | None:
        """The exact score of a position searched to exactly `depth` plies, as a pair (Score, best Move or None); None if
        the table holds no such score. `depth` is 0 to 96.
        """
    def explore(self, position: _Position) -> npt.NDArray[np.void]:
        """The positions of the table that can be reached from a position through positions of the table, by a shortest way
        each, the nearest first: a read-only structured array with the fields key u8, before i4 (row of the position before
        it, -1 for `position` itself), move u2 (code of the move that leads from there, see Move) and plies u2 (number of
        moves from `position`). `boyi.lab.entries_frame(table, root=position)` makes positions and moves of it.

        Entries of other positions stay out: those of earlier searches, those whose way there was overwritten, and those
        after a null move. Takes some seconds for a million entries; Ctrl-C stops it. Raises GameMismatchError if the table
        was filled with another game or board.

        >>> import boyi
        >>> searcher, start = boyi.Searcher(), boyi.xiangqi.Position()
        >>> result = searcher.search(start, depth=5)
        >>> reached = searcher.table.explore(start)
        >>> len(reached) < len(searcher.table), reached["plies"][0], reached["before"][0]
        (True, np.uint16(1), np.int32(-1))
        """
    def best_move(self, position: _Position) -> Move | None:
        """The best move stored for a position, from a search of any depth; None if no legal move is stored."""
    def leaf(self, position: _Position) -> int | None:
        """The static score of a position for the side to move, if it was a leaf of a search; None otherwise. Raises
        OptionError if the layout is not "leafwalk".
        """
    def walk(self, position: _Position, depth: SupportsIndex) -> tuple[Score, list[Move]] | None:
        """Follows `depth` stored moves from a position to a stored leaf, which is how the layout "leafwalk" serves a
        search of `depth` plies from a deeper entry.

        Returns the static score of the leaf, for the side to move in `position`, and the line of moves; None if a move
        or the leaf is missing. Raises OptionError if the layout is not "leafwalk" or `depth` is not 0 to 96.

        >>> import boyi
        >>> searcher = boyi.Searcher("leafwalk")
        >>> start = boyi.gomoku.Position("h8 i9 i8 g8")
        >>> _ = searcher.search(start, depth=4)
        >>> score, line = searcher.table.walk(start, 2)
        >>> line == searcher.table.pv(start, 2), int(score) == start.play_all(line).evaluate("patterns")
        (True, True)
        """
    def leaves(self) -> _Rows:
        """All leaves as a read-only structured numpy array in slot order, with the fields key u8 and score i2 (static, for
        the side that moves first in the game). Raises OptionError if the layout is not "leafwalk".
        """
    def occupancy(self) -> dict[Literal["depth", "bound", "age"], dict[int, int]]:
        """Number of entries by depth, by bound and by age: a dict of dicts, such as `{"depth": {5: 120, …}, …}`. In the
        layout "two-bound", the depth is that of the deeper bound, -1 where only a move is stored, and bound 3 means that
        both bounds are.
        """
    def move_text(self, rows: _Rows) -> list[str]:
        """The moves of some rows of `entries()` or `sample()` as a list of texts, "" for no move. Raises OptionError for
        anything but such rows.
        """
    def clear(self, min_depth: SupportsIndex | None = None) -> None:
        """Removes all entries and leaves, and frees the table for another game or evaluation.

        With `min_depth` above 0, removes only the entries of a depth below `min_depth` plies; leaves stay, because
        deeper entries are walked to them. Raises OptionError for a negative `min_depth`.

        >>> import boyi
        >>> searcher = boyi.Searcher()
        >>> _ = searcher.search(boyi.xiangqi.Position(), depth=4)
        >>> searcher.table.clear(min_depth=3)
        >>> int(searcher.table.entries()["depth"].min())
        3
        """
    def _repr_html_(self) -> str: ...
    def save(self, path: str | PathLike[str], *, progress: bool = False) -> None:
        """Writes the table to a file, with a checksum; `progress` shows a bar. Raises OSError if that fails, MissingExtraError
        if a bar is asked for and tqdm is missing. After an error or Ctrl-C an existing file is unchanged.
        """
    @staticmethod
    def load(path: str | PathLike[str], *, progress: bool = False) -> TranspositionTable:
        """Reads a table from a file that `save` wrote; `progress` shows a bar. Raises TableFileError for a file that is not a
        table, is damaged, or has the format of another version of boyi, OptionError if the memory has no room for it,
        MissingExtraError if a bar is asked for and tqdm is missing. `TableFile` reads a file where it lies.
        """

@final
class Run:
    """A search that runs in the background, made by `Searcher.start`.

    Iterating over it yields an Iteration whenever one is finished, until the search is over. Leaving a `with` block
    stops the search. `result()` waits for the Result, and so does `await run` in asyncio, where other tasks go on
    meanwhile and a cancellation stops the search.

    >>> import boyi
    >>> run = boyi.Searcher().start(boyi.xiangqi.Position(), depth=4)
    >>> run.result().depth, run.done()
    (4, True)
    """
    def stop(self) -> None:
        """Asks the search to stop and returns at once. The search ends within about a millisecond, or when a running
        `order_by` or `evaluate` returns. `result()` then returns what was found so far.
        """
    def ponder_hit(self) -> None:
        """Tells a search that was started with `ponder=True` that the opponent has made the expected move: `time=` begins
        to run, and the search ends at once if what it has thought is enough for its `clock=`. In any other search, and
        when it is called again, it does nothing.
        """
    def done(self) -> bool:
        """Whether the search is over. In a forked child, a search of the parent counts as over."""
    def result(self, timeout: float | None = None) -> Result:
        """Waits for the end of the search and returns its Result.

        `timeout` is in seconds, 0 to 1e9; None waits without limit. Raises TimeoutError if the search is not over by
        then (it goes on), the exception of a function `order_by` or `evaluate` that failed, and ForkError in a child
        that was forked during the search.
        """
    def _ipython_display_(self) -> None:
        """Shows the iterations in a notebook as they finish, until the search is over."""
    def __await__(self) -> Generator[Any, None, Result]: ...
    def __iter__(self) -> Run: ...
    def __next__(self) -> Iteration: ...
    def __enter__(self) -> Run: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class SelfPlayRun:
    """A batch of games of self-play, for `boyi.lab.selfplay`, which checks the arguments.

    The games have the numbers from `first` on; game number n begins from `openings[n % len(openings)]`. All openings are
    of one game, and there is one at least.
    """
    def __new__(
        cls,
        config: Config,
        evaluation: Weights | None,
        openings: list[Any],
        *,
        first: int,
        games: int,
        seed: int,
        nodes: int,
        random_plies: Sequence[int],
        margin: int,
        slip: float,
        decided: int,
        decided_plies: int,
        max_plies: int,
    ) -> Self: ...
    def stop(self) -> None:
        """Ends the games: `result()` then returns None."""
    def result(self) -> tuple[bytes, bytes] | None:
        """Plays the games, and returns the bytes of the arrays of games and of plies; None if they were stopped."""

@final
class Searcher:
    """A configured alpha-beta search. It keeps its transposition table and history tables between searches; `clear()`
    empties them.

    * `config`: a Config, or the name of a preset, which is then resolved for the game of each position.
    * `table`: a TranspositionTable to use instead of a new one. Its replacement scheme may differ from the
      configuration's; another layout raises GameMismatchError.
    * `evaluation`: weights, such as a boyi.xiangqi.Classic or a boyi.gomoku.Network, to use instead of the evaluation
      named by `config.evaluation`. Only positions of its game can then be searched.
    * `book`: a boyi.xiangqi.Book, or True for the one that ships with boyi. A position with a book move is not
      searched: the result is such a move, drawn with `config.seed` (see `Result.from_book`). Gomoku positions are
      always searched.
    * `threads`: number of threads that search together, 1 to 256. They share the table and the limits. More threads
      reach a depth sooner, but the tree depends on their timing, so results do not repeat. Counters are sums over all
      threads.
    * `order_by`, `evaluate`: your own move ordering and evaluation functions, for any game; they need `threads=1`.

    Raises OptionError for a value out of range, an unknown preset, or arguments that exclude each other.

    `order_by(position, moves)` returns one number per move. The highest is tried first; equal moves keep generation
    order. It replaces all move ordering except the table move, in full-width nodes and in check evasions of quiescence;
    captures and checks in quiescence keep their own order. `moves` is a structured array of at least two moves, with
    the field code u2 (see Move) and, in xiangqi, from_square and to_square u1 (9 * rank + file), piece and captured i1
    (as in `to_array`, 0 for none), or, in gomoku, point u2 (cols * rank + file), file and rank u1. Squares and points
    index `position.to_array().ravel()`.

    `evaluate(position)` returns an int (a bool or numpy integer is accepted) from -9799 to 9799 for the side to move;
    any other value is an OptionError, and one beyond ±9700 is read as a win or loss that is not proved. The game itself
    still decides what counts as enough material for a null move, wins visible on the board, and kill search. A table
    filled by a function refuses named evaluations, but cannot tell two functions apart: give each its own Searcher, or
    call `clear()`.

    Both functions get positions without history, which may be over. They should depend on their arguments alone, or
    results do not repeat. They run on the searching thread. Each call of `evaluate` adds about 0.2 microseconds, of
    `order_by` 2 to 3 (twice that if it returns a list), plus its own run time: `position.evaluate()` as evaluation
    slows xiangqi from 5.8 to 1.4 million nodes per second, gomoku from 1.3 to 0.30; an order of numpy zeros, from 6.4
    to 3.1 and from 1.5 to 0.9. An exception in a function stops the search and is raised by `search` or by the Run,
    with a note that names the position. The searcher can be used again afterwards.

    If the process forks during a search, the search goes on in the parent only. In the child the Searcher is free at
    once, with the table as it was at the fork, and the Run of that search raises ForkError.

    >>> import boyi
    >>> searcher = boyi.Searcher(boyi.Config.preset("boyi").replace(null_move=False))
    >>> mate = boyi.xiangqi.Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w")
    >>> result = searcher.search(mate, depth=4)
    >>> result.score.mate, result.score.plies
    (1, 1)
    >>> def captures_first(position, moves):
    ...     return abs(moves["captured"])
    >>> ordered = boyi.Searcher("plain", order_by=captures_first).search(boyi.xiangqi.Position(), depth=3)
    >>> ordered.nodes < boyi.Searcher("plain").search(boyi.xiangqi.Position(), depth=3).nodes
    True
    """
    def __new__(
        cls,
        config: Config | _Preset | str = "boyi",
        table: TranspositionTable | None = None,
        evaluation: Weights | None = None,
        book: Book | bool | None = None,
        *,
        order_by: _OrderBy | None = None,
        evaluate: _Evaluate | None = None,
        threads: SupportsIndex = 1,
    ) -> Self: ...
    @property
    def config(self) -> Config:
        """The configuration. If a preset was given by name, the one used in the latest search; before the first search,
        the one for the game that the preset was made for, or xiangqi.
        """
    @property
    # None only where the configuration says so: nobody should have to ask every time.
    def table(self) -> TranspositionTable | Any:
        """The transposition table, or None if the configuration says table="off"."""
    @property
    def evaluation(self) -> Weights | str | None:
        """The evaluation in use: the object given to the constructor, or else the name in the
        configuration ("default" means the first in `Config.evaluations(game)`); None if a function `evaluate` was
        given.
        """
    @property
    def book(self) -> Book | None:
        """The opening book, or None."""
    @property
    def order_by(self) -> _OrderBy | None:
        """The user's move ordering function, or None."""
    @property
    def evaluate(self) -> _Evaluate | None:
        """The user's evaluation function, or None."""
    @property
    def threads(self) -> int:
        """Number of threads that search together, 1 to 256."""
    def search(
        self,
        position: _Position,
        *,
        depth: SupportsIndex | None = None,
        nodes: SupportsIndex | None = None,
        time: float | None = None,
        cpu_time: float | None = None,
        clock: Clock | None = None,
        on_iteration: Callable[[Iteration], object] | None = None,
        multipv: SupportsIndex = 1,
        root_moves: Iterable[_MoveLike] | _MoveLike | None = None,
    ) -> Result:
        """Searches a position by iterative deepening until a limit is reached, and returns a Result.

        At least one limit is needed, and the first one reached ends the search: `depth` (1 to 96 plies), `nodes` (1 or
        more), `time` (wall seconds, above 0), `cpu_time` (CPU seconds of all threads together, above 0) and `clock`, a
        Clock of which the search takes what the move is worth. `on_iteration(iteration)` is called after each finished
        iteration. `multipv` is the number of best lines to report in `Iteration.lines`, 1 to 500. `root_moves` restricts
        the root to some legal moves. Ctrl-C and exceptions in `on_iteration`, `order_by` or `evaluate` stop the search
        and reach the caller.

        Raises OptionError for a missing or bad limit, IllegalMoveError for an illegal root move, GameMismatchError if
        the game lacks the evaluation or the table was filled with another game, board or evaluation, and
        SearcherBusyError during another search.
        """
    def start(
        self,
        position: _Position,
        *,
        depth: SupportsIndex | None = None,
        nodes: SupportsIndex | None = None,
        time: float | None = None,
        cpu_time: float | None = None,
        clock: Clock | None = None,
        multipv: SupportsIndex = 1,
        root_moves: Iterable[_MoveLike] | _MoveLike | None = None,
        ponder: bool = False,
    ) -> Run:
        """Starts a search in the background and returns a Run at once. Arguments and errors are those of `search`; without
        a limit, the search deepens until it is stopped or reaches `config.max_ply`.

        With `ponder` the search thinks in the opponent's time: `time` and `clock` do not end it until `Run.ponder_hit()`.
        `time` runs from then on, while a clock counts what was thought before as thought.

        >>> import boyi
        >>> with boyi.Searcher().start(boyi.xiangqi.Position(), depth=4) as run:
        ...     [iteration.depth for iteration in run]
        [1, 2, 3, 4]
        """
    def _repr_html_(self) -> str: ...
    def clear(self) -> None:
        """Empties the table and the history tables, so that the next search visits the same nodes as that of a new
        Searcher. Raises SearcherBusyError during a search.
        """

def kill_search(
    position: _Position,
    force: str | None = None,
    *,
    max_depth: SupportsIndex | None = None,
    nodes: SupportsIndex | None = None,
    defence: str = "sound",
    stop: Callable[[], object] | None = None,
) -> KillResult:
    """Searches for a win by forcing moves: kill search (算杀), a threat-space search. The attacker, who is the side to move,
    plays only forcing moves; every reply that could hold is tried, so a win that is found is proved.

    * `force`: the attacker's moves. In gomoku "vcf" (victory by continuous fours), "vct" (victory by continuous
      threats: fours and open threes) or "threat" (any move that threatens to win by fours, however quiet; slow). In
      xiangqi "check" (continuous checks). In Connect Four "three" (continuous threats to complete four). None is the
      first that is named here of the game.
    * `max_depth`: largest number of the attacker's moves, 1 or more, not counting a last five that the move before has
      made certain; None sets no limit.
    * `nodes`: largest number of positions searched, 1 or more; None sets no limit, for "threat" a million, some seconds.
    * `defence`: the defender's replies. "sound" tries all that can hold. "prose" and "code", for gomoku, are two rules
      of thumb of the report that the preset "report" follows; a win under them may not be one.
    * `stop`: a function without arguments that a long search calls ten times a second, such as `is_set` of a
      `threading.Event`; when it returns true the search ends, with the status "unknown".

    Returns a KillResult with the status "win", "none" (no such win within `max_depth`; another way to win may exist) or
    "unknown" (`nodes` were used up, or the result depends on repetition or the move limit). Ctrl-C stops the search;
    `await boyi.aio.kill_search(…)` is the same in asyncio, where a cancellation stops it. Raises OptionError for an
    unknown force or defence, a force of another game, or a limit below 1, and what `stop` raises.

    >>> import boyi
    >>> position = boyi.gomoku.Position("h8 h9 i8 i9 j8 j9 f5 e3 f6 d4 f7 b11")
    >>> result = boyi.kill_search(position, force="vcf")
    >>> result.status, position.play_all(result.line).outcome().winner
    ('win', 'black')
    """

def xiangqi_classic_features(
    inputs: npt.NDArray[np.int32], starts: npt.NDArray[np.int32]
) -> dict[str, npt.NDArray[Any]]:
    """What the evaluation `Classic` counts in positions, for `boyi.lab.train`: a dict of arrays, a row for each position.

    `inputs` and `starts` are those of `xiangqi_samples`. `phase` float32 is 1 in the middlegame to 0 in the endgame,
    `terms` int16 the count of each term, the mover's less the opponent's, and `endings` int8 the index of the ending if
    the mover is ahead and if the opponent is; the number of endings stands for every other position. Raises OptionError
    for inputs that are no board.
    """

def read_pgn(
    text: str, last: bool
) -> tuple[list[tuple[int, tuple[int, str] | None, tuple[Any, ...] | None]], int, int]:
    """The games of a text in PGN, for `boyi.records`: a list, the characters read and the lines read.

    Of each game the list has its first line, counted from 0, and either the line and the reason why it cannot be read, or
    a tuple: `tags` (pairs of name and value), `moves` (bytes of uint16 codes), `parents` (bytes of uint32: the node where
    each move was played; node n + 1 is the position after move n, node 0 the start; None where each move follows the one
    before), `comments` (node, whether it stands before the node's move, text), `glyphs` (node and number), `result` (None
    if there is none), `notation` of the first move (None if there is none) and `trailer`. Without `last` a game counts only if another one begins behind it.
    """

def gomoku_samples(
    openings: list[GomokuPosition], games: bytes, plies: bytes, *, in_check: bool, most: int
) -> dict[str, npt.NDArray[Any]]:
    """The positions of games of self-play, for `boyi.lab.train`, as the side to move sees them: a dict of arrays.

    `games` and `plies` are as in `xiangqi_samples`. `own` and `other` uint16 of shape (points, 4) have the rows of
    `boyi.gomoku.Network.windows` round all points that matter, as the side to move and its opponent see them, with the
    number of rows for a window without stones; `starts` int32 has the first point of each position and, as the last item,
    their number; `played` int32 the point that was played, counted from the position's first, or -1; `threats` uint16 is the
    index of who holds which threats in the flattened `Network.threats`; `scores` int16 and `results` int8 (1, 0, -1) are
    those of the side to move.
    """

def xiangqi_samples(
    openings: list[XiangqiPosition],
    games: bytes,
    plies: bytes,
    *,
    in_check: bool,
    captures: bool,
    checks: bool,
    most: int,
) -> dict[str, npt.NDArray[Any]]:
    """The quiet positions of games of self-play, for `boyi.lab.train`, as the side to move sees them: a dict of arrays.

    `games` and `plies` are bytes of the arrays of `boyi.lab.Games`, which checks them. `inputs` int32 has the inputs of
    all positions one after another (index in the flattened first four axes of `Network.inputs`), `starts` int32 where
    each position begins and, as the last item, their number; `scores` int16 and `results` int8 (1, 0, -1) are those of
    the side to move.
    """

def table_cutoff(
    config: Config, position: _Position, depth: SupportsIndex, number: SupportsIndex
) -> dict[str, Any] | None:
    """Searches a position to `depth` plies with a new searcher and describes the `number`-th table cutoff, counted from 1,
    as a dict; None if there are fewer. Users call `boyi.lab.Stability.blame`.

    The keys are path (codes of the moves from the root, 0 for a null move), iteration, key, asked (depth wanted, in
    plies), window (alpha, beta), move (code, 0 for none), score, bound and depth (of the entry, in plies). Ctrl-C stops
    the search. Raises OptionError for a number out of range.
    """

def trace(
    config: Config,
    position: _Position,
    depth: SupportsIndex,
    nodes: SupportsIndex = 100_000,
    moves: Sequence[SupportsIndex] = (),
    plies: SupportsIndex | None = None,
    all_iterations: bool = False,
) -> tuple[Result, _Rows, int]:
    """Searches a position with a new searcher and records the nodes of the tree; users call `boyi.lab.trace`. Returns the
    Result, the recorded nodes as a read-only structured array, and the number of nodes in the chosen sub-tree, recorded
    or not.

    `depth` is the search depth in plies, 1 to 96. `nodes` is the largest number of nodes recorded, 1 to 10,000,000.
    `moves` are the codes of the moves from the root to the sub-tree, 0 for a null move. `plies` limits the depth below
    the sub-tree's root. `all_iterations=False` records the last iteration only. Ctrl-C stops the search. Raises
    OptionError for a value out of range.
    """

def trace_names() -> dict[Literal["kind", "stage", "cut"], list[str]]:
    """Names for the numbers in the columns `kind`, `stage` and `cut` of `trace`: a dict from column to a list of names,
    indexed by number.
    """

def bench(game: str = "xiangqi") -> int:
    """The bench: number of nodes of fixed searches with the preset "boyi". It is the signature of this version's
    search and changes only if the search tree does.

    `game` is the name of a game, such as "gomoku". Ctrl-C stops it. Raises OptionError for an unknown game.
    """

def build_info() -> dict[str, str]:
    """How this library was built: a dict of texts with the version, commit, build profile and processor features."""

def games() -> dict[str, tuple[str, str]]:
    """The games: a dict from name to the names of the two players, the one who moves first comes first.

    >>> boyi._core.games()["gomoku"]
    ('black', 'white')
    """
