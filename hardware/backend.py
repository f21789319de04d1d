"""What a backend supplies: pins, pixels, sensor boards and a clock, and no more.

Everything above is the same on a Pi and on a laptop. An asyncio event loop is a
`Clock`; tests use `hardware.backends.sim.clock.VirtualClock`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from controller.basics.errors import BadRequest
from hardware.health import Health
from hardware.readings import Reading
from wiring import boardmap

# What may be asked for; the first is meant where nothing is said.
BACKENDS = ("auto", "pi", "sim")


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

    def health(self) -> tuple[Health, ...]:
        """How each of them is, and how good its line."""


class PinLevel(NamedTuple):
    control: str
    gpio: int
    is_high: bool


class Touch(Protocol):
    """Hands on the table, where the table is drawn on a page."""

    def press(self, control: str) -> None: ...

    def release(self, control: str) -> None: ...

    def put(self, place: str) -> None:
        """A piece with a magnet comes to this place."""

    def take(self, place: str) -> None: ...

    def tag(self, reader: str, uid: str) -> None:
        """A card with this number lies on the reader; an empty one: none does."""

    def pins(self) -> Sequence[PinLevel]:
        """The level of every pin that a button or the key closes, as it is now."""


class Faults(Protocol):
    """What can be made to go wrong on purpose, on a simulated table."""

    @property
    def known(self) -> Mapping[str, tuple[str, ...]]:
        """By part."""

    def fault(self, part: str, fault: str, value: object = None) -> None:
        """Makes it go wrong until it is mended; raises NoSuchFault."""

    def mend(self, part: str) -> None: ...


class Ears(Protocol):
    """What would have been heard, where a speaker is simulated."""

    def levels(self) -> list[int]:
        """How loud the last seconds were, from 0 to 100, twenty times a second."""


class NoSuchControl(BadRequest):
    """The table has no control of that name."""


class NoSuchFault(BadRequest):
    """The simulator knows no such fault, or not with that value."""


class SoundOutput(Protocol):
    """The lowest layer of sound: takes samples from a mixer, in their time."""

    def play(self, add: Callable[[], None]) -> None:
        """Something is heard from now on: `add` gives it to the mixer."""

    def close(self) -> None: ...


# Gives the next 10 ms as samples of 16 bits; None if nothing is to be heard.
NextChunk: TypeAlias = Callable[[], bytes | None]
# Is told what is wrong with a part now, or (None) that it works again.
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
    def boards(self) -> SensorBoards: ...

    @property
    def touch(self) -> Touch | None:
        """Lets a page press and move things; None where only real hands can."""

    @property
    def breakage(self) -> Faults | None:
        """Faults that can be tried on purpose; None on a real table."""

    @property
    def ears(self) -> Ears | None:
        """What the speaker would have played; None on a real table."""

    def open_servo(self, row: boardmap.Eliminator) -> Servo: ...

    def open_speaker(
        self, row: boardmap.Speaker, chunk: NextChunk, report: Report
    ) -> SoundOutput:
        """Never waits or raises: `report` hears of trouble, on the table's thread."""

    def steady_s(self) -> float:
        """A second clock for what moves, one that nobody can set."""

    def close(self) -> None: ...

    def power_off(self) -> str:
        """Switches the machine off, after `close`; says what it did, or why not."""
