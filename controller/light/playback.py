"""Plays keyframes in order, winks lamps, and blinks a ruling's number.

On a table without a page `why`'s lamp blinks the number: a long light for each ten, a
short one for each one, and after a pause everything once more. HYB-23 is two long and
three short lights. One long light on `ok`'s lamp, twice, means a legal action.
"""

from collections import deque
from collections.abc import Callable, Sequence

from controller.light.colour import (
    DARK,
    Colour,
    Keyframe,
    Lamps,
    Rhythm,
    rhythm,
    steady,
)
from controller.light.palette import OK, WHY
from hardware.backend import Alarm, Clock


class KeyframePlayer:
    def __init__(
        self,
        clock: Clock,
        on_change: Callable[[], None],
        on_sounds: Callable[[tuple[str, ...]], object] = lambda _sounds: None,
    ) -> None:
        """Set up; `on_change` is called for the next keyframe, or at the end.

        `on_sounds` gets a keyframe's sounds when it appears.
        """
        # The lamps shown now.
        self.lamps: Lamps = {}
        self._on_change = on_change
        self._on_sounds = on_sounds
        self._coming: deque[Keyframe] = deque()
        self._alarm = Alarm(clock)

    @property
    def is_playing(self) -> bool:
        return self._alarm.is_set

    def play(self, keyframes: Sequence[Keyframe]) -> None:
        """Show the first keyframe at once, in place of the last effect."""
        self.stop()
        self._coming.extend(keyframes)
        self._show_next()

    def stop(self) -> None:
        self._alarm.cancel()
        self._coming.clear()
        self.lamps = {}

    def _show_next(self) -> None:
        self.lamps = {}
        if self._coming:
            keyframe = self._coming.popleft()
            self.lamps = keyframe.lamps
            self._alarm.after(keyframe.seconds, self._end_keyframe)
            if keyframe.sounds:
                self._on_sounds(keyframe.sounds)

    def _end_keyframe(self) -> None:
        self._show_next()
        self._on_change()


LONG_S = 0.9
SHORT_S = 0.3
# Pauses between two lights, between tens and ones, and before, between and after
# rounds.
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
    # The lamp's next picture must not run into the last light.
    return (*keyframes, *keyframes, Keyframe(PAUSE_S, {place: DARK}))


# The length of a rhythm's step, and how often a rhythm plays before the lamps rest.
STEP_S = 0.15
ROUNDS = 3
STEPS = len(Rhythm.STEADY)
RHYTHM_S = ROUNDS * STEPS * STEP_S


class RhythmPlayer:
    def __init__(
        self,
        clock: Clock,
        lamps: Callable[[], Lamps],
        on_change: Callable[[], None],
        step_s: float = STEP_S,
    ) -> None:
        """Set up; `lamps`, called after the first step, returns those that may wink."""
        # The places whose lamp winks now.
        self.winking: frozenset[str] = frozenset()
        self._clock = clock
        self._lamps = lamps
        self._on_change = on_change
        self._step_s = step_s
        # When the rhythms began, and the lamps that wink in each of their steps.
        self._began = 0.0
        self._alarm = Alarm(clock)
        self._winks: Sequence[frozenset[str]] = ()

    def play(self) -> None:
        """Begin with the first step, in which no lamp winks."""
        self.rest()
        self._began = self._clock.time()
        self._alarm.after(self._step_s, self._begin_round)

    def rest(self) -> None:
        self._alarm.cancel()
        self.winking = frozenset()

    def _begin_round(self) -> None:
        beats = [(place, rhythm(colour)) for place, colour in self._lamps().items()]
        winks = [
            frozenset(place for place, beat in beats if beat[step] == ".")
            for step in range(STEPS)
        ]
        self._winks = winks * ROUNDS
        self._play_step(1)

    def _play_step(self, step: int) -> None:
        self.winking = self._winks[step]
        following = step + 1
        while following < len(self._winks) and self._winks[following] == self.winking:
            following += 1
        when = self._began + following * self._step_s
        if following < len(self._winks):
            self._alarm.at(when, lambda: self._play_step(following))
        elif self.winking:
            self._alarm.at(when, self._end)
        self._on_change()

    def _end(self) -> None:
        self.rest()
        self._on_change()
