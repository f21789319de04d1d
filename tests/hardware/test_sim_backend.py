"""The simulated backend: the backend contract, and hands from a page."""

from collections.abc import Iterator

import pytest

from hardware.backend import Backend, NoSuchControl
from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.clock import VirtualClock
from hardware.backends.sim.memory import MemoryPixels
from hardware.parts.registry import Parts
from hardware.readings import Pressed, Reading, Released
from hardware.rig import Rig
from tests.support.backend_contract import BOARD, BackendContract

CONTROLS = [button.control for button in BOARD.buttons]


class RecordingPixels(MemoryPixels):
    def __init__(self) -> None:
        super().__init__()
        self.wires: list[bytes] = []

    def show(self, wire: bytes) -> None:
        super().show(wire)
        self.wires.append(wire)


class TestSimulatedBackend(BackendContract):
    strip_says = "simulated, 159 pixels in memory"
    buttons_say = "simulated, 10 mock pins"

    def a_backend(self, clock: VirtualClock, parts: Parts) -> Backend:
        return SimBackend(BOARD, clock, parts, RecordingPixels())

    def drive(self, backend: Backend, gpio: int, level: int) -> None:
        pin = backend.pins.pin(gpio)
        (pin.drive_high if level else pin.drive_low)()

    def frames(self, backend: Backend) -> list[bytes]:
        assert isinstance(backend.pixels, RecordingPixels)
        return backend.pixels.wires

    def weaken(self, backend: Backend, low: bool) -> None:
        assert isinstance(backend, SimBackend)
        backend.power.low = low


class Touched:
    """A simulated backend with a list of its readings."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.backend = SimBackend(BOARD, self.clock, Parts())
        self.read: list[Reading] = []
        self.rig = Rig(BOARD, self.backend, Parts())
        self.rig.listen(self.read.append)
        self.clock.tick(1)
        self.read.clear()  # each board has said that it is there


@pytest.fixture
def touched() -> Iterator[Touched]:
    touched = Touched()
    yield touched
    touched.rig.close()


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


@pytest.mark.parametrize("control", ["seat:6", "tile:5,0", "depth:0:0", "", "x" * 99])
def test_a_control_that_the_table_lacks_is_refused_by_name(
    touched: Touched, control: str
) -> None:
    for touch in (touched.backend.touch.press, touched.backend.touch.release):
        with pytest.raises(NoSuchControl, match=f"'{control[:40]}'.* seat:0, "):
            touch(control)
    touched.clock.tick(1)
    assert touched.read == []
