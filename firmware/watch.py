"""Debounces the board's sensors, and writes their changes into its log.

Just after its start the board takes over inputs and readers without logging them. So a
card that lies on a reader during a restart is part of the state, and the board does not
report it as new.
"""

from array import array

from firmware.around import Reader, passed_ms
from firmware.log import Log

_SETTLE_MS = 300
_SETTLE_AT_MOST_MS = 2000  # for a reader that does not answer


class Watch:
    def __init__(
        self, dwell: tuple[tuple[int, int], ...], readers: list[Reader], now_ms: int
    ) -> None:
        self.inputs = Debounce(dwell)
        self.log: Log | None = None  # None until everything is at rest
        self.faults = 0  # bit n means that reader n does not answer
        self._readers = readers
        self._tags: list[bytes | None] = [None] * len(readers)
        self._changed: list[int] = []
        self._started_ms = now_ms
        self._is_first = True

    def tick(self, now_ms: int, raw: bytearray) -> None:
        """Check inputs (0 is pressed) and readers."""
        if self._is_first:
            self._is_first = False
            self.inputs.start(raw)
        self.inputs.scan(raw, now_ms, self._changed)
        if self._changed:
            self._log_bits(now_ms)
        for number, reader in enumerate(self._readers):
            self._look(number, reader, now_ms)
        if self.log is None:
            self._settle(now_ms)

    def _log_bits(self, now_ms: int) -> None:
        if self.log is not None:
            for bit in self._changed:
                self.log.bit(bit, self.inputs.bits[bit >> 3] >> (bit & 7) & 1, now_ms)
        self._changed.clear()

    def _look(self, number: int, reader: Reader, now_ms: int) -> None:
        tag = reader.look(now_ms)
        if reader.is_silent:
            self.faults |= 1 << number
        else:
            self.faults &= ~(1 << number)
        if tag is not None and tag != self._tags[number]:
            self._tags[number] = tag
            if self.log is not None:
                self.log.tag(number, tag)

    def _settle(self, now_ms: int) -> None:
        is_sure = not self.inputs.is_settling and None not in self._tags
        least_ms = _SETTLE_MS if is_sure else _SETTLE_AT_MOST_MS
        if passed_ms(now_ms, self._started_ms) >= least_ms:
            tags = [tag or b"" for tag in self._tags]
            self.log = Log(self.inputs.bits, tags, now_ms)


class Debounce:
    """A filter that passes only bits that stay steady for their kind's dwell time.

    A switch bounces for a few milliseconds, and a piece that slides past a Hall sensor
    covers it for a tenth of a second. Both pull their line low, so an input that reads
    1 is at rest.

    `bits` has the debounced levels; bit n is in byte n // 8 with the weight 1 << n % 8.
    """

    def __init__(self, dwell: tuple[tuple[int, int], ...]) -> None:
        """Take rows of (first bit after the row, dwell ms); 0 ms means not wired."""
        self.count = dwell[-1][0] if dwell else 0
        size = (self.count + 7) // 8
        self.bits = bytearray(size)
        self.is_settling = False  # some bit differs from its debounced level
        self._raw = bytearray(size)
        self._latest = bytearray(size)
        self._wired = bytearray(size)
        self._dwell_ms = array("H", bytes(2 * self.count))
        self._since_ms = array("I", bytes(4 * self.count))
        bit = 0
        for end, dwell_ms in dwell:
            while bit < end:
                self._dwell_ms[bit] = dwell_ms
                self._wired[bit >> 3] |= (dwell_ms > 0) << (bit & 7)
                bit += 1

    def start(self, raw: bytearray) -> None:
        """Take over the current inputs as the debounced state."""
        self._raw[:] = raw
        for at in range(len(raw)):
            self.bits[at] = self._latest[at] = ~raw[at] & self._wired[at]

    def scan(self, raw: bytearray, now_ms: int, changed: list[int]) -> None:
        """Scan the inputs, and log each bit whose debounced level has changed."""
        if raw == self._raw and not self.is_settling:
            return  # the usual case: nothing has moved
        self._raw[:] = raw
        self.is_settling = False
        for at in range(len(raw)):
            level = ~raw[at] & self._wired[at]
            moved = level ^ self._latest[at]
            if moved:
                self._latest[at] = level
                self._restart(at << 3, moved, now_ms)
            waiting = level ^ self.bits[at]
            if waiting:
                self.is_settling = True
                self._settle(at, waiting, now_ms, changed)

    def _restart(self, bit: int, moved: int, now_ms: int) -> None:
        while moved:
            if moved & 1:
                self._since_ms[bit] = now_ms & 0x3FFFFFFF
            moved >>= 1
            bit += 1

    def _settle(self, at: int, waiting: int, now_ms: int, changed: list[int]) -> None:
        bit = at << 3
        while waiting:
            if waiting & 1:
                steady_ms = passed_ms(now_ms, self._since_ms[bit])
                if steady_ms >= self._dwell_ms[bit]:
                    self.bits[at] ^= 1 << (bit & 7)
                    changed.append(bit)
            waiting >>= 1
            bit += 1
