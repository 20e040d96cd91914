"""The description of gomoku."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from boyi import svg
from boyi.errors import OptionError
from boyi.exact import Oracle
from boyi.games.demo import Demo
from boyi.games.description import Description
from boyi.games.opening_names import renju_opening
from boyi.gomoku import RULES, Network, Position, SolvedBoard

__all__ = ["Gomoku"]

_DEMO = Demo(
    shows="what point scores, a limited width and kill search are worth",
    title="What three ideas of Song Zixing's gomoku report are worth, step by step. The rows differ in nothing else.\n"
    "Moves ordered by point score; only the best 15; kill search beyond the horizon, which costs nodes and sees more.",
    why="Reductions and pruning are off in all rows, and so are the orders that learn (killers, history) and threat "
    "stages.",
    off={
        "lmr": False,
        "reverse_futility": False,
        "razoring": False,
        "futility": False,
        "late_move_pruning": False,
        "threat_stages": False,
        "horizon_evasions": False,
        "forced_replies": False,
        "killers": 0,
        "counter_moves": False,
        "history": "off",
    },
    first={"static_order": 0, "width": 0, "kill_horizon": "off"},
    steps={
        "generation order": {},
        "point scores": {"static_order": 1},
        "+ width 15": {"width": 15},
        "+ kill search": {"kill_horizon": "threats", "kill_plies": 6, "kill_nodes": 50},
    },
    table_depth=6,
)


class Gomoku(Description):
    """Gomoku. A point of a score is a hundredth of a logit, which is a unit of the evaluation."""

    name: str = "gomoku"
    position: type[Any] = Position
    rules: tuple[str, ...] = RULES
    points_per_logit: float = 119.0
    """Fitted by ``tests/benches/fit_expected.py`` on 160 games of preset boyi at 1,000 nodes a move (7,274 positions).
    On 40 further games the log loss is 0.594, that of even chances 0.693."""
    options: tuple[str, ...] = ("rule", "size")
    record_format: str | None = "sgf"
    glyphs: Mapping[str, int] = MappingProxyType({"!": 1, "?!": 6, "?": 2, "??": 2})
    """SGF has one property for mistakes of all sizes."""
    protocols: tuple[str, ...] = ("gomocup",)
    suite: str | None = "gomoku/middlegame"
    opening_plies: tuple[int, int] | None = (3, 6)
    opens_with_stones: bool = True
    swap2: bool = True
    demo: Demo | None = _DEMO
    oracles: str | None = "ROWSxCOLSxK, such as 3x4x3: a small board with K in a row, solved"
    network: type[Any] | None = Network

    def read(self, text: str, **options: Any) -> Any:
        """The board that a text shows; the text has its size, the rule is an option."""
        return Position.from_text(text, **options)

    def plain(self, position: Any) -> dict[str, Any]:
        """Start position, rules, moves, and the size of the board."""
        return super().plain(position) | {"rows": position.rows, "cols": position.cols, "k": position.k}

    def restored(self, data: dict[str, Any]) -> Any:
        """The position with its history."""
        return Position.from_text(data["start_fen"], data["rules"], k=data["k"]).play_all(data["moves"])

    def listed(self, whole: dict[str, Any], record: dict[str, Any]) -> Any:
        """The position after ``moves`` on a board of the ``size`` and by the ``rule`` of the file."""
        return Position(record["moves"], whole["size"], whole["rule"])

    def canonical_key(self, position: Any) -> int:
        """A key that is the same for all eight symmetries of a board."""
        return int(position.canonical_key)

    def line(self, position: Any) -> str:
        """The moves, the rule and the size of the board; the board itself if no move was played."""
        if not position.moves:
            return super().line(position)
        return f"{' '.join(map(str, position.moves))} ({position.rule}, {position.rows}x{position.cols})"

    def opening_name(self, start: Any, moves: Sequence[Any], language: str) -> str | None:
        """The name in renju of the first three stones, such as "Kagetsu", on the usual board of 15 lines."""
        name = renju_opening(moves, "h8") if start.fen == Position().fen else None
        return None if name is None else name[language == "zh"]

    def opening_set(self, rule: str | None = None) -> str:
        """The set of openings of a rule."""
        return f"gomoku/{rule or self.rules[0]}"

    def places(self, position: Any, flipped: bool) -> dict[str, tuple[float, float]]:
        """The points of the picture."""
        return svg.gomoku_places(position.rows, position.cols, flipped)

    def piece_words(self, letter: str | None) -> str:
        """A stone such as "black stone"."""
        return {"X": "black stone", "O": "white stone"}.get(letter or "", "empty")

    def oracle(self, text: str) -> Oracle:
        """A small board that is solved, such as ``"3x4x3"``."""
        found = re.fullmatch(r"(\d+)x(\d+)x(\d+)", text, re.ASCII)
        if found is None:
            raise OptionError(f"oracle {text!r}: expected {self.oracles}")
        rows, cols, k = (min(int(number), 10**6) for number in found.groups())
        return SolvedBoard(rows, cols, k)
