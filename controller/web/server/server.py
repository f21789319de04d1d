"""Accepts connections and answers requests."""

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from socket import socket
from ssl import SSLContext
from typing import Any, cast

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.frames import CloseCode
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from controller.web.server.admission import Admission, Listener
from controller.web.server.answers import plain
from controller.web.server.connection import (
    CLOSE_S,
    LONGEST_MESSAGE,
    TOO_MUCH,
    Client,
)
from controller.web.server.files import language_of, without_body
from controller.web.server.limits import Limits, within_file_limit
from controller.words.files import ENGLISH

# More turns of the loop than a connection takes to be attached after it was accepted.
TURNS = 5
_HASTY = "pages are opened too fast from this device; wait a moment"

Talk = Callable[[Client], Awaitable[None]]
Ask = Callable[[Client, Request], Response | None]
Answering = Callable[[ServerConnection, Request], Response | None]


class RunningServer:
    """A running server."""

    def __init__(
        self, server: Server, listener: Listener, admission: Admission[Client]
    ) -> None:
        self._server = server
        self._listener = listener
        self._admission = admission

    @property
    def sockets(self) -> tuple[socket, ...]:
        return tuple(self._server.sockets)

    async def close(self) -> None:
        """Close all pages, and abort what the library does not wait for."""
        # asyncio loses a connection that is accepted and not attached to the server.
        self._listener.is_closing = True
        for _ in range(TURNS):
            await asyncio.sleep(0)
        self._server.close()
        await self._server.wait_closed()
        self._admission.abort_all()
        # The loop closes an aborted transport in its next turn.
        await asyncio.sleep(0)


def _admission(
    limits: Limits, loop: asyncio.AbstractEventLoop, on_full: Callable[[], None]
) -> Admission[Client]:
    return Admission(
        limits,
        loop.time,
        lambda client, reason: client.close_page(TOO_MUCH, reason),
        lambda client: client.transport.abort(),
        on_full,
    )


def _answering(ask: Ask, admission: Admission[Client], language: str) -> Answering:
    """Return a function that answers requests with `ask`, within the limits."""

    def answer(connection: ServerConnection, request: Request) -> Response | None:
        client = cast(Client, connection)
        client.language = language_of(request, language)
        try:
            response = ask(client, request)
        except Exception:  # noqa: BLE001 - it is logged, and others are served
            admission.log_failure()
            status = HTTPStatus.INTERNAL_SERVER_ERROR
            response = plain(status, "the table failed to answer this")
        if response is None and not admission.may_open_page(client.address):
            response = plain(HTTPStatus.TOO_MANY_REQUESTS, _HASTY)
        client.request_done(is_answered=response is not None)
        if response and request.method == "HEAD":
            return without_body(response)
        return response

    return answer


async def start_server(
    talk: Talk,
    ask: Ask,
    host: str,
    port: int,
    limits: Limits,
    tls: SSLContext | None = None,
    language: str = ENGLISH,
    on_full: Callable[[], None] = lambda: None,
) -> RunningServer:
    """Answer requests with `ask`, and run `talk` for each page that is opened.

    `language` is for pages that have chosen none. With `tls` everything is served over
    https. `on_full` is called when there is no room for one more page.
    """
    loop = asyncio.get_running_loop()
    limits = within_file_limit(limits)
    admission = _admission(limits, loop, on_full)

    async def talk_inside(connection: ServerConnection) -> None:
        client = cast(Client, connection)
        try:
            await talk(client)
        except Exception:  # noqa: BLE001 - it is logged, and others are served
            admission.log_failure()
            await client.close(CloseCode.INTERNAL_ERROR)

    def connected(protocol: ServerProtocol, server: Server, **more: Any) -> Client:
        return Client(protocol, server, admission=admission, language=language, **more)

    listener = Listener(host, port, admission, has_tls=tls is not None)
    server = await serve(
        talk_inside,
        sock=listener,
        process_request=_answering(ask, admission, language),
        create_connection=cast(Any, connected),
        compression=None,
        max_size=LONGEST_MESSAGE,
        # The rate of messages bounds this queue.
        max_queue=None,
        write_limit=limits.unread_bytes,
        # `request_done` stops a request's timer; reading the answer may take longer.
        open_timeout=None,
        close_timeout=CLOSE_S,
        server_header=None,
        ssl=tls,
        ssl_handshake_timeout=limits.open_s if tls else None,
    )
    return RunningServer(server, listener, admission)
