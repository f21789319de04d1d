"""The board map's [eliminator]: what it may hold, and what is refused at which line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.eliminator_bench import ROW
from wiring.boardmap import DEFAULT, BoardMap, BoardMapError, load

TEXT = DEFAULT.read_text()
GPIO_SERVO = 'driver = "gpio"', "servo = 13 "
PCA = 'driver = "pca9685"\ni2c_address = 0x41\ni2c_channel = 3\n#'


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., BoardMap]:
    monkeypatch.chdir(tmp_path)

    def read(*changes: tuple[str, str]) -> BoardMap:
        text = TEXT
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        Path("board.toml").write_text(text)
        return load(Path("board.toml"))

    return read


Read = Callable[..., BoardMap]


def line_of(text: str) -> int:
    return TEXT[: TEXT.index(text)].count("\n") + 1


def refusal(read: Read, *changes: tuple[str, str]) -> str:
    with pytest.raises(BoardMapError) as refused:
        read(*changes)
    return str(refused.value)


def test_without_a_driver_it_is_gpio_and_a_fifth_of_the_time(read: Read) -> None:
    table = read(('driver = "gpio"', "#"), ("duty_percent = 20 ", "#"))
    assert table.eliminator == ROW
    assert (ROW.driver, ROW.duty_percent) == ("gpio", 20)


def test_each_driver_has_its_keys(read: Read) -> None:
    pwm = read(('driver = "gpio"', 'driver = "pwm"')).eliminator
    assert pwm == ROW._replace(driver="pwm")
    pca = read(('driver = "gpio"', PCA), ("servo = 13 ", "# ")).eliminator
    assert pca == ROW._replace(
        driver="pca9685", servo=None, i2c_address=0x41, i2c_channel=3
    )


def test_an_unknown_driver_is_refused(read: Read) -> None:
    assert refusal(read, ('driver = "gpio"', 'driver = "servo"')) == (
        f"board.toml:{line_of(GPIO_SERVO[0])}: eliminator.driver must be gpio, pwm or "
        "pca9685, in quotes; it is 'servo'"
    )


@pytest.mark.parametrize("driver", ["gpio", "pwm"])
def test_a_driver_on_a_pin_needs_the_pin(read: Read, driver: str) -> None:
    changes = ('driver = "gpio"', f'driver = "{driver}"'), ("servo = 13 ", "# ")
    assert refusal(read, *changes) == (
        f"board.toml:{line_of('[eliminator]')}: [eliminator] has no servo, which the "
        f"{driver} driver needs; add it: a GPIO number from 2 to 27"
    )


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("i2c_address = 0x41\n", "an I2C address from 0x40 to 0x7f"),
        ("i2c_channel = 3\n", "a whole number from 0 to 15"),
    ],
)
def test_a_driver_on_the_bus_needs_its_address_and_channel(
    read: Read, key: str, expected: str
) -> None:
    changes = ('driver = "gpio"', PCA.replace(key, "")), ("servo = 13 ", "# ")
    assert refusal(read, *changes) == (
        f"board.toml:{line_of('[eliminator]')}: [eliminator] has no {key.split()[0]}, "
        f"which the pca9685 driver needs; add it: {expected}"
    )


def test_a_key_of_another_driver_is_refused(read: Read) -> None:
    line = line_of("servo = 13 ")
    assert refusal(read, ('driver = "gpio"', PCA)) == (
        f"board.toml:{line + 3}: eliminator.servo is of no use to the pca9685 driver; "
        "remove it or change eliminator.driver"
    )
    assert refusal(read, ("servo = 13 ", "i2c_channel = 3\nservo = 13 ")) == (
        f"board.toml:{line}: eliminator.i2c_channel is of no use to the gpio driver; "
        "remove it or change eliminator.driver"
    )


@pytest.mark.parametrize("address", [0x3F, 0x80])
def test_an_address_that_the_chip_cannot_have_is_refused(
    read: Read, address: int
) -> None:
    pca = PCA.replace("0x41", str(address))
    assert refusal(read, ('driver = "gpio"', pca), ("servo = 13 ", "# ")) == (
        f"board.toml:{line_of(GPIO_SERVO[0]) + 1}: eliminator.i2c_address must be an "
        f"I2C address from 0x40 to 0x7f; it is {address}"
    )


def test_hardware_pwm_is_on_two_pins_only(read: Read) -> None:
    changes = ('driver = "gpio"', 'driver = "pwm"'), ("servo = 13 ", "servo = 19 ")
    assert refusal(read, *changes) == (
        f"board.toml:{line_of('servo = 13 ')}: eliminator.servo is 19, but the pwm "
        "driver needs GPIO12 or 13; move the wire or change eliminator.driver"
    )


def test_strip_and_servo_cannot_share_the_pwm_hardware(read: Read) -> None:
    pwm = 'driver = "gpio"', 'driver = "pwm"'
    strip = 'driver = "spi"', 'driver = "pwm"'
    assert refusal(read, pwm, strip, ("gpio = 10 ", "gpio = 18 ")) == (
        f"board.toml:{line_of(GPIO_SERVO[0])}: the PWM hardware is claimed by both "
        "the strip and the Eliminator; change eliminator.driver or strip.driver"
    )
    # On this pin the strip's driver takes the sound hardware instead.
    usb = 'driver = "i2s"', 'driver = "usb"'
    assert read(pwm, strip, usb, ("gpio = 10 ", "gpio = 21 ")).strip.gpio == 21


def test_the_pins_of_the_i2c_bus_are_claimed(read: Read) -> None:
    changes = (
        ('driver = "gpio"', PCA),
        ("servo = 13 ", "# "),
        ("gpio = 4\n", "gpio = 3\n"),
    )
    assert refusal(read, *changes) == (
        f"board.toml:{line_of(GPIO_SERVO[0])}: GPIO3 is claimed by both seat 0's "
        "button and the Eliminator's I2C bus; give one of them another pin"
    )


def test_a_stroke_that_cannot_be_done_in_its_time_is_refused(read: Read) -> None:
    line = line_of("stroke_ms = 350")
    assert refusal(read, ("stroke_ms = 350", "stroke_ms = 324")) == (
        f"board.toml:{line}: eliminator.stroke_ms is 324, but 130 degrees there and "
        "back take 325 ms at 400 degrees a second; raise stroke_ms or speed_deg_s, "
        "or shorten the way"
    )
    part = read(("stroke_ms = 350", "stroke_ms = 325")).eliminator
    assert part == ROW._replace(stroke_ms=325)


def test_a_servo_that_is_always_driven_is_refused(read: Read) -> None:
    for percent in (0, 51):
        change = "duty_percent = 20 ", f"duty_percent = {percent} "
        assert refusal(read, change) == (
            f"board.toml:{line_of('duty_percent')}: eliminator.duty_percent must be a "
            f"whole number from 1 to 50; it is {percent}"
        )
