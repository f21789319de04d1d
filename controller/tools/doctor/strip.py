"""What the strip needs of the Pi's firmware, by the driver that it has."""

from collections.abc import Iterator

from controller.tools.doctor.boot import CONFIG, BootConfig, boot_config, config_file
from controller.tools.doctor.case import Case
from controller.tools.doctor.core_clock import core_clock
from controller.tools.doctor.finding import Finding, remark, well, wrong

# The pins whose PWM makes the sound of the headphone socket too.
_SOUND_PINS = (12, 18)


def strip_settings(case: Case) -> Iterator[Finding]:
    """The strip's timing depends on the firmware, which no driver can see."""
    if case.pi is None or case.board is None:
        return
    path = config_file(case.machine)
    if path is None:
        says = f"/{CONFIG} cannot be read; what it says about SPI and sound is unknown"
        yield remark("config.txt", says)
        return
    config = boot_config(case.machine.text(path) or "", case.pi)
    strip = case.board.strip
    if strip.driver == "spi":
        yield core_clock(config, path, case.pi)
    elif strip.driver == "pwm" and strip.gpio in _SOUND_PINS:
        yield _sound(config, path, strip.gpio)


def _sound(config: BootConfig, path: str, gpio: int) -> Finding:
    if not config.has_sound:
        return well("sound", f"off, so the strip has the PWM of GPIO{gpio} to itself")
    return wrong(
        "sound",
        f"/{path} switches the headphone socket on, which needs the same PWM as the "
        f"strip on GPIO{gpio}; switch it off, or drive the strip by SPI",
        f"printf '[all]\\ndtparam=audio=off\\n' | sudo tee -a /{path}",
        "sudo reboot",
    )
