"""`undertow doctor` on machine and program: model, power, config.txt, disk."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from controller.games.packages import Fault
from controller.storage.journal import Setup
from controller.tools.doctor import storage, system
from controller.tools.doctor.boot import strip_settings
from controller.tools.doctor.case import Finding
from controller.tools.doctor.machine import Games
from tests.support.doctor_machines import (
    PI_3,
    PI_4,
    PIP,
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


def test_a_laptop_and_an_older_pi_are_remarked(tmp_path: Path) -> None:
    laptop = only(system.model(look_at(a_laptop(tmp_path / "laptop"))))
    assert (laptop.state, laptop.fix) == ("warning", ("undertow play",))
    old = look_at(a_pi(tmp_path / "pi", "Raspberry Pi Zero W Rev 1.1"))
    assert only(system.model(old)).state == "warning"


def test_32_bit_programs_on_a_64_bit_kernel_are_remarked(tmp_path: Path) -> None:
    machine = a_pi(tmp_path, python=PYTHON._replace(bits=32))
    found = only(system.system(look_at(machine)))
    assert found.state == "warning"
    assert "arm_64bit=0" in found.fix[0]
    assert found.fix[0].endswith(f"| sudo tee -a /{CONFIG}")


@pytest.mark.parametrize(
    ("controllers", "states"),
    [("cpu io pids", ["warning"]), ("cpu io memory pids", []), (None, [])],
)
def test_a_kernel_that_limits_no_memory_is_remarked(
    tmp_path: Path, controllers: str | None, states: list[str]
) -> None:
    case = look_at(a_pi(tmp_path))
    if controllers:
        put(tmp_path, "sys/fs/cgroup/cgroup.controllers", f"{controllers}\n")
    found = list(system.memory(case))
    assert [finding.state for finding in found] == states
    for finding in found:
        assert "cgroup_enable=memory" in finding.fix[0]


# Power


@pytest.mark.parametrize(
    ("word", "state"),
    [
        ("0", "ok"),
        ("50005", "error"),
        ("50000", "warning"),
        ("e000e", "warning"),
        ("10001", "error"),
    ],
)
def test_low_voltage_and_throttling_are_told_now_and_since_the_start(
    tmp_path: Path, word: str, state: str
) -> None:
    case = look_at(a_pi(tmp_path))
    put(tmp_path, THROTTLED, f"{word}\n")
    assert only(system.power(case)).state == state


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
        # Only a Pi with that display reads this.
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


# The program


@pytest.mark.parametrize(("own", "state"), [(True, "ok"), (False, "warning")])
def test_the_systems_own_python_is_remarked(
    tmp_path: Path, own: bool, state: str
) -> None:
    python = PYTHON._replace(has_own_environment=own)
    found = only(system.python(look_at(a_laptop(tmp_path, python=python))))
    assert found.state == state
    assert python.executable in found.says


# Packages


def test_games_of_packages_are_listed_and_broken_ones_are_named(tmp_path: Path) -> None:
    says = "the game 'odd' of undertow-odd 1.0 holds no GAME"
    whose = {"pearl-dive": "undertow-pearl-dive 0.1.0"}
    found = Games(whose, [Fault("undertow-odd 1.0", says)])
    broken, well = system.games(look_at(a_pi(tmp_path, games=lambda: found)))
    assert (broken.state, broken.says) == ("warning", says)
    assert broken.fix[0].startswith(f"{PIP} install --upgrade undertow-odd ")
    assert well.says == "pearl-dive of undertow-pearl-dive 0.1.0"
    assert [*system.games(look_at(a_pi(tmp_path)))] == []


# Service


@pytest.mark.parametrize(
    ("active", "state"),
    [
        ("active", "ok"),
        ("inactive", "warning"),
        ("failed", "error"),
    ],
)
def test_the_service_is_as_systemd_says(
    tmp_path: Path, active: str, state: str
) -> None:
    said = f"LoadState=loaded\nActiveState={active}"
    machine = a_pi(tmp_path, run=answers(systemctl=said))
    found = only(system.service(look_at(machine)))
    assert found.state == state
    assert bool(found.fix) == (state != "ok")


# What is kept

FREE_SOME = ("sudo apt-get clean", "sudo journalctl --vacuum-size=50M")
SETUP = Setup("get-bit", 2, {}, 7, "1", ("aa", "bb"))


def listing(folder: Path) -> list[tuple[str, int, int]]:
    return sorted(
        (str(path), path.stat().st_mtime_ns, path.stat().st_size)
        for path in folder.rglob("*")
    )


# Disk


@pytest.mark.parametrize(
    ("free_mb", "state"),
    [(9000, "ok"), (200, "ok"), (199, "warning"), (20, "warning"), (19, "error")],
)
def test_the_free_space_on_the_disk_is_reported(
    tmp_path: Path, free_mb: int, state: str
) -> None:
    machine = a_pi(tmp_path, free_bytes=lambda folder: free_mb * 1_000_000)
    found = only(storage.disk(look_at(machine)))
    assert (found.state, found.fix) == (state, () if state == "ok" else FREE_SOME)


@pytest.mark.parametrize(
    ("number", "fix"),
    [
        (errno.ENOSPC, FREE_SOME[0]),
        (errno.EIO, "undertow play --state FOLDER"),
        (errno.EROFS, "sudo dmesg --level=err,warn | tail"),
        (errno.EACCES, "sudo /opt/undertow/.venv/bin/undertow doctor --state {}"),
    ],
)
@pytest.mark.parametrize("call", ["tempfile.TemporaryFile", "os.fsync"])
def test_a_disk_that_cannot_be_written_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, fix: str
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(number, os.strerror(number))

    case = look_at(a_pi(tmp_path))
    monkeypatch.setattr(call, refuse)
    found = only(storage.disk(case))
    assert (found.state, found.fix[0]) == ("error", fix.format(case.state))


def test_a_folder_that_is_not_there_yet_is_not_made(tmp_path: Path) -> None:
    case = look_at(a_laptop(tmp_path))._replace(state=tmp_path / "deep" / "state")
    before = listing(tmp_path)
    assert only(storage.disk(case)).state == "ok"
    assert listing(tmp_path) == before


@pytest.mark.parametrize(
    ("mounts", "state"),
    [
        ("x {} overlay rw 0 0\n/dev/root / ext4 rw 0 0\n", "warning"),
        ("x {} tmpfs rw 0 0\n/dev/root / ext4 rw 0 0\n", "warning"),
        ("/dev/root / ext4 rw 0 0\nx /nowhere tmpfs rw 0 0", "ok"),
    ],
)
def test_games_that_a_pi_keeps_in_memory_are_remarked(
    tmp_path: Path, mounts: str, state: str
) -> None:
    case = look_at(a_pi(tmp_path))
    put(tmp_path, "proc/mounts", mounts.format(tmp_path))
    assert only(storage.disk(case)).state == state
    laptop = case._replace(pi=None)
    assert only(storage.disk(laptop)).state == "ok"
