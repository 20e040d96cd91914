"""Memory of tables goes back to the system when they are freed, whatever the process has done before."""

import sys

import pytest

from conftest import run_python

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc/self/status")

PROGRAM = """
import gc, random, sys, time
import numpy as np
import boyi

def resident():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024

{before}
order, searched = {order!r}, {searched}
start = boyi.xiangqi.Position()
boyi.Searcher("boyi").search(start, depth=1)
begin, most, slowest = resident(), 0, 0.0
for round in range(4):
    begun = time.process_time()
    searchers = [boyi.Searcher("boyi") for _ in range(100)]
    slowest = max(slowest, time.process_time() - begun)
    for searcher in searchers[:searched]:
        searcher.search(start, nodes=20_000)
    mb, searcher = searchers[0].table.mb, None
    most = max(most, resident())
    if order == "last":
        searchers.reverse()
    if order == "random":
        random.Random(round).shuffle(searchers)
    while searchers:
        searchers.pop()
    gc.collect()
print(resident() - begin, most - begin, slowest, mb)
"""

ORDERS = ["random", pytest.param("first", marks=pytest.mark.slow), pytest.param("last", marks=pytest.mark.slow)]

# What the process has done with memory before. The first and the last differ most.
BEFORE = {
    "nothing": "",
    "one block of 30 MiB, freed": "np.ones(30 << 17)\n",
    "blocks up to 32 MiB, freed": "for mb in (1, 9, 17, 31, 32): np.ones(mb << 17)\n",
    "blocks of 20 MiB, some of which stay": "kept = [np.ones(20 << 17) for _ in range(8)][::2]\n",
}


first, *others, last = BEFORE


@pytest.mark.parametrize(
    "order", ["random", *(pytest.param(order, marks=pytest.mark.slow) for order in ("first", "last"))]
)
@pytest.mark.parametrize("before", [first, *(pytest.param(each, marks=pytest.mark.slow) for each in others), last])
def test_400_tables_of_16_mib_leave_no_memory_behind(before: str, order: str) -> None:
    program = PROGRAM.format(before=BEFORE[before], order=order, searched=8)
    left, most, slowest, mb = map(float, run_python(program).split())
    assert mb == 16 and left < 64 and slowest < 0.5, (left, most, slowest)


def test_a_table_takes_the_pages_that_are_written() -> None:
    left, most, *_ = map(float, run_python(PROGRAM.format(before="", order="first", searched=0)).split())
    assert left < 64 and most < 200, "a hundred tables of 16 MiB that no search has filled"
