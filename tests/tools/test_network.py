"""A table without a screen asks for its Wi-Fi: a real page, and a faked nmcli."""

import asyncio
import http.client
import os
import re
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from starlette.applications import Starlette

from controller.tools.network import (
    ADDRESS,
    Network,
    Setup,
    WifiNetwork,
    access_point,
    connect,
    served,
)
from controller.tools.network import nmcli as run_nmcli
from tests.support.fake_nmcli import HOME, OWN, PASSWORD, FakeNmcli

LINK = "http://undertow.local:8137/"


class Seen(NamedTuple):
    status: int
    location: str | None
    text: str


class Phone:
    """A phone in the access point: what it asks, one visit after another."""

    def __init__(self, *visits: Callable[["Phone"], None]) -> None:
        self._visits = list(visits)
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self._port = one.getsockname()[1]
        self.seen: list[Seen] = []

    @asynccontextmanager
    async def serve(self, app: Starlette) -> AsyncIterator[None]:
        async with served(app, "127.0.0.1", self._port):
            await asyncio.to_thread(self._visit)
            yield

    def _visit(self) -> None:
        self._visits.pop(0)(self)

    def ask(self, verb: str, path: str, language: str = "en", **fields: str) -> None:
        # uvicorn listens a few turns of its loop after it was told to.
        for _ in range(10_000):
            line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
            try:
                line.request(
                    verb, path, urlencode(fields), {"Accept-Language": language}
                )
            except ConnectionRefusedError:
                continue
            with line.getresponse() as answer:
                text = answer.read().decode()
                self.seen.append(
                    Seen(answer.status, answer.getheader("Location"), text)
                )
            line.close()
            return
        raise AssertionError("nobody serves the page")


def connected(nmcli: FakeNmcli, phone: Phone) -> list[float]:
    """Connect the table; return how long it waited each time."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    network = Network(nmcli, OWN)
    setup = Setup(network, LINK, has_host_file=True)
    asyncio.run(connect(network, setup, phone.serve, sleep))
    return waited


def test_with_a_cable_nothing_is_opened() -> None:
    nmcli = FakeNmcli(cable="connected")
    assert connected(nmcli, Phone()) == []
    assert nmcli.deeds == []


def test_a_phone_chooses_a_network_and_is_told_what_happens_next() -> None:
    nmcli = FakeNmcli()

    def choose(phone: Phone) -> None:
        phone.ask("GET", "/")
        phone.ask("POST", "/", network=HOME, password=PASSWORD)

    phone = Phone(choose)
    connected(nmcli, phone)
    assert nmcli.deeds == ["opened", f"joined {HOME}"]
    assert nmcli.saved == [HOME]
    form, goodbye = (seen.text for seen in phone.seen)
    assert form.index("Café") < form.index("Ana&#x27;s home: 2.4")
    assert form.count("<input type=radio") == 2
    assert form.count("🔒") == 1
    assert OWN in form
    assert LINK in goodbye
    assert "host.txt" in goodbye
    assert OWN in goodbye


def test_a_wrong_password_brings_the_page_back_with_the_reason() -> None:
    nmcli = FakeNmcli()

    def try_again(phone: Phone) -> None:
        phone.ask("GET", "/")
        phone.ask("POST", "/", network=HOME, password=PASSWORD)

    phone = Phone(
        lambda phone: phone.ask("POST", "/", network=HOME, password="wrong one"),
        try_again,
    )
    connected(nmcli, phone)
    assert nmcli.deeds == ["opened", f"joined {HOME}"] * 2
    assert "role=alert" not in phone.seen[0].text
    assert "role=alert" in phone.seen[1].text
    # The wrong one is not kept beside the right one.
    assert nmcli.saved == [HOME]


def test_a_network_that_is_not_listed_can_be_named() -> None:
    nmcli = FakeNmcli()
    fields = {"network": "Café", "other": HOME, "password": PASSWORD}
    connected(nmcli, Phone(lambda phone: phone.ask("POST", "/", **fields)))
    assert nmcli.joined == HOME


@pytest.mark.parametrize(
    ("other", "password"),
    [
        ("x" * 33, PASSWORD),
        ("🦈" * 9, PASSWORD),
        ("two\nlines", PASSWORD),
        ("", ""),
        ("", "short"),
        ("hidden", "x" * 65),
    ],
)
def test_what_cannot_be_joined_is_refused_at_once_and_loses_nothing(
    other: str, password: str
) -> None:
    def try_it(phone: Phone) -> None:
        phone.ask("POST", "/", network=HOME, other=other, password=password)
        phone.ask("POST", "/", network=HOME, password=PASSWORD)

    nmcli, phone = FakeNmcli(), Phone(try_it)
    connected(nmcli, phone)
    again = unescape(phone.seen[0].text)
    assert "role=alert" in again
    assert f"value='{other}'" in again
    assert other or f"value='{HOME}' checked" in again
    assert nmcli.deeds == ["opened", f"joined {HOME}"]


@pytest.mark.parametrize(
    "name",
    [
        "'\"<b>&",
        "back\\",
        "a:b\\:c",
        "👨\u200d👩\u200d👧 Wi-Fi",
        "é" * 16,
        " Home ",
        "id",
    ],
)
def test_a_network_with_an_odd_name_is_listed_and_joined(name: str) -> None:
    nmcli = FakeNmcli()
    nmcli.odd = [name]

    def choose(phone: Phone) -> None:
        phone.ask("GET", "/")
        listed = re.findall("name=network value='([^']*)'", phone.seen[0].text)
        chosen = unescape(listed[-1])
        phone.ask("POST", "/", network=chosen, password=PASSWORD)

    connected(nmcli, Phone(choose))
    assert nmcli.joined == name


def test_a_hidden_network_is_joined_by_its_name() -> None:
    nmcli = FakeNmcli()
    nmcli.odd, nmcli.is_hidden = ["attic"], True
    fields = {"network": "Café", "other": "attic", "password": PASSWORD}
    connected(nmcli, Phone(lambda phone: phone.ask("POST", "/", **fields)))
    assert nmcli.joined == "attic"


def test_a_warning_of_nmcli_is_no_network() -> None:
    def warned(words: Sequence[str]) -> tuple[int, str]:
        return 0, FakeNmcli()(words)[1] + "Warning: versions differ.\n"

    assert Network(warned, OWN).wifi() == "wlan0"


def test_nmcli_is_asked_in_plain_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "nmcli"
    program.write_text('#!/bin/sh\necho "$LC_ALL $1"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert run_nmcli(["Café"]) == (0, "C.UTF-8 Café\n")


def test_every_address_leads_to_the_page_so_that_phones_show_it() -> None:
    def look(phone: Phone) -> None:
        phone.ask("GET", "/generate_204")
        phone.ask("GET", "/hotspot-detect.html")
        phone.ask("POST", "/", network="x" * 3000)
        phone.ask("POST", "/", network=HOME, password=PASSWORD)

    phone = Phone(look)
    connected(FakeNmcli(), phone)
    sent = (302, f"http://{ADDRESS}/")
    assert [seen[:2] for seen in phone.seen] == [sent, sent, (413, None), (200, None)]


def test_the_page_speaks_the_phone_s_language() -> None:
    def look(phone: Phone) -> None:
        phone.ask("GET", "/", "de-AT,en;q=0.5")
        phone.ask("POST", "/", network=HOME, password=PASSWORD)

    phone = Phone(look)
    connected(FakeNmcli(), phone)
    assert "Passwort" in phone.seen[0].text


def test_a_known_network_has_time_to_come_up() -> None:
    nmcli = FakeNmcli(saved=[HOME])
    waits = 0

    async def sleep(_seconds: float) -> None:
        nonlocal waits
        waits += 1
        if waits == 5:
            nmcli.joined = HOME

    network = Network(nmcli, OWN)
    setup = Setup(network, LINK)
    asyncio.run(connect(network, setup, Phone().serve, sleep))
    assert nmcli.deeds == []


def test_the_strongest_of_each_name_counts_and_colons_are_part_of_it() -> None:
    around = Network(FakeNmcli(), OWN).around()
    assert around == [
        WifiNetwork("Café", 80, is_locked=False),
        WifiNetwork(HOME, 70, is_locked=True),
    ]


def test_the_access_point_is_named_after_this_pi(tmp_path: Path) -> None:
    serial = tmp_path / "serial-number"
    serial.write_text("00000000a1b24b21\0")
    assert access_point(serial) == OWN
    assert access_point(tmp_path / "none") == "Undertow"
