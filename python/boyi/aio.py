"""Searches in asyncio: other tasks of the loop go on meanwhile, and a cancellation stops the search.

``await searcher.start(position, …)`` gives the :class:`boyi.Result` of a search, and ``await boyi.aio.kill_search(…)``
that of a kill search. ``asyncio.timeout`` and ``asyncio.wait_for`` cancel both; a search that is cancelled has ended
before the cancellation goes on, so that its searcher is free.

>>> import asyncio, boyi
>>> async def main():
...     position = boyi.xiangqi.Position()
...     return await asyncio.gather(*(boyi.Searcher().start(position, depth=depth) for depth in (2, 3)))
>>> [result.depth for result in asyncio.run(main())]
[2, 3]
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Any, TypeVar

from boyi import _core
from boyi.values import KillResult, Result

__all__ = ["kill_search", "result_of"]

T = TypeVar("T")


async def result_of(run: _core.Run) -> Result:
    """The result of a search that was started; ``await run`` is the same.

    Raises:
        Exception: what :meth:`boyi.Run.result` raises.
        asyncio.CancelledError: if the task that awaits was cancelled; the search is stopped.
    """
    return await _awaited(run.result, run.stop)


async def kill_search(
    position: Any,
    force: str | None = None,
    *,
    max_depth: int | None = None,
    nodes: int | None = None,
    defence: str = "sound",
) -> KillResult:
    """:func:`boyi.kill_search` in a thread of its own; a cancellation stops it within about a tenth of a second.

    Args:
        position: a position of xiangqi or gomoku.
        force: the attacker's moves, as for :func:`boyi.kill_search`.
        max_depth: largest number of the attacker's moves, 1 or more; None: no limit.
        nodes: largest number of positions searched, 1 or more; None: no limit, for "threat" a million.
        defence: the defender's replies.

    Raises:
        OptionError: what :func:`boyi.kill_search` refuses.
        asyncio.CancelledError: if the task that awaits was cancelled; the search is stopped.

    >>> import asyncio, boyi
    >>> asyncio.run(boyi.aio.kill_search(boyi.xiangqi.Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w"))).status
    'win'
    """
    stopped = Event()

    def work() -> KillResult:
        return _core.kill_search(
            position, force, max_depth=max_depth, nodes=nodes, defence=defence, stop=stopped.is_set
        )

    return await _awaited(work, stopped.set)


async def _awaited(work: Callable[[], T], stop: Callable[[], None]) -> T:
    """Runs work in a thread of its own, and waits for it; a cancellation calls ``stop``, and goes on when it has ended.

    The thread does nothing but wait for the engine. One of the loop's executor would do, but there are few of those.
    """
    loop = asyncio.get_running_loop()
    over: asyncio.Future[Callable[[], T]] = loop.create_future()

    def settle(outcome: Callable[[], T]) -> None:
        if not over.done():
            over.set_result(outcome)

    def run() -> None:
        try:
            found = work()
        except BaseException as error:
            outcome = _raising(error)
        else:
            outcome = _giving(found)
        with suppress(RuntimeError):  # the loop was closed meanwhile
            loop.call_soon_threadsafe(settle, outcome)

    Thread(target=run, name="boyi await", daemon=True).start()
    try:
        outcome = await asyncio.shield(over)
    except asyncio.CancelledError:
        stop()
        await asyncio.wait([over])
        raise
    return outcome()


def _giving(value: T) -> Callable[[], T]:
    return lambda: value


def _raising(error: BaseException) -> Callable[[], Any]:
    """An outcome that raises. Futures do not take every exception, such as a StopIteration of ``order_by``."""

    def outcome() -> Any:
        raise error

    return outcome
