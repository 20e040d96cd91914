"""The description of xiangqi."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from boyi import svg
from boyi.exact import Oracle
from boyi.games.demo import Demo
from boyi.games.description import MOST_POINTS, Description
from boyi.games.opening_names import xiangqi_opening
from boyi.games.xiangqi_wdl import win_and_loss
from boyi.xiangqi import CENTIPAWNS, Classic, Network, Position, Tablebase

__all__ = ["Xiangqi"]

_NAMES = {"k": "king", "a": "advisor", "b": "elephant", "n": "horse", "r": "chariot", "c": "cannon", "p": "pawn"}

_DEMO = Demo(
    shows="what move ordering is worth: generation order; captures by MVV/LVA; the hash move; killers, "
    "counter moves and history",
    title="What move ordering is worth, step by step. The rows differ in nothing else.",
    why="Reductions, null move, pruning and what learns from scores are off in all rows: they would make the order "
    "change what is searched.",
    off={
        "lmr": False,
        "null_move": False,
        "reverse_futility": False,
        "futility": False,
        "late_move_pruning": False,
        "razoring": False,
        "poor_history": False,
        "see_pruning": False,
        "delta_pruning": False,
        "internal_reduction": False,
        "correction_history": False,
        "refined_evaluation": False,
        "see_captures": False,
        "capture_history": False,
        "continuation_history": 0,
    },
    first={
        "mvv_lva": False,
        "qsearch_mvv_lva": False,
        "hash_move": False,
        "killers": 0,
        "counter_moves": False,
        "history": "off",
    },
    steps={
        "generation order": {},
        "MVV/LVA": {"mvv_lva": True, "qsearch_mvv_lva": True},
        "+ hash move": {"hash_move": True},
        "+ killers, history": {"killers": 2, "counter_moves": True, "history": "gravity"},
    },
    table_depth=7,
)


class Xiangqi(Description):
    """Xiangqi. A point of a score is a centipawn."""

    name: str = "xiangqi"
    position: type[Any] = Position
    rules: tuple[str, ...] = ("simple", "axf")
    oracles: str | None = "CLASS, such as R-AAEE: endgame tables of these pieces"
    points_per_unit: float = CENTIPAWNS
    notation: str = "chinese"
    says_check: bool = True
    record_format: str | None = "pgn"
    protocols: tuple[str, ...] = ("uci", "ucci")
    suite: str | None = "xiangqi/middlegame"
    opening_plies: tuple[int, int] | None = (4, 8)
    piece_points: tuple[int, ...] = (0, 200, 200, 400, 900, 450, 100)
    demo: Demo | None = _DEMO
    network: type[Any] | None = Network

    def self_play_start(self) -> Any:
        """The start position under the rules "axf", by which repetitions end as in tournaments."""
        return Position(rules="axf")

    def plain(self, position: Any) -> dict[str, Any]:
        """Start position, rules and moves, and the key set if it is not the usual one."""
        keys = {} if position.zobrist == "default" else {"zobrist": position.zobrist}
        return super().plain(position) | keys

    def restored(self, data: dict[str, Any]) -> Any:
        """The position with its history."""
        return Position.from_moves(data["moves"], data["start_fen"], data["rules"], data.get("zobrist", "default"))

    def listed(self, _whole: dict[str, Any], record: dict[str, Any]) -> Any:
        """The position after ``moves`` from ``fen``; either may be missing."""
        return Position.from_moves(record.get("moves", ""), record.get("fen"))

    def opening_name(self, start: Any, moves: Sequence[Any], language: str) -> str | None:
        """The family of the opening, such as "Central Cannon against Screen Horses", of games from the usual start."""
        name = xiangqi_opening(moves) if start.fen == Position().fen else None
        return None if name is None else name[language == "zh"]

    def opening_set(self, _rule: str | None = None) -> str:
        """The set of openings, which are level under all rules."""
        return "xiangqi"

    def notation_with(self, pieces: str) -> str:
        """Chinese notation beside characters, and WXF beside letters, such as ``C2=5``."""
        return "wxf" if pieces == "letters" else self.notation

    def with_coordinates(self, picture: str, notation: str, flipped: bool) -> str:
        """The board with numbers of files from the right of each side, where the notation counts them so."""
        return svg.xiangqi_relabelled(picture, notation, flipped)

    def expected_points(self, position: Any, points: float) -> float:
        """By the chances of wins and draws with as many pieces on the board."""
        units = max(-MOST_POINTS, min(MOST_POINTS, points)) / self.points_per_unit
        win, loss = win_and_loss(units, int(np.count_nonzero(position.to_array())))
        return (1 + win - loss) / 2

    def places(self, _position: Any, flipped: bool) -> dict[str, tuple[float, float]]:
        """The squares of the picture."""
        return svg.xiangqi_places(flipped)

    def piece_words(self, letter: str | None) -> str:
        """A piece such as "red cannon"."""
        if letter is None:
            return "empty"
        return f"{'red' if letter.isupper() else 'black'} {_NAMES[letter.lower()]}"

    def plain_evaluation(self, evaluation: Any) -> dict[str, Any]:
        """The fingerprint, the size of a network, terms and factors of endings, or the values of piece squares."""
        plain = super().plain_evaluation(evaluation)
        if isinstance(evaluation, Network):
            return plain | {"hidden": evaluation.hidden}
        if isinstance(evaluation, Classic):
            terms = {name: list(weights) for name, weights in evaluation.terms.items()}
            return plain | {"terms": terms, "endings": evaluation.endings}
        return plain | {"piece_square": evaluation.piece_square.tolist(), "tempo": evaluation.tempo}

    def oracle(self, text: str) -> Oracle:
        """The endgame table of a class, such as ``"R-AAEE"``."""
        return Tablebase(text)
