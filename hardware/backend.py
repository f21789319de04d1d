"""The interface of a backend: pins, pixels, serial ports and a clock.

Everything above it is the same on a Pi and on a laptop. An asyncio event loop serves as
the `Clock`; tests use `hardware.backends.sim.clock.VirtualClock`.
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
        """Run the callback on the table's own thread; any thread may call this."""


class Alarm:
    """A timer for one pending call: setting it again replaces the last call."""

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
        """Drive to this angle at once; the caller stays within the envelope."""

    def release(self) -> None:
        """Stop the pulses; may be called at any time and more than once."""

    def close(self) -> None: ...


class Power(Protocol):
    def is_low(self) -> bool:
        """Tell whether the supply is too weak now."""


# Pairs of a plug's serial number and its port's name; two plugs may share a number.
Plugs: TypeAlias = Sequence[tuple[str, str]]


# Called with incoming bytes, and with a sentence that explains why the port is lost.
OnData: TypeAlias = Callable[[bytes], None]
OnLost: TypeAlias = Callable[[str], None]


class LineLost(Exception):
    """The port cannot be opened or has gone; the message says why."""


class Line(Protocol):
    def send(self, data: bytes) -> None:
        """Send what the port accepts at once and drop the rest; raise LineLost."""

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
    """Simulated hands that press, put and turn things on the table's page."""

    def press(self, control: str) -> None: ...

    def release(self, control: str) -> None: ...

    def put(self, place: str) -> None:
        """Put a piece with a magnet on this place, or lift it."""

    def take(self, place: str) -> None: ...

    def tag(self, reader: str, uid: str) -> None:
        """Put the card with this number on the reader, or remove it (no number)."""

    def pins(self) -> Sequence[PinLevel]:
        """Return the current level of every pin with a button or the key switch."""


class Faults(Protocol):
    """Faults that a user can cause on a simulated table."""

    @property
    def known(self) -> Mapping[str, tuple[str, ...]]:
        """The faults that each part can have."""

    def fault(self, part: str, fault: str, value: object = None) -> None:
        """Cause a fault that lasts until `repair`; raise NoSuchFault."""

    def repair(self, part: str) -> None: ...


class SpeakerMonitor(Protocol):
    """The recent output of a simulated speaker."""

    def levels(self) -> list[int]:
        """Return the loudness of the last seconds, 0 to 100, in steps of 50 ms."""


class NoSuchControl(BadRequest):
    """The table has no control of that name."""


class NoSuchFault(BadRequest):
    """The simulator does not know this fault, or not with this value."""


class SoundOutput(Protocol):
    """The lowest layer of sound, which pulls samples from a mixer as time passes."""

    def play(self, add: Callable[[], None]) -> None:
        """Start playback; `add` gives the sound to the mixer."""

    def close(self) -> None: ...


# Returns the next 10 ms as samples of 16 bits, or None for silence.
NextChunk: TypeAlias = Callable[[], bytes | None]
# Called with a sentence about a part's fault, or with None once the part works again.
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
        """The serial ports of the sensor boards."""

    def nonce(self) -> int:
        """Return a number that differs from one start of the program to the next."""

    @property
    def touch(self) -> Touch | None:
        """Simulated hands for a page; None on a real table."""

    @property
    def breakage(self) -> Faults | None:
        """Faults that a page can cause; None on a real table."""

    @property
    def speaker_monitor(self) -> SpeakerMonitor | None:
        """The simulated speaker's output; None on a real table."""

    def open_servo(self, row: boardmap.Eliminator) -> Servo: ...

    def open_speaker(
        self, row: boardmap.Speaker, chunk: NextChunk, report: Report
    ) -> SoundOutput:
        """Open the speaker without blocking or raising.

        `report` is called with any trouble, on the table's thread.
        """

    def steady_s(self) -> float:
        """Return the time of the monotonic clock that moving parts use."""

    def close(self) -> None: ...

    def power_off(self) -> str:
        """Switch off the machine after `close`; return a sentence about the outcome."""
