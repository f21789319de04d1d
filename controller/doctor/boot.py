"""What the Pi's firmware was told in config.txt, as far as the strip depends on it."""

from collections.abc import Iterator
from typing import NamedTuple

from controller.doctor.case import Case
from controller.doctor.finding import Finding, remark, well, wrong
from controller.doctor.machine import Machine

CONFIG = "boot/firmware/config.txt"
# Before Debian 12 it was here; there may be a note in its place that says so.
_OLD_CONFIG = "boot/config.txt"

# The sections of config.txt that each Pi reads, beside [all].
_SECTIONS = {
    "3": {"pi3", "pi3+"},
    "4": {"pi4", "pi400", "cm4"},
    "5": {"pi5", "pi500", "cm5"},
    "Zero 2 W": {"pi0", "pi0w", "pi02"},
}
# SPI takes its beat from the core's clock; where that floats, colours flicker.
_FIXED_CORE = {
    "3": {"core_freq": "250"},
    "Zero 2 W": {"core_freq": "250"},
    "4": {"core_freq": "500", "core_freq_min": "500"},
}
# The pins whose PWM makes the sound of the headphone socket too.
_SOUND_PINS = (12, 18)


class Told(NamedTuple):
    settings: dict[str, str]
    parameters: dict[str, str]  # of dtparam lines


def config_file(machine: Machine) -> str | None:
    return next(
        (path for path in (CONFIG, _OLD_CONFIG) if machine.text(path) is not None), None
    )


def told(text: str, generation: str | None) -> Told:
    """What config.txt says to this Pi; the last word counts."""
    mine = _SECTIONS.get(generation or "", set()) | {"all"}
    settings: dict[str, str] = {}
    parameters: dict[str, str] = {}
    applies = True
    for line in (line.strip() for line in text.splitlines()):
        if line.startswith("["):
            applies = line.strip("[]").lower() in mine
        elif applies:
            # A line that is commented out has the sign in its key, and is no setting.
            key, _, value = line.partition("=")
            if key.strip() in ("dtparam", "device_tree_param"):
                parameters |= _parameters(value)
            else:
                settings[key.strip()] = value.strip()
    return Told(settings, parameters)


def _parameters(value: str) -> dict[str, str]:
    pairs = (entry.partition("=") for entry in value.split(","))
    return {key.strip(): setting.strip() or "on" for key, _, setting in pairs}


def strip_settings(case: Case) -> Iterator[Finding]:
    """The strip's timing depends on the firmware, which no driver can see."""
    if case.pi is None or case.board is None:
        return
    path = config_file(case.machine)
    if path is None:
        says = f"/{CONFIG} cannot be read; what it says about SPI and sound is unknown"
        yield remark("config.txt", says)
        return
    said = told(case.machine.text(path) or "", case.pi.generation)
    strip = case.board.strip
    if strip.driver == "spi":
        yield _core_clock(said, path, case.pi.generation)
    elif strip.driver == "pwm" and strip.gpio in _SOUND_PINS:
        yield _sound(said, path, strip.gpio)


def _core_clock(said: Told, path: str, generation: str | None) -> Finding:
    wanted = _FIXED_CORE.get(generation or "", {})
    missing = [
        f"{key}={value}" for key, value in wanted.items() if key not in said.settings
    ]
    # Turbo holds all clocks at their highest.
    if not missing or said.settings.get("force_turbo") == "1":
        return well("core clock", "steady, as a strip on SPI needs it")
    lines = "".join(f"{line}\\n" for line in missing)
    return remark(
        "core clock",
        f"/{path} does not fix it; on this Pi SPI follows it, and colours may flicker",
        f"printf '[all]\\n{lines}' | sudo tee -a /{path}",
        "sudo reboot",
    )


def _sound(said: Told, path: str, gpio: int) -> Finding:
    if said.parameters.get("audio", "off") not in ("on", "yes", "true", "1"):
        return well("sound", f"off, so the strip has the PWM of GPIO{gpio} to itself")
    return wrong(
        "sound",
        f"/{path} switches the headphone socket on, which needs the same PWM as the "
        f"strip on GPIO{gpio}; switch it off, or drive the strip by SPI",
        f"printf '[all]\\ndtparam=audio=off\\n' | sudo tee -a /{path}",
        "sudo reboot",
    )
