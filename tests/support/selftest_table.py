"""A table with planted faults, and a builder who walks through `undertow selftest`.

The builder reads the questions, sees lamps and touches places, and knows neither pixels
nor pins nor bits.
"""

import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from gpiozero.pins.mock import MockPWMPin

from controller.tools.selftest.bench import Bench
from controller.tools.selftest.command import walk_all
from controller.tools.selftest.report import Result
from hardware.backend import Clock, Servo
from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.clock import VirtualClock
from hardware.backends.sim.memory import MemoryPixels
from hardware.parts.registry import Parts
from hardware.rig import Rig
from wiring import boardmap
from wiring.boardmap import BoardMap, Eliminator, Sensor

NOTHING: Mapping[Any, Any] = MappingProxyType({})


class Faults(NamedTuple):
    """The faults of a table."""

    pixels: Mapping[str, int] = NOTHING  # the pixel that a place really has
    order: str | None = None  # in which the strip really takes its colours
    dark: Collection[int] = ()  # pixels that stay dark
    dark_from: int | None = None  # where the data line breaks
    gpios: Mapping[str, int | None] = NOTHING  # a control's real pin; None: no wire
    joined: Collection[tuple[int, int]] = ()  # pins whose wires touch
    grounded: Collection[int] = ()  # pins that are on ground all the time
    # The sensors that react instead of this one: none, another one, several.
    sensors: Mapping[Sensor, Collection[Sensor]] = NOTHING
    stuck: Collection[Sensor] = ()  # on all the time
    silent: Collection[str] = ()  # sensor boards that are not there
    is_reversed: bool = False  # the servo


class PlantedBackend(SimBackend):
    def __init__(
        self, board: BoardMap, clock: Clock, parts: Parts, faults: Faults
    ) -> None:
        """`board` is the table as designed; `faults` is how it was built."""
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
        """Return the place and the colour of every lit lamp."""
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
        """Unplug the silent boards, once all boards have their power."""
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
    """A pin that no pull-up gets off the ground."""

    def drive_high(self) -> None:
        self.drive_low()


class PlantedServo:
    """A servo that records the striker's angles, maybe reversed."""

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


# The table as designed.
MEANT = boardmap.load()
NO_FAULTS = Faults()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A copy of the largest board map, to be written to."""
    path = tmp_path / "board.toml"
    path.write_bytes(boardmap.DEFAULT.read_bytes())
    return path


class Builder:
    def __init__(
        self,
        path: Path,
        faults: Faults = NO_FAULTS,
        *,
        full: bool = False,
        writes: bool = True,
        at_table: bool = True,
        angles: tuple[float, float] = (-30.0, 35.0),
    ) -> None:
        """`angles` are the true angles of rest and strike; up is positive."""
        self.path = path
        self.full = full
        self.writes = writes
        self.at_table = at_table
        self.angles = angles
        self.said: list[str] = []
        self.done: list[Exception | None] = []
        self.clock = VirtualClock()
        parts = Parts()
        self.table = PlantedBackend(MEANT, self.clock, parts, faults)
        self.rig = Rig(boardmap.load(path), self.table, parts)
        self.bench = Bench(self.rig, self.said.append)
        self.bench.on_done = self.done.append
        self.has_key = True
        self.is_started = False
        self.acts: Mapping[str, Callable[..., None]] = ACTS

    def walk(self, part: str | None = None) -> list[Result]:
        """Go through the walk to its end and return the results."""
        results: list[Result] = []
        self.start()
        self.bench.start(walk_all(self.bench, part, results))
        self.let(1.0)
        while not self.done:
            assert len(self.said) < 2000, "the builder is led in circles"
            before = len(self.said)
            self.act(self.said[-1])
            # Nothing has happened yet, so the builder waits for the next question.
            for _ in range(300):
                if len(self.said) > before or self.done:
                    break
                self.let(0.5)
            assert len(self.said) > before or self.done, self.said[-1]
        self.rig.close()
        if self.done[0]:
            raise self.done[0]
        return results

    def start(self) -> None:
        """Power the table, and wait until its sensor boards are heard."""
        if not self.is_started:
            self.is_started = True
            self.rig.listen(self.bench.reading)
            self.let(1.0)
            self.table.unplug()
            # The driver looks for a lost board every few seconds.
            self.let(3.0)

    def act(self, request: str) -> None:
        for pattern, act in self.acts.items():
            match = re.match(f"(?:Again: )?{pattern}", request)
            if match:
                act(self, *match.groups())
                return
        raise AssertionError(f"the builder does not understand: {request}")

    def let(self, seconds: float) -> None:
        self.clock.run_calls()
        self.clock.tick(seconds)

    def touch(self, place: str) -> None:
        self.table.press(place)
        self.let(0.1)
        self.table.release(place)
        self.let(0.1)

    def answer(self, name: str) -> None:
        if self.at_table:
            self.touch(name)
        else:
            self.bench.key(name)

    def seen(self) -> dict[str, tuple[int, int, int]]:
        return self.table.seen()


def found(results: list[Result]) -> list[str]:
    return [finding.says for result in results for finding in result.findings]


def is_well(path: Path, faults: Faults, part: str | None = None) -> bool:
    """Walk through the same table again with the present board map."""
    results = Builder(path, faults).walk(part)
    return all(result.is_well and not result.findings for result in results)


def _press(builder: Builder, who: str) -> None:
    builder.touch(who.replace("seat ", "seat:"))


def _turn_key(builder: Builder) -> None:
    builder.touch("arm")


def _hold_magnet(builder: Builder, place: str) -> None:
    builder.table.magnet(place, True)
    builder.let(0.2)
    builder.table.magnet(place, False)


def _touch_light(builder: Builder) -> None:
    (lit,) = builder.seen()
    if lit.startswith("depth:"):
        builder.bench.key("next")
    else:
        builder.touch(lit)


def _every_lamp(builder: Builder, count: str) -> None:
    builder.answer("ok" if len(builder.seen()) == int(count) else "undo")


def _colour(builder: Builder, colour: str) -> None:
    shown = {tuple(map(bool, light)) for light in builder.seen().values()}
    wanted = tuple(name == colour for name in ("RED", "GREEN", "BLUE"))
    builder.answer("ok" if shown == {wanted} else "next")


def _row(builder: Builder, field: str, row: str) -> None:
    name = f"depth:{row}:" if field == "lane" else f"tile:{row},"
    seen = {
        int(place.removeprefix(name)): bool(red)
        for place, (red, _, _) in builder.seen().items()
        if place.startswith(name)
    }
    is_sorted = [seen[at] for at in sorted(seen)] == sorted(seen.values())[::-1]
    is_right = len(seen) == len(builder.seen()) and is_sorted
    builder.answer("ok" if is_right else "next")


def _write(builder: Builder) -> None:
    builder.answer("ok" if builder.writes else "undo")


def _empty(builder: Builder) -> None:
    builder.answer("ok")


def _walk_on(builder: Builder) -> None:
    builder.answer("next" if builder.full else "ok")


def _hold_fire(builder: Builder) -> None:
    if builder.has_key:
        builder.table.press("arm")
        builder.table.press("fire")
        builder.let(0.1)


def _went(builder: Builder) -> None:
    angles = [angle for angle in builder.table.striker if angle is not None]
    rest, *moved = angles
    highest, lowest = max(moved, default=rest), min(moved, default=rest)
    if highest == lowest:
        builder.answer("next")
    else:
        builder.answer("ok" if highest > rest else "undo")


def _angle(builder: Builder, where: str) -> None:
    *_, at = [angle for angle in builder.table.striker if angle is not None]
    wanted = builder.angles[where == "just past the edge"]
    if abs(wanted - at) < 2:
        builder.answer("ok")
    else:
        builder.answer("next" if at < wanted else "undo")


ACTS: dict[str, Callable[..., None]] = {
    r"Press (.+)'s button\.": _press,
    r"Turn the key to arm, and back\.": _turn_key,
    r"Touch (tile:\d+,\d+) ": lambda builder, place: builder.touch(place),
    r"Hold a magnet to (\S+) ": _hold_magnet,
    r"Touch where the light is": _touch_light,
    r"Is every one of the (\d+) lamps lit": _every_lamp,
    r"Are the lamps (\w+)": _colour,
    r"Is (lane|row of tiles) (\d+) lit": _row,
    r"Change the board map to match": _write,
    r".*take everything off the table": _empty,
    r"Hall sensors, with a magnet": _walk_on,
    r"Turn the key to arm and hold fire": _hold_fire,
    r"Did the arm go down": _went,
    r"Is the arm (.+)\?": _angle,
}
