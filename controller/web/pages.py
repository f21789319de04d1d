"""The table's pages, with one WebSocket each.

There are three kinds of page (`protocol/access.py`), and each is sent what its kind may
see. `README.md` beside this file lists the messages.
"""

import asyncio
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from ssl import SSLContext
from types import MappingProxyType
from typing import Any

from starlette.requests import HTTPConnection

from controller.basics.errors import BadRequest
from controller.basics.sentence import Says, say, verbatim
from controller.games import broken, unplayable
from controller.input.seat_requests import SeatRequests
from controller.rules.codec import brief, to_json
from controller.rules.game import Event
from controller.session.requests import Ask
from controller.session.restore import new_code
from controller.session.roster import Roster
from controller.session.snapshot import Snapshot
from controller.sound.control import SoundControl
from controller.web.drawn_table import DrawnTable
from controller.web.protocol import outgoing, story
from controller.web.protocol.access import Access, Kind, WrongCode
from controller.web.protocol.answers import Answers
from controller.web.protocol.incoming import (
    Data,
    Handler,
    InvalidMessage,
    check,
    parsed,
    request_id,
)
from controller.web.protocol.messages import TO_TABLE
from controller.web.protocol.outgoing import text
from controller.web.protocol.requests import READERS, kind_name, own_seat, read
from controller.web.protocol.review import GameReview, ReadHistory
from controller.web.protocol.visits import Visit, Visits
from controller.web.room import HostControls, Room
from controller.web.server.admission import Rates
from controller.web.server.app import Talk, app_of
from controller.web.server.connection import Client, post
from controller.web.server.files import Site
from controller.web.server.hosts import local_address
from controller.web.server.limits import TOO_MUCH, USUAL, WRONG_CODE, Limits
from controller.web.server.server import RunningServer, start_server
from controller.words.files import ENGLISH, LANGUAGES
from controller.words.notice import Notice, announcement
from controller.words.person import BadName
from hardware.rig import Rig

_FULL = announcement(say("game.full"))
_HASTY = say("bot.hasty")
_STALE = say("game.stale")
# Messages about a decision, which they name.
_DECIDING = ("act", "undo", "hint")
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

        `find_address` finds the address on the local network, and `is_shared` says that
        the table is always open to it. `names` are further names of this machine.
        `history` reads people's statistics. With `tls` everything is served over https.
        `language` is for pages that have chosen none. `hint` asks a bot what a seat
        should do. `sound` controls the table's speaker, if it has one. `talks` are
        WebSockets at other addresses.
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
        self._ask, self._roster = ask, roster
        self.host_controls = HostControls(sound)
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
        self._drawn: DrawnTable | None = None
        if touch := rig.backend.touch:
            self._drawn = DrawnTable(rig, touch, partial(visits.send, "host"))
            self._drawn.play(now().situation.belongs())
        self._handlers = self._list_handlers(GameReview(history), hint)
        self._answers = Answers()
        # Bots that start for each seat.
        self._starts = Rates(limits.bots)
        self._story = story.Story(now().situation.match)
        self._listen(seating)

    def _listen(self, seating: SeatRequests) -> None:
        """Send pages all changes of the table."""
        rig, sound = self._rig, self.host_controls.sound
        to_host = partial(self.visits.send, "host")
        seating.on_change.append(self.room.send)
        seating.on_answer.append(self.room.answer)
        seating.on_ask.append(self.room.show_request)
        self._roster.on_change.append(lambda: self.changed(self._now(), ()))
        rig.strip.watch(self.visits.send_frame)
        rig.parts.on_change.append(lambda _part: to_host(outgoing.parts(rig.parts)))
        if sound:
            sound.on_change.append(lambda: to_host(_sound(sound)))
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
        except WrongCode as error:
            connection.close_page(WRONG_CODE, str(error))
            return
        is_guest = kind == "spectator"
        if full := connection.admission.admit(connection, is_guest=is_guest):
            connection.close_page(TOO_MUCH, full)
            return
        connection.is_seat = isinstance(kind, int)
        if not connection.is_seat:
            # Once in a thread, so that no press waits for it.
            await asyncio.to_thread(outgoing.drawing, self._rig.board.path)
        visit = self.visits.enter(connection, kind, asked.query_params)
        if visit is None:
            return
        try:
            self._greet(connection, kind)
            self.room.send(but=connection)
            async for message in connection.messages():
                self._receive(visit, message)
        finally:
            self._gone(visit)

    def _gone(self, visit: Visit) -> None:
        self.visits.leave(visit.page)
        if self._drawn:
            self._drawn.page_closed(visit)
        self.room.page_closed(visit)

    def _greet(self, connection: Client, kind: Kind) -> None:
        for message in self._greeting(kind, connection.language):
            post([connection], message)
        if kind == "host" and connection.admission.is_full:
            post([connection], outgoing.notice(_FULL))
        for message in _news() if kind == "host" else ():
            post([connection], message)

    def _greeting(self, kind: Kind, language: str) -> Iterator[str | bytes]:
        rig, now, is_host = self._rig, self._now(), kind == "host"
        drawn = self._drawn if is_host else None
        touch = drawn.offer() if drawn else None
        yield outgoing.hello(
            rig.board, kind, touch, self.host_controls.settings is not None
        )
        if not isinstance(kind, int):
            yield rig.strip.wire
        if is_host:
            yield outgoing.parts(rig.parts)
        shown: list[str] = []
        with broken.reporting_faults(lambda says: shown.append(outgoing.refused(says))):
            shown.append(outgoing.position(now, kind, (), self._roster.bots))
            shown.append(story.message(now.situation.match, kind))
        yield from shown
        yield self.room.message(kind)
        if self.room.nearby.message and not isinstance(kind, int):
            yield self.room.nearby.message
        if is_host and rig.eliminator:
            yield outgoing.striker(rig.eliminator)
        if is_host and self.host_controls.sound:
            yield _sound(self.host_controls.sound)
        if drawn:
            yield drawn.lying()
        if is_host and now.situation.phase in ("choose", "offer"):
            # Last, because it is large and useless before the table itself is there.
            yield self._games[language]
            for says in unplayable():
                yield outgoing.notice(announcement(verbatim(says)))

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
                self.visits.send(kind, story.message(match, kind, first))
        self.room.send()

    def hinted(self, seat: int, action: Any, why: Says | None) -> None:
        self.visits.send(seat, text("hint", action=to_json(action), message=why))

    def noticed(self, notice: Notice) -> None:
        """Send a notice to those it concerns; it answers a page that asks."""
        message = outgoing.notice(notice)
        kind: Kind = "host" if notice.seat is None else notice.seat
        self.visits.send(kind, message, but=self._answers.take(kind, message))
        # Everyone who watches gets refusals; the host gets announcements.
        if notice.seat is None and (notice.rule or not notice.legal):
            self.visits.send("spectator", message)

    def to_watchers(self, kind: str, **fields: Any) -> None:
        """Send to the pages of the table: the host's and spectators'."""
        for watcher in ("host", "spectator"):
            self.visits.send(watcher, text(kind, **fields))

    def replied(self, notice: Notice) -> None:
        """Send what a press at the table did, or why it did nothing."""
        self.visits.send("host", text("reply", message=notice.says))

    # From a page

    def _receive(self, visit: Visit, message: str | bytes) -> None:
        if visit.page not in self.visits:
            return  # the page is being closed
        given = ""
        try:
            data = parsed(message)
            given = request_id(data)
            # Requests that are not decisions may be repeated.
            counted = given if data.get("type") in _DECIDING else ""
            do = partial(self._do, visit, data)
            answer = self._answers.answer(visit.page, visit.kind, counted, do)
        except RecursionError:
            answer = outgoing.error("the message is nested too deep")
        except BadName as error:
            answer = text("misnamed", seat=error.seat, message=error.says)
        except BadRequest as error:
            answer = outgoing.error(str(error))
        post([visit.page], outgoing.named(answer, given))

    def _do(self, visit: Visit, data: Data) -> str | None:
        """Carry out a page's request, and return the answer."""
        called, kind = data.get("type"), visit.kind
        handlers = self._handlers[kind_name(kind)]
        if not isinstance(called, str) or called not in handlers:
            known = ", ".join(handlers)
            raise InvalidMessage(
                f"there is no message {brief(called)} here; there is {known}"
            )
        check(data, TO_TABLE[called])
        if called in _DECIDING and data["decision"] != self._decision(kind):
            return outgoing.refused(_STALE)
        if called in _STARTING and self._exceeds_start_rate(visit, data):
            return outgoing.refused(_HASTY)
        faults: list[str] = []
        with broken.reporting_faults(
            lambda says: faults.append(outgoing.refused(says))
        ):
            return handlers[called](visit, data)
        return faults[0]

    def _decision(self, kind: Kind) -> str:
        return outgoing.decision(self._now(), own_seat(kind))

    def _exceeds_start_rate(self, visit: Visit, data: Data) -> bool:
        seat = data.get("seat") if visit.kind == "host" else visit.kind
        return not self._starts.take(str(seat), visit.page.loop.time())

    def _list_handlers(
        self, review: GameReview, hint: Callable[[int], None]
    ) -> dict[str, dict[str, Handler]]:
        """Return the handler of each message, by kind of page."""
        now = self._now
        look: dict[str, Handler] = {
            "ping": lambda *_: None,
            "story": lambda visit, _: story.message(now().situation.match, visit.kind),
            "past": lambda visit, data: story.past(now(), visit.kind, data),
            "review": lambda visit, _: review.message(now(), visit.kind),
        }
        own: dict[str, dict[str, Handler]] = {
            "host": {
                "share": self.room.share,
                "join": self.room.nearby.join,
                **self.host_controls.handlers,
                "update": _update,
                **look,
                "games": lambda visit, _: self._games[visit.page.language],
                **(self._drawn.handlers if self._drawn else {}),
            },
            "seat": {
                "hint": lambda visit, _: hint(visit.kind),
                "ready": self.room.set_ready,
                **look,
            },
            "spectator": look,
        }
        for kind, readers in READERS.items():
            own[kind] = dict.fromkeys(readers, self._ask_table) | own[kind]
        return own

    def _ask_table(self, visit: Visit, data: Data) -> str | None:
        if visit.kind == "spectator":
            if data.get("seat") in self.visits.seats():
                why_not = say("sit.open-elsewhere")
                return text("seated", seat=data["seat"], url=None, message=why_not)
            data = {**data, "from": [visit.number, visit.page.address]}
        asked = read(self._now(), visit.kind, data)
        if isinstance(asked, Notice):
            return outgoing.notice(asked)
        self._ask(asked)
        return None


def _update(_visit: Visit, _data: Data) -> str:
    """Ask for an update; load what that takes now, not with the table."""
    from controller.web import updates

    return outgoing.notice(announcement(updates.ask()))


def _news() -> Iterator[str]:
    """Yield the host's news about the table's start, or its last update."""
    if "UNDERTOW_SAFE" in os.environ:
        yield outgoing.notice(announcement(say("update.safe")))
    if outgoing.is_package():
        from controller.web import updates

        if news := updates.news():
            yield outgoing.notice(announcement(news))


def _sound(sound: SoundControl) -> str:
    return text("sound", **sound.state._asdict())
