"""The light while much goes on: a press during an animation, a strip that is slow.

A strip takes 30 us for each pixel and a pause of 300 us. On a Pi that time is spent on
a thread of its own (`hardware.parts.strip.Writer`), and frames that it cannot take are
passed over; the simulated strip takes none.
"""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from controller import games
from controller.chance.dealer import program_only
from controller.input.intents import NewGame
from controller.light.colour import Colour, Lamps, Still
from controller.light.lights import Lights
from controller.session.session import Session
from controller.session.table import Table
from controller.storage.store import GameStore
from controller.tools.bench.figures import Figure, median, percentile
from controller.tools.bench.press import Finger
from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.clock import VirtualClock
from hardware.backends.sim.pixels import MemoryPixels
from hardware.parts.registry import Parts
from hardware.parts.strip import Strip, Writer
from hardware.rig import Rig
from wiring import boardmap
from wiring.boardmap import BoardMap

FRAMES_A_SECOND = 60
PIXEL_S = 30e-6
PAUSE_S = 300e-6
SLICE_S = 0.3
ASKED_EVERY_S = 0.002  # more than twice as often as the wire has time for


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    # Of several rounds the usual one: a busy machine spoils some, but not all.
    rounds = [
        percentile(asyncio.run(_press_all(folder, 5 if quick else 100)), 0.99)
        for _ in range(1 if quick else 5)
    ]
    return [
        Figure(
            f"press to bytes, p99, at {FRAMES_A_SECOND} frames/s",
            1000 * median(rounds),
            "ms",
            at_most=2,
        ),
        *asyncio.run(_slow_strip(1 if quick else 11)),
    ]


# A press during an animation


class WatchedPixels(MemoryPixels):
    """Takes the time of the first frame in which a lamp is white."""

    def __init__(self, first_byte: int, white: bytes) -> None:
        super().__init__()
        self._lamp = slice(first_byte, first_byte + 3)
        self._white = white
        self.lit_at = 0.0
        self.lit = asyncio.Event()

    def show(self, wire: bytes) -> None:
        super().show(wire)
        if not self.lit.is_set() and wire[self._lamp] == self._white:
            self.lit_at = perf_counter()
            self.lit.set()


async def _press_all(folder: Path, presses: int) -> list[float]:
    loop, board, parts = asyncio.get_running_loop(), boardmap.load(), Parts()
    pixels = WatchedPixels(3 * board.pixels["ok"], _white(board))
    backend = SimBackend(board, loop, parts, pixels)
    rig = Rig(board, backend, parts)
    taken = []
    with TemporaryDirectory(dir=folder) as temporary, Finger() as finger:
        store = GameStore(Path(temporary) / "journal.sqlite", parts, loop)
        lights = Lights(rig.strip, board.pixels, loop)
        dealer = program_only()
        session = Session(store, dealer)
        table = Table(session, dealer, lights, board, loop, parts)
        rig.listen(table.reading)
        table.open(NewGame(games.find("get-bit"), 4, {}))
        for number in range(presses):
            lights.paint({}, {}, _animation(board))
            # At another moment between two frames each time.
            await asyncio.sleep(0.06 + number % 17 / 1000)
            pixels.lit.clear()
            finger.do(lambda: backend.touch.press("ok"))
            await pixels.lit.wait()
            taken.append(pixels.lit_at - finger.began_at)
            backend.touch.release("ok")
            await asyncio.sleep(2 * board.bounce_ms / 1000)
        store.close()
        rig.close()
    return taken


def _white(board: BoardMap) -> bytes:
    pixels = MemoryPixels()
    Strip(board.strip._replace(pixels=1), pixels).show(b"\xff\xff\xff")
    return pixels.wire


def _animation(board: BoardMap) -> list[Still]:
    """Longer than it takes to press; every lamp but the buttons' changes each time."""
    moving = [place for place in board.pixels if ":" in place]
    return [
        Still(1 / FRAMES_A_SECOND, dict.fromkeys(moving, (beat, 40, 80)))
        for beat in range(FRAMES_A_SECOND)
    ]


# A strip that takes its wire time


class SlowPixels(MemoryPixels):
    def __init__(self, pixels: int) -> None:
        super().__init__()
        self._wire_s = pixels * PIXEL_S + PAUSE_S
        self.out_at = 0.0

    def show(self, wire: bytes) -> None:
        sleep(self._wire_s)
        super().show(wire)
        self.out_at = perf_counter()


async def _slow_strip(rounds: int) -> list[Figure]:
    board = boardmap.load()
    bare, ours, at_rest = [], [], 0
    # In turns, so that a busy machine slows both alike.
    for _ in range(rounds):
        bare.append(_bare_rate(board))
        rate, more = await _asked_for_more(board)
        ours.append(rate)
        at_rest += more
    return [
        Figure(
            "frames of a strip that takes its wire time",
            median(ours),
            "/s",
            "the bare strip",
            median(bare),
            median([a / b for a, b in zip(ours, bare, strict=True)]),
            at_least=0.95,
        ),
        Figure("the same strip while nothing changes", at_rest, "frames", at_most=0),
    ]


def _bare_rate(board: BoardMap) -> float:
    bare = SlowPixels(board.strip.pixels)
    begun = perf_counter()
    while perf_counter() < begun + SLICE_S:
        bare.show(b"")
    return bare.sent / (bare.out_at - begun)


async def _asked_for_more(board: BoardMap) -> tuple[float, int]:
    """Frames a second while there are more than the wire takes, and then at rest."""
    pixels = SlowPixels(board.strip.pixels)
    writer = Writer(pixels)
    lights = Lights(Strip(board.strip, writer), board.pixels, VirtualClock())
    lights.paint({}, {}, ())
    sent, begun, number = pixels.sent, perf_counter(), 0
    while perf_counter() < begun + SLICE_S:
        number += 1
        lights.guide(_lamp(number))
        await asyncio.sleep(ASKED_EVERY_S)
    writer.note()  # waits for the last frame
    rate = (pixels.sent - sent) / (pixels.out_at - begun)
    sent = pixels.sent
    end = perf_counter() + SLICE_S / 3
    while perf_counter() < end:
        lights.guide(_lamp(number))
        await asyncio.sleep(ASKED_EVERY_S)
    writer.close()
    return rate, pixels.sent - sent


def _lamp(number: int) -> Lamps:
    shade: Colour = (number % 256, number // 256 % 256, 128)
    return {"ok": shade}
