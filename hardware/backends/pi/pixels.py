"""The strip of a real table, with the driver that its board map names."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from hardware.backends.pi import spidev
from hardware.backends.pi.checks import strip_troubles
from hardware.parts.registry import NotReady
from wiring.boardmap import BoardMap, Strip

_HOW = {
    "spi": "SPI on GPIO{}, {} pixels, no root",
    "pwm": "PWM on GPIO{}, {} pixels, as root",
    "pio": "PIO on GPIO{}, {} pixels, no root",
}


class Chain(Protocol):
    def send(self, wire: bytes) -> None: ...

    def close(self) -> None:
        """Release the device and leave the lamps as they are."""


def driven(row: Strip) -> str:
    """Describe in a few words how this strip is driven."""
    return _HOW[row.driver].format(row.gpio, row.pixels)


class PiPixels:
    """A strip that opens its device for the first frame and after each failure."""

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
        """Switch the lamps off for good, and ignore later frames."""
        self._is_closed = True
        if self._chain:
            with suppress(Exception):
                self._chain.send(bytes(3 * self._board.strip.pixels))
        self._let_go()

    def _let_go(self) -> None:
        chain, self._chain = self._chain, None
        if chain:
            # A broken device may refuse even this; drop it anyway.
            with suppress(Exception):
                chain.close()

    def _open(self) -> Chain:
        for trouble in strip_troubles(self._board, self._root):
            raise NotReady(str(trouble))
        row = self._board.strip
        if row.driver == "spi":
            return spidev.SpiChain(self._root / spidev.NODE)
        # On a terminal, Blinka would otherwise stop and offer to install packages.
        os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
        from hardware.backends.pi.pin_chain import PinChain

        return PinChain(row.gpio, row.pixels)
