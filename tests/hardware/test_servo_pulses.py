"""The length of the pulses at the lowest layer, during a whole stroke."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import rpi_hardware_pwm

from hardware.backend import Servo
from hardware.backends.pi.pins import open_pins
from hardware.parts.servos import GpioServo, PwmServo, pulse_us
from tests.support.eliminator_bench import ROW, Bench
from tests.support.fake_gpio import Cycle, FakeLgpio
from tests.support.fake_servos import PI_4 as PWM_BLOCK
from tests.support.fake_servos import fake_pwm, make_sysfs
from tests.support.fakepi import PI_3, PI_4, PI_5, fake_pi
from wiring.boardmap import Eliminator as Row

ROWS = {
    "as wired": ROW,
    "from end to end": ROW._replace(
        rest_deg=-90.0, strike_deg=90.0, stroke_ms=1000, speed_deg_s=400
    ),
    "a narrow one": ROW._replace(pulse_min_us=1000, pulse_max_us=2000),
    "a wide one": ROW._replace(pulse_min_us=500, pulse_max_us=2500),
    "a slow one": ROW._replace(speed_deg_s=130, stroke_ms=1000),
}

# How long the pulse on the wire is at this moment, in microseconds; None is none.
Measure = Callable[[], float | None]


class Measured:
    """A servo whose pulse is measured after each command."""

    def __init__(self, servo: Servo, measure: Measure) -> None:
        self._servo = servo
        self._measure = measure
        self.told: list[float | None] = []
        self.pulses_us: list[float | None] = []

    def turn(self, degrees: float) -> None:
        self._servo.turn(degrees)
        self._note(degrees)

    def release(self) -> None:
        self._servo.release()
        self._note(None)

    def close(self) -> None:
        self._servo.close()

    def _note(self, degrees: float | None) -> None:
        self.told.append(degrees)
        self.pulses_us.append(self._measure())


def stroke(row: Row, servo: Servo, measure: Measure) -> Measured:
    """Play a whole stroke, from the press of `fire` to the servo's release."""
    measured = Measured(servo, measure)
    bench = Bench(row, open_servo=lambda _: measured)
    bench.prepare()
    bench.press("fire")
    bench.clock.tick(60)
    assert bench.state == "unasked"
    bench.eliminator.close()
    return measured


def check(row: Row, measured: Measured, within_us: float) -> None:
    out = measured.told.index(row.strike_deg)
    assert len({*measured.told[1 : out + 1]}) == out > 5, "each step is another angle"
    assert len({*measured.pulses_us[1 : out + 1]}) == out, "and another pulse"
    for degrees, us in zip(measured.told, measured.pulses_us, strict=True):
        if degrees is None:
            assert us is None
        else:
            assert us == pytest.approx(pulse_us(row, degrees), abs=within_us)


@contextmanager
def lgpio_servo(
    root: Path, row: Row, model: str
) -> Iterator[tuple[Servo, FakeLgpio, Measure]]:
    with fake_pi(root, model) as pi:
        assert pi.lgpio
        lgpio, pins = pi.lgpio, open_pins(pi.pi)
        servo = GpioServo(row, pins)

        def measure() -> float | None:
            cycle = lgpio.pulsing.get(13)
            assert cycle is None or sum(cycle) == 20_000
            return cycle and cycle.on_us

        yield servo, lgpio, measure
        servo.close()
        pins.close()


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
@pytest.mark.parametrize("model", [PI_3, PI_4, PI_5])
def test_the_microseconds_that_reach_lgpio_are_those_of_the_angle(
    tmp_path: Path, row: Row, model: str
) -> None:
    with lgpio_servo(tmp_path, row, model) as (servo, _, measure):
        check(row, stroke(row, servo, measure), within_us=1)


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_the_microseconds_that_reach_rpi_gpio_are_those_of_the_angle(
    tmp_path: Path, row: Row
) -> None:
    with fake_pi(tmp_path, pins="RPi.GPIO") as pi:
        assert pi.gpio
        gpio, pins = pi.gpio, open_pins(pi.pi)
        servo = GpioServo(row, pins)

        def measure() -> float | None:
            return gpio.sent[-1][1] if 13 in gpio.pulsing else None

        check(row, stroke(row, servo, measure), within_us=2)
        servo.close()
        pins.close()


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_the_nanoseconds_in_sysfs_are_those_of_the_angle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: Row
) -> None:
    root = make_sysfs(tmp_path, {"pwmchip0": PWM_BLOCK})
    monkeypatch.setattr(rpi_hardware_pwm, "HardwarePWM", fake_pwm(root))
    channel = root / "pwmchip0/pwm1"

    def measure() -> float | None:
        is_on = int((channel / "enable").read_text())
        return int((channel / "duty_cycle").read_text()) / 1000 if is_on else None

    servo = PwmServo(row._replace(driver="pwm"), root)
    check(row, stroke(row, servo, measure), within_us=0.01)


# The line when the pulses end


def test_a_released_servo_has_a_line_that_is_low_and_driven(tmp_path: Path) -> None:
    """lgpio leaves it as it is when its pulses end, in the middle of one or not."""
    with lgpio_servo(tmp_path, ROW, PI_4) as (servo, lgpio, _):
        servo.turn(0)
        assert lgpio.levels[13] == 1
        servo.release()
        assert (lgpio.levels[13], lgpio.pulsing) == (0, {})
        servo.release()
        servo.turn(0)
        assert lgpio.pulsing == {13: Cycle(1500, 18_500)}


def test_a_servo_that_is_closed_in_mid_stroke_has_a_line_that_is_low(
    tmp_path: Path,
) -> None:
    with lgpio_servo(tmp_path, ROW, PI_4) as (servo, lgpio, _):
        servo.turn(0)
        servo.close()
        assert (lgpio.levels[13], lgpio.pulsing) == (0, {})
