"""The server: textual-serve's, with a door in front of it.

textual-serve knows no password, asks nobody where they come from, lists its folders, and gives each visitor's process
the server's own environment. So here: only the host names that were asked for, no page of another origin, no listing,
no more visitors than there is room for, sizes of a real screen, and an environment without secrets. What no server
without passwords can do is tell visitors apart: it stays on loopback unless told otherwise.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shlex
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from string import Template
from typing import Any, cast
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.web_runner import GracefulExit
from textual_serve.app_service import AppService
from textual_serve.server import Server

HERE = Path(__file__).parent / "static"
VISITOR = f"{shlex.quote(sys.executable)} -P -m rnntui.web.visitor"
KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ", "NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT",
        "XDG_CACHE_HOME")  # fmt: skip  # of the environment: what Python, numba and the locale need
LARGEST = (500, 200)  # columns and rows of a visitor's screen
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "font-src 'self' data:; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def clean_environment() -> None:
    """Forget everything that a visitor's process does not need: it inherits what is left."""
    for name in set(os.environ) - set(KEPT):
        del os.environ[name]


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host's address."""
    return host == "localhost" or host == "::1" or host.startswith("127.")


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 is any free one. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, address = found[0]
    return socket.create_server(address[:2], family=family)


class Bounded:
    """A visitor's process with a screen of a size that there can be."""

    def __init__(self, service: AppService) -> None:
        self._service = service

    def __getattr__(self, name: str) -> Any:
        return getattr(self._service, name)

    async def set_terminal_size(self, width: object, height: object) -> None:
        """Another size of the visitor's window."""
        if isinstance(width, int) and isinstance(height, int):
            await self._service.set_terminal_size(*within(width, height))


def within(width: int, height: int) -> tuple[int, int]:
    """The nearest size that is allowed."""
    return max(1, min(width, LARGEST[0])), max(1, min(height, LARGEST[1]))


class Door(Server):  # type: ignore[misc]  # untyped
    """Serves the app on a socket. `names`: the host names under which it answers; none: any."""

    def __init__(self, listening: socket.socket, names: Iterable[str] = (), most: int = 20, told: Any = print) -> None:
        self.listening, self.names, self.most, self.told = listening, frozenset(names), most, told
        self.visitors = 0
        self.interrupted = False
        host, port = listening.getsockname()[:2]
        super().__init__(VISITOR, host, port, title="rnntui")

    @property
    def address(self) -> str:
        """Where a person finds it."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{name}:{self.port}"

    def serve(self, debug: bool = False) -> None:
        """Serve until SIGINT or SIGTERM; then every visitor's process ends too."""
        logging.getLogger("textual-serve").addHandler(logging.NullHandler())
        logging.getLogger("textual-serve").propagate = False
        web.run_app(
            self._make_app(), sock=self.listening, print=None, access_log=None, handle_signals=False,
            shutdown_timeout=2.0,
        )  # fmt: skip

    async def on_startup(self, app: web.Application) -> None:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, self._interrupt)
        loop.add_signal_handler(signal.SIGTERM, self.request_exit)
        self.told(self.address)

    def _interrupt(self) -> None:
        self.interrupted = True
        raise GracefulExit

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        app.add_routes([
            web.get("/", self.handle_index, name="index"),
            web.get("/ws", self.handle_websocket, name="websocket"),
            web.get("/download/{key}", self.handle_download, name="download"),
            web.static("/static", self.statics_path, show_index=False),
            web.static("/own", HERE, show_index=False),
        ])  # fmt: skip
        app.on_startup.append(self.on_startup)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Nobody under a foreign name (a page that has its own name point here), no page of another origin."""
        host = request.headers.get("Host", "")
        if self.names and (urlsplit(f"//{host}").hostname or "") not in self.names:
            raise web.HTTPForbidden(text="This is not a name of this server.\n")
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != host:
            raise web.HTTPForbidden(text="Pages of another origin may not use this server.\n")
        response = await handler(request)
        if not response.prepared:
            response.headers.update(HEADERS)
        return response

    async def handle_index(self, request: web.Request) -> web.Response:
        """The page: a terminal that talks to this very address."""
        page = Template((HERE / "page.html").read_text(encoding="utf-8"))
        scheme = "wss" if request.secure else "ws"
        try:
            size = max(6, min(int(request.query.get("fontsize", "16")), 60))
        except ValueError:
            size = 16
        text = page.substitute(socket=f"{scheme}://{request.host}/ws", size=size)
        return web.Response(text=text, content_type="text/html")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """One visitor: a process of their own for as long as the page is open."""
        try:
            asked = int(request.query.get("width", "80")), int(request.query.get("height", "24"))
        except ValueError:
            raise web.HTTPBadRequest(text="width and height are whole numbers.\n") from None
        if asked != within(*asked):
            raise web.HTTPBadRequest(text=f"A screen has at most {LARGEST[0]} columns and {LARGEST[1]} rows.\n")
        if self.visitors >= self.most:
            raise web.HTTPServiceUnavailable(text="All places are taken. Try again later.\n")
        self.visitors += 1
        try:
            return cast(web.WebSocketResponse, await super().handle_websocket(request))
        finally:
            self.visitors -= 1

    async def _process_messages(self, websocket: web.WebSocketResponse, app_service: AppService) -> None:
        await super()._process_messages(websocket, cast(AppService, Bounded(app_service)))
