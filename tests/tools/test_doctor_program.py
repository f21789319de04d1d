"""`undertow doctor` about the program: Python, packages, service, port, its user."""

from pathlib import Path
from typing import Any

import pytest

from controller.games.packages import Fault
from controller.tools.doctor import program
from controller.tools.doctor.case import Case
from controller.tools.doctor.examine import examine
from controller.tools.doctor.machine import Access, Games
from controller.tools.doctor.service_user import service_user
from tests.support.doctor_machines import (
    GROUPS,
    NODES,
    PACKAGES,
    PI_4,
    PIP,
    PYTHON,
    a_laptop,
    a_pi,
    answers,
    in_use,
    look_at,
    only,
    put,
)


@pytest.mark.parametrize(("own", "state"), [(True, "ok"), (False, "warning")])
def test_the_systems_own_python_is_remarked(
    tmp_path: Path, own: bool, state: str
) -> None:
    python = PYTHON._replace(has_own_environment=own)
    found = only(program.python(look_at(a_laptop(tmp_path, python=python))))
    assert found.state == state
    assert python.executable in found.says


# Packages


def test_games_of_packages_are_listed_and_broken_ones_are_named(tmp_path: Path) -> None:
    says = "the game 'odd' of undertow-odd 1.0 holds no GAME"
    whose = {"pearl-dive": "undertow-pearl-dive 0.1.0"}
    found = Games(whose, [Fault("undertow-odd 1.0", says)])
    broken, well = program.games(look_at(a_pi(tmp_path, games=lambda: found)))
    assert (broken.state, broken.says) == ("warning", says)
    assert broken.fix[0].startswith(f"{PIP} install --upgrade undertow-odd ")
    assert well.says == "pearl-dive of undertow-pearl-dive 0.1.0"
    assert [*program.games(look_at(a_pi(tmp_path)))] == []


@pytest.mark.parametrize("kind", [a_pi, a_laptop])
def test_both_packages_for_the_same_pins_are_wrong_and_one_is_well(
    tmp_path: Path, kind: Any
) -> None:
    one = PACKAGES | {"rpi-gpio": "0.7.1"}
    assert only(program.packages(look_at(kind(tmp_path, packages=one)))).state == "ok"
    both = one | {"rpi-lgpio": "0.6"}
    found = only(program.packages(look_at(kind(tmp_path, packages=both))))
    assert found.state == "error"
    assert found.fix == (
        f"{PIP} uninstall --yes RPi.GPIO rpi-lgpio",
        f"{PIP} install rpi-lgpio",
    )


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
    found = only(program.service(look_at(machine)))
    assert found.state == state
    assert bool(found.fix) == (state != "ok")


# Port


LISTENING = "   0: 0100007F:1FC9 00000000:0000 0A 00000000:00000000 00:00\n"
LISTENING_6 = f"   0: {'0' * 32}:1FC9 {'0' * 32}:0000 0A 00000000:00000000 00:00\n"
TALKING = "   1: 0100007F:1FC9 0100007F:C000 01 00000000:00000000 00:00\n"
ELSEWHERE = "   2: 0100007F:C000 0100007F:1FC9 0A 00000000:00000000 00:00\n"


@pytest.mark.parametrize(
    ("table", "rows", "state"),
    [
        ("tcp", "", "ok"),
        ("tcp", TALKING, "ok"),
        ("tcp", ELSEWHERE, "ok"),
        ("tcp", LISTENING, "error"),
        ("tcp6", LISTENING_6, "error"),
    ],
)
def test_a_port_on_which_another_program_listens_is_wrong(
    tmp_path: Path, table: str, rows: str, state: str
) -> None:
    machine = a_laptop(tmp_path)
    put(tmp_path, f"proc/net/{table}", f"  sl  local_address   st\n{rows}")
    found = only(program.port(look_at(machine)))
    assert found.state == state
    assert ("undertow play --port 0" in found.fix) == (state == "error")


def test_a_port_that_a_table_of_ours_has_is_well(tmp_path: Path) -> None:
    case = look_at(a_laptop(tmp_path))
    put(tmp_path, "proc/net/tcp", LISTENING)
    with in_use(case.state / "journal.sqlite"):
        assert only(program.port(case)).state == "ok"
    assert only(program.port(case)).state == "error"
    said = answers(systemctl="LoadState=loaded\nActiveState=active")
    served = case._replace(machine=case.machine._replace(run=said))
    assert only(program.port(served)).state == "ok"


# The service's own user: what it may use, whoever asks

UNIT = "LoadState=loaded\nActiveState=active\nUser=undertow\nSupplementaryGroups="
RESTART = "sudo systemctl restart undertow"
JOIN = "sudo usermod --append --groups spi undertow"
UDEV = "sudo udevadm control --reload && sudo udevadm trigger"


def a_service(
    root: Path, model: str = PI_4, board: Path | None = None, **changes: Any
) -> Case:
    """A Pi with the service on it, asked by root, but for the changes."""
    changes.setdefault("user", "root")
    changes.setdefault("run", answers(systemctl=f"{UNIT}gpio spi i2c dialout"))
    machine = a_pi(root, model, **changes)
    users = "root:x:0:0:root:/root:/bin/sh\nundertow:x:995:994::/var/lib/undertow:/no"
    put(root, "etc/passwd", users)
    return look_at(machine, board) if board else look_at(machine)


@pytest.mark.parametrize("user", ["root", "ada"])
def test_its_user_is_told_with_what_it_may_use_whoever_asks(
    tmp_path: Path, user: str
) -> None:
    case = a_service(tmp_path, user=user)
    found = only(service_user(case))
    assert found.state == "ok"
    assert "/dev/spidev0.0, /dev/gpiochip0, /dev/ttyACM0" in found.says
    assert found in examine(case)["Table"]


def test_a_group_comes_from_the_unit_or_from_the_system(tmp_path: Path) -> None:
    case = a_service(tmp_path, run=answers(systemctl=f"{UNIT}gpio dialout"))
    found = only(service_user(case))
    assert (found.state, found.fix) == ("error", (JOIN, RESTART))
    rows = [f"{name}:x:{gid}:bob,undertow" for name, gid in GROUPS.items()]
    put(tmp_path, "etc/group", "\n".join(rows))
    assert only(service_user(case)).state == "ok"


@pytest.mark.parametrize(
    ("access", "state"),
    [
        (Access(0, 0, 0o660), "error"),
        (Access(0, GROUPS["spi"], 0o640), "error"),
        (Access(0, 4242, 0o600), "error"),
        # What its owner may not, others' rights do not fix.
        (Access(995, 0, 0o066), "error"),
        (Access(995, 0, 0o600), "ok"),
        (Access(0, 994, 0o060), "ok"),
        (Access(0, 0, 0o666), "ok"),
    ],
)
def test_a_device_without_its_udev_rule_is_wrong(
    tmp_path: Path, access: Access, state: str
) -> None:
    case = a_service(tmp_path, access=(NODES | {"/dev/spidev0.0": access}).get)
    found = only(service_user(case))
    assert found.state == state
    assert found.fix == ((UDEV, RESTART) if state == "error" else ())
