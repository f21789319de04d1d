"""The strip on a pin of its own, through CircuitPython's NeoPixel.

Blinka chooses how to send the bits: by PWM on a Pi 3 or 4, by PIO on a Pi 5.
"""

import board
from neopixel import NeoPixel


class PinChain(NeoPixel):  # type: ignore[misc]  # the library has no types
    def __init__(self, gpio: int, pixels: int) -> None:
        super().__init__(
            getattr(board, f"D{gpio}"),
            pixels,
            # The frame already has the right colour order and brightness.
            pixel_order="RGB",
            brightness=1.0,
            auto_write=False,
        )
        # Reuse one buffer, because Blinka would set up its PWM again for a new one.
        self._wire = bytearray(3 * pixels)

    def send(self, wire: bytes) -> None:
        self._wire[:] = wire
        self._transmit(self._wire)

    def close(self) -> None:
        self.pin.deinit()
