"""Answers to plain GETs: the files of pages and games, and QR codes of seat links."""

import json
import logging
import re
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from websockets.http11 import Request, Response

from controller import games
from controller.sound import cues
from controller.web.server.answers import Body, body, plain, respond
from controller.web.server.assembly import (
    PAGES,
    STATIC,
    TYPES,
    file,
    game_module,
    game_words,
    module,
    page,
    script,
    table_data,
    table_words,
)
from controller.web.server.bundle import BadModule
from controller.web.server.hosts import is_own, is_well_formed, reachable
from controller.words.files import ENGLISH, LANGUAGES

_log = logging.getLogger("undertow.web")

VERBS = (b"GET", b"HEAD")
# A longer word is not a verb.
LONGEST_VERB = 16
# A language in a line of cookies. The standard library's reader can take most of a
# second for a hostile line, and nobody else would be served meanwhile.
_LANGUAGE = re.compile(r"(?:^|[;,]) *language=([a-z]+) *(?=[;,]|$)")


class Address:
    """The host, path and query of a request."""

    def __init__(self, request: Request) -> None:
        """Parse a request; raise ValueError for one that no browser sends."""
        hosts = request.headers.get_all("Host")
        if len(hosts) != 1 or not is_well_formed(hosts[0]):
            raise ValueError("a request names one host")
        split = urlsplit(request.path)
        self.host = hosts[0]
        self.path = split.path
        self._query = parse_qs(split.query)

    def get(self, key: str) -> str:
        return self._query.get(key, [""])[0]


class Site(NamedTuple):
    """How the table is reached, and which game it plays."""

    # Finds the address on the local network; None if the table is not shared.
    shared: Callable[[], str] | None = None
    scheme: str = "http"
    # Further names of this machine, from the settings.
    names: Collection[str] = ()
    game: Callable[[], str] = lambda: games.own_names()[0]
    # The language of pages that have not chosen another.
    language: str = ENGLISH
    # The table to scale, one of its map's papers.
    drawing: Path | None = None


def answer(
    request: Request, may_open: Callable[[str, str], bool], site: Site
) -> Response:
    """Return the requested file; `may_open` tells whether a code opens a seat."""
    address = Address(request)
    try:
        found = _found(address, request, may_open, site)
    except FileNotFoundError:
        found = None
    except BadModule as error:
        # Pages show such a game in plain words.
        _log.warning("%s", error)
        return plain(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))
    if isinstance(found, Response):
        return found
    if found is None:
        status = HTTPStatus.NOT_FOUND
        return plain(status, f"there is nothing at {address.path[:80]}")
    return respond(request, found)


def _found(
    address: "Address",
    request: Request,
    may_open: Callable[[str, str], bool],
    site: Site,
) -> Body | Response | None:
    language = language_of(request, site.language)
    match address.path.strip("/").split("/"):
        case [""]:
            return page("index.html", site.game(), language)
        case ["seat", _]:
            return page("seat.html", site.game(), language)
        case ["seat", seat, ("qr.svg" | "app.webmanifest") as what]:
            if not may_open(seat, address.get("code")):
                sentence = "this code does not open that seat"
                return plain(HTTPStatus.FORBIDDEN, sentence)
            link = f"/seat/{seat}?code={address.get('code')}"
            if what == "app.webmanifest":
                return manifest(link)
            host = reachable(address.host, site.shared)
            return _qr(f"{site.scheme}://{host}{link}")
        case ["bundles", _, *name] if "/".join(name) in PAGES.values():
            return script("/".join(name))
        case ["static", *name] if (path := STATIC.joinpath(*name)) in _files():
            return file(path)
        case ["data.js"]:
            return module(table_data())
        case ["words.js"]:
            return module(table_words(language))
        case ["table.svg"] if site.drawing:
            return file(site.drawing)
        case ["favicon.ico"]:
            return file(STATIC / "favicon.svg")
        case ["worker.js"]:
            return file(STATIC / "shared/worker.js")
        case ["sounds"]:
            return _sounds()
        case ["sounds", name] if name in cues.names():
            return file(cues.file(name))
        case ["games", name, *rest] if games.is_game(name):
            return _of_game(name, rest, language)
    return None


def _files() -> set[Path]:
    return {path for path in STATIC.rglob("*") if path.is_file()}


@lru_cache
def _sounds() -> Body:
    return body("application/json", json.dumps(cues.names()).encode())


def _of_game(name: str, rest: Sequence[str], language: str) -> Body | None:
    match rest:
        case ["picture.svg"]:
            picture = games.picture(name)
            return file(picture if picture.exists() else STATIC / "favicon.svg")
        case ["data.js"]:
            return module(games.for_page(name))
        case ["page.js"]:
            return game_module(name, language)
        case ["words.js"]:
            return module(game_words(name, language))
        case [wanted]:
            there = games.page_files(name)
            found = there.get(translated(wanted, language)) or there.get(wanted)
            return file(found) if found else None
    return None


def translated(paper: str, language: str) -> str:
    """Return the name of a paper's translation; other names stay."""
    called = Path(paper)
    return f"{called.stem}.{language}.md" if called.suffix == ".md" else paper


def language_of(request: Request, usual: str) -> str:
    """Return the language of the cookie, else the table's, else the browser's."""
    for cookies in request.headers.get_all("Cookie"):
        for chosen in _LANGUAGE.findall(cookies):
            if chosen in LANGUAGES:
                return str(chosen)
    return usual if usual != ENGLISH else _preferred(request, usual)


def _preferred(request: Request, usual: str) -> str:
    """Return the first language of the browser that we have; it sends `de-AT`."""
    for accepted in ",".join(request.headers.get_all("Accept-Language")).split(","):
        language = accepted.partition(";")[0].strip().partition("-")[0].lower()
        if language in LANGUAGES:
            return language
    return usual


def foreign_reason(request: Request, site: Site) -> str | None:
    """Return why a request does not come from the table's own page, if it does not.

    A website could point its own name at this machine, or open a WebSocket to it from
    a visitor's browser. So the host must be one of the table's own or of the site's
    `names`, and a WebSocket must come from a page of the same host.
    """
    host = Address(request).host
    if not is_own(host, site.names):
        return f"{host[:80]!r} is not an address of this table"
    origins = request.headers.get_all("Origin")
    if origins and origins != [f"{site.scheme}://{host}"]:
        return f"a page of {', '.join(origins)[:80]!r} may not reach this table"
    return None


def redirect(link: str) -> Response:
    response = plain(HTTPStatus.SEE_OTHER, link)
    response.headers["Location"] = link
    return response


def wrong_verb() -> Response:
    allowed = b", ".join(VERBS).decode()
    response = plain(HTTPStatus.METHOD_NOT_ALLOWED, f"this table knows {allowed}")
    response.headers["Allow"] = allowed
    return response


def without_body(response: Response) -> Response:
    """Return the answer to HEAD: that to GET without its body."""
    response.body = b""
    return response


@lru_cache(maxsize=32)
def _qr(link: str) -> Body:
    # Imported here, because few tables need it and it costs memory.
    import segno

    drawing = BytesIO()
    segno.make(link, micro=False).save(
        drawing, kind="svg", scale=4, light="white", xmldecl=False
    )
    return body(TYPES[".svg"], drawing.getvalue())


_KIND = "application/manifest+json"
_DARK = "#06131b"


def manifest(link: str) -> Body:
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
    return body(_KIND, json.dumps(told).encode())


def _icon(size: int) -> dict[str, str]:
    return {
        "src": f"/static/icon-{size}.png",
        "sizes": f"{size}x{size}",
        "type": "image/png",
        # The whole fin is inside the circle that phones cut out.
        "purpose": "any maskable",
    }
