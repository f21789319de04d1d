"""`undertow doctor` about the service's own user: what it may use, whoever asks."""

from pathlib import Path
from typing import Any

import pytest

from controller.tools.doctor.case import Case, well, wrong
from controller.tools.doctor.examine import examine
from controller.tools.doctor.machine import Access, this_machine
from controller.tools.doctor.service_user import service_user
from tests.support.doctor_machines import (
    GROUPS,
    NODES,
    PI_4,
    PI_5,
    a_laptop,
    a_pi,
    answers,
    board_with,
    look_at,
    only,
    put,
)

UNIT = "LoadState=loaded\nActiveState=active\nUser=undertow\nSupplementaryGroups="
KINDS = "Character devices:\n  1 mem\n89 i2c\n153 spi\n166 ttyACM\n254 gpiochip\n"
ME = "undertow, as whom the service runs,"
RESTART = "sudo systemctl restart undertow"


def a_service(
    root: Path, model: str = PI_4, board: Path | None = None, **changes: Any
) -> Case:
    """A Pi with the service on it, asked by root, but for the changes."""
    changes.setdefault("user", "root")
    changes.setdefault("run", answers(systemctl=f"{UNIT}gpio spi i2c dialout"))
    machine = a_pi(root, model, **changes)
    users = "root:x:0:0:root:/root:/bin/sh\nundertow:x:995:994::/var/lib/undertow:/no"
    put(root, "etc/passwd", users)
    put(root, "proc/devices", KINDS)
    return look_at(machine, board) if board else look_at(machine)


@pytest.mark.parametrize("user", ["root", "ada"])
def test_its_user_is_told_with_what_it_may_use_whoever_asks(
    tmp_path: Path, user: str
) -> None:
    nodes = "/dev/spidev0.0, /dev/gpiochip0, /dev/ttyACM0, /dev/ttyACM1, /dev/ttyACM2"
    found = only(service_user(a_service(tmp_path, user=user)))
    assert found == well("service's user", f"{ME} may use {nodes}")


def test_a_group_that_it_is_not_in_is_named_although_root_asks(tmp_path: Path) -> None:
    case = a_service(tmp_path, run=answers(systemctl=f"{UNIT}gpio dialout"))
    assert only(service_user(case)) == wrong(
        "service's user",
        f"{ME} is not in spi, which has /dev/spidev0.0",
        "sudo usermod --append --groups spi undertow",
        RESTART,
    )


def test_a_group_may_come_from_the_system_as_well_as_from_the_unit(
    tmp_path: Path,
) -> None:
    case = a_service(tmp_path, run=answers(systemctl=UNIT))
    rows = [f"{name}:x:{gid}:bob,undertow" for name, gid in GROUPS.items()]
    put(tmp_path, "etc/group", "\n".join(rows))
    assert only(service_user(case)).state == "well"


@pytest.mark.parametrize(
    ("access", "group"),
    [
        (Access(0, 0, 0o600), "root"),
        (Access(0, 0, 0o660), "root"),
        (Access(0, GROUPS["spi"], 0o640), "spi"),
        (Access(0, 4242, 0o600), "4242"),
    ],
)
def test_a_device_without_its_udev_rule_is_wrong(
    tmp_path: Path, access: Access, group: str
) -> None:
    nodes = NODES | {"/dev/spidev0.0": access}
    case = a_service(tmp_path, access=nodes.get)
    assert only(service_user(case)) == wrong(
        "service's user",
        f"/dev/spidev0.0 belongs to the group {group} with mode {access.mode:04o}; "
        f"{ME} cannot use it: have the udev rules read again",
        "sudo udevadm control --reload && sudo udevadm trigger",
        RESTART,
    )


@pytest.mark.parametrize(
    "access", [Access(995, 0, 0o600), Access(0, 994, 0o060), Access(0, 0, 0o666)]
)
def test_its_own_device_its_own_group_and_everybodys_are_open(
    tmp_path: Path, access: Access
) -> None:
    case = a_service(tmp_path, access=(NODES | {"/dev/gpiochip0": access}).get)
    assert only(service_user(case)).state == "well"


def test_rights_that_the_owner_does_not_have_count_although_all_others_do(
    tmp_path: Path,
) -> None:
    shut = Access(995, 0, 0o066)
    case = a_service(tmp_path, access=(NODES | {"/dev/gpiochip0": shut}).get)
    assert only(service_user(case)).state == "wrong"


@pytest.mark.parametrize(
    ("kind", "module"), [("ttyACM", "cdc_acm"), ("spi", "spidev"), ("gpiochip", None)]
)
def test_a_kind_of_device_that_the_kernel_does_not_know_yet_is_shut_for_good(
    tmp_path: Path, kind: str, module: str | None
) -> None:
    """No board is plugged in, and the running service could not use one."""
    case = a_service(tmp_path, ports=lambda: ())
    put(tmp_path, "proc/devices", KINDS.replace(kind, "other"))
    found = only(service_user(case))
    if module is None:
        assert found.state == "well"
        return
    assert found == wrong(
        "service's user",
        f"the kernel does not know {kind} devices yet, so the running service cannot "
        "use one that comes later; load its module, then restart it",
        f"sudo modprobe {module}",
        RESTART,
    )


def test_only_devices_of_this_table_are_asked_for(tmp_path: Path) -> None:
    board = board_with(
        tmp_path,
        ('driver = "spi"', 'driver = "pio"'),
        ('driver = "gpio" ', 'driver = "pca9685" '),
        ("servo = 13 ", "i2c_address = 0x40\ni2c_channel = 0 "),
    )
    case = a_service(tmp_path, PI_5, board, ports=lambda: ())
    put(tmp_path, "proc/devices", KINDS + "510 rp1-pio\n")
    says = f"{ME} may use /dev/pio0, /dev/gpiochip0, /dev/i2c-1"
    assert only(service_user(case)) == well("service's user", says)


def test_a_service_that_runs_as_root_needs_nothing(tmp_path: Path) -> None:
    case = a_service(tmp_path, run=answers(systemctl="LoadState=loaded\nUser=\n"))
    says = "the service runs as root, who may use every device"
    assert only(service_user(case)) == well("service's user", says)


@pytest.mark.parametrize("said", ["LoadState=not-found\nUser=undertow", ""])
def test_without_a_service_nothing_is_said(tmp_path: Path, said: str) -> None:
    case = a_service(tmp_path, run=answers(systemctl=said))
    assert list(service_user(case)) == []


def test_on_a_laptop_nothing_is_said(tmp_path: Path) -> None:
    machine = a_laptop(tmp_path, run=answers(systemctl=f"{UNIT}gpio"))
    assert list(service_user(look_at(machine))) == []


def test_it_is_one_of_the_checks(tmp_path: Path) -> None:
    found = examine(a_service(tmp_path))["Table"]
    assert [f.state for f in found if f.subject == "service's user"] == ["well"]


def test_this_machine_tells_whose_a_device_is() -> None:
    access = this_machine().access("/dev/null")
    assert access
    assert (access.uid, access.mode) == (0, 0o666)
    assert this_machine().access("/dev/there-is-no-such") is None
