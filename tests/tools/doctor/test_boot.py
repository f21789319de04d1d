"""`undertow doctor` about config.txt: what the strip's timing depends on."""

from pathlib import Path

import pytest

from controller.tools.doctor.boot import boot_config, strip_settings
from controller.tools.doctor.case import Finding, remark, well, wrong
from tests.support.doctor_machines import (
    CONFIG_4,
    PI_3,
    PI_4,
    PI_5,
    ZERO_2,
    a_pi,
    board_with,
    look_at,
    only,
    put,
)

FIXED = well("core clock", "steady at 500 MHz, as SPI needs it")
PI_400 = "Raspberry Pi 400 Rev 1.0"


def core_clock(tmp_path: Path, model: str, config: str) -> Finding:
    machine = a_pi(tmp_path, model)
    put(tmp_path, "boot/firmware/config.txt", config)
    return only(strip_settings(look_at(machine)))


@pytest.mark.parametrize(
    ("model", "config", "goes", "lines"),
    [
        (PI_3, "", "250 to 400", "[pi3] core_freq=250"),
        (PI_3, "core_freq=400\n", "250 to 400", "[pi3] core_freq=250"),
        (PI_3, "core_freq=yes\n", "250 to 400", "[pi3] core_freq=250"),
        (
            PI_3,
            "core_freq_min=300\n",
            "300 to 400",
            "[pi3] core_freq=250 core_freq_min=250",
        ),
        (ZERO_2, "[pi4]\ncore_freq=250\n", "250 to 400", "[pi02] core_freq=250"),
        (PI_4, "", "200 to 500", "[pi4] core_freq_min=500"),
        (PI_4, "core_freq=500\n", "200 to 500", "[pi4] core_freq_min=500"),
        (
            PI_4,
            "core_freq=500\ncore_freq_min=300\n",
            "300 to 500",
            "[pi4] core_freq_min=500",
        ),
        (
            PI_4,
            "core_freq=250\n",
            "200 to 250",
            "[pi4] core_freq=500 core_freq_min=500",
        ),
        (PI_4, "[none]\nforce_turbo=1\n", "200 to 500", "[pi4] core_freq_min=500"),
        (PI_4, "#core_freq_min=500", "200 to 500", "[pi4] core_freq_min=500"),
        (
            PI_4,
            "hdmi_enable_4kp60=1\ncore_freq_min=500",
            "500 to 550",
            "[pi4] core_freq_min=550",
        ),
        # Only a Pi 400 reads that, and only a Pi with that display or finger this.
        (PI_4, "[pi400]\ncore_freq_min=500", "200 to 500", "[pi4] core_freq_min=500"),
        (
            PI_4,
            "[EDID=VSC-TD2220]\n[pi4]\ncore_freq_min=500",
            "200 to 500",
            "[pi4] core_freq_min=500",
        ),
        (PI_4, "[gpio4=1]\ncore_freq_min=500", "200 to 500", "[pi4] core_freq_min=500"),
    ],
)
def test_a_core_clock_that_floats_is_remarked_with_the_lines_to_write(
    tmp_path: Path, model: str, config: str, goes: str, lines: str
) -> None:
    section, *settings = lines.split()
    text = "\\n".join((section, *settings, "[all]", ""))
    assert core_clock(tmp_path, model, config) == remark(
        "core clock",
        f"it goes from {goes} MHz, on this Pi SPI follows it, and colours may flicker; "
        f"write {' and '.join(settings)} below {section} at the end of "
        "/boot/firmware/config.txt",
        f"printf '{text}' | sudo tee -a /boot/firmware/config.txt",
        "sudo reboot",
    )


@pytest.mark.parametrize(
    ("model", "config", "mhz"),
    [
        (PI_3, "[pi3]\ncore_freq = 250\n", 250),
        (PI_3, "[pi3+]\ncore_freq=400\ncore_freq_min=400\n", 400),
        (PI_3, "gpu_freq=250\n", 250),
        (ZERO_2, "[pi02]\ncore_freq=250\n", 250),
        (PI_4, CONFIG_4, 500),
        (PI_4, "core_freq_min=500", 500),
        (PI_4, "[pi5]\nx=1\n[all]\ncore_freq=500\n[pi4]\ncore_freq_min=500", 500),
        (PI_4, "[gpio4=1]\nx=1\n[all]\ncore_freq_min=500", 500),
        (PI_4, "force_turbo=1\n", 500),
        (PI_4, "core_freq=550\ncore_freq_min=550\n", 550),
        (PI_400, "[pi400]\ncore_freq_min=500", 500),
    ],
)
def test_a_core_clock_that_is_fixed_is_well(
    tmp_path: Path, model: str, config: str, mhz: int
) -> None:
    says = f"steady at {mhz} MHz, as SPI needs it"
    assert core_clock(tmp_path, model, config) == well("core clock", says)


@pytest.mark.parametrize("model", [PI_3, ZERO_2, PI_4])
def test_what_is_written_makes_it_steady(tmp_path: Path, model: str) -> None:
    before = "[pi4]\ncore_freq=400\n[pi3]\ncore_freq=300\ncore_freq_min=260\n"
    floats = core_clock(tmp_path, model, before)
    written = floats.mend[0].split("'")[1].replace("\\n", "\n")
    assert floats.state == "remark"
    assert core_clock(tmp_path, model, before + written).state == "well"


def test_a_pi_5_does_not_care(tmp_path: Path) -> None:
    says = "a strip on SPI does not depend on it on this Pi"
    assert core_clock(tmp_path, PI_5, "") == well("core clock", says)


def test_config_txt_is_found_where_it_was_before_debian_12(tmp_path: Path) -> None:
    machine = a_pi(tmp_path)
    (tmp_path / "boot/firmware/config.txt").rename(tmp_path / "boot/config.txt")
    assert only(strip_settings(look_at(machine))) == FIXED


def test_a_missing_config_txt_is_remarked(tmp_path: Path) -> None:
    machine = a_pi(tmp_path)
    (tmp_path / "boot/firmware/config.txt").unlink()
    assert only(strip_settings(look_at(machine))) == remark(
        "config.txt",
        "/boot/firmware/config.txt cannot be read; what it says about SPI and sound "
        "is unknown",
    )


def pwm_board(folder: Path, gpio: int) -> Path:
    return board_with(
        folder,
        ('driver = "spi"', 'driver = "pwm"'),
        ("gpio = 10 ", f"gpio = {gpio} "),
    )


def test_sound_and_a_strip_on_the_same_pwm_are_wrong(tmp_path: Path) -> None:
    machine = a_pi(tmp_path)
    put(tmp_path, "boot/firmware/config.txt", "dtparam=spi=on,audio=on\n")
    case = look_at(machine, pwm_board(tmp_path, 18))
    assert only(strip_settings(case)) == wrong(
        "sound",
        "/boot/firmware/config.txt switches the headphone socket on, which needs the "
        "same PWM as the strip on GPIO18; switch it off, or drive the strip by SPI",
        "printf '[all]\\ndtparam=audio=off\\n' | sudo tee -a /boot/firmware/config.txt",
        "sudo reboot",
    )


@pytest.mark.parametrize("config", ["", "dtparam=audio=on\ndtparam=audio=off\n"])
def test_a_strip_on_pwm_is_well_without_sound(tmp_path: Path, config: str) -> None:
    machine = a_pi(tmp_path)
    put(tmp_path, "boot/firmware/config.txt", config)
    case = look_at(machine, pwm_board(tmp_path, 18))
    says = "off, so the strip has the PWM of GPIO18 to itself"
    assert only(strip_settings(case)) == well("sound", says)


def test_a_strip_on_gpio21_leaves_the_headphone_socket_alone(tmp_path: Path) -> None:
    machine = a_pi(tmp_path)
    put(tmp_path, "boot/firmware/config.txt", "dtparam=audio=on\n")
    assert list(strip_settings(look_at(machine, pwm_board(tmp_path, 21)))) == []


def test_a_parameter_without_a_value_is_on() -> None:
    assert boot_config("device_tree_param=audio\n", None).parameters == {"audio": "on"}
