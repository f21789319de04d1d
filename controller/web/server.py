"""The pages of the table, over one WebSocket each.

A page is of one of three kinds: see `access.py`. Everything that is sent goes through
the views of its kind. `README.md` beside this file lists the messages.
"""

from collections.abc import Callable, Collection
from functools import cached_property, partial
from http import HTTPStatus
from itertools import count
from typing import Any, NamedTuple

from websockets.asyncio.server import Server
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from controller.engine.protocol import catalogue
from controller.errors import BadRequest
from controller.input.intents import Intent
from controller.rules.game import Event
from controller.rules.records import brief
from controller.session.now import Now
from controller.session.restore import new_code
from controller.session.seating import Answer, Seating
from controller.web import sent
from controller.web.access import Access, Kind, NotOpened
from controller.web.clients import Client, post, serve_clients
from controller.web.drawn_table import DrawnTable
from controller.web.files import Address, answer, refusal, stranger
from controller.web.limits import USUAL, Limits
from controller.web.messages import Data, Deed, Misunderstood, parsed
from controller.web.requests import Requests
from controller.words.notice import Notice
from hardware.backends.recorded.turns import Turns
from hardware.parts.registry import Part
from hardware.rig import Rig

WRONG_CODE = 4403
TAKEN = 4409
PUT_AWAY = 4410


class Visit(NamedTuple):
    """A page that is open: its kind and number, and how the browser calls it."""

    kind: Kind
    number: int
    tab: str


class Page:
    def __init__(
        self,
        now: Callable[[], Now],
        ask: Callable[[Intent], None],
        seating: Seating,
        rig: Rig,
        turns: Turns | None = None,
        *,
        host_code: str | None = None,
        shared: Callable[[], str] | None = None,
        names: Collection[str] = (),
        limits: Limits = USUAL,
    ) -> None:
        """With turns, what a page asks of the game comes in one of them.

        Without a host code only this machine opens the host's page. `shared` finds the
        address on the local network; None: it is not open to it. `names` are names of
        this machine that it does not know itself.
        """
        self._shared = shared
        self._names = names
        self._limits = limits
        self._now = now
        self._access = Access(lambda: now().setup.codes, host_code or new_code())
        self._seating = seating
        seating.on_change.append(self._tell_seats)
        seating.on_answer.append(self._answered)
        self._requests = Requests(now, ask, self.noticed, seating)
        self._turns = turns
        if turns:
            turns.hear["page", "asks"] = self._requests.obey
        self._board = rig.board
        self._strip = rig.strip
        self._hands = _hands(rig, lambda message: self._send("host", message))
        self._eliminator = rig.eliminator
        self._parts = rig.parts
        self._visits: dict[Client, Visit] = {}
        self._numbers = count()
        self._seats_told: dict[Kind, str] = {}
        self._codes = now().setup.codes
        rig.strip.watch(self._frame)
        rig.parts.on_change.append(self._part_changed)
        if rig.eliminator:
            rig.eliminator.on_change.append(self._struck)

    async def open(self, host: str, port: int) -> Server:
        return await serve_clients(self._talk, self._request, host, port, self._limits)

    def _request(self, client: Client, request: Request) -> Response | None:
        if reason := stranger(request, self._names):
            return refusal(HTTPStatus.FORBIDDEN, reason)
        try:
            path = Address(request).path
        except ValueError:
            return refusal(HTTPStatus.BAD_REQUEST, "this is no address")
        is_get = request.method == "GET"
        if path == "/ws" and "Upgrade" in request.headers and is_get:
            return None

        def opens(seat: str, code: str) -> bool:
            return self._access.seat(seat, code) is not None

        return answer(request, opens, self._shared)

    async def _talk(self, connection: Client) -> None:
        assert connection.request is not None
        try:
            kind = self._access.kind(connection.address, connection.request)
        except NotOpened as error:
            connection.send_away(WRONG_CODE, str(error))
            return
        address = Address(connection.request)
        visit = Visit(kind, next(self._numbers), address.get("tab"))
        if not self._has_room(visit, takes_over=bool(address.get("take"))):
            connection.send_away(TAKEN, "this seat is open on another phone")
            return
        self._visits[connection] = visit
        try:
            self._greet(connection, kind)
            self._tell_seats()
            async for message in connection.messages():
                self._hear(connection, visit, message)
        except ConnectionClosed:
            pass
        finally:
            self._gone(connection, visit)

    def _has_room(self, visit: Visit, *, takes_over: bool) -> bool:
        """A seat is open on one phone; the first is told if another takes over."""
        others = [c for c, v in self._visits.items() if v.kind == visit.kind]
        if not isinstance(visit.kind, int) or not others:
            return True
        # The same page again: its network may have been gone.
        is_same = visit.tab and visit.tab == self._visits[others[0]].tab
        if is_same or takes_over:
            self._send_away(others[0], TAKEN, "this seat was opened on another phone")
        return bool(is_same or takes_over)

    def _gone(self, connection: Client, visit: Visit) -> None:
        self._visits.pop(connection, None)
        if self._hands:
            self._hands.gone(connection)
        if visit.number in {asker.page for asker in self._seating.asked.values()}:
            self._request_of(visit, connection.address, {"type": "leave"})
        self._tell_seats()

    def _greet(self, connection: Client, kind: Kind) -> None:
        hands = self._hands if kind == "host" else None
        games = self._games if kind == "host" else None
        offer = hands.offer() if hands else None
        shared = self._shared is not None
        hello = sent.hello(self._board, kind, games, offer, shared=shared)
        messages: list[str | bytes] = [hello]
        if not _is_seat(kind):
            messages.append(self._strip.wire)
        if kind == "host":
            messages.append(sent.parts(self._parts))
        messages.append(sent.position(self._now(), kind, ()))
        if not _is_seat(kind):
            messages.append(self._seats(kind))
        if kind == "host" and self._eliminator:
            messages.append(sent.striker(self._eliminator))
        if hands:
            messages.append(hands.lying())
        for message in messages:
            post([connection], message)

    @cached_property
    def _games(self) -> list[dict[str, Any]]:
        """What can be played; the first host loads all games."""
        return catalogue()

    # From the table

    def _frame(self, wire: bytes) -> None:
        post([c for c, v in self._visits.items() if not _is_seat(v.kind)], wire)

    def _part_changed(self, _part: Part) -> None:
        self._send("host", sent.parts(self._parts))

    def _struck(self) -> None:
        assert self._eliminator
        self._send("host", sent.striker(self._eliminator))

    def changed(self, now: Now, events: tuple[Event, ...]) -> None:
        """Everybody is shown what the table has shown."""
        if now.setup.codes != self._codes:
            self._send_seats_away(now.setup.codes)
        for kind in {visit.kind for visit in self._visits.values()}:
            self._send(kind, sent.position(now, kind, events))
        self._tell_seats()

    def _send_seats_away(self, codes: tuple[str, ...]) -> None:
        """Those whose code opens their seat no more."""
        before, self._codes = self._codes, codes
        for connection, (kind, *_) in list(self._visits.items()):
            if isinstance(kind, int) and codes[kind : kind + 1] != (before[kind],):
                reason = "this game was put away; the table has the new links"
                self._send_away(connection, PUT_AWAY, reason)

    def _send_away(self, connection: Client, code: int, reason: str) -> None:
        del self._visits[connection]
        connection.send_away(code, reason)

    def _tell_seats(self) -> None:
        """Who is open on a phone and who is asked for, where that has changed."""
        for kind in ("host", "spectator"):
            message = self._seats(kind)
            if self._seats_told.get(kind) != message:
                self._seats_told[kind] = message
                self._send(kind, message)

    def _seats(self, kind: Kind) -> str:
        opened = {v.kind for v in self._visits.values() if isinstance(v.kind, int)}
        return sent.seats(self._now(), kind, opened, self._seating)

    def _answered(self, answer: Answer) -> None:
        """A page that has asked for a seat gets its link, or is told why not."""
        asker, seat, why_not = answer
        url = None if why_not else sent.link(seat, self._now().setup.codes[seat])
        to = [c for c, v in self._visits.items() if v.number == asker.page]
        post(to, sent.seated(seat, url, why_not))

    def noticed(self, notice: Notice) -> None:
        message = sent.told(notice)
        self._send("host" if notice.seat is None else notice.seat, message)
        if notice.seat is None and notice.rule:
            self._send("spectator", message)

    def _send(self, kind: Kind, message: str) -> None:
        post([c for c, v in self._visits.items() if v.kind == kind], message)

    # From a page

    def _hear(self, connection: Client, visit: Visit, message: str | bytes) -> None:
        if connection not in self._visits:
            return  # it is being sent away
        try:
            data = parsed(message)
            called = data.get("type")
            deeds = self._deeds(connection, visit.kind)
            if not isinstance(called, str) or called not in deeds:
                known = ", ".join(deeds)
                raise Misunderstood(
                    f"there is no message {brief(called)} here; there is {known}"
                )
            if called in self._requests.of(visit.kind):
                self._request_of(visit, connection.address, data)
            else:
                deeds[called](data)
        except RecursionError:
            post([connection], sent.error("the message is nested too deep"))
        except BadRequest as error:
            post([connection], sent.error(str(error)))

    def _request_of(self, visit: Visit, address: str, data: Data) -> None:
        """What a page asks of the table; in a recording it can be done again."""
        kind, number, _ = visit
        if kind == "spectator":
            data = {**data, "from": [number, address]}
            if data["type"] == "sit" and self._is_open(data.get("seat")):
                raise Misunderstood("this seat is open on another phone")
        if self._turns:
            self._turns.arrived(["page", "asks", kind, data])
        else:
            self._requests.obey(kind, data)

    def _is_open(self, seat: object) -> bool:
        return any(
            visit.kind == seat and _is_seat(visit.kind)
            for visit in self._visits.values()
        )

    def _deeds(self, connection: Client, kind: Kind) -> dict[str, Deed]:
        deeds = self._requests.of(kind)
        if self._hands and kind == "host":
            deeds |= self._hands.deeds(connection, partial(post, [connection]))
        return deeds


def _is_seat(kind: Kind) -> bool:
    return isinstance(kind, int)


def _hands(rig: Rig, tell: Callable[[str], None]) -> DrawnTable | None:
    """None where only real hands can reach the table."""
    touch = rig.backend.touch
    return DrawnTable(touch, rig.backend.boards, rig.board, tell) if touch else None
