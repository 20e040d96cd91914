"""Files of games: encodings, formats, reading and writing."""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from os import PathLike, fspath
from pathlib import Path
from typing import BinaryIO

from boyi.errors import MissingFileError, OptionError, RecordError, unknown
from boyi.games import game_of
from boyi.records import cbr, dhtmlxq, lines, pgn, psq, sgf, xqf
from boyi.records.game import WRITERS, Game, check_headers, check_result, check_text

__all__ = ["FORMATS", "dumps", "encoding_of", "format_of", "loads", "read", "write"]

_PIECE = 1 << 20
"""Bytes that are read at once."""

_SIGNS = frozenset("炮砲包马馬車车兵卒帅帥将將士仕象相平进進退前后後红紅黑胜勝和局")
"""Characters of xiangqi, by which the encoding of a text is known that could have several."""

_ENCODINGS = ("utf-8", "gb18030", "big5")


@dataclass(frozen=True)
class Format:
    """How games stand in files."""

    game: str
    suffixes: tuple[str, ...]
    read_text: Callable[[Iterable[str], str], Iterator[Game | RecordError]] | None = None
    read_bytes: Callable[[bytes, str], Iterator[Game | RecordError]] | None = None
    write: Callable[[Game, str], str] | None = None
    notations: tuple[str, ...] = ()
    """The notations that can be written, the usual one first."""
    separator: str = ""
    """What stands between the games of a file."""
    declared: Callable[[str, str], str] = lambda text, _encoding: text
    """Writes the encoding of a file into the text of a game, in formats that name it."""
    has_glyphs: bool = False
    """Whether moves can be annotated by glyphs, such as 2 for a mistake."""
    names_rules: bool = False
    """Whether files name the rules, which then hold unless the user names others."""


FORMATS = {
    "pgn": Format(
        "xiangqi", (".pgn",), pgn.read, write=pgn.write, notations=tuple(pgn.NOTATIONS), separator="\n", has_glyphs=True
    ),
    "dhtmlxq": Format("xiangqi", (".dhtmlxq", ".ubb"), dhtmlxq.read, write=dhtmlxq.write, separator="\n"),
    "xqf": Format("xiangqi", (".xqf",), read_bytes=xqf.read),
    "cbr": Format("xiangqi", (".cbr",), read_bytes=cbr.read),
    "cbl": Format("xiangqi", (".cbl",), read_bytes=cbr.read_library),
    "sgf": Format(
        "gomoku", (".sgf",), sgf.read, write=sgf.write, declared=sgf.declared, has_glyphs=True, names_rules=True
    ),
    "psq": Format("gomoku", (".psq",), psq.read, write=psq.write),
    "lines": Format("gomoku", (".txt", ".lines"), lines.read, write=lines.write),
}
"""The formats by name."""

_SIGNS_OF_FORMATS = {
    b"XQ": "xqf",
    cbr.GAME_SIGN: "cbr",
    cbr.LIBRARY_SIGN: "cbl",
    b"DhtmlXQ": "dhtmlxq",
    b"Piskvorky": "psq",
    b"(;": "sgf",
}
"""What files begin with, or in DhtmlXQ contain, by which their format is known."""

_CLOSED = {".cbf": "CBF", ".che": "CHE", ".mxq": "MXQ", ".ccm": "CCM"}
"""Suffixes of formats of single programs, which are not read."""


def read(
    source: str | PathLike[str] | BinaryIO,
    *,
    format: str | None = None,
    encoding: str | None = None,
    rules: str | None = None,
    bad: Callable[[RecordError], object] | None = None,
) -> Iterator[Game]:
    """The games of a file, one after another, in bounded memory.

    Args:
        source: a path, or a file opened for reading bytes that can seek.
        format: one of :data:`FORMATS`; None: by the suffix of the path and the contents.
        encoding: the encoding of a text, such as ``"gb18030"``; None: UTF-8, GB18030 or Big5, whichever fits the whole
            file; where several do, the one in which the text speaks of xiangqi most.
        rules: rules of the games' positions, such as ``"axf"`` or ``"renju"``; None: the usual ones, or in gomoku those
            that the file names.
        bad: is called with the error of every game that cannot be read, and reading goes on behind it; a list's
            ``append`` will do. None: the error is raised.

    Raises:
        RecordError: for a game that cannot be read, with file, number and line; for a file of another format.
        MissingFileError: if there is no such file.
        OptionError: for an unknown format, encoding or rule set.

    >>> import io
    >>> from boyi import records
    >>> file = io.BytesIO(b"1. C2=5 H8+7 *\\n\\n[Event \\"next\\"]\\n1. C2=6 *")
    >>> [game.moves for game in records.read(file, format="pgn")]
    [[Move('h2e2'), Move('h9g7')], [Move('h2d2')]]
    """
    name = fspath(source) if isinstance(source, str | PathLike) else None
    known = None if encoding is None else _known(encoding)
    if name is None:
        assert not isinstance(source, str | PathLike)
        file = source
    else:
        try:
            file = Path(check_text("path", name)).open("rb")  # noqa: SIM115 the generator closes it
        except FileNotFoundError:
            raise MissingFileError.of(name, "games") from None
    try:
        chosen = _format(name, file, format)
        _check_rules(chosen.game, rules)
    except BaseException:
        if name is not None:
            file.close()
        raise
    usual = "" if chosen.names_rules else game_of(chosen.game).rules[0]
    return _games(file, name, chosen, known, rules or usual, bad)


def _games(
    file: BinaryIO,
    name: str | None,
    chosen: Format,
    encoding: str | None,
    rules: str,
    bad: Callable[[RecordError], object] | None,
) -> Iterator[Game]:
    try:
        if chosen.read_bytes is not None:
            found = chosen.read_bytes(file.read(), rules)
        else:
            assert chosen.read_text is not None
            found = chosen.read_text(_pieces(file, name, encoding or _encoding_of(file)), rules)
        for number, game in enumerate(found, 1):
            if isinstance(game, Game):
                yield game
                continue
            error = RecordError(game.reason, path=name, number=number, line=game.line)
            if bad is None:
                raise error
            bad(error)
    finally:
        if name is not None:
            file.close()


def encoding_of(path: str | PathLike[str]) -> str:
    """The encoding of a game file: ``"utf-8"``, ``"gb18030"`` or ``"big5"``, as :func:`read` finds it by the contents.

    Files of formats that are no text, such as XQF, hold GB18030.

    Raises:
        MissingFileError: if there is no such file.
        RecordError: for a file of another format.
    """
    name = fspath(path)
    try:
        with Path(check_text("path", name)).open("rb") as file:
            if _format(name, file, None).read_bytes is not None:
                return "gb18030"
            return _encoding_of(file)
    except FileNotFoundError:
        raise MissingFileError.of(name, "games") from None


def format_of(path: str | PathLike[str]) -> str:
    """The format in which :func:`write` writes a file, by its suffix.

    Raises:
        OptionError: if the suffix names no format, or one that is only read.

    >>> format_of("games.pgn")
    'pgn'
    """
    chosen = _by_suffix(Path(path).name)
    if chosen.write is None:
        raise OptionError(f"{fspath(path)!r}: games cannot be written in this format, only read")
    return next(name for name, each in FORMATS.items() if each is chosen)


def loads(text: str, format: str | None = None, *, rules: str | None = None) -> list[Game]:
    """The games of a text; the arguments are those of :func:`read`.

    >>> from boyi import records
    >>> records.loads("1. 炮二平五 马8进7")
    [<boyi.records.Game ? - ? *, 2 plies>]
    """
    return list(read(BytesIO(text.encode("utf-8", "surrogatepass")), format=format, encoding="utf-8", rules=rules))


def write(
    games: Iterable[Game],
    path: str | PathLike[str],
    *,
    format: str | None = None,
    notation: str | None = None,
    encoding: str = "utf-8",
) -> int:
    """Writes games to a file, and returns their number. An existing file is replaced when all are written.

    Args:
        games: any iterable, such as what :func:`read` gives.
        path: the file.
        format: one of :data:`FORMATS` that can be written; None: by the suffix of the path.
        notation: of moves in PGN: ``"chinese"``, ``"chinese-traditional"``, ``"wxf"`` or ``"iccs"``; None: that of the
            file from which the game was read, else Chinese.
        encoding: of the text.

    Raises:
        OptionError: for an unknown format or notation, for a game of another kind than the format's, for what the
            format has no place for, and for a text that the encoding cannot hold.
    """
    target = Path(check_text("path", fspath(path)))
    known = _known(encoding)
    chosen = _by_suffix(target.name) if format is None else _named(format)
    aside = target.with_name(target.name + ".part")
    count = 0
    try:
        with aside.open("w", encoding=known, newline="\n") as file:
            for game in games:
                text = _text(game, chosen, notation)
                file.write((chosen.separator if count else "") + chosen.declared(text, known))
                count += 1
        aside.replace(target)
    except UnicodeEncodeError as error:
        raise OptionError(
            f'encoding {encoding!r} has no {error.object[error.start : error.end]!r}: expected "utf-8" for it'
        ) from None
    finally:
        aside.unlink(missing_ok=True)
    return count


def dumps(games: Iterable[Game], format: str | None = None, *, notation: str | None = None) -> str:
    """Games as the text of a file, see :func:`write`. Without a format that of the first game is the usual one."""
    return "\n".join(game.to_text(format, notation=notation) for game in games)


def _text_of(game: Game, format: str | None, notation: str | None) -> str:
    return _text(game, _named(format or game_of(game.game).part("record_format", "format of game files")), notation)


WRITERS.append(_text_of)


def _text(game: object, chosen: Format, notation: str | None) -> str:
    if not isinstance(game, Game):
        raise OptionError(f"game {game!r}: expected a boyi.records.Game")
    if chosen.write is None:
        raise OptionError("games cannot be written in this format, only read")
    if game.game != chosen.game:
        raise OptionError(f"a game of {game.game} in a format of {chosen.game}: expected a format of its own")
    _check_texts(game)
    if notation is not None and notation not in chosen.notations:
        raise OptionError(f"notation {notation!r}: expected {' or '.join(map(repr, chosen.notations)) or 'none'} here")
    usual = game.notation if game.notation in chosen.notations else (chosen.notations or ("",))[0]
    return chosen.write(game, notation or usual or "")


def _named(name: str) -> Format:
    if name not in FORMATS:
        raise unknown("format", name, FORMATS)
    return FORMATS[name]


def _by_suffix(name: str) -> Format:
    suffix = Path(name).suffix.lower()
    for chosen in FORMATS.values():
        if suffix in chosen.suffixes:
            return chosen
    raise OptionError(f"{name!r}: its suffix names no format, expected format= with one of {tuple(FORMATS)}")


def _check_texts(game: Game) -> None:
    """Refuses what a user has put into a game where files have texts; comments are checked when they are set."""
    check_result(game.result)
    check_text("trailer", game.trailer)
    check_headers(game.headers)


def _format(name: str | None, file: BinaryIO, given: str | None) -> Format:
    """The format of a file, by its contents where they tell, else by its name."""
    if given is not None:
        return _named(given)
    file.seek(0)
    head = file.read(4096)
    file.seek(0)
    for sign, format in _SIGNS_OF_FORMATS.items():
        if head.lstrip(b"\xef\xbb\xbf \r\n").startswith(sign) or (format == "dhtmlxq" and sign in head):
            return FORMATS[format]
    suffix = Path(name or "").suffix.lower()
    if suffix in _CLOSED:
        reason = f"files of the format {_CLOSED[suffix]} are not read: expected one of {tuple(FORMATS)}"
        raise RecordError(reason, path=name)
    if suffix and suffix != ".txt":
        return _by_suffix(name or "")
    first = head.split()[0] if head.split() else b""
    return FORMATS["lines" if lines.is_line(first.decode("latin-1")) else "pgn"]


def _check_rules(game: str, rules: str | None) -> None:
    known = game_of(game).rules
    if rules is not None and rules not in known:
        raise unknown(f"rules of {game}", rules, known)


def _known(encoding: object) -> str:
    """The name of an encoding of texts that can be read piece by piece, and past bytes that are no text."""
    try:
        # str.encode refuses codecs that are none of texts, such as base64; those of single words, such as idna, do not
        # read past what they cannot read.
        name = codecs.lookup(check_text("encoding", encoding)).name
        if codecs.getincrementaldecoder(name)("boyi-unreadable").decode("h8".encode(name), final=True) == "h8":
            return name
    except OptionError:
        raise
    except Exception:  # codecs raise what they like: zlib's an AssertionError
        pass
    raise OptionError(f'encoding {encoding!r}: expected the name of an encoding of texts, such as "gb18030"')


def _encoding_of(file: BinaryIO) -> str:
    """The encoding of a file: the first of those that fit the whole file, by the characters of its beginning."""
    file.seek(0)
    head = file.read(_PIECE)
    fitting = [encoding for encoding in _ENCODINGS if _fits(file, encoding)]
    file.seek(0)

    def signs(encoding: str) -> int:
        text = head.decode(encoding, "ignore")
        return sum(text.count(sign) for sign in _SIGNS)

    if "utf-8" in fitting:
        return "utf-8"
    return max(fitting or _ENCODINGS, key=signs)


def _fits(file: BinaryIO, encoding: str) -> bool:
    file.seek(0)
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    try:
        while piece := file.read(_PIECE):
            decoder.decode(piece)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _unreadable(error: UnicodeError) -> tuple[str, int]:
    """Puts a character that no game has in place of bytes that are no text, so that their game is refused."""
    assert isinstance(error, UnicodeDecodeError)
    return "\0", error.end


codecs.register_error("boyi-unreadable", _unreadable)


_HALF = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, which some encodings can say and no text has."""


def _pieces(file: BinaryIO, name: str | None, encoding: str) -> Iterator[str]:
    """The text of a file, piece by piece."""
    decoder = codecs.getincrementaldecoder(encoding)("boyi-unreadable")
    file.seek(0)
    first, piece = True, b"-"
    while piece:
        piece = file.read(_PIECE)
        try:
            text = decoder.decode(piece, final=not piece)
        except UnicodeError as error:  # such as UTF-16 without its mark
            reason = f"it is no text in the encoding {encoding!r}, {error}: expected another encoding"
            raise RecordError(reason, path=name) from None
        text = _HALF.sub("\0", text)
        yield text.removeprefix("\ufeff") if first else text
        first = False
