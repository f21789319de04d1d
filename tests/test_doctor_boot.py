"""`undertow doctor` about config.txt: what the strip's timing depends on."""

from pathlib import Path

import pytest

from controller.doctor.boot import strip_settings, told
from controller.doctor.finding import remark, well, wrong
from tests.doctor_machines import (
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

STEADY = well("core clock", "steady, as a strip on SPI needs it")


@pytest.mark.parametrize(
    ("model", "config", "lines"),
    [
        (PI_3, "", "core_freq=250\\n"),
        (ZERO_2, "[pi4]\ncore_freq=250\n", "core_freq=250\\n"),
        (PI_4, "", "core_freq=500\\ncore_freq_min=500\\n"),
        (PI_4, "core_freq=500\n", "core_freq_min=500\\n"),
        (PI_4, "[none]\nforce_turbo=1\n", "core_freq=500\\ncore_freq_min=500\\n"),
        (PI_4, "#core_freq=500\ncore_freq_min=500", "core_freq=500\\n"),
    ],
)
def test_a_core_clock_that_floats_is_remarked(
    tmp_path: Path, model: str, config: str, lines: str
) -> None:
    machine = a_pi(tmp_path, model)
    put(tmp_path, "boot/firmware/config.txt", config)
    assert only(strip_settings(look_at(machine))) == remark(
        "core clock",
        "/boot/firmware/config.txt does not fix it; on this Pi SPI follows it, and "
        "colours may flicker",
        f"printf '[all]\\n{lines}' | sudo tee -a /boot/firmware/config.txt",
        "sudo reboot",
    )


@pytest.mark.parametrize(
    ("model", "config"),
    [
        (PI_3, "[pi3]\ncore_freq = 250\n"),
        (ZERO_2, "[pi02]\ncore_freq=250\n"),
        (PI_4, CONFIG_4),
        (PI_4, "[pi5]\nx=1\n[all]\ncore_freq=500\n[pi4]\ncore_freq_min=500"),
        (PI_4, "force_turbo=1\n"),
        (PI_5, ""),
    ],
)
def test_a_core_clock_that_is_fixed_is_well(
    tmp_path: Path, model: str, config: str
) -> None:
    machine = a_pi(tmp_path, model)
    put(tmp_path, "boot/firmware/config.txt", config)
    assert only(strip_settings(look_at(machine))) == STEADY


def test_config_txt_is_found_where_it_was_before_debian_12(tmp_path: Path) -> None:
    machine = a_pi(tmp_path)
    (tmp_path / "boot/firmware/config.txt").rename(tmp_path / "boot/config.txt")
    assert only(strip_settings(look_at(machine))) == STEADY


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
    assert told("device_tree_param=audio\n", None).parameters == {"audio": "on"}
