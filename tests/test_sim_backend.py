"""What every backend gives, and what the simulated one gives besides.

The contract is a class of tests; another backend inherits it and says in `a_backend`
how one of it is made.
"""

from collections.abc import Iterator

import pytest
from gpiozero import DigitalInputDevice, DigitalOutputDevice

from hardware.backend import Backend, NoSuchControl
from hardware.buttons import Buttons
from hardware.parts import Parts
from hardware.readings import Pressed, Reading, Released
from hardware.sim.backend import SimBackend
from hardware.sim.clock import VirtualClock
from hardware.sim.pixels import MemoryPixels
from hardware.strip import Strip
from wiring import boardmap

BOARD = boardmap.load()
CONTROLS = [button.control for button in BOARD.buttons]


class BackendContract:
    """Holds on a laptop and on a Pi alike."""

    def a_backend(self) -> Backend:
        raise NotImplementedError

    @pytest.fixture
    def backend(self) -> Iterator[Backend]:
        backend = self.a_backend()
        yield backend
        backend.close()

    def test_the_clock_never_goes_back_and_a_timer_can_be_cancelled(
        self, backend: Backend
    ) -> None:
        now = backend.clock.time()
        backend.clock.call_at(now + 60, lambda: None).cancel()
        assert backend.clock.time() >= now

    def test_every_button_of_the_board_map_reads_as_not_pressed(
        self, backend: Backend
    ) -> None:
        for button in BOARD.buttons:
            with DigitalInputDevice(
                button.gpio, pull_up=True, pin_factory=backend.pins
            ) as device:
                assert not device.is_active, button.control

    def test_the_pins_of_the_eliminator_can_be_driven_and_read(
        self, backend: Backend
    ) -> None:
        assert BOARD.eliminator
        with DigitalOutputDevice(
            BOARD.eliminator.servo, pin_factory=backend.pins
        ) as servo:
            assert servo.value == 0
        for gpio in (BOARD.eliminator.arm, BOARD.eliminator.fire):
            with DigitalInputDevice(
                gpio, pull_up=True, pin_factory=backend.pins
            ) as device:
                assert not device.is_active

    def test_a_whole_frame_can_be_shown_again_and_again(self, backend: Backend) -> None:
        strip = Strip(BOARD.strip, backend.pixels)
        assert strip.show(bytes(3 * BOARD.strip.pixels))
        assert strip.show(b"\x01" * 3 * BOARD.strip.pixels)

    def test_the_boards_can_be_listened_to(self, backend: Backend) -> None:
        read: list[Reading] = []
        backend.boards.listen(read.append)
        assert read == []

    def test_the_pins_can_be_had_again_once_it_is_closed(
        self, backend: Backend
    ) -> None:
        gpio = BOARD.buttons[0].gpio
        DigitalInputDevice(gpio, pull_up=True, pin_factory=backend.pins).close()
        backend.close()
        again = self.a_backend()
        with DigitalInputDevice(gpio, pull_up=True, pin_factory=again.pins) as device:
            assert not device.is_active
        again.close()


class TestSimulatedBackend(BackendContract):
    def a_backend(self) -> Backend:
        return SimBackend(BOARD, VirtualClock(), Parts())


class Touched:
    """A simulated backend whose buttons and boards are read."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.backend = SimBackend(BOARD, self.clock, Parts())
        self.read: list[Reading] = []
        self.backend.boards.listen(self.read.append)
        self.buttons = Buttons(
            BOARD.buttons, 0.025, self.backend.pins, self.clock, self.read.append
        )


@pytest.fixture
def touched() -> Iterator[Touched]:
    touched = Touched()
    yield touched
    touched.buttons.close()
    touched.backend.close()


@pytest.mark.parametrize("control", CONTROLS)
def test_a_finger_on_a_button_goes_through_its_pin_and_the_real_driver(
    touched: Touched, control: str
) -> None:
    touched.backend.touch.press(control)
    assert touched.read == []
    touched.clock.tick(1)
    assert touched.read == [Pressed(control)]
    touched.backend.touch.release(control)
    touched.clock.tick(1)
    assert touched.read == [Pressed(control), Released(control)]


@pytest.mark.parametrize("tile", ["tile:0,0", "tile:1,3", "tile:4,4"])
def test_a_finger_on_a_tile_is_seen_by_the_grid_board(
    touched: Touched, tile: str
) -> None:
    touched.backend.touch.press(tile)
    touched.backend.touch.release(tile)
    assert touched.read == [Pressed(tile), Released(tile)]


@pytest.mark.parametrize(
    ("control", "said"),
    [
        ("seat:6", "'seat:6'"),
        ("tile:5,0", "'tile:5,0'"),
        ("depth:0:0", "'depth:0:0'"),
        ("", "''"),
        ("x" * 99, f"'{'x' * 40}'"),
    ],
)
def test_a_control_that_the_table_lacks_is_refused_by_name(
    touched: Touched, control: str, said: str
) -> None:
    sentence = (
        f"there is no control {said}; the table has seat:0, seat:1, seat:2, seat:3, "
        "seat:4, seat:5, next, ok, undo, why, tile:ROW,COLUMN"
    )
    for touch in (touched.backend.touch.press, touched.backend.touch.release):
        with pytest.raises(NoSuchControl) as refused:
            touch(control)
        assert str(refused.value) == sentence
    touched.clock.tick(1)
    assert touched.read == []


def test_a_tile_that_nobody_listens_to_yet_is_no_error() -> None:
    backend = SimBackend(BOARD, VirtualClock(), Parts())
    backend.touch.press("tile:0,0")
    backend.close()


def test_the_strip_that_was_lit_first_is_the_strip_of_the_table() -> None:
    lit = MemoryPixels()
    lit.show(b"waking")
    backend = SimBackend(BOARD, VirtualClock(), Parts(), lit)
    assert backend.pixels is lit
    backend.pixels.show(b"playing")
    assert (lit.wire, lit.sent) == (b"playing", 2)
    backend.close()
