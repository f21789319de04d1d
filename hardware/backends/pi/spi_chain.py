"""The strip on SPI: CircuitPython's NeoPixel_SPI, given whole frames."""

from neopixel_spi import NeoPixel_SPI

from hardware.backends.pi.spidev import BIT_0, BIT_1, FREQUENCY_HZ, RESET_S, SpiBus

# The stream of each value that a byte can have, its highest bit first.
_STREAMS = tuple(
    bytes(BIT_1 if value >> bit & 1 else BIT_0 for bit in range(7, -1, -1))
    for value in range(256)
)


class SpiChain(NeoPixel_SPI):  # type: ignore[misc]  # the library has no types
    def __init__(self, bus: SpiBus, pixels: int) -> None:
        self._bus = bus
        super().__init__(
            bus,
            pixels,
            # Colour order and brightness are in the frame already.
            pixel_order="RGB",
            brightness=1.0,
            auto_write=False,
            frequency=FREQUENCY_HZ,
            reset_time=RESET_S,
            bit0=BIT_0,
            bit1=BIT_1,
        )

    def send(self, wire: bytes) -> None:
        self._transmit(wire)

    def close(self) -> None:
        self._bus.close()

    def _transmogrify(self, buffer: bytes) -> None:
        """Replace the library's own, which takes a Pi as long as sending the frame."""
        self._spibuf[:] = b"".join([_STREAMS[value] for value in buffer])
