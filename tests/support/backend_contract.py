"""Tests that every backend must pass.

A backend's tests inherit this class, and define how to make the backend and how to
touch its wires from outside.
"""

from collections.abc import Iterator

import pytest
from gpiozero import DigitalOutputDevice, InputDevice

from hardware.backend import Backend
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.buttons import Buttons
from hardware.parts.registry import DriverContext, Parts
from hardware.parts.strip import Strip
from hardware.readings import Pressed, Reading, Released
from hardware.rig import Rig
from wiring import boardmap
from wiring.boardmap import BoardMap

# Without the speaker, because tests must not depend on a sound card.
BOARD = boardmap.load()._replace(speaker=None)
BOUNCE_S = 0.025


class BackendContract:
    board: BoardMap = BOARD
    # How the strip and the buttons are driven, in the list of parts.
    strip_says: str
    buttons_say: str

    def a_backend(self, clock: VirtualClock, parts: Parts) -> Backend:
        raise NotImplementedError

    def drive(self, backend: Backend, gpio: int, level: int) -> None:
        """Pull the wire of a pin to this level."""
        raise NotImplementedError

    def frames(self, backend: Backend) -> list[bytes]:
        """Return what has arrived at the strip, oldest first."""
        raise NotImplementedError

    def weaken(self, backend: Backend, low: bool) -> None:
        """Let the supply sag or recover."""
        raise NotImplementedError

    @pytest.fixture
    def clock(self) -> VirtualClock:
        return VirtualClock()

    @pytest.fixture
    def parts(self) -> Parts:
        return Parts()

    @pytest.fixture
    def backend(self, clock: VirtualClock, parts: Parts) -> Iterator[Backend]:
        backend = self.a_backend(clock, parts)
        yield backend
        backend.close()

    def test_the_steady_clock_never_goes_back(self, backend: Backend) -> None:
        seen = [backend.steady_s() for _ in range(100)]
        assert seen == sorted(seen)

    def test_each_part_says_how_it_is_driven(
        self, backend: Backend, parts: Parts
    ) -> None:
        says = {part.name: part.says for part in parts.all()}
        assert says["strip"] == self.strip_says
        assert says["buttons"] == self.buttons_say
        assert says["eliminator"]

    def test_every_button_goes_through_its_pin_and_the_real_driver(
        self, backend: Backend, clock: VirtualClock, parts: Parts
    ) -> None:
        read: list[Reading] = []
        context = DriverContext(backend.pins, clock, read.append, parts, BOUNCE_S)
        buttons = Buttons(self.board.buttons, context)
        for button in self.board.buttons:
            self.drive(backend, button.gpio, 0)
            assert read == [], "readings come on the table's own thread only"
            clock.tick(1)
            assert read == [Pressed(button.control)]
            self.drive(backend, button.gpio, 1)
            clock.tick(1)
            assert read == [Pressed(button.control), Released(button.control)]
            read.clear()
        buttons.close()
        self.drive(backend, self.board.buttons[0].gpio, 0)
        clock.tick(1)
        assert read == []

    def test_the_pins_of_the_eliminator_can_be_driven_and_read(
        self, backend: Backend
    ) -> None:
        row = self.board.eliminator
        assert row
        with DigitalOutputDevice(row.servo, pin_factory=backend.pins) as servo:
            assert servo.value == 0
            servo.on()
            assert servo.value == 1
        for gpio in (row.arm, row.fire):
            with InputDevice(gpio, pull_up=True, pin_factory=backend.pins) as device:
                assert not device.is_active

    def test_what_the_strip_sends_arrives_byte_by_byte(self, backend: Backend) -> None:
        strip = Strip(self.board.strip, backend.pixels)
        colours = bytes(value % 256 for value in range(3 * self.board.strip.pixels))
        for frame in (colours, colours[::-1], bytes(len(colours)), colours):
            assert strip.show(frame)
            assert self.frames(backend)[-1] == strip.wire
        assert len(self.frames(backend)) == 4

    def test_a_weak_supply_is_seen_and_so_is_its_recovery(
        self, backend: Backend
    ) -> None:
        assert not backend.power.is_low()
        self.weaken(backend, True)
        assert backend.power.is_low()
        self.weaken(backend, False)
        assert not backend.power.is_low()

    def test_the_pins_can_be_had_again_once_it_is_closed(
        self, backend: Backend, clock: VirtualClock
    ) -> None:
        gpio = self.board.buttons[0].gpio
        InputDevice(gpio, pull_up=True, pin_factory=backend.pins).close()
        backend.close()
        again = self.a_backend(clock, Parts())
        with InputDevice(gpio, pull_up=True, pin_factory=again.pins) as device:
            assert not device.is_active
        again.close()

    def test_a_whole_rig_works_on_it(
        self, backend: Backend, clock: VirtualClock, parts: Parts
    ) -> None:
        # The servos' own tests check servos with a guardian.
        board = self.board._replace(eliminator=None)
        rig = Rig(board, backend, parts)
        read: list[Reading] = []
        rig.listen(read.append)
        rig.strip.show(b"\x80" * 3 * board.strip.pixels)
        self.drive(backend, board.buttons[-1].gpio, 0)
        clock.tick(1)
        assert self.frames(backend)[0] == rig.strip.wire
        pressed = [reading for reading in read if isinstance(reading, Pressed)]
        assert pressed == [Pressed(board.buttons[-1].control)]
        wrong = [p for p in parts.all() if p.trouble and "board" not in p.name]
        assert wrong == []
        rig.close()
