"""The lamps of the table: layers, the lowest first, merged into one frame.

    picture    the position, as the game paints it
    guidance   what can be pressed now
    effect     what just happened; it plays over the others and ends by itself
    call       a seat that a phone asks for, flashing
    echo       the button under a finger
    signal     what the lamps of `why` and `ok` say; ends by itself, or at a touch
    cover      a message of the table itself, before it goes dark

Lamps of the lower two may have a rhythm. Rhythms play for some seconds after each
change and each touch; then all lamps are steady. They are also steady while a finger is
down or an effect plays, so that no beat reveals a count under a held button.

There is no tick: each change of a layer makes a frame. A timer runs to the end of an
effect's current keyframe, or to a rhythm's next wink.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from controller.light.colour import DARK, WHITE, Colour, Keyframe, Lamps
from controller.light.playback import STEP_S, KeyframePlayer, RhythmPlayer
from hardware.backend import Clock


class Frames(Protocol):
    """What shows frames: a strip, or the strip of a guest table."""

    pixels: int

    def show(self, frame: bytes) -> bool: ...


class Lights:
    def __init__(
        self,
        strip: Frames,
        pixels: Mapping[str, int],
        clock: Clock,
        step_s: float = STEP_S,
    ) -> None:
        # Called with the names of sounds, at the moment their picture is lit.
        self.on_sounds: list[Callable[[tuple[str, ...]], object]] = []
        self._strip = strip
        # The offset of each lamp's three bytes in a frame.
        self._offset = {place: 3 * pixel for place, pixel in pixels.items()}
        self._picture: Lamps = {}
        self._guidance: Lamps = {}
        self._called: Lamps = {}
        self._cover: Lamps = {}
        self._effect = KeyframePlayer(clock, self._effect_changed, self.sound)
        self._signal = KeyframePlayer(clock, self._send)
        # The lower three layers as a frame, which makes an echo cheap.
        self._below = bytes(3 * strip.pixels)
        self.echoes: dict[str, Colour] = {}
        self._rhythms = RhythmPlayer(clock, self._rhythm_lamps, self._send, step_s)

    def has_lamp(self, place: str) -> bool:
        """Return whether this table has a lamp there; smaller tables lack some."""
        return place in self._offset

    def paint(
        self, picture: Lamps, guidance: Lamps, effect: Sequence[Keyframe]
    ) -> None:
        """Paint a position; a new effect replaces one that still plays."""
        self._picture, self._guidance = picture, guidance
        if effect:
            self._effect.play(effect)
        self._compose()

    def sound(self, sounds: tuple[str, ...]) -> None:
        """Notify listeners of the sounds that start now, with or without a picture."""
        for listener in self.on_sounds if sounds else ():
            listener(sounds)

    def guide(self, guidance: Lamps) -> None:
        self._guidance = guidance
        self._compose()

    def stop_effect(self) -> None:
        self._effect.stop()

    def signal(self, keyframes: Sequence[Keyframe]) -> None:
        """Play these keyframes over the echoes; without any, end the last ones."""
        self._signal.play(keyframes)
        self._send()

    def echo(self, place: str) -> None:
        if self._signal.is_playing:
            self.signal(())
        self.echoes[place] = WHITE
        self._rhythms.rest()
        self._send()

    def end_echo(self, place: str) -> None:
        if self.echoes.pop(place, None):
            self._play_rhythms()
        self._send()

    def call(self, lamps: Lamps) -> None:
        """Put these lamps below the echoes; without any, remove the last ones."""
        self._called = lamps
        self._send()

    def cover(self, lamps: Lamps) -> None:
        """Lay these lamps over everything; without any, remove the last ones."""
        self._cover = lamps
        self._send()

    def go_dark(self) -> None:
        self._cover = dict.fromkeys(self._offset, DARK)
        self._send()

    def show_again(self) -> None:
        """Make the current frame again; the strip sends it only if it differs."""
        self._send()

    def _effect_changed(self) -> None:
        if not self._effect.is_playing:
            self._play_rhythms()
        self._compose()

    def _play_rhythms(self) -> None:
        """Start the rhythms, unless an effect needs attention now."""
        if self.echoes or self._effect.is_playing:
            self._rhythms.rest()
        else:
            self._rhythms.play()

    def _rhythm_lamps(self) -> Lamps:
        """Return this table's lamps that may have a rhythm now."""
        lamps = {**self._picture, **self._guidance}
        return {place: lamps[place] for place in lamps if self.has_lamp(place)}

    def _compose(self) -> None:
        frame = bytearray(3 * self._strip.pixels)
        self._put(frame, {**self._picture, **self._guidance, **self._effect.lamps})
        if frame != self._below:
            self._below = bytes(frame)
            self._play_rhythms()
        self._send()

    def _send(self) -> None:
        frame = bytearray(self._below)
        for place in self._rhythms.winking:
            at = self._offset[place]
            # A winking lamp keeps a quarter of its light, because darkness has a
            # meaning.
            for channel in (at, at + 1, at + 2):
                frame[channel] >>= 2
        for lamps in (self._called, self.echoes, self._signal.lamps, self._cover):
            self._put(frame, lamps)
        self._strip.show(bytes(frame))

    def _put(self, frame: bytearray, lamps: Lamps) -> None:
        """Set the colours of these lamps; skip lamps that this table lacks."""
        for place, colour in lamps.items():
            at = self._offset.get(place)
            if at is not None:
                # By index: a slice of three bytes takes three times as long.
                frame[at], frame[at + 1], frame[at + 2] = colour
