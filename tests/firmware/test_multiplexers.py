"""The scan of multiplexers, on lines that take their time as real ones do.

This file runs under CPython and MicroPython alike.
"""

from firmware.multiplexers import CHANNELS, Multiplexers, SelectLine, Signals
from tests.firmware.played import same

PINS = (6, 7, 22)  # of three multiplexers
RISE_US = 12
OTHERS = 1 << 25 | 1  # pins of other things, which are high


class Wires(Signals):
    """Select lines and signals; a signal rises only while somebody waits for it."""

    def __init__(self) -> None:
        self.low: set[int] = set()  # inputs
        self.lines = [0, 0, 0, 0]
        self.changes: list[int] = []  # how many lines changed before each look
        self.channels: list[int] = []  # that were looked at
        self.breaks_at = -1  # the look that fails
        self._changed = 0
        self._high = dict.fromkeys(PINS, True)

    def set_line(self, number: int, level: int) -> None:
        self._changed += self.lines[number] != level
        self.lines[number] = level
        self._pull_down()

    def wait(self, us: int) -> None:
        if us < RISE_US:
            return
        for number, pin in enumerate(PINS):
            self._high[pin] = CHANNELS * number + self.channel() not in self.low

    def levels(self) -> int:
        self._pull_down()
        self.changes.append(self._changed)
        self.channels.append(self.channel())
        self._changed = 0
        if len(self.channels) - 1 == self.breaks_at:
            raise OSError("played")
        return OTHERS | sum([1 << pin for pin in PINS if self._high[pin]])

    def channel(self) -> int:
        return sum([level << n for n, level in enumerate(self.lines)])

    def _pull_down(self) -> None:
        for number, pin in enumerate(PINS):
            if CHANNELS * number + self.channel() in self.low:
                self._high[pin] = False


class Line(SelectLine):
    def __init__(self, wires: Wires, number: int) -> None:
        self._wires = wires
        self._number = number

    def __call__(self, level: int) -> None:
        self._wires.set_line(self._number, level)


def scanned(wires: Wires, settle_us: int = RISE_US) -> Multiplexers:
    select: list[SelectLine] = []
    for number in range(4):
        select.append(Line(wires, number))
    return Multiplexers(select, PINS, settle_us, wires)


def low_bits(inputs: bytearray) -> list[int]:
    return [n for n in range(8 * len(inputs)) if not inputs[n >> 3] >> (n & 7) & 1]


def test_bit_n_is_channel_n_mod_16_of_multiplexer_n_over_16() -> None:
    wires = Wires()
    scan = scanned(wires)
    for bit in range(CHANNELS * len(PINS)):
        wires.low = {bit}
        same(low_bits(scan.load()), [bit])


def test_one_select_line_changes_a_step_and_every_channel_comes_once() -> None:
    wires = Wires()
    scan = scanned(wires)
    scan.load()
    scan.load()
    same(sorted(wires.channels[CHANNELS:]), list(range(CHANNELS)))
    same(wires.changes, [0] + [1] * (2 * CHANNELS - 1))


def test_a_scan_that_broke_off_does_not_shift_the_next_one() -> None:
    for look in range(CHANNELS):
        wires = Wires()
        wires.low = {3, 20}
        wires.breaks_at = look
        scan = scanned(wires)
        try:
            scan.load()
            raise AssertionError("it did not break off")
        except OSError:
            pass
        same(low_bits(scan.load()), [3, 20])


def test_with_a_short_wait_a_sensor_would_be_felt_in_the_next_channel_too() -> None:
    """That is what the waiting is for, and that these wires can show it."""
    wires = Wires()
    wires.low = {0}
    assert len(low_bits(scanned(wires, RISE_US - 1).load())) > 1


def test_the_pins_of_other_things_do_not_matter() -> None:
    wires = Wires()
    wires.levels = lambda: 0x3FFFFFFF  # type: ignore[method-assign]
    same(low_bits(scanned(wires).load()), [])
    wires.levels = lambda: OTHERS  # type: ignore[method-assign]
    same(low_bits(scanned(wires).load()), list(range(48)))
