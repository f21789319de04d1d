"""What can be fetched, and by whom: pages and their files, and a seat's own files."""

import json
import re
from collections.abc import Callable, Collection
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, TypeAlias

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from controller import games
from controller.web.protocol.access import Access
from controller.web.server.hosts import is_own, is_well_formed, reachable
from controller.web.server.page import TYPES, FileContent, find, page, read, tag
from controller.words.files import ENGLISH, LANGUAGES

# A language in a line of cookies. The standard library's parser can take most of a
# second for a hostile line, which would block everyone else.
_LANGUAGE = re.compile(r"(?:^|[;,]) *language=([a-z]+) *(?=[;,]|$)")

# Files that are shown on their own, not as part of a page.
_DOCUMENTS = (".html", ".svg")
_OF_A_DOCUMENT = {
    # 'self' covers the page's own WebSocket as well.
    "Content-Security-Policy": "default-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; script-src 'self'; style-src 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}

# Finds a requested file in a language; may refuse by raising HTTPException.
Find: TypeAlias = Callable[[Request, str], FileContent]


class Site(NamedTuple):
    """How the table is reached, and which game it plays."""

    access: Access
    # Returns the address on the local network; None while the table is closed to it.
    shared: Callable[[], str | None] = lambda: None
    scheme: str = "http"
    # Further names of this machine, from the settings.
    names: Collection[str] = ()
    game: Callable[[], str] = lambda: games.own_names()[0]
    # The language of pages that have not chosen another.
    language: str = ENGLISH
    # The drawing of the table to scale, one of its map's papers.
    drawing: Path | None = None
    # Returns the table's metrics, if somebody wants them.
    metrics: Callable[[], str] | None = None


def routes(site: Site) -> list[Route]:
    """Return what can be fetched by its address, for GET and HEAD."""

    def at(path: str, find: Find) -> Route:
        async def answer(request: Request) -> Response:
            found = find(request, language_of(request, site.language))
            if found is None:
                raise HTTPException(404)
            return _answer(request, *found)

        return Route(path, answer, methods=["GET"])

    def of_page(name: str) -> Find:
        return lambda _request, language: (page(name, site.game(), language), ".html")

    def qr_of(request: Request, link: str) -> FileContent:
        host = reachable(request.headers["Host"], site.shared())
        return qr_code(f"{site.scheme}://{host}{link}"), ".svg"

    def link(request: Request) -> str:
        return _seat_link(request, site.access)

    async def metrics(request: Request) -> Response:
        if site.metrics is None:
            raise HTTPException(404)
        if not site.access.is_host(request):
            raise HTTPException(403, "only for the host\n")
        return PlainTextResponse(site.metrics(), headers={"Cache-Control": "no-store"})

    return [
        Route("/metrics", metrics, methods=["GET"]),
        at("/", of_page("index.html")),
        at("/join", of_page("join.html")),
        at("/join/qr.svg", lambda request, _: qr_of(request, "/join")),
        at("/seat/{seat}", partial(_seat_page, site)),
        at("/seat/{seat}/qr.svg", lambda request, _: qr_of(request, link(request))),
        at("/seat/{seat}/app.webmanifest", lambda request, _: _app(link(request))),
        at("/table.svg", lambda _request, _: read(site.drawing)),
        at(
            "/{path:path}",
            lambda request, language: find(request.path_params["path"], language),
        ),
    ]


def _seat_page(site: Site, request: Request, language: str) -> FileContent:
    """Return a seat's page; a ticket leads to the seat's own link."""
    seat, ticket = request.path_params["seat"], request.query_params.get("code", "")
    if code := site.access.exchange(seat, ticket):
        raise HTTPException(303, headers={"Location": f"/seat/{seat}?code={code}"})
    return page("seat.html", site.game(), language), ".html"


def _seat_link(request: Request, access: Access) -> str:
    """Return the handler of a seat's link; only the seat's code gets its files."""
    seat, code = request.path_params["seat"], request.query_params.get("code", "")
    if access.seat(seat, code) is None:
        raise HTTPException(403, "this code does not open that seat\n")
    return f"/seat/{seat}?code={code}"


def _answer(request: Request, data: bytes, ending: str) -> Response:
    """Return these bytes, or 304 if the browser has them already.

    The browser keeps files with the pages' tag in their address for good, and asks each
    time for everything else.
    """
    if ending == ".js":
        data = data.replace(b'"/static/', f'"/static-{tag()}/'.encode())
    etag = f'"{sha256(data).hexdigest()[:16]}"'
    is_tagged = request.scope["path"].startswith(f"/static-{tag()}/")
    cache = "max-age=31536000, immutable" if is_tagged else "no-cache"
    headers = {"ETag": etag, "Cache-Control": cache}
    if etag in request.headers.get("If-None-Match", ""):
        return Response(status_code=304, headers=headers)
    if ending in _DOCUMENTS:
        headers |= _OF_A_DOCUMENT
    return Response(data, headers=headers, media_type=TYPES[ending])


# Who asks


def language_of(asked: HTTPConnection, usual: str) -> str:
    """Return the language of the cookie, else the table's, else the browser's."""
    for cookies in asked.headers.getlist("Cookie"):
        for chosen in _LANGUAGE.findall(cookies):
            if chosen in LANGUAGES:
                return str(chosen)
    return usual if usual != ENGLISH else _preferred(asked, usual)


def _preferred(asked: HTTPConnection, usual: str) -> str:
    """Return the browser's first language that we have; it sends `de-AT`."""
    for accepted in asked.headers.get("Accept-Language", "").split(","):
        language = accepted.partition(";")[0].strip().partition("-")[0].lower()
        if language in LANGUAGES:
            return language
    return usual


def refusal(asked: HTTPConnection, site: Site) -> Response | None:
    """Refuse requests that do not come from the table's own page.

    A website could point its own name at this machine, or open a WebSocket to it from a
    visitor's browser. So the host must be one of the table's own or of the site's
    `names`, and a WebSocket must come from a page of the same host.
    """
    host = asked.headers.get("Host", "")
    if not is_well_formed(host):
        return PlainTextResponse("this is not an address\n", 400)
    if not is_own(host, site.names):
        sentence = f"{host[:80]!r} is not an address of this table\n"
        return PlainTextResponse(sentence, 403)
    origins = asked.headers.getlist("Origin")
    if origins and origins != [f"{site.scheme}://{host}"]:
        named = ", ".join(origins)[:80]
        sentence = f"a page of {named!r} may not reach this table\n"
        return PlainTextResponse(sentence, 403)
    return None


def qr_code(link: str) -> bytes:
    # Imported here, because few tables need it and it costs memory.
    import segno

    drawing = BytesIO()
    segno.make(link, micro=False).save(
        drawing, kind="svg", scale=4, light="white", xmldecl=False
    )
    return drawing.getvalue()


_DARK = "#06131b"


def _app(link: str) -> FileContent:
    """Return what a phone needs to install a seat's page; it opens with the link."""
    # The whole fin is inside the circle that phones cut out.
    icon = {"type": "image/png", "purpose": "any maskable"}
    told = {
        "name": "Undertow",
        "short_name": "Undertow",
        "id": link.partition("?")[0],
        "start_url": link,
        "scope": "/",
        "display": "standalone",
        "background_color": _DARK,
        "theme_color": _DARK,
        "icons": [
            {"src": f"/static/icon-{size}.png", "sizes": f"{size}x{size}", **icon}
            for size in (192, 512)
        ],
    }
    return json.dumps(told).encode(), ".webmanifest"
