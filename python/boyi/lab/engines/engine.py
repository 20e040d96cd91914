"""A program as a player of a match: what it is, as plain data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any

from boyi.errors import OptionError, unknown
from boyi.games import GAMES
from boyi.lab.engines.limits import LIMITS, plain_limits

__all__ = ["Engine"]

PROTOCOLS = {protocol: game.name for game in GAMES for protocol in game.protocols}
"""The game that is played by each protocol."""

RANKS = ("0-9", "1-10")
"""How programs of xiangqi count ranks."""

OptionValue = str | int | bool | None


@dataclass(frozen=True)
class Engine:
    """A program that plays by a protocol, as a player of :func:`boyi.lab.match`, or to be compared.

    The program is started for each pair of games that is played, and is asked to think only when it is to move. Nodes
    and depths are those that it reports; its time is the CPU time of its process with all threads (Linux; elsewhere 0),
    but not of processes that it starts: a script that wraps the program must ``exec`` it. Whatever a program does wrong
    costs it the game and is kept in :attr:`Match.forfeits`; it is then started again. In :func:`boyi.lab.compare` it
    is started for each search, and a misdeed ends the comparison.

    >>> import sys
    >>> from boyi import lab
    >>> boyi_by_uci = lab.Engine([sys.executable, "-m", "boyi.cli", "uci"], options={"Hash": 1})
    >>> match = lab.match("boyi", boyi_by_uci, games=2, depth=1, max_plies=4, progress=False)
    >>> match.players[0], match.players[1].split()[0], len(match.games), match.forfeits
    ('boyi', 'boyi', 2, [])

    Raises:
        OptionError: for an argument of a wrong type or out of its range. What the program must be asked about, such as
            the names of its options, is checked before the first game of a match.
    """

    command: Sequence[str | PathLike[str]]
    """The program and its arguments, such as ``["fairy-stockfish"]``."""
    protocol: str = "uci"
    """``"uci"`` or ``"ucci"`` for xiangqi, ``"gomocup"`` for gomoku."""
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)
    """Options by name, as the program lists them; None for a button. With Gomocup, keys of ``INFO`` and values."""
    name: str | None = None
    """What to call it; None: what it calls itself."""
    ranks: str | None = None
    """How ranks are counted in moves by UCI: ``"0-9"`` (``h2e2``) or ``"1-10"`` (``h3e3``).

    None: from 1 if the program has an option ``UCI_Variant``, as Fairy-Stockfish has, which is then set to
    ``xiangqi``; else from 0. UCCI counts from 0.
    """
    limits: Mapping[str, Any] | None = field(default=None, hash=False)
    """Limits of its moves in place of the match's, for games at odds: ``{"nodes": 1000}``. Same names and units."""
    margin: float = 1.0
    """Seconds by which a move may exceed ``time=`` or ``cpu_time=``; then the game is lost on time. Not for clocks."""
    patience: float = 60.0
    """Wall seconds of silence, in a search beyond ``time=`` or the clock, after which the program is taken to hang."""
    stop: str | None = None
    """With Gomocup, which has no such command: the line after which the program moves at once, such as ``YXSTOP``.

    With ``cpu_time=`` it is said when the program has used so much, as ``stop`` is by UCI and UCCI. A program without
    such a line is told the seconds as those of a turn, which it keeps by its own clock.
    """
    cwd: str | PathLike[str] | None = None
    """The folder that the program runs in; None: the current one."""
    pause: float = 0.0
    """Wall seconds, at most 10, between a program's answer and the next question, for one that loses lines until then.

    Rapfi 0.43 loses a ``TURN`` that comes within some milliseconds, and wants 0.05. The time counts for no player.
    """

    def __post_init__(self) -> None:
        words = [] if isinstance(self.command, str | bytes) or not isinstance(self.command, Sequence) else self.command
        if not words or not all(isinstance(word, str | PathLike) and "\0" not in str(word) for word in words):
            raise OptionError(f'command={self.command!r}: expected a list of a program and its arguments, ["path", …]')
        object.__setattr__(self, "command", tuple(str(fspath(word)) for word in words))
        if self.protocol not in PROTOCOLS:
            raise unknown("protocol", self.protocol, PROTOCOLS)
        if self.name is not None and not (isinstance(self.name, str) and self.name):
            raise OptionError(f"name={self.name!r}: expected a text or None")
        if self.ranks is not None and (self.protocol != "uci" or self.ranks not in RANKS):
            raise OptionError(f"ranks={self.ranks!r}: expected '0-9' or '1-10' with protocol='uci', or None")
        self._check_options()
        if self.limits is not None and not (isinstance(self.limits, Mapping) and set(self.limits) <= set(LIMITS)):
            raise OptionError(
                f'limits={self.limits!r}: expected values of {", ".join(LIMITS)} such as {{"nodes": 1000}}, or None'
            )
        if self.limits is not None:
            object.__setattr__(self, "limits", dict(self.limits))
        for name in ("margin", "patience"):
            seconds = getattr(self, name)
            if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= 86_400:
                raise OptionError(f"{name}={seconds!r}: expected seconds, above 0 and up to 86400")
        if isinstance(self.pause, bool) or not isinstance(self.pause, int | float) or not 0 <= self.pause <= 10:
            raise OptionError(f"pause={self.pause!r}: expected seconds, from 0 to 10")
        if self.stop is not None and (self.protocol != "gomocup" or not _is_line(self.stop)):
            raise OptionError(f"stop={self.stop!r}: expected a line such as 'YXSTOP' with protocol='gomocup', or None")
        if self.cwd is not None:
            if not isinstance(self.cwd, str | PathLike):
                raise OptionError(f"cwd={self.cwd!r}: expected a folder or None")
            object.__setattr__(self, "cwd", str(fspath(self.cwd)))

    @property
    def game(self) -> str:
        """The game that it plays."""
        return PROTOCOLS[self.protocol]

    @property
    def reports_nodes(self) -> bool:
        """Whether programs say by the protocol how many nodes they have searched; Gomocup has no words for it."""
        return self.protocol != "gomocup"

    def plain(self, reported: str) -> dict[str, Any]:
        """The engine as plain data for the metadata of a match, with the name that the program reports."""
        return {
            "command": list(self.command),
            "protocol": self.protocol,
            "options": dict(self.options),
            "reported_name": reported,
            "ranks": self.ranks,
            "limits": None if self.limits is None else plain_limits(self.limits),
            "margin": float(self.margin),
            "patience": float(self.patience),
            "stop": self.stop,
            "pause": float(self.pause),
            "cwd": self.cwd,
        }

    def _check_options(self) -> None:
        """A name or a value is one line of the protocol, and of a plain type."""
        if not isinstance(self.options, Mapping):
            raise OptionError(f'options={self.options!r}: expected values by name, such as {{"Hash": 16}}')
        for name, value in self.options.items():
            if not _is_line(name) or not isinstance(value, str | int | None) or not str(value).isprintable():
                raise OptionError(
                    f"options={{{name!r}: {value!r}}}: expected a name and a text of one line, a whole number, a bool, "
                    "or None for a button"
                )
        object.__setattr__(self, "options", dict(self.options))


def _is_line(text: Any) -> bool:
    """Whether this can be said on a line."""
    return isinstance(text, str) and text.isprintable() and text.strip() == text != ""
