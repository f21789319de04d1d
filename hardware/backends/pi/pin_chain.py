"""The strip on a pin of its own: CircuitPython's NeoPixel, given whole frames.

Blinka chooses how the bits are sent: by PWM on a Pi 3 or 4, by PIO on a Pi 5.
"""

import board
from neopixel import NeoPixel


class PinChain(NeoPixel):  # type: ignore[misc]  # the library has no types
    def __init__(self, gpio: int, pixels: int) -> None:
        super().__init__(
            getattr(board, f"D{gpio}"),
            pixels,
            # Colour order and brightness are in the frame already.
            pixel_order="RGB",
            brightness=1.0,
            auto_write=False,
        )
        # Always the same buffer: for another one Blinka would set up its PWM again.
        self._wire = bytearray(3 * pixels)

    def send(self, wire: bytes) -> None:
        self._wire[:] = wire
        self._transmit(self._wire)

    def close(self) -> None:
        self.pin.deinit()
