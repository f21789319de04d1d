"""The table's page and the seats' pages, over one WebSocket each.

Who is connected is known by its viewer: "table", or a seat that showed its code.
Everything that is sent goes through the views of that viewer. `README.md` beside this
file lists the messages.
"""

import json
import socket
from collections.abc import Callable, Collection
from functools import cached_property, partial
from hmac import compare_digest
from http import HTTPStatus
from typing import Any

from websockets.asyncio.server import Server
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from controller import games
from controller.engine import catalogue
from controller.input.intents import Intent
from controller.pieces.guide import Step
from controller.pieces.tracker import Placement
from controller.rules.game import BadSetup, Event, Viewer
from controller.rules.records import brief
from controller.rules.views import show
from controller.session.now import Now
from controller.web.clients import Client, post, serve_clients
from controller.web.files import Address, answer, refusal, stranger
from controller.web.hands import Hands
from controller.web.limits import USUAL, Limits
from controller.web.messages import Deed, Misunderstood, parsed
from controller.web.requests import Requests
from controller.words.notice import Notice
from hardware.backend import NoSuchControl, NoSuchFault
from hardware.parts import Part
from hardware.rig import Rig
from hardware.turns import Turns
from wiring.boardmap import Eliminator

WRONG_CODE = 4403
PUT_AWAY = 4410
# What a message may be refused with; its sentence is the answer.
_WRONG = (Misunderstood, NoSuchControl, NoSuchFault, BadSetup, games.NoSuchGame)


class Page:
    def __init__(
        self,
        now: Callable[[], Now],
        ask: Callable[[Intent], None],
        rig: Rig,
        turns: Turns | None = None,
        *,
        names: Collection[str] = (),
        limits: Limits = USUAL,
    ) -> None:
        """With turns, what a page asks of the game comes in one of them.

        `names` are names of this machine that it does not know itself.
        """
        self._names = names
        self._limits = limits
        self._now = now
        self._requests = Requests(now, ask, self.noticed)
        self._turns = turns
        if turns:
            turns.hear["page", "asks"] = self._requests.obey
        self._board = rig.board
        self._strip = rig.strip
        self._hands = _hands(rig, lambda message: self._send("table", message))
        self._eliminator = rig.eliminator
        self._parts = rig.parts
        self._sockets: dict[Client, Viewer] = {}
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
        return answer(request, lambda seat, code: self._seat(seat, code) is not None)

    def _seat(self, seat: str, code: str) -> int | None:
        """The seat that this code opens."""
        for number, right in enumerate(self._now().setup.codes):
            if seat == str(number):
                fits = compare_digest(right.encode(), code.encode())
                return number if fits else None
        return None

    async def _talk(self, connection: Client) -> None:
        assert connection.request is not None
        address = Address(connection.request)
        viewer: Viewer = "table"
        if seat := address.get("seat"):
            viewer = self._seat(seat, address.get("code"))
            if viewer is None:
                why = f"this code does not open seat {seat[:10]}"
                connection.send_away(WRONG_CODE, why)
                return
        self._sockets[connection] = viewer
        try:
            self._greet(connection, viewer)
            async for message in connection.messages():
                self._hear(connection, viewer, message)
        except ConnectionClosed:
            pass
        finally:
            self._sockets.pop(connection, None)
            if self._hands:
                self._hands.gone(connection)

    def _greet(self, connection: Client, viewer: Viewer) -> None:
        row = self._board.strip
        hello = {
            "type": "hello",
            "seat": viewer if isinstance(viewer, int) else None,
            "touch": False,
            "games": self._games,
            "board": {
                "name": self._board.name,
                "pixels": dict(self._board.pixels),
                "order": row.order,
                "gamma": row.gamma,
                "brightness": row.brightness,
                "eliminator": _dial(self._board.eliminator),
            },
        }
        if self._hands and viewer == "table":
            hello |= {"touch": True, "hands": self._hands.offer()}
        post([connection], json.dumps(hello))
        if viewer == "table":
            post([connection], self._strip.wire)
            post([connection], self._all_parts())
        post([connection], _position(self._now(), viewer, ()))
        if viewer == "table":
            self._greet_hands(connection)

    @cached_property
    def _games(self) -> list[dict[str, Any]]:
        """What can be played; the first page loads all games."""
        return catalogue()

    def _greet_hands(self, connection: Client) -> None:
        if self._eliminator:
            post([connection], self._striker())
        if self._hands:
            post([connection], self._hands.lying())

    # From the table

    def _frame(self, wire: bytes) -> None:
        post([s for s, viewer in self._sockets.items() if viewer == "table"], wire)

    def _part_changed(self, _part: Part) -> None:
        self._send("table", self._all_parts())

    def _all_parts(self) -> str:
        parts = [part._asdict() for part in self._parts.all()]
        return json.dumps({"type": "parts", "parts": parts})

    def _struck(self) -> None:
        self._send("table", self._striker())

    def _striker(self) -> str:
        assert self._eliminator
        state, degrees = self._eliminator.state, self._eliminator.degrees
        return json.dumps({"type": "striker", "state": state, "degrees": degrees})

    def changed(self, now: Now, events: tuple[Event, ...]) -> None:
        """Everybody is shown what the table has shown."""
        if now.setup.codes != self._codes:
            self._codes = now.setup.codes
            self._send_seats_away()
        for viewer in set(self._sockets.values()):
            self._send(viewer, _position(now, viewer, events))

    def _send_seats_away(self) -> None:
        for connection, viewer in list(self._sockets.items()):
            if viewer != "table":
                del self._sockets[connection]
                reason = "this game was put away; the table has the new links"
                connection.send_away(PUT_AWAY, reason)

    def noticed(self, notice: Notice) -> None:
        viewer: Viewer = "table" if notice.seat is None else notice.seat
        self._send(viewer, _telling(notice))

    def _send(self, viewer: Viewer, message: str) -> None:
        post([s for s, v in self._sockets.items() if v == viewer], message)

    # From a page

    def _hear(self, connection: Client, viewer: Viewer, message: str | bytes) -> None:
        if connection not in self._sockets:
            return  # it is being sent away
        try:
            data = parsed(message)
            kind = data.get("type")
            deeds = self._deeds(connection, viewer)
            if not isinstance(kind, str) or kind not in deeds:
                raise Misunderstood(
                    f"there is no message {brief(kind)} here; there is "
                    + ", ".join(deeds)
                )
            if self._turns and kind in self._requests.of(viewer):
                self._turns.arrived(["page", "asks", viewer, data])
            else:
                deeds[kind](data)
        except RecursionError:
            _complain(connection, "the message is nested too deep")
        except _WRONG as error:
            _complain(connection, str(error))

    def _deeds(self, connection: Client, viewer: Viewer) -> dict[str, Deed]:
        deeds = self._requests.of(viewer)
        if self._hands and viewer == "table":
            deeds |= self._hands.deeds(connection, partial(post, [connection]))
        return deeds


def _position(now: Now, viewer: Viewer, events: tuple[Event, ...]) -> str:
    situation, setup = now.situation, now.setup
    match = situation.match
    message = {
        "type": "position",
        "phase": situation.phase,
        "game": {
            "game": setup.game,
            "name": match.game.title,
            "seats": setup.seats,
            "options": setup.options,
        },
        **show(match.game, match.position, viewer, events),
        "can_undo": situation.can_undo(viewer),
        "notice": now.notice,
        "waits": situation.waits,
    }
    if viewer == "table":
        message |= {"belongs": situation.belongs(), "step": _step(now.placement)}
        message["links"] = [
            {"seat": seat, "url": f"/seat/{seat}?code={code}"}
            for seat, code in enumerate(setup.codes)
        ]
    return json.dumps(message)


def _step(placement: Placement) -> dict[str, Any] | None:
    """What is to be done next about a piece, in words and on the table."""
    if placement.sentence is None:
        return None
    step = placement.step or Step("", None, None)
    return step._asdict() | {"says": placement.sentence}


def _dial(row: Eliminator | None) -> dict[str, float] | None:
    """Between which angles the striker moves."""
    return row and {"rest_deg": row.rest_deg, "strike_deg": row.strike_deg}


def _hands(rig: Rig, tell: Callable[[str], None]) -> Hands | None:
    """None where only real hands can reach the table."""
    touch = rig.backend.touch
    return Hands(touch, rig.backend.boards, rig.board, tell) if touch else None


def local_address() -> str:
    """This machine's address on the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        address: str = probe.getsockname()[0]
        return address


def _complain(connection: Client, sentence: str) -> None:
    post([connection], json.dumps({"type": "error", "message": sentence}))


def _telling(notice: Notice) -> str:
    _, legal, rule, message = notice
    told = {"type": "told", "legal": legal, "rule": rule, "message": message}
    return json.dumps(told)
