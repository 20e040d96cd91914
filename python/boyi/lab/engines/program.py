"""A running program, to which one talks by lines: what it says and when, what it uses, and how it ends."""

import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Empty, Full, Queue
from threading import Thread
from typing import IO

from boyi.errors import OptionError
from boyi.lab.engines.answer import TIME, Misdeed
from boyi.lab.engines.engine import Engine
from boyi.run.tasks import Stopped, cores

CRASH = "crash"
"""Reason of the end of a game in which a program ended."""

SILENCE = "silence"
"""Reason of the end of a game in which a program did not answer."""


CPU_CLOCKS = sys.platform.startswith("linux")
"""Whether the system tells the CPU time of another process."""

TRANSCRIPT_LINES = 24
"""Number of last lines, of both sides, that are kept."""

MAX_LINE = 65_536
"""Bytes after which a line is taken to be over, so that a program cannot fill the memory with one."""

HELD = 1_024
"""Lines that wait to be heard, after which the program waits too, so that it cannot fill the memory with many."""

SHOWN = 400
"""Letters of a line that the transcript keeps."""

FINEST = 0.0005
"""Seconds between two looks at the CPU time of a program that has used nearly all of what it may use."""

GRACE = 2.0
"""Seconds that a program has to end after it was told to."""

Heard = tuple[float, str | None]
"""When a line came, by :func:`time.monotonic`, and the line; None at the end of the output, and for a stop."""


class Program:
    """The process of an :class:`boyi.lab.Engine`.

    One thread talks to it, and any other may :meth:`stop` the conversation.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: Queue[Heard] = Queue(HELD)
        self._readers: list[Thread] = []
        self._transcript: deque[str] = deque(maxlen=TRANSCRIPT_LINES)
        self._stopped = False
        self._alarms: list[tuple[float, str | None]] = []
        self.heard_at: float = 0.0
        """When the last line came that was heard, by :func:`time.monotonic`."""

    def start(self) -> None:
        """Starts the process, in a group of its own, which Ctrl-C in a terminal does not reach: it ends with us.

        Raises:
            OptionError: if there is no such program.
        """
        command = list(map(str, self._engine.command))
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self._engine.cwd,
                start_new_session=True,
            )
        except OSError as error:
            where = "" if self._engine.cwd is None else f" in cwd={self._engine.cwd!r}"
            raise OptionError(
                f"command={command!r}{where} cannot be started, {error.strerror}: expected a program and its arguments"
            ) from error
        assert process.stdout is not None and process.stderr is not None
        self._process, self._lines = process, Queue(HELD)
        self._transcript.clear()
        self._readers = [
            Thread(target=self._read, args=(process.stdout, "<", self._lines), daemon=True),
            Thread(target=self._read, args=(process.stderr, "!", None), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def is_running(self) -> bool:
        """Whether the process was started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def say(self, *lines: str) -> None:
        """Writes lines; raises :class:`Misdeed` if nobody reads them."""
        assert self._process is not None and self._process.stdin is not None
        self._transcript.extend(f"> {line[:SHOWN]}" for line in lines)
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
            self._process.stdin.flush()
        except OSError:
            raise Misdeed(CRASH) from None

    def hear(self, until: float | None = None) -> str:
        """The next line.

        Args:
            until: when to give up, by :func:`time.monotonic`; None: after the engine's patience with this line.

        Raises:
            Misdeed: if the process has ended, says nothing while the engine's patience lasts, or talks and does not
                answer.
            Stopped: after :meth:`stop`.
        """
        end = time.monotonic() + self._engine.patience if until is None else until
        try:
            self.heard_at, line = (0.0, None) if self._stopped else self._next_line(end)
        except Empty:
            talks = until is not None and self.heard_at > until - self._engine.patience
            raise Misdeed(TIME if talks else SILENCE) from None
        if self._stopped:
            raise Stopped
        if line is None:
            self._lines.put((self.heard_at, None))  # the end is still the end for the next that listens
            raise Misdeed(CRASH)
        if until is not None and self.heard_at > until:
            raise Misdeed(TIME)
        return line

    @contextmanager
    def watched(self, cpu_time: float | None, line: str | None) -> Iterator[None]:
        """A context in which :meth:`hear` watches the CPU time of the process; None: it does not.

        As soon as the process has used so many seconds since the context began, it says the line, if there is one. The
        engine's margin later it raises a :class:`Misdeed`: whoever talks on would never be silent.
        """
        if cpu_time is not None:
            end = self.cpu_time() + cpu_time
            self._alarms = [*([] if line is None else [(end, line)]), (end + self._engine.margin, None)]
        try:
            yield
        finally:
            self._alarms = []

    def _next_line(self, end: float) -> Heard:
        """Waits for the next line up to a time by :func:`time.monotonic`, and does what :meth:`watched` promises."""
        while self._alarms:
            with suppress(Empty):  # an answer that is there needs no reminder
                return self._lines.get_nowait()
            due, line = self._alarms[0]
            left = due - self.cpu_time()
            if left > 0:
                # A part of it, since several threads use it up faster than the clock goes.
                pause = min(max(left / max(4, cores()), FINEST), max(end - time.monotonic(), 0.0))
                with suppress(Empty):
                    return self._lines.get(timeout=pause)
                if time.monotonic() >= end:
                    raise Empty
            elif line is None:
                raise Misdeed(TIME)
            else:
                self.say(line)
                self._alarms.pop(0)
        return self._lines.get(timeout=max(end - time.monotonic(), 0.0))

    def deadline(self) -> float:
        """When an answer that takes no thought is due, by :func:`time.monotonic`."""
        return time.monotonic() + self._engine.patience

    def rest(self) -> None:
        """Waits until the engine's pause after the last line heard is over."""
        time.sleep(max(self.heard_at + self._engine.pause - time.monotonic(), 0.0))

    def forget(self) -> None:
        """Passes over what was said so far: an answer to nothing."""
        with suppress(Empty):
            for _ in range(HELD):  # no more: what is said meanwhile is new
                heard = self._lines.get_nowait()
                if heard[1] is None:
                    self._lines.put(heard)
                    return

    def stop(self) -> None:
        """Ends the conversation from another thread: :meth:`hear` then raises."""
        self._stopped = True
        with suppress(Full):  # then nobody waits for a line
            self._lines.put_nowait((0.0, None))

    def cpu_time(self) -> float:
        """CPU seconds of the process so far, of all its threads; 0.0 where the system does not tell them."""
        if self._process is None or not CPU_CLOCKS:
            return 0.0
        # The clock of another process, as clock_getcpuclockid(3) of Linux makes it from the number of the process.
        try:
            return time.clock_gettime(~self._process.pid << 3 | 2)
        except OSError:  # it has ended
            return 0.0

    def transcript(self) -> list[str]:
        """The last lines: ``>`` to the program, ``<`` from it, ``!`` from it on standard error."""
        return list(self._transcript)

    def close(self, farewell: str) -> None:
        """Tells the program to end, and ends it if it does not."""
        if self._process is None:
            return
        with suppress(Misdeed):
            self.say(farewell)
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self.kill()

    def kill(self) -> None:
        """Ends the process at once, with those that it started in its group."""
        process = self._process
        if process is None:
            return
        if process.poll() is None:
            with suppress(OSError):  # it has just ended
                if hasattr(os, "killpg"):
                    os.killpg(process.pid, signal.SIGKILL)
                else:
                    process.kill()
        process.wait()
        end = time.monotonic() + GRACE
        for reader in self._readers:
            while reader.is_alive() and time.monotonic() < end:
                self.forget()  # it may wait for room
                reader.join(FINEST)
        read = [False, *(reader.is_alive() for reader in self._readers)]
        for stream, busy in zip((process.stdin, process.stdout, process.stderr), read, strict=True):
            if stream is not None and not busy:  # closing waits for whoever reads
                with suppress(OSError):
                    stream.close()
        self._process = None

    def _read(self, stream: IO[bytes], mark: str, lines: Queue[Heard] | None) -> None:
        """Takes down what comes, up to the end of the output."""
        for raw in iter(lambda: stream.readline(MAX_LINE), b""):
            line = raw.decode("utf-8", "replace").strip()
            self._transcript.append(f"{mark} {line[:SHOWN]}")
            if lines is not None:
                lines.put((time.monotonic(), line))
        if lines is not None:
            lines.put((time.monotonic(), None))
