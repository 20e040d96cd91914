"""What people call openings: the families of xiangqi by the first moves, and the 26 openings of three stones of renju.

The families of xiangqi are those of the usual classification of Chinese opening books, such as ECCO (中国象棋开局编号):
red's first move names the opening, and against a central cannon black's set-up does. The openings of renju are those of
the list of the Renju International Federation, with their Japanese and Chinese names.
"""

from collections.abc import Sequence
from typing import Any

__all__ = ["Name", "renju_opening", "xiangqi_opening"]

Name = tuple[str, str]
"""The English name, and the Chinese one."""

_FIRST: dict[str, Name] = {
    "h2e2": ("Central Cannon", "中炮局"),
    "g0e2": ("Elephant Opening", "飞相局"),
    "g3g4": ("Pawn Opening", "仙人指路局"),
    "h0g2": ("Horse Opening", "起马局"),
    "h0i2": ("Edge Horse Opening", "边马局"),
    "h2d2": ("Cross-Palace Cannon", "过宫炮局"),
    "h2f2": ("Palace-Corner Cannon", "士角炮局"),
    "h2c2": ("Golden Hook Cannon", "金钩炮局"),
    "f0e1": ("Advisor Opening", "上仕局"),
}
"""Red's first moves on the right; those on the left are their reflections."""

_SCREEN: Name = ("Central Cannon against Screen Horses", "中炮对屏风马")
_SANDWICHED: Name = ("Central Cannon against Sandwiched Horses", "中炮对反宫马")
_SAME: Name = ("Same-Direction Cannons", "顺炮局")
_OPPOSITE: Name = ("Opposite-Direction Cannons", "列炮局")

_SETUP_MOVES = 5
"""Moves of black within which its set-up against a central cannon shows."""


def xiangqi_opening(moves: Sequence[Any]) -> Name | None:
    """The name of an opening from the usual start position.

    >>> xiangqi_opening(["b2e2", "h9g7", "b0c2", "b9c7"])
    ('Central Cannon against Screen Horses', '中炮对屏风马')
    >>> xiangqi_opening(["c0e2"]), xiangqi_opening(["a0a1"])
    (('Elephant Opening', '飞相局'), None)
    """
    texts = [str(move) for move in moves[: 2 * _SETUP_MOVES]]
    if not texts:
        return None
    if texts[0] not in _FIRST:
        texts = [_reflected(text) for text in texts]
    name = _FIRST.get(texts[0])
    return _against_central_cannon(texts[1::2]) or name if texts[0] == "h2e2" else name


def _reflected(text: str) -> str:
    return text.translate(str.maketrans("abcdefghi", "ihgfedcba"))


def _against_central_cannon(black: Sequence[str]) -> Name | None:
    """Black's set-up against red's cannon from the file h."""
    horses: set[str] = set()
    for move in black:
        if not horses and move in ("h7e7", "b7e7"):
            return _SAME if move == "h7e7" else _OPPOSITE
        if len(horses) == 1 and move in ("h7f7", "b7d7"):
            return _SANDWICHED
        if move in ("h9g7", "b9c7"):
            horses.add(move)
        if len(horses) == 2:
            return _SCREEN
    return None


_DIRECT = {
    (0, 2): ("Kansei", "寒星"),
    (1, 2): ("Keigetsu", "溪月"),
    (2, 2): ("Sosei", "疏星"),
    (1, 1): ("Kagetsu", "花月"),
    (2, 1): ("Zangetsu", "残月"),
    (1, 0): ("Ugetsu", "雨月"),
    (2, 0): ("Kinsei", "金星"),
    (0, -1): ("Shogetsu", "松月"),
    (1, -1): ("Kyugetsu", "丘月"),
    (2, -1): ("Shingetsu", "新月"),
    (0, -2): ("Zuisei", "瑞星"),
    (1, -2): ("Sangetsu", "山月"),
    (2, -2): ("Yusei", "游星"),
}
_INDIRECT = {
    (2, 2): ("Chosei", "长星"),
    (2, 1): ("Kyogetsu", "峡月"),
    (2, 0): ("Kosei", "恒星"),
    (2, -1): ("Suigetsu", "水月"),
    (2, -2): ("Ryusei", "流星"),
    (1, 0): ("Ungetsu", "云月"),
    (1, -1): ("Hogetsu", "浦月"),
    (1, -2): ("Rangetsu", "岚月"),
    (0, -1): ("Gingetsu", "银月"),
    (0, -2): ("Myojo", "明星"),
    (-1, -1): ("Shagetsu", "斜月"),
    (-1, -2): ("Meigetsu", "名月"),
    (-2, -2): ("Suisei", "彗星"),
}
"""Black's second stone by its distance from the first one, in the middle: to the right and up. White's stone lies above
the first one, or above it and to the right."""

_SYMMETRIES = [(a, b, swapped) for a in (1, -1) for b in (1, -1) for swapped in (False, True)]


def renju_opening(moves: Sequence[Any], middle: str) -> Name | None:
    """The name of the opening of three stones, the first of them in the middle of the board; None for other stones.

    >>> renju_opening(["h8", "h9", "i9"], "h8"), renju_opening(["h8", "g7", "g8"], "h8"), renju_opening(["h8"], "h8")
    (('Kagetsu', '花月'), ('Ungetsu', '云月'), None)
    """
    texts = [str(move) for move in moves[:3]]
    if len(texts) < 3 or texts[0] != middle:
        return None
    (white, black) = ((ord(text[0]) - ord(middle[0]), int(text[1:]) - int(middle[1:])) for text in texts[1:])
    for a, b, swapped in _SYMMETRIES:
        (x, y), third = ((a * p, b * q) if not swapped else (b * q, a * p) for p, q in (white, black))
        names = {(0, 1): _DIRECT, (1, 1): _INDIRECT}.get((x, y), {})
        if third in names:
            return names[third]
    return None
