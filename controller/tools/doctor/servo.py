"""What the Eliminator's servo and the speaker need of the system."""

import re
from collections.abc import Iterator

from controller.tools.doctor.boot import CONFIG, boot_config, config_file
from controller.tools.doctor.case import Case, Finding, fail, ok, warn
from hardware.backends.pi.pins import pin_library
from hardware.parts.servos import I2C, ServoError, overlay, pwm_chip

# Of a Pi's two pin drivers: whether the kernel leaves a line as it was when the program
# dies.
_KEEPS = (
    "sys/module/pinctrl_bcm2835/parameters/persist_gpio_outputs",
    "sys/module/pinctrl_rp1/parameters/persist_gpio_outputs",
)
STRICT = "dtparam=strict_gpiod"
_ON = ("on", "yes", "true", "y", "1")


def troubles(case: Case) -> Iterator[Finding]:
    """Report what is missing to drive the servo, without moving it."""
    row = case.board.eliminator if case.board else None
    match row.driver if row else None:
        case "pca9685":
            node = I2C.relative_to("/")
            if not (case.machine.root / node).exists():
                says = f"there is no /{node}: I2C is disabled"
                switch_on = "sudo raspi-config nonint do_i2c 0"
                yield fail("eliminator", says, switch_on)
        case "pwm":
            assert row
            assert row.servo is not None
            yield from _pwm(case, row.servo)


def _pwm(case: Case, gpio: int) -> Iterator[Finding]:
    path = config_file(case.machine) or CONFIG
    try:
        pwm_chip(case.machine.root / "sys/class/pwm", gpio)
    except ServoError:
        yield fail(
            "eliminator",
            f"the PWM of GPIO{gpio} is not enabled in /{path}",
            f"printf '[all]\\n{overlay(gpio)}\\n' | sudo tee -a /{path}",
            "sudo reboot",
        )


def servo_line(case: Case) -> Iterator[Finding]:
    """Check whether the kernel takes the servo's line back when the program dies."""
    row = case.board.eliminator if case.board else None
    if case.pi is None or row is None or row.driver != "gpio":
        return
    # RPi.GPIO drives pins past the kernel, which then has nothing to take back.
    keeps = _keeps_lines(case) if pin_library(case.pi) == "lgpio" else None
    if keeps is False:
        yield ok("servo line", "the kernel resets it if the program crashes")
    elif keeps:
        yield _kept(case)


def _keeps_lines(case: Case) -> bool | None:
    """Return whether the kernel keeps lines, or None if it does not say."""
    said = filter(None, map(case.machine.text, _KEEPS))
    return next((word == "Y" for word in said), None)


def _kept(case: Case) -> Finding:
    path = config_file(case.machine) or CONFIG
    text = case.machine.text(path) or ""
    if boot_config(text, case.pi).parameters.get("strict_gpiod") in _ON:
        says = f"/{path} has {STRICT}, which takes effect after a reboot"
        return warn("servo line", says, "sudo reboot")
    return warn(
        "servo line",
        "if the program and its guardian both crash during a pulse, the line stays "
        "high until the service drives it low; the kernel can reset it at once",
        f"printf '[all]\\n{STRICT}\\n' | sudo tee -a /{path}",
        "sudo reboot",
    )


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
    return fail(
        "speaker",
        f"{says}; an I2S amplifier needs a line in /{path}",
        f"printf '[all]\\ndtoverlay=max98357a,no-sdmode\\n' | sudo tee -a /{path}",
        "sudo reboot",
    )


def _speech(case: Case) -> Iterator[Finding]:
    found = case.machine.run([_SPEAKS, "--version"])
    if found.status == 0:
        yield ok("speech", _SPEAKS)
    else:
        says = f"the table cannot speak: {_SPEAKS} is not installed"
        yield warn("speech", says, f"sudo apt-get install {_SPEAKS}")
