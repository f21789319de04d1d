"""A board's last known bits and tags, and the readings that their changes cause.

`Parts` lists each sensor that cannot be trusted, and the game goes on without it:

    stuck       a tile that stays down for longer than a hand would press it counts as
                released until it comes up; a Hall sensor may be on for hours
    flapping    a bit that changes faster than a hand can is ignored until it is quiet,
                by the board's own clock, because after a gap all changes come at once

While the link is down, nothing is known. A tile that is down then counts as released,
and still being down when the link returns is not a new press.
"""

from collections import deque
from collections.abc import Sequence

from hardware.parts.registry import Parts
from hardware.readings import Occupied, Pressed, Reading, Released, TagSeen
from wiring.boardmap import SensorBoard

# Nobody presses a tile for this long.
STUCK_S = 60.0
# For each kind, more changes in that many seconds than a hand can make. The board
# filters Hall sensors more, so fewer of their changes come through.
FLAPPING = {"switch": (50, 2.0), "hall": (20, 5.0)}
QUIET_S = 2.0

_CALLED = {"switch": "switch", "hall": "Hall sensor"}


class Sensors:
    def __init__(self, row: SensorBoard, parts: Parts) -> None:
        self._row = row
        self._parts = parts
        self.levels = bytearray(len(row.sensors))
        self._reported = bytearray(len(row.sensors))
        self._tags = [b""] * len(row.readers)
        # Down, but already reported as released.
        self._let_go: set[int] = set()
        self._down_since: dict[int, float] = {}
        self._changed: dict[int, deque[float]] = {}
        self._flapping: dict[int, float] = {}  # when it last changed
        self._faulty_readers = 0
        self._is_live = False
        self._readings: list[Reading] = []

    def readings(self) -> list[Reading]:
        """Return the readings since the last call, in order."""
        told, self._readings = self._readings, []
        return told

    # What the board says

    def count_mismatch(self, bits: int, readers: int) -> str | None:
        """Say what is wrong with a state whose size does not fit this board."""
        has = len(self.levels), len(self._tags)
        if (bits, readers) == has:
            return None
        return (
            f"reports {bits} inputs and {readers} readers, but the board map has "
            f"{has[0]} and {has[1]}; update it with `undertow flash {self._row.name}`"
        )

    def state(self, levels: Sequence[int], tags: Sequence[bytes], now: float) -> None:
        """Take over a whole state, without knowing when its bits changed."""
        self._changed.clear()
        for bit, level in enumerate(levels):
            self.bit(bit, level, now, None)
        for reader, uid in enumerate(tags):
            if uid != self._tags[reader]:
                self.tag(reader, uid)

    def bit(self, bit: int, level: int, now: float, at: float | None) -> None:
        """Take over a bit; `at` is when it changed by the board's clock, if known."""
        if bit >= len(self.levels) or self.levels[bit] == level:
            return
        self.levels[bit] = level
        sensor = self._row.sensors[bit]
        if sensor is None or self._is_flapping(bit, sensor.kind, now, at):
            return
        if sensor.kind == "switch":
            self._switch(bit, now)
        elif self._is_live:
            self._report_hall(bit)

    def tag(self, reader: int, uid: bytes) -> None:
        if reader < len(self._tags):
            self._tags[reader] = uid
            if uid:
                seen = TagSeen(self._row.readers[reader], uid.hex())
                self._readings.append(seen)

    def faults(self, readers: int) -> None:
        """Take over which readers are silent: bit n stands for reader n."""
        changed = readers ^ self._faulty_readers
        self._faulty_readers = readers
        for number, reader in enumerate(self._row.readers if changed else ()):
            if not changed >> number & 1:
                continue
            if readers >> number & 1:
                trouble = f"does not answer sensor board {self._row.name}"
                self._parts.fails(f"reader {reader}", f"{trouble}; check its cable")
            else:
                self._parts.works(f"reader {reader}")

    # The link

    def go_live(self, *, again: bool, history: bool) -> None:
        """Report each change from now on, because the current state is known.

        `again`: the table no longer knows where pieces are, so report all of them.
        `history`: everything so far happened before the game, so report only the
        outcome.
        """
        self._is_live = True
        happened, self._readings = self._readings, []
        for bit, sensor in enumerate(self._row.sensors):
            if sensor is None or bit in self._flapping:
                continue
            if sensor.kind == "hall":
                if again and self.levels[bit]:
                    self._reported[bit] = 0
                self._report_hall(bit)
            elif history and self._reported[bit]:
                self._readings.append(Pressed(sensor.place))
        if history:
            happened = [
                TagSeen(reader, uid.hex())
                for reader, uid in zip(self._row.readers, self._tags, strict=True)
                if uid
            ]
        self._readings += happened

    def catch_up(self) -> None:
        """Expect old changes, where only the pieces' final places count."""
        self._is_live = False

    def go_down(self) -> None:
        self._is_live = False
        for bit in [bit for bit in self._down_since if self._reported[bit]]:
            self._release(bit)

    # Time

    @property
    def wake_at(self) -> float | None:
        if not self._flapping and not self._down_since:
            return None
        due = [since + QUIET_S for since in self._flapping.values()]
        due += [since + STUCK_S for since in self._down_since.values()]
        return min(due, default=None)

    def tick(self, now: float) -> None:
        for bit, since in list(self._down_since.items()):
            if now >= since + STUCK_S:
                self._release(bit)
                words = f"down for {STUCK_S:.0f} s; check that nothing lies on it"
                self._parts.fails(self._name(bit), words)
        for bit, since in list(self._flapping.items()):
            if now >= since + QUIET_S:
                self._end_flapping(bit)

    # One sensor

    def _switch(self, bit: int, now: float) -> None:
        if self.levels[bit]:
            self._reported[bit] = 1
            self._down_since[bit] = now
            self._readings.append(Pressed(self._place(bit)))
        elif bit in self._let_go:
            self._let_go.remove(bit)
            self._parts.works(self._name(bit))
        else:
            self._release(bit)
            self._let_go.discard(bit)

    def _release(self, bit: int) -> None:
        """Report a release; ignore a switch that is still down until it comes up."""
        self._let_go.add(bit)
        self._down_since.pop(bit, None)
        if self._reported[bit]:
            self._reported[bit] = 0
            self._readings.append(Released(self._place(bit)))

    def _report_hall(self, bit: int) -> None:
        level = self.levels[bit]
        if self._reported[bit] != level:
            self._reported[bit] = level
            self._readings.append(Occupied(self._place(bit), bool(level)))

    def _is_flapping(self, bit: int, kind: str, now: float, at: float | None) -> bool:
        if bit in self._flapping:
            self._flapping[bit] = now
            return True
        if at is None:
            return False
        most, within_s = FLAPPING[kind]
        times = self._changed.setdefault(bit, deque(maxlen=most))
        times.append(at)
        if len(times) < most or times[-1] - times[0] > within_s:
            return False
        self._flapping[bit] = now
        words = f"changes {most} times within {within_s:.0f} s; check its wire"
        self._parts.fails(self._name(bit), words)
        if kind == "switch":
            self._release(bit)
        return True

    def _end_flapping(self, bit: int) -> None:
        del self._flapping[bit]
        self._changed.pop(bit, None)
        sensor = self._row.sensors[bit]
        if sensor and sensor.kind == "hall" and self._is_live:
            self._report_hall(bit)
        elif not self.levels[bit]:
            self._let_go.discard(bit)
        self._parts.works(self._name(bit))

    def _place(self, bit: int) -> str:
        sensor = self._row.sensors[bit]
        assert sensor
        return sensor.place

    def _name(self, bit: int) -> str:
        sensor = self._row.sensors[bit]
        assert sensor
        return f"{sensor.place}'s {_CALLED[sensor.kind]}"
