"""Game files of any size that once took quadratic time to read, by name: the format, and a text of so many bytes.

``test_records_linear.py`` reads them, and ``tests/benches/bench.py readers`` measures them.
"""

from collections.abc import Callable

CYCLE = ("h2e2", "h7e7", "e2h2", "e7h7")
"""Moves of xiangqi after which the position is there again."""

DIGITS = "7747" + "7242" + "4777" + "4272"
"""The same as DhtmlXQ."""

GAME_SGF = "(;GM[4]SZ[15];B[hh]"


def _repeated(before: str, part: str, after: str = "") -> Callable[[int], str]:
    return lambda size: before + part * (size // len(part)) + after


def _numbered(before: str, part: str, after: str = "") -> Callable[[int], str]:
    """Parts with numbers from 1, and the number before, in the place of ``@`` and ``<``."""

    def text(size: int) -> str:
        count = size // (len(part) + 4)
        return before + "".join(part.replace("@", str(n)).replace("<", str(n - 1)) for n in range(1, count)) + after

    return text


def _late_variations(size: int) -> str:
    """A long line of DhtmlXQ, and variations that leave it at its end."""
    cycles = size // 2 // len(DIGITS)
    count = size // 2 // 60
    return (
        f"[DhtmlXQ][DhtmlXQ_movelist]{DIGITS * cycles}[/DhtmlXQ_movelist]"
        + "".join(f"[DhtmlXQ_move_0_{4 * cycles}_{n}]1222[/DhtmlXQ_move_0_{4 * cycles}_{n}]" for n in range(1, count))
        + "[/DhtmlXQ]"
    )


def _chain(size: int) -> str:
    """Variations of DhtmlXQ that leave one another, each a move later; their comments are on the first move."""
    count = size // 120
    moves = [DIGITS[4 * (n % 4) : 4 * (n % 4) + 4] for n in range(count)]
    return (
        f"[DhtmlXQ][DhtmlXQ_movelist]{moves[0]}[/DhtmlXQ_movelist]"
        + "".join(
            f"[DhtmlXQ_move_{n - 1}_{n + 1}_{n}]{moves[n]}[/DhtmlXQ_move_{n - 1}_{n + 1}_{n}]"
            f"[DhtmlXQ_comment{n}_1]x[/DhtmlXQ_comment{n}_1]"
            for n in range(1, count)
        )
        + "[/DhtmlXQ]"
    )


FILES: dict[str, tuple[str, Callable[[int], str]]] = {
    "pgn comments on a move": ("pgn", _repeated("1. h2e2 ", "{a}", " *")),
    "pgn comments of equal variations": ("pgn", _repeated("1. h2e2 ", "(1. h2e2 {a}) ", "*")),
    "pgn variations": ("pgn", _repeated("1. h2e2 ", "(1. h2d2 {a}) ", "*")),
    "pgn nested variations": ("pgn", _repeated("1. h2e2 ", "(1. h2d2 ", "*")),
    "pgn moves without blanks": ("pgn", _repeated("", "炮二平五炮８平５炮五平二炮５平８", " *")),
    "pgn moves": ("pgn", _repeated("", f"{' '.join(CYCLE)} ", "*")),
    "pgn comments without end": ("pgn", _repeated("", '[A "1"]\n1. h2e2 {no end\n\n')),
    "pgn tags": ("pgn", _numbered("", '[T@ "x"]\n', "*")),
    "pgn tags on a line": ("pgn", _numbered("", '[T@ "x"] ', "*")),
    "pgn brackets": ("pgn", _repeated("", "[")),
    "pgn games": ("pgn", _repeated("", '[A "1"]\n1. h2e2 *\n\n')),
    "dhtmlxq moves": ("dhtmlxq", _repeated("[DhtmlXQ_movelist]", DIGITS, "[/DhtmlXQ_movelist][/DhtmlXQ]")),
    "dhtmlxq variations at the end": ("dhtmlxq", _late_variations),
    "dhtmlxq variations of variations": ("dhtmlxq", _chain),
    "dhtmlxq fields without end": ("dhtmlxq", _numbered("", "[DhtmlXQ_a@]", "[/DhtmlXQ]")),
    "dhtmlxq games": ("dhtmlxq", _repeated("", "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n")),
    "sgf variations": ("sgf", _repeated(GAME_SGF, "(;W[ii]C[a];B[jj])", ")")),
    "sgf nested variations": ("sgf", _repeated("(;GM[4]SZ[15]", "(;C[a]", "")),
    "sgf values without end": ("sgf", _repeated(GAME_SGF, "C[", ")")),
    "sgf escapes without end": ("sgf", _repeated(GAME_SGF + "C[", "\\]", ")")),
    "sgf properties": ("sgf", _repeated(GAME_SGF, "C[a]", ")")),
    "sgf games": ("sgf", _repeated("", "(;GM[4];B[hh])\n")),
    "sgf closing brackets": ("sgf", _repeated("", ")")),
    "psq games": ("psq", _repeated("", "Piskvorky 15x15, 0:0, 0\n8,8,0\n")),
    "psq lines": ("psq", _repeated("Piskvorky 15x15, 0:0, 0\n8,8,0\n", "\n1")),
    "lines on one line": ("lines", _repeated("", "h8 i9 j10 ")),
    "lines": ("lines", _repeated("", "h8 i9 j10\n")),
}
