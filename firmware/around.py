"""Interfaces that a board needs; any object with these names will do."""


class Tables:
    """The names in a board's generated tables (`undertow wiring`).

    Only the tables of a board that scans multiplexers have the last three.
    """

    NAME: str
    DWELL: tuple[tuple[int, int], ...]
    READERS: tuple[str, ...]
    TAG_GONE_MS: int
    HASH: bytes
    SELECT: tuple[int, ...]
    SIGNALS: tuple[int, ...]
    SETTLE_US: int


class Line:
    """The line to the table."""

    def write(self, data: bytes) -> bool:
        """Return whether everything was written, without waiting for long."""
        raise NotImplementedError


class Reader:
    """A card reader."""

    is_silent = False

    def look(self, now_ms: int) -> bytes | None:
        """Return the tag's uid, b"" without a tag, or None if unknown."""
        raise NotImplementedError


class Bus:
    """A serial line to a chip, such as machine.UART; neither call blocks."""

    def write(self, data: bytes) -> int | None:
        raise NotImplementedError

    def read(self) -> bytes | None:
        raise NotImplementedError


class Inputs:
    """The source of a board's bits; this one has none."""

    def load(self) -> bytearray:
        """Bit n is in byte n // 8 with the weight 1 << n % 8; 0 is a low input."""
        return bytearray()


def passed_ms(now_ms: int, then_ms: int) -> int:
    return (now_ms - then_ms) & 0x3FFFFFFF
