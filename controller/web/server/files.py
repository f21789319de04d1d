"""What is answered to a plain GET: the page's files, and QR codes of seat links."""

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
from controller.web.server.answers import Body, answered, body, plain
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
# What has no end within so many bytes is no verb.
LONGEST_VERB = 16
# A language in a line of cookies. The library's own reader takes most of a second for
# some lines, and nobody else would be served meanwhile.
_LANGUAGE = re.compile(r"(?:^|[;,]) *language=([a-z]+) *(?=[;,]|$)")


class Address:
    """A request's host, path and query, taken apart."""

    def __init__(self, request: Request) -> None:
        """Raises ValueError for what no browser sends."""
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
    """How the table is reached, and which game is on it."""

    # Finds the address on the local network; None: it is not open to it.
    shared: Callable[[], str] | None = None
    scheme: str = "http"
    # Names of this machine that it does not know itself.
    names: Collection[str] = ()
    game: Callable[[], str] = lambda: games.own_names()[0]
    # Of pages that have not chosen another.
    language: str = ENGLISH
    # The table to scale, among the papers of its map.
    drawing: Path | None = None


def answer(
    request: Request, may_open: Callable[[str, str], bool], site: Site
) -> Response:
    """The file that was asked for; `may_open` tells if a code fits a seat."""
    address = Address(request)
    try:
        found = _found(address, request, may_open, site)
    except FileNotFoundError:
        found = None
    except BadModule as error:
        # A game's page.js: pages show the game in plain words meanwhile.
        _log.warning("%s", error)
        return plain(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))
    if isinstance(found, Response):
        return found
    if found is None:
        status = HTTPStatus.NOT_FOUND
        return plain(status, f"there is nothing at {address.path[:80]}")
    return answered(request, found)


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
        case ["bundles", _, name] if name in PAGES.values():
            return script(name)
        case ["static", name] if name in {path.name for path in STATIC.iterdir()}:
            return file(STATIC / name)
        case ["data.js"]:
            return module(table_data())
        case ["words.js"]:
            return module(table_words(language))
        case ["table.svg"] if site.drawing:
            return file(site.drawing)
        case ["favicon.ico"]:
            return file(STATIC / "favicon.svg")
        case ["worker.js"]:
            return file(STATIC / "worker.js")
        case ["sounds"]:
            return _sounds()
        case ["sounds", name] if name in cues.names():
            return file(cues.file(name))
        case ["games", name, *rest] if games.is_game(name):
            return _of_game(name, rest, language)
    return None


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
    """`rules.de.md` beside `rules.md`; whatever is no paper stays as it is."""
    called = Path(paper)
    return f"{called.stem}.{language}.md" if called.suffix == ".md" else paper


def language_of(request: Request, usual: str) -> str:
    """What was chosen on this device, kept in a cookie; else the table's, if that was
    set; else what the browser likes best of ours."""
    for cookies in request.headers.get_all("Cookie"):
        for chosen in _LANGUAGE.findall(cookies):
            if chosen in LANGUAGES:
                return str(chosen)
    return usual if usual != ENGLISH else _liked(request, usual)


def _liked(request: Request, usual: str) -> str:
    """Browsers name languages as `de-AT`, the best first."""
    for accepted in ",".join(request.headers.get_all("Accept-Language")).split(","):
        language = accepted.partition(";")[0].strip().partition("-")[0].lower()
        if language in LANGUAGES:
            return language
    return usual


def stranger(request: Request, site: Site) -> str | None:
    """Why a request is not from the table's own page; None if it is.

    Any website could point a name of its own at this machine, or open a WebSocket to
    it from a visitor's browser. So the address has to be one of the table's own or of
    the site's `names`, and a WebSocket has to come from a page of that same address.
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
    """The answer to HEAD: as to GET, but for what it is about."""
    response.body = b""
    return response


@lru_cache(maxsize=32)
def _qr(link: str) -> Body:
    # Only some ever ask for one, and it costs memory.
    import segno

    drawing = BytesIO()
    segno.make(link, micro=False).save(
        drawing, kind="svg", scale=4, light="white", xmldecl=False
    )
    return body(TYPES[".svg"], drawing.getvalue())


_KIND = "application/manifest+json"
_DARK = "#06131b"


def manifest(link: str) -> Body:
    """`link` is that of the seat: the installed page opens its hand at once."""
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
        # All of the fin is within the circle that phones cut out.
        "purpose": "any maskable",
    }
