"""Files of results that one experiment at a time writes: locked until it is closed, or its process ends.

The lock is the operating system's (``flock``; on Windows that of a byte far behind the end), so that a process that is
killed leaves none behind. Reading needs no lock.
"""

import errno
import os
import sys
import warnings
from pathlib import Path
from weakref import WeakSet

from boyi.errors import ResultFileError

if sys.platform == "win32":
    import msvcrt

    _FAR = 2**62

    def _lock(file: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


_TAKEN = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)
"""How a system says that another one has the lock."""


class OwnFile:
    """A file that only its holder writes; made if it is not there, its ``folders`` too if that is asked for.

    Raises:
        ResultFileError: if another experiment, of this process or another, holds the file, or it cannot be opened.
    """

    def __init__(self, path: str | os.PathLike[str], *, folders: bool = False) -> None:
        self.path: Path = Path(path)
        try:
            if folders:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = _opened(self.path)
        except OSError as error:
            raise ResultFileError(
                f"{path} cannot be written, {error.strerror}: expected a file of results, or the name of a new one"
            ) from error
        _OPEN.add(self)

    def __del__(self) -> None:
        self.close()

    def is_part_of(self, first: bytes) -> bool:
        """Whether the file is new, or holds no more than the beginning of these bytes, at which it was cut off."""
        with self.path.open("rb") as file:
            found = file.read(len(first))
        return len(found) < len(first) and first.startswith(found)

    def cut(self, size: int) -> None:
        """Keeps so many bytes from the beginning."""
        os.truncate(self._file, size)

    def append(self, data: bytes) -> None:
        """Adds bytes at the end, at once.

        Raises:
            ResultFileError: if they cannot be written, or somebody has removed or replaced the file.
        """
        try:
            if not _is_at(self._file, self.path):
                raise ResultFileError(
                    f"{self.path} was removed or replaced while its experiment ran: expected it to stay; the same run "
                    "begins anew, or goes on with what is there now"
                )
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as error:
            raise ResultFileError(
                f"{self.path} cannot be written, {error.strerror}: its results are kept: the same run goes on"
            ) from error

    def rename(self, path: Path) -> None:
        """Puts the file in the place of another one, and lets others write it."""
        if sys.platform == "win32":  # which renames no open file
            self.close()
        os.replace(self.path, path)
        self.close()

    def close(self) -> None:
        """Lets others write the file."""
        file, self._file = getattr(self, "_file", -1), -1
        if file >= 0:
            _OPEN.discard(self)
            os.close(file)


def replace(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a whole file under another name, then renames it, so that an older file is never half overwritten.

    Raises:
        ResultFileError: if an experiment is writing the file, or it cannot be written.
    """
    place = Path(path)
    if place.exists():
        OwnFile(place).close()
    draft = OwnFile(f"{path}.new")
    try:
        draft.cut(0)  # what a process left that was killed while it wrote
        draft.append(data)
        draft.rename(place)
    except BaseException:
        draft.path.unlink(missing_ok=True)
        raise
    finally:
        draft.close()


_OPEN: WeakSet[OwnFile] = WeakSet()


def _let_go() -> None:
    """Closes all files in a forked child: it would keep the lock when its parent is killed."""
    for file in list(_OPEN):
        file.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


def _opened(path: Path) -> int:
    """Opens and locks the file that has the path when the lock is had: a save may replace it at any time."""
    while True:
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        file = os.open(path, flags, 0o666)
        try:
            _lock_or_refuse(file, path)
            if _is_at(file, path):
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _lock_or_refuse(file: int, path: Path) -> None:
    try:
        _lock(file)
    except OSError as error:
        if error.errno in _TAKEN:
            raise ResultFileError(
                f"{path} is being written by another experiment: expected another path, or to wait until it has ended"
            ) from None
        warnings.warn(
            f"{path} cannot be locked, {error.strerror}: see to it that only one process writes it", stacklevel=4
        )


def _is_at(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False
