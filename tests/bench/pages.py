"""What pages cost: frames for four of them, a phone's way to the table, and rest.

The yardstick writes the very same bytes to as many sockets with bare asyncio streams.
Both are read by a process of its own, which counts for neither.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response

from controller.web.clients import Client
from controller.web.files import Address, refusal
from controller.web.limits import USUAL
from controller.web.serving import serve_clients
from controller.web.visits import Visits
from tests.bench.figures import Figure, median, percentile
from tests.bench.pressing import next_message
from tests.bench.running import address_of, spawn, stop
from wiring import boardmap

PAGES = 4
FRAMES_A_SECOND = 60
PATIENCE_S = 60.0
# A page may send 30 messages a second.
PACE_S = 0.08
# Every rhythm has come to rest by then.
SETTLED_S = 8.0
_ANSWER = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    ours, bare = asyncio.run(_frames(1 if quick else 9))
    with TemporaryDirectory(dir=folder) as temporary:
        table = spawn(Path(temporary), "get-bit", "--seats=4")
        try:
            rest_s = 1.0 if quick else SETTLED_S
            choices = 5 if quick else 200
            played = asyncio.run(_phone(address_of(table), choices, rest_s))
        finally:
            stop(table)
    took_s, at_rest = played
    return [
        Figure(
            f"a frame to {PAGES} pages, server's CPU",
            ours * 1e6,
            "us",
            "bare asyncio WebSocket writer",
            bare * 1e6,
            ours / bare,
            at_most=1.6,
        ),
        Figure("phone to table, p50", median(took_s) * 1e3, "ms"),
        Figure("phone to table, p99", percentile(took_s, 0.99) * 1e3, "ms", at_most=50),
        Figure("messages to pages at rest", at_rest, "", at_most=0),
    ]


# Frames


async def _frames(rounds: int) -> tuple[float, float]:
    """What a frame to all pages costs us, and bare asyncio; in turns."""
    ours: list[float] = []
    bare: list[float] = []
    async with AsyncExitStack() as stack:
        show = await stack.enter_async_context(_pages())
        write = await stack.enter_async_context(_streams())
        for number in range(rounds):
            both = [(show, ours), (write, bare)]
            for send, costs in both if number % 2 else reversed(both):
                costs.append(await _cost_s(send))
    return median(ours), median(bare)


async def _cost_s(send: Callable[[bytes], None]) -> float:
    """For a second: the CPU time of one frame to all, its pause included."""
    loop, pixels = asyncio.get_running_loop(), boardmap.load().strip.pixels
    begun, at = process_time(), loop.time()
    for number in range(FRAMES_A_SECOND):
        send(bytes([number]) * 3 * pixels)
        at += 1 / FRAMES_A_SECOND
        await asyncio.sleep(at - loop.time())
    return (process_time() - begun) / FRAMES_A_SECOND


@asynccontextmanager
async def _pages() -> AsyncIterator[Callable[[bytes], None]]:
    """The table's own server, with so many pages open."""
    visits = Visits(())

    async def talk(client: Client) -> None:
        assert client.request is not None
        visits.enter(client, "spectator", Address(client.request))
        with suppress(ConnectionClosed):
            async for _ in client.messages():
                pass

    def ask(_client: Client, request: Request) -> Response | None:
        is_page = request.path == "/ws"
        return None if is_page else refusal(HTTPStatus.NOT_FOUND, "only /ws")

    server = await serve_clients(talk, ask, "127.0.0.1", 0, USUAL)
    port = next(iter(server.sockets)).getsockname()[1]
    async with _read(port, lambda: len(visits)):
        yield visits.show
    server.close()
    await server.wait_closed()


@asynccontextmanager
async def _streams() -> AsyncIterator[Callable[[bytes], None]]:
    """As many sockets, and nothing but a frame's head before its bytes."""
    writers: list[asyncio.StreamWriter] = []

    async def came(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(_ANSWER)
        writers.append(writer)

    def write(data: bytes) -> None:
        wire = Frame(Opcode.BINARY, data).serialize(mask=False)
        for writer in writers:
            writer.write(wire)

    server = await asyncio.start_server(came, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with _read(port, lambda: len(writers)):
        yield write
    for writer in writers:
        writer.close()
    server.close()


@asynccontextmanager
async def _read(port: int, opened: Callable[[], int]) -> AsyncIterator[None]:
    words = [sys.executable, "-m", "tests.bench.readers", str(port)]
    with subprocess.Popen([*words, str(PAGES)]) as readers:
        try:
            async with asyncio.timeout(PATIENCE_S):
                while opened() < PAGES:
                    await asyncio.sleep(0.01)
            yield
        finally:
            readers.kill()


# A phone


async def _phone(address: str, choices: int, rest_s: float) -> tuple[list[float], int]:
    """How long a choice takes from a phone to the table's page; messages at rest."""
    ws = f"ws://localhost:{urlsplit(address).port}/ws"
    async with connect(ws, max_queue=None) as table:
        code = (await next_message(table, "position"))["links"][0]["url"].partition(
            "="
        )[2]
        async with connect(f"{ws}?seat=0&code={code}", max_queue=None) as phone:
            seen = await next_message(phone, "position")
            took_s = [
                await _choose(phone, table, seen["pending"]["legal"][0])
                for _ in range(choices)
            ]
            return took_s, await _messages_at_rest([table, phone], rest_s)


async def _choose(
    phone: ClientConnection, table: ClientConnection, action: object
) -> float:
    """Chooses and undoes it; both pages see both."""
    begun = perf_counter()
    await phone.send(json.dumps({"type": "act", "action": action}))
    await next_message(table, "position")
    took_s = perf_counter() - begun
    await phone.send(json.dumps({"type": "undo"}))
    await next_message(table, "position")
    await asyncio.sleep(PACE_S)
    return took_s


async def _messages_at_rest(pages: list[ClientConnection], rest_s: float) -> int:
    """Until nothing beats any more all is read and forgotten; then it is counted."""
    await asyncio.gather(*(_read_for(page, SETTLED_S) for page in pages))
    return sum(await asyncio.gather(*(_read_for(page, rest_s) for page in pages)))


async def _read_for(page: ClientConnection, seconds: float) -> int:
    read = 0
    try:
        async with asyncio.timeout(seconds):
            while True:
                await page.recv()
                read += 1
    except TimeoutError:
        return read
