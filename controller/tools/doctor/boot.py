"""What config.txt says to the firmware of the Pi."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from controller.tools.doctor.machine import Machine
from hardware.pi_model import Pi

CONFIG = "boot/firmware/config.txt"
# Before Debian 12 it was here; there may be a note in its place that says so.
_OLD_CONFIG = "boot/config.txt"

# The sections of config.txt that a Pi reads beside [all]: by its generation, and those
# that only some models of it have, by the beginning of their names.
_SECTIONS = {
    "3": {"pi3"},
    "4": {"pi4"},
    "5": {"pi5"},
    "Zero 2 W": {"pi0", "pi0w", "pi02"},
}
_NARROW = {
    "Raspberry Pi 3 Model A Plus": "pi3+",
    "Raspberry Pi 3 Model B Plus": "pi3+",
    "Raspberry Pi 400": "pi400",
    "Raspberry Pi 500": "pi500",
    "Raspberry Pi Compute Module 4 ": "cm4",
    "Raspberry Pi Compute Module 4S": "cm4s",
    "Raspberry Pi Compute Module 5": "cm5",
}
_IS_MODEL = re.compile(r"pi\d|cm\d|none$|board-type=")
_ON = ("on", "yes", "true", "1")


class BootConfig(NamedTuple):
    settings: dict[str, str]
    parameters: dict[str, str]  # of dtparam lines
    overlays: list[str]  # what stands behind each dtoverlay=

    @property
    def has_sound(self) -> bool:
        """The headphone socket, whose sound the PWM hardware makes."""
        return self.parameters.get("audio", "off") in _ON


def config_file(machine: Machine) -> str | None:
    return next(
        (path for path in (CONFIG, _OLD_CONFIG) if machine.text(path) is not None), None
    )


def boot_config(text: str, pi: Pi | None) -> BootConfig:
    """What config.txt says to this Pi; the last word counts."""
    config = BootConfig({}, {}, [])
    for line in _lines(text, _sections(pi)):
        # A line that is commented out has the sign in its key, and is no setting.
        key, _, value = line.partition("=")
        match key.strip():
            case "dtparam" | "device_tree_param":
                config.parameters.update(_parameters(value))
            case "dtoverlay" | "device_tree_overlay":
                config.overlays.append(value.strip())
            case setting:
                config.settings[setting] = value.strip()
    return config


def _sections(pi: Pi | None) -> set[str]:
    if pi is None:
        return set()
    narrow = {name for start, name in _NARROW.items() if pi.name.startswith(start)}
    return _SECTIONS.get(pi.generation or "", set()) | narrow


def _lines(text: str, mine: set[str]) -> Iterator[str]:
    """Those that apply: a model, and whatever else is asked for above them."""
    is_model = is_rest = True
    for line in (line.strip() for line in text.splitlines()):
        if not line.startswith("["):
            if is_model and is_rest:
                yield line
            continue
        name = line.strip("[]").lower()
        if name == "all":
            is_model = is_rest = True
        elif _IS_MODEL.match(name):
            is_model = name in mine
        else:
            # A display, a pin or a serial number: nobody can say that it fits.
            is_rest = False


def _parameters(value: str) -> dict[str, str]:
    pairs = (entry.partition("=") for entry in value.split(","))
    return {key.strip(): setting.strip() or "on" for key, _, setting in pairs}
