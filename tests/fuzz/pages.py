"""Pages and browsers: messages of every kind of page, and requests for files.

The table, its server and its sockets are real; what the server logs as an error is a
failure. A silent loss is a message that its page may not send, or that nobody can read,
without an `error` in words; or a sound request without a status. What is no HTTP is
broken off.
"""

import json
import socket
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from websockets.exceptions import ConnectionClosed

from controller import games
from controller.web.protocol.access import Kind
from controller.web.server.limits import USUAL, Rate
from tests.fuzz import Lost
from tests.fuzz.changes import changed, changed_value, dumped
from tests.support.webtable import PATIENCE_S, PageAtTable, WebTable, web_table

_EVER = Rate(10**9, 10**9)
# How much one may send is measured elsewhere.
_ANY = USUAL._replace(messages=_EVER, openings=_EVER, connections=_EVER, passing=10**6)
# Whoever comes through a proxy is not on this machine.
_FAR = {"X-Forwarded-For": "192.0.2.7"}
_NAMES = ("Anna", "", "\u3164", "\u2800", "\u0301", "x" * 99, "\x1b[2J")
_A_SECOND = 29
_PROBE = "are-you-there"
_KNOWN = f'there is no message "{_PROBE}" here'
_PLACES = ("tile:1,3", "depth:2:14", "seat:0", "ok", None)
# Not `why`: held with `undo` it switches the table off, as it should.
_LEVELS = ("", "easy", "steady", "sharp", None)
_CONTROLS = ("ok", "undo", "next", "seat:0", "seat:1", "tile:1,3", "tile:9,9")


class Pages:
    name = "pages"

    def __init__(self, messages: int = 120, requests: int = 40) -> None:
        self._messages = messages
        self._requests = requests

    def play(self, random: Random) -> int:
        game = games.find(random.choice(games.names()))
        seats, seed = random.randint(*game.seats), random.randrange(99)
        # Each is a process, which takes a while to start.
        has_bots = random.random() < 0.1
        with (
            TemporaryDirectory() as folder,
            web_table(
                Path(folder),
                seats,
                seed,
                game=game.name,
                limits=_ANY,
                has_bots=has_bots,
            ) as table,
        ):
            pages: tuple[Kind, ...] = ("host", "spectator", 0, seats - 1)
            talkers = [_Talker(table, kind) for kind in pages]
            for number in range(self._messages):
                talkers[number % len(talkers)].says(random)
            talkers[-1].says_often(random)
            for talker in talkers:
                talker.close()
            if random.random() < 0.1:
                _crowd_out(table)
            for _ in range(self._requests):
                _request(table, random)
        return self._messages + self._requests


# Messages


class _Talker:
    """A page that sends anything, and checks the answers."""

    def __init__(self, table: WebTable, kind: Kind) -> None:
        self._table = table
        self._kind = kind
        self._page: PageAtTable | None = None
        self._position: dict[str, Any] = {}
        self._may: set[str] = set()

    def says(self, random: Random) -> None:
        try:
            page = self._opened()
            message = self._message(random)
            page.send_raw(message)
            errors = self._errors(page)
        except ConnectionClosed as closed:
            self.close()
            if not (closed.rcvd and closed.rcvd.reason):
                raise Lost(f"the page was sent away without a word: {closed}") from None
            return
        if not errors and not self._is_known(message):
            raise Lost(f"{message[:200]!r} got no error")

    def says_often(self, random: Random) -> None:
        """Send one message as often as a page may in a second."""
        kind = random.choice(("bot", "bot", "story", "review", "hint"))
        # Another page may have begun a game without this seat.
        with suppress(ConnectionClosed):
            page = self._opened()
            for _ in range(_A_SECOND):
                page.send_raw(json.dumps(_sound(kind, self._position, random)))
            self._errors(page)

    def close(self) -> None:
        if self._page:
            self._page.close()
            self._page = None

    def _opened(self) -> PageAtTable:
        if self._page is None:
            self._page = self._new_page()
            self._errors(self._page)
        return self._page

    def _new_page(self) -> PageAtTable:
        match self._kind:
            case int(seat):
                # The game may be another one by now.
                return self._table.page(min(seat, len(self._table.codes) - 1))
            case "spectator":
                return self._table.page(additional_headers=_FAR)
        return self._table.page()

    def _errors(self, page: PageAtTable) -> int:
        """Return how many errors came before the answer to a probe."""
        page.send(_PROBE)
        errors = 0
        while True:
            data = page.next_of("position", "error")
            if data["type"] == "position":
                self._position = data
                continue
            said = data["message"]
            if said.startswith(_KNOWN):
                self._may = {*said.rpartition("there is ")[2].split(", ")}
                return errors
            assert said
            errors += 1

    def _is_known(self, message: str | bytes) -> bool:
        try:
            data = json.loads(message) if isinstance(message, str) else None
        except (ValueError, RecursionError):
            return False
        return isinstance(data, dict) and data.get("type") in self._may

    def _message(self, random: Random) -> str | bytes:
        request: Any = _sound(random.choice(sorted(self._may)), self._position, random)
        match random.randrange(8):
            case 0 | 1:
                return json.dumps(request)
            case 2:
                data = json.dumps(request).encode()
                broken = changed(data, [data, b"{", b"\xff"], random)
                return random.choice((broken, broken.decode(errors="replace")))
            case 3:
                return json.dumps(_sound("act", self._position, random))
        for _ in range(random.choice((1, 1, 2))):
            request = changed_value(request, random)
        return dumped(request)


def _sound(kind: str, position: dict[str, Any], random: Random) -> dict[str, Any]:
    """Return a message as a page sends it."""
    legal = (position.get("pending") or {}).get("legal") or [{"type": "choose"}]
    game = games.find(random.choice(games.names()))
    fields = {
        "act": {"action": random.choice(legal)},
        "why": {"action": random.choice(legal)},
        "new": {
            "game": game.name,
            "seats": random.randint(*game.seats),
            "options": {option.name: option.default for option in game.options},
            "players": ["Anna", random.choice(_NAMES), "{who}"],
            "bots": ["", "easy"],
            "told_by": {"die": "players"},
            "learn": random.random() < 0.5,
            "new_links": False,
        },
        "bot": {"seat": random.choice((0, 1, 9)), "level": random.choice(_LEVELS)},
        "sound": {
            "volume": 3,
            "muted": True,
            "music": False,
            "speaks": True,
            "language": "de",
            "voice": None,
        },
        "forget": {"name": random.choice(_NAMES)},
        "past": {"at": random.choice((0, 3, -1, 999))},
        "refuse": {"seat": random.choice((0, 1, 9))},
        "press": {"control": random.choice(_CONTROLS)},
        "release": {"control": random.choice(_CONTROLS)},
        "turn": {"on": random.random() < 0.5},
        "move": {"piece": "puck", "to": random.choice(_PLACES)},
        "tag": {"reader": "shoe", "uid": random.choice(("", "04a2b3c4d5e680"))},
        "fault": {"part": "strip", "fault": "cut", "value": None},
        "sit": {"seat": random.choice((0, 1, 9, None))},
        "repair": {"part": random.choice(("strip", "sensor board grid"))},
    }
    named = {"id": f"{random.getrandbits(64):x}", "decision": position.get("decision")}
    return {"type": kind, **named, **fields.get(kind, {})}


# Addresses


def _crowd_out(table: WebTable) -> None:
    """Fill the table with spectators; the host and a seat come in all the same."""
    with ExitStack() as stack:
        for number in range(_ANY.pages):
            source = f"127.0.1.{1 + number}", 0
            page = table.page(additional_headers=_FAR, source_address=source)
            stack.enter_context(page).next("position")
        for seat in (None, 0):
            try:
                stack.enter_context(table.page(seat)).next("position")
            except ConnectionClosed as closed:
                raise Lost(f"a crowd locks {seat} out: {closed}") from None


# Requests


_PATHS = (
    "/", "/seat/0?code=x", "/ws", "/table.js", "/games/get-bit/page.js",
    "/../README.md", "/%2e%2e/%00", "/seat/0/qr.svg?code=x", "//",
    "/?" + "a=1&" * 900, "/%C3%BC",
)  # fmt: skip
_HOSTS = (
    "x", "", "localhost:abc", "localhost:99999", "localhost:-1", "somebody@localhost",
    "localhost/seat/0", "localhost?code=1", "[::1", "localhost\r\nHost: localhost",
)  # fmt: skip


def _request(table: WebTable, random: Random) -> None:
    data = _asked(table.port, random)
    is_sound = random.random() < 0.3
    if not is_sound:
        data = changed(data, [data, b"\r\n", b"\0", b"HTTP/1.1"], random)
    is_whole = b"\r\n\r\n" in data
    with socket.create_connection(("127.0.0.1", table.port), PATIENCE_S) as browser:
        answer = _answered(browser, data, is_whole)
    if is_sound and not answer.startswith(b"HTTP/1.1 "):
        raise Lost(f"{data[:300]!r} was answered with {answer[:100]!r}")


def _answered(browser: socket.socket, data: bytes, is_whole: bool) -> bytes:
    """Return the first line of the answer, or what there is of it."""
    answer = b""
    try:
        browser.sendall(data)
        if not is_whole:
            browser.shutdown(socket.SHUT_WR)  # or the table would wait for the rest
        while b"\r\n" not in answer and (piece := browser.recv(4096)):
            answer += piece
    except (ConnectionResetError, BrokenPipeError):
        return answer or b"HTTP/1.1 is not spoken to somebody who goes on speaking"
    return answer


def _asked(port: int, random: Random) -> bytes:
    verb = random.choice(("GET", "GET", "GET", "HEAD", "POST", "BREW"))
    host = random.choice((f"localhost:{port}", f"127.0.0.1:{port}", *_HOSTS))
    lines = [f"{verb} {random.choice(_PATHS)} HTTP/1.1", f"Host: {host}"]
    if random.random() < 0.3:
        lines += ["Upgrade: websocket", "Connection: Upgrade"]
        lines += ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
        lines += [f"Sec-WebSocket-Version: {random.choice((13, 13, 8))}"]
    if random.random() < 0.2:
        lines += [
            f"X-{number}: {'y' * 50}" for number in range(random.choice((3, 200)))
        ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()
