"""A match of boyi's xiangqi against Fairy-Stockfish, move by move at the same time, refereed by boyi's rules.

    python tests/peers/match_fairy.py --games 40 --movetime 100 --out match.jsonl
    python tests/peers/match_fairy.py --games 40 --movetime 100 --nodes 2000     # the peer with 2000 nodes a move
    python tests/peers/match_fairy.py --peer-option "Skill Level=5" --option Preset=wizard-table

Both play as programs (`boyi.lab.Engine`), by UCI, on one thread, with tables of the same size, which are cleared before
each game. Openings are those that ship for xiangqi, each played twice with colours swapped, one game at a time. boyi's
`Position` says how a game ends, by the rule set `simple`; the peer searches by its own rules, which differ in
repetitions. What each side used is the CPU time of its process, from the system (Linux). The file that `--out` names is
one of `boyi.lab`'s matches: `lab.Match.load` reads it, and a match that was broken off goes on from there. The peer is
Debian's package fairy-stockfish, or a later version. Where little is left on the board, programs search to the end of
their depths at once: means of depth and CPU time say most beside a look at the games.
"""

import argparse
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor

import boyi
from boyi import lab


def report(match: lab.Match) -> str:
    """The match, and what a move of each player was."""
    lines = [str(match), ""]
    for name in match.players:
        found = [(game.searches[name], game.time[name], game.nodes[name], game.depths[name]) for game in match.games]
        searches, seconds, nodes, depths = map(sum, zip(*found, strict=True))
        each = max(searches, 1)
        per_move = f"{1000 * seconds / each:.1f} CPU ms, {nodes / each:,.0f} nodes, depth {depths / each:.1f}"
        lines.append(f"{name}: {searches} moves, {seconds:.2f} CPU seconds; a move {per_move}")
    return "\n".join([*lines, *(f"game {lost.game}: {lost.player} forfeits, {lost.reason}" for lost in match.forfeits)])


def arguments(given: list[str] | None) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4, help="an even number (default: %(default)s)")
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds of a move (default: %(default)s)")
    parser.add_argument("--nodes", type=int, help="nodes of the peer's moves, in place of its time: odds")
    parser.add_argument("--hash", type=int, default=16, help="MiB of both tables (default: %(default)s)")
    parser.add_argument("--engine", default="fairy-stockfish", help="the peer's program (default: %(default)s)")
    for name, whose in (("--option", "boyi"), ("--peer-option", "the peer")):
        parser.add_argument(name, action="append", default=[], metavar="NAME=VALUE", help=f"a UCI option of {whose}")
    parser.add_argument("--out", help="a file of JSON lines to keep the games in")
    args = parser.parse_args(given)
    args.engine = shutil.which(args.engine, path=f"{os.environ.get('PATH', '')}:/usr/games") or args.engine
    if args.games < 2 or args.games % 2 or args.movetime < 1:
        parser.error("expected an even number of games and a time of at least a millisecond")
    if not os.access(args.engine, os.X_OK):
        parser.error(f"--engine {args.engine}: expected a program; Debian has it as fairy-stockfish")
    for option in [*args.option, *args.peer_option]:
        if "=" not in option:
            parser.error(f"option {option!r}: expected NAME=VALUE")
    return args


def main(given: list[str] | None = None) -> None:
    """Plays the match and shows it."""
    args = arguments(given)
    common = {"Hash": str(args.hash)}
    own = common | dict(option.split("=", 1) for option in args.option)
    others = common | {"Threads": "1"} | dict(option.split("=", 1) for option in args.peer_option)
    boyi_program = lab.Engine([sys.executable, "-m", "boyi.cli", "uci"], options=own, name="boyi")
    peer = lab.Engine([args.engine], options=others, limits={"nodes": args.nodes} if args.nodes else None)
    with ThreadPoolExecutor(1) as one_at_a_time:
        match = lab.match(
            boyi_program,
            peer,
            games=args.games,
            time=args.movetime / 1000,
            executor=one_at_a_time,
            progress=sys.stderr.isatty(),
            path=args.out,
        )
    print(report(match))


if __name__ == "__main__":
    try:
        main()
    except boyi.BoyiError as error:
        sys.exit(f"match_fairy: error: {error}")
