"""The home's side of guest tables: a station and messages for each."""

from collections.abc import AsyncIterator, Callable
from hashlib import sha256
from hmac import compare_digest
from itertools import count

from starlette.requests import HTTPConnection

from controller.basics.sentence import say
from controller.guest.wire import (
    BadGuestData,
    Hello,
    read_hello,
    read_readings,
    to_guest,
)
from controller.input.seat_requests import Requester, SeatAnswer
from controller.light.lights import Lights
from controller.session.station import Equipment, Station
from controller.session.table import Table
from controller.web.protocol.access import Access
from controller.web.server.connection import Client, post
from controller.web.server.limits import TOO_MUCH, WRONG_CODE
from hardware.backend import Clock
from hardware.parts.registry import Parts
from hardware.readings import LinkDown, Released

# The seat whose button lets a table in: every game has it.
SEAT = 0


class GuestStrip:
    """A guest's strip: it sends frames, and the guest's drivers do the rest."""

    def __init__(self, pixels: int, send: Callable[[bytes], object]) -> None:
        self.pixels = pixels
        self._send = send
        self._last = b""

    def show(self, frame: bytes) -> bool:
        if frame == self._last:
            return False
        self._last = frame
        self._send(frame)
        return True


class GuestTables:
    def __init__(self, table: Table, clock: Clock, version: str) -> None:
        self._table, self._clock, self._version = table, clock, version
        # Negative, to differ from the numbers of pages.
        self._numbers = count(-1, -1)
        # Has the host's code, which opens the table to guests.
        self.access: Access

    @property
    def _ticket(self) -> str:
        """The code for coming back, valid until the seats get new links.

        It depends on the first seat's code, which another number of seats keeps.
        """
        return sha256(repr(self._table.now.setup.codes[:1]).encode()).hexdigest()

    async def serve(self, connection: Client, asked: HTTPConnection) -> None:
        """Serve a joining table until it hangs up."""
        given = asked.query_params
        ticket = given.get("guest", "").encode(errors="replace")
        has_ticket = compare_digest(ticket, self._ticket.encode())
        is_known = has_ticket or self.access.is_host(asked)
        if not is_known and given:
            connection.close_page(WRONG_CODE, say("closed.wrong-host-code"))
            return
        if full := connection.admission.admit(connection, is_guest=not is_known):
            connection.close_page(TOO_MUCH, full)
            return
        messages = connection.messages()
        try:
            guest = read_hello(await anext(messages))
        except StopAsyncIteration:
            return
        except BadGuestData as error:
            post([connection], to_guest("refused", why=str(error)))
            return
        if guest.version != self._version:
            why = f"home has version {self._version}, and this table {guest.version}"
            post([connection], to_guest("refused", why=f"{why}; update one of them"))
        elif is_known:
            await self._play(connection, guest, messages)
        else:
            await self._ask(connection, guest, messages)

    async def _ask(
        self, connection: Client, guest: Hello, messages: AsyncIterator[str | bytes]
    ) -> None:
        """Ask the people at home until the guest hangs up; a ticket lets it return."""
        seating = self._table.seating
        who = Requester(
            next(self._numbers), connection.address, guest.name, is_table=True
        )

        def answered(answer: SeatAnswer) -> None:
            if answer.requester != who:
                return
            if answer.why_not is None:
                post([connection], to_guest("welcome", ticket=self._ticket))
            else:
                post([connection], to_guest("declined"))

        seating.on_table_answer.append(answered)
        try:
            seating.ask(SEAT, who)
            for request in seating.pending:
                if request.requester == who:
                    word = request.word
                    post([connection], to_guest("asking", seat=SEAT, word=word))
            async for _ in messages:
                pass
        finally:
            seating.on_table_answer.remove(answered)
            seating.leave(who.page)

    async def _play(
        self, connection: Client, guest: Hello, messages: AsyncIterator[str | bytes]
    ) -> None:
        """Run the guest as a station of the game until it hangs up."""
        sent = ""

        def send_ticket(*_: object) -> None:
            nonlocal sent
            if sent != self._ticket:
                sent = self._ticket
                post([connection], to_guest("welcome", ticket=sent))

        send_ticket()
        self._table.on_change.append(send_ticket)
        station = self._join(connection, guest)
        places = frozenset[str]().union(*guest.sensed.values())
        try:
            async for message in messages:
                for reading in read_readings(message, places):
                    station.reading(reading)
        except BadGuestData as error:
            post([connection], to_guest("refused", why=str(error)))
        finally:
            self._table.on_change.remove(send_ticket)
            self._leave(station, guest)

    def _join(self, connection: Client, guest: Hello) -> Station:
        strip = GuestStrip(guest.pixels, lambda frame: post([connection], frame))
        lights = Lights(strip, guest.lamps, self._clock)
        lights.on_sounds.append(
            lambda names: post([connection], to_guest("heard", sounds=names))
        )
        equipment = Equipment(lights, guest.sensed, self._clock, Parts())
        self._table.announce(say("guest.joined", name=guest.name))
        return self._table.join(equipment, lambda: post([connection], to_guest("off")))

    def _leave(self, station: Station, guest: Hello) -> None:
        """Release everything that is held there, and announce that the table left."""
        for board in guest.sensed:
            station.reading(LinkDown(board))
        for control in [*station.held.down]:
            # This only ends holds, so the game cannot take a lost connection for a
            # choice.
            station.holds.begin(Released(control))
        was_off = station.is_off
        self._table.leave(station)
        key = "guest.off" if was_off else "guest.gone"
        self._table.announce(say(key, name=guest.name))
