"""A bad line ends in the same state as a good one; `test_micropython` runs this too.

The line between `Played` and `Table` drops, corrupts, doubles, delays and swaps frames
and adds noise, all from a seed.
"""

from tests.firmware.played import Played, Table, same
from tests.firmware.test_board import exchange


class Dice:
    """A small generator that draws the same under both interpreters."""

    def __init__(self, seed: int) -> None:
        self._state = seed & 0xFFFFFFFF or 1

    def roll(self, sides: int) -> int:
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % sides


class BadLine:
    """One direction of it. Faults in percent, each of them for every frame."""

    def __init__(self, dice: Dice, percent: dict[str, int]) -> None:
        self._dice = dice
        self._percent = percent
        self._late: list[bytes] = []

    def carry(self, frames: list[bytes]) -> list[bytes]:
        arrived, self._late = self._late, []
        for data in frames:
            if self._happens("drop"):
                continue
            if self._happens("spoil"):
                data = self._spoilt(data)
            if self._happens("double"):
                arrived.append(data)
            if self._happens("delay"):
                self._late.append(data)
            elif self._happens("swap") and arrived:
                arrived.insert(len(arrived) - 1, data)
            else:
                arrived.append(data)
        if self._happens("babble"):
            size = self._dice.roll(400)
            arrived.append(bytes([self._dice.roll(256) for _ in range(size)]))
        return arrived

    def _happens(self, fault: str) -> bool:
        return self._dice.roll(100) < self._percent.get(fault, 0)

    def _spoilt(self, data: bytes) -> bytes:
        spoilt = bytearray(data)
        for _ in range(1 + self._dice.roll(3)):
            spoilt[self._dice.roll(len(spoilt))] ^= 1 << self._dice.roll(8)
        return bytes(spoilt)


def turns(played: Played, table: Table, to: BadLine, fro: BadLine, count: int) -> None:
    for turn in range(count):
        played.wait(20)
        sent, played.line.sent = played.line.sent, []
        table.feed(b"".join(fro.carry(sent)))
        if turn % 25 == 0:
            table.ask_again()
        out, table.out = table.out, []
        for data in to.carry(out):
            played.board.receive(played.now_ms, data)


def hands(played: Played, dice: Dice) -> list[object]:
    """Do something at random and return what the table must hear of it."""
    deed = dice.roll(4)
    if deed == 0:
        uid = bytes([4, dice.roll(256), 0, dice.roll(256)])
        reader = dice.roll(2)
        (played.shoe, played.play)[reader].tag = uid
        played.wait(4)
        (played.shoe, played.play)[reader].tag = b""
        played.wait(4)
        return [(reader, uid), (reader, b"")]
    bit = dice.roll(8)
    played.press(bit)
    return [(bit, 1), (bit, 0)]


def play(seed: int, percent: dict[str, int]) -> None:
    """Play over a bad line: every deed is heard once, in order."""
    dice = Dice(seed)
    played, table = Played(77), Table()
    quiet = BadLine(dice, {})
    to, fro = BadLine(dice, percent), BadLine(dice, percent)
    table.ask_again()
    turns(played, table, to, fro, 200)
    expected: list[object] = []
    for _ in range(30):
        expected += hands(played, dice)
        turns(played, table, to, fro, 1 + dice.roll(12))
    turns(played, table, quiet, quiet, 80)
    same(table.readings, expected)


def test_a_line_with_every_fault_at_once_ends_where_a_good_one_does() -> None:
    every = ("drop", "spoil", "double", "delay", "swap", "babble")
    for seed in range(51, 57):
        play(seed, dict.fromkeys(every, 15))


def test_a_reset_tells_what_has_changed_meanwhile_and_nothing_else() -> None:
    played, table = Played(77), Table()
    table.ask_again()
    exchange(played, table)
    played.hold(3)
    played.hold(12)
    played.shoe.tag = b"\x04\x01\x02\x03"
    played.wait(200)
    exchange(played, table)
    same(table.readings, [(0, b"\x04\x01\x02\x03"), (3, 1), (12, 1)])
    table.readings.clear()
    played.start(epoch=78)
    played.let_go(12)
    played.wait(340)
    exchange(played, table)
    same(table.readings, [(12, 0)])


def test_resets_on_a_bad_line_leave_the_same_state() -> None:
    every = ("drop", "spoil", "double", "delay", "swap", "babble")
    for seed in range(61, 65):
        dice = Dice(seed)
        played, table = Played(77), Table()
        percent = dict.fromkeys(every, 15)
        to, fro = BadLine(dice, percent), BadLine(dice, percent)
        table.ask_again()
        for epoch in range(78, 83):
            bit = dice.roll(8)
            (played.hold if dice.roll(2) else played.let_go)(bit)
            turns(played, table, to, fro, 1 + dice.roll(20))
            played.start(epoch)
            turns(played, table, to, fro, 1 + dice.roll(40))
        quiet = BadLine(dice, {})
        turns(played, table, quiet, quiet, 80)
        bits = played.inputs[0] ^ 0xFF
        same(table.levels[:8], [bits >> bit & 1 for bit in range(8)])


def test_a_late_hello_does_not_bring_back_an_epoch_that_is_over() -> None:
    played, table = Played(77), Table()
    table.ask_again()
    first = table.out[0]
    played.board.receive(played.now_ms, first)
    late = b"".join(played.line.sent)
    exchange(played, table)
    played.press(2)
    exchange(played, table)
    played.start(epoch=78)
    played.wait(340)
    played.press(4)
    exchange(played, table)
    before = list(table.readings)
    table.feed(late)
    exchange(played, table)
    same(table.epoch, 78)
    same(table.readings, before)
    same(before, [(2, 1), (2, 0), (4, 1), (4, 0)])
