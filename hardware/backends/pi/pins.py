"""The Pi's pins: gpiozero over lgpio or RPi.GPIO, without a silent fallback."""

import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hardware.pi_model import Pi, pin_chip


def pin_library(pi: Pi) -> str | None:
    """Return the library that drives this Pi's pins, or None if none is installed."""
    if find_spec("lgpio"):
        return "lgpio"
    # RPi.GPIO writes to registers that a Pi 5 has in another chip.
    if pi.generation != "5" and find_spec("RPi"):
        return "RPi.GPIO"
    return None


def open_pins(pi: Pi, root: Path = Path("/")) -> Any:
    """Return gpiozero's pin factory for this Pi; pass on what the library raises."""
    if pin_library(pi) == "lgpio":
        import_lgpio()
        from hardware.backends.pi.exact_pins import open_exact_pins

        # gpiozero itself knows the chip of a Pi 5, but not of a Pi 500 or a CM5.
        return open_exact_pins(pin_chip(pi, root))
    from gpiozero.pins.rpigpio import RPiGPIOFactory

    return RPiGPIOFactory()


def import_lgpio() -> None:
    """Import lgpio, which makes a pipe in LG_WD and changes the working directory.

    A temporary folder is enough, because nothing needs the pipe's name once both
    ends are open.
    """
    here = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
    try:
        with TemporaryDirectory(prefix="undertow-lgpio-") as folder:
            os.environ["LG_WD"] = folder
            try:
                __import__("lgpio")
            finally:
                os.environ.pop("LG_WD")
                os.fchdir(here)
    finally:
        os.close(here)


class Pins:
    """A pin factory that opens on first use, and again after a failure.

    Because of that, each button can report a missing pin itself and try again later.
    """

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._factory: Any = None

    def __getattr__(self, name: str) -> Any:
        if self._factory is None:
            self._factory = self._make()
        return getattr(self._factory, name)

    def close(self) -> None:
        factory, self._factory = self._factory, None
        if factory is not None:
            factory.close()
