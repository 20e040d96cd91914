"""Xiangqi games as DhtmlXQ, the text of many Chinese sites: ``[DhtmlXQ_name]value[/DhtmlXQ_name]``.

A move is four digits: file and rank of both squares, files from red's left, ranks from the top, all from 0. Values are
written as such sites write them: ``||`` for the end of a line in comments. ``move_P_S_N`` is variation number N, which
branches from line P (0 is ``movelist``) and replaces the S-th move since the start; ``commentN_S`` is said of the S-th
move in line N, ``commentS`` in line 0, ``comment0`` of the start.
"""

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from typing import Any

from boyi.errors import BoyiError, OptionError, RecordError
from boyi.records.game import Game, Node
from boyi.xiangqi import START, Position

__all__ = ["read", "write"]

_PIECES = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
"""The pieces in the order of ``binit``."""

_TAG = re.compile(r"\[(/?)DhtmlXQ_(\w+)\]")

_END = "[/DhtmlXQ]"

_VERSION = "www_dpxq_com"

_HEADERS = {
    "title": "Title",
    "event": "Event",
    "date": "Date",
    "place": "Site",
    "round": "Round",
    "red": "Red",
    "black": "Black",
    "redteam": "RedTeam",
    "blackteam": "BlackTeam",
    "open": "Opening",
    "author": "Annotator",
}
"""Names of the site's fields, and of headers."""

_RESULTS = {"红胜": "1-0", "紅勝": "1-0", "黑胜": "0-1", "黑勝": "0-1", "和局": "1/2-1/2", "和棋": "1/2-1/2"}
_WRITTEN = {"1-0": "红胜", "0-1": "黑胜", "1/2-1/2": "和局", "*": "未知"}

_UNNAMED = "DhtmlXQ-"
"""What the names of headers begin with for fields that are no other header."""

_MOST_DIGITS = 9
"""Digits of the largest number of a line or a move."""

Place = tuple[Node, Any]
"""A node, and its position."""


class _Line:
    """A line of moves that leaves another one: its own places, and where to find those before them.

    Every place before the line's own ones is found in logarithmic time, however many lines leave one another: ``jump``
    is an ancestor further away than ``parent`` (Eugene Myers, *An applicative random-access stack*, 1983).
    """

    __slots__ = ("age", "first", "jump", "parent", "places")

    def __init__(self, first: int, parent: "_Line | None" = None) -> None:
        # The parent is the line that has the place before the first own one, so that `first` grows with the age.
        self.parent = None if parent is None else parent._owner(first - 1)
        self.first = first
        self.places: list[Place] = []
        self.age: int = 0 if self.parent is None else self.parent.age + 1
        self.jump = self.parent
        if self.parent is not None and self.parent.jump is not None and self.parent.jump.jump is not None:
            near, far = self.parent.jump, self.parent.jump.jump
            if self.parent.age - near.age == near.age - far.age:
                self.jump = far

    def place(self, ply: int) -> Place | None:
        """The place after so many moves since the start, if the line has it."""
        if ply < 0:
            return None
        owner = self._owner(ply)
        return owner.places[ply - owner.first] if ply - owner.first < len(owner.places) else None

    def _owner(self, ply: int) -> "_Line":
        line = self
        while ply < line.first:
            assert line.jump is not None and line.parent is not None
            line = line.jump if ply < line.jump.first else line.parent
        return line


def read(pieces: Iterable[str], rules: str) -> Iterator[Game | RecordError]:
    """The games of a file that is read piece by piece, and the errors of those that cannot be read."""
    line = 1
    for text in _split(pieces):
        if text.endswith(_END) or any(_fields(text)):
            yield _game(text, rules, line)
        line += text.count("\n")


def _split(pieces: Iterable[str]) -> Iterator[str]:
    """The texts of the games, with their ends, and what stands behind the last one."""
    parts: list[str] = []
    cut = ""  # the last characters of what has come, which may begin an end
    for piece in pieces:
        text, start = cut + piece, 0
        while (end := text.find(_END, start)) >= 0:
            yield "".join([*parts, text[start : end + len(_END)]])
            parts, start = [], end + len(_END)
        whole = max(start, len(text) - len(_END) + 1)
        parts.append(text[start:whole])
        cut = text[whole:]
    yield "".join([*parts, cut])


def _fields(text: str) -> Iterator[tuple[str, str]]:
    """Names and values of the fields: from the name in brackets to the first end of that name."""
    marks = list(_TAG.finditer(text))
    ends: dict[str, deque[re.Match[str]]] = defaultdict(deque)
    for mark in marks:
        if mark[1]:
            ends[mark[2]].append(mark)
    at = 0
    for mark in marks:
        if mark[1] or mark.start() < at:
            continue
        own = ends[mark[2]]
        while own and own[0].start() < mark.end():
            own.popleft()
        if own:
            at = own[0].end()
            yield mark[2], text[mark.end() : own[0].start()]


def _game(text: str, rules: str, line: int) -> Game | RecordError:
    blank = len(text) - len(text.lstrip())
    line += text[:blank].count("\n")
    try:
        return _read_game(text, rules)
    except BoyiError as error:
        return RecordError(str(error), line=line)


def _read_game(text: str, rules: str) -> Game:
    if "\0" in text:
        raise RecordError("bytes that are no text in this encoding")
    fields: dict[str, str] = {}
    for name, value in _fields(text):
        if name in fields:
            raise RecordError(f"the field {name} stands twice in one game: expected each once")
        fields[name] = value
    if "movelist" not in fields:
        raise RecordError("no [DhtmlXQ_movelist]: expected the moves of a game")
    game = Game(_start(fields, rules))
    main = _Line(0)
    main.places.append((game.root, game.start))
    lines = {0: main}
    _add(main, fields.pop("movelist"), "movelist", main.places[0])
    branches = [name for name in fields if re.fullmatch(r"move_\d+_\d+_\d+", name)]
    _branch(lines, {name: fields.pop(name) for name in branches})
    for name in [name for name in fields if re.fullmatch(r"comment\d+(_\d+)?", name)]:
        *number, ply = _numbers(name, "comment")
        line = lines.get(number[0] if number else 0)
        place = None if line is None else line.place(ply)
        if place is None:
            raise RecordError(f"{name} is on a move that is not there")
        place[0].comment = fields.pop(name).replace("||", "\n")
    game.result = _RESULTS.get(fields.get("result", ""), "*")
    if fields.get("result", "") in (*_RESULTS, "未知", ""):
        fields.pop("result", None)
    if fields.get("ver") == _VERSION:
        del fields["ver"]
    game.headers = {
        _HEADERS.get(name, _UNNAMED + name): " ".join(value.split()) for name, value in fields.items() if value.strip()
    }
    return game


def _start(fields: dict[str, str], rules: str) -> Position:
    """The start position, by ``fen`` or ``binit``."""
    fen, squares = fields.pop("fen", "").strip(), fields.pop("binit", "").strip()
    if fen:
        return Position(fen, rules=rules)
    if not squares:
        return Position(rules=rules)
    if not re.fullmatch(r"[0-9]{64}", squares):
        raise RecordError(f"binit {squares[:80]!r}: expected 64 digits, two for each piece")
    board = [[""] * 9 for _ in range(10)]
    for piece, file, rank in zip(_PIECES, squares[::2], squares[1::2], strict=True):
        if (file, rank) == ("9", "9"):
            continue
        if file == "9" or board[int(rank)][int(file)]:
            raise RecordError(f"binit {squares!r}: no free square {file}{rank} for {piece}")
        board[int(rank)][int(file)] = piece
    rows = "/".join(
        re.sub(r"\.+", lambda dots: str(len(dots[0])), "".join(cell or "." for cell in row)) for row in board
    )
    # The side to move stands nowhere: it is that of the piece that moves first.
    first = fields.get("movelist", "")[:2]
    mover = board[int(first[1])][int(first[0])] if re.fullmatch(r"[0-8][0-9]", first) else ""
    return Position(f"{rows} {'b' if mover.islower() else 'w'} - - 0 1", rules=rules)


def _numbers(name: str, what: str) -> list[int]:
    """The numbers behind ``what`` in the name of a field."""
    numbers = name.removeprefix(what).strip("_").split("_")
    if not all(re.fullmatch(f"[0-9]{{1,{_MOST_DIGITS}}}", number) for number in numbers):
        raise RecordError(f"{name[:60]}: expected numbers of {_MOST_DIGITS} digits at most")
    return list(map(int, numbers))


def _branch(lines: dict[int, _Line], branches: dict[str, str]) -> None:
    """Adds variations, each when the line that it leaves is there: those that leave it at the same time by number."""
    waiting: dict[int, list[tuple[int, int, int, str]]] = defaultdict(list)
    for name, moves in branches.items():
        parent, step, number = _numbers(name, "move")
        waiting[parent].append((number, parent, step, moves))
    ready = waiting.pop(0, [])
    while ready:
        added = []
        for number, parent, step, moves in sorted(ready):
            name = f"move_{parent}_{step}_{number}"
            before = lines[parent].place(step - 1)
            if before is None:
                raise RecordError(f"{name} begins at a move that is not there")
            line = _Line(step, lines[parent])
            _add(line, moves, name, before)
            if number not in lines:  # some programs list the main line as move_0_1_0 again
                lines[number] = line
                added += waiting.pop(number, [])
        ready = added
    if waiting:
        missing = ", ".join(map(str, sorted(waiting)[:5]))
        raise RecordError(f"variations of lines that are not there: {missing}, expected lines of the game")


def _add(line: _Line, text: str, name: str, before: Place) -> None:
    """Adds the moves of a line behind a place."""
    digits = "".join(text.split())
    if not re.fullmatch(r"(?:[0-9]{4})*", digits):
        raise RecordError(f"{name} {digits[:40]!r}: expected four digits for each move")
    node, position = before
    for at in range(0, len(digits), 4):
        a, b, c, d = tuple(digits[at : at + 4])
        if "9" in (a, c):
            raise RecordError(f"{name}, move {digits[at : at + 4]}: expected files from 0 to 8")
        move = position.parse(f"{'abcdefghi'[int(a)]}{9 - int(b)}{'abcdefghi'[int(c)]}{9 - int(d)}", "uci")
        child = next((child for child in node.children if child.move == move), None)
        if child is None:
            child = Node(node, move)
            node.children.append(child)
        node, position = child, position.play(move)
        line.places.append((node, position))


def write(game: Game, _notation: str) -> str:
    """A game in DhtmlXQ. Annotation glyphs and comments before moves have no place there."""
    if any(node.glyphs or node.comment_before for node in game.nodes()):
        raise OptionError("annotation glyphs and comments before moves cannot be written as DhtmlXQ: expected none")
    fields: dict[str, str] = {"ver": _VERSION}
    names = {header: name for name, header in _HEADERS.items()}
    for header, value in game.headers.items():
        name = names.get(header, header.removeprefix(_UNNAMED))
        fields[name] = _plain(header, value)
    fields.setdefault("result", _WRITTEN[game.result])
    if game.start.fen != START:
        fields["fen"] = game.start.fen
    else:
        fields["binit"] = "8979695949392919097717866646260600102030405060708012720323436383"
    fields |= _lines(game)
    return "\n".join(
        ["[DhtmlXQ]", *(f"[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]" for name, value in fields.items()), _END, ""]
    )


def _plain(name: str, value: str) -> str:
    if set("[]\r\n\0|") & set(value) or not re.fullmatch(r"\w+", name.replace("-", "_"), re.ASCII):
        raise OptionError(f"{name}={value!r}: cannot be written as DhtmlXQ, expected a line without brackets and bars")
    return value


def _lines(game: Game) -> dict[str, str]:
    """The fields of moves and comments."""
    moves: dict[str, list[str]] = {"movelist": []}
    comments = {"comment0": _said(game.root.comment)} if game.root.comment else {}
    waiting, next_number = deque([(game.root, 0, 0, "movelist")]), 1

    def note(node: Node, ply: int, number: int, name: str) -> None:
        assert node.move is not None and node.move.from_square is not None
        squares = node.move.from_square, node.move.to_square
        moves[name] += [f"{'abcdefghi'.index(square[0])}{9 - int(square[1])}" for square in squares]
        if node.comment:
            comments[f"comment{number}_{ply}" if number else f"comment{ply}"] = _said(node.comment)

    while waiting:
        node, ply, number, name = waiting.popleft()
        if node is not game.root:
            note(node, ply, number, name)
        while node.children:
            for other in node.children[1:]:
                branch = f"move_{number}_{ply + 1}_{next_number}"
                moves[branch] = []
                waiting.append((other, ply + 1, next_number, branch))
                next_number += 1
            node, ply = node.children[0], ply + 1
            note(node, ply, number, name)
    return {name: "".join(parts) for name, parts in moves.items()} | comments


def _said(comment: str) -> str:
    if "||" in comment or "[" in comment or "]" in comment:
        raise OptionError(f"comment {comment[:60]!r}: cannot be written as DhtmlXQ, expected no brackets and no ||")
    return comment.replace("\n", "||")
