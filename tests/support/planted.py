"""A simulated table on which something is wrong, at the lowest layer.

`seen`, `press`, `magnet` and `striker` are the eyes and hands of somebody at the
table: they know places, not pixels, pins and bits.
"""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from gpiozero.pins.mock import MockPWMPin

from hardware.backend import Clock, Servo
from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.memory import MemoryPixels
from hardware.parts.registry import Parts
from wiring.boardmap import BoardMap, Eliminator, Sensor

NOTHING: Mapping[Any, Any] = MappingProxyType({})


class Faults(NamedTuple):
    """What is wrong with a table; nothing, unless it is said here."""

    pixels: Mapping[str, int] = NOTHING  # the pixel that a place really has
    order: str | None = None  # in which the strip really takes its colours
    dark: Collection[int] = ()  # pixels that stay dark
    dark_from: int | None = None  # where the data line breaks
    gpios: Mapping[str, int | None] = NOTHING  # a control's real pin; None: no wire
    joined: Collection[tuple[int, int]] = ()  # pins whose wires touch
    grounded: Collection[int] = ()  # pins that are on ground all the time
    # What really goes on where a sensor should: nothing, another one, several.
    sensors: Mapping[Sensor, Collection[Sensor]] = NOTHING
    stuck: Collection[Sensor] = ()  # on all the time
    silent: Collection[str] = ()  # sensor boards that are not there
    is_reversed: bool = False  # the servo


class PlantedBackend(SimBackend):
    def __init__(
        self, board: BoardMap, clock: Clock, parts: Parts, faults: Faults
    ) -> None:
        """`board` is the table as it was meant; `faults` is how it was built."""
        super().__init__(board, clock, parts, MemoryPixels())
        # Every angle of the striker, up being more; None where it was released.
        self.striker: list[float | None] = []
        self._faults = faults
        self._places = {**board.pixels, **faults.pixels}
        self._order = faults.order or board.strip.order
        self._gpios = {**_gpios(board), **faults.gpios}
        for sensor in faults.stuck:
            where = f"{sensor.place} {sensor.kind}"
            self.faults.set(_board_of(board, sensor), "stuck on", where)
        for gpio in faults.grounded:
            self.pins.pin(gpio, pin_class=GroundedPin)

    def seen(self) -> dict[str, tuple[int, int, int]]:
        """Every lamp that is lit, by place, and its colour."""
        wire = self.pixels.wire
        red, green, blue = (self._order.index(colour) for colour in "RGB")
        lit = {}
        for place, pixel in self._places.items():
            light = wire[3 * pixel : 3 * pixel + 3]
            if any(light) and not self._is_dark(pixel):
                lit[place] = light[red], light[green], light[blue]
        return lit

    def press(self, place: str) -> None:
        if place in self._gpios:
            for gpio in self._pins_of(place):
                self.pins.pin(gpio).drive_low()
        else:
            self._feel(Sensor("switch", place), 1)

    def release(self, place: str) -> None:
        if place in self._gpios:
            for gpio in self._pins_of(place):
                self.pins.pin(gpio).drive_high()
        else:
            self._feel(Sensor("switch", place), 0)

    def magnet(self, place: str, is_there: bool) -> None:
        self._feel(Sensor("hall", place), int(is_there))

    def open_servo(self, row: Eliminator) -> Servo:
        return PlantedServo(super().open_servo(row), self, self._faults.is_reversed)

    def unplug(self) -> None:
        """Takes the silent boards off, once they all have their power."""
        for board in self._faults.silent:
            self.faults.set(board, "unplug")

    def _feel(self, sensor: Sensor, level: int) -> None:
        for real in self._faults.sensors.get(sensor, (sensor,)):
            if real.kind == "switch":
                self._boards.press(real.place, level)
            else:
                self._boards.put(real.place, level)

    def _is_dark(self, pixel: int) -> bool:
        end = self._faults.dark_from
        return pixel in self._faults.dark or (end is not None and pixel >= end)

    def _pins_of(self, control: str) -> set[int]:
        gpio = self._gpios[control]
        if gpio is None:
            return set()
        touching = {gpio}
        for pair in self._faults.joined:
            touching |= set(pair) if gpio in pair else set()
        return touching


def _board_of(board: BoardMap, sensor: Sensor) -> str:
    return next(row.name for row in board.boards if sensor in row.sensors)


def _gpios(board: BoardMap) -> dict[str, int]:
    gpios = {button.control: button.gpio for button in board.buttons}
    if board.eliminator:
        gpios |= {"arm": board.eliminator.arm, "fire": board.eliminator.fire}
    return gpios


class GroundedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """No pull-up gets this pin off the ground."""

    def drive_high(self) -> None:
        self.drive_low()


class PlantedServo:
    """Shows what the striker does, which the servo may do the other way round."""

    def __init__(self, servo: Servo, table: PlantedBackend, is_reversed: bool) -> None:
        self._servo = servo
        self._table = table
        self._sign = -1 if is_reversed else 1

    def turn(self, degrees: float) -> None:
        self._servo.turn(degrees)
        self._table.striker.append(self._sign * degrees)

    def release(self) -> None:
        self._servo.release()
        self._table.striker.append(None)

    def close(self) -> None:
        self._servo.close()
        self._table.striker.append(None)
