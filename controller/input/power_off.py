"""Switching the table off by hand: `undo` and `why`, held together.

Both lamps turn red and grow darker second by second; letting go of either, or touching
another button, calls it off and has changed nothing.
"""

from collections.abc import Callable

from controller.basics.sentence import Says, say
from controller.light.colour import Colour
from controller.light.lights import Lights
from hardware.backend import Clock, Timer

CHORD = frozenset(("undo", "why"))
# One second each. They are told apart by eye after gamma, too.
REDS: tuple[Colour, ...] = ((255, 0, 0), (170, 0, 0), (100, 0, 0))
SECOND_S = 1.0

COUNTING = say("power.counting", seconds=len(REDS))
CALLED_OFF = say("power.stays")
OFF = say("power.off")
UNSAVED = say("power.off-unsaved")


class PowerOff:
    def __init__(
        self,
        lights: Lights,
        clock: Clock,
        announce: Callable[[Says], object],
        is_saved: Callable[[], bool],
        end: Callable[[], object],
    ) -> None:
        """`end` is called once, when the chord has been held long enough."""
        self._lights = lights
        self._clock = clock
        self._announce = announce
        self._is_saved = is_saved
        self._end = end
        self._timer: Timer | None = None
        self.is_off = False

    def begin(self) -> None:
        """Start to count down, unless that has begun."""
        if self._timer is None:
            self._announce(COUNTING)
            self._show(list(REDS))

    def call_off(self) -> None:
        """Stop counting down, if that has begun."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
            self._lights.cover({})
            self._announce(CALLED_OFF)

    def _show(self, reds: list[Colour]) -> None:
        if not reds:
            self._switch_off()
            return
        red, *darker = reds
        self._lights.cover(dict.fromkeys(CHORD, red))
        when = self._clock.time() + SECOND_S
        self._timer = self._clock.call_at(when, lambda: self._show(darker))

    def _switch_off(self) -> None:
        self.is_off = True
        self._lights.go_dark()
        self._announce(OFF if self._is_saved() else UNSAVED)
        self._end()
