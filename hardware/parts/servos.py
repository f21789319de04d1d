"""Two ways to drive the Eliminator's servo, both within the board map's limits.

    gpio       gpiozero's AngularServo: software pulses on any pin, exact to 1 µs
    pwm        the Pi's PWM hardware on GPIO12 or 13, through sysfs, exact to 1 ns

A guardian process watches either one; `hardware.parts.guardian` explains why.
"""

import os
from importlib import import_module
from pathlib import Path
from typing import Any

from hardware.backend import Servo
from hardware.parts.guardian import SILENCE_S, Guardian, Quiet
from hardware.parts.registry import NotReady, StartingUp
from hardware.pi_model import pin_chip, this_pi
from wiring.boardmap import Eliminator

FRAME_US = 20_000
SYSFS = Path("/sys/class/pwm")

# How the address of the PWM block for GPIO12 and 13 ends, on a Pi 1 to 4 and on a Pi 5.
# The number of a pwmchip will not do, because it changes with the kernel.
_PWM_BLOCKS = ("20c000.pwm", "1f00098000.pwm")


class ServoError(NotReady):
    """The servo cannot be driven with these settings; the message says what to do."""


def open_servo(row: Eliminator, pins: Any, root: Path = Path("/")) -> Servo:
    """Open the board map's servo, released and watched by a guardian.

    `root` is the root of the file system.
    """
    servo: Servo
    if row.driver == "pwm":
        servo = PwmServo(row, root / _below(SYSFS))
    else:
        servo = GpioServo(row, pins)
    return guarded(servo, row, root)


def guarded(
    servo: Servo, row: Eliminator, root: Path = Path("/"), silence_s: float = SILENCE_S
) -> Servo:
    """Add a guardian that stops the pulses after this much silence."""
    try:
        return _Guarded(servo, Guardian(quiet_of(row, root), silence_s))
    except BaseException:
        servo.close()
        raise


def quiet_of(row: Eliminator, root: Path = Path("/")) -> Quiet:
    """Return how to stop the servo's pulses from outside; may raise NotReady."""
    if row.driver == "pwm":
        return Quiet(str(_channel(row, root / _below(SYSFS)) / "enable"), b"0\n")
    pi = this_pi(root)
    if pi is None:
        raise ServoError("this is not a Raspberry Pi, so it has no pins to drive")
    return Quiet(str(root / f"dev/gpiochip{pin_chip(pi, root)}"), line=row.servo)


def _below(path: Path) -> Path:
    return path.relative_to("/")


def description(row: Eliminator) -> str:
    """Describe the servo's driver for the list of parts."""
    kind = "hardware" if row.driver == "pwm" else "software"
    return f"{kind} PWM on GPIO{row.servo}, with a guardian process"


class _Guarded:
    def __init__(self, servo: Servo, guardian: Guardian) -> None:
        self._servo = servo
        self._guardian = guardian

    def turn(self, degrees: float) -> None:
        # Report before the pulse, because the program may die right after it.
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


class PwmServo:
    def __init__(self, row: Eliminator, sysfs: Path = SYSFS) -> None:
        try:
            package: Any = import_module("rpi_hardware_pwm")
        except ImportError as error:
            raise ServoError(
                f"its package is missing ({error}); install it: "
                "pip install 'undertow[servo-pwm]'"
            ) from error
        folder = _channel(row, sysfs)
        _export(folder)
        self._enable = folder / "enable"
        self._pwm = package.HardwarePWM(
            pwm_channel=_number(folder, "pwm"),
            hz=1e6 / FRAME_US,
            chip=_number(folder.parent, "pwmchip"),
        )
        self._row = row
        self._is_on = False

    def turn(self, degrees: float) -> None:
        duty_percent = 100 * pulse_us(self._row, degrees) / FRAME_US
        if self._is_on:
            self._pwm.change_duty_cycle(duty_percent)
        else:
            self._is_on = True
            self._pwm.start(duty_percent)

    def release(self) -> None:
        self._is_on = False
        try:
            self._pwm.change_duty_cycle(0)
        finally:
            self._enable.write_text("0\n")

    def close(self) -> None:
        self.release()


def pulse_us(row: Eliminator, degrees: float) -> float:
    share = (degrees + 90) / 180
    return row.pulse_min_us + share * (row.pulse_max_us - row.pulse_min_us)


def overlay(gpio: int) -> str:
    """Return the config.txt line that enables PWM on this pin only."""
    return f"dtoverlay=pwm,pin={gpio},func=4"


def pwm_chip(sysfs: Path, gpio: int) -> Path:
    """Find the PWM chip of GPIO12 and 13 without opening it; raise ServoError."""
    chips = sorted(sysfs.glob("pwmchip*"))
    for chip in chips:
        if (chip / "device").resolve().name.endswith(_PWM_BLOCKS):
            return chip
    found = ", ".join(chip.name for chip in chips) or "no pwmchip at all"
    raise ServoError(
        f"{sysfs}: no PWM for GPIO{gpio} (found: {found}); add {overlay(gpio)} to "
        "/boot/firmware/config.txt and start the Pi again"
    )


def _channel(row: Eliminator, sysfs: Path) -> Path:
    """Return the channel's folder, exporting the channel first if necessary."""
    return pwm_chip(sysfs, row.servo) / f"pwm{row.servo - 12}"


def _number(path: Path, prefix: str) -> int:
    return int(path.name.removeprefix(prefix))


def _export(folder: Path) -> None:
    """Export the channel or raise NotReady, where the PWM package would block."""
    export = folder.parent / "export"
    try:
        if not folder.is_dir():
            export.write_text(f"{_number(folder, 'pwm')}\n")
    except OSError as error:
        raise ServoError(_no_access(export)) from error
    for file in ("period", "duty_cycle", "enable"):
        # udev takes a second or two to set permissions after an export.
        if not os.access(folder / file, os.W_OK):
            raise StartingUp(_no_access(folder / file))


def _no_access(path: Path) -> str:
    return f"{path} cannot be written; add the table's user to the group gpio"
