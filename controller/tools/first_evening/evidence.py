"""What the machine itself can report, without changes and without logs.

Logs, settings and games may contain codes, hands and names, so none of them is
included. Everything else is stripped of private details.
"""

import re
from collections.abc import Iterator

from controller.tools.doctor.boot import config_file
from controller.tools.doctor.machine import Machine

# Each prints a page or less; a missing one is left out.
_COMMANDS = (
    ("uname", "-srvm"),
    ("uptime",),
    ("free", "-m"),
    ("systemd-analyze",),
    ("systemd-analyze", "blame", "--no-pager"),
    ("systemd-analyze", "critical-chain", "--no-pager", "undertow.service"),
    (
        "systemctl",
        "show",
        "undertow",
        "--property=ActiveState,NRestarts,InactiveExitTimestampMonotonic,"
        "ActiveEnterTimestampMonotonic,MemoryPeak,CPUUsageNSec",
    ),
    # The level of each pin, including MOSI's at rest.
    ("pinctrl", "get"),
    ("gpioinfo",),
    ("vcgencmd", "get_throttled"),
    ("vcgencmd", "measure_clock", "core"),
    ("vcgencmd", "measure_temp"),
    ("vcgencmd", "bootloader_version"),
)
_FILES = (
    "proc/device-tree/model",
    "etc/os-release",
    "sys/module/spidev/parameters/bufsiz",
    "proc/asound/cards",
    "sys/fs/cgroup/cgroup.controllers",
)
# The kernel's parameters; other words may name a network or a user.
_KERNEL_WORDS = ("cgroup_", "spidev.", "console=", "root=", "rootwait", "isolcpus=")


def evidence(machine: Machine) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file for the archive."""
    yield "commands.txt", "\n".join(_answers(machine))
    yield "files.txt", "\n".join(_texts(machine))


def _answers(machine: Machine) -> Iterator[str]:
    for command in _COMMANDS:
        result = machine.run([*command])
        if result.status != 127:
            yield f"$ {' '.join(command)}   # status {result.status}\n{result.out}\n"


def _texts(machine: Machine) -> Iterator[str]:
    for path in filter(None, (*_FILES, config_file(machine))):
        text = machine.text(path)
        if text is not None:
            yield f"# /{path}\n{text}\n"
    words = (machine.text("proc/cmdline") or "").split()
    known = " ".join(word for word in words if word.startswith(_KERNEL_WORDS))
    yield f"# /proc/cmdline\n{known}"


_GONE = "(removed)"
_PATTERNS = (
    # Hardware and network addresses.
    r"\b(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}\b",
    r"\b(?:\d{1,3}\.){3}\d{1,3}\b",
    r"\b[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4})*::(?:[0-9a-fA-F]{1,4}:?)*",
    r"\b(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}\b",
    # Codes in links, passwords in addresses.
    r"(?<=[?&]host=)[\w-]+",
    r"(?<=[?&]code=)[\w-]+",
    r"(?<=://)[^\s/@]+(?=@)",
    # Values whose names mark them as secret; config.txt has licence keys.
    r"(?im)(?<=host_code)\s*[=:].*$",
    r"(?im)(?<=password)\s*[=:].*$",
    r"(?im)(?<=psk)\s*[=:].*$",
    r"(?im)(?<=ssid)\s*[=:].*$",
    r"(?im)(?<=serial)\s*[=:]\s*[0-9a-f]{16}$",
    r"(?im)^decode_.*$",
    r"(?<=/home/)[^/\s\"']+",
)
_ALL = tuple(map(re.compile, _PATTERNS))


def without_secrets(text: str, *names: str) -> str:
    """Return the text without addresses, codes and passwords, and without these names.

    `names` are those of this machine and its users.
    """
    for pattern in _ALL:
        text = pattern.sub(_GONE, text)
    for name in filter(None, names):
        text = re.sub(rf"\b{re.escape(name)}\b", _GONE, text)
    return text
