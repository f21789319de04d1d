"""The chip under a sensor board, a Pico or Pico 2: pins, line, lamp and watchdog.

Wiring, the same for every board:

| GPIO | goes to |
| --- | --- |
| 0, 1 | receive and send of the first PN532 (its switches at HSU) |
| 8, 9 | receive and send of the second PN532 |

A board's tables list the pins of its multiplexers.
"""

import select
import sys
import time

import machine

from firmware.around import Inputs, Line, Reader, Tables
from firmware.board import Board, draw_epoch
from firmware.multiplexers import Multiplexers, SelectLine, Signals
from firmware.pn532 import Pn532

_SCAN_MS = 2
_WATCHDOG_MS = 8000
_READER_PINS = ((0, 1), (8, 9))  # send and receive of the two serial lines
_IN_ONE_GO = 64  # bytes read in one turn, so that scans stay regular

# The watchdog's registers differ in address: where an RP2040 has them, an RP2350 has
# its USB clock. The first scratch register survives a reset but not a power cut. It
# holds a magic number, and whether the table wants an update.
_IS_RP2350 = "RP2350" in sys.implementation._machine
_NOTE = 0x400D800C if _IS_RP2350 else 0x4005800C
_MARK = 0x5EA
_UPDATE = 0x80000
# The register with the levels of all pins, at the same address on both chips.
_LEVELS = 0xD0000004


class Usb(Line):
    """The USB plug as a serial line."""

    def __init__(self) -> None:
        self._came = select.poll()
        self._came.register(sys.stdin, select.POLLIN)
        self._free = select.poll()
        self._free.register(sys.stdout, select.POLLOUT)

    def read(self) -> bytes:
        data = bytearray()
        while len(data) < _IN_ONE_GO and self._came.poll(0):
            byte = sys.stdin.buffer.read(1)  # a longer read would block
            if not byte:
                break
            data.extend(byte)
        return bytes(data)

    def write(self, data: bytes) -> bool:
        # Writing into a full buffer would block for half a second.
        return bool(self._free.poll(0)) and sys.stdout.buffer.write(data) == len(data)


class SignalPins(Signals):
    """Signal pins that the chip pulls up and a sensor pulls down."""

    def __init__(self, pins: tuple[int, ...]) -> None:
        for pin in pins:
            machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
        # Direct references are twice as fast as methods.
        memory, levels = machine.mem32, _LEVELS
        self.levels = lambda: memory[levels]  # type: ignore[method-assign]
        self.wait = time.sleep_us  # type: ignore


class Chip:
    def __init__(self, tables: Tables) -> None:
        self._watchdog = machine.WDT(timeout=_WATCHDOG_MS)
        self._lamp = machine.Pin("LED", machine.Pin.OUT)
        self._usb = Usb()
        self._inputs = _inputs(tables)
        serial = "".join([f"{byte:02X}" for byte in machine.unique_id()])
        self._board = Board(
            tables,
            serial,
            draw_epoch(),
            self._usb,
            _readers(tables),
            time.ticks_ms(),  # type: ignore[attr-defined]  # MicroPython's own
        )

    def turn(self) -> None:
        """Scan once. Only a successful turn feeds the watchdog."""
        try:
            now_ms = time.ticks_ms()  # type: ignore[attr-defined]
            data = self._usb.read()
            if data:
                self._board.receive(now_ms, data)
            self._board.tick(now_ms, self._inputs.load())
            self._lamp(self._board.is_lamp_on())
            self._watchdog.feed()
        # There is nobody to tell; if the board keeps failing, its watchdog restarts it.
        except Exception:  # noqa: BLE001
            pass
        if self._board.wants_update:
            machine.mem32[_NOTE] = _MARK << 20 | _UPDATE
            machine.reset()


def _inputs(tables: Tables) -> Inputs:
    pins: tuple[int, ...] = getattr(tables, "SIGNALS", ())
    if not pins:
        return Inputs()  # only card readers
    select: list[SelectLine] = [
        machine.Pin(pin, machine.Pin.OUT, value=0) for pin in tables.SELECT
    ]
    return Multiplexers(select, pins, tables.SETTLE_US, SignalPins(pins))


def _readers(tables: Tables) -> list[Reader]:
    readers: list[Reader] = []
    for number in range(len(tables.READERS)):
        send, receive = [machine.Pin(pin) for pin in _READER_PINS[number]]
        uart = machine.UART(number, baudrate=115_200, tx=send, rx=receive, timeout=0)
        readers.append(Pn532(uart, tables.TAG_GONE_MS))
    return readers


def is_update_wanted() -> bool:
    """Return whether the table asked for new files, and clear that request."""
    note = machine.mem32[_NOTE]
    is_wanted = note >> 20 == _MARK and bool(note & _UPDATE)
    if is_wanted:
        machine.mem32[_NOTE] = 0
    return is_wanted


def run(tables: Tables) -> None:
    chip = Chip(tables)
    while True:
        chip.turn()
        time.sleep_ms(_SCAN_MS)  # type: ignore[attr-defined]
