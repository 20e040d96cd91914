"""Speeds that need more than one program: `python tests/benches/bench.py [perft|instructions|surface|readers] …`.

perft         boyi against Debian's fairy-stockfish, start position, in leaves per CPU second of the whole process
instructions  instructions per node of the search, with and without counters, by callgrind (valgrind)
readers       game files that are hard to read, by size: microseconds of CPU time for each kB
surface       what Python sees: legal_moves, play, entries; beside pyffish and open_spiel where they are installed

Peers that are not installed are left out. Rates are the best of several runs: the machine may be busy.
"""

import io
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import timeit
from pathlib import Path

import boyi
from boyi._core import build_info

DEPTH = 5


def child_seconds(command, text=""):
    """CPU seconds of a command, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def leaves_per_second(run):
    """Million leaves per CPU second of `run(depth)`, start-up subtracted, best of three."""
    nodes = boyi.xiangqi.Position().perft(DEPTH)
    rates = []
    for _ in range(3):
        start_up, _ = run(1)
        seconds, output = run(DEPTH)
        assert str(nodes) in output.replace(",", "").replace("_", ""), output
        rates.append(nodes / max(seconds - start_up, 1e-9) / 1e6)
    return max(rates)


def perft():
    """Prints both rates and their ratio."""
    print(f"perft of the start position, depth {DEPTH}, one thread; boyi built for: {build_info()['target_features']}")
    ours = leaves_per_second(lambda depth: child_seconds([sys.executable, "-m", "boyi.cli", "perft", "--depth", str(depth)]))
    print(f"boyi             {ours:8.1f} M leaves per CPU second")
    peer = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")
    if peer is None:
        print("fairy-stockfish is not installed: no ratio")
        return

    def run_peer(depth):
        return child_seconds([peer], f"setoption name UCI_Variant value xiangqi\nposition startpos\ngo perft {depth}\nquit\n")

    theirs = leaves_per_second(run_peer)
    print(f"fairy-stockfish  {theirs:8.1f} M leaves per CPU second\nratio            {ours / theirs:8.1f}")


def instructions():
    """Prints instructions per node, with and without counters; valgrind does not know the newest processors."""
    environment = {**os.environ, "RUSTFLAGS": "-C target-cpu=x86-64-v3", "CARGO_TARGET_DIR": "target/callgrind"}
    build = ["cargo", "bench", "--quiet", "--bench", "speed", "--no-run", "--message-format=json"]
    built = subprocess.run(build, env=environment, capture_output=True, text=True, check=True).stdout
    program = re.findall(r'"executable":"([^"]*speed[^"]*)"', built)[-1]

    def count(depth, observer):
        with tempfile.TemporaryDirectory() as folder:
            output = f"--callgrind-out-file={folder}/out"
            command = ["valgrind", "--tool=callgrind", output, program, "work", str(depth), observer]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
        return int(done.stdout), int(re.search(r"Collected : (\d+)", done.stderr)[1])

    per_node = {}
    for observer in ("nothing", "counters"):
        (few, start), (many, end) = count(1, observer), count(7, observer)
        per_node[observer] = (end - start) / (many - few)
        print(f"{observer:9} {per_node[observer]:8.1f} instructions per node over {many - few} nodes")
    print(f"counters cost {100 * (per_node['counters'] / per_node['nothing'] - 1):.2f} %")


def rate(call, number=20_000):
    """Calls per second, best of seven."""
    return number / min(timeit.repeat(call, number=number, repeat=7))


def surface():
    """Prints rates of the Python surface."""
    pos = boyi.xiangqi.Position()
    move = pos.legal_moves()[5]
    print(f"boyi  legal_moves  {rate(pos.legal_moves) / 1e6:8.2f} M/s")
    print(f"boyi  play         {rate(lambda: pos.play(move)) / 1e6:8.2f} M/s (through a lambda)")
    seconds = min(timeit.repeat("pos.play(move)", globals={"pos": pos, "move": move}, number=20_000, repeat=7))
    print(f"boyi  play         {20_000 / seconds / 1e6:8.2f} M/s")
    searcher = boyi.Searcher(boyi.Config.preset("boyi").replace(table_mb=64))
    searcher.search(pos, nodes=60_000_000)
    table = searcher.table
    seconds = min(timeit.repeat(table.entries, number=1, repeat=5))
    print(f"boyi  entries()    {seconds:8.3f} s for {len(table)} rows of a 64 MiB table ({100 * table.fill:.1f} % full)")
    try:
        import pyffish

        start = pyffish.start_fen("xiangqi")
        print(f"pyffish legal_moves {rate(lambda: pyffish.legal_moves('xiangqi', start, []), 300) / 1e3:7.2f} k/s")
        print(f"pyffish get_fen     {rate(lambda: pyffish.get_fen('xiangqi', start, ['h3e3']), 300) / 1e3:7.2f} k/s (its play)")
    except ImportError:
        print("pyffish is not installed")
    try:
        import pyspiel

        state = pyspiel.load_game("xiangqi").new_initial_state()
        action = state.legal_actions()[5]
        print(f"open_spiel clone + legal_actions {rate(lambda: state.clone().legal_actions(), 5000) / 1e3:7.1f} k/s")
        print(f"open_spiel child                 {rate(lambda: state.child(action), 5000) / 1e3:7.1f} k/s (its play)")
    except ImportError:
        print("open_spiel is not installed")


def readers():
    """Prints what files of two sizes cost a kB: what grows with the size is not linear."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "python"))
    from game_files import FILES

    print(f"{'microseconds for each kB':36} {'64 kB':>8} {'512 kB':>8}")
    for name, (format, text) in FILES.items():
        costs = []
        for size in (64_000, 512_000):
            data = text(size).encode()
            begun = time.process_time()
            for _ in boyi.records.read(io.BytesIO(data), format=format, bad=lambda _: None):
                pass
            costs.append((time.process_time() - begun) / len(data) * 1e9)
        print(f"{name:36} {costs[0]:8.0f} {costs[1]:8.0f}")


if __name__ == "__main__":
    parts = {"perft": perft, "instructions": instructions, "surface": surface, "readers": readers}
    for name in sys.argv[1:] or parts:
        if name not in parts:
            sys.exit(f"unknown part {name!r}: expected some of {', '.join(parts)}\n\n{__doc__}")
        parts[name]()
