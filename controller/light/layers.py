"""Layers of lamps: each is one big number, so that one is quickly laid over another."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from controller.light.colour import Ink, Lamps, Rhythm

# So many lamps are put into a frame one by one faster than by making all of it.
FEW = 8


class Layer(NamedTuple):
    """Lamps as one big number each: laying one over another is two operations."""

    light: int
    # All ones where the layer covers what is below.
    mask: int
    # All ones where a lamp has this rhythm.
    beats: Mapping[Rhythm, int]


CLEAR = Layer(0, 0, {})


class LayerMaker:
    """Knows where each lamp's bytes are in a frame, and makes layers of lamps."""

    def __init__(self, pixels: Mapping[str, int], count: int) -> None:
        """`count` is how many pixels a frame has, `pixels` which one each lamp is."""
        self.bytes = 3 * count
        self._offset = {place: 3 * pixel for place, pixel in pixels.items()}
        # How far a lamp's three bytes are from the end of a frame, in bits.
        self._shift = {p: 8 * (self.bytes - at - 3) for p, at in self._offset.items()}

    def has_lamp(self, place: str) -> bool:
        """A smaller table has none at some places."""
        return place in self._offset

    def layer(self, lamps: Lamps) -> Layer:
        """These lamps as a layer; lamps that this table does not have are left out."""
        return self.of_few(lamps) if len(lamps) <= FEW else self.of_many(lamps)

    def dark(self) -> Layer:
        """A layer that covers every lamp with darkness."""
        return Layer(0, (1 << 8 * self.bytes) - 1, {})

    def of_many(self, lamps: Lamps) -> Layer:
        light, mask = bytearray(self.bytes), bytearray(self.bytes)
        beats: dict[Rhythm, list[int]] = {}
        offset = self._offset.get
        for place, colour in lamps.items():
            at = offset(place)
            # A smaller table may have no such lamp.
            if at is not None:
                # By index: for three bytes a slice costs three times as much.
                light[at], light[at + 1], light[at + 2] = colour
                mask[at] = mask[at + 1] = mask[at + 2] = 255
                if isinstance(colour, Ink):
                    beats.setdefault(colour.rhythm, []).append(at)
        numbers = {rhythm: self._mask(lit) for rhythm, lit in beats.items()}
        return Layer(int.from_bytes(light), int.from_bytes(mask), numbers)

    def of_few(self, lamps: Lamps) -> Layer:
        """The same layer, made faster for a handful of lamps."""
        light = mask = 0
        beats: dict[Rhythm, int] = {}
        for place, colour in lamps.items():
            shift = self._shift.get(place)
            if shift is not None:
                red, green, blue = colour
                light |= (red << 16 | green << 8 | blue) << shift
                mask |= 0xFFFFFF << shift
                if isinstance(colour, Ink):
                    beat = beats.get(colour.rhythm, 0)
                    beats[colour.rhythm] = beat | 0xFFFFFF << shift
        return Layer(light, mask, beats)

    def _mask(self, offsets: Sequence[int]) -> int:
        mask = bytearray(self.bytes)
        for at in offsets:
            mask[at] = mask[at + 1] = mask[at + 2] = 255
        return int.from_bytes(mask)


def beats_of(over: Layer, under: Layer) -> dict[Rhythm, int]:
    """The lamps of each rhythm that are seen when one layer covers another."""
    beats = {rhythm: mask & ~over.mask for rhythm, mask in under.beats.items()}
    for rhythm, mask in over.beats.items():
        beats[rhythm] = beats.get(rhythm, 0) | mask
    return beats
