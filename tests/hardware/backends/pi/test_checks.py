"""What is wrong with a Pi: each fault by itself, with what mends it."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.backends.pi.checks import Trouble, misfits, troubles
from hardware.pi_model import this_pi
from tests.support.fakepi import PI_3, PI_4, PI_5, file_system
from wiring import boardmap
from wiring.boardmap import BoardMap

ALL = {
    "RPi",
    "_rpi_ws281x",
    "adafruit_pca9685",
    "adafruit_raspberry_pi5_neopixel_write",
    "gpiod",
    "lgpio",
    "neopixel",
    "neopixel_spi",
    "rpi_hardware_pwm",
}
Find = Callable[..., list[Trouble]]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The modules that this Pi has; a test takes some away."""
    there = set(ALL)
    monkeypatch.setattr(
        "hardware.backends.pi.checks.find_spec", lambda n: n in there or None
    )
    monkeypatch.setattr("hardware.backends.pi.pins.find_spec", there.__contains__)
    return there


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests, files are open only to those in their group or to all."""

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


def driven(driver: str, gpio: int) -> BoardMap:
    board = boardmap.load()
    return board._replace(strip=board.strip._replace(driver=driver, gpio=gpio))


@pytest.mark.parametrize(
    ("model", "driver", "gpio"),
    [
        (PI_3, "spi", 10),
        (PI_4, "spi", 10),
        (PI_5, "spi", 10),
        ("Raspberry Pi Zero 2 W Rev 1.0", "spi", 10),
        (PI_3, "pwm", 18),
        (PI_4, "pwm", 12),
        (PI_5, "pio", 20),
    ],
)
def test_a_pi_on_which_all_is_well_has_no_troubles(
    find: Find, model: str, driver: str, gpio: int
) -> None:
    assert find(model, driven(driver, gpio)) == []


@pytest.mark.parametrize(
    ("missing", "board", "model", "trouble"),
    [
        ("neopixel_spi", driven("spi", 10), PI_4, ("strip", "neopixel_spi", "pi")),
        ("gpiod", driven("spi", 10), PI_4, ("strip", "gpiod", "pi")),
        ("neopixel", driven("pwm", 18), PI_4, ("strip", "neopixel", "pi")),
        ("_rpi_ws281x", driven("pwm", 18), PI_4, ("strip", "_rpi_ws281x", "pwm")),
        (
            "adafruit_raspberry_pi5_neopixel_write",
            driven("pio", 18),
            PI_5,
            ("strip", "adafruit_raspberry_pi5_neopixel_write", "pi5"),
        ),
    ],
)
def test_a_package_that_is_missing_is_said_with_its_extra(
    find: Find,
    installed: set[str],
    missing: str,
    board: BoardMap,
    model: str,
    trouble: tuple[str, str, str],
) -> None:
    installed.remove(missing)
    part, module, extra = trouble
    says = f"the Python module {module} is not installed"
    mend = f".venv/bin/pip install '.[{extra}]'"
    assert find(model, board) == [Trouble(part, says, mend)]


@pytest.mark.parametrize(
    ("driver", "module"), [("pwm", "rpi_hardware_pwm"), ("pca9685", "adafruit_pca9685")]
)
def test_a_servo_whose_package_is_missing_is_said(
    find: Find, installed: set[str], driver: str, module: str
) -> None:
    installed.remove(module)
    board = boardmap.load()
    assert board.eliminator
    board = board._replace(eliminator=board.eliminator._replace(driver=driver))
    says = f"the Python module {module} is not installed"
    mend = f".venv/bin/pip install '.[servo-{driver}]'"
    assert find(board=board) == [Trouble("eliminator", says, mend)]


def test_without_lgpio_a_pi_4_does_with_rpi_gpio(
    find: Find, installed: set[str], tmp_path: Path
) -> None:
    installed.remove("lgpio")
    assert find() == []
    (tmp_path / "dev/gpiomem").unlink()
    assert find() == [
        Trouble(
            "buttons",
            "there is no /dev/gpiomem: the kernel does not give it",
            "sudo apt full-upgrade && sudo reboot",
        )
    ]


def test_without_lgpio_a_pi_5_has_no_pins(find: Find, installed: set[str]) -> None:
    installed.remove("lgpio")
    says = "lgpio is not installed, and RPi.GPIO cannot drive the pins of a Pi 5"
    assert find(PI_5) == [Trouble("buttons", says, ".venv/bin/pip install '.[pi]'")]


@pytest.mark.parametrize("model", [PI_4, PI_5])
def test_without_any_library_there_are_no_pins(
    find: Find, installed: set[str], model: str
) -> None:
    installed -= {"lgpio", "RPi"}
    says = "no library for the pins is installed, neither lgpio nor RPi.GPIO"
    assert find(model) == [Trouble("buttons", says, ".venv/bin/pip install '.[pi]'")]


def test_a_table_without_buttons_and_eliminator_needs_no_pins(
    find: Find, installed: set[str]
) -> None:
    installed -= {"lgpio", "RPi"}
    board = boardmap.load()._replace(buttons=())
    assert [trouble.part for trouble in find(board=board)] == ["eliminator"]
    assert find(board=board._replace(eliminator=None)) == []


@pytest.mark.parametrize(
    ("node", "model", "board", "trouble"),
    [
        (
            "spidev0.0",
            PI_4,
            driven("spi", 10),
            Trouble(
                "strip",
                "there is no /dev/spidev0.0: SPI is switched off",
                "sudo raspi-config nonint do_spi 0",
            ),
        ),
        (
            "pio0",
            PI_5,
            driven("pio", 18),
            Trouble(
                "strip",
                "there is no /dev/pio0: the firmware or the kernel is too old for it",
                "sudo apt full-upgrade && sudo rpi-eeprom-update -a && sudo reboot",
            ),
        ),
        (
            "gpiochip0",
            PI_5,
            driven("spi", 10),
            Trouble(
                "buttons",
                "there is no /dev/gpiochip0: the kernel is too old for it",
                "sudo apt full-upgrade && sudo reboot",
            ),
        ),
    ],
)
def test_a_node_that_is_missing_is_said_with_what_switches_it_on(
    find: Find, tmp_path: Path, node: str, model: str, board: BoardMap, trouble: Trouble
) -> None:
    file_system(tmp_path, model)
    (tmp_path / "dev" / node).unlink()
    assert find(model, board) == [trouble]


@pytest.mark.parametrize(
    ("node", "part", "model", "board"),
    [
        ("spidev0.0", "strip", PI_4, driven("spi", 10)),
        ("pio0", "strip", PI_5, driven("pio", 18)),
        ("gpiochip0", "buttons", PI_4, driven("spi", 10)),
    ],
)
def test_a_node_that_is_shut_is_said_with_the_group_that_opens_it(
    find: Find,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    node: str,
    part: str,
    model: str,
    board: BoardMap,
) -> None:
    file_system(tmp_path, model)
    (tmp_path / "dev" / node).chmod(0o660)

    class Group:
        gr_name = "dialout"

    monkeypatch.setattr("grp.getgrgid", lambda _: Group)
    says = f"/dev/{node} is not open to this user"
    mend = "sudo usermod -aG dialout $USER, and log in again"
    assert find(model, board) == [Trouble(part, says, mend)]
    assert str(find(model, board)[0]) == f"{says}; {mend}"


def a_group(name: str) -> Callable[[int], object]:
    return lambda _: type("Group", (), {"gr_name": name})


def no_group(_: int) -> object:
    raise KeyError("no such group")


@pytest.mark.parametrize(
    ("mode", "group"),
    [
        (0o600, a_group("spi")),
        (0o640, a_group("spi")),
        (0o660, a_group("root")),
        (0o660, no_group),
    ],
)
def test_a_node_that_no_group_opens_is_given_to_one(
    find: Find,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mode: int,
    group: Callable[[int], object],
) -> None:
    file_system(tmp_path)
    (tmp_path / "dev/spidev0.0").chmod(mode)
    monkeypatch.setattr("grp.getgrgid", group)
    [trouble] = find()
    assert trouble.mend == (
        'echo \'KERNEL=="spidev0.0", GROUP="gpio", MODE="0660"\' | '
        "sudo tee /etc/udev/rules.d/60-undertow-pins.rules && sudo udevadm trigger && "
        "sudo usermod -aG gpio $USER, and log in again"
    )


def test_a_pi_5_with_an_old_kernel_has_its_pins_on_another_chip(
    find: Find, tmp_path: Path
) -> None:
    file_system(tmp_path, PI_5)
    (tmp_path / "dev/gpiochip0").unlink()
    (tmp_path / "dev/gpiochip4").touch()
    assert find(PI_5) == []


def test_on_any_other_pi_that_chip_does_not_count(find: Find, tmp_path: Path) -> None:
    file_system(tmp_path, PI_4)
    (tmp_path / "dev/gpiochip0").rename(tmp_path / "dev/gpiochip4")
    [trouble] = find(PI_4)
    assert trouble.says == "there is no /dev/gpiochip0: the kernel is too old for it"


def test_a_strip_on_pwm_needs_root(find: Find, tmp_path: Path) -> None:
    file_system(tmp_path)
    (tmp_path / "dev/mem").chmod(0o640)
    board = driven("pwm", 18)
    line = Path(board.path).read_text().splitlines().index("[strip]") + 2
    says = "a strip on PWM needs root, for it is driven through /dev/mem"
    where = f"{board.path}:{line}"
    mend = f'start it with sudo, or set strip.driver to "spi" ({where})'
    assert find(PI_4, board) == [Trouble("strip", says, mend)]


@pytest.mark.parametrize(
    ("pixels", "limit", "enough"),
    [(161, 4096, 8192), (159, 4055, 4096), (1024, 16384, 32768)],
)
def test_a_frame_that_spidev_does_not_take_is_said_with_the_setting_that_does(
    find: Find, tmp_path: Path, pixels: int, limit: int, enough: int
) -> None:
    file_system(tmp_path)
    (tmp_path / "sys/module/spidev/parameters/bufsiz").write_text(f"{limit}\n")
    board = boardmap.load()
    board = board._replace(strip=board.strip._replace(pixels=pixels))
    assert find(PI_4, board) == [
        Trouble(
            "strip",
            f"a frame of {pixels} pixels is {24 * pixels + 240} bytes on SPI, but the "
            f"kernel's spidev.bufsiz lets {limit} through",
            f"sudo sed -i '1s/$/ spidev.bufsiz={enough}/' /boot/firmware/cmdline.txt "
            "&& sudo reboot",
        )
    ]


@pytest.mark.parametrize(("pixels", "limit"), [(160, 4096), (159, 4056), (1024, 32768)])
def test_a_frame_that_just_fits_is_well(
    find: Find, tmp_path: Path, pixels: int, limit: int
) -> None:
    file_system(tmp_path)
    (tmp_path / "sys/module/spidev/parameters/bufsiz").write_text(f"{limit}\n")
    board = boardmap.load()
    assert find(PI_4, board._replace(strip=board.strip._replace(pixels=pixels))) == []


@pytest.mark.parametrize("content", [None, "many\n"])
def test_where_the_limit_is_unknown_it_is_not_guessed(
    find: Find, tmp_path: Path, content: str | None
) -> None:
    file_system(tmp_path)
    limit = tmp_path / "sys/module/spidev/parameters/bufsiz"
    limit.unlink()
    if content:
        limit.write_text(content)
    assert find() == []


# A board map that cannot be right


def at(board: BoardMap, sign: str) -> str:
    lines = Path(board.path).read_text().splitlines()
    return f"{board.path}:{next(n for n, s in enumerate(lines, 1) if sign in s)}"


@pytest.mark.parametrize(
    ("model", "driver"),
    [
        (PI_5, "pwm"),
        (PI_4, "pio"),
        (PI_3, "pio"),
        ("Raspberry Pi Zero 2 W Rev 1.0", "pio"),
        ("Raspberry Pi 2 Model B Rev 1.1", "pio"),
    ],
)
def test_a_driver_that_this_model_cannot_have_is_a_misfit(
    find: Find, tmp_path: Path, model: str, driver: str
) -> None:
    board = driven(driver, 18)
    says = (
        f"{at(board, 'driver =')}: a {model} cannot drive a strip by {driver.upper()}"
    )
    mend = 'set strip.driver to "spi", strip.gpio to 10, and move the wire there'
    assert find(model, board)[0] == Trouble("strip", says, mend)
    pi = this_pi(tmp_path)
    assert pi
    assert misfits(board, pi) == [Trouble("strip", says, mend)]


def test_pins_that_a_short_header_does_not_have_are_misfits(
    find: Find, tmp_path: Path
) -> None:
    model = "Raspberry Pi Model B Rev 2"
    found = find(model)
    board = boardmap.load()
    mend = "give it a pin that is on this header"
    sound = at(board, 'driver = "i2s"')
    assert [(t.part, t.says, t.mend) for t in found] == [
        ("buttons", f"{at(board, 'gpio = 5')}: a {model} has no GPIO5", mend),
        ("buttons", f"{at(board, 'gpio = 6')}: a {model} has no GPIO6", mend),
        ("buttons", f"{at(board, 'gpio = 12')}: a {model} has no GPIO12", mend),
        ("eliminator", f"{at(board, 'servo = 13')}: a {model} has no GPIO13", mend),
        ("eliminator", f"{at(board, 'arm = 16')}: a {model} has no GPIO16", mend),
        ("eliminator", f"{at(board, 'fire = 26')}: a {model} has no GPIO26", mend),
        *(
            ("speaker", f"{sound}: a {model} has no GPIO{gpio}", mend)
            for gpio in (19, 20, 21)
        ),
    ]


def test_a_long_header_has_every_pin_of_the_board_map(find: Find) -> None:
    assert find("Raspberry Pi Model B Plus Rev 1.2") == []
