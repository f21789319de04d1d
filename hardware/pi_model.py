"""Which Raspberry Pi this is, if it is one."""

from pathlib import Path
from typing import NamedTuple

# Every Pi's firmware writes the model here.
_MODEL = Path("proc/device-tree/model")
# The kernel's name for the chip with the header's pins on a Pi 5, Pi 500 or CM5.
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
    name: str  # as the firmware writes it: "Raspberry Pi 4 Model B Rev 1.4"
    # "3", "4", "5" or "Zero 2 W"; None for an unsupported model.
    generation: str | None


def this_pi(root: Path = Path("/")) -> Pi | None:
    """Return this Pi's model, None if not a Pi; `root` is the file system's root."""
    try:
        name = (root / _MODEL).read_text(errors="replace").strip("\0\n ")
    except OSError:
        return None
    if not name.startswith("Raspberry Pi"):
        return None
    # Try the longest name first, because a Pi 400 is not a Pi 4.
    known = sorted(_GENERATIONS, key=len, reverse=True)
    made = next(
        (_GENERATIONS[start] for start in known if name.startswith(start)), None
    )
    return Pi(name, made)


def pin_chip(pi: Pi, root: Path = Path("/")) -> int:
    """Return the number of the /dev/gpiochip that has the header's pins."""
    if pi.generation != "5":
        return 0
    # Search by name, because the number changed from 4 to 0 with Linux 6.6.45.
    for chip in sorted((root / "sys/bus/gpio/devices").glob("gpiochip*")):
        if _RP1 in _compatible(chip):
            return int(chip.name.removeprefix("gpiochip"))
    return 4 if (root / "dev/gpiochip4").exists() else 0


def _compatible(chip: Path) -> list[str]:
    try:
        return (chip / "of_node/compatible").read_text(errors="replace").split("\0")
    except OSError:
        return []
