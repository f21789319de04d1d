"""What the lamps say about a ruling on a table without a page.

The number of the ruling, on `why`'s own lamp: each ten is a long light, each one a
short light, and after a pause all of it once more. HYB-23 is two long ones and three
short ones. That something can be done is one long light on `ok`'s lamp, twice.
"""

from controller.light.colour import DARK, Colour, Keyframe, steady
from controller.light.palette import OK, WHY

LONG_S = 0.9
SHORT_S = 0.3
# Between two lights, between tens and ones, and before, between and after the rounds.
GAP_S = 0.3
TURN_S = 0.7
PAUSE_S = 1.2


def number(rule: str) -> tuple[Keyframe, ...]:
    """The blinks of a ruling's number; none for a sentence without a number."""
    digits = rule.rpartition("-")[2]
    if not (digits.isascii() and digits.isdigit()):
        return ()
    tens, ones = divmod(int(digits), 10)
    return _twice("why", steady(WHY), [LONG_S] * tens, [SHORT_S] * ones)


def possible() -> tuple[Keyframe, ...]:
    return _twice("ok", steady(OK), [LONG_S])


def _twice(place: str, colour: Colour, *groups: list[float]) -> tuple[Keyframe, ...]:
    keyframes: list[Keyframe] = []
    for group in groups:
        dark_s = TURN_S if keyframes else PAUSE_S
        for light_s in group:
            keyframes += [
                Keyframe(dark_s, {place: DARK}),
                Keyframe(light_s, {place: colour}),
            ]
            dark_s = GAP_S
    if not keyframes:
        return ()
    # What the lamp shows next must not run into the last light.
    return (*keyframes, *keyframes, Keyframe(PAUSE_S, {place: DARK}))
