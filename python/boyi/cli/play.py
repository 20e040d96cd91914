"""``boyi play``."""

import argparse
import asyncio
import threading
import webbrowser

from boyi.cli import options
from boyi.errors import OptionError
from boyi.games import game_of
from boyi.run.extras import need

__all__ = ["add"]

MOST_PORT = 65535
"""Largest number of a port."""


def add(command: options.AddCommand) -> None:
    """Adds the command."""
    sub = command(
        "play",
        _play,
        "play against the engine on a page in the browser",
        "The page can turn heuristics on and off and shows the nodes before and after, analyses with several lines, "
        "draws search trees, and opens and saves game files, in English and Chinese. This machine serves it to its own "
        "browser alone; Ctrl-C ends it. Needs pip install 'boyi[play]'.",
    )
    options.add_game(sub)
    options.add_board(sub)
    sub.add_argument("--preset", default="boyi", metavar="NAME", help="what plays, see 'boyi presets' (default: boyi)")
    sub.add_argument("--port", type=int, default=0, help="port of the address (default: any that is free)")
    sub.add_argument("--no-browser", action="store_true", help="print the address without opening it")


def _play(arguments: argparse.Namespace) -> None:
    need("websockets", "play")
    from boyi.board.engine import Engine
    from boyi.board.page import Page
    from boyi.board.server import Server

    if not 0 <= arguments.port <= MOST_PORT:
        raise OptionError(f"--port {arguments.port}: expected 0 to {MOST_PORT}")
    position = game_of(arguments.game).start(**options.board(arguments))
    engine = Engine(arguments.game, arguments.preset)
    server = Server(lambda tell: Page(position, engine, tell), arguments.port)

    def ready() -> None:
        print(f"The board is at {server.address}\nCtrl-C ends the program.", flush=True)
        if not arguments.no_browser:
            threading.Thread(target=webbrowser.open, args=(server.address,), daemon=True).start()

    try:
        asyncio.run(server.run(ready))
    except KeyboardInterrupt:
        print()
