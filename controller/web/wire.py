"""A message as it goes over a WebSocket: made ready once for all pages that get it.

A long text is packed for browsers that unpack it (RFC 7692), each by itself: so the
same bytes are right for all of them, and nothing is kept for any. Frames of the lamps
are short and many, and stay as they are.

What a seat is sent has secrets in it, and over https its length would tell of them. So
it is filled up with spaces, and not packed: a packed text's length depends on the text.
"""

from collections.abc import Sequence
from functools import cached_property

from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import Frame, Opcode

# A shorter text is hardly smaller when it is packed.
SHORTEST_PACKED = 512
# Messages to seats are a multiple of it long; our games' positions fit into one.
STEP = 4096
# So far back a packed text refers to itself: a few kilobytes cost little memory.
_WINDOW_BITS = 12
_MEMORY = {"memLevel": 5}

# What is agreed with a browser, and what packs for all who agreed.
PACKING = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_no_context_takeover=True,
    server_max_window_bits=_WINDOW_BITS,
    compress_settings=_MEMORY,
)
_PACKED = PerMessageDeflate(
    remote_no_context_takeover=True,
    local_no_context_takeover=True,
    remote_max_window_bits=_WINDOW_BITS,
    local_max_window_bits=_WINDOW_BITS,
    compress_settings=_MEMORY,
)


class Wire:
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
    def packed(self) -> bytes:
        """For who unpacks it; what is short or no text stays as it is."""
        is_text = self._frame.opcode is Opcode.TEXT
        if not is_text or len(self._frame.data) < SHORTEST_PACKED:
            return self.plain
        return self._frame.serialize(mask=False, extensions=[_PACKED])

    @cached_property
    def padded(self) -> bytes:
        """For a seat: whatever the message says, its length does not tell."""
        text = bytes(self._frame.data)
        spaces = b" " * (-len(text) % STEP)
        return Frame(self._frame.opcode, text + spaces).serialize(mask=False)


def unpacks(extensions: Sequence[Extension]) -> bool:
    """Whether a browser with these can read what is packed here."""
    return any(
        isinstance(each, PerMessageDeflate)
        and each.local_max_window_bits >= _WINDOW_BITS
        for each in extensions
    )
