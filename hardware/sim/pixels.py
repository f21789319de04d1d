"""A strip in memory. It imports nothing: it is lit before anything heavy is loaded."""


class MemoryPixels:
    def __init__(self) -> None:
        self.wire = b""
        self.sent = 0

    def show(self, wire: bytes) -> None:
        self.wire = wire
        self.sent += 1
