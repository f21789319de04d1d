"""Whether the service's own user may use the devices that the board map needs.

Root or the logged-in user runs the doctor; the table runs as neither of them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from controller.tools.doctor.case import Case, Finding, fail, ok
from controller.tools.doctor.machine import Machine
from controller.tools.flash.plugs import owner
from hardware.pi_model import pin_chip

_SUBJECT = "service's user"
_RESTART = "sudo systemctl restart undertow"
_READ_WRITE = 0o6


class Account(NamedTuple):
    name: str
    uid: int
    gids: frozenset[int]


class Device(NamedTuple):
    node: str
    kind: str  # as /proc/devices names it
    module: str | None  # of the kernel, that brings this kind


def service_user(case: Case) -> Iterator[Finding]:
    account = _account(case.machine)
    if case.pi is None or case.board is None or account is None:
        return
    if account.uid == 0:
        yield ok(_SUBJECT, "the service runs as root, which can use every device")
        return
    devices = list(_devices(case))
    troubles = [*_unknown_kinds(case.machine, devices), *_shut(case, account, devices)]
    yield from troubles
    if not troubles:
        there = [device.node for device in devices if case.machine.access(device.node)]
        says = f"the service's user {account.name} can use {', '.join(there)}"
        yield ok(_SUBJECT, says)


def _account(machine: Machine) -> Account | None:
    """Return the service's user, or None if there is no such service or user."""
    asked = "--property=LoadState,User,SupplementaryGroups"
    answer = machine.run(["systemctl", "show", "undertow", asked])
    said = dict(line.partition("=")[::2] for line in answer.out.splitlines())
    rows = (line.split(":") for line in (machine.text("etc/passwd") or "").splitlines())
    row = next((r for r in rows if r[0] == (said.get("User") or "root")), None)
    if said.get("LoadState") != "loaded" or row is None or len(row) < 4:
        return None
    name, uid, gid = row[0], int(row[2]), int(row[3])
    extra = said.get("SupplementaryGroups", "").split()
    gids = (
        group.gid
        for title, group in machine.groups.items()
        if name in group.members or title in extra
    )
    return Account(name, uid, frozenset({gid, *gids}))


def _devices(case: Case) -> Iterator[Device]:
    board, pi = case.board, case.pi
    assert board
    assert pi
    match board.strip.driver:
        case "spi":
            yield Device("/dev/spidev0.0", "spi", "spidev")
        case "pio":
            yield Device("/dev/pio0", "rp1-pio", "rp1_pio")
    if board.buttons or board.eliminator:
        chip = pin_chip(pi, case.machine.root)
        yield Device(f"/dev/gpiochip{chip}", "gpiochip", None)
    if board.eliminator and board.eliminator.driver == "pca9685":
        yield Device("/dev/i2c-1", "i2c", "i2c_dev")
    for plug in case.machine.ports():
        if owner(board, plug):
            yield Device(plug.port, "ttyACM", "cdc_acm")
    if board.boards:
        # One that is plugged in later.
        yield Device("", "ttyACM", "cdc_acm")


def _unknown_kinds(machine: Machine, devices: list[Device]) -> Iterator[Finding]:
    """Report kinds of devices that the kernel did not list when the unit started."""
    listed = machine.text("proc/devices")
    known = {line.split()[-1] for line in (listed or "").splitlines() if line.strip()}
    for kind, module in dict.fromkeys((d.kind, d.module) for d in devices):
        if listed is not None and kind not in known and module:
            says = (
                f"the module for {kind} devices is not loaded, so the running service "
                "could not use a new one; load the module, then restart the service"
            )
            yield fail(_SUBJECT, says, f"sudo modprobe {module}", _RESTART)


def _shut(case: Case, account: Account, devices: list[Device]) -> Iterator[Finding]:
    groups = {group.gid: name for name, group in case.machine.groups.items()}
    for device in devices:
        access = case.machine.access(device.node) if device.node else None
        if access is None or _may(account, access.uid, access.gid, access.mode):
            continue
        group = groups.get(access.gid, str(access.gid))
        is_for_group = access.gid and access.mode >> 3 & _READ_WRITE == _READ_WRITE
        if is_for_group:
            says = f"the service's user {account.name} is not in the group {group}"
            join = f"sudo usermod --append --groups {group} {account.name}"
            yield fail(_SUBJECT, f"{says}, which owns {device.node}", join, _RESTART)
        else:
            says = (
                f"{device.node} has the group {group} and mode {access.mode:04o}, so "
                f"the service's user {account.name} cannot use it; reload the udev "
                "rules"
            )
            again = "sudo udevadm control --reload && sudo udevadm trigger"
            yield fail(_SUBJECT, says, again, _RESTART)


def _may(account: Account, uid: int, gid: int, mode: int) -> bool:
    """Return whether the account may use a file, as the kernel decides it."""
    if uid == account.uid:
        bits = mode >> 6
    elif gid in account.gids:
        bits = mode >> 3
    else:
        bits = mode
    return bits & _READ_WRITE == _READ_WRITE
