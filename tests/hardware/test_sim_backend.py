"""The simulated backend: what every backend gives, and hands that come from a page."""

from collections.abc import Iterator
from threading import Thread

import pytest

from hardware.backend import Backend, NoSuchControl
from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.clock import VirtualClock
from hardware.backends.sim.memory import MemoryPixels
from hardware.parts.buttons import Buttons
from hardware.parts.registry import DriverContext, Parts
from hardware.readings import Pressed, Reading, Released
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
        self.backend.boards.listen(self.read.append)
        context = DriverContext(
            self.backend.pins, self.clock, self.read.append, Parts(), bounce_s=0.025
        )
        self.buttons = Buttons(BOARD.buttons, context)
        self.clock.tick(1)
        self.read.clear()  # each board has said that it is there


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
    assert touched.read == []
    touched.clock.tick(1)
    assert touched.read == [Pressed(tile), Released(tile)]


@pytest.mark.parametrize("control", ["seat:6", "tile:5,0", "depth:0:0", "", "x" * 99])
def test_a_control_that_the_table_lacks_is_refused_by_name(
    touched: Touched, control: str
) -> None:
    for touch in (touched.backend.touch.press, touched.backend.touch.release):
        with pytest.raises(NoSuchControl, match=f"'{control[:40]}'.* seat:0, "):
            touch(control)
    touched.clock.tick(1)
    assert touched.read == []


def test_a_tile_that_nobody_listens_to_yet_is_no_error() -> None:
    backend = SimBackend(BOARD, VirtualClock(), Parts())
    backend.touch.press("tile:0,0")
    backend.close()


# The clock that tests tick: time passes only when told to.


def test_timers_run_in_order_of_time_and_then_of_asking() -> None:
    clock = VirtualClock()
    ran: list[str] = []
    clock.call_at(2, lambda: ran.append("late"))
    clock.call_at(1, lambda: ran.append("early"))
    clock.call_at(1, lambda: ran.append("early too"))
    clock.tick(3)
    assert ran == ["early", "early too", "late"]


def test_a_timer_sees_the_time_it_was_set_for() -> None:
    clock = VirtualClock()
    seen: list[float] = []
    clock.call_at(0.25, lambda: seen.append(clock.time()))
    clock.tick(1)
    assert seen == [0.25]
    assert clock.time() == 1


def test_a_timer_set_in_the_past_runs_now_and_time_does_not_go_back() -> None:
    clock = VirtualClock()
    clock.tick(5)
    seen: list[float] = []
    clock.call_at(1, lambda: seen.append(clock.time()))
    clock.tick(0)
    assert seen == [5]


def test_a_cancelled_timer_does_not_run() -> None:
    clock = VirtualClock()
    ran: list[str] = []
    clock.call_at(1, lambda: ran.append("due")).cancel()
    clock.tick(2)
    assert ran == []


def test_a_call_from_another_thread_runs_on_the_thread_that_ticks() -> None:
    clock = VirtualClock()
    ran: list[tuple[str, int]] = []
    asking = Thread(
        target=clock.call_soon_threadsafe, args=(lambda *a: ran.append(a), "edge", 4)
    )
    asking.start()
    asking.join()
    assert ran == []
    assert clock.run_calls() is True
    assert ran == [("edge", 4)]
    assert clock.run_calls() is False


def test_a_call_that_another_thread_will_make_can_be_waited_for() -> None:
    clock = VirtualClock()
    ran: list[str] = []
    asking = Thread(target=clock.call_soon_threadsafe, args=(ran.append, "done"))
    asking.start()
    assert clock.run_calls(wait_s=20) is True
    asking.join()
    assert ran == ["done"]
