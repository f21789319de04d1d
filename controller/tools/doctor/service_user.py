"""Whether this user and the service's own may use the devices of the board map.

Root or the logged-in user runs the doctor; the service runs as neither of them.
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
    subject: str = _SUBJECT
    apply: str = _RESTART  # the command after which a change counts


def own_user(case: Case) -> Iterator[Finding]:
    """Check whether whoever runs the doctor may use the devices."""
    machine = case.machine
    if case.pi is None or case.board is None:
        return
    if machine.user == "root":
        says = "root can use every device; run this without sudo to check your own user"
        yield ok("groups", says)
        return
    # No device belongs to a person, so the user's number does not matter.
    account = Account(machine.user, -1, machine.gids, "groups", "sudo reboot")
    yield from _of(case, account)


def service_user(case: Case) -> Iterator[Finding]:
    account = _account(case.machine)
    if case.pi is None or case.board is None or account is None:
        return
    if account.uid == 0:
        yield ok(_SUBJECT, "the service runs as root, which can use every device")
        return
    yield from _of(case, account)


def _of(case: Case, account: Account) -> Iterator[Finding]:
    troubles = list(_shut(case, account))
    yield from troubles
    if not troubles:
        there = filter(case.machine.access, _devices(case))
        yield ok(account.subject, f"{account.name} can use {', '.join(there)}")


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


def _devices(case: Case) -> Iterator[str]:
    board, pi = case.board, case.pi
    assert board
    assert pi
    match board.strip.driver:
        case "spi":
            yield "/dev/spidev0.0"
        case "pio":
            yield "/dev/pio0"
    if board.buttons or board.eliminator:
        yield f"/dev/gpiochip{pin_chip(pi, case.machine.root)}"
    if board.eliminator and board.eliminator.driver == "pca9685":
        yield "/dev/i2c-1"
    yield from (plug.port for plug in case.machine.ports() if owner(board, plug))


def _shut(case: Case, account: Account) -> Iterator[Finding]:
    groups = {group.gid: name for name, group in case.machine.groups.items()}
    for node in _devices(case):
        access = case.machine.access(node)
        if access is None or _may(account, access.uid, access.gid, access.mode):
            continue
        group = groups.get(access.gid, str(access.gid))
        is_for_group = access.gid and access.mode >> 3 & _READ_WRITE == _READ_WRITE
        if is_for_group:
            says = f"{account.name} is not in the group {group}"
            join = f"sudo usermod --append --groups {group} {account.name}"
            says = f"{says}, which owns {node}"
            yield fail(account.subject, says, join, account.apply)
        else:
            says = (
                f"{node} has the group {group} and mode {access.mode:04o}, so "
                f"{account.name} cannot use it; reload the udev rules"
            )
            again = "sudo udevadm control --reload && sudo udevadm trigger"
            yield fail(account.subject, says, again, account.apply)


def _may(account: Account, uid: int, gid: int, mode: int) -> bool:
    """Return whether the account may use a file, as the kernel decides it."""
    if uid == account.uid:
        bits = mode >> 6
    elif gid in account.gids:
        bits = mode >> 3
    else:
        bits = mode
    return bits & _READ_WRITE == _READ_WRITE
