"""The program on this machine: Python, games of other packages, the service."""

import shlex
from collections.abc import Iterator

from controller.tools.doctor.case import Case, Finding, fail, ok, warn
from controller.tools.doctor.machine import Machine


def python(case: Case) -> Iterator[Finding]:
    own = case.machine.python
    says = f"{own.version}, {own.executable}"
    if own.has_own_environment:
        yield ok("python", f"{says}, in a virtual environment")
    else:
        says = f"{says}, not in a virtual environment; system updates may break it"
        yield warn("python", says, "make play  # creates one")


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
