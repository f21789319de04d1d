"""Phones that ask for a seat, each with two colours of its own, its word.

The phone shows its word, and so do the table's page and the seat's lamp. This ends when
the seat is given, when the request is refused or withdrawn, or after half a minute.
Another table that wants to join asks in the same way, at the first seat.
"""

from collections.abc import Callable, Collection
from itertools import permutations
from typing import NamedTuple, TypeAlias

from controller.basics.sentence import Says, say
from controller.light.colour import DARK, Colour
from controller.light.lights import Lights
from controller.light.palette import named
from hardware.backend import Alarm, Clock, Timer

# How long each sign of a word is lit, and the pause after it.
SIGN_S = 0.5
ASKED_S = 30.0
# How long an address must wait after a failed request, so that others may ask.
REST_S = 5.0

IN_VAIN = say("sit.in-vain")
REFUSED = say("sit.refused")
RIVAL = say("sit.rival")
ONE_SEAT = say("sit.one-seat")
TOO_SOON = say("sit.too-soon")
SWITCHED_OFF = say("sit.switched-off")

# Two signs: each is a colour on the lamp, and also a shape on pages.
Word: TypeAlias = tuple[str, str]
SIGNS = named("red", "yellow", "green", "blue")


class Requester(NamedTuple):
    """A page that asks for a seat: its number, its address and its player's name.

    Or a table that asks to join, with a number that no page has.
    """

    page: int
    address: str
    name: str = ""
    is_table: bool = False


class SeatRequest(NamedTuple):
    """A request for a seat, with its phone's word of two colours."""

    requester: Requester
    seat: int
    word: Word

    def is_rival_of(self, other: "SeatRequest") -> bool:
        """Return whether both want the same seat; a table takes none."""
        is_table = self.requester.is_table or other.requester.is_table
        return self.seat == other.seat and not is_table


class SeatAnswer(NamedTuple):
    """Outcome of a seat request: the seat, or the sentence that refuses it."""

    requester: Requester
    seat: int
    why_not: Says | None


class WordLamps:
    """The lamps of requested seats, which show the words, newest first."""

    def __init__(self, lights: Lights, clock: Clock) -> None:
        self._lights = lights
        self._rows: dict[str, list[Colour]] = {}
        self._alarm = Alarm(clock)

    def show(self, requests: Collection[SeatRequest]) -> None:
        """Start showing these words."""
        self._alarm.cancel()
        self._rows = {}
        for request in reversed([*requests]):
            row = self._rows.setdefault(f"seat:{request.seat}", [])
            row.extend(colours(request.word))
        self._step(0)

    def _step(self, beat: int) -> None:
        rows = self._rows
        self._lights.call({lamp: row[beat % len(row)] for lamp, row in rows.items()})
        if rows:
            self._alarm.after(SIGN_S, lambda: self._step(beat + 1))


def colours(word: Word) -> list[Colour]:
    """Return what the lamp shows for a word: both colours, and a pause."""
    return [*(SIGNS[sign] for sign in word), DARK]


class SeatRequests:
    def __init__(
        self,
        lights: Lights,
        clock: Clock,
        announce: Callable[[Says], object],
    ) -> None:
        self._clock = clock
        self._announce = announce
        # Oldest first.
        self.pending: list[SeatRequest] = []
        # The phone that gets the seat if the button is released now.
        self.offered: SeatRequest | None = None
        # Whether the host lets phones ask.
        self.is_open = True
        self.on_ask: list[Callable[[SeatRequest], object]] = []
        self.on_change: list[Callable[[], object]] = []
        self.on_answer: list[Callable[[SeatAnswer], object]] = []
        # Called with the answers to tables, which take no seat.
        self.on_table_answer: list[Callable[[SeatAnswer], object]] = []
        self._words: list[Word] = [*permutations(SIGNS, 2)]
        self._ends: dict[SeatRequest, Timer] = {}
        self._rests: dict[str, float] = {}
        self._lamps = WordLamps(lights, clock)

    def ask(self, seat: int, requester: Requester) -> None:
        """Ask for a seat; `on_answer` gets the answer, now or later."""
        if why_not := self._why_not(seat, requester):
            self._answer(SeatAnswer(requester, seat, why_not))
            return
        request = SeatRequest(requester, seat, self._new_word())
        self.pending.append(request)
        end_s = self._clock.time() + ASKED_S
        self._ends[request] = self._clock.call_at(
            end_s, lambda: self._end(request, IN_VAIN)
        )
        first, second = (say(f"sign.{sign}") for sign in request.word)
        key = "guest.asks" if requester.is_table else "sit.asks"
        who = requester.name or say("sit.phone", address=requester.address)
        self._announce(say(key, who=who, seat=seat, first=first, second=second))
        for listener in self.on_ask:
            listener(request)
        self._changed()

    def _why_not(self, seat: int, requester: Requester) -> Says | None:
        now_s = self._clock.time()
        self._rests = {a: end_s for a, end_s in self._rests.items() if end_s > now_s}
        if not self.is_open:
            return SWITCHED_OFF
        if requester.address in {r.requester.address for r in self.pending}:
            return ONE_SEAT
        return TOO_SOON if requester.address in self._rests else None

    def _new_word(self) -> Word:
        """Return the free word that was unused for longest."""
        if len(self.pending) == len(self._words):
            self._end(self.pending[0], IN_VAIN)
        taken = {request.word for request in self.pending}
        word = next(word for word in self._words if word not in taken)
        self._words.remove(word)
        self._words.append(word)
        return word

    def open(self, is_open: bool) -> None:
        """Let phones ask, or from now on refuse all of them."""
        self.is_open = is_open
        self._end_all([] if is_open else self.pending, SWITCHED_OFF)
        self._notify()

    def offer(self, request: SeatRequest | None) -> None:
        """Set which phone gets the seat if the button is released now."""
        if request != self.offered:
            self.offered = request
            self._notify()

    def give(self, request: SeatRequest) -> None:
        """Give the seat to this phone, and refuse all others that ask for it."""
        self._end(request, None)
        rivals = [other for other in self.pending if other.is_rival_of(request)]
        self._end_all(rivals, RIVAL)

    def let_in(self, page: int) -> None:
        """Give this page its requested seat, if it still asks."""
        for request in [r for r in self.pending if r.requester.page == page]:
            self.give(request)

    def leave(self, page: int) -> None:
        """Cancel the request of a page that has changed its mind or has gone."""
        self._end_all([r for r in self.pending if r.requester.page == page], REFUSED)

    def refuse(self, seat: int) -> None:
        """Refuse all phones that ask for this seat."""
        self._end_all([r for r in self.pending if r.seat == seat], REFUSED)

    def refuse_from(self, seats: int) -> None:
        """Refuse the phones that ask for seats this game does not have."""
        self._end_all([r for r in self.pending if r.seat >= seats], REFUSED)

    def _end_all(self, requests: Collection[SeatRequest], why_not: Says) -> None:
        for request in [*requests]:
            self._end(request, why_not)

    def _end(self, request: SeatRequest, why_not: Says | None) -> None:
        self.pending.remove(request)
        self._ends.pop(request).cancel()
        if why_not:
            self._rests[request.requester.address] = self._clock.time() + REST_S
        self._answer(SeatAnswer(request.requester, request.seat, why_not))
        self._changed()

    def _answer(self, answer: SeatAnswer) -> None:
        is_table = answer.requester.is_table
        for answered in [*(self.on_table_answer if is_table else self.on_answer)]:
            answered(answer)

    def _changed(self) -> None:
        self._lamps.show(self.pending)
        self._notify()

    def _notify(self) -> None:
        for changed in self.on_change:
            changed()
