"""The home's side of guest tables: a station for each, and the messages to it."""

from collections.abc import Callable

from starlette.requests import HTTPConnection

from controller.basics.sentence import say
from controller.guest.wire import (
    OFF,
    Garbled,
    Hello,
    heard,
    read_felt,
    read_hello,
    refused,
)
from controller.light.lights import Lights
from controller.session.station import Equipment, Station
from controller.session.table import Table
from controller.web.protocol.access import Access
from controller.web.protocol.visits import WRONG_CODE
from controller.web.server.connection import Client, post
from controller.web.server.limits import TOO_MUCH
from hardware.backend import Clock
from hardware.parts.registry import Parts
from hardware.readings import LinkDown, Released

# Of another version; the page that asks again would get the same answer.
REFUSED = 4422


class FarStrip:
    """The strip of a guest: frames are sent, and its own drivers do the rest."""

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
        # Decides who may join; the host's code opens it.
        self.access: Access

    async def serve(self, connection: Client, asked: HTTPConnection) -> None:
        """Let a table join until it hangs up."""
        if not self.access.is_host(asked):
            connection.close_page(WRONG_CODE, say("closed.wrong-host-code"))
            return
        if full := connection.admission.admit(connection, is_guest=False):
            connection.close_page(TOO_MUCH, full)
            return
        messages = connection.messages()
        try:
            guest = read_hello(await anext(messages))
        except StopAsyncIteration:
            return
        except Garbled as error:
            post([connection], refused(str(error)))
            return
        if guest.version != self._version:
            why = f"home has version {self._version}, and this table {guest.version}"
            post([connection], refused(f"{why}; update one of them"))
            return
        station = self._join(connection, guest)
        places = frozenset[str]().union(*guest.sensed.values())
        try:
            async for message in messages:
                for reading in read_felt(message, places):
                    station.reading(reading)
        except Garbled as error:
            post([connection], refused(str(error)))
        finally:
            self._leave(station, guest)

    def _join(self, connection: Client, guest: Hello) -> Station:
        strip = FarStrip(guest.pixels, lambda frame: post([connection], frame))
        lights = Lights(strip, guest.lamps, self._clock)
        lights.on_sounds.append(lambda names: post([connection], heard(names)))
        equipment = Equipment(lights, guest.sensed, self._clock, Parts())
        self._table.announce(say("guest.joined", name=guest.name))
        return self._table.join(equipment, lambda: post([connection], OFF))

    def _leave(self, station: Station, guest: Hello) -> None:
        """Let go of everything that is held there, and say that the table has gone."""
        for board in guest.sensed:
            station.reading(LinkDown(board))
        for control in [*station.held.down]:
            # It ends holds alone: the game must not take a cut for a decision.
            station.holds.begin(Released(control))
        was_off = station.is_off
        self._table.leave(station)
        key = "guest.off" if was_off else "guest.gone"
        self._table.announce(say(key, name=guest.name))
