"""Gives a phone the seat whose button is held.

    hold       The button is held alone, by a press that began after the phone asked.
               After a second the lamp shows the phone's colours. If
               several phones asked before the press, they take turns,
               newest first.
    release    The phone whose colours were shown for a second gets the seat.

The game gets every press at once, as if nobody had asked. A press that means something
to the game gives no seat, and neither does a press while anything else is down. So
nobody gives a seat away by counting, picking a target or trying something.
"""

from collections.abc import Callable
from typing import NamedTuple

from controller.input.seat_requests import SIGN_S, SeatRequest, SeatRequests, colours
from controller.light.colour import Keyframe
from controller.light.lights import Lights
from hardware.backend import Alarm, Clock

HOLD_S = 2.0
# How long a word is shown under the finger before releasing the button chooses it.
LOOK_S = 1.0
# How often a word is shown before the next one.
WORD_S = 6 * SIGN_S


class CleanHold(NamedTuple):
    """A hold of a seat's button, with nothing else down and no other meaning."""

    control: str
    # The requests made before the press, newest first.
    requests: tuple[SeatRequest, ...]
    # The gestures' progress before the press, and the game's position.
    begun: object
    position: object


class SeatHold:
    def __init__(
        self,
        requests: SeatRequests,
        lights: Lights,
        clock: Clock,
        begun: Callable[[], object],
        position: Callable[[], object],
    ) -> None:
        """Set up; `begun` and `position` show whether a press had a meaning."""
        self._requests = requests
        self._lights = lights
        self._begun = begun
        self._position = position
        self._hold: CleanHold | None = None
        # The request whose word is shown under the finger.
        self._shown: SeatRequest | None = None
        self._alarm = Alarm(clock)
        requests.on_change.append(self._skip)

    def press(self, control: str, *, is_alone: bool) -> None:
        """End any hold, and prepare another before the game handles the press."""
        self.drop()
        newest_first = reversed(self._requests.pending)
        wanted = tuple(r for r in newest_first if control == f"seat:{r.seat}")
        if wanted and is_alone:
            self._hold = CleanHold(control, wanted, self._begun(), self._position())

    def begin(self) -> None:
        """Start the hold, unless the press played something."""
        hold = self._hold
        if hold and self._position() is hold.position:
            self._alarm.after(HOLD_S - LOOK_S, self._show_next)
        elif hold:
            self.drop()

    def release(self, control: str) -> None:
        """Give the seat to the phone on the lamp, if the hold meant nothing else."""
        hold = self._hold
        if hold and hold.control == control:
            chosen = self._requests.offered
            self.drop()
            if chosen and self._begun() == hold.begun:
                self._requests.give(chosen)

    def drop(self) -> None:
        """End the hold without giving the seat."""
        if self._hold:
            self._hold = self._shown = None
            self._lights.signal(())
            self._requests.offer(None)
        self._alarm.cancel()

    def _show_next(self) -> None:
        """Show the next word on the lamp of the held button."""
        hold, before = self._hold, self._shown
        if hold is None:
            return
        start = hold.requests.index(before) + 1 if before else 0
        turns = [*hold.requests[start:], *hold.requests[:start]]
        self._shown = next((r for r in turns if r in self._requests.pending), None)
        if self._shown is None:
            self.drop()
            return
        if self._shown != before:
            self._requests.offer(None)
        lamps = [{hold.control: colour} for colour in colours(self._shown.word)]
        self._lights.signal([Keyframe(SIGN_S, lamp) for lamp in lamps * 2])
        self._alarm.after(LOOK_S, self._offer_shown)

    def _offer_shown(self) -> None:
        self._requests.offer(self._shown)
        self._alarm.after(WORD_S - LOOK_S, self._show_next)

    def _skip(self) -> None:
        """Show the next word if the request under the finger has ended."""
        if self._shown and self._shown not in self._requests.pending:
            self._show_next()
