"""What can be fetched: the files of pages and games, words, and QR codes of seats."""

import json
import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from controller import games
from controller.light import palette
from controller.sound import cues
from controller.tabletop import places
from controller.web.protocol.access import Access
from controller.web.server.hosts import is_own, is_well_formed, reachable
from controller.web.server.page import STATIC, page, tag
from controller.words.files import ENGLISH, LANGUAGES, TABLE, words

TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wav": "audio/wav",
    ".md": "text/markdown",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
# A language in a line of cookies. The standard library's reader can take most of a
# second for a hostile line, and nobody else would be served meanwhile.
_LANGUAGE = re.compile(r"(?:^|[;,]) *language=([a-z]+) *(?=[;,]|$)")
# A script's types and descriptions, a quarter of it, which no browser reads.
_JSDOC = re.compile(rb"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)

Answer: TypeAlias = Callable[[Request], Awaitable[Response]]
# The bytes of an answer and the ending that names their type; None: there is nothing.
Found: TypeAlias = "tuple[bytes, str] | None"


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
    # The table to scale, one of its map's papers.
    drawing: Path | None = None
    # Returns the table's metrics, if somebody wants to have them.
    metrics: Callable[[], str] | None = None


def routes(site: Site) -> list[Route]:
    """Return what can be fetched by its address, for GET and HEAD."""

    def at(path: str, find: Callable[..., Found]) -> Route:
        async def answer(request: Request) -> Response:
            language = language_of(request, site.language)
            found = find(**request.path_params, language=language)
            if found is None:
                raise HTTPException(404)
            return _answer(request, *found)

        return Route(path, answer, methods=["GET"])

    def of_page(name: str) -> Callable[..., Found]:
        return lambda language, seat="": (page(name, site.game(), language), ".html")

    async def join_qr(request: Request) -> Response:
        return _answer(request, *_qr_link(request, site, "/join"))

    return [
        Route("/metrics", _metrics(site), methods=["GET"]),
        at("/", of_page("index.html")),
        at("/join", of_page("join.html")),
        Route("/join/qr.svg", join_qr, methods=["GET"]),
        at("/seat/{seat}", of_page("seat.html")),
        Route("/seat/{seat}/qr.svg", _of_seat(site, _qr_link), methods=["GET"]),
        Route("/seat/{seat}/app.webmanifest", _of_seat(site, _app), methods=["GET"]),
        at("/static/{name:path}", lambda name, language: _file(STATIC, name)),
        at("/static-{tag}/{name:path}", lambda name, **_: _file(STATIC, name)),
        at("/worker.js", lambda language: _file(STATIC, "shared/worker.js")),
        at("/favicon.ico", lambda language: _file(STATIC, "favicon.svg")),
        at("/data.js", lambda language: _module(table_data())),
        at("/words.js", lambda language: _module(table_words(language))),
        at("/table.svg", lambda language: _read(site.drawing)),
        at("/sounds/", lambda language: (json.dumps(cues.names()).encode(), ".json")),
        at("/sounds/{name}", _sound),
        at("/games/{game}/{name}", _of_game),
    ]


def _metrics(site: Site) -> Answer:
    """Return what answers with the table's metrics, to the host only."""

    async def answer(request: Request) -> Response:
        if site.metrics is None:
            raise HTTPException(404)
        if not site.access.is_host(request):
            return PlainTextResponse("only for the host\n", 403)
        return PlainTextResponse(site.metrics(), headers={"Cache-Control": "no-store"})

    return answer


def _answer(request: Request, data: bytes, ending: str) -> Response:
    """Return these bytes, or 304 if the browser has them already.

    The browser keeps what has the pages' tag in its address for good, and asks each
    time for everything else.
    """
    if ending == ".js":
        data = data.replace(b'"/static/', f'"/static-{tag()}/'.encode())
    etag = f'"{sha256(data).hexdigest()[:16]}"'
    is_tagged = request.path_params.get("tag") == tag()
    cache = "max-age=31536000, immutable" if is_tagged else "no-cache"
    headers = {"ETag": etag, "Cache-Control": cache}
    if etag in request.headers.get("If-None-Match", ""):
        return Response(status_code=304, headers=headers)
    return Response(data, headers=headers, media_type=TYPES[ending])


def _read(path: Path | None) -> Found:
    """Return a file; a script without its JSDoc, each line where it was."""
    if not path or not path.is_file():
        return None
    data = path.read_bytes()
    if path.suffix == ".js":
        data = _JSDOC.sub(lambda found: b"\n" * found[0].count(b"\n"), data)
    return data, path.suffix


def _file(folder: Path, name: str) -> Found:
    """Return a file of a folder; a path cannot lead out of it."""
    path = (folder / name).resolve()
    is_inside = path.is_relative_to(folder) and path.suffix in TYPES
    return _read(path) if is_inside else None


def _sound(name: str, language: str) -> Found:
    return _read(cues.file(name)) if name in cues.names() else None


def _of_game(game: str, name: str, language: str) -> Found:
    if not games.is_game(game):
        return None
    match name:
        case "picture.svg":
            return _read(games.picture(game)) or _file(STATIC, "favicon.svg")
        case "data.js":
            return _module(games.for_page(game))
        case "words.js":
            return _module({"words": words(games.folder(game) / "words", language)})
    files = games.page_files(game)
    found = files.get(translated(name, language)) or files.get(name)
    # A game without a page of its own is shown in plain words.
    return _read(found) if found else (b"", ".js") if name == "page.js" else None


def translated(paper: str, language: str) -> str:
    """Return the name of a paper's translation; other names stay."""
    called = Path(paper)
    return f"{called.stem}.{language}.md" if called.suffix == ".md" else paper


def _module(values: Mapping[str, Any]) -> tuple[bytes, str]:
    """Return an ES module that exports these values by name."""
    lines = [f"export const {name} = {json.dumps(v)};\n" for name, v in values.items()]
    return "".join(lines).encode(), ".js"


def module_text(address: str, language: str) -> str:
    """Return a module as it is sent, for tests that run it elsewhere."""
    match address.strip("/").split("/"):
        case ["games", game, name]:
            found = _of_game(game, name, language)
        case ["static", *parts]:
            found = _file(STATIC, "/".join(parts))
        case _:
            of_table = address == "/data.js"
            found = _module(table_data() if of_table else table_words(language))
    if found is None:
        raise FileNotFoundError(2, "there is no such module", address)
    return found[0].decode()


def table_data() -> dict[str, Any]:
    """Return the constants that all pages share."""
    return {"palette": palette.for_pages(), "feet": places.FEET}


def table_words(language: str) -> dict[str, Any]:
    """Return the table's own words and their language."""
    return {"language": language, "words": words(TABLE, language)}


# Who asks


def language_of(asked: HTTPConnection, usual: str) -> str:
    """Return the language of the cookie, else the table's, else the browser's."""
    for cookies in asked.headers.getlist("Cookie"):
        for chosen in _LANGUAGE.findall(cookies):
            if chosen in LANGUAGES:
                return str(chosen)
    return usual if usual != ENGLISH else _preferred(asked, usual)


def _preferred(asked: HTTPConnection, usual: str) -> str:
    """Return the first language of the browser that we have; it sends `de-AT`."""
    for accepted in asked.headers.get("Accept-Language", "").split(","):
        language = accepted.partition(";")[0].strip().partition("-")[0].lower()
        if language in LANGUAGES:
            return language
    return usual


def refusal(asked: HTTPConnection, site: Site) -> Response | None:
    """Refuse what does not come from the table's own page.

    A website could point its own name at this machine, or open a WebSocket to it from
    a visitor's browser. So the host must be one of the table's own or of the site's
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


# A seat's own papers


def _of_seat(site: Site, make: Callable[[Request, Site, str], Found]) -> Answer:
    """Return what answers with a paper that only the seat's code opens."""

    async def answer(request: Request) -> Response:
        seat, code = request.path_params["seat"], request.query_params.get("code", "")
        if not site.access.seat(seat, code) is not None:
            return PlainTextResponse("this code does not open that seat\n", 403)
        found = make(request, site, f"/seat/{seat}?code={code}")
        assert found
        return _answer(request, *found)

    return answer


def _qr_link(request: Request, site: Site, link: str) -> tuple[bytes, str]:
    host = reachable(request.headers["Host"], site.shared())
    return qr_code(f"{site.scheme}://{host}{link}"), ".svg"


def qr_code(link: str) -> bytes:
    # Imported here, because few tables need it and it costs memory.
    import segno

    drawing = BytesIO()
    segno.make(link, micro=False).save(
        drawing, kind="svg", scale=4, light="white", xmldecl=False
    )
    return drawing.getvalue()


_DARK = "#06131b"


def _app(_request: Request, _site: Site, link: str) -> Found:
    """Return what a phone needs to install a seat's page; it opens with the link."""
    told = {
        "name": "Undertow",
        "short_name": "Undertow",
        "id": link.partition("?")[0],
        "start_url": link,
        "scope": "/",
        "display": "standalone",
        "background_color": _DARK,
        "theme_color": _DARK,
        "icons": [_icon(size) for size in (192, 512)],
    }
    return json.dumps(told).encode(), ".webmanifest"


def _icon(size: int) -> dict[str, str]:
    return {
        "src": f"/static/icon-{size}.png",
        "sizes": f"{size}x{size}",
        "type": "image/png",
        # The whole fin is inside the circle that phones cut out.
        "purpose": "any maskable",
    }
