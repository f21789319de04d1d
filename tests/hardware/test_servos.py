"""The two ways to drive the servo: real packages on faked pins and sysfs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rpi_hardware_pwm
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.parts import servos
from hardware.parts.guardian import Quiet
from hardware.parts.registry import StartingUp
from hardware.parts.servos import GpioServo, PwmServo, ServoError, open_servo
from tests.support import fake_lines
from tests.support.eliminator_bench import ROW
from tests.support.fake_servos import FAN, PI_4, PI_5, fake_pwm, make_sysfs
from tests.support.fakepi import file_system

PWM = ROW._replace(driver="pwm")


# gpio


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    pins = MockFactory(pin_class=MockPWMPin)
    yield pins
    pins.close()


# pwm


@pytest.fixture
def sysfs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The PWM hardware of a Pi 4, where the real package looks for it."""
    root = make_sysfs(tmp_path / "pwm", {"pwmchip0": PI_4})
    monkeypatch.setattr(rpi_hardware_pwm, "HardwarePWM", fake_pwm(root))
    return root


def test_it_is_switched_off_even_if_its_duty_cycle_cannot_be_written(
    sysfs: Path,
) -> None:
    channel = sysfs / "pwmchip0" / "pwm1"
    servo = PwmServo(PWM, sysfs)
    servo.turn(0)
    (channel / "duty_cycle").unlink()
    (channel / "duty_cycle").mkdir()
    with pytest.raises(IsADirectoryError):
        servo.release()
    assert (channel / "enable").read_text() == "0\n"


@pytest.mark.parametrize(
    ("chips", "found"),
    [
        ({"pwmchip0": PI_4}, "pwmchip0"),
        ({"pwmchip0": "2020c000.pwm"}, "pwmchip0"),
        ({"pwmchip0": "107d517a80.pwm", "pwmchip2": PI_5, "pwmchip6": FAN}, "pwmchip2"),
        ({"pwmchip0": PI_5, "pwmchip1": FAN}, "pwmchip0"),
    ],
)
def test_the_chip_is_found_by_its_device_whatever_its_number(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    chips: dict[str, str],
    found: str,
) -> None:
    root = make_sysfs(tmp_path / "pwm", chips)
    monkeypatch.setattr(rpi_hardware_pwm, "HardwarePWM", fake_pwm(root))
    PwmServo(PWM, root).turn(0)
    on = [chip for chip in chips if (root / chip / "pwm1/enable").read_text() == "1\n"]
    assert on == [found]


@pytest.mark.parametrize("chips", [{}, {"pwmchip1": FAN}])
def test_without_its_overlay_it_says_which_line_to_add(
    tmp_path: Path, chips: dict[str, str]
) -> None:
    with pytest.raises(ServoError) as refused:
        PwmServo(PWM, make_sysfs(tmp_path, chips))
    for word in (str(tmp_path), *chips, servos.overlay(13)):
        assert word in str(refused.value)


def test_a_channel_that_is_not_there_yet_is_exported_and_not_waited_for(
    sysfs: Path,
) -> None:
    """The package would wait for it on the table's thread; a retry finds it."""
    exported = sysfs / "pwmchip0" / "pwm1"
    exported.rename(sysfs / "later")
    with pytest.raises(StartingUp, match="pwmchip0/pwm1/period"):
        PwmServo(PWM, sysfs)
    assert (sysfs / "pwmchip0" / "export").read_text() == "1\n"
    (sysfs / "later").rename(exported)
    PwmServo(PWM, sysfs).close()


# Opening by the board map


class FakeGuardian:
    made: list[Any]

    def __init__(self, quiet: Any, silence_s: float) -> None:
        self.said: list[str] = []
        self.quiet = quiet
        self.made.append(self)

    def driven(self) -> None:
        self.said.append("driven")

    def released(self) -> None:
        self.said.append("released")

    def dismiss(self) -> None:
        self.said.append("dismiss")

    def close(self) -> None:
        self.said.append("close")


@pytest.fixture
def guardians(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    FakeGuardian.made = []
    monkeypatch.setattr(servos, "Guardian", FakeGuardian)
    return FakeGuardian.made


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file system of a Pi 4 with both drivers' devices."""
    file_system(tmp_path)
    sysfs = make_sysfs(tmp_path / "sys/class/pwm", {"pwmchip0": PI_4})
    monkeypatch.setattr(rpi_hardware_pwm, "HardwarePWM", fake_pwm(sysfs))
    monkeypatch.setattr("fcntl.ioctl", fake_lines.ioctl)
    return tmp_path


def test_every_driver_is_watched_over(
    guardians: list[Any],
    pins: MockFactory,
    root: Path,
) -> None:
    for row in (ROW, PWM):
        servo = open_servo(row, pins, root)
        servo.turn(0)
        servo.release()
        servo.close()
    assert [guardian.said for guardian in guardians] == [
        ["driven", "released", "dismiss"]
    ] * 2
    gpio, pwm = (guardian.quiet for guardian in guardians)
    assert gpio == Quiet(str(root / "dev/gpiochip0"), line=13)
    assert pwm == Quiet(str(root / "sys/class/pwm/pwmchip0/pwm1/enable"), b"0\n")


def test_a_servo_that_cannot_be_closed_is_left_to_its_guardian(
    guardians: list[Any], pins: MockFactory, root: Path
) -> None:
    servo = open_servo(PWM, pins, root)
    servo.turn(0)
    (root / "sys/class/pwm/pwmchip0/pwm1/enable").unlink()
    (root / "sys/class/pwm/pwmchip0/pwm1/enable").mkdir()
    with pytest.raises(IsADirectoryError):
        servo.close()
    assert guardians[0].said == ["driven", "close"]


def test_the_guardian_knows_before_the_first_pulse(
    guardians: list[Any], pins: MockFactory, root: Path
) -> None:
    servo = open_servo(ROW, pins, root)
    pin = pins.pin(13)
    seen: list[object] = []
    guardians[0].driven = lambda: seen.append(pin.frequency)
    guardians[0].released = lambda: seen.append(pin.frequency)
    servo.turn(0)
    servo.release()
    assert seen == [None, None]


def test_without_a_guardian_the_pin_is_given_back(
    pins: MockFactory, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(servos, "Guardian", refuse)
    # Kept: while the error lives, nothing gives the pin back by accident.
    with pytest.raises(OSError, match="Resource temporarily") as kept:
        open_servo(ROW, pins, root)
    GpioServo(ROW, pins).close()
    assert kept.value.errno == 11
