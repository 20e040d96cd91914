"""The interface of the descriptions of games, with neutral values for optional parts."""

from collections.abc import Iterable, Mapping, Sequence
from math import exp
from types import MappingProxyType
from typing import Any

from boyi import _core
from boyi.errors import OptionError
from boyi.exact import Oracle
from boyi.games.demo import Demo
from boyi.pieces import drawn_as

__all__ = ["Description"]

MOST_POINTS = 10_000
"""Points beyond which a score changes nothing in what is expected of it."""


class Description:
    """Everything that differs from game to game outside rules and evaluations.

    A game is a subclass with one instance in :data:`boyi.games.GAMES`. It must have ``name``, ``position``
    and ``rules``. The other parts are optional: who asks for a part that is absent gets an OptionError with the name of
    the game and of the part.
    """

    name: str
    """Name of the game, such as ``"xiangqi"``."""
    position: type[Any]
    """The class of its positions. Without arguments it makes the start position, with a text the one that is set up."""
    rules: tuple[str, ...]
    """The names of the rule sets, the usual one first."""

    # How people see the game

    points_per_unit: float = 1.0
    """Points in a unit of the evaluation. In points people and programs are told scores."""
    points_per_logit: float = 100.0
    """Points that multiply the odds of a win by e, where no better model of the results of games is known."""
    notation: str = "uci"
    """The notation in which people write moves."""
    says_check: bool = False
    """Whether people say that a player is in check."""

    # Options, records, positions and programs

    options: tuple[str, ...] = ()
    """The options of the start position that the command has: some of ``"rule"`` and ``"size"``."""
    record_format: str | None = None
    """The usual format of game files, a key of :data:`boyi.records.FORMATS`."""
    glyphs: Mapping[str, int] = MappingProxyType({"!": 1, "?!": 6, "?": 2, "??": 4})
    """The numeric glyphs by which game files write marks of good and bad moves."""
    protocols: tuple[str, ...] = ()
    """The protocols that programs play the game by, the usual one first."""
    suite: str | None = None
    """The suite that ``boyi compare`` searches if none is named."""
    opening_plies: tuple[int, int] | None = None
    """Least and largest number of plies of openings that are made."""
    opens_with_stones: bool = False
    """Whether openings are made of stones at random points near each other, in place of plausible moves."""
    swap2: bool = False
    """Whether the opening rule swap2 makes sense."""
    piece_points: tuple[int, ...] = ()
    """Points of the kinds of pieces, in the order of the numbers of ``to_array()``; empty if material says nothing."""
    demo: Demo | None = None
    """What ``boyi compare`` shows if it is asked for nothing."""

    # Evaluations and exact values

    oracles: str | None = None
    """How the command names an oracle of the game, such as ``"ROWSxCOLSxK"``."""
    network: type[Any] | None = None
    """The class of its networks."""

    @property
    def sides(self) -> tuple[str, str]:
        """The names of the two sides, the one that makes the first move first."""
        return _core.games()[self.name]

    @property
    def players(self) -> tuple[str, str]:
        """The headers of the players in game files, in the order of ``sides``."""
        first, second = self.sides
        return first.capitalize(), second.capitalize()

    def part(self, name: str, what: str, expected: str = "another game") -> Any:
        """An optional part.

        Args:
            name: the attribute.
            what: what the part is in words.
            expected: what a user can do if the game lacks it.

        Raises:
            OptionError: if the game lacks it.
        """
        found = getattr(self, name)
        if found is None or found == ():
            raise self.lacks(what, expected)
        return found

    def lacks(self, what: str, expected: str = "another game") -> OptionError:
        """The error for a part that the game does not have."""
        return OptionError(f"{self.name} has no {what}: expected {expected}")

    # Positions

    def start(self, **options: Any) -> Any:
        """The start position with some of ``options``.

        Raises:
            OptionError: for an option that the game does not have.
        """
        for name, value in options.items():
            if name not in self.options:
                raise self.lacks(f"{name}, given as {value!r}")
        return self.position(**options)

    def self_play_start(self) -> Any:
        """The position from which games of self-play begin."""
        return self.start()

    def read(self, text: str, **options: Any) -> Any:
        """The position that a text sets up, with some of ``options``."""
        return self.position(text, **options)

    def plain(self, position: Any) -> dict[str, Any]:
        """A position with its history as plain data that JSON can hold: first position, rules, moves and more.

        >>> from boyi import games, gomoku
        >>> games.game_of("gomoku").plain(gomoku.Position("b2 a1", rows=3, cols=3, k=3))
        {'start_fen': '.../.../... b', 'rules': 'freestyle', 'moves': ['b2', 'a1'], 'rows': 3, 'cols': 3, 'k': 3}
        """
        return {
            "start_fen": position.start_fen,
            "rules": position.rules,
            "moves": [str(move) for move in position.moves],
        }

    def restored(self, data: dict[str, Any]) -> Any:
        """The position that :meth:`plain` described."""
        return self.read(data["start_fen"]).play_all(data["moves"])

    def origin(self, position: Any) -> Any:
        """The first position of a position's history."""
        return self.restored(self.plain(position) | {"moves": []}) if position.moves else position

    def listed(self, _whole: dict[str, Any], record: dict[str, Any]) -> Any:
        """The position of a record in a file of a suite or a set of openings, which is given whole as well."""
        return self.start().play_all(record["moves"])

    def canonical_key(self, position: Any) -> int:
        """A key that is the same for a position and its reflections."""
        return int(min(position.key, position.mirror().key))

    def line(self, position: Any) -> str:
        """A position on one line, for people."""
        return str(position.fen)

    def expected_points(self, _position: Any, points: float) -> float:
        """The share of a game's point, 0 to 1, that the side with a score expects; a draw is half a point.

        Args:
            _position: where the score was found.
            points: the score, which is no mate.
        """
        return 1 / (1 + exp(-max(-MOST_POINTS, min(MOST_POINTS, points)) / self.points_per_logit))

    def opening_name(self, _start: Any, _moves: Sequence[Any], _language: str) -> str | None:
        """What people call the opening of a game with these moves, ``"zh"`` for Chinese; None if it has no name."""
        return None

    def opening_set(self, _rule: str | None = None) -> str:
        """The name of the set of openings that ships for a rule; None is the usual rule.

        Raises:
            OptionError: if there is none.
        """
        raise self.lacks("set of openings")

    # Pictures

    def with_coordinates(self, picture: str, _notation: str, _flipped: bool) -> str:
        """A picture of the game's board with the coordinates of a notation at its edge, in place of the usual ones."""
        return picture

    # The board to click on

    def picture(
        self, position: Any, *, arrows: Any = None, size: int = 360, flipped: bool = False, pieces: str | None = None
    ) -> str:
        """The position as the text of an SVG picture, as its own method ``svg`` draws it.

        Args:
            position: of the game.
            arrows: moves to draw.
            size: width in pixels.
            flipped: seen from the other side.
            pieces: what stands on pieces that have Chinese characters: one of :data:`boyi.pieces.PIECES`, or None for
                what :func:`boyi.set_pieces` says.

        Raises:
            OptionError: for other ``pieces``.
        """
        with drawn_as(pieces):
            return str(position.svg(arrows=arrows, size=size, flipped=flipped))

    def notation_with(self, _pieces: str) -> str:
        """The notation in which people write moves beside pieces drawn as one of :data:`boyi.pieces.PIECES`."""
        return self.notation

    def places(self, _position: Any, _flipped: bool) -> dict[str, tuple[float, float]]:
        """Where the points of the picture lie: distances from the left and from the top in per cent, by name.

        Raises:
            OptionError: if there is no board to click on.
        """
        raise self.lacks("board to click on")

    def piece_words(self, letter: str | None) -> str:
        """What stands on a point, in words for a screen reader; None is an empty point."""
        return "empty" if letter is None else letter

    def clicks(self, _position: Any, move: Any) -> Iterable[tuple[str, str]]:
        """The pairs of points by which a move is made: click one, then the other; or one only, if both are the same."""
        return [(move.from_square or move.to_square, move.to_square)]

    # Evaluations and exact values

    def oracle(self, _text: str) -> Oracle:
        """The oracle that a text in the form of ``oracles`` names.

        Raises:
            OptionError: for another text, or if the game has no oracle.
        """
        raise self.lacks("oracle of exact values")

    def plain_evaluation(self, evaluation: Any) -> dict[str, Any]:
        """An evaluation with weights of its own as plain data, for the metadata of experiments."""
        return {"fingerprint": evaluation.fingerprint}
