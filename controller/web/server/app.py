"""The app that uvicorn serves: which requests to accept, the files, the WebSockets."""

from collections.abc import Awaitable, Callable, Mapping

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from controller.web.server.admission import Admission
from controller.web.server.connection import Client
from controller.web.server.files import Site, language_of, refusal, routes

_CLOSE = {"Connection": "close"}
_HASTY = "pages are opened too fast from this device; wait a moment\n"
_BUSY = "this device asks for too much at once; wait a moment\n"

# Called with the connection, and the request that opened it.
Talk = Callable[[Client, HTTPConnection], Awaitable[None]]


def app_of(site: Site, talks: Mapping[str, Talk], admission: Admission) -> ASGIApp:
    """Return an app that serves the site.

    `talks` has the handler for WebSockets at each address.
    """

    def socket(path: str, talk: Talk) -> WebSocketRoute:
        async def open_page(websocket: WebSocket) -> None:
            client: Client = websocket.state.client()
            client.language = language_of(websocket, site.language)
            await websocket.accept()
            await talk(client, websocket)

        return WebSocketRoute(path, open_page)

    inner = Starlette(
        routes=[*routes(site), *(socket(*each) for each in talks.items())],
        middleware=[Middleware(GZipMiddleware, compresslevel=6)],
    )
    inner.router.redirect_slashes = False

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        asked = HTTPConnection(scope)
        try:
            answer = _refused(asked, site, admission) or inner
            await answer(scope, receive, send)
        except Exception:
            admission.log_failure()
            raise

    return app


def _refused(
    asked: HTTPConnection, site: Site, admission: Admission
) -> Response | None:
    """Return the answer to a refused request; None for one to serve."""
    address = asked.client.host if asked.client else ""
    if asked.scope["type"] == "websocket":
        if not admission.has_more(address, "pages"):
            return PlainTextResponse(_HASTY, 429)
        return refusal(asked, site)
    if asked.scope["method"] not in ("GET", "HEAD"):
        allowed = {"Allow": "GET, HEAD", **_CLOSE}
        return PlainTextResponse("this table knows GET, HEAD\n", 405, allowed)
    if {"content-length", "transfer-encoding"} & {*asked.headers}:
        return PlainTextResponse("a request here has no body\n", 400, _CLOSE)
    if not admission.has_more(address, "files"):
        return PlainTextResponse(_BUSY, 429, _CLOSE)
    return refusal(asked, site)
