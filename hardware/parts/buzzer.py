"""A buzzer, for a table without a speaker: it beeps with each of the table's sounds.

Use an active buzzer, which beeps while its pin is high; a passive one only clicks. A
resistor to ground keeps it silent while nothing drives the pin.
"""

from typing import Annotated, NamedTuple

from gpiozero import DigitalOutputDevice

from controller.basics.sheet import Bounds, whole
from hardware.backend import Alarm
from hardware.parts.registry import DriverContext

# The Pi pulls all other pins high until a program drives them.
_LOW_AT_START = Bounds(
    "a GPIO number from 9 to 27, which is low while the Pi starts", whole(9, 27).fits
)


class Row(NamedTuple):
    gpio: Annotated[int, _LOW_AT_START]
    beep_ms: Annotated[int, whole(5, 500)] = 60


class Buzzer:
    def __init__(self, row: Row, context: DriverContext) -> None:
        self._beep_s = row.beep_ms / 1000
        self._pin = DigitalOutputDevice(row.gpio, pin_factory=context.pins)
        self._end = Alarm(context.clock)
        context.parts.fitted(context.name, f"beeps on GPIO{row.gpio}")

    def sound(self, _names: tuple[str, ...]) -> None:
        """Beep once, or extend the current beep."""
        self._end.after(self._beep_s, self._pin.off)
        self._pin.on()

    def close(self) -> None:
        self._end.cancel()
        # Closing turns the pin into an input, which silences the buzzer.
        self._pin.close()


def fit(row: Row, context: DriverContext) -> Buzzer:
    return Buzzer(row, context)
