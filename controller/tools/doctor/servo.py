"""What the Eliminator's servo and the speaker need from the system."""

import re
from collections.abc import Iterator

from controller.tools.doctor.boot import (
    CONFIG,
    boot_config,
    config_file,
    config_finding,
)
from controller.tools.doctor.case import Case, Finding, fail, ok, warn
from hardware.backends.pi.pins import pin_library
from hardware.parts.servos import ServoError, overlay, pwm_chip

# For each driver, whether the kernel leaves a line as it was when the program dies. A
# Pi 5 may have both of these drivers; its header belongs to the second.
_KEEPS = "sys/module/pinctrl_bcm2835/parameters/persist_gpio_outputs"
_KEEPS_5 = "sys/module/pinctrl_rp1/parameters/persist_gpio_outputs"
STRICT = "dtparam=strict_gpiod"
_ON = ("on", "yes", "true", "y", "1")


def troubles(case: Case) -> Iterator[Finding]:
    """Report what is missing to drive the servo, without moving it."""
    row = case.board.eliminator if case.board else None
    if row is None or row.driver != "pwm":
        return
    path, gpio = config_file(case.machine) or CONFIG, row.servo
    try:
        pwm_chip(case.machine.root / "sys/class/pwm", gpio)
    except ServoError:
        says = f"the PWM of GPIO{gpio} is not enabled in /{path}"
        yield config_finding(case, fail, "eliminator", says, "[all]", overlay(gpio))


def servo_line(case: Case) -> Iterator[Finding]:
    """Check whether the kernel resets the servo's line when the program dies."""
    row = case.board.eliminator if case.board else None
    if case.pi is None or row is None or row.driver != "gpio":
        return
    # RPi.GPIO drives pins behind the kernel's back, so the kernel cannot reset them.
    keeps = _keeps_lines(case) if pin_library(case.pi) == "lgpio" else None
    if keeps is False:
        yield ok("servo line", "the kernel resets it if the program crashes")
    elif keeps:
        yield _kept(case)


def _keeps_lines(case: Case) -> bool | None:
    """Return whether the kernel keeps lines, or None if it does not say."""
    is_5 = case.pi is not None and case.pi.generation == "5"
    said = case.machine.text(_KEEPS_5 if is_5 else _KEEPS)
    return said == "Y" if said else None


def _kept(case: Case) -> Finding:
    path = config_file(case.machine) or CONFIG
    text = case.machine.text(path) or ""
    if boot_config(text, case.pi).parameters.get("strict_gpiod") in _ON:
        says = f"/{path} has {STRICT}, which takes effect after a reboot"
        return warn("servo line", says, "sudo reboot")
    says = (
        "if the program and its guardian both crash during a pulse, the line stays "
        "high until the service drives it low; the kernel can reset it at once"
    )
    return config_finding(case, warn, "servo line", says, "[all]", STRICT)


_CARDS = "proc/asound/cards"
# The kernel writes a line such as ` 0 [MAX98357A      ]: simple-card - MAX98357A`.
_CARD = re.compile(r"^ *\d+ \[(\S+) *\]", re.MULTILINE)
_NAMED = re.compile(r"CARD=([^,]+)")
_SPEAKS = "espeak-ng"


def speaker(case: Case) -> Iterator[Finding]:
    """Check whether the sound card is there."""
    if case.pi is None or case.board is None or case.board.speaker is None:
        return
    device = case.board.speaker.device
    cards = _CARD.findall(case.machine.text(_CARDS) or "")
    named = _NAMED.search(device)
    if not cards:
        yield _missing(case, "this system has no sound card")
    elif named and named[1] not in cards:
        there = ", ".join(cards)
        yield _missing(case, f"there is no sound card {named[1]}; there is {there}")
    else:
        yield ok("speaker", f"{device}; try it with: speaker-test -D {device} -l 1")
    yield from _speech(case)


def _missing(case: Case, says: str) -> Finding:
    """Report a missing card: an I2S amplifier needs a line in config.txt."""
    assert case.board
    assert case.board.speaker
    if case.board.speaker.driver != "i2s":
        return fail(
            "speaker",
            f"{says}; plug it in, or choose another one in the board map",
            "aplay -L",
        )
    path = config_file(case.machine) or CONFIG
    says = f"{says}; an I2S amplifier needs a line in /{path}"
    line = "dtoverlay=max98357a,no-sdmode"
    return config_finding(case, fail, "speaker", says, "[all]", line)


def _speech(case: Case) -> Iterator[Finding]:
    found = case.machine.run([_SPEAKS, "--version"])
    if found.status == 0:
        yield ok("speech", _SPEAKS)
    else:
        says = f"the table cannot speak: {_SPEAKS} is not installed"
        yield warn("speech", says, f"sudo apt-get install {_SPEAKS}")
