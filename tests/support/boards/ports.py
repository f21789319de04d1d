"""Ports that a test plugs boards into, with nothing but its own word behind them."""

from collections.abc import Callable

from hardware.boards.ports import LineLost, Plugs


class FakeLine:
    def __init__(
        self, on_data: Callable[[bytes], None], on_lost: Callable[[str], None]
    ) -> None:
        self.on_data = on_data
        self.on_lost = on_lost
        self.sent = b""
        self.is_open = True
        self.is_broken = False

    def send(self, data: bytes) -> None:
        assert self.is_open
        if self.is_broken:
            raise LineLost("Input/output error")
        self.sent += data

    def close(self) -> None:
        self.is_open = False


class FakePorts:
    def __init__(self) -> None:
        self.plugged: dict[str, str] = {}
        self.twins: list[tuple[str, str]] = []  # plugged in besides
        self.refuses: str | None = None
        self.looks = 0
        self.opened: list[tuple[str, FakeLine]] = []

    def find(self) -> Plugs:
        self.looks += 1
        return [*self.plugged.items(), *self.twins]

    def open(
        self,
        name: str,
        on_data: Callable[[bytes], None],
        on_lost: Callable[[str], None],
    ) -> FakeLine:
        if self.refuses:
            raise LineLost(self.refuses)
        line = FakeLine(on_data, on_lost)
        self.opened.append((name, line))
        return line
