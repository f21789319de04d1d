"""What the sensors of a board say, written into its log.

Nothing is logged for the first moment after the start: until then inputs and readers
are taken as they are. So a card that lies on a reader while the board restarts is part
of the state and not told as a new one.
"""

from firmware.around import Reader
from firmware.debounce import Debounce
from firmware.log import Log
from firmware.ticks import passed_ms

_SETTLE_MS = 300
_SETTLE_AT_MOST_MS = 2000  # for a reader that does not answer


class Watch:
    def __init__(
        self, dwell: tuple[tuple[int, int], ...], readers: list[Reader], now_ms: int
    ) -> None:
        self.inputs = Debounce(dwell)
        self.log: Log | None = None  # until all is at rest
        self.faults = 0  # bit n: reader n does not answer
        self._readers = readers
        self._tags: list[bytes | None] = [None] * len(readers)
        self._changed: list[int] = []
        self._started_ms = now_ms
        self._is_first = True

    def tick(self, now_ms: int, raw: bytearray) -> None:
        """Look at inputs (0 is pressed) and readers."""
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
