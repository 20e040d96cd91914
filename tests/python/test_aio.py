"""Searches in asyncio: the loop goes on, cancellations stop searches, errors arrive."""

import asyncio
import threading
import time

import pytest

import boyi
from boyi import aio, lab
from boyi.gomoku import Position as Gomoku
from boyi.xiangqi import Position as Xiangqi

HARD = lab.suite("gomoku/middlegame")[2]
"""A search by any threat does not end within a million positions."""


def test_a_run_is_awaited_and_gives_the_result_of_a_search() -> None:
    async def main() -> boyi.Result:
        return await boyi.Searcher().start(Xiangqi(), nodes=20_000)

    found, alone = asyncio.run(main()), boyi.Searcher().search(Xiangqi(), nodes=20_000)
    assert (found.move, found.nodes, found.depth) == (alone.move, alone.nodes, alone.depth)


def test_the_loop_goes_on_meanwhile_and_a_run_may_be_awaited_twice() -> None:
    async def main() -> tuple[int, bool]:
        run, beats = boyi.Searcher().start(Xiangqi(), time=0.4), 0
        waiting = asyncio.ensure_future(run)
        while not waiting.done():
            beats += 1
            await asyncio.sleep(0.01)
        return beats, (await run).nodes == (await waiting).nodes

    beats, same = asyncio.run(main())
    assert beats > 5 and same


def test_many_runs_at_once() -> None:
    async def main() -> list[boyi.Result]:
        return await asyncio.gather(*(boyi.Searcher("plain").start(Xiangqi(), depth=2) for _ in range(60)))

    assert [result.depth for result in asyncio.run(main())] == [2] * 60


def test_a_cancellation_stops_the_search_and_frees_the_searcher() -> None:
    searcher = boyi.Searcher()

    async def main() -> tuple[bool, bool, int]:
        run = searcher.start(Xiangqi(), time=600)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await run
        free = run.done()
        return free, run.result().nodes > 0, searcher.search(Xiangqi(), depth=2).depth

    begun = time.monotonic()
    assert asyncio.run(main()) == (True, True, 2)
    assert time.monotonic() - begun < 60


def test_the_end_of_the_loop_stops_the_search() -> None:
    runs = []

    async def main() -> None:
        async def search() -> None:
            runs.append(boyi.Searcher().start(Xiangqi(), time=600))
            await runs[0]

        tasks = {asyncio.ensure_future(search())}
        await asyncio.sleep(0.05)
        assert not any(task.done() for task in tasks)

    asyncio.run(main())
    assert runs[0].done()


@pytest.mark.parametrize("error", [ZeroDivisionError, StopIteration])
def test_an_error_of_ones_own_function_arrives(error: type[Exception]) -> None:
    def evaluate(_: object) -> int:
        raise error("mine")

    async def main() -> None:
        await boyi.Searcher("plain", evaluate=evaluate).start(Xiangqi(), depth=2)

    with pytest.raises((error, RuntimeError)) as raised:  # of a coroutine, a StopIteration becomes a RuntimeError
        asyncio.run(main())
    assert "mine" in f"{raised.value} {raised.value.__cause__}"


def test_a_stop_gives_what_was_found() -> None:
    async def main() -> boyi.Result:
        run = boyi.Searcher().start(Xiangqi(), time=600)
        asyncio.get_running_loop().call_later(0.05, run.stop)
        return await run

    assert asyncio.run(main()).nodes > 0


def test_a_run_is_awaited_in_asyncio_only() -> None:
    run = boyi.Searcher().start(Xiangqi(), depth=1)
    with pytest.raises(RuntimeError, match="no running event loop"):
        next(run.__await__())


def test_kill_search_is_awaited() -> None:
    position = Gomoku("h8 h9 i8 i9 j8 j9 f5 e3 f6 d4 f7 b11")
    found = asyncio.run(aio.kill_search(position, "vcf"))
    assert (found.status, found.line) == ("win", boyi.kill_search(position, "vcf").line)
    with pytest.raises(boyi.OptionError, match="vcx"):
        asyncio.run(aio.kill_search(position, "vcx"))


def test_a_cancellation_stops_kill_search() -> None:
    async def main() -> int:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await aio.kill_search(HARD, "threat", nodes=10**9)
        return sum(thread.name == "boyi await" for thread in threading.enumerate())

    begun = time.monotonic()
    left = asyncio.run(main())
    assert time.monotonic() - begun < 30 and left <= 1  # the thread that has just told its result may still end


def test_a_function_stops_kill_search() -> None:
    asked = []

    def stop() -> bool:
        asked.append(None)
        return len(asked) > 1

    found = boyi.kill_search(HARD, "threat", nodes=10**9, stop=stop)
    assert (found.status, len(asked)) == ("unknown", 2) and 1000 < found.nodes < 10**9

    def fails() -> bool:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        boyi.kill_search(HARD, "threat", nodes=10**9, stop=fails)
    with pytest.raises(TypeError, match="not callable"):
        boyi.kill_search(HARD, "threat", nodes=10**9, stop=3)
