"""What keeps the parts of a table from working on this Pi, and how to fix it.

Each disables one part until it is fixed. Nothing here opens or moves anything.
"""

import grp
import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from hardware.backends.pi import spidev
from hardware.backends.pi.pins import pin_library
from hardware.pi_model import Pi, pin_chip
from wiring.boardmap import BoardMap


class Trouble(NamedTuple):
    part: str  # "strip", "buttons" or "eliminator"
    says: str  # what is wrong, in one sentence
    fix: str  # a command for a shell, or what to change where

    def __str__(self) -> str:
        return f"{self.says}; {self.fix}"


_INSTALL = ".venv/bin/pip install '.[pi]'"
_UDEV = "sudo tee /etc/udev/rules.d/60-undertow-pins.rules && sudo udevadm trigger"


def troubles(board: BoardMap, pi: Pi, root: Path = Path("/")) -> list[Trouble]:
    """Return everything that is wrong; `root` is the root folder."""
    return [*strip_troubles(board.strip.pixels, root), *pin_troubles(board, pi, root)]


def strip_troubles(pixels: int, root: Path) -> Iterator[Trouble]:
    off = "SPI is switched off", "sudo raspi-config nonint do_spi 0"
    yield from _node("strip", root, spidev.NODE, *off)
    yield from _frame_size(pixels, root)


def _frame_size(pixels: int, root: Path) -> Iterator[Trouble]:
    """Check that spidev's buffer holds a whole frame, which is sent in one piece."""
    needed = spidev.frame_bytes(pixels)
    try:
        limit = int((root / "sys/module/spidev/parameters/bufsiz").read_text())
    except (OSError, ValueError):
        return  # SPI is off, which is reported already
    if needed > limit:
        enough = 1 << (needed - 1).bit_length()
        says = (
            f"a frame of {pixels} pixels is {needed} bytes on SPI, but the kernel's "
            f"spidev.bufsiz lets {limit} through"
        )
        fix = f"sudo sed -i '1s/$/ spidev.bufsiz={enough}/' /boot/firmware/cmdline.txt"
        yield Trouble("strip", says, f"{fix} && sudo reboot")


def pin_troubles(board: BoardMap, pi: Pi, root: Path) -> Iterator[Trouble]:
    if not board.buttons and board.eliminator is None:
        return
    part = "buttons" if board.buttons else "eliminator"
    library = pin_library(pi)
    if library is None:
        yield Trouble(part, _no_library(pi), _INSTALL)
    elif library == "lgpio":
        chip = f"dev/gpiochip{pin_chip(pi, root)}"
        old = "the kernel is too old for it", "sudo apt full-upgrade && sudo reboot"
        yield from _node(part, root, chip, *old)
    else:
        old = "the kernel does not provide it", "sudo apt full-upgrade && sudo reboot"
        yield from _node(part, root, "dev/gpiomem", *old)


def _no_library(pi: Pi) -> str:
    if pi.generation == "5" and find_spec("RPi"):
        return "lgpio is not installed, and RPi.GPIO cannot drive the pins of a Pi 5"
    return "no library for the pins is installed: neither lgpio nor RPi.GPIO"


def _node(part: str, root: Path, path: str, why: str, fix: str) -> Iterator[Trouble]:
    """Check that a device node exists and that this user can read and write it."""
    node = root / path
    if not node.exists():
        yield Trouble(part, f"/{path} is missing: {why}", fix)
    elif not os.access(node, os.R_OK | os.W_OK):
        says = f"this user may not read and write /{path}"
        yield Trouble(part, says, _let_in(node))


def _let_in(node: Path) -> str:
    found = node.stat()
    try:
        group = grp.getgrgid(found.st_gid).gr_name
    except KeyError:
        group = "root"
    if group != "root" and found.st_mode & 0o060 == 0o060:
        return f"sudo usermod -aG {group} $USER, and log in again"
    rule = f'KERNEL=="{node.name}", GROUP="gpio", MODE="0660"'
    return f"echo '{rule}' | {_UDEV} && sudo usermod -aG gpio $USER, and log in again"
