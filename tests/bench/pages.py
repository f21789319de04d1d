"""The time of a choice from a phone to the table, and the traffic at rest."""

import asyncio
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from tests.bench.figures import Figure, median, percentile
from tests.bench.pressing import next_message
from tests.bench.running import address_of, spawn, stop

# A page may send 30 messages a second.
PACE_S = 0.08
# By then, every lamp's rhythm has come to rest.
SETTLED_S = 8.0


def measure(folder: Path, *, quick: bool) -> list[Figure]:
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
        Figure("phone to table, p50", median(took_s) * 1e3, "ms"),
        Figure("phone to table, p99", percentile(took_s, 0.99) * 1e3, "ms", at_most=50),
        Figure("messages to pages at rest", at_rest, "", at_most=0),
    ]


async def _phone(address: str, choices: int, rest_s: float) -> tuple[list[float], int]:
    """Return the latencies from phone to table, and the messages at rest."""
    ws = f"ws://localhost:{urlsplit(address).port}/ws"
    async with connect(ws, max_queue=None) as table:
        code = (await next_message(table, "position"))["links"][0]["url"].partition(
            "="
        )[2]
        async with connect(f"{ws}?seat=0&code={code}", max_queue=None) as phone:
            took_s = [await _choose(phone, table) for _ in range(choices)]
            return took_s, await _messages_at_rest([table, phone], rest_s)


async def _choose(phone: ClientConnection, table: ClientConnection) -> float:
    """Choose and undo the choice, and wait until both pages see each."""
    seen = await next_message(phone, "position")
    (action, *_), about = seen["pending"]["legal"], {"decision": seen["decision"]}
    begun = perf_counter()
    await phone.send(json.dumps({"type": "act", "action": action, **about}))
    await next_message(table, "position")
    took_s = perf_counter() - begun
    about = {"decision": (await next_message(phone, "position"))["decision"]}
    await phone.send(json.dumps({"type": "undo", **about}))
    await next_message(table, "position")
    await asyncio.sleep(PACE_S)
    return took_s


async def _messages_at_rest(pages: list[ClientConnection], rest_s: float) -> int:
    """Count the messages once all lamps are at rest."""
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
