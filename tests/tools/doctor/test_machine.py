"""`undertow doctor` about the machine itself: model, system, power, clock."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from controller.tools.doctor import system
from controller.tools.doctor.boot import strip_settings
from controller.tools.doctor.case import Finding, remark, well, wrong
from tests.support.doctor_machines import (
    PI_3,
    PI_4,
    PI_5,
    PYTHON,
    ZERO_2,
    a_laptop,
    a_pi,
    answers,
    look_at,
    only,
    put,
)

THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
LOOK_AGAIN = "vcgencmd get_throttled  # 0x0 is well; it remembers until a restart"
SUPPLY = (
    "fit the supply that was made for this Pi and a short, thick cable, and feed the "
    "lamps from a supply of their own"
)
LOW = wrong("power", f"the voltage is too low now; {SUPPLY}", LOOK_AGAIN)


@pytest.mark.parametrize("name", [PI_3, PI_4, PI_5, ZERO_2])
def test_a_pi_is_named(tmp_path: Path, name: str) -> None:
    case = look_at(a_pi(tmp_path, name))
    assert only(system.model(case)) == well("model", name)


def test_a_laptop_is_told_of_the_simulated_table(tmp_path: Path) -> None:
    says = "no Pi here; the simulated table is available"
    found = only(system.model(look_at(a_laptop(tmp_path))))
    assert found == remark("model", says, "undertow play")


def test_an_older_pi_is_remarked(tmp_path: Path) -> None:
    case = look_at(a_pi(tmp_path, "Raspberry Pi Zero W Rev 1.1"))
    assert only(system.model(case)) == remark(
        "model",
        "Raspberry Pi Zero W Rev 1.1: the table was made for a Pi 3, 4, 5 or "
        "Zero 2 W; expect missing packages and a slow start",
    )


def test_the_system_is_named_with_its_kernel_and_bits(tmp_path: Path) -> None:
    assert only(system.system(look_at(a_pi(tmp_path)))) == well(
        "system",
        "Debian GNU/Linux 12, Linux 6.6.31+rpt-rpi-v8 aarch64, 64-bit programs",
    )


def test_32_bit_programs_on_a_64_bit_kernel_are_remarked(tmp_path: Path) -> None:
    machine = a_pi(tmp_path, python=PYTHON._replace(bits=32))
    found = only(system.system(look_at(machine)))
    assert found.state == "remark"
    assert "32-bit programs on a 64-bit kernel" in found.says
    assert found.mend == (
        "printf '[all]\\narm_64bit=0\\n' | sudo tee -a /boot/firmware/config.txt",
        "sudo reboot",
    )


def test_a_system_that_says_nothing_is_still_described(tmp_path: Path) -> None:
    machine = a_laptop(tmp_path, run=answers(uname=""))
    put(tmp_path, "etc/os-release", "rubbish\n")
    assert only(system.system(look_at(machine))).says == (
        "a system without a name, a kernel without a name, 64-bit programs"
    )


# Clock


def test_a_clock_in_1970_is_wrong(tmp_path: Path) -> None:
    machine = a_pi(tmp_path, now=datetime(1970, 1, 1, 0, 3, tzinfo=UTC))
    assert only(system.clock(look_at(machine))) == wrong(
        "clock",
        "1970-01-01 00:03 UTC: it was never set; a Pi without network forgets the time",
        "sudo timedatectl set-ntp true",
        "sudo date --set='YEAR-MONTH-DAY HOUR:MINUTE'",
    )


def test_a_year_before_the_program_was_written_is_wrong(tmp_path: Path) -> None:
    machine = a_pi(tmp_path, now=datetime(2025, 12, 31, 23, 59, tzinfo=UTC))
    assert only(system.clock(look_at(machine))).state == "wrong"


def test_the_mark_of_a_synchronised_clock_is_enough(tmp_path: Path) -> None:
    found = only(system.clock(look_at(a_pi(tmp_path))))
    assert found == well("clock", "2026-11-16 20:15 UTC, synchronised")


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("yes", well("clock", "2026-11-16 20:15 UTC, synchronised")),
        (
            "no",
            remark(
                "clock",
                "2026-11-16 20:15 UTC, not synchronised with a time server",
                "sudo timedatectl set-ntp true",
            ),
        ),
        (
            "",
            well(
                "clock",
                "2026-11-16 20:15 UTC; whether it is synchronised is not known here",
            ),
        ),
    ],
)
def test_timedatectl_is_asked_where_there_is_no_mark(
    tmp_path: Path, answer: str, found: Finding
) -> None:
    machine = a_laptop(tmp_path, run=answers(timedatectl=answer))
    assert only(system.clock(look_at(machine))) == found


# Power


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("0", well("power", "the voltage has been high enough since the start")),
        ("50005", LOW),
        ("1", LOW),
        (
            "50000",
            remark(
                "power",
                f"the voltage was too low at some time since the start; {SUPPLY}",
                LOOK_AGAIN,
            ),
        ),
        ("e000e", well("power", "the voltage has been high enough since the start")),
    ],
)
def test_low_voltage_is_told_now_and_since_the_start(
    tmp_path: Path, word: str, found: Finding
) -> None:
    machine = a_pi(tmp_path)
    put(tmp_path, THROTTLED, f"{word}\n")
    assert only(system.power(look_at(machine))) == found


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("2", "its speed is capped; cool the Pi and see to its power"),
        (
            "c",
            "it is throttled, it is at its temperature limit; "
            "cool the Pi and see to its power",
        ),
        (
            "80000",
            "full now, but the Pi was slowed down at some time since the start",
        ),
    ],
)
def test_a_pi_that_is_slowed_down_is_remarked(
    tmp_path: Path, word: str, says: str
) -> None:
    machine = a_pi(tmp_path)
    put(tmp_path, THROTTLED, word)
    assert only(system.speed(look_at(machine))) == remark("speed", says, LOOK_AGAIN)


@pytest.mark.parametrize("word", ["0", "10001"])
def test_low_voltage_alone_does_not_count_as_slow(tmp_path: Path, word: str) -> None:
    machine = a_pi(tmp_path)
    put(tmp_path, THROTTLED, word)
    found = only(system.speed(look_at(machine)))
    assert found == well("speed", "full; the Pi was not slowed down since the start")


def test_the_firmware_is_found_under_the_name_that_a_pi_5_gives_it(
    tmp_path: Path,
) -> None:
    machine = a_pi(tmp_path, PI_5)
    (tmp_path / THROTTLED).unlink()
    put(tmp_path, "sys/devices/platform/soc@107c/soc@107c:firmware/get_throttled", "1")
    assert only(system.power(look_at(machine))) == LOW


def test_vcgencmd_is_asked_where_the_kernel_has_no_file(tmp_path: Path) -> None:
    machine = a_pi(tmp_path, run=answers(vcgencmd="throttled=0x50005"))
    (tmp_path / THROTTLED).unlink()
    assert only(system.power(look_at(machine))) == LOW
    assert only(system.speed(look_at(machine))).state == "remark"


@pytest.mark.parametrize(
    ("alarm", "found"),
    [("1", LOW), ("0", well("power", "the voltage is high enough now"))],
)
def test_the_alarm_is_the_last_resort(
    tmp_path: Path, alarm: str, found: Finding
) -> None:
    machine = a_pi(tmp_path)
    (tmp_path / THROTTLED).unlink()
    put(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", f"{alarm}\n")
    assert only(system.power(look_at(machine))) == found
    assert list(system.speed(look_at(machine))) == []


def test_a_pi_that_tells_nothing_of_its_power_is_remarked(tmp_path: Path) -> None:
    machine = a_pi(tmp_path)
    (tmp_path / THROTTLED).unlink()
    says = "this system does not tell whether the voltage is too low"
    assert only(system.power(look_at(machine))) == remark("power", says)


def test_a_laptop_is_not_asked_for_power_or_heat(tmp_path: Path) -> None:
    put(tmp_path, "sys/class/thermal/thermal_zone0/temp", "99000")
    case = look_at(a_laptop(tmp_path))
    checks = (system.power, system.speed, system.temperature, strip_settings)
    assert [list(check(case)) for check in checks] == [[], [], [], []]


@pytest.mark.parametrize(
    ("millidegrees", "found"),
    [
        ("48312", well("temperature", "48 °C")),
        ("79999", well("temperature", "80 °C")),
        (
            "84000",
            remark("temperature", "84 °C; a Pi slows down from 80 °C, cool it"),
        ),
    ],
)
def test_a_hot_pi_is_remarked(
    tmp_path: Path, millidegrees: str, found: Finding
) -> None:
    machine = a_pi(tmp_path)
    put(tmp_path, "sys/class/thermal/thermal_zone0/temp", millidegrees)
    assert only(system.temperature(look_at(machine))) == found
