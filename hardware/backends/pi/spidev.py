"""SPI0's data line on GPIO10, by plain system calls, timed for WS2812 pixels."""

import fcntl
import os

NODE = "/dev/spidev0.0"
# Eight bits of SPI make one of the strip: at 6.4 MHz, 1.25 µs.
FREQUENCY_HZ = 6_400_000
# High for 0.31 µs is a 0 to a WS2812, high for 0.78 µs a 1. Pis divide their clock by
# a whole number and so really run at 6.25 MHz, which fits as well.
BIT_0 = 0b11000000
BIT_1 = 0b11111000
# After a pause of 280 µs the latest WS2812B show what they received. Each frame has a
# pause of this length at both ends, so two frames in a row have 300 µs between them.
RESET_S = 150e-6
# SPI_IOC_WR_MODE and SPI_IOC_WR_MAX_SPEED_HZ of linux/spi/spidev.h.
_SET_MODE = 0x40016B01
_SET_SPEED = 0x40046B04


def frame_bytes(pixels: int) -> int:
    """Return the length of a frame on the wire."""
    return 24 * pixels + 2 * round(FREQUENCY_HZ * RESET_S / 8)


class SpiBus:
    """The device node, with the few members of CircuitPython's SPI that a strip needs.

    The bus has no other device on it, so locking it is a formality.
    """

    def __init__(self, node: str = NODE) -> None:
        self.node = node
        self.frequency = 0
        self._file: int | None = os.open(node, os.O_WRONLY)

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def configure(self, baudrate: int, polarity: int = 0, phase: int = 0) -> None:
        if baudrate == self.frequency:
            return
        mode = bytes((polarity << 1 | phase,))
        fcntl.ioctl(self._opened(), _SET_MODE, mode)
        fcntl.ioctl(self._opened(), _SET_SPEED, baudrate.to_bytes(4, "little"))
        self.frequency = baudrate

    def write(self, stream: bytes) -> None:
        """Send it in one piece, or raise: half a frame would show wrong colours."""
        written = os.write(self._opened(), stream)
        if written != len(stream):
            raise OSError(f"{self.node} took {written} of {len(stream)} bytes")

    def close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            os.close(file)

    def _opened(self) -> int:
        if self._file is None:
            raise OSError(f"{self.node} is closed")
        return self._file
