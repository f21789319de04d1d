"""The servo on faked pins, with its guardian."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.parts import servos
from hardware.parts.guardian import Line
from hardware.parts.servos import GpioServo, open_servo
from tests.support import fake_lines
from tests.support.eliminator_bench import ROW
from tests.support.fakepi import file_system


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    pins = MockFactory(pin_class=MockPWMPin)
    yield pins
    pins.close()


# Opening by the board map


class FakeGuardian:
    made: list[Any]

    def __init__(self, line: Any, silence_s: float) -> None:
        self.said: list[str] = []
        self.line = line
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
    """The file system of a Pi 4."""
    file_system(tmp_path)
    monkeypatch.setattr("fcntl.ioctl", fake_lines.ioctl)
    return tmp_path


def test_a_servo_is_watched_over(
    guardians: list[Any], pins: MockFactory, root: Path
) -> None:
    servo = open_servo(ROW, pins, root)
    servo.turn(0)
    servo.release()
    servo.close()
    [guardian] = guardians
    assert guardian.said == ["driven", "released", "dismiss"]
    assert guardian.line == Line(str(root / "dev/gpiochip0"), 13)


def test_a_servo_that_cannot_be_closed_is_left_to_its_guardian(
    guardians: list[Any],
    pins: MockFactory,
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    servo = open_servo(ROW, pins, root)
    servo.turn(0)

    def refuse(_servo: GpioServo) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(GpioServo, "close", refuse)
        with pytest.raises(OSError, match="Input/output"):
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
