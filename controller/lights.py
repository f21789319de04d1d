"""What every lamp shows now: layers, the lowest first, made into one frame.

    picture    the position, as the game paints it
    guidance   what can be pressed now
    effect     what just happened; it plays over the others and ends by itself
    echo       the button under a finger
    signal     what the lamps of `why` and `ok` say; it ends by itself, or at a touch
    cover      the table itself has something to say, before it goes dark

A lamp of the lower two may have a rhythm. Rhythms play for some seconds after each
change and each touch, and then all lamps rest, steady. While a finger is down or an
effect plays they rest too: what is counted under a held button shows in no beat.

Nothing waits for a tick: a frame is made when a layer changes; while an effect plays
a timer is set to the end of its present picture, in a rhythm to its next wink.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from controller.staging import WHITE, Ink, Lamps, Rhythm, Still
from hardware.backend import Clock, Timer
from hardware.strip import Strip

# One step of a rhythm, and how often a rhythm is played before the lamps rest.
STEP_S = 0.15
ROUNDS = 3
STEPS = len(Rhythm.STEADY)
RHYTHM_S = ROUNDS * STEPS * STEP_S
# So many lamps are put into a frame one by one faster than by making all of it.
FEW = 8


class _Layer(NamedTuple):
    """Lamps as one big number each: laying one over another is two operations."""

    light: int
    # All ones where the layer covers what is below.
    mask: int
    # All ones where a lamp has this rhythm.
    beats: Mapping[Rhythm, int]


_CLEAR = _Layer(0, 0, {})


class Lights:
    def __init__(
        self,
        strip: Strip,
        pixels: Mapping[str, int],
        clock: Clock,
        step_s: float = STEP_S,
    ) -> None:
        self._strip = strip
        self._offset = {place: 3 * pixel for place, pixel in pixels.items()}
        self._bytes = 3 * strip.pixels
        self._clock = clock
        self._step_s = step_s
        # The lowest layer covers everything.
        self._picture = self._guidance = self._effect = _CLEAR
        self._stills: deque[Still] = deque()
        self._timer: Timer | None = None
        # All layers below the echoes: an echo costs next to nothing.
        self._below = 0
        self._echoes: dict[str, _Layer] = {}
        # The rhythms: when they began, and which lamps wink in each of their steps.
        self._began = 0.0
        self._beat: Timer | None = None
        self._winks: Sequence[int] = ()
        self._winking = 0
        # A winking lamp keeps a quarter of each value: never dark, which has a meaning.
        self._quarter = int.from_bytes(b"\x3f" * self._bytes)
        self._signal = self._cover = _CLEAR
        self._signs: deque[Still] = deque()
        self._sign_timer: Timer | None = None
        # How far a lamp's three bytes are from the end of a frame, in bits.
        self._shift = {p: 8 * (self._bytes - at - 3) for p, at in self._offset.items()}
        self._white = {place: self._few({place: WHITE}) for place in pixels}

    def has_lamp(self, place: str) -> bool:
        """A smaller table has none at some places."""
        return place in self._offset

    def paint(self, picture: Lamps, guidance: Lamps, effect: Sequence[Still]) -> None:
        """A new effect takes the place of one that still plays: that is old news."""
        self._picture = self._layer(picture)
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

    def signal(self, stills: Sequence[Still]) -> None:
        """Plays these over the echoes; none takes away what is left of the last."""
        if self._sign_timer:
            self._sign_timer.cancel()
        self._signs = deque(stills)
        self._next_sign()

    def echo(self, place: str) -> None:
        if self._sign_timer:
            self.signal(())
        self._echoes[place] = self._white.get(place, _CLEAR)
        self._rest()
        self._send()

    def end_echo(self, place: str) -> None:
        if self._echoes.pop(place, None):
            self._play_rhythms()
        self._send()

    def cover(self, lamps: Lamps) -> None:
        """Lays these lamps over all else; none takes the last ones away."""
        self._cover = self._layer(lamps)
        self._send()

    def go_dark(self) -> None:
        self._cover = _Layer(0, (1 << 8 * self._bytes) - 1, {})
        self._send()

    def show_again(self) -> None:
        """Makes the present frame anew; the strip sends it only if it differs."""
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
        else:
            self._play_rhythms()
        self._compose()

    def _next_sign(self) -> None:
        still = self._signs.popleft() if self._signs else None
        self._signal = self._layer(still.lamps) if still else _CLEAR
        self._sign_timer = still and self._clock.call_at(
            self._clock.time() + still.seconds, self._next_sign
        )
        self._send()

    def _play_rhythms(self) -> None:
        """From their beginning, unless something else is to be looked at now."""
        self._rest()
        if not self._echoes and not self._stills:
            self._began = self._clock.time()
            self._beat = self._clock.call_at(
                self._began + self._step_s, self._first_beat
            )

    def _rest(self) -> None:
        if self._beat:
            self._beat.cancel()
            self._beat = None
        self._winking = 0

    def _first_beat(self) -> None:
        over, under = self._guidance, self._picture
        beats = {r: mask & ~over.mask for r, mask in under.beats.items()}
        for rhythm, mask in over.beats.items():
            beats[rhythm] = beats.get(rhythm, 0) | mask
        winks = [0] * STEPS
        for rhythm, mask in beats.items():
            for step, sign in enumerate(rhythm):
                if sign == ".":
                    winks[step] |= mask
        self._winks = winks * ROUNDS
        self._play_step(1)

    def _play_step(self, step: int) -> None:
        self._beat = None
        self._winking = self._winks[step]
        following = step + 1
        while following < len(self._winks) and self._winks[following] == self._winking:
            following += 1
        when = self._began + following * self._step_s
        if following < len(self._winks):
            self._beat = self._clock.call_at(when, lambda: self._play_step(following))
        elif self._winking:
            self._beat = self._clock.call_at(when, self._end_rhythms)
        self._send()

    def _end_rhythms(self) -> None:
        self._rest()
        self._send()

    def _layer(self, lamps: Lamps) -> _Layer:
        if len(lamps) <= FEW:
            return self._few(lamps)
        light, mask = bytearray(self._bytes), bytearray(self._bytes)
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
        return _Layer(int.from_bytes(light), int.from_bytes(mask), numbers)

    def _few(self, lamps: Lamps) -> _Layer:
        """The same for a handful of lamps, without going through all the others."""
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
        return _Layer(light, mask, beats)

    def _mask(self, offsets: Sequence[int]) -> int:
        mask = bytearray(self._bytes)
        for at in offsets:
            mask[at] = mask[at + 1] = mask[at + 2] = 255
        return int.from_bytes(mask)

    def _compose(self) -> None:
        frame = self._picture.light
        for layer in (self._guidance, self._effect):
            frame = frame & ~layer.mask | layer.light
        if frame != self._below:
            self._below = frame
            self._play_rhythms()
        self._send()

    def _send(self) -> None:
        frame = self._below
        if self._winking:
            dipped = (frame >> 2) & self._quarter & self._winking
            frame = frame & ~self._winking | dipped
        for layer in self._echoes.values():
            frame = frame & ~layer.mask | layer.light
        for layer in (self._signal, self._cover):
            if layer.mask:
                frame = frame & ~layer.mask | layer.light
        self._strip.show(frame.to_bytes(self._bytes))
