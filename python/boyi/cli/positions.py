"""The commands about a position: ``boyi analyse``, ``boyi table`` and ``boyi perft``."""

import argparse
import time
from typing import Any

from boyi import Config, Searcher
from boyi.cli import options
from boyi.errors import OptionError
from boyi.games import game_of

__all__ = ["add", "show_table"]

MAX_PERFT = 12
"""Largest depth of ``boyi perft`` in plies."""


def add(command: options.AddCommand) -> None:
    """Adds the commands."""
    sub = command("analyse", _analyse, "search a position and print every iteration as it ends", aliases=["analyze"])
    options.add_position(sub)
    options.add_config(sub)
    options.add_limits(sub, "5 seconds")
    sub = command("table", _table, "search a position, then show what the transposition table holds")
    options.add_position(sub)
    options.add_config(sub)
    options.add_limits(sub, "depth 8")
    sub.add_argument("--rows", type=int, default=10, metavar="N", help="deepest entries to show (default: %(default)s)")
    sub = command("perft", _perft, "count the positions that legal moves lead to")
    options.add_position(sub)
    sub.add_argument("--depth", type=int, default=5, help="count every depth up to this (default: %(default)s)")
    sub.add_argument("--divide", action="store_true", help="count apart what follows each legal move")


def _analyse(arguments: argparse.Namespace) -> None:
    position = options.position(arguments)
    searcher = Searcher(options.config(arguments, position.game))
    with searcher.start(position, **options.limits(arguments, time=5.0)) as run:
        print(f"{position}\n\n{'depth':>8}  {'score':>8}  {'nodes':>12}  {'seconds':>8}  best line")
        for step in run:
            line = " ".join(map(str, step.pv))
            depth = f"{step.depth}/{step.seldepth}"
            print(f"{depth:>8}  {step.score!s:>8}  {step.nodes:>12}  {step.time:>8.2f}  {line}", flush=True)
        result = run.result()
    if result.move is None:
        print(f"\nThe game is over: {position.outcome() or 'every move loses at once'}")
    else:
        rate = result.nodes / max(result.cpu_time, 1e-9)
        print(f"\nBest move {result.move}, score {result.score}; {result.nodes} nodes, {rate:,.0f} per CPU second")


def _perft(arguments: argparse.Namespace) -> None:
    position = options.position(arguments)
    if not 0 <= arguments.depth <= MAX_PERFT:
        raise OptionError(f"--depth {arguments.depth}: expected 0 to {MAX_PERFT}")
    if arguments.divide:
        counts = _divide(position, arguments.depth)
        for move, count in sorted(counts.items(), key=lambda item: str(item[0])):
            print(f"{move}: {count}")
        print(f"all: {sum(counts.values())}")
        return
    print(f"{'depth':>5}  {'nodes':>13}  {'CPU s':>6}  {'nodes/s':>12}")
    for depth in range(min(1, arguments.depth), arguments.depth + 1):
        start = time.process_time()
        nodes = position.perft(depth)
        seconds = time.process_time() - start
        print(f"{depth:>5}  {nodes:>13}  {seconds:>6.2f}  {nodes / max(seconds, 1e-9):>12.3g}", flush=True)


def _divide(position: Any, depth: int) -> dict[Any, int]:
    """The number of lines below each legal move."""
    if depth == 0:
        return {}
    return {move: position.play(move).perft(depth - 1) for move in position.legal_moves()}


def _table(arguments: argparse.Namespace) -> None:
    options.positive(arguments, "rows")
    position = options.position(arguments)
    show_table(
        arguments.preset,
        options.config(arguments, position.game),
        position,
        options.limits(arguments, depth=8),
        arguments.rows,
    )


def show_table(name: str, config: Config, position: Any, limits: dict[str, Any], rows: int = 10) -> None:
    """Searches a position and prints what the table holds then."""
    from boyi import lab

    searcher = Searcher(config)
    if searcher.table is None:
        print(f"The configuration {name!r} has no transposition table.")
        return
    result = searcher.search(position, **limits)
    print(f"The transposition table of {name!r} after a search of {_text(position)}")
    print(f"to depth {result.depth} ({result.nodes} nodes, score {result.score}, move {result.move}):\n")
    print(lab.table_summary(searcher.table, rows))


def _text(position: Any) -> str:
    return game_of(position).line(position)
