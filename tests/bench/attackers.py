"""A hostile crowd on loopback, in a process of its own; `hostile.py` measures.

    python -m tests.bench.attackers PORT SECONDS

Eight sockets flood, half of them without ever reading, and come back when they are
closed. Fifteen hundred more knock, spread over the whole time: some say nothing, some
half a request, some open a page and leave it, some fetch a file.
"""

import asyncio
import os
import resource
import sys
from contextlib import suppress
from itertools import cycle
from secrets import token_bytes

from websockets.frames import Frame, Opcode

FLOODING = 8
KNOCKING = 1500
# Between two tries of a flooding socket that was closed.
PAUSE_S = 0.02
AT_ONCE = 64

OPENING = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
_KNOCKS = (b"", OPENING[:40], OPENING, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")


def _frame(kind: Opcode, data: bytes) -> bytes:
    return Frame(kind, data).serialize(mask=True)


_FLOODS = (
    _frame(Opcode.TEXT, b'{"type": "health"}'),
    _frame(Opcode.TEXT, b'{"type": "story"}'),
    _frame(Opcode.TEXT, b'{"type": "past", "at": 0}'),
    _frame(Opcode.TEXT, b'{"type": "nonsense"}'),
    _frame(Opcode.TEXT, b""),
    _frame(Opcode.PING, b"x" * 100),
    _frame(Opcode.BINARY, token_bytes(4000)),
)


async def _flood(port: int, flood: bytes, reads: bool) -> None:
    while True:
        # Whatever the table does to it, it comes again.
        with suppress(OSError, asyncio.IncompleteReadError):
            await _flood_once(port, flood, reads)
        await asyncio.sleep(PAUSE_S)


async def _flood_once(port: int, flood: bytes, reads: bool) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(OPENING)
        await reader.readuntil(b"\r\n\r\n")
        draining = asyncio.create_task(_drain(reader)) if reads else None
        while not (draining and draining.done()):
            writer.write(flood * AT_ONCE)
            await writer.drain()
            await asyncio.sleep(0)
    finally:
        writer.transport.abort()


async def _drain(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(65536):
            pass


async def _knock(port: int, seconds: float) -> None:
    loop = asyncio.get_running_loop()
    begun = loop.time()
    held: list[asyncio.StreamWriter] = []
    for number, words in zip(range(KNOCKING), cycle(_KNOCKS), strict=False):
        await asyncio.sleep(begun + seconds * number / KNOCKING - loop.time())
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(words)
            held.append(writer)


async def _attack(port: int, seconds: float) -> None:
    kinds = zip(range(FLOODING), cycle(_FLOODS), strict=False)
    floods = [
        asyncio.create_task(_flood(port, flood, reads=number % 2 == 0))
        for number, flood in kinds
    ]
    await _knock(port, seconds)
    for flood in floods:
        flood.cancel()


def main() -> None:
    # An attacker has a machine of its own: it must not take the table's.
    os.nice(15)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(_attack(int(sys.argv[1]), float(sys.argv[2])))


if __name__ == "__main__":
    main()
