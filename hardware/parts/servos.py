"""The Eliminator's servo: pulses by software, to 1 µs, on any pin.

A guardian process watches over it; `hardware.parts.guardian` says why.
"""

from pathlib import Path
from typing import Any

from hardware.backend import Servo
from hardware.parts.guardian import SILENCE_S, Guardian, Line
from hardware.parts.registry import Unready
from hardware.pi_model import pin_chip, this_pi
from wiring.boardmap import Eliminator

FRAME_US = 20_000


class ServoError(Unready):
    """The servo cannot be driven like this; the sentence says what to do."""


def open_servo(row: Eliminator, pins: Any, root: Path = Path("/")) -> Servo:
    """Open the board map's servo, released and watched by a guardian.

    `root` is the root of the file system.
    """
    return guarded(GpioServo(row, pins), row, root)


def guarded(
    servo: Servo, row: Eliminator, root: Path = Path("/"), silence_s: float = SILENCE_S
) -> Servo:
    """Add a guardian that ends the pulses after this much silence."""
    try:
        return _Guarded(servo, Guardian(line_of(row, root), silence_s))
    except BaseException:
        servo.close()
        raise


def line_of(row: Eliminator, root: Path = Path("/")) -> Line:
    """Return the servo's line; raise ServoError if this is not a Raspberry Pi."""
    pi = this_pi(root)
    if pi is None:
        raise ServoError("this is not a Raspberry Pi, so it has no pins to drive")
    return Line(str(root / f"dev/gpiochip{pin_chip(pi, root)}"), row.servo)


def description(row: Eliminator) -> str:
    """Describe how it is driven, for the list of parts."""
    return f"software PWM on GPIO{row.servo}, with a guardian process"


class _Guarded:
    def __init__(self, servo: Servo, guardian: Guardian) -> None:
        self._servo = servo
        self._guardian = guardian

    def turn(self, degrees: float) -> None:
        # Before the pulse, because the program may die right after it.
        self._guardian.driven()
        self._servo.turn(degrees)

    def release(self) -> None:
        self._servo.release()
        self._guardian.released()

    def close(self) -> None:
        try:
            self._servo.close()
        except BaseException:
            self._guardian.close()
            raise
        self._guardian.dismiss()


class GpioServo:
    def __init__(self, row: Eliminator, pins: Any) -> None:
        from gpiozero import AngularServo

        self._servo = AngularServo(
            row.servo,
            initial_angle=None,
            min_angle=-90,
            max_angle=90,
            min_pulse_width=row.pulse_min_us / 1e6,
            max_pulse_width=row.pulse_max_us / 1e6,
            frame_width=FRAME_US / 1e6,
            pin_factory=pins,
        )

    def turn(self, degrees: float) -> None:
        self._servo.angle = degrees

    def release(self) -> None:
        self._servo.detach()

    def close(self) -> None:
        self._servo.close()
