"""Runs uvicorn in the table's own loop, within the table's limits.

HTTP, keep-alive, TLS and the upgrade to a WebSocket are uvicorn's. `Server.serve` would
wake up ten times a second and take over the signals, so this module calls its parts.
"""

import asyncio
from collections.abc import Callable
from ssl import SSLContext
from typing import Any

from starlette.types import ASGIApp
from uvicorn import Config, Server

from controller.web.server.admission import Admission, Listener
from controller.web.server.connection import CLOSE_S, LONGEST_MESSAGE, Client
from controller.web.server.hosts import is_loopback
from controller.web.server.limits import Limits, within_file_limit

LONGEST_REQUEST = 16 * 1024
# More turns of the loop than it takes to attach an accepted connection, or to close one
# that was cut.
TURNS = 5
_HEADERS = [
    ("X-Content-Type-Options", "nosniff"),
    ("Vary", "Accept-Language, Cookie"),
]


class RunningServer:
    def __init__(
        self, server: Server, listener: Listener, admission: Admission
    ) -> None:
        self._server = server
        self._listeners = [listener]
        self._admission = admission
        self.port: int = listener.getsockname()[1]

    async def open_to(self, address: str) -> None:
        """Listen at one more address of this machine; raises OSError."""
        listener = Listener(address, self.port, self._admission)
        before = self._server.servers
        await self._server.startup([listener])
        self._server.servers = before + self._server.servers
        self._listeners.append(listener)

    async def close_others(self) -> None:
        """Listen only at the first address, and drop everybody on another machine."""
        await self._stop_accepting(self._listeners[1:])
        for server in self._server.servers[1:]:
            server.close()
        del self._server.servers[1:], self._listeners[1:]
        self._abort(lambda address: not is_loopback(address))

    async def _stop_accepting(self, listeners: list[Listener]) -> None:
        """Wait for accepted connections, which asyncio loses if its server closes."""
        for listener in listeners:
            listener.is_closing = True
        for _ in range(TURNS):
            await asyncio.sleep(0)

    def _abort(self, is_meant: Callable[[str], bool]) -> None:
        """Abort every connection from these addresses."""
        self._admission.cut_all(is_meant)
        connections: set[Any] = self._server.server_state.connections
        for each in [*connections]:
            if each.client and is_meant(each.client[0]):
                each.transport.abort()

    async def close(self) -> None:
        """Tell every page that the table goes, and abort pages that do not hang up."""
        await self._stop_accepting(self._listeners)
        await self._server.shutdown([*self._listeners])
        self._abort(lambda _address: True)
        for _ in range(TURNS):
            await asyncio.sleep(0)


async def start_server(
    make_app: Callable[[Admission], ASGIApp],
    host: str,
    port: int,
    limits: Limits,
    tls: SSLContext | None = None,
    on_full: Callable[[], None] = lambda: None,
) -> RunningServer:
    """Serve the app that `make_app` returns; with `tls` everything over https.

    `on_full` is called when there is no room for one more page.
    """
    loop = asyncio.get_running_loop()
    admission = Admission(within_file_limit(limits), loop.time, on_full)
    config = Config(
        make_app(admission),
        http="h11",
        ws=Client,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        h11_max_incomplete_event_size=LONGEST_REQUEST,
        lifespan="off",
        log_config=None,
        # Anyone on the network can make it log, as often as they like.
        log_level="critical",
        # A header must not make another machine's client look local.
        proxy_headers=False,
        server_header=False,
        date_header=False,
        headers=_HEADERS,
        timeout_graceful_shutdown=int(CLOSE_S),
        ssl_context_factory=(lambda _config, _usual: tls) if tls else None,
    )
    config.load()
    server = Server(config)
    server.lifespan = config.lifespan_class(config)
    server.lifespan.state["admission"] = admission
    listener = Listener(host, port, admission)
    await server.startup([listener])
    # It sets the headers of every answer.
    await server.on_tick(0)
    return RunningServer(server, listener, admission)
