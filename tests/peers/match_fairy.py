"""A match of boyi's xiangqi against Fairy-Stockfish, move by move at the same time, refereed by boyi's rules.

    python tests/peers/match_fairy.py --games 40 --movetime 100 --out match.jsonl
    python tests/peers/match_fairy.py --games 40 --movetime 100 --nodes 2000     # the peer with 2000 nodes a move
    python tests/peers/match_fairy.py --peer-option "Skill Level=5" --option Preset=wizard-table

Both play as programs, by UCI, on one thread, with tables of the same size, which are cleared before each game. Openings
are those that ship for xiangqi, each played twice with colours swapped. boyi's `Position` says how a game ends, by the
rule set `simple`; the peer searches by its own rules, which differ in repetitions. What each side used is the CPU time
of its process, from the system (Linux). The file that `--out` names is one of `boyi.lab`'s matches: `lab.Match.load`
reads it, and a match that was broken off goes on from there. The peer is Debian's package fairy-stockfish, or a later
version. Where little is left on the board, programs search to the end of their depths at once: means of depth and CPU
time say most beside a look at the games.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Timer
from typing import Any

import boyi
from boyi import lab
from boyi.lab.matches.contest import MATCH_FILE, OUT_OF_PLIES
from boyi.run.journal import Journal
from boyi.run.positions import plain_position
from boyi.run.provenance import provenance

PATIENCE = 60.0
"""Seconds beyond a move's own after which a silent program is given up."""

MAX_PLIES = 400
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Player:
    """A program that speaks UCI, and what it has used."""

    def __init__(self, command: list[str], options: dict[str, str], go: str, seconds: float) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.go, self.patience = go, seconds + PATIENCE
        self.name = self._ask("uci", "uciok", "id name").removeprefix("id name ")
        for name, value in options.items():
            self._say(f"setoption name {name} value {value}")
        self._ask("isready", "readyok")

    def new_game(self) -> None:
        """Forgets the last game, and begins to count."""
        self._say("ucinewgame")
        self._ask("isready", "readyok")
        self.searches = self.depths = self.nodes = 0
        self._before = self._cpu()

    def move(self, fen: str, moves: list[str]) -> str:
        """The move it plays after these."""
        self._say(f"position fen {fen} moves {' '.join(moves)}")
        info = self._ask(self.go, "bestmove", "info depth").split()
        self.searches += 1
        for name in ("depth", "nodes"):
            if name in info:
                value = int(info[info.index(name) + 1])
                self.depths, self.nodes = (
                    self.depths + value * (name == "depth"),
                    self.nodes + value * (name == "nodes"),
                )
        return self.last.split()[1]

    def seconds(self) -> float:
        """CPU seconds of this game, of all threads, to a hundredth."""
        return self._cpu() - self._before

    def close(self) -> None:
        """Ends the program."""
        if self.process.poll() is None:
            self._say("quit")
            self.process.wait(PATIENCE)

    def _cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def _say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def _ask(self, line: str, last: str, wanted: str = "") -> str:
        """Says a line, listens up to a word, and returns the last line before it that begins with ``wanted``."""
        assert self.process.stdout is not None
        self._say(line)
        found, timer = "", Timer(self.patience, self.process.kill)
        timer.start()
        try:
            for answer in self.process.stdout:
                if wanted and answer.startswith(wanted):
                    found = answer.strip()
                if answer.split()[:1] == [last]:
                    self.last = answer.strip()
                    return found
        finally:
            timer.cancel()
        raise RuntimeError(f"{self.process.args} said no {last} to {line!r}")


def play(players: list[Player], opening: Any, first: int) -> dict[str, Any]:
    """A game in which player number ``first`` is red, as a record of :mod:`boyi.lab.matches.contest`."""
    for player in players:
        player.new_game()
    place, moves = boyi.xiangqi.Position(opening.start_fen), []
    for move in opening.moves:
        moves.append(place.format(move, "uci10"))
        place = place.play(move)
    played: list[str] = []
    while (outcome := place.outcome()) is None and len(played) < MAX_PLIES:
        text = players[first if place.turn == "red" else 1 - first].move(opening.start_fen, moves)
        move = place.parse(text, "uci10")
        moves.append(text)
        played.append(str(move))
        place = place.play(move)
    winner = None if outcome is None else outcome.winner
    return {
        "first": first,
        "winner": -1 if winner is None else (first if winner == "red" else 1 - first),
        "reason": OUT_OF_PLIES if outcome is None else outcome.reason,
        "moves": " ".join(played),
        "nodes": [player.nodes for player in players],
        "time": [round(player.seconds(), 2) for player in players],
        "searches_a": players[0].searches,
        "searches_b": players[1].searches,
        "depths_a": players[0].depths,
        "depths_b": players[1].depths,
    }


def report(match: lab.Match, records: list[dict[str, Any]]) -> str:
    """The match, and what a move of each player was."""
    games = [game for record in records for game in record["games"]]
    lines = [str(match), ""]
    for number, name in enumerate(match.players):
        searches = sum(game[f"searches_{'ab'[number]}"] for game in games)
        depths = sum(game[f"depths_{'ab'[number]}"] for game in games)
        seconds, nodes = (sum(game[what][number] for game in games) for what in ("time", "nodes"))
        per_move = (
            f"{1000 * seconds / searches:.1f} CPU ms, {nodes / searches:,.0f} nodes, depth {depths / searches:.1f}"
        )
        lines.append(f"{name}: {searches} moves, {seconds:.2f} CPU seconds; a move {per_move}")
    return "\n".join(lines)


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
    seconds, common = args.movetime / 1000, {"Hash": str(args.hash)}
    own = common | dict(option.split("=", 1) for option in args.option)
    others = common | {"Threads": "1"} | dict(option.split("=", 1) for option in args.peer_option)
    go = f"go movetime {args.movetime}"
    commands = [[sys.executable, "-m", "boyi.cli", "uci"], [args.engine]]
    players = [
        Player(commands[0], {"UCI_Variant": "xiangqi"} | own, go, seconds),
        Player(
            commands[1], {"UCI_Variant": "xiangqi"} | others, f"go nodes {args.nodes}" if args.nodes else go, seconds
        ),
    ]
    openings = lab.openings("xiangqi")
    metadata = provenance() | {
        "game": "xiangqi",
        "games": args.games,
        "nodes": None,
        "time": seconds,
        "depth": None,
        "max_plies": MAX_PLIES,
        "sprt": None,
        "configs": {"boyi": own, players[1].name: others},
        "openings": [plain_position(opening) for opening in openings[: args.games // 2]],
        "peer_nodes": args.nodes,
    }
    try:
        journal = Journal(args.out, MATCH_FILE, metadata)
        done = {record["pair"] for record in journal.records}
        for pair in range(args.games // 2):
            if pair not in done:
                opening = openings[pair % len(openings)]
                journal.append({"pair": pair, "games": [play(players, opening, first) for first in (0, 1)]})
                match = lab.Match(journal.metadata, journal.records)
                print(f"pair {pair + 1}: +{match.wins} ={match.draws} -{match.losses}", file=sys.stderr, flush=True)
    finally:
        for player in players:
            player.close()
    print(report(lab.Match(journal.metadata, journal.records), journal.records))


if __name__ == "__main__":
    try:
        main()
    except boyi.BoyiError as error:
        sys.exit(f"match_fairy: error: {error}")
