"""One browser's connection, hostile or clumsy as it may be.

Input is read in small pieces and counted. Output is bounded: a page that reads slowly
gets the latest message of each kind, and one that reads nothing is closed. `limits.py`
has the numbers.
"""

import asyncio
import json
from asyncio.sslproto import SSLProtocol
from collections.abc import AsyncIterator, Iterable
from http import HTTPStatus
from typing import Any

from websockets.asyncio.server import Server, ServerConnection
from websockets.http11 import Response
from websockets.protocol import Event, State
from websockets.server import ServerProtocol

from controller.basics.sentence import Says, say
from controller.web.server.admission import Admission
from controller.web.server.answers import plain
from controller.web.server.files import LONGEST_VERB, VERBS, wrong_verb
from controller.web.server.limits import Bucket
from controller.web.server.wire import Wire
from controller.words.files import catalogue

# A close code: the page shows the reason and waits longer before it reconnects.
TOO_MUCH = 4429
LONGEST_MESSAGE = 4096
# Bytes read at a time: parsing as many tiny frames takes under half a millisecond.
PIECE = 256
# The read buffer of a TLS connection: one record, where asyncio would reserve 256 KB.
SSLProtocol.max_size = 16 * 1024
# Pieces of input that are read and ignored after the answer, such as a body.
MOST_IGNORED = 128
# Messages that may wait, one of each kind: more than there are kinds.
KINDS = 32
# Time for the close frame to arrive before the connection is aborted.
CLOSE_S = 1.0

_FLOOD = say("game.flood")
_FLOODED = say("closed.flooded")


class Client(ServerConnection, asyncio.BufferedProtocol):
    def __init__(
        self,
        protocol: ServerProtocol,
        server: Server,
        *,
        admission: "Admission[Client]",
        language: str,
        **timeouts: Any,
    ) -> None:
        """Count as a new connection; `language` is for pages that have chosen none."""
        super().__init__(protocol, server, **timeouts)
        self.admission = admission
        # Replaced by the page's own, once its request is here.
        self.language = language
        limits, now_s = admission.limits, self.loop.time()
        self._messages = Bucket(limits.messages, now_s)
        self._dropped = Bucket(limits.dropped, now_s)
        self._buffer = bytearray(PIECE)
        self._request_head = RequestHead()
        self._is_leaving = False
        self._ignored = 0
        # Messages for the page to read, by kind.
        self._waiting: dict[str, bytes] = {}
        self._unread_timer: asyncio.TimerHandle | None = None
        # Drops clients that never finish their request.
        self._request_timer: asyncio.TimerHandle | None = None
        self.address = ""
        # A seat's page gets secrets, so its messages are padded.
        self.is_seat = False

    @property
    def waiting(self) -> int:
        """Bytes that the page has not read yet."""
        unsent = self.transport.get_write_buffer_size()
        return unsent + sum(len(wire) for wire in self._waiting.values())

    # Coming and going

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.address = transport.get_extra_info("peername", ("",))[0]
        self.admission.handshakes.ended(transport.get_extra_info("socket").fileno())
        super().connection_made(transport)
        open_s = self.admission.limits.open_s
        self._request_timer = self.loop.call_later(open_s, self.transport.abort)
        self.admission.add_passing(self.address, self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.admission.remove(self.address, self)
        self._waiting.clear()
        for timer in (self._unread_timer, self._request_timer):
            if timer:
                timer.cancel()

    def request_done(self, *, is_answered: bool) -> None:
        """Stop the timer of the request; a slow reader of its answer has `unread_s`."""
        if self._request_timer:
            self._request_timer.cancel()
        if is_answered:
            self.transport.set_write_buffer_limits(high=0)

    def admit(self, *, is_guest: bool) -> bool:
        """Count as an open page, or close the connection if there is no room."""
        if reason := self.admission.admit(self.address, self, is_guest=is_guest):
            self.close_page(TOO_MUCH, reason)
        return reason is None

    def close_page(self, code: int, reason: Says) -> None:
        """Close the page with a reason, and ignore what it still sends."""
        if self._is_leaving or self.protocol.state is not State.OPEN:
            return
        self._is_leaving = True
        self._waiting.clear()
        self.protocol.fail(code, catalogue(None, self.language).render(reason))
        self.send_data()
        self._abort_soon()

    def _abort_soon(self) -> None:
        """Abort the connection unless the other end closes it soon."""
        self.admission.closing(self.address, self)
        self.loop.call_later(CLOSE_S, self.transport.abort)

    # What comes in

    def get_buffer(self, sizehint: int) -> memoryview:
        # Over TLS it is filled piece by piece, which slices it; no slice may be a copy.
        return memoryview(self._buffer)

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(self._buffer[:nbytes]))

    def data_received(self, data: bytes) -> None:
        if self._is_leaving or self.protocol.eof_sent:
            self._ignore()
            return
        if self.request is None:
            if response := self._request_head.refusal(data):
                self.protocol.send_response(response)
                self.send_data()
            data = self._request_head.own_part(data)
        elif self.protocol.state is State.CONNECTING:
            return  # the library cannot parse input before our answer
        super().data_received(data)
        if self.protocol.eof_sent:
            self._abort_soon()

    def _ignore(self) -> None:
        """Count input after the answer, and abort the connection if it is long."""
        self._ignored += 1
        if self._ignored > MOST_IGNORED:
            self.transport.abort()

    def process_event(self, event: Event) -> None:
        if self.request is None or self._is_within_rate():
            super().process_event(event)

    def _is_within_rate(self) -> bool:
        now_s = self.loop.time()
        if self._is_leaving or self._messages.take(now_s):
            return not self._is_leaving
        if self._dropped.is_full(now_s):
            post([self], json.dumps({"type": "error", "message": _FLOOD}))
        if not self._dropped.take(now_s):
            self.admission.log_refusal(
                "too many messages from %s; it is closed", self.address
            )
            self.close_page(TOO_MUCH, _FLOODED)
            self.transport.pause_reading()
        return False

    async def messages(self) -> AsyncIterator[str | bytes]:
        """Yield the page's messages; other tasks run between two of them."""
        async for message in self:
            if self._is_leaving:
                return
            yield message
            await asyncio.sleep(0)

    # What goes out

    def put(self, wire: Wire) -> None:
        """Send this now, or later if it is then still the latest of its kind."""
        is_open = self.protocol.state is State.OPEN and not self.transport.is_closing()
        if self._is_leaving or not is_open:
            return
        data = wire.padded if self.is_seat else wire.plain
        if not self.paused and not self._waiting:
            self.transport.write(data)
            return
        self._waiting.pop(wire.kind, None)
        self._waiting[wire.kind] = data
        if len(self._waiting) > KINDS:
            del self._waiting[next(iter(self._waiting))]

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread_timer = self.loop.call_later(
            self.admission.limits.unread_s, self.transport.abort
        )

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread_timer:
            self._unread_timer.cancel()
        if self.protocol.state is not State.OPEN:
            self._waiting.clear()
        while self._waiting and not self.paused:
            self.transport.write(self._waiting.pop(next(iter(self._waiting))))


def post(clients: Iterable[Client], message: str | bytes | Wire) -> None:
    """Send one message to each connection, serialized once."""
    wire = message if isinstance(message, Wire) else Wire(message)
    for client in clients:
        client.put(wire)


LONGEST_REQUEST = 16 * 1024
# How a request ends.
_END = b"\r\n\r\n"


class RequestHead:
    def __init__(self) -> None:
        # The request's beginning, its length so far, and the end of its last piece.
        self._head = b""
        self._length = 0
        self._last = b""

    def refusal(self, piece: bytes) -> Response | None:
        """Return a refusal of other verbs and endless requests."""
        self._head += piece[: LONGEST_VERB - len(self._head)]
        self._length += len(piece)
        verb, space, _ = self._head.partition(b" ")
        if verb not in VERBS and (space or len(self._head) == LONGEST_VERB):
            return wrong_verb()
        if self._length > LONGEST_REQUEST:
            status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            return plain(status, "this request is too long")
        return None

    def own_part(self, piece: bytes) -> bytes:
        """Return what belongs to the request; the library would parse on."""
        known = len(self._last)
        seen = self._last + piece
        self._last = seen[-len(_END) + 1 :]
        end = seen.find(_END)
        return piece if end < 0 else piece[: end + len(_END) - known]
