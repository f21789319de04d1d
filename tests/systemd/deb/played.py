"""The table that a package installed, started by hand as the user of its service."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.support.webtable import PATIENCE_S, PageAtTable
from tests.systemd.deb.root import DebianRoot


class InstalledTable:
    """`undertow play` in a root, until it serves its page."""

    def __init__(self, root: DebianRoot) -> None:
        self.process = subprocess.Popen(
            root.command(
                "/usr/bin/undertow", "play", "get-bit", "--backend=sim", "--port=0",
                user="undertow",
                STATE_DIRECTORY="/var/lib/undertow",
            ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )  # fmt: skip
        assert self.process.stdout
        self.said: list[str] = []
        for line in self.process.stdout:
            self.said.append(line)
            if line.startswith("Ctrl-C"):
                return
        raise AssertionError(f"it did not start: {self.said}")

    @property
    def port(self) -> int:
        (line,) = (line for line in self.said if line.startswith("The table's page"))
        return int(line.rstrip("/\n").rpartition(":")[2])

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode


@contextmanager
def playing(root: DebianRoot) -> Iterator[InstalledTable]:
    table = InstalledTable(root)
    try:
        yield table
    finally:
        if table.process.poll() is None:
            table.end(signal.SIGKILL)


def first_position(port: int) -> dict[str, Any]:
    """What a page of the table sees when it is opened."""
    with PageAtTable(port, "/ws") as page:
        return page.next("position")


def choose_a_card(port: int) -> dict[str, Any]:
    """Seat 0 plays its first card in GET BIT!; the position after it."""
    link = first_position(port)["links"][0]["url"]
    code = link.rpartition("code=")[2]
    with PageAtTable(port, f"/ws?seat=0&code={code}") as page:
        page.act(page.next("position")["pending"]["legal"][0])
        return page.next("position")
