"""Xiangqi games as DhtmlXQ, the text of many Chinese sites: ``[DhtmlXQ_name]value[/DhtmlXQ_name]``.

A move is four digits: file and rank of both squares, files from red's left, ranks from the top, all from 0. Values are
written as such sites write them: ``||`` for the end of a line in comments. ``move_P_S_N`` is variation number N, which
branches from line P (0 is ``movelist``) and replaces the S-th move since the start; ``commentN_S`` is said of the S-th
move in line N, ``commentS`` in line 0, ``comment0`` of the start.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from boyi.errors import BoyiError, OptionError, RecordError
from boyi.records.game import Game, Node
from boyi.xiangqi import START, Position

__all__ = ["read", "write"]

_PIECES = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
"""The pieces in the order of ``binit``."""

_TAG = re.compile(r"\[DhtmlXQ_(\w+)\](.*?)\[/DhtmlXQ_\1\]", re.DOTALL)

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

Lines = dict[int, dict[int, Node]]
"""The nodes of each line by the number of the move since the start."""


def read(pieces: Iterable[str], rules: str) -> Iterator[Game | RecordError]:
    """The games of a file that is read piece by piece, and the errors of those that cannot be read."""
    text, line = "", 1
    for piece in pieces:
        text += piece
        while (end := text.find(_END)) >= 0:
            one, text = text[: end + len(_END)], text[end + len(_END) :]
            yield _game(one, rules, line)
            line += one.count("\n")
    if _TAG.search(text):
        yield _game(text, rules, line)


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
    for name, value in _TAG.findall(text):
        if name in fields:
            raise RecordError(f"the field {name} stands twice in one game: expected each once")
        fields[name] = value
    if "movelist" not in fields:
        raise RecordError("no [DhtmlXQ_movelist]: expected the moves of a game")
    game = Game(_start(fields, rules))
    lines: Lines = {0: {0: game.root}}
    _add(lines[0], 0, fields.pop("movelist"), "movelist")
    branches = sorted(name for name in fields if re.fullmatch(r"move_\d+_\d+_\d+", name))
    _branch(lines, {name: fields.pop(name) for name in branches})
    for name in [name for name in fields if re.fullmatch(r"comment\d+(_\d+)?", name)]:
        *number, ply = map(int, name.removeprefix("comment").split("_"))
        node = lines.get(number[0] if number else 0, {}).get(ply)
        if node is None:
            raise RecordError(f"{name} is on a move that is not there")
        node.comment = fields.pop(name).replace("||", "\n")
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
    if not re.fullmatch(r"\d{64}", squares):
        raise RecordError(f"binit {squares!r}: expected 64 digits, two for each piece")
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
    mover = board[int(first[1])][int(first[0])] if re.fullmatch(r"[0-8]\d", first) else ""
    return Position(f"{rows} {'b' if mover.islower() else 'w'} - - 0 1", rules=rules)


def _branch(lines: Lines, branches: dict[str, str]) -> None:
    """Adds variations, each when the line that it leaves is there."""
    waiting = {tuple(map(int, name.split("_")[1:])): moves for name, moves in branches.items()}
    while waiting:
        ready = sorted((key for key in waiting if key[0] in lines), key=lambda key: key[2])
        if not ready:
            raise RecordError(f"variations of lines that are not there: {sorted(waiting)}")
        for parent, step, number in ready:
            before = lines[parent].get(step - 1)
            if number in lines or before is None:
                # Some programs list the main line as move_0_1_0 again.
                moves = waiting.pop((parent, step, number))
                if number in lines and before is not None:
                    _add({step - 1: before}, step - 1, moves, f"move_{parent}_{step}_{number}")
                    continue
                raise RecordError(f"move_{parent}_{step}_{number} begins at a move that is not there")
            lines[number] = {ply: node for ply, node in lines[parent].items() if ply < step}
            _add(lines[number], step - 1, waiting.pop((parent, step, number)), f"move_{parent}_{step}_{number}")


def _add(line: dict[int, Node], ply: int, text: str, name: str) -> None:
    """Adds the moves of a line behind one of its moves."""
    digits = "".join(text.split())
    if not re.fullmatch(r"(\d{4})*", digits):
        raise RecordError(f"{name} {digits[:40]!r}: expected four digits for each move")
    position: Any = line[ply].position
    node = line[ply]
    for at in range(0, len(digits), 4):
        a, b, c, d = tuple(digits[at : at + 4])
        if "9" in (a, c):
            raise RecordError(f"{name}, move {digits[at : at + 4]}: expected files from 0 to 8")
        text = f"{'abcdefghi'[int(a)]}{9 - int(b)}{'abcdefghi'[int(c)]}{9 - int(d)}"
        position = position.play(text)
        move = position.moves[-1]
        child = next((child for child in node.children if child.move == move), None)
        if child is None:
            child = Node(node, move)
            node.children.append(child)
        node, ply = child, ply + 1
        line[ply] = node


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
    fields, waiting, next_number = {"movelist": ""}, [(game.root, 0, 0, 0, "movelist")], 1
    if game.root.comment:
        fields["comment0"] = _said(game.root.comment)
    while waiting:
        node, ply, number, _, name = waiting.pop(0)
        if node is not game.root:
            _note(fields, node, ply, number, name)
        while node.children:
            for other in node.children[1:]:
                branch = f"move_{number}_{ply + 1}_{next_number}"
                fields[branch] = ""
                waiting.append((other, ply + 1, next_number, number, branch))
                next_number += 1
            node, ply = node.children[0], ply + 1
            _note(fields, node, ply, number, name)
    return fields


def _note(fields: dict[str, str], node: Node, ply: int, number: int, name: str) -> None:
    assert node.move is not None and node.move.from_square is not None
    squares = node.move.from_square, node.move.to_square
    fields[name] += "".join(f"{'abcdefghi'.index(square[0])}{9 - int(square[1])}" for square in squares)
    if node.comment:
        fields[f"comment{number}_{ply}" if number else f"comment{ply}"] = _said(node.comment)


def _said(comment: str) -> str:
    if "||" in comment or "[" in comment or "]" in comment:
        raise OptionError(f"comment {comment[:60]!r}: cannot be written as DhtmlXQ, expected no brackets and no ||")
    return comment.replace("\n", "||")
