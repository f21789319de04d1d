"""What every lamp shows now: layers, the lowest first, made into one frame.

    picture    the position, as the game paints it
    guidance   what can be pressed now
    effect     what just happened; it plays over the others and ends by itself
    call       a seat that is asked for; whoever calls makes it flash
    echo       the button under a finger
    signal     what the lamps of `why` and `ok` say; it ends by itself, or at a touch
    cover      the table itself has something to say, before it goes dark

A lamp of the lower two may have a rhythm. Rhythms play for some seconds after each
change and each touch, and then all lamps rest, steady. While a finger is down or an
effect plays they rest too: what is counted under a held button shows in no beat.

Nothing waits for a tick: a frame is made when a layer changes; while an effect plays
a timer is set to the end of its present picture, in a rhythm to its next wink.
"""

from collections.abc import Callable, Mapping, Sequence

from controller.light.colour import WHITE, Lamps, Rhythm, Still
from controller.light.layers import CLEAR, Layer, LayerMaker, beats_of
from controller.light.rhythms import STEP_S, RhythmPlayer
from controller.light.stills import StillPlayer
from hardware.backend import Clock
from hardware.parts.strip import Strip


class Lights:
    def __init__(
        self,
        strip: Strip,
        pixels: Mapping[str, int],
        clock: Clock,
        step_s: float = STEP_S,
    ) -> None:
        # Is told what is heard now, by name, in the moment in which it is lit.
        self.on_sounds: list[Callable[[tuple[str, ...]], object]] = []
        self._strip = strip
        self._layers = layers = LayerMaker(pixels, strip.pixels)
        # The lowest layer covers everything.
        self._picture = self._guidance = self._called = self._cover = CLEAR
        self._effect = StillPlayer(
            clock, layers.layer, self._effect_changed, self.sound
        )
        self._signal = StillPlayer(clock, layers.layer, self._send)
        # All layers below the echoes: an echo costs next to nothing.
        self._below = 0
        self.echoes: dict[str, Layer] = {}
        self._white = {place: layers.layer({place: WHITE}) for place in pixels}
        self._rhythms = RhythmPlayer(
            clock, layers.bytes, self._beats, self._send, step_s
        )

    def has_lamp(self, place: str) -> bool:
        """A smaller table has none at some places."""
        return self._layers.has_lamp(place)

    def paint(self, picture: Lamps, guidance: Lamps, effect: Sequence[Still]) -> None:
        """A new effect takes the place of one that still plays: that is old news."""
        self._picture = self._layers.layer(picture)
        self._guidance = self._layers.layer(guidance)
        if effect:
            self._effect.play(effect)
        self._compose()

    def sound(self, sounds: tuple[str, ...]) -> None:
        """Something is heard now, with a picture of the effect or without any."""
        for listener in self.on_sounds if sounds else ():
            listener(sounds)

    def guide(self, guidance: Lamps) -> None:
        self._guidance = self._layers.layer(guidance)
        self._compose()

    def stop_effect(self) -> None:
        self._effect.stop()

    def signal(self, stills: Sequence[Still]) -> None:
        """Plays these over the echoes; none takes away what is left of the last."""
        self._signal.play(stills)
        self._send()

    def echo(self, place: str) -> None:
        if self._signal.is_playing:
            self.signal(())
        self.echoes[place] = self._white.get(place, CLEAR)
        self._rhythms.rest()
        self._send()

    def end_echo(self, place: str) -> None:
        if self.echoes.pop(place, None):
            self._play_rhythms()
        self._send()

    def call(self, lamps: Lamps) -> None:
        """Lays these lamps under the echoes; none takes the last ones away."""
        self._called = self._layers.layer(lamps)
        self._send()

    def cover(self, lamps: Lamps) -> None:
        """Lays these lamps over all else; none takes the last ones away."""
        self._cover = self._layers.layer(lamps)
        self._send()

    def go_dark(self) -> None:
        self._cover = self._layers.dark()
        self._send()

    def show_again(self) -> None:
        """Makes the present frame anew; the strip sends it only if it differs."""
        self._send()

    def _effect_changed(self) -> None:
        if not self._effect.is_playing:
            self._play_rhythms()
        self._compose()

    def _play_rhythms(self) -> None:
        """From their beginning, unless something else is to be looked at now."""
        if self.echoes or self._effect.is_playing:
            self._rhythms.rest()
        else:
            self._rhythms.play()

    def _beats(self) -> Mapping[Rhythm, int]:
        return beats_of(self._guidance, self._picture)

    def _compose(self) -> None:
        frame = self._picture.light
        for layer in (self._guidance, self._effect.layer):
            frame = frame & ~layer.mask | layer.light
        if frame != self._below:
            self._below = frame
            self._play_rhythms()
        self._send()

    def _send(self) -> None:
        frame = self._below
        if self._rhythms.winking:
            frame = self._rhythms.dip(frame)
        for layer in (self._called, *self.echoes.values()):
            frame = frame & ~layer.mask | layer.light
        for layer in (self._signal.layer, self._cover):
            if layer.mask:
                frame = frame & ~layer.mask | layer.light
        self._strip.show(frame.to_bytes(self._layers.bytes))
