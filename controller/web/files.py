"""What is answered to a plain GET: the page's files, and QR codes of seat links."""

import json
from collections.abc import Callable, Collection, Mapping
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from controller import games
from controller.light import palette
from controller.stage import places
from controller.web.names import is_own, reachable

STATIC = Path(__file__).parent / "static"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".md": "text/markdown; charset=utf-8",
}
# The page's own WebSocket is 'self' too.
_POLICY = (
    "default-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "frame-ancestors 'none'"
)
VERBS = (b"GET", b"HEAD")
# What has no end within so many bytes is no verb.
LONGEST_VERB = 16


class Address:
    """A request's path and query, taken apart."""

    def __init__(self, request: Request) -> None:
        split = urlsplit(request.path)
        self.path = split.path
        self._query = parse_qs(split.query)

    def get(self, key: str) -> str:
        return self._query.get(key, [""])[0]


def answer(
    request: Request,
    may_open: Callable[[str, str], bool],
    shared: Callable[[], str] | None = None,
) -> Response:
    """The file that was asked for; `may_open` tells if a code fits a seat.

    `shared` finds the address on the local network; None: it is not open to it.
    """
    address = Address(request)
    parts = address.path.strip("/").split("/")
    match parts:
        case [""]:
            return _file(STATIC / "index.html")
        case ["static", name] if name in {path.name for path in STATIC.iterdir()}:
            return _file(STATIC / name)
        case ["data.js"]:
            return _module({"palette": palette.for_pages(), "feet": places.FEET})
        case ["favicon.ico"]:
            return _file(STATIC / "favicon.svg")
        case ["games", name, "picture.svg"] if name in games.names():
            return _file(games.picture(name))
        case ["games", name, "data.js"] if name in games.names():
            return _module(games.for_page(name))
        case ["games", name, file] if name in games.names():
            if found := games.page_files(name).get(file):
                return _file(found)
        case ["seat", _]:
            return _file(STATIC / "seat.html")
        case ["seat", seat, "qr.svg"]:
            if not may_open(seat, address.get("code")):
                return refusal(
                    HTTPStatus.FORBIDDEN, "this code does not open that seat"
                )
            host = reachable(request.headers["Host"], shared)
            return _qr(f"http://{host}/seat/{seat}?code={address.get('code')}")
    return refusal(HTTPStatus.NOT_FOUND, f"there is nothing at {address.path[:80]}")


def stranger(request: Request, names: Collection[str] = ()) -> str | None:
    """Why a request is not from the table's own page; None if it is.

    Any website could point a name of its own at this machine, or open a WebSocket to
    it from a visitor's browser. So the address has to be one of the table's own or of
    `names`, and a WebSocket has to come from a page of that same address.
    """
    # There should be one of each; somebody may send several.
    host = ", ".join(request.headers.get_all("Host"))
    if not is_own(host, names):
        return f"{host[:80]!r} is not an address of this table"
    origins = request.headers.get_all("Origin")
    if origins and origins != [f"http://{host}"]:
        return f"a page of {', '.join(origins)[:80]!r} may not reach this table"
    return None


def refusal(status: HTTPStatus, sentence: str) -> Response:
    return _response(status, "text/plain; charset=utf-8", f"{sentence}\n".encode())


def wrong_verb() -> Response:
    allowed = b", ".join(VERBS).decode()
    response = refusal(HTTPStatus.METHOD_NOT_ALLOWED, f"this table knows {allowed}")
    response.headers["Allow"] = allowed
    return response


def without_body(response: Response) -> Response:
    """The answer to HEAD: as to GET, but for what it is about."""
    response.body = b""
    return response


def _file(path: Path) -> Response:
    return _response(HTTPStatus.OK, _TYPES[path.suffix], path.read_bytes())


def _module(values: Mapping[str, Any]) -> Response:
    """An ES module that exports these values, each by its name."""
    lines = [f"export const {name} = {json.dumps(v)};\n" for name, v in values.items()]
    return _response(HTTPStatus.OK, _TYPES[".js"], "".join(lines).encode())


def _qr(link: str) -> Response:
    # Only some ever ask for one, and it costs memory.
    import segno

    drawing = BytesIO()
    segno.make(link, micro=False).save(
        drawing, kind="svg", scale=4, light="white", xmldecl=False
    )
    return _response(HTTPStatus.OK, _TYPES[".svg"], drawing.getvalue())


def _response(status: HTTPStatus, kind: str, body: bytes) -> Response:
    headers = Headers(
        {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Connection": "close",
            "Content-Security-Policy": _POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            # The program may be newer tomorrow; the files are small.
            "Cache-Control": "no-cache",
        }
    )
    return Response(status.value, status.phrase, headers, body)
