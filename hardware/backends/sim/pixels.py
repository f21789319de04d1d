"""A strip in memory."""


class MemoryPixels:
    def __init__(self) -> None:
        self.wire = b""
        self.sent = 0
        self.is_broken = False

    def show(self, wire: bytes) -> None:
        if self.is_broken:
            raise OSError("the data line is cut; mend it on the table's page")
        self.wire = wire
        self.sent += 1
