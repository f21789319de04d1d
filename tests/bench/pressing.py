"""A page that presses a running table's button, and waits for the lamp."""

import asyncio
import json
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.bench.figures import Figure, percentile
from wiring import boardmap

# In a game for four, nobody owns this button; its lamp is white while it is down.
CONTROL = "seat:5"
# A hurried person's pace; the table takes a faster button for a loose wire.
PACE_S = 0.07
# If one press takes this long, something is broken.
PATIENCE_S = 60.0


async def press(page: ClientConnection, presses: int) -> list[float]:
    """Return the seconds from each press to its echo."""
    took_s = []
    for _ in range(presses):
        begun = perf_counter()
        await _say(page, "press", lit=True)
        took_s.append(perf_counter() - begun)
        await asyncio.sleep(PACE_S)
        await _say(page, "release", lit=False)
        await asyncio.sleep(PACE_S)
    return took_s


async def _say(page: ClientConnection, deed: str, lit: bool) -> None:
    pixel = boardmap.load().pixels[CONTROL]
    await page.send(json.dumps({"type": deed, "control": CONTROL}))
    async with asyncio.timeout(PATIENCE_S):
        while True:
            frame = await page.recv()
            if isinstance(frame, bytes) and _is_lit(frame, pixel) is lit:
                return


async def next_message(page: ClientConnection, kind: str) -> Any:
    """Return the next message of this type."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            message = await page.recv()
            if isinstance(message, str):
                data = json.loads(message)
                if data["type"] == kind:
                    return data


def _is_lit(frame: bytes, pixel: int) -> bool:
    lamp = frame[3 * pixel : 3 * pixel + 3]
    return lamp[0] > 0 and len(set(lamp)) == 1


def slower(
    when: str,
    other: str,
    quiet_s: list[float],
    then_s: list[float],
    *,
    at_most: float,
) -> list[Figure]:
    """Return figures that compare latencies; the bar is on the 99th percentile."""
    found = []
    for name, share, bar in (("p50", 0.5, None), ("p99", 0.99, at_most)):
        before, now = percentile(quiet_s, share), percentile(then_s, share)
        title = f"press to echo on a page {when}, {name}"
        row = Figure(title, now * 1e3, "ms", other, before * 1e3, now / before)
        found.append(row._replace(at_most=bar))
    return found
