"""Differences between two regression files, as tables of text."""

from pathlib import Path

from boyi.errors import ResultFileError
from boyi.regression.sheet import NONE, Row, Sheet, aligned

_FIELDS = ("nodes", "score", "move", "pv")
_MOST_MOVES = 8


def difference(stored: Sheet, now: Sheet) -> str:
    """Everything that differs, stored before now; nothing if nothing does.

    >>> head, row = {"depth": "4"}, Row(100, "7", "h2e2", "h2e2 h9g7")
    >>> one = Sheet(head, {"start": "..."}, {("boyi", "start"): row})
    >>> other = Sheet(head, {"start": "..."}, {("boyi", "start"): Row(107, "7", "h2e2", "h2e2 b9c7")})
    >>> print(difference(one, other))
    1 of 1 rows changed; nodes of all 100 -> 107 (+7.0 %)
    config  position  nodes                 pv
    boyi    start     100 -> 107 (+7.0 %)   from ply 2: h9g7 -> b9c7
    >>> difference(one, one)
    ''
    """
    parts = [
        f"{name}: {before} -> {now.head[name]}" for name, before in stored.head.items() if now.head[name] != before
    ]
    for name, before in stored.positions.items():
        if now.positions.get(name, before) != before:
            parts.append(f"position {name}: {before} -> {now.positions[name]}")
    common = [key for key in now.rows if key in stored.rows]
    pairs = {key: (stored.rows[key], now.rows[key]) for key in common}
    parts += _changed_rows(pairs)
    parts += _listed("no longer there", stored, set(common))
    parts += _listed("not stored", now, set(common))
    return "\n".join(parts)


def changed(path: Path, now: Sheet) -> str:
    """In words, what writing a sheet to a file does to the file."""
    size = f"{len(now.rows)} rows"
    if not path.exists():
        return f"{size}, new"
    try:
        stored = Sheet.read(path.read_bytes(), path.name)
    except ResultFileError:
        return f"{size}, in place of a file that could not be read"
    if stored == now:
        return f"{size}, unchanged"
    gone = stored.rows.keys() - now.rows.keys()
    other = [key for key, row in now.rows.items() if stored.rows.get(key) != row]
    return f"{size}, {len(other)} of them changed or new, {len(gone)} gone"


def _changed_rows(pairs: dict[tuple[str, str], tuple[Row, Row]]) -> list[str]:
    """A table of the rows that differ, with the fields that differ somewhere."""
    different = {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}
    if not different:
        return []
    fields = [name for name in _FIELDS if any(getattr(a, name) != getattr(b, name) for a, b in different.values())]
    table = [("config", "position", *fields)]
    for key, (before, after) in different.items():
        table.append((*key, *(_cell(name, getattr(before, name), getattr(after, name)) for name in fields)))
    total = _nodes(sum(a.nodes for a, _ in pairs.values()), sum(b.nodes for _, b in pairs.values()))
    return [f"{len(different)} of {len(pairs)} rows changed; nodes of all {total}", *aligned(table)]


def _cell(field: str, before: str | int, after: str | int) -> str:
    if before == after:
        return ""
    if field == "nodes":
        return _nodes(int(before), int(after))
    return _lines(str(before), str(after)) if field == "pv" else f"{before} -> {after}"


def _nodes(before: int, after: int) -> str:
    share = f" ({100 * (after - before) / before:+.1f} %)" if before else ""
    return f"{before} -> {after}{share}"


def _lines(before: str, after: str) -> str:
    """Two lines of moves from where they part."""
    one, other = before.split(), after.split()
    same = next((ply for ply, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"from ply {same + 1}: {_beginning(one[same:])} -> {_beginning(other[same:])}"


def _beginning(line: list[str]) -> str:
    return " ".join([*line[:_MOST_MOVES], *(["..."] if len(line) > _MOST_MOVES else [])]) or NONE


def _listed(title: str, sheet: Sheet, known: set[tuple[str, str]]) -> list[str]:
    """A table of the rows of a sheet that the other has not."""
    rows = {key: row for key, row in sheet.rows.items() if key not in known}
    if not rows:
        return []
    cells = [(*key, str(row.nodes), row.score, row.move) for key, row in rows.items()]
    return [f"{title}: {len(rows)} rows", *aligned([("config", "position", *_FIELDS[:3]), *cells])]
