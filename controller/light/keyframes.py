"""Keyframes played one after another, and blinks that show a ruling's number.

On a table without a page `why`'s lamp blinks the number: a long light for each ten, a
short one for each one, and after a pause all of it once more. HYB-23 is two long and
three short lights. One long light on `ok`'s lamp, twice, means a legal action."""

from collections import deque
from collections.abc import Callable, Sequence

from controller.light.colour import DARK, Colour, Keyframe, Lamps, steady
from controller.light.palette import OK, WHY
from hardware.backend import Clock, Timer


class KeyframePlayer:
    def __init__(
        self,
        clock: Clock,
        on_change: Callable[[], None],
        on_sounds: Callable[[tuple[str, ...]], object] = lambda _sounds: None,
    ) -> None:
        """`on_change` is called when it is time for the next keyframe, or the end.

        `on_sounds` gets a keyframe's sounds when it appears.
        """
        # What is shown now.
        self.lamps: Lamps = {}
        self._clock = clock
        self._on_change = on_change
        self._on_sounds = on_sounds
        self._coming: deque[Keyframe] = deque()
        self._timer: Timer | None = None

    @property
    def is_playing(self) -> bool:
        return self._timer is not None

    def play(self, keyframes: Sequence[Keyframe]) -> None:
        """Show the first keyframe at once, in place of the last effect."""
        self.stop()
        self._coming.extend(keyframes)
        self._show_next()

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        self._coming.clear()
        self.lamps = {}

    def _show_next(self) -> None:
        self._timer, self.lamps = None, {}
        if self._coming:
            keyframe = self._coming.popleft()
            self.lamps = keyframe.lamps
            end = self._clock.time() + keyframe.seconds
            self._timer = self._clock.call_at(end, self._end_keyframe)
            if keyframe.sounds:
                self._on_sounds(keyframe.sounds)

    def _end_keyframe(self) -> None:
        self._show_next()
        self._on_change()


LONG_S = 0.9
SHORT_S = 0.3
# Between two lights, between tens and ones, and before, between and after the rounds.
GAP_S = 0.3
TURN_S = 0.7
PAUSE_S = 1.2


def number_blinks(rule: str) -> tuple[Keyframe, ...]:
    """Blink a ruling's number; return nothing for a rule without a number."""
    digits = rule.rpartition("-")[2]
    if not (digits.isascii() and digits.isdigit()):
        return ()
    tens, ones = divmod(int(digits), 10)
    return _twice("why", steady(WHY), [LONG_S] * tens, [SHORT_S] * ones)


def ok_blinks() -> tuple[Keyframe, ...]:
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
