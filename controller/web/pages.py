"""The pages of the table, over one WebSocket each.

A page is one of three kinds (`protocol/access.py`), and is sent what its kind may see.
`README.md` beside this file lists the messages.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cached_property, partial
from pathlib import Path
from ssl import SSLContext
from types import MappingProxyType
from typing import Any

from starlette.requests import HTTPConnection

from controller.basics.errors import BadRequest
from controller.basics.sentence import Says, say, verbatim
from controller.games import broken, unplayable
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
from controller.web.protocol.answers import Answers
from controller.web.protocol.incoming import (
    Data,
    Handler,
    Misunderstood,
    parsed,
    request_id,
    text,
)
from controller.web.protocol.requests import READERS, kind_name, read, wanted_sound
from controller.web.protocol.review import GameReview, ReadHistory
from controller.web.protocol.story import Story, past
from controller.web.protocol.visits import WRONG_CODE, Visit, Visits
from controller.web.room import Room
from controller.web.server.admission import Rates
from controller.web.server.app import Talk, app_of
from controller.web.server.connection import Client, post
from controller.web.server.files import Site
from controller.web.server.hosts import local_address
from controller.web.server.limits import TOO_MUCH, USUAL, Limits
from controller.web.server.server import RunningServer, start_server
from controller.words.files import ENGLISH, LANGUAGES
from controller.words.notice import Notice, announcement
from controller.words.person import BadName
from hardware.rig import Rig

_FULL = announcement(say("game.full"))
_HASTY = announcement(say("bot.hasty"))
_STALE = say("game.stale")
# Messages that are about a decision, which they name.
_DECIDING = ("act", "undo", "hint")
_COUNTED = ["hint", *(name for readers in READERS.values() for name in readers)]
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
        find_address: Callable[[], str] = local_address,
        is_shared: bool = False,
        names: Collection[str] = (),
        limits: Limits = USUAL,
        history: ReadHistory = lambda _names, _game: (),
        tls: SSLContext | None = None,
        roster: Roster,
        hint: Callable[[int], None] = lambda _seat: None,
        sound: SoundControl | None = None,
        metrics: Callable[[], str] | None = None,
        talks: Mapping[str, Talk] = MappingProxyType({}),
    ) -> None:
        """Show this table; without a host code only this machine opens the host's page.

        `find_address` finds the address on the local network, and `is_shared` says
        that the table is open to it all the time.
        `names` are further names of this machine. `history` reads people's statistics.
        With `tls` everything is served over https. `language` is for pages that have
        chosen none. `hint` asks a bot what a seat should do. `sound` controls the
        table's speaker, if it has one. `talks` are WebSockets at other addresses.
        """
        scheme = "https" if tls else "http"
        # `undertow wiring` draws it beside the map; the page can do without it.
        drawing = Path(rig.board.path).with_suffix("") / "table.svg"
        self.access = Access(lambda: now().setup.codes, host_code or new_code())
        self._site = Site(
            self.access,
            lambda: self.room.address,
            scheme,
            names,
            lambda: now().setup.game,
            language,
            drawing,
            metrics,
        )
        self._serving = limits, tls, talks
        self._now = now
        self._seating = seating
        self._ask, self._roster = ask, roster
        self._sound = sound
        self._rig = rig
        self.visits = visits = Visits(now().setup.codes)
        self.room = Room(
            now,
            visits,
            seating,
            self.access,
            find_address,
            is_shared=is_shared,
            notice=self.noticed,
            ask=ask,
        )
        self._drawn = drawn_table_of(rig, partial(visits.send, "host"))
        if self._drawn:
            self._drawn.play(now().situation.belongs())
        self._handlers = self._list_handlers(GameReview(history), hint)
        self._answers = Answers()
        self._story = Story(now().situation.match)
        self._listen()

    def _listen(self) -> None:
        """Send pages what changes at the table."""
        seating, rig, sound = self._seating, self._rig, self._sound
        to_host = partial(self.visits.send, "host")
        seating.on_change.append(self.room.send)
        seating.on_answer.append(self.room.answer)
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
        limits, tls, talks = self._serving
        self.room.server = await start_server(
            partial(app_of, self._site, {"/ws": self._serve_page, **talks}),
            host,
            port,
            limits,
            tls,
            lambda: self.noticed(_FULL),
        )
        return self.room.server

    async def _serve_page(self, connection: Client, asked: HTTPConnection) -> None:
        try:
            kind = self.access.kind(asked)
        except NotOpened as error:
            connection.close_page(WRONG_CODE, str(error))
            return
        is_guest = kind == "spectator"
        if full := connection.admission.admit(connection, is_guest=is_guest):
            connection.close_page(TOO_MUCH, full)
            return
        connection.is_seat = isinstance(kind, int)
        if not connection.is_seat:
            await measure(self._rig.board.path)
        visit = self.visits.enter(connection, kind, asked.query_params)
        if visit is None:
            return
        try:
            self._greet(connection, kind)
            self.room.send(but=connection)
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
        self.room.send()

    def _greet(self, connection: Client, kind: Kind) -> None:
        rig, drawn = self._rig, self._drawn if kind == "host" else None
        hello = outgoing.hello(rig.board, kind, drawn.offer() if drawn else None)
        messages: list[str | bytes] = [hello]
        if not isinstance(kind, int):
            messages.append(rig.strip.wire)
        if kind == "host":
            messages.append(outgoing.parts(rig.parts))
        now = self._now()
        with broken.caught(lambda says: messages.append(_fault(says))):
            messages.append(outgoing.position(now, kind, (), self._roster.bots))
            messages.append(self._story.text(now.situation.match, kind))
        messages.append(self.room.message(kind))
        if self.room.nearby and not isinstance(kind, int):
            messages.append(self.room.nearby)
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
            left_out = (announcement(verbatim(says)) for says in unplayable())
            messages += map(outgoing.notice, left_out)
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
                self.visits.send(kind, self._story.text(match, kind, first))
        self.room.send()

    def hinted(self, seat: int, action: Any, why: Says | None) -> None:
        self.visits.send(seat, outgoing.hint(to_json(action), why))

    def noticed(self, notice: Notice) -> None:
        """Send a notice to those whom it concerns; a page that asks has its answer."""
        message = outgoing.notice(notice)
        kind: Kind = "host" if notice.seat is None else notice.seat
        self.visits.send(kind, message, but=self._answers.take(kind, message))
        # Refusals are for whoever watches; what is announced is for the host.
        if notice.seat is None and (notice.rule or not notice.legal):
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
        given = ""
        try:
            data = parsed(message)
            given = request_id(data)
            # What changes nothing may be asked again.
            counted = given if data.get("type") in _COUNTED else ""
            do = partial(self._do, connection, visit, data)
            answer = self._answers.answer(connection, visit.kind, counted, do)
        except RecursionError:
            answer = outgoing.error("the message is nested too deep")
        except BadName as error:
            answer = outgoing.misnamed(error)
        except BadRequest as error:
            answer = outgoing.error(str(error))
        post([connection], outgoing.named(answer, given))

    def _do(self, connection: Client, visit: Visit, data: Data) -> str | None:
        """Do what a page asks for, and return the answer."""
        called, kind = data.get("type"), visit.kind
        handlers = self._handlers[kind_name(kind)]
        if not isinstance(called, str) or called not in handlers:
            known = ", ".join(handlers)
            raise Misunderstood(
                f"there is no message {brief(called)} here; there is {known}"
            )
        if called in _DECIDING and isinstance(kind, int):
            now = outgoing.decision(self._now(), kind)
            if text(data, "decision") != now:
                return outgoing.notice(Notice(kind, False, "", _STALE))
        faults: list[str] = []
        with broken.caught(lambda says: faults.append(_fault(says))):
            return handlers[called](connection, visit, data)
        return faults[0]

    def _list_handlers(
        self, review: GameReview, hint: Callable[[int], None]
    ) -> dict[str, dict[str, Handler]]:
        """Return what each message of a page does, by the kind of the page."""
        now = self._now
        look: dict[str, Handler] = {
            "ping": lambda *_: None,
            "story": lambda _, visit, data: self._story.text(
                now().situation.match, visit.kind
            ),
            "past": lambda _, visit, data: past(now(), visit.kind, data),
            "review": lambda _, visit, data: review.message(now(), visit.kind),
        }
        own: dict[str, dict[str, Handler]] = {
            "host": {
                "share": self.room.share,
                "sound": self._use_sound,
                **look,
                "games": lambda page, *_: self._games[page.language],
                **(self._drawn.handlers if self._drawn else {}),
            },
            "seat": {
                "hint": lambda _, visit, data: hint(visit.kind),
                "ready": self.room.get_ready,
                **look,
            },
            "spectator": look,
        }
        rates = Rates(self._serving[0].bots)
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
                why_not = say("sit.open-elsewhere")
                self.room.answer(SeatAnswer(requester, seat, why_not))
                return
        asked = read(self._now(), kind, data)
        if isinstance(asked, Notice):
            self.noticed(asked)
        else:
            self._ask(asked)

    def _use_sound(self, _page: Client, _visit: Visit, data: Data) -> None:
        if self._sound:
            self._sound.use(wanted_sound(data, self._sound.state))


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
