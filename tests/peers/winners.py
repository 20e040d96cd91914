"""Who wins from here? Positions of gomoku games between other engines, with their winners, to judge evaluations by.

    python tests/peers/winners.py one=path/to/engine other=path/to/other --games 150 --out out/winners

Every engine plays itself and each other one by the Gomocup protocol, from the freestyle openings that ship with
boyi. Of each game one position is kept, drawn among those of plies 10 to 30 in which nobody has a four or an open
three to play on: what is left is a question of judgement. The lines printed are what
`tests/data/gomoku_winners.json` has as its positions. Matches go on where they were broken off, from the files in
the folder that `--out` names.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

import boyi
from boyi import lab

PLIES = range(10, 31)


def is_quiet(place: Any) -> bool:
    """Whether nobody has a point that makes a five or an open four."""
    if place.outcome() is not None:
        return False
    detail = place.evaluate("patterns", detail=True)
    counts = (
        detail[colour]["patterns"][name]["count"] for colour in ("black", "white") for name in ("five", "open_four")
    )
    return not any(counts)


def positions(match: lab.Match, random: Random) -> Iterator[dict[str, str]]:
    """A position of each game that somebody has won, if it has a quiet one."""
    for game in match.games:
        if game.winner is None:
            continue
        place, quiet = game.opening, []
        for move in game.moves:
            place = place.play(move)
            if place.ply in PLIES and is_quiet(place):
                quiet.append(place)
        winner = place.outcome().winner if place.outcome() else None
        if quiet and winner in ("black", "white"):
            yield {"moves": " ".join(map(str, random.choice(quiet).moves)), "winner": winner}


def main(given: list[str] | None = None) -> None:
    """Plays the games, and prints their positions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="+", metavar="NAME=COMMAND", help="an engine that speaks the Gomocup protocol")
    parser.add_argument("--games", type=int, default=150, help="games of each two engines")
    parser.add_argument("--time", type=float, default=0.1, help="seconds of a move")
    parser.add_argument("--seed", type=int, default=0, help="of the draw of positions")
    parser.add_argument("--out", type=Path, default=Path("out/winners"), help="folder of the matches")
    args = parser.parse_args(given)
    commands = dict(engine.split("=", 1) for engine in args.engines)
    args.out.mkdir(parents=True, exist_ok=True)
    random = Random(args.seed)
    for names in combinations_with_replacement(commands, 2):
        players = [lab.Engine([commands[name]], protocol="gomocup", margin=3.0) for name in names]
        match = lab.match(
            *players,
            names=names if names[0] != names[1] else (names[0], f"{names[0]} again"),
            openings="gomoku/freestyle",
            games=args.games,
            time=args.time,
            executor=ThreadPoolExecutor(1),
            progress=sys.stderr.isatty(),
            path=args.out / f"{names[0]}_{names[1]}.jsonl",
        )
        for found in positions(match, random):
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    try:
        main()
    except boyi.BoyiError as error:
        sys.exit(f"winners: error: {error}")
