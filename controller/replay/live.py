"""Replay of a recording on its page, in real time or faster."""

import asyncio
import signal
import sys
from contextlib import suppress
from pathlib import Path

from controller.replay.file import Recording
from controller.replay.playback import Replay, replay_table
from controller.service.app import page_of, port_trouble
from controller.service.assembly import CannotStart, RunningTable
from controller.web.pages import Pages
from hardware.rig import Rig


async def show(
    recorded: Recording, folder: Path, port: int, speed: float, from_s: float
) -> Replay:
    """Skip to `from_s`, and replay until Ctrl-C; raises CannotStart."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    pages: list[Pages] = []

    def page(running: RunningTable, rig: Rig) -> None:
        # The player ignores whatever a page asks for.
        pages.append(page_of(running, rig))

    with replay_table(recorded, folder, page) as replay:
        try:
            server = await pages[0].open("127.0.0.1", port)
        except (OSError, OverflowError) as error:
            raise CannotStart(port_trouble(port, error)) from None
        _print(f"The recording's page: http://localhost:{server.port}/")
        await _pace(recorded, replay, speed, from_s, stop)
        if not stop.is_set():
            _print("The recording is over. Press Ctrl-C to quit.")
        await stop.wait()
        await server.close()
    return replay


async def _pace(
    recorded: Recording,
    replay: Replay,
    speed: float,
    from_s: float,
    stop: asyncio.Event,
) -> None:
    loop = asyncio.get_running_loop()
    begun_s = loop.time()
    for turn in recorded.turns[1:]:
        at_s = turn.at_us / 1e6 - from_s
        if at_s >= 0:
            # Even if it is late, the pages should get each frame.
            wait_s = max(0.0, begun_s + at_s / speed - loop.time())
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), wait_s)
        if stop.is_set():
            return
        replay.play(turn)


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
