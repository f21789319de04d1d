"""Picos on ports of their own, without the chip: MicroPython on this machine."""

import os
import pty
import subprocess
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from controller.tools.flash.plugs import Plug, Plugged
from tests.support.micropython import interpreter

STANDIN = Path(__file__).parent / "standin"
RESET = 3
SERIAL = "E66138528361A32D"  # of the board `depth`


@contextmanager
def silent_port() -> Iterator[str]:
    """A port on which nobody says anything."""
    device, plug = pty.openpty()
    tty.setraw(plug)
    try:
        yield os.ttyname(plug)
    finally:
        os.close(device)
        os.close(plug)


class PlayedPico:
    """Its flash is a folder. When it resets, its port goes and another one comes."""

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
            "MICROPYPATH": f"{STANDIN}:{self.flash}",
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
        """As a power cut at this moment."""
        self.__exit__()

    def until_dead(self, patience_s: float) -> bool:
        """Whether it ended by itself, other than with a reset."""
        self._thread.join(patience_s)
        return not self._thread.is_alive()

    def look(self) -> Plugged:
        """MicroPython writes the number of its plug in small letters."""
        if self._port is None:
            return Plugged(())
        return Plugged((Plug(self._port, "2e8a:0005", self.serial.lower()),))

    def command(self) -> list[str]:
        """What runs from one reset to the next."""
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
