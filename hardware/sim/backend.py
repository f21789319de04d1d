"""The simulated table: mock pins, a strip in memory, hands that come from a page."""

from collections.abc import Callable

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.backend import Clock, NoSuchControl
from hardware.parts import Parts
from hardware.readings import Pressed, Reading, Released
from hardware.sim.pixels import MemoryPixels
from wiring.boardmap import BoardMap


class SimBackend:
    def __init__(
        self,
        board: BoardMap,
        clock: Clock,
        parts: Parts,
        pixels: MemoryPixels | None = None,
    ) -> None:
        self.clock = clock
        self.pixels = pixels or MemoryPixels()
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.power = SimPower()
        self.boards = SimBoards()
        self.touch = SimTouch(board, self.pins, self.boards)
        parts.fitted("strip", f"simulated, {board.strip.pixels} pixels in memory")
        parts.fitted("buttons", f"simulated, {len(board.buttons)} mock pins")

    def close(self) -> None:
        self.pins.close()


class SimPower:
    """A supply that can be made weak."""

    def __init__(self) -> None:
        self.low = False

    def is_low(self) -> bool:
        return self.low


class SimBoards:
    """Stands where the serial driver of the sensor boards will: Readings come out."""

    def __init__(self) -> None:
        self._post: Callable[[Reading], None] | None = None

    def listen(self, post: Callable[[Reading], None]) -> None:
        self._post = post

    def feed(self, reading: Reading) -> None:
        if self._post:
            self._post(reading)


class SimTouch:
    """A finger on a button closes its pin; one on a tile is seen by the grid board."""

    def __init__(self, board: BoardMap, pins: MockFactory, boards: SimBoards) -> None:
        self._pins = pins
        self._boards = boards
        self._gpio = {button.control: button.gpio for button in board.buttons}
        self._tiles = {place for place in board.pixels if place.startswith("tile:")}

    def press(self, control: str) -> None:
        if control in self._gpio:
            self._pins.pin(self._gpio[control]).drive_low()
        else:
            self._boards.feed(Pressed(self._tile(control)))

    def release(self, control: str) -> None:
        if control in self._gpio:
            self._pins.pin(self._gpio[control]).drive_high()
        else:
            self._boards.feed(Released(self._tile(control)))

    def _tile(self, control: str) -> str:
        if control not in self._tiles:
            known = ", ".join([*self._gpio, "tile:ROW,COLUMN"])
            raise NoSuchControl(
                f"there is no control {control[:40]!r}; the table has {known}"
            )
        return control
