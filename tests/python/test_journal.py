"""Files of results of every kind: a line that was changed is found when the file is read."""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import boyi
from boyi import lab
from boyi.run.journal import parsed_line
from boyi.run.own_file import OwnFile
from boyi.run.tasks import Workers
from boyi.xiangqi import Position
from boyi_studies.claims import Claims
from conftest import signed

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PLACES = [Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w"), Position()]


def comparison(path: Path | None) -> None:
    lab.compare(["plain", "wizard-table"], PLACES, depth=1, progress=False, path=path)


def match(path: Path | None) -> None:
    lab.match("plain", "wizard-table", openings=PLACES, depth=1, max_plies=4, progress=False, path=path)


def claims(path: Path) -> None:
    """The first claims of those that are kept: measuring takes longer."""
    lines = (NOTEBOOKS / "claims_gomoku.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:3]), encoding="utf-8")


KINDS: dict[str, tuple[Callable[[Any], None], Callable[[Path], Any]]] = {
    "comparison": (comparison, lab.Comparison.load),
    "match": (match, lab.Match.load),
    "claims": (claims, Claims.load),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_flipped_bit_is_found(kind: str, tmp_path: Path) -> None:
    write, load = KINDS[kind]
    path, random = tmp_path / "file.jsonl", Random(3)
    write(path)
    content = path.read_bytes()
    load(path)
    # The last line end aside: a last line without one was cut off, and is left out.
    bits = random.sample(range(8 * (len(content) - 1)), 1000)
    for bit in bits:
        flipped = bytearray(content)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        with pytest.raises(boyi.ResultFileError):
            load(path)


@pytest.mark.parametrize("kind", KINDS)
def test_an_edited_line_is_named(kind: str, tmp_path: Path) -> None:
    write, load = KINDS[kind]
    path = tmp_path / "file.jsonl"
    write(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        data = json.loads(line)
        edited = [
            (line.replace(":", ": ", 1), "and its checksum does not fit"),
            (line.replace(data["crc"], "00000000"), "and its checksum does not fit"),
            (json.dumps({key: value for key, value in data.items() if key != "crc"}), "and it has no checksum"),
        ]
        for other, reason in edited:
            path.write_text("\n".join([*lines[: number - 1], other, *lines[number:]]) + "\n", encoding="utf-8")
            with pytest.raises(boyi.ResultFileError, match=f"line {number} of .* is damaged: .* in JSON as .*{reason}"):
                load(path)
    path.write_text("\r\n".join([*lines, ""]), encoding="utf-8", newline="")
    load(path)  # line ends that another system has changed are no damage


def test_a_line_is_written_in_one_way(tmp_path: Path) -> None:
    comparison(tmp_path / "file.jsonl")
    lines = (tmp_path / "file.jsonl").read_text(encoding="utf-8").splitlines()
    assert [signed(json.loads(line)) for line in lines] == lines and len(lines) == 5


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_what_is_kept_with_the_notebooks_is_as_it_was_written(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [signed(json.loads(line)) for line in lines] == lines


@pytest.mark.parametrize("kind", ["comparison", "match"])
@pytest.mark.parametrize("kept", [True, False])
def test_an_interrupt_says_what_is_kept(kind: str, kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Workers.run

    def interrupted(self: Workers, tasks: Iterable[Any]) -> Iterator[Any]:
        yield next(run(self, tasks))
        raise KeyboardInterrupt

    monkeypatch.setattr(Workers, "run", interrupted)
    path = tmp_path / "file.jsonl"
    with pytest.raises(KeyboardInterrupt) as raised:
        KINDS[kind][0](path if kept else None)
    (note,) = raised.value.__notes__
    if kept:
        items = {"comparison": "searches", "match": "pairs of games"}[kind]
        assert note == f"1 {items} are kept in {path}: the same run goes on there."
        assert len(path.read_text(encoding="utf-8").splitlines()) == 2
    else:
        assert note.startswith("Nothing is kept: with a file (path=")


def test_an_interrupt_before_a_line_is_written_says_what_the_file_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = OwnFile.append

    def interrupted(self: OwnFile, data: bytes) -> None:
        if data.startswith(b'{"position":'):
            raise KeyboardInterrupt
        append(self, data)

    monkeypatch.setattr(OwnFile, "append", interrupted)
    path = tmp_path / "file.jsonl"
    with pytest.raises(KeyboardInterrupt) as raised:
        comparison(path)
    assert raised.value.__notes__ == [f"0 searches are kept in {path}: the same run goes on there."]


@pytest.mark.parametrize("line", ["[" * 200_000, '{"a":' * 200_000, "9" * 10_000])
def test_a_line_that_is_too_deep_for_json_is_no_record(line: str) -> None:
    assert parsed_line(line) is None
