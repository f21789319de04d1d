"""Sets up Wi-Fi where there is no screen: an access point with one page.

If no network comes up, the table opens its own, `Undertow-xxxx`. Its page lists nearby
networks and asks for a password; then the table switches to that network. If that
fails, access point and page come back and say so. NetworkManager does all the work and
stores the password. On a card made by `make image` this runs beside the table.
"""

import asyncio
import os
import re
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from html import escape
from pathlib import Path
from socket import gethostname
from typing import NamedTuple, TypeAlias
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from controller.basics.sentence import Says, say
from controller.service.network import ASKING
from controller.service.settings import Settings
from controller.tools.terminal import tell
from controller.web.server.files import language_of
from controller.words.files import ENGLISH, catalogue

# NetworkManager's name for the access point, which is never written to the card.
SETUP = "undertow-setup"
ADDRESS = "10.42.0.1"
# How long a known network may take to come up, in seconds.
_COMING_UP_S = 45.0
_LOOK_S = 2.0
# How long the access point waits for somebody before it tries known networks again.
_RETRY_S = 300.0
# The delay for the answer to reach the phone before its Wi-Fi goes.
_ANSWERED_S = 3.0
_JOIN_S = 60
_LONGEST = 2000
_SERIAL = Path("/proc/device-tree/serial-number")
# On our own card images it contains the host page's address with the host code.
_HOST_FILE = Path("/boot/firmware/host.txt")

# Runs nmcli with these arguments; returns its exit status and output.
Nmcli: TypeAlias = Callable[[Sequence[str]], tuple[int, str]]
Words: TypeAlias = Callable[[Says], str]
Serve: TypeAlias = Callable[[Starlette], AbstractAsyncContextManager[None]]
Sleep: TypeAlias = Callable[[float], Awaitable[None]]


class WifiNetwork(NamedTuple):
    name: str
    strength: int  # in percent
    is_locked: bool


class WifiChoice(NamedTuple):
    """The network that somebody wants the table to join."""

    name: str
    password: str
    is_hidden: bool = False

    def fault(self, *, is_locked: bool = False) -> Says:
        """Return why this cannot be joined, or ""."""
        is_plain = not any(letter < " " or letter == "\x7f" for letter in self.name)
        if not is_plain or not 0 < len(self.name.encode()) <= 32:
            return "network.no-name"
        # WPA has no others; 64 characters are the key itself.
        length = len(self.password.encode())
        if not length:
            return "network.no-password" if is_locked else ""
        return "" if 8 <= length <= 64 else "network.no-password"


def nmcli(words: Sequence[str]) -> tuple[int, str]:
    # nmcli translates states, and writes ? for letters that the locale lacks.
    done = subprocess.run(
        ["nmcli", *words],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def access_point(serial: Path = _SERIAL) -> str:
    """Return the name of this table's own Wi-Fi, from the end of its serial number."""
    with suppress(OSError):
        return f"Undertow-{serial.read_text().strip(chr(0))[-4:]}"
    return "Undertow"


class Network:
    """This machine's network, through NetworkManager."""

    def __init__(
        self, run: Nmcli = nmcli, own: str = "Undertow", asking: Path = ASKING
    ) -> None:
        """Set up; the file `asking` tells the table that a network is missing."""
        self._run = run
        self.own = own
        self._asking = asking

    def _rows(self, fields: str, *what: str) -> list[list[str]]:
        """Return the fields of terse output, in which \\ stands before : and \\."""
        _, said = self._run(["--terse", "--fields", fields, *what])
        lines = (
            re.findall(r"(?:^|:)((?:[^:\\]|\\.)*)", line) for line in said.split("\n")
        )
        # A warning, or the reason for a failure, is on a line of its own.
        rows = (row for row in lines if len(row) == fields.count(",") + 1)
        return [[re.sub(r"\\(.)", r"\1", field) for field in row] for row in rows]

    def is_up(self) -> bool:
        """Return whether there is a network that somebody else has set up."""
        rows = self._rows("TYPE,STATE,CONNECTION", "device")
        return any(
            kind in ("wifi", "ethernet") and state == "connected" and name != SETUP
            for kind, state, name in rows
        )

    def wifi(self) -> str | None:
        """Return the first Wi-Fi that NetworkManager may use."""
        rows = self._rows("DEVICE,TYPE,STATE", "device")
        usable = [n for n, k, state in rows if k == "wifi" and state != "unmanaged"]
        return next(iter(usable), None)

    def is_known(self) -> bool:
        """Return whether there is a password for some Wi-Fi."""
        rows = self._rows("NAME,TYPE", "connection")
        return any(k == "802-11-wireless" and name != SETUP for name, k in rows)

    def around(self) -> list[WifiNetwork]:
        """Return nearby networks, strongest first."""
        fields = "SSID,SIGNAL,SECURITY"
        rows = self._rows(fields, "device", "wifi", "list")
        found: dict[str, WifiNetwork] = {}
        for name, strength, security in rows:
            one = WifiNetwork(name, int(strength or 0), security not in ("", "--"))
            if name not in ("", self.own) and one.strength >= found.get(name, one)[1]:
                found[name] = one
        return sorted(found.values(), key=lambda each: -each.strength)

    def open(self, device: str) -> str | None:
        """Open the access point; return what is wrong."""
        self.close()
        self._run([
            *("connection", "add", "save", "no", "type", "wifi", "ifname", device),
            *("con-name", SETUP, "autoconnect", "no", "ssid", self.own),
            *("802-11-wireless.mode", "ap", "802-11-wireless.band", "bg"),
            *("ipv4.method", "shared", "ipv4.addresses", f"{ADDRESS}/24"),
            *("ipv6.method", "disabled"),
        ])  # fmt: skip
        status, said = self._run(["connection", "up", SETUP])
        if status:
            return said
        # If started by hand, there may be no such folder.
        with suppress(OSError):
            self._asking.write_text(self.own, encoding="utf-8")
        return None

    def close(self) -> None:
        self._run(["connection", "delete", SETUP])

    def found(self) -> None:
        """Tell the table that this machine has a network."""
        with suppress(OSError):
            self._asking.unlink()

    def join(
        self, device: str, name: str, password: str, is_hidden: bool
    ) -> str | None:
        """Leave the access point for this network; return what is wrong."""
        self.close()
        self._run(["device", "wifi", "rescan"])
        words = ["--wait", str(_JOIN_S), "device", "wifi", "connect", name]
        secret = ["password", password] if password else []
        hidden = ["hidden", "yes"] if is_hidden else []
        status, said = self._run([
            *words, *secret, "ifname", device, "name", name, *hidden,
        ])  # fmt: skip
        if status:
            # Otherwise its wrong password would be tried forever.
            self._run(["connection", "delete", "id", name])
        return said if status else None


class Setup:
    """The page of the access point, and what it was asked."""

    def __init__(
        self, network: Network, address: str, *, has_host_file: bool = False
    ) -> None:
        """Set up; `address` lacks the host code, because anyone may read this page.

        `has_host_file` says that the code is on the card.
        """
        self._network = network
        self._address = address
        self._has_host_file = has_host_file
        self.around: list[WifiNetwork] = []
        self.failed = ""
        self.choice: asyncio.Future[WifiChoice]
        self.app = Starlette(
            routes=[
                Route("/", self._page, methods=["GET"]),
                Route("/", self._receive, methods=["POST"]),
                # A phone opens some address of its maker's to check whether it is
                # online.
                Route("/{path:path}", self._away, methods=["GET"]),
            ]
        )

    async def _away(self, _request: Request) -> Response:
        return RedirectResponse(f"http://{ADDRESS}/", 302)

    async def _page(self, request: Request) -> Response:
        return _answer(request, self._form)

    async def _receive(self, request: Request) -> Response:
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > _LONGEST:
                return Response(status_code=413)
        fields = parse_qs(body.decode(errors="replace"))
        other = fields.get("other", [""])[0].strip()
        name = other or fields.get("network", [""])[0]
        found = next((one for one in self.around if one.name == name), None)
        choice = WifiChoice(
            name, fields.get("password", [""])[0], is_hidden=found is None
        )
        if why := choice.fault(is_locked=found is not None and found.is_locked):
            return _answer(request, lambda words: self._form(words, why, name, other))
        if not self.choice.done():
            self.choice.set_result(choice)
        return _answer(request, lambda words: self._leaving_page(words, name))

    def _form(
        self, words: Words, why: Says = "", name: str = "", other: str = ""
    ) -> str:
        """Return the form as it was filled in, without the password."""
        if not why and self.failed:
            why, name = say("network.failed", name=self.failed), self.failed
        known = [one.name for one in self.around]
        chosen = name if name in known else next(iter(known), "")
        rows = "".join(
            f"<label><input type=radio name=network value='{escape(one.name)}'"
            f"{' checked' if one.name == chosen else ''}>{escape(one.name)}"
            f"{' 🔒' if one.is_locked else ''}</label>"
            for one in self.around
        )
        return (
            f"<h1>{words(say('network.title'))}</h1>"
            f"{why and f'<p role=alert>{words(why)}</p>'}"
            f"<form method=post>{rows}"
            f"<label>{words(say('network.other'))}"
            f"<input name=other maxlength=32 value='{escape(other)}'></label>"
            f"<label>{words(say('network.password'))}"
            "<input name=password type=password autocomplete=off maxlength=64></label>"
            f"<button>{words(say('network.connect'))}</button></form>"
            f"<p>{words(say('network.next', own=self._network.own))}</p>"
        )

    def _leaving_page(self, words: Words, name: str) -> str:
        link = escape(self._address)
        host = f"<p>{words('network.host')}</p>" if self._has_host_file else ""
        return (
            f"<h1>{words(say('network.leaving', name=name))}</h1>"
            f"<p>{words(say('network.follow', name=name))}</p>"
            f"<p><a href='{link}'>{link}</a></p>{host}"
            f"<p>{words(say('network.back', own=self._network.own))}</p>"
        )


_STYLE = (
    "body{font:18px sans-serif;max-width:28em;margin:auto;padding:1em;"
    "background:#06131b;color:#eee}label{display:block;padding:.6em 0}"
    "input:not([type=radio]){display:block;width:100%;font:inherit;padding:.5em}"
    "button{font:inherit;width:100%;padding:.8em}a{color:#8cf;word-break:break-all}"
)


def _answer(request: Request, body: Callable[[Words], str]) -> Response:
    language = language_of(request, ENGLISH)
    entries = catalogue(None, language)
    text = body(lambda says: escape(entries.render(says)))
    return HTMLResponse(
        f"<!doctype html><html lang={language}><meta charset=utf-8>"
        "<title>Undertow</title><meta name=viewport content='width=device-width'>"
        f"<style>{_STYLE}</style>{text}",
        headers={"Cache-Control": "no-store"},
    )


async def connect(network: Network, setup: Setup, serve: Serve, sleep: Sleep) -> None:
    """Ask for a network until there is one."""
    patience_s = _COMING_UP_S
    while not await _wait_for_network(network, patience_s, sleep):
        patience_s = _COMING_UP_S
        device = network.wifi()
        if device is None:
            continue
        # An access point cannot scan, so this comes first.
        setup.around = network.around() or setup.around
        if why := network.open(device):
            tell(f"{network.own} cannot be opened: {why.strip()}")
            continue
        tell(f"asking for a network, at http://{ADDRESS}/ in {network.own}")
        choice = await _ask_for_choice(network, setup, serve)
        if choice is None:
            network.close()
            continue
        await sleep(_ANSWERED_S)
        why = network.join(device, *choice)
        setup.failed = choice.name if why else ""
        if why:
            tell(f"{choice.name} cannot be joined: {why.strip()}")
            patience_s = 0
    network.found()
    tell("there is a network")


async def _wait_for_network(network: Network, patience_s: float, sleep: Sleep) -> bool:
    for _ in range(int(patience_s / _LOOK_S)):
        if network.is_up():
            return True
        await sleep(_LOOK_S)
    return network.is_up()


async def _ask_for_choice(
    network: Network, setup: Setup, serve: Serve
) -> WifiChoice | None:
    """Return the network to join; None to try known ones."""
    setup.choice = asyncio.get_running_loop().create_future()
    async with serve(setup.app):
        try:
            patience_s = _RETRY_S if network.is_known() else None
            return await asyncio.wait_for(setup.choice, patience_s)
        except TimeoutError:
            return None


@asynccontextmanager
async def served(
    app: Starlette, host: str = ADDRESS, port: int = 80
) -> AsyncIterator[None]:
    """Serve the page until the block ends."""
    from uvicorn import Config, Server

    config = Config(app, host=host, port=port, lifespan="off", log_level="warning")
    server = Server(config)
    serving = asyncio.create_task(server.serve())
    try:
        yield
    finally:
        server.should_exit = True
        await serving


def ask_for_network(settings: Settings) -> None:
    """Return once this machine has a network."""
    network = Network(own=access_point())
    address = f"http://{gethostname()}.local:{settings.port}/"
    setup = Setup(network, address, has_host_file=_HOST_FILE.exists())
    asyncio.run(connect(network, setup, served, asyncio.sleep))
