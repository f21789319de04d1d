"""What several games play over a picture: blinking, a wave."""

from collections.abc import Iterator, Mapping

from controller.light.colour import Colour, Keyframe, Lamps
from controller.tabletop import places

STEP = 2  # positions by which a wave runs on in one keyframe


def blink(
    one: Lamps, other: Lamps, times: int, one_s: float, other_s: float | None = None
) -> list[Keyframe]:
    """One picture and then the other, so many times, each for its time."""
    pair = (
        Keyframe(one_s, one),
        Keyframe(one_s if other_s is None else other_s, other),
    )
    return [*pair] * times


def wave(
    board: Lamps,
    colours: Mapping[int, Colour],
    *,
    seconds: float,
    length: int,
    start: int = 0,
) -> Iterator[Keyframe]:
    """A crest of light runs down each of these lanes, over the board."""
    for front in range(start, places.POSITIONS + length, STEP):
        crest = slice(max(0, front - length), max(0, front))
        lit = {
            place: c for lane, c in colours.items() for place in places.SEA[lane][crest]
        }
        yield Keyframe(seconds, {**board, **lit})
