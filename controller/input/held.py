"""The buttons that are down, and what holding them means.

held                 with                     means
why                  next                     mute the table, or unmute it
undo and why         nothing else, for 3 s    switch the table off
a seat               nothing else, for 2 s    give it to a phone (`seating`)
why                  nothing else, for 2 s    say where the game stands
why                  anything else            try it: nothing is played (`tries`)
next, ok or undo     another of them          nothing: only one counts at a time
a seat               next and ok              count in secret (`gestures`)
two seats that       next or ok               nothing: whose would it be? (`rivals`)
are both asked
undo                                          what it meant when pressed,
                                              on release (`router`)
"""

from collections.abc import Callable, Collection

from controller.basics.sentence import Says, say
from controller.input.seating import HOLD_S, SeatHold
from controller.light.colour import Colour
from controller.light.lights import Lights
from hardware.backend import Alarm, Clock
from hardware.readings import Pressed, Released

CONTROLS = frozenset(("next", "ok", "undo", "why"))

CHORD = frozenset(("undo", "why"))
# Each is shown for a second. They stay distinct after gamma.
REDS: tuple[Colour, ...] = ((255, 0, 0), (170, 0, 0), (100, 0, 0))
SECOND_S = 1.0

COUNTING = say("power.counting", seconds=len(REDS))
CALLED_OFF = say("power.stays")
OFF = say("power.off")
UNSAVED = say("power.off-unsaved")

MUTED = say("sound.off")
HEARD = say("sound.on")


class HeldButtons:
    def __init__(self) -> None:
        self.down: set[str] = set()
        # Buttons that were down before there was a game: faults, not presses.
        self.stale: set[str] = set()

    @property
    def hands(self) -> set[str]:
        """The buttons that fingers hold: no key switch, and no tile under a piece."""
        return {c for c in self.down if c in CONTROLS or c.startswith("seat:")}

    @property
    def is_trying(self) -> bool:
        """Whether `why` is down, so that nothing is played."""
        return "why" in self.down

    def blocking_control(self, control: str) -> str | None:
        """Return another control that keeps this one from counting."""
        if control not in CONTROLS:
            return None
        return next(iter(self.down & CONTROLS - {control, "why"}), None)

    def rivals(self, held: str | None, asked: Collection[int]) -> list[str]:
        """Return the other seats that must decide and hold their button.

        The answer must not depend on a hand of cards, because those are secret.
        """
        if len(asked) < 2:
            return []
        return sorted({f"seat:{seat}" for seat in asked} & self.down - {held})

    def under(self, kind: str) -> list[str]:
        """Return the places of this kind that are pressed."""
        return [place for place in self.down if place.startswith(f"{kind}:")]


class Holds:
    """Handles holds that concern the table itself; the game sees all except mute.

    `undo` and `why` switch the table off: both lamps turn red and grow darker second by
    second. Releasing either, or touching another button, cancels it without any effect.
    """

    def __init__(
        self,
        held: HeldButtons,
        lights: Lights,
        clock: Clock,
        *,
        announce: Callable[[Says], object],
        recap: Callable[[], object],
        is_saved: Callable[[], bool],
        end: Callable[[], object],
        seat_hold: SeatHold | None = None,
        toggle_mute: Callable[[], bool] | None = None,
    ) -> None:
        """Set up; without `seat_hold`, no phone gets a seat here.

        `recap` says where the game stands, and `end` is called once the table is
        switched off. `toggle_mute` returns whether the table is muted now; it is None
        without sound.
        """
        self._held = held
        self._lights = lights
        self._announce = announce
        self._long_why, self._recap = Alarm(clock), recap
        self._countdown, self._is_saved, self._end = Alarm(clock), is_saved, end
        self._seat_hold = seat_hold
        self._toggle_mute = toggle_mute
        # Whether `next` has muted the table; the game hears neither its press nor its
        # release.
        self._is_muting = False

    def drop(self) -> None:
        """Cancel a hold that could mean something, because other gestures began."""
        self._long_why.cancel()
        if self._seat_hold:
            self._seat_hold.drop()

    def begin(self, reading: Pressed | Released) -> bool:
        """Note which buttons are down; return whether the game gets the reading too."""
        self._long_why.cancel()
        match reading:
            case Pressed("next") if self._toggle_mute and self._held.hands == {"why"}:
                self._held.down.add("next")
                self._is_muting = True
                self._announce(MUTED if self._toggle_mute() else HEARD)
                return False
            case Released("next") if self._is_muting:
                self._held.down.discard("next")
                self._is_muting = False
                return False
            case Pressed(control):
                is_alone = not (self._held.down or self._held.stale)
                if self._seat_hold:
                    self._seat_hold.press(control, is_alone=is_alone)
                self._held.down.add(control)
                if is_alone and control == "why":
                    self._long_why.after(HOLD_S, self._recap)
            case Released(control):
                self._held.down.discard(control)
                self._held.stale.discard(control)
        if self._held.hands != CHORD:
            # First, because the page keeps showing the game's answer, which comes next.
            self._call_off()
        return True

    def end(self, reading: Pressed | Released) -> None:
        """Continue after the game has handled the reading."""
        if self._seat_hold and isinstance(reading, Released):
            self._seat_hold.release(reading.control)
        elif self._seat_hold:
            self._seat_hold.begin()
        if self._held.hands == CHORD and not self._countdown.is_set:
            self._announce(COUNTING)
            self._count_down(list(REDS))

    def _count_down(self, reds: list[Colour]) -> None:
        if reds:
            red, *darker = reds
            self._lights.cover(dict.fromkeys(CHORD, red))
            self._countdown.after(SECOND_S, lambda: self._count_down(darker))
        else:
            self._lights.go_dark()
            self._announce(OFF if self._is_saved() else UNSAVED)
            self._end()

    def _call_off(self) -> None:
        if self._countdown.is_set:
            self._countdown.cancel()
            self._lights.cover({})
            self._announce(CALLED_OFF)
