"""The strip on SPI: SPI0's data line on GPIO10, timed for WS2812 pixels."""

import fcntl
import os
from math import ceil
from pathlib import Path

NODE = "dev/spidev0.0"  # below the root of the file system
# Four SPI bits encode one bit of the strip. Each Pi divides its clock by an even number
# and so runs at 3.20 to 3.25 MHz. If we asked for 3.2 MHz, some models would be too
# slow for a WS2812.
FREQUENCY_HZ = 3_250_000
# A WS2812 reads 0.31 µs high as a 0, and 0.93 µs high as a 1.
BIT_0 = 0b1000
BIT_1 = 0b1110
# The latest WS2812B show what they received after a pause of 280 µs. Each frame has a
# whole pause at both ends, because the line may be high between frames.
RESET_S = 300e-6
# SPI_IOC_WR_MODE and SPI_IOC_WR_MAX_SPEED_HZ of linux/spi/spidev.h.
_SET_MODE = 0x40016B01
_SET_SPEED = 0x40046B04


def _stream(value: int) -> bytes:
    """Encode one byte for the line, highest bit first."""
    line = 0
    for bit in range(7, -1, -1):
        line = line << 4 | (BIT_1 if value >> bit & 1 else BIT_0)
    return line.to_bytes(4, "big")


_STREAMS = tuple(map(_stream, range(256)))
_PAUSE = bytes(ceil(FREQUENCY_HZ * RESET_S / 8))


def frame_bytes(pixels: int) -> int:
    """Return the length of a frame on the wire."""
    return 12 * pixels + 2 * len(_PAUSE)


def stream(wire: bytes) -> bytes:
    """Encode a whole frame for the line."""
    return b"".join([_PAUSE, *[_STREAMS[value] for value in wire], _PAUSE])


class SpiChain:
    def __init__(self, node: Path) -> None:
        self._node = node
        self._file = os.open(node, os.O_WRONLY)
        try:
            fcntl.ioctl(self._file, _SET_MODE, b"\0")
            speed = FREQUENCY_HZ.to_bytes(4, "little")
            fcntl.ioctl(self._file, _SET_SPEED, speed)
        except BaseException:
            self.close()
            raise

    def send(self, wire: bytes) -> None:
        """Send in one piece or raise, because half a frame shows wrong colours."""
        data = stream(wire)
        written = os.write(self._file, data)
        if written != len(data):
            raise OSError(f"{self._node} took {written} of {len(data)} bytes")

    def close(self) -> None:
        os.close(self._file)
