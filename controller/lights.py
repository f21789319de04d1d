"""What every lamp shows now: layers, the lowest first, made into one frame.

    picture    the position, as the game paints it
    guidance   what can be pressed now
    effect     what just happened; it plays over the others and ends by itself
    echo       the button under a finger

Nothing waits for a tick: a frame is made when a layer changes, and while an effect
plays a timer is set to the end of its present picture.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from controller.staging import WHITE, Lamps, Still
from hardware.backend import Clock, Timer
from hardware.strip import Strip


class _Layer(NamedTuple):
    """Lamps as one big number each: laying one over another is two operations."""

    light: int
    # All ones where the layer covers what is below.
    mask: int


_CLEAR = _Layer(0, 0)


class Lights:
    def __init__(self, strip: Strip, pixels: Mapping[str, int], clock: Clock) -> None:
        self._strip = strip
        self._offset = {place: 3 * pixel for place, pixel in pixels.items()}
        self._bytes = 3 * strip.pixels
        self._clock = clock
        # The lowest layer covers everything.
        self._picture = self._guidance = self._effect = _CLEAR
        self._prepared: tuple[Lamps, _Layer] = ({}, _CLEAR)
        self._stills: deque[Still] = deque()
        self._timer: Timer | None = None
        # All layers below the echoes: an echo costs next to nothing.
        self._below = 0
        self._echoes: dict[str, _Layer] = {}
        self._white = {place: self._layer({place: WHITE}) for place in pixels}

    def prepare(self, picture: Lamps) -> None:
        """Makes the layer of a picture that will be painted soon."""
        self._prepared = (picture, self._layer(picture))

    def paint(self, picture: Lamps, guidance: Lamps, effect: Sequence[Still]) -> None:
        """A new effect takes the place of one that still plays: that is old news."""
        if self._prepared[0] is not picture:
            self.prepare(picture)
        self._picture = self._prepared[1]
        self._guidance = self._layer(guidance)
        if effect:
            self.stop_effect()
            self._stills.extend(effect)
            self._begin_still()
        self._compose()

    def guide(self, guidance: Lamps) -> None:
        self._guidance = self._layer(guidance)
        self._compose()

    def stop_effect(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        self._stills.clear()
        self._effect = _CLEAR

    def echo(self, place: str) -> None:
        self._echoes[place] = self._white.get(place, _CLEAR)
        self._send()

    def end_echo(self, place: str) -> None:
        self._echoes.pop(place, None)
        self._send()

    def _begin_still(self) -> None:
        still = self._stills[0]
        self._effect = self._layer(still.lamps)
        end = self._clock.time() + still.seconds
        self._timer = self._clock.call_at(end, self._next_still)

    def _next_still(self) -> None:
        self._timer = None
        self._effect = _CLEAR
        self._stills.popleft()
        if self._stills:
            self._begin_still()
        self._compose()

    def _layer(self, lamps: Lamps) -> _Layer:
        light, mask = bytearray(self._bytes), bytearray(self._bytes)
        offsets = self._offset
        for place, colour in lamps.items():
            # A smaller table may have no such lamp.
            if place in offsets:
                at = offsets[place]
                light[at : at + 3] = colour
                mask[at : at + 3] = b"\xff\xff\xff"
        return _Layer(int.from_bytes(light), int.from_bytes(mask))

    def _compose(self) -> None:
        frame = self._picture.light
        for layer in (self._guidance, self._effect):
            frame = frame & ~layer.mask | layer.light
        self._below = frame
        self._send()

    def _send(self) -> None:
        frame = self._below
        for layer in self._echoes.values():
            frame = frame & ~layer.mask | layer.light
        self._strip.show(frame.to_bytes(self._bytes))
