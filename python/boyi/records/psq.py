"""Gomoku games as PSQ, the files of Piskvork: ``x,y,milliseconds`` a move, counted from 1 at the top left.

The lines behind the moves are those that Piskvork writes: the names of both players, the first to move first, and what
else it says, which is kept as the game's trailer. The time of a move is its comment, ``"120 ms"``. Files do not name
their rule: it is given, or freestyle.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from boyi.errors import BoyiError, OptionError, RecordError
from boyi.gomoku import Position
from boyi.records.game import Game, Node

__all__ = ["read", "write"]

_FIRST = re.compile(r"Piskvorky\s+(\d{1,9})x(\d{1,9})\s*(?:,\s*(.*))?", re.ASCII)
_MOVE = re.compile(r"\s*(\d{1,9})\s*,\s*(\d{1,9})\s*,\s*(\d{1,18})\s*", re.ASCII)
_USUAL = "0:0, 0"
"""What stands behind the size of the board if nothing else is known."""

_TIME = re.compile(r"(\d+) ms")
_NUMBERS = re.compile(r"[-\d,\s]*")
"""A line behind the moves that is no name."""


def read(pieces: Iterable[str], rules: str) -> Iterator[Game | RecordError]:
    """The games of a file, of which there is one, or the error if it cannot be read."""
    text, line = "".join(pieces), 1
    starts = [found.start() for found in re.finditer(r"^[^\S\n]*Piskvorky", text, re.MULTILINE)]
    for start, end in pairwise([0, *starts, len(text)]):
        one = text[start:end]
        if one.strip():
            yield _game(one, rules, line)
        line += one.count("\n")


def _game(text: str, rules: str, line: int) -> Game | RecordError:
    lines = text.split("\n")
    head = _FIRST.fullmatch(lines[0].strip())
    if head is None or "\0" in text:
        return RecordError(
            f"unreadable {lines[0][:60]!r}: expected a first line such as Piskvorky 15x15, 11:11, 0", line=line
        )
    cols, rows = int(head[1]), int(head[2])
    number = 0
    try:
        game = Game(Position(rows=rows, cols=cols, rule=rules))
        node, position = game.root, game.start
        rest = lines[1:]
        for number, said in enumerate(rest, 1):
            found = _MOVE.fullmatch(said)
            if not said.strip():
                continue
            if found is None:
                number -= 1
                break
            file, row, time = (int(part) for part in found.groups())
            if not (1 <= file <= cols and 1 <= row <= rows):
                raise RecordError(f"move {said!r}: outside the board of {cols} files and {rows} rows")
            move = position.parse(f"{chr(96 + file)}{rows + 1 - row}")
            position = position.play(move)
            child = Node(node, move)
            child.comment = f"{time} ms"
            node.children.append(child)
            node = child
        behind = [said for said in rest[number:] if said.strip()]
        if any(_MOVE.fullmatch(said) for said in behind):
            number += 1
            raise RecordError(f"unreadable {behind[0][:60]!r}: expected a move such as 8,8,120, since moves follow")
        _finish(game, behind, position)
    except BoyiError as error:
        return RecordError(error.reason if isinstance(error, RecordError) else str(error), line=line + number)
    if head[3] and head[3].strip() not in ("", _USUAL):
        game.headers["Piskvorky"] = head[3].strip()
    return game


def _finish(game: Game, rest: list[str], position: Any) -> None:
    """Takes the lines behind the moves."""
    names = [line for line in rest[:2] if not _NUMBERS.fullmatch(line)]
    if len(names) == 2:
        game.headers |= {"Black": names[0].strip(), "White": names[1].strip()}
        rest = rest[2:]
    game.trailer = "\n".join(line.strip() for line in rest)
    outcome = position.outcome()
    if outcome is not None:
        game.result = {"black": "1-0", "white": "0-1", None: "1/2-1/2"}[outcome.winner]


def write(game: Game, _notation: str) -> str:
    """A game in PSQ; comments other than times, variations and set-up stones have no place there."""
    start: Any = game.start
    nodes = game.mainline()
    times = [_TIME.fullmatch(node.comment) for node in nodes]
    known = {"Black", "White", "Piskvorky"}
    bare = not game.root.comment and all(not node.comment or time for node, time in zip(nodes, times, strict=True))
    branches = any(len(node.children) > 1 or node.glyphs or node.comment_before for node in game.nodes())
    if not bare or branches or start.to_array().any() or start.turn != "black" or set(game.headers) - known:
        raise OptionError(
            'a PSQ file has no place for comments other than times such as "120 ms", annotations, variations, set-up '
            f"stones, and headers other than {sorted(known)}"
        )
    lines = [f"Piskvorky {start.cols}x{start.rows}, {game.headers.get('Piskvorky', _USUAL)}"]
    for node, time in zip(nodes, times, strict=True):
        text = str(node.move)
        lines.append(f"{ord(text[0]) - 96},{start.rows + 1 - int(text[1:])},{time[1] if time else 0}")
    if "Black" in game.headers or "White" in game.headers:
        lines += [_name(game.headers.get(colour, "?")) for colour in ("Black", "White")]
    return "\n".join([*lines, *([game.trailer] if game.trailer else []), ""])


def _name(text: str) -> str:
    if "\n" in text or text.startswith("Piskvorky") or _NUMBERS.fullmatch(text):
        raise OptionError(f"name {text!r} cannot be written as PSQ: expected a line that is no number")
    return text
