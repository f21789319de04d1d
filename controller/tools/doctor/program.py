"""The program on this machine: Python, packages, the service, the page's port."""

import shlex
from collections.abc import Iterator

from controller.tools.doctor.case import Case, Finding, fail, ok, warn
from controller.tools.doctor.machine import Machine
from controller.tools.doctor.storage import JOURNAL, holder

_LISTENS = "0A"
_LAST_PORT = 65535
# Named in the report where they are installed.
_NAMED = (
    "gpiozero",
    "lgpio",
    "adafruit-lgpio",
    "rpi-gpio",
    "rpi-lgpio",
    "adafruit-blinka",
    "adafruit-circuitpython-neopixel",
    "adafruit-circuitpython-neopixel-spi",
    "pyserial",
    "starlette",
    "uvicorn",
    "websockets",
)


def python(case: Case) -> Iterator[Finding]:
    own = case.machine.python
    says = f"{own.version}, {own.executable}"
    if own.has_own_environment:
        yield ok("python", f"{says}, in a virtual environment")
    else:
        says = f"{says}, not in a virtual environment; system updates may break it"
        yield warn("python", says, "make play  # creates one")


def packages(case: Case) -> Iterator[Finding]:
    machine = case.machine
    if {"rpi-gpio", "rpi-lgpio"} <= machine.packages.keys():
        # They own the same files: taking one away breaks the other.
        yield fail(
            "packages",
            "RPi.GPIO and rpi-lgpio are both installed, but share their files; "
            "remove both, then install one",
            f"{_pip(machine)} uninstall --yes RPi.GPIO rpi-lgpio",
            f"{_pip(machine)} install rpi-lgpio",
        )
    else:
        there = [f"{n} {machine.packages[n]}" for n in _NAMED if n in machine.packages]
        yield ok("packages", ", ".join(there))


def _pip(machine: Machine) -> str:
    return f"{shlex.quote(machine.python.executable)} -m pip"


def games(case: Case) -> Iterator[Finding]:
    """Check whether the games of other packages can be played."""
    whose, faults = case.machine.games()
    for package, says in faults:
        name = shlex.quote(package.partition(" ")[0])
        pip = _pip(case.machine)
        again, away = f"{pip} install --upgrade {name}", f"{pip} uninstall {name}"
        yield warn("games", says, f"{again}  # or remove it: {away}")
    if whose:
        there = (f"{game} of {package}" for game, package in whose.items())
        yield ok("games", ", ".join(there))


def service(case: Case) -> Iterator[Finding]:
    match _service_state(case.machine):
        case None:
            return
        case "active" | "activating" | "reloading":
            yield ok("service", "undertow.service is running")
        case "failed":
            yield fail(
                "service",
                "undertow.service has failed; see its log",
                "journalctl --unit=undertow --lines=30 --no-pager",
                "sudo systemctl restart undertow",
            )
        case state:
            says = f"undertow.service is installed and {state}"
            yield warn("service", says, "sudo systemctl enable --now undertow")


def _service_state(machine: Machine) -> str | None:
    """Return the service's state, or None if there is no such service."""
    answer = machine.run(
        ["systemctl", "show", "undertow", "--property=LoadState,ActiveState"]
    )
    lines = answer.out.splitlines()
    if "LoadState=loaded" not in lines:
        return None
    states = (line.partition("ActiveState=")[2] for line in lines)
    return next(filter(None, states), None)


def port(case: Case) -> Iterator[Finding]:
    again = f"{case.machine.command} play --port 0"
    if not 0 <= case.port <= _LAST_PORT:
        says = f"{case.port} is not a port number; use 0 to {_LAST_PORT}"
        yield fail("port", says, again)
    elif case.port == 0:
        yield ok("port", "0: any free port")
    elif (is_taken := _is_taken(case)) is None:
        return
    elif not is_taken:
        yield ok("port", f"{case.port} is free")
    elif _service_state(case.machine) == "active" or _table_runs(case):
        yield ok("port", f"{case.port} is in use by a running table")
    else:
        says = (
            f"{case.port} is in use by another program, or by a table with another "
            "state folder; find it, or use another port"
        )
        who = f"sudo ss --listening --tcp --processes 'sport = :{case.port}'"
        yield fail("port", says, who, again)


def _is_taken(case: Case) -> bool | None:
    """Return whether somebody listens there, or None if the system does not say."""
    # Taking the port to see if it is free could be in the way of a table that starts.
    tables = [case.machine.text(f"proc/net/{name}") for name in ("tcp", "tcp6")]
    if tables == [None, None]:
        return None
    # A line has, in hexadecimal: number, own address:port, other address:port, state.
    rows = [line.split() for table in tables for line in (table or "").splitlines()]
    return any(
        len(row) > 3 and row[3] == _LISTENS and row[1].endswith(f":{case.port:04X}")
        for row in rows
    )


def _table_runs(case: Case) -> bool:
    try:
        return holder(case.state / JOURNAL) is not None
    except OSError:
        return False
