"""The machine itself: which it is, what runs on it, its clock."""

from collections.abc import Iterator

from controller.tools.doctor.boot import CONFIG, config_file
from controller.tools.doctor.case import Case
from controller.tools.doctor.finding import Finding, remark, well, wrong
from controller.tools.doctor.machine import Machine

# The program did not exist before: a clock that shows an earlier year was never set.
_FIRST_YEAR = 2026


def model(case: Case) -> Iterator[Finding]:
    if case.pi is None:
        says = "no Pi here; the simulated table is available"
        yield remark("model", says, f"{case.machine.command} play")
    elif case.pi.generation is None:
        says = (
            f"{case.pi.name}: the table was made for a Pi 3, 4, 5 or Zero 2 W; "
            "expect missing packages and a slow start"
        )
        yield remark("model", says)
    else:
        yield well("model", case.pi.name)


def system(case: Case) -> Iterator[Finding]:
    name, kernel, bits = system_words(case.machine)
    says = f"{name}, {kernel}, {bits}-bit programs"
    if case.pi and bits == 32 and kernel.endswith("aarch64"):
        config = config_file(case.machine) or CONFIG
        yield remark(
            "system",
            f"{says} on a 64-bit kernel: pip may fetch packages that do not fit; "
            "install the 64-bit system, or start the 32-bit kernel",
            f"printf '[all]\\narm_64bit=0\\n' | sudo tee -a /{config}",
            "sudo reboot",
        )
    else:
        yield well("system", says)


def system_words(machine: Machine) -> tuple[str, str, int]:
    """The system's name, its kernel with the architecture, the programs' bits."""
    release = machine.text("etc/os-release") or ""
    entries = dict(
        line.split("=", 1) for line in release.splitlines() if line.count("=")
    )
    name = entries.get("PRETTY_NAME", "").strip("\"'") or "a system without a name"
    kernel = machine.run(["uname", "-srm"]).out or "a kernel without a name"
    return name, kernel, machine.python.bits


def clock(case: Case) -> Iterator[Finding]:
    now = case.machine.now
    says = f"{now:%Y-%m-%d %H:%M} UTC"
    by_net = "sudo timedatectl set-ntp true"
    if now.year < _FIRST_YEAR:
        yield wrong(
            "clock",
            f"{says}: it was never set; a Pi without network forgets the time",
            by_net,
            "sudo date --set='YEAR-MONTH-DAY HOUR:MINUTE'",
        )
        return
    match _is_synchronised(case.machine):
        case True:
            yield well("clock", f"{says}, synchronised")
        case False:
            yield remark(
                "clock", f"{says}, not synchronised with a time server", by_net
            )
        case None:
            yield well("clock", f"{says}; whether it is synchronised is not known here")


def _is_synchronised(machine: Machine) -> bool | None:
    if (machine.root / "run/systemd/timesync/synchronized").exists():
        return True
    # Other programs than systemd's own may keep the time; this knows them all.
    asked = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
    answer = machine.run(asked)
    return {"yes": True, "no": False}.get(answer.out)
