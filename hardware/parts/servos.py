"""Three ways to drive the Eliminator's servo, all within the envelope of its row.

    gpio       gpiozero's AngularServo: pulses by software, on any pin, to 1 µs
    pwm        the Pi's PWM hardware on GPIO12 or 13, through sysfs, to 1 ns
    pca9685    a PCA9685 chip on the I2C bus, to 5 µs

A guardian process watches each of them; `hardware.parts.guardian` says why.
"""

import os
from importlib import import_module
from pathlib import Path
from typing import Any

from hardware.backend import Servo
from hardware.parts.guardian import SILENCE_S, Guardian, Quiet
from hardware.parts.registry import Unready
from hardware.pi_model import pin_chip, this_pi
from wiring.boardmap import Eliminator

FRAME_US = 20_000
SYSFS = Path("/sys/class/pwm")
I2C = Path("/dev/i2c-1")

# The end of the address of the PWM block for GPIO12 and 13, because pwmchip numbers
# change with the kernel. The first is a Pi 1 to 4, the second a Pi 5.
_PWM_BLOCKS = ("20c000.pwm", "1f00098000.pwm")
# The PCA9685's counts in a frame, the register of a channel's full-off bit, and that
# bit.
_COUNTS, _OFF_HIGH, _FULL_OFF = 4096, 0x09, 0x10


class ServoError(Unready):
    """The servo cannot be driven like this; the sentence says what to do."""


def open_servo(row: Eliminator, pins: Any, root: Path = Path("/")) -> Servo:
    """Open the board map's servo, released and watched by a guardian.

    `root` is the root of the file system.
    """
    servo: Servo
    match row.driver:
        case "pwm":
            servo = PwmServo(row, root / _below(SYSFS))
        case "pca9685":
            servo = PcaServo(row, i2c_bus())
        case _:
            servo = GpioServo(row, pins)
    return guarded(servo, row, root)


def guarded(
    servo: Servo, row: Eliminator, root: Path = Path("/"), silence_s: float = SILENCE_S
) -> Servo:
    """Add a guardian that ends the pulses after this much silence."""
    try:
        return _Guarded(servo, Guardian(quiet_of(row, root), silence_s))
    except BaseException:
        servo.close()
        raise


def quiet_of(row: Eliminator, root: Path = Path("/")) -> Quiet:
    """Return what ends the servo's pulses from outside; raise Unready if none can."""
    match row.driver:
        case "pwm":
            return Quiet(str(_channel(row, root / _below(SYSFS)) / "enable"), b"0\n")
        case "pca9685":
            assert row.i2c_channel is not None
            register = _OFF_HIGH + 4 * row.i2c_channel
            wire = bytes((register, _FULL_OFF))
            return Quiet(str(root / _below(I2C)), wire, i2c_address=row.i2c_address)
    pi = this_pi(root)
    if pi is None:
        raise ServoError("this is not a Raspberry Pi, so it has no pins to drive")
    return Quiet(str(root / f"dev/gpiochip{pin_chip(pi, root)}"), line=row.servo)


def _below(path: Path) -> Path:
    return path.relative_to("/")


def description(row: Eliminator) -> str:
    """Describe how it is driven, for the list of parts."""
    match row.driver:
        case "pwm":
            return f"hardware PWM on GPIO{row.servo}, with a guardian process"
        case "pca9685":
            where = f"channel {row.i2c_channel} at {row.i2c_address:#x}"
            return f"PCA9685 on I2C, {where}, with a guardian process"
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


class PwmServo:
    def __init__(self, row: Eliminator, sysfs: Path = SYSFS) -> None:
        package = _package("rpi_hardware_pwm", "servo-pwm")
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


class PcaServo:
    def __init__(self, row: Eliminator, bus: Any) -> None:
        assert row.i2c_channel is not None
        package = _package("adafruit_pca9685", "servo-pca9685")
        chip = package.PCA9685(bus, address=row.i2c_address)
        self._channel = chip.channels[row.i2c_channel]
        self._row = row
        # Before the frequency, which wakes the chip: it may hold an old pulse.
        self.release()
        chip.frequency = 1_000_000 // FRAME_US

    def turn(self, degrees: float) -> None:
        count = round(_COUNTS * pulse_us(self._row, degrees) / FRAME_US)
        # Its package takes 16 bits and drops the last four.
        self._channel.duty_cycle = count << 4

    def release(self) -> None:
        self._channel.duty_cycle = 0

    def close(self) -> None:
        self.release()


def pulse_us(row: Eliminator, degrees: float) -> float:
    share = (degrees + 90) / 180
    return row.pulse_min_us + share * (row.pulse_max_us - row.pulse_min_us)


def overlay(gpio: int) -> str:
    """Return the line of config.txt that gives only this pin to the PWM."""
    return f"dtoverlay=pwm,pin={gpio},func=4"


def pwm_chip(sysfs: Path, gpio: int) -> Path:
    """Find the chip of GPIO12 and 13 without opening it; raise ServoError."""
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
    """Return the folder of its channel once that is exported."""
    assert row.servo is not None
    return pwm_chip(sysfs, row.servo) / f"pwm{row.servo - 12}"


def _number(path: Path, prefix: str) -> int:
    return int(path.name.removeprefix(prefix))


def _export(folder: Path) -> None:
    """Export the channel or raise ServoError; its package would only wait."""
    export = folder.parent / "export"
    try:
        if not folder.is_dir():
            export.write_text(f"{_number(folder, 'pwm')}\n")
    except OSError as error:
        raise _no_access(export) from error
    for file in ("period", "duty_cycle", "enable"):
        # After an export udev takes a moment to set permissions; a retry finds them.
        if not os.access(folder / file, os.W_OK):
            raise _no_access(folder / file)


def _no_access(path: Path) -> ServoError:
    return ServoError(
        f"{path} cannot be written; add the table's user to the group gpio"
    )


def i2c_bus() -> Any:
    if not I2C.exists():
        raise ServoError(
            f"{I2C} is missing; switch I2C on: sudo raspi-config nonint do_i2c 0"
        )
    # On a terminal Blinka would stop and ask whether to install packages.
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    return _package("board", "servo-pca9685").I2C()


def _package(module: str, extra: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise ServoError(
            f"its package is missing ({error}); install it: "
            f"pip install 'undertow[{extra}]'"
        ) from error
