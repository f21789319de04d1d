"""`undertow doctor` about the machine: model, system, clock, power, config.txt."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from controller.tools.doctor import system
from controller.tools.doctor.boot import strip_settings
from controller.tools.doctor.case import Finding
from tests.support.doctor_machines import (
    CONFIG_4,
    PI_3,
    PI_4,
    PI_5,
    PYTHON,
    ZERO_2,
    a_laptop,
    a_pi,
    answers,
    board_with,
    look_at,
    only,
    put,
)

THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
CONFIG = "boot/firmware/config.txt"


@pytest.mark.parametrize("name", [PI_3, PI_4, PI_5, ZERO_2])
def test_a_pi_is_named(tmp_path: Path, name: str) -> None:
    found = only(system.model(look_at(a_pi(tmp_path, name))))
    assert (found.state, found.says) == ("ok", name)


def test_a_laptop_and_an_older_pi_are_remarked(tmp_path: Path) -> None:
    laptop = only(system.model(look_at(a_laptop(tmp_path / "laptop"))))
    assert (laptop.state, laptop.fix) == ("warning", ("undertow play",))
    old = look_at(a_pi(tmp_path / "pi", "Raspberry Pi Zero W Rev 1.1"))
    assert only(system.model(old)).state == "warning"


def test_the_system_is_named_with_its_kernel_and_bits(tmp_path: Path) -> None:
    found = only(system.system(look_at(a_pi(tmp_path))))
    assert found.state == "ok"
    for word in ("Debian GNU/Linux 12", "6.6.31+rpt-rpi-v8 aarch64", "64-bit"):
        assert word in found.says


def test_32_bit_programs_on_a_64_bit_kernel_are_remarked(tmp_path: Path) -> None:
    machine = a_pi(tmp_path, python=PYTHON._replace(bits=32))
    found = only(system.system(look_at(machine)))
    assert found.state == "warning"
    assert "arm_64bit=0" in found.fix[0]
    assert found.fix[0].endswith(f"| sudo tee -a /{CONFIG}")


# Clock


@pytest.mark.parametrize(
    ("year", "state"), [(1970, "error"), (2025, "error"), (2026, "ok")]
)
def test_a_clock_that_was_never_set_is_wrong(
    tmp_path: Path, year: int, state: str
) -> None:
    machine = a_pi(tmp_path, now=datetime(year, 12, 31, 23, 59, tzinfo=UTC))
    found = only(system.clock(look_at(machine)))
    assert found.state == state
    assert ("sudo timedatectl set-ntp true" in found.fix) == (state == "error")


@pytest.mark.parametrize(
    ("answer", "state"), [("yes", "ok"), ("no", "warning"), ("", "ok")]
)
def test_timedatectl_is_asked_where_systemd_left_no_mark(
    tmp_path: Path, answer: str, state: str
) -> None:
    machine = a_laptop(tmp_path, run=answers(timedatectl=answer))
    assert only(system.clock(look_at(machine))).state == state


# Power


@pytest.mark.parametrize(
    ("word", "power", "speed"),
    [
        ("0", "ok", "ok"),
        ("50005", "error", "warning"),
        ("50000", "warning", "warning"),
        ("e000e", "ok", "warning"),
        ("10001", "error", "ok"),
    ],
)
def test_low_voltage_and_throttling_are_told_now_and_since_the_start(
    tmp_path: Path, word: str, power: str, speed: str
) -> None:
    case = look_at(a_pi(tmp_path))
    put(tmp_path, THROTTLED, f"{word}\n")
    found = only(system.power(case)), only(system.speed(case))
    assert [finding.state for finding in found] == [power, speed]


def test_the_firmwares_word_is_found_wherever_it_is(tmp_path: Path) -> None:
    case = look_at(a_pi(tmp_path, PI_5))
    (tmp_path / THROTTLED).unlink()
    assert only(system.power(case)).state == "warning", "nobody tells"
    assert list(system.speed(case)) == []
    said = answers(vcgencmd="throttled=0x50000")
    asked = case._replace(machine=case.machine._replace(run=said))
    assert only(system.power(asked)).state == "warning"
    put(tmp_path, "sys/devices/platform/soc@107c/soc@107c:firmware/get_throttled", "0")
    assert only(system.power(asked)).state == "ok"


@pytest.mark.parametrize(
    ("millidegrees", "state"), [("48312", "ok"), ("84000", "warning")]
)
def test_a_hot_pi_is_remarked(tmp_path: Path, millidegrees: str, state: str) -> None:
    case = look_at(a_pi(tmp_path))
    put(tmp_path, "sys/class/thermal/thermal_zone0/temp", millidegrees)
    assert only(system.temperature(case)).state == state


def test_a_laptop_is_not_asked_for_power_heat_or_config_txt(tmp_path: Path) -> None:
    put(tmp_path, "sys/class/thermal/thermal_zone0/temp", "99000")
    case = look_at(a_laptop(tmp_path))
    for check in (system.power, system.speed, system.temperature, strip_settings):
        assert list(check(case)) == []


# config.txt: what the strip's timing depends on


def strip(root: Path, model: str, config: str, *board: tuple[str, str]) -> Any:
    machine = a_pi(root, model)
    put(root, CONFIG, config)
    path = (board_with(root, *board),) if board else ()
    return strip_settings(look_at(machine, *path))


def core_clock(root: Path, model: str, config: str) -> Finding:
    return only(strip(root, model, config))


@pytest.mark.parametrize(
    ("model", "config", "lines"),
    [
        (PI_3, "", "[pi3] core_freq=250"),
        (PI_3, "core_freq_min=300\n", "[pi3] core_freq=250 core_freq_min=250"),
        (ZERO_2, "[pi4]\ncore_freq=250\n", "[pi02] core_freq=250"),
        (PI_4, "core_freq=500\n", "[pi4] core_freq_min=500"),
        (PI_4, "#core_freq_min=500", "[pi4] core_freq_min=500"),
        (PI_4, "hdmi_enable_4kp60=1\ncore_freq_min=500", "[pi4] core_freq_min=550"),
        # Only a Pi 400 reads that, and only a Pi with that display this.
        (PI_4, "[pi400]\ncore_freq_min=500", "[pi4] core_freq_min=500"),
        (PI_4, "[EDID=X]\n[pi4]\ncore_freq_min=500", "[pi4] core_freq_min=500"),
    ],
)
def test_a_core_clock_that_floats_is_remarked_with_the_lines_to_write(
    tmp_path: Path, model: str, config: str, lines: str
) -> None:
    found = core_clock(tmp_path, model, config)
    text = "\\n".join((*lines.split(), "[all]", ""))
    assert found.state == "warning"
    assert found.fix == (f"printf '{text}' | sudo tee -a /{CONFIG}", "sudo reboot")
    written = text.replace("\\n", "\n")
    after = core_clock(tmp_path, model, f"{config}\n[all]\n{written}")
    assert after.state == "ok"


@pytest.mark.parametrize(
    ("model", "config"),
    [
        (PI_3, "[pi3+]\ncore_freq=400\ncore_freq_min=400\n"),
        (PI_3, "gpu_freq=250\n"),
        (PI_4, CONFIG_4),
        (PI_4, "[gpio4=1]\nx=1\n[all]\ncore_freq_min=500"),
        (PI_4, "force_turbo=1\n"),
        ("Raspberry Pi 400 Rev 1.0", "[pi400]\ncore_freq_min=500"),
        (PI_5, ""),
    ],
)
def test_a_core_clock_that_is_fixed_is_well(
    tmp_path: Path, model: str, config: str
) -> None:
    assert core_clock(tmp_path, model, config).state == "ok"


def test_config_txt_may_be_where_it_was_before_debian_12_or_missing(
    tmp_path: Path,
) -> None:
    case = look_at(a_pi(tmp_path))
    (tmp_path / CONFIG).rename(tmp_path / "boot/config.txt")
    assert only(strip_settings(case)).state == "ok"
    (tmp_path / "boot/config.txt").unlink()
    found = only(strip_settings(case))
    assert (found.subject, found.state) == ("config.txt", "warning")


@pytest.mark.parametrize(
    ("gpio", "config", "states"),
    [
        (18, "dtparam=spi=on,audio=on\n", ["error"]),
        (18, "", ["ok"]),
        (18, "dtparam=audio=on\ndtparam=audio=off\n", ["ok"]),
        (21, "dtparam=audio=on\n", []),
    ],
)
def test_sound_and_a_strip_on_the_same_pwm_are_wrong(
    tmp_path: Path, gpio: int, config: str, states: list[str]
) -> None:
    pwm = (('driver = "spi"', 'driver = "pwm"'), ("gpio = 10 ", f"gpio = {gpio} "))
    found = list(strip(tmp_path, PI_4, config, *pwm))
    assert [finding.state for finding in found] == states
    for finding in found:
        assert ("dtparam=audio=off" in str(finding.fix)) == (finding.state == "error")
