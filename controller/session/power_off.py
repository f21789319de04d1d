"""Switching the table off by hand: `undo` and `why`, held together.

Both lamps turn red and grow darker second by second; letting go of either, or touching
another button, calls it off and has changed nothing.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

from controller.basics.sentence import Says, say
from controller.light.colour import Colour
from controller.light.lights import Lights
from hardware.backend import Clock, Timer
from hardware.readings import Pressed, Reading, Released

CHORD = frozenset(("undo", "why"))
# One second each. They are told apart by eye after gamma, too.
REDS: tuple[Colour, ...] = ((255, 0, 0), (170, 0, 0), (100, 0, 0))
SECOND_S = 1.0

COUNTING = say("power.counting", seconds=len(REDS))
CALLED_OFF = say("power.stays")
OFF = say("power.off")
UNSAVED = say("power.off-unsaved")


class TableLike(Protocol):
    """The table, or whatever passes readings on to it."""

    @property
    def is_set(self) -> bool: ...

    @property
    def is_saved(self) -> bool: ...

    def reading(self, reading: Reading) -> None: ...

    def announce(self, says: Says) -> None: ...


class PowerOff:
    def __init__(
        self, table: TableLike, lights: Lights, clock: Clock, end: Callable[[], object]
    ) -> None:
        """`end` is called once, when the chord has been held long enough."""
        self._table = table
        self._lights = lights
        self._clock = clock
        self._end = end
        self._down: set[str] = set()
        self._timer: Timer | None = None
        self.is_off = False

    def reading(self, reading: Reading) -> None:
        """Stands before the table: every reading comes through here."""
        if self.is_off:
            return
        match reading:
            # A button that is down before the table runs is a fault, and no press.
            case Pressed(control) if self._table.is_set and _is_hand(control):
                self._down.add(control)
            case Released(control):
                self._down.discard(control)
        if self._timer and self._down != CHORD:
            # Before the table answers: its answer is what the page goes on showing.
            self._call_off()
        self._table.reading(reading)
        if self._timer is None and self._down == CHORD:
            self._begin()

    def _begin(self) -> None:
        self._table.announce(COUNTING)
        self._show(list(REDS))

    def _show(self, reds: list[Colour]) -> None:
        if not reds:
            self._switch_off()
            return
        red, *darker = reds
        self._lights.cover(_both(red))
        when = self._clock.time() + SECOND_S
        self._timer = self._clock.call_at(when, lambda: self._show(darker))

    def _call_off(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        self._lights.cover({})
        self._table.announce(CALLED_OFF)

    def _switch_off(self) -> None:
        self.is_off = True
        self._lights.go_dark()
        self._table.announce(OFF if self._table.is_saved else UNSAVED)
        self._end()


def _is_hand(control: str) -> bool:
    """A key switch may be on, and a piece may lie on a tile."""
    return control in CHORD or control in ("next", "ok") or control.startswith("seat:")


def _both(colour: Colour) -> Mapping[str, Colour]:
    return dict.fromkeys(CHORD, colour)
