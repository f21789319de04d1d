"""Parts that exist only in memory: the strip, the supply and the servo."""


class MemoryPixels:
    def __init__(self) -> None:
        self.wire = b""
        self.sent = 0
        self.is_broken = False

    def show(self, wire: bytes) -> None:
        if self.is_broken:
            raise OSError("the data line is cut; repair it on the table's page")
        self.wire = wire
        self.sent += 1


class SimPower:
    """A power supply that can turn weak."""

    def __init__(self) -> None:
        self.low = False

    def is_low(self) -> bool:
        return self.low


class MemoryServo:
    """A servo that records its angle instead of sending pulses."""

    def __init__(self) -> None:
        self.degrees: float | None = None  # None while it is released

    def turn(self, degrees: float) -> None:
        self.degrees = degrees

    def release(self) -> None:
        self.degrees = None

    def close(self) -> None:
        self.release()
