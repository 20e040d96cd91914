"""Tables: what can be read from them, shared and kept on disk."""

import re
import zlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boyi
from boyi import Bound, Bounds, Config, Searcher, TranspositionTable, lab
from boyi.xiangqi import Position
from conftest import run_python

SCHEMES = ["always", "depth-preferred", "two-tier", "bucket", "aged-bucket"]
DTYPE = {"key": "<u8", "move": "<u2", "score": "<i2", "eval": "<i2", "depth": "|i1", "bound": "|u1", "age": "|u1"}


@pytest.fixture(scope="module")
def filled() -> TranspositionTable:
    """The table of a search of the start position to depth 6."""
    searcher = Searcher(Config.preset("boyi").replace(table_mb=1))
    searcher.search(Position(), depth=6)
    return searcher.table


def reachable(plies: int) -> dict[int, Position]:
    """The positions up to a number of plies from the start, by key."""
    found = {Position().key: Position()}
    layer = [Position()]
    for _ in range(plies):
        layer = [position.play(move) for position in layer for move in position.legal_moves()]
        found |= {position.key: position for position in layer}
    return found


# ---- reading -------------------------------------------------------------


def test_rows_have_the_documented_type(filled: TranspositionTable) -> None:
    rows = filled.entries()
    assert {name: rows.dtype[name].str for name in rows.dtype.names} == DTYPE
    assert rows.dtype.itemsize == 24
    assert [rows.dtype.fields[name][1] for name in DTYPE] == [0, 8, 10, 12, 14, 15, 16]
    assert rows.dtype.isalignedstruct
    assert rows.ndim == 1
    with pytest.raises(ValueError, match="read-only"):
        rows["depth"] = 0
    with pytest.raises(ValueError, match="cannot set WRITEABLE"):
        rows.flags.writeable = True


def test_rows_are_what_probe_says(filled: TranspositionTable) -> None:
    rows = filled.entries()
    positions = reachable(2)
    known = rows[np.isin(rows["key"], np.array(list(positions), dtype=np.uint64))]
    assert len(known) > 40
    for row in known:
        position = positions[int(row["key"])]
        entry = filled.probe(position)
        assert (entry.key, entry.depth, entry.bound, entry.age, int(entry.score)) == (
            row["key"],
            row["depth"],
            row["bound"],
            row["age"],
            row["score"],
        )
        assert entry.move is None if row["move"] == 0 else entry.move.code == row["move"]
        evaluation = position.evaluate()  # as it is: path_scores moves it off the score of a draw after reading only
        assert entry.eval is None if row["eval"] == -32768 else entry.eval == row["eval"] == evaluation
        assert entry.score.turn == position.turn
        assert isinstance(entry.bound, Bound)


def test_rows_come_in_the_order_of_the_slots_each_once(filled: TranspositionTable) -> None:
    rows = filled.entries()
    assert len(rows) == len(filled) == len(np.unique(rows["key"]))
    bucket = rows["key"].astype(object) * (filled.capacity // 4) >> 64
    assert list(bucket) == sorted(bucket), "the high bits of the key choose the bucket"


@pytest.mark.parametrize("chunk", [1, 7, 1000, 10**12])
def test_rows_come_in_pieces_too(chunk: int, filled: TranspositionTable) -> None:
    pieces = filled.entries(chunk=chunk)
    found = [next(pieces) for _ in range(3)] if chunk == 1 else list(pieces)
    assert all(0 < len(piece) <= chunk and not piece.flags.writeable for piece in found)
    assert all(len(piece) == chunk for piece in found[:-1])
    together, whole = np.concatenate(found), filled.entries()
    assert np.array_equal(together, whole[: len(together)]) and (chunk == 1 or len(together) == len(whole))


def test_the_pieces_of_an_empty_table_are_none() -> None:
    assert list(TranspositionTable(mb=0.1).entries(chunk=5)) == []
    for chunk in (0, -1):
        with pytest.raises(boyi.OptionError, match=f"chunk = {chunk}: expected 1"):
            TranspositionTable(mb=0.1).entries(chunk=chunk)


def test_unknown_positions_are_not_found(filled: TranspositionTable) -> None:
    assert filled.probe(Position("3k5/9/9/9/9/9/9/9/9/4K4 w")) is None
    assert TranspositionTable(1).probe(Position()) is None


def test_occupancy_counts_rows(filled: TranspositionTable) -> None:
    rows = filled.entries()
    occupancy = filled.occupancy()
    assert set(occupancy) == {"age", "bound", "depth"}
    for name, counts in occupancy.items():
        assert counts == Counter(rows[name].tolist())
        assert sum(counts.values()) == len(filled)
    assert max(occupancy["depth"]) >= 6


def test_occupancy_of_two_bounds_counts_the_deeper_one() -> None:
    searcher = Searcher(Config.preset("fruit").replace(table_mb=1))
    result = searcher.search(Position(), depth=5)
    assert searcher.table is not None
    rows, depths = searcher.table.entries(), searcher.table.occupancy()["depth"]
    assert depths == Counter(np.maximum(rows["lower_depth"], rows["upper_depth"]).tolist())
    assert (rows["lower_depth"] == -1).any()
    # The root's score is not stored: its entry holds nothing but the move written back.
    bare = searcher.table.probe(Position())
    assert isinstance(bare, Bounds)
    assert (bare.move, bare.move_depth, bare.lower, bare.upper) == (result.move, None, None, None)
    assert min(depths) == -1


def test_fill_is_the_share_in_use(filled: TranspositionTable) -> None:
    assert filled.capacity * 16 == filled.mb * 2**20
    assert filled.fill == len(filled) / filled.capacity
    assert 0 < filled.fill < 1
    assert (len(TranspositionTable(1)), TranspositionTable(1).fill, bool(TranspositionTable(1))) == (0, 0.0, True)


@pytest.mark.parametrize("n", [0, 1, 7, 100, 10**9, 10**30])
def test_samples_are_rows_without_repetition(n: int, filled: TranspositionTable) -> None:
    sample = filled.sample(n, seed=3)
    assert len(sample) == min(n, len(filled))
    assert sample.dtype == filled.entries().dtype
    assert len(np.unique(sample["key"])) == len(sample)
    assert np.isin(sample, filled.entries()).all()


def test_the_seed_decides_the_sample(filled: TranspositionTable) -> None:
    sample = filled.sample(50)
    assert np.array_equal(sample, filled.sample(50, seed=0))
    assert not np.array_equal(sample, filled.sample(50, seed=1))
    half = filled.entries()["key"] < 2**63
    assert 0.2 < np.mean(filled.sample(200)["key"] < 2**63) / half.mean() < 5, "from all over the table"


@pytest.mark.parametrize(
    ("name", "argument"), [("sample", -1), ("sample", -(10**30)), ("pv", -1), ("pv", -(10**30)), ("seed", -1)]
)
def test_absurd_numbers_are_refused(name: str, argument: int, filled: TranspositionTable) -> None:
    ask = {
        "sample": lambda n: filled.sample(n),
        "pv": lambda n: filled.pv(Position(), n),
        "seed": lambda n: filled.sample(1, n),
    }[name]
    with pytest.raises(boyi.OptionError, match="expected 0 or more"):
        ask(argument)


def test_the_line_of_the_table_is_legal(filled: TranspositionTable, start: Position) -> None:
    line = filled.pv(start)
    assert line[0] == filled.probe(start).move
    assert start.play_all(line).ply == len(line) >= 3
    assert filled.pv(start, 2) == line[:2]
    assert filled.pv(start, length=0) == []
    assert filled.pv(Position("3k5/9/9/9/9/9/9/9/9/4K4 w")) == []


def test_moves_of_rows_have_texts(filled: TranspositionTable) -> None:
    rows = filled.entries()
    texts = filled.move_text(rows)
    assert len(texts) == len(rows)
    for text, code in zip(texts, rows["move"], strict=True):
        assert text == ("" if code == 0 else boyi.Move.from_code(code, "xiangqi"))
    assert filled.move_text(rows[:0]) == []
    assert (
        filled.move_text(rows[rows["depth"] >= 5][:3])
        == [t for t, d in zip(texts, rows["depth"], strict=True) if d >= 5][:3]
    )


@pytest.mark.parametrize("rows", [[1, 2], "text", np.zeros(3), None, np.zeros(2, dtype=[("move", "f8")])])
def test_other_rows_have_none(rows: Any, filled: TranspositionTable) -> None:
    with pytest.raises(boyi.OptionError, match=r"expected rows of a table, as entries\(\) gives them"):
        filled.move_text(rows)


def test_codes_that_are_no_move_have_none(filled: TranspositionTable) -> None:
    with pytest.raises(boyi.OptionError, match="no xiangqi move has the code 65535"):
        filled.move_text(np.array([(65535,)], dtype=[("move", "u2")]))


@pytest.mark.parametrize("wrong", ["text", None, 5, 0x1234])
def test_only_positions_are_looked_up(wrong: Any, filled: TranspositionTable) -> None:
    for ask in (filled.probe, filled.pv):
        with pytest.raises(TypeError, match=r"expected a boyi\.xiangqi\.Position"):
            ask(wrong)


# ---- making and sharing --------------------------------------------------


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_scheme_serves_every_search(scheme: str, start: Position) -> None:
    table = TranspositionTable(0.01, scheme)
    assert table.scheme == scheme
    assert table.capacity <= 0.01 * 2**20 / 16 < table.capacity + 4
    searcher = Searcher(Config.preset("boyi").replace(table="bucket"), table=table)
    assert searcher.table is table
    result = searcher.search(start, depth=5)
    assert start.is_legal(result.move)
    assert table.fill > 0.5
    assert eval(repr(table), {"TranspositionTable": TranspositionTable}).scheme == scheme


def test_a_search_needs_no_table(start: Position) -> None:
    searcher = Searcher(Config.preset("boyi").replace(table="off"))
    searcher.search(start, depth=3)
    assert searcher.table is None
    with pytest.raises(boyi.OptionError, match="table='off'"):
        Searcher(Config.preset("boyi").replace(table="off"), table=TranspositionTable(1))


@pytest.mark.parametrize("mb", [0, -1, float("nan"), float("inf"), 1e9, 10**400, -(10**400)])
def test_absurd_sizes_are_refused(mb: float) -> None:
    with pytest.raises(boyi.OptionError, match=r"table size mb = .*: expected more than 0 and at most 65536 MiB"):
        TranspositionTable(mb)


def test_a_table_that_memory_has_no_room_for_is_refused() -> None:
    code = """
import resource
import boyi
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
try:
    boyi.TranspositionTable(32_768)
except boyi.OptionError as error:
    print(error)
"""
    assert re.match(r"table size mb = 32768: expected .*the memory has room", run_python(code))


@pytest.mark.parametrize("mb", ["16", None, [1]])
def test_sizes_are_numbers(mb: Any) -> None:
    with pytest.raises(TypeError):
        TranspositionTable(mb)


@pytest.mark.parametrize(("wrong", "nearest"), [("bukcet", "bucket"), ("Always", "always"), ("twotier", "two-tier")])
def test_unknown_schemes_suggest_the_nearest(wrong: str, nearest: str) -> None:
    with pytest.raises(boyi.OptionError, match=f'table scheme "{wrong}": expected one of.*did you mean "{nearest}"'):
        TranspositionTable(1, wrong)


def test_the_smallest_table_works(start: Position) -> None:
    table = TranspositionTable(1e-9)
    assert table.capacity == 4
    Searcher(table=table).search(start, depth=4)
    assert len(table) == 4


def test_searchers_share_a_table(start: Position) -> None:
    table = TranspositionTable(1)
    first = Searcher(table=table)
    first.search(start, depth=6)
    alone = Searcher(Config.preset("boyi").replace(table_mb=1)).search(start, depth=6).nodes
    second = Searcher(table=table)
    assert second.search(start, depth=6).nodes < alone / 2
    ages = table.occupancy()["age"]
    assert len(ages) == 2
    second.clear()
    assert len(first.table) == 0


def test_searches_side_by_side_fill_one_table(start: Position) -> None:
    table = TranspositionTable(1)
    with ThreadPoolExecutor(3) as pool:
        results = list(pool.map(lambda _: Searcher(table=table).search(start, depth=6), range(3)))
    assert all(start.play_all(result.pv).ply == len(result.pv) for result in results)
    assert table.probe(start).depth == 6


def test_clear_forgets(start: Position) -> None:
    table = TranspositionTable(1)
    Searcher(table=table).search(start, depth=3)
    assert table.probe(start) is not None
    table.clear()
    assert (len(table), table.probe(start), len(table.entries())) == (0, None, 0)
    assert table.occupancy() == {"depth": {}, "bound": {}, "age": {}}


def test_snapshots_are_taken_while_a_search_writes(start: Position) -> None:
    table = TranspositionTable(0.05)
    with Searcher(table=table).start(start) as run:
        for _ in range(200):
            rows = table.entries()
            table.move_text(rows)
            assert np.all(np.abs(rows["score"].astype(int)) <= 10_000)
            assert set(np.unique(rows["bound"])) <= {0, 1, 2, 3}
            assert start.play_all(table.pv(start)) is not None
            assert sum(table.occupancy()["depth"].values()) <= table.capacity
        assert not run.done()
    before = rows.copy()
    table.clear()
    assert np.array_equal(rows, before), "a snapshot stays as it is"


# ---- files ---------------------------------------------------------------


@pytest.mark.parametrize("scheme", SCHEMES)
def test_tables_come_back_from_a_file(scheme: str, tmp_path: Path, start: Position) -> None:
    searcher = Searcher(table=TranspositionTable(1, scheme))
    searcher.search(start, depth=7)
    path = tmp_path / "表 1.table"
    searcher.table.save(path)
    again = TranspositionTable.load(str(path))
    assert (again.scheme, again.capacity, len(again)) == (scheme, searcher.table.capacity, len(searcher.table))
    assert np.array_equal(again.entries(), searcher.table.entries())
    assert again.pv(start) == searcher.table.pv(start)
    assert (
        Searcher(table=again).search(start, depth=7).nodes
        < Searcher(Config.preset("boyi").replace(table_mb=1)).search(start, depth=7).nodes
    )


def test_an_empty_table_comes_back_free(tmp_path: Path, start: Position) -> None:
    TranspositionTable(0.01).save(tmp_path / "empty")
    table = TranspositionTable.load(tmp_path / "empty")
    assert len(table) == 0
    assert Searcher(table=table).search(start, depth=2).depth == 2


def summed(content: bytes) -> bytes:
    """What a table file holds, with its checksum."""
    return content + zlib.crc32(content).to_bytes(4, "little")


def damaged(content: bytes) -> dict[str, bytes]:
    header, body = content[:-4].split(b"\n", 1)
    words = header.split(b" ", 6)

    def with_word(index: int, word: bytes) -> bytes:
        return summed(b" ".join([*words[:index], word, *words[index + 1 :]]) + b"\n" + body)

    return {
        "empty": b"",
        "one byte": content[:1],
        "text": b"this is not a table\n" * 100,
        "zeros": bytes(2000),
        "noise": np.random.default_rng(1).bytes(5000),
        "header only": header + b"\n",
        "header cut": header[:15],
        "words missing": summed(b" ".join(words[:3]) + b"\n" + body),
        "without a checksum": content[:-4],
        "another checksum": content[:-4] + bytes(4),
        "truncated": content[:-1],
        "extended": content + b"\0",
        "last format": with_word(0, b"boyi-table-4"),
        "next format": with_word(0, b"boyi-table-6"),
        "unknown scheme": with_word(1, b"bukcet"),
        "unknown layout": with_word(2, b"double"),
        "other layout": with_word(2, b"leafwalk"),
        "other ways": with_word(3, b"1"),
        "no entries": with_word(3, b"0"),
        "too many entries": with_word(3, str(2**60 - 1).encode()),
        "far too many entries": with_word(3, b"9" * 40),
        "negative": with_word(3, b"-4"),
        "leaves": with_word(4, b"1"),
        "too many leaves": with_word(4, str(2**64 - 1).encode()),
        "no age": with_word(5, b"old"),
        "large age": with_word(5, b"256"),
        "not text": b"\xff\xfe" + content[2:],
        "other entries": summed(header + b"\n" + np.random.default_rng(2).bytes(len(body))),
        "a changed entry": content[: len(header) + 5]
        + bytes([content[len(header) + 5] ^ 1])
        + content[len(header) + 6 :],
    }


DAMAGES = list(damaged(summed(b"boyi-table-5 always single 1 0 0 x\n" + bytes(16))))


@pytest.mark.parametrize("damage", DAMAGES)
def test_broken_files_are_refused_by_name(damage: str, tmp_path: Path, start: Position) -> None:
    searcher = Searcher(table=TranspositionTable(0.01))
    searcher.search(start, depth=4)
    path = tmp_path / "broken.table"
    searcher.table.save(path)
    path.write_bytes(damaged(path.read_bytes())[damage])
    with pytest.raises(boyi.TableFileError, match=re.escape(str(path))):
        TranspositionTable.load(path)


@pytest.mark.parametrize("layout", ["single", "two-bound", "leafwalk"])
def test_a_file_is_read_where_it_lies(layout: str, tmp_path: Path, start: Position) -> None:
    searcher = Searcher(Config.preset("boyi").replace(table_layout=layout, table_mb=1))
    searcher.search(start, depth=5)
    table, path = searcher.table, tmp_path / "a.table"
    table.save(path)
    file = boyi.TableFile(path)
    assert (file.path, file.scheme, file.layout, file.mb, file.capacity) == (
        *(path, table.scheme, table.layout, table.mb, table.capacity),
    )
    for chunk in (97, 10**9):
        pieces = list(file.entries(chunk))
        assert all(0 < len(piece) <= chunk for piece in pieces)
        assert np.array_equal(np.concatenate(pieces), table.entries())
    line = table.pv(start, 3)
    for position in [start, *(start.play_all(line[:plies]) for plies in range(1, 4))]:
        assert file.probe(position) == table.probe(position)
    assert file.probe(start.play("a0a2")) == table.probe(start.play("a0a2"))
    piece = next(file.entries(10))
    assert file.move_text(piece) == table.move_text(piece)
    assert lab.table_summary(file) == lab.table_summary(table)
    assert lab.entries_frame(file, piece).equals(lab.entries_frame(table, piece))
    file.check()
    with pytest.raises(boyi.GameMismatchError):
        file.probe(boyi.gomoku.Position())
    for wrong in ({}, {"rows": piece, "root": start}):
        with pytest.raises(boyi.OptionError, match="a table in a file"):
            lab.entries_frame(file, **wrong)
    with pytest.raises(boyi.OptionError, match="chunk = 0"):
        file.entries(0)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)
    with pytest.raises(boyi.TableFileError, match="checksum"):
        file.check()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(boyi.TableFileError, match="bytes"):
        boyi.TableFile(path)
    with pytest.raises(OSError):
        list(file.entries())
    with pytest.raises(boyi.MissingFileError):
        boyi.TableFile(tmp_path / "none")


def test_bars_show_how_far_a_file_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, path = TranspositionTable(64), tmp_path / "a.table"
    table.save(path, progress=True)
    TranspositionTable.load(path, progress=True)
    boyi.TableFile(path).check(progress=True)
    said = capsys.readouterr().err
    assert all(word in said for word in ("saving", "loading", "checking")) and "/67.1M" in said


def test_a_file_with_one_flipped_bit_is_refused(tmp_path: Path, start: Position) -> None:
    searcher = Searcher(table=TranspositionTable(0.01))
    searcher.search(start, depth=4)
    path = tmp_path / "flipped.table"
    searcher.table.save(path)
    content = path.read_bytes()
    random = np.random.default_rng(1)
    for bit in [*range(400), *random.choice(8 * len(content), 400).tolist()]:
        flipped = bytearray(content)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        with pytest.raises(boyi.TableFileError):
            TranspositionTable.load(path)


def test_other_things_than_files_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, Path("a\0b")):
        with pytest.raises(boyi.TableFileError, match="bad table file"):
            TranspositionTable.load(path)
    with pytest.raises(TypeError):
        TranspositionTable.load(5)  # type: ignore[arg-type]


def test_a_file_that_cannot_be_written_is_an_os_error(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing" / "file"):
        with pytest.raises(OSError):
            TranspositionTable(0.01).save(path)


def test_a_table_of_another_game_is_refused(tmp_path: Path, start: Position) -> None:
    searcher = Searcher(table=TranspositionTable(0.01))
    searcher.search(start, depth=2)
    path = tmp_path / "other.table"
    searcher.table.save(path)
    path.write_bytes(summed(path.read_bytes()[:-4].replace(b"xiangqi", b"janggi!", 1)))
    table = TranspositionTable.load(path)
    other = Searcher(table=table)
    asks = (table.probe, table.pv, lambda p: other.search(p, depth=1), other.start)
    for ask in asks:
        with pytest.raises(boyi.GameMismatchError, match=r"filled for .*janggi"):
            ask(start)
    table.clear()
    assert other.search(start, depth=1).depth == 1
