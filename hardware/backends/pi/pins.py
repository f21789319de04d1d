"""The Pi's pins: gpiozero over a library that is named, with no silent fallback."""

import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hardware.pi_model import Pi, pin_chip


def pin_library(pi: Pi) -> str | None:
    """The library that drives this Pi's pins; None if no fitting one is installed."""
    if find_spec("lgpio"):
        return "lgpio"
    # RPi.GPIO writes to registers that a Pi 5 has in another chip.
    if pi.generation != "5" and find_spec("RPi"):
        return "RPi.GPIO"
    return None


def open_pins(pi: Pi, root: Path = Path("/")) -> Any:
    """gpiozero's pin factory for this Pi; raises what the library raises."""
    if pin_library(pi) == "lgpio":
        import_lgpio()
        from hardware.backends.pi.exact_pins import open_exact_pins

        # gpiozero itself knows the chip of a Pi 5, but not of a Pi 500 or a CM5.
        return open_exact_pins(pin_chip(pi, root))
    from gpiozero.pins.rpigpio import RPiGPIOFactory

    return RPiGPIOFactory()


def import_lgpio() -> None:
    """lgpio makes a pipe in LG_WD on import, and moves the whole process there.

    Once both its ends are open nobody needs the name any more, so that a folder
    which can be written for sure, and for this moment only, is enough.
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
    """A pin factory that is opened by its first use, and again if that failed.

    So each button says for itself that its pin cannot be had, and asks again later.
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
