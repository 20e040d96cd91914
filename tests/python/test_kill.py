"""Kill search: what it finds is won against every reply, what it says is exact, and it can be stopped."""

import copy
import pickle
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import boyi
from boyi import KillResult, Proof, kill_search, lab
from boyi.gomoku import Position
from conftest import MATE_IN_ONE, data, run_python

PUZZLES = {puzzle["id"]: puzzle for puzzle in data("gomoku_freestyle_wins")["puzzles"]}
MATES = {
    puzzle["id"]: puzzle
    for puzzle in data("xiangqi_mates")["puzzles"]
    if puzzle["only_checks"] and puzzle["mate_in"] in (3, 5, 7)
}
SOME_MATES = sorted(MATES)[::7]
DEEP = next(puzzle for puzzle in data("gomoku_puzzles")["puzzles"] if puzzle["id"] == "mk-deep_vcf-2")


def place(name: str) -> Position:
    return Position(PUZZLES[name]["moves"])


def solved(name: str) -> KillResult:
    return kill_search(place(name), PUZZLES[name]["kind"].lower())


def parts(proof: Proof) -> Iterator[Proof]:
    """Every part of a proof, as often as it is reached from different parts."""
    seen, stack = set(), [proof]
    while stack:
        part = stack.pop()
        yield part
        if id(part) not in seen:
            seen.add(id(part))
            stack += part.replies.values()


# ---- wins ----------------------------------------------------------------


@pytest.mark.parametrize("name", PUZZLES)
def test_puzzles_are_won_as_published(name: str) -> None:
    puzzle, position = PUZZLES[name], place(name)
    result = solved(name)
    assert result.status == "win" and result.nodes > 0
    assert position.play_all(result.line).outcome() == boyi.Outcome(position.turn, "five")
    assert result.proof is not None
    assert (result.proof.move, result.proof.plies) == (result.line[0], len(result.line))
    if puzzle["kind"] == "VCF":
        # The five that reaps the last four is not one of the published moves.
        least = kill_search(position, max_depth=puzzle["attacker_moves"])
        assert len(least.line) == 2 * puzzle["attacker_moves"] + 1 <= len(result.line)
    else:
        fours = kill_search(position, "vcf")
        assert (fours.status, fours.line, fours.proof) == ("none", [], None)


@pytest.mark.parametrize("name", SOME_MATES)
def test_mates_by_continuous_check(name: str) -> None:
    mate_in, position = MATES[name]["mate_in"], boyi.xiangqi.Position(MATES[name]["fen"])
    result = kill_search(position, force="check")
    assert (result.status, len(result.line)) == ("win", 2 * mate_in - 1)
    for move in result.line[::2]:
        assert position.gives_check(move)
        position = position.play(move)
        if position.outcome() is None:
            position = position.play(result.line[result.line.index(move) + 1])
    assert position.outcome().reason == "checkmate"


def test_a_win_of_175_plies() -> None:
    position = Position.from_text("\n".join(DEEP["rows"]), "renju", turn="black")
    result = kill_search(position, "vcf")
    assert len(result.line) == 175 == result.proof.plies
    assert position.play_all(result.line).outcome().winner == "black"
    assert len(list(parts(pickle.loads(pickle.dumps(result)).proof))) == len(list(parts(result.proof)))


# ---- proofs --------------------------------------------------------------


def walked(position: Any, proof: Proof, force: str) -> int:
    """How many replies a proof leaves out, each of which must lose all the same; those listed must be legal."""
    assert position.is_legal(proof.move)
    position, left_out = position.play(proof.move), 0
    if position.outcome() is not None:
        assert proof.replies == {} and proof.plies == 1
        return 0
    for reply in position.legal_moves():
        if reply not in proof.replies:
            assert kill_search(position.play(reply), force).status == "win", f"{reply} holds"
            left_out += 1
    for reply, behind in proof.replies.items():
        assert behind.plies <= proof.plies - 2
        left_out += walked(position.play(reply), behind, force)
    return left_out


@pytest.mark.parametrize("name", ["VCF10", "VCF13", "VCT14"])
def test_no_reply_escapes_a_proof(name: str) -> None:
    assert walked(place(name), solved(name).proof, PUZZLES[name]["kind"].lower()) > 700


def test_no_reply_escapes_a_mate() -> None:
    position = boyi.xiangqi.Position(MATES[SOME_MATES[0]]["fen"])
    proof = kill_search(position, "check").proof
    assert walked(position, proof, "check") == 0, "every legal reply to a check is listed"
    assert sum(len(part.replies) for part in parts(proof)) > 3


def test_shared_parts_are_one_object() -> None:
    proof = solved("VCT05").proof
    shared = Counter(map(id, parts(proof)))
    assert max(shared.values()) > 1
    again = Counter(map(id, parts(pickle.loads(pickle.dumps(proof)))))
    assert sorted(again.values()) == sorted(shared.values())


def test_results_are_frozen_and_pickle() -> None:
    result = solved("VCF13")
    for record in (result, result.proof, kill_search(Position())):
        assert pickle.loads(pickle.dumps(record)) == copy.deepcopy(record) == record
        for name in record.__slots__:
            with pytest.raises(AttributeError, match="cannot assign"):
                setattr(record, name, 3)
    assert repr(result).startswith("KillResult(status='win', line=[Move(") and "proof" not in repr(result)
    assert repr(result.proof) == f"Proof(move={result.line[0]!r}, plies={len(result.line)})"


# ---- what it says --------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in PUZZLES if name.startswith("VCF")])
def test_max_depth_counts_moves_of_the_attacker(name: str) -> None:
    moves = PUZZLES[name]["attacker_moves"]
    assert kill_search(place(name), max_depth=moves).status == "win"
    short = kill_search(place(name), max_depth=moves - 1)
    assert (short.status, short.line, short.proof) == ("none", [], None)
    assert kill_search(place(name), max_depth=10**12) == solved(name)


def test_max_depth_of_mates_counts_the_mating_move() -> None:
    for name in SOME_MATES:
        position, moves = boyi.xiangqi.Position(MATES[name]["fen"]), MATES[name]["mate_in"]
        depths = (moves - 1, moves)
        assert [kill_search(position, "check", max_depth=depth).status for depth in depths] == ["none", "win"]


def test_a_limit_of_nodes_leaves_it_open() -> None:
    result = kill_search(place("VCT11"), "vct", nodes=50)
    assert result == KillResult("unknown", [], None, 50)
    needed = solved("VCT11").nodes
    assert kill_search(place("VCT11"), "vct", nodes=needed + 1) == solved("VCT11")
    assert kill_search(place("VCT11"), "vct", nodes=needed // 2).status == "unknown"


def test_none_is_no_loss() -> None:
    # No fours win here, and yet threes do; in the second position neither side has anything.
    assert kill_search(place("VCT02"), "vcf").status == "none"
    assert kill_search(place("VCT02"), "vct").status == "win"
    level = Position("h8 i9")
    for force in ("vcf", "vct"):
        assert kill_search(level, force).status == "none"
    assert boyi.Searcher("boyi").search(level, depth=6).score.kind == "value"


def test_a_stronger_force_finds_no_less() -> None:
    for name in PUZZLES:
        limits = {"nodes": 500_000}
        found = [kill_search(place(name), force, **limits).status == "win" for force in ("vcf", "vct", "threat")]
        assert found == sorted(found) and found[1], name


def test_an_answer_comes_again() -> None:
    assert solved("VCT08") == solved("VCT08")
    assert kill_search(position=place("VCF13")) == solved("VCF13")


@pytest.mark.parametrize(
    ("position", "force"),
    [
        (Position("h8 a1 h9 a2 h10 a3 h11 a4 h12"), "vcf"),
        (Position("h8 a1 h9 a2 h10 a3 h11 a4 h12"), "threat"),
        (Position("b2 a1 b1 a2 c3 c1 a3 c2 b3", rows=3, cols=3, k=3), "vct"),
        (boyi.xiangqi.Position(MATE_IN_ONE).play("a0d0"), "check"),
    ],
)
def test_nothing_is_forced_when_the_game_is_over(position: Any, force: str) -> None:
    assert position.outcome() is not None
    assert kill_search(position, force) == KillResult("none", [], None, 0)


def test_the_rules_of_the_game_count() -> None:
    # A six wins for black by freestyle, and by no other rule.
    moves = "h8 a1 i8 c1 j8 e1 l8 g1 m8 i1"
    assert kill_search(Position(moves), "vcf", max_depth=1).line[0] == "k8"
    for rule in ("standard", "renju"):
        assert "k8" not in kill_search(Position(moves, rule=rule), "vcf", max_depth=1).line


def test_rules_of_thumb_answer_too() -> None:
    for defence in ("prose", "code"):
        result = kill_search(place("VCT14"), "vct", defence=defence)
        assert result.status == "win"
        assert result.line == [] or place("VCT14").play_all(result.line).outcome().winner == place("VCT14").turn
        assert kill_search(place("VCF13"), "vcf", defence=defence) == solved("VCF13"), "fours leave no choice"


# ---- errors --------------------------------------------------------------

BAD: list[tuple[dict[str, Any], str]] = [
    ({"force": "vfc"}, "vfc.*did you mean.*vcf"),
    ({"force": "check"}, 'force "check" is one of xiangqi, expected one of .*vcf.*vct.*threat'),
    ({"force": ""}, "force"),
    ({"defence": "prosa"}, "prosa.*did you mean.*prose"),
    ({"max_depth": 0}, "max_depth = 0: expected 1 or more moves of the attacker"),
    ({"max_depth": -3}, "max_depth = -3"),
    ({"nodes": 0}, "nodes = 0: expected"),
    ({"nodes": 10**30}, "nodes = .*: expected"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_values_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(boyi.OptionError, match=message):
        kill_search(Position("h8"), **arguments)


def test_forces_of_gomoku_are_none_of_xiangqi(start: boyi.xiangqi.Position) -> None:
    for force in ("vcf", "vct", "threat"):
        with pytest.raises(boyi.OptionError, match=f"{force}.* is one of gomoku, expected one of .*check"):
            kill_search(start, force)


def test_without_a_force_it_is_the_first_of_the_game() -> None:
    mate = boyi.xiangqi.Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w")
    assert kill_search(mate) == kill_search(mate, "check") == kill_search(mate, None)
    fours = Position("h8 h9 i8 i9 j8 j9 f5 e3 f6 d4 f7 b11")
    assert kill_search(fours) == kill_search(fours, "vcf") and kill_search(fours).status == "win"


@pytest.mark.parametrize(
    "arguments", [{"force": 3}, {"max_depth": "3"}, {"max_depth": 2.5}, {"nodes": 1e6}, {"defence": None}, {"depth": 3}]
)
def test_other_types_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        kill_search(Position("h8"), **arguments)


@pytest.mark.parametrize("position", ["h8", None, 5, Position])
def test_it_wants_a_position(position: Any) -> None:
    with pytest.raises(TypeError, match=r"expected a boyi\.xiangqi\.Position or .* or a boyi\.connect4\.Position, not"):
        kill_search(position)
    with pytest.raises(TypeError):
        kill_search(Position("h8"), "vcf", 3)


def test_a_search_by_any_threat_ends_without_a_limit_of_the_caller() -> None:
    result = kill_search(lab.suite("gomoku/middlegame")[2], "threat")
    assert (result.status, result.nodes) == ("unknown", 1_000_000)
    assert kill_search(lab.suite("gomoku/middlegame")[2], "threat", nodes=1_000_001).nodes == 1_000_001


# ---- signals -------------------------------------------------------------

INTERRUPT = """
import os, signal, threading, time, boyi
from boyi import lab
position = lab.suite("gomoku/middlegame")[2]
def interrupt():
    global sent
    time.sleep(0.3)
    sent = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    boyi.kill_search(position, force="threat", nodes=10**9)
except KeyboardInterrupt:
    print(time.perf_counter() - sent)
again = boyi.kill_search(position, force="threat", nodes=2000)
assert (again.status, again.nodes) == ("unknown", 2000)
assert boyi.kill_search(boyi.gomoku.Position("h8 a1 i8 a3 j8 a5")).status == "win"
"""


def test_ctrl_c_is_seen_at_once_and_the_next_search_works() -> None:
    assert float(run_python(INTERRUPT)) < 1, "typically 0.01 s; the machine may be busy"
