"""From an edge of a pin to the table's thread: our buttons beside gpiozero's own."""

import asyncio
from time import perf_counter
from typing import Any

from gpiozero import Button
from gpiozero.pins.mock import MockFactory

from controller.tools.bench.figures import Figure, median
from controller.tools.bench.press import Finger
from hardware.parts.buttons import Buttons
from hardware.parts.registry import Parts
from wiring import boardmap

OURS, THEIRS = 4, 17
# Eight presses a second on each, as a hand might: more would be taken for a loose wire.
REST_S = 0.06
BOUNCE_S = 0.01


def measure(*, quick: bool) -> list[Figure]:
    return asyncio.run(_measure(5 if quick else 150))


async def _measure(repeats: int) -> list[Figure]:
    loop = asyncio.get_running_loop()
    pins = MockFactory()
    ours, theirs = _Arrivals(), _Arrivals()
    row = boardmap.Button("ok", OURS, None)
    buttons = Buttons([row], BOUNCE_S, pins, loop, ours.note, Parts())
    other = Button(THEIRS, pin_factory=pins)
    other.when_pressed = lambda: loop.call_soon_threadsafe(theirs.note)
    try:
        with Finger() as finger:
            # In turns, so that a busy machine slows both alike.
            for _ in range(repeats):
                await ours.await_press(pins.pin(OURS), finger)
                await theirs.await_press(pins.pin(THEIRS), finger)
    finally:
        buttons.close()
        other.close()
        pins.close()
    return [_figure(median(ours.taken_s), median(theirs.taken_s))]


class _Arrivals:
    """How long after its edge each press was on the loop."""

    def __init__(self) -> None:
        self.taken_s: list[float] = []
        self._at_s = 0.0
        self._arrived = asyncio.Event()

    def note(self, _reading: object = None) -> None:
        self._at_s = perf_counter()
        self._arrived.set()

    async def await_press(self, pin: Any, finger: Finger) -> None:
        await asyncio.sleep(REST_S)
        self._arrived.clear()
        finger.do(pin.drive_low)
        await self._arrived.wait()
        self.taken_s.append(self._at_s - finger.began_at)
        finger.do(pin.drive_high)


def _figure(ours_s: float, theirs_s: float) -> Figure:
    return Figure(
        "pin edge to table, p50",
        ours_s * 1000,
        "ms",
        "gpiozero's Button.when_pressed",
        theirs_s * 1000,
        ours_s / theirs_s,
        at_most=1.5,
    )
