"""Picos on ports of their own: MicroPython on this machine, or an emulated chip."""

import json
import os
import pty
import shutil
import subprocess
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from controller.tools.flash.plugs import Plug, Plugged
from tests.support import ROOT
from tests.support.micropython import interpreter
from wiring.boardmap import load
from wiring.settling import settle_us

STANDIN = Path(__file__).parent / "standin"
BUILT = ROOT / ".cache" / "pico"
DEPTH = load().boards[0]
LONGEST_M = 1.0  # of cable; mark 1 has less
RESET = 3
SERIAL = "E66138528361A32D"  # of the board `depth`


@contextmanager
def silent_port() -> Iterator[str]:
    """Open a port that stays silent."""
    device, plug = pty.openpty()
    tty.setraw(plug)
    try:
        yield os.ttyname(plug)
    finally:
        os.close(device)
        os.close(plug)


class PlayedPico:
    """A Pico whose flash is a folder; after a reset it has another port."""

    def __init__(
        self,
        folder: Path,
        *,
        serial: str = SERIAL,
        chip: str = "Raspberry Pi Pico with RP2040",
        version: str = "1.25.0",
        cut: int | None = None,  # the plug is pulled after so many programs
    ) -> None:
        self.flash = folder / "flash"
        self.flash.mkdir(parents=True, exist_ok=True)
        self.serial = serial
        self._environment = {
            **os.environ,
            "MICROPYPATH": str(self.flash),
            "UNDERTOW_NOTE": str(folder / "note"),
            "UNDERTOW_SERIAL": serial,
            "UNDERTOW_CHIP": chip,
            "UNDERTOW_VERSION": version,
            "UNDERTOW_CUT": "" if cut is None else str(cut),
        }
        self._port: str | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._is_plugged = threading.Event()
        self._is_over = False
        self._thread = threading.Thread(target=self._live)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._is_plugged.wait(30)
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over = True
        while self._thread.is_alive():
            if self._child:
                self._child.kill()
            self._thread.join(0.05)

    def pull(self) -> None:
        """Cut the power now."""
        self.__exit__()

    def until_dead(self, patience_s: float) -> bool:
        """Return whether it ended by itself, other than with a reset."""
        self._thread.join(patience_s)
        return not self._thread.is_alive()

    def look(self) -> Plugged:
        """List the port; MicroPython writes its serial number in lower case."""
        if self._port is None:
            return Plugged(())
        return Plugged((Plug(self._port, "2e8a:0005", self.serial.lower()),))

    def command(self) -> list[str]:
        """Return the command that runs from one reset to the next."""
        return [interpreter(), "-X", "heapsize=1m", str(STANDIN / "pico.py")]

    def _live(self) -> None:
        status = RESET
        while status == RESET and not self._is_over:
            chip, plug = pty.openpty()
            tty.setraw(plug)
            self._child = subprocess.Popen(
                self.command(),
                cwd=self.flash,
                env=self._environment,
                stdin=chip,
                stdout=chip,
            )
            self._port = os.ttyname(plug)
            self._is_plugged.set()
            status = self._child.wait()
            self._port = None
            os.close(chip)
            os.close(plug)


class EmulatedPico(PlayedPico):
    """A Pico whose chip is emulated: RP2040, pins, and a flash image."""

    def __init__(
        self, folder: Path, *, serial: str = SERIAL, cut: int | None = None
    ) -> None:
        """With `cut` the power fails after so many writes to the flash."""
        super().__init__(folder, serial=serial, cut=cut)
        self.folder = folder
        self.fit(settle_us(LONGEST_M))

    def command(self) -> list[str]:
        node = shutil.which("node")
        assert node, "there is no node; on Debian: sudo apt-get install nodejs npm"
        chip, image = BUILT / "chip.mjs", BUILT / "firmware.bin"
        return [node, str(chip), str(image), str(self.folder), self.serial]

    def fit(self, rise_us: float) -> None:
        """Wire the multiplexers; only the pull-up raises a signal, in `rise_us`."""
        wired = DEPTH.multiplexers
        assert wired
        pins = {"select": wired.select, "signals": wired.signals}
        path = self.folder / "multiplexers.json"
        path.write_text(json.dumps({**pins, "rise_us": rise_us}))

    def set_low(self, *inputs: int) -> None:
        """Pull these inputs to ground, and no others."""
        changed = self.folder / "low.new"
        changed.write_text(" ".join(map(str, inputs)))
        changed.replace(self.folder / "low")

    def lamp(self) -> str:
        """Return each change of the lamp, on (1) or off (0)."""
        path = self.folder / "lamp"
        return path.read_text() if path.exists() else ""
