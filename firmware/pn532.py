"""A PN532 card reader on a serial line (HSU, 115,200 baud).

It never blocks: each call of `look` reads the input, and sends the next command once
the reader has answered the last one. If a reader does not answer, `look` wakes it and
sets it up again every half second.
"""

from firmware.around import Bus, Reader, passed_ms

_POLL_MS = 100
_PATIENCE_MS = 500
_LONGEST = 64  # bytes kept; a tag's answer has at most 32

# A sleeping PN532 needs some traffic and 2 ms before it listens.
_WAKE = b"\x55\x55" + bytes(14)
_NORMAL_MODE = b"\x14\x01\x00\x00"  # SAMConfiguration: no security module
_TRY_ONCE = b"\x32\x05\xff\x01\x01"  # RFConfiguration: answer soon if no tag is there
_LIST = b"\x4a\x01\x00"  # InListPassiveTarget: one tag of ISO 14443 type A
_STEPS = (_NORMAL_MODE, _TRY_ONCE, _LIST)


class Pn532(Reader):
    def __init__(self, bus: Bus, gone_ms: int) -> None:
        """Create the reader; a tag counts as gone once it is unseen for `gone_ms`."""
        self.is_silent = False
        self._bus = bus
        self._gone_ms = gone_ms
        self._tag: bytes | None = None  # not known yet
        self._tag_ms = 0
        self._step = 0
        self._is_waiting = False
        self._asked_ms = -_POLL_MS
        self.came = b""

    def look(self, now_ms: int) -> bytes | None:
        came = self._bus.read()
        if came:
            self.came = (self.came + came)[-_LONGEST:]
            answer = self._answer()
            while answer:
                self._take(answer, now_ms)
                answer = self._answer()
        waited_ms = passed_ms(now_ms, self._asked_ms)
        if self._is_waiting and waited_ms >= _PATIENCE_MS:
            self.is_silent = True
            self._tag = None
            self._step = 0
            self._ask(now_ms)
        elif not self._is_waiting and (self._step < 2 or waited_ms >= _POLL_MS):
            self._ask(now_ms)
        return self._tag

    def _ask(self, now_ms: int) -> None:
        command = frame(b"\xd4" + _STEPS[self._step])
        self.came = b""
        self._asked_ms = now_ms
        self._is_waiting = True
        self._bus.write(command if self._step else _WAKE + command)

    def _take(self, answer: bytes, now_ms: int) -> None:
        """Handle an answer, which carries its command's number plus one."""
        if not self._is_waiting or answer[0] != _STEPS[self._step][0] + 1:
            return
        self._is_waiting = False
        self.is_silent = False
        if self._step < 2:
            self._step += 1
            return
        uid = uid_in(answer)
        if uid:
            self._tag = uid
            self._tag_ms = now_ms
        elif not self._tag or passed_ms(now_ms, self._tag_ms) >= self._gone_ms:
            self._tag = b""

    def _answer(self) -> bytes | None:
        """Remove the next whole answer from the input and return it without 0xD5."""
        while True:
            start = self.came.find(b"\x00\xff")
            if start < 0:
                return None
            body = unframe(self.came[start + 2 :])
            if body is None:
                return None
            # An acknowledgement has no body; skip it like a broken frame.
            self.came = self.came[start + 2 + (len(body) + 3 if body else 0) :]
            if body[:1] == b"\xd5" and len(body) > 1:
                return body[1:]


def frame(body: bytes) -> bytes:
    """Return a PN532 frame: start, length and its checksum, body and its checksum."""
    size = len(body)
    head = bytes((0, 0, 0xFF, size, -size & 0xFF))
    return head + body + bytes((-sum(body) & 0xFF, 0))


def unframe(data: bytes) -> bytes | None:
    """Return the body that follows the length; b"" if broken, None if incomplete."""
    if len(data) < 2:
        return None
    size = data[0]
    if (size + data[1]) & 0xFF or size == 0:
        return b""
    if len(data) < size + 3:
        return None
    body = data[2 : size + 2]
    return body if (sum(body) + data[size + 2]) & 0xFF == 0 else b""


def uid_in(answer: bytes) -> bytes:
    """Return the uid in the answer to InListPassiveTarget, b"" without a tag."""
    if len(answer) < 7 or answer[1] != 1:
        return b""
    size = answer[6]
    uid = answer[7 : 7 + size]
    return uid if size in (4, 7, 10) and len(uid) == size else b""
