"""A game as game files hold it: headers, moves with comments, variations, a result."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from boyi import Move, Position
from boyi.errors import OptionError
from boyi.games import DEFAULT_GAME, game_of
from boyi.records import steps

__all__ = ["RESULTS", "Game", "Node", "Packed"]

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
"""Results: the side that moves first in the game of the board (red, black in gomoku) has won or lost, a draw, none."""

WRITERS: list[Callable[["Game", str | None, str | None], str]] = []
"""How a game is written as text; :mod:`boyi.records.files`, which knows the formats, puts it here."""


class Packed(NamedTuple):
    """The moves of a game without objects for each.

    Node ``n + 1`` is the position after move ``n``, node 0 the start.
    """

    codes: bytes
    """Codes of the moves, uint16."""
    parents: bytes | None
    """The node where each move is played, uint32; None where each follows the one before."""
    comments: list[tuple[int, bool, str]]
    """Node, whether the comment stands before the node's move, and the text."""
    glyphs: list[tuple[int, int]]
    """Node and number of an annotation such as 1 for a good move."""


_NOT_TEXT = re.compile("[\0\ud800-\udfff]")


def check_text(name: str, text: object) -> str:
    """A text that files can hold; OptionError for what is no text, and for a null or half of a surrogate pair."""
    if not isinstance(text, str):
        raise OptionError(f"{name} {text!r}: expected a text")
    if found := _NOT_TEXT.search(text):
        raise OptionError(f"{name} {text[:60]!r}: no file can hold {found[0]!r}, expected a text without it")
    return text


def check_headers(headers: object) -> Mapping[str, str]:
    """Names and values that files can hold; OptionError for anything else."""
    if not isinstance(headers, Mapping):
        raise OptionError(f"headers {headers!r}: expected names and values, such as {{'Red': 'a'}}")
    for name, value in headers.items():
        check_text(f"header {check_text('header', name)}", value)
    return headers


def check_result(result: object) -> None:
    """Refuses what is none of :data:`RESULTS`, with an OptionError."""
    if result not in RESULTS:
        raise OptionError(f"result {result!r}: expected one of {RESULTS}")


def plain_comment(text: object) -> str:
    """A comment without blanks at the ends of its lines and blank lines at its ends; OptionError for no text."""
    return "\n".join(line.strip() for line in check_text("comment", text).splitlines()).strip()


def joined_comments(texts: list[str]) -> str:
    """Several comments on one move as one, a line or more for each."""
    return "\n".join(filter(None, map(plain_comment, texts)))


class Node:
    """A position of a game, with the move that led to it, what is said of it, and the moves that follow.

    ``children[0]`` is the main move, the others are variations. Nodes are made by games and by :meth:`add`.
    """

    __slots__ = ("_after", "_before", "_start", "children", "glyphs", "move", "parent")

    def __init__(self, parent: "Node | None" = None, move: Move | None = None, start: Position | None = None) -> None:
        self.parent: Node | None = parent
        self.move: Move | None = move
        self._start = start
        self.children: list[Node] = []
        self.glyphs: list[int] = []
        """Numeric annotation glyphs, such as 1 for a good move and 2 for a mistake."""
        self._after = self._before = ""

    @property
    def comment(self) -> str:
        """The comment on the move, or on the start position; empty if there is none."""
        return self._after

    @comment.setter
    def comment(self, text: str) -> None:
        self._after = plain_comment(text)

    @property
    def comment_before(self) -> str:
        """The comment before the move, if it begins a variation; empty if there is none."""
        return self._before

    @comment_before.setter
    def comment_before(self, text: str) -> None:
        self._before = plain_comment(text)

    @property
    def line(self) -> list[Move]:
        """The moves from the start to here."""
        found, node = [], self
        while node.parent is not None and node.move is not None:
            found.append(node.move)
            node = node.parent
        return found[::-1]

    @property
    def position(self) -> Position:
        """The position after the move."""
        root = self
        while root.parent is not None:
            root = root.parent
        assert root._start is not None
        return root._start.play_all(self.line)

    def add(self, move: Move | str, comment: str = "") -> "Node":
        """Adds a move here, behind those that are there, and returns its node; the node that is there, if the move is.

        Raises MoveTextError and IllegalMoveError as :meth:`boyi.Position.play` does.
        """
        legal = self.position.play(move).moves[-1]
        node = next((child for child in self.children if child.move == legal), None)
        if node is None:
            node = Node(self, legal)
            self.children.append(node)
        if comment:
            node.comment = comment
        return node

    def promote(self) -> None:
        """Makes the move the main one of its position."""
        if self.parent is not None:
            siblings = self.parent.children
            siblings.remove(self)
            siblings.insert(0, self)

    def __repr__(self) -> str:
        return f"<boyi.records.Node {self.move if self.parent else 'start'}, {len(self.children)} moves follow>"


class Game:
    """A game with headers, comments, variations and a result, as files keep it.

    Args:
        start: the position it begins with, or the name of a game for the usual one.
        headers: names and values, such as ``{"Red": "…", "Black": "…"}``, in their order. The start position, the
            result and the notation are no headers.
        result: one of :data:`RESULTS`; the first number is of the side that moves first at the start of the board game:
            red, and black in gomoku.

    Games compare equal by start, moves, variations, comments, headers and result. Iterating over a game gives the
    positions of its main line.

    >>> game = Game.from_moves("1. 炮二平五 马8进7", headers={"Red": "A", "Black": "B"})
    >>> game.root.children[0].add("h7e7", "the same gun")
    <boyi.records.Node h7e7, 0 moves follow>
    >>> game.moves, len(list(game))
    ([Move('h2e2'), Move('h9g7')], 3)
    >>> print(game.to_text("pgn", notation="iccs"))
    [Game "Chinese Chess"]
    [Red "A"]
    [Black "B"]
    [Result "*"]
    [Format "ICCS"]
    <BLANKLINE>
    1. H2-E2 H9-G7 (1... H7-E7 {the same gun}) *
    <BLANKLINE>
    """

    __slots__ = ("_packed", "_root", "_start", "headers", "notation", "result", "trailer")

    def __init__(
        self, start: Position | str = DEFAULT_GAME.name, *, headers: Mapping[str, str] | None = None, result: str = "*"
    ) -> None:
        game = game_of(start)
        if isinstance(start, str):
            start = game.start()
        check_result(result)
        self.headers: dict[str, str] = dict(check_headers({} if headers is None else headers))
        self.result: str = result
        self.trailer: str = ""
        """Text that stands behind the game in its file and is no part of it."""
        self.notation: str | None = None
        """The notation of the file, such as ``"wxf"``, in which moves are written again; None if unknown."""
        self._start: Position = game.origin(start)
        self._root: Node | None = None
        self._packed: Packed | None = Packed(b"", None, [], [])

    @classmethod
    def from_moves(
        cls,
        moves: Iterable[Move | str] | str,
        start: Position | str = DEFAULT_GAME.name,
        *,
        headers: Mapping[str, str] | None = None,
        result: str = "*",
    ) -> Self:
        """A game of these moves, given as for :meth:`boyi.Position.play_all`."""
        game = cls(start, headers=headers, result=result)
        return game.extended(game.start.play_all(moves).moves)

    @classmethod
    def from_position(cls, position: Position, **others: Any) -> Self:
        """The game that has led to a position: its history. The keywords are those of the class."""
        return cls(position, **others).extended(position.moves)

    @classmethod
    def packed(cls, start: Position, packed: Packed) -> Self:
        """A game of moves that are legal, in the form in which readers give them."""
        game = cls(start)
        game._packed = packed
        return game

    def extended(self, moves: Iterable[Move]) -> Self:
        """The game with legal moves added to the end of its main line."""
        node = self.end
        for move in moves:
            child = Node(node, move)
            node.children.append(child)
            node = child
        return self

    @property
    def game(self) -> str:
        """The name of the game of the board, such as ``"xiangqi"``."""
        return self._start.game

    @property
    def start(self) -> Position:
        """The position that the game begins with."""
        return self._start

    @property
    def root(self) -> Node:
        """The start position's node."""
        if self._root is None:
            assert self._packed is not None
            self._root = _tree(self._start, self._packed)
            self._packed = None
        return self._root

    @property
    def end(self) -> Node:
        """The last node of the main line."""
        node = self.root
        while node.children:
            node = node.children[0]
        return node

    @property
    def moves(self) -> list[Move]:
        """The moves of the main line."""
        if self._packed is not None and self._packed.parents is None:
            return _moves(self._start.game, self._packed.codes)
        return [node.move for node in self.mainline() if node.move is not None]

    @property
    def players(self) -> str:
        """The names of the two players from the headers, the one who moves first at the start of the game first."""
        return " - ".join(str(self.headers.get(name, "?")) for name in game_of(self._start).players)

    def mainline(self) -> list[Node]:
        """The nodes of the main line, without the start."""
        found, node = [], self.root
        while node.children:
            node = node.children[0]
            found.append(node)
        return found

    def nodes(self) -> Iterator[Node]:
        """All nodes: each before those that follow it, the main line before variations."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def __iter__(self) -> Iterator[Position]:
        position = self._start
        yield position
        for move in self.moves:
            position = position.play(move)
            yield position

    def final(self) -> Position:
        """The position at the end of the main line, with its history."""
        return self._start.play_all(self.moves)

    def to_text(self, format: str | None = None, *, notation: str | None = None) -> str:
        """The game as text, see :func:`boyi.records.write`; without a format, in the usual one: PGN or SGF."""
        return WRITERS[0](self, format, notation)

    def _contents(self) -> tuple[Any, ...]:
        """All that makes a game, in one order; it is what is compared and pickled."""
        numbers: dict[int, int] = {}
        codes, parents, comments, glyphs = [], [], [], []
        for number, node in enumerate(self.nodes()):
            numbers[id(node)] = number
            if node.parent is not None and node.move is not None:
                codes.append(node.move.code)
                parents.append(numbers[id(node.parent)])
            comments += [(number, True, node.comment_before)] if node.comment_before else []
            comments += [(number, False, node.comment)] if node.comment else []
            glyphs += [(number, glyph) for glyph in node.glyphs]
        packed = Packed(np.array(codes, "<u2").tobytes(), np.array(parents, "<u4").tobytes(), comments, glyphs)
        start = self._start
        return (start.game, start.fen, start.rules, self.headers, self.result, self.trailer, packed)

    def __eq__(self, other: object) -> bool:
        return self._contents() == other._contents() if isinstance(other, Game) else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        *_, packed = self._contents()
        others = (self.headers, self.result, self.trailer, self.notation)
        return _restored, (self._start, others, tuple(packed))

    def __repr__(self) -> str:
        return f"<boyi.records.Game {self.players} {self.result}, {len(self.moves)} plies>"

    def _repr_html_(self) -> str:
        return steps.page(self)

    def _repr_svg_(self) -> str:
        return steps.last_board(self)


def _restored(start: Position, others: tuple[Any, ...], packed: tuple[Any, ...]) -> Game:
    game = Game.packed(start, Packed(*packed))
    game.headers, game.result, game.trailer, game.notation = others
    return game


def _moves(game: str, codes: bytes) -> list[Move]:
    return [Move.from_code(code, game) for code in np.frombuffer(codes, "<u2").tolist()]


def _tree(start: Position, packed: Packed) -> Node:
    root = Node(start=start)
    nodes = [root]
    moves = _moves(start.game, packed.codes)
    parents = range(len(moves)) if packed.parents is None else np.frombuffer(packed.parents, "<u4").tolist()
    for move, at in zip(moves, parents, strict=True):
        parent = nodes[at]
        # A move that stands twice in a position is one node: a variation that repeats the main move goes on with it.
        node = next((child for child in parent.children if child.move == move), None)
        if node is None:
            node = Node(parent, move)
            parent.children.append(node)
        nodes.append(node)
    said: dict[tuple[Node, bool], list[str]] = {}
    for number, before, text in packed.comments:
        said.setdefault((nodes[number], before), []).append(text)
    for (node, before), texts in said.items():
        if before:
            node.comment_before = joined_comments(texts)
        else:
            node.comment = joined_comments(texts)
    for number, glyph in packed.glyphs:
        nodes[number].glyphs.append(glyph)
    return root
