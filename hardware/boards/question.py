"""The question to a board that may still be starting: without the byte of Ctrl-C.

MicroPython stops a program that it is just starting when that byte comes in, and the
board would stay at its prompt. A frame can hold it in a nonce, a CRC or a COBS code;
another sequence number avoids it in the last two, and a few nonces are skipped.
"""

from firmware.messages import AskHello
from firmware.wire import frame

CTRL_C = 0x03


def next_nonce(nonce: int) -> int:
    """Return the next usable nonce; they go from 1 to 65535 and round again."""
    while True:
        nonce = nonce % 0xFFFF + 1
        if quiet_sequence(nonce, 0) is not None:
            return nonce


def quiet_sequence(nonce: int, first: int) -> int | None:
    """Return the first sequence number from here that makes a frame without Ctrl-C."""
    message = AskHello(nonce).pack()
    for ahead in range(0x100):
        sequence = (first + ahead) & 0xFF
        if CTRL_C not in frame(sequence, message):
            return sequence
    return None
