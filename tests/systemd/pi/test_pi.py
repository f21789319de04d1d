"""The package on an emulated Raspberry Pi 3: its kernel, its drivers, its systemd.

QEMU's raspi3b has no GPIO inputs, no pull-ups and no PWM output, and its SPI works only
by interrupt. The buttons' lines are all low from the start, as with shorted buttons.

These need root and take minutes: `make pi-test` builds all of it and runs them, and
`make test` does not.
"""

import http.client
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from tests.support import webtable
from tests.support.webtable import PageAtTable
from tests.systemd.pi.machine import HOST_CODE, EmulatedPi
from wiring import boardmap

pytestmark = pytest.mark.pi

BOARD = boardmap.load()
PLUGGED_IN = tuple(b for b in BOARD.boards if b.name in ("depth", "grid"))
# A page of the emulated table answers more slowly than one in this process.
PAGE_S = 180.0


@pytest.fixture(scope="module")
def pi(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedPi]:
    machine = EmulatedPi(tmp_path_factory.mktemp("pi"), PLUGGED_IN)
    try:
        machine.boot()
        yield machine
    finally:
        machine.pull_the_plug()


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webtable, "PATIENCE_S", PAGE_S)


def test_its_page_is_served(pi: EmulatedPi) -> None:
    server = http.client.HTTPConnection("127.0.0.1", pi.port, timeout=PAGE_S)
    with closing(server):
        server.request("GET", "/")
        with server.getresponse() as answer:
            assert answer.status == 200
            assert b"<title>" in answer.read()


def test_sensor_boards_are_found_by_their_serial_numbers(pi: EmulatedPi) -> None:
    parts = {part["name"]: part for part in parts_of(pi)}
    for board in PLUGGED_IN:
        assert parts[f"sensor board {board.name}"]["trouble"] in (None, "")
    assert parts["sensor board cards"]["trouble"]


def parts_of(pi: EmulatedPi) -> list[dict[str, Any]]:
    with host_of(pi) as host:
        found: list[dict[str, Any]] = host.next("parts")["parts"]
    return found


def host_of(pi: EmulatedPi) -> PageAtTable:
    return PageAtTable(pi.port, f"/ws?host={HOST_CODE}", host="127.0.0.1")


def position(pi: EmulatedPi) -> dict[str, Any]:
    with host_of(pi) as host:
        return host.next("position")


def test_the_strip_and_the_buttons_are_driven_by_the_pis_own_devices(
    pi: EmulatedPi,
) -> None:
    parts = {part["name"]: part for part in parts_of(pi)}
    assert parts["strip"]["trouble"] in (None, "")
    assert parts["strip"]["says"].startswith("SPI on GPIO10")
    assert parts["buttons"]["trouble"] in (None, "")
    assert parts["buttons"]["says"].startswith("gpiozero over lgpio")


def test_a_game_is_played_on_its_pages(pi: EmulatedPi) -> None:
    with host_of(pi) as host:
        host.next("position")
        host.send("new", game="get-bit", seats=4, options={})
        while (begun := host.next("position"))["phase"] == "choose":
            pass
    choose(pi, begun, 0)
    choose(pi, begun, 1)
    assert len(position(pi)["state"]["chosen"]) == 2


def choose(pi: EmulatedPi, begun: dict[str, Any], seat: int) -> None:
    """Play the first card that this seat may play."""
    code = begun["links"][seat]["url"].rpartition("code=")[2]
    path = f"/ws?seat={seat}&code={code}"
    with PageAtTable(pi.port, path, host="127.0.0.1") as page:
        asked = page.next("position")
        page.send("act", action=asked["pending"]["legal"][0])
        page.next("position")
