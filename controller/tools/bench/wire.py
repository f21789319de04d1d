"""The wire to the sensor boards: what a frame costs, and how long an answer takes."""

import asyncio
import os
import termios
import tty
from abc import ABC, abstractmethod
from binascii import crc_hqx
from collections.abc import Callable
from threading import Thread
from time import perf_counter, process_time

from controller.tools.bench.figures import Figure, median
from firmware.board import VERSION
from firmware.entries import bit_entry
from firmware.messages import (
    AskHello,
    AskState,
    Changes,
    Hello,
    State,
    Statistics,
    unpack,
)
from firmware.wire import Decoder, frame
from hardware.boards.driver import Boards
from hardware.boards.link import Identity, Link
from hardware.boards.ports import Plugs, SerialLine
from hardware.boards.sensors import Sensors
from hardware.parts.registry import Parts
from wiring import boardmap
from wiring.boardmap import SensorBoard
from wiring.tables import tables_hash

EPOCH = 0x12345678
# Ten bits on the line carry a byte.
BYTES_A_SECOND = 1_000_000 // 10
_ANSWER = b"\0" + frame(0, Statistics(EPOCH, tuple(range(10))).pack())


def measure(*, quick: bool) -> list[Figure]:
    row = boardmap.load().boards[0]
    asked, raw = asyncio.run(_round_trips(row, 50 if quick else 3000))
    return [
        Figure(
            "a sensor board asked over a pty, p50",
            asked * 1e6,
            "us",
            "a bare file descriptor",
            raw * 1e6,
            asked / raw,
            at_most=2,
        ),
        *_decoding(row, 2 if quick else 25),
    ]


# Decoding


def _decoding(row: SensorBoard, repeats: int) -> list[Figure]:
    # What one press sends: twelve bytes, the COBS code and a zero at each end.
    press = Changes(EPOCH, 0x0123, bit_entry(7, 1)).pack()
    frames = BYTES_A_SECOND // len(b"\0" + frame(0, press))
    second = b"".join(b"\0" + frame(n, press) for n in range(frames))
    ours, theirs, whole = [], [], []
    for _ in range(repeats):
        ours.append(_timed(lambda: Decoder().feed(second)))
        theirs.append(_timed(lambda: _in_c(second)))
        whole.append(_readings(row))
    cost, yard = min(ours) / frames, min(theirs) / frames
    return [
        Figure(
            "one frame of a sensor board decoded",
            cost * 1e6,
            "us",
            "COBS in C and crc_hqx",
            yard * 1e6,
            cost / yard,
            at_most=4,
        ),
        Figure(
            "a sensor board at 1 Mbaud, decoded",
            100 * min(ours),
            "% of a core",
            at_most=1,
        ),
        Figure("the same, up to its readings", 100 * min(whole), "% of a core"),
    ]


def _timed(do: Callable[[], object]) -> float:
    begun = process_time()
    do()
    return process_time() - begun


def _in_c(data: bytes) -> None:
    """Taken apart and summed up; nothing is compared, counted or kept."""
    from cobs import cobs

    for raw in data.split(b"\0"):
        if raw:
            crc_hqx(cobs.decode(raw), 0xFFFF)


def _readings(row: SensorBoard) -> float:
    """One second of changes at full rate, as a driver reads them."""
    link = _live(row)
    chunks, number, size = [], 0, 0
    while size < BYTES_A_SECOND:
        # As many entries as a board puts into a frame; no bit changes too often.
        numbers = range(number, number + 16)
        entries = [bit_entry(n % 120, 1 - n // 120 % 2) for n in numbers]
        message = Changes(EPOCH, (number + 1) & 0xFFFF, b"".join(entries)).pack()
        number += 16
        chunks.append(b"\0" + frame(number // 16, message))
        size += len(chunks[-1])
    begun = process_time()
    for at, chunk in enumerate(chunks):
        link.feed(chunk, float(at))
        link.handled()
        link.outgoing()
    return process_time() - begun


def _live(row: SensorBoard) -> Link:
    sensors = Sensors(row, Parts())
    who = Identity(VERSION, tables_hash(row), row.usb_serial)
    link = Link(row.name, who, sensors, 0)
    link.opened(0.0)
    link.feed(_answered(link.outgoing(), row), 0.0)
    link.feed(_answered(link.outgoing(), row), 0.0)
    link.outgoing()
    return link


# Asking


async def _round_trips(row: SensorBoard, repeats: int) -> tuple[float, float]:
    """The time of an answer, by our driver and on a bare file descriptor."""
    ours, bare = _Peer(row), _Peer(row)
    driver, raw = _Driver(row, ours), _Bare(bare)
    asked: list[float] = []
    read: list[float] = []
    try:
        await driver.until_live()
        ours.is_canned = bare.is_canned = True
        # In turns, so that a busy machine slows both alike.
        for _ in range(repeats):
            asked.append(await driver.ask())
            read.append(await raw.ask())
    finally:
        driver.close()
        raw.close()
        ours.close()
        bare.close()
    return median(asked), median(read)


class _Peer:
    """A board that answers at once, in a thread of its own behind a pty."""

    def __init__(self, row: SensorBoard) -> None:
        self.is_canned = False
        self._row = row
        self._board, self.table = os.openpty()
        tty.setraw(self.table, termios.TCSANOW)
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        # What is not for it ends it: from the table's end nothing else can.
        self.is_canned = True
        os.write(self.table, b"end")
        self._thread.join()
        os.close(self._board)
        os.close(self.table)

    def _run(self) -> None:
        while (data := os.read(self._board, 4096)) != b"end":
            answer = _ANSWER if self.is_canned else _answered(data, self._row)
            os.write(self._board, answer)


def _answered(data: bytes, row: SensorBoard) -> bytes:
    """What a board says to these questions."""
    said = b""
    for raw in Decoder().feed(data):
        message = unpack(raw)
        if isinstance(message, AskHello):
            who = VERSION, tables_hash(row), row.name, row.usb_serial
            said += frame(0, Hello(message.nonce, EPOCH, 0, *who).pack())
        elif isinstance(message, AskState):
            bits = len(row.sensors)
            state = State(EPOCH, 0, bits, bytes((bits + 7) // 8), ())
            said += frame(1, state.pack())
    return said


class _Asker(ABC):
    def __init__(self) -> None:
        self.arrived = asyncio.Event()

    @abstractmethod
    def _send(self) -> None: ...

    async def ask(self) -> float:
        self.arrived.clear()
        begun = perf_counter()
        self._send()
        await self.arrived.wait()
        return perf_counter() - begun


class _Driver(_Asker):
    """The boards' driver with one board; it is told of each answer that was read."""

    def __init__(self, row: SensorBoard, peer: _Peer) -> None:
        super().__init__()
        self._serial = row.usb_serial
        self._name = os.ttyname(peer.table)
        loop = asyncio.get_running_loop()
        self._boards = Boards([row], self, loop, Parts(), 0)
        self._boards.listen(lambda _: None)

    def find(self) -> Plugs:
        return [(self._serial, self._name)]

    def open(
        self,
        name: str,
        on_data: Callable[[bytes], None],
        on_lost: Callable[[str], None],
    ) -> SerialLine:
        def read(data: bytes) -> None:
            on_data(data)
            self.arrived.set()

        return SerialLine(name, asyncio.get_running_loop(), read, on_lost)

    async def until_live(self) -> None:
        while self._boards.health()[0].stage != "live":
            await self.arrived.wait()
            self.arrived.clear()

    def _send(self) -> None:
        self._boards.ask_statistics()

    def close(self) -> None:
        self._boards.close()


class _Bare(_Asker):
    def __init__(self, peer: _Peer) -> None:
        super().__init__()
        self._fd = peer.table
        asyncio.get_running_loop().add_reader(self._fd, self._read)

    def _send(self) -> None:
        os.write(self._fd, _ANSWER[:12])

    def _read(self) -> None:
        os.read(self._fd, 4096)
        self.arrived.set()

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._fd)
