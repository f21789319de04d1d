"""The first question to a board that may still be starting, free of Ctrl-C's byte.

That byte stops a program which MicroPython is just starting, and the board would stay
at its prompt. A frame can contain it in a nonce, a CRC or a COBS code. Choosing another
sequence number avoids it in the last two; for the first, we skip a few nonces.
"""

from firmware.messages import AskHello
from firmware.wire import frame

CTRL_C = 0x03


def next_nonce(nonce: int) -> int:
    """Return the next usable nonce, from 1 to 65535 and then from 1 again."""
    while True:
        nonce = nonce % 0xFFFF + 1
        if quiet_sequence(nonce, 0) is not None:
            return nonce


def quiet_sequence(nonce: int, first: int) -> int | None:
    """Return the next sequence number that makes a frame without Ctrl-C."""
    message = AskHello(nonce).pack()
    for ahead in range(0x100):
        sequence = (first + ahead) & 0xFF
        if CTRL_C not in frame(sequence, message):
            return sequence
    return None
