"""Lets the time of seats run and rest, and shows when little of it is left."""

from collections.abc import Callable, Sequence

from controller.basics.sentence import say
from controller.input.situation import Situation
from controller.session.clocks import REMINDER, Clocks
from controller.session.display import Notices
from controller.session.session import Change
from controller.session.station import Station
from controller.words.notice import Notice, announcement
from hardware.parts.registry import Part


class Timekeeper:
    def __init__(
        self,
        clocks: Clocks,
        stations: Sequence[Station],
        notices: Notices,
        tell: Callable[[], object],
    ) -> None:
        """`tell` tells everybody that there is news."""
        self.clocks = clocks
        self._stations = stations
        self._notices = notices
        self._tell = tell
        self._situation: Situation | None = None
        # The parts that have failed since the last action.
        self._failed: set[str] = set()

    def before(self, change: Change) -> None:
        """Take a change that the stations are about to show."""
        self._situation = change.situation
        if change.kind != "names":
            self._failed.clear()
        self._light()

    def part_changed(self, part: Part) -> None:
        """Let the time rest while people look after a part, until they play on."""
        if part.trouble:
            self._failed.add(part.name)
        else:
            self._failed.discard(part.name)

    def look(self) -> bool:
        """Let the right times run from now on; return whether others did so far."""
        return self.clocks.run(self._charged(), self._due)

    def _charged(self) -> tuple[int, ...]:
        """Return the seats whose time runs."""
        now = self._situation
        if self.clocks.times is None or now is None or now.waiting or self._failed:
            return ()
        is_busy = any(station.is_busy for station in self._stations)
        return () if is_busy else now.asked

    def _due(self) -> None:
        self._light()
        for station in self._stations:
            station.guide()
        times = self.clocks.times
        for seat in self.clocks.reminders() if times else ():
            seconds = round(60 * times.minutes * (1 - REMINDER)) if times else 0
            says = say("clock.reminder", seat=seat, seconds=seconds)
            self._notices.notify(announcement(says), Notice(seat, True, "", says))
        self.look()
        self._tell()

    def _light(self) -> None:
        times = self.clocks.times
        for station in self._stations:
            station.display.levels = times.levels() if times else {}
