"""The interface of a backend: pins, pixels, serial ports and a clock.

Everything above it is the same on a Pi and on a laptop. An asyncio event loop is a
`Clock`; tests use `hardware.backends.sim.clock.VirtualClock`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from controller.basics.errors import BadRequest
from wiring import boardmap

# The names of `--backend`; the first is the default.
BACKENDS = ("auto", "pi", "sim")


class Timer(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    def time(self) -> float: ...

    def call_at(self, when: float, callback: Callable[[], object], /) -> Timer: ...

    def call_soon_threadsafe(
        self, callback: Callable[..., object], /, *args: Any
    ) -> object:
        """Run it on the table's own thread; any thread may call this."""


class Alarm:
    """A timer of which there is one at a time: a new one replaces the last."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._timer: Timer | None = None

    @property
    def is_set(self) -> bool:
        return self._timer is not None

    def after(self, seconds: float, call: Callable[[], object]) -> None:
        self.at(self._clock.time() + seconds, call)

    def at(self, when: float, call: Callable[[], object]) -> None:
        def ring() -> None:
            self._timer = None
            call()

        self.cancel()
        self._timer = self._clock.call_at(when, ring)

    def cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


class PixelSink(Protocol):
    def show(self, wire: bytes) -> None:
        """Send these bytes, three for each pixel, in the strip's own colour order."""


class Servo(Protocol):
    def turn(self, degrees: float) -> None:
        """Drive to this angle at once; the caller keeps within the envelope."""

    def release(self) -> None:
        """Stop the pulses; may be called at any time and more than once."""

    def close(self) -> None: ...


class Power(Protocol):
    def is_low(self) -> bool:
        """Tell whether the supply is too weak at this moment."""


# The serial number of each plug with the name of its port; two may have one number.
Plugs: TypeAlias = Sequence[tuple[str, str]]


# Called with what comes in, and once the port is gone, with a sentence why.
OnData: TypeAlias = Callable[[bytes], None]
OnLost: TypeAlias = Callable[[str], None]


class LineLost(Exception):
    """The port cannot be opened, or is gone; the sentence says why."""


class Line(Protocol):
    def send(self, data: bytes) -> None:
        """Send what the port takes at once and drop the rest; raise LineLost."""

    def close(self) -> None: ...


class Ports(Protocol):
    def find(self) -> Plugs:
        """Return each connected plug that has a serial number."""

    def open(self, name: str, on_data: OnData, on_lost: OnLost) -> Line:
        """Open a port or raise LineLost.

        `on_lost` is called at most once, and never within `send`.
        """


class PinLevel(NamedTuple):
    control: str
    gpio: int
    is_high: bool


class Touch(Protocol):
    """Hands on a table that is drawn on a page."""

    def press(self, control: str) -> None: ...

    def release(self, control: str) -> None: ...

    def put(self, place: str) -> None:
        """Put a piece with a magnet on this place."""

    def take(self, place: str) -> None: ...

    def tag(self, reader: str, uid: str) -> None:
        """Put the card with this number on the reader; without a number, remove it."""

    def pins(self) -> Sequence[PinLevel]:
        """Return the current level of every pin that a button or the key closes."""


class Faults(Protocol):
    """Faults that can be caused on purpose on a simulated table."""

    @property
    def known(self) -> Mapping[str, tuple[str, ...]]:
        """The faults of each part."""

    def fault(self, part: str, fault: str, value: object = None) -> None:
        """Cause a fault that lasts until `repair`; raise NoSuchFault."""

    def repair(self, part: str) -> None: ...


class Ears(Protocol):
    """What a simulated speaker would have played."""

    def levels(self) -> list[int]:
        """Return the loudness of the last seconds, 0 to 100, in steps of 50 ms."""


class NoSuchControl(BadRequest):
    """The table has no control of that name."""


class NoSuchFault(BadRequest):
    """The simulator knows no such fault, or not with that value."""


class SoundOutput(Protocol):
    """The lowest layer of sound, which takes samples from a mixer as time passes."""

    def play(self, add: Callable[[], None]) -> None:
        """Start to play: `add` gives the sound to the mixer."""

    def close(self) -> None: ...


# Returns the next 10 ms as samples of 16 bits, or None for silence.
NextChunk: TypeAlias = Callable[[], bytes | None]
# Called with what is wrong with a part, or with None once it works again.
Report: TypeAlias = Callable[[str | None], object]


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
    def ports(self) -> Ports:
        """Where the sensor boards are plugged in."""

    def nonce(self) -> int:
        """Return a number that differs from one start of the program to the next."""

    @property
    def touch(self) -> Touch | None:
        """Hands for a page to use; None where only real hands can move things."""

    @property
    def breakage(self) -> Faults | None:
        """Faults that can be caused on purpose; None on a real table."""

    @property
    def ears(self) -> Ears | None:
        """What the speaker would have played; None on a real table."""

    def open_servo(self, row: boardmap.Eliminator) -> Servo: ...

    def open_speaker(
        self, row: boardmap.Speaker, chunk: NextChunk, report: Report
    ) -> SoundOutput:
        """Open the speaker without waiting or raising.

        `report` hears of trouble, on the table's thread.
        """

    def steady_s(self) -> float:
        """Return the time of a monotonic clock, for moving parts."""

    def close(self) -> None: ...

    def power_off(self) -> str:
        """Switch the machine off after `close`; return a sentence about the outcome."""
