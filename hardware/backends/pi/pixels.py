"""The strip of a real table."""

from contextlib import suppress
from pathlib import Path

from hardware.backends.pi import spidev
from hardware.backends.pi.checks import strip_troubles
from hardware.parts.registry import Unready
from wiring.boardmap import STRIP_GPIO


def driven(pixels: int) -> str:
    """Return a few words on how this strip is driven."""
    return f"SPI on GPIO{STRIP_GPIO}, {pixels} pixels, no root"


class PiPixels:
    """A strip whose device is opened for the first frame and after each failure."""

    def __init__(self, pixels: int, root: Path) -> None:
        self._pixels = pixels
        self._root = root
        self._chain: spidev.SpiChain | None = None
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
        """Switch the lamps off for good; frames that come later are ignored."""
        self._is_closed = True
        if self._chain:
            with suppress(Exception):
                self._chain.send(bytes(3 * self._pixels))
        self._let_go()

    def _let_go(self) -> None:
        chain, self._chain = self._chain, None
        if chain:
            # A broken device may refuse even this, and is dropped all the same.
            with suppress(Exception):
                chain.close()

    def _open(self) -> spidev.SpiChain:
        for trouble in strip_troubles(self._pixels, self._root):
            raise Unready(str(trouble))
        return spidev.SpiChain(self._root / spidev.NODE)
