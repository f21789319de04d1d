"""Finds the table's sensor boards, and searches again for those that disappear."""

from collections.abc import Callable, Sequence

from firmware.board import VERSION
from hardware.backend import Alarm, Clock, Line, LineLost, Ports
from hardware.boards.link import Identity, Link
from hardware.boards.sensors import Sensors
from hardware.health import Health, dotted
from hardware.parts.registry import PATIENCE_S, Parts
from hardware.readings import Reading
from wiring.boardmap import SensorBoard
from wiring.tables import tables_hash

# How often to look for missing boards.
SEARCH_S = 2.0
_EARLY_S = 1.0


class Boards:
    def __init__(
        self,
        rows: Sequence[SensorBoard],
        ports: Ports,
        clock: Clock,
        parts: Parts,
        nonce: int,
    ) -> None:
        """Create the driver; `nonce` must differ each time the program starts."""
        self._ports = ports
        self._boards = [
            _Board(row, ports, clock, parts, nonce, self._search) for row in rows
        ]
        self._next_look = Alarm(clock)

    def listen(self, post: Callable[[Reading], None]) -> None:
        """Pass each reading to `post` from now on, on the table's own thread."""
        for board in self._boards:
            board.post = post
        self._next_look.after(0, self._find_ports)

    def close(self) -> None:
        self._next_look.cancel()
        for board in self._boards:
            board.close()

    def health(self) -> tuple[Health, ...]:
        return tuple(board.health() for board in self._boards)

    def _search(self) -> None:
        """Look for missing boards soon, and then every few seconds."""
        if not self._next_look.is_set:
            self._next_look.after(SEARCH_S, self._find_ports)

    def _find_ports(self) -> None:
        plugs = self._ports.find()
        for board in self._boards:
            if board.is_missing:
                # MicroPython prints serial numbers in lower case, stickers in upper
                # case.
                mine = board.usb_serial.upper()
                board.found([port for serial, port in plugs if serial.upper() == mine])
        if any(board.is_missing for board in self._boards):
            self._search()


class _Board:
    def __init__(
        self,
        row: SensorBoard,
        ports: Ports,
        clock: Clock,
        parts: Parts,
        nonce: int,
        search: Callable[[], None],
    ) -> None:
        self.name = row.name
        self.usb_serial = row.usb_serial
        self.post: Callable[[Reading], None] = _drop
        self._ports = ports
        self._clock = clock
        self._parts = parts
        self._search = search
        self._part = f"sensor board {row.name}"
        expected = Identity(VERSION, tables_hash(row), row.usb_serial)
        self._link = Link(row.name, expected, Sensors(row, parts), nonce)
        self._line: Line | None = None
        self._port: str | None = None
        self._trouble: str | None = None
        self._is_live = False
        self._is_telling = False
        self._alarm = Alarm(clock)
        self._due_at = 0.0
        self._tries = 0
        self._open_at = 0.0
        parts.fitted(self._part, f"waiting for its USB plug ({row.usb_serial})")

    @property
    def is_missing(self) -> bool:
        return self._line is None

    def health(self) -> Health:
        link, now = self._link, self._clock.time()
        age_s = None if link.heard_at is None else now - link.heard_at
        return Health(
            self.name,
            self._port,
            link.stage,
            self._trouble,
            link.version,
            age_s,
            link.counters,
        )

    def close(self) -> None:
        self.post = _drop
        self._close()
        self._alarm.cancel()

    # The port

    def found(self, ports: Sequence[str]) -> None:
        """Take the ports where the search found the board's plug."""
        now = self._clock.time()
        if len(ports) != 1:
            self._tries, self._open_at = 0, now
            self._fails(
                self._missing_plug() if not ports else self._several_plugs(ports)
            )
        elif now >= self._open_at:
            self._open(ports[0], now)

    def _missing_plug(self) -> str:
        missing = f"no USB plug has the serial number {self.usb_serial}"
        return f"{missing}; plug it in, or correct it in the board map"

    def _several_plugs(self, ports: Sequence[str]) -> str:
        both = f"{len(ports)} USB plugs have the serial number {self.usb_serial}"
        return f"{both} ({' and '.join(ports)}); unplug all but the board {self.name}"

    def _open(self, port: str, now: float) -> None:
        try:
            self._line = self._ports.open(port, self._read, self._lost)
        except LineLost as error:
            self._wait(f"{port} cannot be opened: {error}")
            return
        self._port = port
        self._link.opened(now)
        self._go_on([])

    def _read(self, data: bytes) -> None:
        self._go_on(self._link.feed(data, self._clock.time()))

    def _lost(self, why: str) -> None:
        self._give_up(f"was lost: {why}")

    def _close(self) -> None:
        line, self._line, self._port = self._line, None, None
        if line:
            line.close()

    def _give_up(self, trouble: str) -> None:
        self._close()
        self._wait(trouble)
        self._is_live = False
        self._report(self._link.closed())
        self._set_timer()

    def _wait(self, trouble: str) -> None:
        """Leave the board alone for a while, longer after each failure."""
        patience_s = PATIENCE_S[min(self._tries, len(PATIENCE_S) - 1)]
        self._open_at = self._clock.time() + patience_s
        self._tries += 1
        self._fails(trouble)
        self._search()

    # The link

    def _due(self) -> None:
        self._go_on(self._link.tick(self._clock.time()))

    def _go_on(self, readings: list[Reading]) -> None:
        """Do what the link needs after any input."""
        self._see_whether_live()
        failure = self._link.failure or self._send()
        # Update our own state first, because the table may raise or call back.
        self._set_timer()
        try:
            self._report(readings)
            # Acknowledge the readings only now, so that a crash loses none.
            if not self._is_telling:
                self._link.handled()
                failure = failure or self._send()
        finally:
            if failure is not None and self._line:
                self._give_up(failure)

    def _send(self) -> str | None:
        """Send the link's outgoing bytes; return what went wrong."""
        out = self._link.outgoing()
        try:
            if out and self._line:
                self._line.send(out)
        except LineLost as error:
            return f"was lost: {error}"
        return None

    def _see_whether_live(self) -> None:
        if self._link.stage == "live" and not self._is_live:
            self._is_live, self._trouble, self._tries = True, None, 0
            self._parts.works(self._part)
            self._parts.fitted(self._part, f"on {self._port}, {self._firmware()}")

    def _firmware(self) -> str:
        version = self._link.version or VERSION
        if version == VERSION:
            return f"firmware {dotted(version)}"
        flash = f"`undertow flash {self.name}` gives it {dotted(VERSION)}"
        return f"firmware {dotted(version)}; {flash}"

    def _set_timer(self) -> None:
        when = self._link.wake_at
        if when is None:
            self._alarm.cancel()
        # A new timer for each of many frames would cost more than one needless wake-up.
        elif not (self._alarm.is_set and 0 <= when - self._due_at <= _EARLY_S):
            self._due_at = when
            self._alarm.at(when, self._due)

    def _report(self, readings: list[Reading]) -> None:
        """Pass on every reading, even if the table raises on an earlier one."""
        was_telling, self._is_telling = self._is_telling, True
        troubles: list[Exception] = []
        for reading in readings:
            try:
                self.post(reading)
            except Exception as error:  # noqa: BLE001  # raised again below
                troubles.append(error)
        self._is_telling = was_telling
        if troubles:
            raise troubles[0]

    def _fails(self, trouble: str) -> None:
        self._trouble = trouble
        self._parts.fails(self._part, trouble)


def _drop(_reading: Reading) -> None:
    """Drop a reading, because nothing listens to the boards yet."""
