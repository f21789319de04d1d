"""The board map's [speaker]: the sound device and its pins."""

from typing import Annotated, NamedTuple

from controller.basics.sheet import Bounds, Sheet, choice
from wiring.claims import Claims

_DEVICE = Bounds(
    'a device of ALSA that `aplay -L` lists, such as "plughw:CARD=MAX98357A"',
    lambda v: type(v) is str and 0 < len(v) <= 80 and v.isprintable() and " " not in v,
)
# I2S occupies all four of the Pi's pins, although an amplifier sends nothing back.
I2S = {18: "bit clock", 19: "word clock", 20: "data in (unused)", 21: "data out"}
_JACK_AND_STRIP = (
    "the headphone jack and the strip's driver both want the PWM hardware; change "
    "speaker.driver or strip.driver"
)


class Speaker(NamedTuple):
    driver: Annotated[str, choice("i2s", "usb", "hdmi", "headphones")]
    device: Annotated[str, _DEVICE]

    @property
    def pins(self) -> tuple[int, ...]:
        """The header's pins that the speaker uses."""
        return tuple(I2S) if self.driver == "i2s" else ()


def speaker(sheet: Sheet, claims: Claims, strip_pwm: bool) -> Speaker | None:
    """Read the section; `strip_pwm` means that the strip uses the PWM hardware."""
    part = sheet.one("speaker", Speaker)
    if part is None:
        return None
    for gpio in part.pins:
        owner = f"the speaker's I2S {I2S[gpio]}"
        claims.pin(gpio, owner, ("speaker", "driver"))
    if part.driver == "headphones" and strip_pwm:
        raise sheet.error(("speaker", "driver"), _JACK_AND_STRIP)
    return part
