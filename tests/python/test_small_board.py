"""Four in a row on 6 times 6 points is solved: black wins with its first move against every reply.

The proofs are checked by code that shares nothing with boyi: rows are bits of whole numbers, and the only search is one
for moves that threaten to complete a row.
"""

from itertools import product

import pytest

from boyi import kill_search
from boyi.gomoku import Position

SIZE, FIRST = 6, "c3"
CELLS = [f"{file}{rank}" for rank in range(1, SIZE + 1) for file in "abcdef"]
BIT = {cell: 1 << number for number, cell in enumerate(CELLS)}


def rows():
    """All rows of four, as bits."""
    for file, rank, (right, up) in product(range(SIZE), range(SIZE), ((1, 0), (0, 1), (1, 1), (1, -1))):
        ends = file + 3 * right, rank + 3 * up
        if all(0 <= end < SIZE for end in ends):
            yield sum(1 << (rank + up * step) * SIZE + file + right * step for step in range(4))


ROWS = list(rows())


def completions(own, other):
    """The points that complete a row of a side."""
    found = 0
    for row in ROWS:
        missing = row & ~own
        if not row & other and missing & (missing - 1) == 0:
            found |= missing
    return found


def bits(number):
    while number:
        low = number & -number
        yield low
        number ^= low


def wins_by_force(own, other, most=8):
    """Whether the side to move wins with moves that each threaten to complete a row."""
    if completions(own, other):
        return True
    must = completions(other, own)
    if must & (must - 1) or most == 0:
        return False
    for move in bits(must or ~(own | other) & (1 << SIZE * SIZE) - 1):
        threatened = completions(own | move, other)
        if not threatened:
            continue
        if threatened & (threatened - 1) or wins_by_force(own | move, other | threatened, most - 1):
            return True
    return False


def check(own, other, proof):
    """Whether a proof wins for the side to move against every reply; the number of replies looked at."""
    move = BIT[str(proof.move)]
    assert not move & (own | other)
    if completions(own, other) & move:
        return 0
    own |= move
    assert not completions(other, own) or all(BIT[str(reply)] == completions(other, own) for reply in proof.replies)
    behind = {BIT[str(reply)]: next_one for reply, next_one in proof.replies.items()}
    looked_at = 0
    for reply in bits(~(own | other) & (1 << SIZE * SIZE) - 1):
        looked_at += 1
        assert not completions(other, own) & reply, "the defender completes a row"
        if reply in behind:
            looked_at += check(own, other | reply, behind[reply])
        else:
            assert wins_by_force(own, other | reply), f"the proof leaves a reply out that holds: {reply:b}"
    return looked_at


@pytest.fixture(scope="module")
def won():
    start = Position(rows=SIZE, cols=SIZE, k=4).play(FIRST)
    found = {}
    for reply in start.legal_moves():
        answers = (kill_search(start.play(reply), force=force, nodes=1_000_000) for force in ("vct", "threat"))
        found[str(reply)] = next((answer.proof for answer in answers if answer.status == "win"), None)
    return found


def test_black_wins_against_every_reply(won):
    assert len(won) == SIZE * SIZE - 1 and all(won.values())


def test_the_proofs_hold_by_other_means(won):
    looked_at = sum(check(BIT[FIRST], BIT[reply], proof) for reply, proof in won.items())
    assert looked_at > 10_000


def test_the_checker_refuses_what_is_no_proof(won):
    other = won["d4"]
    with pytest.raises(AssertionError):
        for reply, _ in won.items():
            check(BIT[FIRST], BIT[reply], other)
