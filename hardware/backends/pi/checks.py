"""Find what keeps the table's parts from working on this Pi, and how to fix it.

A fault of the board map means that it cannot work on this model, and no table starts
with it. Every other trouble is the machine's, and disables one part until someone fixes
it. Nothing here opens or moves anything.
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
from wiring.pins import at


class Trouble(NamedTuple):
    part: str  # "strip", "buttons" or "eliminator"
    says: str  # what is wrong, in one sentence
    fix: str  # a command for a shell, or what to change where

    def __str__(self) -> str:
        return f"{self.says}; {self.fix}"


# The modules that the strip's drivers need, and the extra that installs each.
_PACKAGES = {
    "pwm": (("neopixel", "pi"), ("gpiod", "pi"), ("_rpi_ws281x", "pwm")),
    "pio": (
        ("neopixel", "pi"),
        ("gpiod", "pi"),
        ("adafruit_raspberry_pi5_neopixel_write", "pi5"),
    ),
}
_UDEV = "sudo tee /etc/udev/rules.d/60-undertow-pins.rules && sudo udevadm trigger"


def troubles(board: BoardMap, pi: Pi, root: Path = Path("/")) -> list[Trouble]:
    """Return everything that is wrong, the map first; `root` is the root folder."""
    wrong = [*board_map_faults(board, pi), *strip_troubles(board, root)]
    wrong += pin_troubles(board, pi, root)
    if board.eliminator and board.eliminator.driver == "pwm":
        wrong += _packages("eliminator", (("rpi_hardware_pwm", "servo-pwm"),))
    return wrong


def board_map_faults(board: BoardMap, pi: Pi) -> list[Trouble]:
    """Return what the board map requires but this model does not have."""
    found = []
    driver = board.strip.driver
    fitting = {"pwm": pi.generation != "5", "pio": pi.generation == "5"}
    if not fitting.get(driver, True):
        where = at(board, ("strip", "driver"))
        says = f"{where}: a {pi.name} cannot drive a strip by {driver.upper()}"
        fix = 'set strip.driver to "spi", strip.gpio to 10, and move the wire there'
        found.append(Trouble("strip", says, fix))
    return found


def strip_troubles(board: BoardMap, root: Path) -> Iterator[Trouble]:
    driver = board.strip.driver
    yield from _packages("strip", _PACKAGES.get(driver, ()))
    match driver:
        case "spi":
            off = "SPI is switched off", "sudo raspi-config nonint do_spi 0"
            yield from _node("strip", root, spidev.NODE, *off)
            yield from _frame_size(board.strip.pixels, root)
        case "pwm":
            if not os.access(root / "dev/mem", os.R_OK | os.W_OK):
                says = (
                    "a strip on PWM needs root, because it is driven through /dev/mem"
                )
                where = at(board, ("strip", "driver"))
                fix = f'start it with sudo, or set strip.driver to "spi" ({where})'
                yield Trouble("strip", says, fix)
        case "pio":
            off = (
                "the firmware or the kernel is too old for it",
                "sudo apt full-upgrade && sudo rpi-eeprom-update -a && sudo reboot",
            )
            yield from _node("strip", root, "dev/pio0", *off)


def _frame_size(pixels: int, root: Path) -> Iterator[Trouble]:
    """Check that spidev's buffer holds a whole frame, sent in one piece."""
    needed = spidev.frame_bytes(pixels)
    try:
        limit = int((root / "sys/module/spidev/parameters/bufsiz").read_text())
    except (OSError, ValueError):
        return  # SPI is off, which another check reports
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
        yield Trouble(part, _no_library(pi), _install("pi"))
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


def _packages(part: str, needed: tuple[tuple[str, str], ...]) -> Iterator[Trouble]:
    for module, extra in needed:
        if find_spec(module) is None:
            says = f"the Python module {module} is not installed"
            yield Trouble(part, says, _install(extra))
            return


def _install(extra: str) -> str:
    return f".venv/bin/pip install '.[{extra}]'"


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
