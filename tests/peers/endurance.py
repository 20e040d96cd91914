"""A hundred thousand games of each game, judged by rules that are not boyi's: moves, verdicts, and memory that stays.

    python tests/peers/endurance.py xiangqi --games 100000
    python tests/peers/endurance.py gomoku --games 100000

All presets that deepen iteratively play each other in turns, with 200 nodes for a move, from openings of
random moves, under all rule sets; gomoku on boards of three sizes. Of xiangqi, every move and every check is
asked of `pyffish`, which must be installed, and repetitions and the limit of moves are counted here anew;
verdicts of chases (rules `axf`) are not judged, only counted. Of gomoku, rows are found here anew; points
forbidden in renju are not judged. Games are played in rounds, each in a file under `out/endurance/`: what is
there is not played again, but judged again. It ends with an error at the first game that is judged otherwise.
After each round the memory that the process has is told.
"""

import argparse
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import boyi
from boyi import lab

ROUND = 1000
"""Games of a round."""

SIZES = (15, 15, 11, 20)

Verdict = tuple[str | None, str]
"""Who has won, None for a draw, and why."""


def rules_of(game: str) -> tuple[str, ...]:
    """The rule sets."""
    return ("simple", "axf") if game == "xiangqi" else boyi.gomoku.RULES


def openings(game: str, number: int, random: Random) -> list[Any]:
    """Different positions after a few random moves."""
    found: dict[Any, None] = {}
    rules = cycle(rules_of(game))
    while len(found) < number:
        rule, size = next(rules), random.choice(SIZES)
        is_xiangqi = game == "xiangqi"
        position: Any = boyi.xiangqi.Position(rules=rule) if is_xiangqi else boyi.gomoku.Position(size=size, rule=rule)
        for _ in range(random.randint(1, 12 if is_xiangqi else 7)):
            moves = position.legal_moves()
            if not is_xiangqi:
                near = [move for move in moves if all(abs(at - size // 2) < 5 for at in place_of(str(move)))]
                moves = near or moves
            if position.outcome() is None:
                position = position.play(random.choice(moves))
        if position.outcome() is None:
            found[position] = None
    return list(found)


def place_of(point: str) -> tuple[int, int]:
    """File and rank of a point of gomoku, from 0."""
    return ord(point[0]) - ord("a"), int(point[1:]) - 1


# Judges: who has won after each move and why, None if the game goes on; an error for a move that may not be.


def judge_xiangqi(start: str, rules: str, moves: list[str]) -> list[Verdict | None]:
    """The verdict after each move."""
    import pyffish

    named = [f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}" for move in moves]
    last = pyffish.get_fen("xiangqi", start, named)  # an error for an illegal move

    def check(ply: int) -> bool:
        return bool(pyffish.gives_check("xiangqi", start, named[: ply + 1]))

    pieces, clock = pieces_of(start), int(start.split()[4])
    seen, quiet = {(frozenset(pieces.items()), start.split()[1] == "w"): [-1]}, 0
    verdicts: list[Verdict | None] = []
    for ply, move in enumerate(moves):
        captured = move[2:] in pieces
        pieces[move[2:]] = pieces.pop(move[:2])
        clock, quiet = (0, ply + 1) if captured else (clock + 1, quiet)
        red = pieces[move[2:]].isupper()
        mover, other = ("red", "black") if red else ("black", "red")
        places = seen.setdefault((frozenset(pieces.items()), not red), [])
        places.append(ply)
        verdict: Verdict | None = None
        if len(places) >= 3:
            own, others = (all(map(check, range(at, places[0], -2))) for at in (ply, ply - 1))
            winner = None if own == others else other if own else mover
            verdict = (winner, "repetition" if winner is None else "perpetual_check")
        elif rules == "simple" and clock >= 120:
            verdict = (None, "move_limit")
        elif rules == "axf" and clock >= 100:
            given = (sum(map(check, range(at, quiet - 1, -2))) for at in (ply, ply - 1))
            if clock - sum(max(0, checks - 10) for checks in given) >= 100:
                verdict = (None, "move_limit")
        verdicts.append(verdict)
    assert pieces == pieces_of(last), f"{last}, expected {pieces}"
    if not pyffish.legal_moves("xiangqi", last, []):
        verdicts[-1] = (mover, "checkmate" if check(len(moves) - 1) else "stalemate")
    return verdicts


def pieces_of(fen: str) -> dict[str, str]:
    """Letters of the pieces by square."""
    pieces = {}
    for rank, text in zip(range(9, -1, -1), fen.split()[0].split("/"), strict=True):
        file = 0
        for letter in text:
            if letter.isalpha():
                pieces[f"{'abcdefghi'[file]}{rank}"] = letter
            file += 1 if letter.isalpha() else int(letter)
    return pieces


def judge_gomoku(size: int, rule: str, moves: list[str]) -> list[Verdict | None]:
    """The verdict after each move, from the empty board."""
    stones: dict[tuple[int, int], int] = {}
    verdicts: list[Verdict | None] = []
    for ply, move in enumerate(moves):
        (file, rank), colour = place_of(move), ply % 2
        assert 0 <= file < size and 0 <= rank < size and (file, rank) not in stones, f"{move} after {moves[:ply]}"
        stones[file, rank] = colour
        rows = []
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                step = 1
                while stones.get((file + sign * step * right, rank + sign * step * up)) == colour:
                    length, step = length + 1, step + 1
            rows.append(length)
        exact = rule == "standard" or (rule == "renju" and colour == 0)
        won = 5 in rows if exact else max(rows) >= 5
        assert won or rule != "renju" or colour == 1 or max(rows) < 6, f"{move} makes an overline in {moves}"
        if won:
            verdicts.append((("black", "white")[colour], "five"))
        else:
            verdicts.append((None, "board_full") if len(stones) == size * size else None)
    return verdicts


def judge(game: lab.Game, name: str, max_plies: int) -> str:
    """How a game ended, judged anew; raises AssertionError where boyi says otherwise."""
    last = game.position
    moves = [str(move) for move in last.moves]
    if name == "xiangqi":
        verdicts = judge_xiangqi(last.start_fen, last.rules, moves)
    else:
        verdicts = judge_gomoku(last.rows, last.rule, moves)
    sides = {player: side for side, player in game.players.items()}
    said = (None if game.winner is None else sides[game.winner], game.reason)
    assert verdicts[:-1] == [None] * (len(moves) - 1) or said[1] == "perpetual_chase", f"over earlier: {moves}"
    if said[1] == "max_plies":
        assert len(game.moves) == max_plies and verdicts[-1] is None, f"{verdicts[-1]} in {moves}"
    elif said[1] == "perpetual_chase":
        assert last.rules == "axf" and verdicts[-1] == (None, "repetition"), f"{verdicts[-1]} in {moves}"
    elif said[1] == "no_legal_move":
        assert last.rule == "renju" and last.turn == "black" and verdicts[-1] is None, f"{verdicts[-1]} in {moves}"
    else:
        assert said == verdicts[-1], f"{said}, expected {verdicts[-1]} in {moves}"
    return said[1]


def memory() -> float:
    """MiB of memory that the process has."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 2**20


def main() -> None:
    """Plays and judges."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("xiangqi", "gomoku"))
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--max-plies", type=int, default=300)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    folder = Path("out/endurance")
    folder.mkdir(parents=True, exist_ok=True)
    # Without iterative deepening a search needs a limit of depth.
    presets = [name for name in boyi.Config.presets() if boyi.Config.preset(name, given.game).iterative]
    pairs = [(a, b) for a in presets for b in presets if a < b]
    ends: Counter[str] = Counter()
    plies, first = 0, 0.0
    for number in range(given.games // ROUND):
        a, b = pairs[number % len(pairs)]
        configs = [boyi.Config.preset(name, given.game).replace(table_mb=1) for name in (a, b)]
        match = lab.match(
            *configs,
            names=(a, b),
            openings=openings(given.game, ROUND // 2, Random(number)),
            games=ROUND,
            nodes=given.nodes,
            max_plies=given.max_plies,
            executor=ThreadPoolExecutor(given.threads),
            progress=False,
            path=folder / f"{given.game}_{number:03}.jsonl",
        )
        assert not match.forfeits, match.forfeits
        ends.update(judge(game, given.game, given.max_plies) for game in match.games)
        plies += sum(len(game.moves) for game in match.games)
        first = first or memory()
        told = f"{ends.total()} games, {plies} plies, {memory():.0f} MiB ({first:.0f} after the first round)"
        print(told, dict(ends), flush=True)


if __name__ == "__main__":
    main()
