"""The pages of the table, over one WebSocket each.

A page is one of three kinds (`protocol/access.py`), and is sent what its kind may see.
`README.md` beside this file lists the messages.
"""

from collections.abc import Callable, Collection
from functools import cached_property, partial
from pathlib import Path
from ssl import SSLContext
from typing import Any

from starlette.requests import HTTPConnection

from controller.basics.errors import BadRequest
from controller.basics.sentence import Says, say
from controller.games import broken
from controller.input.intents import CancelRequest
from controller.input.seat_requests import Requester, SeatAnswer, SeatRequests
from controller.rules.codec import brief, to_json
from controller.rules.game import Event
from controller.session.inlet import Ask
from controller.session.restore import new_code
from controller.session.roster import Roster
from controller.session.snapshot import Snapshot
from controller.sound.control import SoundControl
from controller.web.drawn_table.geometry import measure
from controller.web.drawn_table.table import drawn_table_of
from controller.web.protocol import outgoing
from controller.web.protocol.access import Access, Kind, NotOpened
from controller.web.protocol.incoming import Data, Handler, Misunderstood, parsed
from controller.web.protocol.requests import READERS, kind_name, read, wanted_sound
from controller.web.protocol.review import GameReview, ReadHistory
from controller.web.protocol.story import Story, past
from controller.web.protocol.visits import WRONG_CODE, Visit, Visits
from controller.web.server.admission import Rates
from controller.web.server.app import app_of
from controller.web.server.connection import TOO_MUCH, Client, post
from controller.web.server.files import Site
from controller.web.server.limits import USUAL, Limits
from controller.web.server.server import RunningServer, start_server
from controller.web.server.wire import Wire
from controller.words.files import ENGLISH, LANGUAGES
from controller.words.notice import Notice, announcement
from controller.words.person import BadName
from hardware.rig import Rig

_FULL = announcement(say("game.full"))
_HASTY = announcement(say("bot.hasty"))
# Messages that start a process.
_STARTING = ("bot", "hint")


class Pages:
    def __init__(
        self,
        now: Callable[[], Snapshot],
        ask: Ask,
        seating: SeatRequests,
        rig: Rig,
        *,
        host_code: str | None = None,
        language: str = ENGLISH,
        shared: Callable[[], str] | None = None,
        names: Collection[str] = (),
        limits: Limits = USUAL,
        history: ReadHistory = lambda _names, _game: (),
        tls: SSLContext | None = None,
        roster: Roster,
        hint: Callable[[int], None] = lambda _seat: None,
        sound: SoundControl | None = None,
    ) -> None:
        """Show this table; without a host code only this machine opens the host's page.

        `shared` finds the address on the local network; None if it is not shared.
        `names` are further names of this machine. `history` reads people's statistics.
        With `tls` everything is served over https. `language` is for pages that have
        chosen none. `hint` asks a bot what a seat should do. `sound` controls the
        table's speaker, if it has one.
        """
        self._tls = tls
        scheme = "https" if tls else "http"
        # `undertow wiring` draws it beside the map; the page can do without it.
        drawing = Path(rig.board.path).with_suffix("") / "table.svg"
        self._access = Access(lambda: now().setup.codes, host_code or new_code())
        self._site = Site(
            self._access,
            shared,
            scheme,
            names,
            lambda: now().setup.game,
            language,
            drawing,
        )
        self._limits = limits
        self._now = now
        self._seating = seating
        self._ask, self._roster = ask, roster
        self._sound = sound
        self._rig = rig
        self.visits = visits = Visits(now().setup.codes)
        self._drawn = drawn_table_of(rig, partial(visits.send, "host"))
        if self._drawn:
            self._drawn.play(now().situation.belongs())
        self._handlers = self._list_handlers(GameReview(history), hint)
        self._seats_sent: dict[Kind, str] = {}
        self._story = Story(now().situation.match)
        self._listen()

    def _listen(self) -> None:
        """Send pages what changes at the table."""
        seating, rig, sound = self._seating, self._rig, self._sound
        to_host = partial(self.visits.send, "host")
        seating.on_change.append(self._send_seats)
        seating.on_answer.append(self._answered)
        seating.on_ask.append(
            lambda request: self.visits.answer(
                request.requester.page, outgoing.asking(request)
            )
        )
        self._roster.on_change.append(lambda: self.changed(self._now(), ()))
        rig.strip.watch(self.visits.send_frame)
        rig.parts.on_change.append(lambda _part: to_host(outgoing.parts(rig.parts)))
        if sound:
            sound.on_change.append(lambda: to_host(outgoing.sound(sound.state)))
        if striker := rig.eliminator:
            striker.on_change.append(lambda: to_host(outgoing.striker(striker)))

    async def open(self, host: str, port: int) -> RunningServer:
        return await start_server(
            partial(app_of, self._site, self._serve_page),
            host,
            port,
            self._limits,
            self._tls,
            lambda: self.noticed(_FULL),
        )

    async def _serve_page(self, connection: Client) -> None:
        try:
            kind = self._access.kind(HTTPConnection(dict(connection.scope)))
        except NotOpened as error:
            connection.close_page(WRONG_CODE, str(error))
            return
        is_guest, address = kind == "spectator", connection.address
        if full := connection.admission.admit(address, connection, is_guest=is_guest):
            connection.close_page(TOO_MUCH, full)
            return
        connection.is_seat = isinstance(kind, int)
        if not connection.is_seat:
            await measure(self._rig.board.path)
        visit = self.visits.enter(connection, kind)
        if visit is None:
            return
        try:
            self._greet(connection, kind)
            self._send_seats()
            async for message in connection.messages():
                self._receive(connection, visit, message)
        finally:
            self._gone(connection, visit)

    def _gone(self, connection: Client, visit: Visit) -> None:
        self.visits.leave(connection)
        if self._drawn:
            self._drawn.gone(connection)
        if visit.number in {
            request.requester.page for request in self._seating.pending
        }:
            self._ask(CancelRequest(visit.number))
        self._send_seats()

    def _greet(self, connection: Client, kind: Kind) -> None:
        rig, drawn = self._rig, self._drawn if kind == "host" else None
        shared = self._site.shared is not None
        hello = outgoing.hello(
            rig.board, kind, drawn.offer() if drawn else None, shared=shared
        )
        messages: list[str | bytes | Wire] = [hello]
        if not isinstance(kind, int):
            messages.append(rig.strip.wire)
        if kind == "host":
            messages.append(outgoing.parts(rig.parts))
        now = self._now()
        with broken.caught(lambda says: messages.append(_fault(says))):
            messages.append(outgoing.position(now, kind, (), self._roster.bots))
            messages.append(self._story.wire(now.situation.match, kind))
        if not isinstance(kind, int):
            messages.append(self._seats(kind))
        if kind == "host" and rig.eliminator:
            messages.append(outgoing.striker(rig.eliminator))
        if kind == "host" and self._sound:
            messages.append(outgoing.sound(self._sound.state))
        if drawn:
            messages.append(drawn.lying())
        if kind == "host" and connection.admission.is_full:
            messages.append(outgoing.notice(_FULL))
        if kind == "host" and now.situation.phase in ("choose", "offer"):
            # Large, and of no use before the table itself is there: at the end.
            messages.append(self._games[connection.language])
        for message in messages:
            post([connection], message)

    @cached_property
    def _games(self) -> dict[str, str]:
        """The games on offer, by language; the first request loads all games."""
        choices = self._now().dealer.choices
        return {said: outgoing.offer(choices, said) for said in LANGUAGES}

    # From the table

    def changed(self, now: Snapshot, events: tuple[Event, ...]) -> None:
        """Send every page what the table has shown, as its viewer may see it."""
        self.visits.use_codes(now.setup.codes)
        if self._drawn:
            self._drawn.play(now.situation.belongs())
        match = now.situation.match
        first = self._story.news(match)
        for kind in self.visits.kinds():
            position = outgoing.position(now, kind, events, self._roster.bots)
            self.visits.send(kind, position)
            if first is not None:
                self.visits.send(kind, self._story.wire(match, kind, first))
        self._send_seats()

    def hinted(self, seat: int, action: Any, why: Says | None) -> None:
        self.visits.send(seat, outgoing.hint(to_json(action), why))

    def _send_seats(self) -> None:
        """Send which seats are open on a phone or requested, if that has changed."""
        for kind in ("host", "spectator"):
            message = self._seats(kind)
            if self._seats_sent.get(kind) != message:
                self._seats_sent[kind] = message
                self.visits.send(kind, message)

    def _seats(self, kind: Kind) -> str:
        return outgoing.seats(self._now(), kind, self.visits.seats(), self._seating)

    def _answered(self, answer: SeatAnswer) -> None:
        """Send a page the link of the seat that it requested, or why not."""
        asker, seat, why_not = answer
        url = None if why_not else outgoing.link(seat, self._access.ticket(seat))
        self.visits.answer(asker.page, outgoing.seated(seat, url, why_not))

    def noticed(self, notice: Notice) -> None:
        message = outgoing.notice(notice)
        self.visits.send("host" if notice.seat is None else notice.seat, message)
        if notice.seat is None and notice.rule:
            self.visits.send("spectator", message)

    def to_watchers(self, message: str) -> None:
        """Send to the pages of the table: the host's and spectators'."""
        for kind in ("host", "spectator"):
            self.visits.send(kind, message)

    def replied(self, notice: Notice) -> None:
        """Send what a press at the table did, or why it did nothing."""
        self.visits.send("host", outgoing.reply(notice))

    # From a page

    def _receive(self, connection: Client, visit: Visit, message: str | bytes) -> None:
        if connection not in self.visits:
            return  # the page is being closed
        try:
            data = parsed(message)
            called = data.get("type")
            handlers = self._handlers[kind_name(visit.kind)]
            if not isinstance(called, str) or called not in handlers:
                known = ", ".join(handlers)
                raise Misunderstood(
                    f"there is no message {brief(called)} here; there is {known}"
                )
            with broken.caught(lambda says: post([connection], _fault(says))):
                if answer := handlers[called](connection, visit, data):
                    post([connection], answer)
        except RecursionError:
            post([connection], outgoing.error("the message is nested too deep"))
        except BadName as error:
            post([connection], outgoing.misnamed(error))
        except BadRequest as error:
            post([connection], outgoing.error(str(error)))

    def _list_handlers(
        self, review: GameReview, hint: Callable[[int], None]
    ) -> dict[str, dict[str, Handler]]:
        """Return what each message of a page does, by the kind of the page."""
        now = self._now
        look: dict[str, Handler] = {
            "story": lambda _, visit, data: self._story.wire(
                now().situation.match, visit.kind
            ),
            "past": lambda _, visit, data: past(now(), visit.kind, data),
            "review": lambda _, visit, data: review.message(now(), visit.kind),
        }
        own: dict[str, dict[str, Handler]] = {
            "host": {
                "sound": self._use_sound,
                **look,
                "games": lambda page, *_: self._games[page.language],
                **(self._drawn.handlers if self._drawn else {}),
            },
            "seat": {"hint": lambda _, visit, data: hint(visit.kind), **look},
            "spectator": look,
        }
        rates = Rates(self._limits.bots)
        for kind, readers in READERS.items():
            own[kind] = dict.fromkeys(readers, self._ask_table) | own[kind]
            for name in own[kind].keys() & _STARTING:
                own[kind][name] = _limited(own[kind][name], rates)
        return own

    def _ask_table(self, connection: Client, visit: Visit, data: Data) -> None:
        kind, number, _ = visit
        if kind == "spectator":
            data = {**data, "from": [number, connection.address]}
            if data["type"] == "sit" and self.visits.has_seat(data.get("seat")):
                requester, seat = Requester(number, connection.address), data["seat"]
                self._answered(SeatAnswer(requester, seat, say("sit.open-elsewhere")))
                return
        asked = read(self._now(), kind, data)
        if isinstance(asked, Notice):
            self.noticed(asked)
        else:
            self._ask(asked)

    def _use_sound(self, _page: Client, _visit: Visit, data: Data) -> None:
        if self._sound:
            self._sound.use(wanted_sound(data, self._sound.state))
            self._sound.find_voices()


def _fault(says: Says) -> str:
    """Return what a page is told of a broken game."""
    return outgoing.notice(Notice(None, False, "", says))


def _limited(handle: Handler, rates: Rates) -> Handler:
    """Return the handle, done no more often for each seat than the rates allow."""

    def do(page: Client, visit: Visit, data: Data) -> Any:
        seat = data.get("seat") if visit.kind == "host" else visit.kind
        if rates.take(str(seat), page.loop.time()):
            return handle(page, visit, data)
        return outgoing.notice(_HASTY)

    return do
