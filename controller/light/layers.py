"""Layers of lamps: each is one big number, so that one is quickly laid over another."""

from collections.abc import Mapping
from itertools import chain
from typing import NamedTuple

from controller.light.colour import DARK, WHITE, Ink, Lamps, Rhythm

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
        # How far a lamp's three bytes are from the end of a frame, in bits.
        self._shift = {p: 24 * (count - 1 - pixel) for p, pixel in pixels.items()}
        # The place of each pixel in a frame's order, "" where there is none, and all
        # ones where its three bytes are.
        self._places = [""] * count
        for place, pixel in pixels.items():
            self._places[pixel] = place
        self._bits = [0xFFFFFF << 24 * (count - 1 - pixel) for pixel in range(count)]

    def has_lamp(self, place: str) -> bool:
        """A smaller table has none at some places."""
        return place in self._shift

    def layer(self, lamps: Lamps) -> Layer:
        """These lamps as a layer; lamps that this table does not have are left out."""
        return self.of_few(lamps) if len(lamps) <= FEW else self.of_many(lamps)

    def dark(self) -> Layer:
        """A layer that covers every lamp with darkness."""
        return Layer(0, (1 << 8 * self.bytes) - 1, {})

    def of_many(self, lamps: Lamps) -> Layer:
        found = [*map(lamps.get, self._places)]
        light = chain.from_iterable([colour or DARK for colour in found])
        mask = chain.from_iterable([WHITE if colour else DARK for colour in found])
        beats: dict[Rhythm, int] = {}
        for colour, bits in zip(found, self._bits, strict=True):
            if isinstance(colour, Ink):
                beats[colour.rhythm] = beats.get(colour.rhythm, 0) | bits
        return Layer(int.from_bytes(bytes(light)), int.from_bytes(bytes(mask)), beats)

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


def beats_of(over: Layer, under: Layer) -> dict[Rhythm, int]:
    """The lamps of each rhythm that are seen when one layer covers another."""
    beats = {rhythm: mask & ~over.mask for rhythm, mask in under.beats.items()}
    for rhythm, mask in over.beats.items():
        beats[rhythm] = beats.get(rhythm, 0) | mask
    return beats
