"""The room: which seats are taken, who asks for one, and whether phones can connect.

The host sets the sound and the settings of the table.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from controller.basics.errors import UndertowError
from controller.basics.sentence import say, verbatim
from controller.input.intents import CancelRequest, Rematch
from controller.input.seat_requests import SeatAnswer, SeatRequest, SeatRequests
from controller.rules.codec import brief
from controller.session.requests import Ask
from controller.session.snapshot import Snapshot
from controller.sound.control import SoundControl
from controller.web.protocol import outgoing
from controller.web.protocol.access import Access, Kind
from controller.web.protocol.incoming import Data, Handler, InvalidMessage
from controller.web.protocol.messages import TO_TABLE
from controller.web.protocol.visits import Visit, Visits
from controller.web.server.connection import Client
from controller.web.server.hosts import is_loopback, local_address
from controller.web.server.server import RunningServer
from controller.words.notice import Notice, announcement


class NearbyTable(NamedTuple):
    """Another table in the local network."""

    name: str
    url: str
    version: str
    # Whether it lets other tables join its game.
    guests: bool


class Nearby:
    """The other tables in the local network, and joining the game of one of them."""

    def __init__(self, visits: Visits) -> None:
        self._visits = visits
        self._tables: Sequence[NearbyTable] = ()
        # What the table's pages were last told; "" before anything is known.
        self.message = ""
        # Lets this table join the game at another table's address.
        self.on_join: Callable[[str], object] = lambda _url: None

    def show(self, tables: Sequence[NearbyTable]) -> None:
        """Show the table's pages which other tables are in this network."""
        self._tables = tables
        rows = [each._asdict() for each in tables]
        self.message = outgoing.text("nearby", tables=rows)
        for kind in ("host", "spectator"):
            self._visits.send(kind, self.message)

    def join(self, _visit: Visit, data: Data) -> None:
        """Let this table join the game of another one, which must let it in."""
        name = data["table"]
        urls = [each.url for each in self._tables if each.name == name and each.guests]
        if not urls:
            raise InvalidMessage(f"no table nearby that takes guests is {brief(name)}")
        self.on_join(urls[0])


class Room:
    def __init__(
        self,
        now: Callable[[], Snapshot],
        visits: Visits,
        seating: SeatRequests,
        access: Access,
        find_address: Callable[[], str],
        *,
        is_shared: bool,
        notice: Callable[[Notice], object],
        ask: Ask,
    ) -> None:
        """Set up; `find_address` finds the table's address on the local network.

        A table that `is_shared` is always open to the network.
        """
        self._now, self._visits, self._seating = now, visits, seating
        self._find_address, self._is_shared = find_address, is_shared
        self._access, self._notice, self._ask = access, notice, ask
        self._is_open = is_shared
        self._opening: asyncio.Future[None] | None = None
        # The seats whose players wait for the game to begin, or to begin again.
        self._ready: set[int] = set()
        self._sent: dict[Kind, str] = {}
        self.server: RunningServer | None = None
        self.nearby = Nearby(visits)
        # Called with the address at which phones now reach the table, or None.
        self.on_address: list[Callable[[str | None], object]] = []

    @property
    def address(self) -> str | None:
        """The address at which phones reach the table, if they do."""
        return self._find_address() if self._is_open else None

    def message(self, kind: Kind) -> str:
        opened = self._visits.seats()
        address = self.address if kind == "host" else None
        now, ready = self._now(), self._ready
        is_host = kind == "host"
        return outgoing.seats(now, is_host, opened, ready, self._seating, address)

    def send(self, but: Client | None = None) -> None:
        """Send which seats are open on a phone or requested, if that has changed.

        `but` is a page that already knows.
        """
        self._ready &= self._visits.seats()
        if self._now().situation.phase == "play":
            self._ready.clear()
        pages: list[list[Kind]] = [["host"], ["spectator", *self._visits.seats()]]
        for kinds in pages:
            message = self.message(kinds[0])
            if self._sent.get(kinds[0]) != message:
                self._sent[kinds[0]] = message
                for kind in kinds:
                    self._visits.send(kind, message, but=but)

    def show_request(self, request: SeatRequest) -> None:
        """Send a page the sign of its request."""
        told = outgoing.text("asking", seat=request.seat, word=request.word)
        self._visits.answer(request.requester.page, told)

    def answer(self, answer: SeatAnswer) -> None:
        """Send a page the link of its requested seat, or the reason for a refusal."""
        asker, seat, why_not = answer
        url = None if why_not else outgoing.link(seat, self._access.ticket(seat))
        told = outgoing.text("seated", seat=seat, url=url, message=why_not)
        self._visits.answer(asker.page, told)

    def page_closed(self, visit: Visit) -> None:
        """End the request of a page that has closed."""
        if any(r.requester.page == visit.number for r in self._seating.pending):
            self._ask(CancelRequest(visit.number))
        self.send()

    def set_ready(self, visit: Visit, data: Data) -> None:
        """Note whether a seat's player waits for the game to begin.

        A finished game begins again once everybody with a phone wants that.
        """
        assert isinstance(visit.kind, int), "only a seat's page is ready"
        self._ready.discard(visit.kind)
        if data["on"]:
            self._ready.add(visit.kind)
        self.send()
        if (
            self._now().situation.phase == "over"
            and self._visits.seats() == self._ready
        ):
            self._ask(Rematch())

    def share(self, visit: Visit, data: Data) -> None:
        """Open the table to the local network while it runs, or close it again."""
        if not is_loopback(visit.page.address):
            raise InvalidMessage("only the table's own machine opens and closes it")
        if not self._is_shared:
            self._opening = asyncio.ensure_future(self._open(data["on"]))

    async def _open(self, is_wanted: bool) -> None:
        assert self.server, "a page has asked for it"
        if self._is_open and not is_wanted:
            await self.server.close_others()
        elif is_wanted and not self._is_open:
            try:
                await self.server.open_to(local_address())
            except OSError as error:
                why = verbatim(str(error))
                self._notice(announcement(say("share.failed", why=why)))
                is_wanted = False
        self._is_open = is_wanted
        for listener in self.on_address:
            listener(self.address)
        self.send()


class HostSettings(Protocol):
    """The settings that the host may change; see `controller/service`."""

    def message(self, wanted: Mapping[str, Any]) -> dict[str, Any]: ...

    def start_again(self) -> None: ...


class HostControls:
    """What the host sets: the table's sound and, where allowed, its settings."""

    def __init__(self, sound: SoundControl | None) -> None:
        self.sound = sound
        self.settings: HostSettings | None = None

    @property
    def handlers(self) -> dict[str, Handler]:
        return {
            "sound": self._use_sound,
            "settings": self._use_settings,
            "restart": self._restart,
        }

    def _use_sound(self, _visit: Visit, data: Data) -> None:
        if self.sound:
            now = self.sound.state
            wanted = {key: data[key] for key in now._fields if key in data}
            self.sound.use(now._replace(**wanted))

    def _use_settings(self, _visit: Visit, data: Data) -> str | None:
        wanted = {key: data[key] for key in data if f"{key}?" in TO_TABLE["settings"]}
        return self._ask_settings(
            lambda own: outgoing.text("settings", **own.message(wanted))
        )

    def _restart(self, _visit: Visit, _data: Data) -> str | None:
        return self._ask_settings(lambda own: own.start_again())

    def _ask_settings(self, ask: Callable[[HostSettings], str | None]) -> str | None:
        if not self.settings:
            return outgoing.refused(say("settings.not-here"))
        try:
            return ask(self.settings)
        except UndertowError as error:
            return outgoing.error(str(error))
