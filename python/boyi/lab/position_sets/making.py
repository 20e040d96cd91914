"""Makes the sets of positions that ship with boyi, and more of them: openings for matches, positions of self-play.

:func:`main` writes the files of all openings, and of the suites of gomoku, anew. What it writes depends on the engine
that judges the positions, so the files say which version that was.
"""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from boyi import Config, Searcher, __version__, connect4, gomoku
from boyi._core import build_info
from boyi.errors import OptionError
from boyi.games import game_of
from boyi.run import arguments
from boyi.run.arguments import MAX_NODES

__all__ = ["make_openings"]


PATIENCE = 2000
"""Number of candidates in a row without a new opening after which the search for openings ends."""

_PLAUSIBLE = 6
_PLAUSIBLE_DEPTH = 4

_MAIN_NODES, _TRIED_NODES = 150, 60
"""Nodes of the searches that look for a level move of gomoku: of the move that is best, and of each other."""

_TRIED, _LAST_STONES = 12, 6
"""How many other moves are tried, at most two points from one of so many last stones."""

_NEAR, _FAR = 25, 200
"""The score, either way, of a move that is level enough, and the largest one that is played."""

_OF_A_GAME = 6
"""How many positions of such a game are candidates; most games are not level for long."""

_CAREFUL = 200_000
"""Nodes by which the openings of gomoku that ship are judged: wins of black are deep."""


def make_openings(
    game: str,
    n: int,
    *,
    seed: int = 0,
    rule: str | None = None,
    size: int | None = None,
    nodes: int = 50_000,
    margin: int = 20,
    plies: tuple[int, int] | None = None,
) -> list[Any]:
    """Makes balanced openings for :func:`match`; the same arguments and the same version of boyi give the same ones.

    In gomoku they are 3 to 6 stones put at random: the first one near the centre, each other at most two points from
    another. With more stones, the others are played to keep the board level: each is that of a search of 150 nodes or
    one of twelve near the last stones, whichever has the score nearest to zero. In xiangqi they are 4 to 8 plies from
    the start, each drawn from the moves that a search to depth 4 finds at most 6 units worse than the best one.

    What remains are those without a check or a mate whose score is near zero by a search of ``nodes`` nodes, each once,
    a position and its reflection (gomoku: any symmetry) being the same.

    Args:
        game: the name of a game.
        n: how many. Fewer of them with the same seed are the first of these.
        seed: number of the draw.
        rule: rule of gomoku. None: freestyle.
        size: size of the board of gomoku. None: 15.
        nodes: nodes of the search that judges a candidate.
        margin: the largest score, either way, in evaluation units.
        plies: least and largest number of plies, 1 to 300. None: 3 to 6 in gomoku, 4 to 8 in xiangqi and
            Connect Four. Games from level positions of many stones teach a network what self-play from openings does
            not reach.

    Raises:
        OptionError: for a value that is not what is described, or if there are not as many openings.

    >>> from boyi import lab
    >>> made = lab.make_openings("gomoku", 3, seed=1, rule="renju", nodes=2000)
    >>> made == lab.make_openings("gomoku", 3, seed=1, rule="renju", nodes=2000), made[0].rule
    (True, 'renju')
    """
    described = game_of(game)
    usual = described.part("opening_plies", "openings that are made")
    start = described.start(**{name: given for name, given in (("rule", rule), ("size", size)) if given is not None})
    margin = arguments.whole("margin", margin, 10_000)
    count, nodes = arguments.whole("n", n, MAX_NODES), arguments.whole("nodes", nodes, MAX_NODES)
    random = Random(arguments.whole("seed", seed, MAX_NODES, 0))
    span = usual if plies is None else arguments.span("plies", plies, 300, 1)
    candidates = (_boards if described.opens_with_stones else _lines)(start, random, span)
    found = list(islice(_balanced(game, candidates, nodes, margin), count))
    if len(found) < count:
        raise OptionError(
            f"n={n}: found {len(found)} openings within {margin} units of zero; expected fewer, or a greater margin"
        )
    return found


def _judge(game: str) -> Searcher:
    """The searcher that judges positions of a game: preset ``boyi`` with a table of 4 MiB."""
    return Searcher(Config.preset("boyi", game).replace(table_mb=4))


def _balanced(game: str, candidates: Iterator[Any], nodes: int, margin: int) -> Iterator[Any]:
    """The candidates whose score is near zero, each once."""
    searcher = _judge(game)
    seen: set[int] = set()
    rejected = 0
    for place in candidates:
        key = game_of(place).canonical_key(place)
        if key in seen or place.is_check() or not _is_even(searcher, place, nodes, margin):
            rejected += 1
            if rejected == PATIENCE:
                return
            continue
        rejected = 0
        seen.add(key)
        yield place


def _is_even(searcher: Searcher, place: Any, nodes: int, margin: int) -> bool:
    searcher.clear()
    value = searcher.search(place, nodes=nodes).score.value
    return value is not None and abs(value) <= margin


def _boards(start: Any, random: Random, plies: tuple[int, int]) -> Iterator[Any]:
    """Positions of stones near each other; where they are many, those after the first ones keep the board level."""
    (least, most), (fewest, few) = plies, game_of(start).part("opening_plies", "openings that are made")
    if most <= few:
        yield from _stones(start, random, plies)
        return
    searcher, failed = _judge(start.game), 0
    for first in _stones(start, random, (min(least, fewest), few)):
        place, wanted = first, set(random.sample(range(least, most + 1), min(_OF_A_GAME, most - least + 1)))
        while place is not None and place.ply <= most:
            if place.ply in wanted:
                failed = 0
                yield place
            place = _level_move(searcher, place, random)
        failed += 1
        if failed == PATIENCE:
            return


def _level_move(searcher: Searcher, place: Any, random: Random) -> Any:
    """The position after the move of those looked at whose score is nearest to zero; None if it is far from it."""
    answer = searcher.search(place, nodes=_MAIN_NODES)
    if answer.move is None or answer.score.value is None:
        return None
    distance, best = abs(answer.score.value), place.play(answer.move)
    last = [_row_and_col(stone) for stone in place.moves[-_LAST_STONES:]]
    near = {(r, c) for row, col in last for r in _around(row, place.rows) for c in _around(col, place.cols)}
    points = [point for point in (_point(*stone) for stone in sorted(near)) if place.is_legal(point)]
    for point in random.sample(points, min(len(points), _TRIED)):
        if distance < _NEAR:
            break
        after = place.play(point)
        if after.outcome() is not None:
            continue
        value = searcher.search(after, nodes=_TRIED_NODES).score.value
        if value is not None and abs(value) < distance:
            distance, best = abs(value), after
    return best if distance <= _FAR else None


def _row_and_col(move: Any) -> tuple[int, int]:
    return int(str(move)[1:]) - 1, ord(str(move)[0]) - ord("a")


def _stones(start: Any, random: Random, plies: tuple[int, int]) -> Iterator[Any]:
    """Positions of a few stones near each other."""
    middle_row, middle_col = start.rows // 2, start.cols // 2
    middle = [(row, col) for row in _around(middle_row, start.rows) for col in _around(middle_col, start.cols)]
    while True:
        number = random.randint(*plies)
        stones = [random.choice(middle)]
        place = start.play(_point(*stones[0]))
        while len(stones) < number:
            row, col = random.choice(stones)
            stone = random.choice(_around(row, start.rows)), random.choice(_around(col, start.cols))
            if place.is_legal(_point(*stone)):
                place = place.play(_point(*stone))
                stones.append(stone)
        if place.outcome() is None:
            yield place


def _around(number: int, limit: int) -> range:
    """The rows or columns at most two from one of them."""
    return range(max(number - 2, 0), min(number + 3, limit))


def _point(row: int, col: int) -> str:
    return f"{chr(ord('a') + col)}{row + 1}"


def _lines(start: Any, random: Random, plies: tuple[int, int]) -> Iterator[Any]:
    """Positions after a few plausible moves from the start."""
    searcher = Searcher(Config.preset("boyi", start.game).replace(table_mb=1))

    @cache
    def plausible(place: Any) -> list[Any]:
        """The moves that are not much worse than the best one."""
        scores = {}
        for move in place.legal_moves():
            searcher.clear()
            scores[move] = -int(searcher.search(place.play(move), depth=_PLAUSIBLE_DEPTH).score)
        return [move for move, score in scores.items() if score >= max(scores.values()) - _PLAUSIBLE]

    while True:
        place = start
        for _ in range(random.randint(*plies)):
            place = place.play(random.choice(plausible(place)))
        yield place


def _self_play(n: int, plies: tuple[int, int], seed: int) -> list[tuple[str, Any]]:
    """Undecided positions of games that boyi plays against itself, each with the name of its game and its ply.

    One position per game, at a ply drawn from ``plies``, black and white to move in turn; no opponent's four, and a
    search of 50,000 nodes that finds no win.
    """
    random, searcher = Random(seed), _judge("gomoku")
    found: list[tuple[str, Any]] = []
    for number, opening in enumerate(make_openings("gomoku", 10 * n, seed=seed), 1):
        target = random.choice([ply for ply in range(plies[0], plies[1] + 1) if ply % 2 == len(found) % 2])
        place = opening
        searcher.clear()
        while place.outcome() is None and place.ply < target:
            place = place.play(searcher.search(place, nodes=10_000).move or place.legal_moves()[0])
        if place.outcome() is None and not place.is_check() and _is_even(searcher, place, 50_000, 1000):
            found.append((f"s{number:03}@{place.ply}", place))
            if len(found) == n:
                return found
    raise OptionError(f"n={n}: expected fewer positions, found {len(found)} in {10 * n} games")


# The files


def main(folder: str | None = None) -> None:
    """Writes all files that are made here into the package, or into another folder, and says their names."""
    root = Path(__file__).parent / "data" if folder is None else Path(folder)
    for rule in gomoku.RULES:
        made = make_openings("gomoku", 200, seed=1, rule=rule, nodes=_CAREFUL)
        sentence = f"200 balanced openings of gomoku, {rule}, of 3 to 6 stones on 15x15."
        how = f'lab.make_openings("gomoku", 200, seed=1, rule="{rule}", nodes={_CAREFUL})'
        _write(root / "openings", f"gomoku/{rule}", sentence, how, _numbered(made), {"rule": rule, "size": 15})
    made = make_openings("xiangqi", 200, seed=1)
    sentence = "200 balanced openings of xiangqi, of 4 to 8 plies."
    how = 'lab.make_openings("xiangqi", 200, seed=1)'
    _write(root / "openings", "xiangqi", sentence, how, _numbered(made), {})
    _write_connect4(root)
    for name, plies, seed in (("opening", (6, 10), 2), ("middlegame", (14, 30), 3)):
        sentence = f"12 {name} positions of freestyle gomoku from self-play, undecided, both sides to move."
        how = (
            f"One position per game between plies {plies[0]} and {plies[1]} of games from balanced openings at 10,000 "
            "nodes a move, without a four to stop, and without a win by a search of 50,000 nodes; an id reads "
            f"game@ply. boyi.lab.position_sets.making, seed {seed},"
        )
        positions = _self_play(12, plies, seed)
        _write(root / "suites", f"gomoku/{name}", sentence, how, positions, {"rule": "freestyle", "size": 15})


def _write_connect4(root: Path) -> None:
    made = make_openings("connect4", 40, seed=1)
    sentence = "40 balanced openings of Connect Four, of 4 to 8 plies."
    how = 'lab.make_openings("connect4", 40, seed=1)'
    _write(root / "openings", "connect4", sentence, how, _numbered(made), {})
    sentence = "12 positions of Connect Four for teaching: the start, and undecided ones of 8 to 14 stones."
    how = 'The start, and lab.make_openings("connect4", 11, seed=2, margin=60, plies=(8, 14))'
    positions = [("start", connect4.Position())]
    positions += _numbered(make_openings("connect4", 11, seed=2, margin=60, plies=(8, 14)))
    _write(root / "suites", "connect4/teaching", sentence, how, positions, {})


def _numbered(places: Iterable[Any]) -> list[tuple[str, Any]]:
    return [(f"{number:03}", place) for number, place in enumerate(places, 1)]


def _write(
    root: Path, name: str, sentence: str, how: str, positions: Iterable[tuple[str, Any]], more: dict[str, Any]
) -> None:
    head = {
        "name": name,
        "sentence": sentence,
        "made": f"{how} of boyi {__version__}, commit {build_info()['commit']}",
        "source": "boyi itself: nobody's list, no games of people.",
        **more,
    }
    lines = [f' {{"id": "{id}", "moves": "{" ".join(map(str, place.moves))}"}}' for id, place in positions]
    text = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    path = root / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{text},\n "positions": [\n ' + ",\n ".join(lines) + "\n ]\n}\n", encoding="utf-8")
    print(path)
