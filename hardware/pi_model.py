"""Which Raspberry Pi this is, if it is one."""

from pathlib import Path
from typing import NamedTuple

# Where the firmware leaves its word on every Pi that runs Linux.
_MODEL = Path("proc/device-tree/model")
# The chip with the pins of the header of a Pi 5 and its kin, as its kernel names it.
_RP1 = "raspberrypi,rp1-gpio"
_GENERATIONS = {
    "Raspberry Pi Zero 2": "Zero 2 W",
    "Raspberry Pi 3": "3",
    "Raspberry Pi 4": "4",
    "Raspberry Pi 400": "4",
    "Raspberry Pi 5": "5",
    "Raspberry Pi 500": "5",
    "Raspberry Pi Compute Module 3": "3",
    "Raspberry Pi Compute Module 4": "4",
    "Raspberry Pi Compute Module 5": "5",
}


class Pi(NamedTuple):
    name: str  # as the firmware says it: "Raspberry Pi 4 Model B Rev 1.4"
    # "3", "4", "5" or "Zero 2 W"; None for one that the table was not made for.
    generation: str | None


def this_pi(root: Path = Path("/")) -> Pi | None:
    """Which Pi this is, None if it is none; `root` is where the files begin."""
    try:
        name = (root / _MODEL).read_text(errors="replace").strip("\0\n ")
    except OSError:
        return None
    if not name.startswith("Raspberry Pi"):
        return None
    # The longest first: a Pi 400 is no Pi 4 with something after it.
    known = sorted(_GENERATIONS, key=len, reverse=True)
    made = next(
        (_GENERATIONS[start] for start in known if name.startswith(start)), None
    )
    return Pi(name, made)


def pin_chip(pi: Pi, root: Path = Path("/")) -> int:
    """The number of the /dev/gpiochip that the header's pins hang on."""
    if pi.generation != "5":
        return 0
    # By what it is: 4 became 0 with Linux 6.6.45, and others have stood in its place.
    for chip in sorted((root / "sys/bus/gpio/devices").glob("gpiochip*")):
        if _RP1 in _compatible(chip):
            return int(chip.name.removeprefix("gpiochip"))
    return 4 if (root / "dev/gpiochip4").exists() else 0


def _compatible(chip: Path) -> list[str]:
    try:
        return (chip / "of_node/compatible").read_text(errors="replace").split("\0")
    except OSError:
        return []
