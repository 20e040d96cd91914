"""What a save of a table leaves when its process is killed goes with the next save; that of a save that runs stays."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import boyi

SAVES = """
import sys, boyi
table = boyi.TranspositionTable(512)
while True:
    table.save(sys.argv[1])
"""


def drafts(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir() if each.name.endswith(".tmp"))


def saving(path: Path) -> subprocess.Popen[bytes]:
    """A process that is in the middle of a save."""
    process = subprocess.Popen([sys.executable, "-c", SAVES, str(path)])
    begun = time.monotonic()
    while not any(f".{process.pid}-" in name for name in drafts(path.parent)):
        assert process.poll() is None and time.monotonic() < begun + 60
        time.sleep(0.002)
    return process


def test_the_next_save_removes_what_a_killed_one_has_left(tmp_path: Path) -> None:
    path, other = tmp_path / "a.table", tmp_path / "a.table.b.1-2.tmp"
    other.touch()  # a draft of another file, a.table.b
    process = saving(path)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert len(drafts(tmp_path)) == 2
    table = boyi.TranspositionTable(0.1)
    table.save(path)
    assert drafts(tmp_path) == [other.name] and boyi.TranspositionTable.load(path).capacity == table.capacity


def test_a_save_that_runs_keeps_its_draft(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    process = saving(path)
    try:
        for _ in range(20):
            boyi.TranspositionTable(0.1).save(path)
        time.sleep(0.5)
        assert process.poll() is None, "its save has not failed for a draft that somebody removed"
    finally:
        process.kill()
        process.wait()
