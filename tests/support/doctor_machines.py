"""Machines for the doctor: a tree of files and the answers of commands."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.tools.doctor.case import Case, Finding, case
from controller.tools.doctor.machine import Games, Machine, Python, Result
from controller.tools.flash.plugs import Plug
from wiring import boardmap

PI_3 = "Raspberry Pi 3 Model B Plus Rev 1.3"
PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
ZERO_2 = "Raspberry Pi Zero 2 W Rev 1.0"
PYTHON = Python("/opt/undertow/.venv/bin/python", "3.11.2", True, 64)
PIP = f"{PYTHON.executable} -m pip"
BOARDS = boardmap.load().boards
PORTS = tuple(
    Plug(f"/dev/ttyACM{number}", "2e8a:0005", board.usb_serial)
    for number, board in enumerate(BOARDS)
)
# As the kernel lists the amplifier of mark 1.
SOUND_CARDS = """\
 0 [MAX98357A      ]: simple-card - MAX98357A
                      MAX98357A
"""
CONFIG_4 = "dtparam=spi=on\ncore_freq=500\ncore_freq_min=500\n"


def put(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


def answers(**said: Result | str) -> Callable[[list[str]], Result]:
    """Answer commands by their first word; others are not installed."""
    usual: dict[str, Result | str] = {
        "uname": "Linux 6.6.31+rpt-rpi-v8 aarch64",
        "espeak-ng": "eSpeak NG text-to-speech: 1.51",
    }
    replies = usual | said

    def run(command: list[str]) -> Result:
        reply = replies.get(command[0], Result(127, ""))
        return reply if isinstance(reply, Result) else Result(0, reply)

    return run


def a_laptop(root: Path, **changes: Any) -> Machine:
    """Return a laptop without trouble, except for the changes."""
    put(root, "etc/os-release", 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12"\n')
    machine = Machine(
        root=root,
        run=answers(),
        ports=lambda: PORTS,
        free_bytes=lambda folder: 9_000_000_000,
        user="ada",
        python=PYTHON,
        command="undertow",
        games=lambda: Games({}, []),
    )
    return machine._replace(**changes)


def a_pi(root: Path, model: str = PI_4, **changes: Any) -> Machine:
    """Return a Pi with all that mark 1 needs, except for the changes."""
    put(root, "proc/device-tree/model", f"{model}\0")
    put(root, "proc/mounts", "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n")
    put(root, "sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
    put(root, "sys/module/spidev/parameters/bufsiz", "4096\n")
    put(root, "boot/firmware/config.txt", CONFIG_4)
    put(root, "proc/asound/cards", SOUND_CARDS)
    for node in ("spidev0.0", "gpiochip0", "pio0", "mem"):
        put(root, f"dev/{node}", "")
    return a_laptop(root, **changes)


def look_at(machine: Machine, board: Path = boardmap.DEFAULT) -> Case:
    state = machine.root / "var/undertow"
    state.mkdir(parents=True, exist_ok=True)
    return case(machine, board, state)


def only(findings: Any) -> Finding:
    """Return the only finding."""
    (finding,) = findings
    assert isinstance(finding, Finding)
    return finding


@pytest.fixture
def all_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """All modules that a Pi needs."""
    for user in ("checks", "pins"):
        monkeypatch.setattr(
            f"hardware.backends.pi.{user}.find_spec", lambda name: object()
        )


def board_with(folder: Path, *changes: tuple[str, str]) -> Path:
    """Write mark 1's board map with some words changed and a USB speaker."""
    text = boardmap.DEFAULT.read_text().replace('driver = "i2s"', 'driver = "usb"')
    for old, new in changes:
        assert old in text, f"mark 1 does not say {old!r}"
        text = text.replace(old, new, 1)
    path = folder / "board.toml"
    path.write_text(text)
    return path
