"""The rhythms of lamps: a few rounds of winks, then steady light."""

from collections.abc import Callable, Sequence

from controller.light.colour import Lamps, Rhythm, rhythm
from hardware.backend import Clock, Timer

# One step of a rhythm, and how often a rhythm is played before the lamps rest.
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
        """`lamps` returns those that may wink; it is called after the first step."""
        # The places whose lamp winks now.
        self.winking: frozenset[str] = frozenset()
        self._clock = clock
        self._lamps = lamps
        self._on_change = on_change
        self._step_s = step_s
        # When the rhythms began, and which lamps wink in each of their steps.
        self._began = 0.0
        self._timer: Timer | None = None
        self._winks: Sequence[frozenset[str]] = ()

    def play(self) -> None:
        """Begin with the first step, in which no lamp winks."""
        self.rest()
        self._began = self._clock.time()
        first = self._began + self._step_s
        self._timer = self._clock.call_at(first, self._first_wink)

    def rest(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        self.winking = frozenset()

    def _first_wink(self) -> None:
        beats = [(place, rhythm(colour)) for place, colour in self._lamps().items()]
        winks = [
            frozenset(place for place, beat in beats if beat[step] == ".")
            for step in range(STEPS)
        ]
        self._winks = winks * ROUNDS
        self._play_step(1)

    def _play_step(self, step: int) -> None:
        self._timer = None
        self.winking = self._winks[step]
        following = step + 1
        while following < len(self._winks) and self._winks[following] == self.winking:
            following += 1
        when = self._began + following * self._step_s
        if following < len(self._winks):
            self._timer = self._clock.call_at(when, lambda: self._play_step(following))
        elif self.winking:
            self._timer = self._clock.call_at(when, self._end)
        self._on_change()

    def _end(self) -> None:
        self.rest()
        self._on_change()
