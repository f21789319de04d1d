"""Settings in the Pi's config.txt, and those that the strip needs.

On a Pi 4 and older SPI follows the core clock: if that varies, lamps flicker. A missing
setting has its default from Raspberry Pi's own table; the clock varies if its maximum
and its minimum differ.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from controller.tools.doctor.case import Case, Finding, fail, ok, warn
from controller.tools.doctor.machine import Machine
from hardware.pi_model import Pi

CONFIG = "boot/firmware/config.txt"
# The path before Debian 12; newer systems may have a note there.
_OLD_CONFIG = "boot/config.txt"

# The sections of config.txt that a Pi reads besides [all], by its generation.
_SECTIONS = {
    "3": {"pi3", "pi3+"},
    "4": {"pi4", "pi400", "cm4", "cm4s"},
    "5": {"pi5", "pi500", "cm5"},
    "Zero 2 W": {"pi0", "pi0w", "pi02"},
}
_IS_MODEL = re.compile(r"pi\d|cm\d|none$|board-type=")
_ON = ("on", "yes", "true", "1")


class BootConfig(NamedTuple):
    settings: dict[str, str]
    parameters: dict[str, str]  # from dtparam lines

    @property
    def has_sound(self) -> bool:
        """Whether the headphone socket is on, which uses the PWM hardware."""
        return self.parameters.get("audio", "off") in _ON


def config_file(machine: Machine) -> str | None:
    return next(
        (path for path in (CONFIG, _OLD_CONFIG) if machine.text(path) is not None), None
    )


def boot_config(text: str, pi: Pi | None) -> BootConfig:
    """Return the settings in config.txt that apply to this Pi; the last line wins."""
    config = BootConfig({}, {})
    for line in _lines(text, _SECTIONS.get((pi and pi.generation) or "", set())):
        # The key of a commented line begins with #, so it is ignored.
        key, _, value = line.partition("=")
        match key.strip():
            case "dtparam" | "device_tree_param":
                config.parameters.update(_parameters(value))
            case setting:
                config.settings[setting] = value.strip()
    return config


def _lines(text: str, mine: set[str]) -> Iterator[str]:
    """Yield the lines whose section applies to this Pi."""
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
            # Whether a display, a pin or a serial number matches cannot be known here.
            is_rest = False


def _parameters(value: str) -> dict[str, str]:
    pairs = (entry.partition("=") for entry in value.split(","))
    return {key.strip(): setting.strip() or "on" for key, _, setting in pairs}


_DEBIANS_KERNEL = re.compile(r"-(arm64|armmp)\b")
# That kernel's package rewrites config.txt, and appends this file.
_CUSTOM = "etc/default/raspi-firmware-custom"
# Whether it has one of these overlays and parameters.
SPI_OF_DEBIAN = "dtoverlay=pi4-spidev"


def has_debians_kernel(machine: Machine) -> bool:
    return bool(_DEBIANS_KERNEL.search(machine.run(["uname", "-srm"]).out))


def config_finding(
    case: Case, make: Callable[..., Finding], subject: str, says: str, *lines: str
) -> Finding:
    """Return the finding that config.txt lacks these lines, as this kernel needs it."""
    files = f"/{config_file(case.machine) or CONFIG}"
    if has_debians_kernel(case.machine):
        devices = [line for line in lines if line.startswith(("dtparam", "dtoverlay"))]
        if {*devices} - {SPI_OF_DEBIAN}:
            so = "Debian's own kernel cannot do that, but Raspberry Pi OS can"
            return make(subject, f"{says}; {so}")
        files = f"/{_CUSTOM} {files}"
    text = "".join(f"{line}\\n" for line in lines)
    return make(subject, says, f"printf '{text}' | sudo tee -a {files}", "sudo reboot")


class Clock(NamedTuple):
    highest: int  # MHz
    lowest: int


class _Model(NamedTuple):
    section: str  # in config.txt
    usual: Clock
    steady: int  # MHz; the value to fix it at


MODELS = {
    "3": _Model("pi3", Clock(400, 250), 250),
    "Zero 2 W": _Model("pi02", Clock(400, 250), 250),
    "4": _Model("pi4", Clock(500, 200), 500),
}


def core_clock(case: Case, config: BootConfig, path: str) -> Finding:
    model = MODELS.get((case.pi and case.pi.generation) or "")
    if model is None:
        return ok("core clock", "SPI does not depend on it on this Pi")
    clock = _clock(config, model)
    if clock.highest == clock.lowest:
        return ok("core clock", f"fixed at {clock.highest} MHz, as SPI needs it")
    lines = [
        f"{key}={model.steady}"
        for key, value in zip(("core_freq", "core_freq_min"), clock, strict=True)
        if value != model.steady
    ]
    return config_finding(
        case,
        warn,
        "core clock",
        f"it varies from {clock.lowest} to {clock.highest} MHz, and SPI with it, so "
        f"that colours may flicker; add {' and '.join(lines)} under "
        f"[{model.section}] at the end of /{path}",
        f"[{model.section}]",
        *lines,
        "[all]",
    )


def _clock(config: BootConfig, model: _Model) -> Clock:
    highest = _set(config, "core_freq", model.usual.highest)
    lowest = _set(config, "core_freq_min", model.usual.lowest)
    # Turbo keeps all clocks at their maximum.
    is_turbo = config.settings.get("force_turbo") == "1"
    return Clock(highest, highest if is_turbo else lowest)


def _set(config: BootConfig, key: str, usual: int) -> int:
    value = config.settings.get(key, "")
    return int(value) if value.isdecimal() else usual


# The pins whose PWM also makes the sound of the headphone socket.
_SOUND_PINS = (12, 18)


def strip_settings(case: Case) -> Iterator[Finding]:
    """Check what the strip's timing needs in config.txt, which no driver can see."""
    if case.pi is None or case.board is None:
        return
    path = config_file(case.machine)
    if path is None:
        says = f"/{CONFIG} cannot be read, so SPI and sound cannot be checked"
        yield warn("config.txt", says)
        return
    config = boot_config(case.machine.text(path) or "", case.pi)
    strip = case.board.strip
    if strip.driver == "spi":
        yield core_clock(case, config, path)
    elif strip.driver == "pwm" and strip.gpio in _SOUND_PINS:
        yield _sound(config, path, strip.gpio)


def _sound(config: BootConfig, path: str, gpio: int) -> Finding:
    if not config.has_sound:
        return ok("sound", f"off, so the strip has the PWM of GPIO{gpio} to itself")
    return fail(
        "sound",
        f"/{path} enables the headphone jack, which uses the same PWM as the strip on "
        f"GPIO{gpio}; disable it, or drive the strip by SPI",
        f"printf '[all]\\ndtparam=audio=off\\n' | sudo tee -a /{path}",
        "sudo reboot",
    )
