"""Xiangqi games as PGN. Reading is done in Rust; see ``boyi._core.read_pgn``."""

from collections.abc import Iterable, Iterator
from typing import Any

from boyi import _core
from boyi.errors import OptionError, RecordError
from boyi.records.game import RESULTS, Game, Node, Packed
from boyi.xiangqi import START, Position

__all__ = ["read", "write"]

NOTATIONS = {"chinese": "Chinese", "chinese-traditional": "Chinese", "wxf": "WXF", "iccs": "ICCS", "uci": "ICCS"}
"""The notations that can be written, with the values of the tag ``Format``."""

_MOST_CHARACTERS = 1 << 24
"""A game without end in so many characters is broken."""

_OWN = ("FEN", "SetUp", "Format", "Result", "Game")
"""Tags that are no headers: what they say is part of the game."""

_WIDTH = 80


def read(pieces: Iterable[str], rules: str) -> Iterator[Game | RecordError]:
    """The games of a file that is read piece by piece, and the errors of those that cannot be read."""
    text, line, start, needed = "", 1, Position(rules=rules), 0
    for piece in pieces:
        text += piece
        # What was not enough for a game is looked at again when twice as much has come.
        if len(text) < needed:
            continue
        games, used, lines = _core.read_pgn(text, last=len(text) > _MOST_CHARACTERS)
        for found in games:
            yield _game(found, line, start)
        text, line = text[used:], line + lines
        needed = 2 * len(text)
    games, _, _ = _core.read_pgn(text, last=True)
    for found in games:
        yield _game(found, line, start)


def _game(found: Any, line: int, usual: Position) -> Game | RecordError:
    first, failure, contents = found
    if failure is not None:
        at, reason = failure
        return RecordError(reason, line=line + at)
    tags, codes, parents, comments, glyphs, result, notation, trailer = contents
    headers = dict(tags)
    if len(headers) < len(tags):
        return RecordError("a tag stands twice in one game: expected each once", line=line + first)
    fen = next((headers[name] for name in headers if name.upper() == "FEN"), "").strip()
    start = Position(fen, rules=usual.rules) if fen else usual
    game = Game.packed(start, Packed(codes, parents, comments, glyphs))
    said = headers.get("Result", "")
    game.result = result or (said if said in RESULTS else "*")
    game.trailer, game.notation = trailer, notation
    if said == game.result:
        del headers["Result"]
    if headers.get("Game") == "Chinese Chess":
        del headers["Game"]
    if headers.get("Format", "") in NOTATIONS.values():
        headers.pop("Format", None)
    game.headers = {name: value for name, value in headers.items() if name.upper() != "FEN" and name != "SetUp"}
    return game


def write(game: Game, notation: str) -> str:
    """A game in PGN."""
    tags = {"Game": "Chinese Chess", **{_name(name): value for name, value in game.headers.items()}}
    tags.setdefault("Result", game.result)
    if game.start.fen != START:
        tags["FEN"] = game.start.fen
    tags.setdefault("Format", NOTATIONS[notation])
    head = "".join(f'[{name} "{_value(name, value)}"]\n' for name, value in tags.items())
    # At the beginning of a line, a bracket would begin the next game.
    between = " " if game.trailer.startswith("[") else "\n"
    trailer = f"{'=' * 28}{between}{game.trailer}\n" if game.trailer else ""
    return f"{head}\n{_wrapped([*_words(game, notation), game.result])}\n{trailer}"


def _name(name: str) -> str:
    plain = isinstance(name, str) and name.replace("_", "a").replace("-", "a").isalnum()
    if not plain or name in ("FEN", "SetUp"):
        raise OptionError(
            f"header {name!r}: expected a name of letters, digits, _ and -, and no FEN, which the game has"
        )
    return name


def _value(name: str, value: str) -> str:
    if not isinstance(value, str) or set(value) & set("\r\n\0"):
        raise OptionError(f"header {name}={value!r}: expected a text of one line")
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _words(game: Game, notation: str) -> Iterator[str]:
    """The words of the moves: numbers, moves, annotations, comments, brackets."""
    if game.root.comment:
        yield _comment(game.root.comment)
    yield from _glyphs(game.root)
    # What is to be written, the next last: words, a move with the position before it and whether its number must be
    # written, or the moves that follow a node.
    waiting: list[Any] = [(_follow, game.root, game.start, True)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            continue
        what, node, position, numbered = item
        if what is _follow:
            waiting += reversed(list(_follow(node, position, numbered)))
            continue
        yield from _move(node, position, numbered, notation)


def _follow(node: Node, position: Any, numbered: bool) -> Iterator[Any]:
    """What follows a node: its main move, the variations, and what follows the main move."""
    if not node.children:
        return
    main, *others = node.children
    yield _move, main, position, numbered
    for other in others:
        yield "("
        yield _move, other, position, True
        yield _follow, other, position.play(other.move), bool(other.comment)
        yield ")"
    yield _follow, main, position.play(main.move), bool(others or main.comment)


def _move(node: Node, position: Any, numbered: bool, notation: str) -> Iterator[str]:
    if node.comment_before:
        yield _comment(node.comment_before)
    number, first = position.fen.split()[5], position.turn == "red"
    if first or numbered or node.comment_before:
        yield f"{number}." if first else f"{number}..."
    yield position.format(node.move, notation)
    yield from _glyphs(node)
    if node.comment:
        yield _comment(node.comment)


def _glyphs(node: Node) -> Iterator[str]:
    return (f"${glyph}" for glyph in node.glyphs)


def _comment(text: str) -> str:
    if "}" not in text:
        return f"{{{text}}}"
    # A comment in braces cannot hold the closing one; a comment to the end of the line can.
    return "".join(f"\n; {line}" for line in text.split("\n")) + "\n"


def _wrapped(words: Iterable[str]) -> str:
    """The words in lines; brackets touch what they hold."""
    lines, line = [], ""
    for word in words:
        touches = not line or line.endswith(("(", "\n")) or word.startswith((")", "\n"))
        if not touches and len(line) + len(word) >= _WIDTH:
            lines.append(line)
            line = word
        else:
            line += word if touches else f" {word}"
    return "\n".join([*lines, line])
