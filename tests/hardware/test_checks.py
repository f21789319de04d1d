"""Every fault of a Pi, one at a time, with its fix."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.backends.pi.checks import Trouble, board_map_faults, troubles
from hardware.pi_model import this_pi
from tests.support.fakepi import PI_3, PI_4, PI_5, file_system
from wiring import boardmap
from wiring.boardmap import BoardMap

ZERO_2 = "Raspberry Pi Zero 2 W Rev 1.0"
ALL = {
    "RPi",
    "_rpi_ws281x",
    "adafruit_raspberry_pi5_neopixel_write",
    "gpiod",
    "lgpio",
    "neopixel",
    "rpi_hardware_pwm",
}
Find = Callable[..., list[Trouble]]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The modules that this Pi has; a test removes some."""
    there = set(ALL)
    monkeypatch.setattr(
        "hardware.backends.pi.checks.find_spec", lambda n: n in there or None
    )
    monkeypatch.setattr("hardware.backends.pi.pins.find_spec", there.__contains__)
    return there


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user to whom files are open only if they are open to all."""

    def access(path: Path, _mode: int) -> bool:
        return bool(path.exists() and path.stat().st_mode & stat.S_IROTH)

    monkeypatch.setattr(os, "access", access)


@pytest.fixture
def find(tmp_path: Path, installed: set[str]) -> Find:
    def find(model: str = PI_4, board: BoardMap | None = None) -> list[Trouble]:
        if not (tmp_path / "proc").exists():
            file_system(tmp_path, model)
        pi = this_pi(tmp_path)
        assert pi
        return troubles(board or boardmap.load(), pi, tmp_path)

    return find


def driven(driver: str, gpio: int = 18) -> BoardMap:
    board = boardmap.load()
    return board._replace(strip=board.strip._replace(driver=driver, gpio=gpio))


SPI, PWM, PIO = driven("spi", 10), driven("pwm"), driven("pio")


def only(found: list[Trouble], part: str, *words: str) -> None:
    """Check that there is one trouble, of this part and with each of the words."""
    [trouble] = found
    assert trouble.part == part
    for word in words:
        assert word in str(trouble)


@pytest.mark.parametrize(
    ("model", "board"),
    [(PI_3, SPI), (PI_4, SPI), (PI_5, SPI), (ZERO_2, SPI), (PI_4, PWM), (PI_5, PIO)],
)
def test_a_pi_on_which_all_is_well_has_no_troubles(
    find: Find, model: str, board: BoardMap
) -> None:
    assert find(model, board) == []


@pytest.mark.parametrize(
    ("missing", "board", "model", "extra"),
    [
        ("gpiod", PWM, PI_4, "pi"),
        ("neopixel", PWM, PI_4, "pi"),
        ("_rpi_ws281x", PWM, PI_4, "pwm"),
        ("adafruit_raspberry_pi5_neopixel_write", PIO, PI_5, "pi5"),
    ],
)
def test_a_package_that_is_missing_is_named_with_its_extra(
    find: Find,
    installed: set[str],
    missing: str,
    board: BoardMap,
    model: str,
    extra: str,
) -> None:
    installed.remove(missing)
    only(find(model, board), "strip", missing, f"pip install '.[{extra}]'")


def test_a_servo_whose_package_is_missing_is_named(
    find: Find, installed: set[str]
) -> None:
    installed.remove("rpi_hardware_pwm")
    board = boardmap.load()
    assert board.eliminator
    board = board._replace(eliminator=board.eliminator._replace(driver="pwm"))
    only(find(board=board), "eliminator", "rpi_hardware_pwm", "'.[servo-pwm]'")


def test_without_lgpio_a_pi_4_does_with_rpi_gpio_and_a_pi_5_has_no_pins(
    find: Find, installed: set[str], tmp_path: Path
) -> None:
    installed.remove("lgpio")
    assert find() == []
    (tmp_path / "dev/gpiomem").unlink()
    only(find(), "buttons", "/dev/gpiomem", "sudo apt full-upgrade")
    file_system(tmp_path, PI_5)
    only(find(PI_5), "buttons", "'.[pi]'")


@pytest.mark.parametrize(
    ("node", "model", "board", "part", "mend"),
    [
        ("spidev0.0", PI_4, SPI, "strip", "sudo raspi-config nonint do_spi 0"),
        ("pio0", PI_5, PIO, "strip", "sudo rpi-eeprom-update -a"),
        ("gpiochip0", PI_5, SPI, "buttons", "sudo apt full-upgrade && sudo reboot"),
    ],
)
def test_a_node_that_is_missing_or_shut_is_named_with_what_mends_it(
    find: Find,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    node: str,
    model: str,
    board: BoardMap,
    part: str,
    mend: str,
) -> None:
    file_system(tmp_path, model)
    path = tmp_path / "dev" / node
    path.unlink()
    only(find(model, board), part, f"/dev/{node}", mend)
    path.touch()
    path.chmod(0o660)
    monkeypatch.setattr("grp.getgrgid", a_group("dialout"))
    only(find(model, board), part, f"/dev/{node}", "usermod -aG dialout $USER")


def a_group(name: str) -> Callable[[int], object]:
    return lambda _: type("Group", (), {"gr_name": name})


def test_the_pins_of_a_pi_5_may_be_on_another_chip_and_no_other_s(
    find: Find, tmp_path: Path
) -> None:
    file_system(tmp_path, PI_5)
    (tmp_path / "dev/gpiochip0").rename(tmp_path / "dev/gpiochip4")
    assert find(PI_5) == []
    (tmp_path / "proc/device-tree/model").write_text(PI_4)
    only(find(PI_4), "buttons", "/dev/gpiochip0")


def test_a_strip_on_pwm_needs_root(find: Find, tmp_path: Path) -> None:
    file_system(tmp_path)
    (tmp_path / "dev/mem").chmod(0o640)
    only(find(PI_4, PWM), "strip", "/dev/mem", "sudo", at(PWM, "driver ="))


@pytest.mark.parametrize(
    ("pixels", "limit", "enough"),
    [
        (322, "4096", 8192),
        (321, "4096", None),
        (159, "2151", 4096),
        (159, "2152", None),
        (1024, "8192", 16384),
        (1024, "unknown", None),
    ],
)
def test_a_frame_that_spidev_does_not_take_is_named_with_the_setting_that_does(
    find: Find, tmp_path: Path, pixels: int, limit: str, enough: int | None
) -> None:
    file_system(tmp_path)
    (tmp_path / "sys/module/spidev/parameters/bufsiz").write_text(f"{limit}\n")
    board = boardmap.load()
    found = find(PI_4, board._replace(strip=board.strip._replace(pixels=pixels)))
    if enough is None:
        assert found == []
    else:
        only(found, "strip", str(12 * pixels + 244), limit, f"spidev.bufsiz={enough}/")


# A board map that cannot be right


def at(board: BoardMap, sign: str) -> str:
    lines = Path(board.path).read_text().splitlines()
    return f"{board.path}:{next(n for n, s in enumerate(lines, 1) if sign in s)}"


@pytest.mark.parametrize(("model", "board"), [(PI_5, PWM), (PI_4, PIO), (ZERO_2, PIO)])
def test_a_driver_that_this_model_cannot_have_is_a_misfit(
    find: Find, tmp_path: Path, model: str, board: BoardMap
) -> None:
    first, *_ = find(model, board)
    only([first], "strip", at(board, "driver ="), model, 'strip.driver to "spi"')
    pi = this_pi(tmp_path)
    assert pi
    assert board_map_faults(board, pi) == [first]


def test_a_long_header_has_every_pin_of_the_board_map(find: Find) -> None:
    assert find("Raspberry Pi Model B Plus Rev 1.2") == []
