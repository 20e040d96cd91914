"""The command ``boyi``.

>>> main(["perft", "--depth", "2"])  # doctest: +ELLIPSIS
depth          nodes   CPU s       nodes/s
    1             44 ...
    2           1920 ...
0
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boyi import Config, Searcher, __version__, xiangqi
from boyi._core import bench, build_info
from boyi.errors import BoyiError, OptionError

if TYPE_CHECKING:
    from boyi.lab import Comparison

__all__ = ["main"]

DEMO_DEPTH = 5
"""Plies of the searches of ``boyi compare`` without limits."""

DEMO_TABLE_DEPTH = 8
"""Plies of the one search after which it shows the table: a deeper one, to have more to show."""

MAX_PERFT = 12
"""The deepest count of ``boyi perft`` in plies."""

_UNPRUNED: dict[str, bool | int | str] = {"lmr": False, "null_move": False}
_WHY_UNPRUNED = (
    "Late move reductions (lmr) and null move are off in all rows: they would make the order change what is searched."
)
_NO_ORDER: dict[str, bool | int | str] = {
    "mvv_lva": False,
    "qsearch_mvv_lva": False,
    "hash_move": False,
    "killers": 0,
    "counter_moves": False,
    "history": "off",
}
_STEPS: dict[str, dict[str, bool | int | str]] = {
    "generation order": {},
    "MVV/LVA": {"mvv_lva": True, "qsearch_mvv_lva": True},
    "+ hash move": {"hash_move": True},
    "+ killers, history": {"killers": 2, "counter_moves": True, "history": "gravity"},
}


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code: 0, 2 for an error, 130 for an interrupt.

    Args:
        argv: the arguments after the command's name; None takes those of the process.
    """
    parser = _parser()
    arguments = parser.parse_args(argv)
    try:
        arguments.run(arguments)
    except (BoyiError, OSError) as error:
        if isinstance(error, BrokenPipeError):  # whoever read our output, such as head, has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        print(f"boyi: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("boyi: interrupted", file=sys.stderr)
        return 130
    return 0


# Commands


def _compare(arguments: argparse.Namespace) -> None:
    from boyi import lab

    _positive(arguments, "first", "jobs")
    positions = lab.suite(arguments.suite)[: arguments.first]
    limits = {"depth": arguments.depth, "nodes": arguments.nodes}
    unlimited = all(limit is None for limit in limits.values())
    if unlimited:
        limits["depth"] = DEMO_DEPTH
    with _workers(arguments.jobs) as executor:
        comparison = lab.compare(
            _configs(arguments),
            positions,
            executor=executor,
            progress=not arguments.quiet,
            path=arguments.path,
            **limits,
        )
    if not (arguments.presets or arguments.vary or _UNPRUNED.keys() & dict(arguments.set)):
        print(f"What move ordering is worth, step by step. The rows differ in nothing else.\n{_WHY_UNPRUNED}\n")
    print(f"{comparison}\n")
    name = comparison.configs[-1]
    config = Config.from_dict(comparison.metadata["configs"][name])
    _show_table(name, config, positions[0], {"depth": DEMO_TABLE_DEPTH} if unlimited else limits)
    print(f"\nPicture: {_save_picture(comparison, arguments.out)}")


def _analyse(arguments: argparse.Namespace) -> None:
    position = xiangqi.Position(_fen(arguments))
    searcher = Searcher(_config(arguments))
    with searcher.start(position, **_limits(arguments, time=5.0)) as run:
        print(f"{position}\n\n{'depth':>8}  {'score':>8}  {'nodes':>12}  {'seconds':>8}  best line")
        for step in run:
            line = " ".join(map(str, step.pv))
            depth = f"{step.depth}/{step.seldepth}"
            print(f"{depth:>8}  {step.score!s:>8}  {step.nodes:>12}  {step.time:>8.2f}  {line}", flush=True)
        result = run.result()
    if result.move is None:
        print(f"\nThe game is over: {position.outcome()}")
    else:
        rate = result.nodes / max(result.cpu_time, 1e-9)
        print(f"\nBest move {result.move}, score {result.score}; {result.nodes} nodes, {rate:,.0f} per CPU second")


def _perft(arguments: argparse.Namespace) -> None:
    position = xiangqi.Position(_fen(arguments))
    if not 0 <= arguments.depth <= MAX_PERFT:
        raise OptionError(f"--depth {arguments.depth}: expected 0 to {MAX_PERFT}")
    if arguments.divide:
        counts = position.divide(arguments.depth)
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


def _bench(arguments: argparse.Namespace) -> None:
    start = time.process_time()
    nodes = bench(arguments.game)
    seconds = time.process_time() - start
    for name, value in build_info().items():
        print(f"{name:<10} {value}")
    print(f"{seconds:.2f} CPU seconds, {nodes / max(seconds, 1e-9):,.0f} nodes per CPU second")
    print(f"Bench: {arguments.game} {nodes}")


def _table(arguments: argparse.Namespace) -> None:
    _positive(arguments, "rows")
    position = xiangqi.Position(_fen(arguments))
    _show_table(arguments.preset, _config(arguments), position, _limits(arguments, depth=8), arguments.rows)


def _presets(arguments: argparse.Namespace) -> None:
    if arguments.name:
        print(Config.preset(arguments.name).explain())
    else:
        for name, sentence in Config.preset_sentences().items():
            print(f"{name}\n    {sentence}")


def _fields(arguments: argparse.Namespace) -> None:
    word = arguments.word.lower()
    chosen = [field for field in Config.fields() if word in f"{field['name']} {field['sentence']}".lower()]
    if not chosen:
        near = get_close_matches(word, [field["name"] for field in Config.fields()], n=1)
        hint = f"did you mean {near[0]!r}?" if near else "'boyi fields' lists them all"
        raise OptionError(f"no field mentions {arguments.word!r}: {hint}")
    for field in chosen:
        values = (" to " if field["type"] == "int" else ", ").join(map(str, field["range"]))
        print(f"{field['name']} = {field['default']}  ({field['type']}: {values})\n    {field['sentence']}")


# What the commands share


def _configs(arguments: argparse.Namespace) -> dict[str, Config] | list[str]:
    """The configurations to compare: presets, a sweep, or the steps of move ordering."""
    from boyi import lab

    if arguments.presets:
        return list(arguments.presets)
    if arguments.vary:
        values = {name: [_value(name, value) for value in text.split(",")] for name, text in arguments.vary}
        return lab.grid(_config(arguments), **values)
    base = _config(arguments, **_UNPRUNED)
    configs, fields = {}, _NO_ORDER
    for name, step in _STEPS.items():
        fields = fields | step
        configs[name] = base.replace(**fields)
    return configs


def _show_table(name: str, config: Config, position: Any, limits: dict[str, Any], rows: int = 10) -> None:
    """Searches a position and prints what the table holds then."""
    from boyi import lab

    searcher = Searcher(config)
    if searcher.table is None:
        print(f"The configuration {name!r} has no transposition table.")
        return
    result = searcher.search(position, **limits)
    print(f"The transposition table of {name!r} after a search of {position.fen}")
    print(f"to depth {result.depth} ({result.nodes} nodes, score {result.score}, move {result.move}):\n")
    print(lab.table_summary(searcher.table, rows))


def _save_picture(comparison: "Comparison", folder: str) -> Path:
    os.environ.setdefault("MPLBACKEND", "Agg")
    path = Path(folder) / "compare.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    comparison.plot().savefig(path, dpi=150)
    return path


@contextmanager
def _workers(jobs: int | None) -> Iterator[ThreadPoolExecutor | None]:
    """None, for one thread per core, or a pool of that many threads."""
    if jobs is None:
        yield None
        return
    with ThreadPoolExecutor(jobs) as executor:
        yield executor


def _fen(arguments: argparse.Namespace) -> str | None:
    """The FEN, whether it came as one argument or as several; None for the start position."""
    return " ".join(arguments.fen) or None


def _limits(arguments: argparse.Namespace, **default: Any) -> dict[str, Any]:
    given = {name: getattr(arguments, name) for name in ("depth", "nodes", "time")}
    return given if any(limit is not None for limit in given.values()) else given | default


def _positive(arguments: argparse.Namespace, *names: str) -> None:
    """Refuses options below 1; those that are left out are None."""
    for name in names:
        value = getattr(arguments, name)
        if value is not None and value < 1:
            raise OptionError(f"--{name} {value}: expected 1 or more")


def _config(arguments: argparse.Namespace, **changes: bool | int | str) -> Config:
    """The preset with these changes, and then the user's, which go first."""
    given = {name: _value(name, text) for name, text in arguments.set}
    return Config.preset(arguments.preset).replace(**changes | given)


def _value(name: str, text: str) -> bool | int | str:
    """A field's value from its text; what is not readable goes to the Config, whose error says what was expected."""
    default = next((field["default"] for field in Config.fields() if field["name"] == name), "")
    if isinstance(default, bool):
        switch = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
        return switch.get(text.lower(), text)
    if isinstance(default, int):
        try:
            return int(text)
        except ValueError:
            return text
    return text


# The arguments


def _assignment(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not (name and sign and value):
        raise argparse.ArgumentTypeError(f"{text!r}: expected FIELD=VALUE, such as killers=0")
    return name, value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="boyi",
        description="A game-tree search laboratory for xiangqi: every heuristic is a switch that can be measured.",
        epilog="'boyi COMMAND --help' tells more about a command.",
    )
    parser.add_argument("--version", action="version", version=f"boyi {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], None], sentence: str, more: str = "") -> Any:
        sub = commands.add_parser(
            name,
            help=sentence,
            description=f"{sentence[0].upper()}{sentence[1:]}. {more}".strip(),
        )
        sub.set_defaults(run=run)
        return sub

    _add_compare(command)
    _add_searches(command)
    sub = command("perft", _perft, "count the positions that legal moves lead to")
    _add_fen(sub)
    sub.add_argument("--depth", type=int, default=5, help="count every depth up to this (default: %(default)s)")
    sub.add_argument("--divide", action="store_true", help="count apart what follows each legal move")
    sub = command("bench", _bench, "search fixed positions and print the signature: their number of nodes")
    sub.add_argument("--game", default="xiangqi", help="game to search (default: %(default)s)")
    sub = command("presets", _presets, "list the named configurations, or tell what one of them does")
    sub.add_argument("name", nargs="?", help="a preset to explain")
    sub = command("fields", _fields, "list the fields of a configuration: every switch and parameter of the search")
    sub.add_argument("word", nargs="?", default="", help="only fields that mention this word")
    return parser


def _add_compare(command: Callable[..., Any]) -> None:
    sub = command(
        "compare",
        _compare,
        "search a set of positions with several configurations and compare them",
        "Without options it shows what move ordering is worth, step by step: generation order; captures by MVV/LVA; "
        f"the hash move; killers, counter moves and history. {_WHY_UNPRUNED} "
        "Prints a table with 95 % intervals, then what the transposition table holds after one search, and writes a "
        "picture. Needs pip install 'boyi[lab]'.",
    )
    sub.epilog = (
        "Examples: 'boyi compare --presets boyi wizard-table --depth 5' sets presets side by side; "
        "'boyi compare --vary killers=0,2 --vary lmr=on,off' takes the preset boyi in four variants."
    )
    what = sub.add_mutually_exclusive_group()
    what.add_argument("--presets", nargs="+", metavar="NAME", help="compare these presets")
    what.add_argument(
        "--vary",
        action="append",
        type=_assignment,
        metavar="FIELD=V1,V2,…",
        help="compare the values of a field; once more for all combinations with another field's",
    )
    _add_config(sub)
    sub.add_argument(
        "--suite", default="xiangqi/middlegame", metavar="NAME", help="set of positions (default: %(default)s)"
    )
    sub.add_argument("--first", type=int, metavar="N", help="only the first N positions")
    sub.add_argument("--depth", type=int, help=f"plies of each search (default without --nodes: {DEMO_DEPTH})")
    sub.add_argument("--nodes", type=int, help="nodes of each search")
    sub.add_argument("--jobs", type=int, metavar="N", help="searches at a time (default: one per core)")
    sub.add_argument("--path", metavar="FILE", help="keep the rows in this file, and continue what it has begun")
    sub.add_argument("--out", default="out", metavar="FOLDER", help="folder of the picture (default: %(default)s)")
    sub.add_argument("--quiet", action="store_true", help="no progress bar")


def _add_searches(command: Callable[..., Any]) -> None:
    sub = command("analyse", _analyse, "search a position and print every iteration as it ends")
    _add_fen(sub)
    _add_config(sub)
    _add_limits(sub, "5 seconds")
    sub = command("table", _table, "search a position, then show what the transposition table holds")
    _add_fen(sub)
    _add_config(sub)
    _add_limits(sub, "depth 8")
    sub.add_argument("--rows", type=int, default=10, metavar="N", help="deepest entries to show (default: %(default)s)")


def _add_fen(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("fen", nargs="*", metavar="FEN", help="the position; the start position if left out")


def _add_config(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--preset", default="boyi", metavar="NAME", help="configuration, see 'boyi presets' (default: %(default)s)"
    )
    sub.add_argument(
        "--set",
        action="append",
        type=_assignment,
        default=[],
        metavar="FIELD=VALUE",
        help="change a field of the configuration, such as killers=0; see 'boyi fields'",
    )


def _add_limits(sub: argparse.ArgumentParser, default: str) -> None:
    sub.add_argument("--depth", type=int, help=f"deepest iteration in plies; without any limit: {default}")
    sub.add_argument("--nodes", type=int, help="nodes after which the search stops")
    sub.add_argument("--time", type=float, metavar="SECONDS", help="seconds after which the search stops")


if __name__ == "__main__":
    sys.exit(main())
