"""`undertow doctor` on the table's parts: board map, drivers, boards, sound."""

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.tools.doctor import parts
from controller.tools.doctor.boot import strip_settings
from controller.tools.doctor.case import Finding, ok
from controller.tools.doctor.servo import servo_line, speaker
from controller.tools.flash.plugs import Plug
from tests.support.doctor_machines import (
    BOARDS,
    PI_3,
    PI_4,
    PI_5,
    PORTS,
    ZERO_2,
    a_laptop,
    a_pi,
    all_modules,
    answers,
    board_with,
    look_at,
    only,
    put,
)
from wiring import boardmap

__all__ = ["all_modules"]  # a fixture is used by being named

pytestmark = pytest.mark.usefixtures("all_modules")

CONFIG = "boot/firmware/config.txt"
TEE = f"| sudo tee -a /{CONFIG}"
STRIP = ok("strip", "SPI on GPIO10, 159 pixels, no root")
BUTTONS = ok("buttons", "gpiozero over lgpio, 10 pins")
ELIMINATOR = ok("eliminator", "software PWM on GPIO13, with a guardian process")


# Board map


@pytest.mark.parametrize(
    ("before", "after", "state"),
    [
        ("gpio = 17\n", "gpio = 4\n", "error"),  # two buttons on one pin
        ("gpio = 4\n", "gpio = 14\n", "warning"),  # the serial console's
    ],
)
def test_an_error_in_a_board_map_names_its_line(
    tmp_path: Path, before: str, after: str, state: str
) -> None:
    line = boardmap.DEFAULT.read_text().partition(before)[0].count("\n") + 1
    path = board_with(tmp_path, (before, after))
    *_, found = parts.board_map(look_at(a_laptop(tmp_path), path))
    assert (found.state, found.fix) == (state, (f"nano +{line} {path}",))
    assert found.says.startswith(f"{path}:{line}: ")


# Drivers


@pytest.mark.parametrize("model", [PI_3, PI_4, PI_5, ZERO_2])
def test_each_part_is_listed_with_its_driver(tmp_path: Path, model: str) -> None:
    case = look_at(a_pi(tmp_path, model))
    assert list(parts.drivers(case)) == [STRIP, BUTTONS, ELIMINATOR]


def test_a_missing_spi_node_is_wrong_with_the_command_that_switches_it_on(
    tmp_path: Path,
) -> None:
    case = look_at(a_pi(tmp_path))
    (tmp_path / "dev/spidev0.0").unlink()
    *others, found = parts.drivers(case)
    assert others == [BUTTONS, ELIMINATOR]
    assert (found.subject, found.state) == ("strip", "error")
    assert found.fix == ("sudo raspi-config nonint do_spi 0",)


def test_without_pins_the_eliminator_waits_as_the_buttons_do(tmp_path: Path) -> None:
    case = look_at(a_pi(tmp_path))
    (tmp_path / "dev/gpiochip0").unlink()
    found = {finding.subject: finding.state for finding in parts.drivers(case)}
    assert found == {"strip": "ok", "eliminator": "warning", "buttons": "error"}


# The servo


ON = "dtoverlay=pwm,pin=13,func=4"


def on_pwm(tmp_path: Path, config: str, model: str = PI_4) -> list[Finding]:
    """What is said of a servo on GPIO13, where config.txt says this."""
    case = look_at(
        a_pi(tmp_path, model),
        board_with(tmp_path, ('driver = "gpio" ', 'driver = "pwm" ')),
    )
    put(tmp_path, CONFIG, config)
    return [f for f in parts.drivers(case) if f.subject == "eliminator"]


def switched_on(tmp_path: Path) -> None:
    """The kernel has the block, as the overlay switches it on."""
    block = tmp_path / "sys/devices/platform/fe20c000.pwm"
    block.mkdir(parents=True)
    (tmp_path / "sys/class/pwm/pwmchip0").mkdir(parents=True)
    (tmp_path / "sys/class/pwm/pwmchip0/device").symlink_to(block)


def test_a_servo_on_hardware_pwm_needs_the_overlay_of_its_own_pin(
    tmp_path: Path,
) -> None:
    found = only(on_pwm(tmp_path, ""))
    assert (found.state, found.fix[0]) == ("error", f"printf '[all]\\n{ON}\\n' {TEE}")
    switched_on(tmp_path)
    assert only(on_pwm(tmp_path, f"{ON}\n")).state == "ok"


# Which driver of pins a Pi has, whose kernel says whether a line stays as it was.
KEPT = {
    PI_4: "sys/module/pinctrl_bcm2835/parameters/persist_gpio_outputs",
    PI_5: "sys/module/pinctrl_rp1/parameters/persist_gpio_outputs",
}
ADD_STRICT = f"printf '[all]\\ndtparam=strict_gpiod\\n' {TEE}"


@pytest.mark.parametrize(("model", "parameter"), KEPT.items())
def test_a_kernel_that_keeps_lines_is_remarked_with_the_line_to_add(
    tmp_path: Path, model: str, parameter: str
) -> None:
    case = look_at(a_pi(tmp_path, model))
    assert [*servo_line(case)] == [], "a kernel that says nothing"
    put(tmp_path, parameter, "Y\n")
    found = only(servo_line(case))
    assert (found.state, found.fix) == ("warning", (ADD_STRICT, "sudo reboot"))
    put(tmp_path, parameter, "N\n")
    assert only(servo_line(case)).state == "ok"


def test_on_a_pi_5_only_its_own_driver_of_pins_counts(tmp_path: Path) -> None:
    case = look_at(a_pi(tmp_path, PI_5))
    put(tmp_path, KEPT[PI_4], "Y\n")
    assert [*servo_line(case)] == []
    put(tmp_path, KEPT[PI_5], "N\n")
    assert only(servo_line(case)).state == "ok"


# Sound

HDMI = " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n                      vc4-hdmi-0\n"


def test_a_card_that_is_there_is_named_with_how_to_try_it(tmp_path: Path) -> None:
    card, speech = speaker(look_at(a_pi(tmp_path)))
    assert (card.state, speech.state) == ("ok", "ok")
    assert card.says.endswith("speaker-test -D plughw:CARD=MAX98357A -l 1")
    board = board_with(tmp_path, ("plughw:CARD=MAX98357A", "default"))
    assert next(speaker(look_at(a_pi(tmp_path), board))).state == "ok"


@pytest.mark.parametrize("cards", [HDMI, "--- no soundcards ---\n", ""])
def test_a_missing_amplifier_is_fixed_in_config_txt(tmp_path: Path, cards: str) -> None:
    machine = a_pi(tmp_path)
    put(tmp_path, "proc/asound/cards", cards)
    found = next(speaker(look_at(machine)))
    fix = f"printf '[all]\\ndtoverlay=max98357a,no-sdmode\\n' {TEE}"
    assert (found.state, found.fix) == ("error", (fix, "sudo reboot"))
    assert ("vc4hdmi0" in found.says) == (cards == HDMI)


# Debian's own kernel, which is no Raspberry Pi OS


def test_the_advice_is_one_that_debians_own_kernel_takes(tmp_path: Path) -> None:
    debian = answers(uname="Linux 6.12.48+deb13-arm64 aarch64")
    machine = a_pi(tmp_path, PI_3, run=debian)
    case = look_at(machine)
    (tmp_path / "dev/spidev0.0").unlink()
    strip = next(f for f in parts.drivers(case) if f.state == "error")
    both = f"| sudo tee -a /etc/default/raspi-firmware-custom /{CONFIG}"
    assert strip.fix[0] == f"printf '[all]\\ndtoverlay=pi4-spidev\\n' {both}"
    put(tmp_path, CONFIG, "")
    clock = only(strip_settings(case))
    assert clock.fix[0] == f"printf '[pi3]\\ncore_freq=250\\n[all]\\n' {both}"
    put(tmp_path, "proc/asound/cards", "")
    put(tmp_path, KEPT[PI_4], "Y\n")
    for finding in (next(speaker(case)), only(servo_line(case))):
        assert finding.fix == (), "there is no such overlay"
        assert "Debian" in finding.says


# Sensor boards


@pytest.mark.parametrize("said", [str.upper, str.lower])
def test_boards_are_found_by_their_usb_serial_on_any_port(
    tmp_path: Path, said: Callable[[str], str]
) -> None:
    swapped = tuple(
        port._replace(port=other.port, usb_serial=said(port.usb_serial))
        for port, other in zip(PORTS, reversed(PORTS), strict=True)
    )
    found = list(parts.sensor_boards(look_at(a_pi(tmp_path, ports=lambda: swapped))))
    assert [(f.state, f.says) for f in found] == [
        ("ok", f"USB serial {board.usb_serial} on /dev/ttyACM{2 - number}")
        for number, board in enumerate(BOARDS)
    ]


def test_a_pico_of_another_number_may_be_the_one_that_is_missing(
    tmp_path: Path,
) -> None:
    mouse = Plug("/dev/ttyUSB0", "0403:6001", "A50285BI")
    case = look_at(a_pi(tmp_path, ports=lambda: (mouse, *PORTS[1:])))
    first, *others = parts.sensor_boards(case)
    assert (first.subject, first.state) == ("sensor board depth", "error")
    assert {finding.state for finding in others} == {"ok"}
    mine = Plug("/dev/ttyACM0", "2e8a:0005", "E660583883724A31")
    case = look_at(a_pi(tmp_path, ports=lambda: (mine, mouse, *PORTS[1:])))
    missing, _, _, unknown = parts.sensor_boards(case)
    assert "unknown boards" in missing.says
    assert "E660583883724A31 on /dev/ttyACM0" in unknown.says
    assert unknown.fix == (f"nano {boardmap.DEFAULT}",)


def test_two_plugs_with_a_boards_number_are_named(tmp_path: Path) -> None:
    twin = PORTS[0]._replace(port="/dev/ttyACM9")
    case = look_at(a_pi(tmp_path, ports=lambda: (*PORTS, twin)))
    found = next(parts.sensor_boards(case))
    assert found.state == "error"
    assert f"{PORTS[0].port} and /dev/ttyACM9" in found.says
