"""The server of ``boyi play``: it gives the page to the browser of this machine, and carries messages both ways.

Whoever knows the address, which has a token drawn at random, commands the engine. Other pages that the browser shows
cannot: they do not know the token, their requests name another origin, and a name of theirs that is made to lead to
this machine stands in the request as its host.
"""

import asyncio
import json
import secrets
import socket
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from boyi.board.session import Session, Tell
from boyi.errors import OptionError

__all__ = ["MOST_BYTES", "Server"]

MOST_BYTES = 4 << 20
"""Largest message of a page in bytes, which a game file must fit into; a page that sends a larger one is cut off."""

_ADDRESS = "127.0.0.1"
_PATIENCE = 5.0
"""Seconds that searches go on after the last page is closed: a page that is loaded again comes back."""

_FILES = {
    "": ("page.html", "text/html"),
    "page.css": ("page.css", "text/css"),
    "board.css": ("board.css", "text/css"),
    "page.js": ("page.js", "text/javascript"),
    "panels.js": ("panels.js", "text/javascript"),
    "connection.js": ("connection.js", "text/javascript"),
    "board.js": ("board.js", "text/javascript"),
}
"""The files of the page and their types by the path behind the token."""

_PASSING = ("file",)
"""What pages are told once: a page that comes later is not told."""


class _Visitor:
    """A page that is open: of what it was not told yet, the newest of each name waits."""

    def __init__(self) -> None:
        self.waiting: dict[str, Any] = {}
        self.news = asyncio.Event()

    def tell(self, name: str, value: Any) -> None:
        """Puts a value in place of an older one of the same name."""
        self.waiting[name] = value
        self.news.set()


class Server:
    """Serves one session to all pages of this machine that know the address.

    Args:
        session: makes the session from the function that tells pages what is new.
        port: of the address; 0 for one that is free.

    Raises:
        OptionError: for a port that is not free.
    """

    def __init__(self, session: Callable[[Tell], Session], port: int = 0) -> None:
        try:
            self._socket = socket.create_server((_ADDRESS, port))
        except OSError as error:
            reason = f"port={port}: {error.strerror}, expected one that is free, or 0 for any"
            raise OptionError(reason) from None
        self._hosts = [f"{name}:{self._socket.getsockname()[1]}" for name in (_ADDRESS, "localhost")]
        self._token = secrets.token_urlsafe(24)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._visitors: set[_Visitor] = set()
        self._known: dict[str, Any] = {}
        self._session = session(self._tell)

    @property
    def address(self) -> str:
        """The address of the page, with its token."""
        return f"http://{self._hosts[0]}/{self._token}/"

    async def run(self, ready: Callable[[], object] = lambda: None) -> None:
        """Serves until it is cancelled; ``ready`` is called when pages can come."""
        self._loop = asyncio.get_running_loop()
        origins: Any = [f"http://{host}" for host in self._hosts]
        async with serve(
            self._talk, sock=self._socket, origins=origins, process_request=self._answer, max_size=MOST_BYTES
        ) as server:
            ready()
            try:
                await server.serve_forever()
            finally:
                self._session.stop()

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Refuses what does not come from the page, answers requests for its files, and lets its messages through."""
        if request.headers.get_all("Host") not in ([host] for host in self._hosts):
            return connection.respond(HTTPStatus.FORBIDDEN, "This is no name of the server.\n")
        token, _, name = request.path.removeprefix("/").partition("/")
        if not secrets.compare_digest(token.encode(), self._token.encode()):
            return connection.respond(HTTPStatus.FORBIDDEN, "The address has another token: see what boyi play says.\n")
        if name == "socket":
            return None
        if name not in _FILES:
            return connection.respond(HTTPStatus.NOT_FOUND, "There is no such file.\n")
        file, kind = _FILES[name]
        body = Path(__file__).with_name(file).read_bytes()
        return Response(HTTPStatus.OK, "OK", Headers(self._headers(kind, len(body))), body)

    def _headers(self, kind: str, length: int) -> dict[str, str]:
        policy = [
            "default-src 'none'; script-src 'self'; img-src data:",
            "style-src 'self' 'unsafe-inline'",  # pictures of boards carry their style
            " ".join(["connect-src", *(f"ws://{host}" for host in self._hosts)]),
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ]
        return {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Length": str(length),
            "Connection": "close",
            "Cache-Control": "no-store",
            "Content-Security-Policy": "; ".join(policy),
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }

    async def _talk(self, connection: ServerConnection) -> None:
        """Tells a page what is known and what is new, and does what it asks for, one wish after another."""
        visitor = _Visitor()
        self._visitors.add(visitor)
        for name, value in self._known.items():
            visitor.tell(name, value)
        telling = asyncio.create_task(_tell_on(connection, visitor))
        try:
            async for text in connection:
                try:
                    message = json.loads(text)
                except (ValueError, RecursionError):
                    visitor.tell("error", f"message {text[:40]!r}: expected JSON")
                    continue
                await asyncio.to_thread(self._session.hear, message)
        except ConnectionClosed:
            pass
        finally:
            telling.cancel()
            self._visitors.discard(visitor)
            asyncio.get_running_loop().call_later(_PATIENCE, self._rest)

    def _rest(self) -> None:
        """Ends searches that nobody looks at."""
        if not self._visitors:
            self._session.stop()

    def _tell(self, name: str, value: Any) -> None:
        """Tells all pages something new; called from any thread."""
        if self._loop is None:
            self._spread(name, value)
        elif not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._spread, name, value)

    def _spread(self, name: str, value: Any) -> None:
        if name not in _PASSING:
            self._known[name] = value
        for visitor in self._visitors:
            visitor.tell(name, value)


async def _tell_on(connection: ServerConnection, visitor: _Visitor) -> None:
    """Sends a page what waits for it, as long as it is open."""
    try:
        while await visitor.news.wait():
            visitor.news.clear()
            told, visitor.waiting = visitor.waiting, {}
            await connection.send(json.dumps(told))
    except ConnectionClosed:
        pass
