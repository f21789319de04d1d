"""`undertow doctor` about the servo's line: who takes it back when the program dies."""

from pathlib import Path

import pytest

from controller.tools.doctor.case import remark, well
from controller.tools.doctor.servo import servo_line
from tests.support.doctor_machines import (
    CONFIG_4,
    PI_4,
    PI_5,
    a_laptop,
    a_pi,
    all_modules,
    board_with,
    look_at,
    only,
    put,
)

__all__ = ["all_modules"]  # a fixture is used by being named

pytestmark = pytest.mark.usefixtures("all_modules")

CONFIG = "boot/firmware/config.txt"
# Which driver of pins a Pi has, what its kernels call the setting, and how they say
# that a line is kept.
KEPT = {
    "Pi 4": (PI_4, "pinctrl_bcm2835/parameters/persist_gpio_outputs", "Y"),
    "Pi 5": (PI_5, "pinctrl_rp1/parameters/persist_gpio_outputs", "Y"),
    "Pi 4, spring of 2024": (PI_4, "pinctrl_bcm2835/parameters/strict_gpiod", "N"),
}


def says(root: Path, model: str, parameter: str, value: str) -> None:
    put(root, f"sys/module/{parameter}", f"{value}\n")


@pytest.mark.parametrize(("model", "parameter", "kept"), KEPT.values(), ids=KEPT)
def test_a_kernel_that_keeps_lines_is_named_with_the_line_to_add(
    tmp_path: Path, model: str, parameter: str, kept: str
) -> None:
    case = look_at(a_pi(tmp_path, model))
    says(tmp_path, model, parameter, kept)
    assert only(servo_line(case)) == remark(
        "servo line",
        "this kernel leaves it high if the program and its guardian die together in "
        "mid-pulse, until the service drives it low; it can take it back itself",
        "printf '[all]\\ndtparam=strict_gpiod\\n' "
        "| sudo tee -a /boot/firmware/config.txt",
        "sudo reboot",
    )


@pytest.mark.parametrize(("model", "parameter", "kept"), KEPT.values(), ids=KEPT)
def test_a_kernel_that_takes_lines_back_is_well(
    tmp_path: Path, model: str, parameter: str, kept: str
) -> None:
    case = look_at(a_pi(tmp_path, model))
    says(tmp_path, model, parameter, {"Y": "N", "N": "Y"}[kept])
    found = well("servo line", "the kernel takes it back if the program dies")
    assert only(servo_line(case)) == found


@pytest.mark.parametrize(
    "line", ["strict_gpiod", "strict_gpiod=on", "spi=on,strict_gpiod"]
)
def test_a_line_that_was_added_counts_after_a_restart(
    tmp_path: Path, line: str
) -> None:
    case = look_at(a_pi(tmp_path))
    says(tmp_path, *KEPT["Pi 4"])
    put(tmp_path, CONFIG, f"{CONFIG_4}[all]\ndtparam={line}\n")
    assert only(servo_line(case)) == remark(
        "servo line",
        "/boot/firmware/config.txt says dtparam=strict_gpiod, which counts once the "
        "Pi starts again",
        "sudo reboot",
    )


@pytest.mark.parametrize(
    "line", ["[pi5]\ndtparam=strict_gpiod", "#dtparam=strict_gpiod"]
)
def test_a_line_that_is_not_for_this_pi_does_not_count(
    tmp_path: Path, line: str
) -> None:
    case = look_at(a_pi(tmp_path))
    says(tmp_path, *KEPT["Pi 4"])
    put(tmp_path, CONFIG, f"{CONFIG_4}{line}\n")
    assert only(servo_line(case)).mend[0].startswith("printf '[all]\\ndtparam=strict")


def test_nothing_is_said_where_it_does_not_matter_or_cannot_be_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [*servo_line(look_at(a_pi(tmp_path)))] == [], "a kernel that says nothing"
    says(tmp_path, *KEPT["Pi 4"])
    by_pwm = board_with(tmp_path, ('driver = "gpio" ', 'driver = "pwm" '))
    assert [*servo_line(look_at(a_pi(tmp_path), by_pwm))] == []
    monkeypatch.setattr(
        "hardware.backends.pi.pins.find_spec", lambda name: name == "RPi"
    )
    assert [*servo_line(look_at(a_pi(tmp_path)))] == [], "pins past the kernel"
    (tmp_path / "proc/device-tree/model").unlink()
    assert [*servo_line(look_at(a_laptop(tmp_path)))] == []
