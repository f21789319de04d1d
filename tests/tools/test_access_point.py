"""The access point as a program: its page over a cable, and an `nmcli` in a folder.

The phone is in a network of its own. Only the time that the table gives to networks
that it knows is left out.
"""

import asyncio
import http.client
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest

from controller.tools.network import ADDRESS, Network, Setup, connect, served
from tests.support import ROOT
from tests.support.fake_nmcli import HOME, OWN, PASSWORD, program, state_of
from tests.support.networks import Relay, separate_networks

PHONE = "10.42.0.7"
LINK = "http://undertow.local:8137/"


async def _soon(_seconds: float) -> None:
    """Sleep for no time at all."""


def main(asking: str) -> None:
    """Ask for a network, as `undertow network` does."""
    network = Network(own=OWN, asking=Path(asking))
    asyncio.run(connect(network, Setup(network, LINK), served, _soon))


class Asking(NamedTuple):
    process: "subprocess.Popen[str]"
    phone: Relay
    nmcli: Path
    # What tells the table of it.
    file: Path

    def until(self, line: str) -> None:
        assert self.process.stdout
        assert any(line in said for said in self.process.stdout), "it has ended"

    def ask(self, **fields: str) -> str:
        """Open the page, or fill it in."""
        # uvicorn listens a moment after the table says that it asks.
        while self.process.poll() is None:
            line = http.client.HTTPConnection(ADDRESS, timeout=60)
            line.sock = self.phone.connect()
            with closing(line), suppress(ConnectionError):
                line.request("POST" if fields else "GET", "/", urlencode(fields))
                with line.getresponse() as answer:
                    assert answer.status == 200
                    return answer.read().decode()
        raise AssertionError("nobody serves the page")


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Asking]:
    nmcli, file = program(tmp_path), tmp_path / "asking"
    with separate_networks() as (table, phone):
        pid = phone.process.pid
        table.ip(f"link add name cable type veth peer name cable netns {pid}")
        for network in (table, phone):
            network.ip("link set cable up")
        phone.ip(f"address add {PHONE}/24 dev cable")
        command = [sys.executable, "-m", "tests.tools.test_access_point", str(file)]
        path = f"{tmp_path}:{os.environ['PATH']}"
        with (
            phone.relay(tmp_path / "relay", ADDRESS, 80) as relay,
            subprocess.Popen(
                table.command(command),
                cwd=ROOT,
                env=os.environ | {"PATH": path},
                stdout=subprocess.PIPE,
                text=True,
            ) as process,
        ):
            yield Asking(process, relay, nmcli, file)
            process.kill()


def test_a_phone_gives_the_table_its_network_at_the_second_try(asking: Asking) -> None:
    asking.until("asking for a network")
    assert asking.file.read_text() == OWN
    assert "role=alert" not in (page := asking.ask())
    assert "Ana&#x27;s home: 2.4" in page
    asking.ask(network=HOME, password="chips & fish")
    asking.until("cannot be joined")
    assert asking.file.exists(), "it has not found one yet"
    asking.until("asking for a network")
    assert "role=alert" in asking.ask()
    goodbye = asking.ask(network=HOME, password=PASSWORD)
    assert LINK in goodbye
    asking.until("there is a network")
    assert asking.process.wait() == 0
    network = state_of(asking.nmcli)
    assert (network.joined, network.is_open) == (HOME, False)
    assert not asking.file.exists()


if __name__ == "__main__":
    main(sys.argv[1])
