"""A servo in memory, for a table whose pulses come from no pin of the Pi."""


class MemoryServo:
    def __init__(self) -> None:
        self.degrees: float | None = None  # None while it is released

    def turn(self, degrees: float) -> None:
        self.degrees = degrees

    def release(self) -> None:
        self.degrees = None

    def close(self) -> None:
        self.release()
