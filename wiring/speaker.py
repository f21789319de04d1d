"""The board map's [speaker]: the sound device and its pins."""

from typing import Annotated, NamedTuple

from controller.basics.sheet import Bounds, Sheet, choice
from wiring.claims import Claims

_DEVICE = Bounds(
    'a device of ALSA that `aplay -L` lists, such as "plughw:CARD=MAX98357A"',
    lambda v: type(v) is str and 0 < len(v) <= 80 and v.isprintable() and " " not in v,
)
# The Pi's I2S pins. It occupies all four, though an amplifier sends nothing back.
I2S = {18: "bit clock", 19: "word clock", 20: "data in (unused)", 21: "data out"}


class Speaker(NamedTuple):
    driver: Annotated[str, choice("i2s", "usb", "hdmi", "headphones")]
    device: Annotated[str, _DEVICE]

    @property
    def pins(self) -> tuple[int, ...]:
        """The header's pins that belong to it."""
        return tuple(I2S) if self.driver == "i2s" else ()


def speaker(sheet: Sheet, claims: Claims) -> Speaker | None:
    part = sheet.one("speaker", Speaker)
    if part is None:
        return None
    for gpio in part.pins:
        owner = f"the speaker's I2S {I2S[gpio]}"
        claims.pin(gpio, owner, ("speaker", "driver"))
    return part
