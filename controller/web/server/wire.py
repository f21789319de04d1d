"""A message as WebSocket frames, serialized once for all pages that get it."""

from functools import cached_property

from websockets.frames import Frame, Opcode

# Messages to seats are padded to the first of these, or to a multiple of the second: a
# position is that long only if much has led to it at once.
STEP, LONG_STEP = 4 << 10, 16 << 10


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
    def padded(self) -> bytes:
        """The message for a seat, padded: over https its length would tell secrets."""
        text = bytes(self._frame.data)
        spaces = b" " * (-len(text) % (STEP if len(text) <= STEP else LONG_STEP))
        return Frame(self._frame.opcode, text + spaces).serialize(mask=False)
