"""Gomoku games as SGF (FF[4], GM[4]): property lists in brackets, see https://www.red-bean.com/sgf.

What SGF says of a move beyond comments and annotations, such as marks on the board, is kept as a line of the comment in
SGF's own form, ``TR[dd][pd]``, and written back as it was.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from boyi.errors import BoyiError, OptionError, RecordError
from boyi.gomoku import RULES, Position
from boyi.records.game import Game, Node, joined_comments

__all__ = ["declared", "read", "write"]

Properties = dict[str, list[str]]

_TEXT = r"[^\]\\]*(?:\\.[^\]\\]*)*"
"""The text of a value: up to the first closing bracket that no backslash stands before."""

_TOKEN = re.compile(rf"\s*(?:([();])|([A-Za-z]+)((?:\s*\[{_TEXT}\])+)|\Z)", re.DOTALL)
_VALUE = re.compile(rf"\[({_TEXT})\]", re.DOTALL)
_OUTSIDE, _INSIDE = re.compile(r"[()\[]"), re.compile(r"[\]\\]")
"""What a text is searched for to find the end of a game: outside of values, and inside of one."""

_KEPT = re.compile(r"([A-Z]{1,2})(\[(?:\\.|[^\]\\\n])*\])+")
"""A line of a comment that is a property."""

_HEADERS = {
    "PB": "Black",
    "PW": "White",
    "BT": "BlackTeam",
    "WT": "WhiteTeam",
    "EV": "Event",
    "DT": "Date",
    "PC": "Site",
    "RO": "Round",
    "GN": "Title",
    "ON": "Opening",
    "AN": "Annotator",
    "SO": "Source",
}
"""Properties of the game, and names of headers."""

_GLYPHS = {"TE": 1, "BM": 2, "IT": 5, "DO": 6}
"""Annotations of moves, and numeric glyphs."""

_BEGIN = "GM[4]FF[4]"
"""What games begin with that are written."""

_SETUP = {"AB": "X", "AW": "O"}

_READ = frozenset(("B", "W", "C", "N", "MN", *_GLYPHS, *_SETUP))
"""Properties of moves that are more than a line of the comment."""


def read(pieces: Iterable[str], rules: str) -> Iterator[Game | RecordError]:
    """The games of a file that is read piece by piece, and the errors of those that cannot be read."""
    line = 1
    for text in _split(pieces):
        yield _game(text, rules, line)
        line += text.count("\n")


def _split(pieces: Iterable[str]) -> Iterator[str]:
    """The texts of the games: each ends with the bracket that closes its first one, and the last with the file."""
    parts: list[str] = []
    depth, inside, at = 0, False, 0
    for piece in pieces:
        start = 0
        while found := (_INSIDE if inside else _OUTSIDE).search(piece, at):
            sign, at = found[0], found.end()
            if sign == "\\":
                at += 1  # it may lie in the next piece
            elif sign in "[]":
                inside = sign == "["
            else:
                depth += 1 if sign == "(" else -1
                if depth <= 0:
                    yield "".join([*parts, piece[start:at]])
                    parts, depth, start = [], 0, at
        at = max(at - len(piece), 0)
        parts.append(piece[start:])
    rest = "".join(parts)
    if rest.strip():
        yield rest


def _game(text: str, rules: str, line: int) -> Game | RecordError:
    line += text[: len(text) - len(text.lstrip())].count("\n")
    try:
        if "\0" in text:
            raise RecordError("bytes that are no text in this encoding")
        return _Reader(rules).read(text)
    except RecordError as error:
        return RecordError(error.reason, line=line + (error.line or 1) - 1)
    except BoyiError as error:
        return RecordError(str(error), line=line)


class _Reader:
    """Reads a game: keeps the node, and the position there, of each line that is open."""

    def __init__(self, rules: str) -> None:
        self.rules = rules
        self.game: Game | None = None
        self.node: Node | None = None
        self.said: dict[Node, list[str]] = {}
        """Comments by node: a move that stands in several variations has several."""
        self.position: Any = None

    def read(self, text: str) -> Game:
        """The game of a text from its first to its last bracket."""
        at, outer, begun = 0, [], False
        properties: Properties | None = None
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise self._fail(
                    text, at, f"unreadable {text[at:].strip()[:30]!r}: expected SGF such as (;GM[4]SZ[15];B[hh])"
                )
            sign, name, values = found.groups()
            if sign is None and name is None:
                break
            try:
                if name is not None:
                    if properties is None:
                        raise RecordError(f'{name} stands before the first node: expected "(;"')
                    key = "".join(letter for letter in name if letter.isupper())
                    properties.setdefault(key, []).extend(_VALUE.findall(values))
                else:
                    if properties is not None:
                        self._take(properties)
                    properties = {} if sign == ";" else None
                    if sign == "(":
                        outer.append((self.node, self.position))
                        begun = True
                    elif sign == ")":
                        if not outer:
                            raise RecordError("a bracket closes that has not opened")
                        self.node, self.position = outer.pop()
                        if not outer:
                            at = found.end()
                            break
                    elif not begun:
                        raise RecordError('no game: expected "(" before the first node')
            except BoyiError as error:
                raise self._fail(
                    text, found.start(), error.reason if isinstance(error, RecordError) else str(error)
                ) from None
            at = found.end()
        if outer or self.game is None:
            raise self._fail(text, len(text), 'the game has no end: expected ")"')
        self.game.trailer = text[at:].strip()
        for node, comments in self.said.items():
            node.comment = joined_comments(comments)
        return self.game

    @staticmethod
    def _fail(text: str, at: int, reason: str) -> RecordError:
        return RecordError(reason, line=1 + text[:at].count("\n"))

    def _take(self, properties: Properties) -> None:
        """Takes the properties of a node."""
        if self.game is None:
            self._begin(properties)
        assert self.game is not None
        if self.node is None:
            raise RecordError("a second game in the brackets of the first")
        colours = [colour for colour in ("B", "W") if colour in properties]
        if len(colours) > 1 or any(name in properties for name in _SETUP):
            raise RecordError("a node with two moves, or stones set up within a game: expected a move a node")
        if colours:
            self._play(colours[0], properties.pop(colours[0]))
        properties.pop("MN", None)
        self._annotate(self.node, properties)

    def _begin(self, properties: Properties) -> None:
        """Makes the game of the first node's properties."""
        if properties.pop("GM", ["4"]) != ["4"]:
            raise RecordError("it is no game of gomoku: expected GM[4]")
        for name in ("FF", "CA"):
            properties.pop(name, None)
        size = properties.pop("SZ", ["15"])[0].strip()
        if not re.fullmatch(r"\d{1,2}(:\d{1,2})?", size):
            raise RecordError(f"SZ[{size}]: expected the size of a board, such as SZ[15]")
        cols, rows = (int(part) for part in (size.split(":") * 2)[:2])
        said = _joined(properties.get("RU", []))
        rule = self.rules or _rule(said)
        if said in RULES:
            properties.pop("RU")
        self.game = Game(self._start(properties, rows, cols, rule))
        self.node, self.position = self.game.root, self.game.start
        result = _joined(properties.get("RE", []))
        first, _, _ = result.partition("+")
        self.game.result = {"B": "1-0", "W": "0-1", "0": "1/2-1/2", "Draw": "1/2-1/2"}.get(first, "*")
        if result in ("B+", "W+", "0", "?", ""):
            properties.pop("RE", None)
        own = {"C", "N", "B", "W", *_GLYPHS}
        for name in [name for name in properties if name not in own]:
            self.game.headers[_HEADERS.get(name, name)] = _joined(properties.pop(name))

    @staticmethod
    def _start(properties: Properties, rows: int, cols: int, rule: str) -> Position:
        stones = {name: properties.pop(name) for name in _SETUP if name in properties}
        turn = properties.pop("PL", [""])[0].strip().upper()[:1]
        if not stones and turn != "W":
            return Position(rows=rows, cols=cols, rule=rule)
        board = [["."] * cols for _ in range(rows)]
        for name, points in stones.items():
            for point in points:
                for file, row in _points(point, rows, cols):
                    if board[row][file] != ".":
                        raise RecordError(f"{name}[{point}]: a stone stands there already, expected each point once")
                    board[row][file] = _SETUP[name]
        text = "\n".join("".join(row) for row in board)
        sides = {"B": "black", "W": "white"}
        return Position.from_text(text, rule, turn=sides.get(turn))

    def _play(self, colour: str, points: list[str]) -> None:
        assert self.node is not None
        expected = "B" if self.position.turn == "black" else "W"
        found = list(_points(points[0], self.position.rows, self.position.cols)) if points[0].strip() else []
        if len(points) != 1 or len(found) != 1:
            raise RecordError(f"{colour}[{']['.join(points)}]: expected one point, such as B[hh]; passes are no moves")
        if colour != expected:
            raise RecordError(f"{colour}[{points[0]}]: expected a move of {self.position.turn}")
        (file, row), rows = found[0], self.position.rows
        move = self.position.parse(f"{chr(97 + file)}{rows - row}")
        child = next((child for child in self.node.children if child.move == move), None)
        if child is None:
            child = Node(self.node, move)
            self.node.children.append(child)
        self.node, self.position = child, self.position.play(move)

    def _annotate(self, node: Node, properties: Properties) -> None:
        for name in [name for name in properties if name in _GLYPHS]:
            properties.pop(name)
            if _GLYPHS[name] not in node.glyphs:
                node.glyphs.append(_GLYPHS[name])
        said = [_plain(value) for name in ("N", "C") for value in properties.pop(name, [])]
        kept = [name + "".join(f"[{value}]" for value in values) for name, values in properties.items()]
        if said or kept:
            self.said.setdefault(node, []).append("\n".join([*said, *(" ".join(line.split()) for line in kept)]))


def _rule(text: str) -> str:
    """The rule that ``RU`` names."""
    found = [rule for rule in RULES if rule in text.lower()]
    return found[0] if found else "freestyle"


def _plain(value: str) -> str:
    """A value without escapes: a line that ends with one goes on."""
    if "\\" in value:
        value = re.sub(r"\\(\r\n|\n\r|.)", lambda found: found[1].strip("\r\n"), value, flags=re.DOTALL)
    return value.replace("\r\n", "\n")


def _joined(values: list[str]) -> str:
    """The values of a property of the game as one line."""
    return " ".join("][".join(map(_plain, values)).split())


def _points(text: str, rows: int, cols: int) -> Iterator[tuple[int, int]]:
    """The files and rows, from the top, of a point ``dd`` or a rectangle ``aa:cc``."""
    corners = text.strip().lower().split(":")
    if len(corners) > 2 or not all(re.fullmatch(r"[a-z]{2}", corner) for corner in corners):
        raise RecordError(f'point {text!r}: expected two letters, such as "hh"')
    (left, top), (right, bottom) = ([ord(letter) - 97 for letter in corner] for corner in (corners * 2)[:2])
    if right >= cols or bottom >= rows:
        raise RecordError(f"point {text!r}: outside the board of {cols} files and {rows} rows")
    yield from ((file, row) for row in range(top, bottom + 1) for file in range(left, right + 1))


def write(game: Game, _notation: str) -> str:
    """A game in SGF."""
    start: Any = game.start
    size = f"{start.rows}" if start.rows == start.cols else f"{start.cols}:{start.rows}"
    if start.k != 5:
        raise OptionError(f"rows of {start.k} cannot be written as SGF: expected a game of five in a row")
    head = [f"{_BEGIN}CA[UTF-8]SZ[{size}]"]
    names = {header: name for name, header in _HEADERS.items()}
    if "RU" not in game.headers:
        head.append(f"RU[{start.rule}]")
    head += [f"{_property(names.get(name, name), name)}[{_escaped(value)}]" for name, value in game.headers.items()]
    if "RE" not in game.headers:
        head.append({"1-0": "RE[B+]", "0-1": "RE[W+]", "1/2-1/2": "RE[0]", "*": ""}[game.result])
    head.append(_setup(start))
    parts = [f"(;{''.join(head)}{_said(game.root)}"]
    waiting: list[Any] = [(game.root, 0)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        node, ply = item
        if node.parent is not None:
            parts.append(f"\n;{_move(node.move, ply, start)}{_said(node)}")
        if len(node.children) == 1:
            waiting.append((node.children[0], ply + 1))
        for child in reversed(node.children if len(node.children) > 1 else []):
            waiting += [")", (child, ply + 1), "\n("]
    return "".join([*parts, ")\n", f"{game.trailer}\n" if game.trailer else ""])


def declared(text: str, encoding: str) -> str:
    """The text of :func:`write` for a file in an encoding, which SGF names in the property CA."""
    return text.replace(f"(;{_BEGIN}CA[UTF-8]", f"(;{_BEGIN}CA[{encoding.upper()}]", 1)


def _property(name: str, header: str) -> str:
    if not re.fullmatch(r"[A-Z]{1,2}", name) or name in ("GM", "FF", "CA", "SZ", "B", "W", "C"):
        raise OptionError(f"header {header!r} cannot be written as SGF: expected one of {tuple(_HEADERS.values())}")
    return name


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _setup(start: Any) -> str:
    """The stones of the first position, and its side to move, where they are not those of an empty board."""
    board = start.to_array()
    stones = {
        colour: [(file, rank) for rank, file in zip(*(board == n).nonzero(), strict=True)]
        for n, colour in ((1, "AB"), (2, "AW"))
    }
    texts = [
        name + "".join(f"[{chr(97 + file)}{chr(97 + start.rows - 1 - rank)}]" for file, rank in points)
        for name, points in stones.items()
        if points
    ]
    return "".join([*texts, *([f"PL[{start.turn[0].upper()}]"] if texts or start.turn == "white" else [])])


def _move(move: Any, ply: int, start: Any) -> str:
    """Move number ``ply`` of a game."""
    text = str(move)
    black = (start.turn == "black") == (ply % 2 == 1)
    return f"{'B' if black else 'W'}[{text[0]}{chr(97 + start.rows - int(text[1:]))}]"


def _said(node: Node) -> str:
    """Comment, marks and annotations of a node."""
    if node.comment_before or set(node.glyphs) - set(_GLYPHS.values()):
        raise OptionError(f"comments before moves, and glyphs but {tuple(_GLYPHS.values())}, cannot be written as SGF")
    comment = node.comment.split("\n")
    kept: dict[str, str] = {}
    # What stands at the end of a comment when it is read; the properties of the first node are headers.
    while node.parent is not None and comment and (found := _KEPT.fullmatch(comment[-1])):
        if found[1] in kept or found[1] in _READ or found[0] != " ".join(found[0].split()):
            break
        kept[found[1]] = comment.pop()
    glyphs = {number: name for name, number in _GLYPHS.items()}
    annotated = "".join(f"{glyphs[glyph]}[1]" for glyph in node.glyphs)
    said = _escaped("\n".join(comment))
    return annotated + "".join(reversed(kept.values())) + (f"C[{said}]" if said else "")
