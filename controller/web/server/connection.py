"""One page's WebSocket, however hostile or clumsy the page.

Input is read in small pieces and counted. Output is bounded: a page that reads slowly
gets the latest message of each kind, and one that reads nothing is closed. `limits.py`
has the numbers.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from functools import cached_property
from typing import Any
from weakref import ref

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from controller.basics.sentence import Says, say
from controller.web.server.admission import Admission
from controller.web.server.limits import TOO_MUCH, Bucket
from controller.words.files import catalogue

LONGEST_MESSAGE = 4096
# Bytes to read at a time: parsing as many tiny frames takes under half a millisecond.
PIECE = 256
# Messages that may wait, one of each kind: more than there are kinds.
KINDS = 32
# Time for the close frame to arrive before the connection is aborted.
CLOSE_S = 1.0
# Pieces to read from a page that is being closed: what it sent before it knew, and its
# answer. The rest of a flood stays unread.
LAST_PIECES = 64
# Messages to seats are padded to the first of these, or to a multiple of the second: a
# position is only that long after a lot has led to it at once.
STEP, LONG_STEP = 4 << 10, 16 << 10

_FLOOD = say("game.flood")
_FLOODED = say("closed.flooded")


class Wire:
    """A message as WebSocket frames, serialized once for all pages that get it."""

    def __init__(self, message: str | bytes) -> None:
        if isinstance(message, bytes):
            self.kind, self._frame = "frame", Frame(Opcode.BINARY, message)
        else:
            # Every message begins with its type.
            self.kind = message.partition(",")[0]
            self._frame = Frame(Opcode.TEXT, message.encode())

    @cached_property
    def plain(self) -> bytes:
        return self._frame.serialize(mask=False)

    @cached_property
    def padded(self) -> bytes:
        """The message for a seat, padded: over https its length would tell secrets."""
        text = bytes(self._frame.data)
        spaces = b" " * (-len(text) % (STEP if len(text) <= STEP else LONG_STEP))
        return Frame(self._frame.opcode, text + spaces).serialize(mask=False)


class Client(WebSocketsSansIOProtocol, asyncio.BufferedProtocol):
    def __init__(
        self, config: Any, server_state: Any, app_state: dict[str, Any]
    ) -> None:
        """Begin as a page that has not been admitted yet."""
        super().__init__(config, server_state, {**app_state, "client": ref(self)})
        self.admission: Admission = app_state["admission"]
        limits, now_s = self.admission.limits, self.loop.time()
        self._messages = Bucket(limits.messages, now_s)
        self._dropped = Bucket(limits.dropped, now_s)
        self._buffer = bytearray(PIECE)
        self._last_pieces = LAST_PIECES
        # Messages for a page with too much unread: the latest of each kind.
        self.unsent: dict[str, bytes] = {}
        self._unread_timer: asyncio.TimerHandle | None = None
        self.address = ""
        self.language = ""
        # A seat's page gets secrets, so its messages are padded.
        self.is_seat = False

    # Opening and closing

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=self.admission.limits.unread_bytes)
        self.address = self.client[0] if self.client else ""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.admission.remove(self)
        self.unsent.clear()
        # This ends the parser, so that the memory of a crowd is free at once.
        self.conn.receive_eof()
        if self._unread_timer:
            self._unread_timer.cancel()

    def close_page(self, code: int, reason: Says) -> None:
        """Close the page with a reason, and ignore what it still sends."""
        if self._is_open:
            self.conn.send_close(code, catalogue(None, self.language).render(reason))
            self._leave(code)

    def handle_parser_exception(self) -> None:
        # A frame that is broken or too long; the parser has closed the page.
        if not self.close_sent and self.conn.close_sent:
            self._leave(self.conn.close_sent.code)
            if self.transport.can_write_eof():
                self.transport.write_eof()

    def _leave(self, code: int) -> None:
        """Send the close frame, and wait a moment for the page to hang up."""
        self.close_sent = True
        self.unsent.clear()
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.admission.closing(self)
        self.close_timer = self.loop.call_later(CLOSE_S, self.transport.abort)
        self.transport.resume_reading()

    def shutdown(self) -> None:
        if self._is_open:
            super().shutdown()
        else:
            self.transport.close()

    @property
    def _is_open(self) -> bool:
        is_closing = self.close_sent or self.transport.is_closing()
        return self.conn.state is State.OPEN and not is_closing

    # Input

    def get_buffer(self, sizehint: int) -> memoryview:
        # Over TLS it is filled piece by piece, which slices it; no slice may be a copy.
        return memoryview(self._buffer)

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(self._buffer[:nbytes]))

    def data_received(self, data: bytes) -> None:
        if self.close_sent:
            self._last_pieces -= 1
            if not self._last_pieces:
                self.transport.pause_reading()
        super().data_received(data)
        if self.conn.handshake_exc:
            # uvicorn does not send this answer to an unreadable request.
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_text(self, event: Frame) -> None:
        if self._is_within_rate():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._is_within_rate():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        # If the beginning of a message was dropped, all of it is.
        if self._is_within_rate() and self.frames:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._is_within_rate():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # the answer, which is not sent

    def _is_within_rate(self) -> bool:
        now_s = self.loop.time()
        if self.close_sent or self._messages.take(now_s):
            return not self.close_sent
        if self._dropped.is_full(now_s):
            post([self], json.dumps({"type": "error", "message": _FLOOD}))
        if not self._dropped.take(now_s):
            self.admission.log_refusal(
                "too many messages from %s; it is closed", self.address
            )
            self.close_page(TOO_MUCH, _FLOODED)
            # Not `read_paused`, which would read on after the last message is taken.
            self.read_paused = False
            self.transport.pause_reading()
        return False

    async def messages(self) -> AsyncIterator[str | bytes]:
        """Yield the page's messages; other tasks run between two of them."""
        while not self.close_sent:
            event: Any = await self.receive()
            if event["type"] == "websocket.disconnect":
                return
            text = event.get("text")
            yield event["bytes"] if text is None else text
            await asyncio.sleep(0)

    # Output

    def put(self, wire: Wire) -> None:
        """Send this now, or later if it is then still the latest of its kind."""
        if not self._is_open:
            return
        data = wire.padded if self.is_seat else wire.plain
        if self.writable.is_set() and not self.unsent:
            self.transport.write(data)
            return
        self.unsent.pop(wire.kind, None)
        self.unsent[wire.kind] = data
        if len(self.unsent) > KINDS:
            del self.unsent[next(iter(self.unsent))]

    def pause_writing(self) -> None:
        super().pause_writing()
        unread_s = self.admission.limits.unread_s
        self._unread_timer = self.loop.call_later(unread_s, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread_timer:
            self._unread_timer.cancel()
        while self.unsent and self._is_open and self.writable.is_set():
            self.transport.write(self.unsent.pop(next(iter(self.unsent))))


def post(clients: Iterable[Client], message: str | bytes | Wire) -> None:
    """Send one message to each connection, serialized once."""
    wire = message if isinstance(message, Wire) else Wire(message)
    for client in clients:
        client.put(wire)
