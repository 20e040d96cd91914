"""Boards as small pictures: plain SVG text, without style sheets or identifiers that could meet others on a page."""

from collections.abc import Iterable, Iterator
from operator import index

import numpy as np
import numpy.typing as npt

from boyi.errors import OptionError
from boyi.markup import element
from boyi.pieces import checked, drawn

__all__ = ["gomoku_board", "gomoku_places", "xiangqi_board", "xiangqi_places", "xiangqi_relabelled"]

_CELL = 40
_MARGIN = 36
_WIDTH = 2 * _MARGIN + 8 * _CELL
_HEIGHT = 2 * _MARGIN + 9 * _CELL

_FITS = 'style="max-width:100%;height:auto"'
"""Makes a picture narrower where a page is narrower than it."""

_LETTERS = "KAEHRCP"
"""The pieces in the notation WXF."""

_RED = "帥仕相傌俥炮兵"
_BLACK = "將士象馬車砲卒"
_NAMES = {"characters": (_RED, _BLACK), "letters": (_LETTERS, _LETTERS)}
_RIVER = {"characters": ((2, "楚 河"), (6, "漢 界")), "letters": ()}
"""What stands between the halves of the board: where, in cells from the left, and the words."""
_FONT = "'Noto Serif CJK SC','Noto Serif SC','Songti SC','AR PL UKai CN',KaiTi,SimSun,serif"

_WOOD, _LINE, _DISC = "#f0d9a8", "#5b3d1e", "#fdf6e3"
_RED_INK, _BLACK_INK, _MARK, _ARROW = "#b01818", "#16161a", "#0f7b6c", "#1557b0"


def xiangqi_board(
    array: npt.ArrayLike,
    *,
    turn: str,
    last_move: tuple[str, str] | None = None,
    arrows: Iterable[tuple[str, str]] = (),
    size: int = 360,
    flipped: bool = False,
    pieces: str | None = None,
) -> str:
    """A xiangqi board as the text of an SVG picture of at most 8 kB.

    Args:
        array: pieces as ``Position.to_array()`` gives them: ``array[rank, file]``, rank 0 red's back rank; 1 to 7 are
            red's king, advisor, elephant, horse, chariot, cannon, pawn, negative numbers black's, 0 is empty.
        turn: ``"red"`` or ``"black"``, named in the picture's title.
        last_move: squares from and to that are marked, as ``("h2", "e2")``.
        arrows: pairs of squares joined by arrows.
        size: width in pixels, 1 or more; the height follows.
        flipped: black at the bottom.
        pieces: ``"characters"`` on the discs, or the ``"letters"`` K A E H R C P of the notation WXF; None: what
            :func:`boyi.set_pieces` says.

    Raises:
        OptionError: for an array of another shape or with other numbers, an unknown square, pieces that are drawn
            neither way, or a size below 1.

    >>> import numpy as np
    >>> board = np.zeros((10, 9), dtype=np.int8)
    >>> board[0, 4], board[9, 3] = 1, -1
    >>> picture = xiangqi_board(board, turn="red", arrows=[("e0", "e1")])
    >>> picture[:4], "帥" in picture, "兵" in picture
    ('<svg', True, False)
    """
    placed = np.asarray(array)
    if placed.shape != (10, 9) or not np.isin(placed, np.arange(-7, 8)).all():
        raise OptionError(f"a xiangqi board is an array of shape (10, 9) with numbers from -7 to 7, not {placed!r}")
    names = drawn() if pieces is None else checked(pieces)
    _check_size(size)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{round(size * _HEIGHT / _WIDTH)}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}" {_FITS} role="img">{element("title", f"xiangqi, {turn} to move")}',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="6" fill="{_WOOD}"/>',
        _grid(names),
        _labels(flipped),
        *([_last_move(last_move, flipped)] if last_move else []),
        _pieces(placed, flipped, *_NAMES[names]),
        *(_arrow(_point(start, flipped), _point(end, flipped)) for start, end in arrows),
        "</svg>",
    ]
    return "".join(parts)


def _check_size(size: int) -> None:
    """Refuses a width that is no whole number of pixels."""
    if index(size) < 1:
        raise OptionError(f"size {size}: expected a width of 1 pixel or more")


def _point(square: str, flipped: bool) -> tuple[int, int]:
    """Where a square such as ``"h2"`` lies in the picture."""
    if len(square) != 2 or square[0] not in "abcdefghi" or square[1] not in "0123456789":
        raise OptionError(f"square {square!r}: expected a file from a to i and a rank from 0 to 9")
    return _place("abcdefghi".index(square[0]), int(square[1]), flipped)


def _place(file: int, rank: int, flipped: bool) -> tuple[int, int]:
    """The picture's x and y of a file and a rank."""
    column, row = (8 - file, rank) if flipped else (file, 9 - rank)
    return _MARGIN + _CELL * column, _MARGIN + _CELL * row


def xiangqi_places(flipped: bool = False) -> dict[str, tuple[float, float]]:
    """Where the squares of :func:`xiangqi_board` lie: distances from the left and from the top in per cent.

    >>> xiangqi_places()["e0"][0], xiangqi_places()["e0"] == xiangqi_places(flipped=True)["e9"]
    (50.0, True)
    """
    places = ((f"{'abcdefghi'[file]}{rank}", _place(file, rank, flipped)) for rank in range(10) for file in range(9))
    return {name: (round(100 * x / _WIDTH, 3), round(100 * y / _HEIGHT, 3)) for name, (x, y) in places}


def gomoku_places(rows: int, cols: int, flipped: bool = False) -> dict[str, tuple[float, float]]:
    """Where the points of :func:`gomoku_board` lie: distances from the left and from the top in per cent.

    >>> gomoku_places(15, 15)["h8"]
    (50.0, 50.0)
    """
    places = {}
    for rank in range(rows):
        for file in range(cols):
            column, row = (cols - 1 - file, rank) if flipped else (file, rows - 1 - rank)
            place = round(100 * (column + 1) / (cols + 1), 3), round(100 * (row + 1) / (rows + 1), 3)
            places[f"{chr(ord('a') + file)}{rank + 1}"] = place
    return places


def _grid(pieces: str) -> str:
    """Lines, palaces, river and the marks of cannons and pawns, the same from both sides.

    ``pieces`` says what stands on the discs.
    """
    m, c = _MARGIN, _CELL
    lines = [f"M{m} {m + c * row}h{8 * c}" for row in range(10)]
    lines += [f"M{m + c * column} {m}v{4 * c}m0 {c}v{4 * c}" for column in range(1, 8)]
    lines += [f"M{m + 3 * c} {m + top * c}l{2 * c} {2 * c}m0-{2 * c}l-{2 * c} {2 * c}" for top in (0, 7)]
    frame = f'<rect x="{m}" y="{m}" width="{8 * c}" height="{9 * c}" stroke-width="2"/>'
    river = "".join(f'<text x="{m + x * c}" y="{m + 4.5 * c + 8:g}">{text}</text>' for x, text in _RIVER[pieces])
    return (
        f'<g fill="none" stroke="{_LINE}">{frame}<path d="{"".join(lines)}{"".join(_corners())}"/></g>'
        f'<g fill="{_LINE}" opacity=".55" font-size="22" text-anchor="middle" font-family="{_FONT}">{river}</g>'
    )


def _corners() -> Iterator[str]:
    """Small angles around the points where cannons and pawns stand at first."""
    points = [(x, y) for y in (2, 7) for x in (1, 7)] + [(x, y) for y in (3, 6) for x in (0, 2, 4, 6, 8)]
    for x, y in points:
        for right, down in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            if 0 <= x + right <= 8:
                yield f"M{_MARGIN + _CELL * x + 4 * right} {_MARGIN + _CELL * y + 10 * down}v{-6 * down}h{6 * right}"


_LABELS = f'<g fill="{_LINE}" font-size="12" text-anchor="middle" font-family="sans-serif">'


def _labels(flipped: bool) -> str:
    """The letters of the files under the board, and the numbers of the ranks on its left."""
    texts = [(_place(file, 0, flipped)[0], _HEIGHT - 5, "abcdefghi"[file]) for file in range(9)]
    texts += [(9, _place(0, rank, flipped)[1] + 4, str(rank)) for rank in range(10)]
    inner = "".join(f'<text x="{x}" y="{y}">{text}</text>' for x, y, text in texts)
    return f"{_LABELS}{inner}</g>"


_FILES = {"chinese": ("九八七六五四三二一", "123456789"), "wxf": ("987654321", "123456789")}
"""What the files are called in notations that count them from the right of each side: red's names and black's."""


def xiangqi_relabelled(picture: str, notation: str, flipped: bool) -> str:
    """A picture of :func:`xiangqi_board` with the names that files have in a notation.

    Chinese notations and WXF count files from the right of each side: red's names stand at red's edge, black's at
    black's, and ranks have no names. Other notations keep the letters and numbers.

    >>> board = xiangqi_board(np.zeros((10, 9)), turn="red")
    >>> "九" in xiangqi_relabelled(board, "chinese", False), xiangqi_relabelled(board, "iccs", False) == board
    (True, True)
    """
    if notation not in _FILES and not notation.startswith("chinese-"):
        return picture
    names = zip(_FILES[notation.partition("-")[0]], (0, 9), strict=True)
    texts = [
        (x, _HEIGHT - 5 if y > _HEIGHT / 2 else 14, name[file])
        for name, rank in names
        for file in range(9)
        for x, y in [_place(file, rank, flipped)]
    ]
    inner = "".join(f'<text x="{x}" y="{y}">{text}</text>' for x, y, text in texts)
    return picture.replace(_labels(flipped), f"{_LABELS}{inner}</g>")


def _last_move(move: tuple[str, str], flipped: bool) -> str:
    """A dotted ring where the piece came from, a coloured square where it stands."""
    (x1, y1), (x2, y2) = (_point(square, flipped) for square in move)
    return (
        f'<circle cx="{x1}" cy="{y1}" r="13" fill="none" stroke="{_MARK}" stroke-width="3" stroke-dasharray="4 3"/>'
        f'<rect x="{x2 - 20}" y="{y2 - 20}" width="40" height="40" rx="5" fill="{_MARK}" fill-opacity=".75"/>'
    )


def _pieces(pieces: npt.NDArray[np.int8], flipped: bool, red: str, black: str) -> str:
    """Discs with the names of the pieces of both sides, red ones first."""
    return _side(pieces, red, _RED_INK, flipped) + _side(-pieces, black, _BLACK_INK, flipped)


def _side(pieces: npt.NDArray[np.int8], names: str, ink: str, flipped: bool) -> str:
    """The discs of the side whose pieces are positive."""
    placed = [(*_place(file, rank, flipped), names[pieces[rank, file] - 1]) for rank, file in np.argwhere(pieces > 0)]
    discs = "".join(f'<circle cx="{x}" cy="{y}" r="17"/>' for x, y, _ in placed)
    rings = "".join(f"M{x - 14} {y}a14 14 0 1 0 28 0a14 14 0 1 0-28 0" for x, y, _ in placed)
    texts = "".join(f'<text x="{x}" y="{y + 7}">{name}</text>' for x, y, name in placed)
    return (
        f'<g fill="{_DISC}" stroke="{ink}" stroke-width="1.6">{discs}'
        f'<path d="{rings}" fill="none" stroke-width=".7"/></g>'
        f'<g fill="{ink}" font-size="20" font-weight="600" text-anchor="middle" font-family="{_FONT}">{texts}</g>'
    )


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    """An arrow from the rim of one piece to the middle of another point."""
    (x1, y1), (x2, y2) = start, end
    length = float(np.hypot(x2 - x1, y2 - y1))
    if length == 0:
        return ""
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    start_x, start_y = x1 + 14 * ux, y1 + 14 * uy
    base_x, base_y = x2 - 16 * ux, y2 - 16 * uy
    head = " ".join(
        f"{x:.1f},{y:.1f}"
        for x, y in ((x2, y2), (base_x - 9 * uy, base_y + 9 * ux), (base_x + 9 * uy, base_y - 9 * ux))
    )
    return (
        f'<g opacity=".8" stroke="{_ARROW}" fill="{_ARROW}">'
        f'<path d="M{start_x:.1f} {start_y:.1f}L{base_x:.1f} {base_y:.1f}" stroke-width="6" stroke-linecap="round"/>'
        f'<polygon points="{head}"/></g>'
    )


_BLACK_STONE, _WHITE_STONE, _CROSS = "#16161a", "#fbfaf5", "#b01818"


def gomoku_board(
    array: npt.ArrayLike,
    *,
    moves: Iterable[str] = (),
    crosses: Iterable[str] = (),
    arrows: Iterable[str] = (),
    size: int = 360,
    flipped: bool = False,
) -> str:
    """A gomoku board as the text of an SVG picture.

    Args:
        array: stones as ``Position.to_array()`` gives them: ``array[rank, file]``, 0 empty, 1 black, 2 white.
        moves: points in the order played; their stones are numbered, the last one is marked.
        crosses: points marked with a cross, such as renju's forbidden ones.
        arrows: points where moves are proposed, marked with dotted rings: a move of gomoku comes from nowhere. Several
            are numbered in their order.
        size: width in pixels, 1 or more; the height follows.
        flipped: the board turned by 180 degrees.

    Raises:
        OptionError: for an array with other numbers, or a size below 1.

    >>> import numpy as np
    >>> board = np.zeros((15, 15), dtype=np.int8)
    >>> board[7, 7] = 1
    >>> picture = gomoku_board(board, moves=["h8"], crosses=["a1"])
    >>> picture[:4], picture.count("<circle"), picture.count("<path")
    ('<svg', 1, 2)
    """
    stones = np.asarray(array)
    if stones.ndim != 2 or not np.isin(stones, (0, 1, 2)).all():
        raise OptionError(f"a gomoku board is an array of two dimensions with numbers from 0 to 2, not {stones!r}")
    _check_size(size)
    rows, cols = stones.shape
    width, height = _CELL * (cols + 1), _CELL * (rows + 1)
    numbers = {point: number for number, point in enumerate(moves, 1)}

    def place(rank: int, file: int) -> tuple[int, int]:
        column, row = (cols - 1 - file, rank) if flipped else (file, rows - 1 - rank)
        return _CELL * (column + 1), _CELL * (row + 1)

    def spot(point: str) -> tuple[int, int]:
        return place(int(point[1:]) - 1, ord(point[0]) - ord("a"))

    lines = "".join(
        [f"M{_CELL} {_CELL * (rank + 1)}h{_CELL * (cols - 1)}" for rank in range(rows)]
        + [f"M{_CELL * (file + 1)} {_CELL}v{_CELL * (rows - 1)}" for file in range(cols)]
    )
    parts = [
        f'<rect width="{width}" height="{height}" rx="6" fill="{_WOOD}"/>',
        f'<path d="{lines}" stroke="{_LINE}" fill="none"/>',
        f'<g font-size="14" font-family="sans-serif" text-anchor="middle" fill="{_LINE}">',
        *(f'<text x="{place(0, file)[0]}" y="{height - 8}">{chr(ord("a") + file)}</text>' for file in range(cols)),
        *(f'<text x="12" y="{place(rank, 0)[1] + 5}">{rank + 1}</text>' for rank in range(rows)),
        "</g>",
        '<g font-size="15" font-family="sans-serif" text-anchor="middle">',
    ]
    for rank, file in np.argwhere(stones):
        x, y = place(rank, file)
        number = numbers.get(f"{chr(ord('a') + file)}{rank + 1}")
        stone, ink = (_BLACK_STONE, _WHITE_STONE) if stones[rank, file] == 1 else (_WHITE_STONE, _BLACK_STONE)
        last = number is not None and number == len(numbers)
        edge = f'stroke="{_MARK}" stroke-width="4"' if last else f'stroke="{_LINE}"'
        parts.append(f'<circle cx="{x}" cy="{y}" r="{_CELL * 0.45:g}" fill="{stone}" {edge}/>')
        if number is not None:
            parts.append(f'<text x="{x}" y="{y + 5}" fill="{ink}">{number}</text>')
    marks = "".join(f"M{x - 8} {y - 8}l16 16m0-16l-16 16" for x, y in map(spot, crosses))
    parts.append("</g>")
    proposed = [spot(point) for point in arrows]
    for number, (x, y) in enumerate(proposed, 1):
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="{_CELL * 0.4:g}" fill="none" stroke="{_ARROW}" stroke-width="3" '
            f'stroke-dasharray="4 3"/>'
        )
        if len(proposed) > 1:
            parts.append(
                f'<text x="{x}" y="{y + 5}" fill="{_ARROW}" font-size="15" font-family="sans-serif" '
                f'text-anchor="middle">{number}</text>'
            )
    if marks:
        parts.append(f'<path d="{marks}" stroke="{_CROSS}" stroke-width="3" fill="none"/>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" viewBox="0 0 {width} {height}" {_FITS}>'
    return head + "".join(parts) + "</svg>"
