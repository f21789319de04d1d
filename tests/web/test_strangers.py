"""Pages over a real network: the host's, a seat's and a stranger's."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosed

from controller import games
from controller.input.seat_requests import SWITCHED_OFF
from controller.sound import cues
from controller.web.protocol.access import is_local
from controller.web.server.limits import WRONG_CODE
from controller.words.files import in_english
from tests.service.test_service import LAST_LINE
from tests.support.networks import OTHERS, STRANGER, TABLE, Network, Relay, two_networks
from tests.support.webtable import PageAtTable, closing
from tests.support.words import catalogue_text
from tests.web.test_server import choose


class Shared:
    """`undertow play` in its own network, seen from here and from there."""

    def __init__(
        self,
        stack: ExitStack,
        folder: Path,
        *options: str,
        is_plain: bool = False,
        **environment: str,
    ) -> None:
        """With `is_plain` it has no option at all, as `make play` starts it."""
        self.at, self.elsewhere = stack.enter_context(two_networks())
        self.at.ip(f"route add default via {STRANGER}")
        self._folder, self._stack = folder, stack
        command = [sys.executable, "-m", "controller.cli.main", "play"]
        if not is_plain:
            state = f"--state={folder / 'state'}"
            command += ["--no-browser", "--share", "--port=0", state, *options]
        process = subprocess.Popen(
            self.at.command(command),
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | environment,
        )
        stack.callback(process.communicate)
        stack.callback(process.terminate)
        assert process.stdout
        self.said = [*iter(process.stdout.readline, LAST_LINE)]
        link = re.search(
            r"http://localhost:(\d+)/(?:.*host=(\w+))?", "".join(self.said), re.S
        )
        assert link, self.said
        self.port, self.host_code = int(link[1]), link[2]
        self.home = self._relay("home", self.at, "127.0.0.1")
        self.away = self._relay("stranger", self.elsewhere, TABLE)

    def _relay(self, name: str, network: Network, to: str, own: str = "") -> Relay:
        at = self._folder / name
        return self._stack.enter_context(network.relay(at, to, self.port, own))

    def other(self, address: str) -> Relay:
        return self._relay(address, self.elsewhere, TABLE, address)

    def host(self, path: str = "/ws", **more: Any) -> PageAtTable:
        """From the table's own machine."""
        return PageAtTable(self.port, path, sock=self.home.connect(), **more)

    def stranger(
        self, path: str = "/ws", by: Relay | None = None, **more: Any
    ) -> PageAtTable:
        relay = by or self.away
        more = {"host": TABLE, **more}
        return PageAtTable(self.port, path, sock=relay.connect(), **more)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    with ExitStack() as stack:
        yield Shared(stack, tmp_path_factory.mktemp("shared"), "--seats=3")


@pytest.fixture
def host(shared: Shared) -> Iterator[PageAtTable]:
    """The host's page, with a new game."""
    with shared.host() as page:
        page.next("lying")
        page.send("new", game="get-bit", seats=3, options={}, new_links=True)
        yield page


def links(host: PageAtTable) -> list[str]:
    position = host.next("position")
    return [
        link["url"].replace("/seat/", "/ws?seat=").replace("?code=", "&code=")
        for link in position["links"]
    ]


def kind_of(page: PageAtTable) -> str:
    with page:
        kind: str = page.next("hello")["page"]
        return kind


# What a stranger gets


def test_a_stranger_sees_lamps_and_what_lies_open_and_nothing_else(
    shared: Shared, host: PageAtTable
) -> None:
    opens = links(host)
    codes = [link.rpartition("=")[2] for link in opens]
    with shared.stranger() as page, shared.stranger(opens[1]) as seat:
        hello = page.next("hello")
        assert (hello["page"], hello["seat"], hello["touch"]) == (
            "spectator",
            None,
            None,
        )
        assert "games" not in hello
        assert page.next_frame()
        position = page.next("position")
        assert position["pending"] == {"by": "seats", "seats": [0, 1, 2], "legal": []}
        assert not {"links", "notice"} & position.keys()
        seat.act({**choose(1, 4), "robot": "green"})
        position = page.next("position")
        assert position["state"]["choices"] == {"green": None}
        assert position["events"][0]["card"] is None
        host.send("press", control="tile:2,2")
        assert page.next_frame()
        host.send("release", control="tile:2,2")
        page.catch_up()
        kinds = {json.loads(text)["type"] for text in page.texts}
        known = {"hello", "position", "story", "seats", "error", "heard", "said"}
        assert kinds == known
        # What is said aloud is what everybody at the table hears.
        (said,) = [json.loads(t) for t in page.texts if '"type": "said"' in t]
        assert said["told"] == [
            ["tell.choose", {**position["events"][0], "type": "choose"}]
        ]
        # What is heard at the table has a name, and says nothing of who or which card.
        heard = [json.loads(t) for t in page.texts if json.loads(t)["type"] == "heard"]
        assert all(each.keys() == {"type", "sounds"} for each in heard)
        assert {s for each in heard for s in each["sounds"]} <= {*cues.names()}
        for secret in (*codes, shared.host_code):
            assert not [text for text in page.texts if secret in text]


def test_the_host_code_opens_the_hosts_page_from_elsewhere(
    shared: Shared, host: PageAtTable
) -> None:
    host.next("position")
    with shared.stranger(f"/ws?host={shared.host_code}") as page:
        hello = page.next("hello")
        assert (hello["page"], hello["touch"] is None) == ("host", False)
        assert len(page.next("position")["links"]) == 3
        page.send("games")
        offered = page.next("games")["games"]
        assert [game["game"] for game in offered] == games.names()
        page.send("health")
        assert page.next("health")


@pytest.mark.parametrize("code", ["wrong", "x" * 26, "%ff", "0"])
def test_a_wrong_host_code_opens_nothing(shared: Shared, code: str) -> None:
    with shared.stranger(f"/ws?host={code}") as page:
        assert closing(page) == (4403, catalogue_text("closed.wrong-host-code"))
        assert page.texts == []


def test_no_header_makes_a_stranger_the_host(shared: Shared) -> None:
    for headers in (
        {"X-Forwarded-For": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"},
        {"X-Real-IP": "::1"},
    ):
        assert kind_of(shared.stranger(additional_headers=headers)) == "spectator"
    for name in ("localhost", "127.0.0.1", "[::1]"):
        assert kind_of(shared.stranger(host=name)) == "spectator"


def test_a_client_behind_a_local_proxy_is_not_the_host(
    shared: Shared,
) -> None:
    assert kind_of(shared.host()) == "host"
    for header in (
        "X-Forwarded-For",
        "x-forwarded-host",
        "Forwarded",
        "Via",
        "X-Real-IP",
    ):
        proxied = shared.host(additional_headers={header: "192.168.1.7"})
        assert kind_of(proxied) == "spectator"
    assert kind_of(shared.host(host=TABLE)) == "spectator"
    with_code = shared.host(f"/ws?host={shared.host_code}", host=TABLE)
    assert kind_of(with_code) == "host"


@pytest.mark.parametrize(
    ("peer", "name", "at_home"),
    [
        ("127.0.0.1", "localhost:8137", True),
        ("::1", "[::1]:8137", True),
        ("::ffff:127.0.0.1", "LOCALHOST", True),
        ("::ffff:192.168.1.7", "127.0.0.1", False),
        ("fe80::1%eth0", "[::1]", False),
        ("", "localhost", False),
        ("127.0.0.1", "table.local", False),
        ("127.0.0.1", "localhost.example", False),
        ("127.0.0.1", "[::1", False),
    ],
)
def test_home_is_where_the_other_end_of_the_socket_is(
    peer: str, name: str, at_home: bool
) -> None:
    headers = [(b"host", name.encode())]
    scope = {"type": "websocket", "client": (peer, 9), "headers": headers}
    assert is_local(HTTPConnection(scope)) is at_home


# Taking a seat without a host


@contextmanager
def held(host: PageAtTable, control: str) -> Iterator[None]:
    host.send("press", control=control)
    try:
        yield
    finally:
        host.send("release", control=control)


def let_in(host: PageAtTable, page: PageAtTable, seat: int) -> dict[str, Any]:
    """Holds the seat's button until letting go gives the seat to the one who asks."""
    with held(host, f"seat:{seat}"):
        while not any(ask["offered"] for ask in seats(host, seat=seat)["asked"]):
            pass
    return page.next("seated")


def as_socket(link: str) -> str:
    return link.replace("/seat/", "/ws?seat=").replace("?code=", "&code=")


def seats(page: PageAtTable, **wanted: Any) -> dict[str, Any]:
    """Waits until a seat is told to be so."""
    while True:
        for row in page.next("seats")["seats"]:
            if wanted.items() <= row.items():
                found: dict[str, Any] = row
                return found


def test_a_phone_gets_its_seat_by_the_seats_own_button(
    shared: Shared, host: PageAtTable
) -> None:
    opens = links(host)
    with shared.stranger() as page:
        seats(page, seat=2, open=False, asked=[])
        page.send("sit", seat=2, **{"from": [0, "10.0.0.9"]})
        word = page.next("asking")["word"]
        asked = {"word": word, "offered": False, "name": "", "table": False}
        asked |= {"page": None, "by": None}
        seats(page, seat=2, asked=[asked])
        assert seats(host, seat=2, ready=False)["asked"][0]["by"] == STRANGER
        given = let_in(host, page, 2)
        assert (given["seat"], given["message"]) == (2, None)
        own = opens[2].replace("/ws?seat=2&", "/seat/2?")
        # A phone that loses the answer on its way asks again.
        for _ in range(2):
            assert moved_to(shared.away, TABLE, given["url"]) == own
        with shared.stranger(opens[2]) as seat:
            assert seat.next("hello")["seat"] == 2
            # The link is useless to anyone who sees it later.
            assert own not in fetched(shared.away, TABLE, given["url"]).decode()
            with shared.stranger(as_socket(given["url"])) as late:
                assert closing(late)[0] == WRONG_CODE
            seats(host, seat=2, open=True, asked=[])
            seats(page, seat=2, open=True, asked=[])
            page.send("sit", seat=2)
            open_there = catalogue_text("sit.open-elsewhere")
            assert page.next("seated")["message"] == open_there
        seats(page, seat=2, open=False)


def test_a_phone_that_goes_away_asks_no_more(shared: Shared, host: PageAtTable) -> None:
    host.next("position")
    by = shared.other(OTHERS[0])
    with shared.stranger(by=by) as page:
        page.send("sit", seat=1)
        page.next("asking")
        while not (asked := seats(host, seat=1)["asked"]):
            pass
        assert asked[0]["by"] == OTHERS[0]
    seats(host, seat=1, asked=[])


def test_the_host_may_switch_asking_off_and_on(
    shared: Shared, host: PageAtTable
) -> None:
    host.next("position")
    by = shared.other(OTHERS[2])
    with shared.stranger(by=by) as page:
        page.send("sit", seat=1)
        page.next("asking")
        host.send("joining", on=False)
        assert page.next("seated")["message"] == in_english(SWITCHED_OFF)
        while page.next("seats")["joining"]:
            pass
        page.send("sit", seat=1)
        assert page.next("seated")["message"] == in_english(SWITCHED_OFF)
        host.send("joining", on=True)
        while not page.next("seats")["joining"]:
            pass


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (3, "there is no seat 3; there are 3"),
        (True, "seat must be a number, not true"),
        (None, "seat must be a number, not null"),
    ],
)
def test_an_unknown_seat_cannot_be_requested(
    shared: Shared, seat: Any, said: str
) -> None:
    with shared.stranger() as page:
        page.send("sit", seat=seat)
        assert page.next("error")["message"] == said


# Opening the table while it runs


def test_the_host_opens_the_table_to_the_network_and_closes_it_again(
    tmp_path: Path,
) -> None:
    with ExitStack() as stack:
        table = Shared(stack, tmp_path, "--no-share")
        host = stack.enter_context(table.host())
        assert fetched(table.away, TABLE, "/join") == b""
        assert host.next("seats")["shared"] is None
        for _ in range(2):  # it can be opened again
            host.send("share", on=True)
            while host.next("seats")["shared"] != TABLE:
                pass
            home = fetched(table.home, f"localhost:{table.port}", "/join/qr.svg")
            assert home.startswith(b"<svg")
            away = fetched(table.away, f"{TABLE}:{table.port}", "/join/qr.svg")
            assert home == away
            with table.stranger() as page:
                assert page.next("hello")["page"] == "spectator"
                assert "shared" not in page.next("seats")
                host.send("share", on=False)
                with pytest.raises(ConnectionClosed):
                    page.next("error")
            while host.next("seats")["shared"]:
                pass
            assert fetched(table.away, TABLE, "/join") == b""


def test_only_the_tables_own_machine_closes_it(shared: Shared) -> None:
    with shared.stranger(f"/ws?host={shared.host_code}") as page:
        page.send("share", on=False)
        assert "own machine" in page.next("error")["message"]
    with shared.host() as host:
        # The service's setting is stronger than the page.
        host.send("share", on=False)
        host.catch_up()
    assert kind_of(shared.stranger()) == "spectator"


def test_a_phone_joins_with_a_name_before_a_game_is_chosen(tmp_path: Path) -> None:
    with ExitStack() as stack:
        table = Shared(stack, tmp_path)
        host, page = (
            stack.enter_context(table.host()),
            stack.enter_context(table.stranger()),
        )
        assert page.next("position")["phase"] == "choose"
        page.send("sit", seat=1, name="x" * 25)
        assert page.next("misnamed")["seat"] == 1
        page.send("sit", seat=1, name=" Ben 🦈 ")
        while not (asked := seats(host, seat=1)["asked"]):
            pass
        assert asked[0]["name"] == "Ben 🦈"
        host.send("let_in", page=asked[0]["page"])
        while not page.next("position")["game"]["players"]:
            pass
        link = page.next("seated")["url"]
        seat = stack.enter_context(table.stranger(as_socket(link)))
        assert seat.next("position")["game"]["players"][1] == "Ben 🦈"
        seat.send("ready", on=True)
        seats(page, seat=1, ready=True)
        # He keeps his seat and his name in the game that is then chosen.
        host.send("point", game="hold-your-breath", seats=2)
        while seat.next("position")["game"]["game"] != "hold-your-breath":
            pass
        host.send("new", game="hold-your-breath", seats=2, options={})
        while (position := seat.next("position"))["phase"] != "play":
            pass
        assert position["game"]["players"] == ["", "Ben 🦈"]
        seats(seat, seat=1, ready=False)
        seat.send("name", name="Benedikt")
        while seat.next("position")["game"]["players"] != ["", "Benedikt"]:
            pass


# What is said at the start


def test_the_start_says_who_may_open_what(shared: Shared) -> None:
    page = f"http://{TABLE}:{shared.port}/"
    text = "".join(shared.said)
    assert f"On the local network, to watch and to take a seat: {page}\n" in text
    assert f"For the host alone, on another device: {page}?host=" in text
    assert "█" in text


def moved_to(relay: Relay, host: str, path: str) -> str:
    """Return where an address leads."""
    head = answered(relay, host, path).partition(b"\r\n\r\n")[0].decode()
    return head.partition("\r\nlocation: ")[2].partition("\r\n")[0]


def fetched(relay: Relay, host: str, path: str) -> bytes:
    return answered(relay, host, path).partition(b"\r\n\r\n")[2]


def answered(relay: Relay, host: str, path: str) -> bytes:
    with relay.connect() as line:
        headers = f"Host: {host}\r\nConnection: close\r\n\r\n"
        read = b""
        with suppress(ConnectionError):
            line.sendall(f"GET {path} HTTP/1.1\r\n{headers}".encode())
            while more := line.recv(65536):
                read += more
    return read


def test_a_qr_code_on_the_tables_own_machine_has_the_address_for_phones(
    shared: Shared, host: PageAtTable
) -> None:
    path = links(host)[0].replace("/ws?seat=0&", "/seat/0/qr.svg?")
    at_home = fetched(shared.home, f"localhost:{shared.port}", path)
    assert at_home.startswith(b"<svg")
    assert at_home == fetched(shared.away, f"{TABLE}:{shared.port}", path)
