"""A sensor board without its chip: inputs and commands in, frames out.

The code that owns the chip calls `tick` with the time and inputs, calls `receive` with
bytes from the line, and restarts the chip for an update.
"""

import os

from firmware.around import Line, Reader, Tables, passed_ms
from firmware.log import Log
from firmware.messages import (
    AskHello,
    AskState,
    Changes,
    Command,
    Heartbeat,
    Hello,
    Message,
    Seen,
    State,
    Update,
    unpack,
)
from firmware.watch import Watch
from firmware.wire import Decoder, frame

VERSION = (1, 1, 0)
HEARTBEAT_MS = 5000  # rarely, so that the table's processor can sleep
ALONE_MS = 500  # between heartbeats until a table answers
REPEAT_MS = 200  # until an unacknowledged entry is sent again
# After this long without the table, only heartbeats are sent.
GIVE_UP_MS = 12000
_SETTLING_MS = 5  # between scans of an input that has just changed
_MOST = 0x3FFFFFFF  # larger ints take memory on the chip


def draw_epoch() -> int:
    """Return 30 random bits, never 0."""
    return int.from_bytes(os.urandom(4), "big") >> 2 or 1


class Board:
    def __init__(
        self,
        tables: Tables,
        serial: str,
        epoch: int,  # from `draw_epoch`
        line: Line,
        readers: list[Reader],
        now_ms: int,
    ) -> None:
        self.wants_update = False  # for the code that owns the chip
        self._tables = tables
        self._serial = serial
        self._epoch = epoch
        self._line = line
        self.watch = Watch(tables.DWELL, readers, now_ms)
        self._count = self.watch.inputs.count
        self._decoder = Decoder()
        self._sequence = 0
        self._heartbeat_ms = now_ms
        self._repeat_ms = 0
        self._heard_ms: int | None = None  # None: no table is there
        self._faults = 0

    def tick(self, now_ms: int, raw: bytearray) -> None:
        """Scan the inputs, and send what is due."""
        was_settled = self.watch.log is not None
        self.watch.tick(now_ms, raw)
        log = self.watch.log
        if log is None:
            return
        if log.is_abandoned():
            log.start_epoch()
            self._epoch = self._epoch % _MOST + 1
        if not was_settled:
            self._hello(0, log)
            self._heartbeat_ms = now_ms
        if self._heard_ms is not None:
            if passed_ms(now_ms, self._heard_ms) >= GIVE_UP_MS:
                self._heard_ms = None
            self._tell(now_ms, log)
        is_due = passed_ms(now_ms, self._heartbeat_ms) >= self._pause_ms()
        if is_due or self._faults != self.watch.faults:
            self._heartbeat_ms = now_ms
            self._faults = self.watch.faults
            self._send(Heartbeat(self._epoch, log.last, self._faults))

    def receive(self, now_ms: int, data: bytes) -> None:
        """Handle any bytes from the line."""
        for message in self._decoder.feed(data):
            command = unpack(message)
            log = self.watch.log
            if log is not None and isinstance(command, (AskHello, Command)):
                self._heard_ms = now_ms
                self._obey(command, now_ms, log)

    def rest_ms(self, now_ms: int) -> int:
        """Return how long the board can sleep unless an input or the line changes."""
        log = self.watch.log
        if log is None or self.watch.inputs.is_settling:
            return _SETTLING_MS
        rest = self._pause_ms() - passed_ms(now_ms, self._heartbeat_ms)
        if self._heard_ms is not None and log.seen != log.last:
            rest = min(rest, REPEAT_MS - passed_ms(now_ms, self._repeat_ms))
        return max(rest, 0)

    def is_lamp_on(self) -> bool:
        """Dark while no table is there, lit when one is."""
        return self._heard_ms is not None

    def _pause_ms(self) -> int:
        return ALONE_MS if self._heard_ms is None else HEARTBEAT_MS

    def _tell(self, now_ms: int, log: Log) -> None:
        if log.seen != log.sent and passed_ms(now_ms, self._repeat_ms) >= REPEAT_MS:
            log.repeat()
        entries = log.unsent()
        while entries:
            if log.seen == log.sent:  # nothing is in flight: start the timeout now
                self._repeat_ms = now_ms
            first, last, data = entries
            if not self._send(Changes(self._epoch, first, data)):
                return
            log.sent = last
            entries = log.unsent()

    def _obey(self, command: Message, now_ms: int, log: Log) -> None:
        if isinstance(command, AskHello):
            self._hello(command.nonce, log)
        elif isinstance(command, Command) and command.epoch != self._epoch:
            self._hello(0, log)
        elif isinstance(command, Seen):
            if command.number != log.seen:
                self._repeat_ms = now_ms
            log.acknowledge(command.number)
        elif isinstance(command, AskState):
            state = self._count, bytes(log.bits), tuple(log.tags)
            self._send(State(self._epoch, log.seen, *state))
            log.repeat()
        elif isinstance(command, Update):
            self.wants_update = True

    def _hello(self, nonce: int, log: Log) -> None:
        tables = self._tables.HASH, self._tables.NAME
        self._send(Hello(nonce, self._epoch, log.last, VERSION, *tables, self._serial))

    def _send(self, message: Message) -> bool:
        # The zero ends anything left on the line: noise, or the chip's own output.
        if not self._line.write(b"\0" + frame(self._sequence, message.pack())):
            return False
        self._sequence = (self._sequence + 1) & 0xFF
        return True
