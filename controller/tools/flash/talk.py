"""Talks to a board that runs our firmware: who it is, and that it must wait."""

import termios
from errno import EAGAIN, EBUSY
from random import randrange
from time import monotonic
from typing import Any, Self

from firmware.board import VERSION
from firmware.messages import PROTOCOL, AskHello, Hello, Message, Update, unpack
from firmware.wire import Decoder, frame
from hardware.backend import LineLost
from hardware.boards.ports import BAUD, reason
from hardware.health import dotted
from wiring.boardmap import SensorBoard
from wiring.tables import tables_hash

# Without the firmware, the request is typed at MicroPython's prompt. None of its bytes
# may mean anything there: Ctrl-A to Ctrl-E, or the end of a line.
_TYPED = frozenset((1, 2, 3, 4, 5, 10, 13))
SEQUENCE = 0x40
_AGAIN_S = 0.5
GOING_S = 3.0  # more than a chip needs to restart


class Busy(LineLost):
    """Another program has the port."""


class Line:
    """A serial port for our exclusive use, read with a little patience."""

    def __init__(self, port: str) -> None:
        from serial import Serial

        try:
            self._port: Any = Serial(
                port, BAUD, timeout=0.05, write_timeout=2, exclusive=True
            )
        except (OSError, termios.error, ValueError) as error:
            if getattr(error, "errno", None) in (EAGAIN, EBUSY):
                raise Busy(f"{port} is in use") from None
            raise LineLost(f"{port} cannot be opened: {reason(error)}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._port.close()
        except (OSError, termios.error):
            return  # it is already gone

    def send(self, message: Message) -> None:
        # The zero ends whatever was typed before.
        self.write(b"\0" + frame(SEQUENCE, message.pack()))

    def hear(self) -> bytes:
        """Return the bytes that have arrived; b"" if none come for a moment."""
        try:
            return bytes(self._port.read(self._port.in_waiting or 1))
        except (OSError, termios.error, TypeError) as error:
            # A port that closes between two looks makes pyserial trip over None.
            raise LineLost(reason(error)) from None

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except (OSError, termios.error) as error:
            raise LineLost(reason(error)) from None


def ask_hello(line: Line, patience_s: float) -> Hello | None:
    """Return the board's hello, or None if no firmware answers in time."""
    question = new_question()
    decoder = Decoder()
    end = monotonic() + patience_s
    while monotonic() < end:
        line.send(question)
        again = min(end, monotonic() + _AGAIN_S)
        while monotonic() < again:
            for raw in decoder.feed(line.hear()):
                answer = unpack(raw)
                if isinstance(answer, Hello) and answer.nonce == question.nonce:
                    return answer
    return None


def ask_to_wait(line: Line, hello: Hello) -> None:
    """Make the board restart without its program; its port goes with it."""
    line.send(Update(hello.epoch))
    end = monotonic() + GOING_S
    try:
        while monotonic() < end:
            line.hear()
    except LineLost:
        return


def faults(hello: Hello, board: SensorBoard) -> list[str]:
    """Return how this board differs from the board map and this program."""
    found = []
    if hello.name != board.name:
        found.append(f"it calls itself {hello.name}")
    if hello.protocol != PROTOCOL:
        found.append(f"it uses protocol {hello.protocol}, not {PROTOCOL}")
    if hello.version != VERSION:
        found.append(f"the current firmware is {dotted(VERSION)}")
    if hello.tables != tables_hash(board):
        found.append("it was flashed for another board map")
    return found


def new_question() -> AskHello:
    while True:
        question = AskHello(randrange(1, 0x10000))
        if not _TYPED & set(frame(SEQUENCE, question.pack())):
            return question
