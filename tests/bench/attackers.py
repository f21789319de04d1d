"""A hostile crowd on loopback, in its own process; `hostile.py` measures.

    python -m tests.bench.attackers PORT SECONDS CODE...

Eight sockets flood the table, half of them without ever reading, and reconnect when
they are closed. Fifteen hundred more connect over the whole time: some send nothing,
some half a request, some open a page and leave it, some fetch a file. Each seat whose
code is given keeps switching its bot, as fast as a page may send.
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
# The pause before a closed flooding socket reconnects.
PAUSE_S = 0.02
AT_ONCE = 64

# The table closes a page that sends more.
TOGGLES_A_SECOND = 29

_OPENING = (
    "GET {} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
OPENING = _OPENING.format("/ws").encode()
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


_TOGGLES = (
    _frame(Opcode.TEXT, b'{"type": "bot", "level": "sharp"}'),
    _frame(Opcode.TEXT, b'{"type": "bot", "level": ""}'),
)


async def _toggle(port: int, seat: int, code: str) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(_OPENING.format(f"/ws?seat={seat}&code={code}").encode())
    draining = asyncio.create_task(_drain(reader))
    for toggle in cycle(_TOGGLES):
        writer.write(toggle)
        await asyncio.sleep(1 / TOGGLES_A_SECOND)
        if draining.done():
            raise RuntimeError("a seat that keeps to its limits was sent away")


async def _flood(port: int, flood: bytes, reads: bool) -> None:
    while True:
        # It reconnects, whatever the table does to it.
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


async def _open_slowly(port: int, seconds: float) -> None:
    loop = asyncio.get_running_loop()
    begun = loop.time()
    held: list[asyncio.StreamWriter] = []
    for number, words in zip(range(KNOCKING), cycle(_KNOCKS), strict=False):
        await asyncio.sleep(begun + seconds * number / KNOCKING - loop.time())
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(words)
            held.append(writer)


async def _attack(port: int, seconds: float, codes: list[str]) -> None:
    kinds = zip(range(FLOODING), cycle(_FLOODS), strict=False)
    floods = [_flood(port, flood, reads=number % 2 == 0) for number, flood in kinds]
    toggles = [_toggle(port, seat, code) for seat, code in enumerate(codes)]
    tasks = [asyncio.create_task(each) for each in (*floods, *toggles)]
    await _open_slowly(port, seconds)
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()


def main() -> None:
    # A real attacker has another machine, so do not use up the table's.
    os.nice(15)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    _, port, seconds, *codes = sys.argv
    asyncio.run(_attack(int(port), float(seconds), codes))


if __name__ == "__main__":
    main()
