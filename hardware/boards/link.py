"""The table's end of the wire to one board: bytes in, readings and bytes out.

The caller owns the port and the clock. It calls `opened`, `feed`, `tick` and `closed`
with the time, sends what `outgoing` returns, and calls `tick` again at `wake_at`. It
calls `handled` once the table has dealt with the readings, and only then may the board
forget them.

    closed        no port
    asking        AskHello is out; every other message is ignored
    catching up   the right board has answered, and is sending its log
    live          each change becomes a reading

`firmware/messages.py` explains the messages and why nothing is lost or duplicated. If a
board answers wrongly or not at all, the link gives up: `failure` says why, and the
caller closes the port and tries again later.
"""

from typing import Literal, NamedTuple

from firmware.board import HEARTBEAT_MS
from firmware.messages import (
    PROTOCOL,
    AskHello,
    AskState,
    Changes,
    Heartbeat,
    Hello,
    Message,
    Seen,
    State,
    ahead,
    unpack,
)
from firmware.wire import Decoder, frame
from hardware.boards.question import next_nonce, quiet_sequence
from hardware.boards.sensors import Sensors
from hardware.health import Counters, Stage, dotted
from hardware.readings import LinkDown, LinkUp, Reading

# How long to wait for an answer to each question.
PATIENCE_S = (0.5, 0.5, 0.5, 0.5, 1.0, 2.0)
# After this much silence, ask for a sign of life.
SILENCE_S = 1.3 * HEARTBEAT_MS / 1000
# A board's whole log arrives within a second, or a few seconds on a bad line.
CATCH_UP_S = 30.0


_NEVER_LIVE = (
    f"does not catch up: after {CATCH_UP_S:.0f} s a part of its log is still missing; "
    "check its cable"
)


class Identity(NamedTuple):
    """The firmware that a board must have."""

    version: tuple[int, int, int]  # only its first number has to match
    tables: bytes  # the hash of its generated tables
    serial: str  # as its USB plug reports it


class Link:
    def __init__(
        self, board: str, expected: Identity, sensors: Sensors, nonce: int
    ) -> None:
        """Create a link whose nonces count up from any number."""
        self.stage: Stage = "closed"
        self.failure: str | None = None
        self.version: tuple[int, int, int] | None = None
        self.heard_at: float | None = None
        self._board = board
        self._expected = expected
        self._sensors = sensors
        self._nonce = nonce
        self._decoder = Decoder()
        self._sequence = 0
        self._out: list[bytes] = []
        self._happened: list[Reading] = []
        self._is_up = False
        # The open question, how often it was sent, and when to send it again.
        self._wanted: Literal["hello", "state"] | None = None
        self._tries = 0
        self._ask_at = 0.0
        # The epoch, and the last known entry of the board's log.
        self._epoch = 0
        self._reached = 0
        self._is_known = False
        self._goal = 0
        self._live_by = 0.0
        self._is_history = True
        self._is_seen_due = False
        self._board_s = 0.0  # time on the board's own clock, from an arbitrary zero
        self._no_message = self._resent = self._asked = self._restarts = 0

    @property
    def counters(self) -> Counters:
        line = self._decoder
        bad = line.bad_cobs + line.too_long + self._no_message
        mine = self._resent, self._asked, self._restarts
        return Counters(line.bad_crc, bad, line.gaps, line.repeats, *mine)

    @property
    def wake_at(self) -> float | None:
        line_at, sensors_at = self._line_at(), self._sensors.wake_at
        if line_at is None or sensors_at is None:
            return sensors_at if line_at is None else line_at
        return min(line_at, sensors_at)

    def outgoing(self) -> bytes:
        """Return the bytes to send; a leading zero ends any noise on the line."""
        out, self._out = b"".join(self._out), []
        return b"\0" + out if out else b""

    # What happens to the port

    def opened(self, now: float) -> None:
        # Drop half a frame from before the port closed, or it would spoil the next one.
        self._decoder.feed(b"\0")
        self.stage, self.failure = "asking", None
        self._want("hello", now)

    def closed(self) -> list[Reading]:
        self.stage, self._wanted = "closed", None
        self._out = []
        self._sensors.go_down()
        if not self._is_up:
            return []
        self._is_up = False
        return [*self._sensors.readings(), LinkDown(self._board)]

    def feed(self, data: bytes, now: float) -> list[Reading]:
        for raw in self._decoder.feed(data):
            message = unpack(raw)
            if message is None:
                self._no_message += 1
            elif self.failure is None:
                self._take(message, now)
        return self._take_readings()

    def handled(self) -> None:
        """Note that the table has dealt with all readings given out so far."""
        if self._is_seen_due and self.stage == "live":
            self._is_seen_due = False
            self._send(Seen(self._epoch, self._reached))

    def tick(self, now: float) -> list[Reading]:
        self._sensors.tick(now)
        at = self._line_at()
        if at is not None and now >= at:
            if self.stage == "catching up" and now >= self._live_by:
                self.failure = _NEVER_LIVE
            elif self._wanted:
                self._ask(now)
            else:
                self._want("hello", now)
        return self._take_readings()

    # Asking

    def _line_at(self) -> float | None:
        if self.stage == "closed" or self.failure is not None:
            return None
        at = self._ask_at if self._wanted else (self.heard_at or 0.0) + SILENCE_S
        return min(at, self._live_by) if self.stage == "catching up" else at

    def _want(self, what: Literal["hello", "state"], now: float) -> None:
        if self._wanted == what:
            return
        self._wanted, self._tries = what, 0
        if what == "hello":
            self._nonce = next_nonce(self._nonce)
        self._ask(now)

    def _ask(self, now: float) -> None:
        if self._tries == len(PATIENCE_S):
            self.failure = self._silent()
            return
        self._ask_at = now + PATIENCE_S[self._tries]
        self._tries += 1
        if self._wanted == "hello":
            sequence = quiet_sequence(self._nonce, self._sequence)
            assert sequence is not None, "next_nonce gives no others"
            self._sequence = sequence
            self._send(AskHello(self._nonce))
        else:
            self._asked += 1
            self._send(AskState(self._epoch))

    def _silent(self) -> str:
        if self._is_up:
            return "fell silent; check its cable"
        return (
            "does not answer; if it has no firmware yet, install it with "
            f"`undertow flash {self._board}`"
        )

    def _send(self, message: Message) -> None:
        self._out.append(frame(self._sequence, message.pack()))
        self._sequence = (self._sequence + 1) & 0xFF

    # What the board says

    def _take(self, message: Message, now: float) -> None:
        if isinstance(message, Hello):
            self._hello(message, now)
        elif self.stage == "asking":
            return
        elif not isinstance(message, Changes | State | Heartbeat):
            self._no_message += 1
        elif message.epoch != self._epoch:
            self._want("hello", now)
        else:
            self.heard_at = now
            if isinstance(message, Changes):
                self._changes(message, now)
            elif isinstance(message, State):
                self._state(message, now)
            else:
                self._heartbeat(message, now)

    def _hello(self, hello: Hello, now: float) -> None:
        if self._wanted != "hello" or hello.nonce != self._nonce:
            # That fault may be over by now: only a fresh report counts.
            if hello.epoch != self._epoch:
                self._want("hello", now)
            return
        self.version = hello.version
        self.failure = self._refusal(hello)
        if self.failure is not None:
            return
        self.heard_at = now
        self._wanted = None
        if hello.epoch != self._epoch:
            self._restarts += self._epoch != 0
            self._epoch, self._is_known = hello.epoch, False
        elif self.stage == "live":
            return  # this is the sign of life we asked for
        elif ahead(hello.last, self._reached) < 0:
            # The board has logged so much since then that its numbers have wrapped
            # around.
            self._is_known = False
        self._goal = hello.last
        self._happened += self._sensors.readings() if self._is_up else []
        if self.stage != "catching up":
            self.stage, self._live_by = "catching up", now + CATCH_UP_S
        self._sensors.catch_up()
        self._want("state", now)

    def _refusal(self, hello: Hello) -> str | None:
        flash = f"`undertow flash {self._board}`"
        if hello.name != self._board:
            says = f"reports the name {hello.name}, not {self._board}"
            return f"{says}; correct it with {flash}"
        if hello.serial.upper() != self._expected.serial.upper():
            says = f"reports the serial number {hello.serial}"
            plug = f"but its USB plug has {self._expected.serial}"
            return f"{says}, {plug}; plug it in again"
        if hello.protocol != PROTOCOL:
            says = f"speaks version {hello.protocol} of the wire, this table {PROTOCOL}"
            return f"{says}; update it with {flash}"
        if hello.version[0] != self._expected.version[0]:
            runs, needs = map(dotted, (hello.version, self._expected.version))
            return f"runs firmware {runs}, but needs {needs}; update it with {flash}"
        if hello.tables != self._expected.tables:
            return f"was made for another board map; update it with {flash}"
        return None

    def _state(self, state: State, now: float) -> None:
        self.failure = self._sensors.count_mismatch(state.count, len(state.tags))
        if self.failure is not None:
            return
        if self._wanted == "state":
            self._wanted = None
        # The board keeps nothing from before its state, so this makes it forget
        # nothing. But it sends only a limited number of entries past the last
        # acknowledged one.
        self._send(Seen(self._epoch, state.number))
        if not self._is_known or ahead(state.number, self._reached) > 0:
            levels = [state.level(bit) for bit in range(state.count)]
            self._sensors.state(levels, state.tags, now)
            self._is_known, self._reached = True, state.number
        self._arrived()

    def _changes(self, changes: Changes, now: float) -> None:
        if not self._is_known:
            return
        # How many of these entries are known; negative if earlier ones are missing.
        known = ahead(self._reached, changes.first) + 1
        if known < 0:
            self._want("state", now)
            return
        if self._wanted == "state":
            self._wanted = None  # nothing is missing, so the question is answered
        entries = changes.split()
        self._resent += min(known, len(entries))
        for which, level, uid, since_ms in entries[known:]:
            if uid is None:
                self._board_s += since_ms / 1000
                self._sensors.bit(which, level, now, self._board_s)
            else:
                self._sensors.tag(which, uid)
            self._reached = (self._reached + 1) & 0xFFFF
            self._arrived()
        self._is_seen_due = True

    def _heartbeat(self, heartbeat: Heartbeat, now: float) -> None:
        self._sensors.faults(heartbeat.faults)
        if not self._is_known:
            return
        self._is_seen_due = True
        if ahead(heartbeat.last, self._reached) > 0:
            self._want("state", now)

    def _arrived(self) -> None:
        """Go live once every entry from before the hello is known."""
        if self.stage == "catching up" and ahead(self._goal, self._reached) <= 0:
            self.stage = "live"
            self._sensors.go_live(again=not self._is_up, history=self._is_history)
            self._is_history = False
            if not self._is_up:
                self._is_up = True
                self._happened.append(LinkUp(self._board))

    def _take_readings(self) -> list[Reading]:
        """Return the readings; those of sensors wait until the link is up."""
        happened, self._happened = self._happened, []
        return happened + (self._sensors.readings() if self.stage == "live" else [])
