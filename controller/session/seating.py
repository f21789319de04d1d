"""Taking a seat without a host: a phone asks, and the seat's own button is held.

    asked     the seat's lamp flashes until it is given, refused, left or half a minute
              has passed; one phone asks for a seat, and an address for one seat
    held      a press that begins after the asking is kept from the game; after two
              seconds the phone has the seat, and the game never hears of the press
    let go    sooner, or pressed together with something else: it was meant for the
              game, which hears of it now

So a stranger who asks in the middle of play is given nothing by a seat that is pressed
as a target, or held and counted under.
"""

from collections.abc import Callable, Collection
from typing import NamedTuple

from controller.basics.sentence import Says, say
from controller.light.colour import DARK, WHITE, Colour
from controller.light.lights import Lights
from controller.session.power_off import TableLike
from hardware.backend import Clock, Timer
from hardware.readings import Pressed, Reading, Released

HOLD_S = 2.0
ASKED_S = 30.0
# How long an address waits after it has asked in vain: others may ask meanwhile.
REST_S = 5.0
FLASH_S = 0.25

IN_VAIN = say("sit.in-vain")
REFUSED = say("sit.refused")
NO_BUTTON = say("sit.no-button")
RIVAL = say("sit.rival")
ONE_SEAT = say("sit.one-seat")
TOO_SOON = say("sit.too-soon")


class Asker(NamedTuple):
    """A page that asks for a seat: its number, and where it is."""

    page: int
    address: str


class Answer(NamedTuple):
    """How an asking has ended: with the seat, or with the sentence why not."""

    asker: Asker
    seat: int
    why_not: Says | None


class Flashing:
    """The lamps of the seats that are asked for, white and dark by turns."""

    def __init__(self, lights: Lights, clock: Clock, seats: Collection[int]) -> None:
        """`seats` are those that are asked for at any time."""
        self._lights = lights
        self._clock = clock
        self._seats = seats
        self._timer: Timer | None = None

    def begin(self) -> None:
        if self._timer is None:
            self._show(WHITE)

    def end(self) -> None:
        """Stops flashing, unless a seat is still asked for."""
        if self._timer and not self._seats:
            self._timer.cancel()
            self._show(DARK)

    def _show(self, colour: Colour) -> None:
        self._timer = None
        self._lights.call({f"seat:{seat}": colour for seat in self._seats})
        if self._seats:
            other = DARK if colour == WHITE else WHITE
            when_s = self._clock.time() + FLASH_S
            self._timer = self._clock.call_at(when_s, lambda: self._show(other))


class Seating:
    """Stands before the table: every reading comes through here."""

    def __init__(
        self, table: TableLike, lights: Lights, clock: Clock, buttons: Collection[str]
    ) -> None:
        """`buttons` are the controls that this table has."""
        self.ground = table
        self._lights = lights
        self._clock = clock
        self._buttons = buttons
        self.asked: dict[int, Asker] = {}
        self.on_change: list[Callable[[], object]] = []
        self.on_answer: list[Callable[[Answer], object]] = []
        self._ends: dict[int, Timer] = {}
        self._rests: dict[str, float] = {}
        self._flashing = Flashing(lights, clock, self.asked)
        # Seats' buttons that the game knows to be down.
        self._down: set[str] = set()
        # Those that are kept from it until it is known what they are for, and those
        # that have given their seat away.
        self._kept: dict[str, Timer] = {}
        self._given: set[str] = set()

    @property
    def is_set(self) -> bool:
        return self.ground.is_set

    @property
    def is_saved(self) -> bool:
        return self.ground.is_saved

    def announce(self, says: Says) -> None:
        self.ground.announce(says)

    # Asking

    def can_ask(self, seat: int) -> bool:
        """Whether the seat has a button that could be held for it."""
        return f"seat:{seat}" in self._buttons

    def ask(self, seat: int, asker: Asker) -> None:
        """Asks for a seat; the answer comes to `on_answer`, now or later."""
        if why_not := self._why_not(seat, asker):
            self._answer(Answer(asker, seat, why_not))
            return
        self.asked[seat] = asker
        end_s = self._clock.time() + ASKED_S
        self._ends[seat] = self._clock.call_at(end_s, lambda: self._end(seat, IN_VAIN))
        self.announce(say("sit.asks", address=asker.address, seat=seat))
        self._flashing.begin()
        self._tell()

    def _why_not(self, seat: int, asker: Asker) -> Says | None:
        now_s = self._clock.time()
        self._rests = {a: end_s for a, end_s in self._rests.items() if end_s > now_s}
        if not self.can_ask(seat):
            return NO_BUTTON
        if seat in self.asked:
            return RIVAL
        if asker.address in {known.address for known in self.asked.values()}:
            return ONE_SEAT
        return TOO_SOON if asker.address in self._rests else None

    def leave(self, page: int) -> None:
        """Ends the asking of a page that has changed its mind, or is gone."""
        for seat, asker in list(self.asked.items()):
            if asker.page == page:
                self._end(seat, REFUSED)

    def refuse(self, seat: int) -> None:
        if seat in self.asked:
            self._end(seat, REFUSED)

    def refuse_from(self, seats: int) -> None:
        """Refuses those who ask for seats that this game does not have."""
        for seat in [seat for seat in self.asked if seat >= seats]:
            self._end(seat, REFUSED)

    def _end(self, seat: int, why_not: Says | None) -> None:
        asker = self.asked.pop(seat)
        self._ends.pop(seat).cancel()
        if why_not:
            self._rests[asker.address] = self._clock.time() + REST_S
        self._pass_on(f"seat:{seat}")
        self._flashing.end()
        self._answer(Answer(asker, seat, why_not))
        self._tell()

    def _answer(self, answer: Answer) -> None:
        for answered in self.on_answer:
            answered(answer)

    def _tell(self) -> None:
        for changed in self.on_change:
            changed()

    # Holding

    def reading(self, reading: Reading) -> None:
        match reading:
            case Pressed(control):
                if control in {f"seat:{seat}" for seat in self.asked}:
                    self._keep(control)
                else:
                    self._pressed(control)
            case Released(control):
                self._released(control)
            case _:
                self.ground.reading(reading)

    def _keep(self, control: str) -> None:
        self._lights.echo(control)
        end_s = self._clock.time() + HOLD_S
        self._kept[control] = self._clock.call_at(end_s, lambda: self._give(control))

    def _give(self, control: str) -> None:
        del self._kept[control]
        self._given.add(control)
        self._end(int(control.removeprefix("seat:")), None)

    def _pressed(self, control: str) -> None:
        is_seat = control.startswith("seat:")
        # Unless another seat is held, whose `next` this is.
        if not is_seat and not self._down:
            for kept in list(self._kept):
                self._pass_on(kept)
        self._hear_of(Pressed(control))

    def _released(self, control: str) -> None:
        if control in self._given:
            self._given.discard(control)
            self._lights.end_echo(control)
            return
        self._pass_on(control)
        self._hear_of(Released(control))

    def _pass_on(self, control: str) -> None:
        """Passes a press on to the game, if it was kept from it until now."""
        if timer := self._kept.pop(control, None):
            timer.cancel()
            self._hear_of(Pressed(control))

    def _hear_of(self, reading: Pressed | Released) -> None:
        control = reading.control
        if control.startswith("seat:"):
            (self._down.add if isinstance(reading, Pressed) else self._down.discard)(
                control
            )
        self.ground.reading(reading)
