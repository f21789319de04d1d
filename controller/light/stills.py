"""Plays stills: each is shown for its time, and then comes the next."""

from collections import deque
from collections.abc import Callable, Sequence

from controller.light.colour import Lamps, Still
from hardware.backend import Clock, Timer


class StillPlayer:
    def __init__(
        self,
        clock: Clock,
        on_change: Callable[[], None],
        on_sounds: Callable[[tuple[str, ...]], object] = lambda _sounds: None,
    ) -> None:
        """`on_change` is called when time has brought the next still, or the end.

        `on_sounds` is told what a still that appears sounds like.
        """
        # What is shown now.
        self.lamps: Lamps = {}
        self._clock = clock
        self._on_change = on_change
        self._on_sounds = on_sounds
        self._coming: deque[Still] = deque()
        self._timer: Timer | None = None

    @property
    def is_playing(self) -> bool:
        return self._timer is not None

    def play(self, stills: Sequence[Still]) -> None:
        """Shows the first of these at once, in place of what is left of the last."""
        self.stop()
        self._coming.extend(stills)
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
            still = self._coming.popleft()
            self.lamps = still.lamps
            end = self._clock.time() + still.seconds
            self._timer = self._clock.call_at(end, self._time_is_up)
            if still.sounds:
                self._on_sounds(still.sounds)

    def _time_is_up(self) -> None:
        self._show_next()
        self._on_change()
