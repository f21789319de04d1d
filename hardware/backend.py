"""What a backend supplies: pins, pixels, sensor boards and a clock, and no more.

Everything above is the same on a Pi and on a laptop. An asyncio event loop is a
`Clock`; tests use `hardware.sim.clock.VirtualClock`.
"""

from collections.abc import Callable
from typing import Any, Protocol

from hardware.readings import Reading


class Timer(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    def time(self) -> float: ...

    def call_at(self, when: float, callback: Callable[[], object], /) -> Timer: ...

    def call_soon_threadsafe(
        self, callback: Callable[..., object], /, *args: Any
    ) -> object:
        """Runs it on the table's own thread, from any thread."""


class PixelSink(Protocol):
    def show(self, wire: bytes) -> None:
        """Sends these bytes, three a pixel in the strip's own colour order."""


class Servo(Protocol):
    def turn(self, degrees: float) -> None:
        """Drives to this angle at once; who calls it keeps to the envelope."""

    def release(self) -> None:
        """Sends no more pulses; may be called at any time, again and again."""

    def close(self) -> None: ...


class Power(Protocol):
    def is_low(self) -> bool:
        """The supply is too weak at this moment."""


class SensorBoards(Protocol):
    def listen(self, post: Callable[[Reading], None]) -> None:
        """From now on each reading goes to `post`, on the table's own thread."""


class Touch(Protocol):
    """Hands on the table, where the table is drawn on a page."""

    def press(self, control: str) -> None: ...

    def release(self, control: str) -> None: ...


class NoSuchControl(ValueError):
    """The table has no control of that name."""


class Backend(Protocol):
    @property
    def clock(self) -> Clock: ...

    @property
    def pins(self) -> Any:
        """gpiozero's pin factory, which has no types."""

    @property
    def pixels(self) -> PixelSink: ...

    @property
    def power(self) -> Power: ...

    @property
    def boards(self) -> SensorBoards: ...

    @property
    def touch(self) -> Touch | None:
        """None where only real hands can reach the controls."""

    def close(self) -> None: ...
