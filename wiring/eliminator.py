"""The board map's [eliminator]: the servo's limits, and the driver of its pulses.

The checks ensure that a stroke and its return fit into `stroke_ms` at `speed_deg_s`.
"""

from typing import Annotated, NamedTuple

from controller.basics.sheet import Sheet, choice, number, whole
from wiring.claims import GPIO, Claims


class Eliminator(NamedTuple):
    servo: Annotated[int, GPIO]
    arm: Annotated[int, GPIO]
    fire: Annotated[int, GPIO]
    rest_deg: Annotated[float, number(-90, 90)]
    strike_deg: Annotated[float, number(-90, 90)]
    speed_deg_s: Annotated[int, whole(1, 1000)]
    stroke_ms: Annotated[int, whole(50, 1000)]
    pulse_min_us: Annotated[int, whole(500, 2500)]
    pulse_max_us: Annotated[int, whole(500, 2500)]
    hold_ms: Annotated[int, whole(200, 10_000)]
    cooldown_ms: Annotated[int, whole(1000, 60_000)]
    duty_percent: Annotated[int, whole(1, 50)] = 20
    driver: Annotated[str, choice("gpio", "pwm")] = "gpio"


_PWM_PINS = (12, 13)


def eliminator(sheet: Sheet, claims: Claims, strip_pwm: bool) -> Eliminator | None:
    """Read the section; `strip_pwm` means that the strip uses the PWM hardware."""
    part = sheet.one("eliminator", Eliminator)
    if part is None:
        return None
    pins = {"servo": part.servo, "arm": part.arm, "fire": part.fire}
    for pin, gpio in pins.items():
        claims.pin(gpio, f"eliminator.{pin}", ("eliminator", pin))
    if part.driver == "pwm":
        _check_pwm(sheet, part, strip_pwm)
    _check_envelope(sheet, part)
    return part


def _check_pwm(sheet: Sheet, part: Eliminator, strip_pwm: bool) -> None:
    if part.servo not in _PWM_PINS:
        words = (
            f"eliminator.servo is {part.servo}, but the pwm driver needs GPIO12 or "
            "13; move the wire or change eliminator.driver"
        )
        raise sheet.error(("eliminator", "servo"), words)
    if strip_pwm:
        words = (
            "the PWM hardware is claimed by both the strip and the Eliminator; "
            "change eliminator.driver or strip.driver"
        )
        raise sheet.error(("eliminator", "driver"), words)


def _check_envelope(sheet: Sheet, part: Eliminator) -> None:
    if part.pulse_min_us >= part.pulse_max_us:
        words = (
            f"eliminator.pulse_min_us is {part.pulse_min_us}, but pulse_max_us is "
            f"{part.pulse_max_us}; the first must be the lower one"
        )
        raise sheet.error(("eliminator", "pulse_min_us"), words)
    if part.rest_deg == part.strike_deg:
        words = (
            f"eliminator.strike_deg is {part.strike_deg:g}, and so is rest_deg, so the "
            "striker does not move; change one"
        )
        raise sheet.error(("eliminator", "strike_deg"), words)
    both_ways_deg = 2 * abs(part.strike_deg - part.rest_deg)
    stroke_ms = 1000 * both_ways_deg / part.speed_deg_s
    if stroke_ms > part.stroke_ms:
        words = (
            f"eliminator.stroke_ms is {part.stroke_ms}, but {both_ways_deg:g} degrees "
            f"there and back take {stroke_ms:.0f} ms at {part.speed_deg_s} degrees a "
            "second; raise stroke_ms or speed_deg_s, or shorten the way"
        )
        raise sheet.error(("eliminator", "stroke_ms"), words)
