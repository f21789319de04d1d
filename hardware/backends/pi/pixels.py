"""The strip of a real table, by the driver that its board map names."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from hardware.backends.pi import spidev
from hardware.backends.pi.checks import strip_troubles
from hardware.parts.registry import Unready
from wiring.boardmap import BoardMap, Strip

_HOW = {
    "spi": "SPI on GPIO{}, {} pixels, no root",
    "pwm": "PWM on GPIO{}, {} pixels, as root",
    "pio": "PIO on GPIO{}, {} pixels, no root",
}


class Chain(Protocol):
    def send(self, wire: bytes) -> None: ...

    def close(self) -> None:
        """Lets go of the device; the lamps stay as they are."""


def driven(row: Strip) -> str:
    """How this strip is driven, in a few words."""
    return _HOW[row.driver].format(row.gpio, row.pixels)


class PiPixels:
    """Opens its device for the first frame, and anew after one that failed."""

    def __init__(self, board: BoardMap, root: Path) -> None:
        self._board = board
        self._root = root
        self._chain: Chain | None = None
        self._is_closed = False

    def show(self, wire: bytes) -> None:
        if self._is_closed:
            return
        if self._chain is None:
            self._chain = self._open()
        try:
            self._chain.send(wire)
        except Exception:
            self._let_go()
            raise

    def close(self) -> None:
        """The lamps go out and stay so, whoever shows a last frame too late."""
        self._is_closed = True
        if self._chain:
            with suppress(Exception):
                self._chain.send(bytes(3 * self._board.strip.pixels))
        self._let_go()

    def _let_go(self) -> None:
        chain, self._chain = self._chain, None
        if chain:
            # A device that is broken may refuse this too, and is gone all the same.
            with suppress(Exception):
                chain.close()

    def _open(self) -> Chain:
        for trouble in strip_troubles(self._board, self._root):
            raise Unready(str(trouble))
        # Blinka would stop on a terminal and offer to install what it may need.
        os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
        row = self._board.strip
        if row.driver == "spi":
            from hardware.backends.pi.spi_chain import SpiChain

            node = self._root / spidev.NODE.lstrip("/")
            return SpiChain(spidev.SpiBus(str(node)), row.pixels)
        from hardware.backends.pi.pin_chain import PinChain

        return PinChain(row.gpio, row.pixels)
