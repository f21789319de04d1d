"""A table that joins another one by its name, chosen on its own first screen."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.networks import Network, two_networks
from tests.support.processes import COMMAND, ServedTable
from tests.support.webtable import PageAtTable

PORT = 8137
# As in the service's sandbox: nobody may list the interfaces.
SANDBOXED = """
import errno, ifaddr, os, sys
def refuse(*_more, **_named):
    raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))
ifaddr.get_adapters = refuse
from controller.cli.main import main
main()
"""


class Rooms:
    """Two tables in networks of their own that find each other."""

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        self._folder, self._opened = folder, opened
        here, there = opened.enter_context(two_networks())
        for network in (here, there):
            # mDNS and the table's own address need a way out.
            network.ip("route add default dev cable")
        self._start(COMMAND, here, "living", "get-bit", "--share", "--guests")
        self._there = there
        self.living_page = self._relay(here, "living")
        self.attic_page = self._relay(there, "attic")

    def start_attic(self) -> ServedTable:
        return self._start(
            [sys.executable, "-c", SANDBOXED], self._there, "attic", "hai-noon"
        )

    def _start(
        self, program: list[str], network: Network, name: str, *options: str
    ) -> ServedTable:
        command = [*program, "play", "--backend=sim", "--no-browser", "--nearby"]
        command += [f"--port={PORT}", f"--table-name={name}"]
        state = f"--state={self._folder / name}"
        table = ServedTable(network.command([*command, state, *options]))
        return self._opened.enter_context(table)

    def _relay(self, network: Network, name: str) -> Callable[[], PageAtTable]:
        at = self._folder / f"{name}.socket"
        relay = self._opened.enter_context(network.relay(at, "127.0.0.1", PORT))

        def page() -> PageAtTable:
            return PageAtTable(PORT, "/ws", sock=relay.connect())

        return page

    def join(self) -> None:
        """Let the table in the attic ask the one in the living room."""
        with self.attic_page() as page:
            while not page.next("nearby")["tables"]:
                pass
            page.send("join", table="living")


@contextmanager
def rooms(folder: Path) -> Iterator[Rooms]:
    with ExitStack() as opened:
        yield Rooms(folder, opened)


def request(page: PageAtTable) -> Any:
    """Wait for a table that asks to join."""
    while True:
        if asked := page.next("seats")["seats"][0]["asked"]:
            assert (asked[0]["name"], asked[0]["table"]) == ("attic", True)
            return asked[0]["page"]


@pytest.mark.slow
def test_a_table_joins_by_name_and_goes_home_if_it_is_declined(tmp_path: Path) -> None:
    with rooms(tmp_path) as tables, tables.living_page() as living:
        attic = tables.start_attic()
        tables.join()
        living.send("let_in", page=request(living))
        while living.next("told")["message"] != "The table attic has joined.":
            pass
        assert attic.end(signal.SIGTERM)[0] == 0
        attic = tables.start_attic()
        tables.join()
        request(living)
        living.send("refuse", seat=0)
        assert attic.process.stdout
        while not attic.process.stdout.readline().startswith("The table's page"):
            pass
        with tables.attic_page() as page:
            assert page.next("position")["game"]["game"] == "hai-noon"
