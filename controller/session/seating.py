"""Giving a seat to a phone: the seat's own button is held.

    held      alone, by a press that began after the phone asked: after a second the
              lamp shows the phone's word under the finger, the newest first, and then,
              by turns, those of all who asked before the press
    let go    the word that has been shown for a second by then has the seat

The game hears every press at once, as if nobody had asked. So a press that means
something to it gives no seat, nor does one that anything else is down with: who
counts, picks a target or tries something out gives nothing away.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from controller.basics.sentence import Says
from controller.light.colour import Still
from controller.light.lights import Lights
from controller.session.power_off import TableLike
from controller.session.seat_requests import SIGN_S, Ask, SeatRequests, colours
from hardware.backend import Clock, Timer
from hardware.readings import LinkDown, Pressed, Reading, Released, TagSeen

HOLD_S = 2.0
# How long a word is shown under the finger before letting go chooses it.
LOOK_S = 1.0
# A word is shown twice, then it is another's turn.
WORD_S = 6 * SIGN_S


class Ground(TableLike, Protocol):
    """The table, which also says whether a press meant something to the game."""

    @property
    def begun(self) -> object: ...

    @property
    def position(self) -> object: ...


class CleanHold(NamedTuple):
    """A seat's button that nothing else is down with, and that means nothing else."""

    control: str
    # Those who had asked before the press, the newest first.
    asks: tuple[Ask, ...]
    # What hands had begun before the press.
    begun: object


class Seating:
    """Stands before the table: every reading comes through here."""

    def __init__(
        self, table: Ground, requests: SeatRequests, lights: Lights, clock: Clock
    ) -> None:
        self.ground = table
        self._requests = requests
        self._lights = lights
        self._clock = clock
        self._down: set[str] = set()
        self._hold: CleanHold | None = None
        # Whose word is under the finger.
        self._shown: Ask | None = None
        self._timer: Timer | None = None
        requests.on_change.append(self._skip)

    @property
    def is_set(self) -> bool:
        return self.ground.is_set

    @property
    def is_saved(self) -> bool:
        return self.ground.is_saved

    def announce(self, says: Says) -> None:
        self.ground.announce(says)

    def reading(self, reading: Reading) -> None:
        match reading:
            case Pressed(control):
                self._pressed(control)
            case Released(control):
                self._down.discard(control)
                self.ground.reading(reading)
                if self._hold and self._hold.control == control:
                    self._let_go(self._hold)
            case _:
                if isinstance(reading, TagSeen):
                    self._drop_hold()
                if isinstance(reading, LinkDown):
                    # Nobody will tell when a tile that is down now comes up.
                    self._down -= {c for c in self._down if c.startswith("tile:")}
                self.ground.reading(reading)

    def _pressed(self, control: str) -> None:
        self._drop_hold()
        is_alone = not self._down
        self._down.add(control)
        asks = [ask for ask in self._requests.asks if control == f"seat:{ask.seat}"]
        begun, position = self.ground.begun, self.ground.position
        self.ground.reading(Pressed(control))
        if asks and is_alone and self.ground.position is position:
            self._hold = CleanHold(control, (*reversed(asks),), begun)
            self._later(HOLD_S - LOOK_S, self._show_next)

    def _later(self, seconds: float, deed: Callable[[], None]) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = self._clock.call_at(self._clock.time() + seconds, deed)

    def _show_next(self) -> None:
        """Shows under the finger the word after the one that is shown."""
        hold, before = self._hold, self._shown
        if hold is None:
            return
        start = hold.asks.index(before) + 1 if before else 0
        turns = [*hold.asks[start:], *hold.asks[:start]]
        self._shown = next((ask for ask in turns if ask in self._requests.asks), None)
        if self._shown is None:
            self._drop_hold()
            return
        if self._shown != before:
            self._requests.offer(None)
        lamps = [{hold.control: colour} for colour in colours(self._shown.word)]
        self._lights.signal([Still(SIGN_S, lamp) for lamp in lamps * 2])
        self._later(LOOK_S, self._offer_shown)

    def _offer_shown(self) -> None:
        self._requests.offer(self._shown)
        self._later(WORD_S - LOOK_S, self._show_next)

    def _skip(self) -> None:
        """Show the next word once the one under the finger asks no more."""
        if self._shown and self._shown not in self._requests.asks:
            self._show_next()

    def _drop_hold(self) -> None:
        if self._hold:
            self._hold = self._shown = None
            self._lights.signal(())
        if self._timer:
            self._timer.cancel()
        self._requests.offer(None)

    def _let_go(self, hold: CleanHold) -> None:
        """Gives the seat to whom it is offered, if hands have meant nothing else."""
        chosen = self._requests.offered
        self._drop_hold()
        if chosen and self.ground.begun == hold.begun:
            self._requests.give(chosen)
