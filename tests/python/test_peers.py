"""Other people's rules of xiangqi as oracles, where they are installed."""

from functools import cache
from typing import Any

import pytest

from boyi.xiangqi import Position
from conftest import random_line

pytestmark = pytest.mark.peer


@pytest.mark.parametrize("seed", range(5))
def test_legal_moves_equal_pyffish(seed: int) -> None:
    pyffish = pytest.importorskip("pyffish")
    for position in list(random_line(seed, 100))[:: 4 + seed]:
        moves = pyffish.legal_moves("xiangqi", position.fen, [])
        assert sorted(position.format(move, "uci10") for move in position.legal_moves()) == sorted(moves), position.fen
        assert position.is_check() == pyffish.gives_check("xiangqi", position.fen, [])


@pytest.mark.parametrize("seed", range(3))
def test_wxf_equals_pyffish(seed: int) -> None:
    pyffish = pytest.importorskip("pyffish")
    for position in list(random_line(seed, 60))[::10]:
        for move in position.legal_moves():
            text = pyffish.get_san(
                "xiangqi", position.fen, position.format(move, "uci10"), False, pyffish.NOTATION_XIANGQI_WXF
            )
            assert position.parse(text, "wxf") == move, (position.fen, text)


def test_perft_equals_open_spiel() -> None:
    pyspiel: Any = pytest.importorskip("pyspiel")

    @cache
    def load() -> Any:
        return pyspiel.load_game("xiangqi")

    def perft(state: Any, depth: int) -> int:
        actions = state.legal_actions()
        return len(actions) if depth == 1 else sum(perft(state.child(action), depth - 1) for action in actions)

    assert [perft(load().new_initial_state(), depth) for depth in (1, 2, 3)] == [
        Position().perft(depth) for depth in (1, 2, 3)
    ]
