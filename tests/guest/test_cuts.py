"""Two tables on a bad line that is cut, and either killed, at random instants.

Each run presses buttons at both tables while one fault happens. Then everybody lets go,
and both must show the same, nothing may have been played twice, and nobody may have
written a traceback. `make power-cuts` does 500 runs.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.bad_network import bad_cable
from tests.support.networks import TABLE, Relay, separate_networks
from tests.support.webtable import BOARD, PATIENCE_S, PageAtTable

PORT, CODE = 8137, "the-host-code-of-tests"
LINK = f"http://{TABLE}:{PORT}/?host={CODE}"
# Without `why`, which beside `undo` switches a table off.
CONTROLS = ("seat:0", "seat:1", "seat:2", "next", "ok", "undo")
FAULTS = ("cut", "kill home", "loss", "kill guest", "long cut")
RUNS = 500 if "UNDERTOW_POWER_CUTS" in os.environ else 4
# More often than a finger lets a button bounce.
PACE_S = 0.04
START = """
import sys
from hardware.backends.sim import boards
boards.find_micropython = lambda: None
from controller.cli.main import main
main()
"""


class Both:
    """Two tables in networks of their own, and hands at each of them."""

    def __init__(self, folder: Path, random: Random) -> None:
        self._state, self._random, self._open = folder / "state", random, ExitStack()
        self._errors = folder / "errors"
        self.errors = self._open.enter_context(self._errors.open("w"))
        self.touches: Counter[str] = Counter()
        networks = self._open.enter_context(separate_networks())
        self._at, self._elsewhere = networks
        self.cable = self._open.enter_context(
            bad_cable(*networks, loss=0.03, delay_s=0.005, spread_s=0.01)
        )
        # The other ways to the internet are shut.
        self._at.ip("route add default dev bad0")
        self._relay = self._open.enter_context(
            self._at.relay(folder / "home", "127.0.0.1", PORT)
        )
        self.start_home()
        self.start_guest()

    def close(self) -> None:
        self.kill_home()
        self.kill_guest()
        self._open.close()

    def start_home(self) -> None:
        command = [sys.executable, "-c", START, "play", "get-bit", "--seats=3"]
        command += [f"--state={self._state}", f"--port={PORT}", "--no-browser"]
        more = {"UNDERTOW_HOST_CODE": CODE}
        self._home = subprocess.Popen(
            self._at.command([*command, "--share", "--guests", "--seed=1"]),
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            env=os.environ | more,
        )
        assert self._home.stdout
        while line := self._home.stdout.readline():
            if line.startswith("Ctrl-C"):
                break
        else:
            raise AssertionError("the table at home did not start")
        self.page = HomePage(self._relay)

    def start_guest(self) -> None:
        command = [sys.executable, "-m", "tests.guest.puppet", LINK]
        self._guest = subprocess.Popen(
            self._elsewhere.command(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )

    def kill_home(self) -> None:
        self._home.kill()
        self._home.communicate()
        self.page.close()

    def kill_guest(self) -> None:
        self._guest.kill()
        self._guest.communicate()

    def guest(self, line: str) -> Any:
        """Touch a button at the guest, and return what it shows."""
        assert self._guest.stdin
        assert self._guest.stdout
        self._guest.stdin.write(f"{line}\n")
        self._guest.stdin.flush()
        return json.loads(self._guest.stdout.readline())

    def touch(self, where: str, deed: str, control: str) -> None:
        self.touches[control] += deed == "press"
        if where == "home":
            self.page.send(deed, control=control)
        else:
            self.guest(f"{deed} {control}")
        time.sleep(PACE_S)

    def play(self, fault: str) -> None:
        """Let hands play at both tables, and something break in the middle of it."""
        down: set[tuple[str, str]] = set()
        hands = [*self._hands()]
        broken = self._random.randrange(len(hands))
        for step, (where, deed, control) in enumerate(hands):
            if step == broken:
                self._break(fault)
            if step >= broken and fault == f"kill {where}":
                continue
            self.touch(where, deed, control)
            change = down.add if deed == "press" else down.discard
            change((where, control))
        self._mend(fault)
        for where, control in down:
            self.touch(where, "release", control)

    def _hands(self) -> Iterator[tuple[str, str, str]]:
        """Yield touches: of a choice, or of any button, at either table."""
        for _ in range(4):
            where = self._random.choice(("home", "guest"))
            choice = [*(["next"] * self._random.randint(1, 5)), "ok"]
            seat = f"seat:{self._random.randrange(3)}"
            if self._random.random() < 0.3:
                seat, choice = self._random.choice(CONTROLS), []
            yield where, "press", seat
            for control in choice:
                yield where, "press", control
                yield where, "release", control
            yield where, "release", seat

    def _break(self, fault: str) -> None:
        match fault:
            case "cut" | "long cut":
                self.cable.cut()
            case "loss":
                self.cable.lose(0.3)
            case "kill home":
                self.kill_home()
            case "kill guest":
                self.kill_guest()

    def _mend(self, fault: str) -> None:
        match fault:
            case "long cut":
                # Longer than both need to notice it.
                time.sleep(6)
            case "kill home":
                self.start_home()
            case "kill guest":
                self.start_guest()
        self.cable.mend()

    def check(self) -> None:
        """Wait until both show the same; raise AssertionError if they never do."""
        self.page.settle()
        end = time.monotonic() + PATIENCE_S
        while True:
            shown = self.guest("look")
            if not shown["trouble"] and self.page.has_shown(shown["wire"]):
                break
            assert time.monotonic() < end, self.difference(shown)
            time.sleep(0.02)
        played = actions(self._state)
        assert played["choose"] <= self.touches["ok"], (played, self.touches)
        assert played["undo"] <= self.touches["undo"], (played, self.touches)
        said = self._errors.read_text()
        assert "Traceback" not in said, said

    def difference(self, shown: dict[str, str]) -> str:
        wire, frames = shown["wire"], self.page.frames
        lamps = [
            place
            for place, pixel in BOARD.pixels.items()
            if frames and part(wire, pixel) != part(frames[-1], pixel)
        ]
        return f"{self.page.position['phase']}, {shown['trouble']}, {lamps}"


def part(wire: str, pixel: int) -> str:
    return wire[6 * pixel : 6 * pixel + 6]


def without_why(wire: str) -> str:
    """Leave out the lamp that says that this table has refused something."""
    at = 6 * BOARD.pixels["why"]
    return wire[:at] + wire[at + 6 :]


class HomePage:
    """The host's page at home, whose frames are read as they come."""

    def __init__(self, relay: Relay) -> None:
        self._page = PageAtTable(PORT, "/ws", sock=relay.connect())
        self.position: dict[str, Any] = self._page.next("position")
        self.frames = deque(map(bytes.hex, self._page.frames), maxlen=8)
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        # It ends with its table.
        with suppress(ConnectionClosed):
            while True:
                message = self._page.receive()
                if isinstance(message, bytes):
                    self.frames.append(message.hex())
                elif '"type": "position"' in message:
                    self.position = json.loads(message)

    def send(self, kind: str, **fields: Any) -> None:
        self._page.send(kind, **fields)

    def settle(self) -> None:
        """Go on with the game, or begin another."""
        match self.position["phase"]:
            case "offer":
                self.send("continue")
            case "over":
                self.send("again")

    def has_shown(self, wire: str) -> bool:
        return self.position["phase"] == "play" and without_why(wire) in map(
            without_why, [*self.frames]
        )

    def close(self) -> None:
        self._page.close()


def actions(state: Path) -> Counter[str]:
    """Count what the journal has of each kind, in all games."""
    # The table keeps its journal to itself.
    with TemporaryDirectory() as folder:
        copy = Path(folder, "state")
        shutil.copytree(state, copy)
        with closing(sqlite3.connect(copy / "journal.sqlite")) as journal:
            rows = journal.execute("SELECT kind, body FROM entry").fetchall()
    kinds = Counter(kind for kind, _ in rows)
    kinds["choose"] = sum('"choose"' in body for _, body in rows)
    return kinds


@pytest.mark.slow
def test_after_cuts_and_kills_both_tables_show_the_same(tmp_path: Path) -> None:
    tables = Both(tmp_path, Random(1))
    try:
        for number in range(RUNS):
            tables.play(FAULTS[number % len(FAULTS)])
            tables.check()
    finally:
        tables.close()
