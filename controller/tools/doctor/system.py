"""The machine itself, and the program on it: model, power, Python, games, service."""

import re
import shlex
from collections.abc import Iterator

from controller.tools.doctor.boot import CONFIG, config_file
from controller.tools.doctor.case import Case, Finding, fail, ok, warn
from controller.tools.doctor.machine import Machine


def model(case: Case) -> Iterator[Finding]:
    if case.pi is None:
        says = "not a Raspberry Pi; the table is simulated here"
        yield warn("model", says, f"{case.machine.command} play")
    elif case.pi.generation is None:
        says = (
            f"{case.pi.name} is not supported; use a Pi 3, 4, 5 or Zero 2 W, or expect "
            "missing packages and a slow start"
        )
        yield warn("model", says)
    else:
        yield ok("model", case.pi.name)


def system(case: Case) -> Iterator[Finding]:
    release = case.machine.text("etc/os-release") or ""
    entries = dict(
        line.split("=", 1) for line in release.splitlines() if line.count("=")
    )
    name = entries.get("PRETTY_NAME", "").strip("\"'") or "unknown system"
    kernel = case.machine.run(["uname", "-srm"]).out or "unknown kernel"
    bits = case.machine.python.bits
    says = f"{name}, {kernel}, {bits}-bit programs"
    if case.pi and bits == 32 and kernel.endswith("aarch64"):
        config = config_file(case.machine) or CONFIG
        yield warn(
            "system",
            f"{says} on a 64-bit kernel: pip may install the wrong packages; "
            "install the 64-bit system, or boot the 32-bit kernel",
            f"printf '[all]\\narm_64bit=0\\n' | sudo tee -a /{config}",
            "sudo reboot",
        )
    else:
        yield ok("system", says)


_CMDLINE = "boot/firmware/cmdline.txt"


def memory(case: Case) -> Iterator[Finding]:
    """Check whether the kernel can limit the service's memory, as its unit requires."""
    controllers = case.machine.text("sys/fs/cgroup/cgroup.controllers")
    if case.pi and controllers and "memory" not in controllers.split():
        yield warn(
            "memory",
            "the kernel starts with cgroup_disable=memory, as Raspberry Pi OS does, so "
            "MemoryMax= of undertow.service has no effect",
            f"sudo sed -i '1s/$/ cgroup_enable=memory/' /{_CMDLINE}",
            "sudo reboot",
        )


# The bits of the firmware's status; the same bits 16 higher mean "since the start".
_LOW_VOLTAGE = 1 << 0
_CAPPED = 1 << 1
_THROTTLED = 1 << 2
_WARM = 1 << 3
_SINCE_START = 16
_WORDS = {
    _LOW_VOLTAGE: "the voltage is too low",
    _CAPPED: "the speed is capped",
    _THROTTLED: "the Pi is throttled",
    _WARM: "the Pi is at its temperature limit",
}

_SUPPLY = (
    "use the power supply made for this Pi and a short, thick cable, "
    "and power the lamps from a separate supply"
)
_LOOK_AGAIN = "vcgencmd get_throttled  # 0x0 is fine; it remembers until a restart"


def power(case: Case) -> Iterator[Finding]:
    if case.pi is None:
        return
    bits = _throttled(case.machine)
    if bits is None:
        yield warn("power", "the voltage cannot be checked on this system")
        return
    now = [words for bit, words in _WORDS.items() if bits & bit]
    before = [words for bit, words in _WORDS.items() if bits >> _SINCE_START & bit]
    if bits & _LOW_VOLTAGE:
        yield fail("power", f"{', '.join(now)}; {_SUPPLY}", _LOOK_AGAIN)
    elif now:
        says = f"{', '.join(now)}; cool the Pi, and check its power supply"
        yield warn("power", says, _LOOK_AGAIN)
    elif before:
        says = f"fine now, but since the Pi started: {', '.join(before)}; {_SUPPLY}"
        yield warn("power", says, _LOOK_AGAIN)
    else:
        yield ok("power", "enough voltage and full speed since the Pi started")


def _throttled(machine: Machine) -> int | None:
    """Return the firmware's throttling bits, from the kernel or `vcgencmd`."""
    # The kernel's own file first, because the command may lack permission.
    for _, text in machine.texts("sys/devices/platform/soc*/*firmware/get_throttled"):
        return int(text, 16)
    answer = machine.run(["vcgencmd", "get_throttled"])
    word = re.search(r"throttled=0x([0-9a-fA-F]+)", answer.out)
    return int(word[1], 16) if word else None


def python(case: Case) -> Iterator[Finding]:
    own = case.machine.python
    says = f"{own.version}, {own.executable}"
    if own.has_own_environment:
        yield ok("python", f"{says}, in a virtual environment")
    else:
        says = f"{says}, not in a virtual environment; system updates may break it"
        yield warn("python", says, "make play  # creates one")


def games(case: Case) -> Iterator[Finding]:
    """Check whether the games of other packages can be played."""
    whose, faults = case.machine.games()
    for package, says in faults:
        name = shlex.quote(package.partition(" ")[0])
        pip = f"{shlex.quote(case.machine.python.executable)} -m pip"
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
